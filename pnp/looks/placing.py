"""Find text that collides: with other text, with an icon, or nearly with the cut."""

from __future__ import annotations

import math
from collections.abc import Iterator

from pnp.cardsvg.nodes import Node
from pnp.cardsvg.paths import Box
from pnp.cardsvg.placing import stack_of
from pnp.cardsvg.values import Matrix, apply
from pnp.fonts import FontBook
from pnp.looks.art import Fate, find_art
from pnp.looks.lettering import placed_runs
from pnp.looks.painted import PaintedFace
from pnp.model.component import Cut
from pnp.model.hexagon import inside
from pnp.records import dataclass
from pnp.units import Size

_LETTER_HEIGHT = 0.5
"""Height in em of the box of a run over its baseline: that of small letters, which none are without."""
_SHARED = 0.3
"""Least length in mm of the part that two boxes share where their contents are printed over each other."""
_DEEP = 0.25
"""Least depth of this part, as a share of the height of the letters."""
_ICON = 2.5
"""Most em of text that an icon is high. What is larger is a picture, over which text may stand."""
_WORD = 3
"""Fewest letters of words that are told where they run over an icon. Fewer may be its number or sign."""
_SHARES = tuple((index + 0.5) / 24 for index in range(24))
"""Places along a text at which it is compared with an icon."""
_SAME = 0.01
"""Most distance in em of words from the same words that are printed twice."""
_SHADOW = 0.2
"""Most distance in em of words from the same words beneath them, which are their shadow or outline."""


@dataclass(frozen=True, slots=True)
class TextBox:
    """Box of words on a face, in mm from the trim's upper left corner; ``size`` is that of the type in mm."""

    text: str
    left: float
    top: float
    right: float
    bottom: float
    size: float
    line: int = -1
    """Number of its line on the face: the words of one line may stand close."""
    ink: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 0.0)
    """Box of their ink, with the tall and the low letters."""
    at: int = 0
    """Offset in the SVG of the face."""
    down: tuple[float, float] = (0.0, 1.0)
    """Direction in which its letters have their feet."""
    paint: object = None
    """Its fill and stroke. The same words in the same place with another paint are their outline."""

    def meets(self, other: TextBox) -> bool:
        """Tell whether words are printed over ``other`` words, which are not their shadow."""
        other_box = (other.left, other.top, other.right - other.left, other.bottom - other.top)
        if self.line == other.line or not self.shares(other_box):
            return False
        distance = math.hypot(self.left - other.left, self.bottom - other.bottom)
        if self.text == other.text and self.paint == other.paint and distance < _SAME * self.size:
            return True
        return not (self.is_shadow_of(other) or other.is_shadow_of(self))

    def is_shadow_of(self, other: TextBox) -> bool:
        """Tell whether words are the same as ``other`` words, and in nearly the same place: their shadow or outline."""
        distance = math.hypot(self.left - other.left, self.bottom - other.bottom)
        return self.text == other.text and distance <= _SHADOW * self.size

    def shares(self, box: Box) -> bool:
        """Tell whether the words share more than their edge with ``box``: x, y, width, height in mm."""
        x, y, width, height = box
        across, down = min(self.right, x + width) - max(self.left, x), min(self.bottom, y + height) - max(self.top, y)
        thinnest = min(width, height, self.right - self.left, self.bottom - self.top)
        return max(across, down) > _SHARED and min(across, down) > _DEEP * thinnest


