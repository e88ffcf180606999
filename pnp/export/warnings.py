"""What a shop would find odd about an export: type and marked boxes outside the safe area, white bleed, and wishes of
the shop that nobody fulfils."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from pnp import cardsvg
from pnp.diagnostics import Diagnostic, Location
from pnp.export.faces import Drawn, uses_of
from pnp.export.shop import Shop
from pnp.formats.pictures import Outside
from pnp.formats.work import Taken
from pnp.model.component import Component
from pnp.model.game import Game
from pnp.records import dataclass
from pnp.rendering.face import Face

_TOLERANCE = 0.02
"""In mm, as of type."""
_SHOWN = 30
"""Characters of a text in a message."""


@dataclass(frozen=True, slots=True)
class _Found:
    """Something on a face that lies outside the safe area."""

    face: Face
    what: str
    outside: Outside


def doubts_of(
    shop: Shop, game: Game, batches: Sequence[Sequence[Drawn]], taken: Sequence[Mapping[str, Taken]]
) -> list[Diagnostic]:
    """Warnings for whoever is about to order from ``shop``. ``taken`` says by batch and face what was seen of it."""
    found: list[Diagnostic] = []
    for drawn, seen in zip(batches, taken, strict=True):
        by_face = dict(seen)
        for one in drawn:
            found += _of_component(shop, game, one, by_face)
            # A back that components share is told once, with the first.
            by_face |= dict.fromkeys((use.face.id for use in uses_of(one)), _FINE)
    if shop.also_asks:
        message = f"{shop.title} also asks for {', '.join(shop.also_asks)}: this export does not see to it"
        found.append(
            Diagnostic("shop-asks", message, hint="ask the shop whether it takes the files", severity="warning")
        )
    return found


_FINE = Taken("", "", False, ())


def _of_component(shop: Shop, game: Game, drawn: Drawn, by_face: Mapping[str, Taken]) -> Iterator[Diagnostic]:
    assert drawn.match is not None
    product = drawn.match.product
    sides: dict[str, list[Face]] = {}
    for use in uses_of(drawn):
        sides.setdefault(use.face.side, []).append(use.face)
    for side, faces in sides.items():
        place = Location(f"templates/{game.engine}/{_template(drawn.component, side)}.svg.j2")
        outside = [one for face in faces for one in _outside(face, by_face[face.id], product.safe, product.shape)]
        if outside:
            yield _told(shop, drawn.component, product.safe, outside, place)
        bare = [face for face in faces if by_face[face.id].bare]
        if bare and not shop.white_bleed:
            message = (
                f"the bleed of {_count(len(bare), 'face')} of {drawn.component.id} is white, as on {_name(bare[0])}"
            )
            hint = f"{shop.title} takes no white border for bleed: --edge bleed runs the art over the edge"
            yield Diagnostic("white-bleed", message, place, hint, severity="warning")


def _outside(face: Face, taken: Taken, safe: float, shape: str) -> Iterator[_Found]:
    for line in taken.outside:
        if line.distance < safe - _TOLERANCE:
            yield _Found(face, f"the type {_shortened(line.text)!r}", line)
    for key in ("example", "part"):
        for box in cardsvg.annotations(face.drawing, key):
            distance, edge = _nearest(face, box.box, shape)
            if distance < safe - _TOLERANCE:
                yield _Found(face, f"the {key} {box.id!r}", Outside(box.id, round(distance, 2), edge))


def _nearest(face: Face, box: tuple[float, float, float, float], shape: str) -> tuple[float, str]:
    """How far inside the trim a box of a face lies (mm, y downwards), and at which edge it comes nearest."""
    x, y, width, height = box
    if shape == "circle":
        radius = face.trim.width / 2
        corners = [(a - radius, b - radius) for a in (x, x + width) for b in (y, y + height)]
        return radius - max((a * a + b * b) ** 0.5 for a, b in corners), "edge"
    right, bottom = face.trim.width - x - width, face.trim.height - y - height
    return min((x, "left"), (right, "right"), (y, "top"), (bottom, "bottom"))


def _told(shop: Shop, component: Component, safe: float, outside: Sequence[_Found], place: Location) -> Diagnostic:
    nearest = min(outside, key=lambda one: one.outside.distance)
    faces = len({one.face.id for one in outside})
    distance = nearest.outside.distance
    where = f"{distance:g} mm from the {nearest.outside.edge}" if distance >= 0 else f"over the {nearest.outside.edge}"
    message = (
        f"on {_count(faces, 'face')} of {component.id} something stands outside the safe area of {shop.title}, "
        f"{safe:g} mm: nearest {nearest.what} of {_name(nearest.face)}, {where}"
    )
    hint = "move it inwards; a cut that is off by as much takes it away"
    return Diagnostic("outside-safe-area", message, place, hint, severity="warning")


def _template(component: Component, side: str) -> str:
    if component.kind == "summary":
        return f"{component.template}-{side}"
    return component.back if side == "back" and component.back is not None else component.template


def _name(face: Face) -> str:
    return f"{face.component}/{face.card}"


def _count(number: int, what: str) -> str:
    return f"1 {what}" if number == 1 else f"{number} {what}s"


def _shortened(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"
