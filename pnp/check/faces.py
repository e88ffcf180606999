"""Warn about the faces of a kit: what their drawings would look like on paper."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import PurePosixPath
from typing import Literal

from pnp.build.faces import RenderedKit
from pnp.build.options import PrintSettings
from pnp.check.component_findings import (
    ComponentFindings,
    ShownFinding,
    and_more,
    face_name,
    face_warning,
    first_and_count,
    shorten,
)
from pnp.check.face_words import (
    composed_warnings,
    contrast_warnings,
    mark_warnings,
    mirror_warnings,
    name_warnings,
    overprint_warnings,
    resized_warnings,
    small_type_warnings,
)
from pnp.check.findings import (
    FaceInspector,
    FaceReport,
    PrintMeasures,
)
from pnp.check.kept_reports import inspect_faces
from pnp.diagnostics import Diagnostic, Location
from pnp.looks.art import LIKE_ITS_GROUND
from pnp.looks.edges import unshareable_faces
from pnp.looks.figures import turned_figure
from pnp.looks.inks import ALL_OVER, ONE_COLOUR
from pnp.looks.painted import OutlineCache
from pnp.model.component import Component
from pnp.model.game import Game
from pnp.pdf.fingerprint import asset_digests
from pnp.project.project import Project
from pnp.project.source_locations import limit_messages, words_place
from pnp.rendering.face import Face
from pnp.rendering.templates.sources import places_of
from pnp.toml.findings import listed

_SIDES: tuple[Literal["front"], Literal["back"]] = ("front", "back")
_LEAST_NAME = 3
"""Fewest letters of a name of art that a cell has by no chance."""
_FRAME_ROOM = 1.5
"""Distance in mm from the cut that a frame keeps at least."""
_LEAST_BLEED = 1.0
"""Least bleed in mm that a cut which wanders leaves coloured."""


def lint_faces(
    project: Project,
    game: Game,
    rendered: RenderedKit,
    settings: PrintSettings,
    template_line: Callable[[Face, int], Location | None],
) -> Iterator[Diagnostic]:
    """Yield warnings about the look of faces, which are printed with ``settings``.

    They concern art at a cut that two cards share, bleed that stays white, type smaller than the definition or the
    template wants, words with hardly any contrast to their ground, over others, or near the cut, and art and shapes
    that cannot be seen. ``template_line`` tells which line of a template drew a byte of the SVG of a face.
    """
    checked: set[str] = set()
    files: set[Location] = set()
    fonts, groups = project.resources(game).fonts, rendered.groups
    digests = {name: digest for name, digest in asset_digests(rendered.lettering, fonts).items() if name[:5] == "font "}
    measures = PrintMeasures(game.defaults.least_type, game.defaults.gutter, settings.paper.size, settings.margin)
    inspector = FaceInspector(measures, _word_keys(project, game, settings), fonts, OutlineCache())
    yield from _bleed_warnings(project, game, settings, [component for component, _ in groups])
    for component, cards in groups:
        faces = {face.id: face for card in cards for face in card.faces if face.id not in checked}
        checked.update(faces)
        reports = inspect_faces(inspector, component, list(faces.values()), digests)
        findings = ComponentFindings(project, game, component, reports, template_line)
        yield from _edge_warnings(findings)
        yield from _cut_line_warnings(findings)
        for warning in _unseen_art_warnings(findings):
            if warning.location not in files:  # a drawing with a wrong viewBox is told once, not at each component
                yield warning
            files |= {warning.location} if warning.location is not None and warning.location.line is None else set()
        for warn in (
            small_type_warnings,
            resized_warnings,
            overprint_warnings,
            mirror_warnings,
            mark_warnings,
            name_warnings,
            _cut_off_warnings,
            _small_warnings,
            _unseen_shape_warnings,
            _row_warnings,
            _turnable_warnings,
            _overhang_warnings,
            _heading_warnings,
            _empty_face_warnings,
            _blank_panel_warnings,
            _fold_warnings,
            _tab_warnings,
            _cut_warnings,
            _overturned_warnings,
            _code_warnings,
            _margin_warnings,
            _near_cut_warnings,
        ):
            yield from warn(findings)
        yield from composed_warnings(findings, settings.language)
        yield from limit_messages(contrast_warnings(findings), "warnings")


def _word_keys(project: Project, game: Game, settings: PrintSettings) -> frozenset[str]:
    """Return the keys of the game's own words that no sentence would be: those with a hyphen."""
    if game.engine != "deck":
        return frozenset()
    words = project.resources(game).words(game.engine, settings.language)
    return frozenset(key for key in words.wording if "-" in key)


