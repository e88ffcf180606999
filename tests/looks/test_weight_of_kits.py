"""Kits are light: the painting of a face, and the size of the file."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.looks.kits import FULL, GAMES
from tests.looks.paint import faces_painted

pytestmark = pytest.mark.kit

MOST_PAINTED = 2_100
MOST_BYTES = 600_000
LIGHTER = {("red", "en"): 150_000, ("red", "ja"): 220_000}
"""Kits that have to be lighter still, in bytes."""
KITS = [
    pytest.param(game, language, paper, marks=() if (language, paper) in (("en", "a4"), ("ja", "letter")) else FULL)
    for game in GAMES
    for language in ("en", "ja")
    for paper in ("a4", "letter")
]


@pytest.mark.parametrize(("game", "language", "paper"), KITS)
def test_no_face_takes_more_than_so_many_painting_operators(
    game: str, language: str, paper: str, printed: Callable[..., Any]
) -> None:
    kit = printed(game=game, language=language, paper=paper)
    painted: dict[str, int] = {}
    for page, counts in zip(kit.manifest["pages"], faces_painted(kit.pdf), strict=True):
        painted |= {slot["face_id"]: count for slot, count in zip(page["slots"], counts, strict=True)}
    assert min(painted.values()) > 0
    assert {face: count for face, count in painted.items() if count > MOST_PAINTED} == {}


@pytest.mark.parametrize(("game", "language", "paper"), KITS)
def test_no_kit_is_larger_than_it_may_be(game: str, language: str, paper: str, printed: Callable[..., Any]) -> None:
    pdf = printed(game=game, language=language, paper=paper).pdf
    assert len(pdf) <= LIGHTER.get((game, language), MOST_BYTES)
