"""Preferences of a teacher of collectmate: what every example of a complete hand is like."""

from __future__ import annotations

from functools import partial
from typing import Any

from pnp.games.collectmate.rules.cards import Rules
from pnp.games.collectmate.rules.decisions import rules_of
from pnp.games.collectmate.rules.scoring import complete_groups, declared_score
from pnp.games.collectmate.settings import CollectmateSettings
from pnp.games.collectmate.teaching.proposals import after_trade
from pnp.games.collectmate.teaching.takes import GOOD_SCORE, Turn, cards_of, complete_counts, take_pays, takes_paid
from pnp.games.core.answer import Answer, Position
from pnp.games.core.lesson import Preference

_KINDS = ("declarable", "may_declare")


def preferences(settings: CollectmateSettings) -> tuple[Preference, ...]:
    """Return the preferences: a complete hand that is declared scores enough to win, none is broken up, a trade lays a
    card that a player can do without, and a card that is taken completes a hand or makes it score more. The seat that
    trades before others take had no hand to declare.

    With the counter a hand without points cannot win, so a reader should not take it for a model.
    """
    rules, excepted = rules_of(settings), ("complete-poor",)
    return (
        Preference("complete-hand-scores", _KINDS, partial(_scores, rules, 1), excepted),
        Preference("complete-hand-may-win", _KINDS, partial(_scores, rules, GOOD_SCORE), excepted),
        Preference("no-complete-hand-broken-up", ("may_move",), partial(_incomplete, rules)),
        Preference("trade-brings-nearer", ("may_move",), partial(_may_complete, rules)),
        Preference("take-pays", ("take",), partial(_pays, rules)),
        Preference("takes-paid", ("showdown_hands",), lambda position, out: takes_paid(rules, position)),
        Preference("declared-hand-may-win", ("showdown_hands",), _declares_enough),
        Preference("no-hand-kept-back", ("showdown_hands",), partial(_none_kept_back, rules)),
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
    sums = complete_counts(rules)

    def completes(laid: Any) -> bool:
        left = dots - bool(laid["dot"])
        return left in sums or left + 1 in sums

    return completes(position["move"][1]) or not any(map(completes, position["hand"]))


def _pays(rules: Rules, position: Position, out: Answer) -> bool:
    """Tell whether the card may not be taken, or whether it completes the hand or makes it score more."""
    return not out["can_take"] or take_pays(rules, cards_of(position["hand"]), cards_of([position["field"]])[0])


def _declares_enough(position: Position, out: Answer) -> bool:
    """Tell whether the hand that is declared scores as much as a player would declare."""
    return bool(out["scores"][position["declarer"]] >= GOOD_SCORE)


def _none_kept_back(rules: Rules, position: Position, out: Answer) -> bool:
    """Tell whether the seat that traded before the takes had no complete hand as its turn began."""
    turn = Turn.before(position)
    return turn is None or not turn.could_declare(rules, list(map(cards_of, position["hands"])))


def _scores(rules: Rules, least: int, position: Position, out: Answer) -> bool:
    """Tell whether the hand is incomplete, or scores so much: after the trade if the position has one."""
    hand = position["hand"] if position.get("trade") is None else after_trade(position)["hand"]
    declared = declared_score(rules, cards_of(hand))
    return declared is None or declared.score.total >= least
