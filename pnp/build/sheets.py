"""Sheets of a kit: its pieces, the options of imposition in the kit's words, and its split into files."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import fields, replace
from itertools import groupby
from operator import itemgetter

from pnp.build.options import KitContext, PrintSettings, Split
from pnp.diagnostics import DefinitionError, Diagnostic, TemplateError
from pnp.fonts import FontBook, FontStack, MissingGlyphError
from pnp.imposition import (
    CutText,
    FoldWords,
    Page,
    PageRun,
    Piece,
    Polygon,
    Printout,
    PrintWords,
    SheetOptions,
    Tile,
    TileWords,
    impose,
)
from pnp.model.component import Component
from pnp.model.game import Game
from pnp.model.sheets import Backs
from pnp.model.text import Language, say
from pnp.project.project import Project
from pnp.project.source_locations import at_component, in_definition
from pnp.records import dataclass
from pnp.rendering.face import Face, PrintedCard
from pnp.rendering.renderer import bleed_of
from pnp.rendering.text.words import Words
from pnp.units import Size

_WORDED = frozenset({"measure", "label", "tiles", "printing", "cutting"})
"""The options that are words, and the widths of words."""


def note_stack(fonts: FontBook) -> FontStack:
    """The fonts of page labels and rulers."""
    return fonts.stack(("Barlow Semi Condensed", "BIZ UDPGothic"), 500)


def pieces_of(
    leaves: Sequence[tuple[Component, Sequence[PrintedCard]]], backs: Backs, language: Language
) -> list[Piece]:
    """Every piece that is printed, in order; what is said about making it, in ``language``."""
    pieces = []
    for component, group in leaves:
        outline = _outline(component) if component.nest else ()
        steps = "" if component.steps is None else in_one_line(say(component.steps, language))
        for leaf in group:
            for front, back in _printed_sides(component, leaf, backs):
                piece = _piece(component, leaf, front, back)
                pieces += [replace(piece, outline=outline, steps=steps) if outline or steps else piece] * leaf.copies
    return pieces


def _outline(component: Component) -> tuple[Polygon, ...]:
    """The net of a component in convex parts, where they lie on its face."""
    if component.net is None or component.size is None:
        return ()
    from pnp.folding import lay_out  # noqa: PLC0415 - few kits have nets

    flat = lay_out(component.net)
    left, top, right, bottom = flat.box
    across = (component.size.width - (right - left)) / 2 - left
    down = (component.size.height - (bottom - top)) / 2 - top
    parts = (*(panel.corners for panel in flat.panels.values()), *(tab.corners for tab in flat.tabs))
    return tuple(tuple((x + across, y + down) for x, y in part) for part in parts)


def _printed_sides(component: Component, leaf: PrintedCard, backs: Backs) -> list[tuple[Face, Face | None]]:
    """The sides of a piece as they are printed: the sides of a page follow one another where nothing is printed on the
    other side of the paper."""
    if component.kind == "page" and leaf.back is not None and backs in ("none", "gutterfold"):
        return [(leaf.front, None), (leaf.back, None)]
    return [(leaf.front, None if backs == "none" else leaf.back)]


def _piece(component: Component, leaf: PrintedCard, front: Face, back: Face | None) -> Piece:
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
        component.stock,
        sheet=component.sheet,
    )


def in_one_line(text: str) -> str:
    """A text without its line ends."""
    return " ".join(text.split())


def sheet_options(context: KitContext) -> SheetOptions:
    """How the pieces of a kit are laid, and in which words their sheets speak."""
    project, game, settings = context.project, context.game, context.settings
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
        pack=settings.pack,
        fill=context.options.fill,
        backs=settings.backs,
        flip=settings.flip,
        back_offset=settings.correction.back_offset,
        marks=settings.marks,
        mark_ink=settings.mark_ink,
        label=label,
        signs=FoldWords(*(words(f"fold-{sign}") for sign in ("cut", "mountain", "valley", "glue"))),
        tiles=TileWords(of_tile, lambda tile: words("tile-glue", tile=tile), lambda tile: words("tile-cut", tile=tile)),
        printing=_print_words(words, settings),
        cutting=_cut_words(words, titles),
        measure=_label_width(project, game),
    )


def cached_impose(context: KitContext) -> Callable[[Sequence[Piece], SheetOptions], tuple[Page, ...]]:
    """``impose`` with the memory of a kit: the same pieces, laid in the same way, whose sheets speak in the same words,
    are on the same pages."""
    project, game, settings = context.project, context.game, context.settings
    if not project.workshop.keeps:
        return impose
    laid_pages, resources = context.cache.laid, project.resources(game)
    words = resources.words(None, settings.language)
    titles = tuple((one.id, say(one.title, settings.language)) for one in game.components)
    said = settings, titles, say(game.title, settings.language), frozenset(words.wording.items()), resources.fonts

    def laid(pieces: Sequence[Piece], sheets: SheetOptions) -> tuple[Page, ...]:
        how = tuple(getattr(sheets, one.name) for one in fields(sheets) if one.name not in _WORDED)
        return laid_pages.made((tuple(pieces), how, said), lambda: impose(pieces, sheets))

    return laid


def _print_words(words: Words, settings: PrintSettings) -> PrintWords:
    def from_to(first: int, last: int) -> str:
        return f"{first}" if first == last else words("page-range", first=first, last=last)

    def how(printout: Printout) -> tuple[str, ...]:
        if printout.folded:
            return (words("print-gutterfold"),)
        if printout.later:
            separate = words(
                f"print-separate-{settings.flip}",
                count=printout.later,
                fronts=from_to(1, printout.fronts),
                sheets=from_to(1, printout.later),
                backs=from_to(printout.fronts + 1, printout.pages),
            )
            return (separate,)
        duplex, single = (tuple(run for run in printout.runs if run.two_sided is sides) for sides in (True, False))
        if settings.backs == "gutterfold" or not duplex:
            return words("print-one-side-on", pages=on_stock(printout.runs)), words("print-one-side")
        plain = words(f"print-duplex-{settings.flip}")
        if not single:
            return words(f"print-duplex-{settings.flip}-on", pages=on_stock(duplex)), plain
        some = words(f"print-some-{settings.flip}", both=in_all(duplex), one=in_all(single))
        told = words(f"print-some-{settings.flip}", both=on_stock(duplex), one=on_stock(single))
        return told, some

    def on_stock(runs: Sequence[PageRun]) -> tuple[str, ...]:
        return tuple(
            words("print-pages", pages=from_to(run.first, run.last), on=run.sheet or words(f"stock-{run.stock}"))
            for run in runs
        )

    def in_all(runs: Sequence[PageRun]) -> tuple[str, ...]:
        return (words("print-page-range", pages=from_to(runs[0].first, runs[-1].last)),)

    return PrintWords(
        how=how,
        fold=words("fold-line"),
        front=lambda label, other: words("page-with-back", label=label, other=other),
        back=lambda label, other: words("page-of-back", label=label, other=other),
        single=lambda label: words("page-one-side", label=label),
    )


def _cut_words(words: Words, titles: Mapping[str, str]) -> CutText:
    def cutting(lines: bool, size: Size | None, twice: tuple[tuple[str, float], ...]) -> tuple[str, ...]:
        first = words("cut-lines" if lines else "cut-marks")
        if size is not None and not lines:
            first = words("cut-marks-size", width=f"{size.width:g}", height=f"{size.height:g}")
        pairs = []
        for gutter, components in groupby(sorted(twice, key=itemgetter(1)), itemgetter(1)):
            names = [titles[name] for name, _ in components]
            key = "cut-twice" if len(names) == 1 else "cut-twice-all"
            pairs.append(words(key, component=names[0], apart=f"{round(gutter, 2):g}"))
        return words("sentences", sentences=(first, *pairs)), first

    return cutting


def _label_width(project: Project, game: Game) -> Callable[[str, float], float]:
    """How wide a label is; a title that it cannot be written with is told where the title stands."""
    stack = note_stack(project.resources(game).fonts)

    def width(text: str, size: float) -> float:
        try:
            return stack.width(text, size)
        except MissingGlyphError as error:
            raise TemplateError([in_definition(project, game, found) for found in error.diagnostics]) from error

    return width


# Which pieces of a kit go into which file, where it is wanted as several.

SINGLE = "single"
"""What is added to the name of the file that is printed on one side."""


@dataclass(frozen=True, slots=True)
class FileContents:
    """What goes into one file, and what is added to the file's name for it; nothing for the first."""

    suffix: str
    pieces: tuple[Piece, ...]

    @property
    def faces(self) -> frozenset[str]:
        """The ids of the faces that are printed in it."""
        return frozenset(face for piece in self.pieces for face in (piece.front, piece.back) if face)


