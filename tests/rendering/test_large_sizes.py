"""Sizes at which a text cannot fit are skipped, and the size that it gets is the one that trying each would give."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.diagnostics import TemplateError
from pnp.rendering.text import fitting
from pnp.rendering.text.typeset import Typesetter

TEXTS = {
    "en": ("Take a card.", "The player to the left begins and takes **two cards** from the deck.\nThen play.", "A"),
    "ja": ("山札から1枚取る。", "左どなりの人から、山札のカードを**2枚**取ります。\n次に出します。", "赤"),
}


def set_block(setter: Typesetter, text: str, options: Mapping[str, Any]) -> tuple[float, int] | None:
    try:
        block = setter.block(text, 0, 0, **options)
    except TemplateError:
        return None
    return block.size, block.lines


@given(
    language=st.sampled_from(["en", "ja"]),
    text=st.integers(0, 2),
    repeats=st.integers(1, 12),
    width=st.floats(8, 120),
    height=st.floats(3, 80),
    size=st.floats(2.2, 90),
    markup=st.booleans(),
    justify=st.booleans(),
)
def test_the_size_is_that_of_trying_all(
    typesetters: dict[str, Typesetter],
    language: str,
    text: int,
    repeats: int,
    width: float,
    height: float,
    size: float,
    markup: bool,
    justify: bool,
) -> None:
    options = {"width": width, "height": height, "size": size, "markup": markup, "justify": justify}
    words = "\n".join([TEXTS[language][text]] * repeats)
    found = set_block(typesetters[language], words, options)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(fitting, "_largest_size", lambda *_: math.inf)
        assert found == set_block(typesetters[language], words, options)


def test_few_sizes_are_tried(typesetters: dict[str, Typesetter], monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[float] = []
    set_at = fitting.SetText.of
    monkeypatch.setattr(fitting.SetText, "of", lambda *inputs: tried.append(inputs[1]) or set_at(*inputs))
    block = typesetters["en"].block("Take a card. " * 100, 0, 0, 50, 1000.0, height=60)
    assert (block.size < 6, len(tried) < 40) == (True, True)
