"""Messages on the page: diagnostics with their line, caret, faces and the address that opens an editor."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from pnp.diagnostics import Diagnostic, Location, PnpError, first_messages, visible
from pnp.model.component import Item
from pnp.project.project import decks_of
from pnp.studio.editors import editor_address
from pnp.studio.origins import path_of
from pnp.studio.snapshot import Snapshot
from pnp.textfile import excerpt, read_text

_EXPRESSION = re.compile(r"\{\{.*?(?:\}\}|$)|\{%.*?(?:%\}|$)")
_QUOTED = re.compile(r"['`]([^\W\d][\w.-]*)['`]|\{% (\w+)")
"""Name in a message, mostly of what is at fault: the last one is the narrowest."""
_LINE = re.compile(r", at (\S+\.j2):(\d+)")
"""Line of a template that a message about a cell names."""


def messages_as_json(snapshot: Snapshot, folder: Path, editor: str) -> dict[str, Any]:
    """Return as JSON data the errors and warnings of a snapshot, its stale faces, the changes since a printed kit, and
    the names of the faces that are ``differing`` from it. ``editor`` is the pattern of an editor's address."""
    errors, warnings = first_messages(snapshot.errors), first_messages(snapshot.warnings)
    names, rows = _faces_by_name(snapshot), _RowFaces.of(snapshot, [*errors, *warnings])
    return {
        "frozen": snapshot.is_frozen,
        "stale": [shown.name for component in snapshot.components for shown in component.faces if shown.is_stale],
        "errors": [_message(error, folder, editor, names, rows) for error in errors],
        "warnings": [_message(warning, folder, editor, names, rows) for warning in warnings],
        "changes": [
            {
                "status": change.status,
                "piece": f"{change.component}/{change.card}",
                "reasons": [visible(reason) for reason in change.reasons],
                "face": names.get(f"{change.component}/{change.card}"),
            }
            for change in snapshot.changes
        ],
        "differing": list(_differing(snapshot)),
    }


def _differing(snapshot: Snapshot) -> Iterator[str]:
    """Yield the names of the faces that look otherwise than in the printed kit, in the order of the page."""
    ids: dict[str, set[str]] = {}
    for change in snapshot.changes:
        ids.setdefault(change.component, set()).update(change.faces)
    for component in snapshot.components:
        differing = ids.get(component.component.id, set())
        yield from (shown.name for shown in component.faces if shown.face.id in differing)


def place_as_json(place: Location, folder: Path, editor: str) -> dict[str, Any]:
    """Return a place as JSON data, with the address that opens it in an editor if it is a file."""
    path = path_of(folder, place)
    return {
        "label": visible(str(place)),
        "source": None if place.source is None else visible(place.source),
        "column": place.column,
        "end": place.end_column,
        "open": None if path is None else editor_address(editor, path, place.line, place.column),
    }


def _message(
    diagnostic: Diagnostic, folder: Path, editor: str, names: Mapping[str, str], rows: _RowFaces
) -> dict[str, Any]:
    data, place = diagnostic.as_json(), diagnostic.location
    if place is not None and place.source is None and place.file.endswith(".j2"):
        place = _with_line(place, folder, diagnostic.message)
    words = diagnostic.faces or (word.strip("(),:") for word in diagnostic.message.split())
    faces = [names[word] for word in words if word in names] or rows.faces(diagnostic.location)
    return {
        "severity": data["severity"],
        "code": data["code"],
        "message": visible(str(data["message"])),
        "hint": data["hint"],
        "place": None if place is None else place_as_json(place, folder, editor),
        "lines": [
            place_as_json(Location(file, int(line)), folder, editor) for file, line in _LINE.findall(diagnostic.message)
        ],
        "faces": list(dict.fromkeys(faces)),
    }


def _with_line(place: Location, folder: Path, message: str) -> Location:
    """Return a line of a template with its text. The caret is below the last name that the message quotes and an
    expression of the line has, else below its only expression, else below all of it."""
    path = path_of(folder, place)
    try:
        lines = [] if path is None else read_text(path, place.file, bom=True).split("\n")
    except PnpError:  # it has gone, or changes at this moment: the next message tells
        lines = []
    if place.line is None or not 0 < place.line <= len(lines):
        return place
    line = lines[place.line - 1].rstrip()
    fault = message.partition("; ")[0]  # behind it stands what may be meant
    expressions = list(_EXPRESSION.finditer(line))
    names = [re.compile(rf"(?<!\w){re.escape(quoted or tag)}(?!\w)") for quoted, tag in _QUOTED.findall(fault)]
    named = (name.search(line, *expression.span()) for name in reversed(names) for expression in expressions)
    match = next(filter(None, named), expressions[0] if len(expressions) == 1 else re.search(r"\S.*", line))
    if match is None:
        return place
    source = excerpt(line, match.end() + 1)
    return replace(place, column=match.start() + 1, end_column=match.end() + 1, source=source)


def _faces_by_name(snapshot: Snapshot) -> dict[str, str]:
    """Return the names of faces on the page by those that messages give to them: the component and the card, and for
    its back that it is one."""
    names: dict[str, str] = {}
    for component in snapshot.components:
        for shown in component.faces:
            name = f"{shown.face.component}/{shown.face.card}"
            names.setdefault(f"{name} (back)" if shown.face.side == "back" else name, shown.name)
    return names


class _RowFaces:
    """Fronts of the cards whose rows messages are about."""

    def __init__(self, rows: Mapping[str, Sequence[tuple[int, Item, tuple[str, ...]]]]) -> None:
        self._rows = rows

    @classmethod
    def of(cls, snapshot: Snapshot, messages: Sequence[Diagnostic]) -> _RowFaces:
        """Return the rows of the files that messages name, in order, each with its line, card and faces."""
        files = {message.location.file for message in messages if message.location and not message.faces}
        rows: dict[str, list[tuple[int, Item, tuple[str, ...]]]] = {}
        for name, deck in ({} if snapshot.kit is None else decks_of(snapshot.kit.game)).items():
            fronts: dict[str, list[str]] = {}
            for component in snapshot.components:
                for shown in component.faces if component.component.of == name else ():
                    if shown.face.side == "front":
                        fronts.setdefault(shown.face.card, []).append(shown.name)
            for item in deck if files and fronts else ():
                place = None if item.origin is None else item.origin.place(None)
                if place is not None and place.file in files and place.line is not None:
                    rows.setdefault(place.file, []).append((place.line, item, tuple(fronts.get(item.id, ()))))
        return cls({file: sorted(entries, key=lambda entry: entry[0]) for file, entries in rows.items()})

    def faces(self, place: Location | None) -> tuple[str, ...]:
        """Return the fronts of the card whose row, which may have several lines, has a place."""
        entries = self._rows.get(place.file, ()) if place is not None else ()
        if place is None or place.line is None or not entries:
            return ()
        line, item, faces = entries[max(0, bisect_right(entries, place.line, key=lambda entry: entry[0]) - 1)]
        if line == place.line or any(cell.line == place.line for cell in _cells(item)):
            return faces
        return ()


def _cells(item: Item) -> list[Location]:
    return [] if item.origin is None else [item.origin.place(column) for column in item.fields]
