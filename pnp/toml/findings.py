"""Findings about a table, by key path, and their diagnostics with locations, in file order."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches

from pnp.diagnostics import DefinitionError, Diagnostic, Location
from pnp.records import dataclass
from pnp.toml.document import EntryPart, KeyPath, TomlDocument


@dataclass(frozen=True, slots=True)
class DefinitionFinding:
    """Problem at a path in a table (or in a whole file), not located yet."""

    path: KeyPath
    code: str
    message: str
    hint: str | None = None
    part: EntryPart = "value"

    def under(self, path: KeyPath) -> DefinitionFinding:
        """Return the same finding, seen from the table that holds this one at ``path``."""
        return DefinitionFinding((*path, *self.path), self.code, self.message, self.hint, self.part)


class DefinitionFindings:
    """Collection of diagnostics, each once, in file order.

    Diagnostics that concern one game alone, and leave the others usable, are kept apart from errors of the definition.
    """

    def __init__(self) -> None:
        self._aside: dict[str, list[tuple[int, Diagnostic]]] = {}
        self._ordered: dict[tuple[object, ...], tuple[tuple[int, int, int, int], Diagnostic]] = {}

    def add(self, rank: int, diagnostic: Diagnostic) -> None:
        """Add ``diagnostic`` of the file with this ``rank``. A game and its children report it only once."""
        location = diagnostic.location or Location("")
        key = (rank, location.file, location.line, location.column, diagnostic.code, diagnostic.message)
        order = (rank, location.line or 0, location.column or 0, len(self._ordered))
        self._ordered.setdefault(key, (order, diagnostic))

    def add_at(self, document: TomlDocument, finding: DefinitionFinding) -> None:
        """Add a finding of one file, by path from its top."""
        location = document.locate(finding.path, finding.part)
        self.add(document.rank, Diagnostic(finding.code, finding.message, location, finding.hint))

    def add_error(self, rank: int, error: DefinitionError) -> None:
        """Add the diagnostics for which another file of the project was refused."""
        for diagnostic in error.diagnostics:
            self.add(rank, diagnostic)

    def set_aside(self, game: str, rank: int, diagnostic: Diagnostic) -> None:
        """Add the reason why ``game`` cannot be used, from the file with this ``rank``."""
        self._aside.setdefault(game, []).append((rank, diagnostic))

    @property
    def aside(self) -> Mapping[str, tuple[Diagnostic, ...]]:
        """Games that cannot be used, each with the reasons."""
        return {game: tuple(diagnostic for _, diagnostic in entries) for game, entries in self._aside.items()}

    def __len__(self) -> int:
        return len(self._ordered)

    def raise_if_any(self) -> None:
        """Raise DefinitionError with all diagnostics, if there are errors of the definition."""
        if self._ordered:
            for rank, diagnostic in (entry for entries in self._aside.values() for entry in entries):
                self.add(rank, diagnostic)
            ordered = sorted(self._ordered.values(), key=lambda entry: entry[0])
            raise DefinitionError(diagnostic for _, diagnostic in ordered)


def nearest(word: str, among: Iterable[str], cutoff: float = 0.6) -> str | None:
    """Return the name of ``among`` that ``word`` was most likely meant to be, or None.

    >>> nearest("hnad", ["hand", "draw"])
    'hand'
    """
    names = list(among)
    by_spelling = {name.lower().replace("_", "-"): name for name in reversed(names)}
    matches = get_close_matches(word.lower().replace("_", "-"), by_spelling, 1, cutoff)
    return by_spelling[matches[0]] if matches else None


def listed(words: Sequence[str], last: str = "or") -> str:
    """Return the words as a list in a sentence.

    >>> listed(["a", "b", "c"])
    'a, b or c'
    """
    if len(words) <= 1:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"
