"""The places of faces on a page of a PDF: what is drawn in each, whether it is a form or painted into the page."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pikepdf

Steps = list[Any]
"""Operators with their operands, as pikepdf reads them."""


def places_of(page: Any) -> Iterator[Steps]:
    """The steps of every place on a page, in order: what is clipped and then turned and moved, as faces are; without
    what goes before its matrix."""
    depth, steps = 0, Steps()
    for step in pikepdf.parse_content_stream(page):
        operator = str(step.operator)
        depth += operator == "q"
        if depth:
            steps.append(step)
        depth -= operator == "Q"
        if not depth and steps:
            matrix = _matrix(steps)
            if matrix is not None:
                yield steps[matrix:]
            steps = []


def _matrix(steps: Steps) -> int | None:
    """Where the matrix of a place stands; None for what is none."""
    names = [str(step.operator) for step in steps]
    clipped = names.index("W") if "W" in names else len(names)
    found = names[clipped : clipped + 3] == ["W", "n", "cm"] and not {"cm", "Do", "BT", "f", "S"} & set(names[:clipped])
    return clipped + 2 if found else None
