"""``--players N`` prints only what that number uses; definition and examples stay as they are."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pnp.model.component import Item


@pytest.mark.parametrize(
    ("players", "highest", "cards"),
    [
        (3, 6, 30),
        pytest.param(4, 8, 40, marks=pytest.mark.kit),
        (5, 10, 50),
        pytest.param(6, 12, 60, marks=pytest.mark.kit),
    ],
)
def test_only_the_cards_in_play_are_printed(
    players: int, highest: int, cards: int, printed: Callable[..., Any]
) -> None:
    kit = printed(game="iroha", players=players, only=("cards",))
    shown = [slot["card"] for _, slot in kit.slots("cards")]
    assert len(shown) == len(set(shown)) == cards
    assert max(int(card.rpartition("-")[2]) for card in shown) == highest


def test_what_is_not_a_card_is_printed_whole_and_nothing_else_changes(printed: Callable[..., Any]) -> None:
    parts = ("marker", "pad", "rules")
    few, whole = printed(game="iroha", players=3, only=parts), printed(game="iroha", only=parts)
    for component in parts:
        assert len(few.slots(component)) == len(whole.slots(component)) > 0
    for key in ("definition_sha256", "code", "unkilled"):
        assert few.manifest[key] == whole.manifest[key]
    assert [example["in"] for example in few.manifest["examples"]] == [
        example["in"] for example in whole.manifest["examples"]
    ]
    assert (few.manifest["players"], whole.manifest.get("players")) == (3, None)


def test_a_kit_for_some_players_has_a_name_of_its_own_and_verifies(pnp: Callable[..., Any], tmp_path: Path) -> None:
    assert pnp("build", "iroha", "--players", 3, "--only", "summary", "--only", "marker").status == 0
    (pdf_file,) = tmp_path.rglob("*.pdf")
    assert pdf_file.name == "iroha-en-a4-3-players-marker-summary.pdf"
    assert pnp("verify", pdf_file).status == 0


@pytest.mark.parametrize(("players", "summaries"), [(3, 3), (6, 6), (None, 6)])
def test_what_everyone_takes_is_printed_for_each(
    players: int | None, summaries: int, printed: Callable[..., Any]
) -> None:
    slots = printed(game="iroha", players=players, only=("summary",)).slots("summary")
    assert len([slot for _, slot in slots if slot["card"] == "summary" and slot["face"] == "front"]) == summaries


def test_copies_follow_the_players_of_a_tweak_and_a_deck_that_does_not_is_told(
    pnp: Callable[..., Any], tmp_path: Path
) -> None:
    text = """\
[mine]
extends = "shipped:red"
players = [2, 5]
decks = { bits = [{ id = "fan", copies = 2 }, { id = "drum" }] }
[mine.components]
summary = { copies = 2 }
bits = { kind = "tokens", title = "bits", of = "bits", cards-each = 1, template = "bit", size = "18mm" }
order = { copies-each = 1 }
"""
    (tmp_path / "games.toml").write_text(text, encoding="utf-8")
    parts = {part["id"]: part["pieces"] for part in pnp("list", "--json").json[0]["components"]}
    assert (parts["order"], parts["summary"]) == (5, 2)
    ran = pnp("build", "mine", "--only", "order")
    assert ran.status == 0
    assert "games.toml:4:18: warning[too-few-for-players]: there are 3 of 'bits' for 5 players" in ran.err
    assert "add 2, or let fewer play" in ran.err
    assert "too-few-for-players" not in pnp("build", "mine", "--only", "order", "--players", 3).err


def test_a_deck_that_is_not_ones_own_is_told_at_the_players(pnp: Callable[..., Any], tmp_path: Path) -> None:
    text = """\
[mine]
extends = "shipped:kasane"
players = [3, 5]
set-up = [
  { players = 3, per-row = 5, rounds = 3, remove = 1, remove-plus-one = 2 },
  { players = 4, per-row = 4, rounds = 4 },
  { players = 5, per-row = 5, rounds = 2 },
]
"""
    (tmp_path / "games.toml").write_text(text, encoding="utf-8")
    ran = pnp("build", "mine", "--only", "start")
    assert "games.toml:3:11: warning[too-few-for-players]: there are 4 of 'illustration" in ran.err


def test_a_game_whose_cards_are_all_used_is_printed_whole(printed: Callable[..., Any]) -> None:
    assert len(printed(game="red", players=2, only=("cards",)).slots("cards")) == 49


@pytest.mark.parametrize(
    ("toml", "players", "place", "hint"),
    [
        ('[mine]\nextends = "shipped:iroha"\nplayers = [3, 5]\n', 6, "games.toml:3:11: error[players]", "3 to 5"),
        ('[mine]\nextends = "shipped:red"\n', 5, "games.toml:", "2 to 4"),
    ],
)
def test_a_number_of_players_that_the_game_is_not_for_is_refused_in_the_definition(
    toml: str, players: int, place: str, hint: str, pnp: Callable[..., Any], tmp_path: Path
) -> None:
    extra = "icons = [{ numbers = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12], from = 3 }]\n" if "iroha" in toml else ""
    (tmp_path / "games.toml").write_text(toml + extra, encoding="utf-8")
    ran = pnp("build", "mine", "--players", players)
    assert ran.status == 2
    assert place in ran.err and f"mine is not for {players} players" in ran.err and hint in ran.err
    assert [path.name for path in tmp_path.iterdir()] == ["games.toml"]


def test_a_plain_deck_knows_no_number_of_players(pnp: Callable[..., Any], tmp_path: Path) -> None:
    (tmp_path / "games.toml").write_text(
        '[mine]\nengine = "deck"\ntitle = "Mine"\n'
        'decks = { deck = [{ id = "one" }] }\n'
        '[mine.components]\ncards = { kind = "cards", title = "cards", of = "deck", template = "card" }\n',
        encoding="utf-8",
    )
    ran = pnp("build", "mine", "--players", 3)
    assert ran.status == 2
    assert "games.toml:2:10: error[players]: mine is a deck for any number of players" in ran.err


def test_a_deck_for_some_players_counts_by_them(pnp: Callable[..., Any], tmp_path: Path) -> None:
    (tmp_path / "games.toml").write_text(
        '[mine]\nengine = "deck"\ntitle = "Mine"\nplayers = [2, 4]\n'
        'decks = { deck = [{ id = "one" }, { id = "two" }] }\n[mine.components]\n'
        'cards = { kind = "cards", title = "cards", of = "deck", template = "card", copies-each = 3 }\n',
        encoding="utf-8",
    )
    templates = tmp_path / "templates" / "deck"
    templates.mkdir(parents=True)
    (templates / "card.svg.j2").write_text("{{ line(item.id, 5, 9, 4) }}", encoding="utf-8")
    for arguments, cards in (((), 24), (("--players", 2), 12), (("--players", 3), 18)):
        ran = pnp("build", "mine", "--json", *arguments)
        assert (ran.status, ran.json["kits"][0]["components"][0]["pieces"]) == (0, cards), ran.err
    refused = pnp("build", "mine", "--players", 5)
    assert refused.status == 2
    assert "games.toml:4:11: error[players]: mine is not for 5 players" in refused.err
    assert "it is for 2 to 4" in refused.err


def test_an_item_says_with_how_many_it_is_used() -> None:
    assert [Item("x", players=(3, 5)).used_with(players) for players in (2, 3, 5, 6)] == [False, True, True, False]
    assert Item("x").used_with(1)
