"""Read ``[sheets.NAME]``: tables become sheet templates, or their problems are reported at their location."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from pnp.definition.components import text
from pnp.definition.keys.common import COMMON_DEFS, FORMATS, length, paper
from pnp.definition.keys.schemas import by_name, named
from pnp.definition.keys.sheet_keys import NO_SHEET, gaps, is_one_length, pitch, place_size
from pnp.definition.keys.validator import SchemaValidator
from pnp.definition.merge import GameTable
from pnp.definition.tables import SHEETS_TABLE, TableMerger
from pnp.model.component import Component
from pnp.model.hexagon import TALL, irregularity, regular
from pnp.model.sheet_template import FITS, MOST_PLACES, SheetPlaces, SheetTemplate
from pnp.toml.document import KeyPath, TomlDocument, read_document
from pnp.toml.findings import DefinitionFinding, DefinitionFindings, listed, nearest
from pnp.units import Size

SHEETS = by_name(
    named("Sheet"), 'Sheets to lay pieces on, by names that you choose; a component says which: sheet = "NAME".'
)
SHIPPED_SHEETS = Path(__file__).resolve().parent / "sheets.toml"
_NEED_PLACES = ("rows", "columns", "size", "left", "top", "pitch", "shape", "honeycomb")
_TINY = 0.001
"""Excess in mm over the paper that comes from inches."""


class SheetFinder:
    """Finder of sheets by name: in the naming file, then in the file in use, then among the shipped ones."""

    def __init__(self, tables: TableMerger) -> None:
        self._tables = tables
        self._sheets_by_rank: dict[int, Mapping[str, SheetTemplate]] = {}

    @property
    def own(self) -> Mapping[str, SheetTemplate]:
        """Sheets of the file in use; problems of the others are reported."""
        return self._sheets_of(self._tables.document)

    def find(self, name: str, *documents: TomlDocument) -> SheetTemplate | None:
        """Return the sheet ``name``, or None. ``documents`` are files that may mean a sheet of their own."""
        for document in (self._tables.document, *documents):
            if name in self._sheets_of(document):
                return self._sheets_of(document)[name]
        return shipped_sheets().get(name)

    def unknown(self, name: str, path: KeyPath, *documents: TomlDocument) -> DefinitionFinding | None:
        """Return the finding for a name without a sheet. Return None if its table is wrong and reported."""
        if any(name in _sheet_tables(document) for document in (self._tables.document, *documents)):
            return None
        names = [*self.own, *shipped_sheets()]
        close = nearest(name, names)
        hint = f"did you mean {close!r}?" if close else "pnp list --sheets shows them; [sheets.NAME] makes one"
        return DefinitionFinding(path, "unknown-sheet", f"there is no sheet {name!r}", hint)

    def _sheets_of(self, document: TomlDocument) -> Mapping[str, SheetTemplate]:
        if document.rank not in self._sheets_by_rank:
            templates, findings = read_sheets(document.data.get(SHEETS_TABLE, {}))
            self._tables.report_in(document, [finding.under((SHEETS_TABLE,)) for finding in findings])
            self._sheets_by_rank[document.rank] = templates
        return self._sheets_by_rank[document.rank]


_shipped: dict[Path, Mapping[str, SheetTemplate]] = {}


def shipped_sheets() -> Mapping[str, SheetTemplate]:
    """Return the sheets that travel with the program, by name."""
    if SHIPPED_SHEETS not in _shipped:
        document, findings = read_document(SHIPPED_SHEETS, 0), DefinitionFindings()
        templates, problems = read_sheets(document.data)
        for finding in problems:
            findings.add_at(document, finding)
        findings.raise_if_any()
        _shipped[SHIPPED_SHEETS] = templates
    return _shipped[SHIPPED_SHEETS]


def read_sheets(tables: Any) -> tuple[Mapping[str, SheetTemplate], list[DefinitionFinding]]:
    """Return the sheets in a table of them, and all its findings."""
    game = next(
        (key for key in ("engine", "extends") if isinstance(tables, dict) and isinstance(tables.get(key), str)), None
    )
    if game is not None:
        message = "[sheets] holds sheets of paper and is no game"
        return {}, [DefinitionFinding((game,), "bad-name", message, "call the game otherwise", "key")]
    findings = SchemaValidator({**SHEETS, "$defs": COMMON_DEFS}, FORMATS).check(tables)
    bad_names = {finding.path[0] for finding in findings if finding.path}
    templates: dict[str, SheetTemplate] = {}
    for name, entry in tables.items() if isinstance(tables, dict) else ():
        if name in bad_names:
            continue
        problems = [problem.under((name,)) for problem in _problems(name, entry)]
        findings += problems
        if not problems:
            templates[name] = _sheet(name, entry)
    return templates, findings


def sheet_problems(table: GameTable, components: Mapping[str, Any], sheets: SheetFinder) -> Iterator[DefinitionFinding]:
    """Yield the names of sheets that do not exist, in a merged table and its well-formed ``components``."""
    references: list[tuple[KeyPath, Any]] = [(("sheet",), table.data.get("sheet"))]
    references += [(("components", name, "sheet"), entry.get("sheet")) for name, entry in components.items()]
    documents = [layer.document for layer in table.layers]
    for path, name in references:
        if isinstance(name, str) and name != NO_SHEET and sheets.find(name, *documents) is None:
            problem = sheets.unknown(name, path, *documents)
            if problem is not None:
                yield problem


def with_sheets(
    components: Iterable[Component], table: GameTable, kit: SheetTemplate | None, sheets: SheetFinder
) -> Iterator[Component]:
    """Yield the components with the sheets that their entries name. Other cards and summaries lie on the kit's."""
    documents = [layer.document for layer in table.layers]
    for component in components:
        name = table.data["components"][component.id].get("sheet")
        if name is not None:
            yield component if name == NO_SHEET else replace(component, sheet=sheets.find(name, *documents))
        else:
            yield replace(component, sheet=kit) if component.takes_sheet_of_kit else component


