"""Notes that makers pin to cards, in ``notes.toml`` beside the definition."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from pnp.diagnostics import Diagnostic, Location, PnpError
from pnp.files import replace_file
from pnp.inside import lies_in
from pnp.records import dataclass
from pnp.textfile import label_of, read_text

NOTES_FILE = "notes.toml"
_MOST_NOTES, _LONGEST = 1_000, 2_000
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
    if not lies_in(path, folder):
        message, hint = f"{NOTES_FILE} is a link out of the project", "put a copy of the file in its place"
        raise PnpError(Diagnostic("outside-project", message, Location(str(path)), hint))
    label = label_of(path)
    try:
        entries = tomllib.loads(read_text(path, label, bom=True)).get("note", [])
    except tomllib.TOMLDecodeError as error:
        raise PnpError(Diagnostic("syntax", f"notes cannot be read: {error}", Location(label))) from error
    notes = [_note(entry) for entry in entries[:_MOST_NOTES]] if isinstance(entries, list) else [None]
    if None in notes:
        hint = 'each note is [[note]] with face = "…" and text = "…"'
        raise PnpError(Diagnostic("bad-value", "a note lacks its face or its text", Location(label), hint))
    return tuple(note for note in notes if note is not None)


def write_note(folder: Path, note: PinnedNote) -> None:
    """Write a note of a project over an earlier one of the same face, or remove that for a note without text. Raises
    PnpError as ``read_notes`` and ``write_notes`` do: a file that cannot be read is not written over."""
    others = [other for other in read_notes(folder) if other.face != note.face]
    write_notes(folder, [*others, note] if note.text.strip() else others)


def write_notes(folder: Path, notes: Sequence[PinnedNote]) -> None:
    """Write the notes of a project. Raises PnpError for too many or too long notes, and WriteError."""
    if len(notes) > _MOST_NOTES or any(len(note.text) > _LONGEST or len(note.face) > _LONGEST for note in notes):
        message = f"more than {_MOST_NOTES} notes, or one of more than {_LONGEST} letters"
        raise PnpError(Diagnostic("too-much", message, Location(NOTES_FILE), "shorten them"))
    entries = (f"\n[[note]]\nface = {_quoted(note.face)}\ntext = {_quoted(note.text)}\n" for note in notes)
    replace_file(folder / NOTES_FILE, (_HEAD + "".join(entries)).encode(), within=folder)


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
