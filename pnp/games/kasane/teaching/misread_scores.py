"""Wrong decisions about points of kasane: slots and tokens, the bonus, the winner."""

from __future__ import annotations

from collections.abc import Sequence

from pnp.games.kasane.rules.cards import PLUS_ONE, Cards
from pnp.games.kasane.rules.record import Result, Rules, Tokens, Yaku


def all_of_the_yaku(yaku: Yaku, cards: int, tokens: Tokens, own: Tokens) -> int:
    """A token closes every slot of the yaku."""
    return len(yaku.slots[cards]) if any(tokens.get((yaku.id, size), 0) for size in yaku.slots) else 0


def all_of_the_size(yaku: Yaku, cards: int, tokens: Tokens, own: Tokens) -> int:
    """A token closes every slot of its size."""
    return len(yaku.slots[cards]) if tokens.get((yaku.id, cards), 0) else 0


def own_tokens(yaku: Yaku, cards: int, tokens: Tokens, own: Tokens) -> int:
    """A token closes a slot to the seat that put it there."""
    return own.get((yaku.id, cards), 0)


def never_all(yaku: Yaku, cards: int, tokens: Tokens, own: Tokens) -> int:
    """The last slot stays open, however many tokens lie on it."""
    return min(tokens.get((yaku.id, cards), 0), len(yaku.slots[cards]) - 1)


def of_the_first_slot(points: tuple[int, ...], covered: int) -> int:
    """Every slot of a size pays what the first one says."""
    return points[0]


def without_plus_one(field: Cards) -> int:
    """The kimono cards of a field."""
    return len(field) - field.count(PLUS_ONE)


def plus_one_too(field: Cards, hand: Cards) -> int:
    """Numbers on the field, and +1 as one colour more."""
    return len(set(field))


def colours_in_hand_too(field: Cards, hand: Cards) -> int:
    """Numbers on the field and in hand."""
    return len({*field, *hand} - {PLUS_ONE})


def any_number_of_cards(rules: Rules, laid: int) -> bool:
    """A field of any size has a bonus."""
    return True


def more_for_more_colours(rules: Rules, colours: int) -> int:
    """The figures of the table, but rising with the number of colours."""
    rising = sorted(rules.bonus_colours)
    return rising[min(colours, len(rising)) - 1] if colours else 0


def most_points(results: Sequence[Result]) -> tuple[int, ...]:
    """The most points; who is equal shares the win, whatever was laid."""
    best = max(points for points, _ in results)
    return tuple(seat for seat, (points, _) in enumerate(results) if points == best)
