"""Show cards as they are held: fanned out, so that 15 mm of the left edge are seen, some the other way up."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping

from PIL import Image

from tests.looks.eyes import mean, seen, tiles, worst
from tests.looks.glyphs import Glyph
from tests.looks.kits import PIXELS_PER_MM

SHOWN = 15.0
"""What a hand shows of a card, in mm from its left edge."""
TILE = 2.0
"""How large what differs is, in mm, on a card as wide as most."""
USUAL = 63.0
INDEX = 30
"""How many rows of tiles an index takes at most."""
TOLD_APART = 15
"""How much the tile that differs most has to differ. Differences of two large fields side by side are seen from about 2
on; a hand is looked over, not measured, and what differs may be one tile. The pairs of shipped cards that differ by 15
to 20 are told apart at a glance; those by 13 or less only by reading a letter of 3 mm."""

Held = tuple[str, int]
"""A card, and by how many degrees it is turned in the hand."""


def held(cards: Mapping[str, Image.Image]) -> dict[Held, Image.Image]:
    """Return what a hand shows of each card, and of each turned card, in tiles of 2 mm. Tiles of smaller cards are
    smaller, as these are held nearer to the eyes; the least size of type is another question."""
    return {
        (card, turn): tiles(
            picture.rotate(turn).crop((0, 0, round(SHOWN * PIXELS_PER_MM), picture.height)),
            min(TILE, TILE * picture.width / (USUAL * PIXELS_PER_MM)),
        )
        for card, picture in cards.items()
        for turn in (0, 180)
    }


def taken_for_another(
    strips: Mapping[Held, Image.Image], vision: str, least: int = TOLD_APART
) -> list[tuple[int, Held, Held]]:
    """Return pairs of different cards that look the same, with their difference, the least first."""
    pairs = [
        (differing, card, other_card)
        for (card, first), (other_card, second) in itertools.combinations(
            {key: seen(strip, vision) for key, strip in strips.items()}.items(), 2
        )
        if card[0] != other_card[0] and (differing := worst(first, second)) < least
    ]
    return sorted(pairs)


def not_known_again(strips: Mapping[Held, Image.Image], cards: Iterable[str]) -> list[tuple[str, str]]:
    """Return those of ``cards`` whose upper corner, once turned, is more like that of another card than their own."""
    corners = {
        key: seen(strip.crop((0, 0, strip.width, min(strip.height, INDEX))), "colour") for key, strip in strips.items()
    }
    confused = []
    for card in cards:
        unlike = {other: mean(corners[card, 180], corner) for (other, turn), corner in corners.items() if turn == 0}
        nearest = min(unlike, key=unlike.__getitem__)
        if unlike[nearest] < unlike[card]:
            confused.append((card, nearest))
    return confused


def words_of_the_index(glyphs: Iterable[Glyph], width: float, height: float, turn: int) -> set[str]:
    """Return the words that stand upright in what a hand shows of a card of this size, whole."""
    words: dict[int, list[Glyph]] = {}
    for glyph in glyphs:
        upright = glyph if turn == 0 else glyph.turned(width, height)
        words.setdefault(upright.word, []).append(upright)
    return {
        "".join(upright.char for upright in word)
        for word in words.values()
        if all(upright.turn == 0 and upright.right <= SHOWN for upright in word)
    }
