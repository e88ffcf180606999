"""Checks of decks: the printed cards are the cards that are dealt."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from pnp.testing.subject import Subject


def deck_faults(subject: Subject) -> Iterator[str]:
    """Yield the first number of players with whom a play deals cards that no deck holds.

    A deck may hold more cards than are dealt, if all are dealt with some number of players: a set-up takes cards out.
    """
    engine, rules = subject.engine, subject.rules
    if engine.play is None:
        return
    decks = {name: make(subject.settings) for name, make in engine.decks.items()}
    fewer: str | None = None
    complete = False
    for players in engine.play.seats(rules):
        cards: Any = engine.play.cards(engine.play.initial_state(rules, engine.play.deal(rules, players, 0)))
        if not isinstance(cards, tuple) or (decks and not cards):
            yield f"cards() of play gives {cards!r} with {players} players, not a tuple with every card of the state"
            return
        copies = {
            name: Counter({item.id: item.copies for item in items if item.used_with(players)})
            for name, items in decks.items()
        }
        if not decks or any(_holds(deck, cards) for deck in copies.values()):
            complete = True
            continue
        counts = ", ".join(f"{name} {deck.total()}" for name, deck in copies.items())
        fault = (
            f"play deals {len(cards)} cards with {players} players, and no deck prints these: {counts}. Compare "
            f"the copies of the deck with the cards of play: {_difference(copies, cards)}"
        )
        if not any(_holds_more(deck, cards) for deck in copies.values()):
            yield fault
            return
        fewer = fewer or fault
    if fewer is not None and not complete:
        yield fewer


def _holds(deck: Counter[str], cards: tuple[Any, ...]) -> bool:
    """Tell whether a deck holds just these cards: by their names, if those are the ids of its items, else as many."""
    names = Counter(map(str, cards))
    return names == deck if names.keys() <= deck.keys() else names.total() == deck.total()


def _holds_more(deck: Counter[str], cards: tuple[Any, ...]) -> bool:
    """Tell whether a deck holds these cards and others."""
    names = Counter(map(str, cards))
    return names < deck if names.keys() <= deck.keys() else names.total() < deck.total()


def _difference(copies: dict[str, Counter[str]], cards: tuple[Any, ...]) -> str:
    """Return the cards by which the deck that comes closest differs."""
    names = Counter(map(str, cards))
    deck = min(copies.values(), key=lambda deck: ((deck - names) + (names - deck)).total())
    more, fewer = (", ".join(sorted(ids)) or "none" for ids in (names - deck, deck - names))
    return f"dealt more often {more}; printed more often {fewer}"
