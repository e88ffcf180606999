"""The same plan gives the same tally with any number of processes, though some of them die."""

from __future__ import annotations

import multiprocessing
import os
import random
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from pnp.diagnostics import PnpError
from pnp.playtest import run
from pnp.playtest.plan import GameReference, Plan
from pnp.playtest.run import parts_of, run_parts
from pnp.playtest.tally import total

RED = Plan(GameReference("red", shipped=True), 2, 120, seed=7)


@pytest.fixture(autouse=True)
def _small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "PART", 20)


def test_parts_are_the_seeds_in_order_without_a_gap() -> None:
    parts = parts_of(RED)
    assert [seed for part in parts for seed in part] == list(range(7, 127))
    assert [len(part) for part in parts_of(Plan(RED.game, 2, 41))] == [20, 20, 1]


def test_each_number_of_processes_gives_the_same_parts() -> None:
    alone = list(run_parts(RED, 1, {}))
    assert [number for number, _ in alone] == list(range(6))
    assert list(run_parts(RED, 2, {})) == alone
    assert list(run_parts(RED, 3, {})) == alone
    assert total(tally for _, tally in alone).games == 120


def test_known_parts_are_not_played_again() -> None:
    alone = dict(run_parts(RED, 1, {}))
    marked = {2: alone[3], 5: alone[1]}
    for processes in (1, 2):
        assert dict(run_parts(RED, processes, marked)) == {**alone, **marked}


def test_a_process_that_dies_is_replaced_and_its_part_played_again() -> None:
    plan = Plan(GameReference("red7", shipped=True), 2, 120)
    alone = list(run_parts(plan, 1, {}))
    stop, killed, dice = threading.Event(), [], random.Random(1)

    def kill() -> None:
        while not stop.wait(0.2 + dice.random()):
            children = multiprocessing.active_children()
            if children and len(killed) < 3:
                child = dice.choice(children)
                child.kill()
                killed.append(child.pid)

    thread = threading.Thread(target=kill)
    thread.start()
    try:
        assert list(run_parts(plan, 2, {})) == alone
    finally:
        stop.set()
        thread.join()
    assert killed


def test_a_part_that_ends_each_process_is_told_with_its_seeds(monkeypatch: pytest.MonkeyPatch) -> None:
    def kill_all() -> None:
        while not stop.wait(0.02):
            for child in multiprocessing.active_children():
                child.kill()

    stop = threading.Event()
    thread = threading.Thread(target=kill_all)
    thread.start()
    try:
        with pytest.raises(PnpError, match="the games 7 to 26 ended 4 times"):
            list(run_parts(RED, 2, {}))
    finally:
        stop.set()
        thread.join()


def test_processes_end_with_the_run() -> None:
    parts = run_parts(Plan(RED.game, 2, 100_000), 2, {})
    next(parts)
    assert multiprocessing.active_children()
    parts.close()
    end = time.monotonic() + 10
    while multiprocessing.active_children():
        assert time.monotonic() < end
        time.sleep(0.01)


def test_a_definition_that_changes_while_it_is_played_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "games.toml"
    file.write_text('[mine]\nextends = "shipped:red"\n', encoding="utf-8")
    digest = GameReference.digest

    def read_then_change(self: GameReference) -> str:
        value = digest(self)
        file.write_text('[mine]\nextends = "shipped:red"\nhand = 5\n', encoding="utf-8")
        return value

    monkeypatch.setattr(GameReference, "digest", read_then_change)
    with pytest.raises(PnpError, match="'mine' was changed while it was played"):
        list(run_parts(Plan(GameReference("mine", file), 2, 40), 2, {}))


def test_a_deck_and_a_number_of_players_that_cannot_be_are_refused(tmp_path: Path) -> None:
    with pytest.raises(PnpError, match="game for 2 to 4 players, not for 5"):
        GameReference("red", shipped=True).open(5)
    (tmp_path / "cards.csv").write_text("title\nOak\n", encoding="utf-8")
    file = tmp_path / "games.toml"
    file.write_text(
        '[leaves]\nengine = "deck"\ntitle = "Leaves"\ndecks = { cards = "cards.csv" }\n'
        '[leaves.components]\ncards = { kind = "cards", title = "Cards", template = "card", of = "cards" }\n',
        encoding="utf-8",
    )
    with pytest.raises(PnpError, match="no bot can play it"):
        GameReference("leaves", file).open(2)


_LONG_RUN = """
from pnp.playtest import run
from pnp.playtest.plan import GameReference, Plan
from pnp.steps import begin_run, begin_step, limit_process

def ended(farm, number):
    raise SystemExit("a process was ended")

if __name__ == "__main__":
    run.PART, run._Farm._restart = 100, ended
    limit_process()
    begin_run()
    begin_step("reading")
    plan = Plan(GameReference("red", shipped=True), 3, 4_000)
    print(sum(tally.games for _, tally in run.run_parts(plan, 2, {})))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows does not limit processor time")
def test_a_process_that_plays_has_the_time_of_a_game_for_each_game(tmp_path: Path) -> None:
    """It plays for some seconds, and neither it nor a game of it may take more than one at a time."""
    script = tmp_path / "long_run.py"
    script.write_text(_LONG_RUN, encoding="utf-8")
    environment = {**os.environ, "PNP_LIMITS": "seconds=1", "PYTHONPATH": os.pathsep.join(sys.path)}
    ran = subprocess.run([sys.executable, script], env=environment, capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stdout) == (0, "4000\n"), ran.stderr
