"""Faces of tokens: a little bleed, and texts inside the circle."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pnp.diagnostics import TemplateError
from pnp.units import Size

KIT = """\
[mine]
engine = "deck"
title = "Mine"
decks = {{ all = [{{ id = "one" }}] }}
[mine.components]
it = {{ kind = "tokens", title = "it", of = "all", template = "card", back = "card", size = "18mm", shape = "{shape}" }}
"""
EDGES = '<rect x="{{ -face.bleed }}" y="{{ -face.bleed }}" width="{{ face.width }}" height="5"/>'


@pytest.fixture
def tokens(folder: Path, render: Callable[..., list[Any]]) -> Callable[..., list[Any]]:
    """Return a function that renders the faces of a token with a template."""

    def faces(template: str, shape: str = "round", **options: Any) -> list[Any]:
        (folder / "games.toml").write_text(KIT.format(shape=shape), encoding="utf-8")
        return render(template, **options)

    return faces


@pytest.mark.parametrize(("wanted", "given"), [(3.0, 1.2), (1.0, 1.0), (0.0, 0.0)])
def test_tokens_have_no_more_bleed_than_scissors_need(
    tokens: Callable[..., list[Any]], wanted: float, given: float
) -> None:
    (face,) = tokens(EDGES, bleed=wanted)
    assert (face.trim, face.bleed, face.edge) == (Size(18, 18), given, "bleed")


@pytest.mark.parametrize(("shape", "cut"), [("round", "circle"), ("square", "square")])
def test_a_face_knows_how_it_is_cut(tokens: Callable[..., list[Any]], shape: str, cut: str) -> None:
    (face,) = tokens(EDGES, shape)
    assert face.cut == cut


def test_a_text_in_the_corner_is_on_a_square_token_and_off_a_round_one(tokens: Callable[..., list[Any]]) -> None:
    corner = '{{ line("AB", 0.5, 3, 3) }}'
    assert len(tokens(corner, "square")) == 1
    with pytest.raises(TemplateError) as caught:
        tokens(corner)
    (diagnostic,) = caught.value.diagnostics
    assert diagnostic.code == "text-off-card"
    assert "'AB' runs over the edge of the token (it/one)" in diagnostic.message


def test_a_text_in_the_middle_of_a_round_token_is_on_it(tokens: Callable[..., list[Any]]) -> None:
    assert len(tokens('{{ line("AB", 9, 9, 5, anchor="middle", middle=true) }}')) == 1
