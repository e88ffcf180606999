"""The printed cards are those that are dealt, and every kind of question is compared."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pnp.games.core.playing.seen import Hidden
from pnp.games.core.playing.whole_game import Ask, WholeGame
from pnp.model.component import Item
from pnp.testing.edges.decks import deck_faults
from pnp.testing.lessons import kind_faults
from pnp.testing.subject import Subject
from pnp.testing.whole_games import whole_game_faults

Broken = Callable[..., Subject]


class Holding:
    """A play whose states have ``cards``."""

    def __init__(self, play: Any, cards: Any) -> None:
        self._play, self._cards = play, cards

    def __getattr__(self, name: str) -> Any:
        return getattr(self._play, name)

    def cards(self, state: Any) -> Any:
        return self._cards


def items(**copies: int) -> tuple[Item, ...]:
    return tuple(Item(name.strip("n"), {}, count) for name, count in copies.items())


class Telling:
    """A play that says who sees its cards."""

    def __init__(self, play: Any, hidden: Hidden) -> None:
        self._play, self.hidden = play, hidden

    def __getattr__(self, name: str) -> Any:
        return getattr(self._play, name)


class Ship(str):
    """A card that is no number."""


class InShips(Telling):
    """The toy game with ships for cards."""

    def cards(self, state: Any) -> tuple[Any, ...]:
        return tuple(map(Ship, self._play.cards(state)))

    def initial_state(self, rules: Any, deal: Any) -> Any:
        state = self._play.initial_state(rules, deal)
        return state._replace(hands=tuple(tuple(map(Ship, hand)) for hand in state.hands), turn=None)

    def is_terminal(self, state: Any) -> bool:
        return True


@pytest.mark.parametrize(
    ("hidden", "told"),
    [
        (Hidden(from_others=("hands",)), None),
        (Hidden(open=("hands",)), None),
        (Hidden(), "hidden does not say who sees 'hands' of the state"),
        (Hidden(from_others=("hands",), open=("hands",)), "hidden names 'hands' twice"),
        (Hidden(from_others=("hands",), from_all=("stock",)), "hidden names 'stock', and a state has hands, sea, "),
    ],
)
def test_every_field_with_cards_says_who_sees_it(
    hidden: Hidden, told: str | None, harbour: Subject, broken: Broken
) -> None:
    found = list(deck_faults(broken(play=InShips(harbour.engine.play, hidden), decks={})))
    assert (not found) if told is None else (len(found) == 1 and told in found[0]), found


@pytest.mark.parametrize(
    ("cards", "deck", "told"),
    [
        ((1, 1, 2), items(n1=2, n2=1), None),
        ((1, 1, 2), items(a=2, b=1), None),
        ((1, 1, 2), items(n1=1, n2=2), "dealt more often 1; printed more often 2"),
        ((1, 1, 2), items(n1=2), "dealt more often 2; printed more often none"),
        ((1, 1, 2), items(a=2), "play deals 3 cards with 2 players, and no deck prints these: deck 2"),
        ((1, 1, 2), (*items(n1=2, n2=1), Item("3", {}, 1, (3, 4))), None),
        ((1, 1, 2), (*items(n1=2, n2=1), Item("3", {}, 1, (2, 4))), "printed more often 3"),
        ((), items(n1=2), "cards() of play gives () with 2 players, not a tuple with every card of the state"),
        (None, (), "cards() of play gives None with 2 players"),
    ],
)
def test_a_deck_prints_the_cards_that_are_dealt(
    cards: Any, deck: tuple[Item, ...], told: str | None, harbour: Subject, broken: Broken
) -> None:
    decks = {"deck": lambda settings: deck} if deck else {}
    found = list(deck_faults(broken(play=Holding(harbour.engine.play, cards), decks=decks)))
    assert (not found) if told is None else (len(found) == 1 and told in found[0])


class WithFewer(Holding):
    """A play for 2 or 3 players whose deals have the cards that are given for each."""

    def seats(self, rules: Any) -> tuple[int, ...]:
        return (2, 3)

    def deal(self, rules: Any, players: int, seed: int) -> int:
        return players

    def initial_state(self, rules: Any, deal: int) -> int:
        return deal

    def cards(self, state: int) -> Any:
        return self._cards[state]


@pytest.mark.parametrize(
    ("cards", "told"),
    [({2: (1,), 3: (1, 1)}, None), ({2: (1,), 3: (1, 1, 1)}, "3 cards with 3"), ({2: (1,), 3: (1,)}, "1 cards with 2")],
)
def test_cards_may_be_taken_out_unless_they_are_never_dealt(
    cards: dict[int, Any], told: str | None, harbour: Subject, broken: Broken
) -> None:
    decks = {"deck": lambda settings: items(n1=2)}
    found = list(deck_faults(broken(play=WithFewer(harbour.engine.play, cards), decks=decks)))
    assert (not found) if told is None else (len(found) == 1 and told in found[0])


def test_one_of_several_decks_is_dealt(harbour: Subject, broken: Broken) -> None:
    decks = {"deck": lambda settings: items(n1=2), "tokens": lambda settings: items(a=9)}
    assert list(deck_faults(broken(play=Holding(harbour.engine.play, (1, 1)), decks=decks))) == []
    assert list(deck_faults(broken(play=None, decks=decks))) == []


def kinds(subject: Subject, file: Path | None = None) -> list[str]:
    return [fault.split("'")[1] for fault in kind_faults(subject, file, ("harbour",))]


def test_a_kind_is_asked_by_a_lesson_a_case_or_a_whole_game(harbour: Subject, broken: Broken, tmp_path: Path) -> None:
    def no_lessons(settings: Any) -> tuple[Any, ...]:
        return ()

    def asks_nothing(ask: Ask, rules: Any, state: Any, action: Any) -> Any:
        return iter(())

    assert kinds(harbour) == []
    # A whole game asks whether a ship may leave.
    assert kinds(broken(lessons=no_lessons)) == ["race"]
    silent = WholeGame(step=asks_nothing, end=lambda ask, rules, state: iter(()))
    assert kinds(broken(lessons=no_lessons, asks=silent)) == ["race", "may-leave"]
    assert kinds(broken(lessons=no_lessons, play=None, asks=None)) == ["race", "may-leave"]
    file = tmp_path / "cases.toml"
    file.write_text(
        '[[case]]\nkind = "race"\nwhy = "no ship 9"\nposition = {ships = [3, 9]}\nrefused = true\n', encoding="utf-8"
    )
    assert kinds(broken(lessons=no_lessons), file) == []


def test_engine_and_oracle_are_compared_on_positions_of_whole_games(harbour: Subject, broken: Broken) -> None:
    sound = harbour.engine.rules

    def lax(settings: Any) -> Any:
        return replace(sound(settings), may_leave=lambda last, ship: True)

    asks = harbour.engine.asks
    assert asks is not None

    def step(ask: Ask, rules: Any, state: Any, action: Any) -> Any:
        yield from asks.step(ask, sound(harbour.settings), state, action)

    subject = broken(rules=lax, asks=replace(harbour.engine.asks, step=step))
    found = [fault for fault in whole_game_faults(subject) if "engine and oracle disagree" in fault]
    assert len(found) == 1 and 'engine: {"verdict": "allowed"}\n  oracle: {"verdict": "not-allowed"}' in found[0]
