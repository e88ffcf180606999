"""The painter draws all features of the card SVG profile: compared with resvg, tile by tile."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from PIL import ImageOps

from pnp.cardsvg.reader import ATTRIBUTES
from tests.pdf.looking import TOLERANCE

SHEETS = sorted((Path(__file__).parent / "features").glob("*.svg"))
VERTICAL = Path(__file__).parent / "features" / "vertical.svg"


@pytest.mark.parametrize("sheet", [sheet for sheet in SHEETS if sheet != VERTICAL], ids=lambda path: path.stem)
def test_the_painter_draws_what_resvg_draws(sheet, painted, expected, worst_tile):
    svg = sheet.read_text(encoding="utf-8")
    worst, place = worst_tile(painted(svg), expected(svg))
    assert worst <= TOLERANCE, f"tile {place} differs by {worst:.1f}"


@pytest.mark.parametrize(
    ("sheet", "old", "new"),
    [
        ("shapes", 'rx="4" ry="2"', 'rx="0" ry="0"'),
        ("shapes", '<ellipse cx="51"', '<ellipse cx="50.7"'),
        ("strokes", 'stroke-dashoffset="3"', 'stroke-dashoffset="0"'),
        ("opacity", '<g opacity="0.5">', '<g opacity="0.6">'),
        ("gradients", 'fx="0.3" fy="0.3"', 'fx="0.5" fy="0.5"'),
        ("clipping", 'clip-rule="evenodd"', 'clip-rule="nonzero"'),
        ("symbols", "xMinYMax slice", "xMaxYMax slice"),
        ("text", ">wins<", ">wims<"),
        ("images", "xMidYMid slice", "xMinYMid slice"),
    ],
)
def test_the_comparer_can_fail(sheet, old, new, *, painted, expected, worst_tile):
    svg = (Path(__file__).parent / "features" / f"{sheet}.svg").read_text(encoding="utf-8")
    assert old in svg
    worst, _ = worst_tile(painted(svg.replace(old, new)), expected(svg))
    assert worst > TOLERANCE


# resvg sets vertical text by the horizontal ascent instead of the font's vertical metrics, so the expected text is
# spelled out: each character a horizontal text of its own, its em box centred on the line, 0.88 em above its baseline.
_COLUMNS = [(50, 3, 0.0, "start", "東南西北"), (40, 20, 0.5, "middle", "十二単重"), (25, 38, 0.7, "end", "いろは札")]


def _vertical(text: str | None = None) -> str:
    columns = [
        f'<text x="{x}" y="{y}" letter-spacing="{gap}" text-anchor="{anchor}" writing-mode="vertical-rl">'
        f"{text or line}</text>"
        for x, y, gap, anchor, line in _COLUMNS
    ]
    return _framed(columns)


def _spelled_out() -> str:
    letters = []
    for x, y, gap, anchor, line in _COLUMNS:
        length = 5 * len(line) + gap * (len(line) - 1)
        top = y - {"start": 0, "middle": length / 2, "end": length}[anchor]
        for index, char in enumerate(line):
            letters.append(f'<text x="{x - 2.5}" y="{top + index * (5 + gap) + 4.4:.3f}">{char}</text>')
    return _framed(letters)


def _framed(texts: list[str]) -> str:
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 40" font-family="Shippori Mincho" font-weight="700" '
        f'font-size="5"><rect width="60" height="40" fill="#fff"/>{"".join(texts)}</svg>'
    )


def test_vertical_text_stands_where_its_vertical_metrics_put_it(painted, expected, worst_tile):
    worst, place = worst_tile(painted(_vertical()), expected(_spelled_out()))
    assert worst <= TOLERANCE, f"tile {place} differs by {worst:.1f}"


def test_vertical_text_that_is_another_text_is_noticed(painted, expected, worst_tile):
    worst, _ = worst_tile(painted(_vertical("十三単重")), expected(_spelled_out()))
    assert worst > TOLERANCE


def test_turned_latin_in_vertical_text_is_centred_on_the_line(painted):
    svg = _framed(['<text x="30" y="5" writing-mode="vertical-rl" font-family="Barlow Semi Condensed">HHHH</text>'])
    left, top, right, _ = ImageOps.invert(painted(svg).convert("L")).getbbox()
    # Barlow: ascent 1.0, descent -0.2, capitals 0.7 em; their middle is 0.05 em (0.25 mm) left of the line.
    assert (left + right) / 2 / 8 == pytest.approx(30 - 0.25, abs=0.15)
    assert top / 8 == pytest.approx(5.3, abs=0.3)


def test_brackets_in_vertical_text_take_their_vertical_form(painted):
    svg = _framed(['<text x="30" y="5" writing-mode="vertical-rl">「</text>'])
    left, top, right, bottom = ImageOps.invert(painted(svg).convert("L")).getbbox()
    assert right - left > bottom - top, "an opening bracket that was not exchanged is taller than it is wide"


def test_the_sheets_show_every_element_and_attribute_of_the_profile():
    shown: dict[str, set[str]] = {}
    for sheet in SHEETS:
        text = sheet.read_text(encoding="utf-8")
        for element in ET.fromstring(text).iter():
            name = element.tag.rpartition("}")[2]
            names = shown.setdefault(name, set())
            for key in element.attrib:
                names.add(
                    key.replace("{http://www.w3.org/XML/1998/namespace}", "xml:").replace(
                        "{http://www.w3.org/1999/xlink}", "xlink:"
                    )
                )
            for declaration in element.get("style", "").split(";"):
                names.add(declaration.partition(":")[0].strip())
    assert set(shown) == set(ATTRIBUTES)
    everywhere = set().union(*shown.values())
    allowed = set().union(*ATTRIBUTES.values()) - {"xmlns", "xmlns:xlink", "xmlns:ev"}
    assert allowed <= everywhere, sorted(allowed - everywhere)
