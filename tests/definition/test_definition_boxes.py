"""Tuck boxes: their size follows from what they hold."""

from __future__ import annotations

import pytest

from pnp.model.component import Component
from pnp.model.text import say

KIT = """\
[mine]
engine = "deck"
title = "Mine"

[mine.decks]
cards = [ { title = "Newt", copies = COUNT } ]

[mine.components]
cards = { kind = "cards", title = "cards", of = "cards", template = "card" }
"""
BOX = 'box = { kind = "folded", title = "box", template = "box", net = { is = "tuck" } }\n'


def box_with(desk, more: str = "", count: int = 40, box: str = BOX) -> tuple[Component, float, float, float]:
    game = desk.load(KIT.replace("COUNT", str(count)) + more + box).games["mine"]
    component = game.components[-1]
    assert component.is_packaging and component.net is not None
    sizes = {panel.id: panel.size for panel in component.net.panels}
    assert sizes["lid"] == sizes["floor"]
    return component, sizes["front"].width, sizes["front"].height, sizes["right"].width


def test_a_component_is_packaging_where_it_says_so_and_a_tuck_box_unless_it_denies_it(desk):
    band = 'band = { kind = "tokens", title = "band", template = "band", size = "20mm"MORE }\n'
    for box, packaging in [(band.replace("MORE", ""), False), (band.replace("MORE", ", packaging = true"), True)]:
        assert desk.load(KIT.replace("COUNT", "1") + box).games["mine"].components[-1].is_packaging is packaging
    denied = BOX.replace("net =", "packaging = false, net =")
    assert not desk.load(KIT.replace("COUNT", "1") + denied).games["mine"].components[-1].is_packaging


def test_it_holds_the_cards_with_room_for_its_own_layers(desk):
    component, width, height, depth = box_with(desk)
    assert (width, height, depth) == (65, 90.5, 15.5)  # 40 × 0.33 mm, and 2 mm
    assert component.copies == 1


def test_it_says_how_it_is_made_unless_it_has_words_of_its_own(desk):
    component, *_ = box_with(desk)
    assert component.steps is not None
    assert "mark to mark" in say(component.steps, "en")
    assert "のり" in say(component.steps, "ja")
    own, *_ = box_with(desk, box=BOX.replace("net =", 'steps = "Ask at the shop.", net ='))
    assert own.steps == "Ask at the shop."


def test_sleeves_make_it_wider_higher_and_deeper_but_only_for_cards_of_the_size_of_the_kit(desk):
    sleeved = BOX.replace('"tuck"', '"tuck", sleeved = true')
    assert box_with(desk, box=sleeved)[1:] == (68, 93.5, 19)
    large = 'board = { kind = "cards", title = "board", template = "card", size = "100mm x 60mm" }\n'
    assert box_with(desk, large, box=sleeved)[1:] == (68, 102.5, 19.5)


@pytest.mark.parametrize(
    ("more", "size"),
    [
        ('s = { kind = "summary", title = "s", template = "s", copies = 4 }\n', (65, 90.5, 18)),
        ('t = { kind = "tokens", title = "t", template = "t", size = "20mm", copies = 13 }\n', (65, 90.5, 16)),
        ('t = { kind = "tokens", title = "t", template = "t", size = "70mm" }\n', (72, 90.5, 16)),
        ('r = { kind = "page", title = "r", template = "r" }\n', (65, 90.5, 15.5)),
        ('o = { kind = "cards", title = "o", template = "o", size = "88mm x 63mm", copies = 2 }\n', (65, 90.5, 16)),
        ('o = { kind = "cards", title = "o", template = "o", stock = "board" }\n', (65, 90.5, 17.5)),
    ],
    ids=["two summary cards a copy", "two layers of tokens", "a wide token", "pages", "turned cards", "board"],
)
def test_all_that_is_cut_out_and_flat_counts(desk, more, size):
    assert box_with(desk, more)[1:] == size


def test_what_is_too_deep_for_a_sheet_is_parted_into_boxes_of_the_same_size(desk):
    component, _, height, depth = box_with(desk, count=200)
    assert component.copies == 2
    assert depth == 35  # 100 × 0.33 mm, and 2 mm
    assert height + 2 * depth < 195.5


def test_a_single_card_has_a_box_that_can_be_folded(desk):
    assert box_with(desk, count=1)[1:] == (65, 90.5, 12)
