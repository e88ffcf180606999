"""Exports for print shops: faces at the size of its product, in a zip that is the same each time."""

from __future__ import annotations

import csv
import io
import re
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pikepdf
import pytest
from PIL import Image

from pnp.diagnostics import WriteError
from pnp.export.listing import make_zip
from pnp.export.shops import INK_LIMIT, NEAR, match_product, shipped_shops
from pnp.files import replace_folder
from pnp.formats.pictures import pixel_size
from pnp.units import PT_PER_MM, Size

Run = Callable[..., Any]
Project = Callable[..., Path]
Exported = Callable[..., Path]

OWN = """
[corner]
title = "The Corner Shop"
formats = ["png", "pdf"]
dpi = 254
file = "{number}-{side}"
order = "back-front"
repeat = true
white-bleed = false

[corner.products.cards]
title = "cards"
size = "64mm x 89mm"
bleed = "2mm"
safe = "5mm"

[corner.products.chips]
title = "chips"
shape = "circle"
size = "20mm x 20mm"
bleed = "1mm"
safe = "2mm"
"""


def entries(path: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(path) as archive:
        assert archive.testzip() is None
        return {name: archive.read(name) for name in archive.namelist()}


def test_every_figure_of_a_shipped_shop_has_a_source_with_a_date_or_says_that_it_has_none() -> None:
    for shop in shipped_shops().values():
        figures = {"formats", "dpi"} | ({"order", "repeat"} if set(shop.formats) <= {"pdf", "pdfx"} else set())
        figures |= {"standard"} if "pdfx" in shop.formats else set()
        figures |= {"ink-limit"} if shop.ink_limit != INK_LIMIT else set()
        figures |= {"outlines"} if shop.outlines else set()
        figures |= {"also-asks"} if shop.also_asks else set()
        figures |= set() if shop.white_bleed else {"white-bleed"}
        assert set(shop.sources) == figures, shop.name
        for product in shop.products:
            assert set(product.sources) == {"size", "bleed", "safe"}, (shop.name, product.name)
        for sources in (shop.sources, *(product.sources for product in shop.products)):
            dated = False
            for source in sources.values():
                dated = dated or bool(re.search(r"\d{4}-\d\d-\d\d", source))
                leans = source.startswith(("the same", "as of ")) and (dated or "unchecked" in source)
                assert leans or "unchecked" in source or re.search(r"\d{4}-\d\d-\d\d", source), (shop.name, source)


@pytest.mark.parametrize(
    ("shop", "product", "size"),
    [("mpc", "poker", (822, 1122)), ("tgc", "poker", (825, 1125)), ("tgc", "bridge", (750, 1125))],
)
def test_products_have_the_pixels_that_their_shops_name(shop: str, product: str, size: tuple[int, int]) -> None:
    shipped = shipped_shops()[shop]
    sold = next(each for each in shipped.products if each.name == product)
    assert pixel_size(Size(sold.size.width + 2 * sold.bleed, sold.size.height + 2 * sold.bleed), shipped.dpi) == size


def test_the_nearest_product_is_taken_either_way_up_and_none_beyond_two_millimetres() -> None:
    shop = shipped_shops()["mpc"]
    for size, name, turned in (
        (Size(63, 88), "poker", False),
        (Size(88, 63), "poker", True),
        (Size(57, 88), "bridge", False),
        (Size(63.5 - NEAR, 88.9 + NEAR), "poker", False),
    ):
        product_match = match_product(shop, size, "card")
        assert product_match is not None
        assert (product_match.product.name, product_match.turned) == (name, turned)
    for size in (Size(63.5 - NEAR - 0.01, 88.9), Size(63.5, 88.9 + NEAR + 0.01), Size(63, 63)):
        assert match_product(shop, size, "card") is None
    assert match_product(shop, Size(63, 88), "circle") is None


def test_faces_are_composed_anew_at_the_size_of_the_product_and_it_is_said(
    pnp: Run, project: Project, tmp_path: Path
) -> None:
    project()
    ran = pnp("export", "mine", "--shop", "mpc", "--out", "out")
    assert ran.status == 0
    assert "cards: composed anew at 63.5 × 88.9 mm, poker cards of MakePlayingCards, instead of 63 × 88 mm" in ran.err
    assert "from memory" in ran.err
    files = entries(tmp_path / "out" / "mine-en-mpc.zip")
    assert list(files) == ["cards-a-front-x3.png", "cards-back-x4.png", "cards-b-front-x1.png", "files.csv"]
    with Image.open(io.BytesIO(files["cards-a-front-x3.png"])) as image:
        assert image.size == (822, 1122)
        assert [image.getpixel((x, 700)) for x in (0, 35, 37, 784, 786, 821)] == [
            *((0, 0, 255), (0, 0, 255), (255, 0, 0), (255, 0, 0), (0, 0, 255), (0, 0, 255))
        ]


def test_a_zip_has_the_same_bytes_each_time_and_its_list_fits(project: Project, exported: Exported) -> None:
    project()
    path = exported("--shop", "tgc")
    first = path.read_bytes()
    assert exported("--shop", "tgc").read_bytes() == first
    files = entries(path)
    rows = list(csv.DictReader(files["files.csv"].decode("utf-8").splitlines()))
    assert [row["file"] for row in rows] == [name for name in files if name != "files.csv"]
    assert {(row["width_px"], row["height_px"]) for row in rows} == {("825", "1125")}


def test_cards_that_lie_are_stood_up_and_turn_over_like_a_page(project: Project, exported: Exported) -> None:
    keys = 'of = "few", template = "face", back = "back", size = "88mm x 63mm"'
    project(f'wide = {{ kind = "cards", title = "wide", {keys} }}\n')
    files = entries(exported("--shop", "mpc", "--edge", "bleed"))
    with Image.open(io.BytesIO(files["wide-back-x4.png"])) as image:
        assert image.size == (822, 1122)
        # The black bar at the head of the back is at the right, that of a front would be at the left.
        assert image.getpixel((775, 561)) == (0, 0, 0)
        assert image.getpixel((45, 561)) == (0, 255, 0)


def test_pages_for_a_shop_come_in_its_order_and_as_often_as_cards_are_wanted(
    project: Project, exported: Exported
) -> None:
    project(shops=OWN)
    files = entries(exported("--shop", "corner", "--to", "pdf"))
    assert list(files) == ["cards.pdf", "files.csv"]
    with pikepdf.open(io.BytesIO(files["cards.pdf"])) as pdf:
        assert [str(label.P) for label in list(pdf.Root.PageLabels.Nums)[1::2]] == [
            *["cards a back ×1", "cards a front ×1"] * 3,
            *["cards b back ×1", "cards b front ×1"],
        ]
        assert [round(float(edge) / PT_PER_MM, 2) for edge in pdf.pages[0].TrimBox] == [2, 2, 66, 91]


def test_a_project_names_its_own_shops_and_their_files(pnp: Run, project: Project, tmp_path: Path) -> None:
    project(shops=OWN)
    ran = pnp("export", "mine", "--shop", "corner", "--out", "out")
    assert ran.status == 0, ran.err
    assert list(entries(tmp_path / "out" / "mine-en-corner.zip")) == [
        *("001-front.png", "002-back.png", "003-front.png", "files.csv")
    ]


BAD_NAMES = [
    *(
        "../../../x",
        "/x",
        "a/../../b",
        "..\\\\..\\\\x",
        "C:x",
        "..",
        "",
        "con",
        "com1",
        "Con.pdf",
        "a b",
        "\\u001b[31m",
        "a\\nb",
    ),
    *("\\u202ex", "é", "x" * 61, "x" * 70_000),
]
"""As TOML writes them between quotation marks."""


def around(folder: Path) -> set[Path]:
    """Return the content of a folder, of its neighbours, and of the folder above, where other processes have folders
    too."""
    above = [path for path in folder.parents[1].iterdir() if not path.name.startswith(("popen-", "kept"))]
    return {*folder.rglob("*"), *folder.parent.iterdir(), *above}


@pytest.mark.parametrize("name", BAD_NAMES, ids=range(len(BAD_NAMES)))
def test_a_product_or_shop_whose_name_is_no_file_name_is_refused_at_its_line(
    pnp: Run, project: Project, tmp_path: Path, name: str
) -> None:
    texts = {"11": OWN.replace("[corner.products.cards]", f'[corner.products."{name}"]'), "2": OWN}
    texts["2"] = OWN.replace("[corner", f'["{name}"')
    for line, text in texts.items():
        folder = project(shops=text)
        before = around(tmp_path)
        for shop in ("corner", "mpc"):
            ran = pnp("export", "mine", "--shop", shop, "--to", "pdf", "--out", "out")
            assert ran.status == 2
            assert f"shops.toml:{line}:" in ran.err
            assert "error[bad-name]" in ran.err
            assert "use small letters, digits and single hyphens" in ran.err
            assert len(ran.err) < 3_000
        assert around(tmp_path) == before
        (folder / "shops.toml").unlink()


@pytest.mark.parametrize("pattern", [".{card}", " {card}", "con.{number}", "LPT1 .{card}", "x" * 200 + "{card}"])
def test_a_pattern_that_names_no_file_is_refused_at_its_line(pnp: Run, project: Project, pattern: str) -> None:
    project(shops=OWN.replace("{number}-{side}", pattern))
    ran = pnp("export", "mine", "--shop", "corner", "--out", "out")
    assert ran.status == 2
    assert "shops.toml:6:8: error[bad-value]" in ran.err
    assert "cannot be a file name: begin with a letter" in ran.err


OUTSIDE = ["../x", "a/b", "/x", "..", ".", "", "..\\x", "C:x", "a\nb", "\x1b[31m", "x" * 256, "\ud800"]


@pytest.mark.parametrize("name", OUTSIDE, ids=range(len(OUTSIDE)))
def test_no_name_leads_out_of_a_zip_or_a_folder(tmp_path: Path, name: str) -> None:
    files = [("fine.pdf", b"one"), (name, b"two")]
    with pytest.raises(WriteError, match="cannot be the name of a file"):
        make_zip(files)
    with pytest.raises(WriteError, match="cannot be the name of a file"):
        replace_folder(tmp_path / "out" / "folder", files, tmp_path)
    assert [*tmp_path.rglob("*")] == [tmp_path / "out"]


def test_what_is_no_card_is_left_out_and_it_is_said(pnp: Run, tmp_path: Path) -> None:
    ran = pnp("export", "red", "--shop", "mpc", "--out", "out", "--only", "order", "--only", "playing")
    assert ran.status == 0
    assert "left out" not in ran.err
    ran = pnp("export", "red", "--shop", "dtc", "--out", "out")
    assert ran.status == 0
    assert "left out, since DriveThruCards has no product for them: rules" in ran.err
    assert "warning[shop-asks]" not in ran.err


def test_type_outside_the_safe_area_is_told_with_its_place(pnp: Run, project: Project) -> None:
    table = project().joinpath("games.toml").read_text(encoding="utf-8").replace('"two", x = 20', '"two", x = 3')
    project(components="", table=table, shops=OWN)
    ran = pnp("export", "mine", "--shop", "corner", "--out", "out")
    assert "templates/deck/face.svg.j2: warning[outside-safe-area]: on 1 face of cards" in ran.err
    assert "nearest the type 'two' of cards/b, 3." in ran.err
    assert "mm from the left" in ran.err


@pytest.mark.parametrize(("key", "is_reported"), [("part", True), ("example", True), ("other", False)])
def test_marked_boxes_outside_the_safe_area_are_told(key: str, is_reported: bool, pnp: Run, project: Project) -> None:
    folder = project(shops=OWN) / "templates" / "deck" / "face.svg.j2"
    folder.write_text(f'<g data-{key}="signs" data-box="30 80 10 6"><rect width="1" height="1"/></g>', "utf-8")
    ran = pnp("export", "mine", "--shop", "corner", "--out", "out")
    assert (f"the {key} 'signs' of cards/a, 3 mm from the bottom" in ran.err) is is_reported


def test_round_pieces_are_measured_from_their_rim(pnp: Run, project: Project) -> None:
    dots = 'dots = {{ kind = "tokens", title = "dots", of = "few", template = "{}", size = "20mm" }}\n'
    folder = project(dots.format("bare"), shops=OWN) / "templates" / "deck" / "bare.svg.j2"
    # 2.4 mm from the left of the square around it, and 0.4 mm inside the circle.
    folder.write_text('{{ line("x", 2.4, 16, 2) }}', encoding="utf-8")
    ran = pnp("export", "mine", "--shop", "corner", "--out", "out")
    assert "warning[outside-safe-area]" in ran.err
    assert "mm from the edge" in ran.err
    folder.write_text('{{ line("x", 2.6, 10, 2) }}', encoding="utf-8")
    assert "outside-safe-area" not in pnp("export", "mine", "--shop", "corner", "--out", "out").err


def test_white_bleed_is_told_where_a_shop_takes_none(pnp: Run, project: Project) -> None:
    project('cards = { kind = "cards", title = "cards", of = "few", template = "bare", back = "back" }\n', shops=OWN)
    ran = pnp("export", "mine", "--shop", "corner", "--out", "out")
    assert "templates/deck/bare.svg.j2: warning[white-bleed]: the bleed of 2 faces of cards is white" in ran.err
    assert "back.svg.j2: warning" not in ran.err
