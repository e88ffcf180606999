"""Lay a kit on a table: its box, a fan of cards, a pile, tokens, dice, trays and rules. Lengths in mm."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import Any

from PIL import Image, ImageDraw

from pnp.build.faces import Groups, Progress, render_kit
from pnp.build.options import BuildOptions, KitContext
from pnp.build.preview import faces_pdf
from pnp.build.scene.camera import Camera, Surface, TableObject, draw_scene
from pnp.diagnostics import Diagnostic, PnpError
from pnp.folding import fold, lay_out
from pnp.folding.solid import Corners, Vector, add
from pnp.formats.pictures import encode_png, render_pages
from pnp.model import hexagon
from pnp.model.component import Component
from pnp.model.game import Game
from pnp.model.net import Net
from pnp.project.examples import examples_of
from pnp.project.project import Project
from pnp.records import dataclass
from pnp.rendering.face import Face, PrintedCard
from pnp.units import MM_PER_INCH, Size

_EYE, _TARGET, _FOCUS = (0.0, -330.0, 330.0), (0.0, 14.0, 8.0), 1.1
_PICTURE = (1600 * MM_PER_INCH / 96, 900 * MM_PER_INCH / 96)
"""Width and height of the picture in mm."""
_GROUND = (233, 228, 218)
_FINER = 2.5
"""How much finer faces are drawn than the picture: the nearest ones are that large, in two pixels for one."""
_ROUNDING = 3.0
"""Radius of the corners of cards."""
_FAN = 9
_CARD = 0.33
_HIGHEST_PILE = 24.0
_EDGE = (236, 231, 222)
"""Colour of the edges of cards in a pile."""


def scene_picture(
    project: Project, game: Game, options: BuildOptions, dpi: int, progress: Progress = lambda _label: None
) -> tuple[str, bytes]:
    """Return a file name and a PNG of a kit on a table: 1600 × 900 pixels with 96 ``dpi``. Raises PnpError if nothing
    is printed."""
    context = KitContext.of(project, game, options)
    groups = render_kit(context, examples_of(project, game, options.seed), progress).groups
    chosen = _choose(groups)
    if not chosen.faces:
        raise PnpError(Diagnostic("nothing-to-show", f"{game.id} has no components to lay on a table"))
    progress("picture")
    pictures = render_pages(faces_pdf(context.fonts, chosen.faces, cut_lines=False), round(_FINER * dpi))
    by_id = {
        face.id: picture.convert("RGBA") if face in chosen.uncut else _cut_out(face, picture)
        for face, picture in zip(chosen.faces, pictures, strict=True)
    }
    width, height = (round(side * dpi / MM_PER_INCH) for side in _PICTURE)
    camera = Camera(_EYE, _TARGET, _FOCUS, width, height)
    picture = draw_scene(tuple(_arrange(chosen, by_id)), camera, _GROUND)
    return f"{game.id}-{context.settings.language}-scene.png", encode_png(picture, dpi)


@dataclass(frozen=True, slots=True)
class _Choice:
    """Pieces of a kit that are laid on the table. The pile is a back, and the number of its cards."""

    pages: tuple[Face, ...] = ()
    fan: tuple[Face, ...] = ()
    pile: tuple[Face, int] | None = None
    singles: tuple[Face, ...] = ()
    tokens: tuple[Face, ...] = ()
    solids: tuple[tuple[Net, Face], ...] = ()
    dice: tuple[tuple[Net, Face], ...] = ()

    @property
    def uncut(self) -> tuple[Face, ...]:
        """Return the pages and nets: they keep their corners."""
        return (*self.pages, *(face for _, face in (*self.solids, *self.dice)))

    @property
    def faces(self) -> tuple[Face, ...]:
        """Return all faces, each once."""
        pile = () if self.pile is None else (self.pile[0],)
        faces = (*self.uncut, *self.fan, *pile, *self.singles, *self.tokens)
        return tuple({face.id: face for face in faces}.values())


def _choose(groups: Groups) -> _Choice:
    """Choose the pieces: of the largest deck a fan, a single card of others, one solid of each folded component."""
    of_kind: dict[str, list[tuple[Component, tuple[PrintedCard, ...]]]] = {}
    for component, cards in groups:
        if cards:
            of_kind.setdefault(component.kind, []).append((component, cards))
    decks = sorted(of_kind.get("cards", []), key=lambda group: -sum(card.copies for card in group[1]))
    deck = decks[0][1] if decks else ()
    backs = [card.back for card in deck if card.back is not None]
    pages = sorted((cards for _, cards in of_kind.get("page", [])), key=_sides, reverse=True)
    folded = [(component.net, cards) for component, cards in of_kind.get("folded", []) if component.net is not None]
    cubes = [(net, card.front) for net, cards in folded if _is_cube(net) for card in cards]
    return _Choice(
        pages=tuple(cards[0].front for cards in pages[:1]),
        fan=tuple(card.front for card in _spread(deck, _FAN)),
        pile=(backs[-1], sum(card.copies for card in deck)) if backs and len(deck) > 1 else None,
        singles=tuple(cards[len(cards) // 2].front for _, cards in (*decks[1:], *of_kind.get("summary", [])))[:3],
        tokens=tuple(card.front for _, cards in of_kind.get("tokens", []) for card in _spread(cards, 2))[:5],
        solids=tuple((net, cards[0].front) for net, cards in folded if not _is_cube(net))[:2],
        dice=tuple(_spread(cubes, 6)),
    )


def _sides(cards: Sequence[PrintedCard]) -> int:
    return sum(len(card.faces) for card in cards)


def _is_cube(net: Net) -> bool:
    return {panel.id for panel in net.panels} == set("123456")


def _spread(cards: Sequence[Any], most: int) -> list[Any]:
    """Return ``most`` cards or fewer, from the first to the last, in equal steps."""
    if len(cards) <= most:
        return list(cards)
    return [cards[round(index * (len(cards) - 1) / (most - 1))] for index in range(most)]


_PAGE, _PILE = (-92.0, 62.0, 9.0), (22.0, 58.0, -7.0)
_SINGLES = ((88.0, -58.0, 8.0), (136.0, -68.0, -14.0), (160.0, -10.0, -24.0))
_TOKENS = ((46.0, -2.0, 0.0), (70.0, 6.0, 0.0), (62.0, -16.0, 0.0), (90.0, -4.0, 0.0), (110.0, 8.0, 0.0))
_SOLIDS = ((108.0, 62.0, 19.0), (-30.0, -40.0, 8.0))
_DICE = (
    (-148.0, -2.0, 20.0),
    (-158.0, -36.0, -14.0),
    (-144.0, -66.0, 44.0),
    (-168.0, -68.0, 63.0),
    (-120.0, -92.0, 30.0),
    (-152.0, -98.0, 4.0),
)
"""Where the middle of each object lies: x, y, and how far it is turned to the left, in degrees."""


def _arrange(chosen: _Choice, pictures: Mapping[str, Image.Image]) -> Iterator[TableObject]:
    """Yield the objects on the table, the hindmost first."""
    for face in chosen.pages:
        yield [_lay(face, pictures, *_PAGE)]
    if chosen.pile is not None:
        yield _pile(chosen.pile, pictures, *_PILE)
    yield from _fan(chosen.fan, pictures)
    for height, faces, places in ((0.4, chosen.singles, _SINGLES), (0.6, chosen.tokens, _TOKENS)):
        for face, place in zip(faces, places, strict=False):
            yield [_lay(face, pictures, *place, height)]
    for (net, face), place in zip(chosen.solids, _SOLIDS, strict=False):
        yield _solid(net, face, pictures[face.id], *place)
    for roll, ((net, face), place) in enumerate(zip(chosen.dice, _DICE, strict=False)):
        yield _solid(net, face, pictures[face.id], *place, roll)


def _fan(faces: Sequence[Face], pictures: Mapping[str, Image.Image]) -> Iterator[TableObject]:
    """Yield cards in a fan, each over the one to its left."""
    if not faces:
        return
    height = max(face.trim.height for face in faces)
    radius, each = 1.75 * height, 6.2
    for index, face in enumerate(faces):
        angle = math.radians((index - (len(faces) - 1) / 2) * each)
        x, y = -42 + radius * math.sin(angle), -44 - radius + radius * math.cos(angle)
        yield [_lay(face, pictures, x, y, -math.degrees(angle), 0.5 + _CARD * index)]


def _pile(pile: tuple[Face, int], pictures: Mapping[str, Image.Image], x: float, y: float, turn: float) -> TableObject:
    face, count = pile
    height = min(_HIGHEST_PILE, _CARD * count)
    top = _flat(face.trim, x, y, turn, height)
    sides = (
        Surface((top[first], top[second], _down(top[second], height), _down(top[first], height)), None, _EDGE)
        for first, second in ((3, 2), (2, 1), (1, 0), (0, 3))
    )
    return [*sides, Surface(top, pictures[face.id])]


def _down(corner: Vector, height: float) -> Vector:
    return corner[0], corner[1], corner[2] - height


def _lay(
    face: Face, pictures: Mapping[str, Image.Image], x: float, y: float, turn: float, height: float = 0.2
) -> Surface:
    """Return a face that lies with its middle at (x, y), turned to the left by ``turn`` degrees."""
    return Surface(_flat(face.trim, x, y, turn, height), pictures[face.id])


def _flat(size: Size, x: float, y: float, turn: float, height: float) -> Corners:
    corners = ((-1, 1), (1, 1), (1, -1), (-1, -1))
    first, second, third, fourth = (
        _turned((across * size.width / 2, up * size.height / 2, height), turn, x, y) for across, up in corners
    )
    return first, second, third, fourth


def _turned(point: Vector, turn: float, x: float, y: float) -> Vector:
    cos, sin = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    return x + cos * point[0] - sin * point[1], y + sin * point[0] + cos * point[1], point[2]


def _cut_out(face: Face, picture: Image.Image) -> Image.Image:
    """Return a picture of a face, transparent beyond its cut. Cards get round corners."""
    finer = 2
    mask = Image.new("L", (finer * picture.width, finer * picture.height), 0)
    pen, corner = ImageDraw.Draw(mask), (mask.width - 1, mask.height - 1)
    if face.cut == "circle":
        pen.ellipse((0, 0, *corner), fill=255)
    elif face.cut == "hex":
        width, height = face.trim.width, face.trim.height
        ring = hexagon.corners(face.trim)
        pen.polygon([((x / width + 0.5) * corner[0], (y / height + 0.5) * corner[1]) for x, y in ring], fill=255)
    else:
        radius = _ROUNDING * mask.width / face.trim.width if face.cut == "card" else 0
        pen.rounded_rectangle((0, 0, *corner), radius, fill=255)
    cut = picture.convert("RGBA")
    cut.putalpha(mask.resize(picture.size, Image.Resampling.LANCZOS))
    return cut


def _solid(
    net: Net, face: Face, picture: Image.Image, x: float, y: float, turn: float, roll: int | None = None
) -> TableObject:
    """Return a folded net on the table. A box whose first panel is its front stands on its floor; others lie on
    their first panel. A die is rolled by ``roll`` quarter turns. ``picture`` is that of the flat net."""
    flat = lay_out(net)
    across, down = flat.centring_offset(face.trim)
    quarters = roll if roll is not None else int(net.panels[0].id == "front")
    folded = {key: [_rolled(corner, quarters) for corner in corners] for key, corners in fold(net).items()}
    ranges = [(min(axis), max(axis)) for axis in zip(*chain.from_iterable(folded.values()), strict=True)]
    (left, right), (front, back), (low, _) = ranges
    middle = ((left + right) / 2, (front + back) / 2, low)
    surfaces = []
    for key, corners in folded.items():
        panel = flat.panels[key]
        crop = (panel.x + across, panel.y + down, panel.x + across + panel.width, panel.y + down + panel.height)
        first, second, third, fourth = (_turned(add(corner, middle, -1), turn, x, y) for corner in corners)
        pixels = [round(length * picture.width / face.trim.width) for length in crop]
        surfaces.append(
            Surface((first, second, third, fourth), picture.crop((pixels[0], pixels[1], pixels[2], pixels[3])))
        )
    return surfaces


def _rolled(corner: Vector, quarters: int) -> Vector:
    """Return a corner after quarter turns about the x-axis. The first turns what faces up towards the viewer."""
    x, y, z = corner
    for _ in range(quarters):
        y, z = -z, y
    return x, y, z
