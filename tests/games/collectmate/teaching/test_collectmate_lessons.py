"""The lessons of collectmate: floors, misreadings killed, tweaked definitions, and what is printed of each example."""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from pnp.definition.settings import read_settings
from pnp.examples import ExampleSet, find_examples, recheck, strings
from pnp.games.collectmate import ENGINE
from pnp.games.collectmate.oracle.answer import oracle
from pnp.games.collectmate.settings import CardKind, CollectmateSettings, Readings
from pnp.games.collectmate.teaching.explain import explain
from pnp.games.collectmate.teaching.lessons import lessons
from pnp.games.collectmate.teaching.misreadings import misreadings
from pnp.games.core.answer import PositionError
from pnp.games.core.lesson import Example
from pnp.games.core.tableau import Tableau
from pnp.model.text import LANGUAGES, Language, Phrase, Translated, say

ROOT = Path(__file__).resolve().parents[4]


def _shipped() -> CollectmateSettings:
    table = tomllib.loads((ROOT / "games.toml").read_text("utf-8"))["collectmate"]
    settings, findings = read_settings(CollectmateSettings, table)
    assert not findings
    assert isinstance(settings, CollectmateSettings)
    return settings


MATE = _shipped()
DOTS = tuple(
    CardKind(f"card-{place}", place % 2 == 0, colours)
    for place, colours in enumerate((("red",), ("red",), ("red", "blue"), ("blue",), (), ("red", "blue"), ("red",)))
)
TWEAKS: dict[str, CollectmateSettings] = {
    "collectmate": MATE,
    "purple-three": replace(
        MATE, colours=tuple(replace(one, points=3) if one.id == "purple" else one for one in MATE.colours)
    ),
    "all-worth-one": replace(MATE, colours=tuple(replace(one, points=1) for one in MATE.colours)),
    "other-readings": replace(MATE, readings=Readings("nothing", "pairs", "others", "same")),
    "no-counter": replace(MATE, counter=False),
    "counter-of-two": replace(MATE, counter_points=2),
    "no-tags": replace(MATE, tag_option=False),
    "no-captions": replace(MATE, tags=(), cards=tuple(replace(one, caption=None) for one in MATE.cards)),
    "for-two": replace(MATE, players=(2, 2)),
    "three-groups": replace(MATE, hand=9, groups=(2, 3, 4), open_=4, players=(2, 4)),
    "one-group": replace(MATE, hand=4, groups=(4,)),
    "all-dots": replace(MATE, cards=tuple(replace(one, dot=True) for one in MATE.cards)),
    "tiny": replace(MATE, players=(2, 2), hand=2, groups=(1, 1), enough=1, open_=2, cards=DOTS, tags=()),
}


@cache
def found_in(name: str) -> ExampleSet:
    return find_examples(ENGINE, TWEAKS[name])


def example(name: str, lesson: str) -> Example:
    return next(one for one in found_in(name).examples if one.lesson == lesson)


def printed() -> list[Any]:
    return [
        pytest.param(name, one, id=f"{name}-{one.id}")
        for name in ("collectmate", "purple-three", "other-readings", "no-counter", "tiny")
        for one in found_in(name).examples
    ]


@cache
def wording(language: Language) -> dict[str, str]:
    found: dict[str, str] = {}
    for folder in ("shared", "collectmate"):
        found |= tomllib.loads((ROOT / "templates" / folder / "words.toml").read_text("utf-8"))[language]
    return found


def word(language: Language) -> Callable[[Phrase], str]:
    def value(item: Any) -> str:
        if isinstance(item, tuple):
            return wording(language)["list-separator"].join(map(value, item))
        if isinstance(item, Phrase):
            return said(item)
        return say(item if isinstance(item, Translated) else str(item), language)

    def said(phrase: Phrase) -> str:
        return re.sub(r"\{([a-z_]+)\}", lambda match: value(phrase.values[match[1]]), wording(language)[phrase.key])

    return said


