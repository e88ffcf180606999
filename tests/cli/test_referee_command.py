"""``pnp referee``: cases in, answers out, line by line, by the rules of the definition in use."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

CASES = Path(__file__).resolve().parents[1] / "games" / "cases" / "red.json"
ASK = '{"id": "x", "kind": "stronger", "in": {"a": ["red", 3], "b": ["violet", 4]}}'


@pytest.fixture
def referee(pnp: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> Callable[..., Any]:
    """Run ``pnp referee`` with text on standard input."""

    def call(text: str, game: str = "red", *arguments: object) -> Any:
        raw = io.TextIOWrapper(io.BytesIO(text.encode("utf-8", "surrogateescape")), encoding="ascii", newline="")
        monkeypatch.setattr("sys.stdin", raw)
        return pnp("referee", game, *arguments)

    return call


def lines(text: str) -> list[Any]:
    return [json.loads(line) for line in text.splitlines()]


def comparable(kind: str, out: dict[str, Any]) -> dict[str, Any]:
    return {**out, "moves": sorted(map(json.dumps, out["moves"]))} if kind == "surviving_moves" else out


def test_every_conformance_case_is_answered_as_it_says(pnp: Callable[..., Any]) -> None:
    cases = json.loads(CASES.read_text(encoding="utf-8"))["cases"]
    ran = pnp("referee", "red", CASES)
    assert (ran.status, ran.err) == (0, "")
    answers = lines(ran.out)
    assert [answer["id"] for answer in answers] == [case["id"] for case in cases]
    for case, answer in zip(cases, answers, strict=True):
        actual, expected = comparable(case["kind"], answer["out"]), comparable(case["kind"], case["out"])
        assert {key: actual[key] for key in expected} == expected, case["id"]


def test_the_comparison_of_cases_can_fail(pnp: Callable[..., Any], tmp_path: Path) -> None:
    (tmp_path / "games.toml").write_text(
        '[red]\nextends = "shipped:red"\n[red.colours]\ngreen = { rule = { is = "sum", of = 8 } }\n', encoding="utf-8"
    )
    cases = json.loads(CASES.read_text(encoding="utf-8"))["cases"]
    answers = lines(pnp("referee", "red", CASES).out)
    assert any(
        comparable(case["kind"], answer["out"]) != comparable(case["kind"], case["out"])
        for case, answer in zip(cases, answers, strict=True)
    )


def test_lines_of_a_file_and_of_standard_input_are_answered_alike(
    referee: Callable[..., Any], pnp: Callable[..., Any], tmp_path: Path
) -> None:
    text = ASK + "\n\n" + ASK.replace('"x"', "7") + "\n"
    (tmp_path / "cases.jsonl").write_text(text, encoding="utf-8")
    from_file, from_input = pnp("referee", "red", "cases.jsonl"), referee(text)
    assert from_file == from_input
    assert lines(from_file.out) == [
        {"id": "x", "kind": "stronger", "out": {"stronger": "b"}},
        {"id": 7, "kind": "stronger", "out": {"stronger": "b"}},
    ]


@pytest.mark.parametrize(
    "bad",
    [
        "not json",
        "{",
        "[]",
        "null",
        '"text"',
        "{}",
        '{"id": 1, "kind": "nothing", "in": {}}',
        '{"id": 1, "kind": ["stronger"], "in": {}}',
        '{"id": 1, "kind": "stronger"}',
        '{"id": 1, "kind": "stronger", "in": []}',
        '{"id": 1, "kind": "stronger", "in": {}}',
        '{"id": 1, "kind": "stronger", "in": {"a": ["pink", 1], "b": ["red", 1]}}',
        '{"id": 1, "kind": "stronger", "in": {"a": ["red", 9], "b": ["red", 1]}}',
        '{"id": 1, "kind": "stronger", "in": {"a": ["red", true], "b": ["red", 1]}}',
        '{"id": 1, "kind": "stronger", "in": {"a": ["red", 1e999], "b": ["red", 1]}}',
        '{"id": 1, "kind": "stronger", "in": {"a": {"red": 1}, "b": null}}',
        '{"id": 1, "kind": "winner", "in": {"palettes": 3, "rule": "red"}}',
        '{"id": 1, "kind": "winner", "in": {"palettes": [[["red", 1]], [["red", 1]]], "rule": "red"}}',
        '{"id": 1, "kind": "winner", "in": {"palettes": [[["red", 1]]], "rule": {}}}',
        '{"id": 1, "kind": "opening", "in": {"palettes": [[["red", 1], ["red", 2]], [["red", 3]]]}}',
        '{"kind": "may_move", "in": {"palettes": [[["red", 1]], [["red", 2]]], "me": 9, "hand": [], "rule": "red"}}',
        "[" * 100_000,
        "9" * 5000,
        "\udcff\udcfe",
        '{"id": 1, "kind": "\\ud800", "in": {}}',
    ],
    ids=lambda text: ascii(text[:40]),
)
def test_a_line_that_cannot_be_answered_gets_an_error_and_the_others_an_answer(
    bad: str, referee: Callable[..., Any]
) -> None:
    ran = referee(f"{ASK}\n{bad}\n{ASK}\n")
    assert (ran.status, ran.err) == (1, "")
    first, middle, last = lines(ran.out)
    assert first == last == {"id": "x", "kind": "stronger", "out": {"stronger": "b"}}
    assert set(middle) == {"id", "kind", "error"}
    assert isinstance(middle["error"], str)
    assert middle["error"]


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity"])
def test_what_is_no_number_of_json_is_refused_and_not_echoed(number: str, referee: Callable[..., Any]) -> None:
    (answer,) = lines(referee(f'{{"id": {number}, "kind": "winner", "in": {{}}}}\n').out)
    assert answer == {"id": None, "kind": None, "error": f"this line is not JSON: {number} is no number of JSON"}


def test_no_lines_are_no_answers_and_no_error(
    referee: Callable[..., Any], pnp: Callable[..., Any], tmp_path: Path
) -> None:
    assert (referee("").status, referee("\n \n").out) == (0, "")
    (tmp_path / "empty.json").write_text('{"game": "red", "cases": []}', encoding="utf-8")
    assert pnp("referee", "red", "empty.json") == referee("")


@pytest.mark.parametrize("prefix", ["\ufeff", ""])
def test_a_file_may_have_a_byte_order_mark_and_windows_line_ends(
    prefix: str, pnp: Callable[..., Any], tmp_path: Path
) -> None:
    (tmp_path / "cases.jsonl").write_bytes((prefix + ASK + "\r\n" + ASK + "\r\n").encode("utf-8"))
    ran = pnp("referee", "red", "cases.jsonl")
    assert ran.status == 0
    assert len(lines(ran.out)) == 2


def test_the_answer_to_a_line_comes_before_the_next_line_is_asked(
    process_environment: Callable[..., dict[str, str]], tmp_path: Path
) -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "pnp", "referee", "red"],
        cwd=tmp_path,
        env=process_environment(),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdin
    assert process.stdout
    try:
        for number in range(3):
            process.stdin.write(ASK.replace('"x"', str(number)) + "\n")
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["id"] == number
        process.stdin.close()
        assert process.stdout.read() == ""
        assert process.wait(timeout=60) == 0
    finally:
        process.kill()
        process.stdout.close()


def test_answers_follow_the_table_of_the_game_that_is_asked(referee: Callable[..., Any]) -> None:
    ask = json.dumps({"kind": "best", "in": {"palette": [["red", 2], ["blue", 5], ["green", 4]], "rule": "green"}})
    assert lines(referee(ask, "red").out)[0]["out"] == {"best": {"count": 2, "high": ["blue", 5]}}
    assert lines(referee(ask, "red7").out)[0]["out"] == {"best": {"count": 2, "high": ["green", 4]}}
