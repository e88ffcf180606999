"""Read files as text. Each way of not being UTF-8 has its own code and hint."""

from __future__ import annotations

import codecs
import os
import re
import stat
from pathlib import Path
from typing import NoReturn

from pnp.diagnostics import DefinitionError, Diagnostic, Location, picture
from pnp.steps import begin_step

MAX_BYTES = 4_000_000
"""Most bytes of a definition. A longer file is a mistake."""

MAX_TABLE = 64_000_000
"""Most bytes of a text file of cards: 100,000 cards, each with some hundred letters in several languages."""

MAX_WORKBOOK = 25_000_000
"""Most bytes of a workbook. It holds pictures and formats beside the cards, compressed: 100,000 cards take some 10 MB.
"""

_STEP = 1_000_000
"""Bytes decoded at once, since a whole file would take as much memory again."""

_WIDEST = 300
_WIDE = (
    (codecs.BOM_UTF32_LE, "UTF-32"),
    (codecs.BOM_UTF32_BE, "UTF-32"),
    (codecs.BOM_UTF16_LE, "UTF-16"),
    (codecs.BOM_UTF16_BE, "UTF-16"),
)
_SAVE_AS = "save the file as UTF-8"
_EXCEL = "in Excel, choose Save As and the type 'CSV UTF-8 (Comma delimited)'; in an editor, save as UTF-8"


def label_of(path: Path) -> str:
    """Return the name of ``path`` for messages: relative to the working directory if inside, else as given."""
    if path.is_absolute():
        try:
            return path.relative_to(Path.cwd()).as_posix()
        except (ValueError, OSError):
            return str(path)
    return path.as_posix()


def excerpt(line: str, end: int) -> str | None:
    """Return a line for the caret, cut if it is too long to show.

    Returns None if the caret itself is too far to the right. Control characters become pictures: a terminal must not
    obey a message.
    """
    if end > _WIDEST:
        return None
    printable = "\t".join("".join(map(picture, part)) for part in line[:_WIDEST].split("\t"))
    return printable if len(line) <= _WIDEST else printable + "…"


def read_text(path: Path, label: str, *, bom: bool) -> str:
    """Return the text of a file. ``bom`` allows a byte order mark, as spreadsheets write one.

    Raises DefinitionError if the file is missing, not regular, not readable, too long, or not UTF-8.
    """
    return decode_text(read_bytes(path, label), label, bom=bom)


def decode_text(raw: bytes, label: str, *, bom: bool) -> str:
    """Decode bytes. Raises DefinitionError if they are not UTF-8, with the likely encoding."""
    return check_utf8(raw, label, bom=bom).decode("utf-8")


def check_utf8(raw: bytes, label: str, *, bom: bool) -> bytes:
    """Return UTF-8 bytes without their byte order mark.

    Raises DefinitionError if they are not UTF-8, with the likely encoding.
    """
    for mark, name in _WIDE:
        if raw.startswith(mark):
            _fail(label, "utf-16", f"the file is {name}, not UTF-8", _SAVE_AS)
    if raw.startswith(codecs.BOM_UTF8):
        if not bom:
            _fail(
                label,
                "byte-order-mark",
                "the file begins with an invisible byte order mark",
                "save the file as UTF-8 without BOM (some editors call UTF-8 with BOM 'UTF-8 signature')",
            )
        raw = raw[len(codecs.BOM_UTF8) :]
    if raw.count(0) > len(raw) // 4:
        _fail(label, "utf-16", "the file is UTF-16, not UTF-8", _SAVE_AS)
    bad_offset = _first_invalid(raw)
    if bad_offset is not None:
        _not_utf8(raw, bad_offset, label, spreadsheet=bom)
    return raw


def _first_invalid(raw: bytes) -> int | None:
    """Return the offset of the first byte that is not UTF-8, or None."""
    view, offset = memoryview(raw), 0
    while offset < len(raw):
        last = offset + _STEP >= len(raw)
        try:
            offset += codecs.utf_8_decode(view[offset : offset + _STEP], "strict", last)[1]
        except UnicodeDecodeError as error:
            return offset + error.start
    return None


