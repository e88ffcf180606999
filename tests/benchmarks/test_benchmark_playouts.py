"""Playouts: games of fixed seeds, by the engines of one checkout or of two, which need not play alike."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from benchmarks.__main__ import main
from benchmarks.cases import ROOT
from benchmarks.measure import RunError
from benchmarks.playouts import GAMES, Asked, Player, Rate, measure, table
from pnp.project.project import engine_of, open_shipped

pytestmark = pytest.mark.kit


def test_every_shipped_game_that_can_be_played_is_measured() -> None:
    project = open_shipped()
    assert [name for name in project.games if engine_of(project.game(name)).play is not None] == list(GAMES)


def test_a_game_is_measured_with_every_number_of_players() -> None:
    rates = list(measure(Asked(("red",), batches=2, seconds=0.02)))
    assert [(one.game, one.players) for one in rates] == [("red", 2), ("red", 3), ("red", 4)]
    assert all(one.a_second > 0 and 0 < one.legal_share < 1 and one.other is None for one in rates)
    assert rates[0].actions < rates[2].actions


def test_the_engines_of_another_checkout_play_the_same_games() -> None:
    (rate, *_) = measure(Asked(("kasane",), batches=1, seconds=0.02, against=ROOT))
    assert rate.same is True
    assert rate.other is not None and rate.ratio is not None and 0.2 < rate.ratio < 5


def test_another_course_is_told() -> None:
    with Player(ROOT) as player:
        first, again, others = (player.ask("koka", 2, range(seed, seed + 1), "digest") for seed in (0, 0, 1))
    assert first == again != others
    rates = [Rate("koka", 2, 264.0, 90.0, 0.5, 30.0, 3.0, False), Rate("red", 2, 4.5, 1500.0, 0.8)]
    printed = table([*rates, Rate("python_kuhn_poker", 2, 2.25, 20000.0, None)])
    assert [line.split() for line in printed.splitlines()[1:]] == [
        ["koka", "2", "264.0", "90.0", "23,760", "50%", "30.0", "3.00", "ANOTHER"],
        ["red", "2", "4.5", "1500.0", "6,750", "80%"],
        ["python_kuhn_poker", "2", "2.2", "20000.0", "45,000"],
    ]


def test_an_interpreter_without_open_spiel_is_an_error(capfd: pytest.CaptureFixture[str]) -> None:
    asked = ["playouts", "--game", "red", "--batches", "1", "--seconds", "0.01", "--open-spiel", sys.executable]
    assert main(asked) == 1
    assert f"{sys.executable} cannot play OpenSpiel's games" in capfd.readouterr().err


def test_a_folder_without_engines_is_an_error(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(RunError, match=r"has no benchmarks/player\.py"):
        list(measure(Asked(("red",), 1, 0.01, tmp_path)))
    assert main(["playouts", "--game", "red", "--batches", "1", "--seconds", "0.01", "--against", str(tmp_path)]) == 1
    assert f"{tmp_path} has no benchmarks/player.py" in capfd.readouterr().err
