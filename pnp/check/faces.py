"""Lint the faces of a kit: what their drawings would look like on paper."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import field

from pnp.build.options import PrintSettings
from pnp.diagnostics import Diagnostic, Location
from pnp.fonts import FontBook
from pnp.looks.codes import unreadable_codes
from pnp.looks.edges import RimColours, bare_sides, has_painted_bleed, rim_colours, unshareable_faces
from pnp.looks.lettering import SEEN, LowContrastText, hidden_texts, low_contrast_texts, text_sizes
from pnp.looks.painted import OutlineCache, PaintedFace
from pnp.looks.panels import blank_panels
from pnp.looks.placing import (
    TextBox,
    art_near_cut,
    distance_to_cut,
    overprinted_texts,
    text_boxes,
    texts_over_icons,
    unseen_art,
)
from pnp.model.component import Component, Item
from pnp.model.game import Game
from pnp.model.kinds_of_text import locate_inks
from pnp.model.text import Translated
from pnp.project.project import Project, decks_of, engine_of
from pnp.project.source_locations import limit_messages
from pnp.records import dataclass
from pnp.rendering.face import Face, PrintedCard
from pnp.rendering.graphics.colour import channels, is_colour
from pnp.rendering.graphics.nets import folded_net
from pnp.rendering.text.typeset import ResizedText
from pnp.toml.findings import listed
from pnp.units import PT_PER_MM

_ROUNDING = 0.05
"""Rounding error of a written size, in pt."""
_SAME_SIZE = 0.01
"""Rounding error of a written size, in mm."""
_NEAR_CUT = 2.95
"""Distance to the cut in mm under which words are told. Cuts wander by 1 mm; print shops ask for 3 mm."""
_NEAR_MARGIN = 0.05
"""Rounding error of a distance to the edge of the paper, in mm."""
_MARK = re.compile(r"(?<![\w*])\*(?=\w)|\*\*")
"""Asterisks that Markdown reads as the beginning of bold or italic words."""
_SOMETHING_ELSE = "a shape or a picture"
_BLANK_PANELS = 2
"""Fewest blank panels that are told: a strip of two panels may have one printed side."""
_SMALL_PIECE = 25.0
"""Shorter side in mm of pieces that have no room to keep words away from the cut."""


@dataclass(slots=True)
class _FaceFindings:
    """Findings on the faces of a component, in order. ``bare`` has the sides of each face whose ground ends at the
    trim; ``small``, the smallest size in pt, with its words."""

    rims: dict[str, dict[str, RimColours]] = field(default_factory=lambda: {"front": {}, "back": {}})
    bare: dict[str, Sequence[str]] = field(default_factory=dict)
    bleeding: bool = False
    small: dict[str, tuple[float, str]] = field(default_factory=dict)
    unseen: list[tuple[Face, LowContrastText]] = field(default_factory=list)
    resized: list[tuple[str, ResizedText]] = field(default_factory=list)
    overprinted: list[tuple[str, str, str]] = field(default_factory=list)
    """Faces, with the words that are printed over other words or over an icon, and these in words."""
    marks: list[tuple[str, str]] = field(default_factory=list)
    """Faces with the words that have a mark of Markdown printed in them."""
    unseen_art: list[tuple[str, str]] = field(default_factory=list)
    codes: list[tuple[str, str]] = field(default_factory=list)
    """Faces with the reason why a camera would not read their QR code."""
    near: dict[str, tuple[float, str, str]] = field(default_factory=dict)
    """Distance in mm of what stands nearest to the cut of each face, if that is too little; its name, and its words if
    it has any."""
    blank: dict[str, list[str]] = field(default_factory=dict)
    """Panels of folded faces that are blank, where at most one is not."""
    margin: tuple[str, str, float] | None = None
    """Page with words that a printer cannot reach, these words, and their distance to the edge in mm."""


def lint_faces(
    project: Project,
    game: Game,
    groups: Sequence[tuple[Component, Sequence[PrintedCard]]],
    settings: PrintSettings,
) -> Iterator[Diagnostic]:
    """Yield warnings about the look of faces, which are printed with ``settings``.

    They concern art at a cut that two cards share, bleed that stays white, type smaller than the definition or the
    template wants, and words with hardly any contrast to their ground, over others, or near the cut.
    """
    fonts, checked, outlines = project.resources(game).fonts, set[str](), OutlineCache()
    for component, cards in groups:
        findings = _FaceFindings()
        for face in (face for card in cards for face in card.faces):
            if face.id not in checked:
                checked.add(face.id)
                _inspect_face(findings, component, face, PaintedFace(face.drawing, outlines), fonts, game, settings)
        yield from _edge_warnings(project, game, component, findings)
        yield from _small_type_warnings(project, game, component, findings)
        yield from _resized_warnings(project, game, component, findings)
        yield from _overprint_warnings(project, game, component, findings)
        yield from _mark_warnings(project, game, component, findings)
        yield from _unseen_art_warnings(project, game, component, findings)
        yield from _blank_panel_warnings(project, game, component, findings)
        yield from _code_warnings(project, game, component, findings)
        yield from _margin_warnings(project, game, component, findings)
        yield from _near_cut_warnings(project, game, component, findings)
        yield from limit_messages(_contrast_warnings(project, game, component, findings), "warnings")


def _inspect_face(
    findings: _FaceFindings,
    component: Component,
    face: Face,
    painted: PaintedFace,
    fonts: FontBook,
    game: Game,
    settings: PrintSettings,
) -> None:
    if _shares_cuts(component, game):
        findings.rims[face.side][_face_name(face)] = rim_colours(face, painted)
    if component.edge == "bleed" and face.bleed:
        bare = bare_sides(face, painted)
        if bare:
            findings.bare[_face_name(face)] = bare
        findings.bleeding = findings.bleeding or bool(bare) or has_painted_bleed(face, painted)
    least_size = game.defaults.least_type * PT_PER_MM - _ROUNDING
    small_texts = [(text.size, text.text) for text in text_sizes(painted) if text.size < least_size]
    if small_texts:
        findings.small[_face_name(face)] = min(small_texts)
    findings.unseen += [(face, text) for text in low_contrast_texts(painted, fonts)]
    boxes = text_boxes(painted, fonts)
    _inspect_places(findings, component, face, painted, fonts, boxes)
    _inspect_margin(findings, component, face, boxes, settings)


def _inspect_places(
    findings: _FaceFindings,
    component: Component,
    face: Face,
    painted: PaintedFace,
    fonts: FontBook,
    boxes: list[TextBox],
) -> None:
    """Look at the words of a face: their size beside that which the template wants, and their distances."""
    name = _face_name(face)
    findings.resized += [(name, text) for text in face.resized if _is_printed(text, boxes)]
    findings.marks += [(name, box.text) for box in boxes if _MARK.search(box.text)]
    findings.unseen_art += [(name, fault) for fault in unseen_art(painted, face.drawing)]
    findings.codes += [(name, fault) for fault in unreadable_codes(painted, face.trim, boxes)]
    findings.overprinted += [(name, text, _SOMETHING_ELSE) for text in hidden_texts(painted, fonts)]
    findings.overprinted += [(name, upper.text, repr(lower.text)) for lower, upper in overprinted_texts(boxes)]
    findings.overprinted += [
        (name, text.text, "an icon") for text in texts_over_icons(painted, face.drawing.nodes, boxes)
    ]
    if component.net is not None:
        net = folded_net(component.net, face.trim)
        blank = blank_panels(painted, net, boxes)
        if len(blank) >= max(_BLANK_PANELS, len(net.panels) - 1):
            findings.blank[name] = blank
    if component.kind in ("page", "folded") or min(face.trim.width, face.trim.height) < _SMALL_PIECE:
        return
    distances = [(distance_to_cut(box, face.trim, face.cut), _shorten(box.text), box.text) for box in boxes]
    if face.cut not in ("circle", "hex"):
        distances += [(distance, art, "") for distance, art in art_near_cut(painted, face.drawing, face.trim)]
    if distances and min(distances)[0] < _NEAR_CUT:
        findings.near[name] = min(distances)


def _inspect_margin(
    findings: _FaceFindings, component: Component, face: Face, boxes: Sequence[TextBox], settings: PrintSettings
) -> None:
    """Look for words of a whole page that stand where the printer prints nothing."""
    paper = settings.paper.size
    if component.kind != "page" or sorted((face.trim.width, face.trim.height)) != sorted((paper.width, paper.height)):
        return
    nearest = min(((distance_to_cut(box, face.trim, "card"), box.text) for box in boxes), default=None)
    if nearest is not None and nearest[0] < settings.margin - _NEAR_MARGIN and findings.margin is None:
        findings.margin = _face_name(face), nearest[1], nearest[0]


def _is_printed(resized: ResizedText, boxes: Sequence[TextBox]) -> bool:
    """Tell whether a text was printed in its size: templates may set a text to measure it alone."""
    return any(abs(box.size - resized.size) < _SAME_SIZE and box.text.split()[0] in resized.text for box in boxes)


def _face_name(face: Face) -> str:
    return f"{face.component}/{face.card}" + (" (back)" if face.side == "back" else "")


def _shares_cuts(component: Component, game: Game) -> bool:
    """Tell whether the component's pieces are butted, so that one cut serves two."""
    cut_alone = component.cut != "card" or component.kind == "page" or component.tile is not None
    places = None if component.sheet is None else component.sheet.places
    if places is not None:
        return component.edge == "border" and not cut_alone and min(places.gap) <= 0
    return component.edge == "border" and not cut_alone and game.defaults.gutter == 0


