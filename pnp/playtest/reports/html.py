"""Report of a playtest: one page of HTML without a link to the outside, with tables, and plots as SVG."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from jinja2 import Environment, PackageLoader, StrictUndefined

from pnp.files import replace_file
from pnp.playtest.reports.finished import PlayedTest
from pnp.playtest.reports.in_short import in_short
from pnp.playtest.reports.table import Bar, Table, percent
from pnp.playtest.reports.tables import ABOUT_BOTS, heading_of, played_by, reasons_of, tables_of, title_of
from pnp.records import dataclass

_WIDTH = 560
"""Width of the shares of a plot, from 0 to 100 % in all plots; in pixels, as all lengths here."""
_ROW = 22
_LETTER = 7.5


@dataclass(frozen=True, slots=True)
class _Line:
    """Line of a plot: a label, and where its dot and its interval lie."""

    label: str
    text: str
    top: int
    dot: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class _Plot:
    """Plot of shares. ``line`` is where the share stands that all are compared with."""

    title: str
    width: int
    height: int
    labels: int
    lines: tuple[_Line, ...]
    line: float | None
    line_text: str


def write_report(path: Path, tests: Sequence[PlayedTest]) -> None:
    """Write the page. Raises PnpError if the file cannot be written."""
    environment = Environment(
        loader=PackageLoader("pnp.playtest.reports", "page"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
    )
    sections = [
        (
            heading_of(test),
            played_by(test),
            in_short(test, tables),
            [(table, _plot(table)) for table in tables],
            reasons_of(test),
        )
        for test, tables in ((test, tables_of(test)) for test in tests)
    ]
    page = environment.get_template("report.html").render(sections=sections, title=title_of(tests), about=ABOUT_BOTS)
    replace_file(path, page.encode())


def _plot(table: Table) -> _Plot | None:
    """Return the plot of a table that has bars."""
    if not table.bars:
        return None
    labels = round(max(_LETTER * len(bar.label) for bar in table.bars)) + 10
    lines = tuple(_line(bar, place, labels) for place, bar in enumerate(table.bars))
    line = None if table.line is None else labels + table.line[0] * _WIDTH
    height = _ROW * len(lines) + _ROW
    text = "" if table.line is None else table.line[1]
    return _Plot(table.title, labels + _WIDTH + 60, height, labels, lines, line, text)


def _line(bar: Bar, place: int, labels: int) -> _Line:
    low, high = labels + bar.low * _WIDTH, labels + bar.high * _WIDTH
    return _Line(bar.label, percent(bar.value), _ROW * place + 4, labels + bar.value * _WIDTH, low, high)
