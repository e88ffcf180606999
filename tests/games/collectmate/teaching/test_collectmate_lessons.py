"""The lessons of collectmate: floors, misreadings killed, tweaked definitions, and what is printed of each example."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest

from pnp.examples import find_examples, strings
from pnp.games.collectmate import ENGINE
from pnp.games.collectmate.oracle.answer import oracle
from pnp.games.collectmate.teaching.explain import explain
from pnp.games.core.answer import PositionError
from pnp.games.core.lesson import Example
from pnp.games.core.tableau import Tableau
from pnp.model.text import LANGUAGES, Language, say
from tests.games.collectmate.definitions import MATE, PROVED, VARIANTS
from tests.games.collectmate.examples import example, found_in, printed, word
from tests.games.wording import width


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


UNSHOWN = {
    # Nine cards of two centres fall into groups of 2, 3 and 4 but for one case, and dots alone always do.
    "collectmate-big": {"check-mixed", "check-face-up"},
    "all-dots": {"check-face-up-at-once", "check-face-up-next"},
}
"""Lessons for which a definition has no example."""


@pytest.mark.parametrize("name", ["collectmate", *PROVED])
def test_every_lesson_has_an_example(name: str) -> None:
    assert set(found_in(name).unshown) <= UNSHOWN.get(name, set())


def test_the_shipped_game_meets_every_highest_floor() -> None:
    assert [one.id for one in found_in("collectmate").examples if one.floor] == []
    assert found_in("collectmate").unkilled == found_in("collectmate").unshown == ()


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


def test_every_card_of_the_position_is_drawn_once() -> None:
    for name, one in printed():
        tableau = explain(VARIANTS[name], one)
        assert drawn(tableau) == Counter(cards_in(one.position)), (name, one.id)
        if one.kind == "showdown":
            assert [row.cards[0].strings[1] for row in tableau.rows] == list(map(str, one.position["scores"])), name


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_printed_has_words_and_the_verdict_is_short(language: Language) -> None:
    for name, one in printed():
        said = strings(explain(VARIANTS[name], one), word(language), language)
        assert all(said) and not any("{" in text for text in said), (name, one.id)
        assert width(said[-1]) <= 64, (name, said[-1])


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
