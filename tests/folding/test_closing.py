"""Boxes that are sound, and hardly meant: lids that stay open, flaps outside, edges without glue."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.folding import cube, misfits, problems, tray
from pnp.model.net import SIDES, Net, Panel, PanelSide, Tab
from pnp.units import Size


def on(text: str) -> PanelSide:
    panel, _, side = text.rpartition(".")
    return PanelSide(panel, side)  # type: ignore[arg-type]


def panel(name: str, width: float, height: float, hangs: str | None = None, fold: float = -90, **more: Any) -> Panel:
    return Panel(name, Size(width, height), None if hangs is None else on(hangs), 0 if hangs is None else fold, **more)


TUBE = (
    panel("front", 65, 90),
    panel("right", 18, 90, "front.right"),
    panel("back", 65, 90, "right.right"),
    panel("left", 18, 90, "back.right"),
)
TOP = (
    panel("lid", 65, 18, "back.top"),
    panel("tongue", 61, 13, "lid.top"),
    panel("ear-1", 16, 12, "right.top"),
    panel("ear-2", 16, 12, "left.top"),
)
BOTTOM = tuple(
    panel(f"low-{it.id}", it.size.width, it.size.height, str(it.on).replace("lid", "low-lid").replace("top", "bottom"))
    for it in TOP
)
FLOOR = panel("floor", 65, 18, "front.bottom")
SEAM = Tab(on("left.right"), 10, "front", "left")
TABS = (
    SEAM,
    Tab(on("floor.bottom"), 10, "back", "bottom"),
    Tab(on("right.bottom"), 12, "floor", "right"),
    Tab(on("left.bottom"), 12, "floor", "left"),
)
MEETS = (("left.right", "front.left"), ("floor.bottom", "back.bottom"))


def box(*panels: Panel, tabs: tuple[Tab, ...] = TABS, meets: tuple[tuple[str, str], ...] = MEETS) -> Net:
    """Return a tuck box, with these panels in place of those of the same name, or beside them."""
    others = {it.id: it for it in panels}
    own = [others.pop(it.id, it) for it in (*TUBE, *TOP, FLOOR)]
    net = Net((*own, *others.values()), tabs, tuple((on(first), on(second)) for first, second in meets))
    assert problems(net) == ()
    return net


@pytest.mark.parametrize(
    ("net", "code", "path", "message"),
    [
        (box(panel("lid", 65, 18, "back.top", 90)), "open-lid", (4, "fold"), "36 mm from front.top"),
        (box(panel("lid", 65, 18, "back.top", -9)), "open-lid", (4, "fold"), "23.4 mm from front.top"),
        (box(panel("lid", 65, 18, "back.top", 0)), "open-lid", (4, "fold"), "25.5 mm from front.top"),
        (box(panel("lid", 65, 12, "back.top")), "open-lid", (4, "size"), "6 mm from front.top"),
        (box(panel("lid", 65, 23, "back.top")), "open-lid", (4, "size"), "5 mm from front.top"),
        (box(panel("lid", 45, 18, "back.top")), "open-lid", (4, "size"), "'lid' leaves a gap: it is 45 mm wide"),
        (box(panel("tongue", 69, 13, "lid.top")), "flap-outside", (5,), "'tongue' stands 2 mm out of the box"),
        (box(panel("tongue", 61, 95, "lid.top")), "flap-outside", (5,), "'tongue' stands 5 mm out of the box"),
        (box(panel("tongue", 61, 13, "lid.top", 0)), "flap-outside", (5,), "'tongue' stands 13 mm out of the box"),
        (box(panel("tongue", 61, 13, "lid.top", 90)), "flap-outside", (5,), "'tongue' stands 13 mm out of the box"),
        (
            box(panel("lid", 65, 18, "back.top", 90), panel("tongue", 61, 13, "lid.top", 90)),
            "open-lid",
            (4, "fold"),
            "",
        ),
        (box(panel("ear-1", 16, 70, "right.top")), "flap-outside", (6,), "'ear-1' stands 5 mm out of the box"),
        (box(panel("ear-2", 16, 12, "left.top", 90)), "flap-outside", (7,), "'ear-2' stands 12 mm out of the box"),
        (box(panel("ear-2", 16, 12, "left.top", 0)), "flap-outside", (7,), "'ear-2' stands 12 mm out of the box"),
    ],
)
def test_a_flap_that_does_not_close_its_box_is_told_at_its_panel(net: Net, code: str, path: Any, message: str) -> None:
    (problem,) = misfits(net)
    assert (problem.code, problem.path) == (code, ("panels", *path))
    assert message in problem.message


def test_the_fold_that_closes_a_lid_is_named() -> None:
    (problem,) = misfits(box(panel("lid", 65, 18, "back.top", 90)))
    assert problem.hint == "fold = -90 brings it there"


@pytest.mark.parametrize(("gone", "told"), [(0, [("unglued", ("meets", 0))]), (1, [])])
def test_an_edge_is_told_unless_glue_or_panels_at_both_its_ends_hold_it(gone: int, told: Any) -> None:
    net = box(tabs=(*TABS[:gone], *TABS[gone + 1 :]))
    assert [(problem.code, problem.path) for problem in misfits(net)] == told


@pytest.mark.parametrize(
    "net",
    [
        box(),
        box(meets=(*MEETS, ("lid.top", "front.top"), ("lid.right", "left.top"))),
        Net((*TUBE, *TOP, *BOTTOM), (SEAM,)),
        Net(TUBE, (SEAM,)),
        cube(16, 4),
        tray(100, 80, 25, 10),
        tray(100, 80, 25, 10, rim=True),
    ],
)
def test_boxes_in_order_are_not_told(net: Net) -> None:
    assert problems(net) == misfits(net) == ()


HANG_TAB = (
    panel("lid", 65, 18, "front.top"),
    panel("tongue", 61, 13, "lid.top"),
    panel("header", 65, 30, "back.top", 0),
)
SIGN = (panel("sign", 65, 40, "back.top", 0), panel("behind", 65, 40, "sign.top", -180))
ROOF = (panel("roof", 65, 15, "back.top", -45), panel("eaves", 65, 15, "roof.top"))
WRAP = (panel("lid", 67, 19, "back.top"), panel("tongue", 67, 13, "lid.top"))
STRAP = (panel("lid", 20, 18, "back.top"), panel("tongue", 16, 13, "lid.top"))
DISPLAY = Net(
    (*TUBE[:2], panel("back", 65, 110, "right.right", shift=-10), panel("left", 18, 90, "back.right", shift=10), FLOOR),
    (SEAM, Tab(on("floor.bottom"), 10, "back", "bottom")),
)
LEDGE = Net(
    (
        panel("floor", 120, 30),
        panel("back", 120, 30, "floor.top", 90),
        panel("left", 30, 30, "floor.left", 90),
        panel("right", 30, 30, "floor.right", 90),
        panel("lip", 120, 8, "floor.bottom"),
    ),
    (Tab(on("left.top"), 8, "back", "left"), Tab(on("right.top"), 8, "back", "right")),
)


@pytest.mark.parametrize(
    "net",
    [
        pytest.param(box(panel("lid", 65, 18, "back.top", -30)), id="a lid ajar"),
        pytest.param(box(panel("lid", 65, 20, "back.top")), id="a lid over the front"),
        pytest.param(box(*WRAP), id="a lid around the box"),
        pytest.param(box(*STRAP), id="a strap"),
        pytest.param(box(panel("tongue", 65, 30, "lid.top", 90)), id="a sign on the lid"),
        pytest.param(box(panel("lid", 65, 8, "back.top")), id="a canopy"),
        pytest.param(Net((*TUBE, *HANG_TAB), (SEAM,)), id="a header to hang it by"),
        pytest.param(Net((*TUBE, *SIGN), (SEAM,)), id="a doubled sign"),
        pytest.param(Net((*TUBE, *ROOF), (SEAM,)), id="a roof"),
        pytest.param(DISPLAY, id="a high back"),
        pytest.param(LEDGE, id="a lip"),
        pytest.param(Net((*TUBE[:3], TOP[0], TOP[1])), id="a screen"),
        pytest.param(Net((panel("a", 60, 40), panel("b", 60, 40, "a.top", 150))), id="a tent"),
    ],
)
def test_flaps_that_stand_outside_on_purpose_are_not_told(net: Net) -> None:
    assert problems(net) == misfits(net) == ()


@given(st.data())
def test_every_message_is_about_a_panel_or_a_pair_of_the_net(net_strategy: Any, data: st.DataObject) -> None:
    net = data.draw(net_strategy)
    sides = st.builds(PanelSide, st.sampled_from([it.id for it in net.panels]), st.sampled_from(SIDES))
    tabs = data.draw(st.lists(st.builds(lambda side, to: Tab(side, 5, to.panel), sides, sides), min_size=1, max_size=2))
    meets = data.draw(st.lists(st.tuples(sides, sides), max_size=3))
    for problem in misfits(Net(net.panels, tuple(tabs), tuple(meets))):
        kind, index, *_ = problem.path
        assert index in range(len(net.panels if kind == "panels" else meets))
