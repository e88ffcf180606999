"""Lint definitions and sheets: warnings about probable mistakes of an author, each at its place."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import replace

from pnp.build.options import BuildOptions, KitContext
from pnp.build.selection import lint_card_counts
from pnp.build.stock import lint_sheet_templates
from pnp.diagnostics import Diagnostic, Location
from pnp.fonts import FontBook
from pnp.imposition import Page, Placement, SheetOptions, wanted_bleed
from pnp.model.component import cell_texts
from pnp.model.game import Game, Paper
from pnp.model.kinds_of_text import LocatedText, Path, locate_inks
from pnp.pdf.inventory import TextInventory
from pnp.project.project import Project, engine_of
from pnp.project.source_locations import is_note, limit_messages
from pnp.records import dataclass
from pnp.rendering.graphics.colour import channels, contrast, is_colour
from pnp.rendering.text.words import untranslated

_PAPER = "#ffffff"
_LEAST_CONTRAST = 1.15
"""Least contrast with white paper at which an ink is visible; the palest shipped ink has 1.3."""


def lint_definition(
    project: Project, game: Game, players: int | None, paper: Paper | None = None
) -> Iterator[Diagnostic]:
    """Yield warnings about a definition.

    They concern decks with fewer cards than ``players`` take, None for the greatest number; pages that are portrait on
    a ``paper`` written wider than high, None for that of the definition; inks that are equal or too pale for paper;
    bold words without an end; languages of backs that are not there; and the notes of the reader about files of cards.
    """
    yield from project.notes.get(game.id, ())
    yield from lint_card_counts(project, game, players)
    yield from _lint_orientation(project, game, paper)
    yield from _lint_inks(project, game)
    yield from limit_messages(_lint_bold(game), "warnings")
    html = (warning for cell in cell_texts(game.decks.values(), "<&\\") for warning in html_in(cell.text, cell.locate))
    yield from limit_messages(html, "warnings")
    yield from _lint_decks(project, game)
    yield from _lint_languages_of_backs(project, game)


def _lint_languages_of_backs(project: Project, game: Game) -> Iterator[Diagnostic]:
    """Yield a warning for each language of a back that is not there."""
    for component in game.components:
        if component.back_language is not None and component.back is None and component.kind in ("cards", "tokens"):
            message = f"{component.id!r} has no back, so its back-language changes nothing"
            place = project.locate(game.id, ("components", component.id, "back-language"))
            hint = "write its back, or front-language"
            yield Diagnostic("unused-option", message, place, hint, severity="warning")


def _lint_orientation(project: Project, game: Game, paper: Paper | None) -> Iterator[Diagnostic]:
    """Yield a warning about portrait pages on a paper whose longer side is written first. Such an author may want
    landscape pages, but pages are portrait by default."""
    portrait_ids = [
        component.id for component in game.components if component.kind == "page" and component.orientation is None
    ]
    if (paper or game.defaults.paper).lying and portrait_ids:
        message = f"the paper is portrait, with either side first, and so are the pages of {', '.join(portrait_ids)}"
        hint = 'write orientation = "landscape", or "portrait", at the component'
        place = None  # of an option
        if paper is None:
            place = project.locate_own(game.id, ("paper",)) or project.locate(game.id, ("paper",))
        yield Diagnostic("portrait-pages", message, place, hint, severity="warning")


def _lint_bold(game: Game) -> Iterator[Diagnostic]:
    """Yield a warning for each text of a card in which ``**`` begins bold words that never end."""
    for cell in cell_texts(game.decks.values(), "*"):
        if cell.text.count("**") % 2:
            message = "this ** is never closed: it is printed as it stands"
            yield Diagnostic("unclosed-bold", message, cell.locate(), "close it with another **", severity="warning")


_HTML = re.compile(r"</?(?:b|i|u|br|em|strong|p|sup|sub)\b[^<>]*>|&(?:amp|lt|gt|nbsp|quot|#\d{1,6});|\\n")


def html_in(text: str, locate: Callable[[], Location | None]) -> Iterator[Diagnostic]:
    """Yield a warning if a text of the user has HTML or an escaped line break, which is printed in letters."""
    match = _HTML.search(text)
    if match is not None:
        message = f"{match[0]!r} is printed in letters: texts are no HTML"
        hint = "write **bold**, *italic*, & and < as they are, and a line break as one in the text"
        yield Diagnostic("html-in-text", message, locate(), hint, severity="warning")


def _lint_decks(project: Project, game: Game) -> Iterator[Diagnostic]:
    """Yield a warning for each deck of a game without rules that no component prints, unless templates read it by
    themselves."""
    unprinted = [name for name in game.decks if name not in {component.of for component in game.components}]
    if engine_of(game).kinds or not unprinted:
        return
    read = decks_read(project, game)
    for name in unprinted:
        if name not in read:
            message = f"no component prints the deck {name!r}"
            hint = f'write a component with of = "{name}", or leave the deck out'
            place = project.locate(game.id, ("decks", name))
            yield Diagnostic("unprinted-deck", message, place, hint, severity="warning")
        else:
            yield from _lint_columns(project, game, name)


_ANY_COLUMN = re.compile(r"""\.(?:items|keys|values)\(|\w\[(?!\s*["'\d-])|\|\s*(?:items|xmlattr|attr)\b""")
"""Words of a template that read columns by names which it does not write."""


def _lint_columns(project: Project, game: Game, deck: str) -> Iterator[Diagnostic]:
    """Yield a warning for each column of a deck that templates read by themselves, if none of them names it."""
    columns = {column: item.origin for item in game.decks[deck] for column in item.fields}
    read = columns_read(project, game, deck, columns, [*own_templates(project, game)])
    for column, origin in columns.items():
        if column not in read and column not in ("id", "copies") and not is_note(column):
            message = f"no template of [{game.id}] reads the column {column!r} of {deck!r}"
            place = None if origin is None else origin.header(column)
            hint = "is it spelled as in the templates?"
            yield Diagnostic("unread-column", message, place, hint, severity="warning")


def columns_read(
    project: Project, game: Game, deck: str, columns: Iterable[str], texts: Sequence[str]
) -> Collection[str]:
    """Return those of the ``columns`` of a deck that templates may read by themselves, as in ``row.fields.name`` of a
    loop over ``game.decks``. ``texts`` are those of the templates that may name the columns."""
    if deck not in decks_read(project, game):
        return ()
    if any(_ANY_COLUMN.search(text) for text in texts if "decks" in text):
        return frozenset(columns)
    named = {word for text in texts for word in re.findall(r"\w+", text)}
    return frozenset(column for column in columns if _name_in_templates(column) in named)


def read_by_others(project: Project, game: Game, deck: str, columns: Iterable[str]) -> Collection[str]:
    """Return those of the ``columns`` of a deck that templates beside those of its components may read. A template that
    goes through decks may hand a row to a macro."""
    texts = [text for text in own_templates(project, game) if "decks" in text or "macro" in text]
    return columns_read(project, game, deck, columns, texts)


def _name_in_templates(column: str) -> str:
    return "_".join(column.casefold().replace("-", " ").split())


_DECKS_READ = re.compile(r"""game\.decks(?:\.get\(\s*|\[\s*|\.)?(["']?)([\w-]*)\1""")
"""Words of a template that read decks, with the name of one deck if they name it."""


def decks_read(project: Project, game: Game) -> Collection[str]:
    """Return the decks that the game's own templates read by themselves: all, if one of them goes through the decks."""
    read = {match[2] for text in own_templates(project, game) for match in _DECKS_READ.finditer(text)}
    return read if read <= game.decks.keys() else game.decks.keys()


def own_templates(project: Project, game: Game) -> Iterator[str]:
    """Yield the texts of the templates of ``game`` that lie in the user's folder."""
    for path in (project.folder / "templates" / game.engine).glob("*.j2"):
        if path.is_file():
            yield path.read_bytes().decode("utf-8", "replace")


def _lint_inks(project: Project, game: Game) -> Iterator[Diagnostic]:
    seen: dict[tuple[Path, tuple[int, int, int]], LocatedText] = {}
    for ink in locate_inks(engine_of(game).settings, game.resolved):
        if not is_colour(ink.value):
            continue  # an error of the face that uses it
        if contrast(ink.value, _PAPER) < _LEAST_CONTRAST:
            message = f"the ink {ink.value} of {_entry_name(game, ink.path)} can hardly be seen on white paper"
            hint = "choose a darker one, unless the game is printed on coloured paper"
            place = project.locate(game.id, ink.path)
            yield Diagnostic("pale-ink", message, place, hint, severity="warning")
        key = (_ink_kind(ink.path), channels(ink.value))
        first = seen.setdefault(key, ink)
        if first is not ink:
            # Blame the entry of the user's own file, not the inherited one.
            is_own = project.locate_own(game.id, ink.path) is not None
            later, earlier = (ink, first) if is_own else (first, ink)
            message = f"{_entry_name(game, later.path)} has the ink {later.value} of {_entry_name(game, earlier.path)}"
            place = project.locate(game.id, later.path)
            yield Diagnostic("same-ink", message, place, "give each an ink of its own", severity="warning")


def _ink_kind(path: Path) -> Path:
    """Return an ink's path without indices: inks of one kind differ in indices alone."""
    return tuple(part for part in path if isinstance(part, str))


def _entry_name(game: Game, path: Path) -> str:
    """Return the id, or else the path, of the entry that has an ink."""
    entry = game.resolved
    for part in path[:-1]:
        entry = entry[part]  # type: ignore[index]  # a path that the definition itself gave
    name = entry.get("id", entry.get("number")) if isinstance(entry, dict) else None
    return ".".join(map(str, path[:-1])) if name is None else f"{name!r} in {path[0]}"


# Warnings about sheets

_TOLERANCE = 0.05
"""Shortfall of bleed in mm that is no fault."""


@dataclass(frozen=True, slots=True)
class _MissingBleed:
    """Components with too little bleed: the wanted bleed, and the least that one has, in mm."""

    components: tuple[str, ...]
    wanted: float
    least: float


def lint_sheets(context: KitContext, sheets: SheetOptions, pages: Sequence[Page]) -> Iterator[Diagnostic]:
    """Yield warnings about sheets. They concern bleed and steps without room, pieces that do not lie beside their backs
    across a fold, options that change nothing, and backs of stickers."""
    project, game, options = context.project, context.game, context.options
    fronts = [place for page in pages for place in page.placements if place.face_side == "front"]
    yield from lint_sheet_templates(project, game, fronts, sheets)
    fronts = [place for place in fronts if place.piece.sheet is None]
    for missing in _find_missing_bleed(fronts, sheets):
        yield _bleed_cut(project, game, options, missing)
    yield from _lint_steps(project, game, pages)
    if sheets.backs == "gutterfold":
        yield from _lint_folds(project, game, pages)
    yield from _lint_options(context, sheets)
    yield from _lint_sticker_backs(project, game, fronts)


def _lint_options(context: KitContext, sheets: SheetOptions) -> Iterator[Diagnostic]:
    """Yield a warning for each option of the command that changes nothing beside the others."""
    options = context.options
    no_turn = f"with backs = {sheets.backs!r} no back lies on the other side of a sheet"
    if options.back_offset not in (None, (0.0, 0.0)) and not sheets.turned:
        message = f"--back-offset moves nothing: {no_turn}"
        yield Diagnostic("unused-offset", message, hint="leave it out", severity="warning")
    unused = (
        ("flip", options.flip is not None and not sheets.turned, no_turn),
        ("split sides", options.split == "sides" and not sheets.turned, no_turn),
        ("mark-ink", options.mark_ink is not None and sheets.marks == "none", "with marks = 'none' there are no marks"),
    )
    for name, is_unused, reason in unused:
        if is_unused:
            message = f"--{name} changes nothing: {reason}"
            yield Diagnostic("unused-option", message, hint="leave it out", severity="warning")


def _lint_sticker_backs(project: Project, game: Game, fronts: Iterable[Placement]) -> Iterator[Diagnostic]:
    """Yield a warning for each component on sticker paper that prints backs: they would lie on what is pulled off."""
    pieces = (place.piece for place in fronts)
    backed = dict.fromkeys(piece.component for piece in pieces if piece.stock == "sticker" and piece.back is not None)
    for name in backed:
        message = f"the backs of {name} are printed on the backing paper of its stickers, which is pulled off"
        keys = ((key, project.locate_own(game.id, ("components", name, key))) for key in ("back", "stock"))
        place = next((place for _, place in keys if place is not None), None) or _locate_component(project, game, name)
        yield Diagnostic(
            "sticker-back", message, place, 'leave out `back`, or write stock = "card"', severity="warning"
        )


def lint_sheet_words(context: KitContext) -> Iterator[Diagnostic]:
    """Yield a warning if sheets print English words, because the language of the kit has none of its own for them."""
    words = context.project.resources(context.game).sheet_words(context.game.engine, context.settings.language)
    if words.english:
        message = f"the sheets print {len(words.english)} of their words in English: {words.language!r} has none"
        yield replace(untranslated("english-sheets", message, words, words.english), severity="warning")


def lint_fonts(lettering: TextInventory, fonts: FontBook) -> Iterator[Diagnostic]:
    """Yield a warning for each font in use that says that it must not be embedded."""
    used = ((fonts.stack(*request), chars) for request, chars in lettering.all.items())
    faces = dict.fromkeys(stack.face_for(char) for stack, chars in used for char in sorted(chars))
    for face in faces:
        if face is not None and not face.may_be_embedded:
            place = Location(f"{face.path.parent.name}/{face.path.name}")
            message = f"the font {face.family} says that its licence forbids to embed it in a PDF (OS/2, fsType 2)"
            yield Diagnostic("font-licence", message, place, "ask its maker, or use another font", severity="warning")


def lint_printer(options: BuildOptions, paper: Paper) -> Iterator[Diagnostic]:
    """Yield warnings about a printer with an unchecked profile, or a default one without any for this paper."""
    printer = options.printer
    profile = None if printer is None else printer.profiles.get(paper.name)
    if printer is not None and profile is not None and profile.doubtful:
        message = f"the printer {printer.name!r} was measured by an earlier version, whose scales could be 4 mm off"
        hint = (
            f'print pnp calibrate --printer "{printer.name}" --paper {paper.name}: if X and Y read 10, all scales 0, '
            f"write checked = true into its table in {printer.kept}; else measure it again"
        )
        yield Diagnostic("unchecked-printer", message, hint=hint, severity="warning")
    if printer is not None and printer.by_default and paper.name not in printer.profiles:
        message = (
            f"the default printer, {printer.name!r}, was measured on {', '.join(printer.profiles)} and not on "
            f"{paper.name}: nothing is mended for it"
        )
        hint = f"pnp calibrate --paper {paper.name} tells how to measure it; --printer none asks for no printer"
        yield Diagnostic("other-paper", message, hint=hint, severity="warning")


def _find_missing_bleed(fronts: Iterable[Placement], sheets: SheetOptions) -> Iterator[_MissingBleed]:
    """Yield the components with too little bleed, grouped by the bleed they should have."""
    missing: dict[float, _MissingBleed] = {}
    for place in fronts:
        wanted, least = wanted_bleed(place.piece, sheets), _least_bleed(place)
        if least < wanted - _TOLERANCE:
            earlier = missing.get(wanted, _MissingBleed((), wanted, least))
            names = dict.fromkeys((*earlier.components, place.piece.component))
            missing[wanted] = _MissingBleed(tuple(names), wanted, min(least, earlier.least))
    yield from missing.values()


def _least_bleed(place: Placement) -> float:
    """Return the bleed on the side with the least; of a tile, on the edge of the board, if it has one."""
    tile = place.tile
    if tile is None:
        return min(place.bleed)
    inner = 0 < tile.column < tile.columns - 1 and 0 < tile.row < tile.rows - 1
    return math.inf if inner else max(place.bleed)


def _bleed_cut(project: Project, game: Game, options: BuildOptions, missing: _MissingBleed) -> Diagnostic:
    room = math.floor(missing.least * 10 + 1e-6) / 10
    options_given = [
        f"--{name} {value:g}mm" for name, value in (("bleed", options.bleed), ("gutter", options.gutter)) if value
    ]
    options_given += [f"--edge {options.edge}"] * (options.edge is not None)
    suffix = f" ({', '.join(options_given)})" if options_given else ""
    message = (
        f"the sheets of {', '.join(missing.components)} have room for {room:g} mm of bleed at their outer edges, and "
        f"{missing.wanted:g} mm were asked for{suffix}: the rest is cut off"
    )
    hint = f'choose a larger paper, a smaller margin or gutter, or bleed = "{room:g}mm"'
    place = None if options_given else _locate_bleed(project, game, missing)
    return Diagnostic("bleed-cut", message, place, hint, severity="warning")


def _locate_bleed(project: Project, game: Game, missing: _MissingBleed) -> Location | None:
    """Return the location of the key in the file in use that asks for bleed; else of the first component."""
    edges = (("components", name, "edge") for name in missing.components)
    for path in (*edges, ("edge",), ("gutter",), ("bleed",)):
        place = project.locate_own(game.id, path)
        if place is not None:
            return place
    return _locate_component(project, game, missing.components[0])


def _lint_steps(project: Project, game: Game, pages: Iterable[Page]) -> Iterator[Diagnostic]:
    """Yield a warning for each component whose steps of making are missing from a sheet."""
    pages_without_steps: dict[str, list[int]] = {}
    for page in pages:
        printed_texts = {note.text for note in page.notes}
        components = {
            place.piece.component for place in page.placements if _steps_of(place) not in {"", *printed_texts}
        }
        for name in sorted(components):
            pages_without_steps.setdefault(name, []).append(page.number)
    for name, numbers in pages_without_steps.items():
        subject = f"page {numbers[0]} has" if len(numbers) == 1 else f"pages {', '.join(map(str, numbers))} have"
        message = f"{subject} no room for the words on how {name} are made (steps): they are left out"
        hint = "choose a larger paper, a smaller margin, or fewer words"
        location = project.locate_own(game.id, ("components", name, "steps"))
        yield Diagnostic(
            "steps-left-out", message, location or _locate_component(project, game, name), hint, severity="warning"
        )


def _steps_of(place: Placement) -> str:
    return place.piece.steps if place.face_side == "front" else ""


def _lint_folds(project: Project, game: Game, pages: Iterable[Page]) -> Iterator[Diagnostic]:
    pieces = (place.piece for page in pages if page.side == "back" for place in page.placements)
    for name, size in {piece.component: piece.trim for piece in pieces}.items():
        message = (
            f"{name} of {size.width:g} × {size.height:g} mm has no room beside its back across a fold: "
            "the back is printed on the next page, to be glued behind the front"
        )
        hint = 'choose a larger paper, or backs = "separate"'
        yield Diagnostic("not-folded", message, _locate_component(project, game, name), hint, severity="warning")


def _locate_component(project: Project, game: Game, component: str) -> Location | None:
    return project.locate(game.id, ("components", component))
