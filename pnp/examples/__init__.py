"""Worked examples and rule checks: found, ranked and verified for any engine, without knowing its game."""

from pnp.examples.example_set import ExampleSet
from pnp.examples.json_form import example_from_json, example_json
from pnp.examples.search import find_examples
from pnp.examples.table import TableRow, table
from pnp.examples.tableau_text import STYLES, Style, strings
from pnp.examples.verify import recheck, rechecker, verify

__all__ = [
    "STYLES",
    "ExampleSet",
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
