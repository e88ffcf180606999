"""Pictures have exactly the pixels of their faces, with bleed or without, and the same bytes each time."""

from __future__ import annotations

import csv
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageChops, ImageStat

from pnp.formats.pictures import pixel_size
from pnp.units import Size

Project = Callable[..., Path]
Exported = Callable[..., Path]
RED, BLUE, GREEN, BLACK = (255, 0, 0), (0, 0, 255), (0, 255, 0), (0, 0, 0)


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def corners(image: Image.Image) -> set[Any]:
    right, bottom = image.width - 1, image.height - 1
    return {image.getpixel(place) for place in ((0, 0), (right, 0), (0, bottom), (right, bottom))}


def test_a_name_says_component_card_side_and_copies(project: Project, exported: Exported) -> None:
    project()
    folder = exported("--to", "png")
    assert folder.name == "mine-en-png"
    assert names(folder) == ["cards-a-front-x3.png", "cards-b-front-x1.png", "cards-back-x4.png", "files.csv"]
    rows = list(csv.DictReader((folder / "files.csv").read_text(encoding="utf-8").splitlines()))
    assert [(row["card"], row["side"], row["copies"], row["width_px"], row["height_px"]) for row in rows] == [
        ("a", "front", "3", "744", "1039"),
        ("", "back", "4", "744", "1039"),
        ("b", "front", "1", "744", "1039"),
    ]


@pytest.mark.parametrize("dpi", [72, 150, 300, 601])
def test_a_picture_ends_at_the_trim_to_the_pixel(dpi: int, project: Project, exported: Exported) -> None:
    project()
    with Image.open(exported("--to", "png", "--dpi", dpi) / "cards-a-front-x3.png") as image:
        assert image.size == pixel_size(Size(63, 88), dpi)
        assert image.mode == "RGB"
        assert round(image.info["dpi"][0]) == dpi
        # Not a trace of the bleed, nor of the paper beyond it.
        assert corners(image) == {RED}
        assert {image.getpixel((x, image.height - 1)) for x in range(image.width)} == {RED}
        assert {image.getpixel((image.width - 1, y)) for y in range(image.height)} == {RED}


def test_bleed_is_there_when_it_is_asked_for_and_as_wide_as_that(project: Project, exported: Exported) -> None:
    project()
    with Image.open(exported("--to", "png", "--bleed", "5mm", "--dpi", "254") / "cards-a-front-x3.png") as image:
        assert image.size == (730, 980)
        assert corners(image) == {BLUE}
        # The trim begins 5 mm, 50 pixels, inside.
        assert [image.getpixel((x, 500)) for x in (48, 51, 678, 681)] == [BLUE, RED, RED, BLUE]
        assert [image.getpixel((365, y)) for y in (48, 51, 928, 931)] == [BLUE, RED, RED, BLUE]


def test_art_over_the_edge_brings_the_bleed_of_the_definition(project: Project, exported: Exported) -> None:
    project()
    with Image.open(exported("--to", "png", "--edge", "bleed", "--dpi", "254") / "cards-a-front-x3.png") as image:
        assert image.size == (690, 940)


@pytest.mark.parametrize("kind", ["jpg", "tiff", "webp"])
def test_every_format_holds_the_same_picture_and_its_resolution(
    kind: str, project: Project, exported: Exported
) -> None:
    project()
    with (
        Image.open(exported("--to", "png") / "cards-b-front-x1.png") as png,
        Image.open(exported("--to", kind) / f"cards-b-front-x1.{kind}") as image,
    ):
        assert (image.size, image.mode) == (png.size, "RGB")
        dpi = image.getexif()[282] if kind == "webp" else image.info["dpi"][0]
        assert round(float(dpi)) == 300
        # JPEG blurs what is beside the type.
        flat = (0, 300, 744, 1039)
        difference = ImageStat.Stat(ImageChops.difference(image.crop(flat), png.crop(flat)))
        assert max(most for _, most in difference.extrema) <= (3 if kind == "jpg" else 0)


def test_the_same_export_gives_the_same_bytes(project: Project, exported: Exported) -> None:
    project()
    first = {path.name: path.read_bytes() for path in exported("--to", "png").iterdir()}
    assert {path.name: path.read_bytes() for path in exported("--to", "png").iterdir()} == first


def test_components_whose_names_run_into_each_other_have_files_of_their_own(
    project: Project, exported: Exported
) -> None:
    # "x" with the card "y-a", and "x-y" with the card "a".
    table = (
        '[mine]\nengine = "deck"\ntitle = "Mine"\n[mine.decks]\n'
        'one = [{ id = "y-a", ink = "#ff0000", said = "", x = 20 }]\n'
        'two = [{ id = "a", ink = "#ffff00", said = "", x = 20 }]\n[mine.components]\n'
        'x = { kind = "cards", title = "x", of = "one", template = "face" }\n'
        'x-y = { kind = "cards", title = "y", of = "two", template = "face" }\n'
    )
    project(components="", table=table)
    folder = exported("--to", "png", "--dpi", "72")
    assert names(folder) == ["files.csv", "x-y-a-front-x1.png", "x-y-a-front-x1_2.png"]
    with Image.open(folder / "x-y-a-front-x1_2.png") as image:
        assert image.getpixel((0, 0)) == (255, 255, 0)


def test_svg_files_are_as_large_as_the_trim_or_the_bleed(project: Project, exported: Exported) -> None:
    project()
    text = (exported("--to", "svg") / "cards-a-front-x3.svg").read_text(encoding="utf-8")
    assert 'viewBox="0 0 63 88"' in text
    assert "<text" in text
    text = (exported("--to", "svg", "--bleed", "2mm", "--outlines") / "cards-a-front-x3.svg").read_text("utf-8")
    assert 'viewBox="-2 -2 67 92"' in text
    assert "<text" not in text


def test_the_bleed_of_a_shipped_back_is_filled_to_its_end(pnp: Callable[..., Any], tmp_path: Path) -> None:
    """Kasane's collars had a keyline along the end of the bleed."""
    arguments = ("--only", "yaku", "--edge", "bleed", "--dpi", "150", "--out", "out")
    assert pnp("export", "kasane", "--to", "png", *arguments).status == 0
    washi = (255, 248, 234)
    backs = sorted((tmp_path / "out" / "kasane-en-png-yaku").glob("yaku-*-back-*.png"))
    assert len(backs) > 1
    for back in backs:
        with Image.open(back) as image:
            rims = [[image.getpixel((x, y)) for x in range(image.width)] for y in (0, image.height - 1)]
        assert all(sum(pixel == washi for pixel in rim) < image.width / 8 for rim in rims), back.name
