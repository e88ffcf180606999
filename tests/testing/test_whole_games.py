"""Whole games are compared with the oracle: what a play does otherwise is found, and so is what nothing settles."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, NamedTuple

import pytest

from pnp.games.core.genres.tricks import TrickState
from pnp.games.core.playing.whole_game import Ask, Settled, Some, WholeGame, first_seat_begins, in_any_order, won_by
from pnp.games.core.score import Violation
from pnp.games.core.suits import SuitCard
from pnp.model.text import phrase
from pnp.testing.subject import Subject
from pnp.testing.whole_games import whole_game_faults

Broken = Callable[..., Subject]
Own = Callable[..., Any]


class Altered:
    """A play with some of its methods replaced; each replacement is given the method it replaces."""

    def __init__(self, play: Any, **methods: Callable[..., Any]) -> None:
        self._play = play
        self._methods = methods

    def __getattr__(self, name: str) -> Any:
        own, method = getattr(self._play, name), self._methods.get(name)
        return own if method is None else lambda *given: method(own, *given)


def lets_everything_out(own: Own, rules: Any, state: Any, action: Any) -> Any:
    violation = own(rules, state, action)
    return None if violation is not None and violation.code == "too-small" else violation


def with_an_exception(own: Own, rules: Any, state: Any, action: Any) -> Any:
    """A rule of the engine with one exception, of which no lesson asks."""
    after_the_largest = bool(state.sea) and state.sea[-1] == max(rules.numbers) and action == min(rules.numbers)
    return None if after_the_largest and action in state.hands[state.turn] else own(rules, state, action)


def refuses_the_largest(own: Own, rules: Any, state: Any, action: Any) -> Any:
    largest = Violation("too-large", phrase("violation-too-small"))
    return largest if action == max(rules.numbers) else own(rules, state, action)


def applied(own: Own, rules: Any, state: Any, action: Any, **changed: Any) -> Any:
    return own(rules, state, action)._replace(**changed) if action else own(rules, state, action)


def without_a_rule(own: Own, rules: Any, state: Any, action: Any) -> Any:
    hand = list(state.hands[state.turn])
    if action == 0:
        return state._replace(turn=None)
    hand.remove(action)
    hands = tuple(tuple(hand) if seat == state.turn else other for seat, other in enumerate(state.hands))
    return type(state)(hands, (*state.sea, action), 1 - state.turn, state.turn)


FAULTS: dict[str, tuple[dict[str, Own], str]] = {
    "winners are inverted": (
        {"returns": lambda own, rules, state: tuple(1 - one for one in own(rules, state))},
        "play and oracle disagree on 'results'",
    ),
    "seat 0 always wins": ({"returns": lambda own, rules, state: (1, 0)}, "play and oracle disagree on 'results'"),
    "results forget a part": ({"returns": lambda own, rules, state: (0, 0)}, "play and oracle disagree on 'results'"),
    "a ship goes to the wrong place": (
        {"apply": lambda own, rules, state, action: applied(own, rules, state, action, sea=(action, *state.sea))},
        "play and oracle disagree on 'sea'",
    ),
    "the turn stays where it is": (
        {"apply": lambda own, rules, state, action: applied(own, rules, state, action, turn=state.turn)},
        "play and oracle disagree on 'turn'",
    ),
    "the other seat is noted as the last": (
        {"apply": lambda own, rules, state, action: applied(own, rules, state, action, last=1 - state.turn)},
        "play and oracle disagree on 'last'",
    ),
    "every illegal ship leaves": (
        {"violation": lets_everything_out, "apply": without_a_rule},
        "play and oracle disagree on 'legal'\n  play:   True\n  oracle: False",
    ),
    "a rule has an exception": (
        {"violation": with_an_exception, "apply": without_a_rule},
        "play and oracle disagree on 'legal'\n  play:   True\n  oracle: False",
    ),
    "a legal ship is refused": (
        {"violation": refuses_the_largest},
        "play and oracle disagree on 'legal'\n  play:   False\n  oracle: True",
    ),
}


@pytest.fixture
def altered(harbour: Subject, broken: Broken) -> Callable[..., Subject]:
    """The toy game with other methods of its play. Legal actions follow from them."""

    def make(**methods: Own) -> Subject:
        play: Any = Altered(harbour.engine.play, **methods)

        def legal(own: Own, rules: Any, state: Any) -> tuple[int, ...]:
            ships = play.conceivable_actions(rules, state)
            return tuple(ship for ship in ships if play.violation(rules, state, ship) is None)

        return broken(play=Altered(play, legal_actions=legal))

    return make


def test_the_toy_game_is_played_as_the_oracle_says(harbour: Subject) -> None:
    assert list(whole_game_faults(harbour)) == []


@pytest.mark.parametrize("name", FAULTS)
def test_a_play_that_differs_from_the_oracle_is_found(name: str, altered: Callable[..., Subject]) -> None:
    methods, message = FAULTS[name]
    faults = list(whole_game_faults(altered(**methods)))
    assert any(fault.startswith(message) for fault in faults), faults


def test_a_difference_names_the_question_the_state_the_action_and_the_line(altered: Callable[..., Subject]) -> None:
    methods, _ = FAULTS["every illegal ship leaves"]
    (fault,) = (fault for fault in whole_game_faults(altered(**methods)) if "'legal'" in fault)
    first, play, oracle, question, state, action = fault.splitlines()
    assert first == "play and oracle disagree on 'legal'" and play == "  play:   True"
    assert oracle.startswith("  oracle: False, by ") and "harbour/play/asks.py:" in oracle
    assert question.startswith('  question: {"kind": "may-leave", "in": {"ships": [')
    assert state.startswith("  state:  ") and "turn=" in state and state.endswith(")")
    assert action.startswith("  action: ship ")


class Change(NamedTuple):
    """Other questions, and the fault that follows."""

    skips: tuple[str, ...]
    unasked: dict[str, str]
    message: str


CHANGES: dict[str, Change] = {
    "nothing says whether an action is allowed": Change(
        ("legal",), {}, 'no answer settles whether an action is "legal": yield it in '
    ),
    "a field is settled by nothing": Change(("sea",), {}, "'sea' of the state changed from () to ("),
    "a part of a field is settled by nothing": Change(("hands.0", "hands.1"), {}, "'hands.0' of the state changed"),
    "results are settled by nothing": Change(("results",), {}, 'no answer settles the "results": yield them in '),
    "a listed field is settled": Change(
        (), {"last": "nobody notes it"}, "unasked lists 'last', and an answer settles it at "
    ),
}


def skipping(asks: WholeGame[Any, Any, Any], names: tuple[str, ...]) -> WholeGame[Any, Any, Any]:
    """Return the questions without what they settle under some names; a refusal stays."""

    def kept(settled: Settled) -> bool:
        return settled[0] not in names or settled[1] is False

    def step(ask: Ask, rules: Any, state: Any, action: Any) -> Iterator[Settled]:
        return (settled for settled in asks.step(ask, rules, state, action) if kept(settled))

    def end(ask: Ask, rules: Any, state: Any) -> Iterator[Settled]:
        return (settled for settled in asks.end(ask, rules, state) if settled[0] not in names)

    return replace(asks, step=step, end=end)


@pytest.mark.parametrize("name", CHANGES)
def test_what_no_answer_settles_is_told(name: str, harbour: Subject, broken: Broken) -> None:
    change = CHANGES[name]
    assert harbour.engine.asks is not None
    asks = replace(skipping(harbour.engine.asks, change.skips), unasked=change.unasked)
    faults = list(whole_game_faults(broken(asks=asks)))
    assert any(fault.startswith(change.message) for fault in faults), faults


def test_a_field_that_is_listed_with_its_reason_need_not_be_settled(harbour: Subject, broken: Broken) -> None:
    assert harbour.engine.asks is not None
    asks = replace(skipping(harbour.engine.asks, ("sea",)), unasked={"sea": "where ships lie is seen"})
    assert list(whole_game_faults(broken(asks=asks))) == []


def test_a_kind_of_action_that_raises_no_question_is_told(harbour: Subject, broken: Broken) -> None:
    def silent(kind: str, position: Any) -> Any:
        return harbour.engine.oracle(harbour.settings, kind, position)

    def step(ask: Ask, rules: Any, state: Any, action: Any) -> Iterator[Settled]:
        assert harbour.engine.asks is not None
        return iter(harbour.engine.asks.step(silent, rules, state, action))

    assert harbour.engine.asks is not None
    faults = list(whole_game_faults(broken(asks=replace(harbour.engine.asks, step=step))))
    assert [fault.partition(":")[0] for fault in faults] == ["the action 'int' raises no question"]


def test_a_kind_that_the_oracle_does_not_have_is_told(harbour: Subject, broken: Broken) -> None:
    def end(ask: Ask, rules: Any, state: Any) -> Iterator[Settled]:
        ask("winner", {"ships": [1, 2]})
        yield "results", harbour.engine.play.returns(rules, state)  # type: ignore[union-attr]

    assert harbour.engine.asks is not None
    faults = list(whole_game_faults(broken(asks=replace(harbour.engine.asks, end=end))))
    assert "the oracle has no kind 'winner'; it has race, may-leave" in faults


def test_a_game_that_is_played_needs_questions(broken: Broken) -> None:
    (fault,) = whole_game_faults(broken(asks=None))
    assert fault.startswith("the game is played, and no step of it is compared with the oracle: give its Engine asks=")
    assert list(whole_game_faults(broken(asks=None, play=None))) == []


def test_a_game_with_lessons_needs_to_say_what_no_game_reaches(broken: Broken) -> None:
    (fault,) = whole_game_faults(broken(impossible=None))
    assert fault.startswith("nothing says which positions no game reaches: give the Engine impossible=...")
    assert fault.endswith("a function of settings, kind and position that returns the reason, or None")
    assert list(whole_game_faults(broken(impossible=None, lessons=lambda settings: ()))) == []


def test_a_proposal_that_no_game_reaches_is_told(broken: Broken) -> None:
    def impossible(settings: Any, kind: str, position: Any) -> str | None:
        return "no ship races itself" if kind == "race" and len(set(position["ships"])) == 1 else None

    (fault,) = whole_game_faults(broken(impossible=impossible))
    assert fault.startswith("no game reaches what a lesson proposes: no ship races itself\n  lesson 'race', proposal ")


def test_a_position_that_a_game_reached_is_not_impossible(broken: Broken) -> None:
    def impossible(settings: Any, kind: str, position: Any) -> str | None:
        return (
            "ships leave by falling numbers"
            if kind == "may-leave" and position["ships"][0] < position["ships"][1]
            else None
        )

    faults = [fault for fault in whole_game_faults(broken(impossible=impossible)) if "a game came to" in fault]
    assert faults and faults[0].startswith(
        "impossible() refuses a position that a game came to: ships leave by falling numbers\n"
    )


def test_cards_of_a_question_are_asked_in_their_json_form(broken: Broken, harbour: Subject) -> None:
    class Ship:
        def as_json(self) -> int:
            return 3

    def begin(ask: Ask, rules: Any, state: Any) -> Iterator[Settled]:
        asked.append(ask("may-leave", {"ships": [Ship(), 2]}) == ask("may-leave", {"ships": [3, 2]}))
        return iter(())

    asked: list[bool] = []
    assert harbour.engine.asks is not None
    list(whole_game_faults(broken(asks=replace(harbour.engine.asks, begin=begin))))
    assert asked and all(asked)


def test_the_first_seat_begins_and_those_win_whom_a_question_names() -> None:
    def ask(kind: str, position: Any) -> dict[str, Any]:
        assert (kind, position) == ("best", {"hands": state.hands})
        return {"winners": [0, 2]}

    state = TrickState(0, 0, (), ((SuitCard("sun", 1),), (), ()), ((), (), ()), ())
    assert list(first_seat_begins(ask, None, state)) == [("turn", 0)]
    end = won_by("best", lambda state: {"hands": state.hands})
    assert list(end(ask, None, state)) == [("results", (1, 0, 1))]


def test_a_condition_is_equal_to_what_meets_it() -> None:
    assert in_any_order((1, 2)) == (2, 1) and in_any_order((1, 2)) != (1, 1)
    assert Some("an even number", lambda value: value % 2 == 0) != 3
    assert repr(Some("an even number", bool)) == "an even number"


def test_games_that_all_end_alike_tell_no_winner(harbour: Subject, altered: Callable[..., Subject]) -> None:
    def end(ask: Ask, rules: Any, state: Any) -> Iterator[Settled]:
        yield "results", (0, 0)

    alike = {"returns": lambda own, rules, state: (0, 0), "winners": lambda own, rules, state: (0, 1)}
    subject = altered(**alike)
    assert harbour.engine.asks is not None
    engine = replace(subject.engine, asks=replace(harbour.engine.asks, end=end))
    (fault,) = whole_game_faults(replace(subject, engine=engine))
    assert "games ended with equal results for all seats, so a wrong winner would not be seen" in fault


def test_every_other_game_is_played_with_the_plan_of_a_game(harbour: Subject, broken: Broken) -> None:
    plans = []

    def choose(random: Any, rules: Any, state: Any, legal: Any) -> Any:
        plans.append(state)
        return legal[-1]

    assert harbour.engine.asks is not None
    assert list(whole_game_faults(broken(asks=replace(harbour.engine.asks, choose=choose)))) == []
    assert plans


def test_the_first_state_is_compared_too(harbour: Subject, broken: Broken) -> None:
    def begin(ask: Ask, rules: Any, state: Any) -> Iterator[Settled]:
        yield "turn", 1

    assert harbour.engine.asks is not None
    faults = list(whole_game_faults(broken(asks=replace(harbour.engine.asks, begin=begin))))
    assert faults[0].startswith("play and oracle disagree on 'turn'\n  play:   0\n  oracle: 1, by ")


def test_a_refused_question_about_the_end_is_told(harbour: Subject, broken: Broken) -> None:
    def end(ask: Ask, rules: Any, state: Any) -> Iterator[Settled]:
        yield "results", (ask("race", {"ships": [99, 1]})["winner"], 0)

    assert harbour.engine.asks is not None
    (fault,) = whole_game_faults(broken(asks=replace(harbour.engine.asks, end=end)))
    assert fault.startswith("the oracle refuses a question of ") and "unknown ship\n  question: " in fault


def test_winners_that_are_not_those_with_the_highest_result_have_to_be_settled(harbour: Subject, altered: Any) -> None:
    subject = altered(winners=lambda own, rules, state: (1 - own(rules, state)[0],))
    (fault,) = whole_game_faults(subject)
    assert "winners() gives" in fault and 'yield the "winners"' in fault

    def end(ask: Ask, rules: Any, state: Any) -> Iterator[Settled]:
        yield from harbour.engine.asks.end(ask, rules, state)
        yield "winners", (state.last,)

    engine = replace(harbour.engine, asks=replace(harbour.engine.asks, end=end))
    assert list(whole_game_faults(replace(harbour, engine=engine))) == []
    engine = replace(subject.engine, asks=replace(harbour.engine.asks, end=end))
    (fault,) = whole_game_faults(replace(subject, engine=engine))
    assert "winners" in fault
