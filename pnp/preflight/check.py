"""Check of a file against the rules."""

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
from pnp.steps import begin_step
from pnp.units import MM_PER_PT

# The file as a whole: version, identification, output intent, and forbidden content

_NEWEST_VERSIONS = {"x1a": "1.4", "x4": "1.6"}
_VERSION_KEYS = {"x1a": re.compile(r"PDF/X-1a:2003"), "x4": re.compile(r"PDF/X-4")}
_FORBIDDEN_FILTERS = {
    "x1a": ("/LZWDecode", "/JPXDecode", "/JBIG2Decode", "/Crypt"),
    "x4": ("/LZWDecode", "/Crypt"),
}
_MAX_OBJECTS = 400_000
_MAX_PROFILE_BYTES = 20_000_000
_XMP_VERSION = re.compile(rb"""GTS_PDFXVersion(?:\s[^<>]{0,999})?(?:>|=\s{0,9}["'])\s{0,9}PDF/X-4""")
_EXPORT_HINT = "write the file again as PDF/X, such as with pnp export --to pdfx"


def check_document(pdf: pikepdf.Pdf, findings: Findings) -> None:
    """Check everything except the pages."""
    if len(pdf.objects) > _MAX_OBJECTS:
        findings.tell("too-much", f"the file has {len(pdf.objects):,} objects", "split it")
        return
    for problem in pdf.get_warnings():
        findings.tell(
            "damaged", f"the file is damaged: {_first_line(problem)}", "write it again with the program it is from"
        )
    _check_version(pdf, findings)
    _check_information(pdf, findings)
    _check_metadata(pdf, findings)
    _check_output_intents(pdf, findings)
    _check_catalog(pdf, findings)
    _check_objects(pdf, findings)


def _first_line(problem: object) -> str:
    """Return a warning in one line, without the reader's name for a file that has none."""
    lines = re.sub(r"^(?:stream )?<[^>]*>[^:]*: ", "", str(problem).removeprefix("stream ")).splitlines()
    return lines[0][:200] if lines else "it cannot be read as it stands"


def _check_version(pdf: pikepdf.Pdf, findings: Findings) -> None:
    newest = _NEWEST_VERSIONS.get(findings.profile)
    if newest is not None and pdf.pdf_version > newest:
        findings.tell("version", f"this is PDF {pdf.pdf_version}, and {newest} is the newest that may be", _EXPORT_HINT)
    if pdf.is_encrypted:
        findings.tell("encrypted", "the file is encrypted", "save it without a password and without restrictions")
    if "/ID" not in pdf.trailer:
        findings.tell("file-id", "the file has no identifier (ID in its trailer)", _EXPORT_HINT)


def _check_information(pdf: pikepdf.Pdf, findings: Findings) -> None:
    info = pdf.trailer.get("/Info")
    info = info if isinstance(info, pikepdf.Dictionary) else pikepdf.Dictionary()
    for key in ("/Title", "/CreationDate", "/ModDate"):
        if not str(info.get(key, "")).strip():
            findings.tell("information", f"the document information has no {key[1:]}", _EXPORT_HINT)
    if str(info.get("/Trapped", "")) not in ("/True", "/False"):
        findings.tell("trapped", "the file does not say whether it is trapped (Trapped)", _EXPORT_HINT)
    if findings.profile == "x1a" and not _VERSION_KEYS["x1a"].fullmatch(str(info.get("/GTS_PDFXVersion", ""))):
        findings.tell(
            "identification", "the file does not say that it is PDF/X-1a:2003 (GTS_PDFXVersion)", _EXPORT_HINT
        )


def _check_metadata(pdf: pikepdf.Pdf, findings: Findings) -> None:
    if findings.profile != "x4":
        return
    stream = pdf.Root.get("/Metadata")
    content = b""
    if isinstance(stream, pikepdf.Stream):
        check_size(stream, 5_000_000)
        content = stream.read_bytes()
    else:
        findings.tell("metadata", "the file has no metadata (XMP)", _EXPORT_HINT)
        return
    if not _XMP_VERSION.search(content):
        findings.tell(
            "identification", "its metadata do not say that it is PDF/X-4 (pdfxid:GTS_PDFXVersion)", _EXPORT_HINT
        )
    for name in (b"DocumentID", b"VersionID", b"RenditionClass", b"CreateDate", b"ModifyDate", b"MetadataDate"):
        if name not in content:
            findings.tell("metadata", f"its metadata lack {name.decode()}", _EXPORT_HINT)


