"""Sheet templates of a project: lookup by name, use by a game, and warnings about their places."""

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

_TOLERANCE = 0.05
"""Shortfall of bleed or margin in mm that is no fault."""


def known_sheets(project: Project) -> Mapping[str, SheetTemplate]:
    """Return every sheet template by name: those of the definition, then the shipped ones."""

    shipped = shipped_sheets()
    return {**project.sheets, **{name: sheet for name, sheet in shipped.items() if name not in project.sheets}}


def with_sheet(project: Project, game: Game, name: str | None) -> Game:
    """Return the game with its cards and summaries on the sheet ``name``, over their own choice. ``none`` chooses
    sheets of the kit's paper. Raises PnpError for an unknown name."""
    if name is None:
        return game
    sheet = None if name == "none" else _find_sheet(project, name)
    components = tuple(
        replace(component, sheet=sheet) if component.takes_sheet_of_kit else component for component in game.components
    )
    return replace(game, components=components)


def _find_sheet(project: Project, name: str) -> SheetTemplate:
    known = known_sheets(project)
    if name in known:
        return known[name]
    near = difflib.get_close_matches(name, known, 1)
    hint = f"did you mean {near[0]!r}?" if near else "pnp list --sheets shows them; [sheets.NAME] makes one"
    raise PnpError(Diagnostic("unknown-sheet", f"--sheet: there is no sheet {name!r}", hint=hint))


def pages_by_template(pages: Iterable[Page]) -> Mapping[SheetTemplate, tuple[int, ...]]:
    """Return the numbers of the pages on each sheet template; pages on the kit's paper are left out."""
    templates: dict[int, SheetTemplate] = {}
    for page in pages:
        for placement in page.placements[:1]:
            if placement.piece.sheet is not None:
                templates[page.sheet] = placement.piece.sheet
    pages_by_template: dict[SheetTemplate, list[int]] = {}
    for page in pages:
        if page.sheet in templates:
            pages_by_template.setdefault(templates[page.sheet], []).append(page.number)
    return {sheet: tuple(numbers) for sheet, numbers in pages_by_template.items()}


def lint_sheet_templates(
    project: Project, game: Game, fronts: Iterable[Placement], sheets: SheetOptions
) -> Iterator[Diagnostic]:
    """Yield warnings about the places of sheet templates. They concern art with less bleed in its place than it is
    drawn with, each component once, and places that a printer does not reach, each sheet once."""
    components_by_sheet: dict[SheetTemplate, str] = {}
    shortest: dict[str, Placement] = {}
    for place in fronts:
        if place.piece.sheet is None or place.piece.sheet.places is None:
            continue
        components_by_sheet.setdefault(place.piece.sheet, place.piece.component)
        wanted = sheets.bleed_of(place.piece) if place.piece.edge == "bleed" else 0.0
        earlier = shortest.get(place.piece.component)
        if min(place.bleed) < wanted - _TOLERANCE and (earlier is None or min(place.bleed) < min(earlier.bleed)):
            shortest[place.piece.component] = place
    for component, place in shortest.items():
        yield _bleed_cut(project, game, component, place, sheets.bleed_of(place.piece))
    for sheet, component in components_by_sheet.items():
        yield from _out_of_reach(project, game, component, sheet, sheets.margin)


def _bleed_cut(project: Project, game: Game, component: str, place: Placement, wanted: float) -> Diagnostic:
    name = "" if place.piece.sheet is None else place.piece.sheet.name
    room = max(0.0, min(place.bleed))
    message = (
        f"the places of {name} leave {room:.3g} mm for the bleed of {component}, and {wanted:g} mm were asked for: "
        "where the printer is off, the edge shows what lies beside it"
    )
    hint = 'write edge = "border", or choose a sheet with room between its places'
    return Diagnostic("bleed-cut", message, locate_sheet_choice(project, game, component), hint, severity="warning")


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
    nearest = min(places.left, places.top, right, bottom)
    if nearest < margin - _TOLERANCE:
        message = (
            f"the places of {sheet.name} come as near as {max(0.0, nearest):.3g} mm to the edge of the paper, and the "
            f"printer does not reach the outer {margin:g} mm"
        )
        hint = f'write margin = "{max(0.0, nearest):.3g}mm" if it does; else what lies there stays white'
        yield Diagnostic(
            "out-of-reach", message, locate_sheet_choice(project, game, component), hint, severity="warning"
        )


def locate_sheet_choice(project: Project, game: Game, component: str) -> Location | None:
    """Return the location of the key in the file in use that chooses the sheet; else of the component."""
    for path in (("components", component, "sheet"), ("sheet",)):
        place = project.locate_own(game.id, path)
        if place is not None:
            return place
    return project.locate(game.id, ("components", component))
