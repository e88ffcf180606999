"""The examples of collectmate by definition, each searched once, and its words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pnp.examples import ExampleSet
from pnp.games.collectmate import ENGINE
from pnp.games.collectmate.oracle.answer import oracle
from pnp.games.collectmate.settings import CollectmateSettings
from pnp.games.collectmate.teaching.explain import explain
from pnp.games.core.lesson import Example
from pnp.games.core.tableau import Tableau
from pnp.testing import examples_of
from tests.games.collectmate.definitions import MATE, VARIANTS
from tests.games.wording import worder

word = worder("collectmate")


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
    for name in names or ("collectmate", "purple-three", "other-readings", "no-counter", "collectmate-tiny"):
        for one in found_in(name).examples:
            yield name, one


def made(kind: str, position: dict[str, Any], settings: CollectmateSettings = MATE, form: Any = "example") -> Tableau:
    """A position laid out as an example."""
    return explain(settings, Example("x", "x", form, kind, position, oracle(settings, kind, position), (), 0))
