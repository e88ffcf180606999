"""Input and output of the reader of definitions."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from pnp.canonical import pieces
from pnp.diagnostics import Diagnostic
from pnp.model.game import Game, PrintDefaults
from pnp.model.sheet_template import SheetTemplate
from pnp.records import dataclass
from pnp.units import Size

if TYPE_CHECKING:
    from pnp.definition.decks.choose import Compile


class SettingsProblemLike(Protocol):
    """What an engine may find wrong with settings that are well-formed key by key. ``path`` leads to the key."""

    @property
    def path(self) -> tuple[str | int, ...]:
        """Keys and list indexes from the game's table to the value to mend."""

    @property
    def code(self) -> str:
        """A stable code."""

    @property
    def message(self) -> str:
        """What is wrong, in one sentence."""

    @property
    def hint(self) -> str | None:
        """How to mend it."""


@dataclass(frozen=True, slots=True)
class EngineSettings:
    """All that the reader knows of an engine: its settings, their problems, the decks it derives from them, and for
    which numbers of players settings without problems are; None for a deck without rules."""

    settings: type[Any]
    problems: Callable[[Any], Iterable[SettingsProblemLike]]
    decks: Collection[str] = ()
    seats: Callable[[Any], Sequence[int]] | None = None


@dataclass(frozen=True, slots=True)
class DefinitionSource:
    """The definition file to read, and those whose tables it can extend.

    ``libraries`` are definition files by the name that ``extends = "NAME:GAME"`` says: ``shipped``, and the names of
    installed packages. In these names ``-``, ``_``, ``.`` and capitals make no difference (PEP 503); of two that count
    as the same the first holds.
    """

    path: Path
    libraries: Mapping[str, Path] = field(default_factory=dict)
    values: Mapping[str, str] = field(default_factory=dict)
    """Free values that are to be others than the file says, as somebody typed them."""
    standard_input: Callable[[], bytes | None] = lambda: None
    """Everything that is piped into the program, None where nothing is; asked at most once."""
    compiled: Compile | None = None
    """Compiles a condition over cards; without it none can stand in a definition."""
    on_demand: bool = False
    """Whether each game is read when it is first asked for, and told then what is wrong with it: for a file that was
    found right as a whole before it was given away."""


@dataclass(frozen=True, slots=True)
class Definition:
    """A definition file, read and checked. ``games`` is in file order; ``card`` is the default card size in mm.

    ``files`` are the files it was read from: the definition, those of the libraries it extends, and those of cards.
    """

    project: PrintDefaults
    card: Size
    games: Mapping[str, Game]
    set_aside: Mapping[str, tuple[Diagnostic, ...]] = field(default_factory=dict)
    """Games that cannot be used here though the file is right, and why: the engine is unknown or cannot be loaded."""
    files: tuple[Path, ...] = ()
    notes: Mapping[str, tuple[Diagnostic, ...]] = field(default_factory=dict)
    """Warnings about the files of cards of each game."""
    sheets: Mapping[str, SheetTemplate] = field(default_factory=dict)
    """Sheets that the file itself describes, by name."""


# The fingerprint of a game's table.


def definition_sha256(game: Game) -> str:
    """SHA-256, in hex, of the resolved table of ``game`` as canonical JSON.

    The order of keys, comments, spelling of numbers and the way through ``extends`` or a CSV file do not change it;
    any value of the table does.
    """
    found = hashlib.sha256()
    for piece in pieces(game.resolved, finite=True):
        found.update(piece)
    return found.hexdigest()
