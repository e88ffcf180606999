"""Shipped nets, folded: meeting edges have one length and one place, and a die is a die."""

from __future__ import annotations

import math
import re

import pytest

from pnp.build.faces import render_kit
from pnp.build.options import BuildOptions, KitContext
from pnp.examples import ExampleSet
from pnp.folding import fold, lay_out, lines, misfits, problems
from pnp.model.component import Component
from pnp.project.project import open_shipped

NETS = {
    "collectmate": ("box",),
    "iroha": ("box",),
    "kasane": ("box",),
    "koka": ("band", "dice", "shelf", "stand", "tray"),
    "red": ("box",),
    "red7": ("box",),
}
"""The fold-ups of every shipped game."""
FOLDED = [(game, component) for game, components in NETS.items() for component in components]
SIDES = {"top": (0, 1), "right": (1, 2), "bottom": (3, 2), "left": (0, 3)}
"""Corners of a panel by side, of those from the upper left clockwise."""
Folded = dict[tuple[str, str], Component]


@pytest.fixture(scope="module")
def folded() -> dict[tuple[str, str], Component]:
    """Return every fold-up that ships, by game and id."""
    return {
        (name, component.id): component
        for name, game in open_shipped().games.items()
        for component in game.components
        if component.kind == "folded"
    }


def test_koka_folds_dice_shelves_stands_a_tray_and_a_band_and_the_others_a_box(folded: Folded) -> None:
    assert sorted(folded) == FOLDED


@pytest.mark.parametrize("key", FOLDED, ids="-".join)
def test_edges_that_meet_have_one_length_and_one_place(key: tuple[str, str], folded: Folded) -> None:
    net = folded[key].net
    assert net is not None
    assert problems(net) == misfits(net) == ()
    assert net.meets
    corners = fold(net)
    for side, other in net.meets:
        first = [corners[side.panel][place] for place in SIDES[side.side]]
        second = [corners[other.panel][place] for place in SIDES[other.side]]
        assert math.dist(*first) == pytest.approx(math.dist(*second), abs=0.05)
        straight = max(math.dist(first[0], second[0]), math.dist(first[1], second[1]))
        crossed = max(math.dist(first[0], second[1]), math.dist(first[1], second[0]))
        assert min(straight, crossed) < 0.05


@pytest.mark.parametrize("key", FOLDED, ids="-".join)
def test_a_net_has_cuts_folds_and_tabs_and_fits_on_a_sheet_of_both_papers(key: tuple[str, str], folded: Folded) -> None:
    net = folded[key].net
    assert net is not None
    flat = lay_out(net)
    kinds = {line.kind for line in lines(net)}
    assert {"cut", "mountain"} <= kinds or {"cut", "valley"} <= kinds
    width, height = flat.size.width, flat.size.height
    for paper in ((200, 287), (205, 269)):
        assert (width <= paper[0] and height <= paper[1]) or (height <= paper[0] and width <= paper[1])


def test_a_shelf_lets_a_die_be_taken_from_between_others_and_holds_kept_ones(folded: Folded) -> None:
    net, die = folded["koka", "shelf"].net, 16
    assert net is not None
    panels = lay_out(net).panels
    canopy = panels["ledge-below"].height
    assert die / 2 < canopy <= die - 3, "a kept die stands on it, and those below reach out in front of it"
    assert panels["ledge"].height == canopy
    assert panels["back"].height == panels["floor"].height + panels["fence"].height


def test_tabs_on_an_end_of_a_shelf_leave_one_another_room(folded: Folded) -> None:
    net = folded["koka", "shelf"].net
    assert net is not None
    panels = lay_out(net).panels
    for end in ("left", "right"):
        assert sum(tab.depth for tab in net.tabs if tab.glued_to.split(".")[0] == end) <= panels[end].height


def test_two_shelves_on_a_sheet_leave_a_margin_of_nine_millimetres(folded: Folded) -> None:
    net = folded["koka", "shelf"].net
    assert net is not None
    assert 2 * lay_out(net).size.height <= 210 - 2 * 9 - 4


@pytest.mark.parametrize("language", ["en", "ja"])
def test_a_die_has_every_face_once_and_opposite_faces_make_seven(language: str) -> None:
    project = open_shipped()
    game = project.game("koka")
    options = BuildOptions(language=language, only=("dice",))  # type: ignore[arg-type] # a literal above
    ((component, leaves),) = render_kit(
        KitContext.of(project, game, options), ExampleSet((), (), (), ()), lambda _: None
    ).groups
    assert component.net is not None
    corners = fold(component.net)
    middle = {name: tuple(sum(axis) / 4 for axis in zip(*panel, strict=True)) for name, panel in corners.items()}
    centre = tuple(sum(axis) / 6 for axis in zip(*middle.values(), strict=True))
    for leaf in leaves:
        values = pips_by_panel(leaf.front.svg)
        assert sorted(values.values()) == [1, 2, 3, 4, 5, 6]
        for name, point in middle.items():
            across = tuple(2 * c - p for c, p in zip(centre, point, strict=True))
            (opposite,) = [other for other, place in middle.items() if math.dist(place, across) < 0.05]
            assert values[name] + values[opposite] == 7


def pips_by_panel(svg: str) -> dict[str, int]:
    """Return the number of petals or blossoms drawn on each panel, panels in the order of the net."""
    groups = re.findall(r'<g transform="([^"]+)">\s*<rect[^>]*>(.*?)<text', svg, flags=re.DOTALL)
    assert len(groups) == 6
    return {str(place): len(re.findall(r'href="#art-', body)) for place, (_, body) in enumerate(groups, 1)}
