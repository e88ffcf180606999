"""Tableaux of the worked examples and rule checks of kasane.

Stacks are printed from the bottom to the top: the field, the hand, and beside the hand the card just taken. A +1 just
taken is beside the field, where it goes. Cards that a row does not use are dimmed. A row laid in another order than its
cards lie in is printed again, as laid. The slots of a yaku come first if a token is on one of them: a covered slot is
dimmed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container, Iterator, Mapping, Sequence

from pnp.games.core.answer import Answer, Position, PositionError
from pnp.games.core.lesson import Example
from pnp.games.core.tableau import CardState, Mark, MiniCard, Row, Tableau, layout_of
from pnp.games.core.wording import seat_name
from pnp.games.kasane.rules.achieving import Achieved, Attempt, View, achievable, row_of, take_violation, violation
from pnp.games.kasane.rules.cards import PLUS_ONE, Card, Cards, card_as_json, named_card, printed_plus_one
from pnp.games.kasane.rules.decisions import rules_of
from pnp.games.kasane.rules.first_turns import FirstTurn, PlayedTurn, play_turns, read_first_turns
from pnp.games.kasane.rules.positions import read_turn
from pnp.games.kasane.rules.record import Rules, Table, Tokens, Yaku, fits, within_bounds
from pnp.games.kasane.settings import Condition, KasaneSettings
from pnp.games.kasane.teaching.building import cards_of, has_gap
from pnp.model.text import Phrase, phrase

# Phrases on rows and conditions


def points_phrase(points: int) -> Phrase:
    """Return a number of points with its word."""
    return phrase("count-points", count=points)


def cards_phrase(cards: int) -> Phrase:
    """Return a number of cards with its word."""
    return phrase("count-cards", count=cards)


def listed(rules: Rules, row: Cards) -> Phrase:
    """Return the cards of a row, in the order laid."""
    return phrase("cards-listed", cards=tuple(named_card(card, rules.plus_one_points) for card in row))


def as_read(rules: Rules, condition: Condition, row: Cards) -> Phrase:
    """Return the same, with plus signs if the condition adds the cards up."""
    return phrase("cards-added", cards=row) if condition.is_ == "sum" else listed(rules, row)


def meets(rules: Rules, condition: Condition, row: Cards) -> Phrase:
    """Return the reason why ``row`` meets ``condition``, and what that leaves free."""
    match condition.is_:
        case _ if len(row) == 1:
            return phrase("meets-single")
        case "sum":
            return phrase("meets-sum", cards=row, sum=sum(row))
        case "monotone":
            direction = "rising" if row[0] < row[-1] else "falling"
            return phrase(f"meets-{direction}-gaps" if has_gap(rules, row) else f"meets-{direction}")
        case "odd" | "even" if len(set(row)) < len(row):
            return phrase(f"meets-{condition.is_}-repeats")
        case _:
            return phrase(f"meets-{condition.is_}")


def misses(condition: Condition, row: Cards) -> Phrase:
    """Return the reason why ``row`` does not meet ``condition``."""
    match condition.is_:
        case "sum":
            return phrase("misses-sum", cards=row, sum=sum(row), of=condition.of or 0)
        case "set":
            wanted, present = Counter(condition.numbers), Counter(row)
            missing, extra = (tuple(sorted(rest.elements())) for rest in (wanted - present, present - wanted))
            return phrase("misses-set" if missing else "misses-set-more", numbers=missing or extra)
        case "monotone" if not within_bounds(condition, row):
            return phrase("misses-bounds", fewest=condition.from_ or 0, most=condition.to or 0)
        case "monotone":
            repeated = [number for number in dict.fromkeys(row) if row.count(number) > 1]
            return phrase("misses-repeat", number=repeated[0]) if repeated else phrase("misses-turn")
        case _:
            return phrase(f"misses-{condition.is_}")


# Miniatures: kimono cards and +1, slots of a yaku, figures


def mini(rules: Rules, card: Card, state: CardState = "plain") -> MiniCard:
    """Return the miniature of a card; a +1 prints the points that it scores."""
    printed = printed_plus_one(rules.plus_one_points) if card == PLUS_ONE else str(card)
    return MiniCard({"number": card_as_json(card)}, (printed,), state)


def minis(
    rules: Rules, cards: Sequence[Card], used: Container[int] | None = None, start: int = 0
) -> tuple[MiniCard, ...]:
    """Return the miniatures of cards in their order.

    Without ``used`` they are plain. Else those at the offsets ``used`` are counted and the others dimmed. The first of
    ``cards`` is at offset ``start``.
    """
    if used is None:
        return tuple(mini(rules, card) for card in cards)
    return tuple(
        mini(rules, card, "counted" if offset in used else "dimmed") for offset, card in enumerate(cards, start)
    )


def slots(yaku: Yaku, tokens: Tokens) -> tuple[MiniCard, ...]:
    """Return the slots of a yaku, each with its number of cards and its points; those with a token are dimmed."""
    return tuple(
        MiniCard(
            {"slot": size, "covered": nth < tokens.get((yaku.id, size), 0)},
            (str(size), str(points)),
            "dimmed" if nth < tokens.get((yaku.id, size), 0) else "plain",
        )
        for size, all_points in yaku.slots.items()
        for nth, points in enumerate(all_points)
    )


def badge(yaku: Yaku, size: int) -> MiniCard:
    """Return the badge of a yaku with a number of cards."""
    return MiniCard({"yaku": yaku.id}, (str(size),))


def figure(number: int) -> MiniCard:
    """Return the miniature of a number."""
    return MiniCard({"figure": number}, (str(number),))


def laid(cards: int) -> MiniCard:
    """Return the miniature of a number of cards laid."""
    return MiniCard({"laid": cards}, (str(cards),))


def empty() -> MiniCard:
    """Return the placeholder of a card if none is left."""
    return MiniCard({"empty": True}, ())


# Rule checks: the rows of a move, and the reason for the verdict


def may_take(rules: Rules, position: Position, out: Answer) -> Tableau:
    """Return the tableau of taking a card: the rows of the display, with the wanted card set apart."""
    stacks = [cards_of(row) for row in position["rows"]]
    row, card = position["row"], position["card"]
    rows = tuple(
        Row(
            minis(rules, cards, {card} if index == row else ()) if cards else (empty(),),
            phrase("row-display", number=index + 1),
            role="row",
            titled=True,
        )
        for index, cards in enumerate(stacks)
    )
    heading = phrase("heading-take", number=row + 1)
    refusal = take_violation(rules, stacks, row, card)
    if (refusal is None) != (out["verdict"] == "allowed"):
        raise PositionError(f"taking a card is recorded as {out['verdict']}, and it is not")
    if refusal is None:
        verdict = phrase("verdict-take", card=named_card(stacks[row][card], rules.plus_one_points))
        return Tableau(heading, rows, verdict, "allowed")
    return Tableau(heading, rows, phrase("verdict-not-allowed", reason=refusal.reason), "not-allowed")


def may_achieve(rules: Rules, position: Position, out: Answer) -> Tableau:
    """Return the tableau of a yaku: field, hand and the card just taken; cards that the row does not use are dimmed."""
    view, attempt = read_turn(rules, position)
    yaku = rules.yaku[attempt.yaku]
    yaku_badge, heading = badge(yaku, len(attempt.row)), phrase("heading-achieve", yaku=yaku.name)
    rows = _rows(rules, view, attempt)
    if out["verdict"] != "allowed":
        return Tableau(heading, rows, _refusal(rules, view, attempt), "not-allowed", yaku_badge)
    reason = _allowed_reason(rules, view, attempt)
    cards = listed(rules, row_of(view, attempt))
    verdict = phrase("verdict-achieved", cards=cards, yaku=yaku.name, points=points_phrase(out["points"]), why=reason)
    return Tableau(heading, rows, verdict, "allowed", yaku_badge)


def _rows(rules: Rules, view: View, attempt: Attempt) -> tuple[Row, ...]:
    used = {place: {card.offset for card in attempt.row if card.place == place} for place in ("hand", "field")}
    rows = [*_slots(rules, view, attempt)]
    # The card taken is a row of its own, unless a yaku of this turn has been laid since; a +1 is on the field.
    plus_one, done = view.took == PLUS_ONE, view.done > 0
    plus_one_apart = plus_one and not done
    lower_field = view.field[:-1] if plus_one_apart else view.field
    if lower_field:
        title = phrase("row-field-laid" if done else "row-field")
        rows.append(Row(minis(rules, lower_field, used["field"]), title, role="field", titled=True))
    if plus_one_apart:
        rows.append(Row(minis(rules, (PLUS_ONE,)), phrase("row-taken"), role="taken", titled=True))
    rest_of_hand = view.hand if plus_one or done else view.hand[:-1]
    if rest_of_hand:
        rows.append(Row(minis(rules, rest_of_hand, used["hand"]), phrase("row-hand"), role="hand", titled=True))
    if not plus_one and not done:
        top_of_hand = minis(rules, view.hand[-1:], used["hand"], len(view.hand) - 1)
        rows.append(Row(top_of_hand, phrase("row-taken"), role="taken", titled=True))
    if list(attempt.row) != sorted(attempt.row):
        rows.append(Row(minis(rules, row_of(view, attempt)), phrase("row-laid"), role="laid", titled=True))
    return tuple(rows)


def _slots(rules: Rules, view: View, attempt: Attempt) -> Iterator[Row]:
    """Yield the slots of the yaku if there are tokens on them."""
    yaku = rules.yaku[attempt.yaku]
    tokens = {slot: count for slot, count in view.tokens.items() if slot[0] == yaku.id}
    if any(tokens.values()):
        yield Row(slots(yaku, tokens), phrase("row-slots"), role="slots")


def _allowed_reason(rules: Rules, view: View, attempt: Attempt) -> Phrase:
    """Return the reason for an allowed yaku that a reader may doubt: the field, tokens, else the row and the rest."""
    yaku, row, size = rules.yaku[attempt.yaku], row_of(view, attempt), len(attempt.row)
    if attempt.row[0].place == "field":
        return phrase("why-field", card=row[0], cards=cards_phrase(size))
    if view.field and view.field[-1] == PLUS_ONE:
        return phrase("why-plus", plus=named_card(PLUS_ONE, rules.plus_one_points))
    if view.field and rules.field_cards:
        return _why_declined(rules, yaku, row, view.field[-1])
    covered = view.tokens.get((yaku.id, size), 0)
    if covered:
        return phrase("why-slot", cards=cards_phrase(size), covered=covered)
    if any(view.tokens.get((yaku.id, other), 0) for other in yaku.slots):
        return phrase("why-size", cards=cards_phrase(size))
    laid = {card.offset for card in attempt.row}
    left = tuple(card for offset, card in enumerate(view.hand) if offset not in laid)
    how = meets(rules, yaku.condition, row)
    return phrase("why-left", how=how, left=left) if left else how


def _why_declined(rules: Rules, yaku: Yaku, row: Cards, top: Card) -> Phrase:
    """Return the reason for a row that leaves out the top of the field, and what comes of beginning with it."""
    other = (top, *row[1:])
    if len(row) > 1 and fits(rules, yaku.condition, other):
        return phrase("why-declined-less", card=top, cards=as_read(rules, yaku.condition, other))
    return phrase("why-declined", card=top)


def _refusal(rules: Rules, view: View, attempt: Attempt) -> Phrase:
    """Return the engine's reason why the row is refused, in a sentence. Raises PositionError if it is allowed."""
    refusal = violation(rules, view, attempt)
    if refusal is None:
        raise PositionError("a yaku is recorded as not allowed, and it may be achieved")
    yaku, row = rules.yaku[attempt.yaku], row_of(view, attempt)
    if refusal.code == "condition":
        cause = misses(yaku.condition, row)
        reason = phrase("violation-row", cards=listed(rules, row), yaku=yaku.name, how=cause)
        return phrase("verdict-not-allowed", reason=reason)
    reason = refusal.reason
    if refusal.code == "one-yaku":
        first = _earlier_yaku(rules, view)
        cards = as_read(rules, yaku.condition, row)
        if first is not None:
            earlier, laid = first
            reason = phrase(
                "violation-one-yaku-after",
                cards=cards,
                yaku=yaku.name,
                first=earlier.name,
                laid=as_read(rules, earlier.condition, laid),
            )
    if refusal.code in ("skips-taken", "no-yaku-after-plus-one"):
        reason = _too_late(rules, view, attempt, refusal.code) or reason
    return phrase("verdict-not-allowed", reason=reason)


