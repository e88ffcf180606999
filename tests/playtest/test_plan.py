"""A plan names its game, and a game with other values, in words that another process can read."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest

from pnp.diagnostics import PnpError
from pnp.playtest.plan import GameReference, Plan


def test_a_change_is_that_of_the_users_definition(tmp_path: Path) -> None:
    file = tmp_path / "games.toml"
    file.write_text('[mine]\nextends = "shipped:red"\nhand = 4\ntitle = "Mine"\n', encoding="utf-8")
    mine = GameReference("mine", file)
    changed = mine.changed("hand", "6")
    assert (mine.open(2).rules.hand, changed.open(2).rules.hand) == (4, 6)
    assert mine.digest() != changed.digest()
    assert changed.digest() == pickle.loads(pickle.dumps(changed)).digest()
    assert mine.changed("hand", "4").digest() == mine.digest()


def test_changes_add_up_and_may_lie_deep() -> None:
    red = GameReference("red", shipped=True).changed("hand", "3").changed("colours.red.letter", '"Q"')
    rules = red.open(3).rules
    assert rules.hand == 3
    assert rules.letters["red"] == "Q"


@pytest.mark.parametrize(
    ("key", "value", "told"),
    [
        ("hand", "0", "error[out-of-range]: hand = 0: 0 is out of range"),
        ("hand", '"many"', 'error[wrong-type]: hand = "many": expected a whole number'),
        ("hnd", "3", "error[unknown-key]: hnd = 3: there is no key 'hnd' here"),
    ],
)
def test_a_change_that_cannot_be_is_told_by_its_key_and_not_by_a_file_of_ours(key: str, value: str, told: str) -> None:
    with pytest.raises(PnpError) as error:
        GameReference("red", shipped=True).changed(key, value).open(2)
    text = str(error.value)
    assert told in text
    assert "pnp-playtest" not in text


def test_an_error_of_the_users_file_keeps_its_place(tmp_path: Path) -> None:
    file = tmp_path / "games.toml"
    file.write_text('[mine]\nextends = "shipped:red"\nhands = 4\n', encoding="utf-8")
    with pytest.raises(PnpError, match=r"games.toml:3:1: error\[unknown-key\]: there is no key 'hands'"):
        GameReference("mine", file).changed("hand", "6").open(2)


def test_a_bot_that_there_is_not_is_refused() -> None:
    with pytest.raises(ValueError, match="clever"):
        Plan(GameReference("red"), 2, 1, bot="clever")