def cards_in(value: Any) -> Iterator[tuple[Any, ...]]:
    """Every card of a position, wherever it lies, but for the cards that a move names a second time."""
    if isinstance(value, dict) and "dot" in value:
        yield (value["dot"], frozenset(value["colours"]), frozenset(value["tags"]), frozenset(value.get("words", ())))
    elif isinstance(value, dict):
        for key, inner in value.items():
            if key not in ("move", "laid"):
                yield from cards_in(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from cards_in(inner)


def drawn(tableau: Tableau) -> Counter[tuple[Any, ...]]:
    keys = ("colours", "tags", "words")
    fields = [card.fields for row in tableau.rows for card in row.cards if "dot" in card.fields]
    return Counter((one["dot"], *(frozenset(one[key]) for key in keys)) for one in fields)


@pytest.mark.parametrize("name", TWEAKS)
def test_every_lesson_has_an_example_and_every_misreading_is_killed(name: str) -> None:
    found = found_in(name)
    # Nine cards of two centres fall into groups of 2, 3 and 4 but for one case, and dots alone always do.
    beyond = {
        "three-groups": {"check-mixed", "check-face-up"},
        "all-dots": {"check-face-up-at-once", "check-face-up-next"},
    }
    centres = {"mixed-centres-score", "same-centre-for-both", "declare-at-once", "mixed-group-voids-hand"}
    idle = {"all-dots": centres, "tiny": {"every-colour-scores-one"}}
    assert set(found.unshown) <= beyond.get(name, set())
    assert set(found.unkilled) <= idle.get(name, set())


def test_the_shipped_game_meets_every_highest_floor() -> None:
    assert [one.id for one in found_in("collectmate").examples if one.floor] == []
    assert found_in("collectmate").unkilled == found_in("collectmate").unshown == ()


@pytest.mark.parametrize("name", TWEAKS)
def test_the_oracle_agrees_on_every_example(name: str) -> None:
    for one in found_in(name).examples:
        assert recheck(ENGINE, TWEAKS[name], one) == []


def test_the_same_settings_give_the_same_examples() -> None:
    assert find_examples(ENGINE, MATE).examples == found_in("collectmate").examples
    assert find_examples(ENGINE, MATE, seed=1).examples != found_in("collectmate").examples


def test_the_tempting_split_costs_points_and_both_are_said() -> None:
    one = example("collectmate", "split")
    assert one.out["together"] < one.out["score"]
    said = word("en")(explain(MATE, one).verdict)
    assert f"= {one.out['score']};" in said
    assert f"together only {one.out['together']}" in said


def test_together_is_the_best_split_with_that_colour_in_one_group(cards: Callable[[str], list[dict[str, Any]]]) -> None:
    asked = {"hand": cards("*R *RY *RP *B *BY *BO *YG"), "tags": False}
    assert oracle(MATE, "together", {**asked, "colour": "yellow"}) == {"score": 2, "together": 1}
    assert oracle(MATE, "together", {**asked, "colour": "red"}) == {"score": 2, "together": 2}
    assert oracle(MATE, "together", {**asked, "colour": "green"}) == {"score": 2, "together": None}


def test_every_refusal_has_a_look_alike_that_is_allowed() -> None:
    refused = {one.lesson: one.out["violation"] for one in found_in("collectmate").examples if one.form == "check"}
    assert {code for code in refused.values() if code} == {
        "not-complete",
        "declare-at-start",
        "no-pass",
        "turn-over",
        "take-needs-colour",
        "nothing-offered",
        "claim-or-leave",
        "shown-need-colour",
    }
    for allowed in ("check-face-up", "check-face-up-next", "check-trade", "check-take", "check-swap"):
        assert refused[allowed] is None


def test_two_cards_with_a_tag_and_one_with_the_plain_word_show_what_brackets_mean() -> None:
    group = example("collectmate", "tags").position["group"]
    words = {word for card in group for word in card.get("words", ())}
    assert words & {tag for card in group for tag in card["tags"]}


@pytest.mark.parametrize(("name", "one"), printed())
def test_every_card_of_the_position_is_drawn_once(name: str, one: Example) -> None:
    tableau = explain(TWEAKS[name], one)
    assert drawn(tableau) == Counter(cards_in(one.position))
    if one.kind == "showdown":
        assert [row.cards[0].strings[1] for row in tableau.rows] == list(map(str, one.position["scores"]))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("name", "one"), printed())