def _edge_warnings(project: Project, game: Game, component: Component, findings: _FaceFindings) -> Iterator[Diagnostic]:
    shared = [name for rims in findings.rims.values() for name in unshareable_faces(rims)]
    if shared:
        message = f'{_first_and_count(shared)}: art reaches the cut, and with edge = "border" two cards share it'
        hint = 'write edge = "bleed", which gives each its own cut, or keep 2.5 mm inside the trim plain'
        yield Diagnostic("shared-cut", message, _locate_key(project, game, component, "edge"), hint, severity="warning")
    if findings.bare:
        sides = list(dict.fromkeys(side for bare in findings.bare.values() for side in bare))
        where = "all round" if sides in (["circle"], ["hex"]) or len(sides) == 4 else f"at the {listed(sides, 'and')}"
        message = (
            f"{_first_and_count(list(findings.bare))}: the ground ends at the trim, and the bleed stays white {where}"
        )
        hint = f'draw it {_ground_hint(component)}, or write edge = "border"'
        yield Diagnostic(
            "white-bleed", message, _locate_key(project, game, component, "edge"), hint, severity="warning"
        )
    has_key = "edge" in game.resolved["components"][component.id]
    if (
        component.edge == "bleed"
        and has_key
        and not findings.bleeding
        and game.defaults.bleed
        and component.kind != "page"
    ):
        message = f"nothing of {component.id} runs over the trim, and the bleed stays white"
        hint = f'draw its ground {_ground_hint(component)}, or write edge = "border", which wastes less paper'
        yield Diagnostic(
            "white-bleed", message, _locate_key(project, game, component, "edge"), hint, severity="warning"
        )


