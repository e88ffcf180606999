"""Game as its table in the definition file describes it, resolved and checked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field
from typing import Any

from pnp.model.component import Component, Item
from pnp.model.print_options import Backs, Flip, Ink, MarkInk, Marks, Pack
from pnp.model.sheet_template import SheetTemplate
from pnp.model.text import Language, Text
from pnp.records import dataclass
from pnp.units import Size


@dataclass(frozen=True, slots=True)
class Icon:
    """Icon in a text, as in ``Gain {coin}{coin}.``: an entry of a game's ``text-icons``.

    ``color`` is ``own`` (inks as drawn; ``currentColor`` in the art is that of the text), ``text`` (every ink is that
    of the text) or a colour for every ink. ``size`` is its height in em of the text.
    """

    art: str
    color: str = "own"
    size: float = 1.0
    name: Text | None = None
    """Name of the icon when the page is read back; without it, its key."""


@dataclass(frozen=True, slots=True)
class Credits:
    """Authors of a game, printed on the rule sheet."""

    designers: tuple[Text, ...] = ()
    artists: tuple[Text, ...] = ()
    publisher: Text | None = None
    year: int | None = None
    note: Text | None = None


@dataclass(frozen=True, slots=True)
class Paper:
    """Named paper, portrait, in mm. ``lying`` is True if it was written with the longer side first."""

    name: str
    size: Size
    lying: bool = field(default=False, repr=False, compare=False)

    @property
    def title(self) -> str:
        """Name as it is printed: A4, JIS B5, Letter, or the size.

        >>> Paper("jis-b5", Size(182, 257)).title, Paper("150x200mm", Size(150, 200)).title
        ('JIS B5', '150 × 200 mm')
        """
        if self.name[:1].isdigit():
            return f"{self.size.width:g} × {self.size.height:g} mm"
        return self.name.upper().replace("-", " ") if self.name[-1].isdigit() else self.name.capitalize()


@dataclass(frozen=True, slots=True)
class PrintDefaults:
    """Print settings of ``[project]``; the command line overrides them. Lengths in mm."""

    language: Language
    paper: Paper
    bleed: float
    margin: float
    """Unprintable rim on every side of the paper."""
    gutter: float
    """Space between cards. 0 butts those whose edge is a border; faces with bleed get at least twice the bleed."""
    least_type: float
    """Type size on faces below which a warning is given."""
    backs: Backs = "duplex"
    flip: Flip = "long"
    marks: Marks = "corner"
    mark_ink: MarkInk = "hairline"
    pack: Pack = "tight"
    ink: Ink = "full"
    sheet: SheetTemplate | None = None
    """Sheet template of cards and summaries that name none of their own."""


@dataclass(frozen=True, slots=True)
class Game:
    """One table of the definition file.

    ``settings`` is the frozen dataclass that the game's engine declares. ``resolved`` is the whole table after
    ``extends``, as plain JSON-like data: the definition hash is computed from it. ``decks`` holds the card sets that
    the definition spells out itself, in a list or a CSV file; large ones are created on demand. Engines add the card
    sets that they derive from settings.
    """

    id: str
    engine: str
    title: Text
    facts: Text | None
    """Duration and players, in one line."""
    credits: Credits
    settings: Any
    components: tuple[Component, ...]
    defaults: PrintDefaults
    assumed: Mapping[str, Text]
    resolved: Mapping[str, Any]
    decks: Mapping[str, Sequence[Item]]
    icons: Mapping[str, Icon] = field(default_factory=dict)
    """Icons for texts, by name, beside all art by its own name."""
    values: Mapping[str, Any] = field(default_factory=dict)
    """Free values, which templates read as ``values.NAME``."""
