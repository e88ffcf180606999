"""A file held to the rules."""

from __future__ import annotations

import io
import re
from functools import partial
from typing import Any

import pikepdf

from pnp.preflight.content import PageWalker, PreflightLimits
from pnp.preflight.rules import RULES, Finding, Findings, Profile
from pnp.preflight.streams import TooMuchError, check_size, filters
from pnp.records import dataclass
from pnp.units import MM_PER_PT

# What the file as a whole says of itself: version, identification, output intent, and what may not be in it.

_NEWEST = {"x1a": "1.4", "x4": "1.6"}
_NAMED = {"x1a": re.compile(r"PDF/X-1a:2003"), "x4": re.compile(r"PDF/X-4")}
_FORBIDDEN = {
    "x1a": ("/LZWDecode", "/JPXDecode", "/JBIG2Decode", "/Crypt"),
    "x4": ("/LZWDecode", "/Crypt"),
}
_MOST_OBJECTS = 400_000
_LARGEST_PROFILE = 20_000_000
_XMP_VERSION = re.compile(rb"GTS_PDFXVersion(?:>|=\")PDF/X-4")
_AGAIN = "write the file again as PDF/X, such as with pnp export --to pdfx"


def check_document(pdf: pikepdf.Pdf, found: Findings) -> None:
    """All but the pages."""
    if len(pdf.objects) > _MOST_OBJECTS:
        found.tell("too-much", f"the file has {len(pdf.objects):,} objects", "split it")
        return
    for problem in pdf.get_warnings():
        found.tell(
            "damaged", f"the file is damaged: {_first_line(problem)}", "write it again with the program it is from"
        )
    _versions(pdf, found)
    _check_information(pdf, found)
    _metadata(pdf, found)
    _intents(pdf, found)
    _catalog(pdf, found)
    _objects(pdf, found)


def _first_line(problem: object) -> str:
    return str(problem).splitlines()[0][:200] if str(problem) else "it cannot be read as it stands"


def _versions(pdf: pikepdf.Pdf, found: Findings) -> None:
    newest = _NEWEST.get(found.profile)
    if newest is not None and pdf.pdf_version > newest:
        found.tell("version", f"this is PDF {pdf.pdf_version}, and {newest} is the newest that may be", _AGAIN)
    if pdf.is_encrypted:
        found.tell("encrypted", "the file is encrypted", "save it without a password and without restrictions")
    if "/ID" not in pdf.trailer:
        found.tell("file-id", "the file has no identifier (ID in its trailer)", _AGAIN)


def _check_information(pdf: pikepdf.Pdf, found: Findings) -> None:
    info = pdf.trailer.get("/Info")
    info = info if isinstance(info, pikepdf.Dictionary) else pikepdf.Dictionary()
    for key in ("/Title", "/CreationDate", "/ModDate"):
        if not str(info.get(key, "")).strip():
            found.tell("information", f"the document information has no {key[1:]}", _AGAIN)
    if str(info.get("/Trapped", "")) not in ("/True", "/False"):
        found.tell("trapped", "the file does not say whether it is trapped (Trapped)", _AGAIN)
    if found.profile == "x1a" and not _NAMED["x1a"].fullmatch(str(info.get("/GTS_PDFXVersion", ""))):
        found.tell("identification", "the file does not say that it is PDF/X-1a:2003 (GTS_PDFXVersion)", _AGAIN)


def _metadata(pdf: pikepdf.Pdf, found: Findings) -> None:
    if found.profile != "x4":
        return
    stream = pdf.Root.get("/Metadata")
    data = b""
    if isinstance(stream, pikepdf.Stream):
        check_size(stream, 5_000_000)
        data = stream.read_bytes()
    else:
        found.tell("metadata", "the file has no metadata (XMP)", _AGAIN)
        return
    if not _XMP_VERSION.search(data):
        found.tell("identification", "its metadata do not say that it is PDF/X-4 (pdfxid:GTS_PDFXVersion)", _AGAIN)
    for name in (b"DocumentID", b"VersionID", b"RenditionClass", b"CreateDate", b"ModifyDate", b"MetadataDate"):
        if name not in data:
            found.tell("metadata", f"its metadata lack {name.decode()}", _AGAIN)


