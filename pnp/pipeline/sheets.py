"""What is laid on the sheets of a kit, and how: its pieces, and the options of imposition in the kit's words."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pnp.diagnostics import TemplateError
from pnp.fonts import FontBook, MissingGlyphError, Stack
from pnp.imposition import FoldWords, Piece, SheetOptions, Tile, TileWords
from pnp.model.component import Component
from pnp.model.game import Game
from pnp.model.text import say
from pnp.pipeline.blame import in_definition
from pnp.pipeline.options import BuildOptions, PrintSettings
from pnp.pipeline.project import Project
from pnp.rendering.face import Face, Leaf


def note_stack(fonts: FontBook) -> Stack:
    """The fonts of page labels and rulers."""
    return fonts.stack(("Barlow Semi Condensed", "BIZ UDPGothic"), 500)


def pieces_of(leaves: Sequence[tuple[Component, Sequence[Leaf]]], options: BuildOptions) -> list[Piece]:
    """Every piece that is printed, in order."""
    return [
        _piece(component, leaf, front, back)
        for component, group in leaves
        for leaf in group
        for front, back in _printed_sides(component, leaf, options)
        for _ in range(leaf.copies)
    ]


def _printed_sides(component: Component, leaf: Leaf, options: BuildOptions) -> list[tuple[Face, Face | None]]:
    """The sides of a piece as they are printed: without backs, the sides of a page follow one another."""
    if options.backs != "none":
        return [(leaf.front, leaf.back)]
    if component.kind == "page" and leaf.back is not None:
        return [(leaf.front, None), (leaf.back, None)]
    return [(leaf.front, None)]


def _piece(component: Component, leaf: Leaf, front: Face, back: Face | None) -> Piece:
    return Piece(
        component.id,
        leaf.card,
        front.id,
        None if back is None else back.id,
        front.trim,
        front.bleed,
        front.edge,
        front.cut,
        component.orientation,
        component.tile,
        leaf.row,
    )


def in_one_line(text: str) -> str:
    """A text without its line ends."""
    return " ".join(text.split())


def sheet_options(project: Project, game: Game, settings: PrintSettings, options: BuildOptions) -> SheetOptions:
    """How the pieces of a kit are laid, and in which words their sheets speak."""
    words = project.resources(game).words(None, settings.language)
    titles = {one.id: in_one_line(say(one.title, settings.language)) for one in game.components}

    def worded(number: int, pages: int, components: Sequence[str]) -> str:
        return words(
            "page-label",
            game=in_one_line(say(game.title, settings.language)),
            components=tuple(components),
            page=number,
            pages=pages,
        )

    def label(number: int, pages: int, components: Sequence[str]) -> str:
        return worded(number, pages, [titles[name] for name in components])

    def of_tile(number: int, pages: int, component: str | None, tile: Tile) -> str:
        if component is None:
            return worded(number, pages, [tile.name])
        of = words("tile-name", component=titles[component], tile=tile.name, columns=tile.columns, rows=tile.rows)
        return worded(number, pages, [of])

    return SheetOptions(
        paper=settings.paper.size,
        margin=settings.margin,
        gutter=settings.gutter,
        backs=options.backs,
        back_offset=options.back_offset,
        label=label,
        signs=FoldWords(*(words(f"fold-{sign}") for sign in ("cut", "mountain", "valley", "glue"))),
        tiles=TileWords(of_tile, lambda tile: words("tile-glue", tile=tile), lambda tile: words("tile-cut", tile=tile)),
        measure=_label_width(project, game),
    )


def _label_width(project: Project, game: Game) -> Callable[[str, float], float]:
    """How wide a label is; a title that it cannot be written with is told where the title stands."""
    stack = note_stack(project.resources(game).fonts)

    def width(text: str, size: float) -> float:
        try:
            return stack.width(text, size)
        except MissingGlyphError as error:
            raise TemplateError([in_definition(project, game, found) for found in error.diagnostics]) from error

    return width
