"""Printed kit: its pieces and their inputs, as the manifest of its PDF records them."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from pnp.build.compare.provenance import PrintedInputs, ink_in_words, read_provenance
from pnp.build.options import LARGEST_PAGE
from pnp.canonical import digest
from pnp.definition.decks.cards import to_field
from pnp.diagnostics import Diagnostic, Location, PnpError, VerificationError
from pnp.model.print_options import stock_of
from pnp.records import dataclass
from pnp.steps import begin_step
from pnp.verify.check import read_manifest, seal_problems
from pnp.verify.readback import Box, PrintedPdf, slot_at

LARGEST = 500_000_000
"""Limit in bytes of a file to compare with."""
_HINT = "name a PDF that pnp build has written and no program has changed"

Examples = frozenset[tuple[str, tuple[str, ...]]]
"""Examples of a face: the id of each, and its printed strings."""


@dataclass(frozen=True, slots=True)
class PrintedPlace:
    """Place of a printed face: page, box in mm from the lower-left corner, turn counter-clockwise."""

    page: int
    box: Box
    rotation: int


@dataclass(frozen=True, slots=True)
class PrintedFace:
    """Side of a printed piece: its id, the SHA-256 of its SVG, its language, and its place. ``place`` is None if no
    page of the file shows the face whole."""

    id: str
    sha256: str
    language: str
    place: PrintedPlace | None


@dataclass(frozen=True, slots=True)
class PrintedPiece:
    """Card or page that was printed. ``size`` is the trim in mm, ``cut`` the way it is cut out; ``copies`` is the
    number of printed copies."""

    component: str
    card: str
    front: PrintedFace
    back: PrintedFace | None
    size: tuple[float, float]
    cut: str
    copies: int
    stock: str

    @property
    def key(self) -> tuple[str, str]:
        """Component and id."""
        return self.component, self.card


@dataclass(frozen=True, slots=True)
class PrintedKit:
    """Kit that was printed. ``definition`` is the resolved table that it was built from. ``cards`` holds the fields and
    copies of the cards that this table spells out, by deck and id."""

    label: str
    data: bytes
    paper: str
    code: str
    seed: int
    players: int | None
    ink: str
    pieces: Mapping[tuple[str, str], PrintedPiece]
    inputs: PrintedInputs
    definition: Mapping[str, Any]
    cards: Mapping[str, Mapping[str, Mapping[str, Any]]]
    examples: Mapping[str, Examples]
    """Examples by id of the face."""
    manifest: Mapping[str, Any]

    @property
    def languages(self) -> frozenset[str]:
        """Languages of its faces."""
        return frozenset(
            side.language for piece in self.pieces.values() for side in (piece.front, piece.back) if side is not None
        )


def open_printed_kit(path: Path, game: str) -> PrintedKit:
    """Read the kit of ``game`` from a PDF. Raises PnpError for a file that cannot be read, is no kit, is a kit of
    another game, or was altered since it was built."""
    data, label = _read_file(path), str(path)
    begin_step("reading the printed kit", label)
    try:
        with PrintedPdf(data, label) as pdf:
            manifest = read_manifest(pdf)
            if isinstance(manifest, Diagnostic):
                raise PnpError(replace(manifest, hint=_HINT))
            problems = seal_problems(pdf, manifest)
            pages = pdf.page_count
    except VerificationError as error:
        raise PnpError(
            [replace(diagnostic, hint=diagnostic.hint or _HINT) for diagnostic in error.diagnostics]
        ) from error
    if problems:
        raise PnpError([replace(problem, hint=problem.hint or _HINT) for problem in problems])
    if manifest.get("game") != game:
        message = f"the file is a kit of {manifest.get('game')!r}, and this is {game!r}"
        raise PnpError(Diagnostic("other-game", message, Location(label), f"name a PDF of {game}"))
    try:
        kit = _read_kit(data, label, manifest)
        listed = [int(page["number"]) for page in manifest["pages"]]
    except (KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
        message = f"the manifest is damaged ({type(error).__name__}: {error})"
        raise PnpError(Diagnostic("bad-manifest", message, Location(label), _HINT)) from error
    if listed != list(range(1, pages + 1)):
        counts = f"{len(listed)} up to {max(listed, default=0)}, and {pages}"
        message = f"the manifest lists other pages than the file has: {counts}"
        raise PnpError(Diagnostic("pages", message, Location(label), _HINT))
    return kit


def _read_file(path: Path) -> bytes:
    place = Location(str(path))
    try:
        if path.stat().st_size > LARGEST:
            message = f"the file is larger than {LARGEST // 1_000_000} MB"
            raise PnpError(Diagnostic("too-large", message, place, _HINT))
        return path.read_bytes()
    except OSError as error:
        message = f"the file cannot be read: {error.strerror or error}"
        raise PnpError(Diagnostic("unreadable", message, place, _HINT)) from error


def _read_kit(data: bytes, label: str, manifest: Mapping[str, Any]) -> PrintedKit:
    definition = manifest["definition"]
    if digest(definition) != manifest["definition_sha256"]:
        raise ValueError("its definition is not the one that the file was built from")
    components = definition["components"]
    pieces = {piece.key: piece for piece in _kept_pieces(manifest, components)}
    for piece in _pieces_on_pages(manifest, components):
        # Copies kept from an earlier print and copies printed beside them are of one piece.
        kept_piece = pieces.get(piece.key)
        pieces[piece.key] = piece if kept_piece is None else replace(piece, copies=piece.copies + kept_piece.copies)
    return PrintedKit(
        label=label,
        data=data,
        paper=str(manifest["paper"]["name"]),
        code=str(manifest.get("code", "")),
        ink=ink_in_words(str(manifest.get("ink", "full")), grey=manifest.get("grey") is True),
        seed=int(manifest.get("seed", 0)),
        players=None if manifest.get("players") is None else int(manifest["players"]),
        pieces=pieces,
        inputs=read_provenance(manifest.get("made_of")),
        definition=dict(definition),
        cards={
            str(deck): {str(card["id"]): {key: to_field(card[key]) for key in card if key != "id"} for card in cards}
            for deck, cards in definition.get("decks", {}).items()
        },
        examples=_examples_by_face(manifest),
        manifest=manifest,
    )


def _pieces_on_pages(manifest: Mapping[str, Any], components: Mapping[str, Any]) -> Iterator[PrintedPiece]:
    """Yield every piece that the pages show. The sides of a page may follow one another as fronts."""
    faces = manifest["faces"]
    fronts: dict[tuple[str, str], Counter[str]] = {}
    backs: dict[tuple[str, str], str] = {}
    first_slots: dict[str, tuple[Mapping[str, Any], int, bool]] = {}
    for page in manifest["pages"]:
        for slot in page["slots"]:
            key, face = (str(slot["component"]), str(slot["card"])), str(slot["face_id"])
            first_slots.setdefault(face, (slot, int(page["number"]), "matrix" not in page))
            if slot["face"] == "back":
                backs[key] = face
            elif slot.get("tile", "A1") == "A1":
                fronts.setdefault(key, Counter())[face] += 1
    for key, front_counts in fronts.items():
        names = [*front_counts, *([backs[key]] if key in backs else [])]
        sides = [_face(name, str(faces[name]), *first_slots[name]) for name in names[:2]]
        slot = first_slots[names[0]][0]
        width, height = float(slot["width_mm"]), float(slot["height_mm"])
        size = (height, width) if int(slot["rotation"]) in (90, 270) else (width, height)
        cut, stock = str(slot.get("cut", "card")), _stock(components, key[0])
        yield PrintedPiece(
            *key, sides[0], sides[1] if len(sides) > 1 else None, size, cut, max(front_counts.values()), stock
        )


def _stock(components: Mapping[str, Any], name: str) -> str:
    """Return the stock of a component; older files record none."""
    entry = components[name]
    return stock_of(entry.get("stock"), entry["kind"])


def _face(name: str, sha256: str, slot: Mapping[str, Any], page: int, straight: bool) -> PrintedFace:
    box = tuple(float(slot[key]) for key in ("x_mm", "y_mm", "width_mm", "height_mm"))
    x, y, width, height = box
    if not all(math.isfinite(value) and abs(value) <= LARGEST_PAGE for value in box) or min(width, height) <= 0:
        raise ValueError(f"{name} lies at {box}")
    if slot["rotation"] not in (0, 90, 180, 270):
        raise ValueError(f"{name} is turned by {slot['rotation']}")
    # No page shows a board in tiles whole, nor a page straight that was printed through a printer's correction.
    place = None if "tile" in slot or not straight else PrintedPlace(page, (x, y, width, height), int(slot["rotation"]))
    return PrintedFace(name, sha256, str(slot["language"]), place)


def _kept_pieces(manifest: Mapping[str, Any], components: Mapping[str, Any]) -> Iterator[PrintedPiece]:
    """Yield the unchanged pieces of a file that holds changes alone: none of its pages shows them."""
    for entry in manifest.get("kept", ()):
        sides = [
            PrintedFace(str(side["face_id"]), str(side["sha256"]), str(side["language"]), None)
            for side in entry["sides"]
        ]
        size = float(entry["width_mm"]), float(entry["height_mm"])
        back = sides[1] if len(sides) > 1 else None
        key = str(entry["component"]), str(entry["card"])
        stock = _stock(components, key[0])
        yield PrintedPiece(*key, sides[0], back, size, str(entry["cut"]), int(entry["copies"]), stock)


def kept_entry(piece: PrintedPiece) -> dict[str, Any]:
    """Return the manifest entry of an unchanged piece, for a file that holds changes alone."""
    sides = [side for side in (piece.front, piece.back) if side is not None]
    return {
        "component": piece.component,
        "card": piece.card,
        "copies": piece.copies,
        "width_mm": piece.size[0],
        "height_mm": piece.size[1],
        "cut": piece.cut,
        "sides": [{"face_id": side.id, "sha256": side.sha256, "language": side.language} for side in sides],
    }


def _examples_by_face(manifest: Mapping[str, Any]) -> dict[str, Examples]:
    """Return the examples that are printed on each face."""
    examples: dict[str, set[tuple[str, tuple[str, ...]]]] = {}
    for entry in manifest["examples"]:
        for place in entry["places"]:
            x, y, width, height = (float(value) for value in place["box_mm"])
            try:
                slot = slot_at(manifest, int(place["page"]), x + width / 2, y + height / 2)
            except ValueError:
                continue  # a part on a tile, beyond its own card: the whole example is listed elsewhere
            example = str(entry["id"]), tuple(str(token) for token in place["tokens"])
            examples.setdefault(str(slot["face_id"]), set()).add(example)
    return {face: frozenset(on_face) for face, on_face in examples.items()}
