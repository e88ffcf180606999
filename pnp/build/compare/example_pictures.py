"""Compare the examples on the pages of a printed kit with the same examples drawn anew.

Text can be read back and yet be invisible: a shape lies over it, its layer is off, its font draws other glyphs. So each
face with an example is drawn as programs draw the page on a screen and for a printer, and compared with today's face of
equal SVG. A face that is drawn otherwise today cannot be compared, and is reported as such.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, get_args

from pnp.build.compare.face_images import PAGE_RIM, RIM, FacePair, FacePlace, Point, face_differences
from pnp.build.compare.provenance import PrintedInputs, drawing_edition, file_digests, read_provenance
from pnp.build.faces import render_kit
from pnp.build.ink_modes import apply_ink_mode
from pnp.build.options import BuildOptions, KitContext
from pnp.build.preview import faces_pdf
from pnp.definition import definition_sha256
from pnp.diagnostics import Diagnostic, Location, PnpError, VerificationError
from pnp.examples import ExampleSet, example_from_json
from pnp.fonts import FontBook
from pnp.games.core.answer import PositionError
from pnp.model.game import Game, Paper
from pnp.model.print_options import Ink
from pnp.model.text import language_tag
from pnp.pdf.inventory import joint_inventory
from pnp.pdfium import Reader, open_document
from pnp.project.examples import examples_of
from pnp.project.project import Project, engine_of
from pnp.records import dataclass
from pnp.rendering.face import Face
from pnp.units import Size
from pnp.verify.check import VerifyReport, read_manifest
from pnp.verify.readback import Box, PrintedPdf, slot_at
from pnp.verify.verify import verify_bytes

_MENDED = "build the kit again, or fetch the built file again"
_READERS: tuple[Reader, ...] = ("screen", "printer")


def verify_printed(project: Project, data: bytes, label: str) -> VerifyReport:
    """Check every example of a printed PDF: its answer, its text on the page, and if these hold, its look there."""
    report = verify_bytes(project, data, label)
    if not report.passed:
        return report
    with PrintedPdf(data, label) as pdf:
        manifest = read_manifest(pdf)
        game = None if isinstance(manifest, Diagnostic) else project.find(str(manifest.get("game")))
        assert game is not None  # else the report would have a problem
        assert not isinstance(manifest, Diagnostic)
        try:
            return _PictureCheck(game, pdf).report(report, project, manifest)
        except (KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
            message = f"the manifest is damaged ({type(error).__name__}: {error})"
            return replace(report, problems=(Diagnostic("bad-manifest", message, Location(label)),))


@dataclass(frozen=True, slots=True)
class _PrintedSlot:
    """Place of a face on a page, with the examples that the manifest lists there, a name for each copy."""

    place: FacePlace
    component: str
    digest: str
    is_tile: bool
    examples: tuple[str, ...]


class _PictureCheck:
    """Check of the faces of one file that show an example."""

    def __init__(self, game: Game, pdf: PrintedPdf) -> None:
        self._game = game
        self._pdf = pdf
        self._compared = 0
        self._reasons: dict[str, int] = {}
        """Number of places that were not compared, by reason."""
        self._problems: list[Diagnostic] = []
        self._pages = {component.id for component in game.components if component.kind == "page"}

    def report(self, report: VerifyReport, project: Project, manifest: Mapping[str, Any]) -> VerifyReport:
        """Check the file, and return the report on its text with that on its pictures."""
        filled = {component.id for component in self._game.components if component.kind == "summary"}
        slots = _slots(manifest, filled)
        numbers = {slot.place.page for slot in slots}
        for page in manifest["pages"]:
            if "matrix" in page and int(page["number"]) in numbers:
                self._pdf.straighten(int(page["number"]), tuple(float(value) for value in page["matrix"]))
        self._problems += _annotated(self._pdf, sorted(numbers))
        try:
            faces, fonts = _faces_of_today(project, self._game, manifest, slots)
        except PnpError as error:
            self._leave_out(slots, f"today's kit cannot be drawn: {error.diagnostics[0].message}")
        else:
            self._compare(slots, faces, fonts, read_provenance(manifest.get("made_of")))
        return replace(
            report,
            problems=(*report.problems, *self._problems),
            notes=(*report.notes, *self._notes()),
            pictures=self._compared,
            pictures_left_out=sum(self._reasons.values()),
        )

    def _notes(self) -> Iterator[Diagnostic]:
        """Yield why places were not compared."""
        for reason, count in self._reasons.items():
            subject = "the picture of one place was" if count == 1 else f"the pictures of {count} places were"
            message = f"{subject} not compared, because {reason}"
            yield Diagnostic("picture-not-compared", message, Location(self._pdf.label), severity="note")

    def _leave_out(self, slots: Sequence[_PrintedSlot], reason: str) -> None:
        count = sum(len(slot.examples) or 1 for slot in slots)
        if count:
            self._reasons[reason] = self._reasons.get(reason, 0) + count

    def _compare(
        self, slots: Sequence[_PrintedSlot], faces: Mapping[str, Face], fonts: FontBook, inputs: PrintedInputs
    ) -> None:
        self._leave_out([slot for slot in slots if slot.is_tile], "a sheet shows only a part of its board")
        whole = [slot for slot in slots if not slot.is_tile]
        others = [slot for slot in whole if slot.digest not in faces]
        self._leave_out(others, "today's definition, words or templates draw these cards otherwise")
        known = [slot for slot in whole if slot.digest in faces and (slot.examples or faces[slot.digest].examples)]
        if not known:
            return
        for slot in known:
            if not self._pdf.shows(slot.place.page, slot.place.box):
                self._report("altered-picture", f"page {slot.place.page} is cut: it does not show a card of it whole")
        shown = list(dict.fromkeys(slot.digest for slot in known))
        numbers = {digest: number for number, digest in enumerate(shown, 1)}
        pairs = [self._pair(slot, faces[slot.digest], numbers[slot.digest]) for slot in known]
        with open_document(faces_pdf(fonts, [faces[digest] for digest in shown])) as drawn:
            differences = list(face_differences(self._pdf.document, drawn, pairs, _READERS))
        for slot, points in zip(known, differences, strict=True):
            self._judge(slot, faces[slot.digest], points, _changed_inputs(faces[slot.digest], fonts, inputs))

    def _pair(self, slot: _PrintedSlot, face: Face, number: int) -> FacePair:
        anew = FacePlace(number, (0.0, 0.0, face.trim.width, face.trim.height))
        rim = PAGE_RIM if face.component in self._pages else RIM
        return FacePair(slot.place, anew, rim, face.cut in ("circle", "hex"))

    def _judge(self, slot: _PrintedSlot, face: Face, points: Sequence[Point], changed: str | None) -> None:
        """Judge the face of a slot that differs near ``points``. ``changed`` says what else explains a difference."""
        page = slot.place.page
        shown, listed = {example.id for example in face.examples}, set(slot.examples)
        for name in sorted(shown - listed):
            self._report(
                "unlisted-example", f"page {page} shows example {name}, and the manifest does not list it there"
            )
        for name in sorted(listed - shown):
            self._report("unlisted-example", f"the manifest lists example {name} on a card of page {page} without it")
        if points and changed is not None:
            self._leave_out([slot], changed)
            return
        self._compared += len(slot.examples)
        if not points:
            return
        names = list(dict.fromkeys(example.id for example in face.examples if _any_near(example.box, points)))
        x, y = points[0]
        where = f"{x:.0f} mm from the left and {y:.0f} mm from the top of the card {face.card}"
        subject = f"example {names[0]}: page" if names else "page"
        message = f"{subject} {page} looks otherwise than the same card drawn anew, first {where}"
        self._report("altered-picture", message)

    def _report(self, code: str, message: str) -> None:
        self._problems.append(Diagnostic(code, message, Location(self._pdf.label), _MENDED))


def _any_near(box: Box, points: Sequence[Point]) -> bool:
    x, y, width, height = box
    return any(x - 1 <= across <= x + width + 1 and y - 1 <= down <= y + height + 1 for across, down in points)


def _slots(manifest: Mapping[str, Any], filled: Collection[str]) -> list[_PrintedSlot]:
    """Return every slot on which the manifest lists an example, and every other slot of the components that are
    ``filled`` with examples."""
    listed: dict[tuple[int, float, float], list[str]] = {}
    for entry in manifest["examples"]:
        for place in entry["places"]:
            page, (x, y, width, height) = int(place["page"]), (float(value) for value in place["box_mm"])
            slot = slot_at(manifest, page, x + width / 2, y + height / 2)
            listed.setdefault((page, float(slot["x_mm"]), float(slot["y_mm"])), []).append(str(entry["id"]))
    slots = []
    for page in manifest["pages"]:
        for slot in page["slots"]:
            key = int(page["number"]), float(slot["x_mm"]), float(slot["y_mm"])
            if key in listed or slot["component"] in filled:
                box = (key[1], key[2], float(slot["width_mm"]), float(slot["height_mm"]))
                place = FacePlace(key[0], box, int(slot["rotation"]))
                digest = str(manifest["faces"][slot["face_id"]])
                examples = tuple(listed.get(key, ()))
                slots.append(_PrintedSlot(place, str(slot["component"]), digest, "tile" in slot, examples))
    return slots


def _annotated(pdf: PrintedPdf, pages: Sequence[int]) -> Iterator[Diagnostic]:
    """Yield a problem for each page with annotations. A build writes none, and programs draw them differently."""
    for number in pages:
        count = pdf.count_annotations(number)
        if count:
            subject = "an annotation lies" if count == 1 else f"{count} annotations lie"
            message = f"{subject} on page {number}, where examples are printed"
            yield Diagnostic("annotated", message, Location(pdf.label), _MENDED)


def _changed_inputs(face: Face, fonts: FontBook, inputs: PrintedInputs) -> str | None:
    """Return what a difference from today's face may come from, besides an altered page; None if nothing changed."""
    if inputs.files is None or inputs.drawing != drawing_edition():
        return "another version of the program drew these cards, and today's draws them a little otherwise"
    current = file_digests(joint_inventory([face.drawing]), fonts)
    if any(inputs.files.get(name) != digest for name, digest in current.items()):
        return "a font or a picture of these cards has changed since"
    return None


