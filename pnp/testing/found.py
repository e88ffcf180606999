"""Examples, searched once per process for the same engine, settings and seed."""

from __future__ import annotations

from typing import Any

from pnp.examples import ExampleSet, find_examples
from pnp.games.core.engine import AnyEngine

_found: list[tuple[AnyEngine, Any, int, ExampleSet]] = []


def examples_of(engine: AnyEngine, settings: Any, seed: int = 0) -> ExampleSet:
    """What ``find_examples`` finds. Tests that look at the same examples share one search, whatever file they are in.

    Raises VerificationError where engine and oracle disagree.
    """
    # Settings need not be hashable, so they are compared; there are a few dozen in a process.
    for known, of, at, found in _found:
        if known is engine and at == seed and of == settings:
            return found
    found = find_examples(engine, settings, seed)
    _found.append((engine, settings, seed, found))
    return found
