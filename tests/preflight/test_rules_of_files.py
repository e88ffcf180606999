"""A broken file for each rule, and no findings in whole files."""

from __future__ import annotations

import base64
import io
import zlib
from collections.abc import Callable
from typing import Any

import pikepdf
import pytest
from pikepdf import Array, Dictionary, Name, Pdf, Stream, String
from PIL import Image

from pnp.preflight.check import preflight
from pnp.preflight.content import PreflightLimits
from pnp.preflight.rules import RULES, Finding
from pnp.preflight.streams import TooMuchError, check_size
from tests.preflight.conftest import Change, broken, painting, whole

FindingsOf = Callable[..., list[Finding]]


def intent(pdf: Pdf) -> Any:
    return pdf.Root.OutputIntents[0]


def delete(*path: str) -> Change:
    def change(pdf: Pdf) -> None:
        holder: Any = pdf.Root if path[0] != "Info" else pdf.trailer
        for name in path[:-1]:
            holder = holder[int(name)] if name.isdigit() else holder[f"/{name}"]
        del holder[f"/{path[-1]}"]

    return change


def put(value: Callable[[Pdf], Any], *path: str) -> Change:
    def change(pdf: Pdf) -> None:
        holder: Any = pdf.trailer if path[0] == "Info" else pdf.Root
        for name in path[:-1]:
            holder = holder[int(name)] if name.isdigit() else holder[f"/{name}"]
        holder[f"/{path[-1]}"] = value(pdf)

    return change


def box(name: str, *edges: float) -> Change:
    def change(pdf: Pdf) -> None:
        pdf.pages[0].obj[f"/{name}"] = Array(list(edges))

    return change


def picture(pdf: Pdf, **more: Any) -> Stream:
    data = more.pop("data", bytes((20, 20, 20, 20)) * 1200 * 1200)
    entries = {"Width": 1200, "Height": 1200, "ColorSpace": Name.DeviceCMYK, "BitsPerComponent": 8, **more}
    return Stream(pdf, data, Type=Name.XObject, Subtype=Name.Image, **entries)


def form(pdf: Pdf, operators: bytes, **more: Any) -> Stream:
    return Stream(pdf, operators, Type=Name.XObject, Subtype=Name.Form, BBox=Array([0, 0, 99, 99]), **more)


def unembedded(pdf: Pdf) -> None:
    for item in pdf.objects:
        if isinstance(item, Dictionary) and "/FontFile2" in item:
            del item["/FontFile2"]


def no_trim(pdf: Pdf) -> None:
    del pdf.pages[0].obj["/TrimBox"]


def note(kind: str, *rect: float) -> Change:
    def change(pdf: Pdf) -> None:
        pdf.pages[0].obj.Annots = Array([Dictionary(Type=Name.Annot, Subtype=Name(f"/{kind}"), Rect=Array(list(rect)))])

    return change


def other_profile(offset: int, value: bytes) -> Change:
    def change(pdf: Pdf) -> None:
        data = bytearray(intent(pdf).DestOutputProfile.read_bytes())
        data[offset : offset + len(value)] = value
        intent(pdf).DestOutputProfile = Stream(pdf, bytes(data), N=4)

    return change


def lzw(pdf: Pdf) -> None:
    pdf.Root["/Stray"] = pdf.make_indirect(Stream(pdf, b"\x80\x0b\x60\x50\x22\x0c\x0c\x85\x01", Filter=Name.LZWDecode))


def elsewhere(pdf: Pdf) -> None:
    pdf.Root["/Stray"] = pdf.make_indirect(Stream(pdf, b"", F=String("picture.tif")))


def states(**entries: Any) -> Callable[[Pdf], dict[str, Any]]:
    return lambda pdf: {"Broken": Dictionary(**{key: value(pdf) for key, value in entries.items()})}


