"""Reading of positions: checks of plain data that every game makes before it looks at cards."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from typing import Any, TypeVar

from pnp.games.core.answer import Position, PositionError
from pnp.games.core.playing.play import HasPlayers, seats_of

CardT = TypeVar("CardT", bound=Hashable)
NameT = TypeVar("NameT", bound=str)


def read(position: Position, key: str) -> Any:
    """Return the value of ``key``. Raises PositionError if it is missing."""
    try:
        return position[key]
    except KeyError:
        raise PositionError(f"the position has no {key!r}") from None
    except TypeError:
        raise PositionError("the position is not an object") from None


def read_list(raw: Any, what: str, fewest: int = 0, most: int | None = None) -> list[Any]:
    """Return a list of ``fewest`` to ``most`` items. Raises PositionError, as all these functions do."""
    if not isinstance(raw, (list, tuple)):
        raise PositionError(f"{what} must be a list, not {raw!r}")
    if len(raw) < fewest or (most is not None and len(raw) > most):
        wanted = f"{fewest} or more" if most is None else f"{fewest}" if fewest == most else f"{fewest} to {most}"
        raise PositionError(f"{what} must hold {wanted} items, not {len(raw)}")
    return list(raw)


def read_whole(raw: Any, what: str, fewest: int = 0) -> int:
    """Return a whole number, ``fewest`` or more."""
    if type(raw) is not int or raw < fewest:
        raise PositionError(f"{what} must be a whole number, {fewest} or more, not {raw!r}")
    return raw


def read_flag(position: Position, key: str) -> bool:
    """Return True or False."""
    flag = read(position, key)
    if type(flag) is not bool:
        raise PositionError(f"{key!r} must be true or false, not {flag!r}")
    return flag


def read_players(rules: HasPlayers, position: Position) -> int:
    """Return ``players``, a number that the rules allow."""
    players = read(position, "players")
    if type(players) is not int or players not in seats_of(rules):
        raise PositionError(f"'players' must be from {rules.players[0]} to {rules.players[1]}, not {players!r}")
    return players


def check_copies(copies: Mapping[CardT, int], *places: Iterable[CardT], shown: Callable[[CardT], str] = str) -> None:
    """Check that no card lies more often in ``places`` than the deck has it. Raises PositionError.

    ``copies`` has every card that may lie there.
    """
    cards = [card for place in places for card in place]
    distinct = dict.fromkeys(cards)
    if len(distinct) == len(cards) and 0 not in copies.values():
        return
    for card in distinct:
        count = cards.count(card)
        if count > copies.get(card, 0):
            raise PositionError(f"{shown(card)} occurs {count} times, and the deck has {copies.get(card, 0)}")
