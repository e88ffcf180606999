"""``python -m benchmarks.dice_scores``: how long the engine of koka takes to score twelve dice and to find waits.

Positions are random: twelve dice of sets, the same with one die changed, and dice of one colour, which have the most
partitions. Caches are empty at the start, as in a fresh process, and for "cold" before every position.
"""

from __future__ import annotations

import random
import statistics
import sys
import time
import tomllib
from collections.abc import Callable, Sequence
from functools import partial

from benchmarks.cases import ROOT
from pnp.definition.settings import read_settings
from pnp.games.koka.rules import record as special
from pnp.games.koka.rules import scoring as partitions
from pnp.games.koka.rules.answer import answer
from pnp.games.koka.rules.decisions import rules_of
from pnp.games.koka.rules.dice import VALUES
from pnp.games.koka.settings import KokaSettings

Plain = list[list[str | int]]
"""Dice as the conformance cases write them."""


def main() -> int:
    """Print the table of times. Never fails because of a time."""
    text = (ROOT / "games.toml").read_text(encoding="utf-8")
    settings, findings = read_settings(KokaSettings, tomllib.loads(text)["koka"])
    if settings is None or findings:
        print("games.toml: the table [koka] has errors", file=sys.stderr)
        return 1
    rules = rules_of(settings)
    chance = random.Random(1)
    hands = [_hand(chance, rules.colours) for _ in range(1000)]
    hands = [hand for hand in hands if all(sum(c == die[0] for die in hand) <= rules.dice[c] for c in rules.colours)]
    print(f"{'':24}{'median ms':>12}{'mean ms':>12}{'worst ms':>12}")
    for kind, count in (("score", 12), ("partitions", 12), ("waits", 11), ("waits_scored", 11)):
        for cold in (False, True):
            _clear()
            positions = [{"dice": hand[:count]} for hand in (hands[:200] if cold else hands)]
            times = _times(partial(answer, settings, rules, kind), positions, cold)
            label = f"{kind}{', cold' if cold else ''}"
            print(f"{label:24}{statistics.median(times):12.3f}{statistics.mean(times):12.3f}{max(times):12.3f}")
    return 0


def _times(ask: Callable[[dict[str, Plain]], object], positions: Sequence[dict[str, Plain]], cold: bool) -> list[float]:
    """Milliseconds per position."""
    times = []
    for asked in positions:
        if cold:
            _clear()
        start = time.perf_counter()
        ask(asked)
        times.append((time.perf_counter() - start) * 1000)
    return times


def _clear() -> None:
    partitions.splits.cache_clear()
    partitions._sets_from.cache_clear()
    partitions._sums_of_sizes.cache_clear()
    special._ways.cache_clear()


def _hand(chance: random.Random, colours: Sequence[str]) -> Plain:
    """Twelve dice of up to four colours, mostly complete."""
    few = chance.sample(colours, chance.randint(1, 4))
    dice: Plain = []
    while len(dice) < 12:
        colour, low, alike = chance.choice(few), chance.randint(1, 4), chance.random() < 0.4
        dice += [[colour, low if alike else low + place] for place in range(3)]
    if chance.random() < 0.3:
        dice[chance.randrange(12)] = [chance.choice(colours), chance.choice(VALUES)]
    chance.shuffle(dice)
    return dice


if __name__ == "__main__":
    sys.exit(main())
