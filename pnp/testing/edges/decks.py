"""Checks of decks: the printed cards are the cards that are dealt, and it is said who sees them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

from pnp.games.core.playing.card_game import CardGame
from pnp.games.core.playing.seen import Hidden
from pnp.games.core.playing.states import fields_with_cards
from pnp.testing.edges.refusals import holds_one_of
from pnp.testing.subject import Subject
from pnp.testing.walk import AnyPlay, field_names
from pnp.toml.findings import listed

_STEPS = 400
"""Steps after which a game is left."""


def deck_faults(subject: Subject) -> Iterator[str]:
    """Yield the first number of players with whom a play deals cards that no deck holds.

    A deck may hold more cards than are dealt, if all are dealt with some number of players: a set-up takes cards out.
    """
    engine, rules = subject.engine, subject.rules
    if engine.play is None:
        return
    yield from _sight_faults(subject, engine.play)
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


def _sight_faults(subject: Subject, play: AnyPlay) -> Iterator[str]:
    """Yield the fields of states that hold cards, and of which a play does not say, or says twice, who sees them."""
    hidden = getattr(play, "hidden", None)
    if not isinstance(hidden, Hidden):
        return
    said = Counter((*hidden.from_others, *hidden.from_all, *hidden.chance, *hidden.open))
    names, holding = _fields_with_cards(subject, play)
    for name in said.keys() - set(names):
        yield f"hidden names {name!r}, and a state has {', '.join(names)}"
    unsaid = [name for name in holding if not said[name]]
    if unsaid:
        yield (
            f"hidden does not say who sees {listed(list(map(repr, unsaid)), 'and')} of the state: name each in one of "
            "Hidden(from_others=(...), from_all=(...), chance=(...), open=(...)): cards that their own seat sees, that "
            "no one sees, that no one sees before they are drawn, and that everyone sees"
        )
    twice = [name for name, count in said.items() if count > 1]
    if twice:
        yield f"hidden names {listed(list(map(repr, twice)), 'and')} twice: who sees these cards?"


def _fields_with_cards(subject: Subject, play: AnyPlay) -> tuple[tuple[str, ...], list[str]]:
    """Return the fields of a state, and those that hold cards: by their types, or else by what random games put there.

    Bare numbers, which may be points as well as cards, are not told apart without types.
    """
    rules, holding = subject.rules, dict[str, None]()
    for players in play.seats(rules):
        random = Random(f"seen {players}")  # noqa: S311 - nothing secret
        state = play.initial_state(rules, play.deal(rules, players, 0))
        if isinstance(play, CardGame):
            kind: Any = type(state)
            return field_names(state), list(fields_with_cards(kind))
        cards = frozenset(card for card in play.cards(state) if not isinstance(card, int))
        for _ in range(_STEPS):
            holding |= dict.fromkeys(name for name in field_names(state) if holds_one_of(getattr(state, name), cards))
            if play.is_terminal(state):
                break
            state = play.apply(rules, state, random.choice(play.legal_actions(rules, state)))
    return field_names(state), list(holding)


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
