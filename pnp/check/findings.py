"""Find what is wrong with the drawing of a face, as it would look on paper."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations, islice
from typing import Literal, TypeAlias

from pnp.cardsvg import Drawing
from pnp.cardsvg.nodes import Shape, SymbolUse
from pnp.check.doubled_words import word_twice
from pnp.fonts import FontBook
from pnp.looks.art import (
    LIKE_ITS_GROUND,
    art_near_cut,
    art_over_cut,
    find_art,
    ground_of,
    seen_at,
    unseen_art,
    unseen_shapes,
)
from pnp.looks.codes import unreadable_codes
from pnp.looks.cuts import frame_at_cut, parted_sides
from pnp.looks.edges import RimColours, bare_sides, has_painted_bleed, narrow_rims, rim_colours
from pnp.looks.figures import turnable_figure
from pnp.looks.lettering import hidden_texts, low_contrast_texts, mirrored_texts, text_sizes
from pnp.looks.painted import OutlineCache, PaintedFace, indices_of
from pnp.looks.panels import blank_panels, hides_cuts, hides_folds, hides_tabs, overturned_texts, texts_over_folds
from pnp.looks.parts import bare_headings, overhanging_parts
from pnp.looks.placing import TextBox, distance_to_cut, overprinted_texts, text_boxes, texts_over_icons
from pnp.looks.rows import overrunning_rows
from pnp.model.component import Component
from pnp.model.net import Net
from pnp.records import dataclass
from pnp.rendering.face import Face
from pnp.rendering.graphics.nets import FoldedNet, folded_net
from pnp.rendering.text.resized import ResizedText
from pnp.units import PT_PER_MM, Size

_ROUNDING = 0.05
"""Rounding error of a written size, in pt."""
SAME_SIZE = 0.01
"""Rounding error of a written size, in mm."""
_NEAR_CUT = 2.95
"""Distance to the cut in mm under which words are told. Cuts wander by 1 mm; print shops ask for 3 mm."""
_NEAR_MARGIN = 0.05
"""Rounding error of a distance to the edge of the paper, in mm."""
_MARK = re.compile(r"(?<![\w*])\*(?=\w)|\*\*")
"""Asterisks that Markdown reads as the beginning of bold or italic words."""
VALUE_NAME = re.compile(r"(?:card|values|look|face|game|component|item)\.[a-z]\w*")
"""Name of a value of a template, which no card says."""
ICON_IN_TEXT = "\ufffc"
"""Character that stands for an icon in a text which was set."""
_TEXT_OF_ICONS = re.compile(rb'<text [^>]*font-size="([\d.]+)"[^>]*><tspan data-icon')
SOMETHING_ELSE = "a shape or a picture"
_UNSEEN_ART, _SPECK, _LEAST_ART = 0.5, 0.63, 1.2
"""Longest side in mm under which art is told: with less than the first it is unseen, one shape may be a pip or a petal,
and art of several shapes is a blot."""
_LEAST_LINE = 0.08
"""Width in mm under which a line breaks up in print."""
_EPSILON = 1e-9
_BLANK_PANELS = 2
"""Fewest blank panels that are told: a strip of two panels may have one printed side."""
_SMALL_PIECE = 25.0
"""Shorter side in mm of pieces that have no room to keep words away from the cut."""


_DIVIDED = re.compile(r"(?<![\w.,:/])[0-9]+\.(?:0|[0-9]{6,})(?![\w.,:/]*[0-9])")
"""Figure as a division leaves it."""
_PROSE = 4
"""Fewest words of a text in which a word twice is no rhyme, label or exclamation."""


Kind: TypeAlias = Literal[
    "art",
    "code",
    "contrast",
    "divided",
    "frame",
    "heading",
    "mark",
    "margin",
    "mirror",
    "name",
    "near",
    "off",
    "other-size",
    "overhang",
    "overprint",
    "parted",
    "rim",
    "row",
    "shape",
    "small",
    "thin",
    "tiny",
    "turnable",
    "turned",
    "twice",
]


@dataclass(frozen=True, slots=True)
class FaceFinding:
    """FaceFinding about words on a face, or about what is drawn there. ``at`` is its offset in the SVG of the face.

    ``detail`` and ``amount`` say what is the matter, by kind. ``art``, ``code``, ``shape``: the fault, and of art in
    the colour of its ground that colour. ``overprint``: what the words collide with. ``contrast``: the inks of words
    and ground, and their contrast. ``divided``: a figure as a division leaves it, in some words. ``small``: the size in
    pt. ``other-size``: the size in mm, and as ``wanted`` that of the template. ``near`` and ``margin``: the distance to
    the cut or to the edge of the paper in mm. ``off``: the name of art, and its share beyond the trim. ``parted``: the
    side where something ends at the trim. ``frame``: a frame along the cut. ``overhang``: how far a figure reaches over
    its height in mm. ``heading``: the words of one with nothing below. ``mark``: words with a mark of Markdown in them.
    ``mirror``: words in mirror writing. ``rim``: a side with a white rim between cut and ground. ``name``: words that
    are the name of a value or of a word. ``row``: a row of frames, their number and the side, and the distance beyond
    the trim in mm. ``thin``: the width of a line in mm. ``tiny``: the name of art, and its longer side in mm.
    ``turnable``: a figure that reads as another one upside down, and a digest of all else on its face. ``turned``:
    words that stand on their head on a folded piece, and their panel. ``twice``: a word that stands twice in some
    words.
    """

    kind: Kind
    at: int
    text: str = ""
    detail: str = ""
    amount: float = 0.0
    wanted: float = 0.0


@dataclass(frozen=True, slots=True)
class FaceReport:
    """Findings about one face. ``rim`` has the colours at a cut that two pieces share; ``bare``, the sides whose ground
    ends at the trim; ``bleeds`` tells whether anything is painted in the bleed; ``blank`` names the panels of a net
    that are blank, where at most one is not; ``hides_folds`` tells whether no fold of a net can be seen,
    ``hides_tabs`` whether none of its tabs can, ``hides_cuts`` whether none of its cuts can, ``is_empty`` whether
    nothing is drawn at all."""

    findings: tuple[FaceFinding, ...]
    rim: RimColours | None
    bare: tuple[str, ...]
    bleeds: bool
    blank: tuple[str, ...]
    hides_folds: bool
    hides_tabs: bool
    hides_cuts: bool
    is_empty: bool


@dataclass(frozen=True, slots=True)
class PrintMeasures:
    """Measures of a print in mm: the smallest type, the gutter between pieces, and the paper with its margin."""

    least_type: float
    gutter: float
    paper: Size
    margin: float


@dataclass(frozen=True, slots=True)
class FaceInspector:
    """Inspector of the faces of a game. ``word_keys`` are names of words that no sentence would be."""

    measures: PrintMeasures
    word_keys: frozenset[str]
    fonts: FontBook
    outlines: OutlineCache

    def inspect(self, component: Component, face: Face) -> FaceReport:
        """Return what is wrong with a face of a component."""
        # Findings compare nodes by identity.
        face = replace(face, drawing=face.drawing.opened())
        painted = PaintedFace(face.drawing, self.outlines)
        boxes = text_boxes(painted, self.fonts)
        least = self.measures.least_type * PT_PER_MM - _ROUNDING
        names = (box for box in boxes if box.text in self.word_keys or VALUE_NAME.fullmatch(box.text))
        net = None if component.net is None else folded_net(component.net, face.trim)
        bare: Sequence[str] = ()
        rims: Sequence[str] = ()
        bleeds = component.edge == "bleed" and face.bleed > 0
        cuts: list[FaceFinding] = []
        if bleeds:
            bare, rims = bare_sides(face, painted), narrow_rims(face, painted)
            cuts = [] if bare or rims else list(_cut_findings(face, painted))
        return FaceReport(
            (
                *_type_findings(painted, self.fonts, boxes, least),
                *_word_findings(face, painted, self.fonts, boxes),
                *_drawn_findings(face, painted, boxes),
                *(FaceFinding("overprint", box.at, box.text, "a fold") for box in texts_over_folds(net, boxes)),
                *(FaceFinding("name", box.at, box.text) for box in names),
                *_overturned_findings(component.net, net, boxes),
                *_place_findings(component, face, painted, boxes),
                *_turnable_findings(component, face, painted, boxes),
                *_row_findings(component, face, painted),
                *_margin_findings(component, face, boxes, self.measures),
                *(FaceFinding("rim", 0, detail=side) for side in rims),
                *cuts,
            ),
            rim_colours(face, painted) if _shares_cuts(component, self.measures.gutter) else None,
            tuple(bare),
            bleeds and (bool(bare) or has_painted_bleed(face, painted)),
            _blank(net, painted, boxes),
            net is not None and hides_folds(painted, net),
            net is not None and hides_tabs(painted, net),
            net is not None and hides_cuts(painted, net),
            not painted.pieces and not painted.texts,
        )


def _type_findings(
    painted: PaintedFace, fonts: FontBook, boxes: Sequence[TextBox], least: float
) -> Iterator[FaceFinding]:
    """Look at the size of words, ``least`` pt or more, and at their contrast."""
    small = [text for text in text_sizes(painted) if text.size < least]
    if small:
        smallest = min(small, key=lambda text: (text.size, text.text))
        yield FaceFinding("small", smallest.at, smallest.text, amount=smallest.size)
    shadows = {lower.at for lower, upper in combinations(boxes, 2) if lower.is_shadow_of(upper)}
    for text in (text for text in low_contrast_texts(painted, fonts) if text.at not in shadows):
        yield FaceFinding("contrast", text.at, text.text, f"{text.ink} on {text.ground}", text.contrast)


def _word_findings(face: Face, painted: PaintedFace, fonts: FontBook, boxes: list[TextBox]) -> Iterator[FaceFinding]:
    """Look at the words of a face: their size beside that which the template wants, and what they collide with."""
    for resized in face.resized:
        box = next((box for box in boxes if _is_box_of(box, resized)), None)
        at = _place_of_icons(face, resized) if box is None else box.at
        if at is not None:
            yield FaceFinding("other-size", at, resized.text, "", resized.size, resized.wanted)
    yield from (FaceFinding("mirror", at, text) for text, at in mirrored_texts(painted))
    yield from (FaceFinding("mark", box.at, box.text) for box in boxes if _MARK.search(box.text))
    for box in boxes:
        twice = word_twice(box.text) if box.text.count(" ") >= _PROSE else None
        divided = _DIVIDED.search(box.text)
        yield from () if twice is None else (FaceFinding("twice", box.at, box.text, twice),)
        yield from () if divided is None else (FaceFinding("divided", box.at, box.text, divided[0]),)
    yield from (FaceFinding("overprint", at, text, SOMETHING_ELSE) for text, at in hidden_texts(painted, fonts))
    for lower, upper in overprinted_texts(boxes):
        yield FaceFinding("overprint", upper.at, upper.text, repr(lower.text))
    for box in texts_over_icons(painted, face.drawing.nodes, boxes):
        yield FaceFinding("overprint", box.at, box.text, "an icon")


def _drawn_findings(face: Face, painted: PaintedFace, boxes: list[TextBox]) -> Iterator[FaceFinding]:
    """Look at the art, the figures and the codes of a face, and at the first shape that draws nothing."""
    for fault, at in unseen_art(painted, face.drawing):
        ground = ground_of(painted, face.drawing, at) if fault.endswith(LIKE_ITS_GROUND) else ""
        yield FaceFinding("art", at, ground, fault)
    thin = sorted([*_thin_lines(painted), *_thin_art(painted)])
    yield from (FaceFinding("thin", at, amount=width) for width, at in thin[:1])
    tiny = _tiny_art(painted, face.drawing)
    yield from (FaceFinding("tiny", at, detail=name, amount=size) for size, name, at in sorted(tiny)[:1])
    yield from (FaceFinding("shape", at, detail=fault) for fault, at in islice(unseen_shapes(painted, face.drawing), 1))
    yield from (FaceFinding("heading", at, words) for words, at in bare_headings(face.drawing.nodes))
    for distance, height, at in overhanging_parts(painted, face.drawing.nodes):
        yield FaceFinding("overhang", at, amount=distance, detail=f"{height:g}")
    yield from (FaceFinding("code", at, detail=fault) for fault, at in unreadable_codes(painted, face.trim, boxes))


def _thin_lines(painted: PaintedFace) -> Iterator[tuple[float, int]]:
    """Yield the width in mm of each line that a template draws too thin for a printer, with its offset."""
    for piece in painted.pieces:
        node = piece.node
        if isinstance(node, Shape) and node.stroke is not None and node.fill is None and piece.around.use is None:
            width = node.style.stroke_width / max(math.hypot(*piece.back[:2]), _EPSILON)
            if width < _LEAST_LINE:
                yield width, piece.at


def _thin_art(painted: PaintedFace) -> Iterator[tuple[float, int]]:
    """Yield the width in mm of the widest line of art that has no other than lines too thin for a printer."""
    widths: dict[int, list[float]] = {}
    for piece in painted.pieces:
        if piece.around.use is not None:
            node = piece.node
            is_line = isinstance(node, Shape) and node.stroke is not None and node.fill is None
            width = node.style.stroke_width if isinstance(node, Shape) and is_line else math.inf
            widths.setdefault(piece.around.use, []).append(width / max(math.hypot(*piece.back[:2]), _EPSILON))
    yield from ((max(lines), at) for at, lines in widths.items() if max(lines) < _LEAST_LINE)


def _tiny_art(painted: PaintedFace, drawing: Drawing) -> Iterator[tuple[float, str, int]]:
    """Yield the longer side in mm of art that is seen and is too small for a printer, with its name and its offset."""
    for node, fate in find_art(drawing.nodes, painted.plan):
        box = painted.box_of(fate)
        if box is None or (isinstance(node, SymbolUse) and node.base is not None):
            continue
        is_detailed = not isinstance(node, SymbolUse) or len([*indices_of(fate)]) > 1
        if _UNSEEN_ART <= max(box[2:]) < (_LEAST_ART if is_detailed else _SPECK):
            seen = seen_at(painted, drawing, box[0] + box[2] / 2, box[1] + box[3] / 2)
            yield max(box[2:]), "a drawing" if seen is None or not seen.name else repr(seen.name), node.at


def _blank(net: FoldedNet | None, painted: PaintedFace, boxes: list[TextBox]) -> tuple[str, ...]:
    """Return the blank panels of a net, if at most one is not blank."""
    if net is None:
        return ()
    blank = tuple(blank_panels(painted, net, boxes))
    return blank if len(blank) >= max(_BLANK_PANELS, len(net.panels) - 1) else ()


def _place_findings(
    component: Component, face: Face, painted: PaintedFace, boxes: list[TextBox]
) -> Iterator[FaceFinding]:
    """Look at the distances of words and small art to the cut."""
    if component.kind in ("page", "folded") or min(face.trim.width, face.trim.height) < _SMALL_PIECE:
        return
    for share, name, at in art_over_cut(painted, face.drawing, face.trim):
        yield FaceFinding("off", at, name, amount=share)
    near = [FaceFinding("near", box.at, box.text, "", distance_to_cut(box, face.trim, face.cut)) for box in boxes]
    if face.cut not in ("circle", "hex"):
        art = art_near_cut(painted, face.drawing, face.trim)
        near += [FaceFinding("near", at, "", name, distance) for distance, name, at in art]
    nearest = min(near, key=lambda finding: (finding.amount, finding.detail or finding.text), default=None)
    if nearest is not None and nearest.amount < _NEAR_CUT:
        yield nearest


def _turnable_findings(
    component: Component, face: Face, painted: PaintedFace, boxes: list[TextBox]
) -> Iterator[FaceFinding]:
    """Look for a figure that alone is to say which way up a loose piece is."""
    turnable = None if component.kind in ("page", "folded") else turnable_figure(painted, boxes, face.trim)
    if turnable is not None:
        box, look = turnable
        yield FaceFinding("turnable", box.at, box.text, look)


def _cut_findings(face: Face, painted: PaintedFace) -> Iterator[FaceFinding]:
    """Look for what ends at the trim of a face with bleed, and for a frame along it."""
    at = frame_at_cut(face, painted)
    if at is not None:
        yield FaceFinding("frame", at)
    else:
        yield from (FaceFinding("parted", at, detail=side) for side, at in parted_sides(face, painted))


def _row_findings(component: Component, face: Face, painted: PaintedFace) -> Iterator[FaceFinding]:
    """Look for rows of frames that an upright edge of a face cuts."""
    if component.kind != "folded" and face.cut not in ("circle", "hex"):
        for row in overrunning_rows(painted, face.trim, face.bleed):
            yield FaceFinding("row", row.at, row.side, f"{row.count}", row.distance)


def _overturned_findings(net: Net | None, folded: FoldedNet | None, boxes: list[TextBox]) -> Iterator[FaceFinding]:
    if net is not None and folded is not None:
        for panel, box in overturned_texts(net, folded, boxes):
            yield FaceFinding("turned", box.at, box.text, panel)


def _margin_findings(
    component: Component, face: Face, boxes: Sequence[TextBox], measures: PrintMeasures
) -> Iterator[FaceFinding]:
    """Look for words of a whole page that stand where the printer prints nothing."""
    paper = measures.paper
    if component.kind != "page" or sorted((face.trim.width, face.trim.height)) != sorted((paper.width, paper.height)):
        return
    words = [FaceFinding("margin", box.at, box.text, "", distance_to_cut(box, face.trim, "card")) for box in boxes]
    nearest = min(words, key=lambda finding: (finding.amount, finding.text), default=None)
    if nearest is not None and nearest.amount < measures.margin - _NEAR_MARGIN:
        yield nearest


def _place_of_icons(face: Face, resized: ResizedText) -> int | None:
    """Return the offset of a text of icons alone; None for other texts, and for one that was measured alone."""
    if resized.text.strip(f" {ICON_IN_TEXT}"):
        return None
    texts = _TEXT_OF_ICONS.finditer(face.drawing.source.data)
    return next((text.start() for text in texts if abs(float(text[1]) - resized.size) < SAME_SIZE), None)


def _is_box_of(box: TextBox, resized: ResizedText) -> bool:
    """Tell whether a text was printed in its size: templates may set a text to measure it alone."""
    return abs(box.size - resized.size) < SAME_SIZE and box.text.split()[0] in resized.text


def _shares_cuts(component: Component, gutter: float) -> bool:
    """Tell whether the component's pieces are butted, so that one cut serves two."""
    cut_alone = component.cut != "card" or component.kind == "page" or component.tile is not None
    places = None if component.sheet is None else component.sheet.places
    if places is not None:
        return component.edge == "border" and not cut_alone and min(places.gap) <= 0
    return component.edge == "border" and not cut_alone and gutter == 0
