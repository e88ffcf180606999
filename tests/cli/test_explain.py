"""``pnp explain``: the meaning of a key by its name, and the nearest key for an unknown one."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Pnp = Callable[..., Any]


def test_a_key_is_told_with_its_values_and_an_example(pnp: Pnp) -> None:
    ran = pnp("explain", "tile.overlap")
    assert (ran.status, ran.err) == (0, "")
    assert (
        ran.out
        == """\
[GAME.components.ID.tile] overlap
  How far a tile reaches under the next one.
  value       a length (3mm to 50mm)
  default     "8mm"
  example     overlap = "8mm"
"""
    )


def test_a_name_that_stands_in_several_places_is_told_for_each(pnp: Pnp) -> None:
    ran = pnp("explain", "edge")
    assert ran.out.startswith("[project] edge\n")
    assert "\n\n[GAME.components.ID] edge\n" in ran.out
    assert '\n\n[GAME.components.ID.net] edge  (where is = "cube")\n' in ran.out


def test_a_name_of_very_many_places_is_listed(pnp: Pnp) -> None:
    ran = pnp("explain", "name")
    assert '[[GAME.colours]] name  (engine = "red")' in ran.out.split("\n")
    assert "value" not in ran.out
    assert "name the table as well: pnp explain text-icons.name\n" in ran.err


def test_a_table_tells_its_keys(pnp: Pnp) -> None:
    out = pnp("explain", "credits").out
    assert "  its keys    designers, artists, publisher, year, note\n" in out


@pytest.mark.parametrize("arguments", [("[GAME.components.ID] edge",), ("[GAME.components.ID]", "edge")], ids=len)
def test_a_key_may_be_written_as_it_stands_in_the_file(arguments: tuple[str, ...], pnp: Pnp) -> None:
    assert pnp("explain", *arguments).out.startswith("[GAME.components.ID] edge\n")


def test_without_a_key_all_are_listed_by_table(pnp: Pnp) -> None:
    out = pnp("explain").out
    assert out.startswith("[project]\n  language, paper, card, bleed, margin, gutter")
    assert "\n[GAME]\n  extends, engine, title," in out
    assert '\nengine = "red"\n[GAME]\n  players, colours, order,' in out


@pytest.mark.parametrize(("unknown_key", "meant"), [("components.egde", "components.edge"), ("colurs", "colours")])
def test_what_is_no_key_is_told_with_the_nearest(unknown_key: str, meant: str, pnp: Pnp) -> None:
    ran = pnp("explain", unknown_key)
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith(f"error[unknown-key]: there is no key {unknown_key!r}\n  hint: did you mean {meant}")


def test_what_is_like_no_key_is_told(pnp: Pnp) -> None:
    assert pnp("explain", "xyzzyx").err == (
        "error[unknown-key]: there is no key 'xyzzyx'\n  hint: `pnp explain` lists them all\n"
    )


def test_programs_can_read_it(pnp: Pnp) -> None:
    (entry,) = json.loads(pnp("explain", "red.hand", "--json").out)
    assert entry == {
        "key": "red.hand",
        "table": "[GAME]",
        "name": "hand",
        "engine": "red",
        "where": None,
        "meaning": "How many cards each player is dealt.",
        "kind": "a whole number from 1 to 99",
        "required": True,
        "default": None,
        "example": "hand = 7",
    }
    assert json.loads(pnp("explain", "xyzzyx", "--json").out)["ok"] is False


def test_a_hint_for_a_wrong_type_leads_to_what_is_told(pnp: Pnp, tmp_path: Path) -> None:
    for literal in ('"v0.3"', '["v0.3"]'):
        (tmp_path / "games.toml").write_text(
            f'[mine]\nextends = "shipped:red"\ncredits = {literal}\n', encoding="utf-8"
        )
        hint = 'hint: write credits = { designers = ["Ann Author", "Ben Writer"] }, for example; `pnp explain credits`'
        assert hint in pnp("check", "mine").err
    assert pnp("explain", "credits").status == 0
