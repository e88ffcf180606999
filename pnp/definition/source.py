"""Input and output of the reader of definitions."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from pnp.canonical import canonical_chunks
from pnp.diagnostics import Diagnostic
from pnp.model.component import Item
from pnp.model.game import Game, PrintDefaults
from pnp.model.sheet_template import SheetTemplate
from pnp.records import dataclass
from pnp.units import Size

if TYPE_CHECKING:
    from pnp.definition.decks.broken_rows import BrokenRows
    from pnp.definition.decks.choose import Compile


DeckMaker = Callable[[Any], Sequence[Item]]
"""Function that makes a deck of an engine from its settings."""


class SettingsProblemLike(Protocol):
    """Problem that an engine finds in settings that are well-formed key by key."""

    @property
    def path(self) -> tuple[str | int, ...]:
        """Keys and list indexes from the game's table to the value to mend."""

    @property
    def code(self) -> str:
        """Stable code."""

    @property
    def message(self) -> str:
        """Problem in one sentence."""

    @property
    def hint(self) -> str | None:
        """Advice how to mend it."""


@dataclass(frozen=True, slots=True)
class EngineSettings:
    """Everything that the reader knows of an engine.

    ``settings`` is its settings dataclass, ``problems`` finds their problems, and ``decks`` makes the decks that it
    derives from them, by name. ``seats`` gives the numbers of players for settings without problems; it is None for a
    deck without rules.
    """

    settings: type[Any]
    problems: Callable[[Any], Iterable[SettingsProblemLike]]
    decks: Mapping[str, DeckMaker] = field(default_factory=dict)
    seats: Callable[[Any], Sequence[int]] | None = None


@dataclass(frozen=True, slots=True)
class DefinitionSource:
    """Definition file to read, and the files whose tables it can extend.

    ``libraries`` are definition files by the name in ``extends = "NAME:GAME"``: ``shipped``, and the names of installed
    packages. In these names ``-``, ``_``, ``.`` and capitals make no difference (PEP 503); of two equal names the first
    holds.
    """

    path: Path
    libraries: Mapping[str, Path] = field(default_factory=dict)
    values: Mapping[str, str] = field(default_factory=dict)
    """Free values that replace those of the file, as a person typed them."""
    standard_input: Callable[[], bytes | None] = lambda: None
    """Return all data that are piped into the program, or None; called at most once."""
    compiled: Compile | None = None
    """Compiler of a condition over cards; without it a definition can have none."""
    earlier: Mapping[str, Game] | None = None
    """Games as they were read before. With them, be there none, rows of card files with errors are passed over: the
    earlier card of such a row stands in for it, and ``Definition.broken`` has its errors."""
    on_demand: bool = False
    """True if each game is read at its first use, and its problems are raised then.

    That suits a file that was checked as a whole before it was published.
    """


@dataclass(frozen=True, slots=True)
class Definition:
    """Definition file, read and checked. ``games`` is in file order; ``card`` is the default card size in mm.

    ``files`` are the files it was read from: the definition, those of the libraries it extends, and those of cards.
    """

    project: PrintDefaults
    card: Size
    games: Mapping[str, Game]
    set_aside: Mapping[str, tuple[Diagnostic, ...]] = field(default_factory=dict)
    """Games that cannot be used although the file is right, with the reasons: the engine is unknown or cannot be
    loaded."""
    files: tuple[Path, ...] = ()
    notes: Mapping[str, tuple[Diagnostic, ...]] = field(default_factory=dict)
    """Warnings about the card files of each game."""
    broken: Mapping[str, BrokenRows] = field(default_factory=dict)
    """Rows of card files that were passed over, by game."""
    sheets: Mapping[str, SheetTemplate] = field(default_factory=dict)
    """Sheets that the file itself describes, by name."""


def definition_sha256(game: Game) -> str:
    """Return the fingerprint of a game: SHA-256, in hex, of its resolved table as canonical JSON.

    The order of keys, comments, spelling of numbers and the way through ``extends`` or a CSV file do not change it; any
    value of the table does.
    """
    sha256 = hashlib.sha256()
    for chunk in canonical_chunks(game.resolved, finite=True):
        sha256.update(chunk)
    return sha256.hexdigest()
