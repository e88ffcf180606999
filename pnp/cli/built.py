"""What is told of a kit that was built: to people, and to programs."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from pnp.cli.changed import as_json_of, tell_changes
from pnp.cli.cutting import listed, told
from pnp.cli.inks import ink_as_json, ink_in_words
from pnp.cli.output import note, say, tick
from pnp.cli.sheets import papers, stock


def as_json(kit: Any, paths: Sequence[Path]) -> dict[str, Any]:
    """All of it, for programs. ``paths`` are its files."""
    return {
        "game": kit.game.id,
        "file": str(paths[0]) if paths else None,
        "files": [
            {"file": str(path), "pages": len(file.pages), "sheets": file.sheets}
            for path, file in zip(paths, kit.files, strict=True)
        ],
        "language": kit.settings.language,
        "paper": kit.settings.paper.name,
        "printer": kit.settings.printer or None,
        "pages": kit.pages,
        "sheets": kit.sheets,
        "components": [{"id": part.id, "pieces": part.pieces, "unique": part.unique} for part in kit.components],
        "examples": len(kit.examples.examples),
        "printed_examples_read_back": kit.report.places,
        "unkilled": list(kit.examples.unkilled),
        "code": kit.code,
        "cut": listed(kit, paths),
        "ink": ink_as_json(kit.ink),
        **({} if kit.changes is None else as_json_of(kit.changes)),
    }


def tell(kit: Any, paths: Sequence[Path]) -> None:
    """All of it, for people."""
    if kit.changes is not None:
        tell_changes(kit.changes)
    if paths:
        _tell_files(kit, paths)


def _tell_files(kit: Any, paths: Sequence[Path]) -> None:
    for path, file in zip(paths, kit.files, strict=True):
        say(shown(path))
        if len(paths) > 1:
            note(f"  {_counted(file.sheets, 'sheet')}, {_counted(len(file.pages), 'page')}")
    sheets, pages = _counted(kit.sheets, "sheet"), _counted(kit.pages, "page")
    parts = ", ".join(f"{part.pieces} {part.title}" if part.pieces > 1 else part.title for part in kit.components)
    note(f"  {sheets} of {papers(kit)}, {pages}: {parts}")
    if kit.ink is not None:
        note(f"  {ink_in_words(kit.ink)}")
    for line in (*stock(kit), *_choices(kit), *told(kit, paths)):
        note(line)
    if kit.settings.printer:
        note(f"  made for the printer {kit.settings.printer}: --printer none makes it for any")
    if kit.examples.examples:
        count = len(kit.examples.examples)
        killed = len({name for example in kit.examples.examples for name in example.kills})
        read_back = (
            f"and read back in {kit.report.places} places" if kit.report.places else "none of them on these parts"
        )
        note(
            f"  {tick(True, sys.stderr)} {count} examples and checks computed, agreed by the oracle, "
            f"{read_back}; they rule out {killed} misreadings"
        )
    if kit.report.places:
        note(f"  code {kit.code}: pnp verify --code {kit.code} tells whether a printed card still holds")
    for fallback in kit.fallbacks:
        note(f"  note: {fallback}")


def _counted(count: int, what: str) -> str:
    return f"1 {what}" if count == 1 else f"{count} {what}s"


def _choices(kit: Any) -> list[str]:
    """What could be printed in place of something that is, and how."""
    from pnp.model.text import say as worded  # noqa: PLC0415

    named = {one.id: worded(one.title, kit.settings.language) for one in kit.game.components}
    return [
        f"  {named[one.id]} can be printed instead of {named[one.instead_of]}: --with {one.id}"
        for one in kit.left_out
        if one.instead_of is not None
    ]


def shown(path: Path) -> str:
    """The path as a person would type it: relative to the working directory where it lies below it."""
    try:
        near = os.path.relpath(path)
    except ValueError:  # another drive
        return str(path)
    return str(path) if near.startswith("..") else near
