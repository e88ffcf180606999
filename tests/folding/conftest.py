"""Random nets of up to eight panels."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import strategies as st

from pnp.folding import problems
from pnp.model.net import OPPOSITE, SIDES, Net, Panel, PanelSide
from pnp.units import Size


def halves(low: int, high: int) -> st.SearchStrategy[float]:
    """Return lengths and angles in steps of a half."""
    return st.integers(2 * low, 2 * high).map(lambda number: number / 2)


@st.composite
def nets(draw: st.DrawFn) -> Net:
    """Return sound nets without tabs: panels that would overlap or not touch are left out."""
    net = Net((Panel("p0", Size(draw(halves(5, 60)), draw(halves(5, 60)))),))
    free = [PanelSide("p0", side) for side in SIDES]
    for number in range(1, draw(st.integers(2, 8))):
        on = draw(st.sampled_from(free))
        panel = Panel(
            f"p{number}",
            Size(draw(halves(5, 60)), draw(halves(5, 60))),
            on,
            fold=draw(halves(-180, 180)),
            shift=draw(st.one_of(st.just(0.0), halves(-20, 20))),
            up=draw(st.sampled_from(SIDES)),
        )
        grown = Net((*net.panels, panel))
        if not problems(grown):
            net = grown
            free.remove(on)
            free += [PanelSide(panel.id, side) for side in SIDES if side != OPPOSITE[on.side]]
    return net


@pytest.fixture(scope="session")
def net_strategy() -> st.SearchStrategy[Any]:
    return nets()
