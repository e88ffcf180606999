"""The examples of koka by definition, each searched once, and its words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from pnp.examples import ExampleSet
from pnp.games.core.lesson import Example
from pnp.games.core.tableau import Tableau
from pnp.games.koka import ENGINE
from pnp.games.koka.oracle.answer import oracle
from pnp.games.koka.settings import KokaSettings
from pnp.games.koka.teaching.explain import explain
from pnp.testing import examples_of
from tests.games.koka.definitions import KOKA, VARIANTS
from tests.games.wording import worder

word = worder("koka")
PRINTED = (
    "koka",
    "three-colours",
    "small-six",
    "six-first",
    "other-readings",
    "special",
    "keeps-one",
    "for-four",
    "untaken-stay",
    "one-or-two",
)


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
    for name in names or PRINTED:
        for one in found_in(name).examples:
            yield name, one


def made(kind: str, position: dict[str, Any], settings: KokaSettings = KOKA, form: Any = "example") -> Tableau:
    """A position laid out as an example."""
    return explain(settings, Example("x", "x", form, kind, position, oracle(settings, kind, position), (), 0))


def drawn(tableau: Tableau) -> Counter[tuple[str, int]]:
    """The dice of a tableau, but for those that show what might be instead."""
    found: Counter[tuple[str, int]] = Counter()
    for row in tableau.rows:
        for card in row.cards:
            if row.role != "other" and "colour" in card.fields:
                for value in card.fields.get("values", (card.fields.get("value"),)):
                    found[card.fields["colour"], value] += 1
    return found