def _faces_of_today(
    project: Project, game: Game, manifest: Mapping[str, Any], slots: Sequence[_PrintedSlot]
) -> tuple[dict[str, Face], FontBook]:
    """Draw the components of ``slots`` as the file was asked for, and return their faces by the digest of their SVG.

    They show the examples of the file. If these do not give all printed faces, they show those of a new search, too: an
    example may have been left out of the manifest. Raises PnpError.
    """
    context = KitContext.of(project, game, _options(game, manifest, {slot.component for slot in slots}))
    faces = _draw(context, _examples(game, manifest))
    if not {slot.digest for slot in slots} <= faces.keys() and manifest["definition_sha256"] == definition_sha256(game):
        faces |= _draw(context, examples_of(project, game, int(manifest["seed"])))
    return faces, context.fonts


def _draw(context: KitContext, examples: ExampleSet) -> dict[str, Face]:
    rendered = render_kit(context, examples, lambda _label: None)
    if context.settings.ink != "full" or context.options.grey:
        rendered = apply_ink_mode(context, rendered, lambda _label: None)
    return {face.digest: face for _, cards in rendered.groups for card in cards for face in card.faces}


def _options(game: Game, manifest: Mapping[str, Any], components: set[str]) -> BuildOptions:
    """Return the options of a build that are recorded in its manifest."""
    inputs = read_provenance(manifest.get("made_of"))
    paper, slots = manifest["paper"], [slot for page in manifest["pages"] for slot in page["slots"]]
    printed = {str(slot["component"]) for slot in slots}
    replacing = [component for component in game.components if component.instead_of and component.id in printed]
    language = inputs.language or str(slots[0]["language"])
    ink: Ink | None = next((name for name in get_args(Ink) if name == manifest.get("ink")), None)
    return BuildOptions(
        language=language_tag(language),
        paper=Paper(str(paper["name"]), Size(float(paper["width_mm"]), float(paper["height_mm"]))),
        bleed=inputs.bleed,
        margin=inputs.margin,
        edge=next((edge for edge in ("bleed", "border") if edge == inputs.edge), None),
        ink=ink,
        grey=manifest.get("grey") is True,
        only=tuple(component.id for component in game.components if component.id in components),
        instead=tuple(component.id for component in replacing if component.instead_of not in printed),
        choices=any(component.instead_of in printed for component in replacing),
        players=None if manifest.get("players") is None else int(manifest["players"]),
    )


def _examples(game: Game, manifest: Mapping[str, Any]) -> ExampleSet:
    """Return the examples of a file as the set of its game. Raises VerificationError for one that cannot be."""
    try:
        examples = tuple(example_from_json(entry) for entry in manifest["examples"])
        return ExampleSet(examples, (), (), tuple(engine_of(game).lessons(game.settings)))
    except PositionError as error:
        raise VerificationError(Diagnostic("impossible-position", str(error))) from error
