"""Notes that makers pin to cards, in ``notes.toml`` beside the definition."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

from pnp.diagnostics import Diagnostic, Location, PnpError
from pnp.files import replace_file
from pnp.inside import lies_in
from pnp.records import dataclass
from pnp.textfile import check_utf8, label_of, read_bytes
from pnp.toml.positions import SourceSpan, ValueLocations
from pnp.toml.syntax import long_string_end, short_string_end, statement_end

NOTES_FILE = "notes.toml"
_MOST_NOTES, _LONGEST = 1_000, 2_000
_MARK = "\ufeff"
"""Byte order mark."""
_HEAD = "# Notes on cards, written by pnp studio. A build does not read them.\n"


@dataclass(frozen=True, slots=True)
class PinnedNote:
    """Note on a face, which is named as in messages: its game, component and card."""

    face: str
    text: str


def read_notes(folder: Path) -> tuple[PinnedNote, ...]:
    """Return the notes of a project; none without the file. Raises PnpError for a file that cannot be read."""
    path = folder / NOTES_FILE
    if not path.is_file():
        return ()
    return _notes_in(_read(path, folder).removeprefix(_MARK), label_of(path))


def write_note(folder: Path, note: PinnedNote) -> None:
    """Write a note of a project in the place of an earlier one of the same face, or remove that for a note without
    text. All other bytes of the file stay: makers write comments and keys of their own there.

    Raises PnpError as ``read_notes`` does, for too many or too long notes, and WriteError.
    """
    path = folder / NOTES_FILE
    whole, label = (_read(path, folder) if path.is_file() else _HEAD), label_of(path)
    text = whole.removeprefix(_MARK)
    notes = list(_notes_in(text, label))
    index = next((index for index, other in enumerate(notes) if other.face == note.face), None)
    is_gone = not note.text.strip()
    if index is None:
        if is_gone:
            return
        notes.append(note)
        line_end = "\r\n" if "\r\n" in text else "\n"
        lines = ("", "[[note]]", f"face = {_quoted(note.face)}", f"text = {_quoted(note.text)}", "")
        changed = text + ("" if text.endswith("\n") else line_end) + line_end.join(lines)
    elif is_gone:
        del notes[index]
        changed = _without_note(text, index)
    else:
        notes[index] = note
        changed = _with_text(text, index, note.text)
    if len(notes) > _MOST_NOTES or len(note.text) > _LONGEST or len(note.face) > _LONGEST:
        message = f"more than {_MOST_NOTES} notes, or one of more than {_LONGEST} letters"
        raise PnpError(Diagnostic("too-much", message, Location(NOTES_FILE), "shorten them"))
    try:
        is_as_wanted = list(_notes_in(changed, label)) == notes
    except PnpError:
        is_as_wanted = False
    if not is_as_wanted:
        hint = "write each note as [[note]], with a line for its face and one for its text"
        raise PnpError(Diagnostic("bad-value", "this note cannot be changed here", Location(label), hint))
    replace_file(path, (whole[: len(whole) - len(text)] + changed).encode(), within=folder)


def _read(path: Path, folder: Path) -> str:
    """Return the file, with its byte order mark if it has one."""
    if not lies_in(path, folder):
        message, hint = f"{NOTES_FILE} is a link out of the project", "put a copy of the file in its place"
        raise PnpError(Diagnostic("outside-project", message, Location(str(path)), hint))
    raw = read_bytes(path, label_of(path))
    check_utf8(raw, label_of(path), bom=True)
    return raw.decode()


def _notes_in(text: str, label: str) -> tuple[PinnedNote, ...]:
    try:
        entries = tomllib.loads(text).get("note", [])
    except tomllib.TOMLDecodeError as error:
        raise PnpError(Diagnostic("syntax", f"notes cannot be read: {error}", Location(label))) from error
    notes = [_note(entry) for entry in entries[:_MOST_NOTES]] if isinstance(entries, list) else [None]
    if None in notes:
        hint = 'each note is [[note]] with face = "…" and text = "…"'
        raise PnpError(Diagnostic("bad-value", "a note lacks its face or its text", Location(label), hint))
    return tuple(note for note in notes if note is not None)


def _with_text(text: str, index: int, wanted: str) -> str:
    """Return a file with another text of the note at ``index``."""
    value = ValueLocations(text).find(("note", index, "text"))[1]
    if value is None or value.value is None:
        return text
    start = _offset(text, value.value)
    is_long = text.startswith(('"""', "'''"), start)
    end = long_string_end(text, start) if is_long else short_string_end(text, start)
    return f"{text[:start]}{_quoted(wanted)}{text[end:]}"


def _without_note(text: str, index: int) -> str:
    """Return a file without the note at ``index``: its lines from the header to the last key, and a blank line before
    them."""
    locations, path = ValueLocations(text), ("note", index)
    entry = tomllib.loads(text)["note"][index]
    keys = [found[1].key for name in entry if (found := locations.find((*path, name)))[1] is not None]
    header = locations.find(path)[1]
    if header is None or header.header is None:
        return text
    end = max(statement_end(text, _offset(text, key)).end for key in keys if key is not None)
    before = text[: _offset(text, header.header)]
    blank = re.search(r"(?<=\n)[ \t]*\r?\n$", before)
    return f"{before if blank is None else before[: blank.start()]}{text[end:]}"


def _offset(text: str, span: SourceSpan) -> int:
    lines = text.split("\n")[: span.line - 1]
    return sum(map(len, lines)) + len(lines) + span.column - 1


def _note(entry: Any) -> PinnedNote | None:
    match entry:
        case {"face": str(face), "text": str(text)}:
            return PinnedNote(face, text)
    return None


def _quoted(text: str) -> str:
    r"""Return a text as a basic string of TOML.

    >>> _quoted('a "b"\n')
    '"a \\"b\\"\\n"'
    """
    escapes = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t", "\r": "\\r"}
    return (
        '"'
        + "".join(escapes.get(char) or (char if char.isprintable() else f"\\U{ord(char):08x}") for char in text)
        + '"'
    )