def _check_output_intents(pdf: pikepdf.Pdf, findings: Findings) -> None:
    intents = [intent for intent in _array(pdf.Root.get("/OutputIntents")) if isinstance(intent, pikepdf.Dictionary)]
    pdfx_intents = [intent for intent in intents if intent.get("/S") == pikepdf.Name.GTS_PDFX]
    if len(pdfx_intents) != 1:
        counted = (
            "no output intent for PDF/X"
            if not pdfx_intents
            else f"{len(pdfx_intents)} output intents for PDF/X, and one is due"
        )
        findings.tell("output-intent", f"the file has {counted}", _EXPORT_HINT)
        return
    intent = pdfx_intents[0]
    if not str(intent.get("/OutputConditionIdentifier", "")):
        findings.tell(
            "output-intent", "the output intent names no printing condition (OutputConditionIdentifier)", _EXPORT_HINT
        )
    profile = intent.get("/DestOutputProfile")
    if isinstance(profile, pikepdf.Stream):
        _check_profile(profile, findings)
    elif findings.profile == "x4" or not str(intent.get("/RegistryName", "")):
        findings.tell("output-intent", "the output intent has no ICC profile (DestOutputProfile)", _EXPORT_HINT)


def _check_profile(profile: pikepdf.Stream, findings: Findings) -> None:
    check_size(profile, _MAX_PROFILE_BYTES)
    content = profile.read_bytes()
    if len(content) < 128 or content[36:40] != b"acsp":
        findings.tell("profile", "the profile of the output intent is no ICC profile", _EXPORT_HINT)
        return
    device_class, space = content[12:16].decode("latin-1").strip(), content[16:20].decode("latin-1").strip()
    if device_class != "prtr":
        findings.tell(
            "profile",
            f"the profile of the output intent is of class {device_class!r}, not of a press (prtr)",
            _EXPORT_HINT,
        )
    elif space != "CMYK":
        findings.tell(
            "profile", f"the profile of the output intent is of {space}, and DeviceCMYK cannot mean that", _EXPORT_HINT
        )
    components = {"GRAY": 1, "RGB": 3, "CMYK": 4}.get(space)
    if components is not None and profile.get("/N") != components:
        findings.tell(
            "profile",
            f"the profile of the output intent has {components} colours, and N says {profile.get('/N')}",
            _EXPORT_HINT,
        )
    if findings.profile == "x1a" and content[8] > 2:
        findings.tell(
            "profile",
            f"the profile of the output intent is of version {content[8]}; PDF 1.4 knows 2 alone",
            _EXPORT_HINT,
        )


def _check_catalog(pdf: pikepdf.Pdf, findings: Findings) -> None:
    names = pdf.Root.get("/Names")
    names = names if isinstance(names, pikepdf.Dictionary) else pikepdf.Dictionary()
    action = pdf.Root.get("/OpenAction")
    if "/JavaScript" in names or "/AA" in pdf.Root or isinstance(action, pikepdf.Dictionary):
        findings.tell("actions", "the file has actions or scripts", "take them out: paper does nothing")
    if "/EmbeddedFiles" in names or "/AF" in pdf.Root:
        findings.tell("attachments", "the file carries other files", "export it anew, or take them out")
    form = pdf.Root.get("/AcroForm")
    if isinstance(form, pikepdf.Dictionary) and ("/XFA" in form or len(_array(form.get("/Fields")))):
        findings.tell("annotations", "the file has form fields", "flatten them")
    if "/OCProperties" in pdf.Root:
        findings.tell("layers", "the file has layers", "put all on one, or say --standard x4")


def _check_objects(pdf: pikepdf.Pdf, findings: Findings) -> None:
    """Check every object of the file."""
    for stream in pdf.objects:
        if not isinstance(stream, pikepdf.Stream):
            continue
        for name in filters(stream):
            if name in _FORBIDDEN_FILTERS.get(findings.profile, ()):
                findings.tell("filter", f"a stream is packed by {name[1:]}", "write the file again with Flate or JPEG")
        if "/F" in stream:
            findings.tell("external", "what a stream holds is in another file", "embed it")


def _array(value: object) -> list[pikepdf.Object]:
    return list(value) if isinstance(value, pikepdf.Array) else []


def check_object_streams(data: bytes, findings: Findings) -> None:
    """Check the bytes of the file for object streams: an opened file no longer shows them."""
    if re.search(rb"/Type\s*/(?:ObjStm|XRef)\b", data):
        findings.tell("object-streams", "the file has object streams, which came with PDF 1.5", _EXPORT_HINT)