def _bleed_warnings(
    project: Project, game: Game, settings: PrintSettings, components: Sequence[Component]
) -> Iterator[Diagnostic]:
    """Yield a warning if components whose art runs over the edge have no bleed, or too little."""
    bleeding = [
        component.id
        for component in components
        if component.edge == "bleed" and component.kind not in ("page", "folded")
    ]
    if bleeding and settings.bleed < _LEAST_BLEED:
        message = f"the bleed is {settings.bleed:g} mm, and {first_and_count(bleeding)} run over the edge"
        hint, place = 'cuts wander by a millimetre: write bleed = "3mm", or edge = "border"', None
        if settings.bleed == game.defaults.bleed:
            place = project.locate_own(game.id, ("bleed",)) or project.locate(game.id, ("bleed",))
        else:
            hint = "cuts wander by a millimetre: give --bleed 3mm, or leave it out"
        yield Diagnostic("no-bleed", message, place, hint, severity="warning")


def _edge_warnings(findings: ComponentFindings) -> Iterator[Diagnostic]:
    component, reports = findings.component, findings.reports
    rims = {
        side: {face_name(face): one.rim for face, one in reports if face.side == side and one.rim} for side in _SIDES
    }
    shared = [name for side in _SIDES for name in unshareable_faces(rims[side])]
    if shared:
        message = f'{first_and_count(shared)}: art reaches the cut, and with edge = "border" two cards share it'
        hint = 'write edge = "bleed", which gives each its own cut, or keep 2.5 mm inside the trim plain'
        yield face_warning("shared-cut", message, findings.key("edge"), hint, shared)
    bare = {face_name(face): report.bare for face, report in reports if report.bare}
    if bare:
        sides = list(dict.fromkeys(side for sides in bare.values() for side in sides))
        message = (
            f"{first_and_count(list(bare))}: the ground ends at the trim, and the bleed stays white {_where(sides)}"
        )
        hint = f'draw it {_ground_hint(component)}, or write edge = "border"'
        yield face_warning("white-bleed", message, findings.key("edge"), hint, bare)
    white = findings.found("rim")
    if white and not bare:
        names = list(dict.fromkeys(rim.name for rim in white))
        sides = list(dict.fromkeys(rim.detail for rim in white))
        message = f"{first_and_count(names)}: the ground ends inside the cut, and leaves a white rim {_where(sides)}"
        hint = f'draw it {_ground_hint(component)}, or write edge = "border" and keep a rim of 2.5 mm'
        yield face_warning("white-bleed", message, findings.key("edge"), hint, names)
    has_key = "edge" in findings.game.resolved["components"][component.id]
    bleeds = any(report.bleeds for _, report in reports)
    if (
        component.edge == "bleed"
        and has_key
        and not (bleeds or white)
        and any(face.bleed for face, _ in reports)
        and component.kind != "page"
    ):
        message = f"nothing of {component.id} runs over the trim, and the bleed stays white"
        hint = f'draw its ground {_ground_hint(component)}, or write edge = "border", which wastes less paper'
        yield face_warning("white-bleed", message, findings.key("edge"), hint, _names(reports))


def _cut_line_warnings(findings: ComponentFindings) -> Iterator[Diagnostic]:
    """Yield a warning for what ends at the trim on another colour, and one for a frame along it."""
    if parted := findings.found("parted"):
        sides = list(dict.fromkeys(end.detail for end in parted))
        names = list(dict.fromkeys(end.name for end in parted))
        message = f"{first_and_count(names)}: a picture or a colour ends at the trim, on another one {_where(sides)}"
        hint = "let it run over the trim by face.bleed: a cut that is half a millimetre off shows a strip of the other"
        yield face_warning("ends-at-cut", message, findings.drawn(parted[0]), hint, parted)
    if frames := findings.found("frame"):
        names = [frame.name for frame in frames]
        message = f"{first_and_count(names)}: a frame lies along the cut, nearer than {_FRAME_ROOM:g} mm"
        hint = "cuts wander by a millimetre and leave it uneven: keep it 3 mm inside the trim"
        yield face_warning("frame-at-cut", message, findings.drawn(frames[0]), hint, frames)


