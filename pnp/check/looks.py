"""Lint drawn faces: a few warnings for each component, each at its place in the definition."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from pnp.definition.toml.findings import listed
from pnp.diagnostics import Diagnostic, Location
from pnp.fonts import FontBook
from pnp.looks.edges import RimColours, bare_sides, bleeds, not_to_share, rim_of
from pnp.looks.lettering import SEEN, LowContrastText, sizes_of_type, unseen
from pnp.looks.painted import PaintedFace
from pnp.model.component import Component, Item
from pnp.model.game import Game
from pnp.model.kinds_of_text import paths_of_inks
from pnp.model.text import Translated
from pnp.project.project import Project, decks_of, engine_of
from pnp.project.source_locations import bounded
from pnp.rendering.face import Face, PrintedCard
from pnp.rendering.graphics.colour import channels, is_colour
from pnp.units import PT_PER_MM

_ROUNDED = 0.05
"""In pt: what a size may lose when it is written."""


@dataclass(slots=True)
class _FaceFindings:
    """What was found on the faces of a component, in order. ``bare``: faces whose ground ends at the trim, and
    where."""

    rims: dict[str, dict[str, RimColours]] = field(default_factory=lambda: {"front": {}, "back": {}})
    bare: dict[str, Sequence[str]] = field(default_factory=dict)
    bleeding: bool = False
    small: dict[str, tuple[float, str]] = field(default_factory=dict)
    """By face, the smallest size in pt and the words that are set in it."""
    unseen: list[tuple[Face, LowContrastText]] = field(default_factory=list)


def odd_looks(
    project: Project, game: Game, groups: Sequence[tuple[Component, Sequence[PrintedCard]]]
) -> Iterator[Diagnostic]:
    """Art where two cards share a cut, bleed that stays white, type smaller than the definition wants it, and words
    that can hardly be seen on their ground."""
    fonts, looked_at = project.resources(game).fonts, set[str]()
    for component, leaves in groups:
        seen = _FaceFindings()
        for face in (face for leaf in leaves for face in leaf.faces):
            if face.id not in looked_at:
                looked_at.add(face.id)
                _look(seen, component, face, fonts, game)
        yield from _edges(project, game, component, seen)
        yield from _small_type(project, game, component, seen)
        yield from bounded(_unseen(project, game, component, seen), "warnings")


def _look(seen: _FaceFindings, component: Component, face: Face, fonts: FontBook, game: Game) -> None:
    painted = PaintedFace(face.drawing)
    if _shares_cuts(component, game):
        seen.rims[face.side][_name(face)] = rim_of(face, painted)
    if component.edge == "bleed" and face.bleed:
        bare = bare_sides(face, painted)
        if bare:
            seen.bare[_name(face)] = bare
        seen.bleeding = seen.bleeding or bool(bare) or bleeds(face, painted)
    least = game.defaults.least_type * PT_PER_MM - _ROUNDED
    small = [(found.size, found.text) for found in sizes_of_type(painted) if found.size < least]
    if small:
        seen.small[_name(face)] = min(small)
    seen.unseen += [(face, found) for found in unseen(painted, fonts)]


def _name(face: Face) -> str:
    return f"{face.component}/{face.card}" + (" (back)" if face.side == "back" else "")


def _shares_cuts(component: Component, game: Game) -> bool:
    """Whether its pieces are butted, so that one cut serves two."""
    alone = component.cut != "card" or component.kind == "page" or component.tile is not None
    places = None if component.sheet is None else component.sheet.places
    if places is not None:
        return component.edge == "border" and not alone and min(places.gap) <= 0
    return component.edge == "border" and not alone and game.defaults.gutter == 0


def _edges(project: Project, game: Game, component: Component, seen: _FaceFindings) -> Iterator[Diagnostic]:
    place = _at(project, game, component, "edge")
    shared = [name for rims in seen.rims.values() for name in not_to_share(rims)]
    if shared:
        message = f'{_some(shared)}: art reaches the cut, and with edge = "border" two cards share it'
        hint = 'write edge = "bleed", which gives each its own cut, or keep 2.5 mm inside the trim plain'
        yield Diagnostic("shared-cut", message, place, hint, severity="warning")
    if seen.bare:
        sides = list(dict.fromkeys(side for found in seen.bare.values() for side in found))
        where = "all round" if sides in (["circle"], ["hex"]) or len(sides) == 4 else f"at the {listed(sides, 'and')}"
        message = f"{_some(list(seen.bare))}: the ground ends at the trim, and the bleed stays white {where}"
        hint = f'draw it {_round(component)}, or write edge = "border"'
        yield Diagnostic("white-bleed", message, place, hint, severity="warning")
    said = "edge" in game.resolved["components"][component.id]
    if component.edge == "bleed" and said and not seen.bleeding and game.defaults.bleed and component.kind != "page":
        message = f"nothing of {component.id} runs over the trim, and the bleed stays white"
        hint = f'draw its ground {_round(component)}, or write edge = "border", which wastes less paper'
        yield Diagnostic("white-bleed", message, place, hint, severity="warning")


def _round(component: Component) -> str:
    file = f"{component.template}.svg.j2"
    if component.cut == "hex":
        return f"face.bleed beyond the sides of the hexagon ({file})"
    if component.cut == "circle":
        return f"as wide as face.width + 2 * face.bleed ({file})"
    return f"from -face.bleed to face.width + face.bleed, and as high ({file})"


def _small_type(project: Project, game: Game, component: Component, seen: _FaceFindings) -> Iterator[Diagnostic]:
    if seen.small:
        name, (size, text) = min(seen.small.items(), key=lambda item: item[1][0])
        others = len(seen.small) - 1
        more = f", and {others} more have such type" if others else ""
        least = f"{game.defaults.least_type * PT_PER_MM:.3g}"
        message = f"{_short(text)} is set in {size:.2g} pt on {name}, under the {least} pt of least-type{more}"
        hint = "shorten the text, give it more room, or ask for less with least-type"
        place = _of_text(project, game, component, name, text) or _at(project, game, component, "size")
        yield Diagnostic("small-type", message, place, hint, severity="warning")


def _unseen(project: Project, game: Game, component: Component, seen: _FaceFindings) -> Iterator[Diagnostic]:
    """One message for each two inks."""
    groups: dict[tuple[str, str], list[tuple[Face, LowContrastText]]] = {}
    for face, found in seen.unseen:
        groups.setdefault((found.ink, found.ground), []).append((face, found))
    for (ink, ground), members in groups.items():
        face, found = members[0]
        names = list(dict.fromkeys(_name(one) for one, _ in members))
        message = f"{_short(found.text)} on {_some(names)} can hardly be seen: {ink} on {ground}"
        hint = f"their contrast is {found.contrast:.2f}, and {SEEN:g} the least; small words need 4.5: readable(), on()"
        place = _of_ink(project, game, component, face, (ink, ground)) or _at(project, game, component, "template")
        yield Diagnostic("unseen-ink", message, place, hint, severity="warning")


def _some(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{names[0]} and {len(names) - 1} more"


def _short(text: str) -> str:
    return repr(text if len(text) <= 30 else f"{text[:29]}…")


def _at(project: Project, game: Game, component: Component, key: str) -> Location:
    """Where the file in use says a key of a component, or the component; else where the shipped one does."""
    entry = game.resolved["components"][component.id]
    path = ("components", component.id)
    paths = [(*path, key), path] if key in entry else [path]
    own = (project.locate_own(game.id, one) for one in paths)
    return next((place for place in own if place is not None), None) or project.locate(game.id, paths[0])


def _items(game: Game, component: Component, card: str) -> Iterator[Item]:
    if component.of is not None:
        yield from (item for item in decks_of(game)[component.of] if item.id == card and item.origin is not None)


def _of_text(project: Project, game: Game, component: Component, name: str, text: str) -> Location | None:
    """The cell that has these words."""
    card = name.removesuffix(" (back)").partition("/")[2]
    for item in _items(game, component, card):
        for column, value in item.fields.items():
            wordings = value.wordings if isinstance(value, Translated) else {None: value}
            for language, said in wordings.items():
                if isinstance(said, str) and text in said and item.origin is not None:
                    return item.origin.place(column, language)
    return None


def _of_ink(project: Project, game: Game, component: Component, face: Face, inks: tuple[str, str]) -> Location | None:
    """The cell, or the key of the settings, that has the first of these inks that is said anywhere."""
    for ink in inks:
        for item in _items(game, component, face.card):
            for column, value in item.fields.items():
                if isinstance(value, str) and is_colour(value) and channels(value) == channels(ink):
                    return None if item.origin is None else item.origin.place(column)
        for found in paths_of_inks(engine_of(game).settings, game.resolved):
            if is_colour(found.value) and channels(found.value) == channels(ink):
                return project.locate_own(game.id, found.path) or project.locate(game.id, found.path)
    return None