def read_bytes(path: Path, label: str, most: int = MAX_BYTES) -> bytes:
    """Return the content of a file of at most ``most`` bytes.

    Raises DefinitionError if it cannot be read or is longer.
    """
    begin_step("reading this file", label)
    try:
        with open(path, "rb", opener=_open_without_waiting) as file:
            status = os.fstat(file.fileno())
            if not stat.S_ISREG(status.st_mode):
                _fail(label, "not-a-file", "this is not a regular file", "name a text file")
            # ``read`` allocates all bytes asked for. A file may grow meanwhile, or report no size.
            raw = file.read(min(status.st_size, most) + 1)
            raw += file.read(most + 1 - len(raw)) if status.st_size < len(raw) <= most else b""
    except FileNotFoundError:
        _fail(label, "file-missing", "there is no such file", "check the name and the folder")
    except IsADirectoryError:
        _fail(label, "is-a-folder", "this is a folder, not a file", "name the file in it, such as games.toml")
    except (OSError, ValueError) as error:
        if os.path.isdir(path):  # noqa: PTH112 - Path.is_dir raises for names too long
            _fail(label, "is-a-folder", "this is a folder, not a file", "name the file in it, such as games.toml")
        reason = getattr(error, "strerror", None) or str(error)
        _fail(label, "unreadable", f"the file cannot be read: {reason}", "check that you may read it")
    if len(raw) > most:
        _fail(
            label,
            "too-long",
            f"the file is longer than {most // 1_000_000} MB",
            "split it, or remove what is not needed",
        )
    return raw


def _open_without_waiting(path: str, flags: int) -> int:
    # A named pipe in place of the file would make the program wait for a writer.
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))


def _not_utf8(raw: bytes, start: int, label: str, *, spreadsheet: bool) -> NoReturn:
    line = raw.count(b"\n", 0, start) + 1
    begin = raw.rfind(b"\n", 0, start) + 1
    end = raw.find(b"\n", start)
    row = raw[begin : end if end >= 0 else len(raw)].rstrip(b"\r")
    column = len(raw[begin:start].decode("utf-8", "replace")) + 1
    hint = _EXCEL if spreadsheet else _SAVE_AS
    sample = _sample(raw, begin)
    if _is_shift_jis(sample):
        location = Location(label, line, column, column + 1, excerpt(row.decode("cp932", "replace"), column))
        raise DefinitionError(Diagnostic("shift-jis", "the file is in Shift-JIS (CP932), not UTF-8", location, hint))
    if _is_western(sample):
        location = Location(label, line, column, column + 1, excerpt(row.decode("cp1252", "replace"), column))
        message = "the file is in Windows-1252 (Western European), not UTF-8"
        raise DefinitionError(Diagnostic("windows-1252", message, location, hint))
    location = Location(label, line, column, column + 1, excerpt(row.decode("utf-8", "replace"), column))
    raise DefinitionError(Diagnostic("not-utf-8", f"the byte 0x{raw[start]:02x} here is not UTF-8", location, hint))


def _sample(raw: bytes, begin: int) -> bytes:
    """Return enough of a long file to guess its encoding: whole lines from the bad line at ``begin``."""
    if len(raw) <= MAX_BYTES:
        return raw
    return raw[begin : raw.rfind(b"\n", begin, begin + MAX_BYTES) + 1] or raw[begin : begin + MAX_BYTES]


def _is_shift_jis(raw: bytes) -> bool:
    """Return True for Japanese in CP932, but not for UTF-8 with a few damaged bytes."""
    guess = raw.decode("utf-8", "replace")
    if b"\0" in raw or sum(char > "\x7f" for char in guess) > 2 * guess.count("\ufffd"):
        return False
    try:
        text = raw.decode("cp932")
    except UnicodeDecodeError:
        return False
    if any("\u3040" <= char <= "\u30ff" for char in text):
        return True
    return any("\u4e00" <= char <= "\u9fff" for char in text) and not _ACCENTS_ALONE.fullmatch(raw)


_ACCENTS_ALONE = re.compile(rb"[\x00-\x7f]*(?:[\xc0-\xff](?![\x80-\xff])[\x00-\x7f]*)+")
"""Single accented letters: together with the next letter, each may read as a rare character of CP932."""


def _is_western(raw: bytes) -> bool:
    """Return True for Western European text in Windows-1252, but not for UTF-8 with a few damaged bytes."""
    guess = raw.decode("utf-8", "replace")
    if b"\0" in raw or any(char > "\x7f" and char != "\ufffd" for char in guess):
        return False
    try:
        text = raw.decode("cp1252")
    except UnicodeDecodeError:
        return False
    return all(char.isalpha() or char in "“”‘’„‚«»–—…€°§©®×½¼¾¡¿ \xa0" for char in text if char > "\x7f")


def _fail(label: str, code: str, message: str, hint: str) -> NoReturn:
    raise DefinitionError(Diagnostic(code, message, Location(label), hint))
