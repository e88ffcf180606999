"""Worked examples and rule checks of any engine: search, ranking and verification."""

from typing import Any

from pnp.examples.example_set import ExampleSet, ShownExample
from pnp.examples.json_form import example_from_json, example_json
from pnp.examples.table import TableRow, table
from pnp.examples.tableau_json import STYLES, Style, strings
from pnp.examples.verify import recheck, rechecker, verify
from pnp.games.core.engine import AnyEngine

__all__ = [
    "STYLES",
    "ExampleSet",
    "ShownExample",
    "Style",
    "TableRow",
    "example_from_json",
    "example_json",
    "find_examples",
    "recheck",
    "rechecker",
    "strings",
    "table",
    "verify",
]


def find_examples(engine: AnyEngine, settings: Any, seed: int = 0) -> ExampleSet:
    """Find the examples of a game, chosen, verified and ranked: the same for the same settings and seed. Raises
    VerificationError if the engine and the oracle disagree on an example."""
    from pnp.examples.search import find_examples as search  # noqa: PLC0415 - cached examples need no search

    return search(engine, settings, seed)