def _too_late(rules: Rules, view: View, attempt: Attempt, code: str) -> Phrase | None:
    """Return the reason for a row that could have been laid the turn before, before a card was taken; else None."""
    after_plus_one = view.took == PLUS_ONE
    hand, field = (view.hand, view.field[:-1]) if after_plus_one else (view.hand[:-1], view.field)
    yaku, row = rules.yaku[attempt.yaku], row_of(view, attempt)
    ways = achievable(rules, hand, field, view.tokens, view.own)
    if field or not any((way.yaku, way.row, way.uses_field) == (yaku.id, row, False) for way in ways):
        return None
    cards, last = as_read(rules, yaku.condition, row), card_as_json(row[-1])
    if after_plus_one:
        return phrase(
            f"violation-{code}-late", plus=named_card(PLUS_ONE, rules.plus_one_points), cards=cards, last=last
        )
    return phrase(f"violation-{code}-late", cards=cards, last=last, number=card_as_json(view.took))


def _earlier_yaku(rules: Rules, view: View) -> tuple[Yaku, Cards] | None:
    """Return the yaku that this turn has laid, and its cards: they are on top of the field."""
    for yaku, size in view.own:
        if fits(rules, rules.yaku[yaku].condition, view.field[-size:]):
            return rules.yaku[yaku], view.field[-size:]
    return None


