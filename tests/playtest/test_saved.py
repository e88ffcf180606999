"""A run that was killed goes on from its file, and gives the same bytes."""

from __future__ import annotations

from pathlib import Path

import pytest

from pnp.diagnostics import PnpError
from pnp.playtest import run
from pnp.playtest.plan import COUNTS, GameReference, Order, Plan
from pnp.playtest.run import ThisProcess, run_parts
from pnp.playtest.saved import SavedParts

RED = Plan(GameReference("red", shipped=True), 2, 70)


@pytest.fixture(autouse=True)
def _small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "PART", 20)


def _play(path: Path, plan: Plan = RED, resume: bool = False) -> int:
    """Play a plan into a file. Returns the number of parts that the file had."""
    order = Order.of(plan)
    saved = SavedParts(path, order, resume)
    for number, tally in run_parts(order, ThisProcess(), saved.known):
        saved.add(number, tally)
    return len(saved.known)


def test_a_run_that_was_killed_anywhere_goes_on_and_writes_the_same_bytes(tmp_path: Path) -> None:
    path = tmp_path / "red.jsonl"
    _play(path)
    whole = path.read_bytes()
    assert whole.count(b"\n") == 5
    for cut in range(0, len(whole), len(whole) // 12):
        path.write_bytes(whole[:cut])
        had = _play(path, resume=True)
        assert path.read_bytes() == whole
        assert had == max(0, whole[:cut].count(b"\n") - 1)


def test_more_games_may_follow_and_the_last_part_is_played_again(tmp_path: Path) -> None:
    path, other = tmp_path / "red.jsonl", tmp_path / "other.jsonl"
    _play(path)
    assert _play(path, Plan(RED.game, 2, 110), resume=True) == 3  # the fourth had ten games of twenty
    _play(other, Plan(RED.game, 2, 110))
    assert path.read_bytes() == other.read_bytes()


@pytest.mark.parametrize(
    ("plan", "key"),
    [
        (Plan(RED.game, 3, 70), "players"),
        (Plan(RED.game, 2, 70, seed=1), "seed"),
        (Plan(RED.game, 2, 70, bot="random"), "bot"),
        (Plan(GameReference("red7", shipped=True), 2, 70), "game"),
        (Plan(RED.game, 2, 70, restricted=True), "restricted"),
        (Plan(RED.game, 2, 70, choices=True), "choices"),
    ],
)
def test_games_of_another_plan_are_refused_and_kept(tmp_path: Path, plan: Plan, key: str) -> None:
    path = tmp_path / "red.jsonl"
    _play(path)
    before = path.read_bytes()
    with pytest.raises(PnpError, match=f"played with another {key}"):
        SavedParts(path, Order.of(plan), resume=True)
    assert path.read_bytes() == before


def test_games_that_had_more_than_is_asked_for_now_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "red.jsonl"
    with_rival = Plan(RED.game, 2, 20, rival="random")
    _play(path, with_rival)
    with pytest.raises(PnpError, match="played with another rival: 'random', not None"):
        SavedParts(path, Order.of(Plan(RED.game, 2, 20)), resume=True)


def test_games_of_a_version_that_counted_less_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "red.jsonl"
    _play(path)
    before = path.read_text(encoding="utf-8").replace(f'"counts": {COUNTS}, "definition"', '"definition"')
    path.write_text(before, encoding="utf-8")
    with pytest.raises(PnpError, match=f"played with another counts: None, not {COUNTS}"):
        SavedParts(path, Order.of(RED), resume=True)
    assert path.read_text(encoding="utf-8") == before


def test_another_definition_of_the_same_name_is_refused(tmp_path: Path) -> None:
    file, path = tmp_path / "games.toml", tmp_path / "red.jsonl"
    plan = Plan(GameReference("red", file), 2, 20)
    file.write_text('[red]\nextends = "shipped:red"\n', encoding="utf-8")
    _play(path, plan)
    file.write_text('[red]\nextends = "shipped:red"\nhand = 6\n', encoding="utf-8")
    with pytest.raises(PnpError, match="another definition"):
        SavedParts(path, Order.of(plan), resume=True)


def test_a_file_that_is_there_is_not_written_over(tmp_path: Path) -> None:
    path = tmp_path / "red.jsonl"
    path.write_text("mine", encoding="utf-8")
    with pytest.raises(PnpError, match="a file of this name already"):
        SavedParts(path, Order.of(RED), resume=False)
    assert path.read_text(encoding="utf-8") == "mine"


@pytest.mark.parametrize(
    "text", ["mine\n", "{}\n[]\n", '{}\n{"part": -1, "counts": {}}\n', '{}\n{"part": 0}\n', "\xff\n"]
)
def test_a_file_that_is_none_of_a_playtest_is_refused_and_kept(tmp_path: Path, text: str) -> None:
    path = tmp_path / "red.jsonl"
    path.write_bytes(text.encode("latin-1"))
    with pytest.raises(PnpError, match=r"cannot be read|another"):
        SavedParts(path, Order.of(RED), resume=True)
    assert path.read_bytes() == text.encode("latin-1")


def test_a_full_disk_is_told_and_what_was_played_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "red.jsonl"
    saved = SavedParts(path, Order.of(RED), resume=False)
    parts = list(run_parts(Order.of(RED), ThisProcess(), {}))
    saved.add(*parts[0])
    before = path.read_bytes()

    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(Path, "open", full)
        with pytest.raises(PnpError, match="no space left"):
            saved.add(*parts[1])
    assert path.read_bytes() == before
