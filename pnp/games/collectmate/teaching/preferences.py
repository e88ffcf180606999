"""Preferences of a teacher of collectmate: what every example of a complete hand is like."""

from __future__ import annotations

from functools import partial
from itertools import combinations
from typing import Any

from pnp.games.collectmate.rules.cards import Rules
from pnp.games.collectmate.rules.decisions import rules_of
from pnp.games.collectmate.rules.scoring import complete_groups, declared_score
from pnp.games.collectmate.settings import CollectmateSettings
from pnp.games.collectmate.teaching.proposals import after_trade, cards_of, take_pays
from pnp.games.core.answer import Answer, Position
from pnp.games.core.lesson import Preference

_KINDS = ("declarable", "may_declare")
_GOOD_SCORE = 3
"""Score of a hand that a player would declare: about as much as the other seats may have."""


def preferences(settings: CollectmateSettings) -> tuple[Preference, ...]:
    """Return the preferences: a complete hand that is declared scores enough to win, none is broken up, a trade lays a
    card that a player can do without, and a card that is taken completes a hand or makes it score more.

    With the counter a hand without points cannot win, so a reader should not take it for a model.
    """
    rules, excepted = rules_of(settings), ("complete-poor",)
    return (
        Preference("complete-hand-scores", _KINDS, partial(_scores, rules, 1), excepted),
        Preference("complete-hand-may-win", _KINDS, partial(_scores, rules, _GOOD_SCORE), excepted),
        Preference("no-complete-hand-broken-up", ("may_move",), partial(_incomplete, rules)),
        Preference("trade-brings-nearer", ("may_move",), partial(_may_complete, rules)),
        Preference("take-pays", ("take",), partial(_pays, rules)),
    )


def _incomplete(rules: Rules, position: Position, out: Answer) -> bool:
    """Tell whether the hand and the face-up cards are not complete."""
    return complete_groups(rules, cards_of((*position["hand"], *position["shown"]))) is None


def _may_complete(rules: Rules, position: Position, out: Answer) -> bool:
    """Tell whether a card to draw can complete the hand after a trade, if one can after the trade of some other
    card."""
    if position["move"][0] != "trade":
        return True
    dots = sum(bool(card["dot"]) for card in (*position["hand"], *position["shown"]))
    sums = {sum(groups) for count in range(len(rules.groups) + 1) for groups in combinations(rules.groups, count)}

    def completes(laid: Any) -> bool:
        left = dots - bool(laid["dot"])
        return left in sums or left + 1 in sums

    return completes(position["move"][1]) or not any(map(completes, position["hand"]))


def _pays(rules: Rules, position: Position, out: Answer) -> bool:
    """Tell whether the card may not be taken, or whether it completes the hand or makes it score more."""
    return not out["can_take"] or take_pays(rules, cards_of(position["hand"]), cards_of([position["field"]])[0])


def _scores(rules: Rules, least: int, position: Position, out: Answer) -> bool:
    """Tell whether the hand is incomplete, or scores so much: after the trade if the position has one."""
    hand = position["hand"] if position.get("trade") is None else after_trade(position)["hand"]
    declared = declared_score(rules, cards_of(hand))
    return declared is None or declared.score.total >= least
