"""The same plan gives the same tally with any number of processes, though some of them die."""

from __future__ import annotations

import json
import multiprocessing
import os
import random
import subprocess
import sys
import threading
import time
from concurrent.futures import Future
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path

import pytest

from pnp.diagnostics import PnpError
from pnp.playtest import processes as of_processes
from pnp.playtest import run
from pnp.playtest.plan import GameReference, Order, Plan
from pnp.playtest.processes import processes
from pnp.playtest.run import Part, Parts, ThisProcess, parts_of, run_parts
from pnp.playtest.tally import Tally, total

RED = Plan(GameReference("red", shipped=True), 2, 120, seed=7)


@pytest.fixture(autouse=True)
def _small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "PART", 20)


def test_parts_are_the_seeds_in_order_without_a_gap() -> None:
    parts = parts_of(RED)
    assert [seed for part in parts for seed in part] == list(range(7, 127))
    assert [len(part) for part in parts_of(Plan(RED.game, 2, 41))] == [20, 20, 1]


def _play(plan: Plan, count: int, known: Parts | None = None) -> list[tuple[int, Tally]]:
    """Play in this process if ``count`` is 0, else in ``count`` others."""
    order = Order.of(plan)
    with nullcontext(ThisProcess()) if count == 0 else processes(count) as place:
        return list(run_parts(order, place, known or {}))


def test_each_number_of_processes_gives_the_same_parts() -> None:
    alone = _play(RED, 0)
    assert [number for number, _ in alone] == list(range(6))
    assert _play(RED, 1) == _play(RED, 2) == _play(RED, 3) == alone
    assert total(tally for _, tally in alone).games == 120


def test_every_figure_is_the_same_with_each_number_of_processes() -> None:
    plan = replace(RED, games=30, details=True, restricted=True, choices=True, misreadings=True)
    alone = [dict(tally.counts) for _, tally in _play(plan, 0)]
    assert [json.dumps(counts, sort_keys=True) for counts in alone] == [
        json.dumps(dict(tally.counts), sort_keys=True) for _, tally in _play(plan, 2)
    ]
    assert {"looked", "asked"} <= alone[0].keys() and any(key.startswith("without-card") for key in alone[0])


def test_known_parts_are_not_played_again() -> None:
    alone = dict(_play(RED, 0))
    marked = {2: alone[3], 5: alone[1]}
    for count in (0, 2):
        assert dict(_play(RED, count, marked)) == {**alone, **marked}


def test_a_place_plays_one_run_after_another_and_forgets_what_is_left_of_one() -> None:
    orders = [Order.of(RED), Order.of(replace(RED, players=3))]
    with processes(2) as place:
        left = run_parts(Order.of(replace(RED, games=100_000)), place, {})
        next(left)
        left.close()
        both = [list(run_parts(order, place, {})) for order in orders]
    assert both == [_play(order.plan, 0) for order in orders]


def test_a_process_that_dies_is_replaced_and_its_part_played_again() -> None:
    plan = Plan(GameReference("red7", shipped=True), 2, 120)
    alone = _play(plan, 0)
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
        assert _play(plan, 2) == alone
    finally:
        stop.set()
        thread.join()
    assert killed


def test_a_part_that_ends_each_process_is_told_with_its_seeds() -> None:
    def kill_all() -> None:
        while not stop.wait(0.02):
            for child in multiprocessing.active_children():
                child.kill()

    stop = threading.Event()
    thread = threading.Thread(target=kill_all)
    thread.start()
    try:
        with pytest.raises(PnpError, match="the games 7 to 26 ended 4 times") as error:
            _play(RED, 2)
    finally:
        stop.set()
        thread.join()
    assert "these games alone, --seed 7 --count 20" in str(error.value)


@pytest.mark.parametrize(("count", "ends"), [(1, 4), (8, 9)])
def test_ends_between_which_parts_are_played_are_no_reason_to_give_up(
    monkeypatch: pytest.MonkeyPatch, count: int, ends: int
) -> None:
    place = of_processes._Processes(count)
    monkeypatch.setattr(place, "begin", lambda _part: None)
    first = Part("order", range(1))
    place._begun[first] = Future()
    for seed in range(1, 8):
        played: Future[dict[str, int]] = Future()
        played.set_result({})
        place._begun[Part("order", range(seed, seed + 1))] = played
        place._restart(first)
    for _ in range(ends - 2):
        place._restart(first)
    with pytest.raises(PnpError, match=f"ended {ends} times"):
        place._restart(first)


def test_processes_end_with_the_run() -> None:
    order = Order.of(Plan(RED.game, 2, 100_000))
    with processes(2) as place:
        parts = run_parts(order, place, {})
        next(parts)
        assert multiprocessing.active_children()
    end = time.monotonic() + 10
    while multiprocessing.active_children():
        assert time.monotonic() < end
        time.sleep(0.01)


@pytest.mark.parametrize("count", [0, 2])
def test_a_definition_that_changes_later_is_played_as_it_was(tmp_path: Path, count: int) -> None:
    file = tmp_path / "games.toml"
    plan = Plan(GameReference("mine", file), 2, 40)
    file.write_text('[mine]\nextends = "shipped:red"\n', encoding="utf-8")
    order = Order.of(plan)
    before = _play(plan, 0)
    file.write_text('[mine]\nextends = "shipped:red"\nhand = 5\n', encoding="utf-8")
    with nullcontext(ThisProcess()) if count == 0 else processes(count) as place:
        assert list(run_parts(order, place, {})) == before
    assert _play(plan, 0) != before


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
import time
from pnp.playtest import processes, run
from pnp.playtest.plan import GameReference, Order, Plan
from pnp.steps import begin_run, begin_step, limit_process

def ended(place, part):
    raise SystemExit("a process was ended")

if __name__ == "__main__":
    run.PART, processes._Processes._restart = 100, ended
    limit_process()
    order = Order.of(Plan(GameReference("red", shipped=True), 3, 4_000))
    begin_run()
    begin_step("adding up")
    with processes.processes(2) as place:
        print(sum(tally.games for _, tally in run.run_parts(order, place, {})))
        while time.process_time() < 4:
            pass
    begin_step("printing")
"""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows does not limit processor time")
def test_a_process_that_plays_has_the_time_of_a_game_for_each_game(tmp_path: Path) -> None:
    """It plays for some seconds, and a game of it may take one. What the process that adds up takes is not counted."""
    script = tmp_path / "long_run.py"
    script.write_text(_LONG_RUN, encoding="utf-8")
    environment = {**os.environ, "PNP_LIMITS": "seconds=1", "PYTHONPATH": os.pathsep.join(sys.path)}
    ran = subprocess.run([sys.executable, script], env=environment, capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stdout) == (0, "4000\n"), ran.stderr
