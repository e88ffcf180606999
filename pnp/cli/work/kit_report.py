"""Report of a built kit: lines for people, JSON data for programs."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pnp.build.kit import BuiltKit
from pnp.cli.output import counted, note, say, tick
from pnp.model.text import say as in_language
from pnp.units import Size

if TYPE_CHECKING:
    from pnp.build.compare.changed import Change, Changes
    from pnp.build.cut_files import CutFiles
    from pnp.ink.coverage import Coverage

_MOST_NAMES = 6
_STATUS_IN_WORDS = {
    "changed": "changed",
    "new": "new",
    "more": "wanted more often",
    "renamed": "only called otherwise, not printed again",
    "fewer": "wanted less often: throw away",
    "gone": "gone: throw away",
}
"""Words for the status of changes, in the order in which they are printed."""


def kit_as_json(kit: BuiltKit, paths: Sequence[Path]) -> dict[str, Any]:
    """Return JSON data of a kit with its files."""
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
        "cut": [str(file) for path, cut in _cut_files(kit, paths) for file in cut.by_path(path)],
        "ink": _ink_as_json(kit.ink),
        **({} if kit.changes is None else _changes_as_json(kit.changes)),
    }


def print_kit(kit: BuiltKit, paths: Sequence[Path]) -> None:
    """Print the files to stdout, and notes about them to stderr."""
    if kit.changes is not None:
        _print_changes(kit.changes)
    if paths:
        _print_files(kit, paths)


def short_path(path: Path) -> str:
    """Shorten a path to what a person would type: relative to the working directory if it lies below it."""
    try:
        relative = os.path.relpath(path)
    except ValueError:  # another drive
        return str(path)
    return str(path) if relative.startswith("..") else relative


def _print_files(kit: BuiltKit, paths: Sequence[Path]) -> None:
    for path, file in zip(paths, kit.files, strict=True):
        say(short_path(path))
        if len(paths) > 1:
            note(f"  {counted(file.sheets, 'sheet')}, {counted(len(file.pages), 'page')}")
    sheets, pages = counted(kit.sheets, "sheet"), counted(kit.pages, "page")
    parts = ", ".join(f"{part.pieces} {part.title}" if part.pieces > 1 else part.title for part in kit.components)
    note(f"  {sheets} of {_paper_names(kit)}, {pages}: {parts}")
    if kit.ink is not None:
        note(f"  {_format_ink(kit.ink)}")
    for line in (*_stock_lines(kit), *_choice_lines(kit), *_cut_lines(kit, paths)):
        note(line)
    if kit.settings.printer:
        note(f"  made for the printer {kit.settings.printer}: --printer none makes it for any")
    if kit.examples.examples:
        _print_examples(kit)
    if kit.report.places:
        note(f"  code {kit.code}: pnp verify --code {kit.code} tells whether a printed card still holds")
    for fallback in kit.fallbacks:
        note(f"  note: {fallback}")


def _print_examples(kit: BuiltKit) -> None:
    count = len(kit.examples.examples)
    killed = len({name for example in kit.examples.examples for name in example.kills})
    read_back = f"and read back in {kit.report.places} places" if kit.report.places else "none of them on these parts"
    note(
        f"  {tick(True, sys.stderr)} {count} examples and checks computed, agreed by the oracle, "
        f"{read_back}; they rule out {killed} misreadings"
    )


def _paper_names(kit: BuiltKit) -> str:
    """Name the papers of a kit: ``a4``, ``a4 and letter``."""
    stock_pages = sum(len(numbers) for file in kit.files for numbers in file.on_sheets.values())
    kit_papers = [kit.settings.paper.name] if stock_pages < kit.pages else []
    stock_papers = (sheet.paper_name for file in kit.files for sheet in file.on_sheets)
    return " and ".join(dict.fromkeys((*kit_papers, *stock_papers)))


def _stock_lines(kit: BuiltKit) -> list[str]:
    """Return lines that name the pages printed on sheets of their own kind."""
    return [
        f"  {f'{file.suffix}, ' if file.suffix else ''}{_format_page_numbers(numbers)}: {sheet.name} "
        f"({in_language(sheet.title, kit.settings.language)}), {sheet.paper_name}"
        for file in kit.files
        for sheet, numbers in file.on_sheets.items()
    ]


def _format_page_numbers(numbers: Sequence[int]) -> str:
    """Write ``page 3`` or ``pages 1–4, 7``."""
    ranges: list[list[int]] = []
    for number in numbers:
        if ranges and number == ranges[-1][-1] + 1:
            ranges[-1].append(number)
        else:
            ranges.append([number])
    listed = ", ".join(f"{pages[0]}" if len(pages) == 1 else f"{pages[0]}–{pages[-1]}" for pages in ranges)
    return f"page{'s' if len(numbers) > 1 else ''} {listed}"


def _choice_lines(kit: BuiltKit) -> list[str]:
    """Return lines that name the components that can be printed in place of others, and the option for it."""
    titles = {component.id: in_language(component.title, kit.settings.language) for component in kit.game.components}
    return [
        f"  {titles[component.id]} can be printed instead of {titles[component.instead_of]}: --with {component.id}"
        for component in kit.left_out
        if component.instead_of is not None
    ]


# Ink


def _format_ink(ink: Coverage) -> str:
    return f"ink: {ink.mean:.0%} of a sheet on average, {ink.most:.0%} at most (sheet {ink.sheet})".replace("%", " %")


def _ink_as_json(ink: Coverage | None) -> dict[str, Any] | None:
    """Return JSON data of shares from 0 to 1; None if they were not measured."""
    if ink is None:
        return None
    return {"mean": round(ink.mean, 4), "most": round(ink.most, 4), "sheet": ink.sheet}


# Cut files


def _cut_files(kit: BuiltKit, paths: Sequence[Path]) -> list[tuple[Path, CutFiles]]:
    """Pair the cut files of a kit with the paths of the PDFs beside which they lie."""
    return [(path, file.cut) for path, file in zip(paths, kit.files, strict=True) if file.cut is not None]


def _cut_lines(kit: BuiltKit, paths: Sequence[Path]) -> list[str]:
    """Return lines that tell where the cut files are, and what to set in the program of the machine."""
    return list(dict.fromkeys(line for path, cut in _cut_files(kit, paths) for line in _cut_file_lines(path, cut)))


def _cut_file_lines(path: Path, cut: CutFiles) -> Iterator[str]:
    formats = " and ".join(name.upper() for name in cut.request.formats)
    folder = cut.folder(path)
    sheets = counted(len(cut.sizes), "sheet")
    yield f"  cut files ({formats}) of {sheets} in {folder.parent.name}/{folder.name}"
    if cut.marks is not None:
        inset, length, thickness = cut.marks
        yield (
            f"  registration marks: inset {inset:g} mm, length {length:g} mm, thickness {thickness:g} mm; "
            "set the same in Silhouette Studio"
        )
    if "png" in cut.request.formats:
        yield f"  give the pictures their sizes in Design Space: {_format_sizes(cut.sizes)}"


def _format_sizes(sizes: Mapping[int, Size]) -> str:
    """List sizes with the sheets that have them."""
    by_size: dict[str, list[str]] = {}
    for number, size in sizes.items():
        by_size.setdefault(f"{size.width:.1f} × {size.height:.1f} mm", []).append(str(number))
    return "; ".join(
        f"{size} ({'sheet' if len(numbers) == 1 else 'sheets'} {', '.join(numbers)})"
        for size, numbers in by_size.items()
    )


# Changes since another kit


def _print_changes(changes: Changes) -> None:
    """Print changes, with pieces that have the same reasons together."""
    if not changes.pieces:
        note(f"  nothing changed since {changes.since}: nothing is written")
        return
    note(f"  since {changes.since}:")
    groups: dict[tuple[str, tuple[str, ...]], list[Change]] = {}
    for change in changes.pieces:
        reasons = tuple(f"{side}: {reason.text}" for side, reason in change.reasons)
        groups.setdefault((change.status, reasons), []).append(change)
    order = list(_STATUS_IN_WORDS)
    for (status, reasons), group in sorted(groups.items(), key=lambda entry: order.index(entry[0][0])):
        note(f"    {_STATUS_IN_WORDS[status]}: {_piece_names(group)}")
        for reason in reasons:
            note(f"      {reason}")
    if not changes.groups:
        note("  nothing is to be printed: nothing is written")


def _piece_names(group: Sequence[Change]) -> str:
    names = ", ".join(map(_piece_name, group[:_MOST_NAMES]))
    return f"{names} and {len(group) - _MOST_NAMES} more" if len(group) > _MOST_NAMES else names


def _piece_name(change: Change) -> str:
    """Name a piece, with its number of copies if that matters."""
    was = "" if change.was is None else f" (was {change.was})"
    copies = f" × {change.copies}" if change.copies > 1 or change.status in ("more", "fewer") else ""
    return f"{change.name}{copies}{was}"


def _changes_as_json(changes: Changes) -> dict[str, Any]:
    return {
        "changed_since": changes.since,
        "changes": [
            {
                "status": change.status,
                "component": change.component,
                "card": change.card,
                "copies": change.copies,
                **({} if change.was is None else {"was": change.was}),
                "reasons": [
                    {"side": side, "kind": reason.kind, "what": reason.what, "old": reason.old, "new": reason.new}
                    for side, reason in change.reasons
                ],
            }
            for change in changes.pieces
        ],
        "notes": [diagnostic.as_json() for diagnostic in changes.notes],
    }
