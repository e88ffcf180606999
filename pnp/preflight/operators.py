"""Operators that change the graphics state and paint nothing."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from pnp.preflight.colours import CMYK, GREY, RGB, Space
from pnp.preflight.state import IDENTITY, Paint, State, times


def _moved(state: State, values: list[float]) -> None:
    a, b, c, d, e, f = values
    state.matrix = times((a, b, c, d, e, f), state.matrix)


def _set_text(state: State, values: list[float]) -> None:
    a, b, c, d, e, f = values
    state.text = (a, b, c, d, e, f)


def _next_text(state: State, values: list[float]) -> None:
    x, y = values
    state.text = times((1.0, 0.0, 0.0, 1.0, x, y), state.text)


def _fill(space: Space) -> Callable[[State, list[float]], None]:
    def change(state: State, values: list[float]) -> None:
        state.fill = Paint(space, tuple(values))

    return change


def _stroke(space: Space) -> Callable[[State, list[float]], None]:
    def change(state: State, values: list[float]) -> None:
        state.stroke = Paint(space, tuple(values))

    return change


def _setting(name: str) -> Callable[[State, list[float]], None]:
    def change(state: State, values: list[float]) -> None:
        setattr(state, name, int(values[0]) if name == "mode" else values[0])

    return change


def _begin(state: State, values: list[float]) -> None:
    state.at = values[0], values[1]


def _begin_text(state: State, values: list[float]) -> None:
    del values
    state.text = IDENTITY


CHANGES: Mapping[str, Callable[[State, list[float]], None]] = {
    "cm": _moved,
    "w": _setting("width"),
    "g": _fill(GREY),
    "rg": _fill(RGB),
    "k": _fill(CMYK),
    "G": _stroke(GREY),
    "RG": _stroke(RGB),
    "K": _stroke(CMYK),
    "m": _begin,
    "re": _begin,
    "BT": _begin_text,
    "Tm": _set_text,
    "Td": _next_text,
    "TD": _next_text,
    "Tr": _setting("mode"),
}
"""What each does with its numbers. Raises ValueError or IndexError for other numbers than it takes."""
