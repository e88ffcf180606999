"""Fingerprint of the fonts, the pictures and the program that paint a face.

While none of them changes, equal SVG gives equal operators.
"""

from __future__ import annotations

import hashlib

import reportlab

from pnp.cache.edition import edition
from pnp.fonts import FontBook, FontFace
from pnp.fonts.subset import HARFBUZZ
from pnp.pdf.inventory import TextInventory

PAINTING = (
    "pnp.cardsvg", "pnp.fonts", "pnp.imposition.marks.hexagons", "pnp.imposition.page", "pnp.model.hexagon",
    "pnp.model.sheet_template", "pnp.pdf.writer", "pnp.pdf.embedding", "pnp.pdf.job", "pnp.pdf.objects.document",
    "pnp.pdf.objects.palette", "pnp.pdf.objects.pictures", "pnp.pdf.painting", "pnp.pdf.resources", "pnp.pdf.writer",
    "pnp.records", "pnp.units",
)  # fmt: skip
"""Modules and packages that determine how card SVG is painted."""


def asset_digests(lettering: TextInventory, fonts: FontBook) -> dict[str, bytes]:
    """Return the fonts and picture files of drawings, by readable names, with a digest of each.

    The fonts of a stack are all that were searched for a character: the font that has it, and those before it.
    """
    digests = {f"picture {name}": bytes.fromhex(digest) for name, digest in lettering.pictures.items()}
    for style, chars in lettering.all.items():
        for face in _searched_faces(fonts.stack(*style).faces, chars):
            digests[_font_name(face)] = face.digest
    return dict(sorted(digests.items()))


def _searched_faces(faces: tuple[FontFace, ...], chars: set[str]) -> tuple[FontFace, ...]:
    """Return the faces of a stack down to the last one that is searched for one of ``chars``."""
    last_index = 0
    for char in chars:
        index = next((position for position, face in enumerate(faces) if face.covers(char)), len(faces) - 1)
        last_index = max(last_index, index)
    return faces[: last_index + 1]


def _font_name(face: FontFace) -> str:
    slope = "" if face.style == "normal" else f" {face.style}"
    width = "" if face.stretch == 100 else f" {face.stretch:g} %"
    return f"font {face.family} {face.weight}{slope}{width}"


def painter_digest() -> bytes:
    """Return the SHA-256 of the painting code, and of the releases of ReportLab and HarfBuzz."""
    return hashlib.sha256(f"{reportlab.__version__} {HARFBUZZ}".encode() + edition(*PAINTING)).digest()
