"""Problems for which a net is refused."""

from __future__ import annotations

from typing import Any

import pytest

from pnp.folding import problems
from pnp.model.net import Net, Panel, PanelSide, Tab
from pnp.units import Size


def on(text: str) -> PanelSide:
    panel, _, side = text.rpartition(".")
    return PanelSide(panel, side)  # type: ignore[arg-type]


def panel(name: str, hangs: str | None = None, width: float = 30, height: float = 30, **more: Any) -> Panel:
    return Panel(name, Size(width, height), None if hangs is None else on(hangs), **more)


A, B, C = panel("a"), panel("b", "a.right", fold=90), panel("c", "a.bottom", fold=90)
"""A corner of a box: b.bottom and c.right come together."""


def codes(*panels: Panel, tabs: tuple[Tab, ...] = (), meets: tuple[tuple[str, str], ...] = ()) -> list[Any]:
    net = Net(panels, tabs, tuple((on(first), on(second)) for first, second in meets))
    return [(problem.code, problem.path) for problem in problems(net)]


def test_a_corner_of_a_box_is_sound() -> None:
    tabs = (Tab(on("b.bottom"), 8, "c", "right"),)
    assert codes(A, B, C, tabs=tabs, meets=(("b.bottom", "c.right"),)) == []


@pytest.mark.parametrize(
    ("panels", "expected"),
    [
        ((panel("a", "b.left"), panel("b", "a.right")), [("bad-net", ("panels", 0, "on"))]),
        ((A, panel("b")), [("bad-net", ("panels", 1))]),
        ((A, panel("b", "z.right")), [("unknown-panel", ("panels", 1, "on"))]),
        ((A, panel("b", "c.right"), panel("c", "b.right")), [("unknown-panel", ("panels", 1, "on"))]),
        ((A, panel("b", "b.right")), [("unknown-panel", ("panels", 1, "on"))]),
        ((A, panel("a", "a.right")), [("duplicate-id", ("panels", 1, "id"))]),
        ((A, B, panel("c", "a.right")), [("side-taken", ("panels", 2, "on"))]),
        ((A, B, panel("c", "b.left")), [("side-taken", ("panels", 2, "on"))]),
        ((A, panel("b", "a.right", shift=29.5)), [("not-touching", ("panels", 1, "shift"))]),
        ((A, B, panel("c", "b.bottom"), panel("d", "a.bottom", 31)), [("net-overlap", ("panels", 3))]),
    ],
)
def test_a_tree_that_cannot_be_laid_out_is_told_at_its_panel(panels: tuple[Panel, ...], expected: list[Any]) -> None:
    assert codes(*panels) == expected


def test_panels_that_only_touch_do_not_overlap() -> None:
    assert codes(A, B, panel("c", "b.bottom"), panel("d", "a.bottom")) == []


def test_a_tab_may_not_lie_on_a_panel_or_on_another_tab() -> None:
    neighbour = panel("d", "c.right", 20, 20, fold=90)
    assert codes(A, B, C, neighbour, tabs=(Tab(on("b.bottom"), 8, "c"),))[0] == ("net-overlap", ("tabs", 0))
    tabs = (Tab(on("b.bottom"), 20, "c"), Tab(on("c.right"), 20, "b"))
    assert codes(A, B, C, tabs=tabs)[0] == ("net-overlap", ("tabs", 1))


def test_two_tabs_with_slanted_ends_fit_into_one_corner() -> None:
    tabs = (Tab(on("b.bottom"), 8, "c", "right"), Tab(on("c.right"), 8, "b", "bottom"))
    assert codes(A, B, C, tabs=tabs) == []


@pytest.mark.parametrize(
    ("tab", "expected"),
    [
        (Tab(on("z.left"), 5, "a"), ("unknown-panel", ("tabs", 0, "on"))),
        (Tab(on("a.left"), 5, "z"), ("unknown-panel", ("tabs", 0, "glued-to"))),
        (Tab(on("a.right"), 5, "c"), ("side-taken", ("tabs", 0, "on"))),
        (Tab(on("b.bottom"), 5, "c", "bottom"), ("loose-tab", ("tabs", 0, "glued-to"))),
        (Tab(on("b.right"), 5, "c"), ("loose-tab", ("tabs", 0, "glued-to"))),
        (Tab(on("b.bottom"), 31, "c"), ("loose-tab", ("tabs", 0, "glued-to"))),
    ],
)
def test_a_tab_with_nothing_to_hold_is_told(tab: Tab, expected: Any) -> None:
    assert codes(A, B, C, tabs=(tab,)) == [expected]


@pytest.mark.parametrize(
    ("wrong", "key", "hint"),
    [
        (panel("b", "a.right", fold=-90), "fold", "write fold = 90"),
        (panel("b", "a.right", fold=0), "fold", "write fold = 90"),
        (panel("b", "a.right", 30, 20, fold=90), "size", 'write size = "30mm x 30mm"'),
    ],
)
def test_a_panel_that_keeps_a_tab_from_its_place_is_told_instead(wrong: Panel, key: str, hint: str) -> None:
    (problem,) = problems(Net((A, wrong, C), (Tab(on("b.bottom"), 5, "c"),)))
    assert (problem.code, problem.path, problem.hint) == ("loose-tab", ("panels", 1, key), hint)


def test_edges_that_do_not_come_together_are_told_with_their_distance() -> None:
    flat = panel("c", "a.bottom", fold=80)
    net = Net((A, B, flat), (), ((on("b.bottom"), on("c.right")),))
    (problem,) = problems(net)
    assert (problem.code, problem.path) == ("edges-apart", ("meets", 0))
    # Two walls of 30 mm that open by 10 degrees: 2 · 30 · sin 5° at their free ends.
    assert "5.23 mm" in problem.message


def test_edges_of_different_length_cannot_meet() -> None:
    short = panel("c", "a.bottom", 30, 20, fold=90)
    (problem,) = problems(Net((A, B, short), (), ((on("b.bottom"), on("c.right")),)))
    assert problem.code == "edges-differ"
    assert "b.bottom is 30 mm long and c.right 20 mm" in problem.message


def test_a_pair_that_names_no_panel_is_told_at_its_place() -> None:
    assert codes(A, B, C, meets=(("a.left", "z.left"),)) == [("unknown-panel", ("meets", 0, 1))]


def test_a_panel_that_comes_later_is_told_as_such() -> None:
    (problem, *_) = problems(Net((A, panel("b", "c.right"), panel("c", "a.right"))))
    assert "does not come before it" in problem.message


def test_a_short_tab_holds_at_a_part_of_a_longer_side() -> None:
    wide = panel("c", "a.bottom", 30, 50, fold=90)
    assert codes(A, B, wide, tabs=(Tab(on("b.bottom"), 8, "c", "right"),)) == []
    low = panel("b", "a.right", 20, 30, fold=90)
    assert codes(A, low, C, tabs=(Tab(on("b.bottom"), 8, "c", "right"),)) == []
