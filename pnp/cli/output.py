"""Print to the terminal: results to stdout, notes and errors to stderr.

Titles, names of files and messages of libraries may come from strangers. All text for people is printed here, line by
line, and made ``visible``: it cannot move the cursor, end a line or set a colour.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Protocol, TextIO

from pnp.diagnostics import Diagnostic, display_width, first_messages, visible
from pnp.records import dataclass

_ANSI = {"error": "31", "warning": "33", "note": "36", "good": "32", "strong": "1"}


def prepare_streams() -> None:
    """Make every character printable: as it is if the terminal can show it, else as an escape.

    Streams that are closed become empty ones.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: PTH123, SIM115 - for as long as it runs
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="backslashreplace")


class StreamError(Exception):
    """The output cannot be written: the disk behind it is full, or the terminal is gone."""


def write(stream: TextIO, text: str) -> None:
    """Print ``text`` unchanged. Raises StreamError, or BrokenPipeError if the reader is gone."""
    with _stream_errors():
        stream.write(text)


def flush() -> None:
    """Flush stdout. Raises as ``write`` does."""
    with _stream_errors():
        sys.stdout.flush()


@contextmanager
def _stream_errors() -> Iterator[None]:
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        raise StreamError(error.strerror or str(error)) from error


def can_show(text: str, stream: TextIO | None = None) -> bool:
    """Check that the encoding of ``stream`` has the characters of ``text``."""
    encoding = (stream or sys.stdout).encoding or "ascii"
    try:
        text.encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def tick(good: bool, stream: TextIO | None = None) -> str:
    """Return ✓ or ✗, or a word if the terminal cannot show them."""
    mark, word = ("✓", "ok") if good else ("✗", "FAILED")
    return mark if can_show(mark, stream) else word


class _Styled(str):
    """Text that is already visible, with the escape sequences of its style."""

    __slots__ = ()


def coloured(text: str, style: str, stream: TextIO) -> str:
    """Return ``text`` in a style, if the stream is a terminal that wants colour (NO_COLOR, TERM=dumb)."""
    wants_colour = stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    return _Styled(f"\x1b[{_ANSI[style]}m{visible(text)}\x1b[0m") if wants_colour else text


def say(*parts: str) -> None:
    """Print a line of a result to stdout. Its parts may be ``coloured``."""
    write(sys.stdout, "".join(part if isinstance(part, _Styled) else visible(part) for part in parts) + "\n")


def say_json(value: object, lines: bool = False) -> None:
    """Print a result for programs to stdout as JSON. With ``lines``, it is a single line of JSON Lines."""
    text = json.dumps(value, ensure_ascii=not can_show("赤✓"), indent=None if lines else 2)
    for line in text.split("\n"):
        write(sys.stdout, (line if line.isprintable() else "".join(map(_escape_control, line))) + "\n")


def _escape_control(char: str) -> str:
    """Escape a character of JSON that a terminal would obey. It occurs in strings alone, where a code stands for it."""
    return char if visible(char) == char else f"\\u{ord(char):04x}"


def note(text: str) -> None:
    """Print a remark for people to stderr."""
    write(sys.stderr, visible(text) + "\n")


def report(diagnostics: Iterable[Diagnostic]) -> None:
    """Print diagnostics as text to stderr, the first 50 of them."""
    for diagnostic in first_messages(diagnostics):
        lines = diagnostic.render().split("\n")
        tag = f"{diagnostic.severity}[{diagnostic.code}]"
        lines[0] = lines[0].replace(tag, coloured(tag, diagnostic.severity, sys.stderr), 1)
        write(sys.stderr, "\n".join(lines) + "\n")


def say_table(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Print columns to stdout, two spaces apart. Widths are counted as terminals show them."""
    table = [[visible(cell) for cell in row] for row in (headings, *rows)]
    widths = [max(display_width(row[column]) for row in table) for column in range(len(headings))]
    for index, row in enumerate(table):
        cells = [cell + " " * (width - display_width(cell)) for cell, width in zip(row, widths, strict=True)]
        say("  ".join(cells).rstrip())
        if index == 0:
            say("  ".join("-" * width for width in widths))


def counted(count: int, noun: str) -> str:
    """Return a number with its noun, such as ``1 page``."""
    return f"1 {noun}" if count == 1 else f"{count} {noun}s"


class Progress(Protocol):
    """Callback for every step of the work."""

    def __call__(self, label: str) -> None:
        """Show that ``label`` is in progress."""
        ...


@dataclass(frozen=True, slots=True)
class _Silent:
    def __call__(self, label: str) -> None:
        """Show nothing."""


@contextmanager
def progress(title: str, quiet: bool = False) -> Iterator[Progress]:
    """Show a spinner with the current step on a terminal, and nothing elsewhere."""
    if quiet or not sys.stderr.isatty():
        yield _Silent()
        return
    from rich import console, status, text  # noqa: PLC0415 - only terminals show a spinner

    # Text, not a string, in which Rich would look for its own markup.
    with status.Status(text.Text(visible(title)), console=console.Console(stderr=True)) as spinner:
        yield lambda label: spinner.update(text.Text(visible(f"{title}: {label}")))
