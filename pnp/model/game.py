"""A game as its table in the definition file describes it, resolved and checked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field
from typing import Any

from pnp.model.component import Component, Item
from pnp.model.sheet_template import SheetTemplate
from pnp.model.sheets import Backs, Flip, Ink, MarkInk, Marks, Pack
from pnp.model.text import Language, Text
from pnp.records import dataclass
from pnp.units import Size

# Icons that stand in texts: ``Gain {coin}{coin}.``


@dataclass(frozen=True, slots=True)
class Icon:
    """An entry of a game's ``text-icons``: which art it is, and how it stands among words.

    ``color`` is ``own`` (inks as drawn; where the art says ``currentColor``, that of the text), ``text`` (every ink is
    that of the text) or a colour for every ink. ``size`` is its height in em of the text.
    """

    art: str
    color: str = "own"
    size: float = 1.0
    name: Text | None = None
    """What it is called when the page is read back; its key without it."""


@dataclass(frozen=True, slots=True)
class Credits:
    """Whose game it is; printed on the rule sheet."""

    designers: tuple[Text, ...] = ()
    artists: tuple[Text, ...] = ()
    publisher: Text | None = None
    year: int | None = None
    note: Text | None = None


@dataclass(frozen=True, slots=True)
class Paper:
    """A named paper, portrait, in mm. ``lying`` says that it was written with the longer side first."""

    name: str
    size: Size
    lying: bool = field(default=False, repr=False, compare=False)


@dataclass(frozen=True, slots=True)
class PrintDefaults:
    """What ``[project]`` says about printing; the command line overrides it. Lengths in mm."""

    language: Language
    paper: Paper
    bleed: float
    margin: float
    """What the printer cannot reach, on every side of the paper."""
    gutter: float
    """Between cards. 0 butts those whose edge is a border; faces with bleed get at least twice the bleed."""
    least_type: float
    """The size under which type on faces is told, as a warning."""
    backs: Backs = "duplex"
    flip: Flip = "long"
    marks: Marks = "corner"
    mark_ink: MarkInk = "hairline"
    pack: Pack = "tight"
    ink: Ink = "full"
    sheet: SheetTemplate | None = None
    """What cards and summaries are laid on that say no sheet of their own."""


@dataclass(frozen=True, slots=True)
class Game:
    """One table of the definition file.

    ``settings`` is the frozen dataclass that the game's engine declares. ``resolved`` is the whole table after
    ``extends``, as plain JSON-like data: it is what the definition hash is taken of. ``decks`` holds card sets that
    the definition spells out itself (a list or a CSV file), of many cards made when they are asked for; engines add
    those that they derive from settings.
    """

    id: str
    engine: str
    title: Text
    facts: Text | None
    """How long it takes and for whom, in one line."""
    credits: Credits
    settings: Any
    components: tuple[Component, ...]
    defaults: PrintDefaults
    assumed: Mapping[str, Text]
    resolved: Mapping[str, Any]
    decks: Mapping[str, Sequence[Item]]
    icons: Mapping[str, Icon] = field(default_factory=dict)
    """Icons that texts may have by these names, beside all art by its own name."""
    values: Mapping[str, Any] = field(default_factory=dict)
    """Free values, which templates read as ``values.NAME``."""
