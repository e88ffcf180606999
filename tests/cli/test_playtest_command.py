"""``pnp playtest``: what it prints, and what it refuses."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pnp import files
from pnp.diagnostics import Diagnostic, PnpError
from pnp.playtest import run, tally, thinking
from pnp.playtest.plan import GameReference

Pnp = Callable[..., Any]


@pytest.fixture(autouse=True)
def _small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "PART", 25)


def test_it_prints_shares_in_the_order_of_turns(pnp: Pnp) -> None:
    ran = pnp("playtest", "red", "--players", "3", "--count", "50", "--processes", "1")
    assert (ran.status, ran.err) == (0, "")
    lines = ran.out.splitlines()
    assert lines[0] == "red: 3 players, 50 games, random moves that do not lose at once"
    shares = [line for line in lines if line.startswith("wins of the player who acts")]
    assert [line.split()[6] for line in shares] == ["first", "second", "third"]
    assert sum(float(line.split()[7]) for line in shares) == pytest.approx(100, abs=0.2)
    assert any(line.startswith("fair (each within 1 point)") for line in lines)


def test_the_manual_shows_what_is_printed(pnp: Pnp) -> None:
    page = (Path(__file__).parents[2] / "docs" / "playtest.md").read_text(encoding="utf-8")
    blocks = re.findall(r"```\n\$ pnp (playtest .*)\n((?:.*\n)*?)```", page)
    assert len(blocks) == 2
    for command, shown in blocks:
        assert pnp(*command.split(), "--processes", "1").out.strip() == shown.strip()


def test_every_number_of_players_is_played_by_default(pnp: Pnp) -> None:
    ran = pnp("playtest", "red", "--count", "5", "--processes", "1", "--json")
    assert [test["players"] for test in json.loads(ran.out)] == [2, 3, 4]
    ran = pnp("playtest", "red", "--count", "5", "--processes", "1", "--json", "--players", "3..4")
    assert [test["players"] for test in json.loads(ran.out)] == [3, 4]


def test_a_change_is_held_against_the_game_as_it_was(pnp: Pnp, tmp_path: Path) -> None:
    (tmp_path / "games.toml").write_text('[red]\nextends = "shipped:red"\nhand = 3\n', encoding="utf-8")
    words = ("playtest", "red", "--players", "2", "--count", "100", "--processes", "1", "--against", "shipped:red")
    ran = pnp(*words)
    assert ran.status == 0
    assert "red against shipped:red, 2 players" in ran.out
    mine, theirs = json.loads(pnp(*words, "--json").out)
    assert mine["length"]["50%"] < theirs["length"]["50%"]
    assert mine["definition"] != theirs["definition"]


def test_a_key_is_varied_and_a_refused_value_is_told(pnp: Pnp) -> None:
    ran = pnp("playtest", "red", "--players", "2", "--count", "60", "--processes", "1", "--vary", "hand=0..2")
    assert ran.status == 0
    assert "warning[out-of-range]: hand = 0: 0 is out of range" in ran.err
    table = [line.split() for line in ran.out.splitlines() if line[:1].isdigit()]
    assert [row[:2] for row in table] == [["1", "60"], ["2", "60"]]
    tests = json.loads(
        pnp("playtest", "red", "--players", "2", "--count", "5", "--processes", "1", "--vary", "hand=3,5", "--json").out
    )
    assert [test["changes"] for test in tests] == [{"hand": "3"}, {"hand": "5"}]


def test_a_rival_and_the_ladder_say_who_is_stronger(pnp: Pnp, monkeypatch: pytest.MonkeyPatch) -> None:
    words = ("playtest", "red", "--players", "2", "--count", "60", "--processes", "1")
    ran = pnp(*words, "--bot", "random", "--rival", "survivor")
    assert ran.out.startswith("red: 2 players, 60 games, one seat survivor, the others random\n")
    (test,) = json.loads(pnp(*words, "--bot", "random", "--rival", "survivor", "--json").out)
    assert test["rival"] == "survivor" and test["rival_wins"]["share"] > 0.7
    weak = {name: bot for name, bot in thinking.BOTS.items() if name in ("random", "survivor", "greedy")}
    monkeypatch.setattr("pnp.cli.work.playtest.BOTS", weak)
    lines = pnp(*words, "--ladder").out.splitlines()
    assert lines[1] == "Equal players win 50.0 % each."
    assert [line.split()[:3] for line in lines[4:6]] == [["survivor", "random", "60"], ["greedy", "survivor", "60"]]
    assert lines[4].endswith("stronger")


def test_details_are_printed_and_written_as_a_page(pnp: Pnp, tmp_path: Path) -> None:
    words = ("playtest", "red", "--players", "2", "--count", "30", "--processes", "1")
    ran = pnp(*words, "--details")
    titles = ("Who leads, and who wins: ", "Actions: ", "Cards: ")
    assert [line for line in ran.out.splitlines() if line.startswith(titles)]
    assert "Misread rules: " not in ran.out
    page = tmp_path / "report.html"
    ran = pnp(*words, "--misreadings", "--report", page)
    assert "Misread rules: Each game is played again" in ran.out and f"written: {page}" in ran.err
    assert re.search(r'<h3 id="test-1-[0-9]">Misread rules</h3>', page.read_text(encoding="utf-8"))
    (test,) = json.loads(pnp(*words, "--details", "--json").out)
    assert test["counts"]["games"] == 30 and any(key.startswith("played ") for key in test["counts"])
    for nowhere in (tmp_path, tmp_path / "no" / "report.html"):
        ran = pnp(*words, "--report", nowhere)
        assert ran.status == 2 and "the report cannot be written here" in ran.err and ran.out == ""


def test_what_is_lost_without_a_card_and_the_weight_of_choices_are_printed(pnp: Pnp, tmp_path: Path) -> None:
    words = ("playtest", "red", "--players", "2", "--count", "12", "--processes", "1", "--restricted", "--choices")
    ran = pnp(*words, "--report", tmp_path / "Red.PDF")
    assert re.search(r"^Never played: none of [0-9]+ rows stands out\. --report shows them\.$", ran.out, re.MULTILINE)
    assert "Choices are left out: 3 decisions were looked at, and fewer than 30 say little." in ran.out
    assert (tmp_path / "Red.PDF").read_bytes().startswith(b"%PDF-1.7")
    (test,) = json.loads(pnp(*words, "--json").out)
    again = [figure["cases"] for figure in test["figures"] if figure["what"].startswith("wins lost without")]
    assert len(again) > 12 and 12 < sum(again) <= 120


def test_a_run_ends_when_the_answer_is_known(pnp: Pnp) -> None:
    words = ("playtest", "red", "--players", "2", "--count", "5000", "--processes", "1", "--json")
    (test,) = json.loads(pnp(*words, "--until", "30%").out)
    assert test["games"] == 100  # four parts
    assert test["fair"] in ("no", "not yet known")


def test_a_run_goes_on_with_its_file(pnp: Pnp, tmp_path: Path) -> None:
    file = tmp_path / "red.jsonl"
    words = ("playtest", "red", "--players", "2", "--processes", "1", "--save", file, "--json")
    first = pnp(*words, "--count", "50")
    refused = pnp(*words, "--count", "50")
    assert refused.status == 2 and "red.jsonl: error[exists]: there is a file of this name already" in refused.err
    assert pnp(*words, "--count", "50", "--resume").out == first.out
    assert json.loads(pnp(*words, "--count", "75", "--resume").out)[0]["games"] == 75


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("red", "--players", "5"), "'red' is a game for 2 to 4 players, not for 5"),
        (("red", "--players", "two"), "'two' is no number of players"),
        (("red", "--players", "4..2"), "'4..2' is no number of players"),
        (("red", "--until", "90%"), "'90%' is no share between 0.1% and 50%"),
        (("red", "--bot", "clever"), "'clever' is not one of 'random', 'survivor', 'greedy', 'flat', 'tree'"),
        (("red", "--save", "x.jsonl"), "--save keeps the games of one number of players and of one game"),
        (("red", "--vary", "hand"), "'hand' is not a key with up to 100 values"),
        (("red", "--vary", "hand=1..9999"), "'hand=1..9999' is not a key with up to 100 values"),
        (("red", "--vary", "hnd=1..3"), "hnd = 1: there is no key 'hnd' here"),
        (("red", "--vary", "hand=3", "--against", "shipped:red"), "--vary and --against both name what to compare"),
        (("red", "--ladder", "--rival", "tree"), "--ladder names the players of each rung itself"),
        (("red", "--on", "local:2", "--processes", "2"), "--on and --processes both say where to play"),
        (("red", "--on", "local:0"), "'local:0' is no scheduler, such as tcp://host:8786"),
        (("red", "--on", "http://farm:8786"), "'http://farm:8786' is no scheduler"),
        (("red", "--players", "2", "--resume"), "--resume needs --save, which names the file to go on with"),
        (("red", "--report", "red.docx"), "red.docx: error[report]: a report is a page (.html) or a PDF (.pdf)"),
        (("red", "--report", "red"), "red: error[report]: a report is a page (.html) or a PDF (.pdf)"),
        (("red", "--csv", "no/red.csv"), "no/red.csv: error[csv]: the table cannot be written here"),
        (("red", "--players", "2", "--ladder", "--save", "x.jsonl"), "--save keeps the games of one number of players"),
        (("purple",), "purple"),
        (("red", "--against", "shipped:purple", "--players", "2"), "purple"),
        (("red", "--against", "nowhere.toml:red", "--players", "2"), "nowhere.toml"),
    ],
)
def test_what_cannot_be_is_refused_before_anything_is_played(pnp: Pnp, words: tuple[str, ...], told: str) -> None:
    ran = pnp("playtest", *words, "--count", "100000000")
    assert ran.status == 2 and told in ran.err
    assert ran.out == ""


def test_ctrl_c_prints_what_is_known(tmp_path: Path) -> None:
    file = tmp_path / "red.jsonl"
    words = ["playtest", "red", "--players", "2", "--count", "10000000", "--save", str(file)]
    process = subprocess.Popen(
        [sys.executable, "-m", "pnp", *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=tmp_path
    )
    end = time.monotonic() + 60
    while not file.exists() or file.read_bytes().count(b"\n") < 3:
        assert time.monotonic() < end
        time.sleep(0.05)
    os.kill(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=30)
    assert process.returncode == 130
    assert out.startswith("red: 2 players, ") and "wins of the player who acts second" in out
    assert "ended early: " in err and "Traceback" not in err and "leaked" not in err


# A hard day


WORDS = ("playtest", "red", "--players", "2", "--processes", "1", "--count", "100")


def test_what_is_known_is_printed_and_kept_when_the_disk_is_full(
    pnp: Pnp, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, table = tmp_path / "red.jsonl", tmp_path / "red.csv"
    whole = pnp(*WORDS, "--json")
    opened = Path.open

    def full(self: Path, mode: str = "r", **how: Any) -> Any:
        if self == file and mode == "a" and file.read_bytes().count(b"\n") == 3:
            raise OSError(28, "No space left on device")
        return opened(self, mode, **how)

    with monkeypatch.context() as patch:
        patch.setattr(Path, "open", full)
        ran = pnp(*WORDS, "--save", file, "--csv", table)
    assert ran.status == 3 and "red.jsonl: error[cannot-write]: the file cannot be written: no space left" in ran.err
    assert ran.out.startswith("red: 2 players, 75 games, ") and "ended early: 75 of 100 games were played" in ran.err
    assert table.read_text(encoding="utf-8").count(",75\n") > 5
    assert file.read_bytes().count(b"\n") == 3
    assert pnp(*WORDS, "--save", file, "--resume", "--json").out == whole.out


def test_each_file_of_figures_is_written_if_another_one_cannot_be(
    pnp: Pnp, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written = files.replace_file

    def full(path: Path, data: bytes) -> None:
        if path.suffix == ".html":
            raise files.write_error(path, OSError(28, "No space left on device"))
        written(path, data)

    monkeypatch.setattr("pnp.playtest.reports.html.replace_file", full)
    ran = pnp(*WORDS, "--report", tmp_path / "red.html", "--csv", tmp_path / "red.csv")
    assert ran.status == 3 and "red.html: error[cannot-write]" in ran.err and f"written: {tmp_path}/red.csv" in ran.err
    assert ran.out.startswith("red: 2 players, 100 games, ")
    assert [path.name for path in tmp_path.iterdir()] == ["red.csv"]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="the system has no /dev/full")
def test_a_table_is_written_if_the_figures_cannot_be_printed(tmp_path: Path) -> None:
    words = [sys.executable, "-m", "pnp", *WORDS, "--csv", str(tmp_path / "red.csv")]
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        ran = subprocess.run(words, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert ran.returncode == 3 and "the output cannot be written: " in ran.stderr
    assert (tmp_path / "red.csv").read_text(encoding="utf-8").count(",100\n") > 5


def test_an_error_ends_a_run_with_what_is_known_as_one_json(pnp: Pnp, monkeypatch: pytest.MonkeyPatch) -> None:
    played = run.ThisProcess.result

    def broken(self: run.ThisProcess, part: run.Part) -> Any:
        if part.seeds[0] >= broken_from:
            raise PnpError(Diagnostic("stopped", "the machine is tired"))
        return played(self, part)

    monkeypatch.setattr(run.ThisProcess, "result", broken)
    broken_from = 50
    ran = pnp(*WORDS, "--json")
    (test,) = json.loads(ran.out)
    assert ran.status == 2 and "error[stopped]: the machine is tired" in ran.err
    assert (test["games"], test["interrupted"]) == (50, True)
    assert [one["message"] for one in test["stopped"]] == ["the machine is tired"]
    broken_from = 0
    ran = pnp(*WORDS, "--json")
    assert ran.status == 2 and json.loads(ran.out)["ok"] is False


def test_a_file_of_another_definition_is_refused_and_kept(pnp: Pnp, tmp_path: Path) -> None:
    definition, file = tmp_path / "games.toml", tmp_path / "red.jsonl"
    definition.write_text('[red]\nextends = "shipped:red"\n', encoding="utf-8")
    assert pnp(*WORDS, "--save", file).status == 0
    before = file.read_bytes()
    definition.write_text('[red]\nextends = "shipped:red"\nhand = 6\n', encoding="utf-8")
    ran = pnp(*WORDS, "--save", file, "--resume")
    assert ran.status == 2 and "these games were played with another definition" in ran.err and ran.out == ""
    assert file.read_bytes() == before


def test_a_value_for_fewer_players_is_told_and_left_out_for_the_others(
    pnp: Pnp, monkeypatch: pytest.MonkeyPatch
) -> None:
    read = GameReference.read

    def for_few(self: GameReference, players: int) -> Any:
        if self.changes == (("hand", "9"),) and players == 4:
            raise PnpError(Diagnostic("players", "'red' is a game for 2 to 3 players, not for 4"))
        return read(self, players)

    monkeypatch.setattr(GameReference, "read", for_few)
    ran = pnp("playtest", "red", "--players", "3..4", "--count", "5", "--processes", "1", "--vary", "hand=5,9")
    assert ran.status == 0
    assert ran.err == "warning[players]: hand = 9: 'red' is a game for 2 to 3 players, not for 4\n"
    assert [line.split()[0] for line in ran.out.splitlines() if line[:1].isdigit()] == ["5", "9", "5"]


def test_a_definition_that_is_lost_while_it_is_played_loses_nothing(
    pnp: Pnp, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    definition = tmp_path / "games.toml"
    definition.write_text('[red]\nextends = "shipped:red"\n', encoding="utf-8")
    before = pnp(*WORDS, "--json")
    played = run.ThisProcess.result

    def result(self: run.ThisProcess, part: run.Part) -> Any:
        definition.write_text("[red\n", encoding="utf-8")
        return played(self, part)

    monkeypatch.setattr(run.ThisProcess, "result", result)
    assert pnp(*WORDS, "--json").out == before.out


def test_games_without_an_end_are_told(pnp: Pnp, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tally, "MOST_DECISIONS", 0)
    ran = pnp(*WORDS)
    assert ran.status == 0
    assert re.search(r"games without an end +100 of 100 +in no other figure", ran.out)


def test_a_deck_is_refused(pnp: Pnp, tmp_path: Path) -> None:
    (tmp_path / "games.toml").write_text(
        '[leaves]\nengine = "deck"\ntitle = "Leaves"\ndecks = { cards = [{ title = "Oak" }] }\n'
        '[leaves.components]\ncards = { kind = "cards", title = "Cards", template = "card", of = "cards" }\n',
        encoding="utf-8",
    )
    ran = pnp("playtest", "leaves")
    assert ran.status == 2 and "'leaves' is a deck without rules: no bot can play it" in ran.err


def test_without_dask_a_message_names_the_extra(pnp: Pnp, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pnp.cli.work.playtest.find_spec", lambda _name: None)
    ran = pnp("playtest", "red", "--on", "local:2")
    assert ran.status == 2 and 'pip install "pnp-kit[farm]"' in ran.err


def test_dask_is_loaded_only_for_a_scheduler() -> None:
    script = (
        "import sys\nfrom pnp.cli.app import run\n"
        "assert run(['playtest', 'red', '--players', '2', '--count', '5', '--processes', '1']) == 0\n"
        "assert not {'dask', 'distributed'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", script], check=True, capture_output=True)


_SMALL_PARTS = """
import sys
from pnp.cli.app import run as pnp
from pnp.playtest import run

