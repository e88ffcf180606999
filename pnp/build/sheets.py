"""Sheets of a kit: its pieces, the imposition options in the kit's language, and its split into files."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import fields, replace
from functools import partial
from itertools import groupby
from operator import itemgetter

from pnp.build.options import KitContext, PrintSettings, Split
from pnp.diagnostics import DefinitionError, Diagnostic, TemplateError
from pnp.folding import lay_out, lines
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
    Sentences,
    SheetOptions,
    Tile,
    TileWords,
    impose,
)
from pnp.model.component import Component, Stock
from pnp.model.game import Game
from pnp.model.print_options import Backs
from pnp.model.text import Language, say
from pnp.project.project import Project, decks_of
from pnp.project.source_locations import locate_message, locate_misfit
from pnp.records import dataclass
from pnp.rendering.face import Face, PrintedCard
from pnp.rendering.renderer import bleed_of
from pnp.rendering.text.words import Words
from pnp.units import Size

_LANGUAGE_OPTIONS = frozenset({"measure", "label", "tiles", "printing", "cutting"})
"""Imposition options that are words, and the widths of words."""


def note_stack(fonts: FontBook) -> FontStack:
    """Return the fonts of page labels and rulers."""
    return fonts.stack(("Barlow Semi Condensed", "BIZ UDPGothic"), 500)


def pieces_of(
    groups: Sequence[tuple[Component, Sequence[PrintedCard]]], backs: Backs, language: Language
) -> list[Piece]:
    """Return every piece to be printed, in order, with its steps of making in ``language``."""
    pieces = []
    for component, cards in groups:
        outline = _outline(component) if component.nest else ()
        lines = _lines(component)
        steps = "" if component.steps is None else in_one_line(say(component.steps, language))
        for card in cards:
            for front, back in _printed_sides(component, card, backs):
                piece = _piece(component, card, front, back)
                pieces += [replace(piece, outline=outline, lines=lines, steps=steps)] * card.copies
    return pieces


def _outline(component: Component) -> tuple[Polygon, ...]:
    """Return the net of a component in convex parts, at their places on its face."""
    if component.net is None or component.size is None:
        return ()
    layout = lay_out(component.net)
    left, top, right, bottom = layout.box
    across = (component.size.width - (right - left)) / 2 - left
    down = (component.size.height - (bottom - top)) / 2 - top
    parts = (*(panel.corners for panel in layout.panels.values()), *(tab.corners for tab in layout.tabs))
    return tuple(tuple((x + across, y + down) for x, y in part) for part in parts)


def _lines(component: Component) -> frozenset[str]:
    """Return the kinds of lines of a component's net."""
    if component.net is None:
        return frozenset()
    return frozenset(line.kind for line in lines(component.net))


def _printed_sides(component: Component, card: PrintedCard, backs: Backs) -> list[tuple[Face, Face | None]]:
    """Return the front and back of each piece as it is printed. The sides of a page follow one another as fronts if the
    other side of the paper stays blank."""
    if component.kind == "page" and card.back is not None and backs in ("none", "gutterfold"):
        return [(card.front, None), (card.back, None)]
    return [(card.front, None if backs == "none" else card.back)]


def _piece(component: Component, card: PrintedCard, front: Face, back: Face | None) -> Piece:
    return Piece(
        component.id,
        card.card,
        front.id,
        None if back is None else back.id,
        front.trim,
        front.bleed,
        front.edge,
        front.cut,
        component.orientation,
        component.tile,
        card.row,
        component.stock,
        sheet=component.sheet,
    )


def in_one_line(text: str) -> str:
    """Return a text without its line ends."""
    return " ".join(text.split())


def sheet_options(context: KitContext) -> SheetOptions:
    """Return the imposition options of a kit, with the words of its sheets."""
    project, game, settings = context.project, context.game, context.settings
    words = project.resources(game).sheet_words(game.engine, settings.language)
    titles = {component.id: in_one_line(say(component.title, settings.language)) for component in game.components}

    def label_text(number: int, pages: int, components: Sequence[str]) -> str:
        return words(
            "page-label",
            game=in_one_line(say(game.title, settings.language)),
            components=tuple(components),
            page=number,
            pages=pages,
        )

    def label(number: int, pages: int, components: Sequence[str]) -> str:
        return label_text(number, pages, [titles[name] for name in components])

    def tile_label(number: int, pages: int, component: str | None, tile: Tile) -> str:
        if component is None:
            return label_text(number, pages, [tile.name])
        tile_name = words(
            "tile-name", component=titles[component], tile=tile.name, columns=tile.columns, rows=tile.rows
        )
        return label_text(number, pages, [tile_name])

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
        tiles=TileWords(
            tile_label, lambda tile: words("tile-glue", tile=tile), lambda tile: words("tile-cut", tile=tile)
        ),
        printing=_print_words(words, settings),
        cutting=_cut_words(words, titles),
        measure=_label_width(project, game),
    )


