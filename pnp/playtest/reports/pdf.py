"""Report of a playtest as a PDF: a page to read first, then the tables and plots of each test."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from pnp.cardsvg import parse
from pnp.cardsvg.xml_text import escape, quoteattr
from pnp.files import replace_file
from pnp.fonts import FontBook
from pnp.imposition.page import Page, Piece, Placement
from pnp.pdf import Bookmark, Caption, PrintJob, write_pdf
from pnp.playtest.reports.finished import PlayedTest
from pnp.playtest.reports.in_short import in_short
from pnp.playtest.reports.table import Table, percent
from pnp.playtest.reports.tables import ABOUT_BOTS, heading_of, played_by, reasons_of, tables_of, title_of
from pnp.shipped import shipped
from pnp.units import Size

FAMILIES = ("Barlow Semi Condensed", "BIZ UDPGothic")
"""Fonts of a report: the second one has Japanese."""
WIDTH, HEIGHT = 210.0, 297.0
_MARGIN = 18.0
_BOTTOM = HEIGHT - 20.0
_INK, _SOFT, _LINE, _BAR = "#1c1c1c", "#555555", "#cccccc", "#2f6f9f"
_BODY, _CELL = 3.6, 3.2
_HEADINGS = {"h1": 7.0, "h2": 5.2, "h3": 4.2}
_GAP = 5.0
"""White between two columns."""
_BAR_HEIGHT, _BAR_STEP, _DOT = 3.2, 4.8, 1.1


def report_fonts() -> FontBook:
    """Return the fonts of a report."""
    return FontBook((shipped("fonts"),))


class Sheets:
    """Pages that are filled from the top. What does not fit begins the next page."""

    def __init__(self, fonts: FontBook, foot: str) -> None:
        self._stacks = {weight: fonts.stack(FAMILIES, weight) for weight in (500, 700)}
        self._foot = foot
        self._pages: list[list[str]] = []
        self._y = 0.0
        self.begin_page()

    def begin_page(self) -> None:
        """Begin a new page."""
        self._pages.append([])
        self._y = _MARGIN

    @property
    def number(self) -> int:
        """Number of the last page, from 1."""
        return len(self._pages)

    def svgs(self) -> list[str]:
        """Return the card SVG of every page, with its number at the foot."""
        pages = []
        for number, parts in enumerate(self._pages, 1):
            foot = f"{self._foot} · {number} / {len(self._pages)}"
            line = _text(_MARGIN, HEIGHT - 11, 2.9, foot, "artifact", colour=_SOFT)
            families = escape(", ".join(FAMILIES))
            pages.append(
                f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH:g} {HEIGHT:g}" '
                f'font-family="{families}" fill="{_INK}">{"".join(parts)}{line}</svg>'
            )
        return pages

    def heading(self, tag: str, text: str, keep: float = 0.0) -> None:
        """Add a heading. It stands on one page with ``keep`` of what follows."""
        size = _HEADINGS[tag]
        lines = self._wrapped(text, size, 700)
        height = size * 0.9 + 1.25 * size * len(lines)
        self._make_room(height + keep)
        self._y += size * 0.9 if self._y > _MARGIN else 0.0
        self._lines(lines, size, tag, 700)

    def paragraph(self, text: str, indent: float = 0.0) -> None:
        """Add a paragraph. ``indent`` has a dot, as a point of a list."""
        lines = self._wrapped(text, _BODY, 500, indent)
        self._make_room(1.4 * _BODY * len(lines))
        if indent:
            dot = f'<circle cx="{_MARGIN + 1:g}" cy="{self._y + 0.62 * _BODY:.2f}" r="0.5" data-tag="artifact"/>'
            self._pages[-1].append(dot)
        self._lines(lines, _BODY, "p", 500, indent)
        self._y += 0.3 * _BODY

    def table(self, headings: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
        """Add a table. On a further page its headings stand again."""
        if not rows:
            return
        widths = [max(self._width(cell, _CELL) for cell in column) for column in zip(headings, *rows, strict=True)]
        scale = min(1.0, (WIDTH - 2 * _MARGIN - _GAP * (len(widths) - 1)) / sum(widths))
        size, step = _CELL * scale, 1.55 * _CELL
        lefts = [_MARGIN + sum(width * scale + _GAP for width in widths[:column]) for column in range(len(widths))]
        left = list(rows)
        while left:
            self._make_room(3 * step)
            fitting = max(1, int((_BOTTOM - self._y) / step) - 1)
            shown, left = left[:fitting], left[fitting:]
            self._pages[-1].append('<g data-tag="table">')
            self._row(headings, lefts, size, step, "column-head", "column-head")
            for row in shown:
                self._row(row, lefts, size, step, "row-head", "cell")
            self._pages[-1].append("</g>")
            self._y += 2.0
            if left:
                self.begin_page()

    def plot(self, table: Table) -> None:
        """Add the plot of a table: its shares as dots from 0 to 100 %, with their intervals. A plot that is higher
        than a page goes on over the next bar."""
        bars = list(table.bars)
        labels = max((self._width(bar.label, _CELL) for bar in bars), default=0.0) + 3
        scale = WIDTH - 2 * _MARGIN - labels - 14
        while bars:
            self._make_room(4 * _BAR_STEP)
            fitting = max(1, int((_BOTTOM - self._y - _BAR_STEP) / _BAR_STEP))
            shown, bars = bars[:fitting], bars[fitting:]
            alternative = f"{table.title}: " + ", ".join(f"{bar.label} {percent(bar.value)}" for bar in shown)
            parts = [f'<g data-tag="figure" data-alt={quoteattr(alternative)}>']
            x = _MARGIN + labels
            for place, bar in enumerate(shown):
                y = self._y + place * _BAR_STEP
                low, high = x + bar.low * scale, x + bar.high * scale
                parts += [
                    _text(x - 2, y + 2.5, _CELL, bar.label, anchor="end"),
                    _line(low, y + _BAR_HEIGHT / 2, high, y + _BAR_HEIGHT / 2, _INK),
                    f'<circle cx="{x + bar.value * scale:.2f}" cy="{y + _BAR_HEIGHT / 2:.2f}" r="{_DOT:g}" '
                    f'fill="{_BAR}"/>',
                    _text(x + scale + 2, y + 2.5, _CELL, percent(bar.value)),
                ]
            end = self._y + len(shown) * _BAR_STEP
            if table.line is not None:
                share, words = table.line
                parts += [
                    _line(x + share * scale, self._y - 0.8, x + share * scale, end, _SOFT, ' stroke-dasharray="1 0.8"'),
                    _text(x + share * scale, end + 3, 2.9, words, colour=_SOFT, anchor="middle"),
                ]
            self._pages[-1].append("".join([*parts, "</g>"]))
            self._y = end + _BAR_STEP
            if bars:
                self.begin_page()

    def _row(
        self, cells: Sequence[str], lefts: Sequence[float], size: float, step: float, first: str, rest: str
    ) -> None:
        """Add a row of a table. A cell without words has a dash, so that each row has as many cells."""
        colour = _SOFT if first == rest else _INK
        tags = [first, *[rest] * (len(cells) - 1)]
        texts = [
            _text(left, self._y + 0.68 * step, size, cell or "–", tag, colour=colour)
            for left, cell, tag in zip(lefts, cells, tags, strict=True)
        ]
        rule = _line(_MARGIN, self._y + step, WIDTH - _MARGIN, self._y + step, _LINE)
        self._pages[-1].append(f'<g data-tag="row">{"".join(texts)}{rule}</g>')
        self._y += step

    def _lines(self, lines: Sequence[str], size: float, tag: str, weight: int, indent: float = 0.0) -> None:
        step = (1.4 if tag == "p" else 1.25) * size
        spans = "".join(
            f'<tspan x="{_MARGIN + indent:g}" y="{self._y + number * step + size:.2f}">{escape(line)}</tspan>'
            for number, line in enumerate(lines)
        )
        self._pages[-1].append(f'<text font-size="{size:g}" font-weight="{weight}" data-tag="{tag}">{spans}</text>')
        self._y += step * len(lines)

    def _wrapped(self, text: str, size: float, weight: int, indent: float = 0.0) -> list[str]:
        """Return the lines of a text that is broken at blanks."""
        room = WIDTH - 2 * _MARGIN - indent
        lines: list[str] = []
        for word in text.split():
            longer = f"{lines[-1]} {word}" if lines else word
            if lines and self._stacks[weight].width(longer, size) <= room:
                lines[-1] = longer
            else:
                lines.append(word)
        return lines

    def _width(self, text: str, size: float) -> float:
        return self._stacks[500].width(text, size)

    def _make_room(self, height: float) -> None:
        if self._y + height > _BOTTOM and self._y > _MARGIN:
            self.begin_page()


def _text(
    x: float, y: float, size: float, text: str, tag: str = "", *, colour: str = _INK, anchor: str = "start"
) -> str:
    """Return a line of text."""
    tagged = f' data-tag="{tag}"' if tag else ""
    return (
        f'<text x="{x:.2f}" y="{y:.2f}" font-size="{size:.3f}" font-weight="500" fill="{colour}" '
        f'text-anchor="{anchor}"{tagged}>{escape(text)}</text>'
    )


def _line(x1: float, y1: float, x2: float, y2: float, colour: str, more: str = "") -> str:
    return (
        f'<line x1="{x1:.2f}" y1="{y1:.2f}" x2="{x2:.2f}" y2="{y2:.2f}" stroke="{colour}" stroke-width="0.25"{more}/>'
    )


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
        for sentence in in_short(test, tables_of(test)):
            sheets.paragraph(sentence, indent=4.0)
    for test in tests:
        sheets.begin_page()
        sheets.heading("h2", heading_of(test))
        bookmarks.append(Bookmark(heading_of(test), sheets.number))
        for table in tables_of(test):
            _add(sheets, table)
            bookmarks.append(Bookmark(f"{heading_of(test)}: {table.title}", sheets.number))
        for reason in reasons_of(test):
            sheets.paragraph(reason)
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
