"""Ceiling on the printed totals of kasane, from the definition alone: they can be reached in play."""

from __future__ import annotations

import pytest

from pnp.games.kasane.settings import KasaneSettings
from tests.games.kasane.definitions import KASANE, VARIANTS
from tests.games.kasane.examples import found_in


def ceiling(settings: KasaneSettings, players: int, cards: int) -> int:
    """Return a total that no seat with ``cards`` cards on its field exceeds.

    It is the best choice of slots and +1 that so many cards have room for, with any numbers on them, and the best
    bonus.
    """
    set_up = next(set_up for set_up in settings.set_up if set_up.players == players)
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
    all_laid = cards >= set_up.rounds * (set_up.per_row - 1)
    return play + max(table, default=0) + (settings.bonus.all_laid if all_laid else 0)


def test_the_ceiling_falls_with_the_cards() -> None:
    ceilings = [ceiling(KASANE, 3, cards) for cards in range(13)]
    assert ceilings == sorted(ceilings) and ceilings[0] == 0
    assert ceiling(KASANE, 3, 10) < 32 and ceiling(KASANE, 3, 11) < 32


@pytest.mark.parametrize("name", sorted(VARIANTS))
def test_every_total_that_is_printed_can_be_reached(name: str) -> None:
    settings = VARIANTS[name]
    for sample in found_in(name).examples:
        if sample.kind == "winners":
            rows = sample.position["players"]
            assert all(points <= ceiling(settings, len(rows), cards) for points, cards in rows), rows
        if sample.kind == "final_score":
            most = ceiling(settings, sample.position["players"], sample.out["cards"])
            assert sample.position["points"] <= most and sample.out["total"] <= most
