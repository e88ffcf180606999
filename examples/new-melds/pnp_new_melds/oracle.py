"""The oracle: the same questions answered again, as plainly as one would at the table.

It was written from the rule sheet alone. It may use the settings and what core/answer.py offers, and nothing of the
engine: that is what makes its agreement worth something. It counts how many cards can be put away, group by group.
"""

from itertools import combinations
from typing import Any

from pnp.games.core.answer import Answer, allowed_unless, oracle_of
from pnp_new_melds.settings import NewMeldsSettings


def _may_act(settings: NewMeldsSettings, hand: list[Any], act: tuple[str, Any]) -> Answer:
    do, card = act
    why = None
    if do in ("draw", "take"):
        why = "has-drawn" if len(hand) == settings.hand + 1 else None
    elif len(hand) == settings.hand:
        why = "draw-first"
    elif do == "declare" and _left(settings, [other for other in hand if list(other) != list(card)]):
        why = "left-over"
    return allowed_unless(why)


def _split(settings: NewMeldsSettings, cards: list[Any]) -> Answer:
    return {"left": _left(settings, cards)}


def _winners(settings: NewMeldsSettings, hands: list[list[Any]]) -> Answer:
    left = [_left(settings, hand) for hand in hands]
    return {"winners": [seat for seat, count in enumerate(left) if count == min(left)]}


def _left(settings: NewMeldsSettings, cards: list[Any]) -> int:
    """Count the cards that no group takes, trying every group for the largest card left."""
    if not cards:
        return 0
    last, others = max(cards), [card for card in cards if card != max(cards)]
    fewest = 1 + _left(settings, others)
    for size in range(settings.least - 1, len(others) + 1):
        for chosen in combinations(others, size):
            if _is_group([last, *chosen]):
                fewest = min(fewest, _left(settings, [card for card in others if card not in chosen]))
    return fewest


def _is_group(cards: list[Any]) -> bool:
    suits, numbers = {suit for suit, _ in cards}, sorted(number for _, number in cards)
    in_a_row = numbers == list(range(numbers[0], numbers[0] + len(numbers)))
    return numbers[0] == numbers[-1] or (len(suits) == 1 and in_a_row)


oracle = oracle_of(_may_act, _split, _winners)
