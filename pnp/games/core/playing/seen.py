"""What a seat sees of a state. Cards that it does not see are counted, and not named."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, TypeVar

from pnp.records import dataclass

StateT = TypeVar("StateT", bound=Any)


@dataclass(frozen=True, slots=True)
class Hidden:
    """Names of the fields of a state that not every seat sees."""

    from_others: tuple[str, ...] = ()
    """Lists with a pile for each seat, which sees its own pile alone."""
    from_all: tuple[str, ...] = ()
    """Piles that lie face down for all."""
    chance: tuple[str, ...] = ()
    """Values that nobody knows, since they decide what is drawn or rolled later."""


def seen_fields(state: Any, seat: int, hidden: Hidden) -> dict[str, object]:
    """Return the fields of a state, a named tuple, as ``seat`` sees them.

    A pile that it does not see is the number of its cards. What chance decides is left out.
    """
    fields = {name: getattr(state, name) for name in state._fields if name not in hidden.chance}
    for name in hidden.from_others:
        fields[name] = tuple(pile if owner == seat else len(pile) for owner, pile in enumerate(fields[name]))
    for name in hidden.from_all:
        fields[name] = len(fields[name])
    return fields


def redealt(state: StateT, seat: int, hidden: Hidden, random: Random) -> StateT:
    """Return a state that looks the same to ``seat``: the cards that it does not see have changed places.

    Cards change places with those of their type. A pile that was in order is put in order again.
    """
    piles = dict(_hidden_piles(state, seat, hidden))
    cards_by_type: dict[type, list[Any]] = {}
    for pile in piles.values():
        for card in pile:
            cards_by_type.setdefault(type(card), []).append(card)
    for cards in cards_by_type.values():
        random.shuffle(cards)
    changed: dict[str, Any] = {name: list(getattr(state, name)) for name in hidden.from_others}
    for (name, owner), pile in piles.items():
        dealt = tuple([cards_by_type[type(card)].pop() for card in pile])
        dealt = tuple(sorted(dealt)) if list(pile) == sorted(pile) else dealt
        if owner is None:
            changed[name] = dealt
        else:
            changed[name][owner] = dealt
    return state._replace(**{name: tuple(value) for name, value in changed.items()})  # type: ignore[no-any-return]


def _hidden_piles(state: Any, seat: int, hidden: Hidden) -> Iterator[tuple[tuple[str, int | None], tuple[Any, ...]]]:
    """Yield the piles that ``seat`` does not see, by field and owner."""
    for name in hidden.from_others:
        yield from (((name, owner), pile) for owner, pile in enumerate(getattr(state, name)) if owner != seat)
    for name in hidden.from_all:
        yield (name, None), getattr(state, name)