def _sheet_tables(document: TomlDocument) -> Mapping[str, Any]:
    tables = document.data.get(SHEETS_TABLE)
    return tables if isinstance(tables, dict) else {}


def _sheet(name: str, entry: Mapping[str, Any]) -> SheetTemplate:
    sheet, places = paper(entry["paper"]), _places(entry)
    return SheetTemplate(
        name=name,
        title=text(entry.get("title", name)),
        paper=sheet.size,
        paper_name=sheet.name,
        places=places,
        gutter=gaps(entry["gutter"])[0] if places is None and "gutter" in entry else None,
        marks=entry.get("marks", "none" if places else None),
        source=entry.get("source"),
        checked=entry.get("checked"),
    )


def _places(entry: Mapping[str, Any]) -> SheetPlaces | None:
    """Return the places in a checked table, centred on the paper unless it sets their origin."""
    if "columns" not in entry:
        return None
    shape = entry.get("shape", "card")
    size = _size(entry["size"], shape)
    across, down = gaps(entry.get("gutter", "0mm"))
    step = pitch(entry["pitch"]) if "pitch" in entry else _pitch(entry, size, across, down)
    places = SheetPlaces(entry["columns"], entry["rows"], size, 0.0, 0.0, step, shape, entry.get("honeycomb", False))
    sheet, extent = paper(entry["paper"]).size, places.extent
    return SheetPlaces(
        places.columns,
        places.rows,
        size,
        length(entry["left"]) if "left" in entry else (sheet.width - extent.width) / 2,
        length(entry["top"]) if "top" in entry else (sheet.height - extent.height) / 2,
        step,
        shape,
        places.honeycomb,
    )


def _size(written: str, shape: str) -> Size:
    """Return the size of a place. A single length is a diameter, or the distance between a hexagon's opposite sides."""
    size = place_size(written)
    return regular(size.width) if shape == "hex" and is_one_length(written) else size


def _pitch(entry: Mapping[str, Any], size: Size, across: float, down: float) -> Size:
    """Return the pitch of places with gaps ``across`` and ``down`` between their sides.

    In a honeycomb rows reach between each other: circles keep ``across`` to all neighbours, hexagons the gap between
    their slanted sides.
    """
    if not entry.get("honeycomb", False):
        return Size(size.width + across, size.height + down)
    if entry.get("shape") == "circle":
        return Size(size.width + across, (size.height + down) / TALL)
    if size.height > size.width:
        return Size(size.width + across, 0.75 * size.height + down / TALL)
    # With points on the left and right, a row reaches between the points of the row above.
    return Size(1.5 * size.width + 2 * across / TALL, (size.height + down) / 2)


