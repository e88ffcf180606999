"""Ways to tamper with a printed kit: its pages, its manifest, its seal."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pikepdf
import pytest

NAME = "pnp-manifest.json"
SEAL = "/PnpSeal"
_SHOWN = re.compile(rb"/(F\d+) [\d.]+ Tf <([0-9A-Fa-f]{4})> Tj")
_UNICODE = re.compile(rb"<([0-9A-Fa-f]{4})> <([0-9A-Fa-f]{4})>")


@dataclass
class Tampering:
    """A copy of a PDF to be changed. ``data`` gives its bytes."""

    document: pikepdf.Pdf

    @property
    def manifest(self) -> dict[str, Any]:
        manifest = json.loads(self.document.attachments[NAME].get_file().read_bytes())
        assert isinstance(manifest, dict)
        return manifest

    def attach(self, data: bytes) -> None:
        """Put other bytes in the place of the manifest."""
        del self.document.attachments[NAME]
        self.document.attachments[NAME] = pikepdf.AttachedFileSpec(self.document, data, filename=NAME)

    def change(self, edit: Callable[[dict[str, Any]], object]) -> None:
        """Edit the manifest."""
        manifest = self.manifest
        edit(manifest)
        self.attach(json.dumps(manifest).encode())

    def seal_again(self, seal: Callable[[dict[str, Any]], Any]) -> None:
        """Make the seal agree with the manifest as it is now."""
        self.document.docinfo[SEAL] = json.dumps(seal(self.manifest))

    def print_instead(self, page: int, old: str, new: str, copy: int = 0) -> None:
        """On ``page``, in the ``copy``-th place where ``old`` is printed as a glyph by itself, print ``new``."""
        for form, fonts in self._contents(page):
            stream = form.read_bytes()
            glyphs = {name: self._glyphs(font) for name, font in fonts.items()}
            places = [
                matched
                for matched in _SHOWN.finditer(stream)
                if glyphs["/" + matched[1].decode()].get(old) == matched[2].upper().decode()
                and new in glyphs["/" + matched[1].decode()]
            ]
            if len(places) > copy:
                place = places[copy]
                code = glyphs["/" + place[1].decode()][new].encode()
                form.write(stream[: place.start(2)] + code + stream[place.end(2) :])
                return
        raise AssertionError(f"{old!r} is not printed {copy + 1} times on page {page}")

    def print_text_instead(self, page: int, old: str, new: str) -> bool:
        """On ``page``, where ``old`` is printed in one piece first, print ``new``, which has the same characters."""
        for form, fonts in self._contents(page):
            stream = form.read_bytes()
            for font in fonts.values():
                glyphs = self._glyphs(font)
                if set(old + new) <= set(glyphs):
                    old_operator, new_operator = (
                        f"<{''.join(glyphs[char] for char in text)}> Tj".encode() for text in (old, new)
                    )
                    if old_operator in stream:
                        form.write(stream.replace(old_operator, new_operator, 1))
                        return True
        return False

    def rewrite(self, old: bytes, new: bytes) -> None:
        """Change operators on every page."""
        for page in range(1, len(self.document.pages) + 1):
            for form, _ in self._contents(page):
                form.write(form.read_bytes().replace(old, new))

    def _contents(self, page: int) -> list[tuple[Any, Any]]:
        """Return the streams of operators that paint a page, the page itself last, and the fonts that they name."""
        shown = self.document.pages[page - 1]
        forms = shown.Resources.get("/XObject", {}).values()
        return [
            (stream, stream.get("/Resources", shown.Resources).get("/Font", {})) for stream in [*forms, shown.Contents]
        ]

    def _glyphs(self, font: Any) -> dict[str, str]:
        pairs = _UNICODE.findall(font.ToUnicode.read_bytes())
        return {chr(int(text, 16)): code.decode().upper() for code, text in pairs if text != b"FFFF"}

    @property
    def data(self) -> bytes:
        buffer = io.BytesIO()
        self.document.save(buffer)
        return buffer.getvalue()


@pytest.fixture
def tamper() -> Callable[[bytes], Tampering]:
    """Open a copy of a PDF for changing."""
    return lambda data: Tampering(pikepdf.open(io.BytesIO(data)))
