"""Table of iroha in a definition file, as a person writes it."""

from __future__ import annotations

from pathlib import Path

import pytest

from pnp.definition import DefinitionSource
from pnp.definition.load import load_definition
from pnp.diagnostics import DefinitionError
from pnp.games.iroha.rules.decisions import rules_of
from pnp.games.iroha.settings import IrohaSettings
from pnp.project.definitions import engine_settings
from tests.games.iroha.definitions import VARIANTS

TABLE = """
[iroha]
engine = "iroha"
title = { en = "Iroha ni Haedo", ja = "色映に生へど" }
players = [3, 6]
dealt = 9
passed = 2
cost = 1
deals-each = 1
numbers = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]
icons = [
  { numbers = [1, 2, 3, 4, 5, 6], from = 3 },
  { numbers = [7, 8], from = 4 },
  { numbers = [9, 10], from = 5 },
  { numbers = [11, 12], from = 6 },
]
suits = [
  { id = "bird",      name = { en = "bird",      ja = "鳥", ruby = "とり" }, letter = { en = "Bi", ja = "鳥" }, ink = "#e06a1a", motif = "bird",      pattern = "yagasuri" },
  { id = "fan",       name = { en = "fan",       ja = "扇", ruby = "おうぎ" }, letter = { en = "Fa", ja = "扇" }, ink = "#1b8570", motif = "fan",       pattern = "kikko" },
  { id = "butterfly", name = { en = "butterfly", ja = "蝶", ruby = "ちょう" }, plural = { en = "butterflies", ja = "蝶" }, letter = { en = "Bu", ja = "蝶" }, ink = "#1c3f94", motif = "butterfly", pattern = "asanoha" },
  { id = "umbrella",  name = { en = "umbrella",  ja = "傘", ruby = "かさ" }, letter = { en = "Um", ja = "傘" }, ink = "#f4c838", motif = "umbrella",  pattern = "seigaiha" },
  { id = "flower",    name = { en = "flower",    ja = "花", ruby = "はな" }, letter = { en = "Fl", ja = "花" }, ink = "#a80f30", motif = "flower",    pattern = "shippo" },
]

[iroha.components]
cards = { kind = "cards", title = "cards", of = "deck", template = "card" }

[iroha.assumed]
icons = { en = "The source shows the icons in a picture only.", ja = "アイコンは原典では図のみ。" }
"""  # noqa: E501 - a table of suits reads best with a row each


KIND = engine_settings("iroha")


def read(folder: Path, text: str) -> IrohaSettings:
    path = folder / "games.toml"
    path.write_text(text, encoding="utf-8")
    settings = load_definition(DefinitionSource(path, {"shipped": path}), {"iroha": KIND}).games["iroha"].settings
    assert isinstance(settings, IrohaSettings)
    return settings


def test_the_table_says_what_the_tests_play_with(tmp_path: Path) -> None:
    assert read(tmp_path, TABLE) == VARIANTS["iroha"]


@pytest.mark.parametrize(
    ("old", "new", "message_part"),
    [
        ("dealt = 9", "dealt = 11", "error[too-few-cards]: 3 players need 33 cards"),
        ("[11, 12], from = 6", "[11], from = 6", "error[number-without-icon]: no icon says"),
        ("[11, 12], from", "[11, 12], form", "did you mean"),
        ("cost = 1", 'cost = "1"', "games.toml:8:8"),
        ("passed = 2", "passed = 10", "error[pass-over-hand]"),
    ],
)
def test_what_cannot_be_played_is_told_where_it_stands(old: str, new: str, message_part: str, tmp_path: Path) -> None:
    assert old in TABLE
    with pytest.raises(DefinitionError) as caught:
        read(tmp_path, TABLE.replace(old, new))
    message = str(caught.value)
    assert message_part in message
    assert "games.toml:" in message


def test_ten_cards_are_dealt_by_one_changed_line(tmp_path: Path) -> None:
    rules = rules_of(read(tmp_path, TABLE.replace("dealt = 9", "dealt = 10")))
    assert rules.dealt == 10
