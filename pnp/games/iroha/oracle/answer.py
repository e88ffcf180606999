"""Answers of the oracle to questions that combine rules, put together from its answers to single questions.

It shares no code with the engine. Passed cards are followed one by one through full hands; the last play of a trick is
tried with every card that the oracle allows.
"""

from __future__ import annotations

from typing import Any

from pnp.games.core.answer import Oracle, Position, PositionError
from pnp.games.iroha.oracle.single import KINDS
from pnp.games.iroha.oracle.single import oracle as single
from pnp.games.iroha.settings import IrohaSettings


def _receive(settings: IrohaSettings, position: Position) -> dict[str, Any]:
    passed = _get(position, "passed")
    if not isinstance(passed, (list, tuple)) or not all(isinstance(cards, (list, tuple)) for cards in passed):
        raise PositionError("'passed' must hold the cards of every seat")
    seats = len(passed)
    numbers = single(settings, "in_use", {"players": seats})["numbers"]
    pack = [[suit.id, number] for suit in settings.suits for number in numbers]
    passed_cards = [list(card) for cards in passed for card in cards]
    unused_cards = [card for card in pack if card not in passed_cards]
    hands = []
    for cards in passed:
        missing = max(0, settings.dealt - len(cards))
        hands.append([list(card) for card in cards] + unused_cards[:missing])
        unused_cards = unused_cards[missing:]
    hands_after = single(settings, "pass", {"hands": hands, "passed": passed})["hands"]
    received = [
        sorted([card for card in hands_after[seat] if card in passed_cards and card not in hands[seat]])
        for seat in range(seats)
    ]
    return {"received": received}


def _last_play(settings: IrohaSettings, position: Position) -> dict[str, Any]:
    for key in ("hand", "table", "captured"):
        if not isinstance(_get(position, key), (list, tuple)):
            raise PositionError(f"the position needs a list {key!r}")
    hand, table, captured = (list(map(_as_list, position[key])) for key in ("hand", "table", "captured"))
    if len(table) + 1 < settings.players[0]:
        raise PositionError(f"a trick that lacks one play holds {settings.players[0] - 1} cards or more")
    if any(card in captured for card in (*hand, *table)):
        raise PositionError("a card lies in two places")
    rows = []
    for card in single(settings, "legal", {"hand": hand, "table": table})["legal"]:
        plays = [*table, card]
        takes = single(settings, "trick", {"plays": plays})["winner"] == len(table)
        pile = captured + plays if takes else captured
        rows.append([card, takes, single(settings, "score", {"captured": pile})["total"]])
    highest = max(total for _, _, total in rows)
    return {"plays": rows, "best": [card for card, _, total in rows if total == highest]}


def _get(position: Position, key: str) -> Any:
    if not isinstance(position, dict):
        raise PositionError("the position is not an object")
    return position.get(key)


def _as_list(card: Any) -> Any:
    return list(card) if isinstance(card, (list, tuple)) else card


oracle = Oracle[IrohaSettings]({**KINDS, "receive": _receive, "last_play": _last_play})