def explain(settings: KasaneSettings, example: Example) -> Tableau:
    """Return the tableau of an example. Raises PositionError for a kind that is never printed."""
    return layout_of(_KINDS, example.kind)(rules_of(settings), example.position, example.out)


def _fits(rules: Rules, position: Position, out: Answer) -> Tableau:
    yaku, row = rules.yaku[position["yaku"]], cards_of(position["row"])
    how = meets(rules, yaku.condition, row) if out["ok"] else misses(yaku.condition, row)
    key = "verdict-row" if out["ok"] else "verdict-row-not"
    verdict = phrase(key, cards=listed(rules, row), yaku=yaku.name, how=how)
    rows = (Row(minis(rules, row), phrase("row-row"), role="laid"),)
    mark: Mark = "allowed" if out["ok"] else "not-allowed"
    return Tableau(phrase("heading-row", yaku=yaku.name), rows, verdict, mark, badge(yaku, len(row)))


def _best_yaku(rules: Rules, position: Position, out: Answer) -> Tableau:
    hand, field = cards_of(position["hand"]), cards_of(position["field"])
    tokens = {(yaku, size): count for yaku, size, count in position["taken"]}
    ways = achievable(rules, hand, field, tokens, tokens)
    best = next((way for way in ways if way.points == out["points"]), None)
    if best is None:
        raise PositionError(f"the record has a yaku of {out['points']} points, and no yaku gives that here")
    from_hand = len(best.row) - best.uses_field
    rows = [
        Row(
            minis(rules, field, {len(field) - 1} if best.uses_field else ()),
            phrase("row-field"),
            role="field",
            titled=True,
        )
    ]
    used = range(len(hand) - from_hand, len(hand))
    rows.append(Row(minis(rules, hand[:-1], used), phrase("row-hand"), role="hand", titled=True))
    rows.append(Row(minis(rules, hand[-1:], used, len(hand) - 1), phrase("row-taken"), role="taken", titled=True))
    weaker = [way for way in ways if way.points < best.points]
    second = max(weaker, key=lambda way: (way.yaku != best.yaku, way.points), default=None)
    verdict = _best(rules, best, field)
    if second is not None:
        verdict = phrase("two-sentences", first=verdict, second=_second(rules, second))
    shown_rows = tuple(row for row in rows if row.cards)
    kind = "heading-best-field" if best.uses_field else "heading-best-plain"
    alone = "heading-best" if second is not None else kind
    heading = phrase("heading-best-declined" if _declines(rules, best, field) else alone)
    return Tableau(heading, shown_rows, verdict, None, badge(rules.yaku[best.yaku], best.size))


