"""Worked examples and rule checks of red, laid out for a reader.

Every card of the position lies in one row. The palettes keep the order of the position, but that in a rule check the
seat that acts comes first, followed by what it plays, what it discards, and the rest of its hand. The badge is the
colour in force. The verdict says the answer; which cards count, and why somebody is winning, is taken from the rules at
the end of the turn.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Literal, TypeAlias

from pnp.games.core.answer import Answer, Position, PositionError
from pnp.games.core.lesson import Example
from pnp.games.core.score import Violation
from pnp.games.core.tableau import CardState, Mark, MiniCard, Row, Tableau, card_states, layout_of
from pnp.games.core.wording import added, equals
from pnp.games.red.rules.cards import Card, Palette
from pnp.games.red.rules.decisions import rules_of
from pnp.games.red.rules.positions import read_action
from pnp.games.red.rules.record import Best, Rules
from pnp.games.red.rules.scoring import round_score
from pnp.games.red.rules.turn import judge
from pnp.games.red.settings import RedSettings
from pnp.games.red.teaching.comparison import Comparison, compare, criterion_phrase, final_table, palettes_of
from pnp.model.text import Phrase, Text, phrase

Whose: TypeAlias = Literal["yours", "rivals"]
"""Who is ahead, as seen by the seat that acts."""


def explain(settings: RedSettings, example: Example) -> Tableau:
    """The tableau of an example. Raises PositionError for a kind that is never printed."""
    return layout_of(_KINDS, example.kind)(_Layout(settings, example))


class _Layout:
    """An example and what is needed to lay it out."""

    def __init__(self, settings: RedSettings, example: Example) -> None:
        self.settings = settings
        self.rules: Rules = rules_of(settings)
        self.letters: Mapping[str, Text] = {colour.id: colour.letter for colour in settings.colours}
        self.position: Position = example.position
        self.out: Answer = example.out
        self.lesson = example.lesson
        self.palettes = palettes_of(example.position)

    def cards(self, cards: Sequence[Card], counted: Counter[Card] | None) -> tuple[MiniCard, ...]:
        """Miniatures: plain without ``counted``, else counted as often as it says, in order, and dimmed."""
        return tuple(map(self._mini, cards, card_states(cards, counted)))

    def badge(self, colour: str) -> MiniCard:
        """The colour in force."""
        return MiniCard({"colour": colour}, (self.letters[colour],))

    def name(self, card: Card) -> Phrase:
        """A card as its miniature spells it."""
        return phrase("card-name", letter=self.letters[card.colour], number=card.number)

    def _mini(self, card: Card, state: CardState) -> MiniCard:
        fields = {"colour": card.colour, "number": card.number}
        return MiniCard(fields, (str(card.number), self.letters[card.colour]), state)


def _winner(layout: _Layout) -> Tableau:
    rules, rule, winner = layout.rules, layout.position["rule"], layout.out["winner"]
    found = compare(rules, layout.palettes, rule)
    rows = tuple(
        Row(
            layout.cards(palette, _counted(found, seat)),
            _place(seat, len(layout.palettes)),
            _note(rules, rule, found.best[seat]) if palette else phrase("note-out"),
            "winner" if seat == winner else None,
        )
        for seat, palette in enumerate(layout.palettes)
    )
    if winner is None:
        verdict = phrase("verdict-nobody", reason=_nobody(layout, found))
    else:
        place = _place(winner, len(layout.palettes))
        verdict = phrase(
            "verdict-winner",
            rule=criterion_phrase(rules.criteria[rule], "rule"),
            place=place,
            reason=_reason_with_sum(layout, found, winner),
        )
    mark: Mark | None = None if winner is None else "winner"
    return Tableau(_rule_heading(rules, rule), rows, verdict, mark, layout.badge(rule))


def _opening(layout: _Layout) -> Tableau:
    leader, first = layout.out["leader"], layout.out["first"]
    rows = tuple(
        Row(
            layout.cards(palette, None),
            _place(seat, len(layout.palettes)),
            mark="winner" if seat == leader else None,
        )
        for seat, palette in enumerate(layout.palettes)
    )
    names = {"first": layout.name(layout.palettes[first][0])}
    if leader is None:
        verdict = phrase("verdict-no-leader", **names)
    else:
        verdict = phrase("verdict-opening", leader=layout.name(layout.palettes[leader][0]), **names)
    return Tableau(phrase("heading-opening"), rows, verdict, None, layout.badge(layout.rules.opening_rule))


def _score(layout: _Layout) -> Tableau:
    rules, rule, seat = layout.rules, layout.position["rule"], layout.position["winner"]
    items = round_score(rules, layout.palettes[seat], rule).items
    counted = Counter(card for item in items for card in item.cards)
    numbers = [item.points for item in items]
    rows = tuple(
        Row(
            layout.cards(palette, counted if place == seat else Counter()),
            phrase("row-winner") if place == seat else _place(place, len(layout.palettes)),
            (_arithmetic(numbers) if items else phrase("note-none")) if place == seat else None,
        )
        for place, palette in enumerate(layout.palettes)
    )
    heading = phrase("heading-score", rule=_rule_heading(rules, rule))
    if items:
        verdict = phrase("verdict-score", points=layout.out["points"], terms=added(numbers))
    else:
        verdict = phrase("verdict-no-score")
    return Tableau(heading, rows, verdict, None, layout.badge(rule))


def _check(layout: _Layout) -> Tableau:
    rules, me = layout.rules, layout.position["me"]
    _, played, discarded = layout.position["move"]
    table, rule = final_table(layout.position)
    found = compare(rules, table, rule)
    counted = [_counted(found, seat) for seat in range(len(table))]
    seats = [
        Row(
            layout.cards(palette, counted[seat]),
            _seat_label(layout, seat),
            _note(rules, rule, found.best[seat]) if palette else phrase("note-out"),
            role="palette" if seat == me else "rival",
        )
        for seat, palette in enumerate(layout.palettes)
    ]
    rows = [seats[me]]
    if played is not None:
        rows.append(Row(layout.cards((Card(*played),), counted[me]), phrase("row-played"), role="played"))
    if discarded is not None:
        rows.append(Row(layout.cards((Card(*discarded),), None), phrase("row-discarded"), role="discarded"))
    rest = _rest_of_hand(layout.position)
    if rest:
        rows.append(Row(layout.cards(rest, None), phrase("row-hand"), role="hand"))
    rows += [row for seat, row in enumerate(seats) if seat != me]
    mark: Mark = layout.out["verdict"]
    badge = layout.badge(layout.position["rule"])
    return Tableau(_check_heading(layout), tuple(rows), _check_verdict(layout, found), mark, badge)


def _check_verdict(layout: _Layout, found: Comparison) -> Phrase:
    me, out = layout.position["me"], layout.out
    if out["verdict"] == "not-allowed":
        violation = _violation(layout)
        if violation.code != "discard-must-win":
            return phrase("verdict-not-allowed", reason=violation.reason)
        new = layout.rules.names[layout.position["move"][2][0]]
        why = phrase("reason-under", colour=new, reason=_reason(layout, found, me, whose="rivals"))
        return phrase("verdict-not-allowed", reason=why)
    if out["verdict"] == "out":
        did_nothing = layout.position["move"][0] == "pass"
        return phrase(
            "verdict-out", reason=phrase("reason-pass") if did_nothing else _reason(layout, found, me, whose="rivals")
        )
    reason = _reason(layout, found, found.rival, whose="yours")
    if layout.lesson == "check-play-overtakes":
        return phrase("verdict-all-stay", reason=reason)
    drawing = _drawing(layout)
    return (
        phrase("verdict-allowed", reason=reason)
        if drawing is None
        else phrase("verdict-allowed-drawing", drawing=drawing, reason=reason)
    )


def _drawing(layout: _Layout) -> Phrase | None:
    """Why a card is drawn after an allowed discard, or why none is; None where the question does not come up."""
    discarded, draws = layout.position["move"][2], bool(layout.out["draws"])
    if discarded is None or layout.settings.draw == "never":
        return None
    if layout.settings.draw == "both":
        return phrase("drawing-both") if draws else phrase("drawing-none")
    table, _ = final_table(layout.position)
    count = len(table[layout.position["me"]])
    return phrase("drawing-over" if draws else "drawing-not-over", number=Card(*discarded).number, count=count)


def _violation(layout: _Layout) -> Violation:
    """The engine's reason why the move is not allowed."""
    rules, position = layout.rules, layout.position
    action = read_action(rules, position, tuple(Card(*card) for card in position["hand"]))
    found = judge(rules, layout.palettes, position["me"], position["rule"], action).violation
    if found is None:
        raise PositionError(f"the move {list(position['move'])} is recorded as not allowed, and it is allowed")
    return found


