"""Claims of what games of melds have in common: see ``melds``. They share no code with its rules."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from pnp.games.core.claims import Scene, TableauClaim


def grouped_cards(kind: str, field: str, key: str) -> Callable[[Scene[Any], TableauClaim], TableauClaim]:
    """Return the change of a layout in which the cards of groups count, and the others are dimmed.

    The oracle is asked with ``kind`` about the counted cards of the row ``field``: none of them is left over, by
    ``key`` of its answer, and as few of all cards are left over as can be. There may be several right divisions.
    """

    def change(scene: Scene[Any], layout: TableauClaim) -> TableauClaim:
        place = next(at for at, row in enumerate(layout.rows) if row.subject.get("place") == field)
        acted = [row for row in layout.rows if row.role == "played"]
        gone = [[list(raw) for raw in scene.position[field]], _act_cards(scene) if acted else []]
        cards = [card for card in gone[0] if card not in gone[1]]
        left = scene.ask(kind, {"cards": cards})[key]

        def counts(places: Sequence[Sequence[int]]) -> bool:
            counted = [cards[at] for at in places[place]]
            others = any(at for row, at in enumerate(places) if row != place)
            return not others and len(counted) == len(cards) - left and scene.ask(kind, {"cards": counted})[key] == 0

        row = layout.rows[place]
        loose = replace(row, cards=tuple(replace(card, state=None) for card in row.cards))
        return replace(layout, rows=(*layout.rows[:place], loose, *layout.rows[place + 1 :]), counted=counts)

    return change


def _act_cards(scene: Scene[Any]) -> list[Any]:
    return [list(part) for part in scene.position["act"] if isinstance(part, list | tuple)]
