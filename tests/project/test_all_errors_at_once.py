"""One run tells what is wrong with all components: cards, summaries, pages, and pieces that fit on no sheet."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pnp.shipped import shipped

COMMANDS = [("check",), ("build", "mine")]


@pytest.fixture
def templates(tmp_path: Path) -> Path:
    """Templates of red, to be changed."""
    folder = tmp_path / "templates" / "red"
    shutil.copytree(shipped("templates") / "red", folder)
    return folder


def told(ran: Any) -> list[str]:
    assert ran.status == 2, ran.err
    return [line for line in ran.err.splitlines() if "error[" in line]


@pytest.mark.parametrize("command", COMMANDS)
def test_cards_summaries_and_pages_are_all_told(
    command: tuple[str, ...], templates: Path, pnp: Callable[..., Any], tmp_path: Path
) -> None:
    for name in ("card", "summary-front", "summary-back", "rules"):
        file = templates / f"{name}.svg.j2"
        assert file.exists()
        file.write_text(f"{{{{ wrong_in_{name.replace('-', '_')} }}}}\n", encoding="utf-8")
    (tmp_path / "games.toml").write_text('[mine]\nextends = "shipped:red"\n', encoding="utf-8")
    messages = told(pnp(*command))
    assert [line.split(" ")[0] for line in messages] == [
        f"templates/red/{name}.svg.j2:1:" for name in ("card", "summary-front", "summary-back", "rules")
    ]
    assert ["cards/" in messages[0], "summary/" in messages[1], "summary/" in messages[2], "rules/" in messages[3]] == [
        True
    ] * 4
    assert list(tmp_path.rglob("*.pdf")) == []


def test_a_summary_that_a_page_counts_is_told_once_and_the_page_is_tried_all_the_same(
    templates: Path, pnp: Callable[..., Any], tmp_path: Path
) -> None:
    (templates / "summary-back.svg.j2").write_text("{{ wrong }}", encoding="utf-8")
    (templates / "rules.svg.j2").write_text("{{ contents_of_kit() | length }}{{ worse }}", encoding="utf-8")
    (tmp_path / "games.toml").write_text('[mine]\nextends = "shipped:red"\n', encoding="utf-8")
    names = ["'wrong' is undefined", "'worse' is undefined"]
    assert [name in line for name, line in zip(names, told(pnp("check")), strict=True)] == [True, True]
    assert "'wrong' is undefined" in "".join(told(pnp("build", "mine", "--only", "summary")))
    only = told(pnp("build", "mine", "--only", "rules"))
    assert [name in line for name, line in zip(reversed(names), only, strict=True)] == [True, True]
    # A page that is right in itself would miscount.
    (templates / "rules.svg.j2").write_text("{% set _ = contents_of_kit() %}", encoding="utf-8")
    assert len(told(pnp("build", "mine", "--only", "rules"))) == 1


@pytest.mark.parametrize("command", COMMANDS)
def test_pieces_larger_than_the_paper_are_told_with_what_else_is_wrong(
    command: tuple[str, ...], templates: Path, pnp: Callable[..., Any], tmp_path: Path
) -> None:
    (templates / "summary-front.svg.j2").write_text("{{ wrong }}", encoding="utf-8")
    text = '[mine]\nextends = "shipped:red"\n[mine.components]\nplaying = { size = "400mm x 400mm" }\n'
    (tmp_path / "games.toml").write_text(text, encoding="utf-8")
    messages = told(pnp(*command))
    assert "games.toml:4:20: error[card-too-large]: playing" in messages[0]
    assert "summary-front.svg.j2:1: error[undefined-name]" in messages[-1]


def test_many_pages_with_one_error_are_no_flood(pnp: Callable[..., Any], tmp_path: Path) -> None:
    folder = tmp_path / "templates" / "deck"
    folder.mkdir(parents=True)
    (folder / "sheet.svg.j2").write_text("{{ card.titel }}", encoding="utf-8")
    (tmp_path / "cards.csv").write_text("title\n" + "Newt\n" * 60, encoding="utf-8")
    (tmp_path / "games.toml").write_text(
        '[mine]\nengine = "deck"\ntitle = "Mine"\n[mine.decks]\ncards = "cards.csv"\n[mine.components]\n'
        'sheets = { kind = "page", title = "sheets", template = "sheet", of = "cards" }\n',
        encoding="utf-8",
    )
    messages = told(pnp("check"))
    assert len(messages) == 21
    assert messages[-1].endswith("and 40 more errors")
