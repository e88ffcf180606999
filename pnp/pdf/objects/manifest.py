"""The manifest: what a PDF holds and where, and the examples printed in it, for anyone to check.

Lengths in mm, pages from 1, x and y of the lower-left corner of the trim box from the lower-left of the page,
rotation counter-clockwise in degrees. ``cut`` says how a piece is cut out: a ``card`` or ``square`` along its trim, a
``circle`` or ``hex`` along the one inside it, a ``net`` along the lines of its face. A slot with a ``tile`` is a board
of which the page shows a part: the box ``shows_mm`` on the page. A page that is not on the kit's paper, or does not lie
as that does, says its size. One with a ``matrix`` is printed through it, for a printer that needs that: what is said of
it is said of the page before.

What a kit says beside all this may be missing in older files: ``made_of``, what its faces are made of
(``pnp.build.compare.provenance``), and, where what changed alone was printed, ``kept``: the pieces that were left
aside, each with the ids and the digests of its faces, its size, its cut and its copies; or ``kept_of_part``, where
nobody looked at all of the kit.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from itertools import chain
from operator import attrgetter
from typing import Any, Protocol

from pnp.canonical import LazyMapping, LazySequence, canonical, digest, pieces
from pnp.imposition.page import Page, Placement

NAME = "pnp-manifest.json"
FORMAT = 2
"""Of the manifests that are written. Those of format 1 say neither what was told before it was worded (``said`` of an
example) nor in which words (``words``, and ``telling``: by which version of telling); and all figures of keys that came
later (``later_keys``) are those of then."""
FORMATS = (1, 2)
"""Of the manifests that can be read."""
RUBY_MARK = "Ruby"
"""The tag of marked content that is a reading over a word, so that a reader program can tell it from the words."""
EXAMPLE_MARK = "Example"
"""The tag of marked content that is an example, with its id as ``Id``: so a page itself says which examples are
printed on it, whatever the manifest lists."""
SEAL_KEY = "PnpSeal"
"""The key of the document information that holds a digest of every example's entry: it shows an altered manifest."""


class FaceRecord(Protocol):
    """What the manifest says of a face."""

    @property
    def language(self) -> str:
        """Its language."""

    @property
    def sha256(self) -> str:
        """The digest of its SVG; reckoned when it is asked for."""

    @property
    def examples(self) -> Sequence[Printed]:
        """The examples on it."""


Printed = tuple[str, tuple[float, float, float, float], tuple[str, ...], tuple[str, ...]]
"""An example on a face: id, box (as in the face: x, y of the upper-left corner from the trim's upper-left, y
downwards), strings, and readings over them."""


def page_box(placement: Placement, box: tuple[float, float, float, float]) -> tuple[float, float, float, float]:
    """A box of a face (x, y down from the trim's upper-left corner, width, height) as it lies on the page: x, y of its
    lower-left corner, width, height."""
    x, y, width, height = box
    turned = placement.rotation in (90, 270)
    trim_width, trim_height = (placement.height, placement.width) if turned else (placement.width, placement.height)
    left, bottom = x, trim_height - y - height
    match placement.rotation:
        case 0:
            found = left, bottom, width, height
        case 90:
            found = trim_height - bottom - height, left, height, width
        case 180:
            found = trim_width - left - width, trim_height - bottom - height, width, height
        case _:
            found = bottom, trim_width - left - width, height, width
    return placement.x + found[0], placement.y + found[1], found[2], found[3]


def _round(value: float) -> float:
    rounded = round(value, 4)
    return 0.0 if rounded == 0 else rounded


def _slot(placement: Placement, faces: Mapping[str, FaceRecord]) -> dict[str, Any]:
    return {
        "component": placement.piece.component,
        "card": placement.piece.card,
        "face": placement.face_side,
        "face_id": placement.face,
        "language": faces[placement.face].language,
        "x_mm": _round(placement.x),
        "y_mm": _round(placement.y),
        "width_mm": _round(placement.width),
        "height_mm": _round(placement.height),
        "rotation": placement.rotation,
        "cut": placement.piece.cut,
    } | _tile(placement)


