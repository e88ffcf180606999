"""Source locations of problems in a definition file of kasane."""

from __future__ import annotations

from pathlib import Path

import pytest

from pnp.definition import DefinitionSource
from pnp.definition.load import load_definition
from pnp.diagnostics import DefinitionError
from pnp.project.definitions import engine_settings

SHIPPED = (Path(__file__).parents[3] / "games.toml").read_text(encoding="utf-8")
KIND = engine_settings("kasane")


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("players = 4, per-row = 4, rounds = 4", "players = 4, per-row = 5, rounds = 4", "error[too-few-cards]"),
        ('{ is = "sum", of = 10 }', '{ is = "sum" }', "error[missing-figure]: the rule 'sum' needs `of`"),
        ("numbers = [1, 2, 6] }", "numbers = [1, 2, 16] }", "error[unknown-number]: there is no card"),
        ("bonus = { from = 8", "bonus = { from = 14", "error[bonus-never]"),
        ('yaku = "ju",     cards = 2', 'yaku = "ju",     cards = 5', "error[unknown-slot]"),
        ("from = 1, to = 5", "from = 5, to = 1", "error[bounds-reversed]"),
    ],
)
def test_what_cannot_be_played_is_told_where_it_stands(old: str, new: str, message: str, tmp_path: Path) -> None:
    # The components have tests of their own.
    table = "[kasane]" + SHIPPED.split("\n[kasane]")[1].split("\n[kasane.")[0]
    text = (
        table + '\n[kasane.components]\ncards = { kind = "cards", title = "cards", of = "deck", template = "card" }\n'
    )
    assert text.count(old) == 1
    path = tmp_path / "games.toml"
    path.write_text(text.replace(old, new), encoding="utf-8")
    with pytest.raises(DefinitionError) as caught:
        load_definition(DefinitionSource(path, {"shipped": path}), {"kasane": KIND})
    assert message in str(caught.value)
    line = next(number for number, row in enumerate(text.split("\n"), 1) if old in row)
    assert f"games.toml:{line}:" in str(caught.value)
