"""Boards and landscape sheets: what their keys give, and what is wrong with them, at its place."""

from __future__ import annotations

import pytest

from pnp.diagnostics import DefinitionError
from pnp.model.component import OVERLAP, Tiling

PLAIN = "[mine]\nengine = 'deck'\ntitle = 'x'\n[mine.components]\n"
START = "c = { title = 'x', template = 't', "


def component(desk, text):
    return desk.load(PLAIN + START + text + " }\n").games["mine"].components[0]


@pytest.mark.parametrize(
    ("tile", "tiling"),
    [
        ("true", Tiling(OVERLAP)),
        ("false", None),
        ("{ overlap = '1cm' }", Tiling(10)),
        ("{ columns = 3, rows = 2 }", Tiling(OVERLAP, 3, 2)),
        ("{}", Tiling(OVERLAP)),
    ],
)
def test_a_board_is_parted_as_its_key_says(desk, tile, tiling):
    assert component(desk, f"kind = 'cards', size = '400mm x 300mm', tile = {tile}").tile == tiling


def test_without_the_keys_nothing_is_parted_and_sheets_lie_as_they_did(desk):
    cards = component(desk, "kind = 'cards'")
    assert (cards.tile, cards.orientation) == (None, None)


def test_any_component_may_say_how_its_sheets_lie(desk):
    for kind in ("kind = 'page'", "kind = 'cards'", "kind = 'tokens', size = '18mm'"):
        assert component(desk, f"{kind}, orientation = 'landscape'").orientation == "landscape"


@pytest.mark.parametrize(
    ("keys", "code", "message"),
    [
        ("kind = 'page', tile = true", "needless-key", "only a board"),
        ("kind = 'tokens', size = '18mm', tile = true", "needless-key", "only a board"),
        ("kind = 'cards', tile = 'yes'", "wrong-type", "expected true or false or a table"),
        ("kind = 'cards', tile = { overlap = '1mm' }", "not-a-length", "'1mm' is no strip to glue"),
        ("kind = 'cards', tile = { overlap = 8 }", "not-a-length", "a bare number is not a length"),
        ("kind = 'cards', tile = { columns = 0 }", "out-of-range", "0 is out of range"),
        ("kind = 'cards', tile = { colums = 2 }", "unknown-key", "there is no key 'colums' here"),
        ("kind = 'page', orientation = 'sideways'", "not-one-of", '"sideways" is not one of'),
    ],
)
def test_what_is_wrong_with_them_is_told_at_its_line(desk, keys, code, message):
    with pytest.raises(DefinitionError) as caught:
        component(desk, keys)
    (diagnostic,) = caught.value.diagnostics
    assert diagnostic.code == code
    assert message in diagnostic.message
    assert diagnostic.location is not None
    assert diagnostic.location.line == 5