# Boxes and annotations of pages

_TOLERANCE = 0.01
"""Distance in points by which a box may be outside through rounding."""
_LEAST_BLEED = 2.0
"""Least bleed in mm that presses take: they ask for 3 mm."""
Box = tuple[float, float, float, float]


def check_page(page: pikepdf.Page, number: int, findings: Findings) -> Box:
    """Check the boxes of a page and its annotations. Return its media box in points."""
    media = _box(page, "/MediaBox", inherited=True)
    if media is None:
        findings.tell("boxes", "the page has no size (MediaBox)", _EXPORT_HINT, number)
        return 0.0, 0.0, 0.0, 0.0
    trim, art = _box(page, "/TrimBox"), _box(page, "/ArtBox")
    if (trim is None) == (art is None):
        message = (
            "the page does not say where it is cut (TrimBox)" if trim is None else "the page has TrimBox and ArtBox"
        )
        findings.tell("boxes", message, _EXPORT_HINT, number, once=True)
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
            findings.tell(
                "nested-boxes", f"{names}: {_format_box(inner)} in {_format_box(outer)}", _EXPORT_HINT, number
            )
    _check_bleed(trim or art, bleed or media, number, findings)
    _check_annotations(page, number, trim or art or media, findings)
    if "/AA" in page.obj:
        findings.tell("actions", "the page has actions", "take them out: paper does nothing", number)
    return media


def _check_bleed(trim: Box | None, bleed: Box, number: int, findings: Findings) -> None:
    """Check how far the page goes beyond the trim."""
    if trim is None:
        return
    beyond = (trim[0] - bleed[0], trim[1] - bleed[1], bleed[2] - trim[2], bleed[3] - trim[3])
    least = min(beyond) * MM_PER_PT
    if -_TOLERANCE <= least < _LEAST_BLEED:  # a trim that leaves the bleed is told by itself
        message = f"the page goes {abs(least):.1f} mm beyond its trim, and art at the edge needs 3 mm of bleed"
        findings.tell("bleed", message, "export with bleed, unless all of the rim is white", number, once=True)


def _check_annotations(page: pikepdf.Page, number: int, trim: Box, findings: Findings) -> None:
    annotations = page.obj.get("/Annots")
    for annotation in list(annotations) if isinstance(annotations, pikepdf.Array) else []:
        if not isinstance(annotation, pikepdf.Dictionary) or annotation.get("/Subtype") in (pikepdf.Name.TrapNet,):
            continue
        rectangle = _numbers(annotation.get("/Rect"))
        if annotation.get("/Subtype") == pikepdf.Name.PrinterMark or rectangle is None or _are_apart(rectangle, trim):
            continue
        kind = str(annotation.get("/Subtype", "/?"))[1:]
        findings.tell(
            "annotations", f"an annotation ({kind}) lies on the page", "take it out, or move it off the page", number
        )


def _box(page: pikepdf.Page, name: str, inherited: bool = False) -> Box | None:
    node: pikepdf.Object | None = page.obj
    for _ in range(50):
        if not isinstance(node, pikepdf.Dictionary):
            return None
        if name in node or not inherited:
            return _numbers(node.get(name))
        node = node.get("/Parent")
    return None


def _numbers(value: object) -> Box | None:
    if not isinstance(value, pikepdf.Array) or len(value) != 4:
        return None
    try:
        x1, y1, x2, y2 = (float(coordinate) for coordinate in value)
    except (TypeError, ValueError):
        return None
    return min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2)


def _inside(inner: Box, outer: Box) -> bool:
    return (
        inner[0] >= outer[0] - _TOLERANCE
        and inner[1] >= outer[1] - _TOLERANCE
        and inner[2] <= outer[2] + _TOLERANCE
        and inner[3] <= outer[3] + _TOLERANCE
    )


def _are_apart(first: Box, second: Box) -> bool:
    return first[2] <= second[0] or first[0] >= second[2] or first[3] <= second[1] or first[1] >= second[3]


def _format_box(box: Box) -> str:
    left, bottom, right, top = (edge * MM_PER_PT for edge in box)
    return f"{left:.1f}, {bottom:.1f} to {right:.1f}, {top:.1f} mm"


_MAX_PAGES = 3000
_SPLIT_HINT = "split the file, or look at it with another program"


