"""Report of a playtest: one page of HTML without a link to the outside, with tables, and plots as SVG."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from jinja2 import Environment, PackageLoader, StrictUndefined

from pnp.files import replace_file
from pnp.playtest.figures import CONFIDENCE
from pnp.playtest.tables import Bar, PlayedTest, Table, tables_of
from pnp.records import dataclass

_WIDTH = 560
"""Width of the shares of a plot, from 0 to the highest; in pixels, as all lengths here."""
_ROW = 22
_LABELS = 180


@dataclass(frozen=True, slots=True)
class _Line:
    """Line of a plot: a label, and where its bar and its interval lie."""

    label: str
    text: str
    top: int
    length: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class _Plot:
    """Plot of shares. ``equal`` is where the line of the equal part stands."""

    title: str
    width: int
    height: int
    labels: int
    lines: tuple[_Line, ...]
    equal: float | None
    equal_text: str


def write_report(path: Path, tests: Sequence[PlayedTest]) -> None:
    """Write the page. Raises PnpError if the file cannot be written."""
    environment = Environment(
        loader=PackageLoader("pnp.playtest", "page"), autoescape=True, undefined=StrictUndefined, trim_blocks=True
    )
    sections = [(test, [(table, _plot(table)) for table in tables_of(test)]) for test in tests]
    page = environment.get_template("report.html").render(
        sections=sections, names=sorted({test.name for test in tests}), confidence=round(100 * CONFIDENCE)
    )
    replace_file(path, page.encode())


def _plot(table: Table) -> _Plot | None:
    """Return the plot of a table that has bars."""
    if not table.bars:
        return None
    most = max([bar.high for bar in table.bars] + [table.equal or 0.0, 0.01])
    scale = _WIDTH / most
    lines = tuple(_line(bar, place, scale) for place, bar in enumerate(table.bars))
    equal = None if table.equal is None else _LABELS + table.equal * scale
    height = _ROW * len(lines) + _ROW
    text = "" if table.equal is None else f"equal part {100 * table.equal:.1f} %"
    return _Plot(table.title, _LABELS + _WIDTH + 70, height, _LABELS, lines, equal, text)


def _line(bar: Bar, place: int, scale: float) -> _Line:
    low, high = _LABELS + bar.low * scale, _LABELS + bar.high * scale
    return _Line(bar.label, f"{100 * bar.value:.1f} %", _ROW * place + 4, bar.value * scale, low, high)
