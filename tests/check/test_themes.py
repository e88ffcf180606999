"""Misspelt names in a theme are told; names that are like no other are not."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Check = Callable[..., list[str]]
FAMILY = '{ families = ["Oswald"], weight = 700 }'


@pytest.fixture
def told(tmp_path: Path, pnp: Callable[..., Any]) -> Check:
    """Check the starter deck with lines below a header of its theme, and return the messages about names."""
    pnp("init", "--deck", "mine")
    theme = tmp_path / "templates/deck/theme.toml"

    def check(header: str, lines: str, *options: str) -> list[str]:
        text = theme.read_text("utf-8")
        added = f"{header}\n{lines}\n"
        text = text.replace(f"{header}\n", added) if f"{header}\n" in text else f"{text}\n{added}"
        theme.write_text(text, encoding="utf-8")
        result = pnp("check", *options)
        assert result.status == 0, result.err
        return [line.strip() for line in result.err.splitlines() if "unread-name" in line or "did you mean" in line]

    return check


@pytest.mark.parametrize(
    ("header", "line", "name", "meant"),
    [
        ("[fonts.en]", f"titel = {FAMILY}", "titel", "title"),
        ("[type.en]", "wrds = 3.0", "wrds", "words"),
        ("[look]", 'drk = "#000000"', "drk", "dark"),
    ],
)
def test_a_misspelt_name_is_told_at_its_line(told: Check, header: str, line: str, name: str, meant: str) -> None:
    message, hint = told(header, line)
    assert message.startswith("templates/deck/theme.toml:")
    assert message.endswith(f"warning[unread-name]: no face reads {name!r} of the theme")
    assert hint == f"hint: did you mean {meant!r}?"


@pytest.mark.parametrize(
    ("header", "line", "options"),
    [
        ("[fonts.en]", f"motto = {FAMILY}", ()),
        ("[type.ja]", "wrds = 3.0", ("--lang", "en")),
        ("[type.en]", "wrds = 3.0", ("--only", "rules")),
        ("[look]", "ground = 3", ()),
    ],
)
def test_other_names_are_not_told(told: Check, header: str, line: str, options: tuple[str, ...]) -> None:
    assert told(header, line, *options) == []
