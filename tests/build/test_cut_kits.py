"""Kits for cutting machines: the files beside the PDF, and the marks on its pages."""

from __future__ import annotations

import io
import json
import re
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pypdfium2
import pytest
from PIL import Image, ImageStat

from pnp.units import MM_PER_INCH, MM_PER_PT

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture
def garden(tmp_path: Path, root: Path, pnp: Callable[..., Any]) -> Callable[..., Any]:
    """Build the deck of ``examples/new-deck``: cards, tokens, full pages and a box."""
    for path in (root / "examples" / "new-deck").iterdir():
        copy = shutil.copytree if path.is_dir() else shutil.copy
        copy(path, tmp_path / path.name)

    def build(*options: object) -> Any:
        return pnp("build", "night-garden", *options)

    return build


def written(folder: Path) -> list[str]:
    kits = folder / "output" / "night-garden"
    return sorted(path.relative_to(kits).as_posix() for path in kits.rglob("*") if path.is_file())


def layers(path: Path) -> dict[str, int]:
    """Count the lines in each layer of an SVG file."""
    groups = ElementTree.parse(path).getroot().iter(f"{SVG}g")
    return {group.attrib["id"]: len(group) for group in groups}


def picture(path: Path, page: int, dpi: int = 600) -> Image.Image:
    document = pypdfium2.PdfDocument(path)
    image = document[page].render(scale=dpi / 72).to_pil().convert("L")
    document.close()
    return image


def dark(image: Image.Image, box: tuple[float, float, float, float], dpi: int = 600) -> tuple[float, ...]:
    """The extent of what is black inside a box, given in mm from the upper left: left, top, right, bottom."""
    scale = dpi / MM_PER_INCH
    left, top, right, bottom = (round(edge * scale) for edge in box)
    inked = image.crop((left, top, right, bottom)).point(lambda value: 255 if value < 128 else 0).getbbox()
    assert inked is not None
    return tuple((edge + start) / scale for edge, start in zip(inked, (left, top, left, top), strict=True))


def test_a_kit_for_silhouette(tmp_path: Path, garden: Callable[..., Any]) -> None:
    result = garden("--cut", "silhouette", "--corner", "3mm", "--json")
    assert result.status == 0, result.err
    kit_report = json.loads(result.out)["kits"][0]
    kit = tmp_path / "output" / "night-garden"
    assert Path(kit_report["file"]).name == "night-garden-en-a4-silhouette.pdf"
    assert sorted(map(Path, kit_report["cut"])) == sorted((kit / "cut").iterdir())
    drawings = sorted((kit / "cut").glob("*.svg"))
    assert [path.with_suffix(".svg") for path in sorted((kit / "cut").glob("*.dxf"))] == drawings
    cuts = [layers(path) for path in drawings]
    assert all(cut["marks"] == 5 and cut["cut"] for cut in cuts)
    # The box alone is folded: eight hinges of panels and four of tabs are scored.
    assert [cut["score"] for cut in cuts if "score" in cut] == [12]
    by_page = {int(re.findall(r"page (\d+)", path.read_text("utf-8"))[0]): path for path in drawings}
    document = pypdfium2.PdfDocument(kit_report["file"])
    pages = len(document)
    document.close()
    for page in range(1, pages + 1):
        image = picture(Path(kit_report["file"]), page - 1, 150)
        corner = ImageStat.Stat(image.crop((60, 60, 88, 88))).mean[0]
        assert (corner < 40) == (page in by_page), page