def _ground_hint(component: Component) -> str:
    file = f"{component.template}.svg.j2"
    if component.cut == "hex":
        return f"face.bleed beyond the sides of the hexagon ({file})"
    if component.cut == "circle":
        return f"as wide as face.width + 2 * face.bleed ({file})"
    return f"from -face.bleed to face.width + face.bleed, and as high ({file})"


def _small_type_warnings(
    project: Project, game: Game, component: Component, findings: _FaceFindings
) -> Iterator[Diagnostic]:
    if findings.small:
        name, (size, text) = min(findings.small.items(), key=lambda item: item[1][0])
        others = len(findings.small) - 1
        more = f", and {others} more have such type" if others else ""
        least = f"{game.defaults.least_type * PT_PER_MM:.3g}"
        message = f"{_shorten(text)} is set in {size:.2g} pt on {name}, under the {least} pt of least-type{more}"
        hint = "shorten the text, give it more room, or ask for less with least-type"
        place = _locate_text(game, component, name, text) or _locate_key(project, game, component, "size")
        yield Diagnostic("small-type", message, place, hint, severity="warning")


def _resized_warnings(
    project: Project, game: Game, component: Component, findings: _FaceFindings
) -> Iterator[Diagnostic]:
    if findings.resized:
        name, text = min(findings.resized, key=lambda entry: entry[1].size / max(entry[1].wanted, _SAME_SIZE))
        others = len({other for _, other in findings.resized}) - 1
        more = f", and {others} more text{'s are' if others > 1 else ' is'} set in another size" if others else ""
        sizes = [f"{size * PT_PER_MM:.3g} pt" for size in (text.size, text.wanted)]
        message = f"{_shorten(text.text)} is set in {sizes[0]} on {name}, and the template asks for {sizes[1]}{more}"
        smaller = text.size < text.wanted
        hint = "shorten the text, or give it more room" if smaller else "no type is smaller: ask for this size or more"
        place = _locate_words(project, game, component, name, text.text)
        yield Diagnostic("other-size", message, place, hint, severity="warning")


