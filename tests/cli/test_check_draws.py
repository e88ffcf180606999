"""``pnp check`` draws every face, reports what a build would refuse, and writes nothing."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

DECK = """[mine]
engine = "deck"
title = "Mine"
[mine.decks]
cards = [{ id = "a", title = "A", copies = 3 }, { id = "b", title = "B" }]
[mine.components.cards]
kind = "cards"
title = "cards"
template = "face"
of = "cards"
"""


@pytest.fixture
def deck(tmp_path: Path) -> Callable[[str], None]:
    """Writes a deck of four cards with this face."""
    (tmp_path / "games.toml").write_text(DECK, encoding="utf-8")
    folder = tmp_path / "templates" / "deck"
    folder.mkdir(parents=True)

    def write(face: str) -> None:
        (folder / "face.svg.j2").write_text(face, encoding="utf-8")

    return write


def test_a_deck_in_order_is_counted(pnp: Callable[..., Any], deck: Callable[[str], None]) -> None:
    deck("{{ line(card.title, 5, 20, 4) }}")
    ran = pnp("check")
    assert (ran.status, ran.out, ran.err) == (0, "✓ mine: 4 cards, 1 component ok\n", "")
    assert pnp("check", "--json").json["games"] == [
        {
            "id": "mine",
            "language": "en",
            "paper": "a4",
            "cards": 4,
            "pieces": 4,
            "components": 1,
            "examples": 0,
            "misreadings": 0,
            "unkilled": [],
        }
    ]


@pytest.mark.parametrize(
    ("face", "message"),
    [
        ("{{ line(card.titel, 5, 20, 4) }}", "no column 'titel'"),
        ("{{ lien(card.title, 5, 20, 4) }}", "'lien' is undefined"),
        ('{{ image("none.png", 5, 5, 20, 20) }}', "none.png"),
        ('{{ art("none", 5, 5, 20) }}', "there is no art 'none'"),
    ],
)
def test_what_a_build_would_refuse_is_told(
    face: str, message: str, pnp: Callable[..., Any], deck: Callable[[str], None], tmp_path: Path
) -> None:
    deck(face)
    before = {path for path in tmp_path.rglob("*") if path.is_file()}
    ran = pnp("check")
    assert (ran.status, ran.out) == (2, "")
    assert message in ran.err
    assert {path for path in tmp_path.rglob("*") if path.is_file()} == before


def test_a_missing_template_is_told(pnp: Callable[..., Any], deck: Callable[[str], None]) -> None:
    ran = pnp("check")
    assert ran.status == 2
    assert "there is no template 'face.svg.j2'" in ran.err


@pytest.mark.parametrize(
    ("size", "fit", "dpi"),
    [((60, 40), "xMidYMid meet", 28), ((60, 400), "xMidYMid slice", 28), ((434, 284), "xMidYMid meet", None)],
)
def test_a_picture_with_too_few_pixels_is_a_warning(
    size: tuple[int, int],
    fit: str,
    dpi: int | None,
    pnp: Callable[..., Any],
    deck: Callable[[str], None],
    tmp_path: Path,
) -> None:
    Image.new("RGB", size, "#3366cc").save(tmp_path / "sea.png")
    deck(f'{{{{ image("sea.png", 4, 4, 55, 36, fit="{fit}") }}}}')
    for command in (("check",), ("build", "mine")):
        ran = pnp(*command)
        assert ran.status == 0
        if dpi is None:
            assert "coarse-picture" not in ran.err
        else:
            assert f"warning[coarse-picture]: the picture sea.png has {dpi} pixels per inch on cards/a" in ran.err
            assert "650 pixels across" in ran.err


def test_a_picture_with_too_few_pixels_is_told_at_the_cell_that_names_it(
    pnp: Callable[..., Any], deck: Callable[[str], None], tmp_path: Path
) -> None:
    Image.new("RGB", (60, 40), "#3366cc").save(tmp_path / "sea.png")
    deck("{{ image(card.picture, 4, 4, 55, 36) }}")
    (tmp_path / "cards.csv").write_text("id,picture\na,sea.png\n", encoding="utf-8")
    text = DECK.splitlines()
    text[4] = 'cards = "cards.csv"'
    (tmp_path / "games.toml").write_text("\n".join(text), encoding="utf-8")
    assert pnp("check").err.startswith("cards.csv:2:3: warning[coarse-picture]: the picture sea.png has 28 pixels")


@pytest.mark.parametrize("command", ["check", "build"])
def test_more_pieces_than_a_kit_has_are_told_before_sheets_are_laid(
    command: str, pnp: Callable[..., Any], deck: Callable[[str], None], tmp_path: Path
) -> None:
    deck("{{ line(card.title, 5, 20, 4) }}")
    many = DECK.replace("copies = 3", "copies = 999") + "copies = 999\n"
    (tmp_path / "games.toml").write_text(many, encoding="utf-8")
    ran = pnp(command)
    assert ran.status == 2
    assert "games.toml:11:10: error[too-many-cards]: with all copies there are 999,000 pieces" in ran.err
    assert "a kit has at most 150,000" in ran.err
