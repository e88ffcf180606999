"""Equivalent mutants: changes of a game that mean the same as before, listed by its author with the reason."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from pathlib import Path

from pnp.records import dataclass
from pnp.testing.mutate.source import Mutant

FILE = "equivalent_mutants.toml"
_TABLE = "equivalent"
_WHY = "why"
_KEYS = ("file", "before", "after", _WHY)


class EquivalentsError(ValueError):
    """List of equivalent mutants that cannot be read."""


@dataclass(frozen=True, slots=True)
class Equivalent:
    """Entry of the list: a file below the package of the game, its line before and after, and why both mean the
    same."""

    file: str
    before: str
    after: str
    why: str

    def matches(self, mutant: Mutant) -> bool:
        """Return True if the entry is about this mutant."""
        return (self.file, self.before, self.after) == (mutant.file, mutant.before, mutant.after)


def read_equivalents(path: Path) -> tuple[Equivalent, ...]:
    """Return the entries of a list. Raises EquivalentsError for one that lacks a text or a reason."""
    equivalents = read_entries(path)
    lacking = [number for number, entry in enumerate(equivalents, 1) if not entry.why.strip()]
    if lacking:
        raise EquivalentsError(f"{path}: entry {lacking[0]} of [[{_TABLE}]] lacks why: write it")
    return equivalents


def read_entries(path: Path) -> tuple[Equivalent, ...]:
    """Return the entries of a list, whose reasons may be empty. Raises EquivalentsError for one that lacks a text."""
    try:
        entries = tomllib.loads(path.read_text(encoding="utf-8")).get(_TABLE, [])
    except tomllib.TOMLDecodeError as error:
        raise EquivalentsError(f"{path}: {error}") from None
    equivalents = []
    for number, entry in enumerate(entries, 1):
        lacking = [
            key for key in _KEYS if not isinstance(entry.get(key), str) or not (entry[key].strip() or key == _WHY)
        ]
        if lacking:
            raise EquivalentsError(f"{path}: entry {number} of [[{_TABLE}]] lacks {', '.join(lacking)}: write it")
        equivalents.append(Equivalent(*(entry[key] for key in _KEYS)))
    return tuple(equivalents)


def entries_of(mutants: Iterable[Mutant]) -> str:
    """Return mutants as entries of the list, whose reasons are to be written."""
    lines = ["# Changes of the game that no check notices. Keep those that mean the same, and say why."]
    for mutant in mutants:
        lines += ["", f"[[{_TABLE}]]  # line {mutant.line}", f"file = {_quoted(mutant.file)}"]
        lines += [f"before = {_quoted(mutant.before)}", f"after = {_quoted(mutant.after)}", 'why = ""']
    return "\n".join(lines) + "\n"


def _quoted(text: str) -> str:
    """Return a text as TOML: as it stands if it can, since code has many quotation marks."""
    if "'" not in text:
        return f"'{text}'"
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
