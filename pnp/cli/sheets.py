"""Sheets as data on the command line: the option of ``pnp build``, and what ``pnp list --sheets`` shows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any, Optional

import typer

from pnp.cli.output import note, say_json, say_table

if TYPE_CHECKING:
    from pnp.build.build import BuiltKit
    from pnp.model.sheet_template import SheetTemplate
    from pnp.project.project import Project

SheetOption = Annotated[
    Optional[str],  # noqa: UP045 - typer reads annotations at run time on every supported Python
    typer.Option(
        metavar="NAME", help="What cards and summaries are laid on, such as a-one-51002; pnp list --sheets shows them."
    ),
]
SheetsFlag = Annotated[bool, typer.Option("--sheets", help="List the sheets that pieces can be laid on instead.")]


def papers(kit: BuiltKit) -> str:
    """The papers of a kit: ``a4``, ``a4 and letter``."""
    elsewhere = sum(len(numbers) for file in kit.files for numbers in file.on_sheets.values())
    own = [kit.settings.paper.name] if elsewhere < kit.pages else []
    others = (sheet.paper_name for file in kit.files for sheet in file.on_sheets)
    return " and ".join(dict.fromkeys((*own, *others)))


def stock(kit: BuiltKit) -> list[str]:
    """Which pages are printed on which sheets of a kind of their own."""
    from pnp.model.text import say as in_language  # noqa: PLC0415

    return [
        f"  {f'{file.suffix}, ' if file.suffix else ''}{_numbered(numbers)}: {sheet.name} "
        f"({in_language(sheet.title, kit.settings.language)}), {sheet.paper_name}"
        for file in kit.files
        for sheet, numbers in file.on_sheets.items()
    ]


def _numbered(numbers: Sequence[int]) -> str:
    """``page 3``, ``pages 1–4, 7``."""
    parts: list[list[int]] = []
    for number in numbers:
        if parts and number == parts[-1][-1] + 1:
            parts[-1].append(number)
        else:
            parts.append([number])
    told = ", ".join(f"{part[0]}" if len(part) == 1 else f"{part[0]}–{part[-1]}" for part in parts)
    return f"page{'s' if len(numbers) > 1 else ''} {told}"


def list_sheets(project: Project, lang: str | None, as_json: bool) -> None:
    """Print the sheets of the definition and those that come along."""
    from pnp.build.stock import known_sheets  # noqa: PLC0415
    from pnp.model.text import say as in_language  # noqa: PLC0415

    language, own = lang or project.language, project.sheets
    found = known_sheets(project)
    if as_json:
        say_json([{**_as_json(one, language), "own": one.name in own} for one in found.values()])
        return
    rows = [
        (
            one.name,
            in_language(one.title, language),
            one.paper_name,
            _places(one),
            f"{one.source or '-'}{f', {one.checked}' if one.checked else ''}",
        )
        for one in found.values()
    ]
    say_table(("sheet", "title", "paper", "places", "figures from"), rows)
    note('  a component is laid on one with sheet = "NAME", all cards with pnp build --sheet NAME')


def _places(sheet: SheetTemplate) -> str:
    """``10 of 91 × 55 mm``, ``20 circles of 38.1 mm``."""
    places = sheet.places
    if places is None:
        return "as many as it holds"
    width, height = (f"{round(length, 2):g}" for length in (places.size.width, places.size.height))
    if places.shape == "circle":
        return f"{places.count} circles of {width} mm"
    what = " hexagons" if places.shape == "hex" else ""
    return f"{places.count}{what} of {width} × {height} mm"


def _as_json(sheet: SheetTemplate, language: str) -> dict[str, Any]:
    from pnp.model.text import say as in_language  # noqa: PLC0415

    places = sheet.places
    return {
        "name": sheet.name,
        "title": in_language(sheet.title, language),
        "paper": sheet.paper_name,
        "paper_mm": [sheet.paper.width, sheet.paper.height],
        "places": None
        if places is None
        else {
            "count": places.count,
            "columns": places.columns,
            "rows": places.rows,
            "shape": places.shape,
            "honeycomb": places.honeycomb,
            "size_mm": [round(places.size.width, 3), round(places.size.height, 3)],
            "left_mm": round(places.left, 3),
            "top_mm": round(places.top, 3),
            "pitch_mm": [round(places.pitch.width, 3), round(places.pitch.height, 3)],
        },
        "marks": sheet.marks,
        "source": sheet.source,
        "checked": sheet.checked,
    }
