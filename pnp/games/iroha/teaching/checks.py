"""The rule checks of iroha: a position, a move and a verdict, one for each thing that may be tried and go wrong.

Every move that is not allowed has look-alikes that are, and that differ by one card.
"""

from __future__ import annotations

from functools import partial

from pnp.games.core.answer import Answer, Position
from pnp.games.core.checks import Vary, allowed, look_alike, refused_by, rule_check
from pnp.games.core.lesson import Lesson
from pnp.games.iroha.rules.cards import Rules
from pnp.games.iroha.teaching import proposals


def check_lessons(rules: Rules) -> tuple[Lesson, ...]:
    """The rule checks that ``rules`` call for."""
    return (*_following(rules), *_passing(rules))


def _cards(position: Position) -> int:
    return sum(len(position[key]) for key in ("hand", "table", "received") if key in position)


_check = partial(rule_check, cost=_cards)


def _played(position: Position) -> set[str]:
    return {suit for suit, _ in position["table"]}


def _following(rules: Rules) -> list[Lesson]:
    """A card that does not follow; a hand that need not follow; the other suit of the trick."""
    if len(rules.numbers) < 2 or rules.dealt < 2:
        return []
    third = rules.players[1] > 2 and len(rules.suits) > 2
    propose = partial(proposals.turn, rules)

    refused = refused_by("must-follow")

    def refused_beside_two(position: Position, out: Answer) -> bool:
        enough = len(position["hand"]) >= min(3, rules.dealt)
        return refused(position, out) and enough and len(_played(position)) == (2 if third else 1)

    def moves_marker(position: Position, out: Answer) -> bool:
        return bool(out["verdict"] == "allowed" and out["marker"] == len(position["table"]))

    def other_suit(position: Position, out: Answer) -> bool:
        held = {suit for suit, _ in position["hand"]}
        led, card = position["table"][0][0], position["card"]
        return bool(out["verdict"] == "allowed" and led in held and led != card[0] and card[0] in _played(position))

    needs = ("may-change-trump", "follow-trump", "follow-led-suit")
    follow = _check("check-follow", "turn", 200, propose, (refused_beside_two, refused), needs)
    void: Vary = partial(proposals.void, rules)
    second: Vary = partial(proposals.second_suit, rules)
    found = [
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
    if third:
        led = ("led-suit-first", "follow-led-suit")
        found.append(look_alike("check-follow-other", follow, 201, second, other_suit, led))
    return found


def _passing(rules: Rules) -> list[Lesson]:
    """A card that was received; one card too many; as it should be."""
    if not rules.passed or rules.dealt + rules.passed > len(proposals.always_used(rules)):
        return []
    propose = partial(proposals.pass_choice, rules)
    received = _check("check-pass", "may_pass", 210, propose, refused_by("pass-received"), ("pass-on-received",))
    own: Vary = partial(proposals.own_choice, rules)
    count: Vary = partial(proposals.wrong_count, rules)
    return [
        received,
        look_alike("check-pass-count", received, 211, count, refused_by("pass-count")),
        look_alike("check-pass-own", received, 212, own, allowed),
    ]
