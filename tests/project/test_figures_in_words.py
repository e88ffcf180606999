"""A user's sentence that states a figure is warned about at its line, unless the words say why it may."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pnp.diagnostics import Diagnostic, TemplateError
from pnp.project.figures import figure_warnings, stale_reasons
from pnp.project.project import open_project

GAME = '[red]\nextends = "shipped:red"\n'


@pytest.fixture
def warnings(tmp_path: Path) -> Callable[[str], list[Diagnostic]]:
    """The warnings of red with a words.toml of the user's own."""

    def warn(words: str) -> list[Diagnostic]:
        (tmp_path / "games.toml").write_text(GAME, "utf-8")
        (tmp_path / "templates" / "red").mkdir(parents=True, exist_ok=True)
        (tmp_path / "templates" / "red" / "words.toml").write_text(words, "utf-8")
        project = open_project(tmp_path / "games.toml")
        return figure_warnings(project, project.game("red"))

    return warn


def test_a_figure_is_told_at_the_line_of_its_sentence_with_the_mend(warnings: Callable[..., list[Diagnostic]]) -> None:
    (warning,) = warnings('[en]\nturn-play = "Play"\naim = "Be the last of four."\n')
    assert (warning.code, warning.severity) == ("figure-in-words", "warning")
    assert "'aim' in [en] say 'four'" in warning.message
    assert warning.location is not None and (warning.location.line, warning.location.column) == (3, 7)
    assert warning.location.file.endswith("templates/red/words.toml")
    assert warning.hint == 'write a placeholder, or the reason below [figures]: aim = "…"'


@pytest.mark.parametrize(
    "words",
    [
        '[en]\naim = "Be the last of {players}."\n',
        '[en]\naim = "Be the last of four."\n[figures]\naim = "we are always four"\n',
        '[en]\naim = "Be the last of four."\n[figures]\n"ai*" = "we are always four"\n',
        # a shipped sentence that is unchanged
        '[en]\nround-first = "**First game**: one round, without drawing and without points."\n',
        # the shipped words give a reason for one card
        '[en]\nround-last = "When one player is left, the round is over."\n',
        '[ja]\nturn-play-how = "手札を一枚置く"\n',
    ],
)
def test_placeholders_and_figures_with_a_reason_are_no_fault(
    words: str, warnings: Callable[..., list[Diagnostic]]
) -> None:
    assert warnings(words) == []


@pytest.mark.parametrize(
    ("entry", "hint"),
    [
        ('"trun-*"', "'trun-*' below [figures] fits no key: did you mean 'turn-*'?"),
        ("turn-ply", "'turn-ply' below [figures] fits no key: did you mean 'turn-play'?"),
        ('"out-*"', 'write a placeholder, or the reason below [figures]: turn-play = "…"'),
    ],
)
def test_a_misspelt_key_of_a_reason_is_told(warnings: Callable[..., list[Diagnostic]], entry: str, hint: str) -> None:
    (warning,) = warnings(f'[en]\nturn-play = "Play three."\n[figures]\n{entry} = "we are always four"\n')
    assert warning.hint == hint


def test_a_shipped_reason_is_one_for_the_shipped_figure_alone(warnings: Callable[..., list[Diagnostic]]) -> None:
    (warning,) = warnings('[en]\ndraw-both = "Your hand shrinks by one card, or 3."\n')
    assert "say '3'," in warning.message


def test_a_reason_that_names_figures_is_one_for_these_alone(warnings: Callable[..., list[Diagnostic]]) -> None:
    words = '[en]\naim = "Be the last of four, with 2 cards."\n[figures]\naim = "we are always 4"\n'
    (warning,) = warnings(words)
    assert "say '2'," in warning.message
    assert warnings(words + '"a*" = "a hand has 二枚"\n') == []


def test_a_key_that_the_shipped_pattern_covers_without_a_figure_has_no_reason(
    warnings: Callable[..., list[Diagnostic]],
) -> None:
    (warning,) = warnings('[en]\nturn-lasts = "A rule lasts two turns."\n')
    assert "'turn-lasts'" in warning.message


def test_a_reason_has_to_be_a_sentence(warnings: Callable[..., list[Diagnostic]]) -> None:
    with pytest.raises(TemplateError, match="gives no reason for 'aim'"):
        warnings('[en]\naim = "four"\n[figures]\naim = ""\n')


def test_a_reason_for_no_figure_is_stale() -> None:
    words = '[en]\naim = "four"\nlaw = "none"\n[figures]\naim = "so"\nlaw = "so"\n"out-*" = "so"\n'
    assert stale_reasons("words.toml", words) == ["law", "out-*"]


def test_without_words_of_ones_own_nothing_is_read(tmp_path: Path) -> None:
    (tmp_path / "games.toml").write_text(GAME, "utf-8")
    project = open_project(tmp_path / "games.toml")
    assert figure_warnings(project, project.game("red")) == []


@pytest.mark.parametrize("command", ["build", "check"])
def test_commands_warn_and_refuse_with_strict(
    command: str, warnings: Callable[..., list[Diagnostic]], pnp: Callable[..., Any]
) -> None:
    warnings('[en]\nlaw-discard = "Discard only if you win within two turns."\n')
    ran = pnp(command, "red")
    assert ran.status == 0, ran.err
    assert "figure-in-words" in ran.err + ran.out and "words.toml:2:" in ran.err + ran.out
    assert pnp(command, "red", "--strict").status != 0
