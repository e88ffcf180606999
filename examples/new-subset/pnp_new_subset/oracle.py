"""The oracle: the same questions answered again, as plainly as one would at the table.

It was written from the rule sheet alone. It may use the settings and what core/answer.py offers, and nothing of the
engine: that is what makes its agreement worth something. It compares rows in pairs.
"""

from typing import Any

from pnp.games.core.answer import Answer, PositionError, allowed_unless, oracle_of
from pnp_new_subset.settings import NewSubsetSettings


def _may_act(settings: NewSubsetSettings, rows: list[Any], me: int, hand: list[Any], act: tuple[str, Any]) -> Answer:
    do, card = act
    if not rows[me]:
        raise PositionError("a seat without a row does nothing")
    laid = [*rows[me], card]
    beaten = do == "lay" and any(row and _is_better(settings, row, laid) for row in rows)
    return allowed_unless("not-best" if beaten else None)


def _best(settings: NewSubsetSettings, row: list[Any]) -> Answer:
    return {"best": _best_of(settings, row)}


def _leads(settings: NewSubsetSettings, rows: list[Any]) -> Answer:
    return {"winners": [seat for seat, row in enumerate(rows) if not any(_is_better(settings, o, row) for o in rows)]}


def _best_of(settings: NewSubsetSettings, row: list[Any]) -> list[Any]:
    best: list[Any] = []
    for suit in settings.suits:
        cards = sorted((card for card in row if card[0] == suit.id), key=lambda card: card[1], reverse=True)
        if cards and (len(cards) > len(best) or (len(cards) == len(best) and cards[0][1] > best[0][1])):
            best = cards
    return best


def _is_better(settings: NewSubsetSettings, row: list[Any], other: list[Any]) -> bool:
    suits = [suit.id for suit in settings.suits]
    ours, theirs = _best_of(settings, row), _best_of(settings, other)
    if len(ours) != len(theirs):
        return len(ours) > len(theirs)
    if ours[0][1] != theirs[0][1]:
        return bool(ours[0][1] > theirs[0][1])
    return suits.index(ours[0][0]) < suits.index(theirs[0][0])


oracle = oracle_of(_may_act, _best, _leads)
