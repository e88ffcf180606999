"""Sources of a painted face beside its SVG: the fonts that were searched, its pictures, and the program itself."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from PIL import Image

from pnp.cardsvg import parse, project_images
from pnp.fonts import FontBook
from pnp.pdf.fingerprint import asset_digests
from pnp.pdf.inventory import joint_inventory

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" width="60mm" height="80mm" viewBox="0 0 60 80">'


@pytest.fixture(scope="module")
def fonts(root: Path) -> FontBook:
    return FontBook([root / "fonts"])


def line(text: str, families: str) -> str:
    return f'<text x="5" y="9" font-family="{families}" font-size="5">{text}</text>'


def test_fonts_are_named_down_to_the_one_that_has_the_character(fonts: FontBook) -> None:
    stack = "EB Garamond, Oswald, BIZ UDPGothic"
    latin, both = (parse(f"{HEAD}{line(text, stack)}</svg>", "face") for text in ("abc", "abc赤"))
    assert set(asset_digests(joint_inventory([latin]), fonts)) == {"font EB Garamond 700"}
    assert set(asset_digests(joint_inventory([both]), fonts)) == {
        "font EB Garamond 700",
        "font Oswald 600",
        "font BIZ UDPGothic 400",
    }
    assert set(asset_digests(joint_inventory([latin, both]), fonts)) == set(
        asset_digests(joint_inventory([both]), fonts)
    )


def test_lettering_in_masks_is_drawn_with_its_font_too(fonts: FontBook) -> None:
    mask = f'<mask id="m" maskUnits="userSpaceOnUse" x="0" y="0" width="9" height="9">{line("abc", "Oswald")}</mask>'
    svg = f'{HEAD}<defs>{mask}</defs><rect width="9" height="9" mask="url(#m)"/></svg>'
    assert set(asset_digests(joint_inventory([parse(svg, "face")]), fonts)) == {"font Oswald 600"}


def test_pictures_are_named_with_their_bytes(tmp_path: Path, fonts: FontBook) -> None:
    Image.new("RGB", (40, 40), "red").save(tmp_path / "one.png")
    svg = f'{HEAD}<image href="one.png" x="0" y="0" width="9" height="9"/></svg>'
    before = asset_digests(joint_inventory([parse(svg, "face", project_images(tmp_path))]), fonts)
    Image.new("RGB", (40, 40), (254, 0, 0)).save(tmp_path / "one.png")
    after = asset_digests(joint_inventory([parse(svg, "face", project_images(tmp_path))]), fonts)
    assert set(before) == set(after) == {"picture one.png"}
    assert before != after


@pytest.mark.parametrize("at", [4000, 30000, -1])
def test_one_other_byte_makes_another_font(tmp_path: Path, root: Path, at: int) -> None:
    data = bytearray((root / "fonts" / "Oswald-SemiBold-latin.ttf").read_bytes())

    def digest(name: str) -> bytes:
        (tmp_path / name).mkdir()
        (tmp_path / name / "f.ttf").write_bytes(data)
        shutil.copy(root / "fonts" / "BIZUDPGothic-Bold.ttf", tmp_path / name)
        return FontBook([tmp_path / name]).face("Oswald", 600).digest

    before = digest("before")
    data[at] ^= 1
    assert digest("after") != before
    data[at] ^= 1
    assert digest("again") == before
