"""The totals that are printed of kasane can be reached in play: a ceiling from the definition alone bounds them."""

from __future__ import annotations

import pytest

from pnp.games.kasane.settings import KasaneSettings
from tests.games.kasane.definitions import KASANE, VARIANTS
from tests.games.kasane.examples import found_in


def ceiling(settings: KasaneSettings, players: int, cards: int) -> int:
    """No seat with ``cards`` cards on its field has more: the dearest choice of slots and +1 that so many cards have
    room for, whatever the numbers on them, and the best bonus that they may have."""
    set_up = next(one for one in settings.set_up if one.players == players)
    shared = 1 if settings.field_cards else 0
    most = [0] * (cards + shared + 1)
    for yaku in settings.yaku:
        for slots in yaku.slots:
            for points in slots.points:
                for room in range(len(most) - 1, slots.cards - 1, -1):
                    most[room] = max(most[room], most[room - max(1, slots.cards - shared)] + points)
    plus_ones = min(cards, settings.plus_one.copies - set_up.remove_plus_one)
    play = max(
        count * settings.plus_one.points + (most[cards - count + shared] if cards > count else 0)
        for count in range(plus_ones + 1)
    )
    if cards < settings.bonus.from_:
        return play
    table = settings.bonus.colours[: min(len(settings.colours), cards)]
    every = cards >= set_up.rounds * (set_up.per_row - 1)
    return play + max(table, default=0) + (settings.bonus.all_laid if every else 0)


def test_the_ceiling_falls_with_the_cards() -> None:
    found = [ceiling(KASANE, 3, cards) for cards in range(13)]
    assert found == sorted(found) and found[0] == 0
    assert ceiling(KASANE, 3, 10) < 32 and ceiling(KASANE, 3, 11) < 32


@pytest.mark.parametrize("name", sorted(VARIANTS))
def test_every_total_that_is_printed_can_be_reached(name: str) -> None:
    settings = VARIANTS[name]
    for one in found_in(name).examples:
        if one.kind == "winners":
            rows = one.position["players"]
            assert all(points <= ceiling(settings, len(rows), cards) for points, cards in rows), rows
        if one.kind == "final_score":
            most = ceiling(settings, one.position["players"], one.out["cards"])
            assert one.position["points"] <= most and one.out["total"] <= most