def _best(rules: Rules, best: Achieved, field: Cards) -> Phrase:
    """Return the yaku achieved, and the part of the field in it."""
    yaku = rules.yaku[best.yaku]
    cards, points = as_read(rules, yaku.condition, best.row), points_phrase(best.points)
    if best.uses_field:
        return phrase("best-field", cards=cards, yaku=yaku.name, points=points, card=best.row[0])
    key = "best-declined" if _declines(rules, best, field) else "best-hand"
    return phrase(key, cards=cards, yaku=yaku.name, points=points)


def _declines(rules: Rules, best: Achieved, field: Cards) -> bool:
    """Return whether the top of the field might begin a yaku, and does not."""
    return not best.uses_field and rules.field_cards > 0 and bool(field) and field[-1] != PLUS_ONE


def _second(rules: Rules, second: Achieved) -> Phrase:
    """Return another yaku that could be achieved, for fewer points; a card of the field stands apart."""
    yaku, row = rules.yaku[second.yaku], second.row
    cards = as_read(rules, yaku.condition, row)
    if second.uses_field:
        *in_hand, taken = row[1:]
        values = {"card": row[0], "taken": taken}
        cards = phrase("less-row", hand=tuple(in_hand), **values) if in_hand else phrase("less-pair", **values)
    return phrase("best-less", cards=cards, yaku=yaku.name, less=second.points, worth=points_phrase(second.points))