def _names(reports: Sequence[tuple[Face, FaceReport]]) -> list[str]:
    return [face_name(face) for face, _ in reports]


def _where(sides: Sequence[str]) -> str:
    """Return in words at which sides of a face something is."""
    return "all round" if sides in (["circle"], ["hex"]) or len(sides) == 4 else f"at the {listed(sides, 'and')}"


def _ground_hint(component: Component) -> str:
    file = f"{component.template}.svg.j2"
    if component.cut == "hex":
        return f"face.bleed beyond the sides of the hexagon ({file})"
    if component.cut == "circle":
        return f"as wide as face.width + 2 * face.bleed ({file})"
    return f"from -face.bleed to face.width + face.bleed, and as high ({file})"


def _unseen_art_warnings(findings: ComponentFindings) -> Iterator[Diagnostic]:
    """Yield a warning for art that cannot be seen: one for each file that is wrong, and one for the rest."""
    places: dict[Location | None, list[ShownFinding]] = {}
    plain = findings.plain_pictures()
    for fault in findings.found("art"):
        if fault.detail.endswith(ONE_COLOUR) and fault.detail not in plain:
            continue
        place = findings.art(fault)
        places.setdefault(place if place.line is None else None, []).append(fault)
    for file, art in places.items():
        hint = _hint_at_unseen(art[0].detail, is_of_file=file is not None)
        message = f"{art[0].detail} {art[0].name}{and_more(art)}"
        yield face_warning("unseen-art", message, file or findings.art(art[0]), hint, art)


def _hint_at_unseen(fault: str, *, is_of_file: bool) -> str:
    """Return what to do about art that cannot be seen."""
    if is_of_file:
        return "write the box of its drawing as viewBox" if "viewBox" in fault else "see whether its layer is hidden"
    if "is covered by" in fault:
        return "draw it after what covers it, or leave it out"
    if fault.endswith(LIKE_ITS_GROUND):
        return "give it another colour, or lay it on another ground"
    if fault.startswith("the picture") and fault.endswith(ALL_OVER):
        return "see the file: its export may have failed"
    return "see its place and size in the template, and the viewBox of the SVG"


def _cut_off_warnings(findings: ComponentFindings) -> Iterator[Diagnostic]:
    """Yield a warning for art that a cell of the card names, if the trim cuts off much of it. Art that the template
    names may be an ornament."""
    told = {(art.face.id, art.finding.at) for art in findings.found("art")}
    off = [
        art
        for art in findings.found("off")
        if (art.face.id, art.finding.at) not in told and _names_art(findings, art.face, art.text)
    ]
    # One name on all faces may be that of an ornament, by chance.
    if len({art.text for art in off}) > 1:
        message = f"the trim cuts off {off[0].amount:.0%} of the art {off[0].text!r} on {off[0].name}{and_more(off)}"
        hint = "the whole of it has room: see its x and y in the template"
        yield face_warning("art-cut-off", message, findings.drawn(off[0]), hint, off)


def _names_art(findings: ComponentFindings, face: Face, name: str) -> bool:
    """Tell whether a cell of a card has the name of art, or the end of that."""
    fields = (value for card in findings.items(face) for value in (card.id, *card.fields.values()))
    texts = (PurePosixPath(value).stem for value in fields if isinstance(value, str) and value.isprintable())
    return any(len(text) >= _LEAST_NAME and name.endswith(text) for text in texts)


def _small_warnings(findings: ComponentFindings) -> Iterator[Diagnostic]:
    """Yield a warning for the smallest art, and one for the thinnest line, of those that no printer shows."""
    if tiny := sorted(findings.found("tiny"), key=lambda small: small.amount):
        message = f"{tiny[0].detail} is {tiny[0].amount:.1f} mm large on {tiny[0].name}{and_more(tiny)}"
        hint = "no printer shows what it is: write a larger size, 2 mm or more"
        yield face_warning("tiny-art", message, findings.drawn(tiny[0]), hint, tiny)
    if thin := sorted(findings.found("thin"), key=lambda small: small.amount):
        message = f"a line is {thin[0].amount:.2g} mm wide on {thin[0].name}{and_more(thin)}"
        hint = "a line this thin breaks up in print: make its stroke-width 0.1 or more"
        yield face_warning("thin-line", message, findings.drawn(thin[0]), hint, thin)


