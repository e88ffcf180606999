"""Messages on the page: diagnostics with their line, caret, card and the address that opens an editor."""

from __future__ import annotations

from typing import Any

from pnp.diagnostics import Diagnostic, Location, first_messages, visible
from pnp.project.project import Project
from pnp.studio.editors import editor_address
from pnp.studio.origins import path_of
from pnp.studio.snapshot import Snapshot, faces_by_name


def messages_as_json(snapshot: Snapshot, project: Project | None, editor: str) -> dict[str, list[dict[str, Any]]]:
    """Return the errors and warnings of a snapshot, and the changes since a printed kit, as JSON data. ``editor`` is
    the pattern of an editor's address."""
    names = _faces_by_name(snapshot)
    return {
        "errors": [_message(error, project, editor, names) for error in first_messages(snapshot.errors)],
        "warnings": [_message(warning, project, editor, names) for warning in first_messages(snapshot.warnings)],
        "changes": [
            {
                "status": change.status,
                "piece": f"{change.component}/{change.card}",
                "reasons": [visible(reason) for reason in change.reasons],
                "face": names.get(f"{change.component}/{change.card}"),
            }
            for change in snapshot.changes
        ],
    }


def place_as_json(place: Location, project: Project | None, editor: str) -> dict[str, Any]:
    """Return a place as JSON data, with the address that opens it in an editor if it is a file."""
    path = None if project is None else path_of(project, place)
    return {
        "label": visible(str(place)),
        "source": None if place.source is None else visible(place.source),
        "column": place.column,
        "end": place.end_column,
        "open": None if path is None else editor_address(editor, path, place.line, place.column),
    }


def _message(diagnostic: Diagnostic, project: Project | None, editor: str, faces: dict[str, str]) -> dict[str, Any]:
    data = diagnostic.as_json()
    place = diagnostic.location
    words = diagnostic.message.replace(",", " ").replace(":", " ").split()
    return {
        "severity": data["severity"],
        "code": data["code"],
        "message": visible(str(data["message"])),
        "hint": data["hint"],
        "place": None if place is None else place_as_json(place, project, editor),
        "faces": list(dict.fromkeys(faces[word] for word in words if word in faces)),
    }


def _faces_by_name(snapshot: Snapshot) -> dict[str, str]:
    """Return the names of faces on the page by those that messages give to them: the component and the card."""
    names: dict[str, str] = {}
    for name, shown in faces_by_name(snapshot.components).items():
        names.setdefault(f"{shown.face.component}/{shown.face.card}", name)
    return names