def _acquire(rules: Rules, position: Position, out: Answer) -> Tableau:
    hand, field = cards_of(position["hand"]), cards_of(position["field"])
    card = cards_of([position["card"]])
    on_field = Row(minis(rules, field, ()), phrase("row-field"), role="field", titled=True)
    in_hand = Row(minis(rules, hand, ()), phrase("row-hand"), role="hand", titled=True)
    taken = Row(minis(rules, card), phrase("row-taken"), role="taken", titled=True)
    if card == (PLUS_ONE,):
        rows = (on_field, taken, in_hand)
        key = "verdict-plus-one-yaku" if out["may_achieve"] else "verdict-plus-one"
        points = rules.plus_one_points
        plus = named_card(PLUS_ONE, points)
        verdict = phrase(key, plus=plus, points=points_phrase(points), count=points)
        heading = phrase("heading-acquire-plus", plus=plus)
    else:
        rows = (on_field, in_hand, taken)
        verdict = phrase("verdict-onto-hand", card=card[0])
        heading = phrase("heading-acquire")
    return Tableau(heading, tuple(row for row in rows if row.cards), verdict)


def _first_turns(rules: Rules, position: Position, out: Answer) -> Tableau:
    """Return the tableau of a turn: the tops of the rows with the card taken, the hand, and the field after a yaku or a
    +1.

    Raises PositionError for a yaku that is refused.
    """
    table, turns, number = read_first_turns(rules, position)
    turn, all_played = turns[number], play_turns(rules, turns, rules.opening[table.players])
    played = all_played[number]
    if played.refusal:
        raise PositionError(
            f"a first turn that is laid out makes its yaku, and this one is refused: {played.refusal.code}"
        )
    view, attempt = played.view, played.attempt
    laid = () if attempt is None else attempt.row
    in_hand = {card.offset for card in laid if card.place == "hand"}
    rows = [Row(minis(rules, turn.tops, {turn.row}), phrase("row-tops"), role="tops", titled=True)]
    if view.hand:
        rows.append(
            Row(minis(rules, view.hand, in_hand if laid else None), phrase("row-hand"), role="hand", titled=True)
        )
    if laid or view.took == PLUS_ONE:
        used = range(len(played.field) - max(1, len(laid)), len(played.field))
        rows.append(Row(minis(rules, played.field, used), phrase("row-field"), role="laid", titled=True))
    return Tableau(_first_heading(table, number), tuple(rows), _first_turn(rules, table, turns, all_played, number))


def _first_heading(table: Table, number: int) -> Phrase:
    """Return the heading of the turn at a place, counted from 0: one that opens a round says where the seat is in it.

    The first seat of a round is the next in order each time.
    """
    round_, turn_of_round = divmod(number, table.per_row - 1)
    if round_ == 0 or turn_of_round > 0:
        return phrase("heading-first", number=number + 1)
    is_last = -round_ % table.players == table.players - 1
    return phrase("heading-first-last" if is_last else "heading-first-round", number=number + 1, round=round_ + 1)


