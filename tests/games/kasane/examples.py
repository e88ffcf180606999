"""The examples of kasane by definition, each searched once, and its words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pnp.examples import ExampleSet
from pnp.games.core.lesson import Example
from pnp.games.core.tableau import Tableau
from pnp.games.kasane import ENGINE
from pnp.games.kasane.oracle.answer import oracle
from pnp.games.kasane.settings import KasaneSettings
from pnp.games.kasane.teaching.explain import explain
from pnp.testing import examples_of
from tests.games.kasane.definitions import KASANE, VARIANTS
from tests.games.wording import worder

word = worder("kasane")


def found_in(name: str) -> ExampleSet:
    """The examples of a definition."""
    return examples_of(ENGINE, VARIANTS[name])


def example(name: str, lesson: str) -> Example:
    """The first example of a lesson."""
    return next(one for one in found_in(name).examples if one.lesson == lesson)


def tableau_of(name: str, lesson: str) -> Tableau:
    """That example laid out."""
    return explain(VARIANTS[name], example(name, lesson))


def printed(*names: str) -> Iterator[tuple[str, Example]]:
    """Every example of some definitions."""
    for name in names or ("kasane", "kasane-variants", "no-field-card", "other-yaku", "more-slots"):
        for one in found_in(name).examples:
            yield name, one


def made(kind: str, position: dict[str, Any], settings: KasaneSettings = KASANE, form: Any = "example") -> Tableau:
    """A position laid out as an example."""
    return explain(settings, Example("x", "x", form, kind, position, oracle(settings, kind, position), (), 0))


def row_of(one: Example) -> list[Any]:
    """The cards of a move, in the order laid."""
    return [one.position[place][at] for place, at in one.position["move"]["row"]]
