"""Sheets as data in a project: those there are, a kit laid on one, and what they leave no room for."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from pnp.definition.sheets import shipped_sheets
from pnp.diagnostics import Diagnostic, Location, PnpError
from pnp.imposition import Page, Placement, SheetOptions
from pnp.model.game import Game
from pnp.model.sheet_template import SheetTemplate
from pnp.project.project import Project

_TOLD = 0.05
"""In mm: less bleed than asked for by so much is no fault."""


def known_sheets(project: Project) -> Mapping[str, SheetTemplate]:
    """Every sheet that can be asked for by name: those of the definition, then those that come along."""

    shipped = shipped_sheets()
    return {**project.sheets, **{name: sheet for name, sheet in shipped.items() if name not in project.sheets}}


def with_sheet(project: Project, game: Game, name: str | None) -> Game:
    """The game with its cards and summaries on the sheet ``name``, whatever they say; ``none`` for sheets of its paper.

    Raises PnpError for a name that no sheet has.
    """
    if name is None:
        return game
    sheet = None if name == "none" else _called(project, name)
    components = tuple(replace(one, sheet=sheet) if one.takes_sheet_of_kit else one for one in game.components)
    return replace(game, components=components)


def _called(project: Project, name: str) -> SheetTemplate:
    known = known_sheets(project)
    if name in known:
        return known[name]
    near = difflib.get_close_matches(name, known, 1)
    hint = f"did you mean {near[0]!r}?" if near else "pnp list --sheets shows them; [sheets.NAME] makes one"
    raise PnpError(Diagnostic("unknown-sheet", f"--sheet: there is no sheet {name!r}", hint=hint))


def pages_on(pages: Iterable[Page]) -> Mapping[SheetTemplate, tuple[int, ...]]:
    """The numbers of the pages that are printed on sheets of another kind than the kit's paper, by the sheet."""
    named: dict[int, SheetTemplate] = {}
    for page in pages:
        for place in page.placements[:1]:
            if place.piece.sheet is not None:
                named[page.sheet] = place.piece.sheet
    found: dict[SheetTemplate, list[int]] = {}
    for page in pages:
        if page.sheet in named:
            found.setdefault(named[page.sheet], []).append(page.number)
    return {sheet: tuple(numbers) for sheet, numbers in found.items()}


def stock_doubts(
    project: Project, game: Game, fronts: Iterable[Placement], sheets: SheetOptions
) -> Iterator[Diagnostic]:
    """Art that has less bleed in its place than it is drawn with, each component once; places that a printer does not
    reach, each sheet once."""
    used: dict[SheetTemplate, str] = {}
    short: dict[str, Placement] = {}
    for place in fronts:
        if place.piece.sheet is None or place.piece.sheet.places is None:
            continue
        used.setdefault(place.piece.sheet, place.piece.component)
        wanted = sheets.bleed_of(place.piece) if place.piece.edge == "bleed" else 0.0
        known = short.get(place.piece.component)
        if min(place.bleed) < wanted - _TOLD and (known is None or min(place.bleed) < min(known.bleed)):
            short[place.piece.component] = place
    for component, place in short.items():
        yield _bleed_cut(project, game, component, place, sheets.bleed_of(place.piece))
    for sheet, component in used.items():
        yield from _out_of_reach(project, game, component, sheet, sheets.margin)


def _bleed_cut(project: Project, game: Game, component: str, place: Placement, wanted: float) -> Diagnostic:
    name = "" if place.piece.sheet is None else place.piece.sheet.name
    had = max(0.0, min(place.bleed))
    message = (
        f"the places of {name} leave {had:.3g} mm for the bleed of {component}, and {wanted:g} mm were asked for: "
        "where the printer is off, the edge shows what lies beside it"
    )
    hint = 'write edge = "border", or choose a sheet with room between its places'
    return Diagnostic("bleed-cut", message, where_asked(project, game, component), hint, severity="warning")


def _out_of_reach(
    project: Project, game: Game, component: str, sheet: SheetTemplate, margin: float
) -> Iterator[Diagnostic]:
    places = sheet.places
    if places is None:
        return
    right, bottom = (
        sheet.paper.width - places.left - places.extent.width,
        sheet.paper.height - places.top - places.extent.height,
    )
    least = min(places.left, places.top, right, bottom)
    if least < margin - _TOLD:
        message = (
            f"the places of {sheet.name} come as near as {max(0.0, least):.3g} mm to the edge of the paper, and the "
            f"printer does not reach the outer {margin:g} mm"
        )
        hint = f'write margin = "{max(0.0, least):.3g}mm" if it does; else what lies there stays white'
        yield Diagnostic("out-of-reach", message, where_asked(project, game, component), hint, severity="warning")


def where_asked(project: Project, game: Game, component: str) -> Location | None:
    """The key of the file in use that asks for the sheet; else where the component stands."""
    for path in (("components", component, "sheet"), ("sheet",)):
        place = project.locate_own(game.id, path)
        if place is not None:
            return place
    return project.locate(game.id, ("components", component))