def test_marks_are_printed_where_they_are_told(tmp_path: Path, garden: Callable[..., Any]) -> None:
    result = garden("--cut", "silhouette", "--only", "flowers", "--cut-format", "svg")
    assert result.status == 0, result.err
    assert "registration marks: inset 10 mm, length 5 mm, thickness 0.5 mm" in result.err
    (path,) = (tmp_path / "output" / "night-garden").glob("*.pdf")
    image = picture(path, 0)
    dot = MM_PER_INCH / 600
    assert dark(image, (5, 5, 16, 16)) == pytest.approx((10, 10, 15, 15), abs=dot)
    assert dark(image, (194, 8, 205, 16)) == pytest.approx((195, 9.75, 200.25, 15), abs=dot)
    assert dark(image, (8, 281, 16, 290)) == pytest.approx((9.75, 282, 15, 287.25), abs=dot)
    assert dark(image, (199, 11, 202, 14)) == pytest.approx((199.75, 11, 200.25, 14), abs=dot)


def test_files_for_any_machine_leave_the_sheets_as_they_are(tmp_path: Path, garden: Callable[..., Any]) -> None:
    assert garden("--only", "flowers").status == 0
    path = tmp_path / "output" / "night-garden" / "night-garden-en-a4-flowers.pdf"
    by_hand = path.read_bytes()
    assert garden("--only", "flowers", "--cut", "svg").status == 0
    assert path.read_bytes() == by_hand
    assert written(tmp_path)[0] == "cut/night-garden-en-a4-flowers-sheet-01.svg"
    assert "marks" not in layers(path.parent / "cut" / "night-garden-en-a4-flowers-sheet-01.svg")
    first = (path.parent / "cut" / "night-garden-en-a4-flowers-sheet-01.svg").read_bytes()
    assert garden("--only", "flowers", "--cut", "svg").status == 0
    assert (path.parent / "cut" / "night-garden-en-a4-flowers-sheet-01.svg").read_bytes() == first


def test_pictures_for_cricut_are_as_large_as_their_cuts_and_clear_between(
    tmp_path: Path, garden: Callable[..., Any]
) -> None:
    result = garden("--cut", "cricut", "--corner", "3mm", "--only", "flowers/rose", "--backs", "none")
    assert result.status == 0, result.err
    assert "warning" not in result.err
    folder = tmp_path / "output" / "night-garden" / "cut"
    for drawing in sorted(folder.glob("*.svg")):
        root = ElementTree.parse(drawing).getroot()
        assert set(layers(drawing)) == {"cut"}
        width, height = (float(root.attrib[side].removesuffix("mm")) for side in ("width", "height"))
        assert f"{width:.1f} × {height:.1f} mm" in result.err
        with Image.open(io.BytesIO(drawing.with_suffix(".png").read_bytes())) as image:
            size = [side * MM_PER_INCH / 300 for side in image.size]
            assert size == pytest.approx([width, height], abs=MM_PER_INCH / 300)
            clear = image.getchannel("A")
        assert clear.getpixel((0, 0)) == 0 and clear.getpixel((100, 100)) == 255
        assert {clear.getpixel((x, 5)) for x in range(40, 200, 10)} == {255}


def test_backs_that_cricut_does_not_print_in_place_are_told(garden: Callable[..., Any]) -> None:
    result = garden("--cut", "cricut", "--only", "dew")
    assert result.status == 0
    assert "warning[backs-for-cricut]" in result.err and "--backs none" in result.err