def _intents(pdf: pikepdf.Pdf, found: Findings) -> None:
    intents = [one for one in _array(pdf.Root.get("/OutputIntents")) if isinstance(one, pikepdf.Dictionary)]
    ours = [one for one in intents if one.get("/S") == pikepdf.Name.GTS_PDFX]
    if len(ours) != 1:
        number = "no output intent for PDF/X" if not ours else f"{len(ours)} output intents for PDF/X, and one is due"
        found.tell("output-intent", f"the file has {number}", _AGAIN)
        return
    intent = ours[0]
    if not str(intent.get("/OutputConditionIdentifier", "")):
        found.tell("output-intent", "the output intent names no printing condition (OutputConditionIdentifier)", _AGAIN)
    profile = intent.get("/DestOutputProfile")
    if isinstance(profile, pikepdf.Stream):
        _profile(profile, found)
    elif found.profile == "x4" or not str(intent.get("/RegistryName", "")):
        found.tell("output-intent", "the output intent has no ICC profile (DestOutputProfile)", _AGAIN)


def _profile(profile: pikepdf.Stream, found: Findings) -> None:
    check_size(profile, _LARGEST_PROFILE)
    data = profile.read_bytes()
    if len(data) < 128 or data[36:40] != b"acsp":
        found.tell("profile", "the profile of the output intent is no ICC profile", _AGAIN)
        return
    kind, space = data[12:16].decode("latin-1").strip(), data[16:20].decode("latin-1").strip()
    if kind != "prtr":
        found.tell("profile", f"the profile of the output intent is of class {kind!r}, not of a press (prtr)", _AGAIN)
    elif space != "CMYK":
        found.tell(
            "profile", f"the profile of the output intent is of {space}, and DeviceCMYK cannot mean that", _AGAIN
        )
    parts = {"GRAY": 1, "RGB": 3, "CMYK": 4}.get(space)
    if parts is not None and profile.get("/N") != parts:
        found.tell(
            "profile", f"the profile of the output intent has {parts} colours, and N says {profile.get('/N')}", _AGAIN
        )
    if found.profile == "x1a" and data[8] > 2:
        found.tell(
            "profile", f"the profile of the output intent is of version {data[8]}; PDF 1.4 knows 2 alone", _AGAIN
        )


def _catalog(pdf: pikepdf.Pdf, found: Findings) -> None:
    names = pdf.Root.get("/Names")
    names = names if isinstance(names, pikepdf.Dictionary) else pikepdf.Dictionary()
    action = pdf.Root.get("/OpenAction")
    if "/JavaScript" in names or "/AA" in pdf.Root or isinstance(action, pikepdf.Dictionary):
        found.tell("actions", "the file has actions or scripts", "take them out: paper does nothing")
    if "/EmbeddedFiles" in names or "/AF" in pdf.Root:
        found.tell("attachments", "the file carries other files", "export it anew, or take them out")
    form = pdf.Root.get("/AcroForm")
    if isinstance(form, pikepdf.Dictionary) and ("/XFA" in form or len(_array(form.get("/Fields")))):
        found.tell("annotations", "the file has form fields", "flatten them")
    if "/OCProperties" in pdf.Root:
        found.tell("layers", "the file has layers", "put all on one, or say --standard x4")


def _objects(pdf: pikepdf.Pdf, found: Findings) -> None:
    """What no object may be, wherever it stands."""
    for item in pdf.objects:
        if not isinstance(item, pikepdf.Stream):
            continue
        for name in filters(item):
            if name in _FORBIDDEN.get(found.profile, ()):
                found.tell("filter", f"a stream is packed by {name[1:]}", "write the file again with Flate or JPEG")
        if "/F" in item:
            found.tell("external", "what a stream holds is in another file", "embed it")


def _array(value: object) -> list[pikepdf.Object]:
    return list(value) if isinstance(value, pikepdf.Array) else []


def check_packing(data: bytes, found: Findings) -> None:
    """Whether objects are packed in streams, by the bytes of the file: whoever has read it has unpacked them."""
    if re.search(rb"/Type\s*/(?:ObjStm|XRef)\b", data):
        found.tell("object-streams", "the file has object streams, which came with PDF 1.5", _AGAIN)


# The boxes of pages, and what may not be on them.

_OFF = 0.01
"""In points: what is so little outside is rounding."""
Box = tuple[float, float, float, float]


def check_page(page: pikepdf.Page, number: int, found: Findings) -> Box:
    """The boxes of a page and its annotations; its media box in points."""
    media = _box(page, "/MediaBox", inherited=True)
    if media is None:
        found.tell("boxes", "the page has no size (MediaBox)", _AGAIN, number)
        return 0.0, 0.0, 0.0, 0.0
    trim, art = _box(page, "/TrimBox"), _box(page, "/ArtBox")
    if (trim is None) == (art is None):
        message = (
            "the page does not say where it is cut (TrimBox)" if trim is None else "the page has TrimBox and ArtBox"
        )
        found.tell("boxes", message, _AGAIN, number)
    bleed = _box(page, "/BleedBox")
    crop = _box(page, "/CropBox", inherited=True)
    for inner, outer, names in (
        (trim or art, bleed, "the trim leaves the bleed"),
        (trim or art, media, "the trim leaves the page"),
        (bleed, media, "the bleed leaves the page"),
        (trim or art, crop, "the trim leaves the CropBox"),
        (bleed, crop, "the bleed leaves the CropBox"),
    ):
        if inner is not None and outer is not None and not _inside(inner, outer):
            found.tell("nested-boxes", f"{names}: {_told(inner)} in {_told(outer)}", _AGAIN, number)
    _annotations(page, number, trim or art or media, found)
    if "/AA" in page.obj:
        found.tell("actions", "the page has actions", "take them out: paper does nothing", number)
    return media