def _unseen_shape_warnings(findings: ComponentFindings) -> Iterator[Diagnostic]:
    """Yield a warning about shapes that draw nothing, unless other faces of that side draw all of theirs."""
    for side in _SIDES:
        shapes = [shape for shape in findings.found("shape") if shape.face.side == side]
        if shapes and len(shapes) == sum(face.side == side for face, _ in findings.reports):
            message = f"a shape draws nothing on {shapes[0].name}{and_more(shapes)}: it {shapes[0].detail}"
            hint = "see its place, its fill and its stroke, or leave it out"
            yield face_warning("unseen-shape", message, findings.drawn(shapes[0]), hint, shapes)


def _row_warnings(findings: ComponentFindings) -> Iterator[Diagnostic]:
    rows = findings.found("row")
    if rows:
        row = rows[0]
        edge = "lower" if row.text == "bottom" else "right"
        message = f"the last of {row.detail} frames runs {row.amount:.0f} mm over the {edge} edge of {row.name}"
        hint = "make the step smaller, or see whether it counts from loop.index0"
        yield face_warning("overrun", f"{message}{and_more(rows)}", findings.drawn(row), hint, rows)


def _turnable_warnings(findings: ComponentFindings) -> Iterator[Diagnostic]:
    """Yield a warning for two figures that are each other upside down, on faces that look the same otherwise."""
    faces = {(figure.face.side, figure.detail, figure.text): figure for figure in findings.found("turnable")}
    pairs = [
        (figure, faces[side, look, turned_figure(text)])
        for (side, look, text), figure in faces.items()
        if (side, look, turned_figure(text)) in faces
    ]
    if pairs:
        first, other = pairs[0]
        message = f"{first.text!r} on {first.name} reads as the {other.text!r} of {other.name} once it is turned"
        hint = f"draw a line below both, or write a full stop behind them: {first.text}. and {other.text}."
        yield face_warning("turned-figure", message, findings.drawn(first), hint, (pair[0] for pair in pairs))


def _overhang_warnings(findings: ComponentFindings) -> Iterator[Diagnostic]:
    for part in findings.found("overhang")[:1]:
        message = f"a drawing of the rule sheet reaches {part.amount:.0f} mm over the height that it asks for"
        hint = f"give story.figure {float(part.detail) + part.amount:.0f} mm, the height that its macro draws"
        place = _line_of_part(findings, part.detail) or findings.drawn(part)
        yield face_warning("overhang", f"{message} ({part.name})", place, hint, findings.found("overhang"))


def _line_of_part(findings: ComponentFindings, height: str) -> Location | None:
    """Return the line of a template that alone adds a figure or table of this height to a rule sheet; None if several
    may do so."""
    names = places_of(f"{findings.component.template}.svg.j2", findings.game.engine)
    source = findings.project.resources(findings.game).templates.find(*names)
    lines = [] if source is None else source.text.split("\n")
    called = [number for number, line in enumerate(lines, 1) if re.search(r"\bstory\.(figure|table)\(", line)]
    exact = [number for number in called if re.search(rf"[ ,(]{re.escape(height)}[,) ]", lines[number - 1])] or called
    return None if source is None or len(exact) != 1 else Location(source.name, exact[0], source=lines[exact[0] - 1])


def _heading_warnings(findings: ComponentFindings) -> Iterator[Diagnostic]:
    for heading in findings.found("heading"):
        place = words_place(findings.project, findings.game, findings.component, heading.text)
        message = f"nothing stands below the heading {shorten(heading.text)} on {heading.name}"
        yield face_warning("bare-heading", message, place, "write what it heads, or leave it out", [heading])


def _margin_warnings(findings: ComponentFindings) -> Iterator[Diagnostic]:
    for words in findings.found("margin")[:1]:
        message = (
            f"{shorten(words.text)} stands {max(words.amount, 0):.1f} mm from the edge of the paper on {words.name}"
        )
        hint = "keep words within face.margin: home printers print nothing nearer to the edge"
        yield face_warning("in-margin", message, findings.words(words), hint, findings.found("margin"))


def _blank_panel_warnings(findings: ComponentFindings) -> Iterator[Diagnostic]:
    blank = [entry for entry in findings.reports if entry[1].blank]
    for face, report in blank[:1]:
        panels = listed([repr(panel) for panel in report.blank], "and")
        message = f"nothing is printed on {panels} of {face_name(face)}"
        hint = 'draw each panel in its place: <g transform="{{ panel.transform }}">'
        yield face_warning("blank-panel", message, findings.key("template"), hint, _names(blank))


