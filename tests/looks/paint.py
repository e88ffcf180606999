"""How much painting a reader program does for a face: every operator that leaves a mark, those of nested forms each
time that they are called."""

from __future__ import annotations

import io
from typing import Any

import pikepdf

_MARKS = frozenset({"f", "F", "f*", "B", "B*", "b", "b*", "S", "s", "sh", "Tj", "TJ", "'", '"', "INLINE IMAGE"})
"""Painting operators of ISO 32000-1, annex A."""


def faces_painted(pdf: bytes) -> list[list[int]]:
    """For every page, how many operators paint each face that is placed on it, in the order of their places."""
    with pikepdf.open(io.BytesIO(pdf)) as document:
        known: dict[tuple[int, int], int] = {}
        return [
            [_of_form(page.Resources.XObject[str(called)], known) for called in _called(page)]
            for page in document.pages
        ]


def _called(content: Any) -> list[Any]:
    """What a page or a form calls, in order."""
    return [step.operands[0] for step in pikepdf.parse_content_stream(content) if str(step.operator) == "Do"]


def _of_form(form: Any, known: dict[tuple[int, int], int]) -> int:
    if form.objgen not in known:
        if form.Subtype == "/Image":
            known[form.objgen] = 1
        else:
            own = sum(str(step.operator) in _MARKS for step in pikepdf.parse_content_stream(form))
            known[form.objgen] = own + sum(
                _of_form(form.Resources.XObject[str(called)], known) for called in _called(form)
            )
    return known[form.objgen]
