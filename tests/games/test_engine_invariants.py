"""What holds for every game that can be played: written once, run on each engine."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from copy import deepcopy
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.games.core.engine import Engine
from pnp.games.core.play import NotationError, Play

DEFINITIONS = {
    "red": ("red", "red7", "red7-basic", "eight", "red7-other-readings", "eight-other-readings", "zeros", "tiny"),
    "iroha": ("iroha", "iroha-icons", "iroha-tiny"),
    "collectmate": ("collectmate", "collectmate-seven-other-readings", "collectmate-tiny"),
    "koka": ("koka-short", "koka-special", "koka-tiny"),
    "kasane": ("kasane", "kasane-variants", "kasane-wide", "kasane-tiny"),
}
"""Per engine that can be played, the definitions (fixture ``variant``) that it is tried with."""

PLAYED = [(engine, name) for engine, names in DEFINITIONS.items() for name in names]
every_definition = pytest.mark.parametrize(("engine_id", "name"), PLAYED)
some_rounds = settings(deadline=None, max_examples=12)
seeds = st.integers(0, 2**32 - 1)
Variant = Callable[[str], Any]
Engines = Mapping[str, Engine]


def playable(engine: Engine) -> Play[Any, Any, Any, Any]:
    assert engine.play is not None
    return engine.play


def walk(play: Play[Any, Any, Any, Any], rules: Any, seed: int) -> Iterator[Any]:
    """The states of a random game, the last one terminal."""
    random = Random(seed)
    state = play.initial_state(rules, play.deal(rules, random.choice(list(play.seats(rules))), seed))
    for _ in range(2000):
        yield state
        if play.is_terminal(state):
            return
        state = play.apply(rules, state, random.choice(play.legal_actions(rules, state)))
    raise AssertionError(f"the game with seed {seed} does not end")


def test_every_engine_that_can_be_played_is_tried(engines: Engines) -> None:
    assert {name for name, engine in engines.items() if engine.play is not None} == set(DEFINITIONS)


@every_definition
@given(seed=seeds)
@some_rounds
def test_legal_actions_are_sorted_and_unique(
    engine_id: str, name: str, seed: int, variant: Variant, engines: Engines
) -> None:
    engine = engines[engine_id]
    play, rules = playable(engine), engine.rules(variant(name))
    for state in walk(play, rules, seed):
        legal = play.legal_actions(rules, state)
        assert list(legal) == sorted(set(legal))
        assert bool(legal) != play.is_terminal(state)
        assert (play.current_player(state) is None) == play.is_terminal(state)


@every_definition
@given(seed=seeds)
@some_rounds
def test_an_action_is_legal_exactly_when_it_has_no_violation(
    engine_id: str, name: str, seed: int, variant: Variant, engines: Engines
) -> None:
    engine = engines[engine_id]
    play, rules = playable(engine), engine.rules(variant(name))
    refused = 0
    for state in walk(play, rules, seed):
        conceivable, legal = play.conceivable_actions(rules, state), set(play.legal_actions(rules, state))
        assert legal <= set(conceivable)
        for action in conceivable:
            violation = play.violation(rules, state, action)
            assert (violation is None) == (action in legal)
            if violation is not None and refused < 20:
                refused += 1
                with pytest.raises(ValueError, match=violation.code):
                    play.apply(rules, state, action)
    assert refused


@every_definition
@given(seed=seeds)
@some_rounds
def test_apply_never_changes_what_it_is_given(
    engine_id: str, name: str, seed: int, variant: Variant, engines: Engines
) -> None:
    engine = engines[engine_id]
    play, rules = playable(engine), engine.rules(variant(name))
    for state in walk(play, rules, seed):
        copy = deepcopy(state)
        for action in play.legal_actions(rules, state)[:3]:
            assert play.apply(rules, state, action) == play.apply(rules, copy, action)
        assert (state, hash(state)) == (copy, hash(copy))


@every_definition
@given(seed=seeds)
@some_rounds
def test_no_card_appears_or_is_lost(engine_id: str, name: str, seed: int, variant: Variant, engines: Engines) -> None:
    engine = engines[engine_id]
    play, rules = playable(engine), engine.rules(variant(name))
    assert len({play.cards(state) for state in walk(play, rules, seed)}) == 1


@every_definition
@given(seed=seeds)
@some_rounds
def test_states_and_actions_are_read_back_from_one_line(
    engine_id: str, name: str, seed: int, variant: Variant, engines: Engines
) -> None:
    engine = engines[engine_id]
    play, rules = playable(engine), engine.rules(variant(name))
    for state in walk(play, rules, seed):
        line = play.format_state(state)
        assert "\n" not in line
        assert play.parse_state(rules, line) == state
        actions = play.conceivable_actions(rules, state)
        lines = [play.format_action(action) for action in actions]
        assert len(set(lines)) == len(actions)
        assert [play.parse_action(rules, word) for word in lines] == list(actions)


@every_definition
@given(line=st.text(max_size=40))
@some_rounds
def test_what_is_no_notation_is_refused_as_such(
    engine_id: str, name: str, line: str, variant: Variant, engines: Engines
) -> None:
    engine = engines[engine_id]
    play, rules = playable(engine), engine.rules(variant(name))
    with pytest.raises(NotationError):
        play.parse_state(rules, line)
    with pytest.raises(NotationError):
        play.parse_action(rules, f"?{line}")


@every_definition
@given(seed=seeds)
@some_rounds
def test_a_game_ends_with_one_result_per_seat(
    engine_id: str, name: str, seed: int, variant: Variant, engines: Engines
) -> None:
    engine = engines[engine_id]
    play, rules = playable(engine), engine.rules(variant(name))
    *before, last = walk(play, rules, seed)
    assert before
    assert play.conceivable_actions(rules, last)
    returns = play.returns(rules, last)
    assert len(returns) in play.seats(rules)
    assert all(type(value) is int for value in returns)
    with pytest.raises(ValueError, match="not over"):
        play.returns(rules, before[-1])


@every_definition
def test_a_seed_deals_the_same_cards_again(engine_id: str, name: str, variant: Variant, engines: Engines) -> None:
    engine = engines[engine_id]
    play, rules = playable(engine), engine.rules(variant(name))
    for players in play.seats(rules):
        deals = [play.deal(rules, players, seed) for seed in range(10)]
        assert deals == [play.deal(engine.rules(variant(name)), players, seed) for seed in range(10)]
        assert len({play.format_state(play.initial_state(rules, deal)) for deal in deals}) > 1
