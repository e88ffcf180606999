"""Decide whether a face is unchanged since it was printed. Equal SVG, fonts and pictures, painted by the same
program, make equal faces; where the manifest does not record them, both faces are compared as images."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Sequence
from typing import TYPE_CHECKING, Any, cast

from PIL import Image, ImageChops, ImageDraw

from pnp.build.compare.printed_kit import PrintedFace, PrintedKit, PrintedPiece, PrintedPlace
from pnp.build.compare.provenance import drawing_now, files_now
from pnp.build.compare.reasons import Reason
from pnp.build.preview import faces_pdf
from pnp.diagnostics import Diagnostic, Location, PnpError
from pnp.fonts import FontBook
from pnp.pdf.inventory import lettering_of
from pnp.pdfium import Matrix, PdfError, opened, page_of, painted
from pnp.records import dataclass
from pnp.rendering.face import Face
from pnp.units import MM_PER_PT
from pnp.verify.readback import Box

if TYPE_CHECKING:
    from PIL import Image


_RIM = 0.4
"""In mm: marks and hairlines along the trim reach so far over it."""
_RIM_OF_A_PAGE = 8.0
"""In mm: the label of a sheet lies there."""
_UNSEEN = "another version of the program drew it, and no page of the file has it whole to look at"
_OTHERWISE = "it looks otherwise than in the file, which another version of the program has drawn"


@dataclass(frozen=True, slots=True)
class FaceVerdict:
    """Of a face of today: its ``look``, which is the digest of a printed face exactly if it is the same; and why it is
    not one whose SVG is the same."""

    look: str
    reasons: tuple[Reason, ...] = ()


def judged(
    then: PrintedKit,
    pieces: Iterable[PrintedPiece],
    faces: Iterable[Face],
    fonts: FontBook,
    pages: Collection[str],
    ink: str,
) -> dict[str, FaceVerdict]:
    """What each of ``faces`` looks like, by its id. ``pages`` are the components that fill the paper; ``ink`` is what
    is printed with today, in words."""
    if then.ink != ink:
        return {face.id: _other(face, Reason("ink", "", then.ink, ink)) for face in faces}
    printed: dict[str, PrintedFace] = {}
    for piece in pieces:
        for side in (piece.front, piece.back):
            if side is not None and (side.sha256 not in printed or printed[side.sha256].seen is None):
                printed[side.sha256] = side
    found: dict[str, FaceVerdict] = {}
    unsure: list[tuple[Face, PrintedPlace]] = []
    for face in faces:
        found[face.id] = FaceVerdict(face.digest)
        if face.digest not in printed:
            continue
        others = _other_files(then, face, fonts)
        known = then.made.files is not None and then.made.drawing == drawing_now()
        seen = printed[face.digest].seen
        if others:
            found[face.id] = _other(face, *others)
        elif not known and seen is None:
            found[face.id] = _other(face, Reason("program", _UNSEEN))
        elif not known and seen is not None:
            unsure.append((face, seen))
    for face, same in zip((face for face, _ in unsure), _looked_at(then, unsure, fonts, pages), strict=True):
        if not same:
            found[face.id] = _other(face, Reason("program", _OTHERWISE))
    return found


def _other(face: Face, *reasons: Reason) -> FaceVerdict:
    return FaceVerdict(f"another {face.id}", reasons)


def _other_files(then: PrintedKit, face: Face, fonts: FontBook) -> list[Reason]:
    """The fonts and pictures of a face that are not those it was printed with, as far as these are known."""
    known = then.made.files
    if known is None:
        return []
    return [
        Reason(*name.split(" ", 1))
        for name, digest in files_now(lettering_of([face.drawing]), fonts).items()
        if known.get(name) != digest
    ]


def _looked_at(
    then: PrintedKit, unsure: Sequence[tuple[Face, PrintedPlace]], fonts: FontBook, pages: Collection[str]
) -> list[bool]:
    """Of each face whether it looks as it does on its page."""
    if not unsure:
        return []

    pdf = faces_pdf(fonts, [face for face, _ in unsure])
    pairs = [
        FacePair(
            FacePlace(seen.page, seen.box, seen.rotation),
            FacePlace(number, (0.0, 0.0, face.trim.width, face.trim.height)),
            _RIM_OF_A_PAGE if face.component in pages else _RIM,
            face.cut in ("circle", "hex"),
        )
        for number, (face, seen) in enumerate(unsure, 1)
    ]
    try:
        return alike(then.data, pdf, pairs)
    except IndexError as error:
        hint = "the file is damaged: name one that is as it was built"
        raise PnpError(Diagnostic("damaged-page", str(error), Location(then.label), hint)) from error


# Whether faces of two PDFs look alike: for faces of which nobody wrote down all that they were drawn with.

_PIXELS = (7.9137, 9.3371)
"""Per mm. Edges lie on whole and half millimetres: at a round figure many would lie just between two pixels, where the
last digit of a place on the page decides which of them is inked. Where one lies so all the same, it does not at the
other figure; what differs indeed differs at both."""
_TILE = 8
"""Pixels of the side of a square that is looked at, about a millimetre."""
_TOLERANCE = 4.0
"""Of 255, the mean difference of the worst square millimetre, in any of the three colours."""
_MOST = 4_000
"""Pixels of a side: half a metre. A larger face is looked at less closely."""


@dataclass(frozen=True, slots=True)
class FacePlace:
    """Where a face lies: the page from 1, its trim in mm from the lower-left corner, its turn counter-clockwise."""

    page: int
    box: Box
    rotation: int = 0


@dataclass(frozen=True, slots=True)
class FacePair:
    """A face in one PDF and in another. Nobody looks at its ``rim``, so many mm along the trim, where marks and labels
    of the sheet may lie, nor at the corners of what is ``round``."""

    one: FacePlace
    other: FacePlace
    rim: float
    round: bool = False


def alike(one: bytes, other: bytes, pairs: Iterable[FacePair]) -> list[bool]:
    """Of each pair whether the same is to be seen in ``one`` PDF and in the ``other``.

    Raises IndexError for a page that is not there, or cannot be read.
    """
    with opened(one) as this, opened(other) as that:
        return [
            any(_alike(_picture(this, pair.one, fine), _picture(that, pair.other, fine), pair) for fine in _PIXELS)
            for pair in pairs
        ]


def _alike(one: Image.Image, other: Image.Image, pair: FacePair) -> bool:

    if one.size != other.size:
        return False
    difference = ImageChops.difference(one, other)
    across = pair.one.box[3 if pair.one.rotation in (90, 270) else 2]
    rim = math.ceil(pair.rim * one.width / across)
    inside = (rim, rim, one.width - 1 - rim, one.height - 1 - rim)
    if inside[2] <= inside[0] or inside[3] <= inside[1]:
        return False  # nothing of it would be looked at
    mask = Image.new("L", one.size, 0)
    draw = ImageDraw.Draw(mask)
    (draw.ellipse if pair.round else draw.rectangle)(inside, fill=255)
    seen = ImageChops.multiply(difference, Image.merge("RGB", (mask, mask, mask)))
    bands = cast("tuple[tuple[float, float], ...]", seen.reduce(_TILE).getextrema())
    return all(most <= _TOLERANCE for _, most in bands)


def _picture(document: Any, place: FacePlace, fine: float) -> Image.Image:
    """A face as it is read, upright, in ``fine`` pixels per mm."""
    if not 1 <= place.page <= len(document):
        raise IndexError(f"there is no page {place.page}")
    try:
        with page_of(document, place.page) as page:
            return _upright(page, place, fine)
    except PdfError as error:
        raise IndexError(f"page {place.page} cannot be read: {error}") from error


def _upright(page: Any, place: FacePlace, fine: float) -> Image.Image:
    _, tall = page.get_size()
    x, y, width, height = place.box
    turned = place.rotation in (90, 270)
    across, down = (height, width) if turned else (width, height)
    scale = min(fine, _MOST / max(across, down))
    size = max(1, round(across * scale)), max(1, round(down * scale))
    left, right, top, bottom = x, x + width, tall * MM_PER_PT - y - height, tall * MM_PER_PT - y
    k = scale * MM_PER_PT
    # From points of the page, y downwards, to pixels of the upright face.
    matrix: Matrix = {
        0: (k, 0, 0, k, -left * scale, -top * scale),
        90: (0, k, -k, 0, bottom * scale, -left * scale),
        180: (-k, 0, 0, -k, right * scale, bottom * scale),
        270: (0, -k, k, 0, -top * scale, right * scale),
    }[place.rotation]
    return painted(page, *size, matrix)
