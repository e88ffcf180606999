"""Find what is wrong with the drawings of faces, as they would look on paper."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import field
from itertools import islice

from pnp.build.options import PrintSettings
from pnp.fonts import FontBook
from pnp.looks.art import art_near_cut, unseen_art, unseen_shapes
from pnp.looks.codes import unreadable_codes
from pnp.looks.edges import RimColours, bare_sides, has_painted_bleed, rim_colours
from pnp.looks.lettering import LowContrastText, hidden_texts, low_contrast_texts, text_sizes
from pnp.looks.painted import OutlineCache, PaintedFace
from pnp.looks.panels import blank_panels
from pnp.looks.placing import TextBox, distance_to_cut, overprinted_texts, text_boxes, texts_over_icons
from pnp.model.component import Component
from pnp.model.game import Game
from pnp.records import dataclass
from pnp.rendering.face import Face
from pnp.rendering.graphics.nets import folded_net
from pnp.rendering.text.typeset import ResizedText
from pnp.units import PT_PER_MM

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
SOMETHING_ELSE = "a shape or a picture"
_BLANK_PANELS = 2
"""Fewest blank panels that are told: a strip of two panels may have one printed side."""
_SMALL_PIECE = 25.0
"""Shorter side in mm of pieces that have no room to keep words away from the cut."""


@dataclass(frozen=True, slots=True)
class Finding:
    """Finding about words on a face, or about what is drawn there. ``at`` is its offset in the SVG of the face;
    ``detail`` and ``amount`` say what is the matter with it."""

    face: Face
    at: int
    text: str = ""
    detail: str = ""
    amount: float = 0.0

    @property
    def name(self) -> str:
        """Return the name of the face in messages."""
        return face_name(self.face)


@dataclass(slots=True)
class FaceFindings:
    """Findings on the faces of a component, in order. ``bare`` has the sides of each face whose ground ends at the
    trim; ``bleeding``, the sides of cards of which one has paint in its bleed; ``sides``, the number of faces of each.
    """

    rims: dict[str, dict[str, RimColours]] = field(default_factory=lambda: {"front": {}, "back": {}})
    bare: dict[str, Sequence[str]] = field(default_factory=dict)
    bleeding: dict[str, bool] = field(default_factory=dict)
    sides: Counter[str] = field(default_factory=Counter)
    small: list[Finding] = field(default_factory=list)
    """Smallest words of each face under ``least-type``, with their size in pt."""
    unseen: list[tuple[Finding, LowContrastText]] = field(default_factory=list)
    resized: list[tuple[Finding, ResizedText]] = field(default_factory=list)
    overprinted: list[Finding] = field(default_factory=list)
    """Words that are printed over other words or over an icon, which ``detail`` names, or beneath something."""
    marks: list[Finding] = field(default_factory=list)
    """Words that have a mark of Markdown printed in them."""
    names: list[Finding] = field(default_factory=list)
    """Words that are the name of a value or of a word."""
    unseen_art: list[Finding] = field(default_factory=list)
    unseen_shapes: list[Finding] = field(default_factory=list)
    """First shape of each face that draws nothing."""
    codes: list[Finding] = field(default_factory=list)
    """QR codes that a camera would not read, with the reason."""
    near: list[Finding] = field(default_factory=list)
    """What stands nearest to the cut of each face, with the distance in mm, if that is too little."""
    blank: dict[str, list[str]] = field(default_factory=dict)
    """Panels of folded faces that are blank, where at most one is not."""
    margin: Finding | None = None
    """Words that a printer cannot reach on a page, with their distance to the edge in mm."""


def face_name(face: Face) -> str:
    """Return the name of a face in messages."""
    return f"{face.component}/{face.card}" + (" (back)" if face.side == "back" else "")


@dataclass(frozen=True, slots=True)
class FaceInspector:
    """Inspector of the faces of a game, which are printed with ``settings``. ``word_keys`` are names of words that no
    sentence would be."""

    game: Game
    settings: PrintSettings
    fonts: FontBook
    word_keys: frozenset[str]
    outlines: OutlineCache

    def inspect(self, findings: FaceFindings, component: Component, face: Face) -> None:
        """Add to ``findings`` what is wrong with a face of a component."""
        painted = PaintedFace(face.drawing, self.outlines)
        boxes = text_boxes(painted, self.fonts)
        _inspect_edges(findings, component, face, painted, self.game)
        _inspect_type(findings, face, painted, self.fonts, self.game.defaults.least_type * PT_PER_MM - _ROUNDING)
        _inspect_words(findings, face, painted, self.fonts, boxes)
        _inspect_drawn(findings, component, face, painted, boxes)
        findings.names += [
            Finding(face, box.at, box.text)
            for box in boxes
            if box.text in self.word_keys or VALUE_NAME.fullmatch(box.text)
        ]
        _inspect_places(findings, component, face, painted, boxes)
        _inspect_margin(findings, component, face, boxes, self.settings)


def _inspect_edges(findings: FaceFindings, component: Component, face: Face, painted: PaintedFace, game: Game) -> None:
    if _shares_cuts(component, game):
        findings.rims[face.side][face_name(face)] = rim_colours(face, painted)
    if component.edge == "bleed" and face.bleed:
        bare = bare_sides(face, painted)
        if bare:
            findings.bare[face_name(face)] = bare
        bleeds = findings.bleeding.get(face.side, False) or bool(bare) or has_painted_bleed(face, painted)
        findings.bleeding[face.side] = bleeds


def _inspect_type(findings: FaceFindings, face: Face, painted: PaintedFace, fonts: FontBook, least: float) -> None:
    """Look at the size of words, ``least`` pt or more, and at their contrast."""
    small = [text for text in text_sizes(painted) if text.size < least]
    if small:
        smallest = min(small, key=lambda text: (text.size, text.text))
        findings.small.append(Finding(face, smallest.at, smallest.text, amount=smallest.size))
    findings.unseen += [(Finding(face, text.at, text.text), text) for text in low_contrast_texts(painted, fonts)]


def _inspect_words(
    findings: FaceFindings, face: Face, painted: PaintedFace, fonts: FontBook, boxes: list[TextBox]
) -> None:
    """Look at the words of a face: their size beside that which the template wants, and what they collide with."""
    for resized in face.resized:
        box = next((box for box in boxes if _is_box_of(box, resized)), None)
        if box is not None:
            findings.resized.append((Finding(face, box.at, resized.text), resized))
    findings.marks += [Finding(face, box.at, box.text) for box in boxes if _MARK.search(box.text)]
    findings.overprinted += [Finding(face, at, text, SOMETHING_ELSE) for text, at in hidden_texts(painted, fonts)]
    findings.overprinted += [
        Finding(face, upper.at, upper.text, repr(lower.text)) for lower, upper in overprinted_texts(boxes)
    ]
    findings.overprinted += [
        Finding(face, text.at, text.text, "an icon") for text in texts_over_icons(painted, face.drawing.nodes, boxes)
    ]


def _inspect_drawn(
    findings: FaceFindings, component: Component, face: Face, painted: PaintedFace, boxes: list[TextBox]
) -> None:
    """Look at the art, shapes and codes of a face, and at the panels of a net."""
    findings.sides[face.side] += 1
    findings.unseen_art += [Finding(face, at, detail=fault) for fault, at in unseen_art(painted, face.drawing)]
    findings.unseen_shapes += [
        Finding(face, at, detail=fault) for fault, at in islice(unseen_shapes(painted, face.drawing), 1)
    ]
    findings.codes += [Finding(face, at, detail=fault) for fault, at in unreadable_codes(painted, face.trim, boxes)]
    if component.net is not None:
        net = folded_net(component.net, face.trim)
        blank = blank_panels(painted, net, boxes)
        if len(blank) >= max(_BLANK_PANELS, len(net.panels) - 1):
            findings.blank[face_name(face)] = blank


def _inspect_places(
    findings: FaceFindings, component: Component, face: Face, painted: PaintedFace, boxes: list[TextBox]
) -> None:
    """Look at the distances of words and small art to the cut."""
    if component.kind in ("page", "folded") or min(face.trim.width, face.trim.height) < _SMALL_PIECE:
        return
    near = [Finding(face, box.at, box.text, amount=distance_to_cut(box, face.trim, face.cut)) for box in boxes]
    if face.cut not in ("circle", "hex"):
        near += [
            Finding(face, at, "", art, distance) for distance, art, at in art_near_cut(painted, face.drawing, face.trim)
        ]
    nearest = min(near, key=lambda finding: (finding.amount, finding.detail or finding.text), default=None)
    if nearest is not None and nearest.amount < _NEAR_CUT:
        findings.near.append(nearest)


def _inspect_margin(
    findings: FaceFindings, component: Component, face: Face, boxes: Sequence[TextBox], settings: PrintSettings
) -> None:
    """Look for words of a whole page that stand where the printer prints nothing."""
    paper = settings.paper.size
    if component.kind != "page" or sorted((face.trim.width, face.trim.height)) != sorted((paper.width, paper.height)):
        return
    words = [Finding(face, box.at, box.text, amount=distance_to_cut(box, face.trim, "card")) for box in boxes]
    nearest = min(words, key=lambda finding: (finding.amount, finding.text), default=None)
    if nearest is not None and nearest.amount < settings.margin - _NEAR_MARGIN and findings.margin is None:
        findings.margin = nearest


def _is_box_of(box: TextBox, resized: ResizedText) -> bool:
    """Tell whether a text was printed in its size: templates may set a text to measure it alone."""
    return abs(box.size - resized.size) < SAME_SIZE and box.text.split()[0] in resized.text


def _shares_cuts(component: Component, game: Game) -> bool:
    """Tell whether the component's pieces are butted, so that one cut serves two."""
    cut_alone = component.cut != "card" or component.kind == "page" or component.tile is not None
    places = None if component.sheet is None else component.sheet.places
    if places is not None:
        return component.edge == "border" and not cut_alone and min(places.gap) <= 0
    return component.edge == "border" and not cut_alone and game.defaults.gutter == 0
