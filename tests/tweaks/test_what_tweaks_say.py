"""Tweaks of games that must work, and what their sheets say of them and do not say: the tables of ``said``."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from pnp.model.text import Language
from tests.tweaks.kits import PAPER, kit_of, pages_of
from tests.tweaks.saying import part_of, said, unsaid

pytestmark = pytest.mark.kit

SAID = {
    game: tomllib.loads((Path(__file__).parent / "said" / f"{game}.toml").read_text("utf-8"))
    for game in ("collectmate", "iroha", "kasane", "koka")
}
Case = Mapping[str, Any]


@pytest.mark.parametrize(
    ("game", "case"),
    [
        pytest.param(game, case, id=f"{game}-{case['name']}", marks=() if case.get("quick") else pytest.mark.full)
        for game, table in SAID.items()
        for case in table["working"]
    ],
)
def test_a_tweak_builds_and_its_rule_sheet_holds_every_example(
    game: str, case: Case, printed: Callable[..., Any]
) -> None:
    options = {key: case[key] for key in ("language", "paper") if key in case}
    kit = kit_of(game, case.get("lines", ""), printed, only=tuple(SAID[game].get("builds", ())), **options)
    assert kit.manifest["unkilled"] == case.get("unkilled", [])
    on_rules = pages_of(kit, "rules")
    examples = kit.manifest["examples"]
    placed = {one["id"] for one in examples if any(place["page"] in on_rules for place in one["places"])}
    assert placed == {one["id"] for one in examples}


@pytest.mark.parametrize(
    ("game", "case", "language"),
    [
        pytest.param(
            *(game, case, language),
            id=f"{game}-{case['name']}-{language}",
            marks=() if language in case.get("often", ()) else pytest.mark.full,
        )
        for game, table in SAID.items()
        for case in table["said"]
        for language in ("en", "ja")
    ],
)
def test_the_parts_of_a_kit_take_their_figures_from_the_definition(
    game: str, case: Case, language: Language, printed: Callable[..., Any]
) -> None:
    lines = case.get("lines", "")
    parts = case["part"] if isinstance(case["part"], list) else [case["part"]]
    options = {"only": tuple(SAID[game].get("builds", parts))} if lines else {"paper": PAPER[language]}
    kit = kit_of(game, lines, printed, language=language, **options)
    text = " ".join(kit.pages_of(part) for part in parts)
    assert unsaid(part_of(game, case["says"]), text, language) == []
    assert said(part_of(game, case.get("never", [])), text, language) == []