FAINT = painting("/Broken gs 0 0 9 9 re f", ExtGState=states(ca=lambda _: 0.5))
MASKED = painting(
    "/Broken gs 0 0 9 9 re f",
    ExtGState=states(SMask=lambda pdf: Dictionary(S=Name.Alpha, G=pdf.make_indirect(form(pdf, b"0 0 9 9 re f")))),
)
BLENDED = painting("/Broken gs 0 0 9 9 re f", ExtGState=states(BM=lambda _: Name.Multiply))
GROUPED = painting(
    "/G Do",
    XObject=lambda pdf: {"G": form(pdf, b"0 0 9 9 re f", Group=Dictionary(S=Name.Transparency))},
)
SOFT = painting(
    "q 60 0 0 60 0 0 cm /P Do Q",
    XObject=lambda pdf: {"P": picture(pdf, SMask=picture(pdf, ColorSpace=Name.DeviceGray, data=b"\x80" * 1440000))},
)
IN_A_FORM = painting("/F Do", XObject=lambda pdf: {"F": form(pdf, b"1 0 0 rg 0 0 9 9 re f")})
LAB = painting("/L cs 50 0 0 sc 0 0 9 9 re f", ColorSpace=lambda _: {"L": Array([Name.Lab, Dictionary()])})
RGB_PICTURE = painting(
    "q 60 0 0 60 0 0 cm /P Do Q",
    XObject=lambda pdf: {"P": picture(pdf, ColorSpace=Name.DeviceRGB, data=bytes(3) * 1440000)},
)
INLINE = painting("q 60 0 0 60 0 0 cm BI /W 1 /H 1 /CS /RGB /BPC 8 ID \0\0\0 EI Q")
GRADIENT = painting(
    "/S sh",
    Shading=lambda _: {
        "S": Dictionary(
            ShadingType=2,
            ColorSpace=Name.DeviceRGB,
            Coords=Array([0, 0, 9, 0]),
            Function=Dictionary(FunctionType=2, Domain=Array([0, 1]), C0=Array([0, 0, 0]), C1=Array([1, 1, 1]), N=1),
        )
    },
)
DARK_GRADIENT = painting(
    "/S sh",
    Shading=lambda _: {
        "S": Dictionary(
            ShadingType=2,
            ColorSpace=Name.DeviceCMYK,
            Coords=Array([0, 0, 9, 0]),
            Function=Dictionary(FunctionType=2, Domain=Array([0, 1]), C0=Array([0] * 4), C1=Array([1, 1, 1, 0.9]), N=1),
        )
    },
)
DARK_PICTURE = painting(
    "q 60 0 0 60 0 0 cm /P Do Q",
    XObject=lambda pdf: {"P": picture(pdf, data=bytes((250, 250, 250, 250)) * 1440000)},
)


def jpeg(ink: int, packed: Callable[[bytes], bytes], *encodings: Name) -> Change:
    """Paint a JPEG of 1200 × 1200 pixels, each ink of them ``ink`` of 255, packed once more."""

    def resource(pdf: Pdf) -> dict[str, Any]:
        data = io.BytesIO()
        # Pillow writes the inks inverted, as Adobe's programs do; Decode says so.
        Image.new("CMYK", (1200, 1200), (ink,) * 4).save(data, "JPEG", quality=95)
        filters = Array([*encodings, Name.DCTDecode])
        return {"P": picture(pdf, data=packed(data.getvalue()), Filter=filters, Decode=Array([1, 0] * 4))}

    return painting("q 60 0 0 60 0 0 cm /P Do Q", XObject=resource)


