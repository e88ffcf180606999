"""Decide whether a face is unchanged since it was printed.

Equal SVG, fonts and pictures, painted by the same program, make equal faces. If the manifest does not record them, both
faces are compared as images.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Sequence
from typing import Any, cast

from PIL import Image, ImageChops, ImageDraw

from pnp.build.compare.printed_kit import PrintedFace, PrintedKit, PrintedPiece, PrintedPlace
from pnp.build.compare.provenance import drawing_edition, file_digests
from pnp.build.compare.reasons import Reason
from pnp.build.preview import faces_pdf
from pnp.diagnostics import Diagnostic, Location, PnpError
from pnp.fonts import FontBook
from pnp.pdf.inventory import joint_inventory
from pnp.pdfium import Matrix, PdfError, draw_transformed, open_document, open_page
from pnp.records import dataclass
from pnp.rendering.face import Face
from pnp.units import MM_PER_PT
from pnp.verify.readback import Box

_RIM = 0.4
"""Width in mm of the strip along the trim into which marks and hairlines reach."""
_PAGE_RIM = 8.0
"""Width in mm of the strip of a page that holds the label of a sheet."""
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
            _PAGE_RIM if face.component in pages else _RIM,
            face.cut in ("circle", "hex"),
        )
        for number, (face, place) in enumerate(undecided, 1)
    ]
    try:
        return faces_match(printed.data, pdf, pairs)
    except IndexError as error:
        hint = "the file is damaged: name one that is as it was built"
        raise PnpError(Diagnostic("damaged-page", str(error), Location(printed.label), hint)) from error


# Comparing faces of two PDFs as images, if not all inputs of the printed face are recorded

_RESOLUTIONS = (7.9137, 9.3371)
"""Resolutions in pixels per mm: faces are equal if they look equal at either. Edges lie on whole and half millimetres.
At a round figure many would lie just between two pixels, and the last digit of a place on the page would decide which
of them is inked. An edge may still do so at one figure, but not at the other too; a real difference shows at both."""
_TILE = 8
"""Side in pixels of the squares that are compared, about a millimetre."""
_TOLERANCE = 4.0
"""Limit of the mean difference of the worst square, of 255, in any of the three colours."""
_MAX_PIXELS = 4_000
"""Limit in pixels of a side, for half a metre. A larger face is compared at a lower resolution."""


@dataclass(frozen=True, slots=True)
class FacePlace:
    """Place of a face: the page from 1, its trim in mm from the lower-left corner, its turn counter-clockwise."""

    page: int
    box: Box
    rotation: int = 0


@dataclass(frozen=True, slots=True)
class FacePair:
    """Face in one PDF and in another. Its ``rim`` in mm along the trim is not compared, as marks and labels of the
    sheet may lie there; nor are the corners of a ``round`` face."""

    first: FacePlace
    second: FacePlace
    rim: float
    round: bool = False


def faces_match(first_pdf: bytes, second_pdf: bytes, pairs: Iterable[FacePair]) -> list[bool]:
    """Tell of each pair whether the face looks the same in both PDFs. Raises IndexError for a page that is missing or
    cannot be read."""
    with open_document(first_pdf) as first, open_document(second_pdf) as second:
        return [
            any(
                _images_match(_render(first, pair.first, resolution), _render(second, pair.second, resolution), pair)
                for resolution in _RESOLUTIONS
            )
            for pair in pairs
        ]


def _images_match(first: Image.Image, second: Image.Image, pair: FacePair) -> bool:

    if first.size != second.size:
        return False
    difference = ImageChops.difference(first, second)
    width = pair.first.box[3 if pair.first.rotation in (90, 270) else 2]
    rim = math.ceil(pair.rim * first.width / width)
    compared = (rim, rim, first.width - 1 - rim, first.height - 1 - rim)
    if compared[2] <= compared[0] or compared[3] <= compared[1]:
        return False  # nothing is left to compare
    mask = Image.new("L", first.size, 0)
    draw = ImageDraw.Draw(mask)
    (draw.ellipse if pair.round else draw.rectangle)(compared, fill=255)
    masked = ImageChops.multiply(difference, Image.merge("RGB", (mask, mask, mask)))
    extrema = cast("tuple[tuple[float, float], ...]", masked.reduce(_TILE).getextrema())
    return all(greatest <= _TOLERANCE for _, greatest in extrema)


def _render(document: Any, place: FacePlace, resolution: float) -> Image.Image:
    """Render a face upright, in ``resolution`` pixels per mm."""
    if not 1 <= place.page <= len(document):
        raise IndexError(f"there is no page {place.page}")
    try:
        with open_page(document, place.page) as page:
            return _render_upright(page, place, resolution)
    except PdfError as error:
        raise IndexError(f"page {place.page} cannot be read: {error}") from error


def _render_upright(page: Any, place: FacePlace, resolution: float) -> Image.Image:
    _, page_height = page.get_size()
    x, y, width, height = place.box
    turned = place.rotation in (90, 270)
    across, down = (height, width) if turned else (width, height)
    scale = min(resolution, _MAX_PIXELS / max(across, down))
    size = max(1, round(across * scale)), max(1, round(down * scale))
    left, right, top, bottom = x, x + width, page_height * MM_PER_PT - y - height, page_height * MM_PER_PT - y
    k = scale * MM_PER_PT
    # From points of the page, y downwards, to pixels of the upright face.
    matrix: Matrix = {
        0: (k, 0, 0, k, -left * scale, -top * scale),
        90: (0, k, -k, 0, bottom * scale, -left * scale),
        180: (-k, 0, 0, -k, right * scale, bottom * scale),
        270: (0, -k, k, 0, -top * scale, right * scale),
    }[place.rotation]
    return draw_transformed(page, *size, matrix)
