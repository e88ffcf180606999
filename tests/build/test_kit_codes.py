"""The code of a kit follows every word that its faces show, and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from pnp.build.faces import kit_code
from pnp.kit_code import parse_code
from pnp.project.project import open_project

SHIPPED = {"red": "06TF-2TSVF-AC275-0", "iroha": "7H2X-3MHQP-B1Y1J-7"}


def _code(folder: Path, game: str, table: str) -> str:
    file = folder / "games.toml"
    file.write_text(f'[{game}]\nextends = "shipped:{game}"\n{table}\n', encoding="utf-8")
    return kit_code(open_project(file).game(game))


@pytest.mark.parametrize("game", SHIPPED)
def test_cards_that_were_printed_long_ago_still_hold(game: str, tmp_path: Path) -> None:
    assert _code(tmp_path, game, "") == SHIPPED[game]


@pytest.mark.parametrize(
    ("game", "words"),
    [
        ("collectmate", '[collectmate.cards.dot-red]\ncaption = { en = "a [rest] for [2 people]" }'),
        ("kasane", '[kasane.yaku.jogen]\nruby = "じやうげん"'),
        ("kasane", '[kasane.yaku.jogen]\nname = "First Quarter"'),
        ("red", '[red.colours.red]\nname = "Scarlet"'),
        ("koka", 'title = "Dice of Rainbow Flowers"'),
    ],
)
def test_a_changed_word_changes_the_words_of_the_code_alone(game: str, words: str, tmp_path: Path) -> None:
    before, after = parse_code(_code(tmp_path, game, "")), parse_code(_code(tmp_path, game, words))
    assert (before.game, before.figures) == (after.game, after.figures)
    assert before.words != after.words


@pytest.mark.parametrize(
    ("game", "other"),
    [
        ("red", '[red.colours.red]\nmark = "moon"\n[red.colours.indigo]\nmark = "sun"'),
        ("red", '[red.colours.red]\nink = "#c00000"'),
        ("red", 'paper = "letter"'),
    ],
)
def test_art_and_ink_leave_the_code_as_it_is(game: str, other: str, tmp_path: Path) -> None:
    assert _code(tmp_path, game, other) == _code(tmp_path, game, "")
