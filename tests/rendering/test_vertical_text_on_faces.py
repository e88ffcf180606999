"""Text from top to bottom stays on the piece, as any other: text over its edge is refused."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from pnp.diagnostics import PnpError

Render = Callable[..., list[Any]]
TEN = "一二三四五六七八九十"
"""Ten characters: of size 6 a line of 60 mm on a card of 63 × 88 mm."""


def text(attributes: str, words: str = TEN) -> str:
    return f'<text font-family="BIZ UDPGothic" font-size="6" writing-mode="vertical-rl" {attributes}>{words}</text>'


ON = {
    "from the top": text('x="20" y="0.5"'),
    "to the bottom": text('x="20" y="28"'),
    "about the middle": text('x="20" y="44" text-anchor="middle"'),
    "up from the bottom": text('x="20" y="88" text-anchor="end"'),
    "at the left edge": text('x="3" y="5"'),
    "at the right edge": text('x="60" y="5"'),
    "spaced out": text('x="20" y="1" letter-spacing="3"'),
    "moved and turned": text('x="0" y="0" transform="translate(62 40) rotate(90)"'),
    "Latin": text('x="20" y="2"', "Vertical words"),
    "two columns": text('x="40" y="20"', f'{TEN}<tspan x="30" y="28">{TEN}</tspan>'),
    "larger words": text('x="20" y="1"', '一<tspan font-size="40">二</tspan><tspan font-size="40">三</tspan>'),
    "what is not printed": text('x="20" y="60" fill="none"'),
}
OFF = {
    "below": text('x="20" y="60"'),
    "hardly below": text('x="20" y="28.2"'),
    "above": text('x="20" y="-3"'),
    "about the middle, too high": text('x="20" y="29" text-anchor="middle"'),
    "about the middle, too low": text('x="20" y="59" text-anchor="middle"'),
    "up from the bottom": text('x="20" y="59" text-anchor="end"'),
    "left of the card": text('x="1" y="5"'),
    "right of the card": text('x="62" y="5"'),
    "spaced out": text('x="20" y="1" letter-spacing="3.1"'),
    "moved": text('x="20" y="20" transform="translate(0 10)"'),
    "turned": text('x="0" y="0" transform="translate(62 40) rotate(90) scale(1.1)"'),
    "in a group that is moved": '<g transform="translate(0 30)">' + text('x="20" y="0"') + "</g>",
    "Latin": text('x="20" y="60"', "Vertical words"),
    "the second column": text('x="40" y="20"', f'{TEN}<tspan x="30" y="29">{TEN}</tspan>'),
    "moved words": text('x="20" y="20"', f'{TEN}<tspan dy="6">一</tspan><tspan dy="2">二</tspan>'),
    "words moved aside": text('x="20" y="5"', '一二<tspan dx="-18">三</tspan>'),
    "larger words": text('x="20" y="3"', '一<tspan font-size="40">二</tspan><tspan font-size="40">三</tspan>'),
}


@pytest.mark.parametrize("name", ON)
def test_a_column_on_the_card_is_printed(render: Render, name: str) -> None:
    render(ON[name])


@pytest.mark.parametrize("name", OFF)
def test_a_column_that_runs_over_the_edge_is_refused(render: Render, name: str) -> None:
    with pytest.raises(PnpError, match="text-off-card") as caught:
        render(OFF[name])
    assert "runs over the edge of the card" in str(caught.value) and "columns" in str(caught.value)


def test_it_is_told_at_the_cell_that_says_it(pnp: Callable[..., Any], tmp_path: Any) -> None:
    (tmp_path / "templates" / "deck").mkdir(parents=True)
    (tmp_path / "templates" / "deck" / "card.svg.j2").write_text(text('x="20" y="60"', "{{ card.title }}"), "utf-8")
    (tmp_path / "cards.csv").write_text(f"title\n一二\n{TEN}\n", encoding="utf-8")
    (tmp_path / "games.toml").write_text(
        '[mine]\nengine = "deck"\ntitle = "Mine"\n[mine.decks]\ncards = "cards.csv"\n[mine.components]\n'
        'cards = { kind = "cards", title = "cards", template = "card", of = "cards" }\n',
        encoding="utf-8",
    )
    for command in ("check", "build"):
        ran = pnp(command, "mine")
        assert ran.status == 2
        assert ran.err.startswith("cards.csv:3:1: error[text-off-card]"), ran.err
    assert not (tmp_path / "output").exists()


@pytest.mark.parametrize(("shape", "fits"), [("square", True), ("round", False), ("hex", False)])
def test_a_column_in_the_corner_of_a_token_is_held_to_its_shape(
    pnp: Callable[..., Any], tmp_path: Any, shape: str, fits: bool
) -> None:
    (tmp_path / "templates" / "deck").mkdir(parents=True)
    (tmp_path / "templates" / "deck" / "token.svg.j2").write_text(text('x="4" y="1"', "一二三"), "utf-8")
    (tmp_path / "games.toml").write_text(
        '[mine]\nengine = "deck"\ntitle = "Mine"\n[mine.decks]\ncards = [{ title = "x" }]\n[mine.components]\n'
        f'tokens = {{ kind = "tokens", title = "t", template = "token", of = "cards", size = "40mm", '
        f'shape = "{shape}" }}\n',
        encoding="utf-8",
    )
    ran = pnp("check", "mine")
    assert ("text-off-card" not in ran.err) == fits, ran.err
