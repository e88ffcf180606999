"""Draw pictures that lie or stand on a table, as a camera sees them, with soft shadows.

Lengths in mm. x runs to the right, y away from the viewer, z up; the table is z = 0.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from PIL import Image, ImageDraw, ImageFilter

from pnp.folding.solid import Corners, Vector, add, cross, dot
from pnp.records import dataclass

Point = tuple[float, float]
Colour = tuple[int, int, int]

_FINER = 2
"""Pixels in a row that become one of the picture: edges get smooth."""
_LIGHT = (-0.30, -0.42, 0.86)
"""Direction to the light, of length 1."""
_AMBIENT = 0.7
"""Brightness of a surface that the light does not reach."""
_THROW = (0.34, 0.30)
"""How far a point throws its shadow to the right and back, per mm above the table."""
_SHADOW, _SHADOW_STRENGTH = (58, 46, 36), 110
_SAME_PLACE = 0.6
"""Distance within which two surfaces lie on each other."""


@dataclass(frozen=True, slots=True)
class Surface:
    """Flat surface with a picture on its front side, in RGBA: transparent where it is cut off. The reverse, and a
    surface without a picture, have a plain colour. ``corners`` are those of the picture, clockwise from the upper left
    one."""

    corners: Corners
    picture: Image.Image | None = None
    colour: Colour = (246, 243, 236)

    @property
    def normal(self) -> Vector:
        """Return the direction that the front side faces, of length 1."""
        upper_left, upper_right, _, lower_left = self.corners
        out = cross(add(lower_left, upper_left, -1), add(upper_right, upper_left, -1))
        length = math.sqrt(dot(out, out)) or 1.0
        return out[0] / length, out[1] / length, out[2] / length

    @property
    def middle(self) -> Vector:
        """Return the middle point."""
        x, y, z = (sum(axis) / 4 for axis in zip(*self.corners, strict=True))
        return x, y, z

    def lies_on(self, other: Surface) -> bool:
        """Tell whether the middle of this surface lies on another one."""
        upper_left, upper_right, _, lower_left = other.corners
        offset = add(self.middle, upper_left, -1)
        if abs(dot(offset, other.normal)) > _SAME_PLACE:
            return False
        sides = (add(end, upper_left, -1) for end in (upper_right, lower_left))
        return all(0 <= dot(offset, side) <= dot(side, side) for side in sides)


TableObject = Sequence[Surface]
"""Surfaces of an object on the table. It hides the objects before it."""


@dataclass(frozen=True, slots=True)
class Camera:
    """Camera at ``eye`` that looks at ``target``. ``focus`` is its focal length, as a share of the width of its
    picture of ``width`` × ``height`` pixels."""

    eye: Vector
    target: Vector
    focus: float
    width: int
    height: int

    def point(self, place: Vector) -> Point:
        """Return the pixel of a place."""
        ahead = _unit(add(self.target, self.eye, -1))
        right = _unit(cross(ahead, (0.0, 0.0, 1.0)))
        offset = add(place, self.eye, -1)
        scale = self.focus * self.width / dot(offset, ahead)
        return self.width / 2 + scale * dot(offset, right), self.height / 2 - scale * dot(offset, cross(right, ahead))

    def scale(self, place: Vector) -> float:
        """Return the pixels of 1 mm at a place."""
        return self.focus * self.width / dot(add(place, self.eye, -1), _unit(add(self.target, self.eye, -1)))

    def sees(self, surface: Surface) -> bool:
        """Tell if the front side of a surface faces the camera."""
        return dot(surface.normal, add(self.eye, surface.middle, -1)) > 0


def _unit(vector: Vector) -> Vector:
    length = math.sqrt(dot(vector, vector))
    return vector[0] / length, vector[1] / length, vector[2] / length


def draw_scene(objects: Iterable[TableObject], camera: Camera, ground: Colour) -> Image.Image:
    """Return what the camera sees, in RGB: each object with its shadow, over those before it."""
    finer = Camera(camera.eye, camera.target, camera.focus, _FINER * camera.width, _FINER * camera.height)
    canvas = Image.new("RGB", (finer.width, finer.height), ground)
    for table_object in objects:
        _cast_shadow(canvas, table_object, finer)
        for surface in sorted(_seen(table_object, finer), key=lambda surface: -math.dist(surface.middle, finer.eye)):
            _paint(canvas, surface, finer)
    return canvas.resize((camera.width, camera.height), Image.Resampling.LANCZOS)


def _seen(surfaces: TableObject, camera: Camera) -> list[Surface]:
    """Return the surfaces that no other one lies on, towards the camera: paper has no thickness, so that what is tucked
    behind a panel lies in the same place."""
    fronts: list[Surface] = []
    for surface in surfaces:
        if camera.sees(surface) and not any(surface.lies_on(other) for other in fronts):
            fronts.append(surface)
    reverses = [surface for surface in surfaces if not camera.sees(surface)]
    return [*(surface for surface in reverses if not any(surface.lies_on(front) for front in fronts)), *fronts]


def _cast_shadow(canvas: Image.Image, surfaces: TableObject, camera: Camera) -> None:
    """Darken the table where an object keeps the light off, the softer the higher it is."""
    height = max(corner[2] for surface in surfaces for corner in surface.corners)
    lowest = min(corner[2] for surface in surfaces for corner in surface.corners)
    outlines = [[camera.point(_thrown(corner, lowest)) for corner in surface.corners] for surface in surfaces]
    softness = camera.scale(surfaces[0].middle) * (0.9 + 0.035 * height)
    left, top, right, bottom = _bounds([point for outline in outlines for point in outline], 3 * softness, canvas.size)
    if left >= right or top >= bottom:
        return
    mask = Image.new("L", (right - left, bottom - top), 0)
    pen = ImageDraw.Draw(mask)
    for outline in outlines:
        pen.polygon([(x - left, y - top) for x, y in outline], fill=_SHADOW_STRENGTH)
    canvas.paste(_SHADOW, (left, top), mask.filter(ImageFilter.GaussianBlur(softness)))


def _thrown(corner: Vector, lowest: float) -> Vector:
    height = corner[2] - lowest + 1.2
    return corner[0] + _THROW[0] * height, corner[1] + _THROW[1] * height, lowest


def _paint(canvas: Image.Image, surface: Surface, camera: Camera) -> None:
    corners = [camera.point(corner) for corner in surface.corners]
    left, top, right, bottom = _bounds(corners, 1, canvas.size)
    if left >= right or top >= bottom:
        return
    quad = [(x - left, y - top) for x, y in corners]
    front = camera.sees(surface)
    x, y, z = surface.normal
    light = _brightness((x, y, z) if front else (-x, -y, -z))
    if surface.picture is None or not front:
        mask = Image.new("L", (right - left, bottom - top), 0)
        ImageDraw.Draw(mask).polygon(quad, fill=255)
        red, green, blue = (round(light * part) for part in surface.colour)
        canvas.paste((red, green, blue), (left, top), mask)
        return
    picture = surface.picture.transform(
        (right - left, bottom - top),
        Image.Transform.PERSPECTIVE,
        _mapping(quad, surface.picture.width, surface.picture.height),
        Image.Resampling.BICUBIC,
    )
    shade = [round(light * level) for level in range(256)]
    canvas.paste(picture.convert("RGB").point(shade * 3), (left, top), picture.getchannel("A"))


def _brightness(normal: Vector) -> float:
    return _AMBIENT + (1 - _AMBIENT) * math.sqrt(max(0.0, dot(normal, _LIGHT)))


def _bounds(points: Sequence[Point], more: float, size: tuple[int, int]) -> tuple[int, int, int, int]:
    """Return left, top, right and bottom of what holds the points and lies in the picture."""
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return (
        max(0, math.floor(min(xs) - more)),
        max(0, math.floor(min(ys) - more)),
        min(size[0], math.ceil(max(xs) + more)),
        min(size[1], math.ceil(max(ys) + more)),
    )


def _mapping(quad: Sequence[Point], width: int, height: int) -> tuple[float, ...]:
    """Return the eight numbers with which Pillow finds the point of a picture for a point of ``quad``, its corners
    clockwise from the upper left one (Heckbert, Fundamentals of Texture Mapping, 1989, 2.2.3)."""
    (x0, y0), (x1, y1), (x2, y2), (x3, y3) = quad
    dx1, dx2, dx3 = x1 - x2, x3 - x2, x0 - x1 + x2 - x3
    dy1, dy2, dy3 = y1 - y2, y3 - y2, y0 - y1 + y2 - y3
    area = dx1 * dy2 - dx2 * dy1
    g, h = (dx3 * dy2 - dx2 * dy3) / area, (dx1 * dy3 - dx3 * dy1) / area
    a, b, c = x1 - x0 + g * x1, x3 - x0 + h * x3, x0
    d, e, f = y1 - y0 + g * y1, y3 - y0 + h * y3, y0
    unit = a * e - b * d
    across = (e - f * h, c * h - b, b * f - c * e)
    down = (f * g - d, a - c * g, c * d - a * f)
    return (
        *(width * number / unit for number in across),
        *(height * number / unit for number in down),
        (d * h - e * g) / unit,
        (b * g - a * h) / unit,
    )
