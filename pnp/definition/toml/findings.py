"""Findings about a table, by key path, and their diagnostics with locations, in file order."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches

from pnp.definition.toml.document import At, KeyPath, TomlDocument
from pnp.diagnostics import DefinitionError, Diagnostic, Location
from pnp.records import dataclass


@dataclass(frozen=True, slots=True)
class DefinitionFinding:
    """One thing that is wrong, at a path in a table (or in a whole file), not yet located."""

    path: KeyPath
    code: str
    message: str
    hint: str | None = None
    at: At = "value"

    def under(self, path: KeyPath) -> DefinitionFinding:
        """The same finding, seen from the table that holds this one at ``path``."""
        return DefinitionFinding((*path, *self.path), self.code, self.message, self.hint, self.at)


class DefinitionFindings:
    """Collects diagnostics, each once, and hands them out in file order.

    What concerns one game alone, and leaves the others usable, is kept apart from errors of the definition.
    """

    def __init__(self) -> None:
        self._aside: dict[str, list[tuple[int, Diagnostic]]] = {}
        self._found: dict[tuple[object, ...], tuple[tuple[int, int, int, int], Diagnostic]] = {}

    def add(self, rank: int, diagnostic: Diagnostic) -> None:
        """Note ``diagnostic``, found in the file with this ``rank``. A game and its children report it only once."""
        place = diagnostic.location or Location("")
        key = (rank, place.file, place.line, place.column, diagnostic.code, diagnostic.message)
        order = (rank, place.line or 0, place.column or 0, len(self._found))
        self._found.setdefault(key, (order, diagnostic))

    def add_at(self, document: TomlDocument, finding: DefinitionFinding) -> None:
        """Note what is wrong in one file, by path from its top."""
        place = document.locate(finding.path, finding.at)
        self.add(document.rank, Diagnostic(finding.code, finding.message, place, finding.hint))

    def add_error(self, rank: int, error: DefinitionError) -> None:
        """Note what another file of the project was refused for."""
        for diagnostic in error.diagnostics:
            self.add(rank, diagnostic)

    def set_aside(self, game: str, rank: int, diagnostic: Diagnostic) -> None:
        """Note why ``game`` cannot be used, found in the file with this ``rank``."""
        self._aside.setdefault(game, []).append((rank, diagnostic))

    @property
    def aside(self) -> Mapping[str, tuple[Diagnostic, ...]]:
        """The games that cannot be used, each with why."""
        return {game: tuple(diagnostic for _, diagnostic in found) for game, found in self._aside.items()}

    def __len__(self) -> int:
        return len(self._found)

    def raise_if_any(self) -> None:
        """Raise DefinitionError with everything noted so far, if there are errors of the definition."""
        if self._found:
            for rank, diagnostic in (entry for found in self._aside.values() for entry in found):
                self.add(rank, diagnostic)
            found = sorted(self._found.values(), key=lambda item: item[0])
            raise DefinitionError(diagnostic for _, diagnostic in found)


def nearest(word: str, among: Iterable[str], cutoff: float = 0.6) -> str | None:
    """The one of ``among`` that ``word`` was most likely meant to be.

    >>> nearest("hnad", ["hand", "draw"])
    'hand'
    """
    names = list(among)
    lowered = {name.lower().replace("_", "-"): name for name in reversed(names)}
    found = get_close_matches(word.lower().replace("_", "-"), lowered, 1, cutoff)
    return lowered[found[0]] if found else None


def listed(words: Sequence[str], last: str = "or") -> str:
    """The words as a list in a sentence.

    >>> listed(["a", "b", "c"])
    'a, b or c'
    """
    if len(words) <= 1:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"
