"""Worked examples and rule checks of red, laid out for a reader.

Every card of the position lies in one row. The palettes keep the order of the position. In a rule check the seat that
acts comes first, followed by the card that it plays, the card that it discards, and the rest of its hand; each row has
a label. The badge is the colour in force. The verdict gives the answer; the cards that count, and the reason why a seat
is winning, follow from the rules at the end of the turn.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from pnp.games.core.answer import Position, PositionError
from pnp.games.core.lesson import Example
from pnp.games.core.score import Violation
from pnp.games.core.tableau import Mark, Row, Tableau, layout_of
from pnp.games.core.wording import equation, seat_name
from pnp.games.red.rules.cards import Best, Card, Palette, Rules, action_of
from pnp.games.red.rules.turn import cards_to_deal, goal, judge, round_score
from pnp.games.red.settings import RedSettings
from pnp.games.red.teaching.reasons import (
    Comparison,
    Layout,
    arithmetic,
    beaten,
    compare,
    criterion_phrase,
    final_table,
    idle,
    left_out,
    nobody,
    reason,
    stronger_idle,
)
from pnp.games.red.teaching.running import RUNNING, is_forced
from pnp.model.text import Phrase, PhraseValue, phrase

# Rounds


def rule_heading(rules: Rules, rule: str) -> Phrase:
    """Return the name of a rule: the demand of its colour, in short."""
    return criterion_phrase(rules.criteria[rule], "rule")


def score(layout: Layout) -> Tableau:
    """Lay out the score of the winner of a round."""
    rules, rule, seat = layout.rules, layout.position["rule"], layout.position["winner"]
    items = round_score(rules, layout.palettes[seat], rule).items
    counted = Counter(card for item in items for card in item.cards)
    numbers = [item.points for item in items]
    rest = _left_out(layout, rule, layout.palettes[seat], counted)
    rows = tuple(
        Row(
            layout.cards(palette, Counter(counted) if index == seat else Counter()),
            phrase("row-winner") if index == seat else phrase("place", number=index + 1),
            (arithmetic(numbers) if items else phrase("note-none")) if index == seat else None,
        )
        for index, palette in enumerate(layout.palettes)
    )
    heading, name = phrase("heading-score", rule=rule_heading(rules, rule)), rules.names[rule]
    if not items:
        verdict = phrase("verdict-no-score", colour=name)
    elif rest:
        verdict = phrase("verdict-score", colour=name, terms=_terms(numbers), left=rest)
    else:
        verdict = phrase("verdict-score-all", colour=name, terms=_terms(numbers))
    return Tableau(heading, rows, verdict, None, layout.badge(rule))


def next_round(layout: Layout) -> Tableau:
    """Lay out the points of a round, and whether the game is over."""
    rules, position, out = layout.rules, layout.position, layout.out
    palette = tuple(Card(*card) for card in position["palette"])
    items = round_score(rules, palette, position["rule"]).items
    counted = Counter(card for item in items for card in item.cards)
    seat = position["winner"]
    values: dict[str, PhraseValue] = {
        "seat": seat_name(seat),
        "terms": _terms([item.points for item in items]),
        "points": out["points"][seat],
        "before": position["points"][seat],
        "outcome": _outcome(layout),
    }
    rest = _left_out(layout, position["rule"], palette, counted)
    verdict = phrase("verdict-round-left", left=rest, **values) if rest else phrase("verdict-round", **values)
    rows = (Row(layout.cards(palette, counted), phrase("row-winner")),)
    return Tableau(_heading(layout), rows, verdict, None, layout.badge(position["rule"]))


def _left_out(layout: Layout, rule: str, palette: Palette, counted: Counter[Card]) -> Phrase | None:
    """Name the cards of a palette that score nothing, and say so if a row takes no number twice."""
    idle_cards = idle(palette, tuple(counted.elements()))
    if not idle_cards:
        return None
    repeats = layout.rules.criteria[rule].is_ == "run" and {card.number for card in idle_cards} <= {
        card.number for card in counted
    }
    cards, strength = tuple(map(layout.name, idle_cards)), layout.rules.strength
    high = next((card for card in counted if card.number == idle_cards[0].number), None)
    if repeats and high and all(card.number == high.number and strength(card) < strength(high) for card in idle_cards):
        return phrase("left-out-repeat", cards=cards, high=layout.name(high))
    return phrase("left-out-repeats", cards=cards) if repeats else phrase("left-out", cards=cards)


def _heading(layout: Layout) -> Phrase:
    """Return the heading: the goal is reached, no round can be dealt, or neither."""
    out, players = layout.out, len(layout.out["points"])
    target = goal(layout.rules, players)
    if out["points"][layout.position["winner"]] >= target:
        return phrase("heading-goal", goal=target)
    return phrase("heading-undealt" if out["over"] else "heading-next-round")


def _outcome(layout: Layout) -> Phrase:
    """Explain whether the game goes on."""
    out, seat = layout.out, layout.position["winner"]
    players, most = len(out["points"]), max(out["points"])
    target = goal(layout.rules, players)
    if not out["over"]:
        return phrase(f"outcome-goes-on-{layout.settings.readings.scored_cards}", cards=out["cards"])
    if out["points"][seat] >= target:
        return phrase("outcome-goal", goal=target, players=players, seat=seat_name(seat))
    return phrase(
        "outcome-undealt",
        cards=out["cards"],
        players=players,
        needed=cards_to_deal(layout.rules, players),
        winners=tuple(map(seat_name, out["winners"])),
        most=most,
    )


def _terms(numbers: Sequence[int]) -> Phrase:
    """Return ``3+2+1=6``; a number alone as it is."""
    return equation(sorted(numbers, reverse=True)) if numbers else phrase("number", number=0)


def explain(settings: RedSettings, example: Example) -> Tableau:
    """Return the tableau of an example. Raises PositionError for a kind that is never printed."""
    return layout_of(_KINDS, example.kind)(Layout(settings, example))


def _winner(layout: Layout) -> Tableau:
    rules, rule, winner = layout.rules, layout.position["rule"], layout.out["winner"]
    comparison = compare(rules, layout.palettes, rule)
    rows = tuple(
        Row(
            layout.cards(palette, _counted(comparison, seat)),
            _place(seat, len(layout.palettes)),
            _note(rules, rule, comparison.best[seat]) if palette else phrase("note-out"),
            "winner" if seat == winner else None,
        )
        for seat, palette in enumerate(layout.palettes)
    )
    heading = phrase("heading-equal-sets") if layout.lesson == "equal-sets" else rule_heading(rules, rule)
    if winner is None:
        heading = heading if comparison.by == "nobody" else phrase("heading-tie")
        verdict = phrase("verdict-nobody", reason=nobody(layout, rule, comparison))
    else:
        why, more = reason(layout, rule, comparison, comparison.rival), left_out(layout, rule, comparison)
        # Of two sets in a palette it is said, too, which card is strongest and in none.
        also = stronger_idle(layout, comparison) if layout.lesson == "equal-sets" else None
        if more is None:
            verdict = phrase("verdict-winner", reason=why)
        elif also is None or also == more:
            verdict = phrase("verdict-winner-more", reason=why, more=more)
        else:
            verdict = phrase("verdict-winner-both", reason=why, more=more, also=also)
    mark: Mark | None = None if winner is None else "winner"
    return Tableau(heading, rows, verdict, mark, layout.badge(rule))


def _opening(layout: Layout) -> Tableau:
    leader, first = layout.out["leader"], layout.out["first"]
    rule = layout.rules.opening_rule
    rows = tuple(
        Row(
            layout.cards(palette, None),
            phrase("row-begins") if seat == first else _place(seat, len(layout.palettes)),
            mark="winner" if seat == leader else None,
            role="next",
            titled=seat == first,
        )
        for seat, palette in enumerate(layout.palettes)
    )
    begins = layout.name(layout.palettes[first][0])
    if leader is None:
        before = layout.palettes[(first - 1) % len(layout.palettes)][0]
        verdict = phrase("verdict-no-leader", leader=layout.name(before), first=begins)
    else:
        verdict = _begins(layout, leader, begins)
    return Tableau(phrase("heading-opening"), rows, verdict, None, layout.badge(rule))


def _begins(layout: Layout, leader: int, first: Phrase) -> Phrase:
    """Explain which card is strongest, by its colour if others have its number, and which seat begins."""
    rule, strongest = layout.rules.opening_rule, layout.palettes[leader][0]
    if layout.rules.criteria[rule].is_ != "highest":
        colour = layout.rules.names[rule]
        return phrase("verdict-opening-winning", leader=layout.name(strongest), first=first, colour=colour)
    equal = tuple(
        layout.name(palette[0])
        for seat, palette in enumerate(layout.palettes)
        if seat != leader and palette[0].number == strongest.number
    )
    if equal:
        return phrase("verdict-opening-colour", leader=layout.name(strongest), first=first, others=equal)
    return phrase("verdict-opening", leader=layout.name(strongest), first=first)


def _check(layout: Layout) -> Tableau:
    if layout.lesson in RUNNING:
        return _turn(layout)
    rules, me = layout.rules, layout.position["me"]
    table, rule = final_table(layout.position)
    comparison = compare(rules, table, rule)
    counted = [_counted(comparison, seat) for seat in range(len(table))]
    seats = [
        Row(
            layout.cards(palette, counted[seat]),
            _seat_label(layout, seat),
            _note(rules, rule, comparison.best[seat]),
            role="palette" if seat == me else "rival",
            titled=True,
        )
        for seat, palette in enumerate(layout.palettes)
    ]
    rows = [seats[me], *_moved(layout, counted[me], "row-discarded")]
    rest = _rest_of_hand(layout.position)
    if rest:
        rows.append(Row(layout.cards(rest, None), phrase("row-unused"), role="hand", titled=True))
    # A seat that is out has no cards, and no part in the turn.
    rows += [row for seat, row in enumerate(seats) if seat != me and layout.palettes[seat]]
    mark: Mark = layout.out["verdict"]
    badge = layout.badge(layout.position["rule"])
    return Tableau(
        phrase(f"heading-of-{layout.lesson}"), tuple(rows), _check_verdict(layout, comparison, rule), mark, badge
    )


def _moved(layout: Layout, counted: Counter[Card], discarded_label: str, mark: Mark | None = None) -> list[Row]:
    """Return rows of the card that is played, which has the ``mark`` of its palette, and of the one that is
    discarded."""
    _, played, discarded = layout.position["move"]
    rows = []
    if played is not None:
        cards = layout.cards((Card(*played),), counted)
        rows.append(Row(cards, phrase("row-played"), mark=mark, role="played", titled=True))
    if discarded is not None:
        discarded_card = layout.cards((Card(*discarded),), None, discarded=True)
        rows.append(Row(discarded_card, phrase(discarded_label), role="discarded", titled=True))
    return rows


def _turn(layout: Layout) -> Tableau:
    """Lay out a turn of the running example: the seats in their order, each with its letter, and the rest of the hand
    of a seat that goes out.

    Raises PositionError for a move that the example cannot show.
    """
    me, (_, played, _) = layout.position["me"], layout.position["move"]
    rest, is_out = _rest_of_hand(layout.position), layout.out["verdict"] == "out"
    if played is None or layout.out["verdict"] == "not-allowed" or (rest and not is_out):
        raise PositionError("a turn of the running example plays a card, and shows a hand only where its seat goes out")
    table, rule = final_table(layout.position)
    comparison = compare(layout.rules, table, rule)
    rows: list[Row] = []
    for seat, palette in enumerate(layout.palettes):
        counted = _counted(comparison, seat)
        label = phrase("row-seat", seat=seat_name(seat))
        mark: Mark | None = "winner" if seat == comparison.winner else None
        rows.append(Row(layout.cards(palette, counted), label, mark=mark, role="seat", titled=True))
        if seat == me:
            rows += _moved(layout, counted, "row-discards", mark)
    if rest:
        rows.append(Row(layout.cards(rest, None), phrase("row-left", seat=seat_name(me)), role="line", titled=True))
    heading = phrase(f"heading-of-{layout.lesson}", seat=seat_name(me))
    badge = layout.badge(layout.position["rule"])
    return Tableau(heading, tuple(rows), _turn_verdict(layout, comparison, rule), None, badge)


def _turn_verdict(layout: Layout, comparison: Comparison, rule: str) -> Phrase:
    """Say what the seat does, why it is winning then or is not, and whether it draws."""
    me, (_, played, discarded) = layout.position["me"], layout.position["move"]
    before = compare(layout.rules, layout.palettes, layout.position["rule"]).winner
    if before is None:
        raise PositionError("a turn of the running example overtakes the seat that was winning")
    values: dict[str, PhraseValue] = {
        "seat": seat_name(me),
        "played": layout.name(Card(*played)),
        "leader": seat_name(before),
    }
    if layout.out["verdict"] == "out":
        why = reason(layout, rule, comparison, me)
        if is_forced(layout.rules, layout.position):
            return phrase("verdict-turn-lost", seat=seat_name(me), played=layout.name(Card(*played)), reason=why)
        return phrase("verdict-turn-out", reason=why, **values)
    values["reason"] = reason(layout, rule, comparison, comparison.rival)
    if discarded is None:
        return phrase("verdict-turn-play", **values)
    values |= {"discarded": layout.name(Card(*discarded)), "colour": layout.rules.names[rule]}
    if not layout.out["draws"]:
        return phrase("verdict-turn-both", **values)
    if layout.settings.draw != "over-palette":
        return phrase("verdict-turn-both-draws", **values)
    count = len(layout.palettes[me]) + 1
    return phrase("verdict-turn-both-draws-over", number=Card(*discarded).number, count=count, **values)


def _check_verdict(layout: Layout, comparison: Comparison, rule: str) -> Phrase:
    """Return the verdict with its reason; ``rule`` is the colour in force at the end of the turn."""
    me, verdict = layout.position["me"], layout.out["verdict"]
    if layout.position["move"][0] == "pass":
        # Only a seat after one that has gone out is winning before its turn.
        leading = "-leading" if comparison.winner == me else ""
        return phrase(f"verdict-{'pass-out' if verdict == 'out' else 'no-pass'}{leading}")
    if verdict == "allowed":
        return _allowed(layout, rule, reason(layout, rule, comparison, comparison.rival, "yours"))
    if verdict == "out":
        return _out(layout, comparison, reason(layout, rule, comparison, me, "rivals"))
    violation = _violation(layout)
    if violation.code == "discard-must-win":
        why = _under(layout, rule, reason(layout, rule, comparison, me, "rivals"))
        return phrase("verdict-not-allowed", reason=why)
    return phrase("verdict-not-allowed", reason=violation.reason)


def _out(layout: Layout, comparison: Comparison, why: Phrase) -> Phrase:
    """Explain why a play puts its seat out; with two rivals, which of them it beats."""
    winner, seats = comparison.winner, beaten(layout.rules, layout.position)
    if winner is None or len(layout.palettes) != 3 or len(seats) != 1:
        return phrase("verdict-out", reason=why)
    behind, ahead = _rival_number(layout, seats[0]), _rival_number(layout, winner)
    return phrase("verdict-out-beaten", beaten=behind, number=ahead, reason=why)


def _rival_number(layout: Layout, seat: int) -> int:
    """Return the number of a rival, counted clockwise from the seat that acts."""
    return int((seat - layout.position["me"]) % len(layout.palettes))


def _allowed(layout: Layout, rule: str, why: Phrase) -> Phrase:
    """Return the verdict on an allowed turn, with the subject of its lesson."""
    if layout.lesson == "check-play-overtakes":
        return phrase("verdict-all-stay", reason=why)
    if layout.lesson == "check-same-colour":
        colour, drawing = layout.rules.names[rule], _drawing(layout)
        if drawing is None:
            return phrase("verdict-same-colour", reason=why, colour=colour)
        return phrase("verdict-same-colour-drawing", reason=why, colour=colour, drawing=drawing)
    if layout.position["move"][2] is None:
        return phrase("verdict-allowed", reason=why)
    drawing, under = _drawing(layout), _under(layout, rule, why)
    if drawing is None:
        return phrase("verdict-allowed", reason=under)
    return phrase("verdict-allowed-drawing", drawing=drawing, reason=under)


def _under(layout: Layout, rule: str, why: Phrase) -> Phrase:
    """Put a reason after the colour that a discard has set."""
    return phrase("reason-under", colour=layout.rules.names[rule], reason=why)


def _drawing(layout: Layout) -> Phrase | None:
    """Explain why a card is drawn after an allowed discard, or why none is; None if the question does not arise."""
    discarded, draws = layout.position["move"][2], bool(layout.out["draws"])
    if discarded is None or layout.settings.draw == "never":
        return None
    if layout.settings.draw == "both":
        return phrase("drawing-both" if draws else "drawing-none")
    table, _ = final_table(layout.position)
    count, number = len(table[layout.position["me"]]), Card(*discarded).number
    return phrase("drawing-over" if draws else "drawing-not-over", number=number, count=count)


def _violation(layout: Layout) -> Violation:
    """Return the violation of the move. Raises PositionError if it is allowed."""
    rules, position = layout.rules, layout.position
    action = action_of(position["move"])
    violation = judge(rules, layout.palettes, position["me"], position["rule"], action).violation
    if violation is None:
        raise PositionError(f"the move {list(position['move'])} is recorded as not allowed, and it is allowed")
    return violation


def _seat_label(layout: Layout, seat: int) -> Phrase:
    if seat == layout.position["me"]:
        return phrase("row-you")
    rivals = [cards for other, cards in enumerate(layout.palettes) if cards and other != layout.position["me"]]
    return phrase("row-opponent", number=_rival_number(layout, seat)) if len(rivals) > 1 else phrase("row-rival")


def _place(seat: int, seats: int) -> Phrase:
    """Return the place of a palette: the rows lie side by side, in the order of the seats."""
    if seats == 2:
        return phrase("place-right" if seat else "place-left")
    return phrase("place", number=seat + 1)


def _rest_of_hand(position: Position) -> Palette:
    rest = [Card(*card) for card in position["hand"]]
    for card in position["move"][1:]:
        if card is not None:
            rest.remove(Card(*card))
    return tuple(rest)


def _counted(comparison: Comparison, seat: int) -> Counter[Card]:
    """Return the cards of a seat that count: its selection, or the strongest card if that decides without a fit."""
    selection, top = comparison.best[seat], comparison.tops[seat]
    if selection is not None:
        return Counter(selection.cards)
    return Counter([top]) if comparison.by == "strongest-card" and top else Counter()


def _note(rules: Rules, rule: str, selection: Best | None) -> Phrase | None:
    """Return the note of a palette: the arithmetic of a sum, else the number of cards."""
    if selection is None:
        return phrase("note-none")
    match rules.criteria[rule].is_:
        case "highest":
            return None
        case "sum":
            return arithmetic([card.number for card in selection.cards])
        case _:
            return phrase("note-cards", count=selection.size)


_KINDS: Mapping[str, Callable[[Layout], Tableau]] = {
    "winner": _winner,
    "opening": _opening,
    "round_score": score,
    "next_round": next_round,
    "may_move": _check,
}
