"""Reads the small diffs of docs/tweaks and applies them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest


@dataclass(frozen=True)
class Tweak:
    """A diff against games.toml: what it says it does, and pairs of old and new lines."""

    name: str
    about: str
    hunks: tuple[tuple[str, str], ...]
    removed: int
    added: int

    def apply(self, text: str) -> str:
        """``text`` with every hunk replaced. Raises AssertionError where one does not fit in exactly one place."""
        for old, new in self.hunks:
            places = text.count(old)
            assert places == 1, f"{self.name} fits in {places} places of games.toml:\n{old}"
            text = text.replace(old, new)
        return text


def read_tweak(path: Path) -> Tweak:
    about, _, diff = path.read_text(encoding="utf-8").partition("\n\n")
    lines = diff.splitlines(keepends=True)
    assert [line.split()[0] for line in lines[:2]] == ["---", "+++"], path.name
    hunks: list[tuple[str, str]] = []
    removed = added = 0
    for line in lines[2:]:
        if line.startswith("@@"):
            hunks.append(("", ""))
            continue
        old, new = hunks[-1]
        sign, rest = line[0], line[1:]
        assert sign in " -+", line
        removed += sign == "-"
        added += sign == "+"
        hunks[-1] = (old + (rest if sign != "+" else ""), new + (rest if sign != "-" else ""))
    return Tweak(path.stem, about, tuple(hunks), removed, added)


@pytest.fixture(scope="session")
def tweaks(root: Path) -> dict[str, Tweak]:
    """Every tweak of docs/tweaks by name."""
    return {path.stem: read_tweak(path) for path in sorted((root / "docs" / "tweaks").glob("*.diff"))}


@pytest.fixture(scope="session")
def tweaked(root: Path, tweaks: dict[str, Tweak]) -> Callable[[str], str]:
    """The shipped games.toml with a tweak applied, as text."""
    shipped = (root / "games.toml").read_text(encoding="utf-8")
    return lambda name: tweaks[name].apply(shipped)
