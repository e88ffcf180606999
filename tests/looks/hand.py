"""Cards as they are held: fanned out, so that 15 mm of the left edge are seen, some of them the other way up."""

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
    """What a hand shows of each card, and of each that is the other way up, in tiles of 2 mm. Those of smaller cards
    are smaller, as these are held nearer to the eyes; how small type may be is another question."""
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
    """Every two different cards that are not told apart, with what they differ by, from the least on."""
    found = [
        (differing, one, other)
        for (one, first), (other, second) in itertools.combinations(
            {key: seen(strip, vision) for key, strip in strips.items()}.items(), 2
        )
        if one[0] != other[0] and (differing := worst(first, second)) < least
    ]
    return sorted(found)


def not_known_again(strips: Mapping[Held, Image.Image], cards: Iterable[str]) -> list[tuple[str, str]]:
    """Those of ``cards`` whose upper corner, once they are turned, is more like that of another card than their own."""
    corners = {
        key: seen(strip.crop((0, 0, strip.width, min(strip.height, INDEX))), "colour") for key, strip in strips.items()
    }
    found = []
    for card in cards:
        unlike = {other: mean(corners[card, 180], corner) for (other, turn), corner in corners.items() if turn == 0}
        nearest = min(unlike, key=unlike.__getitem__)
        if unlike[nearest] < unlike[card]:
            found.append((card, nearest))
    return found


def words_of_the_index(glyphs: Iterable[Glyph], width: float, height: float, turn: int) -> set[str]:
    """The words that stand upright in what a hand shows of a card of this size, whole."""
    words: dict[int, list[Glyph]] = {}
    for glyph in glyphs:
        one = glyph if turn == 0 else glyph.turned(width, height)
        words.setdefault(one.word, []).append(one)
    return {
        "".join(one.char for one in word)
        for word in words.values()
        if all(one.turn == 0 and one.right <= SHOWN for one in word)
    }
