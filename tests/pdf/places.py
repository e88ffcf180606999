"""Places of faces on a page of a PDF: the content drawn in each, as a form or in the page."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pikepdf

Steps = list[Any]
"""Operators with their operands, as pikepdf reads them."""


def places_of(page: Any) -> Iterator[Steps]:
    """Return the steps of every place on a page, in order, without those before its matrix.

    A place is clipped and then turned and moved, as faces are.
    """
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
    """Return the position of the matrix of a place, or None if the steps are no place."""
    names = [str(step.operator) for step in steps]
    clipped = names.index("W") if "W" in names else len(names)
    is_place = names[clipped : clipped + 3] == ["W", "n", "cm"] and not {"cm", "Do", "BT", "f", "S"} & set(
        names[:clipped]
    )
    return clipped + 2 if is_place else None