def cached_impose(context: KitContext) -> Callable[[Sequence[Piece], SheetOptions], tuple[Page, ...]]:
    """Return ``impose`` with the cache of a kit. The key holds the pieces, the options without words, and everything
    that the words depend on."""
    project, game, settings = context.project, context.game, context.settings
    if not project.build_cache.keeps:
        return impose
    cached_pages, resources = context.cache.laid, project.resources(game)
    words = resources.sheet_words(game.engine, settings.language)
    titles = tuple((component.id, say(component.title, settings.language)) for component in game.components)
    wording = settings, titles, say(game.title, settings.language), frozenset(words.wording.items()), resources.fonts

    def lookup(pieces: Sequence[Piece], sheets: SheetOptions) -> tuple[Page, ...]:
        layout = tuple(
            getattr(sheets, option.name) for option in fields(sheets) if option.name not in _LANGUAGE_OPTIONS
        )
        return cached_pages.get_or_create((tuple(pieces), layout, wording), lambda: impose(pieces, sheets))

    return lookup


def _print_words(words: Words, settings: PrintSettings) -> PrintWords:
    def page_range(first: int, last: int) -> str:
        return f"{first}" if first == last else words("page-range", first=first, last=last)

    def instructions(printout: Printout) -> tuple[Sentences, ...]:
        if printout.folded:
            return ((words("print-gutterfold"),),)
        if printout.second_pass:
            separate = words(
                f"print-separate-{settings.flip}",
                count=printout.second_pass,
                fronts=page_range(1, printout.first_pass),
                sheets=page_range(1, printout.second_pass),
                backs=page_range(printout.first_pass + 1, printout.pages),
            )
            return ((separate,),)
        duplex, single = (tuple(run for run in printout.runs if run.two_sided is sides) for sides in (True, False))
        flip = settings.flip
        if settings.backs == "gutterfold" or not duplex:
            runs = printout.runs
            on_stock = [(words("print-one-side-on", pages=runs_on_stock(runs, named)),) for named in (True, False)]
            return *on_stock, (words("print-one-side"),)

        def both(ranges: Callable[[Sequence[PageRun]], tuple[str, ...]]) -> Sentences:
            two_sided = words(f"print-duplex-{flip}-on", pages=ranges(duplex))
            return (two_sided, words("print-others-on", pages=ranges(single))) if single else (two_sided,)

        shortest: Sentences = both(whole_range) if single else (words(f"print-duplex-{flip}"),)
        return *(both(partial(runs_on_stock, named=named)) for named in (True, False)), shortest

    def stock_words(stock: Stock, sheet: str | None, named: bool = True) -> str:
        """Name a stock, and its paper if ``named``; a sheet that one buys with its cuts has a name of its own."""
        plain = sheet or words(f"stock-{stock}")
        return words("stock-of-paper", stock=plain, paper=settings.paper.title) if named and sheet is None else plain

    def runs_on_stock(runs: Sequence[PageRun], named: bool) -> tuple[str, ...]:
        return tuple(
            words("print-pages", pages=page_range(run.first, run.last), on=stock_words(run.stock, run.sheet, named))
            for run in runs
        )

    def whole_range(runs: Sequence[PageRun]) -> tuple[str, ...]:
        return (words("print-page-range", pages=page_range(runs[0].first, runs[-1].last)),)

    return PrintWords(
        how=instructions,
        fold=words("fold-line"),
        front=lambda label, other: words("page-with-back", label=label, other=other),
        back=lambda label, other: words("page-of-back", label=label, other=other),
        single=lambda label: words("page-one-side", label=label),
        on=lambda label, stock, sheet: words("page-on", label=label, on=stock_words(stock, sheet)),
    )


def _cut_words(words: Words, titles: Mapping[str, str]) -> CutText:
    def cutting(lines: bool, size: Size | None, double_cuts: tuple[tuple[str, float], ...]) -> tuple[str, ...]:
        basic = words("cut-lines" if lines else "cut-marks")
        if size is not None and not lines:
            basic = words("cut-marks-size", width=f"{size.width:g}", height=f"{size.height:g}")
        sentences = []
        for gutter, components in groupby(sorted(double_cuts, key=itemgetter(1)), itemgetter(1)):
            names = [titles[name] for name, _ in components]
            key = "cut-twice" if len(names) == 1 else "cut-twice-all"
            sentences.append(words(key, component=names[0], apart=f"{round(gutter, 2):g}"))
        return words("sentences", sentences=(basic, *sentences)), basic

    return cutting