def _overprint_warnings(
    project: Project, game: Game, component: Component, findings: _FaceFindings
) -> Iterator[Diagnostic]:
    if findings.overprinted:
        name, text, beneath = findings.overprinted[0]
        faces = len({face for face, _, _ in findings.overprinted}) - 1
        more = f", and words on {faces} more face{'s' if faces > 1 else ''} are" if faces else ""
        message = f"{_shorten(text)} is printed over {beneath} on {name}{more}"
        hint = "move one of them, or give the text a width that ends before the other"
        if beneath == _SOMETHING_ELSE:
            message = f"{_shorten(text)} lies beneath {beneath} on {name} and cannot be read{more}"
            hint = 'draw the words after it, or give a frame fill="none"'
        place = _locate_words(project, game, component, name, text)
        yield Diagnostic("printed-over", message, place, hint, severity="warning")


def _mark_warnings(project: Project, game: Game, component: Component, findings: _FaceFindings) -> Iterator[Diagnostic]:
    """Yield a warning about printed asterisks, unless the cell is told already (``unclosed-bold``)."""
    for name, text in findings.marks:
        place = _locate_text(game, component, name, text)
        if place is not None and text.count("**") % 2:
            continue
        message = f"an asterisk is printed in {_shorten(text)} on {name}: it begins bold or italic words that never end"
        hint = "close it with another, leave no blank behind it, or set the text with markup=true"
        place = place or _locate_key(project, game, component, "template")
        yield Diagnostic("unclosed-mark", message, place, hint, severity="warning")
        return


def _unseen_art_warnings(
    project: Project, game: Game, component: Component, findings: _FaceFindings
) -> Iterator[Diagnostic]:
    if findings.unseen_art:
        name, fault = findings.unseen_art[0]
        faces = len({face for face, _ in findings.unseen_art}) - 1
        more = f", and {faces} more face{'s are' if faces > 1 else ' is'} alike" if faces else ""
        hint = "see its place and size in the template, and the viewBox of the SVG"
        place = _locate_key(project, game, component, "template")
        yield Diagnostic("unseen-art", f"{fault} {name}{more}", place, hint, severity="warning")


def _margin_warnings(
    project: Project, game: Game, component: Component, findings: _FaceFindings
) -> Iterator[Diagnostic]:
    if findings.margin is not None:
        name, text, distance = findings.margin
        message = f"{_shorten(text)} stands {max(distance, 0):.1f} mm from the edge of the paper on {name}"
        hint = "keep words within face.margin: home printers print nothing nearer to the edge"
        place = _locate_words(project, game, component, name, text)
        yield Diagnostic("in-margin", message, place, hint, severity="warning")


def _blank_panel_warnings(
    project: Project, game: Game, component: Component, findings: _FaceFindings
) -> Iterator[Diagnostic]:
    if findings.blank:
        name, panels = next(iter(findings.blank.items()))
        message = f"nothing is printed on {listed([repr(panel) for panel in panels], 'and')} of {name}"
        hint = 'draw each panel in its place: <g transform="{{ panel.transform }}">'
        place = _locate_key(project, game, component, "template")
        yield Diagnostic("blank-panel", message, place, hint, severity="warning")


def _code_warnings(project: Project, game: Game, component: Component, findings: _FaceFindings) -> Iterator[Diagnostic]:
    if findings.codes:
        name, fault = findings.codes[0]
        faces = len({face for face, _ in findings.codes}) - 1
        more = f", and {faces} more face{'s have such codes' if faces > 1 else ' has such a code'}" if faces else ""
        message = f"a camera may not read the QR code on {name}: {fault}{more}"
        hint = "dark on a plain light ground, four of its squares free all round; a shorter text has larger squares"
        place = _locate_key(project, game, component, "template")
        yield Diagnostic("unreadable-code", message, place, hint, severity="warning")


