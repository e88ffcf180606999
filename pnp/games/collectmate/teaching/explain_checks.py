"""Rule checks of collectmate: the cards that decide them, what is attempted, and why it is allowed or not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from pnp.games.collectmate.rules.cards import Card, Cards
from pnp.games.collectmate.rules.decisions import all_of_one_centre
from pnp.games.collectmate.rules.positions import read_action
from pnp.games.collectmate.rules.record import Rules
from pnp.games.collectmate.rules.scoring import complete_groups, declared_score
from pnp.games.collectmate.rules.turn import DECLARE, Action, View, violation
from pnp.games.collectmate.teaching.minis import Minis
from pnp.games.collectmate.teaching.proposals import cards_of
from pnp.games.collectmate.teaching.saying import always_mixes, centres, sign_of, titled
from pnp.games.core.answer import Answer, Position, PositionError
from pnp.games.core.tableau import Mark, Row, Tableau
from pnp.model.text import Phrase, phrase


def may_declare(rules: Rules, minis: Minis, position: Position, out: Answer) -> Tableau:
    """A hand, at the start of a turn or after a trade, that one would declare."""
    hand, trade = cards_of(position["hand"]), position["trade"]
    if trade is not None:
        laid, drawn = cards_of([trade["laid"], trade["drawn"]])
        rows: tuple[Row, ...] = (
            titled("laid", minis.cards((laid,))),
            titled("drawn", minis.cards((drawn,)), "then"),
            titled("rest", minis.cards(_less(hand, (laid,))), "beside"),
        )
        late = _reason(rules, position)
        if late is not None and out["complete"]:
            late = phrase("reason-complete-late", reason=late)
        return _judged(out, phrase("attempt-declare-traded"), rows, phrase("reason-now"), late)
    attempt, declared = phrase("attempt-declare-start"), declared_score(rules, hand)
    if declared is None:
        rows = (titled("hand", minis.cards(hand)),)
        return _judged(out, attempt, rows, phrase("reason-now"), always_mixes(rules, hand))
    groups = declared.groups
    rows = tuple(titled("group", minis.cards(group), "group", count=len(group)) for group in groups)
    alike = len(groups) > 1 and all_of_one_centre((hand,))
    sign = {"sign": sign_of(hand[0])} if alike else {}
    reason = phrase("reason-complete-alike" if alike else "reason-complete", groups=centres(groups), **sign)
    return _judged(out, attempt, rows, reason, None)


def may_move(rules: Rules, minis: Minis, position: Position, out: Answer) -> Tableau:
    """A trade, a swap, a take or a pass that one would make."""
    action = _action(rules, position)
    rows, allowed = _move(rules, minis, position, action)
    attempt = phrase(f"attempt-{action.do}-{position['moment']}")
    refused = None if out["verdict"] == "allowed" else _reason(rules, position)
    if refused is not None and refused.key == "violation-no-pass":
        refused = phrase(f"violation-no-pass-{'complete' if _complete(rules, position) else 'incomplete'}")
    return _judged(out, attempt, rows, allowed, refused)


def _move(rules: Rules, minis: Minis, position: Position, action: Action) -> tuple[tuple[Row, ...], Phrase]:
    """The rows of a move, and the reason should it be allowed. What stays in the hand, and a field card that nobody
    takes, are left out where they decide nothing."""
    hand, shown = cards_of(position["hand"]), cards_of(position["shown"])
    field = cards_of([position["field"]])
    rows: tuple[Row, ...]
    if action.do == "take":
        rows = (
            titled("laid-open", minis.cards(action.cards)),
            titled("field", minis.cards(field), "with"),
            titled("laid", minis.cards(action.others), "then"),
        )
        return rows, _colour_reason(rules, (*action.cards, *field), "take")
    if action.do == "swap":
        kept = _less(shown, action.cards)
        rows = (
            titled("shown", minis.cards(kept)),
            titled("into", minis.cards(action.others), "with"),
            titled("away", minis.cards(action.cards), "then"),
        )
        return rows, _colour_reason(rules, (*kept, *action.others), "swap")
    if not action.cards:
        return (titled("hand", minis.cards(hand)),), phrase("reason-now")
    rest = titled("rest", minis.cards(_less(hand, action.cards)), "beside")
    if position["moment"] == "traded":
        again = titled("laid-now", minis.cards(action.cards), "then")
        return (titled("laid-before", minis.cards(field)), again, rest), phrase("reason-trade")
    rows = (titled("laid", minis.cards(action.cards)), rest)
    if position["moment"] == "offered":
        rows = (*rows, titled("field", minis.cards(field), "beside"))
    return rows, phrase("reason-trade-complete" if _complete(rules, position) else "reason-trade")


def _complete(rules: Rules, position: Position) -> bool:
    """Whether the cards of a seat are complete before its move, with those that lie open."""
    held = (*cards_of(position["hand"]), *cards_of(position["shown"]))
    return complete_groups(rules, tuple(sorted(held))) is not None


def _judged(out: Answer, attempt: Phrase, rows: tuple[Row, ...], allowed: Phrase, refused: Phrase | None) -> Tableau:
    """A check. Raises PositionError where it is recorded as refused, and nothing speaks against it."""
    mark: Mark = "allowed" if out["verdict"] == "allowed" else "not-allowed"
    reason = allowed if mark == "allowed" else refused
    if reason is None:
        raise PositionError("a move is recorded as not allowed, and it is allowed")
    return Tableau(phrase("heading-check"), rows, phrase(f"verdict-{mark}", attempt=attempt, reason=reason), mark)


def _reason(rules: Rules, position: Position) -> Phrase | None:
    """The engine's reason why a declaration or a move is not allowed."""
    found = violation(rules, _view(position), _action(rules, position))
    return None if found is None else found.reason


def _view(position: Position) -> View:
    if "move" in position:
        hand, shown = (tuple(sorted(cards_of(position[key]))) for key in ("hand", "shown"))
        return View(position["moment"], hand, shown, cards_of([position["field"]])[0])
    hand = cards_of(position["hand"])
    return View("start" if position["trade"] is None else "traded", tuple(sorted(hand)), (), None)


def _action(rules: Rules, position: Position) -> Action:
    return read_action(rules, position["move"]) if "move" in position else DECLARE


def _colour_reason(rules: Rules, cards: Cards, move: str) -> Phrase:
    """Of a take or a swap: on how many of the cards face up which colours stand."""
    counts = {colour: sum(colour in card.colours for card in cards) for colour in rules.colours}
    common = [colour for colour, count in counts.items() if count >= rules.open]
    fewest = min((counts[colour] for colour in common), default=rules.open)
    every = "-all" if move == "swap" and fewest == len(cards) else ""
    named = tuple(rules.names[colour] for colour in common)
    return phrase(f"reason-{move}{every}", colours=named, count=fewest, shown=len(cards))


def _less(cards: Sequence[Card], gone: Sequence[Card]) -> Cards:
    """``cards`` in their order without ``gone``, each as often as it is there."""
    left, kept = Counter(gone), []
    for card in cards:
        if left[card] > 0:
            left[card] -= 1
        else:
            kept.append(card)
    return tuple(kept)
