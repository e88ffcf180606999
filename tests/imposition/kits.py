"""Pieces of the shipped kits for tests of sheets, on any paper, with any edge and any way of printing backs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from pnp.build.faces import render_kit
from pnp.build.options import BuildOptions, KitContext
from pnp.build.sheets import pieces_of, sheet_options
from pnp.imposition import Page, Piece, SheetOptions, impose
from pnp.model.sizes import PAPERS
from pnp.project.examples import search_examples
from pnp.project.project import Project, open_project, open_shipped

ROOT = Path(__file__).parents[2]
KITS = (*open_shipped().games, "koka with stickers", "night-garden")


class Kit(NamedTuple):
    """Pieces of a kit on A4, in order, by the way in which backs are printed."""

    name: str
    pieces: dict[str, list[Piece]]

    def for_sheets(self, options: SheetOptions, edge: str | None = None) -> list[Piece]:
        """Return its pieces for sheets with ``options``. A piece that fills A4 fills that paper."""
        full_page = PAPERS["a4"], PAPERS["a4"].turned
        pieces = []
        for piece in self.pieces[options.backs]:
            if piece.trim in full_page and piece.cut == "card":
                trim = options.page if piece.trim == full_page[0] else options.page.turned
                pieces.append(replace(piece, trim=trim))
            elif edge is not None and piece.cut != "net":
                pieces.append(replace(piece, edge=edge))  # type: ignore[arg-type]
            else:
                pieces.append(piece)
        return pieces

    def options(self, **more: Any) -> SheetOptions:
        """Return the options of its sheets, in its own words."""
        project, options = _opened(self.name)
        game = project.game(self.name.split(" ", maxsplit=1)[0])
        return replace(sheet_options(KitContext.of(project, game, options)), **more)

    def pages(self, options: SheetOptions, edge: str | None = None) -> tuple[Page, ...]:
        return impose(self.for_sheets(options, edge), options)


def _opened(name: str) -> tuple[Project, BuildOptions]:
    replacements = ("stickers",) if name.endswith("with stickers") else ()
    options = BuildOptions(language="en", paper=None, instead=replacements)
    if name == "night-garden":
        return open_project(ROOT / "examples" / "new-deck" / "games.toml"), options
    return open_shipped(), options


def kit_of(name: str, made_once: Any) -> Kit:
    """Return a kit, drawn once in a run of the tests."""

    def draw() -> dict[str, list[Piece]]:
        project, options = _opened(name)
        game = project.game(name.split(" ", maxsplit=1)[0])
        leaves = render_kit(KitContext.of(project, game, options), search_examples(game), lambda _label: None).groups
        return {backs: pieces_of(leaves, backs, "en") for backs in ("duplex", "separate", "gutterfold", "none")}  # type: ignore[arg-type]

    make: Callable[[], dict[str, list[Piece]]] = draw
    return Kit(name, made_once.get(("pieces of", name), make))
