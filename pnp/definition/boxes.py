"""Fit tuck boxes to the pieces that they are to hold. Lengths in mm."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from pnp.definition.keys.nets import LEAST_BOX, face_size
from pnp.folding import deepest_tuck, tuck
from pnp.model.component import Component, Item, Stock
from pnp.model.text import translated
from pnp.records import dataclass
from pnp.units import Size

THICKNESS: Mapping[Stock, float] = {"card": 0.33, "paper": 0.1, "sticker": 0.0, "board": 2.0}
"""Thickness of what pieces are printed on: card of up to 300 g/m²."""
SLEEVE = (3.0, 3.0, 0.09)
"""How much wider, higher and thicker a card is in its sleeve, of thin film."""
ROOM = (2.0, 2.5, 2.0)
"""How much larger a box is than its contents: the layers of its own card, and 0.5 mm to spare at least."""
STEPS = translated(
    {
        "en": "Cut from mark to mark. Fold away from you. Glue the side, then the bottom.",
        "ja": "端の目印どうしを結んで切り、山折りにする。のりは側面、底の順。",
    }
)
"""Words on how to make a tuck box, if its component has none of its own."""


@dataclass(frozen=True, slots=True)
class Contents:
    """Size of the pieces that a box holds, in one stack with their longer sides upright."""

    width: float
    height: float
    depth: float


def fit_boxes(
    components: Sequence[Component],
    table: Mapping[str, Any],
    card: Size,
    decks: Mapping[str, Callable[[], Sequence[Item]]],
) -> Iterator[Component]:
    """Yield components, with those that are boxes in the size and number that the others need.

    ``table`` holds the checked ``components``, ``card`` is the size of the cards that sleeves are for, ``decks`` makes
    each deck.
    """
    for component in components:
        net = table[component.id].get("net", {})
        if net.get("is") != "tuck":
            yield component
            continue
        held = stack(components, decks, net.get("summaries", 2), card if net.get("sleeved") else None)
        yield _fit(component, held)


def _fit(component: Component, held: Contents) -> Component:
    width, height = (
        _half_millimetres(max(least, length + room))
        for least, length, room in zip(LEAST_BOX, (held.width, held.height), ROOM, strict=False)
    )
    most = max(deepest_tuck(height), LEAST_BOX[2])
    boxes = max(1, math.ceil(held.depth / (most - ROOM[2])))
    depth = _half_millimetres(max(LEAST_BOX[2], held.depth / boxes + ROOM[2]))
    net = tuck(width, height, depth)
    steps = STEPS if component.steps is None else component.steps
    return replace(component, net=net, size=face_size(net), copies=component.copies * boxes, steps=steps)


def _half_millimetres(length: float) -> float:
    return math.ceil(2 * length - 1e-6) / 2


def stack(
    components: Iterable[Component],
    decks: Mapping[str, Callable[[], Sequence[Item]]],
    summaries: int,
    sleeves: Size | None = None,
) -> Contents:
    """Return the stack of all cards and tokens among ``components``, with this many summary cards for a player, and
    with sleeves on the cards of a size."""
    width = height = depth = 0.0
    tokens: Counter[tuple[float, float, float]] = Counter()
    for component in components:
        if component.size is None or component.kind == "folded" or component.tile or component.instead_of is not None:
            continue
        count = component.copies * _cards(component, decks, summaries)
        short, long = sorted((component.size.width, component.size.height))
        thickness = THICKNESS[component.stock]
        if component.kind == "tokens":
            tokens[short, long, thickness] += count
            width, height = max(width, short), max(height, long)
            continue
        in_sleeves = sleeves is not None and (short, long) == tuple(sorted((sleeves.width, sleeves.height)))
        more = SLEEVE if in_sleeves else (0.0, 0.0, 0.0)
        width, height = max(width, short + more[0]), max(height, long + more[1])
        depth += count * (thickness + more[2])
    for (short, long, thickness), count in tokens.items():
        depth += math.ceil(count / (width // short * (height // long))) * thickness
    return Contents(width, height, depth)


def _cards(component: Component, decks: Mapping[str, Callable[[], Sequence[Item]]], summaries: int) -> int:
    if component.kind == "summary":
        return summaries
    return 1 if component.of is None else sum(item.copies for item in decks[component.of]())
