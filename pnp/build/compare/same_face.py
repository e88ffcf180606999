"""Decide whether a face is unchanged since it was printed.

Equal SVG, fonts and pictures, painted by the same program, make equal faces. If the manifest does not record them, both
faces are compared as images.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from pnp.build.compare.face_images import PAGE_RIM, RIM, FacePair, FacePlace, faces_match
from pnp.build.compare.printed_kit import PrintedFace, PrintedKit, PrintedPiece, PrintedPlace
from pnp.build.compare.provenance import drawing_edition, file_digests
from pnp.build.compare.reasons import Reason
from pnp.build.preview import faces_pdf
from pnp.diagnostics import Diagnostic, Location, PnpError
from pnp.fonts import FontBook
from pnp.pdf.inventory import joint_inventory
from pnp.records import dataclass
from pnp.rendering.face import Face

_NO_IMAGE = "another version of the program drew it, and no page of the file has it whole to look at"
_LOOKS_DIFFERENT = "it looks otherwise than in the file, which another version of the program has drawn"


@dataclass(frozen=True, slots=True)
class FaceVerdict:
    """Verdict on a current face. ``look`` equals the digest of a printed face exactly if both look the same.
    ``reasons`` explain a difference in spite of equal SVG."""

    look: str
    reasons: tuple[Reason, ...] = ()


def compare_faces(
    printed: PrintedKit,
    pieces: Iterable[PrintedPiece],
    faces: Iterable[Face],
    fonts: FontBook,
    pages: Collection[str],
    ink: str,
) -> dict[str, FaceVerdict]:
    """Compare each of ``faces`` with the printed kit, and return verdicts by its id. ``pages`` are the components that
    fill the paper; ``ink`` is the current ink, in words."""
    if printed.ink != ink:
        return {face.id: _changed_face(face, Reason("ink", "", printed.ink, ink)) for face in faces}
    faces_by_digest: dict[str, PrintedFace] = {}
    for piece in pieces:
        for side in (piece.front, piece.back):
            if side is not None and (side.sha256 not in faces_by_digest or faces_by_digest[side.sha256].place is None):
                faces_by_digest[side.sha256] = side
    verdicts: dict[str, FaceVerdict] = {}
    undecided: list[tuple[Face, PrintedPlace]] = []
    for face in faces:
        verdicts[face.id] = FaceVerdict(face.digest)
        if face.digest not in faces_by_digest:
            continue
        changed_files = _changed_files(printed, face, fonts)
        recorded = printed.inputs.files is not None and printed.inputs.drawing == drawing_edition()
        place = faces_by_digest[face.digest].place
        if changed_files:
            verdicts[face.id] = _changed_face(face, *changed_files)
        elif not recorded and place is None:
            verdicts[face.id] = _changed_face(face, Reason("program", _NO_IMAGE))
        elif not recorded and place is not None:
            undecided.append((face, place))
    for face, unchanged in zip(
        (face for face, _ in undecided), _compare_images(printed, undecided, fonts, pages), strict=True
    ):
        if not unchanged:
            verdicts[face.id] = _changed_face(face, Reason("program", _LOOKS_DIFFERENT))
    return verdicts


def _changed_face(face: Face, *reasons: Reason) -> FaceVerdict:
    return FaceVerdict(f"another {face.id}", reasons)


def _changed_files(printed: PrintedKit, face: Face, fonts: FontBook) -> list[Reason]:
    """Return the recorded fonts and pictures of a face that changed since."""
    recorded = printed.inputs.files
    if recorded is None:
        return []
    return [
        Reason(*name.split(" ", 1))
        for name, digest in file_digests(joint_inventory([face.drawing]), fonts).items()
        if recorded.get(name) != digest
    ]


def _compare_images(
    printed: PrintedKit, undecided: Sequence[tuple[Face, PrintedPlace]], fonts: FontBook, pages: Collection[str]
) -> list[bool]:
    """Tell of each face whether it looks as it does on its printed page."""
    if not undecided:
        return []

    pdf = faces_pdf(fonts, [face for face, _ in undecided])
    pairs = [
        FacePair(
            FacePlace(place.page, place.box, place.rotation),
            FacePlace(number, (0.0, 0.0, face.trim.width, face.trim.height)),
            PAGE_RIM if face.component in pages else RIM,
            face.cut in ("circle", "hex"),
        )
        for number, (face, place) in enumerate(undecided, 1)
    ]
    try:
        return faces_match(printed.data, pdf, pairs)
    except IndexError as error:
        hint = "the file is damaged: name a file that was not changed since it was built"
        raise PnpError(Diagnostic("damaged-page", str(error), Location(printed.label), hint)) from error
