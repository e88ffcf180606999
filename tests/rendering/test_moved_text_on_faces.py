"""Words that are moved up or down within a line stay on the piece, or are refused."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from pnp.diagnostics import PnpError

Render = Callable[..., list[Any]]


def text(words: str, attributes: str = 'x="20" y="60"') -> str:
    return f'<text font-family="BIZ UDPGothic" font-size="6" {attributes}>{words}</text>'


ON = {
    "a superscript": text('a<tspan dy="-2" font-size="3">2</tspan><tspan dy="2">b</tspan>'),
    "a subscript at the foot": text('a<tspan dy="1.5" font-size="3">2</tspan>', 'x="20" y="86"'),
    "to the foot": text('a<tspan dy="27.7">b</tspan>'),
    "moved back before it is written": text('<tspan dy="40"></tspan><tspan dy="-40">b</tspan>'),
}
OFF = {
    "below": text('a<tspan dy="80">b</tspan>'),
    "hardly below": text('a<tspan dy="28.2">b</tspan>'),
    "above": text('a<tspan dy="-60">b</tspan>'),
    "in two steps": text('a<tspan dy="20">b</tspan><tspan dy="20">c</tspan>'),
    "before the first letter": text('<tspan dy="40">b</tspan>'),
    "turned": text('a<tspan dy="30">b</tspan>', 'transform="translate(25 40) rotate(90)"'),
    "aside": text('a<tspan dx="60">b</tspan>'),
}


@pytest.mark.parametrize("name", ON)
def test_words_on_the_card_are_printed(render: Render, name: str) -> None:
    render(ON[name])


@pytest.mark.parametrize("name", OFF)
def test_words_off_the_card_are_refused(render: Render, name: str) -> None:
    with pytest.raises(PnpError, match="text-off-card"):
        render(OFF[name])
