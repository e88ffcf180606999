"""Count the painting of a face in a PDF reader: every operator that marks, in nested forms for each call."""

from __future__ import annotations

import io
from collections.abc import Iterable
from typing import Any

import pikepdf

from tests.pdf.places import places_of

_MARKS = frozenset({"f", "F", "f*", "B", "B*", "b", "b*", "S", "s", "sh", "Tj", "TJ", "'", '"', "INLINE IMAGE"})
"""Painting operators of ISO 32000-1, annex A."""


def faces_painted(pdf: bytes) -> list[list[int]]:
    """Return for every page the number of operators that paint each face on it, in the order of their places."""
    with pikepdf.open(io.BytesIO(pdf)) as document:
        known: dict[tuple[int, int], int] = {}
        return [[_of_steps(steps, page.Resources, known) for steps in places_of(page)] for page in document.pages]


def _of_steps(steps: Iterable[Any], resources: Any, known: dict[tuple[int, int], int]) -> int:
    """Return the number of operators that paint, those of called forms included."""
    count = 0
    for step in steps:
        count += str(step.operator) in _MARKS
        if str(step.operator) == "Do":
            count += _of_form(resources.XObject[str(step.operands[0])], known)
    return count


def _of_form(form: Any, known: dict[tuple[int, int], int]) -> int:
    if form.objgen not in known:
        picture = form.Subtype == "/Image"
        known[form.objgen] = 1 if picture else _of_steps(pikepdf.parse_content_stream(form), form.Resources, known)
    return known[form.objgen]
