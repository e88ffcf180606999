"""Manifest of a PDF: its contents with their placement, and the examples printed in it, for anyone to check.

Lengths are in mm and pages count from 1. x and y are those of the lower-left corner of the trim box from the
lower-left of the page, and rotation is counter-clockwise in degrees. ``cut`` says how a piece is cut out: a ``card`` or
``square`` along its trim, a ``circle`` or ``hex`` along the shape inside it, a ``net`` along the lines of its face. A
slot with a ``tile`` is a board that the page shows a part of: the box ``shows_mm`` on the page. A page that is not on
the kit's paper, or lies in another orientation, has its size. A page with a ``matrix`` is printed through it, for a
printer that needs this; its entries describe the page before the transform.

Further entries may be missing in older files. ``made_of`` is the provenance of its faces
(``pnp.build.compare.provenance``). If only changes were printed, ``kept`` lists the pieces that were left out, each
with the ids and the digests of its faces, its size, its cut and its copies. ``kept_of_part`` is given instead if only
part of the kit was compared.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from itertools import chain
from operator import attrgetter
from typing import Any, Protocol

from pnp.canonical import LazyMapping, LazySequence, canonical, canonical_chunks, digest
from pnp.imposition.page import Page, Placement

NAME = "pnp-manifest.json"
FORMAT = 3
"""Format of the manifests that are written and read."""
RUBY_MARK = "Ruby"
"""Tag of marked content that is a reading over a word, so that a reader program can tell it from the words."""
EXAMPLE_MARK = "Example"
"""Tag of marked content that is an example, with its id as ``Id``.

So a page itself states the examples printed on it, independently of the manifest.
"""
SEAL_KEY = "PnpSeal"
"""Key of the document information that holds a digest of every example's entry. It reveals an altered manifest."""


class FaceRecord(Protocol):
    """Facts about a face that the manifest records."""

    @property
    def language(self) -> str:
        """Language of the face."""

    @property
    def sha256(self) -> str:
        """Digest of its SVG, computed on access."""

    @property
    def examples(self) -> Sequence[ExampleRecord]:
        """Examples on the face."""


ExampleRecord = tuple[str, tuple[float, float, float, float], tuple[str, ...], tuple[str, ...]]
"""Example on a face: id, box, strings, and readings over them.

The box is as in the face: x, y of the upper-left corner from the trim's upper-left, y downwards, width, height.
"""


def page_box(placement: Placement, box: tuple[float, float, float, float]) -> tuple[float, float, float, float]:
    """Return a box of a face as it lies on the page: x, y of its lower-left corner, width, height.

    The box of the face is x, y down from the trim's upper-left corner, width, height.
    """
    x, y, width, height = box
    turned = placement.rotation in (90, 270)
    trim_width, trim_height = (placement.height, placement.width) if turned else (placement.width, placement.height)
    left, bottom = x, trim_height - y - height
    match placement.rotation:
        case 0:
            turned_box = left, bottom, width, height
        case 90:
            turned_box = trim_height - bottom - height, left, height, width
        case 180:
            turned_box = trim_width - left - width, trim_height - bottom - height, width, height
        case _:
            turned_box = bottom, trim_width - left - width, height, width
    return placement.x + turned_box[0], placement.y + turned_box[1], turned_box[2], turned_box[3]


def _rounded(length: float) -> float:
    rounded = round(length, 4)
    return 0.0 if rounded == 0 else rounded


def _slot_entry(placement: Placement, faces: Mapping[str, FaceRecord]) -> dict[str, Any]:
    return {
        "component": placement.piece.component,
        "card": placement.piece.card,
        "face": placement.face_side,
        "face_id": placement.face,
        "language": faces[placement.face].language,
        "x_mm": _rounded(placement.x),
        "y_mm": _rounded(placement.y),
        "width_mm": _rounded(placement.width),
        "height_mm": _rounded(placement.height),
        "rotation": placement.rotation,
        "cut": placement.piece.cut,
    } | _tile_entry(placement)


def _tile_entry(placement: Placement) -> dict[str, Any]:
    """Return the name of a board's tile and its box on the page. The rest of the slot describes the whole board."""
    tile = placement.tile
    if tile is None:
        return {}
    left, bottom, right, top = placement.shown
    shown = [_rounded(length) for length in (left, bottom, right - left, top - bottom)]
    return {"tile": tile.name, "tiles": [tile.columns, tile.rows], "shows_mm": shown}


def _paper_entry(page: Page, paper: tuple[float, float]) -> dict[str, Any]:
    """Return the size of a page that is not on the kit's paper, or lies in another orientation."""
    if (page.paper.width, page.paper.height) == (min(paper), max(paper)):
        return {}
    return {"width_mm": _rounded(page.paper.width), "height_mm": _rounded(page.paper.height)}


def _page_entry(page: Page, paper: tuple[float, float], faces: Mapping[str, FaceRecord]) -> dict[str, Any]:
    return (
        {
            "number": page.number,
            "sheet": page.sheet,
            "side": page.side,
            "slots": [_slot_entry(placement, faces) for placement in page.placements],
        }
        | _paper_entry(page, paper)
        | ({} if page.matrix is None else {"matrix": list(page.matrix)})
    )


def _is_whole(placement: Placement, box: tuple[float, float, float, float]) -> bool:
    """Return True if a box on the page is printed whole. Of a board in tiles each page has a part."""
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
    """Build the manifest of a kit. ``examples`` are entries without their places, which are added here."""
    places: dict[str, list[dict[str, Any]]] = {}
    for page in pages:
        for placement in page.placements:
            for example, box, tokens, ruby in faces[placement.face].examples:
                if not _is_whole(placement, page_box(placement, box)):
                    continue
                places.setdefault(example, []).append(
                    {
                        "page": page.number,
                        "box_mm": [_rounded(length) for length in page_box(placement, box)],
                        "tokens": list(tokens),
                    }
                    | ({"ruby": list(ruby)} if ruby else {})
                )
    return {
        "format": FORMAT,
        "game": game,
        "paper": {"name": paper[0], "width_mm": _rounded(paper[1]), "height_mm": _rounded(paper[2])},
        "definition_sha256": definition_sha256,
        "faces": LazyMapping(faces, attrgetter("sha256")),
        "unkilled": list(unkilled),
        # There may be thousands of pages, so each entry is made only when it is written.
        "pages": LazySequence(pages, partial(_page_entry, paper=paper[1:], faces=faces)),
        "examples": [{**entry, "places": places.get(str(entry["id"]), [])} for entry in examples],
    }


def seal(manifest: Mapping[str, Any]) -> dict[str, str]:
    """Return a short digest per example entry, by example id, and a digest of everything else under the empty id."""
    return write_manifest(manifest, lambda _piece: None)


def write_manifest(manifest: Mapping[str, Any], take: Callable[[bytes], object]) -> dict[str, str]:
    """Hand the manifest over to ``take`` piece by piece, as canonical JSON. Return its seal."""
    rest_digest, has_rest = hashlib.sha256(), False
    separator = b"{"
    for key in sorted(manifest):
        take(separator)
        separator = b","
        is_sealed = key != "examples"
        if is_sealed:
            rest_digest.update(b"," if has_rest else b"{")
            has_rest = True
        for piece in chain((canonical(key), b":"), canonical_chunks(manifest[key])):
            take(piece)
            if is_sealed:
                rest_digest.update(piece)
    take(b"}")
    rest_digest.update(b"}" if has_rest else b"{}")
    return {"": rest_digest.hexdigest()[:16]} | {str(entry["id"]): digest(entry)[:16] for entry in manifest["examples"]}
