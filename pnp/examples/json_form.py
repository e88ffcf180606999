"""Examples as plain JSON data of a manifest."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from pnp.diagnostics import Diagnostic, VerificationError
from pnp.games.core.answer import Position
from pnp.games.core.lesson import Example

_SHAPES: Mapping[str, tuple[type, ...]] = {
    "id": (str,),
    "lesson": (str,),
    "form": (str,),
    "kills": (list,),
    "kind": (str,),
    "in": (dict,),
    "out": (dict,),
    "cards": (int,),
    "floor": (int,),
}


def example_json(example: Example) -> dict[str, Any]:
    """Return an example as JSON data. ``kind``, ``in`` and ``out`` are as in the conformance cases, for any program to
    check."""
    return {
        "id": example.id,
        "lesson": example.lesson,
        "form": example.form,
        "kills": list(example.kills),
        "kind": example.kind,
        "in": dict(example.position),
        "out": dict(example.out),
        "cards": example.cost,
        "floor": example.floor,
    }


def json_line(value: Any) -> str:
    """Return plain JSON data on one line, for a message."""
    return json.dumps(value, ensure_ascii=False, default=str)


def question_json(kind: str, position: Position) -> str:
    """Return a question as ``pnp referee`` takes it, so that a message can be tried out.

    >>> question_json("best", {"palette": []})
    '{"kind": "best", "in": {"palette": []}}'
    """
    return json_line({"kind": kind, "in": dict(position)})


def example_from_json(entry: Mapping[str, Any]) -> Example:
    """Read the example of an entry that ``example_json`` wrote; ignore further keys, such as ``places``. Raises
    VerificationError for a malformed entry."""
    for key, types in _SHAPES.items():
        if not isinstance(entry.get(key), types):
            raise _malformed(entry, f"{key!r} is missing, or is no {types[0].__name__}")
    if entry["form"] not in ("example", "check"):
        raise _malformed(entry, f"'form' is {entry['form']!r}, not 'example' or 'check'")
    if not all(isinstance(name, str) for name in entry["kills"]):
        raise _malformed(entry, "'kills' holds something that is no name")
    return Example(
        id=entry["id"],
        lesson=entry["lesson"],
        form=entry["form"],
        kind=entry["kind"],
        position=entry["in"],
        out=entry["out"],
        kills=tuple(entry["kills"]),
        cost=entry["cards"],
        floor=entry["floor"],
    )


def _malformed(entry: Mapping[str, Any], reason: str) -> VerificationError:
    name = entry.get("id", "without an id")
    return VerificationError(Diagnostic("broken-example", f"example {name}: {reason}", hint="the manifest was altered"))
