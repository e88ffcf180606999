"""The examples of red by definition, each searched once, and its words."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.examples import ExampleSet
from pnp.games.core.lesson import Example
from pnp.games.red import ENGINE
from pnp.testing import examples_of
from tests.games.red.definitions import VARIANTS
from tests.games.wording import worder

word = worder("red")


def found_in(name: str) -> ExampleSet:
    """The examples of a definition."""
    return examples_of(ENGINE, VARIANTS[name])


def example_of(name: str, lesson: str) -> Example:
    """The first example of a lesson."""
    return next(one for one in found_in(name).examples if one.lesson == lesson)


def printed(*names: str) -> Iterator[tuple[str, Example]]:
    """Every example of some definitions."""
    for name in names or ("red", "red7", "red7-other-readings"):
        for one in found_in(name).examples:
            yield name, one
