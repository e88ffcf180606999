"""The page on the architecture stays true: what it names is there, and every folder is named."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

PAGES = ("architecture.md", "decisions.md")
FILE = re.compile(r"`((?:[a-z_]+/)+[a-z_]+\.(?:py|toml))`")
LINK = re.compile(r"\]\(([^)#]+)")
PLACES = ("", "pnp", "tests")
"""Folders of the checkout below which a page may name a file."""


@pytest.mark.parametrize("page", PAGES)
def test_files_that_a_page_names_are_there(root: Path, page: str) -> None:
    text = (root / "docs" / page).read_text(encoding="utf-8")
    missing = [name for name in FILE.findall(text) if not any((root / place / name).exists() for place in PLACES)]
    missing += [link for link in LINK.findall(text) if not (root / "docs" / link).exists()]
    assert FILE.findall(text) and missing == []


def test_the_page_names_every_folder_of_the_program(root: Path) -> None:
    text = (root / "docs" / "architecture.md").read_text(encoding="utf-8")
    table = text[text.index("## The folders") : text.index("## A game")]
    folders = {path.parent.name for path in (root / "pnp").glob("*/__init__.py")}
    assert folders - set(re.findall(r"`([a-z]+)`", table)) == set()


def test_a_file_is_named_so_that_it_is_found(root: Path) -> None:
    text = (root / "docs" / "architecture.md").read_text(encoding="utf-8")
    names = [path.name for path in (root / "pnp").rglob("*.py")]
    assert [name for name in re.findall(r"(?<![\w/])([a-z_]+\.py)\b", text) if names.count(name) != 1] == []