def _label_width(project: Project, game: Game) -> Callable[[str, float], float]:
    """Return a function that measures labels. It raises TemplateError, located at the title, for a title with
    characters that no font has."""
    stack = note_stack(project.resources(game).fonts)

    def width(text: str, size: float) -> float:
        try:
            return stack.width(text, size)
        except MissingGlyphError as error:
            raise TemplateError(
                [locate_message(project, game, diagnostic) for diagnostic in error.diagnostics]
            ) from error

    return width


# Splitting a kit into files

SINGLE = "single"
"""Suffix of the file that is printed on one side."""


@dataclass(frozen=True, slots=True)
class FileContents:
    """Pieces of one file, and the suffix of its name; the first file has none."""

    suffix: str
    pieces: tuple[Piece, ...]

    @property
    def faces(self) -> frozenset[str]:
        """Ids of the faces that are printed in it."""
        return frozenset(face for piece in self.pieces for face in (piece.front, piece.back) if face)


def split_into_files(
    groups: Sequence[tuple[Component, Sequence[PrintedCard]]], split: Split | None, settings: PrintSettings
) -> tuple[FileContents, ...]:
    """Return the contents of the kit's files, in order, none of them empty. Without ``split`` there is one file.
    ``sides`` parts two-sided pieces from one-sided ones; ``components`` gives each component a file."""
    pieces = pieces_of(groups, settings.backs, settings.language)
    pieces_by_suffix: dict[str, list[Piece]] = {"": []}
    for piece in pieces:
        pieces_by_suffix.setdefault(_suffix(piece, split, settings), []).append(piece)
    return tuple(
        FileContents(suffix, tuple(contents)) for suffix, contents in pieces_by_suffix.items() if contents or not pieces
    )


def _suffix(piece: Piece, split: Split | None, settings: PrintSettings) -> str:
    if split == "components":
        return piece.component
    turned = piece.back is not None and settings.backs in ("duplex", "separate")
    return SINGLE if split == "sides" and not turned else ""


# Checking that every component fits on the paper, before anything is drawn


MAX_PIECES = 150_000
"""Most pieces of a kit."""


def _too_many(project: Project, game: Game, components: Iterable[Component]) -> Iterator[Diagnostic]:
    """Yield the error, located at the copies of the component of most pieces, that a kit has too many."""
    decks = decks_of(game)
    counts = {
        component.id: component.copies * sum(item.copies for item in decks[component.of]) if component.of else 0
        for component in components
    }
    total = sum(counts.values())
    if total > MAX_PIECES:
        most = max(counts, key=lambda name: counts[name])
        message = f"with all copies there are {total:,} pieces; a kit has at most {MAX_PIECES:,}"
        diagnostic = Diagnostic("too-many-cards", message, hint="take fewer copies", key=f"components.{most}.copies")
        yield locate_message(project, game, diagnostic)


def find_misfits(
    context: KitContext,
    components: Iterable[Component],
    sheets: SheetOptions,
    lay: Callable[[Sequence[Piece], SheetOptions], Sequence[Page]] = impose,
) -> tuple[Diagnostic, ...]:
    """Return the errors, located in the definition, of components that do not fit on a sheet. ``lay`` imposes pieces.
    Pages fill the paper and always fit. Too many pieces are an error, too."""
    components = tuple(components)
    errors = list(_too_many(context.project, context.game, components))
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
            errors += [locate_misfit(context.project, context.game, diagnostic) for diagnostic in error.diagnostics]
        except TemplateError as error:  # of the words on the sheets
            errors += error.diagnostics
    return tuple(dict.fromkeys(errors))


def leave_out_large_packaging(
    context: KitContext, sheets: SheetOptions, lay: Callable[[Sequence[Piece], SheetOptions], Sequence[Page]] = impose
) -> tuple[KitContext, tuple[Diagnostic, ...]]:
    """Return the context of a kit without the packaging that does not fit on a sheet, and a warning for each piece. One
    plays without it, so the other components are printed. What ``--only`` names stays, and is an error."""
    game, options = context.game, context.options
    if options.only:
        return context, ()
    warnings: list[Diagnostic] = []
    too_large: list[Component] = []
    packaging = (component for component in game.components if component.is_packaging)
    for box in (component for component in packaging if component.id not in options.without):
        misfits = find_misfits(context, [box], sheets, lay)
        if any(misfit.code == "card-too-large" for misfit in misfits):
            too_large.append(box)
            warnings += [_left_out(game, misfit, box) for misfit in misfits]
    if not too_large:
        return context, ()
    fitting = tuple(component for component in game.components if component not in too_large)
    return replace(context, game=replace(game, components=fitting)), tuple(warnings)


def _left_out(game: Game, misfit: Diagnostic, box: Component) -> Diagnostic:
    hint = f"print it on larger paper, such as: pnp build {game.id} --only {box.id} --paper a4"
    message = f"{misfit.message}; the kit is printed without it"
    return replace(misfit, code="packaging-too-large", message=message, hint=hint, severity="warning")
