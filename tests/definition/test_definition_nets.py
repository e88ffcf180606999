"""Tokens and folded components: what their keys give, and what is wrong with them, at its place."""

from __future__ import annotations

import pytest

from pnp.definition.keys.nets import FACE_ROOM
from pnp.model.net import PanelSide, Tab
from pnp.units import Size

PLAIN = "[mine]\nengine = 'deck'\ntitle = 'x'\n[mine.components]\n"
START = "c = { title = 'x', template = 't', "
CORNER = """\
[mine.components.corner]
kind = 'folded'
title = 'x'
template = 't'
[mine.components.corner.net]
is = 'panels'
panels = [
  { id = 'a', size = '30mm x 30mm' },
  { id = 'b', size = '30mm x 30mm', on = 'a.right', fold = 90, shift = '0mm', up = 'right' },
  { id = 'c', size = '30mm x 30mm', on = 'a.bottom', fold = 90 },
]
tabs = [{ on = 'b.bottom', depth = '8mm', glued-to = 'c.right' }]
meets = [['b.bottom', 'c.right']]
"""
SHIFTED = CORNER.replace("'0mm'", "'-2.5mm'").split("tabs =")[0]
GAME = "[mine]\nengine = 'deck'\ntitle = 'x'\n\n"


def components(desk, text):
    return {component.id: component for component in desk.load(PLAIN + text).games["mine"].components}


def test_tokens_are_round_and_have_bleed_unless_they_say_otherwise(desk):
    tokens = components(
        desk,
        "a = { kind = 'tokens', title = 'x', template = 't', size = '18mm' }\n"
        "b = { kind = 'tokens', title = 'x', template = 't', size = '1cm x 20mm', shape = 'square', edge = 'border' }\n"
        "c = { kind = 'tokens', title = 'x', template = 't', size = 'square', shape = 'square' }\n",
    )
    assert [(token.size, token.shape, token.edge, token.cut) for token in tokens.values()] == [
        (Size(18, 18), "round", "bleed", "circle"),
        (Size(10, 20), "square", "border", "square"),
        (Size(70, 70), "square", "bleed", "square"),
    ]


def test_a_folded_component_is_as_large_as_its_net_and_room_for_marks_around(desk):
    folded = components(
        desk,
        "die = { kind = 'folded', title = 'x', template = 't', net = { is = 'cube', edge = '16mm', tab = '4mm' } }\n"
        "tray = { kind = 'folded', title = 'x', template = 't', net = { is = 'tray', width = '10cm', depth = '80mm', "
        "height = '25mm', tab = '10mm', rim = true } }\n",
    )
    assert folded["die"].size == Size(48 + 2 * FACE_ROOM, 68 + 2 * FACE_ROOM)
    assert folded["die"].cut == "net"
    assert [panel.id for panel in folded["die"].net.panels] == ["1", "2", "3", "4", "5", "6"]
    assert folded["tray"].size == Size(100 + 2 * 49.5 + 2 * FACE_ROOM, 80 + 2 * 49.5 + 2 * FACE_ROOM)


def test_a_net_of_panels_is_read_as_it_stands(desk):
    net = components(desk, CORNER)["corner"].net
    assert [(panel.id, panel.on, panel.fold, panel.up) for panel in net.panels] == [
        ("a", None, 0, "top"),
        ("b", PanelSide("a", "right"), 90, "right"),
        ("c", PanelSide("a", "bottom"), 90, "top"),
    ]
    assert net.tabs == (Tab(PanelSide("b", "bottom"), 8, "c", "right"),)
    assert net.meets == ((PanelSide("b", "bottom"), PanelSide("c", "right")),)


def test_a_shift_may_be_below_zero(desk):
    (corner,) = components(desk, SHIFTED).values()
    assert corner.net.panels[1].shift == -2.5


DIE = "net = { is = 'cube', edge = '16mm', tab = '4mm' }"


