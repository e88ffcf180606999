"""Report of a playtest as a PDF: a page to read first, then the tables and plots of each test."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from pnp.cardsvg import parse
from pnp.files import replace_file
from pnp.imposition.page import Page, Piece, Placement
from pnp.pdf import Bookmark, Caption, PrintJob, write_pdf
from pnp.playtest.reports.all_tables import ABOUT_BOTS, heading_of, in_short, played_by, tables_of, title_of
from pnp.playtest.reports.finished import PlayedTest
from pnp.playtest.reports.pdf_pages import FAMILIES, HEIGHT, WIDTH, Sheets, report_fonts
from pnp.playtest.reports.table import Table
from pnp.units import Size

_LANGUAGE = "en"
_KEEP = 45.0
"""Room in mm below the heading of a table, for its words and the beginning of what follows."""


def write_pdf_report(path: Path, tests: Sequence[PlayedTest]) -> None:
    """Write the report. Raises PnpError if the file cannot be written, or if no font has a character of a name."""
    replace_file(path, report_pdf(tests))


def report_pdf(tests: Sequence[PlayedTest]) -> bytes:
    """Return the report. The same tests give the same bytes. Raises TemplateError for a character without a font."""
    fonts, title = report_fonts(), title_of(tests)
    sheets = Sheets(fonts, title)
    bookmarks = [Bookmark("In short", 1)]
    sheets.heading("h1", title)
    sheets.paragraph(ABOUT_BOTS)
    for test in tests:
        sheets.heading("h2", heading_of(test), keep=20.0)
        sheets.paragraph(played_by(test))
        for sentence in in_short(test):
            sheets.paragraph(sentence, indent=4.0)
    for test in tests:
        sheets.begin_page()
        sheets.heading("h2", heading_of(test))
        bookmarks.append(Bookmark(heading_of(test), sheets.number))
        for table in tables_of(test):
            _add(sheets, table)
            bookmarks.append(Bookmark(f"{heading_of(test)}: {table.title}", sheets.number))
    svgs = sheets.svgs()
    names = [f"page-{number}" for number in range(1, len(svgs) + 1)]
    return write_pdf(
        PrintJob(
            title=title,
            language=_LANGUAGE,
            faces={name: parse(svg, f"the report, {name}") for name, svg in zip(names, svgs, strict=True)},
            pages=tuple(_page(number, name) for number, name in enumerate(names, 1)),
            fonts=fonts,
            note_stack=fonts.stack(FAMILIES, 500),
            duplex="none",
            captions={name: Caption(title, _LANGUAGE) for name in names},
            bookmarks=tuple(bookmarks),
        )
    )


def _add(sheets: Sheets, table: Table) -> None:
    sheets.heading("h3", table.title, keep=_KEEP)
    sheets.paragraph(table.text)
    sheets.plot(table)
    sheets.table(table.headings, table.rows)
    if table.further:
        sheets.paragraph(f"{len(table.further)} rows in which nothing stands out:")
        sheets.table(table.headings, table.further)


def _page(number: int, face: str) -> Page:
    size = Size(WIDTH, HEIGHT)
    piece = Piece("report", face, face, None, size, 0.0, "bleed")
    placement = Placement(piece, face, "front", 0.0, 0.0, WIDTH, HEIGHT, 0, (0.0, 0.0, 0.0, 0.0))
    return Page(number, number, "single", size, (placement,))
