"""Lint definitions and sheets: warnings about what an author hardly means, each at its place."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence

from pnp.build.options import BuildOptions, KitContext
from pnp.build.selection import too_few
from pnp.build.stock import stock_doubts
from pnp.diagnostics import Diagnostic, Location
from pnp.imposition import Page, Placement, SheetOptions, wanted_bleed
from pnp.model.game import Game, Paper
from pnp.model.kinds_of_text import LocatedText, Path, paths_of_inks
from pnp.model.text import Translated
from pnp.project.project import Project, engine_of
from pnp.project.source_locations import bounded
from pnp.records import dataclass
from pnp.rendering.graphics.colour import channels, contrast, is_colour

_PAPER = "#ffffff"
_SEEN = 1.15
"""The least contrast with white paper at which an ink is seen as one; the palest shipped ink has 1.3."""


def doubts(project: Project, game: Game, players: int | None) -> Iterator[Diagnostic]:
    """Decks with fewer cards than ``players`` take, None for the most there can be; inks that cannot be told apart or
    seen on paper; pages that are portrait on a paper written wider than high; what is odd about files of cards, and
    bold words without an end."""
    yield from project.notes.get(game.id, ())
    yield from too_few(project, game, players)
    yield from _lying_paper(project, game)
    yield from _inks(project, game)
    yield from bounded(_open_marks(game), "warnings")


def _lying_paper(project: Project, game: Game) -> Iterator[Diagnostic]:
    """Whoever writes the longer side first may want landscape pages, and pages are portrait unless they say so."""
    upright = [one.id for one in game.components if one.kind == "page" and one.orientation is None]
    if game.defaults.paper.lying and upright:
        message = f"the paper is portrait, whatever side comes first, and so are the pages of {', '.join(upright)}"
        hint = 'write orientation = "landscape", or "portrait", at the component'
        place = project.locate_own(game.id, ("paper",)) or project.locate(game.id, ("paper",))
        yield Diagnostic("portrait-pages", message, place, hint, severity="warning")


def _open_marks(game: Game) -> Iterator[Diagnostic]:
    """Texts of cards in which ``**`` begins bold words and nothing ends them."""
    for item in (item for items in game.decks.values() for item in items if item.origin is not None):
        for name, value in item.fields.items():
            if isinstance(value, str) and "**" not in value:
                continue
            said = value.wordings if isinstance(value, Translated) else {None: value}
            for language, text in said.items():
                if isinstance(text, str) and text.count("**") % 2 and item.origin is not None:
                    message = "this ** is never closed: it is printed as it stands"
                    place = item.origin.place(name, language)
                    yield Diagnostic("unclosed-bold", message, place, "close it with another **", severity="warning")


def _inks(project: Project, game: Game) -> Iterator[Diagnostic]:
    seen: dict[tuple[Path, tuple[int, int, int]], LocatedText] = {}
    for found in paths_of_inks(engine_of(game).settings, game.resolved):
        if not is_colour(found.value):
            continue  # to be told where it is drawn
        if contrast(found.value, _PAPER) < _SEEN:
            message = f"the ink {found.value} of {_entry(game, found.path)} can hardly be seen on white paper"
            hint = "choose a darker one, unless the game is printed on coloured paper"
            place = project.locate(game.id, found.path)
            yield Diagnostic("pale-ink", message, place, hint, severity="warning")
        key = (_kind(found.path), channels(found.value))
        first = seen.setdefault(key, found)
        if first is not found:
            # What the user said is told, beside what was there.
            said = project.locate_own(game.id, found.path) is not None
            new, old = (found, first) if said else (first, found)
            message = f"{_entry(game, new.path)} has the ink {new.value} of {_entry(game, old.path)}"
            place = project.locate(game.id, new.path)
            yield Diagnostic("same-ink", message, place, "give each an ink of its own", severity="warning")


def _kind(path: Path) -> Path:
    """What an ink is an ink of: its path without places in lists."""
    return tuple(part for part in path if isinstance(part, str))


def _entry(game: Game, path: Path) -> str:
    """The entry of a list that has an ink, by its id or its place."""
    entry = game.resolved
    for part in path[:-1]:
        entry = entry[part]  # type: ignore[index]  # a path that the definition itself gave
    name = entry.get("id", entry.get("number")) if isinstance(entry, dict) else None
    return ".".join(map(str, path[:-1])) if name is None else f"{name!r} in {path[0]}"


# What the sheets of a kit do not hold as it was asked for: warnings, each at its place.

_TOLD = 0.05
"""In mm: less bleed than asked for by so much is no fault."""


@dataclass(frozen=True, slots=True)
class _MissingBleed:
    """Components whose pieces should have so much bleed, and the least that they have got, in mm."""

    components: tuple[str, ...]
    wanted: float
    found: float


def sheet_doubts(context: KitContext, sheets: SheetOptions, pages: Sequence[Page]) -> Iterator[Diagnostic]:
    """Bleed and words for which sheets have no room; pieces that do not lie beside their backs across a fold; an offset
    of backs where none lie behind their fronts."""
    project, game, options = context.project, context.game, context.options
    fronts = [place for page in pages for place in page.placements if place.face_side == "front"]
    yield from stock_doubts(project, game, fronts, sheets)
    fronts = [place for place in fronts if place.piece.sheet is None]
    for short in _without_room(fronts, sheets):
        yield _bleed_cut(project, game, options, short)
    yield from _without_steps(project, game, pages)
    if sheets.backs == "gutterfold":
        yield from _not_folded(project, game, pages)
    if options.back_offset not in (None, (0.0, 0.0)) and not sheets.turned:
        message = (
            f"--back-offset moves nothing: with backs = {sheets.backs!r} no back lies on the other side of a sheet"
        )
        yield Diagnostic("unused-offset", message, hint="leave it out", severity="warning")


def printer_doubts(options: BuildOptions, paper: Paper) -> Iterator[Diagnostic]:
    """A default printer that was never measured on this paper, and one that was measured without the cross."""
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


def _without_room(fronts: Iterable[Placement], sheets: SheetOptions) -> Iterator[_MissingBleed]:
    """Components with too little bleed; those that should have as much are told together."""
    found: dict[float, _MissingBleed] = {}
    for place in fronts:
        wanted, got = wanted_bleed(place.piece, sheets), _least(place)
        if got < wanted - _TOLD:
            so_far = found.get(wanted, _MissingBleed((), wanted, got))
            names = dict.fromkeys((*so_far.components, place.piece.component))
            found[wanted] = _MissingBleed(tuple(names), wanted, min(got, so_far.found))
    yield from found.values()


def _least(place: Placement) -> float:
    """The bleed on the side that has least; of a tile that on the edge of the board, if it lies there."""
    tile = place.tile
    if tile is None:
        return min(place.bleed)
    inner = 0 < tile.column < tile.columns - 1 and 0 < tile.row < tile.rows - 1
    return math.inf if inner else max(place.bleed)


def _bleed_cut(project: Project, game: Game, options: BuildOptions, short: _MissingBleed) -> Diagnostic:
    had = math.floor(short.found * 10 + 1e-6) / 10
    asked = [f"--{name} {value:g}mm" for name, value in (("bleed", options.bleed), ("gutter", options.gutter)) if value]
    asked += [f"--edge {options.edge}"] * (options.edge is not None)
    by = f" ({', '.join(asked)})" if asked else ""
    message = (
        f"the sheets of {', '.join(short.components)} have room for {had:g} mm of bleed at their outer edges, and "
        f"{short.wanted:g} mm were asked for{by}: the rest is cut off"
    )
    hint = f'choose a larger paper, a smaller margin or gutter, or bleed = "{had:g}mm"'
    place = None if asked else _where_bleed_is_said(project, game, short)
    return Diagnostic("bleed-cut", message, place, hint, severity="warning")


def _where_bleed_is_said(project: Project, game: Game, short: _MissingBleed) -> Location | None:
    """The key of the file in use that asks for bleed; else the first of the components."""
    edges = (("components", name, "edge") for name in short.components)
    for path in (*edges, ("edge",), ("gutter",), ("bleed",)):
        place = project.locate_own(game.id, path)
        if place is not None:
            return place
    return _at(project, game, short.components[0])


def _without_steps(project: Project, game: Game, pages: Iterable[Page]) -> Iterator[Diagnostic]:
    """Components of which a sheet does not say how they are made, though it should; each is told once."""
    missing: dict[str, list[int]] = {}
    for page in pages:
        said = {note.text for note in page.notes}
        unsaid = {place.piece.component for place in page.placements if _steps_of(place) not in {"", *said}}
        for name in sorted(unsaid):
            missing.setdefault(name, []).append(page.number)
    for name, numbers in missing.items():
        where = f"page {numbers[0]} has" if len(numbers) == 1 else f"pages {', '.join(map(str, numbers))} have"
        message = f"{where} no room for the words on how {name} are made (steps): they are left out"
        hint = "choose a larger paper, a smaller margin, or fewer words"
        path = project.locate_own(game.id, ("components", name, "steps"))
        yield Diagnostic("steps-left-out", message, path or _at(project, game, name), hint, severity="warning")


def _steps_of(place: Placement) -> str:
    return place.piece.steps if place.face_side == "front" else ""


def _not_folded(project: Project, game: Game, pages: Iterable[Page]) -> Iterator[Diagnostic]:
    behind = (place.piece for page in pages if page.side == "back" for place in page.placements)
    for name, size in {piece.component: piece.trim for piece in behind}.items():
        message = (
            f"{name} of {size.width:g} × {size.height:g} mm has no room beside its back across a fold: "
            "the back is printed on the next page, to be glued behind the front"
        )
        hint = 'choose a larger paper, or backs = "separate"'
        yield Diagnostic("not-folded", message, _at(project, game, name), hint, severity="warning")


def _at(project: Project, game: Game, component: str) -> Location | None:
    return project.locate(game.id, ("components", component))