def _check_heading(layout: _Layout) -> Phrase:
    names, rule = layout.rules.names, layout.position["rule"]
    do, _, discarded = layout.position["move"]
    if discarded is None:
        return phrase(f"heading-{do}", rule=names[rule])
    return phrase(f"heading-{do}", rule=names[rule], new=names[discarded[0]])


def _seat_label(layout: _Layout, seat: int) -> Phrase:
    if seat == layout.position["me"]:
        return phrase("row-you")
    return phrase("row-rival") if len(layout.palettes) == 2 else _place(seat, len(layout.palettes))


def _place(seat: int, seats: int) -> Phrase:
    """Where a palette lies: the rows are laid side by side, in the order of the seats."""
    if seats == 2:
        return phrase("place-right" if seat else "place-left")
    return phrase("place", number=seat + 1)


def _rest_of_hand(position: Position) -> Palette:
    left = [Card(*card) for card in position["hand"]]
    for card in position["move"][1:]:
        if card is not None:
            left.remove(Card(*card))
    return tuple(left)


def _counted(found: Comparison, seat: int) -> Counter[Card]:
    """The cards of a seat that count: its selection, or its strongest card where that decides without a fit."""
    one, top = found.best[seat], found.tops[seat]
    if one is not None:
        return Counter(one.cards)
    return Counter([top]) if found.by == "strongest-card" and top else Counter()


