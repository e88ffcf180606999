"""What a seat sees of a state, and other states that look the same to it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

import pytest

from pnp.games.core.playing.seen import Hidden, Memory, all_piles, redrawn, remembered, seen_fields
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
    assert redrawn(STATE, 1, Hidden(), Memory(), Random(1)) == STATE


NOTHING = Memory()


def _drawn(count: int, memory: Memory = NOTHING) -> list[State]:
    return [redrawn(STATE, 1, HIDDEN, memory, Random(seed)) for seed in range(count)]


def test_hidden_cards_change_places_and_everything_seen_stays() -> None:
    others = _drawn(30)
    for other in others:
        assert seen_fields(other, 1, HIDDEN) == seen_fields(STATE, 1, HIDDEN)
        assert Counter((*other.hands[0], *other.stock)) == Counter((1, 2, 9, 7, 8)) and sorted(other.bag) == ["a", "b"]
        assert list(other.hands[0]) == sorted(other.hands[0]), "a hand that was in order stays in order"
    assert len({other.hands[0] for other in others}) > 3 and len({other.stock for other in others}) > 3
    assert len({other.seed for other in others}) == 30


def test_what_is_drawn_does_not_depend_on_what_a_seat_does_not_know() -> None:
    assert [redrawn(other, 1, HIDDEN, Memory(), Random(3)) for other in _drawn(30)] == _drawn(4)[3:] * 30


def test_known_cards_stay_and_barred_cards_do_not_come() -> None:
    for other in _drawn(30, Memory({("hands", 0): (2,)}, {0: frozenset((1, 7))})):
        assert 2 in other.hands[0] and not {1, 7} & set(other.hands[0])
    assert {other.hands[0] for other in _drawn(30, Memory({}, {0: frozenset((1, 7, 9))}))} == {(2, 8)}
    with pytest.raises(ValueError, match="no card fits seat 0"):
        _drawn(1, Memory({}, {0: frozenset((1, 7, 9, 8))}))


CARDS = Hidden(from_others=("hands",), from_all=("stock",))


def _memory_after(before: State, after: State, memory: Memory = NOTHING) -> Memory:
    cards = (*sum(before.hands, ()), *before.pile, *before.stock)
    was, is_now = (all_piles(state, 1, CARDS, cards) for state in (before, after))
    return remembered(memory, was, is_now, memory.lacks)


def test_a_card_that_is_taken_openly_is_known_until_it_is_laid() -> None:
    took = STATE._replace(hands=((1, 2, 6), (3, 4, 5), ()), pile=())
    known = _memory_after(STATE, took)
    assert known == Memory({("hands", 0): (6,)})
    assert _memory_after(took, took._replace(hands=((2, 6), (3, 4, 5), ()), pile=(1,)), known) == known
    assert _memory_after(took, STATE, known) == Memory()


def test_a_card_from_the_stock_is_not_known_and_may_be_what_a_seat_lacked() -> None:
    lacks = Memory({}, {0: frozenset((7, 8)), 2: frozenset((9,))})
    drew = STATE._replace(hands=((1, 2, 9), (3, 4, 5), ()), stock=(7, 8))
    assert _memory_after(STATE, drew, lacks) == Memory({}, {2: frozenset((9,))})
    took = STATE._replace(hands=((1, 2, 6), (3, 4, 5), ()), pile=())
    assert _memory_after(STATE, took, Memory({}, {0: frozenset((6, 7))})) == Memory(
        {("hands", 0): (6,)}, {0: frozenset((7,))}
    )


def test_nothing_new_is_known_when_cards_are_shuffled_into_a_stock() -> None:
    before = STATE._replace(hands=((1, 2), (3, 4, 5), ()), pile=(6, 6), stock=(9, 7, 8))
    after = before._replace(hands=((1, 2, 6), (3, 4, 5), ()), pile=(), stock=(9, 7, 8, 6))
    assert _memory_after(before, after) == Memory()


def test_a_card_that_goes_from_hand_to_hand_unseen_may_be_any() -> None:
    known = Memory({("hands", 0): (2,)})
    assert _memory_after(STATE, STATE._replace(hands=((1,), (3, 4, 5), (2,))), known) == Memory()


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
        assert hands[seat] == state.hands[seat] == play.hand(state, seat)
        drawn = [play.redraw(rules, state, seat, Memory(), Random(seed)) for seed in range(3)]
        assert any(other != state for other in drawn)
        assert game == "kasane" or any(other.hands != state.hands for other in drawn)


def _memories(game: str, players: int, seed: int, moves: int) -> Iterator[tuple[Any, Any, Any, list[Memory]]]:
    """Yield the moments of a random game: the play, the rules, the state, and what each seat remembers."""
    play, rules = engine(game).play, engine(game).rules(shipped(game))
    assert play is not None
    state, random = play.initial_state(rules, play.deal(rules, players, seed)), Random(seed)
    memories = [Memory()] * players
    for _ in range(moves):
        legal = play.legal_actions(rules, state)
        if not legal:
            return
        action = random.choice(legal)
        after = play.apply(rules, state, action)
        memories = [play.remember(rules, memory, seat, state, action, after) for seat, memory in enumerate(memories)]
        state = after
        yield play, rules, state, memories


@pytest.mark.parametrize(
    ("game", "players"), [("red", 4), ("iroha", 4), ("collectmate", 3), ("kasane", 4), ("koka", 3)]
)
def test_what_a_seat_remembers_is_true_and_is_kept_in_what_it_draws(game: str, players: int) -> None:
    known = 0
    for seed in range(3):
        for play, rules, state, memories in _memories(game, players, seed, 60):
            for seat, memory in enumerate(memories):
                other = play.redraw(rules, state, seat, memory, Random(seed))
                for (field, owner), cards in memory.known.items():
                    known += len(cards)
                    assert owner != seat
                    for shown in (state, other):
                        assert not Counter(cards) - Counter(getattr(shown, field)[owner])
                for owner, cards in memory.lacks.items():
                    known += len(cards)
                    assert not cards & set(state.hands[owner]) and not cards & set(other.hands[owner])
    assert known > 20


def test_a_seat_of_iroha_knows_what_it_passed_and_which_suits_the_others_did_not_follow() -> None:
    passed = lacked = False
    for _, rules, state, memories in _memories("iroha", 4, 2, 36):
        if state.phase == "play" and not any(state.captured) and not state.table:
            passed = True
            assert all(len(memories[seat].known["hands", (seat + 1) % 4]) == rules.passed for seat in range(4))
        lacked = lacked or any(memory.lacks for memory in memories)
    assert passed and lacked
