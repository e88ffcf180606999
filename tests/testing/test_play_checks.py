"""The checks of play find what is wrong with a game, and say what, where, and in which state."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from typing import Any

import pytest

from pnp.games.core.playing.play import NotationError
from pnp.games.core.score import Violation
from pnp.model.text import phrase
from pnp.testing.play import play_faults
from pnp.testing.subject import Subject

Broken = Callable[..., Subject]
TICKS = count()
NOTHING = Violation("nothing", phrase("violation-over"))


class Altered:
    """A play with some of its methods replaced; each replacement is given the method it replaces."""

    def __init__(self, play: Any, **methods: Callable[..., Any]) -> None:
        self._play = play
        self._methods = methods

    def __getattr__(self, name: str) -> Any:
        own, method = getattr(self._play, name), self._methods.get(name)
        return own if method is None else lambda *given: method(own, *given)


class Box:
    """A value in a state that can be changed behind the state's back."""

    def __init__(self) -> None:
        self.value = 0

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Box) and self.value == other.value

    def __hash__(self) -> int:
        return self.value


def returns_changed(own: Callable[..., Any], rules: Any, state: Any, action: Any) -> Any:
    state.last.value += 1
    return own(rules, state, action)._replace(last=state.last)


def refuses_in_silence(own: Callable[..., Any], rules: Any, state: Any, action: Any) -> Any:
    try:
        return own(rules, state, action)
    except ValueError:
        raise ValueError("no") from None


def sinks_a_ship(own: Callable[..., Any], rules: Any, state: Any, action: Any) -> Any:
    after = own(rules, state, action)
    return after._replace(sea=()) if len(after.sea) == 1 else after


def reads_wrongly(own: Callable[..., Any], rules: Any, line: str) -> Any:
    return own(rules, line)._replace(last=5)


def refuses_states(own: Callable[..., Any], rules: Any, line: str) -> Any:
    own(rules, line)
    raise NotationError(f"{line!r} is not a state: the quay is closed")


def raises_a_bare_error(own: Callable[..., Any], rules: Any, line: str) -> Any:
    try:
        return own(rules, line)
    except NotationError:
        raise KeyError(line) from None


def reads_anything(own: Callable[..., Any], rules: Any, line: str) -> Any:
    try:
        return own(rules, line)
    except NotationError:
        return 0


def with_other_hands(own: Callable[..., Any], rules: Any, state: Any, seat: int, memory: Any, random: Any) -> Any:
    drawn = own(rules, state, seat, memory, random).hands
    hands = (hand if owner == seat else (1,) * len(hand) for owner, hand in enumerate(drawn))
    return state._replace(hands=tuple(hands))


def from_the_clock() -> Callable[..., Any]:
    ticks = count()
    return lambda own, rules, players, seed: own(rules, players, next(ticks))


