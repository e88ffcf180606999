"""A file held to the rules."""

from __future__ import annotations

import io
import re
from functools import partial
from typing import Any

import pikepdf

from pnp.preflight.content import Limits, Walker
from pnp.preflight.document import check_document, check_packing, check_page
from pnp.preflight.rules import RULES, Finding, Findings, Profile
from pnp.preflight.streams import TooMuchError
from pnp.records import dataclass

_MOST_PAGES = 3000
_HINT = "split the file, or look at it with another program"


@dataclass(frozen=True, slots=True)
class Report:
    """What was found in a file that was held to ``profile``, and how many pages it has."""

    profile: Profile
    pages: int
    findings: tuple[Finding, ...]

    @property
    def passed(self) -> bool:
        """Whether nothing is an error."""
        return all(RULES[one.rule].severity(self.profile) != "error" for one in self.findings)


class NotAPdfError(ValueError):
    """The bytes are no PDF, or one that cannot be opened."""


def preflight(data: bytes, profile: Profile | None, limits: Limits) -> Report:
    """Hold a PDF to the rules of ``profile``; None takes what the file says it is. Raises NotAPdfError."""
    try:
        pdf = pikepdf.open(io.BytesIO(data), suppress_warnings=True, attempt_recovery=True)
    except pikepdf.PasswordError as error:
        raise NotAPdfError("the file asks for a password") from error
    except (pikepdf.PdfError, OSError, ValueError, RuntimeError) as error:
        raise NotAPdfError(f"this is no PDF, or it is damaged beyond repair: {_said(error)}") from error
    with pdf:
        profile = profile or _stated(pdf)
        found = Findings(profile)
        return Report(profile, _looked_at(pdf, data, found, limits), found.all())


def _looked_at(pdf: pikepdf.Pdf, data: bytes, found: Findings, limits: Limits) -> int:
    pages = 0
    _guarded(found, None, lambda: check_document(pdf, found))
    check_packing(data, found)
    walker = Walker(found, limits)
    try:
        pages = len(pdf.pages)
        for number, page in enumerate(pdf.pages, 1):
            if number > _MOST_PAGES:
                found.tell("too-much", f"the file has {pages:,} pages; {_MOST_PAGES:,} were looked at", _HINT)
                break
            if not _guarded(found, number, partial(_page, walker, page, number, found)):
                break
    except (pikepdf.PdfError, RuntimeError, ValueError, TypeError) as error:
        found.tell("damaged", f"the pages cannot be read: {_said(error)}", "write the file again")
    return pages


def _page(walker: Walker, page: pikepdf.Page, number: int, found: Findings) -> None:
    media = check_page(page, number, found)
    walker.walk(page, number, media[:2])


def _guarded(found: Findings, page: int | None, look: Any) -> bool:
    """Look at a part; what cannot be read there is told, and does not keep the others from being looked at. Returns
    whether there is room to go on."""
    try:
        look()
    except TooMuchError as error:
        found.tell("too-much", f"{error}: the rest was not looked at", _HINT, page)
        return page is None
    except (pikepdf.PdfError, RuntimeError, ValueError, TypeError, AttributeError, OverflowError, KeyError) as error:
        said = str(error).splitlines()[0][:200] if str(error) else type(error).__name__
        found.tell(
            "damaged", f"something cannot be read: {said}", "write the file again with the program it is from", page
        )
    return True


def _stated(pdf: pikepdf.Pdf) -> Profile:
    """What a file says it is."""
    info = pdf.trailer.get("/Info")
    named = str(info.get("/GTS_PDFXVersion", "")) if isinstance(info, pikepdf.Dictionary) else ""
    metadata = pdf.Root.get("/Metadata") if isinstance(pdf.Root, pikepdf.Dictionary) else None
    if re.match("PDF/X-1", named):
        return "x1a"
    if re.match("PDF/X-4", named):
        return "x4"
    if isinstance(metadata, pikepdf.Stream) and b"PDF/X-4" in metadata.read_raw_bytes()[:100_000]:
        return "x4"
    return "home"


def _said(error: Exception) -> str:
    """What is wrong, in one line, without what the reader calls a file that has no name."""
    lines = re.sub(r"^stream <[^>]*>[^:]*: ", "", str(error)).splitlines()
    return lines[0][:200] if lines else type(error).__name__
