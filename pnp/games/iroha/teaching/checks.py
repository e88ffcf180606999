"""Rule checks of iroha: a position, a move and a verdict, for each thing that can go wrong.

Every move that is not allowed has look-alikes that are, and that differ by one card.
"""

from __future__ import annotations

from functools import partial

from pnp.games.core.answer import Answer, Position
from pnp.games.core.checks import Vary, look_alike, refused_by, rule_check
from pnp.games.core.lesson import Lesson
from pnp.games.iroha.rules.cards import Rules
from pnp.games.iroha.teaching import proposals


def check_lessons(rules: Rules) -> tuple[Lesson, ...]:
    """Return the rule checks that ``rules`` call for."""
    return (*_follow_checks(rules), *_pass_checks(rules))


def _card_count(position: Position) -> int:
    return sum(len(position[key]) for key in ("hand", "table", "received") if key in position)


_check = partial(rule_check, cost=_card_count)


def _table_suits(position: Position) -> set[str]:
    return {suit for suit, _ in position["table"]}


def _follow_checks(rules: Rules) -> list[Lesson]:
    """Return checks of a card that does not follow, a hand that need not follow, and the other suit of the trick."""
    if len(rules.numbers) < 2 or rules.dealt < 2:
        return []
    third_suit = rules.players[1] > 2 and len(rules.suits) > 2
    propose = partial(proposals.turn, rules)

    refused = refused_by("must-follow")

    def refused_beside_two(position: Position, out: Answer) -> bool:
        enough_cards = len(position["hand"]) >= min(3, rules.dealt)
        return refused(position, out) and enough_cards and len(_table_suits(position)) == (2 if third_suit else 1)

    def moves_marker(position: Position, out: Answer) -> bool:
        return bool(out["verdict"] == "allowed" and out["marker"] == len(position["table"]))

    def other_suit(position: Position, out: Answer) -> bool:
        held = {suit for suit, _ in position["hand"]}
        led, card = position["table"][0][0], position["card"]
        return bool(
            out["verdict"] == "allowed" and led in held and led != card[0] and card[0] in _table_suits(position)
        )

    needs = ("may-change-trump", "follow-trump", "follow-led-suit")
    follow = _check("check-follow", "turn", 200, propose, (refused_beside_two, refused), needs)
    void: Vary = partial(proposals.void, rules)
    second_suit: Vary = partial(proposals.second_suit, rules)
    checks = [
        follow,
        look_alike(
            "check-follow-void",
            follow,
            202,
            void,
            moves_marker,
            headline=lambda out: (out["verdict"], out["trump"]),
        ),
    ]
    if third_suit:
        led = ("led-suit-first", "follow-led-suit")
        checks.append(look_alike("check-follow-other", follow, 201, second_suit, other_suit, led))
    return checks


def _pass_checks(rules: Rules) -> list[Lesson]:
    """Return the check of a received card; what may be passed is in an example."""
    if not rules.passed or rules.dealt + rules.passed > len(proposals.always_used(rules)):
        return []
    propose = partial(proposals.pass_choice, rules)
    return [_check("check-pass", "may_pass", 210, propose, refused_by("pass-received"), ("pass-on-received",))]