def _first_turn(
    rules: Rules, table: Table, turns: Sequence[FirstTurn], all_played: Sequence[PlayedTurn], number: int
) -> Phrase:
    """Return what happens in a turn, and why: a yaku that the seat hopes for, or no other card that makes one."""
    turn, played = turns[number], all_played[number]
    view, attempt, card = played.view, played.attempt, card_as_json(played.view.took)
    before = all_played[number - 1] if number else None
    hand, field = (before.hand, before.field) if before else ((), ())
    others = (top for place, top in enumerate(turn.tops) if place != turn.row and top != PLUS_ONE)
    only = not any(achievable(rules, (*hand, top), field, view.tokens, view.own) for top in others)
    if view.took == PLUS_ONE:
        return _first_plus_one(rules, only=only)
    if attempt is None:
        return _first_card(rules, table, turns, all_played, number)
    yaku, row = rules.yaku[attempt.yaku], row_of(view, attempt)
    cards, points = as_read(rules, yaku.condition, row), points_phrase(played.points)
    if attempt.row[0].place == "field":
        key = "verdict-first-field-only" if only else "verdict-first-field"
        return phrase(key, card=card, cards=cards, yaku=yaku.name, top=row[0], points=points)
    return phrase("verdict-first-yaku", card=card, cards=cards, yaku=yaku.name, points=points)


def _first_plus_one(rules: Rules, *, only: bool) -> Phrase:
    """Return a +1 taken, because no other card makes a yaku if ``only``, and what it does to the field."""
    points = rules.plus_one_points
    taken = phrase(
        "verdict-first-plus-only" if only else "verdict-first-plus",
        plus=named_card(PLUS_ONE, points),
        points=points_phrase(points),
        count=points,
    )
    return phrase("two-sentences", first=taken, second=phrase("first-plus-closes")) if rules.field_cards else taken


def _first_card(
    rules: Rules, table: Table, turns: Sequence[FirstTurn], all_played: Sequence[PlayedTurn], number: int
) -> Phrase:
    """Return a card taken into the hand, and the yaku that the whole hand becomes in a later turn."""
    view = all_played[number].view
    card, first = card_as_json(view.took), len(view.hand) == 1
    later = next((place for place in range(number + 1, len(turns)) if turns[place].wish), None)
    if later is not None:
        wish, played = turns[later].wish, all_played[later]
        whole = wish is not None and not wish.field and wish.hand == len(view.hand) + later - number
        if wish is not None and whole and played.refusal is None and not played.hand:
            yaku = rules.yaku[wish.yaku].name
            if first and later < table.per_row - 1:
                # In one round the cards of later turns lie under the tops of this one, where they can be seen.
                rest = tuple(card_as_json(turn.taken) for turn in turns[number + 1 : later + 1])
                return phrase("verdict-first-see", card=card, yaku=yaku, rest=rest)
            if first:
                return phrase("verdict-first-aim", card=card, yaku=yaku)
            if later == number + 1:
                return _first_next(rules, table, view, rules.yaku[wish.yaku])
    return phrase("verdict-first-card" if first else "verdict-first-onto", card=card)


def _first_next(rules: Rules, table: Table, view: View, goal: Yaku) -> Phrase:
    """Return a card taken into a hand that one card more completes: which ones, for ``goal`` and for other yaku."""
    named: set[Card] = set()
    nexts: list[tuple[Yaku, Phrase | int]] = []
    for yaku in (goal, *(other for other in rules.yaku.values() if other != goal)):
        numbers = tuple(number for number in _completing(rules, table, view, yaku) if number not in named)
        if numbers:
            named |= set(numbers)
            nexts.append((yaku, _numbers_or(numbers)))
    card, (first, *others) = card_as_json(view.took), nexts
    said = {"card": card, "yaku": first[0].name, "next": first[1]}
    if not others:
        return phrase("verdict-first-next", **said)
    more = tuple(phrase("next-other", yaku=yaku.name, next=numbers) for yaku, numbers in others)
    return phrase("verdict-first-next-also", **said, others=more)


