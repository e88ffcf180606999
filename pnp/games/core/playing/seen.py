"""What a seat sees of a state, what it remembers of the game so far, and states that look the same to it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Hashable, Mapping, Sequence
from dataclasses import field
from random import Random
from typing import Any, TypeAlias, TypeVar

from pnp.records import dataclass

StateT = TypeVar("StateT", bound=Any)
Place: TypeAlias = tuple[str, int | None]
"""Field of a pile, and the seat that it belongs to; None for a pile in the middle of the table."""
Cards: TypeAlias = tuple[Any, ...]
_SEEN: Place = ("", None)
"""Place of all cards that a seat sees."""
Lacks: TypeAlias = Mapping[int, frozenset[Hashable]]
"""Cards that a seat does not hold, by seat."""


@dataclass(frozen=True, slots=True)
class Hidden:
    """Names of the fields of a state that not every seat sees, and of those with cards that every seat sees."""

    from_others: tuple[str, ...] = ()
    """Lists with a pile for each seat, which sees its own pile alone."""
    from_all: tuple[str, ...] = ()
    """Piles that lie face down for all."""
    chance: tuple[str, ...] = ()
    """Values that no seat knows, since they decide what is drawn or rolled later: a number, or cards in an order."""
    open: tuple[str, ...] = ()
    """Cards that lie face up for all. Each field with cards is named in one of the four, so that none is forgotten."""


@dataclass(frozen=True, slots=True)
class Memory:
    """What a seat remembers of a game beyond what it sees. It forgets nothing until the cards are dealt anew."""

    known: Mapping[Place, Cards] = field(default_factory=dict)
    """Cards that the seat has seen go into a pile that it does not see, and that have not left it."""
    lacks: Lacks = field(default_factory=dict)
    """Cards that each other seat does not hold, as its actions have shown: a suit that it did not follow."""


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


def hidden_piles(state: Any, seat: int, hidden: Hidden) -> dict[Place, Cards]:
    """Return the piles that ``seat`` does not see."""
    piles: dict[Place, Cards] = {
        (name, owner): pile
        for name in hidden.from_others
        for owner, pile in enumerate(getattr(state, name))
        if owner != seat
    }
    return piles | {(name, None): getattr(state, name) for name in hidden.from_all}


def remembered(memory: Memory, before: Mapping[Place, Cards], after: Mapping[Place, Cards], lacks: Lacks) -> Memory:
    """Return what a seat remembers after an action. ``lacks`` are the cards that it has shown the others not to hold.

    ``before`` and ``after`` are the piles of the table, as ``all_piles`` gives them. A card that leaves the seen ones
    and comes into a hand is known there. If a pile in the middle gains cards, or the seat cannot tell where a card
    went, it takes nothing for known.
    """
    gains = {place: Counter(pile) - Counter(before[place]) for place, pile in after.items()}
    losses = {place: Counter(pile) - Counter(after[place]) for place, pile in before.items()}
    seen_gain, seen_loss = gains.pop(_SEEN), losses.pop(_SEEN)
    unknown = any(gain for (_, owner), gain in gains.items() if owner is None)
    wanted = sum(gains.values(), Counter[Any]())
    known: dict[Place, Cards] = {}
    lacks = dict(lacks)
    for place, gain in gains.items():
        kept = Counter(memory.known.get(place, ()))
        # A card that left to where the seat does not see may be any one of those it knows.
        kept = kept - losses[place] if losses[place] <= seen_gain else Counter()
        owner = place[1]
        if owner is not None:
            came = Counter({card: n for card, n in gain.items() if not unknown and wanted[card] <= seen_loss[card]})
            kept += came
            lacks[owner] = lacks.get(owner, frozenset()) - came.keys() if came == gain else frozenset()
        if kept:
            known[place] = tuple(sorted(kept.elements()))
    return Memory(known, {owner: cards for owner, cards in lacks.items() if cards})


def all_piles(state: Any, seat: int, hidden: Hidden, cards: Sequence[Any]) -> dict[Place, Cards]:
    """Return the piles that ``seat`` does not see, and at ``("", None)`` all other ``cards`` of the state."""
    piles = hidden_piles(state, seat, hidden)
    seen = Counter(cards) - sum(map(Counter, piles.values()), Counter())
    return {**piles, _SEEN: tuple(seen.elements())}


def redrawn(
    state: StateT, seat: int, hidden: Hidden, memory: Memory, random: Random, sorted_fields: Collection[str] = ()
) -> StateT:
    """Return a state that looks the same to ``seat``, with other cards where it does not know them.

    Cards that it remembers stay in their piles; all others are drawn anew from each other, by their type. No seat gets
    a card that it has shown not to hold. What chance decides is drawn anew. Piles of ``sorted_fields`` lie in no order,
    and are kept sorted.
    """
    piles = hidden_piles(state, seat, hidden)
    known = {place: memory.known.get(place, ()) for place in piles}
    unknown = {place: Counter(pile) - Counter(known[place]) for place, pile in piles.items()}
    drawn = _draw(unknown, memory.lacks, random)
    changed: dict[str, Any] = {name: list(getattr(state, name)) for name in hidden.from_others}
    for (name, owner), pile in piles.items():
        if not drawn[name, owner]:
            continue
        cards = (*known[name, owner], *drawn[name, owner])
        if owner is None:
            changed[name] = tuple(sorted(cards)) if name in sorted_fields else cards
        else:
            changed[name][owner] = tuple(sorted(cards)) if list(pile) == sorted(pile) else cards
    changed |= {name: _by_chance(getattr(state, name), random) for name in hidden.chance}
    return state._replace(  # type: ignore[no-any-return]
        **{name: tuple(value) if isinstance(value, list) else value for name, value in changed.items()}
    )


def _draw(wanted: Mapping[Place, Counter[Any]], lacks: Lacks, random: Random) -> dict[Place, list[Any]]:
    """Return other cards for each pile, as many of each type as are wanted."""
    drawn: dict[Place, list[Any]] = {place: [] for place in wanted}
    for kind in sorted({type(card) for cards in wanted.values() for card in cards}, key=lambda kind: kind.__name__):
        counts = {place: sum(n for card, n in cards.items() if type(card) is kind) for place, cards in wanted.items()}
        pool = sorted(card for cards in wanted.values() for card in cards.elements() if type(card) is kind)
        random.shuffle(pool)
        slots = [place for place, count in counts.items() for _ in range(count)]
        for place, card in zip(slots, _matched(slots, pool, lacks, random), strict=True):
            drawn[place].append(card)
    return drawn


def _matched(slots: Sequence[Place], cards: list[Any], lacks: Lacks, random: Random) -> list[Any]:
    """Return the cards in an order in which each fits its slot: the given order, or another one if that does not."""
    out = [lacks.get(-1 if owner is None else owner, frozenset()) for _, owner in slots]
    if not any(card in barred for card, barred in zip(cards, out, strict=True)):
        return cards
    holders: list[int | None] = [None] * len(cards)

    def place(slot: int, tried: set[int]) -> bool:
        """Give a slot a card; a slot that has it already gets another one (a matching by augmenting paths)."""
        for card in random.sample(range(len(cards)), len(cards)):
            if card in tried or cards[card] in out[slot]:
                continue
            tried.add(card)
            holder = holders[card]
            if holder is None or place(holder, tried):
                holders[card] = slot
                return True
        return False

    for slot in range(len(slots)):
        if not place(slot, set()):
            raise ValueError(
                f"no card fits seat {slots[slot][1]}: its actions show that it holds cards that are not there"
            )
    ordered: list[Any] = [None] * len(slots)
    for card, holder in enumerate(holders):
        ordered[holder or 0] = cards[card]
    return ordered


def _by_chance(value: Any, random: Random) -> Any:
    """Return a value that chance decides, drawn anew: a number, or the same things in another order."""
    if isinstance(value, int):
        return random.randrange(1 << 32)
    if value and isinstance(value[0], tuple) and not hasattr(value[0], "as_json") and not hasattr(value[0], "_fields"):
        return tuple([_by_chance(part, random) for part in value])
    return tuple(random.sample(sorted(value), len(value)))
