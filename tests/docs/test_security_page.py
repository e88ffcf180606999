"""The page on files of strangers says the limits that the program has."""

from __future__ import annotations

import re
from importlib import import_module

from pnp.limits import LIMITS
from tests.conftest import ROOT

PAGE = (ROOT / "docs" / "security.md").read_text(encoding="utf-8")


def _rows(heading: str) -> list[list[str]]:
    section = PAGE.partition(f"## {heading}\n")[2].partition("\n## ")[0]
    rows = [line.strip("|").split("|") for line in section.splitlines() if line.startswith("| ")]
    return [[cell.strip() for cell in row] for row in rows[1:]]


def test_every_limit_of_a_run_is_told() -> None:
    told = [(name, most, bounds) for name, most, bounds in _rows("Limits of a run")]
    assert told == [(f"`{limit.name}`", f"{limit.shipped} {limit.unit}", limit.bounds) for limit in LIMITS.values()]


def test_every_counted_limit_is_the_figure_of_its_constant() -> None:
    rows = _rows("Counted limits")
    assert len(rows) > 20
    for what, most, constant in rows:
        module, _, name = constant.strip("`").rpartition(".")
        assert getattr(import_module(module), name) == int(most.replace(",", "")), what


def test_the_example_of_the_environment_is_one() -> None:
    settings = re.findall(r'PNP_LIMITS="([^"]+)"', PAGE)
    assert settings
    assert {word.partition("=")[0] for setting in settings for word in setting.split()} <= set(LIMITS)
