"""Find text that collides: with other text, with an icon, or nearly with the cut."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from typing import TypeAlias

from pnp.cardsvg import Drawing
from pnp.cardsvg.nodes import Group, Image, Node, SymbolUse
from pnp.cardsvg.paths import Box
from pnp.cardsvg.placing import stack_of
from pnp.cardsvg.values import Matrix, apply
from pnp.fonts import FontBook
from pnp.looks.edges import ASTRAY
from pnp.looks.lettering import hex_of_rgb, placed_runs
from pnp.looks.painted import PaintedFace, PaintedText, Plan
from pnp.model.component import Cut
from pnp.model.hexagon import inside
from pnp.records import dataclass
from pnp.rendering.graphics.colour import contrast
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
_SHADOW = 0.2
"""Most distance in em of words from the same words beneath them, which are their shadow or outline."""
_SMALL_ART = 15.0
"""Longest side in mm of art that may be an icon. Larger art is a picture or an ornament."""
_SAMPLES = tuple(
    sorted(
        itertools.product([(index + 0.5) / 7 for index in range(7)], repeat=2),
        key=lambda place: math.dist(place, (0.5, 0.5)),
    )
)
"""Places on a piece of art at which its colour is compared with that of its ground, from the middle on."""
_UNSEEN = 1.1
"""Contrast under which art has the colour of its ground."""


_Fate: TypeAlias = "int | PaintedText | Plan | None"


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

    def meets(self, other: TextBox) -> bool:
        """Tell whether words are printed over ``other`` words, which are not their shadow."""
        other_box = (other.left, other.top, other.right - other.left, other.bottom - other.top)
        if self.line == other.line or not self.shares(other_box):
            return False
        distance = math.hypot(self.left - other.left, self.bottom - other.bottom)
        return self.text != other.text or distance > _SHADOW * self.size

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
                boxes.append(TextBox(run.text.strip(), *edges, size * math.hypot(c, d), line, ink or edges))
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
    fates = [fate for _, fate in _find_art(nodes, painted.plan)]
    icons = [(icon, box) for icon in fates if (box := painted.box_of(icon)) is not None]
    for text in boxes:
        if len(text.text) >= _WORD and any(_runs_over(text, painted, icon, box) for icon, box in icons):
            yield text


def _runs_over(text: TextBox, painted: PaintedFace, icon: _Fate, box: Box) -> bool:
    if box[3] > _ICON * text.size or not text.shares(box):
        return False
    width, height = text.right - text.left, text.bottom - text.top
    if width > height:
        points = [(text.left + share * width, text.top + height / 2) for share in _SHARES]
    else:
        points = [(text.left + width / 2, text.top + share * height) for share in _SHARES]
    painted_points = [painted.paints(icon, *point) for point in points]
    return any(painted_points) and not all(painted_points)


def unseen_art(painted: PaintedFace, drawing: Drawing) -> Iterator[str]:
    """Yield a sentence for each picture and drawing of a face that cannot be seen."""
    left, top, width, height = drawing.bounds
    for node, fate in _find_art(drawing.nodes, painted.plan):
        box = painted.box_of(fate)
        name = _art_name(node)
        if box is None:
            yield f"{name} shows nothing on the face"
        elif box[0] >= left + width or box[1] >= top + height or box[0] + box[2] <= left or box[1] + box[3] <= top:
            yield f"{name} lies outside of the face"
        elif (isinstance(node, Image) or node.base is None) and _is_like_its_ground(painted, fate, box):
            yield f"{name} has the colour of its ground on the face"


def _is_like_its_ground(painted: PaintedFace, fate: _Fate, box: Box) -> bool:
    """Tell whether art hardly changes the colour of any point of it that is looked at."""
    left, top, width, height = box
    first, after = painted.span_of(fate)
    seen = False
    for across, down in _SAMPLES:
        point = left + across * width, top + down * height
        if not painted.paints(fate, *point):
            continue
        ground, colour = painted.colour_at(*point, before=first), painted.colour_at(*point, before=after)
        if ground is None or colour is None or contrast(hex_of_rgb(ground), hex_of_rgb(colour)) >= _UNSEEN:
            return False
        seen = True
    return seen


def small_art(painted: PaintedFace, drawing: Drawing) -> Iterator[tuple[str, _Fate, Box]]:
    """Yield each picture and piece of art that is small enough to be an icon: its name, what became of it, its box."""
    for node, fate in _find_art(drawing.nodes, painted.plan):
        box = painted.box_of(fate)
        is_own = isinstance(node, SymbolUse) and node.base is not None
        if box is not None and max(box[2:]) <= _SMALL_ART and not is_own:
            yield _art_name(node), fate, box


def art_near_cut(painted: PaintedFace, drawing: Drawing, trim: Size) -> Iterator[tuple[float, str]]:
    """Yield the distance of small art to an upright cut in mm, below 0 beyond it, with its name. What goes far beyond
    the cut is meant to."""
    for name, _, (x, y, width, height) in small_art(painted, drawing):
        distance = min(x, y, trim.width - x - width, trim.height - y - height)
        if distance > -ASTRAY:
            yield distance, name


def _art_name(node: Image | SymbolUse) -> str:
    return f"the picture {node.picture.name}" if isinstance(node, Image) else "a drawing (art)"


def _find_art(nodes: tuple[Node, ...], plan: Plan) -> Iterator[tuple[Image | SymbolUse, _Fate]]:
    """Yield each picture and drawing of a face, with what became of it."""
    for node, fate in zip(nodes, plan, strict=True):
        if isinstance(node, Image | SymbolUse):
            yield node, fate
        elif isinstance(node, Group) and isinstance(fate, list):
            yield from _find_art(node.children, fate)


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
