"""Art that its card or its file cuts off is told, each where it is to be mended; ornaments and patterns are not."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

DEFINITION = """\
[mine]
engine = "deck"
title = "Mine"
[mine.decks]
all = "cards.csv"
[mine.components]
cards = { kind = "cards", title = "cards", template = "card", of = "all", edge = "bleed" }
tokens = { kind = "tokens", title = "tokens", template = "token", of = "all", size = "40mm", edge = "bleed" }
"""
GROUND = '<rect x="-3" y="-3" width="69" height="94" fill="#f0d9a8"/>'
TOKEN = '<circle cx="20" cy="20" r="23" fill="#f0d9a8"/>{{ art(card.kind, 8, 8, 24) }}'
ROWS = ("loaf,#a8652f,#f0d9a8", "roll,#b9772c,#f6dca0", "tart,#8a4b32,#f3d7b8")
LOAF = '<path d="M8 62Q4 26 50 24Q96 26 92 62Q92 80 50 80Q8 80 8 62Z" fill="#a8652f"/>'
Told = Callable[..., list[str]]


def svg(drawing: str, box: str = "0 0 100 100") -> str:
    """Return a file of art."""
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}">{drawing}</svg>'


@pytest.fixture
def told(tmp_path: Path, pnp: Callable[..., Any]) -> Told:
    """Check cards and tokens with this template of the cards and this art, and return what is told of art."""
    art = tmp_path / "templates/deck/art"
    art.mkdir(parents=True)
    (tmp_path / "games.toml").write_text(DEFINITION, encoding="utf-8")

    def check(card: str, loaf: str = svg(LOAF), rows: tuple[str, ...] = ROWS) -> list[str]:
        (tmp_path / "cards.csv").write_text("\n".join(["kind,crust,crumb", *rows]) + "\n", encoding="utf-8")
        for name in ("loaf", "roll", "tart"):
            (art / f"{name}.svg").write_text(loaf if name == "loaf" else svg(LOAF), encoding="utf-8")
        (tmp_path / "templates/deck/card.svg.j2").write_text(f"{GROUND}\n{card}", encoding="utf-8")
        (tmp_path / "templates/deck/token.svg.j2").write_text(TOKEN, encoding="utf-8")
        ran = pnp("check")
        assert ran.status == 0, ran.err
        lines = [line for line in ran.err.splitlines() if "warning[" in line and "unread-column" not in line]
        return [line for line in lines if "same-art" not in line]

    return check


def test_art_that_a_cell_names_and_the_trim_cuts_off_is_told(told: Told) -> None:
    (message,) = told("{{ art(card.kind, 42, 22, 40) }}")
    assert message == (
        "templates/deck/card.svg.j2:2: warning[art-cut-off]: the trim cuts off 47% of the art 'loaf' on cards/01, and "
        "2 more faces are alike"
    )


@pytest.mark.parametrize(
    "card",
    [
        pytest.param("{{ art(card.kind, 12, 22, 40) }}", id="whole"),
        pytest.param("{{ art(card.kind, 30, 22, 40) }}", id="a little over the trim"),
        pytest.param("{{ art('loaf', 42, 22, 40) }}", id="an ornament that the template names"),
        pytest.param("{{ art(card.kind, 42, 72, 40) }}", id="in a corner"),
        pytest.param("{{ art(card.kind, -40, -20, 140) }}", id="larger than the card"),
    ],
)
def test_art_that_is_whole_or_runs_over_the_trim_on_purpose_is_not_told(told: Told, card: str) -> None:
    assert [line for line in told(card) if "art-cut-off" in line] == []


@pytest.mark.parametrize(
    ("loaf", "fault"),
    [
        (svg(f'<g transform="translate(50 0)">{LOAF}</g>'), "is cut off by the viewBox of its file for 5"),
        (svg(f'<g transform="translate(0 -60)">{LOAF}</g>'), "is cut off by the viewBox of its file for "),
        (svg(f'<g display="none">{LOAF}</g>'), "has nothing that is seen on the face"),
        (svg(LOAF, "0 0 1000 1000"), "fills only the upper left corner"),
    ],
)
def test_a_file_that_is_wrong_is_told_once_at_the_file(told: Told, loaf: str, fault: str) -> None:
    (message,) = told("{{ art(card.kind, 12, 22, 40) }}", loaf)
    assert message.startswith("templates/deck/art/loaf.svg: warning[unseen-art]: the art 'loaf' ")
    assert fault in message


@pytest.mark.parametrize(
    "loaf",
    [
        pytest.param(svg(LOAF, "0 0 96 100"), id="an end that is cut off"),
        pytest.param(svg(LOAF, "4 24 92 30"), id="the upper half in a box that is tight"),
        pytest.param(svg('<path d="M-60 20H160V80H-60Z" fill="#a8652f"/>'), id="a pattern over both ends"),
        pytest.param(svg(f"{LOAF}<path d='M60 0H150V90H60Z' fill='#c58a1d'/>"), id="a part over one end"),
    ],
)
def test_a_view_box_that_cuts_a_drawing_on_purpose_is_not_told(told: Told, loaf: str) -> None:
    assert told("{{ art(card.kind, 12, 22, 40) }}", loaf) == []


@pytest.mark.parametrize(
    ("row", "column"), [("loaf,#f0d9a8,#f0d9a8", 6), ("loaf,#a8652f00,#f0d9a8", 6)], ids=["as its ground", "clear"]
)
def test_art_in_the_colour_of_its_ground_is_told_at_the_cell_that_gives_it(told: Told, row: str, column: int) -> None:
    card = (
        '<rect x="2" y="12" width="50" height="50" fill="{{ card.crumb }}"/>'
        '{{ art(card.kind, 12, 22, 30, color={"#a8652f": card.crust}) }}'
    )
    (message,) = told(card, rows=(row, *ROWS[1:]))
    assert message.startswith(f"cards.csv:2:{column}: warning[unseen-art]: the art 'loaf' has ")


def test_a_picture_that_shows_nothing_is_told_at_the_cell_that_names_it(told: Told, tmp_path: Path) -> None:
    Image.new("RGBA", (600, 600), (90, 30, 30, 0)).save(tmp_path / "oven.png")
    Image.effect_noise((600, 600), 90).convert("RGB").save(tmp_path / "mill.png")
    card = "{{ image(card.crust, 12, 22, 30, 30) }}{{ line(card.crumb, 8, 70, 4) }}"
    (message,) = told(card, rows=("loaf,mill.png,a", "roll,oven.png,b", "tart,mill.png,c"))
    assert message.startswith("cards.csv:3:6: warning[unseen-art]: the picture oven.png is transparent all over")


def test_the_one_picture_of_one_colour_among_others_is_told_at_its_cell(told: Told, tmp_path: Path) -> None:
    for name, colour in (("oven", (128, 128, 128)), ("mill", (9, 9, 9))):
        Image.new("RGB", (600, 600), colour).save(tmp_path / f"{name}.png")
    Image.effect_noise((600, 600), 90).convert("RGB").save(tmp_path / "barn.png")
    card = "{{ image(card.crust, 12, 22, 30, 30) }}{{ line(card.crumb, 8, 70, 4) }}"
    (message,) = told(card, rows=("loaf,barn.png,a", "roll,oven.png,b", "tart,barn.png,c"))
    assert message.startswith("cards.csv:3:6: warning[unseen-art]: the picture oven.png is of one colour all over")
    assert told(card, rows=("loaf,mill.png,a", "roll,oven.png,b", "tart,barn.png,c")) == []
    assert told("{{ image('oven.png', 12, 22, 30, 30) }}{{ line(card.crumb, 8, 70, 4) }}") == []


def test_a_cell_without_a_colour_is_told_at_itself(told: Told, tmp_path: Path, pnp: Callable[..., Any]) -> None:
    told("{{ art(card.kind, 12, 22, 30, color={'#a8652f': card.crust}) }}")
    (tmp_path / "cards.csv").write_text("kind,crust,crumb\nloaf,,x\nroll,#b9772c,y\n", encoding="utf-8")
    ran = pnp("check")
    assert "cards.csv:2:6: error[bad-value]: color of the art 'loaf': '' is not a colour" in ran.err
    assert "ask for it first: {% if card.crust %}" in ran.err


DARK = '{{ line(card.kind, 8, 12, 6, fill=look.dark) }}{{ line("a" ~ card.crust, 8, 82, 4, fill="#000000") }}'
BOX = '<rect x="2" y="2" width="50" height="16" fill="{{ card.crumb }}"/>'


@pytest.mark.parametrize(
    ("dark", "rows", "place"),
    [
        ("#d9c9b0", ROWS, "templates/deck/theme.toml:2:1"),
        ("#33201a", (*ROWS[:2], "tart,#8a4b32,#33201a"), "cards.csv:4:14"),
        ("#33201a", ROWS, None),
    ],
)
def test_an_ink_that_is_unseen_on_most_grounds_is_told_once_at_the_theme(
    told: Told, tmp_path: Path, dark: str, rows: tuple[str, ...], place: str | None
) -> None:
    (tmp_path / "templates/deck/theme.toml").write_text(f'[look]\ndark = "{dark}"\n', encoding="utf-8")
    messages = [line for line in told(f"{BOX}{DARK}", rows=rows) if "unseen-ink" in line]
    assert [message.partition(": ")[0] for message in messages] == ([] if place is None else [place])
