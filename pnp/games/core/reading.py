"""Reading of positions: checks of plain data that every game makes before it looks at cards."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from typing import Any, TypeVar

from pnp.games.core.answer import Position, PositionError
from pnp.games.core.play import HasPlayers, seats_of

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


def read_one_of(position: Position, key: str, names: Sequence[NameT]) -> NameT:
    """Return one of a few words, such as the id of a colour."""
    raw = read(position, key)
    if raw not in names:
        raise PositionError(f"{key!r} must be one of {', '.join(names)}, not {raw!r}")
    return names[names.index(raw)]


def read_players(rules: HasPlayers, position: Position) -> int:
    """Return ``players``, a number that the rules allow."""
    players = read(position, "players")
    if type(players) is not int or players not in seats_of(rules):
        raise PositionError(f"'players' must be from {rules.players[0]} to {rules.players[1]}, not {players!r}")
    return players


def read_seat(position: Position, key: str, players: int) -> int:
    """Return a seat below ``players``. Seats count from 0."""
    seat = read(position, key)
    if type(seat) is not int or not 0 <= seat < players:
        raise PositionError(f"{key!r} must be a seat from 0 to {players - 1}, not {seat!r}")
    return seat


def read_scores(rules: HasPlayers, position: Position, key: str, most: int, least: int | None = 0) -> list[list[int]]:
    """Return the scores of a game in parts: 1 to ``most`` rows, one for each part that is over, with a score per seat.

    No score is below ``least``; None allows any.
    """
    rows = [
        read_list(row, f"a row of {key!r}", *rules.players)
        for row in read_list(read(position, key), repr(key), 1, most)
    ]
    for row in rows:
        if len(row) != len(rows[0]):
            raise PositionError(f"a row of {key!r} has {len(row)} scores, and another one {len(rows[0])}")
        for score in row:
            if type(score) is not int or (least is not None and score < least):
                wanted = "a whole number" if least is None else f"a whole number, {least} or more"
                raise PositionError(f"a score must be {wanted}, not {score!r}")
    return rows


def read_pair(raw: Any, known: Mapping[tuple[str, int], CardT], what: str, suit: str, number: str) -> CardT:
    """Return a card of a suit and a number, written ``[suit, number]``, out of those ``known``.

    ``what``, ``suit`` and ``number`` are the words for the card and its parts in messages: a die, its colour and its
    value.
    """
    if not isinstance(raw, (list, tuple)) or len(raw) != 2:
        raise PositionError(f"a {what} is [{suit}, {number}], not {raw!r}")
    suit_id, value = raw
    if isinstance(suit_id, str) and type(value) is int:
        card = known.get((suit_id, value))
        if card is not None:
            return card
    suits, numbers = dict.fromkeys(key for key, _ in known), sorted({value for _, value in known})
    if raw[0] not in list(suits):
        raise PositionError(f"there is no {suit} {raw[0]!r}: the {suit}s are {', '.join(suits)}")
    raise PositionError(
        f"there is no {what} with the {number} {raw[1]!r}: the {number}s are {', '.join(map(str, numbers))}"
    )


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
