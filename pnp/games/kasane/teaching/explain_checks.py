"""Rule checks of kasane: the rows of a move, and why it is allowed or not."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.games.core.answer import Answer, Position, PositionError
from pnp.games.core.tableau import Row, Tableau
from pnp.games.kasane.rules.achieving import Attempt, View, row_of, violation
from pnp.games.kasane.rules.cards import PLUS_ONE, Cards, shown
from pnp.games.kasane.rules.positions import read_turn
from pnp.games.kasane.rules.record import Rules, Yaku, fits
from pnp.games.kasane.rules.taking import take_violation
from pnp.games.kasane.teaching.building import cards_of
from pnp.games.kasane.teaching.explain_rows import as_read, cards_phrase, listed, meets, misses, points_phrase
from pnp.games.kasane.teaching.minis import badge, empty, minis, slots
from pnp.model.text import Phrase, phrase


def may_take(rules: Rules, position: Position, out: Answer) -> Tableau:
    """The rows of the display; the card that is wanted stands out."""
    stacks = [cards_of(row) for row in position["rows"]]
    row, card = position["row"], position["card"]
    rows = tuple(
        Row(
            minis(rules, cards, {card} if at == row else ()) if cards else (empty(),),
            phrase("row-display", number=at + 1),
            role="row",
        )
        for at, cards in enumerate(stacks)
    )
    heading = phrase("heading-take", number=row + 1)
    if out["verdict"] == "allowed":
        verdict = phrase("verdict-take", card=shown(stacks[row][card], rules.plus_one_points))
        return Tableau(heading, rows, verdict, "allowed")
    found = take_violation(rules, stacks, row, card)
    if found is None:
        raise PositionError("a card is recorded as not allowed, and it may be taken")
    return Tableau(heading, rows, phrase("verdict-not-allowed", reason=found.reason), "not-allowed")


def may_achieve(rules: Rules, position: Position, out: Answer) -> Tableau:
    """Field, hand and the card just taken; what the row does not use is dimmed."""
    view, attempt = read_turn(rules, position)
    yaku = rules.yaku[attempt.yaku]
    mark, shows = badge(yaku, len(attempt.row)), phrase("heading-achieve", yaku=yaku.name)
    rows = _rows(rules, view, attempt)
    if out["verdict"] != "allowed":
        return Tableau(shows, rows, _refusal(rules, view, attempt), "not-allowed", mark)
    why = _why(rules, view, attempt)
    cards = listed(rules, row_of(view, attempt))
    verdict = phrase("verdict-achieved", cards=cards, yaku=yaku.name, points=points_phrase(out["points"]), why=why)
    return Tableau(shows, rows, verdict, "allowed", mark)


def _rows(rules: Rules, view: View, attempt: Attempt) -> tuple[Row, ...]:
    used = {place: {card.at for card in attempt.row if card.place == place} for place in ("hand", "field")}
    rows = [*_slots(rules, view, attempt)]
    # What was taken stands by itself, unless a yaku of this turn has been laid since; a +1 lies on the field.
    plus_one, done = view.took == PLUS_ONE, view.done > 0
    named = plus_one and not done
    lower = view.field[:-1] if named else view.field
    if lower:
        rows.append(Row(minis(rules, lower, used["field"]), phrase("row-field"), role="field", titled=True))
    if named:
        rows.append(Row(minis(rules, (PLUS_ONE,)), phrase("row-taken"), role="taken", titled=True))
    held = view.hand if plus_one or done else view.hand[:-1]
    if held:
        rows.append(Row(minis(rules, held, used["hand"]), phrase("row-hand"), role="hand", titled=True))
    if not plus_one and not done:
        top = minis(rules, view.hand[-1:], used["hand"], len(view.hand) - 1)
        rows.append(Row(top, phrase("row-taken"), role="taken", titled=True))
    if list(attempt.row) != sorted(attempt.row):
        rows.append(Row(minis(rules, row_of(view, attempt)), phrase("row-laid"), role="laid", titled=True))
    return tuple(rows)


def _slots(rules: Rules, view: View, attempt: Attempt) -> Iterator[Row]:
    """The slots of the yaku, where there are tokens on them."""
    yaku = rules.yaku[attempt.yaku]
    tokens = {slot: count for slot, count in view.tokens.items() if slot[0] == yaku.id}
    if tokens:
        yield Row(slots(yaku, tokens), phrase("row-slots"), role="slots")


def _why(rules: Rules, view: View, attempt: Attempt) -> Phrase:
    """What a reader may have doubted in a yaku that is allowed: the field, tokens, else the row and what is left."""
    yaku, row, size = rules.yaku[attempt.yaku], row_of(view, attempt), len(attempt.row)
    if attempt.row[0].place == "field":
        return phrase("why-field", card=row[0], cards=cards_phrase(size))
    if view.field and view.field[-1] == PLUS_ONE:
        return phrase("why-plus", plus=shown(PLUS_ONE, rules.plus_one_points))
    if view.field and rules.field_cards:
        return phrase("why-declined", card=view.field[-1])
    covered = view.tokens.get((yaku.id, size), 0)
    if covered:
        return phrase("why-slot", cards=cards_phrase(size), covered=covered)
    if any(view.tokens.get((yaku.id, other), 0) for other in yaku.slots):
        return phrase("why-size", cards=cards_phrase(size))
    laid = {card.at for card in attempt.row}
    left = tuple(card for at, card in enumerate(view.hand) if at not in laid)
    how = meets(rules, yaku.condition, row)
    return phrase("why-left", how=how, left=left) if left else how


def _refusal(rules: Rules, view: View, attempt: Attempt) -> Phrase:
    """The engine's reason why the row is refused, in a sentence. Raises PositionError where it is allowed."""
    found = violation(rules, view, attempt)
    if found is None:
        raise PositionError("a yaku is recorded as not allowed, and it may be achieved")
    yaku, row = rules.yaku[attempt.yaku], row_of(view, attempt)
    if found.code == "condition":
        how = misses(yaku.condition, row)
        reason = phrase("violation-row", cards=listed(rules, row), yaku=yaku.name, how=how)
        return phrase("verdict-not-allowed", reason=reason)
    reason = found.reason
    if found.code == "one-yaku":
        first = _first(rules, view)
        cards = as_read(rules, yaku.condition, row)
        if first is not None:
            before, laid = first
            reason = phrase(
                "violation-one-yaku-after",
                cards=cards,
                yaku=yaku.name,
                first=before.name,
                laid=as_read(rules, before.condition, laid),
            )
    return phrase("verdict-not-allowed", reason=reason)


def _first(rules: Rules, view: View) -> tuple[Yaku, Cards] | None:
    """The yaku that this turn has laid, and its cards: it is on top of the field."""
    for yaku, size in view.own:
        if fits(rules, rules.yaku[yaku].condition, view.field[-size:]):
            return rules.yaku[yaku], view.field[-size:]
    return None