def _annotations(page: pikepdf.Page, number: int, trim: Box, found: Findings) -> None:
    notes = page.obj.get("/Annots")
    for note in list(notes) if isinstance(notes, pikepdf.Array) else []:
        if not isinstance(note, pikepdf.Dictionary) or note.get("/Subtype") in (pikepdf.Name.TrapNet,):
            continue
        where = _numbers(note.get("/Rect"))
        if note.get("/Subtype") == pikepdf.Name.PrinterMark or where is None or _apart(where, trim):
            continue
        kind = str(note.get("/Subtype", "/?"))[1:]
        found.tell(
            "annotations", f"an annotation ({kind}) lies on the page", "take it out, or move it off the page", number
        )


def _box(page: pikepdf.Page, name: str, inherited: bool = False) -> Box | None:
    at: pikepdf.Object | None = page.obj
    for _ in range(50):
        if not isinstance(at, pikepdf.Dictionary):
            return None
        if name in at or not inherited:
            return _numbers(at.get(name))
        at = at.get("/Parent")
    return None


def _numbers(value: object) -> Box | None:
    if not isinstance(value, pikepdf.Array) or len(value) != 4:
        return None
    try:
        x1, y1, x2, y2 = (float(part) for part in value)
    except (TypeError, ValueError):
        return None
    return min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2)


def _inside(inner: Box, outer: Box) -> bool:
    return (
        inner[0] >= outer[0] - _OFF
        and inner[1] >= outer[1] - _OFF
        and inner[2] <= outer[2] + _OFF
        and inner[3] <= outer[3] + _OFF
    )


def _apart(one: Box, other: Box) -> bool:
    return one[2] <= other[0] or one[0] >= other[2] or one[3] <= other[1] or one[1] >= other[3]


def _told(box: Box) -> str:
    left, bottom, right, top = (part * MM_PER_PT for part in box)
    return f"{left:.1f}, {bottom:.1f} to {right:.1f}, {top:.1f} mm"


_MOST_PAGES = 3000
_HINT = "split the file, or look at it with another program"


@dataclass(frozen=True, slots=True)
class PreflightReport:
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


def preflight(data: bytes, profile: Profile | None, limits: PreflightLimits) -> PreflightReport:
    """Hold a PDF to the rules of ``profile``; None takes what the file says it is. Raises NotAPdfError."""
    try:
        pdf = pikepdf.open(io.BytesIO(data), suppress_warnings=True, attempt_recovery=True)
    except pikepdf.PasswordError as error:
        raise NotAPdfError("the file asks for a password") from error
    except (pikepdf.PdfError, OSError, ValueError, RuntimeError) as error:
        raise NotAPdfError(f"this is no PDF, or it is damaged beyond repair: {_one_line(error)}") from error
    with pdf:
        profile = profile or _stated(pdf)
        found = Findings(profile)
        return PreflightReport(profile, _looked_at(pdf, data, found, limits), found.all())


def _looked_at(pdf: pikepdf.Pdf, data: bytes, found: Findings, limits: PreflightLimits) -> int:
    pages = 0
    _guarded(found, None, lambda: check_document(pdf, found))
    check_packing(data, found)
    walker = PageWalker(found, limits)
    try:
        pages = len(pdf.pages)
        for number, page in enumerate(pdf.pages, 1):
            if number > _MOST_PAGES:
                found.tell("too-much", f"the file has {pages:,} pages; {_MOST_PAGES:,} were looked at", _HINT)
                break
            if not _guarded(found, number, partial(_page, walker, page, number, found)):
                break
    except (pikepdf.PdfError, RuntimeError, ValueError, TypeError) as error:
        found.tell("damaged", f"the pages cannot be read: {_one_line(error)}", "write the file again")
    return pages


def _page(walker: PageWalker, page: pikepdf.Page, number: int, found: Findings) -> None:
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


def _one_line(error: Exception) -> str:
    """What is wrong, in one line, without what the reader calls a file that has no name."""
    lines = re.sub(r"^stream <[^>]*>[^:]*: ", "", str(error)).splitlines()
    return lines[0][:200] if lines else type(error).__name__
