"""The rule checks of iroha: a position, a move and a verdict, one for each thing that may be tried and go wrong.

Every move that is not allowed has look-alikes that are, and that differ by one card.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import partial
from random import Random

from pnp.games.core.answer import Answer, Position
from pnp.games.core.lesson import Floor, Lesson, Twin
from pnp.games.iroha.rules.record import Rules
from pnp.games.iroha.teaching import proposals
from pnp.model.text import phrase

Vary = Callable[[Random, Position], Position]


def check_lessons(rules: Rules) -> tuple[Lesson, ...]:
    """The rule checks that ``rules`` call for."""
    return (*_following(rules), *_passing(rules))


def _check(
    name: str,
    kind: str,
    rank: int,
    propose: Callable[[Random], Position],
    floors: tuple[Floor, ...],
    headline: Callable[[Answer], Hashable],
    needs: tuple[str, ...] = (),
    twin: Twin | None = None,
) -> Lesson:
    keys = ("hand", "table") if kind == "turn" else ("hand", "received")
    return Lesson(
        id=name,
        form="check",
        kind=kind,
        subject=phrase(f"lesson-{name}"),
        propose=propose,
        shows=floors[0],
        lower=floors[1:],
        headline=headline,
        cost=lambda position: sum(len(position[key]) for key in keys),
        needs=needs,
        rank=rank,
        twin=twin,
    )


def _played(position: Position) -> set[str]:
    return {suit for suit, _ in position["table"]}


def _following(rules: Rules) -> list[Lesson]:
    """A card that does not follow; a hand that need not follow; the other suit of the trick."""
    if len(rules.numbers) < 2 or rules.dealt < 2:
        return []
    third = rules.players[1] > 2 and len(rules.suits) > 2
    propose = partial(proposals.turn, rules)

    def refused(position: Position, out: Answer) -> bool:
        return bool(out["violation"] == "must-follow")

    def refused_beside_two(position: Position, out: Answer) -> bool:
        enough = len(position["hand"]) >= min(3, rules.dealt)
        return refused(position, out) and enough and len(_played(position)) == (2 if third else 1)

    def moves_marker(position: Position, out: Answer) -> bool:
        return bool(out["verdict"] == "allowed" and out["marker"] == len(position["table"]))

    def other_suit(position: Position, out: Answer) -> bool:
        held = {suit for suit, _ in position["hand"]}
        led, card = position["table"][0][0], position["card"]
        return bool(out["verdict"] == "allowed" and led in held and led != card[0] and card[0] in _played(position))

    name = "check-follow"
    vary: Vary = partial(proposals.void, rules)
    second: Vary = partial(proposals.second_suit, rules)
    verdict = _verdict
    found = [
        _check(
            name,
            "turn",
            200,
            propose,
            (refused_beside_two, refused),
            verdict,
            ("may-change-trump", "follow-trump", "follow-led-suit"),
        ),
        _check(
            f"{name}-void",
            "turn",
            202,
            lambda random: vary(random, propose(random)),
            (moves_marker,),
            lambda out: (out["verdict"], out["trump"]),
            twin=Twin(name, vary),
        ),
    ]
    if third:
        found.append(
            _check(
                f"{name}-other",
                "turn",
                201,
                lambda random: second(random, propose(random)),
                (other_suit,),
                verdict,
                ("led-suit-first", "follow-led-suit"),
                Twin(name, second),
            )
        )
    return found


def _passing(rules: Rules) -> list[Lesson]:
    """A card that was received; one card too many; as it should be."""
    if not rules.passed or rules.dealt + rules.passed > len(proposals.always_used(rules)):
        return []
    propose = partial(proposals.pass_choice, rules)

    def refused(violation: str) -> Floor:
        return lambda position, out: out["violation"] == violation

    def allowed(position: Position, out: Answer) -> bool:
        return bool(out["verdict"] == "allowed")

    name = "check-pass"
    own: Vary = partial(proposals.own_choice, rules)
    count: Vary = partial(proposals.wrong_count, rules)
    return [
        _check(name, "may_pass", 210, propose, (refused("pass-received"),), _verdict, ("pass-on-received",)),
        _check(
            f"{name}-count",
            "may_pass",
            211,
            lambda random: count(random, propose(random)),
            (refused("pass-count"),),
            _verdict,
            twin=Twin(name, count),
        ),
        _check(
            f"{name}-own",
            "may_pass",
            212,
            lambda random: own(random, propose(random)),
            (allowed,),
            _verdict,
            twin=Twin(name, own),
        ),
    ]


def _verdict(out: Answer) -> str:
    return str(out["verdict"])
