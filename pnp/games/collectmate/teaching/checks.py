"""The rule checks of collectmate: a position, a move and a verdict, one for each thing that may be tried and go wrong.

Every move that is not allowed has a look-alike that is: with the same cards at another moment, or one card apart.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import partial
from random import Random

from pnp.games.collectmate.rules.record import Rules
from pnp.games.collectmate.teaching import proposals
from pnp.games.core.answer import Answer, Position
from pnp.games.core.lesson import Floor, Lesson, Twin
from pnp.model.text import phrase

Propose = Callable[[Random], Position]
Vary = Callable[[Random, Position], Position]


def check_lessons(rules: Rules) -> tuple[Lesson, ...]:
    """The rule checks that ``rules`` call for."""
    found = [*_declaring(rules), *_trading(rules)]
    if rules.hand >= rules.open:
        found += _taking(rules)
    if rules.hand > rules.open:
        found += _swapping(rules)
    return tuple(found)


def _verdict(out: Answer) -> Hashable:
    return str(out["verdict"])


def _cards(position: Position) -> int:
    more = position.get("trade")
    return len(position["hand"]) + len(position.get("shown", ())) + ("field" in position) + bool(more)


def _refused(code: str) -> Floor:
    return lambda position, out: out["violation"] == code


def _allowed(position: Position, out: Answer) -> bool:
    return out["violation"] is None


def _check(
    name: str,
    kind: str,
    rank: int,
    propose: Propose,
    floor: Floor,
    needs: tuple[str, ...] = (),
    twin: Twin | None = None,
) -> Lesson:
    return Lesson(
        id=name,
        form="check",
        kind=kind,
        subject=phrase(f"lesson-{name}"),
        propose=propose,
        shows=floor,
        headline=_verdict,
        cost=_cards,
        needs=needs,
        rank=rank,
        twin=twin,
    )


def _alike(name: str, of: Lesson, rank: int, vary: Vary, floor: Floor) -> Lesson:
    """A look-alike of the lesson ``of``."""

    def propose(random: Random) -> Position:
        return vary(random, of.propose(random))

    return _check(name, of.kind, rank, propose, floor, (), Twin(of.id, vary))


def _declaring(rules: Rules) -> list[Lesson]:
    """Face up in the turn of the trade, and in the next one; with a mixed group, and without."""
    at_once = _check(
        "check-face-up-at-once",
        "may_declare",
        100,
        partial(proposals.completing_trade, rules),
        lambda position, out: out["violation"] == "declare-at-start" and out["complete"],
        ("declare-at-once",),
    )
    mixed = _check("check-mixed", "may_declare", 102, partial(proposals.incomplete, rules), _refused("not-complete"))
    found = [
        at_once,
        _alike("check-face-up-next", at_once, 101, lambda random, position: proposals.traded(position), _allowed),
    ]
    if len({card.dot for card in rules.deck}) > 1 and max(rules.groups) > 1:
        vary = partial(proposals.one_card_changed, rules)
        found += [mixed, _alike("check-face-up", mixed, 103, vary, _allowed)]
    return found


def _trading(rules: Rules) -> list[Lesson]:
    """Doing nothing; trading; trading a second time."""
    nothing = _check("check-nothing", "may_move", 110, partial(proposals.own_turn, rules), _refused("no-pass"))
    return [
        nothing,
        _alike("check-trade", nothing, 111, partial(proposals.trading, moment="start"), _allowed),
        _alike("check-trade-twice", nothing, 112, partial(proposals.trading, moment="traded"), _refused("turn-over")),
    ]


def _taking(rules: Rules) -> list[Lesson]:
    """Two cards without a common colour, two with one; the same in one's own turn; a trade in another's turn."""
    wrong = _check(
        "check-take-none", "may_move", 120, partial(proposals.false_take, rules), _refused("take-needs-colour")
    )
    good = partial(proposals.good_take, rules)
    late = partial(proposals.good_take, rules, moment="start")
    trade = partial(proposals.trading, moment="offered")
    return [
        wrong,
        _alike("check-take", wrong, 121, good, _allowed),
        _alike("check-take-own-turn", wrong, 122, late, _refused("nothing-offered")),
        _alike("check-trade-out-of-turn", wrong, 123, trade, _refused("claim-or-leave")),
    ]


def _swapping(rules: Rules) -> list[Lesson]:
    """A swap after which no colour stands on enough face-up cards, and one after which some does."""
    wrong = _check(
        "check-swap-none", "may_move", 130, partial(proposals.false_swap, rules), _refused("shown-need-colour")
    )
    return [wrong, _alike("check-swap", wrong, 131, proposals.swapped, _allowed)]