def _rule_heading(rules: Rules, rule: str) -> Phrase:
    return phrase("heading-rule-colour", colour=rules.names[rule], criterion=criterion_phrase(rules.criteria[rule]))


def _note(rules: Rules, rule: str, found: Best | None) -> Phrase | None:
    """What a palette offers: the arithmetic of a sum, else how many cards."""
    if found is None:
        return phrase("note-none")
    match rules.criteria[rule].is_:
        case "highest":
            return None
        case "sum":
            return _arithmetic([card.number for card in found.cards])
        case _:
            return phrase("note-one") if found.size == 1 else phrase("note-cards", count=found.size)


def _arithmetic(numbers: Sequence[int]) -> Phrase:
    """``4 + 2 + 1 = 7``, the total taken from the numbers."""
    return equals(numbers, sum(numbers))


def _reason(layout: _Layout, found: Comparison, loser: int | None, *, whose: Whose | None = None) -> Phrase:
    """What decides between the seat that is winning and ``loser``. ``whose`` words it for the seat that acts, and
    leaves out equal counts."""
    ahead = found.winner
    if ahead is None or loser is None:
        return _nobody(layout, found)
    won, lost, top, other = found.best[ahead], found.best[loser], found.tops[ahead], found.tops[loser]
    suffix = f"-{whose}" if whose else ""
    if won is None and top is not None:
        return phrase("reason-strongest-card", card=layout.name(top))
    if won is None or top is None or lost is None or other is None:
        count = 1 if won is None else won.size
        return phrase(f"reason-only-one{suffix}") if count == 1 else phrase(f"reason-only{suffix}", count=count)
    if won.size > lost.size:
        return phrase(f"reason-count{suffix}", more=won.size, fewer=lost.size)
    alone = "-one" if won.size == 1 and not whose else ""
    if top.number != other.number:
        return phrase(f"reason-number{alone}{suffix}", count=won.size, high=top.number, low=other.number)
    return phrase(f"reason-colour{alone}{suffix}", count=won.size, stronger=layout.name(top), weaker=layout.name(other))


def _nobody(layout: _Layout, found: Comparison) -> Phrase:
    """Why nobody is winning."""
    rule = final_table(layout.position)[1] if "move" in layout.position else layout.position["rule"]
    criterion = layout.rules.criteria[rule]
    if found.by == "nobody" and criterion.is_ == "sum" and criterion.of is not None:
        return phrase("reason-nobody-sum", of=criterion.of)
    return phrase(f"reason-{found.by}")


def _reason_with_sum(layout: _Layout, found: Comparison, winner: int) -> Phrase:
    """What decides, after the arithmetic of the winner where a sum is asked for: small cards print no notes."""
    reason, best, rule = _reason(layout, found, found.rival), found.best[winner], layout.position["rule"]
    if best is None or layout.rules.criteria[rule].is_ != "sum":
        return reason
    return phrase("reason-sum", sum=_arithmetic([card.number for card in best.cards]), reason=reason)


_KINDS: Mapping[str, Callable[[_Layout], Tableau]] = {
    "winner": _winner,
    "opening": _opening,
    "round_score": _score,
    "may_move": _check,
}
