"""Options of how much ink is printed, and what is said of it."""

from __future__ import annotations

from enum import Enum
from typing import Annotated, Any, Optional

import typer


class InkChoice(str, Enum):
    """How much ink is printed."""

    full = "full"
    saver = "saver"
    outline = "outline"


InkOption = Annotated[
    Optional[InkChoice],  # noqa: UP045 - typer reads annotations at run time on every supported Python
    typer.Option("--ink", help="saver: a third of the ink, with pale fills; outline: lines and words alone."),
]
GreyOption = Annotated[
    bool,
    typer.Option("--grey", help="In greys, as a printer with black alone has it; tells what it cannot tell apart."),
]
InkReportOption = Annotated[
    bool, typer.Option("--ink-report", help="Measure how much ink the sheets take; saver and outline always do.")
]


def ink_in_words(ink: Any) -> str:
    """How much ink the sheets of a kit take, in one line."""
    return f"ink: {ink.mean:.0%} of a sheet on average, {ink.most:.0%} at most (sheet {ink.sheet})".replace("%", " %")


def ink_as_json(ink: Any) -> dict[str, Any] | None:
    """The same as JSON data: shares from 0 to 1; None where it was not measured."""
    if ink is None:
        return None
    return {"mean": round(ink.mean, 4), "most": round(ink.most, 4), "sheet": ink.sheet}
