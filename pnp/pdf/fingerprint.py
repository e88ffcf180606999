"""Fingerprint the fonts, the pictures and the program that a face is painted with. While none of them changes, equal
SVG is painted alike."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

import reportlab

import pnp
from pnp.fonts import FontBook, FontFace
from pnp.pdf.inventory import TextInventory

_DRAW = ("cardsvg", "fonts", "pdf")
"""The packages that have a say in how card SVG is painted."""
_DRAW_NOTHING = frozenset({"pdf/fingerprint.py", "pdf/inventory.py", "pdf/objects/manifest.py", "pdf/paint_cache.py"})


def drawn_with(lettering: TextInventory, fonts: FontBook) -> dict[str, bytes]:
    """The fonts and the picture files of drawings, by names for people, with a digest of each.

    Of a stack these are all fonts that were looked into for a character: the one that has it, and those before it.
    """
    found = {f"picture {name}": bytes.fromhex(digest) for name, digest in lettering.pictures.items()}
    for asked, said in lettering.all.items():
        for face in _looked_into(fonts.stack(*asked).faces, said):
            found[_name(face)] = face.digest
    return dict(sorted(found.items()))


def _looked_into(faces: tuple[FontFace, ...], chars: set[str]) -> tuple[FontFace, ...]:
    """The faces of a stack down to the last one that is asked for one of ``chars``."""
    last = 0
    for char in chars:
        found = next((at for at, face in enumerate(faces) if face.covers(char)), len(faces) - 1)
        last = max(last, found)
    return faces[: last + 1]


def _name(face: FontFace) -> str:
    slope = "" if face.style == "normal" else f" {face.style}"
    width = "" if face.stretch == 100 else f" {face.stretch:g} %"
    return f"font {face.family} {face.weight}{slope}{width}"


@cache
def edition(program: Path = Path(pnp.__file__).parent) -> bytes:
    """SHA-256 of the code in ``program`` that paints card SVG, and of the release of ReportLab."""
    digest = hashlib.sha256(str(reportlab.__version__).encode())
    for package in _DRAW:
        for module in sorted((program / package).rglob("*.py")):
            name = module.relative_to(program).as_posix()
            if name not in _DRAW_NOTHING:
                digest.update(name.encode() + b"\0" + module.read_bytes())
    return digest.digest()