def test_files_of_sheets_that_there_are_no_more_go_away(tmp_path: Path, garden: Callable[..., Any]) -> None:
    folder = tmp_path / "output" / "night-garden" / "cut"
    folder.mkdir(parents=True)
    name = "night-garden-en-a4-flowers"
    for file_name in (f"{name}-sheet-77.txt", f"{name}-sheet-mine.svg", f"{name}-2-sheet-07.svg"):
        (folder / file_name).write_text("mine")
    (folder / f"{name}-sheet-77.svg").write_text("old")
    (folder / f"{name}-sheet-01.dxf").write_text("old")
    assert garden("--only", "flowers", "--cut", "svg").status == 0
    left = {path.name for path in folder.iterdir()}
    assert {f"{name}-sheet-77.txt", f"{name}-sheet-mine.svg", f"{name}-2-sheet-07.svg"} < left
    assert f"{name}-sheet-77.svg" not in left and f"{name}-sheet-01.dxf" not in left


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--cut", "laser"), "'laser'"),
        (("--corner", "3mm"), "--corner is about cut files, and none are asked for"),
        (("--cut-format", "svg"), "--cut-format is about cut files"),
        (("--cut", "silhouette", "--cut-format", "png"), "there are no png files for --cut silhouette"),
        (("--cut", "svg", "--corner", "3"), "--corner: '3' is not a length"),
        (("--cut", "svg", "--corner", "40mm"), "moths is 63 × 88 mm, and its corners can have 31.5 mm at most"),
        (("--cut", "svg", "--backs", "gutterfold"), "cut-and-fold"),
        (("--cut", "silhouette", "--marks", "lines"), "would take them for its own"),
        (("--cut", "silhouette", "--paper", "420mm x 594mm"), "304.8 × 609.6 mm"),
        (("--cut", "cricut", "--paper", "a5"), "choose one of its papers with --paper: letter, legal, a4"),
        (("--cut", "svg", "--only", "rules"), "nothing-to-cut"),
    ],
)
def test_what_cannot_be_cut_is_refused_and_nothing_written(
    tmp_path: Path, garden: Callable[..., Any], options: tuple[str, ...], words: str
) -> None:
    result = garden(*options)
    assert result.status == 2
    assert words in " ".join(result.err.split())
    assert not (tmp_path / "output").exists()