def test_everything_printed_has_words_and_the_verdict_is_short(name: str, one: Example, language: Language) -> None:
    tableau = explain(TWEAKS[name], one)
    said = strings(tableau, word(language), language)
    assert all(said)
    assert not any("{" in text for text in said)
    width = sum(2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in said[-1])
    assert width <= 64


@pytest.mark.parametrize("name", TWEAKS)
def test_lessons_and_misreadings_have_words_in_both_languages(name: str) -> None:
    for language in LANGUAGES:
        said = word(language)
        assert all(said(lesson.subject) for lesson in lessons(TWEAKS[name]))
        assert all(said(one.text) for one in misreadings(TWEAKS[name]))


@pytest.mark.parametrize(
    ("scores", "declarer", "counter", "verdict"),
    [
        ([3, 3], 0, True, "A declares; B has as many: 3+1=4, B wins"),
        ([3, 2], 0, True, "A declares; nobody has 3, so A wins"),
        ([3, 3, 3], 1, True, "B declares; A, C 4 each: C is nearest to B's left"),
        ([3, 4], 0, False, "A declares; B has most and wins"),
        ([3, 3], 0, False, "A declares; a tie goes to A"),
    ],
)
def test_the_verdict_of_a_showdown_says_what_decides(
    scores: list[int], declarer: int, counter: bool, verdict: str
) -> None:
    position = {"scores": scores, "declarer": declarer, "counter": counter}
    one = Example("x", "x", "example", "showdown", position, oracle(MATE, "showdown", position), (), 0)
    assert word("en")(explain(MATE, one).verdict) == verdict


def test_the_verdict_on_a_face_up_says_how_the_hand_divides() -> None:
    hollow = sum(not card["dot"] for card in example("collectmate", "check-mixed").position["hand"])
    for lesson, said in {
        "check-face-up": "Face up at the start: complete with 3 ",
        "check-face-up-at-once": "Face up after a trade: complete, but wait for your next turn",
        "check-mixed": f"Face up at the start: {MATE.hand - hollow} ●, {hollow} ○: no groups of 3, 4 of one centre",
    }.items():
        assert word("en")(explain(MATE, example("collectmate", lesson)).verdict).startswith(said)


def test_the_verdict_on_tags_in_different_groups_names_one_that_stands_in_both() -> None:
    tableau = explain(MATE, example("collectmate", "tags-apart"))
    named = word("en")(tableau.verdict).rpartition("not across groups: ")[2]
    shown = [[say(text, "en") for card in row.cards for text in card.strings] for row in tableau.rows]
    assert all(named in group for group in shown)


def test_the_cards_that_score_stand_out() -> None:
    one = example("collectmate", "mixed")
    states = [card.state for row in explain(MATE, one).rows for card in row.cards]
    assert states.count("counted") >= MATE.enough
    assert "dimmed" in states


def test_a_kind_that_is_never_printed_has_no_layout() -> None:
    with pytest.raises(PositionError, match="no layout for the kind 'taker'"):
        explain(MATE, Example("x", "x", "example", "taker", {}, {}, (), 0))


def test_a_move_recorded_as_refused_that_is_allowed_has_no_layout() -> None:
    one = example("collectmate", "check-take")
    with pytest.raises(PositionError, match="it is allowed"):
        explain(MATE, replace(one, out={**one.out, "verdict": "not-allowed"}))