def _near_cut_warnings(
    project: Project, game: Game, component: Component, findings: _FaceFindings
) -> Iterator[Diagnostic]:
    if findings.near:
        name, (distance, what, text) = min(findings.near.items(), key=lambda entry: entry[1][0])
        others = len(findings.near) - 1
        more = f", and {others} more {'faces have' if others > 1 else 'face has'} words or art as near"
        message = f"{what} stands {max(distance, 0):.1f} mm from the cut on {name}{more if others else ''}"
        hint = "keep words and art 3 mm inside the trim: cuts wander by a millimetre, and print shops ask for it"
        in_cell = _locate_text(game, component, name, text) if text else None
        place = in_cell or _locate_key(project, game, component, "template")
        yield Diagnostic("near-cut", message, place, hint, severity="warning")


def _contrast_warnings(
    project: Project, game: Game, component: Component, findings: _FaceFindings
) -> Iterator[Diagnostic]:
    """Yield one warning for each two inks."""
    groups: dict[tuple[str, str], list[tuple[Face, LowContrastText]]] = {}
    for face, text in findings.unseen:
        groups.setdefault((text.ink, text.ground), []).append((face, text))
    for (ink, ground), members in groups.items():
        face, text = members[0]
        names = list(dict.fromkeys(_face_name(member) for member, _ in members))
        message = f"{_shorten(text.text)} on {_first_and_count(names)} can hardly be seen: {ink} on {ground}"
        hint = f"their contrast is {text.contrast:.2f}, and {SEEN:g} the least; small words need 4.5: readable(), on()"
        place = _locate_ink(project, game, component, face, (ink, ground)) or _locate_key(
            project, game, component, "template"
        )
        yield Diagnostic("unseen-ink", message, place, hint, severity="warning")


def _first_and_count(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{names[0]} and {len(names) - 1} more"


def _shorten(text: str) -> str:
    return repr(text if len(text) <= 30 else f"{text[:29]}…")


def _locate_key(project: Project, game: Game, component: Component, key: str) -> Location:
    """Return the location of a component's key, or of the component, in the file in use; else in the shipped one."""
    entry = game.resolved["components"][component.id]
    path = ("components", component.id)
    paths = [(*path, key), path] if key in entry else [path]
    own_places = (project.locate_own(game.id, candidate) for candidate in paths)
    return next((place for place in own_places if place is not None), None) or project.locate(game.id, paths[0])


def _find_items(game: Game, component: Component, card: str) -> Iterator[Item]:
    if component.of is not None:
        yield from (item for item in decks_of(game)[component.of] if item.id == card and item.origin is not None)


def _locate_words(project: Project, game: Game, component: Component, name: str, text: str) -> Location:
    """Return the location of the cell that has these words, else of the template that draws them."""
    return _locate_text(game, component, name, text) or _locate_key(project, game, component, "template")


def _locate_text(game: Game, component: Component, name: str, text: str) -> Location | None:
    """Return the location of the cell that has these words."""
    card = name.removesuffix(" (back)").partition("/")[2]
    for item in _find_items(game, component, card):
        for column, value in item.fields.items():
            wordings = value.wordings if isinstance(value, Translated) else {None: value}
            for language, wording in wordings.items():
                is_there = isinstance(wording, str) and (text == wording or (len(text) > 2 and text in wording))
                if is_there and item.origin is not None:
                    return item.origin.place(column, language)
    return None


def _locate_ink(
    project: Project, game: Game, component: Component, face: Face, inks: tuple[str, str]
) -> Location | None:
    """Return the location of the cell or key of the settings with the first of these inks that occurs."""
    for ink in inks:
        for item in _find_items(game, component, face.card):
            for column, value in item.fields.items():
                if isinstance(value, str) and is_colour(value) and channels(value) == channels(ink):
                    return None if item.origin is None else item.origin.place(column)
        for entry in locate_inks(engine_of(game).settings, game.resolved):
            if is_colour(entry.value) and channels(entry.value) == channels(ink):
                return project.locate_own(game.id, entry.path) or project.locate(game.id, entry.path)
    return None
