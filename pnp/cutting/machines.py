"""Cutting machines: the demands of each on a sheet, and the files that it takes. Lengths in mm unless said otherwise.

Sources, as read in 2026:

- Silhouette: the registration marks of Silhouette Studio have an inset of 10 mm at least, lines of 5 to 20 mm, 0.5 to
  1 mm thick, and one square of 5 mm; the Cameo 5 Alpha looks for four angles instead. Silhouette Card Maker makes its
  templates by these limits, and by 1.5 mm of free room round marks (SPECIFICATION.md and page_manager.py of
  Alan-Cha/silhouette-card-maker, July 2026). The largest mat of a Cameo is 12 × 24 in.
- Cricut: the areas of Print Then Cut by size of paper are from help.cricut.com, article 360009429814 ("How large can I
  Print Then Cut"), as cited in April and September 2026. Design Space prints sensor marks of its own.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Literal

from pnp.diagnostics import Diagnostic, PnpError
from pnp.imposition.options import SQUARE, Pattern, Registration
from pnp.model.game import Paper
from pnp.records import dataclass
from pnp.units import MM_PER_INCH, Size

MachineName = Literal["silhouette", "cameo-5-alpha", "cricut", "svg", "dxf"]
"""A kind of machine, or the format of the files alone, for any other machine. Its sheets are then laid as for hands."""
FileFormat = Literal["svg", "dxf", "png"]

INSET, LENGTH, THICKNESS, CLEAR = 10.0, 5.0, 0.5, 1.5
"""Inset, length and thickness of the marks of Silhouette, and the room left free round them."""
_NOTES = 3.0
"""Room for a line of notes between the margin of the printer and the marks."""
_CAMEO = Size(12 * MM_PER_INCH, 24 * MM_PER_INCH)
_STEP = 0.5

_AREAS: Mapping[str, tuple[float, float]] = {
    "letter": (7.44, 9.94),
    "legal": (7.44, 12.94),
    "a4": (7.20, 10.62),
    "tabloid": (9.94, 15.94),
    "a3": (10.64, 15.44),
}
"""The areas of Print Then Cut by paper, in inches. Their corners belong to the sensor marks."""
GAP = 1.0
"""Room between the pieces of a picture for Cricut, so that each has an outline of its own."""


@dataclass(frozen=True, slots=True)
class Machine:
    """Cutting machine: its title, the files that it gets by default, and those that it can get.

    ``gap`` is the least room between pieces. ``largest`` is the largest paper that it takes: None if ``areas`` names
    the papers, or if nothing is known of the machine.
    """

    name: MachineName
    title: str
    formats: tuple[FileFormat, ...]
    possible: tuple[FileFormat, ...]
    pattern: Pattern = "none"
    gap: float = 0.0
    largest: Size | None = None
    areas: Mapping[str, tuple[float, float]] | None = None

    @property
    def marked(self) -> bool:
        """True if its marks are printed on the sheets."""
        return self.pattern != "none"

    @property
    def lays(self) -> bool:
        """True if its sheets are laid otherwise than for hands."""
        return self.marked or self.areas is not None


MACHINES: Mapping[MachineName, Machine] = {
    machine.name: machine
    for machine in (
        Machine("silhouette", "Silhouette", ("svg", "dxf"), ("svg", "dxf"), "three", largest=_CAMEO),
        Machine("cameo-5-alpha", "Cameo 5 Alpha", ("svg", "dxf"), ("svg", "dxf"), "four", largest=_CAMEO),
        Machine("cricut", "Cricut", ("png", "svg"), ("png", "svg"), gap=GAP, areas=_AREAS),
        Machine("svg", "cutting machine", ("svg",), ("svg", "dxf")),
        Machine("dxf", "cutting machine", ("dxf",), ("svg", "dxf")),
    )
}


@dataclass(frozen=True, slots=True)
class CutRequest:
    """Request for cut files: a machine, the formats of its files, and the radius of the corners of cards."""

    machine: MachineName
    formats: tuple[FileFormat, ...]
    corner: float = 0.0

    @property
    def of(self) -> Machine:
        """Machine of that name."""
        return MACHINES[self.machine]


def registration_for(machine: Machine, paper: Paper, margin: float) -> Registration | None:
    """Return the room and the marks that the machine needs on ``paper``, None if its sheets are those for hands.

    ``margin`` is what the printer leaves free, in mm. Raises PnpError for a paper that the machine does not take.
    """
    if machine.areas is not None:
        return _print_area_margins(machine, paper, machine.areas)
    if machine.largest is not None:
        _check_paper_fits(machine, paper, machine.largest)
    if not machine.marked:
        return None
    inset = max(INSET, math.ceil((margin + _NOTES - 1e-9) / _STEP) * _STEP)
    corner = inset + max(LENGTH, SQUARE) + CLEAR
    return Registration(((inset, corner), (corner, inset)), machine.pattern, corner, inset, LENGTH, THICKNESS)


def _print_area_margins(machine: Machine, paper: Paper, areas: Mapping[str, tuple[float, float]]) -> Registration:
    """Return margins that leave the area in which the program of the machine prints."""
    area = areas.get(paper.name)
    if area is None:
        raise PnpError(
            Diagnostic(
                "paper-of-machine",
                f"{machine.title} prints and cuts no sheets of {paper.name}",
                hint=f"choose one of its papers with --paper: {', '.join(areas)}",
            )
        )
    size = paper.size
    side, top = (size.width - area[0] * MM_PER_INCH) / 2, (size.height - area[1] * MM_PER_INCH) / 2
    return Registration(((side, top),))


def _check_paper_fits(machine: Machine, paper: Paper, largest: Size) -> None:
    size = paper.size
    if size.width > largest.width or size.height > largest.height:
        raise PnpError(
            Diagnostic(
                "paper-of-machine",
                f"{paper.name} is {size.width:g} × {size.height:g} mm, and the largest sheet that {machine.title} "
                f"takes is {largest.width:g} × {largest.height:g} mm",
                hint="choose a smaller paper with --paper",
            )
        )
