"""What goes to the terminal and how: results to stdout, notes and errors to stderr."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Protocol, TextIO

from pnp.diagnostics import Diagnostic, display_width
from pnp.records import dataclass

_ANSI = {"error": "31", "warning": "33", "note": "36", "good": "32", "strong": "1"}


def prepare_streams() -> None:
    """Make every character printable: UTF-8 where the terminal takes it, an escape where it does not."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="backslashreplace")


def can_show(text: str, stream: TextIO | None = None) -> bool:
    """Whether the terminal behind ``stream`` has the characters of ``text``."""
    encoding = (stream or sys.stdout).encoding or "ascii"
    try:
        text.encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def tick(good: bool, stream: TextIO | None = None) -> str:
    """✓ or ✗, or a word where the terminal cannot show them."""
    mark, word = ("✓", "ok") if good else ("✗", "FAILED")
    return mark if can_show(mark, stream) else word


def coloured(text: str, style: str, stream: TextIO) -> str:
    """``text`` in a style, on terminals that want colour (NO_COLOR, TERM=dumb)."""
    wants = stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    return f"\x1b[{_ANSI[style]}m{text}\x1b[0m" if wants else text


def say(text: str = "") -> None:
    """A line of a result, to stdout."""
    sys.stdout.write(text + "\n")


def say_json(value: Any, lines: bool = False) -> None:
    """A result for programs, to stdout; of several ``lines``, as JSON Lines, one."""
    sys.stdout.write(json.dumps(value, ensure_ascii=not can_show("赤✓"), indent=None if lines else 2) + "\n")


def note(text: str) -> None:
    """A remark for people, to stderr."""
    sys.stderr.write(text + "\n")


def report(diagnostics: Iterable[Diagnostic]) -> None:
    """Diagnostics as text, to stderr."""
    for item in diagnostics:
        lines = item.render().split("\n")
        tag = f"{item.severity}[{item.code}]"
        lines[0] = lines[0].replace(tag, coloured(tag, item.severity, sys.stderr), 1)
        sys.stderr.write("\n".join(lines) + "\n")


def table(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Columns set apart by two spaces, widths as terminals count them."""
    everything = [list(headings), *[list(row) for row in rows]]
    widths = [max(display_width(row[column]) for row in everything) for column in range(len(headings))]
    lines = []
    for index, row in enumerate(everything):
        cells = [cell + " " * (width - display_width(cell)) for cell, width in zip(row, widths, strict=True)]
        lines.append("  ".join(cells).rstrip())
        if index == 0:
            lines.append("  ".join("-" * width for width in widths))
    return "\n".join(lines)


class Progress(Protocol):
    """Told of every step that is done."""

    def __call__(self, label: str) -> None:
        """``label`` is being worked on now."""
        ...


@dataclass(frozen=True, slots=True)
class _Silent:
    def __call__(self, label: str) -> None:
        """Nothing is shown."""


@contextmanager
def progress(title: str, quiet: bool = False) -> Iterator[Progress]:
    """A spinner with the current step on a terminal; nothing elsewhere."""
    if quiet or not sys.stderr.isatty():
        yield _Silent()
        return
    from rich.console import Console  # noqa: PLC0415 - heavy, and only a terminal needs it
    from rich.status import Status  # noqa: PLC0415

    with Status(title, console=Console(stderr=True)) as status:
        yield lambda label: status.update(f"{title}: {label}")
