"""What ends at the trim of a face with bleed is told, and so is a frame along it; art that runs over it is not."""

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
[mine.components]
cards = {{ kind = "{kind}", title = "cards", template = "card", edge = "{edge}"{more} }}
"""
GROUND = '<rect x="-3" y="-3" width="69" height="94" fill="#f0d9a8"/>'


@pytest.fixture
def told(tmp_path: Path, pnp: Callable[..., Any]) -> Callable[..., list[str]]:
    """Check a piece with this drawing over its ground, and return what is told of its cut."""
    (tmp_path / "templates/deck").mkdir(parents=True)
    Image.effect_noise((300, 300), 90).convert("RGB").save(tmp_path / "photo.png", dpi=(300, 300))

    def check(drawing: str, edge: str = "bleed", kind: str = "cards", more: str = "") -> list[str]:
        (tmp_path / "games.toml").write_text(DEFINITION.format(kind=kind, edge=edge, more=more), encoding="utf-8")
        (tmp_path / "templates/deck/card.svg.j2").write_text(f"{GROUND}\n{drawing}", encoding="utf-8")
        lines = pnp("check").err.splitlines()
        assert not any("error[" in line for line in lines), lines
        return [line for line in lines if "-at-cut]" in line]

    return check


def band(x: float, y: float, width: float, height: float) -> str:
    """Return a dark rectangle."""
    return f'<rect x="{x}" y="{y}" width="{width}" height="{height}" fill="#5b2a1e"/>'


@pytest.mark.parametrize(
    ("drawing", "sides"),
    [
        (band(-3, 0, 69, 15), "at the top"),
        (band(0, -3, 66, 15), "at the left"),
        (band(-3, -3, 66, 15), "at the right"),
        (band(-3, 70, 69, 18), "at the bottom"),
        (band(0, 0, 63, 15), "at the top, right and left"),
        ("{{ image('photo.png', 0, 0, 25, 25) }}", "at the top and left"),
    ],
)
def test_a_colour_or_a_picture_that_ends_at_the_trim_is_told(
    told: Callable[..., list[str]], drawing: str, sides: str
) -> None:
    (message,) = told(drawing)
    assert message.startswith("templates/deck/card.svg.j2:2")
    assert message.endswith(f"cards/cards: a picture or a colour ends at the trim, on another one {sides}")


@pytest.mark.parametrize(
    "drawing",
    [
        "",
        band(-3, -3, 69, 18),
        band(4, 4, 55, 15),
        band(0, 0, 4, 4),
        '<path d="M-3 20L10 -3H66V40Z" fill="#5b2a1e"/>',
        '<path d="M-3 -3H0V91H-3ZM9 -3H18V91H9ZM27 -3H36V91H27Z" fill="#5b2a1e"/>',
        "{{ image('photo.png', -3, -3, 30, 30) }}",
        '<rect width="63" height="88" fill="#f0d9b0"/>',
    ],
)
def test_what_runs_over_the_trim_is_not_told(told: Callable[..., list[str]], drawing: str) -> None:
    assert told(drawing) == []


def frame(depth: float, width: float) -> str:
    """Return a frame all round a card, ``depth`` mm inside the trim."""
    size = f'width="{63 - 2 * depth}" height="{88 - 2 * depth}"'
    return f'<rect x="{depth}" y="{depth}" {size} fill="none" stroke="#8c2f52" stroke-width="{width}"/>'


@pytest.mark.parametrize(
    ("depth", "width", "is_told"),
    [(0, 1, True), (0.8, 0.8, True), (0.5, 0.6, True), (1.2, 0.6, True), (3, 0.6, False), (2.5, 0.8, False)],
)
def test_a_frame_along_the_cut_is_told(
    told: Callable[..., list[str]], depth: float, width: float, is_told: bool
) -> None:
    messages = told(frame(depth, width))
    assert [message.partition("cards/cards: ")[2] for message in messages] == (
        ["a frame lies along the cut, nearer than 1.5 mm"] if is_told else []
    )
    assert all(message.startswith("templates/deck/card.svg.j2:2:1: warning[frame-at-cut]") for message in messages)


@pytest.mark.parametrize(("radius", "is_told"), [(8.8, True), (9, True), (8.2, True), (6, False)])
def test_a_ring_along_the_cut_of_a_token_is_told(told: Callable[..., list[str]], radius: float, is_told: bool) -> None:
    ring = f'<circle cx="9" cy="9" r="{radius}" fill="none" stroke="#8c2f52" stroke-width="0.6"/>'
    assert bool(told(ring, kind="tokens", more=', size = "18mm"')) == is_told


def test_a_border_is_held_to_nothing_of_that(told: Callable[..., list[str]]) -> None:
    assert told(band(0, 0, 63, 15), edge="border") == []
