"""Examples that an earlier run found: the same set again, and none at all where anything of it is not so today."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from pnp.examples import find_examples
from pnp.examples.cached_examples import examples_from_json, examples_to_json
from pnp.games.core.engine import Engine

Edit = Callable[[dict[str, Any]], object]


def kept(toy: Engine, settings: Any, seed: int = 0) -> bytes:
    text = examples_to_json(find_examples(toy, settings, seed))
    assert text is not None
    return text


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(
    "bend",
    [{}, {"misreadings": ("lower-wins", "cannot-say")}, {"least_gap": 20, "lower_gap": 2}, {"least_gap": 20}],
    ids=["all", "unkilled", "lower floor", "unshown"],
)
def test_what_was_found_is_found_again(toy: Engine, settings: Any, bend: dict[str, Any], seed: int) -> None:
    bent = replace(settings, **bend)
    example_set, cached = find_examples(toy, bent, seed), examples_from_json(toy, bent, kept(toy, bent, seed))
    assert cached is not None
    assert (cached.examples, cached.unkilled, cached.unshown) == (
        example_set.examples,
        example_set.unkilled,
        example_set.unshown,
    )
    assert [lesson.id for lesson in cached.lessons] == [lesson.id for lesson in example_set.lessons]
    assert repr(cached.examples) == repr(example_set.examples)


def _first(key: str, value: object) -> Edit:
    return lambda data: data["examples"][0].update({key: value})


LIES: dict[str, Edit] = {
    "another answer": lambda data: data["examples"][0]["out"].update(total=99),
    "another position": lambda data: data["examples"][0]["in"].update(cards=[5, 5]),
    "a card that does not exist": lambda data: data["examples"][0]["in"].update(cards=[1, 99]),
    "a position of another shape": _first("in", {"cards": 7}),
    "no position": _first("in", {}),
    "a misreading that it does not kill": lambda data: data["examples"][0]["kills"].append("equal-too"),
    "a misreading left out": _first("kills", []),
    "a misreading that there is not": _first("kills", ["nothing"]),
    "another cost": _first("cards", 1),
    "another floor": _first("floor", 1),
    "a floor that there is not": _first("floor", 99),
    "a lesson that there is not": _first("lesson", "lower"),
    "another lesson": _first("lesson", "refused"),
    "another name": _first("id", "higher-2"),
    "a name of nothing": _first("id", "../../x"),
    "another form": _first("form", "check"),
    "another kind": _first("kind", "may"),
    "a kind that there is not": _first("kind", "nothing"),
    "texts for numbers": _first("cards", "2"),
    "a number for a list": _first("kills", 3),
    "nothing for a name": _first("id", None),
    "an example left out": lambda data: data["examples"].pop(0),
    "an example twice": lambda data: data["examples"].append(data["examples"][0]),
    "another order": lambda data: data["examples"].reverse(),
    "no examples": lambda data: data.update(examples=[]),
    "examples of another type": lambda data: data.update(examples=7),
    "an example of another type": lambda data: data["examples"].append(None),
    "said not to be killed": lambda data: data.update(unkilled=["lower-wins"]),
    "said not to be shown": lambda data: data.update(unshown=["far"]),
    "nothing said of what is not killed": lambda data: data.pop("unkilled"),
    "nothing said of what is not shown": lambda data: data.pop("unshown"),
    "nothing said of how many were tried": lambda data: data.pop("tried"),
    "no key at all": dict.clear,
}


@pytest.mark.parametrize("lie", LIES)
def test_what_is_not_so_today_is_noticed(toy: Engine, settings: Any, lie: str) -> None:
    data = json.loads(kept(toy, settings))
    before = json.dumps(data)
    LIES[lie](data)
    assert json.dumps(data) != before
    assert examples_from_json(toy, settings, json.dumps(data).encode()) is None


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"{",
        b"null",
        b"[]",
        b"3",
        b'"examples"',
        b"\xff\xfe",
        b"[" * 100_000,
        b'{"examples":' + b"9" * 5_000 + b"}",
    ],
    ids=["empty", "cut", "null", "list", "number", "text", "bytes", "deep", "long number"],
)
def test_what_is_no_set_of_examples_is_noticed(toy: Engine, settings: Any, text: bytes) -> None:
    assert examples_from_json(toy, settings, text) is None


def test_an_oracle_that_says_otherwise_by_now_is_noticed(toy: Engine, settings: Any) -> None:
    text = kept(toy, settings)
    assert examples_from_json(toy, replace(settings, oracle_errs=True), text) is None


def test_rules_that_say_otherwise_by_now_are_noticed(toy: Engine, settings: Any) -> None:
    text = kept(toy, settings)
    changed_game = replace(toy, rules=lambda _settings: replace(toy.rules(settings), key=lambda card: -card))
    assert examples_from_json(changed_game, settings, text) is None


def test_an_example_that_cannot_be_explained_is_noticed(toy: Engine, settings: Any) -> None:
    def explain(*_: object) -> Any:
        raise KeyError("number")

    assert examples_from_json(replace(toy, explain=explain), settings, kept(toy, settings)) is None


def test_positions_that_json_would_change_are_not_kept(toy: Engine, settings: Any) -> None:
    example_set = find_examples(toy, settings)
    for other in ({"cards": (1, 2)}, {"cards": {1, 2}}, {"cards": [1, 2], 3: 4}, {"cards": [1, float("nan")]}):
        changed = replace(example_set.examples[0], position=other)
        assert examples_to_json(replace(example_set, examples=(changed, *example_set.examples[1:]))) is None