def _tile(placement: Placement) -> dict[str, Any]:
    """Which tile of a board it is, and where it lies; the rest of the slot is about the whole board."""
    tile = placement.tile
    if tile is None:
        return {}
    left, bottom, right, top = placement.shown
    shown = [_round(value) for value in (left, bottom, right - left, top - bottom)]
    return {"tile": tile.name, "tiles": [tile.columns, tile.rows], "shows_mm": shown}


def _paper(page: Page, paper: tuple[float, float]) -> dict[str, Any]:
    """The size of a page that is not on the kit's paper, or does not lie as that does."""
    if (page.paper.width, page.paper.height) == (min(paper), max(paper)):
        return {}
    return {"width_mm": _round(page.paper.width), "height_mm": _round(page.paper.height)}


def _page(page: Page, paper: tuple[float, float], faces: Mapping[str, FaceRecord]) -> dict[str, Any]:
    """The entry of a page."""
    return (
        {
            "number": page.number,
            "sheet": page.sheet,
            "side": page.side,
            "slots": [_slot(placement, faces) for placement in page.placements],
        }
        | _paper(page, paper)
        | ({} if page.matrix is None else {"matrix": list(page.matrix)})
    )


def _whole(placement: Placement, box: tuple[float, float, float, float]) -> bool:
    """Whether a box on the page is printed whole: of a board in tiles each page has a part."""
    left, bottom, right, top = placement.shown
    x, y, width, height = box
    return placement.tile is None or (left <= x and bottom <= y and x + width <= right and y + height <= top)


def build_manifest(
    game: str,
    paper: tuple[str, float, float],
    definition_sha256: str,
    faces: Mapping[str, FaceRecord],
    pages: Sequence[Page],
    examples: Iterable[Mapping[str, Any]],
    unkilled: Sequence[str],
) -> dict[str, Any]:
    """The manifest of a kit. ``examples`` are entries without their places; the places are found here."""
    places: dict[str, list[dict[str, Any]]] = {}
    for page in pages:
        for placement in page.placements:
            for example, box, tokens, ruby in faces[placement.face].examples:
                if not _whole(placement, page_box(placement, box)):
                    continue
                places.setdefault(example, []).append(
                    {
                        "page": page.number,
                        "box_mm": [_round(value) for value in page_box(placement, box)],
                        "tokens": list(tokens),
                    }
                    | ({"ruby": list(ruby)} if ruby else {})
                )
    return {
        "format": FORMAT,
        "game": game,
        "paper": {"name": paper[0], "width_mm": _round(paper[1]), "height_mm": _round(paper[2])},
        "definition_sha256": definition_sha256,
        "faces": LazyMapping(faces, attrgetter("sha256")),
        "unkilled": list(unkilled),
        # There may be thousands of them, and each is needed when it is written.
        "pages": LazySequence(pages, partial(_page, paper=paper[1:], faces=faces)),
        "examples": [{**entry, "places": places.get(str(entry["id"]), [])} for entry in examples],
    }


def seal(manifest: Mapping[str, Any]) -> dict[str, str]:
    """A short digest per example entry, by example id, and one of everything else under the empty id."""
    return write(manifest, lambda _piece: None)


def write(manifest: Mapping[str, Any], take: Callable[[bytes], object]) -> dict[str, str]:
    """Hand over the manifest as it is written into files, canonical JSON, piece by piece; returns its seal."""
    rest, begun = hashlib.sha256(), False
    before = b"{"
    for key in sorted(manifest):
        take(before)
        before = b","
        is_sealed = key != "examples"
        if is_sealed:
            rest.update(b"," if begun else b"{")
            begun = True
        for piece in chain((canonical(key), b":"), pieces(manifest[key])):
            take(piece)
            if is_sealed:
                rest.update(piece)
    take(b"}")
    rest.update(b"}" if begun else b"{}")
    return {"": rest.hexdigest()[:16]} | {str(entry["id"]): digest(entry)[:16] for entry in manifest["examples"]}