def test_without_the_library_for_dxf_the_way_out_is_told(
    tmp_path: Path, garden: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(sys.modules, "pnp.cutting.dxf", raising=False)
    monkeypatch.setitem(sys.modules, "ezdxf", None)
    result = garden("--cut", "silhouette", "--only", "flowers")
    assert result.status == 2 and "pip install 'pnp-kit[cut]'" in result.err and "--cut-format svg" in result.err
    assert not (tmp_path / "output").exists()
    assert garden("--cut", "silhouette", "--only", "flowers", "--cut-format", "svg").status == 0


def test_all_files_are_written_or_none(tmp_path: Path, garden: Callable[..., Any]) -> None:
    blocked = tmp_path / "output" / "night-garden" / "cut" / "night-garden-en-a4-flowers-sheet-02.svg"
    blocked.mkdir(parents=True)
    result = garden("--only", "flowers", "--cut", "svg")
    assert result.status != 0 and "a folder of this name is in the way" in result.err
    assert written(tmp_path) == []


def test_boards_in_tiles_are_cut_by_hand(tmp_path: Path, pnp: Callable[..., Any]) -> None:
    (tmp_path / "games.toml").write_text(
        '[mine]\nengine = "deck"\ntitle = "Board"\n[mine.decks]\ncards = [{ title = "Newt" }]\n[mine.components]\n'
        'cards = { kind = "cards", title = "cards", template = "card", of = "cards" }\n'
        'board = { kind = "cards", title = "board", template = "card", of = "cards", size = "300mm x 300mm", '
        "tile = true }\n",
        encoding="utf-8",
    )
    result = pnp("build", "mine", "--cut", "silhouette", "--cut-format", "svg")
    assert result.status == 0, result.err
    assert "warning[cut-by-hand]: board is parted into tiles" in result.err and "games.toml:8" in result.err
    (path,) = (tmp_path / "output" / "mine").glob("*.pdf")
    (drawing,) = (path.parent / "cut").glob("*.svg")
    assert layers(drawing) == {"paper": 1, "marks": 5, "cut": 1}
    document = pypdfium2.PdfDocument(path)
    assert len(document) > 2
    assert document[0].get_width() * MM_PER_PT == pytest.approx(210, abs=0.01)
    document.close()


def hexagons(tmp_path: Path, sheet: str) -> None:
    """A kit of six-sided tiles on a sheet."""
    templates = tmp_path / "templates" / "deck"
    templates.mkdir(parents=True)
    (templates / "tile.svg.j2").write_text(
        '<rect width="{{ face.width }}" height="{{ face.height }}" fill="#88ccaa"/>{{ line(card.title, 9, 23, 5) }}',
        encoding="utf-8",
    )
    (tmp_path / "games.toml").write_text(
        '[sheets.apart]\npaper = "a4"\ncolumns = 3\nrows = 4\nsize = "40mm"\nshape = "hex"\ngutter = "2mm"\n'
        'honeycomb = true\n[mine]\nengine = "deck"\ntitle = "Tiles"\n[mine.decks]\n'
        'tiles = [{ title = "Newt", copies = 7 }]\n[mine.components]\ntiles = { kind = "tokens", title = "tile", '
        f'template = "tile", of = "tiles", size = "40mm", shape = "hex", edge = "border", sheet = "{sheet}" }}\n',
        encoding="utf-8",
    )


def test_six_sided_tiles_are_cut_along_their_sides(tmp_path: Path, pnp: Callable[..., Any]) -> None:
    hexagons(tmp_path, "hexes-40")
    assert pnp("build", "mine", "--cut", "svg").status == 0
    (drawing,) = (tmp_path / "output" / "mine" / "cut").glob("*.svg")
    drawn = re.findall(r'd="([^"]+)"', drawing.read_text("utf-8").split('id="cut"')[1])
    # Seven hexagons, four above and three between them: five sides are shared in rows, six between the rows.
    assert sum(path.count("L") + path.count("Z") for path in drawn) == 7 * 6 - 5 - 6
    assert not re.search(r"L[0-9.]+ ([0-9.]+)L[0-9.]+ \1(?![0-9.])", " ".join(drawn)), "no side of these is level"


def test_a_picture_for_cricut_ends_at_the_sides_of_tiles(tmp_path: Path, pnp: Callable[..., Any]) -> None:
    hexagons(tmp_path, "apart")
    result = pnp("build", "mine", "--cut", "cricut")
    assert result.status == 0 and "warning" not in result.err, result.err
    (picture_file,) = (tmp_path / "output" / "mine" / "cut").glob("*.png")
    with Image.open(picture_file) as image:
        clear = image.getchannel("A")
    assert clear.getpixel((5, 5)) == 0 and clear.getpixel((20 * 300 // 25, 23 * 300 // 25)) == 255
    # A regular hexagon fills three quarters of its box, and of the upper half of it.
    upper = clear.crop((0, 0, round(40 / 25.4 * 300), round(23.094 / 25.4 * 300)))
    assert ImageStat.Stat(upper).mean[0] / 255 == pytest.approx(0.75, abs=0.01)


def test_tiles_that_a_picture_does_not_part_are_told(tmp_path: Path, pnp: Callable[..., Any]) -> None:
    hexagons(tmp_path, "hexes-40")
    result = pnp("build", "mine", "--cut", "cricut")
    assert result.status == 0
    assert "games.toml:15" in result.err and "warning[pieces-touch]: the pieces of tiles lie 0 mm apart" in result.err
    assert "pieces-touch" not in pnp("build", "mine", "--cut", "cricut", "--cut-format", "svg").err


def test_places_on_the_marks_of_a_machine_are_told(tmp_path: Path, pnp: Callable[..., Any]) -> None:
    hexagons(tmp_path, "apart")
    definition = tmp_path / "games.toml"
    assert "marks-covered" not in pnp("build", "mine", "--cut", "silhouette", "--cut-format", "svg").err
    text = definition.read_text("utf-8").replace("[sheets.apart]", '[sheets.apart]\nleft = "2mm"\ntop = "2mm"')
    text = text.replace('shape = "hex"\n', 'shape = "circle"\n', 1).replace(
        'shape = "hex", edge', 'shape = "round", edge'
    )
    definition.write_text(text, encoding="utf-8")
    result = pnp("build", "mine", "--cut", "silhouette", "--cut-format", "svg")
    assert result.status == 0
    assert "games.toml:17" in result.err and "warning[marks-covered]: the places of apart reach into" in result.err
