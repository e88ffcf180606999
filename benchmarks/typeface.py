"""The typeface that every contender sets the cards in."""

from __future__ import annotations

import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

_FAMILY = "DejaVu Sans"
_STYLE = "DejaVu Sans:style=Book"


@dataclass(frozen=True, slots=True)
class Typeface:
    """A static TrueType font. ``on_system`` says whether programs that know only installed fonts find it."""

    family: str
    file: Path
    on_system: bool


def find_typeface(shipped_fonts: Path) -> Typeface:
    """DejaVu Sans where fontconfig knows it; otherwise a shipped font, which some peers cannot find."""
    installed = _installed()
    if installed is not None:
        return Typeface(_FAMILY, installed, True)
    return Typeface("Barlow Semi Condensed", shipped_fonts / "BarlowSemiCondensed-Medium-latin.ttf", False)


def _installed() -> Path | None:
    program = shutil.which("fc-match")
    if program is None:
        return None
    asked = subprocess.run([program, "-f", "%{file}", _STYLE], capture_output=True, text=True, check=False)
    found = Path(asked.stdout.strip())
    return found if asked.returncode == 0 and found.name == "DejaVuSans.ttf" and found.is_file() else None