def _problems(name: str, entry: Mapping[str, Any]) -> Iterator[DefinitionFinding]:
    """Yield the problems of a table that is well-formed key by key."""
    if name == NO_SHEET:
        message = f"a sheet cannot be called {name!r}: that is how a component says that it has none"
        yield DefinitionFinding((), "bad-name", message, "choose another name", "key")
        return
    needless = [key for key in _NEED_PLACES if key in entry and "columns" not in entry]
    if needless and not ("rows" in entry or "size" in entry):
        for key in needless:
            message = f"{key!r} is about places, and this sheet has none"
            yield DefinitionFinding((key,), "needless-key", message, "add columns, rows and size, or remove it", "key")
        return
    missing = [key for key in ("columns", "rows", "size") if key not in entry]
    if 0 < len(missing) < 3:
        samples = {"columns": "columns = 2", "rows": "rows = 5", "size": 'size = "91mm x 55mm"'}
        several = len(missing) > 1
        names = listed([repr(key) for key in missing], "and")
        message = f"the key{'s' if several else ''} {names} {'are' if several else 'is'} missing"
        hint = f"add: {', '.join(samples[key] for key in missing)}"
        yield DefinitionFinding((), "missing-key", message, hint, "table")
        return
    if missing:
        yield from _free_problems(entry)
        return
    findings = [*_shape_problems(entry), *_step_problems(entry)]
    yield from findings
    if not findings:
        yield from _room_problems(entry)


def _free_problems(entry: Mapping[str, Any]) -> Iterator[DefinitionFinding]:
    if "gutter" in entry and len(set(gaps(entry["gutter"]))) > 1:
        message = "without places there is one room between pieces, across and down"
        yield DefinitionFinding(("gutter",), "not-a-length", message, "write one length, such as 6mm")


def _shape_problems(entry: Mapping[str, Any]) -> Iterator[DefinitionFinding]:
    shape = entry.get("shape", "card")
    size = place_size(entry["size"])
    written = entry["size"]
    if entry.get("honeycomb") and shape == "card":
        message = "rows that are moved against each other cannot be cut apart with straight cuts"
        yield DefinitionFinding(
            ("honeycomb",), "not-to-be-cut", message, 'remove it, or write shape = "hex" or "circle"'
        )
    if is_one_length(written) and shape == "card":
        hint = f"write width x height, such as {written.strip()} x {written.strip()}"
        yield DefinitionFinding(("size",), "not-a-size", f"{written!r} is not a size", hint)
    elif shape == "circle" and abs(size.width - size.height) > _TINY:
        message = f"a circle is as wide as high, and {written!r} is not"
        yield DefinitionFinding(
            ("size",), "not-round", message, f'write its diameter, such as "{min(size.width, size.height):g}mm"'
        )
    elif shape == "hex" and not is_one_length(written) and irregularity(size) > FITS:
        side = min(size.width, size.height)
        message = (
            f"a regular hexagon of {side:g} mm from side to side is {round(side * TALL, 2):g} mm from point to point"
        )
        yield DefinitionFinding(("size",), "not-regular", message, f'write "{side:g}mm", from side to side')


def _step_problems(entry: Mapping[str, Any]) -> Iterator[DefinitionFinding]:
    if "pitch" in entry and "gutter" in entry:
        message = "`pitch` says how far places lie from each other, and `gutter` says so too"
        yield DefinitionFinding(("gutter",), "two-distances", message, "keep one of the two", "key")
    if entry["columns"] * entry["rows"] > MOST_PLACES:
        message = f"{entry['columns']} × {entry['rows']} places are more than {MOST_PLACES}"
        yield DefinitionFinding(("rows",), "too-many", message, "write fewer columns or rows")


def _room_problems(entry: Mapping[str, Any]) -> Iterator[DefinitionFinding]:
    """Yield the findings of places that overlap, or run off the paper."""
    places, sheet = _places(entry), paper(entry["paper"])
    if places is None:
        return
    key_to_mend = "pitch" if "pitch" in entry else "size"
    offset = places.overlapping()
    if offset is not None:
        across, down = (f"{round(length, 3):g} mm" for length in offset)
        size = f"{round(places.size.width, 2):g} × {round(places.size.height, 2):g} mm"
        message = f"places of {size} overlap: one lies {across} across and {down} down from another"
        yield DefinitionFinding(
            (key_to_mend,), "places-overlap", message, "make the pitch larger, or the places smaller"
        )
        return
    for start, extent, limit, key, count, adjective in (
        (places.left, places.extent.width, sheet.size.width, "left", "columns", "wide"),
        (places.top, places.extent.height, sheet.size.height, "top", "rows", "high"),
    ):
        excess = start + extent - limit
        if excess > _TINY or start < -_TINY:
            origin = f", begin {round(start, 2):g} mm from the edge," if key in entry else ""
            excess_mm = round(excess if key in entry else extent - limit, 3)
            message = (
                f"the places are {round(extent, 2):g} mm {adjective}{origin} and run {excess_mm:g} mm off paper "
                f"that is {round(limit, 2):g} mm {adjective}"
            )
            hint = f"write fewer {count}, or a smaller size, pitch or {key}, or a larger paper"
            yield DefinitionFinding((key if key in entry else count,), "off-the-paper", message, hint)