@dataclass(frozen=True, slots=True)
class PreflightReport:
    """Report on a file: its profile, its number of pages, and the findings."""

    profile: Profile
    pages: int
    findings: tuple[Finding, ...]

    @property
    def passed(self) -> bool:
        """True if no finding is an error."""
        return all(RULES[finding.rule].severity(self.profile) != "error" for finding in self.findings)


class NotAPdfError(ValueError):
    """Error for bytes that are no PDF, or a PDF that cannot be opened."""


def preflight(data: bytes, profile: Profile | None, limits: PreflightLimits) -> PreflightReport:
    """Check a PDF against the rules of ``profile``. None takes the file's own claim. Raises NotAPdfError."""
    begin_step("reading this PDF")
    try:
        pdf = pikepdf.open(io.BytesIO(data), suppress_warnings=True, attempt_recovery=True)
    except pikepdf.PasswordError as error:
        raise NotAPdfError("the file asks for a password") from error
    except (pikepdf.PdfError, OSError, ValueError, RuntimeError) as error:
        raise NotAPdfError(f"this is no PDF, or it is damaged beyond repair: {_one_line(error)}") from error
    with pdf:
        profile = profile or _claimed_profile(pdf)
        findings = Findings(profile)
        return PreflightReport(profile, _check_pages(pdf, data, findings, limits), findings.all())


def _check_pages(pdf: pikepdf.Pdf, data: bytes, findings: Findings, limits: PreflightLimits) -> int:
    pages = 0
    _check_guarded(findings, None, lambda: check_document(pdf, findings))
    check_object_streams(data, findings)
    walker = PageWalker(findings, limits)
    sizes: set[tuple[int, int]] = set()
    try:
        pages = len(pdf.pages)
        for number, page in enumerate(pdf.pages, 1):
            begin_step(f"checking page {number}")
            if number > _MAX_PAGES:
                findings.tell("too-much", f"the file has {pages:,} pages; {_MAX_PAGES:,} were looked at", _SPLIT_HINT)
                break
            if not _check_guarded(findings, number, partial(_check_page, walker, page, number, findings)):
                break
            sizes.add(_trim_size(page))
        if len(sizes) > 1:
            listed = " and ".join(f"{width} × {height} mm" for width, height in sorted(sizes)[:3])
            findings.tell("page-size", f"pages are cut to {len(sizes)} sizes: {listed}", "make a file for each size")
    except (pikepdf.PdfError, RuntimeError, ValueError, TypeError) as error:
        findings.tell("damaged", f"the pages cannot be read: {_one_line(error)}", "write the file again")
    return pages


def _trim_size(page: pikepdf.Page) -> tuple[int, int]:
    """Return the size that a page is cut to, in whole mm."""
    left, bottom, right, top = _box(page, "/TrimBox") or _box(page, "/MediaBox", inherited=True) or (0.0,) * 4
    return round((right - left) * MM_PER_PT), round((top - bottom) * MM_PER_PT)


def _check_page(walker: PageWalker, page: pikepdf.Page, number: int, findings: Findings) -> None:
    media = check_page(page, number, findings)
    walker.walk(page, number, media[:2])


def _check_guarded(findings: Findings, page: int | None, check: Any) -> bool:
    """Run a check and report its errors as findings. Return False if a page exceeds the limits."""
    try:
        check()
    except TooMuchError as error:
        findings.tell("too-much", f"{error}: the rest was not looked at", _SPLIT_HINT, page)
        return page is None
    except (pikepdf.PdfError, RuntimeError, ValueError, TypeError, AttributeError, OverflowError, KeyError) as error:
        reason = str(error).splitlines()[0][:200] if str(error) else type(error).__name__
        findings.tell(
            "damaged", f"something cannot be read: {reason}", "write the file again with the program it is from", page
        )
    return True


def _claimed_profile(pdf: pikepdf.Pdf) -> Profile:
    """Return the profile that a file claims."""
    info = pdf.trailer.get("/Info")
    version = str(info.get("/GTS_PDFXVersion", "")) if isinstance(info, pikepdf.Dictionary) else ""
    metadata = pdf.Root.get("/Metadata") if isinstance(pdf.Root, pikepdf.Dictionary) else None
    if re.match("PDF/X-1", version):
        return "x1a"
    if re.match("PDF/X-4", version):
        return "x4"
    if isinstance(metadata, pikepdf.Stream) and b"PDF/X-4" in metadata.read_raw_bytes()[:100_000]:
        return "x4"
    return "home"


def _one_line(error: Exception) -> str:
    """Return an error in one line."""
    return _first_line(error) if str(error) else type(error).__name__
