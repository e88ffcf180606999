"""Run of a playtest: its parts, played anywhere, and added up in order. Every place gives the same tally."""

from __future__ import annotations

from collections import deque
from collections.abc import Generator, Mapping, Sequence
from typing import NamedTuple, Protocol

from pnp.playtest.part import play_part
from pnp.playtest.plan import Order, Plan
from pnp.playtest.tally import Tally

PART = 250
"""Games of a part. A part is played by one process, and saved when it is done."""

Parts = Mapping[int, Tally]
"""Tallies of parts, by the number of the part."""


class Part(NamedTuple):
    """Part of a run: how it is played, and the seeds of its games."""

    order: str
    seeds: range

    @property
    def name(self) -> str:
        """Words for it in messages."""
        return f"the games {self.seeds[0]} to {self.seeds[-1]}"


class Place(Protocol):
    """Place where parts are played: this process, others of this machine, or the workers of a scheduler."""

    def most(self) -> int:
        """Return how many parts it should have at a time, so that no process waits for the next one."""
        ...

    def begin(self, part: Part) -> None:
        """Let a part be played."""
        ...

    def result(self, part: Part) -> Mapping[str, int]:
        """Wait for the counts of a part that was begun. One whose process dies is played again. Raises PnpError."""
        ...

    def drop(self) -> None:
        """Forget the parts that were begun: their results are not needed any more."""
        ...


class ThisProcess:
    """Place for a few parts: this process plays them when they are asked for."""

    def most(self) -> int:
        """Return 1."""
        return 1

    def begin(self, part: Part) -> None:
        """Do nothing yet."""

    def result(self, part: Part) -> Mapping[str, int]:
        """Play a part. Raises PnpError."""
        return play_part(*part)

    def drop(self) -> None:
        """Do nothing: nothing waits."""


def parts_of(plan: Plan) -> Sequence[range]:
    """Return the seeds of each part of a plan.

    >>> from pnp.playtest.plan import GameReference
    >>> [len(part) for part in parts_of(Plan(GameReference("red"), 2, 600))]
    [250, 250, 100]
    """
    end = plan.seed + plan.games
    return [range(first, min(first + PART, end)) for first in range(plan.seed, end, PART)]


def run_parts(order: Order, place: Place, known: Parts) -> Generator[tuple[int, Tally], None, None]:
    """Yield the number and the tally of every part of a run, in order. ``known`` are parts that need not be played.

    Raises PnpError if the place cannot play them.
    """
    parts = [Part(order.text, seeds) for seeds in parts_of(order.plan)]
    waiting = deque(part for number, part in enumerate(parts) if number not in known)
    begun = 0
    try:
        for number, part in enumerate(parts):
            if number in known:
                yield number, known[number]
                continue
            while waiting and begun < place.most():
                place.begin(waiting.popleft())
                begun += 1
            tally = Tally(place.result(part))
            begun -= 1
            yield number, tally
    finally:
        place.drop()
