"""Boxes that cannot be closed, folds that are not drawn and words over a fold are told."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

DEFINITION = """\
[mine]
engine = "deck"
title = "Mine"
[mine.components]
box = { kind = "folded", title = "box", template = "box", net = { is = "panels", panels = [
  { id = "front",  size = "40mm x 30mm" },
  { id = "right",  size = "20mm x 30mm", on = "front.right", fold = -90 },
  { id = "back",   size = "40mm x 30mm", on = "right.right", fold = -90 },
  { id = "left",   size = "20mm x 30mm", on = "back.right",  fold = -90 },
  { id = "lid",    size = "40mm x 20mm", on = "back.top",    fold = -90 },
  { id = "tongue", size = "36mm x 12mm", on = "lid.top",     fold = -90 },
], tabs = [{ on = "left.right", depth = "9mm", glued-to = "front.left" }] } }
"""
FACE = """\
{% for id, panel in net.panels.items() %}
<g transform="{{ panel.transform }}">
<rect x="0" y="0" width="{{ panel.width }}" height="{{ panel.height }}" fill="#22446a"/>
</g>
{% endfor %}
"""
BLEED = """\
{% for panel in net.panels.values() %}
<path d="M{{ panel.bled[0] }} {{ panel.bled[1] }}h{{ panel.bled[2] }}v{{ panel.bled[3] }}h{{ -panel.bled[2] }}Z"
 fill="none" stroke="#22446a" stroke-width="2"/>
{% endfor %}
"""
CREASES = "{{ fold_creases(net, '#ffffff') }}"
X, Y = 2.2 + 40, 2.2 + 20 + 12
"""The fold between front and right, and the upper edge of both, on the face."""


@pytest.fixture
def told(tmp_path: Path, pnp: Callable[..., Any]) -> Callable[..., list[str]]:
    """Check a box with this net and this face, and return the warnings."""

    def check(face: str = CREASES, definition: str = DEFINITION, tabs: bool = True) -> list[str]:
        (tmp_path / "games.toml").write_text(definition, encoding="utf-8")
        (tmp_path / "templates/deck").mkdir(parents=True)
        (tmp_path / "templates/deck/box.svg.j2").write_text(
            ("{{ fold_tabs(net) }}" if tabs and "fold_tabs" not in face and "fold_lines" not in face else "")
            + FACE
            + face,
            encoding="utf-8",
        )
        result = pnp("check")
        assert result.status == 0, result.err
        return [line for line in result.err.splitlines() if "warning[" in line]

    return check


def test_a_box_in_order_is_not_told(told: Callable[..., list[str]]) -> None:
    assert told() == []


@pytest.mark.parametrize(("depth", "is_told"), [("2mm", True), ("3mm", False)])
def test_a_tab_that_holds_no_glue_is_told(told: Callable[..., list[str]], depth: str, is_told: bool) -> None:
    lines = told(definition=DEFINITION.replace('depth = "9mm"', f'depth = "{depth}"'))
    thin = [line for line in lines if "thin-tab" in line]
    assert [line.startswith("games.toml:12:41: warning[thin-tab]: a tab of 2 mm") for line in thin] == [True] * is_told


def test_a_thin_tab_of_a_cube_is_told_once(told: Callable[..., list[str]]) -> None:
    definition = DEFINITION[: DEFINITION.index("{ is =")] + '{ is = "cube", edge = "16mm", tab = "1mm" } }\n'
    (line,) = [line for line in told(definition=definition) if "thin-tab" in line]
    assert line.startswith("games.toml:5:")


@pytest.mark.parametrize(
    ("right", "wrong", "place"),
    [
        ('"back.top",    fold = -90', '"back.top",    fold = 90', "games.toml:10:69: warning[open-lid]"),
        ('"back.top",    fold = -90', '"back.top"', "games.toml:10:3: warning[open-lid]"),
        ("40mm x 20mm", "40mm x 14mm", "games.toml:10:27: warning[open-lid]"),
        ("36mm x 12mm", "46mm x 12mm", "games.toml:11:3: warning[flap-outside]"),
    ],
)
def test_a_flap_that_does_not_close_its_box_is_told_at_its_line(
    told: Callable[..., list[str]], right: str, wrong: str, place: str
) -> None:
    (message,) = told(definition=DEFINITION.replace(right, wrong))
    assert message.startswith(place)


FOLDS = "{% for line in net.lines if line.kind == 'mountain' %}DRAWN{% endfor %}"
ENDS = "{{ line.start[0] }} {{ line.start[1] }}L{{ line.end[0] }} {{ line.end[1] }}"
STRIPES = "".join(f'<rect x="2" y="{Y + 3 * step}" width="120" height="1.5" fill="#ffffff"/>' for step in range(1, 9))


@pytest.mark.parametrize(
    "face",
    [
        "",
        "{{ fold_creases(net, '#22446a') }}",
        "{{ fold_tabs(net) }}",
        "{{ fold_cuts(net, '#ffffff') }}",
        f'<circle cx="{X}" cy="{Y + 15}" r="9" fill="#ffffff"/>',
        STRIPES,
    ],
)
def test_a_net_without_a_fold_to_be_seen_is_told_at_its_template(told: Callable[..., list[str]], face: str) -> None:
    (message,) = told(face)
    assert message.startswith("games.toml:5:52: warning[unseen-folds]: no fold can be seen on box/box: neither a line")


@pytest.mark.parametrize(
    "face",
    [
        CREASES,
        "{{ fold_lines(net) }}",
        "{{ fold_ticks(net) }}",
        FOLDS.replace("DRAWN", f'<path d="M{ENDS}" stroke="#7799aa" stroke-width="0.4" stroke-dasharray="0.4 2"/>'),
        "{% for panel in net.panels.values() %}{% set x, y, wide, high = panel.box %}"
        '<rect x="{{ x + 2 }}" y="{{ y + 2 }}" width="{{ wide - 4 }}" height="{{ high - 4 }}" fill="none" '
        'stroke="#ffffff"/>{% endfor %}',
        "{% for id in ['right', 'left', 'lid'] %}{% set x, y, wide, high = net.panels[id].box %}"
        '<rect x="{{ x }}" y="{{ y }}" width="{{ wide }}" height="{{ high }}" fill="#aa5522"/>{% endfor %}',
    ],
)
def test_folds_that_a_line_a_tick_a_frame_or_a_colour_shows_are_not_told(
    told: Callable[..., list[str]], face: str
) -> None:
    assert told(face) == []


def test_folds_that_a_picture_may_show_are_not_told(told: Callable[..., list[str]], tmp_path: Path) -> None:
    Image.new("RGB", (1300, 800), "#22446a").save(tmp_path / "box.png")
    assert told("{{ image('box.png', 0, 0, face.width, face.height) }}") == []


@pytest.mark.parametrize(
    ("x", "y", "turned"),
    [(X - 4, Y + 12, False), (X - 10, Y + 12, False), (X + 1, Y + 20, True), (X + 22, Y + 20, True)],
)
def test_words_on_both_sides_of_a_fold_are_told(
    told: Callable[..., list[str]], x: float, y: float, turned: bool
) -> None:
    turn = f' transform="rotate(-90 {x} {y})"' if turned else ""
    (message,) = told(f"{CREASES}<g{turn}>{{{{ line('Newt', {x}, {y}, 6, fill='#ee8800') }}}}</g>")
    assert message == "templates/deck/box.svg.j2:6: warning[printed-over]: 'Newt' is printed over a fold on box/box"


@pytest.mark.parametrize(("x", "y"), [(X - 20, Y + 12), (X + 0.4, Y + 12), (X - 4, Y - 3)])
def test_words_beside_a_fold_and_beyond_its_ends_are_not_told(
    told: Callable[..., list[str]], x: float, y: float
) -> None:
    assert told(f"{CREASES}{{{{ line('Newt', {x}, {y}, 6, fill='#ee8800') }}}}") == []


def test_a_net_without_its_tabs_is_told(told: Callable[..., list[str]]) -> None:
    assert told(tabs=False) == ["games.toml:5:52: warning[unseen-tabs]: no tab of the net can be seen on box/box"]


def test_tabs_that_are_drawn_with_all_lines_are_seen(told: Callable[..., list[str]]) -> None:
    assert told("{{ fold_lines(net) }}") == []


def test_folds_and_tabs_that_are_not_drawn_are_told_once(told: Callable[..., list[str]]) -> None:
    (message,) = told("", tabs=False)
    assert "warning[unseen-folds]" in message


NAMES = """\
{% for id, panel in net.panels.items() if id in ("front", "left", "right", "back") %}
<g transform="{{ panel.transform }}{% if id == turned %} rotate(DEGREES {{ panel.width / 2 }} 15){% endif %}">
{{ line(id, panel.width / 2, 15, 4, fill="#ffffff", anchor="middle") }}</g>
{% endfor %}
"""


@pytest.mark.parametrize(
    ("turned", "degrees", "panel"),
    [("", 0, ""), ("back", 180, "back"), ("back", 90, ""), ("right", 180, "right")],
)
def test_words_on_their_head_on_a_glued_box_are_told(
    told: Callable[..., list[str]], turned: str, degrees: int, panel: str
) -> None:
    lines = told("{% set turned = '" + turned + "' %}" + NAMES.replace("DEGREES", str(degrees)) + CREASES)
    assert [line.partition(" warning")[2] for line in lines] == (
        [f"[upside-down]: '{panel}' stands on its head on the panel '{panel}' of box/box, once folded"] if panel else []
    )


FRONT_AND_BACK = NAMES.replace('"left", "right", ', "")


@pytest.mark.parametrize(
    ("turned", "lid", "panel"),
    [("back", "", "back"), ("front", "", "front"), ("", "", ""), ("back", "lid", "")],
)
def test_a_side_of_a_box_that_has_its_feet_at_the_lid_is_told(
    told: Callable[..., list[str]], turned: str, lid: str, panel: str
) -> None:
    definition = "\n".join(line for line in DEFINITION.splitlines() if not (lid and "tongue" in line))
    face = "{% set turned = '" + turned + "' %}" + FRONT_AND_BACK.replace("DEGREES", "180") + CREASES
    lines = [line for line in told(face, definition) if "upside-down" in line]
    message = f"[upside-down]: '{panel}' stands on its head on the panel '{panel}' of box/box, once folded"
    assert [line.partition(" warning")[2] for line in lines] == [message] * bool(panel)


@pytest.mark.parametrize(
    ("marks", "is_told"),
    [
        ("", True),
        ("{{ fold_ticks(net) }}", False),
        ("{{ fold_cuts(net, '#ffffff') }}", False),
        ("{{ fold_ticks(net, cuts=false) }}", True),
    ],
)
def test_a_piece_that_does_not_show_where_it_is_cut_is_told(
    told: Callable[..., list[str]], marks: str, is_told: bool
) -> None:
    message = (
        "games.toml:5:52: warning[unseen-cuts]: nothing shows where box/box is cut: its colour goes on beyond, and"
    )
    found = told(BLEED + CREASES + marks)
    assert [line.startswith(message) for line in found] == [True] * is_told, found


def test_tabs_that_a_net_lacks_are_told(told: Callable[..., list[str]]) -> None:
    without = DEFINITION.replace(', tabs = [{ on = "left.right", depth = "9mm", glued-to = "front.left" }]', "")
    (message,) = told(definition=without)
    place = "games.toml:5:65: warning[no-tabs]:"
    assert message == f"{place} 'box' draws the tabs of a net that has none: nothing holds its panels together"


def test_a_net_without_tabs_on_purpose_is_not_told(told: Callable[..., list[str]]) -> None:
    without = DEFINITION.replace(', tabs = [{ on = "left.right", depth = "9mm", glued-to = "front.left" }]', "")
    assert told(definition=without, tabs=False) == []
