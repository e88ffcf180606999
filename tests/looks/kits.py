"""Kits as they look: their faces, and the pictures that the program paints of them through a PDF.

A face is painted once in a process.
"""

from __future__ import annotations

import atexit
import shutil
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from pnp.build.faces import render_kit
from pnp.build.options import BuildOptions, KitContext
from pnp.build.sheets import note_stack
from pnp.cardsvg import Drawing
from pnp.examples import ExampleSet
from pnp.fonts import FontBook
from pnp.formats.pictures import render_pages
from pnp.imposition.page import Page, Piece, Placement
from pnp.model.component import Component, Edge
from pnp.model.text import Language
from pnp.pdf.writer import PrintJob, write_pdf
from pnp.project.examples import search_examples
from pnp.project.project import Project, decks_of, open_project, open_shipped
from pnp.rendering.face import Face, PrintedCard
from pnp.units import MM_PER_INCH, Size
from tests.looks.glyphs import Glyph, glyphs_of

PIXELS_PER_MM = 4
FULL = pytest.mark.full
GAMES = tuple(open_shipped().games)
LANGUAGE: Mapping[str, Language] = {name: "ja" if name in ("red7", "iroha", "kasane") else "en" for name in GAMES}
"""The shipped games, with the language in which each is looked at in every run of the tests."""
DECK = "deck"
"""What an engine calls the cards that are held in the hand."""
WITH_CARDS = tuple(name for name in GAMES if DECK in decks_of(open_shipped().game(name)))
EDGED = ("cards", "summary")
"""Kinds of components of which the definition says how they end at the cut."""
CUT_OUT = (*EDGED, "tokens")
"""What is cut out of a sheet, but for what is folded."""


@dataclass(frozen=True)
class Look:
    """Faces of components of a kit."""

    project: Project
    name: str
    groups: tuple[tuple[Component, tuple[PrintedCard, ...]], ...]

    @cached_property
    def faces(self) -> Mapping[str, Face]:
        """Return every face once, by its id."""
        sides = [(leaf.front, leaf.back) for _, leaves in self.groups for leaf in leaves]
        return {face.id: face for pair in sides for face in pair if face is not None}

    @cached_property
    def pdf(self) -> bytes:
        """Return a page for each face, in their order, as large as the face with its bleed."""
        fonts = self.project.resources(self.project.game(self.name)).fonts
        return one_a_page({face.id: (face.drawing, face.trim, face.bleed) for face in self.faces.values()}, fonts)

    @cached_property
    def pictures(self) -> Mapping[str, Image.Image]:
        """Return the faces with their bleed."""
        return dict(zip(self.faces, painted(self.pdf), strict=True))

    @cached_property
    def glyphs(self) -> Mapping[str, tuple[Glyph, ...]]:
        """Return the glyphs of each face."""
        bleeds = tuple(face.bleed for face in self.faces.values())
        return dict(zip(self.faces, glyphs_of(self.pdf, bleeds), strict=True))

    def trimmed(self, face: str) -> Image.Image:
        """Return the picture of a face, cut to its trim."""
        bleed, picture = round(self.faces[face].bleed * PIXELS_PER_MM), self.pictures[face]
        return picture.crop((bleed, bleed, picture.width - bleed, picture.height - bleed))

    @cached_property
    def cards(self) -> Mapping[str, Face]:
        """Return the cards that are held in the hand, by id, equal ones once."""
        (component, leaves), *others = [group for group in self.groups if group[0].of == DECK]
        assert not others, component.id
        deck = {item.id: item.fields for item in decks_of(self.project.game(self.name))[DECK]}
        different: list[Mapping[str, Any]] = []
        cards: dict[str, Face] = {}
        for leaf in leaves:
            if deck[leaf.card] not in different:
                different.append(deck[leaf.card])
                cards[leaf.card] = leaf.front
        return cards

    @cached_property
    def shuffled_backs(self) -> tuple[Face, ...]:
        """Return the backs of the deck, and of all other cards with the same template behind them."""
        template = {component.back for component, _ in self.groups if component.of == DECK}
        backs = [leaf.back for component, leaves in self.groups if component.back in template for leaf in leaves]
        return tuple({face.id: face for face in backs if face is not None}.values())


def one_a_page(faces: Mapping[str, tuple[Drawing, Size, float]], fonts: FontBook) -> bytes:
    """Return a PDF with a page for each face (its drawing, its trim and its bleed), as large as the face with its
    bleed."""
    pages = []
    for number, (name, (_, trim, bleed)) in enumerate(faces.items(), 1):
        piece = Piece("cards", name, name, None, trim, bleed, "bleed")
        place = Placement(piece, name, "front", bleed, bleed, trim.width, trim.height, 0, (bleed,) * 4)
        size = Size(trim.width + 2 * bleed, trim.height + 2 * bleed)
        pages.append(Page(number, number, "single", size, (place,)))
    drawings = {name: drawing for name, (drawing, _, _) in faces.items()}
    return write_pdf(PrintJob("looks", "en", drawings, tuple(pages), fonts, note_stack(fonts)))


def painted(pdf: bytes) -> list[Image.Image]:
    """Return every page as a picture."""
    return render_pages(pdf, round(PIXELS_PER_MM * MM_PER_INCH * 1000) / 1000)  # type: ignore[arg-type]


def look(game: str, lines: str = "", language: Language | None = None, edge: Edge | None = None) -> Look:
    """Return cards of a shipped game, with a tweak (``lines`` in its table) and an edge for all that have one. Without
    a tweak it is the whole look, which other tests use too."""
    return _look(game, lines, language or LANGUAGE[game], CUT_OUT if not lines else ("cards",), edge)


def whole_look(game: str, lines: str, language: Language, edge: Edge | None) -> Look:
    """Return everything that is cut out of a kit: cards, summaries and tokens."""
    return _look(game, lines, language, CUT_OUT, edge)


@cache
def _look(game: str, lines: str, language: Language, kinds: tuple[str, ...], edge: Edge | None) -> Look:
    components = open_shipped().game(game).components
    only = tuple(component.id for component in components if component.kind in kinds)
    edged = [component.id for component in components if component.kind in EDGED]
    if edge is not None:
        lines += "".join(f'\n[mine.components.{name}]\nedge = "{edge}"' for name in edged)
    project, name = (tweaked(game, lines), "mine") if lines else (open_shipped(), game)
    examples = search_examples(project.game(name)) if "summary" in kinds else ExampleSet((), (), (), ())
    rendered = render_kit(
        KitContext.of(project, project.game(name), BuildOptions(language=language, only=only, choices=True)),
        examples,
        lambda _label: None,
    )
    return Look(project, name, rendered.groups)


def tweaked(game: str, lines: str) -> Project:
    """Return the shipped ``game`` as ``mine``, with ``lines`` in its table."""
    folder = tempfile.mkdtemp(prefix="pnp-looks-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    file = Path(folder) / "games.toml"
    file.write_text(f'[mine]\nextends = "shipped:{game}"\n{lines}\n', encoding="utf-8")
    return open_project(file)
