"""Draw a tableau: miniature cards in rows, the winner framed, the verdict beneath.

The game's ``mini.svg.j2`` draws the cards, and this module places them. It may have a macro ``mini_width`` for cards
that are wider than others.

There are two styles. ``brief``: badge at the left, the rows beside it, the labels of titled rows over them, the verdict
under them. ``named``: the same under a heading in bold, which tells what the example is about.
``pnp.examples.tableau_json.strings`` defines what is printed, in order. A face that printed anything else would not
verify.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import field, replace
from typing import Any, Protocol, TypeAlias

from pnp.cardsvg.paths import Box
from pnp.cardsvg.xml_text import quoteattr
from pnp.diagnostics import Diagnostic, TemplateError
from pnp.examples.tableau_json import Style
from pnp.games.core.tableau import MiniCard, Row, Tableau
from pnp.model.text import layout_language
from pnp.records import dataclass
from pnp.rendering.templates.sandbox import Sandbox
from pnp.rendering.text.typeset import Block, Typesetter
from pnp.rendering.text.words import Words


class TableauExample(Protocol):
    """Example with its tableau."""

    @property
    def id(self) -> str:
        """Return the example's id."""
        ...

    @property
    def tableau(self) -> Tableau:
        """Return the layout of the example."""
        ...


_LEAST = 0.7
"""Share of its size to which a card alone on its line may shrink."""


@dataclass(frozen=True, slots=True)
class TableauMetrics:
    """Measures of a drawn tableau, in mm."""

    mini_width: float = 4.5
    mini_height: float = 6.0
    mini_gap: float = 0.4
    badge: float = 7.6
    """Width of the badge at the left of a brief tableau; its height is that of the tableau."""
    text: float = 2.1
    name: float = 3.2
    """Size of the name of a named tableau."""
    row_gap: float = 3.4
    """White between rows side by side."""
    gap: float = 1.0
    """White between two tableaux."""
    joint: float = 2.6
    """Least white between rows side by side, for the sign between them."""
    least: float = _LEAST
    """Least share of their size to which rows shrink to stand on one line; below it they take several lines."""
    lead: float = 0
    """Place of the sign between rows on two lines: 1 before the second line, 0 at the end of the first."""
    caption: float = 0.55
    """White between cards and the words below them."""
    column: float = 4
    """Width in cards of the column beside which the second of two rows stands, if there is room; 0: no column."""

    @property
    def disc_radius(self) -> float:
        """Radius of the verdict beside the cards of a check. Beside large cards it need not be as large."""
        return min(self.mini_height * 0.44, 4.4)

    def scaled(self, scale: float) -> TableauMetrics:
        """Return the measures in another size, except the text and the signs between rows."""
        return replace(
            self,
            mini_width=self.mini_width * scale,
            mini_height=self.mini_height * scale,
            mini_gap=self.mini_gap * scale,
            badge=self.badge * scale,
            row_gap=self.row_gap * scale,
            gap=self.gap * scale,
        )

    def enlarged(self, scale: float, text: float, name: float) -> TableauMetrics:
        """Return the measures of an example drawn at ``scale``, with these sizes of words."""
        joint = self.joint * (1 + (scale - 1) / 3)
        return replace(self.scaled(scale), gap=self.gap, joint=joint, text=text, name=name)


@dataclass(frozen=True, slots=True)
class DrawnTableaux:
    """SVG of tableaux, and its extent. ``shown`` are the ids of the examples in it."""

    svg: str
    x: float
    y: float
    width: float
    height: float
    shown: tuple[str, ...] = field(default=())

    @property
    def bottom(self) -> float:
        """Return the lower edge."""
        return self.y + self.height

    @property
    def count(self) -> int:
        """Return the number of examples shown."""
        return len(self.shown)

    def __html__(self) -> str:
        return self.svg


Body: TypeAlias = tuple[Callable[[], str], float]
"""Function that draws a tableau, and its height."""


@dataclass(frozen=True, slots=True)
class MeasuredTableau:
    """Tableau of known height, drawn only if it is printed: drawing takes ten times as long as measuring."""

    height: float
    draw: Callable[[], DrawnTableaux]


@dataclass(frozen=True, slots=True)
class TableauGrid:
    """Columns of a flow; with ``spans`` an example may take several."""

    columns: int
    gap: float
    column: float
    spans: bool

    def left(self, column: int) -> float:
        """Return the distance of a column, counted from 0, from the left edge."""
        return column * (self.column + self.gap)

    def width(self, span: int) -> float:
        """Return the width of ``span`` columns side by side."""
        return span * (self.column + self.gap) - self.gap


