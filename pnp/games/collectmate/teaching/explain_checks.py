"""Rule checks of collectmate: the rows of a move, how the attempt is called, and why it is allowed or not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from pnp.games.collectmate.rules.cards import Card, Cards
from pnp.games.collectmate.rules.positions import read_action
from pnp.games.collectmate.rules.record import Rules
from pnp.games.collectmate.rules.turn import DECLARE, Action, View, violation
from pnp.games.collectmate.teaching.minis import Minis
from pnp.games.collectmate.teaching.proposals import cards_of
from pnp.games.core.answer import Answer, Position, PositionError
from pnp.games.core.tableau import Row
from pnp.model.text import Phrase, phrase


def check_reason(rules: Rules, position: Position) -> Phrase:
    """The engine's reason why a declaration or a move is not allowed. Raises PositionError where it is allowed."""
    found = violation(rules, _view(position), _action(rules, position))
    if found is None:
        raise PositionError("a move is recorded as not allowed, and it is allowed")
    return found.reason


def _view(position: Position) -> View:
    if "move" in position:
        hand, shown = (tuple(sorted(cards_of(position[key]))) for key in ("hand", "shown"))
        return View(position["moment"], hand, shown, cards_of([position["field"]])[0])
    hand = cards_of(position["hand"])
    return View("start" if position["trade"] is None else "traded", tuple(sorted(hand)), (), None)


def _action(rules: Rules, position: Position) -> Action:
    return read_action(rules, position["move"]) if "move" in position else DECLARE


def move_rows(rules: Rules, minis: Minis, position: Position, out: Answer) -> tuple[tuple[Row, ...], Phrase, Phrase]:
    """The rows of a move, what is attempted, and the reason should it be allowed."""
    action = _action(rules, position)
    hand, shown = cards_of(position["hand"]), cards_of(position["shown"])
    field = cards_of([position["field"]])
    attempt = phrase(f"attempt-{action.do}-{position['moment']}")
    rows: list[Row] = []
    if action.do == "take":
        rows = [
            Row(minis.cards(action.cards), phrase("row-laid-open")),
            Row(minis.cards(field), phrase("row-field"), role="taken"),
            Row(minis.cards(action.others), phrase("row-new-field"), role="played"),
            Row(minis.cards(_less(hand, (*action.cards, *action.others))), phrase("row-hand"), role="hand"),
        ]
        return tuple(rows), attempt, _colour_reason(rules, (*action.cards, *field), "reason-take")
    if action.do == "swap":
        kept = _less(shown, action.cards)
        rows = [
            Row(minis.cards(kept), phrase("row-shown")),
            Row(minis.cards(action.others), phrase("row-into"), role="drawn"),
            Row(minis.cards(action.cards), phrase("row-away"), role="played"),
            Row(minis.cards(_less(hand, action.others)), phrase("row-hand"), role="hand"),
            Row(minis.cards(field), phrase("row-field"), role="rival"),
        ]
        return tuple(rows), attempt, _colour_reason(rules, (*kept, *action.others), "reason-swap")
    rows.append(Row(minis.cards(_less(hand, action.cards)), phrase("row-hand"), role="hand"))
    rows += [Row(minis.cards(action.cards), phrase("row-traded"), role="played")] if action.cards else []
    rows.append(Row(minis.cards(field), phrase("row-field"), role="rival"))
    return tuple(rows), attempt, phrase("reason-trade")


def _colour_reason(rules: Rules, cards: Cards, key: str) -> Phrase:
    common = [colour for colour in rules.colours if sum(colour in card.colours for card in cards) >= rules.open]
    return phrase(key, colours=tuple(rules.names[colour] for colour in common), count=rules.open)


def _less(cards: Sequence[Card], gone: Sequence[Card]) -> Cards:
    """``cards`` in their order without ``gone``, each as often as it is there."""
    left, kept = Counter(gone), []
    for card in cards:
        if left[card] > 0:
            left[card] -= 1
        else:
            kept.append(card)
    return tuple(kept)
