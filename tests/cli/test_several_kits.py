"""Several kits in one command: a failed kit does not stop the others, and the last line lists all of them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

MIXED = """\
[first]
extends = "shipped:iroha"
[broken]
extends = "shipped:iroha"
[broken.components]
marker = { template = "nowhere" }
[last]
extends = "shipped:iroha"
"""
ONLY = ("--only", "marker")


@pytest.fixture
def mixed(tmp_path: Path) -> Path:
    (tmp_path / "games.toml").write_text(MIXED, encoding="utf-8")
    return tmp_path


def made(folder: Path, ending: str) -> list[str]:
    return sorted(path.name for path in folder.rglob(f"*.{ending}"))


@pytest.mark.parametrize("games", [("first", "broken", "last"), ("--all",)])
def test_a_kit_that_fails_leaves_the_others_and_is_told(
    games: tuple[str, ...], mixed: Path, pnp: Callable[..., Any]
) -> None:
    ran = pnp("build", *games, *ONLY)
    assert ran.status == 2
    assert made(mixed, "pdf") == ["first-en-a4-marker.pdf", "last-en-a4-marker.pdf"]
    assert [Path(line).name for line in ran.out.splitlines()] == made(mixed, "pdf")
    assert "error[missing-template]: there is no template 'nowhere.svg.j2'" in ran.err
    assert ran.err.endswith("\nnot written: broken; written: first, last\n")


def test_languages_and_papers_are_kits_of_their_own(mixed: Path, pnp: Callable[..., Any]) -> None:
    ran = pnp("build", "broken", "first", *ONLY, "--lang", "ja", "--lang", "en", "--paper", "letter")
    assert ran.status == 2
    assert ran.err.endswith(
        "\nnot written: broken in ja on letter, broken in en on letter; "
        "written: first in ja on letter, first in en on letter\n"
    )
    assert ran.err.count("missing-template") == 1


def test_a_kit_alone_fails_as_ever(mixed: Path, pnp: Callable[..., Any]) -> None:
    ran = pnp("build", "broken", *ONLY)
    assert (ran.status, ran.out) == (2, "")
    assert "not written" not in ran.err


def test_what_all_kits_are_refused_for_is_told_once(mixed: Path, pnp: Callable[..., Any]) -> None:
    ran = pnp("build", "first", "last", "--margin", "90mm", *ONLY)
    assert ran.status == 2 and made(mixed, "pdf") == []
    assert ran.err.endswith("\nnot written: first, last; written: nothing\n")


def test_json_says_which_kits_there_are_and_which_are_not(mixed: Path, pnp: Callable[..., Any]) -> None:
    ran = pnp("build", "first", "broken", "last", *ONLY, "--json")
    assert ran.status == 2
    assert ran.json["ok"] is False
    assert [kit["game"] for kit in ran.json["kits"]] == ["first", "last"]
    assert [item["code"] for item in ran.json["failed"]["broken"]] == ["missing-template"]
    assert ran.json["diagnostics"] == ran.json["failed"]["broken"]


def test_a_disk_that_fails_weighs_more_than_a_kit(mixed: Path, pnp: Callable[..., Any]) -> None:
    (mixed / "output" / "first" / "first-en-a4-marker.pdf").mkdir(parents=True)
    ran = pnp("build", "first", "broken", "last", *ONLY)
    assert ran.status == 3
    assert ran.err.endswith("\nnot written: first, broken; written: last\n")


def test_previews_of_several_games_and_languages(mixed: Path, pnp: Callable[..., Any]) -> None:
    ran = pnp("preview", "first", "broken", *ONLY, "--dpi", "36", "--lang", "en", "--lang", "ja")
    assert ran.status == 2
    assert made(mixed, "png") == ["first-en-marker.png", "first-ja-marker.png"]
    assert ran.err.endswith("\nnot drawn: broken in en, broken in ja; drawn: first in en, first in ja\n")


def test_files_that_cannot_be_read_leave_the_others_to_be_looked_at(mixed: Path, pnp: Callable[..., Any]) -> None:
    assert pnp("build", "first", *ONLY, "--out", ".").status == 0
    ran = pnp("verify", "missing.pdf", "first-en-a4-marker.pdf")
    assert ran.status == 2
    assert ran.out.startswith("✓ first-en-a4-marker.pdf: ")
    assert ran.err.startswith("missing.pdf: error[unreadable]")
    assert ran.err.endswith("\nnot looked at: missing.pdf; looked at: first-en-a4-marker.pdf\n")
    ran = pnp("verify", "missing.pdf", "first-en-a4-marker.pdf", "--json")
    assert ran.status == 2
    assert [(entry["file"], entry["ok"]) for entry in ran.json] == [
        ("first-en-a4-marker.pdf", True),
        ("missing.pdf", False),
    ]


@pytest.mark.parametrize("command", ["check", "build"])
def test_a_warning_about_kits_in_two_languages_is_printed_once(
    command: str, tmp_path: Path, pnp: Callable[..., Any]
) -> None:
    deck = 'cards = [{ id = "a", title = "A", coast = 3 }, { id = "b", title = "B" }]'
    part = 'cards = { kind = "cards", title = "cards", template = "face", of = "cards" }'
    definition = f'[mine]\nengine = "deck"\ntitle = "Mine"\n[mine.decks]\n{deck}\n[mine.components]\n{part}\n'
    (tmp_path / "games.toml").write_text(definition, encoding="utf-8")
    template = tmp_path / "templates/deck/face.svg.j2"
    template.parent.mkdir(parents=True)
    template.write_text("{{ line(card.title, 5, 20, 4) }}", encoding="utf-8")
    ran = pnp(command, "mine", "--lang", "en", "--lang", "ja")
    assert (ran.status, ran.err.count("warning[unread-column]")) == (0, 1)