def text_boxes(painted: PaintedFace, fonts: FontBook) -> list[TextBox]:
    """Return the boxes of all visible words of a face but ruby, in the order in which they are painted. Words that are
    neither level nor upright are left out."""
    boxes: list[TextBox] = []
    line = 0
    for painted_text in painted.texts:
        a, b, c, d, *_ = painted_text.matrix
        if painted_text.text.ruby is not None or not painted_text.opacity or min(abs(a), abs(b)) > 1e-6:
            continue
        for chunk in painted_text.text.chunks:
            line += 1
            for run, x, y, width in placed_runs(chunk, fonts, painted_text.text.vertical):
                ink = None
                if (run.fill is None and run.stroke is None) or not run.text.strip():
                    continue
                size = run.style.font_size or 0.0
                if painted_text.text.vertical:
                    box = (x - _LETTER_HEIGHT / 2 * size, y, x + _LETTER_HEIGHT / 2 * size, y + width)
                else:
                    box = (x, y - _LETTER_HEIGHT * size, x + width, y)
                    up, down = stack_of(run, fonts).reach(run.text)
                    ink = _on_face(painted_text.matrix, x, y - up * size, x + width, y + down * size)
                edges = _on_face(painted_text.matrix, *box)
                size, at = size * math.hypot(c, d), painted_text.at(run)
                feet = (round(c / math.hypot(c, d)), round(d / math.hypot(c, d)))
                paint = (run.fill, run.stroke)
                boxes.append(TextBox(run.text.strip(), *edges, size, line, ink or edges, at, feet, paint))
    return boxes


def _on_face(matrix: Matrix, left: float, top: float, right: float, bottom: float) -> tuple[float, float, float, float]:
    points = [apply(matrix, x, y) for x in (left, right) for y in (top, bottom)]
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return min(xs), min(ys), max(xs), max(ys)


def overprinted_texts(boxes: list[TextBox]) -> Iterator[tuple[TextBox, TextBox]]:
    """Yield pairs of words that are printed over each other."""
    begun: list[TextBox] = []
    for box in sorted(boxes, key=lambda box: box.top):
        begun = [earlier for earlier in begun if earlier.bottom > box.top]
        yield from ((earlier, box) for earlier in begun if earlier.meets(box))
        begun.append(box)


def texts_over_icons(painted: PaintedFace, nodes: tuple[Node, ...], boxes: list[TextBox]) -> Iterator[TextBox]:
    """Yield words that run over an icon, which is a small picture or drawing that does not lie around them."""
    fates = [fate for _, fate in find_art(nodes, painted.plan)]
    icons = [(icon, box) for icon in fates if (box := painted.box_of(icon)) is not None]
    for text in boxes:
        if len(text.text) >= _WORD and any(_runs_over(text, painted, icon, box) for icon, box in icons):
            yield text


def _runs_over(text: TextBox, painted: PaintedFace, icon: Fate, box: Box) -> bool:
    if box[3] > _ICON * text.size or not text.shares(box):
        return False
    width, height = text.right - text.left, text.bottom - text.top
    if width > height:
        points = [(text.left + share * width, text.top + height / 2) for share in _SHARES]
    else:
        points = [(text.left + width / 2, text.top + share * height) for share in _SHARES]
    painted_points = [painted.paints(icon, *point) for point in points]
    return any(painted_points) and not all(painted_points)


def distance_to_cut(box: TextBox, trim: Size, cut: Cut) -> float:
    """Return the distance of words to the nearest cut in mm, below 0 beyond it. The cut is the trim, or the circle or
    hexagon in it."""
    left, top, right, bottom = box.ink
    if cut not in ("circle", "hex"):
        return min(left, top, trim.width - right, trim.height - bottom)
    points = [(x - trim.width / 2, y - trim.height / 2) for x in (left, right) for y in (top, bottom)]
    if cut == "circle":
        return trim.width / 2 - max(math.hypot(x, y) for x, y in points)
    return min(_distance_to_sides(trim, x, y) for x, y in points)


def _distance_to_sides(size: Size, x: float, y: float) -> float:
    """Return the distance of a point, from the middle of a hexagon, to its nearest side; 0 on it or beyond."""
    low, high = 0.0, min(size.width, size.height) / 2
    while high - low > 0.01:
        middle = (low + high) / 2
        low, high = (middle, high) if inside(size, x, y, -middle) else (low, middle)
    return low
