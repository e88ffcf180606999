"""Every package stands in each contract that keeps a library to one place, or is that place."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

PLACES = {
    "reportlab": {"pdf"},
    "jinja2": {"rendering"},
    "tinycss2": {"artsvg"},
    "pydantic": {"definition", "testing"},
    "python_calamine": {"data"},
    "coloraide": {"looks"},
    "pikepdf": {"preflight"},
    "pypdfium2": set(),
    "uharfbuzz": {"fonts"},
    "ezdxf": {"cutting"},
    "typer": {"cli"},
    "starlette": {"studio"},
    "distributed": set(),
}
"""Libraries, and the packages that may import them. One file each calls PDFium and Dask."""
MOST_FILES = 15


@pytest.mark.parametrize("library", PLACES)
def test_a_library_is_kept_to_its_place(contracts: Sequence[dict[str, Any]], root: Path, library: str) -> None:
    packages = {path.parent.name for path in (root / "pnp").glob("*/__init__.py")}
    [contract] = [
        one
        for one in contracts
        if one["type"] == "forbidden" and library in one["forbidden_modules"] and len(one["source_modules"]) > 1
    ]
    assert {name.removeprefix("pnp.") for name in contract["source_modules"]} == packages - PLACES[library]


def test_a_folder_holds_few_files(root: Path) -> None:
    folders = [path.parent for path in (root / "pnp").rglob("__init__.py")]
    full = {
        folder.relative_to(root).as_posix(): count
        for folder in folders
        if (count := len(list(folder.glob("*.py"))) - 1) > MOST_FILES
    }
    assert full == {}


def test_one_function_decides_what_lies_in_a_folder(root: Path) -> None:
    """Elsewhere a check may forget a link. The registry and the mutants ask about modules of the program."""
    others = {"inside.py", "registry.py", "testing/mutate/report.py"}
    asking = {
        path.relative_to(root / "pnp").as_posix()
        for path in (root / "pnp").rglob("*.py")
        if "is_relative_to(" in path.read_text(encoding="utf-8")
    }
    assert asking == others
