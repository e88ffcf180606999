"""What of a kit to print, ``--only`` and ``--changed-since``, and telling what changed."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Optional

import typer

from pnp.cli.output import note

if TYPE_CHECKING:
    from pnp.build.compare.changed import Change, Changes

OnlyOption = Annotated[
    Optional[list[str]],  # noqa: UP045 - typer reads annotations at run time on every supported Python
    typer.Option(
        metavar="COMPONENT[/PIECE]",
        help="Only these components, or pieces of them by their ids or places: cards/red-7,cards/5-9. May be given "
        "more than once.",
    ),
]
ChangedSinceOption = Annotated[
    Optional[Path],  # noqa: UP045 - as above
    typer.Option(metavar="FILE.pdf", help="Only what changed since this kit was built, and why."),
]
_NAMED = 6
_VERBS = {
    "changed": "changed",
    "new": "new",
    "more": "wanted more often",
    "renamed": "only called otherwise, not printed again",
    "fewer": "wanted less often: throw away",
    "gone": "gone: throw away",
}


def tell_changes(changes: Changes) -> None:
    """What changed, for people: pieces with the same reasons together."""
    if not changes.pieces:
        note(f"  nothing changed since {changes.since}: nothing is written")
        return
    note(f"  since {changes.since}:")
    groups: dict[tuple[str, tuple[str, ...]], list[Change]] = {}
    for one in changes.pieces:
        groups.setdefault((one.status, tuple(_reasons(one))), []).append(one)
    for (status, reasons), found in sorted(groups.items(), key=lambda item: list(_VERBS).index(item[0][0])):
        note(f"    {_VERBS[status]}: {_names(found)}")
        for reason in reasons:
            note(f"      {reason}")
    if not changes.groups:
        note("  nothing is to be printed: nothing is written")


def _names(found: Sequence[Change]) -> str:
    said = [_name(one) for one in found[:_NAMED]]
    more = f" and {len(found) - _NAMED} more" if len(found) > _NAMED else ""
    return f"{', '.join(said)}{more}"


def _name(one: Change) -> str:
    """A piece, with how many of it where that matters."""
    was = "" if one.was is None else f" (was {one.was})"
    counted = one.copies > 1 or one.status in ("more", "fewer")
    return f"{one.name}{f' × {one.copies}' if counted else ''}{was}"


def _reasons(one: Change) -> list[str]:
    return [f"{side}: {reason.text}" for side, reason in one.reasons]


def as_json_of(changes: Changes) -> dict[str, Any]:
    """What changed, for programs."""
    return {
        "changed_since": changes.since,
        "changes": [
            {
                "status": one.status,
                "component": one.component,
                "card": one.card,
                "copies": one.copies,
                **({} if one.was is None else {"was": one.was}),
                "reasons": [
                    {"side": side, "kind": reason.kind, "what": reason.what, "old": reason.old, "new": reason.new}
                    for side, reason in one.reasons
                ],
            }
            for one in changes.pieces
        ],
        "notes": [found.as_json() for found in changes.notes],
    }