def make_grid(columns: int, gap: float, width: float, spans: bool) -> TableauGrid:
    """Return a grid of ``columns`` in ``width``, with ``gap`` between them."""
    return TableauGrid(columns, gap, (width - gap * (columns - 1)) / columns, spans)


INK = "#1b1726"
SOFT = "#5d5868"
FRAME = 0.5
"""Distance of the frame of a row from its cards, in mm."""
DISC_GAP, BADGE_GAP = 1.0, 1.6
"""White beside the verdict of a check, beside a badge, and between the cards (their frame) and the caption, in mm."""
CLOSE = 0.7
"""White between tableaux that have little room, in mm."""
NAME_GAP = 0.8
"""White between the name of a tableau and the rows under it, in mm."""
CAPTION_LEADING = {"en": 1.14, "ja": 1.28}
_RIVAL_GAP = 9.0
"""White between the cards of a player and those of a rival, in mm."""
TITLE_GAP = 0.45
"""White between the title of a row and its cards (their frame), in mm."""
TITLE_SPACE = 2.0
"""White between the titles of two rows side by side, in mm."""
_CHECK_MARKS = ("allowed", "out", "not-allowed")
_LINE_ROLES = ("turn", "line")
"""Roles of rows that begin a line."""
_ASCENT = {"en": 0.72, "ja": 0.86}
"""Height of the characters of a caption above its baseline, as a share of its size."""


def _turns(rows: Sequence[Row]) -> list[tuple[int, int]]:
    """Return the first row and the row after the last of each part that stands on a line of its own: it begins with the
    first row, or with one whose role says so."""
    starts = [index for index, row in enumerate(rows) if not index or row.role in _LINE_ROLES] or [0]
    return list(zip(starts, [*starts[1:], len(rows)], strict=True))


def _has_one_frame(rows: Sequence[Row]) -> bool:
    """Tell whether the second of two rows is played onto the first, and has its mark."""
    return len(rows) == 2 and rows[1].role == "played" and rows[1].mark is not None and rows[0].mark == rows[1].mark


