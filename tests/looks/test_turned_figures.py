"""A 6 and a 9 that nothing tells apart once they are turned are told; a line, a full stop or a corner tells them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pnp.looks.figures import turned_figure

DEFINITION = """\
[mine]
engine = "deck"
title = "Mine"
[mine.decks]
all = "all.csv"
[mine.components]
pieces = {{ kind = "{kind}", title = "pieces", of = "all", template = "piece", edge = "bleed", {size} }}
"""
TOKEN = 'size = "20mm"'
GROUND = '<circle cx="10" cy="10" r="13" fill="{{ card.ink }}"/><circle cx="10" cy="10" r="8" fill="#ffffff"/>'
FIGURE = '{{ line(card.worth, 10, 10, 7, fill="#000000", anchor="middle", middle=true) }}'


@pytest.fixture
def told(tmp_path: Path, pnp: Callable[..., Any]) -> Callable[..., list[str]]:
    """Check pieces with these figures and this template, and return what is told of turning them."""
    (tmp_path / "templates/deck").mkdir(parents=True)

    def check(
        template: str, *rows: str, kind: str = "tokens", size: str = TOKEN, columns: str = "id,worth,ink"
    ) -> list[str]:
        (tmp_path / "games.toml").write_text(DEFINITION.format(kind=kind, size=size), encoding="utf-8")
        (tmp_path / "all.csv").write_text("\n".join([columns, *rows]) + "\n", encoding="utf-8")
        (tmp_path / "templates/deck/piece.svg.j2").write_text(template, encoding="utf-8")
        lines = pnp("check").err.splitlines()
        assert not any("error[" in line for line in lines), lines
        return [line for line in lines if "turned-figure" in line]

    return check


ROWS = ("one,1,#c58a1d", "six,6,#c58a1d", "eight,8,#c58a1d", "nine,9,#c58a1d")


def test_a_bare_six_and_nine_are_told_at_the_line_that_draws_them(told: Callable[..., list[str]]) -> None:
    (message,) = told(f"{GROUND}\n{FIGURE}", *ROWS)
    assert message == (
        "templates/deck/piece.svg.j2:2: warning[turned-figure]: '6' on pieces/six reads as the '9' of pieces/nine "
        "once it is turned"
    )


@pytest.mark.parametrize("pair", [("66", "99"), ("68", "89"), ("06", "90"), ("60", "09")])
def test_figures_of_several_digits_are_told_as_well(told: Callable[..., list[str]], pair: tuple[str, str]) -> None:
    figure = FIGURE.replace("card.worth", 'card.worth | replace("n", "")')
    rows = [f"{number},n{text},#c58a1d" for number, text in enumerate(pair)]
    assert len(told(f"{GROUND}\n{figure}", *rows)) == 1


@pytest.mark.parametrize(
    "more",
    [
        pytest.param('<rect x="7" y="14" width="6" height="0.6" fill="#000000"/>', id="a line below"),
        pytest.param('<path d="M10 3L8 5H12Z" fill="#000000"/>', id="a sign above"),
        pytest.param('{{ line("pt", 10, 16, 2, anchor="middle") }}', id="a word below"),
        pytest.param('{{ art("sun", 8, 2, 4) }}', id="art above"),
    ],
)
def test_anything_that_says_what_is_up_is_enough(told: Callable[..., list[str]], tmp_path: Path, more: str) -> None:
    art = tmp_path / "templates/deck/art"
    art.mkdir()
    sun = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle cx="4.5" cy="4.5" r="4"/></svg>'
    (art / "sun.svg").write_text(sun, encoding="utf-8")
    assert told(f"{GROUND}{FIGURE}{more}", *ROWS) == []


def test_a_full_stop_behind_the_figure_is_enough(told: Callable[..., list[str]]) -> None:
    figure = FIGURE.replace("card.worth", 'card.worth ~ "."')
    assert told(f"{GROUND}{figure}", *ROWS) == []


def test_one_of_the_two_alone_is_not_told(told: Callable[..., list[str]]) -> None:
    assert told(f"{GROUND}{FIGURE}", *ROWS[:3]) == []


def test_another_colour_tells_them_apart(told: Callable[..., list[str]]) -> None:
    assert told(f"{GROUND}{FIGURE}", *ROWS[:3], "nine,9,#1d58c5") == []


@pytest.mark.parametrize(("place", "count"), [("31.5, 44", 1), ("10, 12", 0)])
def test_a_figure_in_the_middle_of_a_card_is_told_and_one_in_its_corner_is_not(
    told: Callable[..., list[str]], place: str, count: int
) -> None:
    card = '<rect x="-3" y="-3" width="69" height="94" fill="{{ card.ink }}"/>'
    card += FIGURE.replace("10, 10, 7", f"{place}, 12")
    assert len(told(card, *ROWS, kind="cards", size='size = "63mm x 88mm"')) == count


def test_figures_are_turned_end_for_end() -> None:
    assert [turned_figure(figure) for figure in ("6", "9", "80", "689")] == ["9", "6", "08", "689"]
