"""A word that a value doubles and a figure that a division left are told; what is written so is not."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

DEFINITION = """\
[mine]
engine = "deck"
title = "Mine"
[mine.decks]
all = "cards.csv"
[mine.values]
goal = {goal}
[mine.components]
cards = {{ kind = "cards", title = "cards", template = "card", of = "all" }}
"""
GROUND = '<rect x="-3" y="-3" width="69" height="94" fill="#ffffff"/>'
WORDS = '[en]\nend = "{end}"\n[de]\nend = "Wer {{goal}} Punkte hat, der gewinnt."\n'
SENTENCE = "When a player has {goal} points, all end."
Told = Callable[..., list[str]]


@pytest.fixture
def told(tmp_path: Path, pnp: Callable[..., Any]) -> Told:
    """Check a card with this template, value and wording, and return what is told of it."""
    (tmp_path / "templates/deck").mkdir(parents=True)

    def check(
        card: str = '{{ block(w("end", goal=values.goal), 4, 20, 56, 3) }}', goal: str = "20", end: str = SENTENCE,
        text: str = "Newt", worth: str = "3", language: str = "en",
    ) -> list[str]:  # fmt: skip
        (tmp_path / "games.toml").write_text(DEFINITION.format(goal=goal), encoding="utf-8")
        rows = f'text,worth\n"{text}",{worth}\nCrow,4\n'
        (tmp_path / "cards.csv").write_text(rows, encoding="utf-8")
        (tmp_path / "templates/deck/words.toml").write_text(WORDS.format(end=end), encoding="utf-8")
        face = f"{GROUND}\n{card}\n{{{{ line(card.text, 4, 50, 4) }}}}{{{{ line(card.worth, 4, 60, 4) }}}}"
        (tmp_path / "templates/deck/card.svg.j2").write_text(face, encoding="utf-8")
        ran = pnp("check", "--lang", language)
        assert ran.status == 0, ran.err
        codes = ("composed-words", "divided-figure", "typing-slip")
        return [line for line in ran.err.splitlines() if any(code in line for code in codes)]

    return check


def test_a_word_that_a_value_doubles_is_told_at_its_wording(told: Told) -> None:
    (message,) = told(goal='"20 points"')
    assert message.startswith(
        "templates/deck/words.toml:2:1: warning[composed-words]: 'points points' stands in 'When a player has 20 point"
    )


def test_a_word_that_a_template_doubles_is_told_at_its_line(told: Told) -> None:
    (message,) = told('{{ line("Take the card of the " ~ "the newt", 4, 20, 3) }}')
    assert message.startswith("templates/deck/card.svg.j2:2: warning[composed-words]: 'the the' stands in")


def test_values_that_double_no_word_are_not_told(told: Told) -> None:
    assert told() == []
    assert told(goal='"twenty"') == []
    assert told(goal='"20 points"', language="de") == []


def test_a_word_that_is_written_twice_is_told_as_a_slip_of_typing_alone(told: Told) -> None:
    (message,) = told(end="When a player has {goal} points points, all end.")
    assert "warning[typing-slip]: 'points points' has a word twice" in message


@pytest.mark.parametrize(
    "card",
    [
        '{{ line("They said that that newt had had it", 4, 20, 3) }}',
        '{{ line("Drip " ~ "drip!", 4, 20, 3) }}',
        '{{ line("Total", 4, 20, 3) }}{{ line("Total", 14, 20, 3) }}',
    ],
)
def test_words_that_good_texts_have_twice_are_not_told(told: Told, card: str) -> None:
    assert told(card) == []


@pytest.mark.parametrize(
    ("card", "figure"),
    [
        ('{{ line("+" ~ card.worth / 2, 4, 20, 4) }}', "2.0"),
        ('{{ line(card.worth / 1 ~ " VP", 4, 20, 4) }}', "3.0"),
        ("{{ line(card.worth / 7, 4, 20, 3) }}", "0.42857142857142855"),
    ],
)
def test_a_figure_that_a_division_left_is_told_at_its_line(told: Told, card: str, figure: str) -> None:
    (message,) = told(card)
    assert message.startswith(f"templates/deck/card.svg.j2:2: warning[divided-figure]: the figure {figure} on cards/")


@pytest.mark.parametrize(
    ("card", "worth"),
    [
        ('{{ line("+" ~ card.worth // 2, 4, 20, 4) }}', "3"),
        ('{{ line("+" ~ (card.worth / 2) | round | int, 4, 20, 4) }}', "3"),
        ("{{ line(card.worth / 8, 4, 20, 4) }}", "2"),
        ('{{ line("Version 2.0", 4, 20, 4) }}', "3"),
        ('{{ line("at 12:30.0 or 1.0.2", 4, 20, 4) }}', "3"),
        ("", "2.0"),
    ],
)
def test_figures_that_are_written_so_or_are_no_whole_ones_are_not_told(told: Told, card: str, worth: str) -> None:
    assert told(card, worth=worth) == []