@pytest.mark.parametrize(
    ("keys", "code", "place"),
    [
        ("kind = 'tokens' }", "missing-key", "{ title"),
        ("kind = 'tokens', size = '18' }", "not-a-size", "'18'"),
        ("kind = 'tokens', size = '4mm' }", "not-a-size", "'4mm'"),
        ("kind = 'tokens', size = 18 }", "not-a-size", "18 }"),
        ("kind = 'tokens', size = '18mm x 20mm' }", "not-round", "'18mm"),
        ("kind = 'tokens', size = 'card' }", "not-round", "'card'"),
        ("kind = 'tokens', size = '18mm', shape = 'oval' }", "not-one-of", "'oval'"),
        ("kind = 'cards', size = '18mm' }", "not-a-size", "'18mm'"),
        ("kind = 'cards', shape = 'round' }", "needless-key", "shape"),
        (f"kind = 'summary', {DIE} }}", "needless-key", "net"),
        ("kind = 'folded' }", "missing-key", "{ title"),
        (f"kind = 'folded', {DIE}, back = 'b' }}", "needless-key", "back"),
        (f"kind = 'folded', {DIE}, size = '18mm' }}", "needless-key", "size"),
        (f"kind = 'folded', {DIE}, edge = 'bleed' }}", "needless-key", "edge = 'bleed'"),
        ("kind = 'folded', net = { is = 'cone', edge = '16mm', tab = '4mm' } }", "not-one-of", "'cone'"),
        ("kind = 'folded', net = { is = 'cube', edge = '16mm' } }", "missing-key", "{ is"),
        ("kind = 'folded', net = { is = 'cube', edge = 16, tab = '4mm' } }", "not-a-length", "16"),
        ("kind = 'folded', net = { is = 'cube', edge = '16mm', tab = '17mm' } }", "loose-tab", "'17mm'"),
        ("kind = 'folded', net = { is = 'panels', panels = [] } }", "too-few", "[]"),
        ("kind = 'folded', net = { is = 'panels', panels = [{ id = 'a', size = '3cm' }] } }", "not-a-size", "'3cm'"),
        (
            "kind = 'folded', net = { is = 'panels', panels = [{ id = 'a', size = '3cm x 3cm', up = 'over' }] } }",
            "not-one-of",
            "'over'",
        ),
    ],
)
def test_each_wrong_key_is_one_error_at_its_place(desk, keys, code, place):
    line = START + keys
    assert desk.codes(PLAIN + line) == [(code, 5, line.index(place) + 1)]


@pytest.mark.parametrize(
    ("old", "new", "code", "place"),
    [
        ("glued-to = 'c.right'", "glued-to = 'd'", "unknown-panel", "'d'"),
        ("'a.right', fold", "'z.right', fold", "unknown-panel", "'z.right'"),
        ("'a.right', fold", "'right', fold", "bad-panel-side", "'right', fold"),
        ("'a.bottom', fold", "'a.right', fold", "side-taken", "'a.right', fold = 90 }"),
        ("'0mm'", "'-29.5mm'", "not-touching", "'-29.5mm'"),
        ("'c', size = '30mm x 30mm'", "'c', size = '90mm x 90mm'", "net-overlap", "[{ on = 'b.bottom'"),
        ("glued-to = 'c.right'", "glued-to = 'c.left'", "loose-tab", "'c.left'"),
        ("'b.bottom', 'c.right']", "'b.bottom', 'c.left']", "edges-apart", "['b.bottom', 'c.left']"),
        ("fold = 90 },\n]", "fold = '90' },\n]", "wrong-type", "'90'"),
        ("fold = 90 },\n]", "fold = 190 },\n]", "out-of-range", "190"),
        ("'8mm'", "'0.5mm'", "not-a-length", "'0.5mm'"),
    ],
)
def test_what_does_not_fit_together_is_told_at_its_place(desk, old, new, code, place):
    text = GAME + CORNER.replace(old, new)
    before = text[: text.index(place) + (1 if place.startswith("[{") else 0)]
    expected = (code, before.count("\n") + 1, len(before) - before.rindex("\n"))
    assert desk.codes(text) == [expected]


def test_a_table_by_id_changes_one_panel(desk):
    text = PLAIN + CORNER + "[own]\nextends = 'mine'\n[own.components.corner.net.panels]\nc = { fold = 80 }\n"
    (diagnostic,) = desk.errors(text + "[own.components.corner.net]\ntabs = []\n")
    assert diagnostic.code == "edges-apart"
    assert "5.23 mm" in diagnostic.message


def test_a_misspelt_kind_of_net_is_answered_with_the_kinds(desk):
    report = desk.report(PLAIN + START + "kind = 'folded', net = { is = 'tra', width = '1cm' } }")
    assert '"tra" is not one of "cube", "tray", "tuck" and "panels"' in report
    assert 'did you mean "tray"?' in report
