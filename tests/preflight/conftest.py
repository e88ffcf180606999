"""A file of each standard to break, and the findings in it."""

from __future__ import annotations

import io
from collections.abc import Callable
from functools import cache

import pikepdf
import pytest

from pnp.cardsvg import parse
from pnp.fonts import FontBook
from pnp.pdf import PrintJob
from pnp.pdf.objects.exchange import Exchange, Standard
from pnp.pdf.writer import PageBoxes, write_pdf
from pnp.preflight.check import preflight
from pnp.preflight.content import PreflightLimits
from pnp.preflight.rules import Finding, Profile
from pnp.prepress.press import PressInks
from pnp.prepress.profile import shipped_profile
from pnp.shipped import shipped
from tests.pdf.looking import single_pages

FACE = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="60mm" height="40mm" viewBox="0 0 60 40">'
    '<rect width="60" height="40" fill="#fc0"/><path d="M5 5H50" stroke="#00a" stroke-width="0.5"/>'
    '<text x="5" y="20" font-family="BIZ UDPGothic" font-size="4" fill="#000">Hello</text></svg>'
)


@cache
def whole(standard: Standard) -> bytes:
    """A file without errors."""
    profile = shipped_profile()
    exchange = Exchange(standard, PressInks(profile, 300), profile.data, profile.condition, profile.described)
    fonts = FontBook([shipped("fonts")])
    faces = {"face": parse(FACE, "face.svg")}
    stack = fonts.stack(("Barlow Semi Condensed", "BIZ UDPGothic"), 500)
    boxes = {1: PageBoxes((3, 3, 57, 37), (0, 0, 60, 40))}
    job = PrintJob("Test", "en", faces, single_pages(faces), fonts, stack, boxes=boxes, exchange=exchange)
    return write_pdf(job)


Change = Callable[[pikepdf.Pdf], None]


@pytest.fixture
def findings_of() -> Callable[..., list[Finding]]:
    """Findings in a file of a standard after a change: ``findings_of("x1a", change)``."""

    def look(
        standard: Standard, change: Change = lambda _pdf: None, limits: PreflightLimits | None = None, **saving: object
    ) -> list[Finding]:
        held: Profile = standard
        return list(preflight(broken(standard, change, **saving), held, limits or PreflightLimits()).findings)

    return look


def broken(standard: Standard, change: Change, **saving: object) -> bytes:
    """A file in which ``change`` has broken something."""
    with pikepdf.open(io.BytesIO(whole(standard))) as pdf:
        change(pdf)
        written = io.BytesIO()
        how: dict[str, object] = {"static_id": True, "fix_metadata_version": False, "compress_streams": False}
        if "encryption" not in saving:
            how["stream_decode_level"] = pikepdf.StreamDecodeLevel.none
        packed = pikepdf.ObjectStreamMode.disable if standard == "x1a" else pikepdf.ObjectStreamMode.generate
        pdf.save(written, **{**how, "object_stream_mode": packed, **saving})  # type: ignore[arg-type]
    return written.getvalue()


def painting(operators: str, **resources: object) -> Change:
    """A change that paints more on the page, with more resources."""

    def change(pdf: pikepdf.Pdf) -> None:
        page = pdf.pages[0]
        page.contents_add(pikepdf.Stream(pdf, b"q " + operators.encode() + b" Q"), prepend=True)
        for name, held in resources.items():
            own = page.obj.Resources.get(f"/{name}", pikepdf.Dictionary())
            for key, value in held(pdf).items():  # type: ignore[operator]
                own[f"/{key}"] = value
            page.obj.Resources[f"/{name}"] = own

    return change
