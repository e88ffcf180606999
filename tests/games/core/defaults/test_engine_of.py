"""``engine_of``: the parts of a game by name, and a message for each part that is missing."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random
from types import ModuleType
from typing import Annotated, Any, Literal, NamedTuple

import pytest

from pnp.games.core.answer import Answer, Door, Oracle, PositionError
from pnp.games.core.checks import allowed_to, where
from pnp.games.core.claims import Claims, Scene, claim
from pnp.games.core.claims import where as claimed_where
from pnp.games.core.defaults.engine import engine_of
from pnp.games.core.defaults.proposals import Draws
from pnp.games.core.defaults.rules import RulesOf
from pnp.games.core.engine import SettingsProblem
from pnp.games.core.lesson import Lesson
from pnp.games.core.problems import common_problems, too_few_cards
from pnp.games.core.schema import Always, Held, kinds
from pnp.games.core.suits import SuitCard, suit_cards
from pnp.model.constraints import DISTINCT, Ink
from pnp.model.suits import MarkedSuit, Suit

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


def test_lessons_may_ask_for_the_draws_of_the_game() -> None:
    def lessons(settings: SunSettings, draw: Draws) -> tuple[Lesson, ...]:
        return (draw("highest", cards=2).example("highest", 10, lambda position, out: True),)

    def impossible(settings: SunSettings, kind: str, position: Any) -> str | None:
        return "a 3 lies elsewhere" if ["sun", 3] in position["cards"] else None

    (lesson,) = engine_of(_parts(lessons=lessons, impossible=impossible)).lessons(SunSettings())
    proposals = [lesson.propose(Random(seed))["cards"] for seed in range(30)]
    assert {tuple(sorted(map(tuple, cards))) for cards in proposals} == {(("sun", 1), ("sun", 2))}


def _rising(
    rules: Any, cards: Annotated[tuple[SuitCard, ...], Always(lambda cards: len(cards) < 3, "so many")]
) -> Answer:
    return {"highest": max((card.number for card in cards), default=0)}


def test_what_types_tell_is_impossible_beside_what_the_game_says() -> None:
    door = Door({"highest": kinds(_rising)["rising"]})
    own = {"impossible": lambda settings, kind, position: None if position["cards"] else "there is a card"}
    impossible = engine_of(_parts(answer=door, **own)).impossible
    assert impossible is not None
    cards = [["sun", 1], ["sun", 2], ["sun", 3]]
    assert impossible(SunSettings(), "highest", {"cards": cards}) == "so many"
    assert impossible(SunSettings(), "highest", {"cards": cards[:2]}) is None
    assert impossible(SunSettings(), "highest", {"cards": []}) == "there is a card"


@dataclass(frozen=True)
class MoonSettings:
    players: tuple[int, int] = (2, 4)
    numbers: Annotated[tuple[int, ...], DISTINCT] = (1, 2)
    inks: tuple[Ink, ...] = ("#e0a030",)
    dark: Ink = "#101010"
    suits: tuple[MarkedSuit, ...] = ()


def _marked(name: str, mark: str) -> MarkedSuit:
    return MarkedSuit(name, name.title(), name[0].upper(), "#e0a030", mark)


@pytest.mark.parametrize(
    ("settings", "path", "code"),
    [
        (MoonSettings(players=(4, 2)), ("players",), "players-reversed"),
        (MoonSettings(numbers=(1, 2, 1)), ("numbers", 2), "duplicate-number"),
        (MoonSettings(inks=("#e0a030", "red")), ("inks", 1), "bad-ink"),
        (MoonSettings(dark="black"), ("dark",), "bad-ink"),
        (MoonSettings(suits=(_marked("sun", "disc"), _marked("moon", "disc"))), ("suits", 1, "mark"), "duplicate-mark"),
        (MoonSettings(suits=(_marked("Sun!", "disc"),)), ("suits", 0, "id"), "bad-id"),
    ],
)
def test_problems_follow_from_the_types_of_settings(settings: MoonSettings, path: tuple[Any, ...], code: str) -> None:
    problems = list(engine_of(_parts(SunSettings=None, MoonSettings=MoonSettings)).problems(settings))
    assert [(problem.path, problem.code) for problem in problems] == [(path, code)]
    assert list(common_problems(MoonSettings(suits=(_marked("sun", "disc"), _marked("moon", "ring"))))) == []


def test_a_game_words_a_common_problem_itself() -> None:
    own = SettingsProblem(("players",), "players-reversed", "turn them round")
    more = SettingsProblem(("dark",), "too-dark", "it is dark")
    parts = _parts(SunSettings=None, MoonSettings=MoonSettings, problems=lambda settings: (own, more))
    assert list(engine_of(parts).problems(MoonSettings(players=(4, 2)))) == [own, more]


def test_too_few_cards_are_told_with_what_does_not_lie_in_the_hands() -> None:
    assert list(too_few_cards(9, 9, "1 begins the pile")) == []
    (problem,) = too_few_cards(10, 9, "1 begins the pile", "dealt")
    assert problem.path == ("dealt",) and problem.code == "too-few-cards"
    assert problem.message == "the most players need 10 cards (1 begins the pile), and the deck has 9"


class Deed(NamedTuple):
    do: Literal["lay", "keep"]
    card: SuitCard


def may_act(rules: Any, hand: tuple[SuitCard, ...], act: Annotated[Deed, Held("hand")]) -> Answer:
    return {"verdict": "allowed", "violation": None}


def test_floors_and_claims_find_the_parts_of_an_act_by_name() -> None:
    def lessons(settings: SunSettings, draw: Draws) -> tuple[Lesson, ...]:
        high = where(lambda card, hand: card[1] > 2 and len(hand) > 1)
        return (draw("may_act").check("check-high", 10, (high, allowed_to("keep", lambda card: card[1] == 1))),)

    phrases = {
        "reason-high": claim(claimed_where(lambda do, card: do == "lay" and card[1] > 2)),
        "reason-low": claim(claimed_where(lambda card, verdict: card[1] < 3 and verdict == "allowed"), kind="may_act"),
    }
    parts = _parts(answer=Door(kinds(may_act)), lessons=lessons, CLAIMS=Claims(phrases=phrases))
    engine = engine_of(parts)
    settings = SunSettings()
    (lesson,) = engine.lessons(settings)
    hand, out = [["sun", 3], ["sun", 1]], {"verdict": "allowed", "violation": None}
    acts = [["lay", ["sun", 3]], ["keep", ["sun", 1]], ["lay", ["sun", 1]]]
    positions = [{"hand": hand, "act": act} for act in acts]
    assert [[floor(position, out) for floor in lesson.floors] for position in positions] == [
        [True, False],
        [False, True],
        [False, False],
    ]
    scenes = [Scene(settings, "may_act", position, out, "check-high", "check", engine.oracle) for position in positions]
    claims = [engine.claims.claim_of(key, ()) for key in phrases]
    assert [[claim.when(scene) for claim in claims if claim is not None] for scene in scenes] == [
        [True, False],
        [False, True],
        [False, True],
    ]
    assert [claim.when(replace(scenes[1], kind="other")) for claim in claims[1:] if claim is not None] == [False]
