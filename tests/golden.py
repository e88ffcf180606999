"""Golden files: text that a test makes, compared whole. ``PNP_UPDATE_GOLDENS=1`` writes them anew; read the diff."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from difflib import unified_diff
from pathlib import Path

from pnp.testing.play import UPDATE


def blocks(cases: Mapping[str, Iterable[str]]) -> str:
    """A block per case, sorted by name: the name, and the lines under it."""
    return "\n".join(
        "".join(f"{line}\n" for line in (name, *(f"    {line}" for line in lines)))
        for name, lines in sorted(cases.items())
    )


def compare(path: Path, text: str) -> None:
    """Hold ``text`` to its golden file, which has to be there; a case that is missing or too many is a difference."""
    __tracebackhide__ = True
    if os.environ.get(UPDATE):
        assert not os.environ.get("CI"), f"unset {UPDATE}: goldens are compared here, not written"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="\n")
    assert path.is_file(), f"there is no {path}; write it with {UPDATE}=1, and read it before you commit it"
    wanted = path.read_text(encoding="utf-8")
    if text != wanted:
        lines = unified_diff(wanted.splitlines(), text.splitlines(), path.name, "made", lineterm="", n=3)
        raise AssertionError(f"{path} says otherwise; if that is meant, write it anew: {UPDATE}=1\n" + "\n".join(lines))