PACKINGS: dict[str, tuple[Any, ...]] = {
    "plain": (bytes,),
    "Flate": (zlib.compress, Name.FlateDecode),
    "ASCII85": (lambda data: base64.a85encode(data) + b"~>", Name.ASCII85Decode),
    "ASCIIHex": (lambda data: data.hex().encode() + b">", Name.ASCIIHexDecode),
    "both": (
        lambda data: base64.a85encode(zlib.compress(data), wrapcol=72) + b"\n~>",
        Name.ASCII85Decode,
        Name.FlateDecode,
    ),
}
COARSE = painting(
    "q 60 0 0 60 0 0 cm /P Do Q", XObject=lambda pdf: {"P": picture(pdf, Width=100, Height=100, data=bytes(40000))}
)
SMALL = painting("BT /F1 9 Tf 0.5 0 0 0.5 20 20 Tm <0001> Tj ET", Font=lambda pdf: {"F1": first_font(pdf)})
IN_FOUR_INKS = painting("0.3 0.3 0.3 0.3 k BT /F1 7 Tf 20 20 Td <0001> Tj ET", Font=lambda pdf: {"F1": first_font(pdf)})
_OVERPRINT = states(op=lambda _: True, OP=lambda _: True, OPM=lambda _: 1)
OVERPRINTING = painting("/Broken gs 0 0 0 0 k 0 0 9 9 re f", ExtGState=_OVERPRINT)
OVERPRINTING_LINE = painting("/Broken gs 0 0 0 0 K 0 0 m 9 9 l S", ExtGState=_OVERPRINT)
ON_ALL_PLATES = painting(
    "/A cs 0.5 sc 0 0 9 9 re f",
    ColorSpace=lambda _: {
        "A": Array(
            [
                Name.Separation,
                Name.All,
                Name.DeviceCMYK,
                Dictionary(FunctionType=2, Domain=Array([0, 1]), C0=Array([0] * 4), C1=Array([1] * 4), N=1),
            ]
        )
    },
)


def without_bleed(pdf: Pdf) -> None:
    for page in pdf.pages:
        page.obj["/TrimBox"] = page.obj.get("/BleedBox", page.obj.MediaBox)


def of_two_sizes(pdf: Pdf) -> None:
    pdf.pages.append(pdf.pages[0])
    left, bottom, right, top = (float(edge) for edge in pdf.pages[-1].obj.TrimBox)
    pdf.pages[-1].obj["/TrimBox"] = Array([left, bottom, right - 10, top])


POSTSCRIPT = painting("/P Do", XObject=lambda pdf: {"P": Stream(pdf, b"", Type=Name.XObject, Subtype=Name.PS)})
RESTORED = painting("1 0 0 rg q 0 0 0 1 k Q 0 0 9 9 re f")


def first_font(pdf: Pdf) -> Any:
    return next(
        pdf_object
        for pdf_object in pdf.objects
        if isinstance(pdf_object, Dictionary) and pdf_object.get("/Subtype") == Name.Type0
    )


def script(pdf: Pdf) -> None:
    pdf.Root.OpenAction = Dictionary(S=Name.JavaScript, JS=String("app.beep()"))


def layers(pdf: Pdf) -> None:
    layer = pdf.make_indirect(Dictionary(Type=Name.OCG, Name=String("one")))
    pdf.Root.OCProperties = Dictionary(OCGs=Array([layer]), D=Dictionary())


def attached(pdf: Pdf) -> None:
    pdf.attachments["notes.txt"] = b"notes"


def renamed(pdf: Pdf) -> None:
    data = pdf.Root.Metadata.read_bytes().replace(b">PDF/X-4<", b">PDF/A-9<")
    pdf.Root.Metadata = Stream(pdf, data, Type=Name.Metadata, Subtype=Name.XML)


def undated(pdf: Pdf) -> None:
    data = pdf.Root.Metadata.read_bytes().replace(b"MetadataDate", b"OtherDate")
    pdf.Root.Metadata = Stream(pdf, data, Type=Name.Metadata, Subtype=Name.XML)


def twice(pdf: Pdf) -> None:
    pdf.Root.OutputIntents.append(intent(pdf))


