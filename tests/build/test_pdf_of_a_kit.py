"""The PDF of a kit as a file: placements to 0.01 mm, backs, fonts, attachments, reading order, the same bytes."""

from __future__ import annotations

import hashlib
import io
import json
import re
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pikepdf
import pypdf
import pytest

from pnp import cardsvg
from pnp.units import MM_PER_PT
from tests.pdf.places import places_of

Matrix = tuple[float, float, float, float, float, float]
PLANS: list[dict[str, Any]] = [
    {},
    {"paper": "letter", "language": "ja"},
    {"flip": "short"},
    {"gutter": 6.0, "bleed": 3.0},
]


def times(inner: Matrix, outer: Matrix) -> Matrix:
    a, b, c, d, e, f = inner
    g, h, i, j, k, m = outer
    return (a * g + b * i, a * h + b * j, c * g + d * i, c * h + d * j, e * g + f * i + k, e * h + f * j + m)


def placed_faces(page: Any) -> Iterator[Matrix]:
    """The matrix, in mm, of every face that is drawn on a page, in order."""
    whole = next(step for step in pikepdf.parse_content_stream(page) if str(step.operator) == "cm")
    for steps in places_of(page):
        matrix: Matrix = (MM_PER_PT, 0, 0, MM_PER_PT, 0, 0)
        for step in (whole, steps[0]):
            matrix = times(tuple(float(value) for value in step.operands), matrix)  # type: ignore[arg-type]
        yield matrix


def on_page(matrix: Matrix, x: float, y: float) -> tuple[float, float]:
    a, b, c, d, e, f = matrix
    return a * x + c * y + e, b * x + d * y + f


@pytest.mark.parametrize("plan", PLANS, ids=str)
def test_every_card_lies_where_the_manifest_says_to_a_hundredth_of_a_millimetre(
    plan: dict[str, Any], printed: Callable[..., Any]
) -> None:
    kit = printed(**plan)
    document = pikepdf.open(io.BytesIO(kit.pdf))
    assert len(document.pages) == len(kit.manifest["pages"])
    for page, record in zip(document.pages, kit.manifest["pages"], strict=True):
        faces = list(placed_faces(page))
        assert len(faces) == len(record["slots"])
        for matrix, slot in zip(faces, record["slots"], strict=True):
            turned = slot["rotation"] in (90, 270)
            width, height = slot["width_mm"], slot["height_mm"]
            face = (height, width) if turned else (width, height)
            corners = [on_page(matrix, x, y) for x in (0, face[0]) for y in (0, face[1])]
            left, bottom = min(x for x, _ in corners), min(y for _, y in corners)
            right, top = max(x for x, _ in corners), max(y for _, y in corners)
            assert (left, bottom) == pytest.approx((slot["x_mm"], slot["y_mm"]), abs=0.01)
            assert (right - left, top - bottom) == pytest.approx((width, height), abs=0.01)


@pytest.mark.parametrize("plan", PLANS, ids=str)
def test_cards_lie_on_the_paper_and_apart(plan: dict[str, Any], printed: Callable[..., Any]) -> None:
    kit = printed(**plan)
    paper = kit.manifest["paper"]
    for record in kit.manifest["pages"]:
        slots = record["slots"]
        if any(slot["component"] == "rules" for slot in slots):
            continue
        for index, slot in enumerate(slots):
            assert slot["x_mm"] >= 5 - 1e-6
            assert slot["y_mm"] >= 5 - 1e-6
            assert slot["x_mm"] + slot["width_mm"] <= paper["width_mm"] - 5 + 1e-6
            assert slot["y_mm"] + slot["height_mm"] <= paper["height_mm"] - 5 + 1e-6
            for other in slots[index + 1 :]:
                across = min(slot["x_mm"] + slot["width_mm"], other["x_mm"] + other["width_mm"]) - max(
                    slot["x_mm"], other["x_mm"]
                )
                up = min(slot["y_mm"] + slot["height_mm"], other["y_mm"] + other["height_mm"]) - max(
                    slot["y_mm"], other["y_mm"]
                )
                assert across < 1e-3 or up < 1e-3