def _completing(rules: Rules, table: Table, view: View, yaku: Yaku) -> tuple[int, ...]:
    """Return the numbers that make the whole hand ``yaku``, of cards that the deck still has."""
    return tuple(
        number
        for number in rules.numbers
        if view.hand.count(number) < table.deck[number]
        and any(
            (way.yaku, way.row) == (yaku.id, (*view.hand, number))
            for way in achievable(rules, (*view.hand, number), (), view.tokens, view.own)
        )
    )


def _numbers_or(numbers: tuple[int, ...]) -> Phrase | int:
    return numbers[0] if len(numbers) == 1 else phrase("numbers-or", numbers=numbers[:-1], last=numbers[-1])


def _final_score(rules: Rules, position: Position, out: Answer) -> Tableau:
    field, hand = cards_of(position["field"]), cards_of(position["hand"])
    rows = (
        Row(minis(rules, field), phrase("row-field"), role="field", titled=True),
        Row(minis(rules, hand, ()), phrase("row-left"), role="hand", titled=True),
    )
    points, total = position["points"], out["total"]
    if rules.reaches_bonus(rules, out["cards"]):
        bonus = _bonus(out["cards"], out["colours"], out["bonus"], out["all_laid"])
        sum_ = phrase("final-sum", points=points, before=points_phrase(points), total=points_phrase(total))
    else:
        bonus = phrase("verdict-no-bonus", cards=cards_phrase(out["cards"]), fewest=rules.bonus_from)
        sum_ = phrase("final-stays", total=points_phrase(total))
    verdict = phrase("two-sentences", first=bonus, second=sum_)
    return Tableau(phrase("heading-final"), tuple(row for row in rows if row.cards), verdict)


def _bonus(cards: int, colours: int, points: int, all_laid: int) -> Phrase:
    """Return the bonus of a field of enough cards."""
    laid_count, colour_count = cards_phrase(cards), phrase("count-colours", count=colours)
    if all_laid:
        return phrase(
            "verdict-bonus-all",
            cards=laid_count,
            colours=colour_count,
            points=points,
            more=all_laid,
            sum=points + all_laid,
        )
    return phrase("verdict-bonus", cards=laid_count, colours=colour_count, points=points)


def _final_bonus(rules: Rules, position: Position, out: Answer) -> Tableau:
    field = cards_of(position["field"])
    cards, colours = rules.laid(field), rules.colours_of(field, ())
    if rules.reaches_bonus(rules, cards):
        colour_bonus = rules.colour_points(rules, colours)
        all_laid = out["bonus"] - colour_bonus
        verdict = _bonus(cards, colours, colour_bonus, all_laid)
        key = "heading-bonus-all" if all_laid else "heading-bonus" if colour_bonus else "heading-bonus-none"
    else:
        verdict = phrase("verdict-no-bonus", cards=cards_phrase(cards), fewest=rules.bonus_from)
        key = "heading-bonus-few"
    rows = (Row(minis(rules, field), phrase("row-field"), role="field", titled=True),)
    return Tableau(phrase(key), rows, verdict)


def _winners(rules: Rules, position: Position, out: Answer) -> Tableau:
    results, winners = position["players"], out["winners"]
    rows = tuple(
        Row(
            (figure(points), laid(cards)),
            phrase("row-seat", seat=seat_name(seat)),
            mark="winner" if seat in winners else None,
            role="result",
            titled=True,
        )
        for seat, (points, cards) in enumerate(results)
    )
    points, cards = results[winners[0]]
    tied = tuple(seat_name(seat) for seat, (other, _) in enumerate(results) if other == points)
    key = "verdict-shared" if len(winners) > 1 else "verdict-more-cards" if len(tied) > 1 else "verdict-most-points"
    values = {"points": points_phrase(points), "cards": cards_phrase(cards)}
    verdict = phrase(key, seats=tuple(map(seat_name, winners)), tied=tied, **values)
    return Tableau(phrase("heading-winners"), rows, verdict, "winner")


_KINDS: Mapping[str, Callable[[Rules, Position, Answer], Tableau]] = {
    "fits": _fits,
    "best_yaku": _best_yaku,
    "acquire": _acquire,
    "first_turns": _first_turns,
    "may_take": may_take,
    "may_achieve": may_achieve,
    "final_score": _final_score,
    "final_bonus": _final_bonus,
    "winners": _winners,
}
