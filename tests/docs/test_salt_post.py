"""examples/salt-post: a whole deck game is built without a warning, and every page says what it should."""

from __future__ import annotations

import csv
import re
import shutil
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pypdfium2
import pytest

pytestmark = pytest.mark.kit

Pnp = Callable[..., Any]
CARDS = {"letters": 24, "favours": 6, "boats": 8, "weather": 6}
EVERY_PAGE = {
    "en": {
        "letters": ("Palm Cay", "Put this to your ear and you will hear me.", "7"),
        "favours": ("Tea with the keeper", "Good stowage", "letter"),
        "boats": ("The Otter", "Grandmother"),
        "weather": ("Gale.", "Everyone has two", "+2"),
        "rules": ("Letters for eight islands", "may pay 4", "After 6, shuffle", "Mount Ember", "6 · 5 · 4"),
        "pad": ("Salt Post", "Total"),
    },
    "ja": {
        "letters": ("やし浜", "耳に当ててください。私の声がします。", "7"),
        "favours": ("灯台守とお茶", "積み上手", "手紙"),
        "boats": ("かわうそ号", "おばあさん号"),
        "weather": ("疾風", "その場にとどまれない。", "+2"),
        "rules": ("八つの島へ手紙を", "6枚めくったら", "4コインでお礼", "火の山", "6·5·4"),
        "pad": ("潮の郵便", "合計"),
    },
}


@pytest.fixture
def deck(root: Path, tmp_path: Path) -> Path:
    shutil.copytree(root / "examples" / "salt-post", tmp_path, dirs_exist_ok=True)
    return tmp_path


def _pages(file: Path) -> list[str]:
    with pypdfium2.PdfDocument(file.read_bytes()) as pdf:
        return [re.sub(r"\s+", " ", page.get_textpage().get_text_bounded()) for page in pdf]


def _tight(text: str) -> str:
    return re.sub(r"[\s ]+", "", text)


def _rows(file: Path) -> list[Mapping[str, str]]:
    with file.open(encoding="utf-8", newline="") as opened:
        return list(csv.DictReader(opened))


@pytest.mark.parametrize("language", ["en", "ja"])
def test_every_page_is_there_and_nothing_is_doubtful(language: str, pnp: Pnp, deck: Path) -> None:
    ran = pnp("build", "salt-post", "--lang", language)
    assert ran.status == 0, ran.err
    assert "warning" not in ran.err and "note" not in ran.err, ran.err
    pages = _pages(deck / ran.out.strip())
    whole = _tight("".join(pages))
    for part, texts in EVERY_PAGE[language].items():
        for text in texts:
            assert _tight(text) in whole, (part, text)
    assert not re.search(r"\{\w+\}", whole), "an icon stands as its name in braces"
    for name in ("letters-near", "letters-far"):
        for row in _rows(deck / f"{name}.csv"):
            assert _tight(row[f"text.{language}"]) in whole
    for row in _rows(deck / "islands.csv"):
        assert whole.count(_tight(row[f"name.{language}"])) >= 2, "on the chart and in the rules"
    title = "Salt Post" if language == "en" else "潮の郵便"
    assert all(_tight(title) in _tight(page) for page in pages if page.strip()), "every sheet is labelled"


def test_it_has_44_cards_a_board_in_tiles_and_is_checked(pnp: Pnp, deck: Path) -> None:
    ran = pnp("check")
    assert ran.status == 0 and "warning" not in ran.err, ran.err
    ran = pnp("build", "salt-post", "--json", *(option for part in (*CARDS, "chart") for option in ("--only", part)))
    assert ran.status == 0, ran.err
    pages = _pages(deck / ran.json["kits"][0]["file"])
    tiles = [page for page in pages if "tile" in page]
    assert {name for page in tiles for name in re.findall(r"tile ([A-Z]\d)", page)} >= {"A1", "A2", "B1", "B2"}
    faces = pnp("build", "salt-post", "--svg", *(option for part in CARDS for option in ("--only", part)))
    assert faces.status == 0, faces.err
    fronts = {path.stem for path in (deck / "output").rglob("*.svg") if path.stem.split("-")[0] in CARDS}
    for part, count in CARDS.items():
        own = [name for name in fronts if name.startswith(f"{part}-") and "-front" in name]
        assert len(own) == count, (part, own)
    assert sum(CARDS.values()) == 44


def test_a_shorter_game_is_a_value_away(pnp: Pnp, deck: Path) -> None:
    ran = pnp("build", "salt-post", "--set", "least=5", "--only", "letters")
    assert ran.status == 0, ran.err
    valuable = [row for name in ("near", "far") for row in _rows(deck / f"letters-{name}.csv") if int(row["coins"]) > 4]
    assert f"{len(valuable)} letters" in ran.err and 0 < len(valuable) < 24


def test_what_is_not_translated_is_told_at_its_cell_and_nothing_else(pnp: Pnp, deck: Path) -> None:
    ran = pnp("build", "salt-post", "--lang", "de", "--only", "letters")
    assert ran.status == 0, ran.err
    told = set(re.findall(r"^(letters-\w+\.csv:\d+):\d+: warning\[no-translation\]", ran.err, re.MULTILINE))
    missing = {
        f"letters-{name}.csv:{line}"
        for name in ("near", "far")
        for line, row in enumerate(_rows(deck / f"letters-{name}.csv"), 2)
        if not row["text.de"]
    }
    assert told == missing and len(missing) == 8
    assert ran.err.count("warning[") == 8


def test_its_art_is_used_as_it_was_saved(deck: Path) -> None:
    art = deck / "templates" / "deck" / "art"
    assert "sodipodi:namedview" in (art / "lighthouse.svg").read_text("utf-8")
    assert 'fill="#000"' in (art / "anchor.svg").read_text("utf-8")
    size = sum(path.stat().st_size for path in deck.rglob("*") if path.is_file())
    assert size < 120_000
