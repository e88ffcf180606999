"""A game whose engine is not installed: what each command says of it, and that the others can be built."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

TEXT = """\
[harbour]
engine = "harbour"
title = "Harbour"
[harbour.components]
rules = { kind = "page", title = "rules", template = "rules" }

[mine]
engine = "deck"
title = "Mine"
decks = { cards = [{ suit = "sun", number = 1 }] }
[mine.components]
cards = { kind = "cards", title = "cards", of = "cards", template = "card" }

[quay]
extends = "harbour"
"""
TOLD = """\
games.toml:2:10: error[unknown-engine]: there is no engine 'harbour'
    engine = "harbour"
             ^^^^^^^^^
  hint: cards without rules in code have engine = "deck"; else install its package: `pnp list` shows what is there
"""


@pytest.fixture(autouse=True)
def games(pnp: Callable[..., Any], tmp_path: Path) -> None:
    """Definition with two games that cannot be used."""
    (tmp_path / "games.toml").write_text(TEXT, encoding="utf-8")


def _files(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_another_game_is_built_without_a_word_of_it(pnp: Callable[..., Any], tmp_path: Path) -> None:
    ran = pnp("build", "mine")
    assert ran.status == 0
    assert (tmp_path / ran.out.strip()).read_bytes().startswith(b"%PDF")
    assert "harbour" not in ran.err


@pytest.mark.parametrize(
    "command",
    [
        ("build", "harbour"),
        ("build", "quay"),
        ("build", "mine", "harbour"),
        ("build", "--all"),
        ("check", "harbour"),
        ("examples", "harbour"),
        ("referee", "harbour"),
        ("preview", "harbour"),
    ],
    ids=" ".join,
)
def test_whoever_asks_for_it_is_told_and_nothing_is_written(
    command: tuple[str, ...], pnp: Callable[..., Any], tmp_path: Path
) -> None:
    ran = pnp(*command)
    assert (ran.status, ran.out, ran.err) == (2, "", TOLD)
    assert _files(tmp_path) == ["games.toml"]


def test_check_computes_the_other_games_and_fails(pnp: Callable[..., Any]) -> None:
    ran = pnp("check")
    assert (ran.status, ran.err.endswith(TOLD)) == (2, True)
    assert ran.out.startswith("✓ mine: ")
    assert pnp("check", "mine").status == 0


def test_check_for_programs_is_one_answer(pnp: Callable[..., Any]) -> None:
    ran = pnp("check", "--json")
    assert ran.status == 2
    assert ran.json["ok"] is False
    assert [item["code"] for item in ran.json["diagnostics"]] == ["unknown-engine"]


def test_list_has_it_with_the_reason(pnp: Callable[..., Any]) -> None:
    ran = pnp("list")
    assert ran.status == 0
    rows = [line.split(maxsplit=3) for line in ran.out.splitlines()]
    assert ["harbour", "-", "-", "cannot be used: there is no engine 'harbour'"] in rows
    assert ["quay", "-", "-", "cannot be used: there is no engine 'harbour'"] in rows
    entries = {entry["id"]: entry for entry in pnp("list", "--json").json}
    assert list(entries) == ["mine", "harbour", "quay"]
    assert [(item["code"], item["line"]) for item in entries["quay"]["diagnostics"]] == [("unknown-engine", 2)]


def test_a_misspelt_name_of_it_is_told(pnp: Callable[..., Any]) -> None:
    ran = pnp("build", "hrbour")
    assert (ran.status, ran.err.splitlines()[-1]) == (2, "  hint: did you mean 'harbour'?")


def test_build_without_a_name_lists_it_too(pnp: Callable[..., Any]) -> None:
    assert pnp("build").err.splitlines()[-1] == "  hint: games.toml has: mine, harbour, quay"


def test_a_kit_of_it_from_before_is_not_verified_and_the_reason_is_told(
    pnp: Callable[..., Any], tmp_path: Path
) -> None:
    kit = pnp("build", "mine").out.strip()
    assert pnp("verify", kit).status == 0
    (tmp_path / "games.toml").write_text(TEXT.replace('engine = "deck"', 'engine = "dock-yard"'), encoding="utf-8")
    ran = pnp("verify", kit)
    assert ran.status != 0
    assert "there is no engine 'dock-yard'" in ran.out + ran.err
