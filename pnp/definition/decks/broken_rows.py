"""Rows of card files with errors, which a kit that is looked at while it is made passes over."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from pnp.definition.decks.file_deck import DeckFile, FileDeck, RowOrigin, make_deck
from pnp.diagnostics import Diagnostic
from pnp.model.component import Item
from pnp.records import dataclass


@dataclass(frozen=True, slots=True)
class BrokenRows:
    """Rows of a game's card files that were passed over: their errors, and the cards that stand in for them, each with
    the name of its deck and its id."""

    errors: tuple[Diagnostic, ...] = ()
    stand_ins: frozenset[tuple[str, str]] = frozenset()

    def joined(self, other: BrokenRows) -> BrokenRows:
        """Return the rows of both, each error once."""
        errors = tuple(dict.fromkeys((*self.errors, *other.errors)))
        return BrokenRows(errors, self.stand_ins | other.stand_ins)


def pass_over(name: str, parts: Sequence[DeckFile], earlier: Sequence[Item]) -> tuple[FileDeck, BrokenRows]:
    """Return the deck ``name`` and the rows with errors of its files.

    In place of a broken row stands the ``earlier`` card of its id, else that of its place in the file. A row without
    one is left out.
    """
    deck = make_deck(parts)  # again: errors of single cells are known only by now
    stand_ins = dict(_stand_ins(deck, [item for item in earlier if item.fields.keys() == deck.columns]))
    errors = tuple(error for part in parts for error in part.problems.diagnostics())
    ids = frozenset((name, item.id) for item in stand_ins.values() if item is not None)
    return deck.with_stand_ins(stand_ins), BrokenRows(errors, ids)


def _stand_ins(deck: FileDeck, earlier: Sequence[Item]) -> Iterator[tuple[int, Item | None]]:
    """Yield the number of each broken row with the card that stands in for it, or None. Rows that are where they were
    come first: of two rows with one id the other one is a copy that has not got its own yet."""
    rows = list(deck.broken_rows())
    broken = {number for number, _, _ in rows}
    taken = {deck[number].id for number in range(len(deck)) if number not in broken}
    left = {item.id: item for item in earlier if item.id not in taken}
    places = {_place(item.origin): item.id for item in left.values() if isinstance(item.origin, RowOrigin)}
    for number, name, origin in sorted(rows, key=lambda row: places.get(_place(row[2])) != row[1]):
        item = left.pop(name, None) or left.pop(places.get(_place(origin), ""), None)
        yield number, None if item is None else replace(item, origin=origin)


def _place(origin: RowOrigin) -> tuple[str, int]:
    return origin.part.table.label, origin.row
