"""Rule checks of kasane: the rows of a move, and why it is allowed or not."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.games.core.answer import Answer, Position, PositionError
from pnp.games.core.tableau import Row, Tableau
from pnp.games.kasane.rules.achieving import View, violation
from pnp.games.kasane.rules.cards import PLUS_ONE
from pnp.games.kasane.rules.positions import read_attempt, read_view
from pnp.games.kasane.rules.record import Rules, fits
from pnp.games.kasane.rules.taking import take_violation
from pnp.games.kasane.teaching.building import cards_of
from pnp.games.kasane.teaching.explain_rows import misses
from pnp.games.kasane.teaching.minis import badge, empty, minis, slots
from pnp.model.text import Phrase, phrase


def points_phrase(points: int) -> Phrase:
    """Points with their word."""
    return phrase("count-points-one") if points == 1 else phrase("count-points", count=points)


def may_take(rules: Rules, position: Position, out: Answer) -> Tableau:
    """The rows of the display; the card that is wanted stands out."""
    stacks = [cards_of(row) for row in position["rows"]]
    row, card = position["row"], position["card"]
    rows = tuple(
        Row(
            minis(cards, {card} if at == row else ()) if cards else (empty(),),
            phrase("row-display", number=at + 1),
            role="row",
        )
        for at, cards in enumerate(stacks)
    )
    heading = phrase("heading-take", number=row + 1)
    if out["verdict"] == "allowed":
        verdict = phrase("verdict-take", card=str(out["hand_card"]))
        return Tableau(heading, rows, verdict, "allowed")
    found = take_violation(rules, stacks, row, card)
    if found is None:
        raise PositionError("a card is recorded as not allowed, and it may be taken")
    return Tableau(heading, rows, phrase("verdict-not-allowed", reason=found.reason), "not-allowed")


def may_achieve(rules: Rules, position: Position, out: Answer) -> Tableau:
    """Field, hand and the card just taken; what the row does not use is dimmed."""
    yaku = rules.yaku[position["move"]["yaku"]]
    size = len(position["move"]["row"])
    heading = phrase("heading-achieve", yaku=yaku.name)
    rows = _rows(rules, position)
    if out["verdict"] != "allowed":
        verdict = phrase("verdict-refused", yaku=yaku.name, reason=_reason(rules, position))
        return Tableau(heading, rows, verdict, "not-allowed", badge(yaku, size))
    verdict = phrase("verdict-achieved", yaku=yaku.name, count=size, points=points_phrase(out["points"]))
    return Tableau(heading, rows, verdict, "allowed", badge(yaku, size))


def _rows(rules: Rules, position: Position) -> tuple[Row, ...]:
    hand, field = cards_of(position["hand"]), cards_of(position["field"])
    spots = [(place, at) for place, at in position["move"]["row"]]
    used = {place: {at for other, at in spots if other == place} for place in ("hand", "field")}
    rows = [*_slots(rules, position)]
    # What was taken stands by itself, unless a yaku of this turn has been laid since.
    plus_one, done = position["took"] == "+1", position["done"] > 0
    lower = field[:-1] if plus_one and not done else field
    if lower:
        rows.append(Row(minis(lower, used["field"]), phrase("row-field"), role="field"))
    held = hand if plus_one or done else hand[:-1]
    if held:
        rows.append(Row(minis(held, used["hand"]), phrase("row-hand"), role="hand"))
    if not done:
        top = minis((PLUS_ONE,), ()) if plus_one else minis(hand[-1:], used["hand"], len(hand) - 1)
        rows.append(Row(top, phrase("row-taken"), role="taken"))
    if spots != sorted(spots):
        laid = tuple((hand if place == "hand" else field)[at] for place, at in spots)
        rows.append(Row(minis(laid), phrase("row-laid"), role="laid"))
    return tuple(rows)


def _slots(rules: Rules, position: Position) -> Iterator[Row]:
    """The slots of the yaku, where there are tokens on them."""
    yaku = rules.yaku[position["move"]["yaku"]]
    tokens = {(name, size): count for name, size, count in position["taken"] if name == yaku.id}
    if tokens:
        yield Row(slots(yaku, tokens), phrase("row-slots"), role="slots")


def _reason(rules: Rules, position: Position) -> Phrase:
    """The engine's reason why the row is refused. Raises PositionError where it is allowed."""
    view = read_view(rules, position)
    move = read_attempt(rules, view, position["move"])
    found = violation(rules, view, move)
    if found is None:
        raise PositionError("a yaku is recorded as not allowed, and it may be achieved")
    if found.code == "one-yaku":
        return _second(rules, view) or found.reason
    if found.code == "condition":
        stacks = {"hand": view.hand, "field": view.field}
        return misses(rules.yaku[move.yaku].condition, tuple(stacks[card.place][card.at] for card in move.row))
    return found.reason


def _second(rules: Rules, view: View) -> Phrase | None:
    """The reason with the name of the yaku that this turn has laid: it is on top of the field."""
    for yaku, size in view.own:
        if fits(rules, rules.yaku[yaku].condition, view.field[-size:]):
            return phrase("violation-one-yaku-after", first=rules.yaku[yaku].name)
    return None