@pytest.mark.parametrize("plan", PLANS, ids=str)
def test_backs_lie_behind_their_fronts(plan: dict[str, Any], printed: Callable[..., Any]) -> None:
    kit = printed(**plan)
    paper = kit.manifest["paper"]
    sheets: dict[int, dict[str, list[Any]]] = {}
    for record in kit.manifest["pages"]:
        sheets.setdefault(record["sheet"], {})[record["side"]] = record["slots"]
    seen = 0
    for sides in sheets.values():
        backs = {(slot["component"], slot["card"], slot["x_mm"], slot["y_mm"]) for slot in sides.get("back", [])}
        for slot in sides.get("front", []):
            x, y = slot["x_mm"], slot["y_mm"]
            if plan.get("flip") == "short":
                y = paper["height_mm"] - y - slot["height_mm"]
            else:
                x = paper["width_mm"] - x - slot["width_mm"]
            if slot["component"] != "rules":
                assert any(
                    (slot["component"], slot["card"]) == back[:2] and back[2:] == pytest.approx((x, y), abs=0.01)
                    for back in backs
                )
                seen += 1
    assert seen == len(kit.slots("cards")) + len(kit.slots("order")) + len(kit.slots("playing")) + len(
        kit.slots("summary")
    )


def test_without_backs_every_page_is_a_front(printed: Callable[..., Any]) -> None:
    kit = printed(backs="none", only=("cards",))
    assert {page["side"] for page in kit.manifest["pages"]} == {"single"}
    assert kit.slots(face="back") == []


def test_a_summary_without_backs_still_prints_all_its_examples(printed: Callable[..., Any]) -> None:
    kit = printed(backs="none")
    assert [example["id"] for example in kit.manifest["examples"]] == [
        example["id"] for example in printed().manifest["examples"]
    ]


def test_only_the_components_asked_for_are_printed(printed: Callable[..., Any]) -> None:
    kit = printed(only=("summary", "order"))
    assert {slot["component"] for _, slot in kit.slots()} == {"summary", "order"}
    shown = {place["page"] for example in kit.manifest["examples"] for place in example["places"]}
    assert shown <= {page["number"] for page in kit.manifest["pages"]}
    assert all(example["places"] for example in kit.manifest["examples"])


def test_a_viewer_is_told_not_to_scale_and_to_turn_over_the_right_edge(printed: Callable[..., Any]) -> None:
    for options, duplex in (({}, "/DuplexFlipLongEdge"), ({"flip": "short"}, "/DuplexFlipShortEdge")):
        document = pikepdf.open(io.BytesIO(printed(**options).pdf))
        viewer = document.Root.ViewerPreferences
        assert viewer.PrintScaling == "/None"
        assert viewer.Duplex == duplex


def test_every_font_is_embedded_as_a_subset(printed: Callable[..., Any]) -> None:
    for language in ("en", "ja"):
        document = pikepdf.open(io.BytesIO(printed(language=language).pdf))
        fonts = [
            pdf_object
            for pdf_object in document.objects
            if isinstance(pdf_object, pikepdf.Dictionary)
            and pdf_object.get("/Type") == "/Font"
            and "/FontDescriptor" in pdf_object
        ]
        bare = [
            pdf_object
            for pdf_object in document.objects
            if isinstance(pdf_object, pikepdf.Dictionary)
            and pdf_object.get("/Type") == "/Font"
            and "/FontDescriptor" not in pdf_object
            and "/DescendantFonts" not in pdf_object
        ]
        assert fonts
        assert bare == []
        for font in fonts:
            assert re.fullmatch(r"/[A-Z]{6}\+[\w-]+", str(font.BaseFont))
            assert {"/FontFile2", "/FontFile3"} & set(font.FontDescriptor.keys())
        assert b"Helvetica" not in printed(language=language).pdf


def test_the_manifest_is_attached_and_says_what_is_printed(printed: Callable[..., Any]) -> None:
    kit = printed()
    document = pikepdf.open(io.BytesIO(kit.pdf))
    assert list(document.attachments) == ["pnp-manifest.json"]
    attached = json.loads(document.attachments["pnp-manifest.json"].get_file().read_bytes())
    assert attached == kit.manifest
    assert attached["format"] == 3
    assert attached["unkilled"] == []
    assert len(document.Root.AF) == 1
    faces = {slot["face_id"] for page in attached["pages"] for slot in page["slots"]}
    assert faces == set(attached["faces"])
    for record, page in zip(attached["pages"], document.pages, strict=True):
        width, height = (float(value) * MM_PER_PT for value in page.MediaBox[2:])
        assert (width, height) == pytest.approx((210, 297), abs=0.01)
        assert record["number"] == 1 + list(document.pages).index(page)