if __name__ == "__main__":
    run.PART = 25
    sys.exit(pnp(sys.argv[1:]))
"""


@pytest.mark.parametrize("where", [("--processes", "1"), ("--processes", "2"), ("--on", "local:2")])
def test_a_run_that_is_killed_goes_on_to_the_same_bytes(tmp_path: Path, where: tuple[str, str]) -> None:
    """It is killed twice, wherever its places of play are."""
    if where[0] == "--on":
        pytest.importorskip("distributed", reason="Dask is not installed: pip install distributed")
    script, file = tmp_path / "small_parts.py", tmp_path / "red7.jsonl"
    script.write_text(_SMALL_PARTS, encoding="utf-8")
    command = [sys.executable, str(script), "playtest", "red7", "--players", "2", "--count", "200", "--json"]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    saved = [*command, *where, "--save", str(file), "--resume"]
    for parts in (1, 4):
        process = subprocess.Popen(saved, cwd=tmp_path, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        end = time.monotonic() + 60
        while not file.exists() or file.read_bytes().count(b"\n") < 1 + parts:
            assert time.monotonic() < end and process.poll() is None
            time.sleep(0.01)
        process.kill()
        process.communicate()

    def played(words: list[str]) -> bytes:
        return subprocess.run(words, cwd=tmp_path, env=environment, capture_output=True, check=True).stdout

    gone_on = played(saved)
    bytes_of_gone_on = file.read_bytes()
    file.unlink()
    alone = [*command, "--processes", "1", "--save", str(file)]
    assert played(alone) == gone_on
    assert file.read_bytes() == bytes_of_gone_on
