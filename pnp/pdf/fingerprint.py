"""Fingerprint of the fonts, the pictures and the program that paint a face.

While none of them changes, equal SVG gives equal operators.
"""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

import reportlab

import pnp
from pnp.fonts import FontBook, FontFace
from pnp.fonts.subset import HARFBUZZ
from pnp.pdf.inventory import TextInventory

_PAINTING_PACKAGES = ("cardsvg", "fonts", "pdf")
"""Packages that determine how card SVG is painted."""
_OTHER_MODULES = frozenset({"pdf/fingerprint.py", "pdf/inventory.py", "pdf/objects/manifest.py", "pdf/paint_cache.py"})


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


@cache
def painter_digest(program: Path = Path(pnp.__file__).parent) -> bytes:
    """Return the SHA-256 of the painting code in ``program``, and of the releases of ReportLab and HarfBuzz."""
    digest = hashlib.sha256(f"{reportlab.__version__} {HARFBUZZ}".encode())
    for package in _PAINTING_PACKAGES:
        for module in sorted((program / package).rglob("*.py")):
            name = module.relative_to(program).as_posix()
            if name not in _OTHER_MODULES:
                digest.update(name.encode() + b"\0" + module.read_bytes())
    return digest.digest()