def _empty_face_warnings(findings: ComponentFindings) -> Iterator[Diagnostic]:
    """Yield a warning if nothing is drawn on any front, or on any back, of a component."""
    for side in _SIDES:
        reports = [(face, report) for face, report in findings.reports if face.side == side]
        if reports and all(report.is_empty for _, report in reports):
            face, component = reports[0][0], findings.component
            is_back = side == "back" and component.back is not None
            file = f"{component.back if is_back else component.template}.svg.j2"
            hint = "draw its words and shapes there" + (", or leave the key out" if is_back else "")
            place = findings.key("back" if is_back else "template")
            message = f"{file} draws nothing ({face_name(face)})"
            yield face_warning("empty-face", message, place, hint, _names(reports))


def _fold_warnings(findings: ComponentFindings) -> Iterator[Diagnostic]:
    hidden = [entry for entry in findings.reports if entry[1].hides_folds and not entry[1].blank]
    for face, report in hidden[:1]:
        message = f"no fold can be seen on {face_name(face)}: neither a line along one nor a tick beyond its ends"
        hint = (
            "draw them last: {{ fold_creases(net, ink) }} in an ink that differs from the ground, {{ fold_ticks(net) }}"
        )
        if report.hides_tabs:
            hint = (
                "draw folds and tabs last: {{ fold_lines(net) }}; or {{ fold_tabs(net) }} first, {{ fold_ticks(net) }}"
            )
        yield face_warning("unseen-folds", message, findings.key("template"), hint, _names(hidden))


def _tab_warnings(findings: ComponentFindings) -> Iterator[Diagnostic]:
    hidden = [
        entry for entry in findings.reports if entry[1].hides_tabs and not entry[1].hides_folds and not entry[1].blank
    ]
    for face, _ in hidden[:1]:
        message = f"no tab of the net can be seen on {face_name(face)}"
        hint = "draw them: {{ fold_tabs(net) }} before the panels, or {{ fold_lines(net) }} after them"
        yield face_warning("unseen-tabs", message, findings.key("template"), hint, _names(hidden))


def _cut_warnings(findings: ComponentFindings) -> Iterator[Diagnostic]:
    hidden = [
        entry for entry in findings.reports if entry[1].hides_cuts and not entry[1].hides_folds and not entry[1].blank
    ]
    for face, _ in hidden[:1]:
        message = (
            f"nothing shows where {face_name(face)} is cut: its colour goes on beyond, and no tick stands beside it"
        )
        hint = "draw ticks last: {{ fold_ticks(net) }}; or {{ fold_cuts(net, ink) }}, or {{ fold_lines(net) }}"
        yield face_warning("unseen-cuts", message, findings.key("template"), hint, _names(hidden))


def _overturned_warnings(findings: ComponentFindings) -> Iterator[Diagnostic]:
    for words in findings.found("turned"):
        message = f"{shorten(words.text)} stands on its head on the panel {words.detail!r} of {words.name}, once folded"
        hint = "write up at the panel: the side, on the sheet, that is the top of what is drawn there"
        yield face_warning("upside-down", message, findings.drawn(words), hint, [words])


def _code_warnings(findings: ComponentFindings) -> Iterator[Diagnostic]:
    codes = findings.found("code")
    if codes:
        more = and_more(codes, ", and {} more face{s} have such codes", ", and 1 more face has such a code")
        message = f"a camera may not read the QR code on {codes[0].name}: {codes[0].detail}{more}"
        hint = "dark on a plain light ground, four of its squares free all round; a shorter text has larger squares"
        yield face_warning("unreadable-code", message, findings.drawn(codes[0]), hint, codes)


def _near_cut_warnings(findings: ComponentFindings) -> Iterator[Diagnostic]:
    near = findings.found("near")
    if near:
        nearest = min(near, key=lambda found: found.amount)
        others = len(near) - 1
        more = f", and {others} more {'faces have' if others > 1 else 'face has'} words or art as near"
        subject, distance = nearest.detail or shorten(nearest.text), f"{max(nearest.amount, 0):.1f} mm"
        message = f"{subject} stands {distance} from the cut on {nearest.name}{more if others else ''}"
        hint = "keep words and art 3 mm inside the trim: cuts wander by a millimetre, and print shops ask for it"
        place = findings.words(nearest) if nearest.text else findings.drawn(nearest)
        yield face_warning("near-cut", message, place, hint, near)
