"""What the pages on printing show of sheets as data can be written so, and they name every sheet that comes along."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from pnp.definition.sheets import read_sheets, shipped_sheets

DOCS = Path(__file__).parents[2] / "docs"


@pytest.mark.parametrize("page", ["printing.md", "printing.ja.md"])
def test_the_sheets_that_are_shown_can_be_printed(page: str) -> None:
    blocks = re.findall(r"```toml\n(.*?)```", (DOCS / page).read_text(encoding="utf-8"), re.DOTALL)
    shown = [tomllib.loads(block) for block in blocks]
    (sheets,) = (block["sheets"] for block in shown if "sheets" in block)
    found, wrong = read_sheets(sheets)
    assert wrong == []
    assert {"my-labels", "my-hexes"} <= set(found)
    named = {block["mine"]["sheet"] for block in shown if "sheet" in block.get("mine", {})}
    assert named
    assert named <= set(shipped_sheets())


@pytest.mark.parametrize("page", ["printing.md", "printing.ja.md"])
def test_every_sheet_that_comes_along_is_named(page: str) -> None:
    text = (DOCS / page).read_text(encoding="utf-8")
    for sheet in shipped_sheets().values():
        number = sheet.name.rpartition("-")[2].upper()
        assert number in text or sheet.name in text


@pytest.mark.parametrize("page", ["printing.md", "printing.ja.md"])
def test_every_picture_is_there_small_and_said_in_words(page: str) -> None:
    text = (DOCS / page).read_text(encoding="utf-8")
    pictures = re.findall(r"!\[([^]]*)\]\(([^)]+)\)", text)
    assert {Path(file).name for _, file in pictures} == {
        path.name for path in (DOCS / "gallery").iterdir() if re.match(r"(printing-|calibration).*png", path.name)
    }
    for said, file in pictures:
        assert len(said) > 10, file
        assert (DOCS / file).stat().st_size < 120_000


def test_both_pages_have_the_same_sections_and_options() -> None:
    pages = [(DOCS / page).read_text(encoding="utf-8") for page in ("printing.md", "printing.ja.md")]
    levels, pictures, options = [
        [re.findall(pattern, page, re.MULTILINE) for page in pages]
        for pattern in (r"^#+ ", r"\]\((gallery/\S+)\)", "--[a-z-]+")
    ]
    assert levels[0] == levels[1]
    assert pictures[0] == pictures[1]
    # What is said in Japanese alone: its language, and type as outlines, which printers there ask for.
    assert set(options[1]) - set(options[0]) <= {"--lang", "--outlines", "--icc", "--cut-line"}
    assert set(options[0]) - set(options[1]) == set()


@pytest.mark.parametrize("page", ["printing.md", "printing.ja.md"])
def test_every_section_is_linked_from_the_top(page: str) -> None:
    text = (DOCS / page).read_text(encoding="utf-8")
    named = [
        re.sub(r"[^\w -]", "", title).lower().replace(" ", "-") for title in re.findall("^## (.+)$", text, re.MULTILINE)
    ]
    linked = re.findall(r"\]\(#([^)]+)\)", text.partition("\n## ")[0])
    assert linked == named