BOTH, X1A, X4 = ("x1a", "x4"), ("x1a",), ("x4",)
CASES: dict[str, tuple[str, Change, tuple[str, ...]]] = {
    "no title": ("information", delete("Info", "Title"), BOTH),
    "no date": ("information", delete("Info", "ModDate"), BOTH),
    "trapped unknown": ("trapped", put(lambda _: Name.Unknown, "Info", "Trapped"), BOTH),
    "not named x1a": ("identification", delete("Info", "GTS_PDFXVersion"), X1A),
    "not named x4": ("identification", renamed, X4),
    "no metadata": ("metadata", delete("Metadata"), X4),
    "metadata without a date": ("metadata", undated, X4),
    "no intent": ("output-intent", delete("OutputIntents"), BOTH),
    "two intents": ("output-intent", twice, BOTH),
    "no condition": ("output-intent", delete("OutputIntents", "0", "OutputConditionIdentifier"), BOTH),
    "no profile": ("output-intent", delete("OutputIntents", "0", "DestOutputProfile"), X4),
    "profile of a screen": ("profile", other_profile(12, b"mntr"), BOTH),
    "profile in RGB": ("profile", other_profile(16, b"RGB "), BOTH),
    "no profile at all": ("profile", other_profile(36, b"none"), BOTH),
    "profile too new": ("profile", other_profile(8, b"\4"), X1A),
    "no trim": ("boxes", no_trim, BOTH),
    "art and trim": ("boxes", box("ArtBox", 0, 0, 9, 9), BOTH),
    "trim leaves bleed": ("nested-boxes", box("BleedBox", 20, 20, 60, 60), BOTH),
    "bleed leaves page": ("nested-boxes", box("BleedBox", -20, -20, 900, 900), BOTH),
    "RGB": ("colour-space", painting("1 0 0 rg 0 0 9 9 re f"), BOTH),
    "RGB stroke": ("colour-space", painting("1 0 0 RG 0 0 9 9 re S"), BOTH),
    "RGB by name": ("colour-space", painting("/DeviceRGB cs 1 0 0 sc 0 0 9 9 re f"), BOTH),
    "RGB in a form": ("colour-space", IN_A_FORM, BOTH),
    "RGB after Q": ("colour-space", RESTORED, BOTH),
    "RGB picture": ("colour-space", RGB_PICTURE, BOTH),
    "RGB inline": ("colour-space", INLINE, BOTH),
    "RGB gradient": ("colour-space", GRADIENT, BOTH),
    "Lab": ("colour-space", LAB, X1A),
    "faint": ("transparency", FAINT, X1A),
    "soft mask": ("transparency", MASKED, X1A),
    "blend mode": ("transparency", BLENDED, X1A),
    "group": ("transparency", GROUPED, X1A),
    "soft mask of a picture": ("transparency", SOFT, X1A),
    "layers": ("layers", layers, X1A),
    "font": ("font", unembedded, BOTH),
    "LZW": ("filter", lzw, BOTH),
    "script": ("actions", script, BOTH),
    "annotation": ("annotations", note("Text", 20, 20, 30, 30), BOTH),
    "attachment": ("attachments", attached, X1A),
    "external": ("external", elsewhere, BOTH),
    "PostScript": ("external", POSTSCRIPT, BOTH),
    "transfer curve": (
        "transfer",
        painting("/Broken gs 0 0 9 9 re f", ExtGState=states(TR=lambda _: Name.Identity)),
        BOTH,
    ),
    "too much ink": ("ink", painting("1 1 1 0.5 k 0 0 9 9 re f"), BOTH),
    "too much ink in a gradient": ("ink", DARK_GRADIENT, BOTH),
    "too much ink in a picture": ("ink", DARK_PICTURE, BOTH),
    "coarse picture": ("resolution", COARSE, BOTH),
    "hairline": ("hairline", painting("0.2 w 0 0 m 9 9 l S"), BOTH),
    "hairline by scale": ("hairline", painting("q 0.1 0 0 0.1 0 0 cm 2 w 0 0 m 9 9 l S Q"), BOTH),
    "line of no width": ("hairline", painting("0 w 0 0 m 9 9 l S"), BOTH),
    "small type": ("small-type", SMALL, BOTH),
    "type in four inks": ("type-inks", IN_FOUR_INKS, BOTH),
    "no bleed": ("bleed", without_bleed, BOTH),
    "pages of two sizes": ("page-size", of_two_sizes, BOTH),
    "white that overprints": ("overprint", OVERPRINTING, BOTH),
    "a white line that overprints": ("overprint", OVERPRINTING_LINE, BOTH),
    "an area on all plates": ("all-plates", ON_ALL_PLATES, BOTH),
    "wrong operands": ("damaged", painting("(x) w 0 0 m 9 9 l S"), BOTH),
}


