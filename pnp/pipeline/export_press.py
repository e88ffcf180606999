"""How the PDF of an export is written: for screens, or for the press of a print shop."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from pnp.cardsvg import Drawing
from pnp.diagnostics import Diagnostic, PnpError
from pnp.export.formats import PAGES, Format
from pnp.export.shop import INK_LIMIT, Shop
from pnp.model.component import Component
from pnp.pdf.job import CutShape
from pnp.pdf.objects.exchange import TITLES, Exchange
from pnp.pipeline.exports import ExportOptions
from pnp.records import dataclass
from pnp.rendering.face import Face

_SHAPES: Mapping[str, CutShape] = {"card": "box", "square": "box", "circle": "circle"}
"""The line along which a piece is cut out; a net has lines of its own."""


@dataclass(frozen=True, slots=True)
class Press:
    """How pages are written. ``exchange`` is None for a plain PDF; ``outlines`` makes shapes of type."""

    exchange: Exchange | None = None
    outlines: bool = False
    cut_line: bool = False
    _flat: dict[str, Drawing] = field(default_factory=dict)

    def drawings(self, faces: Mapping[str, Face]) -> dict[str, Drawing]:
        """The drawings of faces by their ids, as this press can print them.

        Raises TemplateError, located in the drawing, for what is seen through and cannot be put together.
        """
        if self.exchange is None or self.exchange.transparent:
            return {name: face.drawing for name, face in faces.items()}
        from pnp.prepress.flatten import opaque  # noqa: PLC0415 - few exports need it

        for name, face in faces.items():
            if name not in self._flat:
                self._flat[name] = opaque(face.drawing)
        return {name: self._flat[name] for name in faces}

    def cuts(self, components: Mapping[int, Component]) -> dict[int, CutShape]:
        """Which pages have a line to cut along, and what line; ``components`` says what lies on each."""
        if not self.cut_line:
            return {}
        return {number: _SHAPES[one.cut] for number, one in components.items() if one.cut in _SHAPES and one.size}


def press_for(options: ExportOptions, shop: Shop | None, format_: Format) -> Press:
    """What is asked for, by a person and a shop. Raises PnpError for what does not go together, and for a profile that
    is none; nothing is drawn before."""
    _check(options, shop, format_)
    outlines = options.outlines or (shop is not None and shop.outlines and format_ in PAGES)
    if format_ != "pdfx":
        return Press(None, outlines, options.cut_line)
    from pnp.prepress.press import PressInks  # noqa: PLC0415 - colour management takes 50 ms, for PDF/X alone
    from pnp.prepress.profile import read_profile, shipped_profile  # noqa: PLC0415

    standard = options.standard or ("x4" if shop is None else shop.standard)
    profile = shipped_profile() if options.icc is None else read_profile(options.icc, standard)
    limit = INK_LIMIT if shop is None else shop.ink_limit
    exchange = Exchange(standard, PressInks(profile, limit), profile.data, profile.condition, profile.described)
    return Press(exchange, outlines, options.cut_line)


def _check(options: ExportOptions, shop: Shop | None, format_: Format) -> None:
    if format_ != "pdfx":
        for given, name in ((options.standard, "--standard"), (options.icc, "--icc")):
            if given is not None:
                message = f"{name} is for files in PDF/X, and this export is in {format_}"
                raise PnpError(Diagnostic("usage", message, hint=f"say --to pdfx, or leave {name} away"))
    if options.cut_line and format_ not in PAGES:
        message = f"--cut-line is a spot colour, and {format_} has none"
        raise PnpError(Diagnostic("usage", message, hint="say --to pdfx or --to pdf, or leave --cut-line away"))
    if options.outlines and format_ not in (*PAGES, "svg"):
        message = f"--outlines makes shapes of the type, and {format_} has no type"
        raise PnpError(Diagnostic("usage", message, hint="say --to pdfx, pdf or svg, or leave --outlines away"))
    if shop is not None and options.standard not in (None, shop.standard):
        message = f"{shop.title} takes {TITLES[shop.standard]}"
        raise PnpError(Diagnostic("usage", message, hint="leave --standard away, or export without --shop"))
