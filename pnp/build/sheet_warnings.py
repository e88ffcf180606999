"""What the sheets of a kit do not hold as it was asked for: warnings, each at its place."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence

from pnp.build.options import BuildOptions
from pnp.build.stock import stock_doubts
from pnp.diagnostics import Diagnostic, Location
from pnp.imposition import Page, Placement, SheetOptions, wanted_bleed
from pnp.model.game import Game, Paper
from pnp.project.project import Project
from pnp.records import dataclass

_TOLD = 0.05
"""In mm: less bleed than asked for by so much is no fault."""


@dataclass(frozen=True, slots=True)
class _Short:
    """Components whose pieces should have so much bleed, and the least that they have got, in mm."""

    components: tuple[str, ...]
    wanted: float
    found: float


def sheet_doubts(
    project: Project, game: Game, options: BuildOptions, sheets: SheetOptions, pages: Sequence[Page]
) -> Iterator[Diagnostic]:
    """Bleed and words for which sheets have no room; pieces that do not lie beside their backs across a fold; an offset
    of backs where none lie behind their fronts."""
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


def _without_room(fronts: Iterable[Placement], sheets: SheetOptions) -> Iterator[_Short]:
    """Components with too little bleed; those that should have as much are told together."""
    found: dict[float, _Short] = {}
    for place in fronts:
        wanted, got = wanted_bleed(place.piece, sheets), _least(place)
        if got < wanted - _TOLD:
            so_far = found.get(wanted, _Short((), wanted, got))
            names = dict.fromkeys((*so_far.components, place.piece.component))
            found[wanted] = _Short(tuple(names), wanted, min(got, so_far.found))
    yield from found.values()


def _least(place: Placement) -> float:
    """The bleed on the side that has least; of a tile that on the edge of the board, if it lies there."""
    tile = place.tile
    if tile is None:
        return min(place.bleed)
    inner = 0 < tile.column < tile.columns - 1 and 0 < tile.row < tile.rows - 1
    return math.inf if inner else max(place.bleed)


def _bleed_cut(project: Project, game: Game, options: BuildOptions, short: _Short) -> Diagnostic:
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


def _where_bleed_is_said(project: Project, game: Game, short: _Short) -> Location | None:
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
