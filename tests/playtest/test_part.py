"""A part is played by its order alone, and refused where it would be another game."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from pnp.diagnostics import PnpError
from pnp.playtest.part import play_part
from pnp.playtest.plan import GameReference, Order, Plan
from pnp.playtest.tally import play_games

RED = Plan(GameReference("red", shipped=True), 2, 4)


@pytest.mark.parametrize(
    ("name", "players"), [("red", 4), ("red7", 2), ("iroha", 3), ("collectmate", 3), ("kasane", 3), ("koka", 2)]
)
def test_an_order_holds_the_whole_game(name: str, players: int) -> None:
    plan = Plan(GameReference(name, shipped=True), players, 3)
    wanted = play_games(plan.game.open(players), plan.bots(), range(3), plan.details_to_count())
    assert play_part(Order.of(plan).text, range(3)) == wanted.counts


def test_a_part_is_played_without_the_files_of_the_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "games.toml"
    file.write_text('[mine]\nextends = "shipped:red"\nhand = 4\n', encoding="utf-8")
    counted = {"details": True, "restricted": True, "choices": True, "misreadings": True}
    plan = Plan(GameReference("mine", file).changed("hand", "5"), 2, 4, rival="greedy", **counted)
    wanted = play_games(plan.game.open(2), plan.bots(), range(4), plan.details_to_count())
    order = Order.of(plan)
    file.unlink()
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    assert play_part(order.text, range(4)) == wanted.counts
    assert os.fspath(tmp_path) not in order.text


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"pnp": "0.0.9"}, r"process \d+ on .* has pnp 0\.1\.0, not pnp 0\.0\.9"),
        ({"package": "pnp-red 1.2"}, r"has pnp-kit 0\.1\.0, not pnp-red 1\.2"),
        ({"engine": "purple", "package": "purple 1"}, r"has no purple, not purple 1"),
        ({"definition": "0" * 64}, r"reads another definition than the one that was sent"),
    ],
)
def test_another_version_is_refused_with_both_numbers(change: dict[str, str], told: str) -> None:
    order = json.loads(Order.of(RED).text) | change
    with pytest.raises(PnpError, match=told):
        play_part(json.dumps(order), range(4))
