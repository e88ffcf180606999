"""Path data and simple shapes as segments in absolute coordinates."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import TypeAlias

from pnp.cardsvg.values import IDENTITY, LIMIT, NUMBER, Matrix, apply, numbers

Segment: TypeAlias = tuple[str, tuple[float, ...]]
"""M x y, L x y, C x1 y1 x2 y2 x y, or Z."""
Segments: TypeAlias = tuple[Segment, ...]
Box: TypeAlias = tuple[float, float, float, float]
"""x, y, width, height."""

KAPPA = 0.5522847498307936
"""Length of the control arms of a quarter circle of radius 1."""
_TOKEN = re.compile(rf"\s*+(?:,\s*+)?([MmLlHhVvCcSsQqTtAaZz]|{NUMBER})")
_FLAG = re.compile(r"\s*+(?:,\s*+)?([01])")
_TAKES = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}


class _PathPen:
    """A pen that turns commands into absolute moves, lines and cubic curves."""

    def __init__(self, limit: float) -> None:
        self.limit = limit
        self.out: list[Segment] = []
        self.x = self.y = self.start_x = self.start_y = 0.0
        self.control: tuple[float, float] | None = None
        self.control_of = ""

    def draw(self, command: str, args: tuple[float, ...]) -> None:
        kind = command.upper()
        if command.islower() and kind not in {"A", "Z"}:
            shift = (self.x, self.y) if kind not in {"H", "V"} else (self.x,) if kind == "H" else (self.y,)
            args = tuple(coordinate + shift[index % len(shift)] for index, coordinate in enumerate(args))
        elif command == "a":
            args = (*args[:5], args[5] + self.x, args[6] + self.y)
        if any(not abs(number) <= self.limit for number in args):
            raise ValueError(f"the path leaves the range from -{self.limit:g} to {self.limit:g}")
        control: tuple[float, float] | None = None
        match kind:
            case "M":
                self._emit("M", args)
                self.start_x, self.start_y = self.x, self.y
            case "L":
                self._emit("L", args)
            case "H":
                self._emit("L", (args[0], self.y))
            case "V":
                self._emit("L", (self.x, args[0]))
            case "C":
                self._emit("C", args)
                control = args[2:4]  # type: ignore[assignment]
            case "S":
                self._emit("C", (*self._reflected("C"), *args))
                control = args[0:2]  # type: ignore[assignment]
            case "Q" | "T":
                control = args[0:2] if kind == "Q" else self._reflected("Q")  # type: ignore[assignment]
                assert control is not None
                self._quadratic(control, args[-2:])
            case "A":
                self._arc(args)
            case "Z":
                self.out.append(("Z", ()))
                self.x, self.y = self.start_x, self.start_y
        self.control, self.control_of = control, {"S": "C", "T": "Q"}.get(kind, kind)

    def _emit(self, kind: str, args: tuple[float, ...]) -> None:
        if kind != "M" and (not self.out or self.out[-1][0] == "Z"):
            self.out.append(("M", (self.x, self.y)))
        self.out.append((kind, args))
        self.x, self.y = args[-2:]

    def _reflected(self, kind: str) -> tuple[float, float]:
        if self.control is None or self.control_of != kind:
            return self.x, self.y
        return 2 * self.x - self.control[0], 2 * self.y - self.control[1]

    def _quadratic(self, control: tuple[float, float], end: tuple[float, ...]) -> None:
        (cx, cy), (x, y) = control, end
        self._emit(
            "C",
            (
                self.x + 2 / 3 * (cx - self.x),
                self.y + 2 / 3 * (cy - self.y),
                x + 2 / 3 * (cx - x),
                y + 2 / 3 * (cy - y),
                x,
                y,
            ),
        )

    def _arc(self, args: tuple[float, ...]) -> None:
        rx, ry, angle, large, sweep, x, y = args
        if (x, y) == (self.x, self.y):
            return
        if rx == 0 or ry == 0:
            self._emit("L", (x, y))
            return
        shape = (abs(rx), abs(ry), math.radians(angle))
        for curve in _arc_curves((self.x, self.y), (x, y), shape, large=bool(large), sweep=bool(sweep)):
            self._emit("C", curve)


@lru_cache(maxsize=2048)
def path(data: str, limit: float = LIMIT) -> Segments:
    """Return the segments of path data, with numbers up to ``limit``. Raises ValueError naming what is wrong and
    where in the data."""
    pen = _PathPen(limit)
    position, end = 0, len(data.rstrip())
    command = ""
    while position < end:
        match = _TOKEN.match(data, position)
        if match is None:
            raise ValueError(
                f"{data[position : position + 12].strip()!r}, character {position + 1}, is no path command"
            )
        if match[1].isalpha():
            command = match[1]
            position = match.end()
        elif not command or command in "Zz":
            raise ValueError(f"a command is missing before {match[1]!r}, character {match.start(1) + 1} of the path")
        if not pen.out and command not in "Mm":
            raise ValueError("a path starts with M")
        args, position = _arguments(data, position, command)
        pen.draw(command, args)
        command = {"M": "L", "m": "l"}.get(command, command)
    return tuple(pen.out)


def _arguments(data: str, position: int, command: str) -> tuple[tuple[float, ...], int]:
    args: list[float] = []
    is_arc, token = command in "Aa", _TOKEN.match
    for index in range(_TAKES[command.upper()]):
        match = _FLAG.match(data, position) if is_arc and index in {3, 4} else token(data, position)
        if match is None or match[1].isalpha():
            raise ValueError(
                f"{command} takes {_TAKES[command.upper()]} numbers; one is missing at character "
                f"{position + 1} of the path"
            )
        args.append(float(match[1]))
        position = match.end()
    return tuple(args), position


def _arc_curves(
    start: tuple[float, float], end: tuple[float, float], shape: tuple[float, float, float], *, large: bool, sweep: bool
) -> Iterator[tuple[float, ...]]:
    """Yield an elliptical arc as cubic curves, each of at most a quarter turn (SVG 1.1, appendix F.6)."""
    rx, ry, turn = shape
    cos, sin = math.cos(turn), math.sin(turn)
    dx, dy = (start[0] - end[0]) / 2, (start[1] - end[1]) / 2
    x1, y1 = cos * dx + sin * dy, -sin * dx + cos * dy
    scale = math.sqrt(max(1.0, (x1 / rx) ** 2 + (y1 / ry) ** 2))
    rx, ry = rx * scale, ry * scale
    square = (rx * ry) ** 2 - (rx * y1) ** 2 - (ry * x1) ** 2
    factor = math.sqrt(max(0.0, square / ((rx * y1) ** 2 + (ry * x1) ** 2)))
    if large == sweep:
        factor = -factor
    cx1, cy1 = factor * rx * y1 / ry, -factor * ry * x1 / rx
    cx = cos * cx1 - sin * cy1 + (start[0] + end[0]) / 2
    cy = sin * cx1 + cos * cy1 + (start[1] + end[1]) / 2
    first = math.atan2((y1 - cy1) / ry, (x1 - cx1) / rx)
    span = (math.atan2((-y1 - cy1) / ry, (-x1 - cx1) / rx) - first) % math.tau
    if not sweep:
        span -= math.tau
    steps = max(1, math.ceil(abs(span) / (math.pi / 2) - 1e-9))
    step = span / steps
    arm = 4 / 3 * math.tan(step / 4)

    def place(u: float, v: float) -> tuple[float, float]:
        return cx + cos * rx * u - sin * ry * v, cy + sin * rx * u + cos * ry * v

    for index in range(steps):
        a, b = first + index * step, first + (index + 1) * step
        target = end if index == steps - 1 else place(math.cos(b), math.sin(b))
        yield (
            *place(math.cos(a) - arm * math.sin(a), math.sin(a) + arm * math.cos(a)),
            *place(math.cos(b) + arm * math.sin(b), math.sin(b) - arm * math.cos(b)),
            *target,
        )


@lru_cache(maxsize=1024)
def rectangle(box: Box, rx: float, ry: float) -> Segments:
    """Return a rectangle, with rounded corners where rx and ry are above zero."""
    x, y, width, height = box
    right, bottom = x + width, y + height
    if rx <= 0 or ry <= 0:
        return (("M", (x, y)), ("L", (right, y)), ("L", (right, bottom)), ("L", (x, bottom)), ("Z", ()))
    rx, ry = min(rx, width / 2), min(ry, height / 2)
    kx, ky = rx * (1 - KAPPA), ry * (1 - KAPPA)
    return (
        ("M", (x + rx, y)), ("L", (right - rx, y)), ("C", (right - kx, y, right, y + ky, right, y + ry)),
        ("L", (right, bottom - ry)), ("C", (right, bottom - ky, right - kx, bottom, right - rx, bottom)),
        ("L", (x + rx, bottom)), ("C", (x + kx, bottom, x, bottom - ky, x, bottom - ry)),
        ("L", (x, y + ry)), ("C", (x, y + ky, x + kx, y, x + rx, y)), ("Z", ()),
    )  # fmt: skip


@lru_cache(maxsize=1024)
def ellipse(cx: float, cy: float, rx: float, ry: float) -> Segments:
    """Return a whole ellipse, clockwise from its rightmost point."""
    kx, ky = rx * KAPPA, ry * KAPPA
    return (
        ("M", (cx + rx, cy)),
        ("C", (cx + rx, cy + ky, cx + kx, cy + ry, cx, cy + ry)),
        ("C", (cx - kx, cy + ry, cx - rx, cy + ky, cx - rx, cy)),
        ("C", (cx - rx, cy - ky, cx - kx, cy - ry, cx, cy - ry)),
        ("C", (cx + kx, cy - ry, cx + rx, cy - ky, cx + rx, cy)),
        ("Z", ()),
    )


@lru_cache(maxsize=1024)
def polyline(points: tuple[float, ...], closed: bool) -> Segments:
    """Straight lines through ``points`` (x1, y1, x2, y2 …). Raises ValueError for an odd count."""
    if len(points) % 2:
        raise ValueError("the list of points has an odd number of coordinates")
    pairs = list(zip(points[::2], points[1::2], strict=True))
    lines: list[Segment] = [("L" if index else "M", pair) for index, pair in enumerate(pairs)]
    return (*lines, ("Z", ())) if closed and lines else tuple(lines)


SHAPES = frozenset({"rect", "circle", "ellipse", "line", "polyline", "polygon", "path"})
"""The elements that are outlines."""


def shape(
    name: str,
    measure: Callable[[str, float], float],
    data: Callable[[str, Callable[[str], Segments]], Segments],
    limit: float = LIMIT,
) -> Segments:
    """Return the outline of a shape element called ``name``; empty where it has no size.

    ``measure`` gives the length that an attribute says, or the default beside it; ``data`` what a function reads in an
    attribute, with numbers up to ``limit``.
    """
    match name:
        case "rect":
            x, y, width, height = (measure(key, 0.0) for key in ("x", "y", "width", "height"))
            rx, ry = _radii(measure)
            return rectangle((x, y, width, height), rx, ry) if width > 0 and height > 0 else ()
        case "circle" | "ellipse":
            rx, ry = (measure("r", 0.0),) * 2 if name == "circle" else _radii(measure)
            return ellipse(measure("cx", 0.0), measure("cy", 0.0), rx, ry) if rx > 0 and ry > 0 else ()
        case "line":
            x1, y1, x2, y2 = (measure(key, 0.0) for key in ("x1", "y1", "x2", "y2"))
            return (("M", (x1, y1)), ("L", (x2, y2)))
        case "path":
            return data("d", lambda text: path(text, limit))
    return data("points", lambda text: polyline(numbers(text, limit), name == "polygon"))


def _radii(measure: Callable[[str, float], float]) -> tuple[float, float]:
    """Both radii: one that is not given is the other."""
    rx, ry = measure("rx", -1.0), measure("ry", -1.0)
    return rx if rx >= 0 else ry, ry if ry >= 0 else rx


def moved(outline: Segments, matrix: Matrix) -> Segments:
    """Return an outline with every point taken by ``matrix``."""
    if matrix == IDENTITY:
        return outline
    a, b, c, d, e, f = matrix
    out: list[Segment] = []
    for kind, args in outline:
        if len(args) == 2:
            x, y = args
            out.append((kind, (a * x + c * y + e, b * x + d * y + f)))
        elif args:
            x1, y1, x2, y2, x, y = args
            points = (
                a * x1 + c * y1 + e,
                b * x1 + d * y1 + f,
                a * x2 + c * y2 + e,
                b * x2 + d * y2 + f,
                a * x + c * y + e,
                b * x + d * y + f,
            )
            out.append((kind, points))
        else:
            out.append((kind, args))
    return tuple(out)


def box_outline(box: Box, matrix: Matrix = IDENTITY) -> Segments:
    """Return the outline of a box, each corner taken by ``matrix``."""
    x, y, width, height = box
    corners = [apply(matrix, a, b) for a, b in ((x, y), (x + width, y), (x + width, y + height), (x, y + height))]
    return (("M", corners[0]), ("L", corners[1]), ("L", corners[2]), ("L", corners[3]), ("Z", ()))


def bounds(segments: Iterable[Segment]) -> Box | None:
    """Return the smallest box around the outline, None if there is none."""
    xs: list[float] = []
    ys: list[float] = []
    x = y = 0.0
    for kind, args in segments:
        if kind == "C":
            xs += _extremes(x, *args[0::2])
            ys += _extremes(y, *args[1::2])
        if args:
            x, y = args[-2:]
            xs.append(x)
            ys.append(y)
    if not xs:
        return None
    return min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)


def _extremes(p0: float, p1: float, p2: float, p3: float) -> list[float]:
    a, b, c = p3 - 3 * p2 + 3 * p1 - p0, 2 * (p2 - 2 * p1 + p0), p1 - p0
    if abs(a) < 1e-12:
        roots = [-c / b] if abs(b) > 1e-12 else []
    else:
        root = b * b - 4 * a * c
        roots = [(-b + sign * math.sqrt(root)) / (2 * a) for sign in (1, -1)] if root >= 0 else []
    return [
        (1 - t) ** 3 * p0 + 3 * (1 - t) ** 2 * t * p1 + 3 * (1 - t) * t * t * p2 + t**3 * p3 for t in roots if 0 < t < 1
    ]
