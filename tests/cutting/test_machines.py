"""Machines are known by the same names and figures on the command line, in the code and in the documents."""

from __future__ import annotations

from pathlib import Path
from typing import get_args

import pytest

from pnp.cli.options import CutFormat, CutMachine
from pnp.cli.work.kits import cut_request
from pnp.cutting.machines import INSET, LENGTH, MACHINES, THICKNESS
from pnp.cutting.paths import LAYERS
from pnp.cutting.svg import COLOURS
from pnp.units import MM_PER_INCH


def test_the_command_line_has_every_machine_and_every_format() -> None:
    assert get_args(CutMachine) == tuple(MACHINES)
    formats = {name for machine in MACHINES.values() for name in machine.possible}
    assert set(CutFormat) == formats
    assert all(set(machine.formats) <= set(machine.possible) for machine in MACHINES.values())


def test_a_wish_has_the_formats_of_its_machine_or_those_asked_for() -> None:
    whole = cut_request("silhouette", None, None)
    less = cut_request("silhouette", "0.125in", ["dxf", "dxf"])
    assert whole is not None and less is not None
    assert (whole.formats, whole.corner) == (("svg", "dxf"), 0.0)
    assert (less.formats, less.corner) == (("dxf",), pytest.approx(3.175))


def test_layers_differ_in_colour() -> None:
    assert len({COLOURS[layer] for layer in LAYERS}) == len(LAYERS)


@pytest.mark.parametrize("name", ["printing.md", "printing.ja.md"])
def test_documents_say_the_figures_that_hold(root: Path, name: str) -> None:
    text = (root / "docs" / name).read_text("utf-8")
    assert all(f"`{machine}`" in text for machine in MACHINES)
    flat = " ".join(text.split())
    for figure in (f"{INSET:g} mm", f"{LENGTH:g} mm", f"{THICKNESS:g} mm"):
        assert figure in flat
    areas = MACHINES["cricut"].areas
    assert areas is not None
    for area in areas.values():
        assert f"{area[0] * MM_PER_INCH:.0f} × {area[1] * MM_PER_INCH:.0f} mm" in flat
    assert all(f"`{layer}`" in text for layer in (*LAYERS, "paper", "marks"))
