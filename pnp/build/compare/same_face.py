"""Whether a face of today is one that was printed. Equal SVG, fonts and pictures, painted by the same program, make
equal faces; where that is not known of the printed one, both are looked at."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from pnp.build.compare.printed_kit import Earlier, OldFace, OldPiece, Seen
from pnp.build.compare.provenance import drawing_now, files_now
from pnp.build.compare.reasons import Reason
from pnp.diagnostics import Diagnostic, Location, PnpError
from pnp.fonts import FontBook
from pnp.pdf.inventory import lettering_of
from pnp.records import dataclass
from pnp.rendering.face import Face

_RIM = 0.4
"""In mm: marks and hairlines along the trim reach so far over it."""
_RIM_OF_A_PAGE = 8.0
"""In mm: the label of a sheet lies there."""
_UNSEEN = "another version of the program drew it, and no page of the file has it whole to look at"
_OTHERWISE = "it looks otherwise than in the file, which another version of the program has drawn"


@dataclass(frozen=True, slots=True)
class Verdict:
    """Of a face of today: its ``look``, which is the digest of a printed face exactly if it is the same; and why it is
    not one whose SVG is the same."""

    look: str
    reasons: tuple[Reason, ...] = ()


def judged(
    then: Earlier, pieces: Iterable[OldPiece], faces: Iterable[Face], fonts: FontBook, pages: Collection[str], ink: str
) -> dict[str, Verdict]:
    """What each of ``faces`` looks like, by its id. ``pages`` are the components that fill the paper; ``ink`` is what
    is printed with today, in words."""
    if then.ink != ink:
        return {face.id: _other(face, Reason("ink", "", then.ink, ink)) for face in faces}
    printed: dict[str, OldFace] = {}
    for piece in pieces:
        for side in (piece.front, piece.back):
            if side is not None and (side.sha256 not in printed or printed[side.sha256].seen is None):
                printed[side.sha256] = side
    found: dict[str, Verdict] = {}
    unsure: list[tuple[Face, Seen]] = []
    for face in faces:
        found[face.id] = Verdict(face.digest)
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


def _other(face: Face, *reasons: Reason) -> Verdict:
    return Verdict(f"another {face.id}", reasons)


def _other_files(then: Earlier, face: Face, fonts: FontBook) -> list[Reason]:
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
    then: Earlier, unsure: Sequence[tuple[Face, Seen]], fonts: FontBook, pages: Collection[str]
) -> list[bool]:
    """Of each face whether it looks as it does on its page."""
    if not unsure:
        return []
    from pnp.build.compare.likeness import Pair, Place, alike  # noqa: PLC0415 - as above
    from pnp.build.preview import faces_pdf  # noqa: PLC0415 - few builds look at what they compare

    pdf = faces_pdf(fonts, [face for face, _ in unsure])
    pairs = [
        Pair(
            Place(seen.page, seen.box, seen.rotation),
            Place(number, (0.0, 0.0, face.trim.width, face.trim.height)),
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