def test_the_document_says_its_title_and_language(printed: Callable[..., Any]) -> None:
    for language, title in (("en", "Red"), ("ja", "レッド")):
        document = pikepdf.open(io.BytesIO(printed(language=language).pdf))
        assert str(document.Root.Lang) == language
        assert str(document.docinfo["/Title"]) == title
        assert "Chudyk" in str(document.docinfo["/Author"])


def test_another_reader_finds_the_same_text_in_reading_order(printed: Callable[..., Any], root: Path) -> None:
    kit = printed()
    page = kit.slots("rules")[0][0]
    pages = pypdf.PdfReader(io.BytesIO(kit.pdf)).pages
    text = " ".join(" ".join(side.extract_text().split()) for side in (pages[page - 1], pages[page]))
    words: dict[str, str] = {}
    for folder in ("shared", "red"):
        words |= tomllib.loads((root / "templates" / folder / "words.toml").read_text(encoding="utf-8"))["en"]
    in_order = [
        words["slogan"],
        words["contents-heading"],
        words["setup-heading"],
        words["turn-heading"],
        words["law"],
        words["winning-heading"],
        words["criterion-sum"].replace("{of}", "7"),
        words["examples-heading"],
        words["checks-heading"],
        "Carl Chudyk",
    ]
    assert [string for string in in_order if string not in text] == []
    assert sorted(in_order, key=text.index) == in_order


ENVIRONMENTS: list[dict[str, str]] = [
    {"PYTHONHASHSEED": "0"},
    {"PYTHONHASHSEED": "4711", "TZ": "Asia/Tokyo", "LANG": "ja_JP.UTF-8", "PYTHONUTF8": "0"},
    {"PYTHONHASHSEED": "31337", "TZ": "America/St_Johns", "LC_ALL": "C", "NO_COLOR": "1", "PYTHONOPTIMIZE": "1"},
]


@pytest.mark.parametrize("environments", [ENVIRONMENTS[1:], pytest.param(ENVIRONMENTS, marks=pytest.mark.full)])
def test_the_same_input_gives_the_same_bytes_wherever_and_however_it_is_built(
    environments: list[dict[str, str]], pnp_process: Callable[..., Any], tmp_path: Path
) -> None:
    (tmp_path / "games.toml").write_text('[red]\nextends = "shipped:red"\nhand = 6\n', encoding="utf-8")
    digests = set()
    for number, env in enumerate(environments):
        folder = tmp_path / f"a folder {number}" / "ü赤"
        folder.mkdir(parents=True)
        (folder / "games.toml").write_bytes((tmp_path / "games.toml").read_bytes())
        ran = pnp_process(
            "build", "red", "--lang", "ja", "--svg", "--only", "cards", "--only", "summary", cwd=folder, env=env
        )
        assert ran.returncode == 0, ran.stderr.decode("utf-8", "replace")
        files = sorted(path for path in (folder / "output").rglob("*") if path.is_file())
        assert len(files) > 50
        whole = hashlib.sha256()
        for path in files:
            whole.update(path.relative_to(folder).as_posix().encode() + path.read_bytes())
        digests.add(whole.hexdigest())
    assert len(digests) == 1


def test_another_seed_gives_other_examples_that_hold_too(printed: Callable[..., Any]) -> None:
    first, second = printed(), printed(seed=7)
    assert second.manifest["seed"] == 7
    assert [example["in"] for example in first.manifest["examples"]] != [
        example["in"] for example in second.manifest["examples"]
    ]
    assert second.manifest["unkilled"] == []


def test_faces_left_on_disk_are_the_faces_of_the_manifest(
    pnp: Callable[..., Any], tmp_path: Path, printed: Callable[..., Any]
) -> None:
    ran = pnp("build", "red", "--svg", "--only", "summary", "--only", "order", "--quiet")
    assert (ran.status, ran.out, ran.err) == (0, "", "")
    folder = tmp_path / "output" / "red"
    files = {path.stem: path for path in (folder / "svg").rglob("*.svg")}
    faces = printed(only=("order", "summary")).manifest["faces"]
    assert files.keys() == faces.keys()
    for path in files.values():
        cardsvg.parse(path.read_text(encoding="utf-8"), path.name)
    assert [path.name for path in folder.iterdir() if path.is_file()] == ["red-en-a4-order-summary.pdf"]
