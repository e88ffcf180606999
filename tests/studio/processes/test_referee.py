"""A position is answered by engine and oracle, and under every misreading."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from pnp.project.examples import examples_of
from pnp.project.project import engine_of, open_project
from pnp.studio.processes.referee import PositionQuestion, RefereeAnswer, answer_question, cards_of, forms_of

ONE_EACH = {"palettes": [[["red", 2]], [["violet", 7]]], "rule": "red"}


@pytest.fixture
def red(tmp_path: Path) -> Path:
    path = tmp_path / "games.toml"
    path.write_text('[red]\nextends = "shipped:red"\n', encoding="utf-8")
    return path


def ask(games: Path, kind: str, position: dict[str, Any], language: str = "en") -> RefereeAnswer:
    return answer_question(PositionQuestion(games, {}, "red", language, kind, position))


def test_the_answer_is_that_of_the_engine_and_misreadings_that_differ_are_listed(red: Path) -> None:
    answer = ask(red, "winner", ONE_EACH)
    assert json.loads(answer.answer)["winner"] == 1
    others = {other.id: other for other in answer.others}
    assert json.loads(others["colour-before-number"].answer)["winner"] == 0
    assert others["colour-before-number"].text == "Colour is compared before number."
    assert answer.answer not in {other.answer for other in answer.others}
    in_japanese = {other.id: other.text for other in ask(red, "winner", ONE_EACH, "ja").others}
    assert in_japanese.keys() == others.keys()
    assert in_japanese["colour-before-number"] != others["colour-before-number"].text


def test_a_position_that_cannot_be_is_refused_in_a_sentence(red: Path) -> None:
    assert "9 must be one of" in ask(red, "winner", {**ONE_EACH, "palettes": [[["red", 9]]]}).error
    assert "there is no kind 'win'" in ask(red, "win", ONE_EACH).error


def test_the_figures_are_those_of_the_definition(red: Path) -> None:
    red.write_text(red.read_text(encoding="utf-8") + "numbers = [1, 2, 3, 4, 5, 6, 7, 8, 9]\n", encoding="utf-8")
    project = open_project(red)
    settings = project.game("red").settings
    cards = cards_of(engine_of(project.game("red")), settings)
    assert ["red", 9] in cards
    assert len(cards) == len({json.dumps(card) for card in cards}) == 7 * 9
    assert ask(red, "winner", {**ONE_EACH, "palettes": [[["red", 9]], [["violet", 7]]]}).error == ""


def test_the_answer_is_told_as_a_kit_would_print_it(red: Path) -> None:
    words = ask(red, "winner", ONE_EACH).words
    assert words is not None
    assert words["verdict"].replace("\N{NO-BREAK SPACE}", " ") == "The number comes first: violet 7 beats red 2."
    assert [(row["label"], row["wins"]) for row in words["rows"]] == [("left", False), ("right", True)]
    assert words["rows"][1]["cards"] == [{"text": "7 V", "counts": True}]
    in_japanese = ask(red, "winner", ONE_EACH, "ja").words
    assert in_japanese is not None
    assert "7" in in_japanese["verdict"]
    assert not in_japanese["verdict"].isascii()
    assert ask(red, "best", {"palette": [["red", 2]], "rule": "red"}).words is None, "no kit prints that"


def test_all_kinds_that_kits_print_are_told_in_words(tmp_path: Path) -> None:
    for name in ("iroha", "collectmate", "kasane", "koka"):
        path = tmp_path / "games.toml"
        path.write_text(f'[{name}]\nextends = "shipped:{name}"\n', encoding="utf-8")
        project = open_project(path, again=True)
        game = project.game(name)
        for example in examples_of(project, game, 0).examples:
            question = PositionQuestion(path, {}, name, "en", example.kind, example.position)
            words = answer_question(question).words
            assert words is not None, example.id
            assert words["verdict"], example.id


def test_a_form_knows_seats_acts_and_words(red: Path) -> None:
    game = open_project(red).game("red")
    forms = forms_of(engine_of(game), game.settings)["may_move"]
    assert forms["palettes"]["is_by_seat"]
    assert forms["me"]["seats"] == 4
    assert forms["rule"]["words"][:2] == ("red", "orange")
    assert forms["move"]["parts"] == ["do", "played", "discarded"]
    assert forms["hand"] == {"seats": 0, "is_by_seat": False, "parts": [], "words": None}
