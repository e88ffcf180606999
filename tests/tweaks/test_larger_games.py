"""More colours, suits and numbers, and cards small and large: the whole kit of each tweak is built and verified."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from pnp.project.project import open_shipped
from tests.tweaks.larger import EIGHT_COLOURS, SEVEN_DICE, SIX_SUITS, TEN_KIMONOS, fifteen_ranks, numbers

pytestmark = pytest.mark.kit

PIECES = {"koka": "dice"}
"""The component that the game is played with, where it is not cards."""
LARGER: dict[str, tuple[str, str, int]] = {
    "red with eight colours": ("red", EIGHT_COLOURS, 8 * 7),
    "red from 1 to 12": ("red", numbers(12), 7 * 12),
    "red from 1 to 15": ("red", numbers(15), 7 * 15),
    "red with eight colours from 1 to 15": ("red", f"{numbers(15)}\n{EIGHT_COLOURS}", 8 * 15),
    "red7 with eight colours from 1 to 12": ("red7", f"{numbers(12)}\n{EIGHT_COLOURS}", 8 * 12),
    "iroha with six suits": ("iroha", SIX_SUITS, 6 * 12),
    "iroha from 1 to 15": ("iroha", fifteen_ranks(), 5 * 15),
    "iroha with six suits from 1 to 15": ("iroha", f"{fifteen_ranks()}\n{SIX_SUITS}", 6 * 15),
    "kasane with ten kimonos": ("kasane", TEN_KIMONOS, 57),
    "koka with seven colours": ("koka", SEVEN_DICE, 105),
}
QUICK = {("red from 1 to 15", "en")}
SIZES = {"44mm x 67mm": (44, 67), "70mm x 120mm": (70, 120)}


@pytest.mark.parametrize(
    ("name", "language"),
    [
        pytest.param(name, language, marks=() if (name, language) in QUICK else pytest.mark.full)
        for name in LARGER
        for language in ("en", "ja")
    ],
)
def test_a_larger_game_is_built_and_verified(name: str, language: str, printed: Callable[..., Any]) -> None:
    game, lines, pieces = LARGER[name]
    kit = printed(f'[mine]\nextends = "shipped:{game}"\n{lines}\n', "mine", language=language)
    assert len(kit.slots(PIECES.get(game, "cards"))) == pieces
    assert kit.manifest["examples"]


@pytest.mark.full
@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", open_shipped().games)
def test_cards_of_another_size_are_built_and_verified(
    game: str, size: str, language: str, printed: Callable[..., Any]
) -> None:
    """The cards that are played with; of a game that has none, its summaries."""
    cards = any(component.id == "cards" for component in open_shipped().game(game).components)
    lines = f'card = "{size}"' if cards else f'[mine.components.summary]\nsize = "{size}"'
    kit = printed(f'[mine]\nextends = "shipped:{game}"\n{lines}\n', "mine", language=language)
    slots = kit.slots("cards" if cards else "summary")
    assert {tuple(sorted((slot["width_mm"], slot["height_mm"]))) for _, slot in slots} == {SIZES[size]}
