"""Workbooks as bytes, written by hand: what is in them is what a test says and nothing else."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_REL = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006/relationships"
_ODF = "urn:oasis:names:tc:opendocument:xmlns"


def zipped(parts: Mapping[str, str | bytes]) -> bytes:
    """A zip file. Its parts bear one fixed date: the same parts give the same bytes."""
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w") as archive:
        for name, part in parts.items():
            archive.writestr(zipfile.ZipInfo(name), part, zipfile.ZIP_DEFLATED)
    return whole.getvalue()


def cell(reference: str, value: Any) -> str:
    """A cell of an XLSX sheet; a text that begins with ``<`` is XML of its own."""
    if isinstance(value, str) and value.startswith("<"):
        return value.replace("<c", f'<c r="{reference}"', 1)
    if isinstance(value, bool):
        return f'<c r="{reference}" t="b"><v>{int(value)}</v></c>'
    if isinstance(value, int | float):
        return f'<c r="{reference}"><v>{value}</v></c>'
    return f'<c r="{reference}" t="inlineStr"><is><t xml:space="preserve">{escape(str(value))}</t></is></c>'


def sheet(rows: Sequence[Sequence[Any]], *, hidden: Sequence[int] = (), merged: Sequence[str] = ()) -> str:
    """The XML of a sheet. ``hidden`` are numbers of rows, from 1; None is no cell."""
    lines = []
    for number, row in enumerate(rows, 1):
        cells = "".join(cell(f"{chr(65 + at)}{number}", value) for at, value in enumerate(row) if value is not None)
        lines.append(
            f'<row r="{number}"{" hidden=" + chr(34) + "1" + chr(34) if number in hidden else ""}>{cells}</row>'
        )
    merges = "".join(f'<mergeCell ref="{area}"/>' for area in merged)
    merges = f"<mergeCells>{merges}</mergeCells>" if merges else ""
    return f'<worksheet xmlns="{_MAIN}"><sheetData>{"".join(lines)}</sheetData>{merges}</worksheet>'


def xlsx(sheets: Mapping[str, str], *, hidden: Sequence[str] = (), parts: Mapping[str, str] | None = None) -> bytes:
    """An XLSX workbook of sheets by name; ``hidden`` ones cannot be seen."""
    entries, relations = "", ""
    for number, name in enumerate(sheets, 1):
        state = ' state="hidden"' if name in hidden else ""
        entries += f'<sheet name="{escape(name)}" sheetId="{number}"{state} r:id="rId{number}"/>'
        relations += f'<Relationship Id="rId{number}" Type="{_REL}/worksheet" Target="worksheets/sheet{number}.xml"/>'
    relations += f'<Relationship Id="rIdS" Type="{_REL}/styles" Target="styles.xml"/>'
    whole: dict[str, str | bytes] = {
        "[Content_Types].xml": '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
        "_rels/.rels": f'<Relationships xmlns="{_PACKAGE}"><Relationship Id="rId1" Type="{_REL}/officeDocument" '
        'Target="xl/workbook.xml"/></Relationships>',
        "xl/workbook.xml": f'<workbook xmlns="{_MAIN}" xmlns:r="{_REL}"><sheets>{entries}</sheets></workbook>',
        "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{_PACKAGE}">{relations}</Relationships>',
        "xl/styles.xml": f'<styleSheet xmlns="{_MAIN}"><cellXfs count="2"><xf numFmtId="0"/>'
        '<xf numFmtId="14" applyNumberFormat="1"/></cellXfs></styleSheet>',
    }
    for number, part in enumerate(sheets.values(), 1):
        whole[f"xl/worksheets/sheet{number}.xml"] = part
    return zipped({**whole, **(parts or {})})


def ods(tables: Mapping[str, str], *, manifest: str = "", styles: str = "") -> bytes:
    """An OpenDocument workbook of tables by name, each the XML of its rows; ``styles`` is XML that stands before."""
    body = "".join(f'<table:table table:name="{escape(name)}">{rows}</table:table>' for name, rows in tables.items())
    spaces = " ".join(f'xmlns:{name}="{_ODF}:{name}:1.0"' for name in ("office", "table", "text"))
    spaces += ' xmlns:calcext="urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0"'
    entry = '<m:file-entry m:full-path="/" m:media-type="application/vnd.oasis.opendocument.spreadsheet"/>'
    return zipped(
        {
            "mimetype": "application/vnd.oasis.opendocument.spreadsheet",
            "META-INF/manifest.xml": f'<m:manifest xmlns:m="{_ODF}:manifest:1.0">{entry}{manifest}</m:manifest>',
            "content.xml": f"<office:document-content {spaces}>{styles}<office:body><office:spreadsheet>{body}"
            "</office:spreadsheet></office:body></office:document-content>",
        }
    )


def ods_row(*values: Any, more: str = "") -> str:
    """A row of an OpenDocument table; a text that begins with ``<`` is XML of its own."""
    return f"<table:table-row {more}>{''.join(map(_ods_cell, values))}</table:table-row>"


def _ods_cell(value: Any) -> str:
    if isinstance(value, str) and value.startswith("<"):
        return value
    if isinstance(value, bool):
        said = str(value).lower()
        return f'<table:table-cell office:value-type="boolean" office:boolean-value="{said}"/>'
    if isinstance(value, int | float):
        return f'<table:table-cell office:value-type="float" office:value="{value}"/>'
    if not value:
        return "<table:table-cell/>"
    return f'<table:table-cell office:value-type="string"><text:p>{escape(str(value))}</text:p></table:table-cell>'
