"""Broken positions and states are refused: what only one side refuses is found, and so is what no game has."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from pnp.games.core.answer import Door, PositionError
from pnp.testing.edges.refusals import StateFields, broken_positions, broken_states, refusal_faults
from pnp.testing.subject import Subject

Broken = Callable[..., Subject]


class Reading:
    """A play that reads states as ``read(play, rules, line)`` does."""

    def __init__(self, play: Any, read: Callable[[Any, Any, str], Any]) -> None:
        self._play, self._read = play, read

    def __getattr__(self, name: str) -> Any:
        return getattr(self._play, name)

    def parse_state(self, rules: Any, line: str) -> Any:
        return self._read(self._play, rules, line)


def refusals(subject: Subject, file: Path | None = None) -> list[str]:
    return list(refusal_faults(subject, file, ("harbour", "short")))


def lenient(answer: Callable[..., Any]) -> Callable[..., Any]:
    """Answer what is refused as well."""

    def said(*given: Any) -> Any:
        try:
            return answer(*given)
        except PositionError:
            return {"winner": None}

    return said


def test_the_toy_game_refuses_what_is_broken(harbour: Subject) -> None:
    assert refusals(harbour) == []


def test_what_the_oracle_alone_answers_is_found(harbour: Subject, broken: Broken) -> None:
    faults = refusals(broken(oracle=lenient(harbour.engine.oracle)))
    assert len(faults) == 4  # two of each kind
    assert faults[0].startswith("engine and oracle disagree on a broken position; let both refuse it, or answer alike")
    assert "engine: not possible: " in faults[0] and '\n  oracle: {"winner": null}\n  ' in faults[0]


def test_an_error_of_another_sort_is_no_refusal(harbour: Subject, broken: Broken) -> None:
    def race(rules: Any, position: Any) -> Any:
        first, second = position["ships"]
        return {"winner": 0 if first > second else 1 if second > first else None}

    leaves = harbour.engine.answer.under
    door = Door[Any, Any](
        {"race": race, "may-leave": lambda rules, position: leaves(harbour.settings, "may-leave", position)(rules)}
    )
    first, *_ = refusals(broken(answer=door))
    assert first.startswith("the engine raises KeyError('ships') at ")
    assert first.endswith('; it must raise PositionError\n  it has no \'ships\': {"kind": "race", "in": {}}')


def test_what_no_game_has_must_be_refused_or_impossible(harbour: Subject, broken: Broken) -> None:
    def impossible(settings: Any, kind: str, position: Any) -> str | None:
        return "there is one ship 1000000" if 10**6 in position.get("ships", ()) else None

    parts = {
        "answer": Door({kind: lambda rules, position: {"winner": None} for kind in harbour.engine.kinds}),
        "oracle": lambda settings, kind, position: {"winner": None},
    }
    faults = refusals(broken(**parts))
    assert faults and all(fault.startswith("engine and oracle answer what no game reaches") for fault in faults)
    assert any("'ships.0' is 1000000" in fault for fault in faults)
    rest = refusals(broken(**parts, impossible=impossible))
    assert rest and all("200 times more" in fault for fault in rest)


def test_positions_of_cases_by_hand_are_broken_too(harbour: Subject, broken: Broken, tmp_path: Path) -> None:
    def looks_at_two_ships(settings: Any, kind: str, position: Any) -> Any:
        ships = position.get("ships")
        return harbour.engine.oracle(settings, kind, {"ships": ships[:2] if isinstance(ships, list) else None})

    subject = broken(oracle=looks_at_two_ships, lessons=lambda settings: ())
    assert refusals(subject) == []
    file = tmp_path / "cases.toml"
    case = 'kind = "race"\nwhy = "the larger wins"\nposition = {ships = [2, 5]}\nanswer = {winner = 1}'
    file.write_text(f"[[case]]\n{case}\n", encoding="utf-8")
    first, *_ = refusals(subject, file)
    assert "engine and oracle disagree on a broken position" in first and '"race"' in first


def test_a_state_that_no_game_comes_to_must_not_be_read(harbour: Subject, broken: Broken) -> None:
    def read(play: Any, rules: Any, line: str) -> Any:
        ships, turn, last = line.split(" ")
        hands = tuple(tuple(map(int, filter(None, part.split(",")))) for part in ships.split("|"))
        return (hands, turn, last)

    faults = refusals(broken(play=Reading(harbour.engine.play, read)))
    assert [fault.partition(": ")[2].partition(";")[0] for fault in faults] == [
        "hands lacks its first item",
        "turn is 1000000",
        "last is 1000000",
    ]
    assert all("parse_state() reads a state that no game comes to" in fault for fault in faults)


def test_a_broken_position_differs_in_one_place() -> None:
    position = {"hand": [["red", 3], ["blue", 4]], "top": ["red", 1], "tags": True, "trade": None}
    made = {broken.change: broken for broken in broken_positions(position, Random(1), 10_000)}
    assert made["it has a key '?' more"].position == {**position, "?": 0}
    assert made["it has no 'hand'"].position == {key: position[key] for key in ("top", "tags", "trade")}
    assert made["'hand' lacks its last item"].position["hand"] == [["red", 3]]
    assert made["'hand.1.1' is 5"].position["hand"] == [["red", 3], ["blue", 5]]
    assert made["'hand.1.0' is '?'"].position["hand"] == [["red", 3], ["?", 4]]
    assert made["'top' has the first item of 'hand.1' too"].position["top"] == ["red", 1, "blue"]
    assert made["'tags' is null"].position["tags"] is None
    assert "it is null" not in made
    cards = [{"number": 3}, {"number": 4}]
    made_of_cards = {broken.change: broken for broken in broken_positions({"hand": cards}, Random(1), 10_000)}
    assert made_of_cards["'hand.1' is null"].position == {"hand": [{"number": 3}, None]}
    beyond = made["'hand' has its first item 200 times more"]
    assert beyond.beyond and len(beyond.position["hand"]) == 202 and beyond.position["hand"][-1] == ["red", 3]
    assert made["'top.1' is 1000000"].beyond and not made["'top.1' is -1"].beyond
    few = broken_positions(position, Random(1), 8)
    assert len(few) == 8 and [broken.change for broken in few[:2]] == ["it has a key '?' more", "it has no 'hand'"]
    assert position == {"hand": [["red", 3], ["blue", 4]], "top": ["red", 1], "tags": True, "trade": None}


class Card(NamedTuple):
    colour: str
    number: int


class State(NamedTuple):
    hands: tuple[tuple[Card, ...], ...]
    turn: int | None
    scores: tuple[tuple[int, ...], ...]


def test_a_broken_state_differs_in_one_place() -> None:
    red, blue = Card("red", 3), Card("blue", 4)
    state = State(((red,), (blue, red)), 1, ((4, 5),))
    fields = StateFields(State._fields, ("turn",), ("turn",), ("scores",))
    made = {broken.change: broken.state for broken in broken_states(state, fields, 2)}
    assert made == {
        "hands lacks its first item": state._replace(hands=((blue, red),)),
        "hands has its first item twice": state._replace(hands=((red,), (red,), (blue, red))),
        "hands.0 lacks its first item": state._replace(hands=((), (blue, red))),
        "hands.0 has its first item twice": state._replace(hands=((red, red), (blue, red))),
        "hands.1 lacks its first item": state._replace(hands=((red,), (red,))),
        "hands.1 has its first item twice": state._replace(hands=((red,), (blue, blue, red))),
        "turn is 2": state._replace(turn=2),
        "turn is 1000000": state._replace(turn=10**6),
        "scores.0 lacks its first item": state._replace(scores=((5,),)),
        "scores.0 has its first item twice": state._replace(scores=((4, 4, 5),)),
    }
