"""Every command with good, empty and broken input: what goes to stdout, what to stderr, and the exit status."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

BROKEN = '[red]\nextends = "shipped:red"\nhnad = 6\nhand = "7"\n'
COMMANDS = (
    ("build", "red"),
    ("list",),
    ("check",),
    ("examples", "red"),
    ("referee", "red"),
    ("verify", "kit.pdf"),
    ("preview", "red"),
)


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_a_broken_definition_is_told_by_every_command_and_nothing_is_written(
    command: tuple[str, ...], pnp: Callable[..., Any], tmp_path: Path
) -> None:
    (tmp_path / "games.toml").write_text(BROKEN, encoding="utf-8")
    ran = pnp(*command)
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith("games.toml:3:1: error[unknown-key]: ")
    assert "\ngames.toml:4:8: error[" in ran.err
    assert [path.name for path in tmp_path.iterdir()] == ["games.toml"]


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
@pytest.mark.parametrize("content", [b"", b"\n\n", b"# nothing\n", b"\xff\xfe\x00", b"[red", b"\x00"])
def test_an_empty_or_unreadable_definition_is_told(
    content: bytes, command: tuple[str, ...], pnp: Callable[..., Any], tmp_path: Path
) -> None:
    (tmp_path / "games.toml").write_bytes(content)
    ran = pnp(*command)
    assert (ran.status, ran.out) == (2, "")
    assert re.match(r"games\.toml(:\d+:\d+)?: error\[", ran.err)


@pytest.mark.parametrize(
    "arguments",
    [
        ("build", "red"),
        ("check",),
        ("list",),
        ("examples", "red"),
        ("build", "red", "--lang", "xx"),
        ("build", "--bogus"),
        ("verify", "x.pdf"),
        ("verify", "--code", "zzz"),
    ],
    ids=" ".join,
)
def test_an_error_is_json_for_programs_and_text_for_people(
    arguments: tuple[str, ...], pnp: Callable[..., Any], tmp_path: Path
) -> None:
    (tmp_path / "games.toml").write_text(BROKEN, encoding="utf-8")
    ran = pnp(*arguments, "--json")
    assert ran.status == 2
    assert ran.json["ok"] is False
    assert {"severity", "code", "message", "hint", "file", "line", "column"} == set(ran.json["diagnostics"][0])
    assert ran.err


def test_build_says_what_lies_where_and_what_was_verified(pnp: Callable[..., Any], tmp_path: Path) -> None:
    ran = pnp("build", "red")
    assert ran.status == 0
    assert Path(ran.out.strip()) == Path("output/red/red-en-a4.pdf")
    assert (tmp_path / ran.out.strip()).read_bytes().startswith(b"%PDF")
    assert re.search(r"^  \d+ sheets of a4, \d+ pages: 49 cards, strength card, ", ran.err)
    assert re.search(r"✓ \d+ examples and checks computed, agreed by the oracle, and read back in \d+ places", ran.err)
    code = re.search(r"code (\S+):", ran.err)
    assert code
    assert pnp("verify", "--code", code[1]).status == 0
    assert pnp("verify", "output/red/red-en-a4.pdf").status == 0


def test_build_as_json_names_the_file(pnp: Callable[..., Any], tmp_path: Path) -> None:
    ran = pnp("build", "red", "--json", "--out", "here", "--paper", "letter")
    assert (ran.status, ran.err) == (0, "")
    (kit,) = ran.json["kits"]
    assert ran.json["ok"] is True
    assert (kit["game"], kit["language"], kit["paper"]) == ("red", "en", "letter")
    assert (tmp_path / kit["file"]).is_file()
    assert kit["unkilled"] == []


def test_build_all_builds_every_game_in_every_language_and_on_every_paper(
    pnp: Callable[..., Any], tmp_path: Path
) -> None:
    (tmp_path / "games.toml").write_text(
        '[one]\nextends = "shipped:red"\n[two]\nextends = "one"\nhand = 5\n', encoding="utf-8"
    )
    ran = pnp("build", "--all", "--lang", "en", "--lang", "ja", "--paper", "a4", "--paper", "letter", "--only", "order")
    assert ran.status == 0, ran.err
    assert len(ran.out.splitlines()) == 8
    assert len({tmp_path / line for line in ran.out.splitlines()}) == 8
    assert all((tmp_path / line).is_file() for line in ran.out.splitlines())


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("build",), "name the games to build, or say --all"),
        (("build", "red", "--all"), "games are named and --all is said: say one of the two"),
        (("build", "rde"), "did you mean 'red'?"),
        (("build", "red", "--paper", "a9"), "is not a paper"),
        (("build", "red", "--paper", "0mm x 5mm"), "both lengths must be above zero"),
        (("build", "red", "--bleed", "3"), "--bleed: '3' is not a length"),
        (("build", "red", "--bleed", "-3mm"), "--bleed"),
        (("build", "red", "--gutter", "nan"), "--gutter: 'nan' is not a length"),
        (("build", "red", "--margin", "105mm"), "leave nothing of a4"),
        (("build", "red", "--margin", "60mm"), "the rule sheet needs"),
        (("build", "red", "--margin", "85mm", "--only", "cards"), "error["),
        (("build", "red", "--back-offset", "1mm"), "is not two lengths"),
        (("build", "red", "--back-offset", "1mm,2mm,3mm"), "is not two lengths"),
        (("build", "red", "--back-offset", "1,2"), "--back-offset: '1' is not a length"),
        (("build", "red", "--only", "card"), "it has: cards, order, playing, summary, rules"),
        (("build", "red", "--lang", "xx"), "'xx' is no language: use its tag"),
        (("build", "red", "--backs", "left"), "'left' is not one of"),
        (("build", "red", "--seed", "-1"), "--seed"),
        (("build", "red", "--games", "none.toml"), "none.toml: error[file-missing]"),
        (("build", "red", "--games", "."), "error[is-a-folder]"),
        (("list", "red"), "red"),
        (("check", "rde"), "did you mean 'red'?"),
        (("examples",), "GAME"),
        (("examples", "rde"), "did you mean 'red'?"),
        (("referee", "rde"), "did you mean 'red'?"),
        (("referee", "red", "none.jsonl"), "none.jsonl: error[unreadable]"),
        (("preview", "red", "--dpi", "7"), "--dpi"),
        (("preview", "red", "--only", "card"), "it has: cards"),
        (("calibrate", "--paper", "b9"), "is not a paper"),
        (("bogus",), "bogus"),
        (("schema", "x"), "x"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_what_cannot_be_done_is_told_in_words(
    arguments: tuple[str, ...], message: str, pnp: Callable[..., Any], tmp_path: Path
) -> None:
    ran = pnp(*arguments)
    assert (ran.status, ran.out) == (2, "")
    assert message in ran.err
    assert "Traceback" not in ran.err
    assert list(tmp_path.iterdir()) == []


def test_list_shows_every_game_and_what_it_prints(pnp: Callable[..., Any]) -> None:
    ran = pnp("list")
    assert ran.status == 0
    assert re.search(r"^red +Red +pnp-kit [0-9.]+ +49 × cards, strength card, ", ran.out, re.MULTILINE)
    assert ran.err == "from the shipped definition\n"
    assert {game["id"] for game in pnp("list", "--json").json} >= {"red", "red7"}
    assert "レッド" in pnp("list", "--lang", "ja").out


def test_check_computes_and_writes_nothing(pnp: Callable[..., Any], tmp_path: Path) -> None:
    ran = pnp("check", "red")
    assert (ran.status, ran.err) == (0, "")
    assert re.fullmatch(
        r"✓ red: 51 cards, 6 components ok; \d+ examples and checks rule out (\d+) of \1 misreadings\n", ran.out
    )
    assert list(tmp_path.iterdir()) == []


TINY = (
    '[tiny]\nengine = "red"\ntitle = "Tiny"\nplayers = [2, 2]\nnumbers = [1, 2]\nhand = 1\n'
    "colours = [\n"
    '{ id = "a", name = "a", letter = "A", ink = "#d4141f", mark = "sun", rule = { is = "highest" } },\n'
    '{ id = "b", name = "b", letter = "B", ink = "#1590fa", mark = "drop", rule = { is = "same-number" } },\n]\n'
    '[tiny.components]\ncards = { kind = "cards", title = "cards", of = "deck", template = "card" }\n'
)
"""A game that is too small for what its engine teaches."""


def test_check_warns_of_what_no_example_shows_or_rules_out(pnp: Callable[..., Any], tmp_path: Path) -> None:
    (tmp_path / "games.toml").write_text(TINY, encoding="utf-8")
    ran = pnp("check")
    assert ran.status == 0
    assert "games.toml:1:1: warning[unkilled]: no example of [tiny] rules out the misreading" in ran.err
    assert re.search(
        r"\[tiny\] prints no example of 'count-decides', which the lesson 'rule-b' wants: "
        r"none of the \d+ positions that the lesson proposed shows it",
        ran.err,
    )
    built = pnp("build", "tiny", "--json")
    assert built.status == 0
    assert built.json["kits"][0]["unkilled"] == pnp("check", "--json").json["games"][0]["unkilled"] != []


@pytest.mark.parametrize(
    "command", [("build", "tiny"), ("check",), ("examples", "tiny"), ("export", "tiny", "--to", "svg")], ids=" ".join
)
def test_strict_takes_warnings_for_errors_and_writes_nothing(
    command: tuple[str, ...], pnp: Callable[..., Any], tmp_path: Path
) -> None:
    (tmp_path / "games.toml").write_text(TINY, encoding="utf-8")
    assert "warning[unshown]" in pnp(*command).err
    written = sorted(tmp_path.rglob("*"))
    ran = pnp(*command, "--strict")
    assert (ran.status, ran.out) == (2, "")
    assert "games.toml:1:1: error[unshown]: [tiny] prints no example of 'count-decides'" in ran.err
    assert "warning[" not in ran.err
    assert sorted(tmp_path.rglob("*")) == written


def test_strict_leaves_a_kit_without_warnings_alone(pnp: Callable[..., Any]) -> None:
    assert pnp("build", "red", "--strict", "--quiet").status == 0


def test_examples_are_read_aloud_and_are_those_of_the_kit(pnp: Callable[..., Any], printed: Callable[..., Any]) -> None:
    ran = pnp("examples", "red")
    assert (ran.status, ran.err) == (0, "")
    assert re.search(r"^    left:  .*\d [A-Z], ", ran.out, re.MULTILINE), "strings and cards are set apart"
    for example in printed().manifest["examples"]:
        assert f"[{example['id']}]" in ran.out
    listed = pnp("examples", "red", "--json").json
    examples = [{key: example[key] for key in ("id", "kind", "in", "out", "kills")} for example in listed["examples"]]
    printed_examples = [
        {key: example[key] for key in ("id", "kind", "in", "out", "kills")}
        for example in printed().manifest["examples"]
    ]
    assert examples == printed_examples
    assert "できない" in pnp("examples", "red", "--lang", "ja").out


def test_the_table_of_examples_says_which_misreading_falls_where(pnp: Callable[..., Any]) -> None:
    ran = pnp("examples", "red", "--table")
    assert ran.status == 0
    heading, rule, *rows = ran.out.splitlines()
    assert heading.split() == ["lesson", "example", "rules", "out"]
    assert set(rule) == {"-", " "}
    assert re.fullmatch(r"✓ (\d+) of \1 misreadings ruled out", rows[-1])
    assert any("colour-before-number" in row for row in rows)


def test_preview_writes_a_picture_of_every_component(pnp: Callable[..., Any], tmp_path: Path) -> None:
    ran = pnp("preview", "red", "--dpi", "36", "--out", "pictures")
    assert ran.status == 0
    names = [Path(line).name for line in ran.out.splitlines()]
    assert names == [f"red-en-{part}.png" for part in ("cards", "order", "playing", "summary", "rules", "box")]
    assert all((tmp_path / "pictures" / name).read_bytes().startswith(b"\x89PNG") for name in names)


def test_calibrate_writes_a_sheet_for_both_sides(pnp: Callable[..., Any], tmp_path: Path) -> None:
    ran = pnp("calibrate", "--paper", "letter", "--out", "c.pdf")
    assert (ran.status, ran.out) == (0, "c.pdf\n")
    assert "100 %" in ran.err
    assert (tmp_path / "c.pdf").read_bytes().startswith(b"%PDF")


def test_version_and_help_go_to_stdout(pnp: Callable[..., Any]) -> None:
    from pnp import __version__  # noqa: PLC0415 - only this test asks

    assert pnp("--version").out == f"pnp {__version__}\n"
    for arguments in (("--help",), ("-h",), ("build", "--help")):
        ran = pnp(*arguments)
        assert (ran.status, ran.err) == (0, "")
        assert "Usage:" in ran.out


def test_every_command_is_described(pnp: Callable[..., Any]) -> None:
    help_text = pnp("--help").out
    for name in ("init", "build", "list", "check", "examples", "verify", "preview", "referee", "schema", "calibrate"):
        assert re.search(rf"\b{name} +[A-Z]", help_text), name


def test_quiet_says_nothing_but_errors(pnp: Callable[..., Any]) -> None:
    ran = pnp("build", "red", "--quiet", "--only", "order")
    assert (ran.status, ran.out, ran.err) == (0, "", "")
    assert pnp("build", "red", "--quiet", "--only", "nothing").err


def test_output_goes_beside_the_definition_in_use(pnp: Callable[..., Any], tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / "my games.toml").write_text('[red]\nextends = "shipped:red"\n', encoding="utf-8")
    ran = pnp("build", "red", "--only", "order", "--games", "elsewhere/my games.toml")
    assert ran.status == 0
    assert Path(ran.out.strip()) == Path("elsewhere/output/red/red-en-a4-order.pdf")
    assert (tmp_path / "elsewhere/output/red/red-en-a4-order.pdf").is_file()


def test_json_is_one_document(pnp: Callable[..., Any]) -> None:
    for arguments in (("list",), ("check", "red"), ("examples", "red"), ("build", "red", "red7", "--only", "order")):
        ran = pnp(*arguments, "--json")
        assert ran.status == 0
        assert json.loads(ran.out)