@pytest.mark.parametrize("standard", ["x1a", "x4"])
def test_nothing_is_found_in_a_whole_file(standard: Any, findings_of: FindingsOf) -> None:
    assert findings_of(standard) == []
    assert list(preflight(whole(standard), None, PreflightLimits()).findings) == []
    assert preflight(whole(standard), None, PreflightLimits()).profile == standard


@pytest.mark.parametrize(
    ("case", "standard"), [(case, finding) for case, (_, _, held) in CASES.items() for finding in held]
)
def test_what_is_broken_is_found_and_nothing_else(case: str, standard: Any, findings_of: FindingsOf) -> None:
    rule, change, _ = CASES[case]
    findings = findings_of(standard, change)
    assert {finding.rule for finding in findings} == {rule}, findings
    assert all(finding.message and finding.hint for finding in findings)


@pytest.mark.parametrize("packing", PACKINGS)
def test_the_ink_of_a_jpeg_is_measured_however_it_is_packed(packing: str, findings_of: FindingsOf) -> None:
    (finding,) = findings_of("x4", jpeg(240, *PACKINGS[packing]))
    assert finding.rule == "ink"
    assert findings_of("x4", jpeg(120, *PACKINGS[packing])) == []


@pytest.mark.parametrize(
    "operators",
    ["BT /F 9 Tf 0 0 0 1 k ET", "BT /F 9 Tf () Tj [()] TJ ET", "BT /F 9 Tf 3 Tr (unseen) Tj ET"],
)
def test_a_font_that_shows_nothing_need_not_be_embedded(operators: str, findings_of: FindingsOf) -> None:
    def fonts(_: Pdf) -> dict[str, Any]:
        return {"F": Dictionary(Type=Name.Font, Subtype=Name.Type1, BaseFont=Name.Helvetica)}

    assert findings_of("x4", painting(operators, Font=fonts)) == []
    (finding,) = findings_of("x4", painting("BT /F 9 Tf 9 9 Td (seen) Tj ET", Font=fonts))
    assert finding.rule == "font"


@pytest.mark.parametrize(
    "version",
    [
        b"<pdfxid:GTS_PDFXVersion xmlns:pdfxid='http://www.npes.org/pdfx/ns/id/'>PDF/X-4<",
        b'<rdf:Description pdfxid:GTS_PDFXVersion="PDF/X-4"/><a><',
        b"<rdf:Description pdfxid:GTS_PDFXVersion = 'PDF/X-4'/><a><",
    ],
)
def test_metadata_may_say_the_standard_in_any_form_of_xml(version: bytes, findings_of: FindingsOf) -> None:
    def change(pdf: Pdf) -> None:
        before = pdf.Root.Metadata.read_bytes()
        data = before.replace(b"<pdfxid:GTS_PDFXVersion>PDF/X-4<", version)
        assert data != before
        pdf.Root.Metadata = Stream(pdf, data, Type=Name.Metadata, Subtype=Name.XML)

    assert findings_of("x4", change) == []


def test_pages_without_a_trim_are_told_once(findings_of: FindingsOf) -> None:
    def change(pdf: Pdf) -> None:
        no_trim(pdf)
        for _ in range(5):
            pdf.pages.append(pdf.pages[0])

    (finding,) = findings_of("x4", change)
    assert (finding.rule, finding.page, finding.times) == ("boxes", 1, 6)


@pytest.mark.parametrize("case", ["faint", "soft mask", "blend mode", "group", "layers", "Lab", "attachment"])
def test_what_x1a_knows_not_may_be_in_x4(case: str, findings_of: FindingsOf) -> None:
    assert findings_of("x4", CASES[case][1]) == []


def test_a_note_beside_the_trim_does_no_harm(findings_of: FindingsOf) -> None:
    assert findings_of("x1a", note("Text", 0, 0, 5, 5)) == []


