"""Pages that show a reader something else than their text says are found by their pictures."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pikepdf
import pytest
from pikepdf import Array, Dictionary, Name

from pnp.pdf.objects.manifest import seal

_GLYPHS = re.compile(rb"<([0-9A-Fa-f]{4})> Tj")


@pytest.fixture
def verify(pnp: Callable[..., Any], tmp_path: Any) -> Callable[[bytes], Any]:
    """Run ``pnp verify`` on bytes."""

    def call(data: bytes, *options: str) -> Any:
        (tmp_path / "kit.pdf").write_bytes(data)
        return pnp("verify", "kit.pdf", *options)

    return call


def _page(changed: Any, kit: Any) -> Any:
    return changed.document.pages[kit.slots("summary", face="back")[0][0] - 1]


def _middle(kit: Any) -> tuple[float, float]:
    """The middle in pt of the first example of the first page of summaries."""
    number = kit.slots("summary", face="back")[0][0]
    places = [place for entry in kit.manifest["examples"] for place in entry["places"] if place["page"] == number]
    x, y, width, height = places[0]["box_mm"]
    return (x + width / 2) * 72 / 25.4, (y + height / 2) * 72 / 25.4


def _paint(changed: Any, kit: Any, operators: str) -> None:
    """Paint over the whole page, outside of what the page itself moves."""
    page = _page(changed, kit)
    page.contents_add(b"q", prepend=True)
    page.contents_add(f"Q {operators}".encode())


def cover_with_a_shape(changed: Any, kit: Any) -> None:
    x, y = _middle(kit)
    _paint(changed, kit, f"1 g {x - 12:.2f} {y - 6:.2f} 24 12 re f")


def write_beside_a_figure(changed: Any, kit: Any) -> None:
    """A stroke of 1.5 mm, as of a minus sign."""
    x, y = _middle(kit)
    _paint(changed, kit, f"0 G 0.6 w {x:.2f} {y + 1:.2f} m {x + 4.2:.2f} {y + 1:.2f} l S")


def swap_glyphs(first: str, second: str) -> Callable[[Any, Any], None]:
    """Swap the glyphs of two characters in every embedded font, text and mapping staying as they are."""

    def forge(changed: Any, kit: Any) -> None:
        codes: dict[str, str] = {}
        for part in changed.document.objects:
            if isinstance(part, Dictionary) and "/ToUnicode" in part and part.get("/Subtype") == Name.Type0:
                codes = changed._glyphs(part)
                if first in codes and second in codes:
                    _swap_in_font(changed, part, int(codes[first], 16), int(codes[second], 16))

    return forge


def _swap_in_font(changed: Any, font: Any, first: int, second: int) -> None:
    """Map the two codes onto each other's glyphs, with the widths that they had."""
    descendant = font.DescendantFonts[0]
    if descendant.Subtype != Name.CIDFontType2:
        raise AssertionError("no TrueType font")
    glyphs = list(range(65_536))
    known = descendant.get("/CIDToGIDMap", Name.Identity)
    if isinstance(known, pikepdf.Stream):
        data = known.read_bytes()
        glyphs[: len(data) // 2] = [int.from_bytes(data[at : at + 2], "big") for at in range(0, len(data), 2)]
    glyphs[first], glyphs[second] = glyphs[second], glyphs[first]
    mapping = b"".join(glyph.to_bytes(2, "big") for glyph in glyphs)
    descendant.CIDToGIDMap = changed.document.make_stream(mapping)


def make_text_invisible(changed: Any, kit: Any) -> None:
    for form, _ in changed._contents(kit.slots("summary", face="back")[0][0]):
        form.write(form.read_bytes().replace(b"BT", b"BT 3 Tr"))


def _layer(changed: Any, kit: Any, usage: dict[str, Any], *, is_off: bool) -> None:
    """Put what the page shows into a layer."""
    document, page = changed.document, _page(changed, kit)
    group = document.make_indirect(Dictionary(Type=Name.OCG, Name="layer", **usage))
    default = Dictionary(Order=Array([group]), **({"OFF": Array([group])} if is_off else {}))
    if usage:
        default.AS = Array(
            [
                Dictionary(Event=Name(f"/{event}"), Category=Array([Name(f"/{event}")]), OCGs=Array([group]))
                for event in ("View", "Print")
            ]
        )
    document.Root.OCProperties = Dictionary(OCGs=Array([group]), D=default)
    page.Resources.Properties = Dictionary(Hidden=group)
    page.contents_add(b"/OC /Hidden BDC", prepend=True)
    page.contents_add(b"EMC")


def switch_a_layer_off(changed: Any, kit: Any) -> None:
    _layer(changed, kit, {}, is_off=True)


def hide_a_layer_in_print(changed: Any, kit: Any) -> None:
    usage = Dictionary(Print=Dictionary(PrintState=Name.OFF), View=Dictionary(ViewState=Name.ON))
    _layer(changed, kit, {"Usage": usage}, is_off=False)


def cut_the_page(changed: Any, kit: Any) -> None:
    page = _page(changed, kit)
    page.MediaBox = Array([0, 0, 120, 120])
    if "/CropBox" in page:
        del page.CropBox


def crop_the_page(changed: Any, kit: Any) -> None:
    x, y = _middle(kit)
    _page(changed, kit).CropBox = Array([0, 0, x, y])


def turn_the_page(changed: Any, kit: Any) -> None:
    _page(changed, kit).Rotate = 180


def paint_a_picture_over(changed: Any, kit: Any) -> None:
    document, page = changed.document, _page(changed, kit)
    image = document.make_stream(bytes([255, 0, 0]))
    image.Type, image.Subtype, image.Width, image.Height = Name.XObject, Name.Image, 1, 1
    image.ColorSpace, image.BitsPerComponent = Name.DeviceRGB, 8
    page.Resources.XObject.Over = image
    x, y = _middle(kit)
    _paint(changed, kit, f"q 14 0 0 8 {x - 7:.2f} {y - 4:.2f} cm /Over Do Q")


def draw_another_page(changed: Any, kit: Any) -> None:
    """Show another page, and put the true text far off the paper, where the manifest's matrix looks for it."""
    number = kit.slots("summary", face="back")[0][0]
    page = _page(changed, kit)
    page.contents_add(b"q 1 0 0 1 1998 0 cm", prepend=True)
    page.contents_add(b"Q 0.9 g 0 0 700 900 re f")

    def move(manifest: dict[str, Any]) -> None:
        manifest["pages"][number - 1]["matrix"] = [1, 0, 0, 1, 1998 * 25.4 / 72, 0]

    changed.change(move)
    changed.seal_again(seal)


PICTURES = {
    "a shape over the text": cover_with_a_shape,
    "a stroke beside a figure": write_beside_a_figure,
    "7 and 2 swapped in the fonts": swap_glyphs("7", "2"),
    "6 and 3 swapped in the fonts": swap_glyphs("6", "3"),
    "invisible text": make_text_invisible,
    "a layer that is off": switch_a_layer_off,
    "a layer that is not printed": hide_a_layer_in_print,
    "a picture over the text": paint_a_picture_over,
    "a page cut to its corner": cut_the_page,
    "a page cropped": crop_the_page,
    "a page turned": turn_the_page,
}


@pytest.mark.parametrize("name", PICTURES)
def test_a_page_that_looks_otherwise_than_its_text_is_found(
    name: str, printed: Callable[..., Any], tamper: Callable[..., Any], verify: Callable[..., Any]
) -> None:
    kit = printed()
    changed = tamper(kit.pdf)
    PICTURES[name](changed, kit)
    ran = verify(changed.data)
    assert ran.status == 1
    assert re.search(r"error\[altered-picture\]: (example [a-z-]+: )?page \d+ (looks otherwise|is cut)", ran.err), (
        ran.err
    )
    assert "build the kit again" in ran.err


def test_text_off_the_paper_is_no_example(
    printed: Callable[..., Any], tamper: Callable[..., Any], verify: Callable[..., Any]
) -> None:
    kit = printed()
    changed = tamper(kit.pdf)
    draw_another_page(changed, kit)
    ran = verify(changed.data)
    assert ran.status == 1
    assert "is printed through a matrix that mends no printer" in ran.err


def test_annotations_on_a_page_of_examples_are_refused(
    printed: Callable[..., Any], tamper: Callable[..., Any], verify: Callable[..., Any]
) -> None:
    kit = printed()
    changed = tamper(kit.pdf)
    x, y = _middle(kit)
    note = Dictionary(Type=Name.Annot, Subtype=Name.Square, Rect=Array([x, y, x + 20, y + 9]), IC=Array([1, 1, 1]), F=4)
    _page(changed, kit).Annots = Array([changed.document.make_indirect(note)])
    ran = verify(changed.data)
    assert ran.status == 1
    assert "error[annotated]: an annotation lies on page" in ran.err


def test_an_example_dropped_with_its_marks_is_found_by_the_card_that_shows_it(
    printed: Callable[..., Any], tamper: Callable[..., Any], verify: Callable[..., Any]
) -> None:
    changed = tamper(printed().pdf)

    def drop(manifest: dict[str, Any]) -> None:
        manifest["examples"] = [entry for entry in manifest["examples"] if entry["id"] != "rule-green"]

    changed.change(drop)
    changed.seal_again(seal)
    for part in changed.document.objects:
        if isinstance(part, pikepdf.Stream) and b"/Example" in (content := part.read_bytes()):
            part.write(content.replace(b"/Example", b"/Span"))
    ran = verify(changed.data)
    assert ran.status == 1
    assert re.search(r"error\[unlisted-example\]: page \d+ shows example rule-green, and the manifest", ran.err)


def test_what_cannot_be_compared_gets_no_tick(
    printed: Callable[..., Any], tamper: Callable[..., Any], verify: Callable[..., Any]
) -> None:
    kit = printed()
    changed = tamper(kit.pdf)

    def forget(manifest: dict[str, Any]) -> None:
        for slot in (slot for page in manifest["pages"] for slot in page["slots"] if slot["component"] == "summary"):
            manifest["faces"][slot["face_id"]] = "0" * 64

    changed.change(forget)
    changed.seal_again(seal)
    ran = verify(changed.data)
    assert ran.status == 0
    assert "✓" not in ran.out
    assert "not compared, because today's definition, words or templates draw these cards otherwise" in ran.err
    report = verify(changed.data, "--json").json[0]
    assert report["pictures"] < report["places"] and report["pictures_left_out"] > 0


def test_cards_that_list_no_example_any_more_get_no_tick(
    printed: Callable[..., Any], tamper: Callable[..., Any], verify: Callable[..., Any]
) -> None:
    """The rule sheet holds; no face of today tells what the summaries show."""
    changed = tamper(printed().pdf)

    def forget(manifest: dict[str, Any]) -> None:
        summaries = set()
        for page in manifest["pages"]:
            for slot in page["slots"]:
                if slot["component"] == "summary":
                    summaries.add(page["number"])
                    manifest["faces"][slot["face_id"]] = "0" * 64
        for entry in manifest["examples"]:
            entry["places"] = [place for place in entry["places"] if place["page"] not in summaries]

    changed.change(forget)
    changed.seal_again(seal)
    for part in changed.document.objects:
        if isinstance(part, pikepdf.Stream) and b"/Example" in (content := part.read_bytes()):
            part.write(content.replace(b"/Example", b"/Span"))
    ran = verify(changed.data)
    assert ran.status == 0, ran.err
    assert "✓" not in ran.out
    assert "20 examples and checks hold, in 20 places, by their text; " in ran.out
    assert "pictures were not compared\n" in ran.out


@pytest.mark.parametrize(
    "options",
    [
        {"ink": "saver"},
        {"grey": True},
        {"back_offset": (1.5, -2.0)},
        {"backs": "gutterfold"},
        {"marks": "japanese", "edge": "bleed"},
        {"language": "ja"},
        {"players": 2},
        {"game": "iroha", "backs": "separate", "flip": "short"},
    ],
    ids=str,
)
def test_a_kit_looks_as_it_is_drawn_however_it_was_asked_for(
    options: dict[str, Any], printed: Callable[..., Any], verify: Callable[..., Any]
) -> None:
    """Letters of a turned page may lie a pixel apart, which is no difference."""
    kit = printed(**options)
    ran = verify(kit.pdf, "--json")
    assert ran.status == 0, ran.err
    [report] = ran.json
    assert report["pictures"] == report["places"] > 0