class TableauPainter:
    """Painter of tableaux with the miniature cards of one engine in one language."""

    def __init__(self, words: Words, typesetter: Typesetter, environment: Sandbox) -> None:
        self._words = words
        self._typesetter = typesetter
        self._environment = environment
        self._macros: Any = None

    def flow(
        self,
        examples: Sequence[TableauExample],
        x: float,
        y: float,
        width: float,
        height: float,
        *,
        style: Style = "brief",
        columns: int = 1,
        column_gap: float = 4.0,
        most: int | None = None,
        everything: bool = False,
        smallest: float = 0.8,
        spans: bool = False,
        **measures: float,
    ) -> DrawnTableaux:
        """Draw as many examples as fit into a box, best first, line by line; never a part of one.

        ``most`` bounds their number. With ``spans`` an example that is too wide for one column takes several, instead
        of being drawn smaller. With ``everything`` all must fit: they move closer, then they are drawn smaller, down to
        the share ``smallest`` of their size. Beyond that, TemplateError is raised.
        """
        metrics = TableauMetrics(**measures)
        selected = list(examples if most is None else examples[:most])
        grid = make_grid(columns, column_gap, width, spans)
        box = (x, y, width, height)
        if not everything:
            return self._draw_columns(selected, box, style, grid, metrics)
        close_metrics = replace(metrics, gap=min(metrics.gap, CLOSE))
        smaller_metrics = [close_metrics.scaled(scale) for scale in (0.95, 0.9, 0.85, 0.8) if scale >= smallest]
        for candidate in (metrics, close_metrics, *smaller_metrics):
            drawn = self._draw_columns(selected, box, style, grid, candidate)
            if drawn.count == len(selected):
                return drawn
        raise TemplateError(
            Diagnostic(
                "no-room",
                f"only {drawn.count} of {len(selected)} examples fit into {width:.0f} × {height:.0f} mm",
                hint="give the face a larger size, or the examples more room in the template",
            )
        )

    def draw(
        self, example: TableauExample, x: float, y: float, width: float, style: Style = "brief", **measures: float
    ) -> DrawnTableaux:
        """Draw one example with its upper-left corner at (x, y). The attributes of its group give its box and its
        strings."""
        return self.measure(example, x, y, width, style, TableauMetrics(**measures)).draw()

    def _draw_columns(
        self,
        examples: Sequence[TableauExample],
        box: Box,
        style: Style,
        grid: TableauGrid,
        metrics: TableauMetrics,
    ) -> DrawnTableaux:
        x, y, width, height = box
        parts: list[str] = []
        shown: list[str] = []
        top = lowest = y
        for line in self.lines(examples, grid, metrics):
            tableaux = [
                self.measure(example, x + grid.left(column), top, grid.width(span), style, metrics)
                for example, column, span in line
            ]
            bottom = top + max(tableau.height for tableau in tableaux)
            if bottom > y + height + 1e-6:
                break
            parts += [tableau.draw().svg for tableau in tableaux]
            shown += [example.id for example, _, _ in line]
            lowest, top = bottom, bottom + metrics.gap
        return DrawnTableaux("".join(parts), x, y, width, lowest - y, tuple(shown))

    def lines(
        self, examples: Sequence[TableauExample], grid: TableauGrid, metrics: TableauMetrics
    ) -> Iterator[list[tuple[TableauExample, int, int]]]:
        """Yield the examples of each line, with their first column and the number of columns they take. The order is
        kept, except that later examples fill the rest of a line that a wide one leaves."""
        remaining = [(example, self._span(example, grid, metrics)) for example in examples]
        while remaining:
            line: list[tuple[TableauExample, int, int]] = []
            column = 0
            waiting: list[tuple[TableauExample, int]] = []
            for example, span in remaining:
                if column + span <= grid.columns:
                    line.append((example, column, span))
                    column += span
                else:
                    waiting.append((example, span))
            yield line
            remaining = waiting

    def _span(self, example: TableauExample, grid: TableauGrid, m: TableauMetrics) -> int:
        """Return the number of columns that an example takes; all of them if even those are too narrow."""
        if not grid.spans:
            return 1
        full_width = self._full_width(example.tableau, m)
        return next((span for span in range(1, grid.columns) if grid.width(span) >= full_width - 1e-6), grid.columns)

    def _full_width(self, tableau: Tableau, m: TableauMetrics) -> float:
        """Return the width in mm of a brief tableau with cards of full size."""
        rows = tableau.rows
        width = 2 * FRAME + max(self._rows_width(rows[start:stop], m) for start, stop in _turns(rows))
        if tableau.mark in _CHECK_MARKS:
            width += 2 * m.disc_radius + DISC_GAP
        return width + (0.0 if tableau.badge is None else m.badge + BADGE_GAP)

    def measure(
        self, example: TableauExample, x: float, y: float, width: float, style: Style, metrics: TableauMetrics
    ) -> MeasuredTableau:
        """Measure one example with its upper-left corner at (x, y). The attributes of its group give its box and its
        strings."""
        body, height = self._layout(example.tableau, x, y, width, style, metrics)
        head = f'<g data-example={quoteattr(example.id)} data-box="{x:.5g} {y:.5g} {width:.5g} {height:.5g}">'
        return MeasuredTableau(height, lambda: DrawnTableaux(f"{head}{body()}</g>", x, y, width, height, (example.id,)))

    def _layout(self, tableau: Tableau, x: float, y: float, width: float, style: Style, m: TableauMetrics) -> Body:
        """Lay out a tableau; the name of a named one stands over its rows, beside its badge."""
        if style == "brief":
            return self._brief_layout(tableau, x, y, width, m)
        left = x
        if tableau.mark in _CHECK_MARKS:
            left += 2 * m.disc_radius + DISC_GAP
        if tableau.badge is not None:
            left += m.badge + BADGE_GAP
        name = self._typesetter.block(
            self._words.word(tableau.heading),
            left,
            y,
            x + width - left,
            m.name,
            "strong",
            fill=INK,
            leading=1.15,
            minimum=m.name,
        )
        return self._brief_layout(tableau, x, y, width, m, name, name.height + NAME_GAP)

    def _brief_layout(
        self,
        tableau: Tableau,
        x: float,
        y: float,
        width: float,
        m: TableauMetrics,
        name: Block | None = None,
        rows_offset: float = 0.0,
    ) -> Body:
        """Lay out badge, ``name``, rows and verdict; rows and verdict are ``rows_offset`` mm under the top."""
        left, top = x, y
        y += rows_offset
        is_check = tableau.mark in _CHECK_MARKS
        radius = m.disc_radius
        if is_check:
            left += 2 * radius + DISC_GAP
        cards_left = left + (0.0 if tableau.badge is None else m.badge + BADGE_GAP)
        rows, continued = self._break_rows(tableau.rows, x + width - cards_left - 2 * FRAME, m)
        lines = self._row_lines(rows, x + width - cards_left - 2 * FRAME, m)
        titles = [self._title_height(rows[start:stop], m) for start, stop in lines]
        tops = [y]
        for title in titles:
            tops.append(tops[-1] + title + m.mini_height + 2 * FRAME + CLOSE)
        cards_bottom = tops[-1] - CLOSE
        # The text of a check has a line of its own under its mark; that of an example stands beside the badge.
        text_left = x if is_check and name is None else cards_left
        verdict = self._set_caption(
            self._words.word(tableau.verdict), text_left, cards_bottom, x + width - text_left, m
        )
        height = cards_bottom + (m.caption + verdict.height + m.text * 0.2) - y

        def draw() -> str:
            parts = []
            if is_check:
                # Beside the first line of a name, else beside the cards.
                middle = top + m.name * 0.6 if name is not None else y + titles[0] + FRAME + m.mini_height / 2
                parts.append(self._macro("disc")(x + radius, middle, radius, tableau.mark))
            if tableau.badge is not None:
                badge_height = cards_bottom - top if is_check else height + rows_offset
                parts.append(self._macro("badge")(tableau.badge, left, top, m.badge, badge_height))
            parts.append("" if name is None else name.svg)
            for line, line_top, title in zip(lines, tops, titles, strict=False):
                box = cards_left + FRAME, line_top + title + FRAME, x + width - FRAME
                parts.append(self._draw_rows(rows, continued, line, box, m))
            return "".join([*map(str, parts), verdict.svg])

        return draw, height + rows_offset

    def _set_caption(self, text: str, x: float, y: float, width: float, m: TableauMetrics) -> Block:
        """Set the text under the cards, on as many lines as it needs, never smaller than other captions."""
        leading = CAPTION_LEADING[layout_language(self._typesetter.language)]
        # Short lines are not justified: their letters would stand further apart than in adjacent captions.
        return self._typesetter.block(
            text, x, y + m.caption, width, m.text, fill=INK, leading=leading, minimum=m.text, justify=False
        )

    def _title_height(self, rows: Sequence[Row], m: TableauMetrics) -> float:
        """Return the height of the titles over the rows of a line; 0 without any."""
        if not any(row.title is not None for row in rows):
            return 0.0
        return m.text * (_ASCENT[layout_language(self._typesetter.language)] + 0.12) + TITLE_GAP

    def _draw_title(self, row: Row, x: float, y: float, m: TableauMetrics) -> str:
        """Draw the label of a titled row over its cards, whose frame is at ``y``."""
        if row.title is None:
            return ""
        baseline = y - FRAME - TITLE_GAP - m.text * 0.12
        return self._typesetter.line(self._words.word(row.title), x, baseline, m.text, fill=SOFT).svg

    def _break_rows(
        self, rows: Sequence[Row], width: float, m: TableauMetrics
    ) -> tuple[tuple[Row, ...], frozenset[int]]:
        """Break the rows that are too wide for any line; return all rows and the indexes of continued ones. No sign and
        no title stand before a continued row."""
        broken_rows: list[Row] = []
        continued: set[int] = set()
        for index, row in enumerate(rows):
            room = width - (m.joint if (index > 0 if m.lead else index + 1 < len(rows)) else 0.0)
            if self._fit_line([row], room, m) is not None:
                broken_rows.append(row)
                continue
            parts: list[list[MiniCard]] = [[]]
            for card in row.cards:
                if parts[-1] and self._cards_width(replace(row, cards=(*parts[-1], card)), m) > room:
                    parts.append([])
                parts[-1].append(card)
            broken_rows.append(replace(row, cards=tuple(parts[0])))
            for part in parts[1:]:
                continued.add(len(broken_rows))
                broken_rows.append(replace(row, cards=tuple(part), label=None, titled=False))
        return tuple(broken_rows), frozenset(continued)

    def _row_lines(self, rows: Sequence[Row], width: float, m: TableauMetrics) -> list[tuple[int, int]]:
        """Return the first row and the row after the last of each line. Rows stand side by side, smaller if needed, up
        to one that begins a line. Rows that would be far too small take several lines."""
        turns = _turns(rows)
        if len(turns) > 1:
            return [
                (start + first, start + last)
                for start, stop in turns
                for first, last in self._row_lines(rows[start:stop], width, m)
            ]
        if self._fit_line(rows, width, m) is not None:
            return [(0, len(rows))]
        lines = [(0, 1)]
        for index in range(1, len(rows)):
            start = lines[-1][0]
            # The sign between two lines stands at the end of the first line, or before the second.
            room = width - (m.joint if (start > 0 if m.lead else index + 1 < len(rows)) else 0.0)
            if self._rows_width(rows[start : index + 1], m) <= room + 1e-6:
                lines[-1] = start, index + 1
            else:
                lines.append((index, index + 1))
        return lines

    def _rows_width(self, rows: Sequence[Row], m: TableauMetrics) -> float:
        return sum(self._row_widths(rows, m)) + (m.joint + 0.1) * max(0, len(rows) - 1)

    def _fit_line(self, rows: Sequence[Row], width: float, m: TableauMetrics) -> TableauMetrics | None:
        """Return the measures with which rows fit into a line; None if they would be unreadable."""
        widths = sum(self._row_widths(rows, m))
        if widths + m.joint * (len(rows) - 1) <= width:
            return m
        scale = (width - (m.joint + 0.1) * (len(rows) - 1)) / widths
        smaller = m.scaled(scale - 1e-6)
        # A card alone on its line cannot be broken, so it may become smaller than others.
        alone = len(rows) == 1 and len(rows[0].cards) == 1
        least = min(m.least, _LEAST) if alone else m.least
        return smaller if scale >= least and self._rows_width(rows, smaller) <= width else None

    def _longest_text(self, rows: Sequence[Row]) -> str | None:
        """Return the longest text over or on the cards of rows, which is blamed for their width."""
        labels = [self._words.word(row.label) for row in rows if row.titled and row.label is not None]
        strings = [self._words.text(text) for row in rows for card in row.cards for text in card.strings]
        return max([*labels, *strings], key=len, default=None)

    def _draw_rows(
        self,
        rows: Sequence[Row],
        continued: frozenset[int],
        span: tuple[int, int],
        box: tuple[float, float, float],
        m: TableauMetrics,
    ) -> str:
        """Draw the rows from the first to before the second number of ``span`` side by side, smaller if they do not
        fit. ``box`` is their left edge, top and right edge. No sign stands before rows in ``continued``."""
        (start, stop), (left, y, right) = span, box
        line = rows[start:stop]
        sign_at_end = not m.lead and stop < len(rows) and stop not in continued and rows[stop].role not in _LINE_ROLES
        sign_at_start = m.lead and start not in {0, *continued} and self._has_sign(rows, start)
        if sign_at_end:
            right -= m.joint
        if sign_at_start:
            left += m.joint
        line_metrics = self._fit_line(line, right - left, m)
        if line_metrics is None:
            message = "the cards of an example do not fit side by side"
            raise TemplateError(Diagnostic("no-room", message, subject=self._longest_text(line)))
        # Smaller cards are centred on the height of their line, like its mark.
        y += (m.mini_height - line_metrics.mini_height) / 2
        m = line_metrics
        free = right - left - sum(self._row_widths(line, m))
        gap = min(m.row_gap * 1.8, free / (len(line) - 1)) if len(line) > 1 else 0.0
        parts = []
        starts = self._row_starts(line, left, right, gap, m)
        ends = [start + self._cards_width(row, m) for start, row in zip(starts, line, strict=True)]
        for index, (row, row_left) in enumerate(zip(line, starts, strict=True)):
            framed = index + 1 if _has_one_frame(line[index : index + 2]) else index
            ground = None if _has_one_frame(line[max(0, index - 1) : index + 1]) else ends[framed] - row_left
            parts += [self._draw_title(row, row_left, y, m), self._draw_cards(row, row_left, y, m, ground)]
            if index and start + index not in continued:
                sign_x = row_left - gap / 2 if row.role == "rival" else (ends[index - 1] + row_left) / 2
                parts.append(self._macro("joiner")(rows, start + index - 1, sign_x, y + m.mini_height / 2))
        if sign_at_start:
            parts.append(self._macro("joiner")(rows, start - 1, left - FRAME - m.joint / 2, y + m.mini_height / 2))
        if sign_at_end:
            sign_x = ends[-1] + m.joint / 2
            parts.append(self._macro("joiner")(rows, stop - 1, sign_x, y + m.mini_height / 2))
        return "".join(map(str, parts))

    def _has_sign(self, rows: Sequence[Row], index: int) -> bool:
        return bool(str(self._macro("joiner")(rows, index - 1, 0, 0)).strip())

    def _row_starts(self, rows: Sequence[Row], left: float, right: float, gap: float, m: TableauMetrics) -> list[float]:
        """Return the left edge of each row: ``gap`` after the cards before it, or where their title leaves room.
        Tableaux stand below one another, so the second of two palettes stands in a column. The rivals of a check stand
        apart from the cards of the player."""
        widths = self._row_widths(rows, m)
        starts = [left][: len(rows)]  # an example without cards has no rows
        for row, width in zip(rows[:-1], widths, strict=False):
            starts.append(starts[-1] + max(self._cards_width(row, m) + gap, width + m.joint))
        if any(row.role == "rival" for row in rows):
            spare = min(right - starts[-1] - widths[-1], max(0.0, _RIVAL_GAP - gap))
            return [start + spare if row.role == "rival" else start for row, start in zip(rows, starts, strict=True)]
        column = left + m.column * (m.mini_width + m.mini_gap) - m.mini_gap + gap
        if m.column and len(rows) == 2 and starts[1] <= column <= right - widths[1]:
            starts[1] = column
        return starts

    def _row_widths(self, rows: Sequence[Row], m: TableauMetrics) -> list[float]:
        """Return the width of each row of a line: of its cards, or of a title that reaches further. A title may stand
        over rows after it that have none."""
        widths = [self._cards_width(row, m) for row in rows]
        titles = [(index, row.title) for index, row in enumerate(rows) if row.title is not None]
        stops = [*(index for index, _ in titles[1:]), len(rows)]
        for (start, label), stop in zip(titles, stops, strict=False):
            title = self._typesetter.width(self._words.word(label), m.text)
            needed = title if stop == len(rows) else title + TITLE_SPACE - m.joint
            widths[stop - 1] += max(0.0, needed - sum(widths[start:stop]) - m.joint * (stop - 1 - start))
        return widths

    def _cards_width(self, row: Row, m: TableauMetrics) -> float:
        if row.is_act_alone and row.label is not None:
            return self._typesetter.width(self._words.word(row.label), m.text, "strong")
        return sum(self._mini_width(card, m) for card in row.cards) + max(0, len(row.cards) - 1) * m.mini_gap

    def _mini_width(self, card: MiniCard, m: TableauMetrics) -> float:
        """Return the width of a card; a macro of the engine may make some cards wider."""
        macro = self._optional_macro("mini_width")
        return m.mini_width if macro is None else float(macro(card, m.mini_width, m.mini_height))

    def _draw_cards(self, row: Row, x: float, y: float, m: TableauMetrics, ground: float | None) -> str:
        """Draw the cards of a row on their ground, whose width is given; None if it is that of the row before."""
        if row.is_act_alone and row.label is not None:
            word, middle = self._words.word(row.label), y + m.mini_height / 2
            return self._typesetter.line(word, x, middle, m.text, "strong", fill=INK, middle=True).svg
        parts = [] if ground is None else [self._macro("row_ground")(row, x, y, ground, m.mini_height)]
        for card in row.cards:
            width = self._mini_width(card, m)
            parts.append(self._macro("mini")(card, x, y, width, m.mini_height))
            x += width + m.mini_gap
        return "".join(map(str, parts))

    def _macro(self, name: str) -> Callable[..., Any]:
        """Return a macro of the engine's ``mini.svg.j2``, which is loaded once with the helpers as globals."""
        macro = self._optional_macro(name)
        if macro is None:
            raise TemplateError(
                Diagnostic(
                    "missing-macro",
                    f"mini.svg.j2 has no macro {name!r}",
                    hint="it needs mini, badge, joiner and row_ground",
                )
            )
        return macro

    def _optional_macro(self, name: str) -> Callable[..., Any] | None:
        if self._macros is None:
            self._macros = self._environment.get_template("mini.svg.j2").module
        macro: Callable[..., Any] | None = getattr(self._macros, name, None)
        return macro
