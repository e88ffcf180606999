"""``engine_of``: the parts of a game by name, and a message for each part that is missing."""

from __future__ import annotations

from dataclasses import dataclass
from types import ModuleType
from typing import Any

import pytest

from pnp.games.core.answer import Answer, Door, Oracle, PositionError
from pnp.games.core.defaults.engine import engine_of
from pnp.games.core.defaults.rules import RulesOf
from pnp.games.core.schema import kinds
from pnp.games.core.suits import SuitCard, suit_cards
from pnp.model.suits import Suit

SUIT = Suit("sun", "sun", "S", "#e0a030")


@dataclass(frozen=True)
class SunSettings:
    players: tuple[int, int] = (2, 4)


class Rules(RulesOf[SunSettings, SuitCard]):
    pass


def _highest(rules: Any, cards: tuple[SuitCard, ...]) -> Answer:
    return {"highest": max((card.number for card in cards), default=0)}


def _highest_again(settings: SunSettings, position: Any) -> Answer:
    return {"highest": max((number for _, number in position["cards"]), default=0)}


def _parts(**other: Any) -> ModuleType:
    module = ModuleType("sun")
    parts = {
        "SunSettings": SunSettings,
        "cards": lambda settings: suit_cards([SUIT], [1, 2, 3]),
        "Rules": Rules,
        "answer": Door(kinds(_highest)),
        "oracle": Oracle({"highest": _highest_again}),
        "lessons": lambda settings: (),
        "misreadings": lambda settings: (),
        **other,
    }
    vars(module).update({name: value for name, value in parts.items() if value is not None})
    return module


def test_a_game_is_put_together_from_what_its_modules_define() -> None:
    engine, settings = engine_of(_parts()), SunSettings()
    rules = engine.rules(settings)
    position = {"cards": [["sun", 3], ["sun", 1]]}
    assert engine.settings is SunSettings and engine.kinds == ("highest",)
    assert engine.answer(settings, rules, "highest", position) == {"highest": 3}
    assert engine.oracle(settings, "highest", position) == {"highest": 3}
    assert list(engine.problems(settings)) == [] and engine.play is None and engine.asks is None
    assert [item.id for item in engine.decks["deck"](settings)] == ["sun-1", "sun-2", "sun-3"]
    assert engine.impossible is not None and engine.impossible(settings, "highest", position) is None


def test_the_record_of_the_rules_is_made_once_for_the_same_settings() -> None:
    engine, settings = engine_of(_parts()), SunSettings()
    assert engine.rules(settings) is engine.rules(settings)
    assert engine.rules(SunSettings((2, 3))).players == (2, 3) and engine.rules(settings).players == (2, 4)


def test_the_oracle_is_asked_about_positions_alone_that_the_schema_lets_through() -> None:
    engine = engine_of(_parts())
    with pytest.raises(PositionError, match="4 must be one of 1, 2, 3"):
        engine.oracle(SunSettings(), "highest", {"cards": [["sun", 4]]})
    with pytest.raises(PositionError, match="sun-1 occurs 2 times"):
        engine.oracle(SunSettings(), "highest", {"cards": [["sun", 1], ["sun", 1]]})
    with pytest.raises(PositionError, match="no kind of case 'lowest'"):
        engine.oracle(SunSettings(), "lowest", {})


@pytest.mark.parametrize("name", ["answer", "cards", "Rules", "oracle", "lessons", "misreadings"])
def test_a_part_that_is_missing_is_named(name: str) -> None:
    with pytest.raises(TypeError, match=f"the game has no '{name}': sun"):
        engine_of(_parts(**{name: None}))


def test_a_part_that_two_modules_define_is_refused() -> None:
    other = ModuleType("moon")
    vars(other)["answer"] = Door(kinds(_highest))
    with pytest.raises(TypeError, match="two parts of the game are called 'answer': sun, moon"):
        engine_of(_parts(), other)
    same = ModuleType("moon")
    parts = _parts()
    vars(same)["answer"] = vars(parts)["answer"]
    assert engine_of(parts, same).kinds == ("highest",)


def test_a_game_has_one_class_of_settings() -> None:
    with pytest.raises(TypeError, match="one class whose name ends in Settings, not 0"):
        engine_of(_parts(SunSettings=None))