FAULTS: dict[str, tuple[dict[str, Callable[..., Any]], str]] = {
    "legal actions are not sorted": (
        {"legal_actions": lambda own, rules, state: own(rules, state)[::-1]},
        "legal actions: legal_actions() is not sorted, or names one twice: ship",
    ),
    "a legal action is left out": (
        {"legal_actions": lambda own, rules, state: own(rules, state)[:1]},
        "has no violation, and is not in legal_actions()",
    ),
    "legal actions are not conceivable": (
        {"conceivable_actions": lambda own, rules, state: own(rules, state)[:1]},
        "violations: legal, and not among conceivable_actions(): ship",
    ),
    "an action out of range is taken": (
        {"violation": lambda own, rules, state, action: None if action == 10**6 else own(rules, state, action)},
        "shapes: 1000000 has no violation, and is not in legal_actions()",
    ),
    "an action that is none is no violation": (
        {"violation": lambda own, rules, state, action: own(rules, state, action + 0)},
        "shapes: violation() of None raises TypeError",
    ),
    "there are legal actions at the end": (
        {"legal_actions": lambda own, rules, state: own(rules, state) or (0,)},
        "legal actions: is_terminal() is True, and there are 1 legal actions",
    ),
    "a legal action has a violation": (
        {
            "violation": lambda own, rules, state, action: (
                own(rules, state, action) or (NOTHING if action == 3 else None)
            ),
            "legal_actions": lambda own, rules, state: (
                () if state.turn is None else (0, *sorted(state.hands[state.turn]))
            ),
        },
        "has the violation nothing, and is in legal_actions()",
    ),
    "what a seat may do depends on a hidden hand": (
        {
            "legal_actions": lambda own, rules, state: (
                (0,) if state.turn is not None and state.hands[1 - state.turn][:1] == (1,) else own(rules, state)
            ),
            "redraw": with_other_hands,
        },
        "seen: what seat 0 may do changes with cards that it does not see, as in ",
    ),
    "a seat sees a hidden hand": (
        {"seen": lambda own, state, seat: {**own(state, seat), "hands": state.hands}, "redraw": with_other_hands},
        "seen: seat 0 sees cards that are hidden from it: ",
    ),
    "nobody is to act": (
        {"current_player": lambda own, state: None},
        "current player: current_player() is None where is_terminal() is False",
    ),
    "a seat that is not there is to act": ({"current_player": lambda own, state: 7}, "current_player() is 7"),
    "an illegal action is applied": (
        {"apply": lambda own, rules, state, action: state if action == 99 else _done(own, rules, state, action)},
        "refusals: apply() did",
    ),
    "a refusal does not say why": ({"apply": refuses_in_silence}, "without the code"),
    "a card is lost": ({"apply": sinks_a_ship}, "cards: cards appeared or were lost: ("),
    "apply changes the state": (
        {
            "initial_state": lambda own, rules, deal: own(rules, deal)._replace(last=Box()),
            "apply": returns_changed,
            "format_state": lambda own, state: own(state._replace(last=0)),
            "parse_state": lambda own, rules, line: own(rules, line)._replace(last=Box()),
            "returns": lambda own, rules, state: own(rules, state._replace(last=0)),
        },
        "purity: apply() changed the state that it was given",
    ),
    "apply is not a function": (
        {"apply": lambda own, rules, state, action: own(rules, state, action)._replace(last=next(TICKS))},
        "purity: apply() gives two results for the same state",
    ),
    "a state is not read back": (
        {"parse_state": reads_wrongly},
        "notation: parse_state() does not read back the one line",
    ),
    "fault refuses a state of a game": (
        {"parse_state": refuses_states},
        "parse_state() does not read back the one line of format_state(); it says: the quay is closed\n  in: ",
    ),
    "a legal action gives no state": (
        {"apply": lambda own, rules, state, action: own(rules, state, action) if action == 0 else None},
        "legal actions: apply() gives no state after ship",
    ),
    "a state takes two lines": (
        {"format_state": lambda own, state: own(state) + "\n"},
        "notation: parse_state() does not",
    ),
    "two actions have one line": (
        {"format_action": lambda own, action: "go"},
        "notation: format_action() gives different actions the same line: go",
    ),
    "an action is not read back": (
        {"parse_action": lambda own, rules, line: 0 * own(rules, line)},
        "notation: parse_action() does not read back 'ship",
    ),
    "a bad line is a crash": ({"parse_state": raises_a_bare_error}, "parse_state() of '' raises KeyError"),
    "a bad line is read": ({"parse_action": reads_anything}, "notation: parse_action() reads 0 out of '?'"),
    "a seat has no result": ({"returns": lambda own, rules, state: own(rules, state)[:1]}, "results: returns() is ("),
    "a result is no whole number": (
        {"returns": lambda own, rules, state: tuple(map(float, own(rules, state)))},
        "not a whole number for each seat",
    ),
    "there is a result before the end": (
        {"returns": lambda own, rules, state: (0, 0)},
        "results: returns() gives (0, 0) before the end; it must raise ValueError",
    ),
    "an action of the last moment is let through at the end": (
        {
            "conceivable_actions": lambda own, rules, state: () if state.turn is None else own(rules, state),
            "violation": lambda own, rules, state, action: None if state.turn is None else own(rules, state, action),
        },
        "has no violation, and is not in legal_actions()",
    ),
    "the game does not end": (
        {
            "apply": lambda own, rules, state, action: (
                state._replace(turn=1 - state.turn)
                if action == 0 and state.turn is not None
                else own(rules, state, action)
            )
        },
        "end: the game does not end within 60 moves",
    ),
    "the game is over at once": (
        {"initial_state": lambda own, rules, deal: own(rules, deal)._replace(turn=None)},
        "end: the game is over before the first action",
    ),
    "a seed deals otherwise the second time": ({"deal": from_the_clock()}, "deals: the same seed deals otherwise"),
    "the seed is not used": (
        {"deal": lambda own, rules, players, seed: own(rules, players, 1)},
        "deals: 10 seeds give 2 players one and the same deal",
    ),
    "a violation has no words": (
        {
            "violation": lambda own, rules, state, action: (
                None
                if own(rules, state, action) is None
                else Violation(own(rules, state, action).code, phrase("unheard-of"))
            )
        },
        "has no words: unheard-of in [en] of ",
    ),
}


def _done(own: Callable[..., Any], rules: Any, state: Any, action: Any) -> Any:
    try:
        return own(rules, state, action)
    except ValueError:
        return state


def test_the_toy_game_has_no_faults_of_play(harbour: Subject) -> None:
    assert list(play_faults(harbour)) == []


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_of_play_is_found_and_told(name: str, harbour: Subject, broken: Broken) -> None:
    methods, message = FAULTS[name]
    faults = list(play_faults(broken(play=Altered(harbour.engine.play, **methods)), moves=60))
    assert any(message in fault for fault in faults), faults


def test_a_fault_names_the_game_the_move_and_the_state(harbour: Subject, broken: Broken) -> None:
    lost = broken(play=Altered(harbour.engine.play, apply=sinks_a_ship))
    fault = next(fault for fault in play_faults(lost) if fault.startswith("cards"))
    _, place, game = fault.splitlines()
    assert place.startswith("  in: ") and "|" in place and "turn=" in place
    assert game.startswith("  with 2 players and seed ") and game.endswith("at move 1")


def test_each_invariant_is_told_once(harbour: Subject, broken: Broken) -> None:
    mute = broken(play=Altered(harbour.engine.play, apply=refuses_in_silence))
    assert len([fault for fault in play_faults(mute) if fault.startswith("refusals")]) == 1


def test_a_crash_says_in_which_game_it_was(harbour: Subject, broken: Broken) -> None:
    def crashes(own: Callable[..., Any], rules: Any, state: Any, action: Any) -> Any:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError) as raised:
        list(play_faults(broken(play=Altered(harbour.engine.play, apply=crashes))))
    assert raised.value.__notes__[0].startswith("in the game with 2 players and seed 0, at move 0: ")


def test_a_game_without_chance_may_deal_alike(harbour: Subject, broken: Broken) -> None:
    fixed = broken(play=Altered(harbour.engine.play, deal=lambda own, rules, players, seed: own(rules, players, 1)))
    assert list(play_faults(fixed, chance=False)) == []


def test_a_game_that_is_not_played_has_nothing_to_check(broken: Broken) -> None:
    assert list(play_faults(broken(play=None))) == []