def shares(
    groups: Sequence[tuple[Component, Sequence[PrintedCard]]], split: Split | None, settings: PrintSettings
) -> tuple[FileContents, ...]:
    """The files of a kit, in order, none of them empty: one; or what is printed on both sides of the paper and what is
    printed on one; or each component by itself."""
    pieces = pieces_of(groups, settings.backs, settings.language)
    found: dict[str, list[Piece]] = {"": []}
    for piece in pieces:
        found.setdefault(_suffix(piece, split, settings), []).append(piece)
    return tuple(FileContents(suffix, tuple(held)) for suffix, held in found.items() if held or not pieces)


def _suffix(piece: Piece, split: Split | None, settings: PrintSettings) -> str:
    if split == "components":
        return piece.component
    turned = piece.back is not None and settings.backs in ("duplex", "separate")
    return SINGLE if split == "sides" and not turned else ""


# Whether every piece of a kit fits on the paper, looked at before anything is drawn.


def misfits(
    context: KitContext,
    components: Iterable[Component],
    sheets: SheetOptions,
    lay: Callable[[Sequence[Piece], SheetOptions], Sequence[Page]] = impose,
) -> tuple[Diagnostic, ...]:
    """What is wrong, located in the definition, with components of which not one piece fits on a sheet.

    ``lay`` imposes pieces. Pages fill the paper and always fit.
    """
    wrong: list[Diagnostic] = []
    for component in components:
        if component.size is None:
            continue
        two_sided = sheets.backs != "none" and (component.back is not None or component.kind == "summary")
        piece = Piece(
            component.id,
            component.id,
            "front",
            "back" if two_sided else None,
            component.size,
            bleed_of(component, context.settings.bleed),
            component.edge,
            component.cut,
            component.orientation,
            component.tile,
            sheet=component.sheet,
        )
        try:
            lay([piece], sheets)
        except DefinitionError as error:
            wrong += [at_component(context.project, context.game, found) for found in error.diagnostics]
        except TemplateError as error:  # of the words on the sheets
            wrong += error.diagnostics
    return tuple(dict.fromkeys(wrong))
