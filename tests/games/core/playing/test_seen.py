"""What a seat sees of a state, and other states that look the same to it."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import NamedTuple

import pytest

from pnp.games.core.playing.seen import Hidden, redealt, seen_fields
from pnp.registry import engine
from tests.games.shipped import shipped


class State(NamedTuple):
    hands: tuple[tuple[int, ...], ...]
    pile: tuple[int, ...]
    stock: tuple[int, ...]
    bag: tuple[str, ...]
    seed: int


HIDDEN = Hidden(from_others=("hands",), from_all=("stock", "bag"), chance=("seed",))
STATE = State(((1, 2), (3, 4, 5), ()), (6,), (9, 7, 8), ("a", "b"), 5)


def test_a_seat_sees_its_own_cards_and_the_number_of_others() -> None:
    assert seen_fields(STATE, 1, HIDDEN) == {"hands": (2, (3, 4, 5), 0), "pile": (6,), "stock": 3, "bag": 2}


def test_nothing_is_hidden_unless_a_game_says_so() -> None:
    assert seen_fields(STATE, 1, Hidden()) == STATE._asdict()
    assert redealt(STATE, 1, Hidden(), Random(1)) == STATE


def test_hidden_cards_change_places_and_everything_seen_stays() -> None:
    others = [redealt(STATE, 1, HIDDEN, Random(seed)) for seed in range(30)]
    for other in others:
        assert seen_fields(other, 1, HIDDEN) == seen_fields(STATE, 1, HIDDEN)
        assert Counter((*other.hands[0], *other.stock)) == Counter((1, 2, 9, 7, 8)) and sorted(other.bag) == ["a", "b"]
        assert list(other.hands[0]) == sorted(other.hands[0]), "a hand that was in order stays in order"
    assert len({other.hands[0] for other in others}) > 3 and len({other.stock for other in others}) > 3


@pytest.mark.parametrize("game", ["red", "iroha", "collectmate", "kasane", "koka"])
def test_a_seat_of_a_shipped_game_sees_its_own_hand_alone(game: str) -> None:
    play, rules = engine(game).play, engine(game).rules(shipped(game))
    assert play is not None
    players = max(play.seats(rules))
    state = play.initial_state(rules, play.deal(rules, players, 3))
    for seat in range(players):
        seen = play.seen(state, seat)
        hands = seen["hands"]
        assert isinstance(hands, tuple)
        assert [owner for owner, hand in enumerate(hands) if not isinstance(hand, int)] == [seat]
        assert hands[seat] == state.hands[seat]
        assert any(play.redealt(state, seat, seed) != state for seed in range(3))