def test_a_finding_says_page_and_place(findings_of: FindingsOf) -> None:
    (finding,) = findings_of("x1a", painting("q 72 0 0 72 36 72 cm 1 0 0 rg 0 0 1 1 re f Q"))
    assert (finding.page, finding.place) == (1, pytest.approx((12.7, 25.4)))
    assert RULES[finding.rule].source("x1a") == "ISO 15930-4:2003, 6; ISO 32000-1, 8.6"
    assert RULES[finding.rule].source("x4") == "ISO 15930-7:2010, 6; ISO 32000-1, 8.6"
    assert RULES["hairline"].source("x4") == "house rule"


def test_versions_and_packing_are_held_to_the_standard() -> None:
    packed = broken("x1a", lambda _: None, object_stream_mode=pikepdf.ObjectStreamMode.generate)
    assert {finding.rule for finding in preflight(packed, "x1a", PreflightLimits()).findings} == {
        "version",
        "object-streams",
    }
    newer = broken("x4", lambda _: None, min_version="1.7")
    assert {finding.rule for finding in preflight(newer, "x4", PreflightLimits()).findings} == {"version"}
    locked = broken("x1a", lambda _: None, encryption=pikepdf.Encryption(owner="x", R=4))
    assert "encrypted" in {finding.rule for finding in preflight(locked, "x1a", PreflightLimits()).findings}


def test_a_file_without_an_identifier_is_found() -> None:
    data = whole("x1a")
    offset = data.index(b"/ID[")
    report = preflight(data[:offset] + b"/XX[" + data[offset + 4 :], "x1a", PreflightLimits())
    assert {finding.rule for finding in report.findings} == {"file-id"}


def test_limits_are_those_that_are_asked_for(findings_of: FindingsOf) -> None:
    ink = painting("0.7 0.7 0.7 0.5 k 0 0 9 9 re f")
    assert findings_of("x1a", ink) == []
    assert [finding.rule for finding in findings_of("x1a", ink, PreflightLimits(ink=240))] == ["ink"]
    assert [finding.rule for finding in findings_of("x1a", limits=PreflightLimits(type=12))] == ["small-type"]


def test_every_rule_has_a_broken_file() -> None:
    tested = {rule for rule, _, _ in CASES.values()}
    assert tested | {"version", "object-streams", "encrypted", "file-id", "too-much"} == set(RULES)


def test_a_stream_that_unpacks_to_gigabytes_is_not_looked_into(findings_of: FindingsOf) -> None:
    bomb = painting("/F Do", XObject=lambda pdf: {"F": form(pdf, b" " * 40_000_000)})
    assert [finding.rule for finding in findings_of("x1a", bomb, compress_streams=True)] == ["too-much"]
    with pikepdf.new() as pdf:
        stream = Stream(pdf, b"\0" * 1000)
        check_size(stream, 1000)
        with pytest.raises(TooMuchError):
            check_size(stream, 999)


def test_forms_that_call_themselves_come_to_an_end(findings_of: FindingsOf) -> None:
    def change(pdf: Pdf) -> None:
        inner = pdf.make_indirect(form(pdf, b"0.9 0 0 0.9 0 0 cm /F Do"))
        inner.Resources = Dictionary(XObject=Dictionary(F=inner))
        painting("/F Do", XObject=lambda _: {"F": inner})(pdf)

    assert {finding.rule for finding in findings_of("x1a", change)} <= {"too-much"}


@pytest.mark.parametrize("cut", range(200, 130_000, 9_001))
def test_a_damaged_file_is_told_and_breaks_nothing(cut: int) -> None:
    data = whole("x4")
    damaged = data[:cut] + bytes(64) + data[cut + 64 :]
    try:
        preflight(damaged, "x4", PreflightLimits())
    except ValueError as error:
        assert "no PDF" in str(error)


def test_files_that_are_no_pdf_are_told() -> None:
    for data in (b"", b"%PDF-1.7\n", b"hello" * 1000, io.BytesIO(whole("x4")).read(40)):
        with pytest.raises(ValueError, match="no PDF"):
            preflight(data, None, PreflightLimits())
