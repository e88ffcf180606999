"""Draw a Tableau: miniature cards in rows, the winner framed, the verdict beneath. The game's ``mini.svg.j2`` draws the
cards; this places them. It may have a macro ``mini_width`` for cards that are wider than others.

Two styles. ``brief``: badge at the left, the rows beside it, the labels of titled rows over them, the verdict under
them. ``named``: the same under the heading, in bold: what the example is about. What is printed, in which order, is
``pnp.examples.said.strings``; a face that drew anything else would not verify.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import field, replace
from typing import Any, Protocol, TypeAlias

from pnp.diagnostics import Diagnostic, TemplateError
from pnp.examples.said import Style
from pnp.games.core.tableau import MiniCard, Row, Tableau
from pnp.model.text import manner
from pnp.records import dataclass
from pnp.rendering.escape import quoteattr
from pnp.rendering.templates.sandbox import Sandbox
from pnp.rendering.text.typeset import Typesetter
from pnp.rendering.text.words import Words

# The measures of drawn tableaux: sizes of miniatures, the columns that tableaux flow in, and what they take.


class TableauExample(Protocol):
    """An example with its tableau."""

    @property
    def id(self) -> str:
        """The example's id."""
        ...

    @property
    def tableau(self) -> Tableau:
        """How it is laid out."""
        ...


@dataclass(frozen=True, slots=True)
class TableauMetrics:
    """The measures of a drawn tableau, in mm."""

    mini_width: float = 4.5
    mini_height: float = 6.0
    mini_gap: float = 0.4
    badge: float = 7.6
    """The width of the badge at the left of a brief tableau; its height is that of the tableau."""
    text: float = 2.1
    name: float = 3.2
    """The size of the name of a named tableau."""
    row_gap: float = 3.4
    """Between rows that lie side by side."""
    gap: float = 1.0
    """Between one tableau and the next."""
    joint: float = 2.6
    """The least white between rows that lie side by side, for the sign between them."""
    least: float = 0.7
    """The share of their size down to which rows are drawn smaller to stand on one line; past it they take several."""
    lead: float = 0
    """1: the sign between rows on two lines stands before the second one, 0: at the end of the first."""
    column: float = 4
    """How many cards wide the column is beside which the second of two rows stands, if there is room; 0: no column."""

    def scaled(self, scale: float) -> TableauMetrics:
        """Everything in another size but the text and the signs between rows."""
        return replace(
            self,
            mini_width=self.mini_width * scale,
            mini_height=self.mini_height * scale,
            mini_gap=self.mini_gap * scale,
            badge=self.badge * scale,
            row_gap=self.row_gap * scale,
            gap=self.gap * scale,
        )


@dataclass(frozen=True, slots=True)
class DrawnTableaux:
    """SVG of one or several tableaux, and what it takes. ``shown`` are the ids of the examples in it."""

    svg: str
    x: float
    y: float
    width: float
    height: float
    shown: tuple[str, ...] = field(default=())

    @property
    def bottom(self) -> float:
        """The lower edge."""
        return self.y + self.height

    @property
    def count(self) -> int:
        """How many examples are shown."""
        return len(self.shown)

    def __html__(self) -> str:
        return self.svg


Body: TypeAlias = tuple[Callable[[], str], float]
"""What draws a tableau, and its height."""


@dataclass(frozen=True, slots=True)
class MeasuredTableau:
    """A tableau whose height is known, and that is drawn when it is known to be printed: that takes ten times as long
    as to measure it."""

    height: float
    draw: Callable[[], DrawnTableaux]


@dataclass(frozen=True, slots=True)
class TableauGrid:
    """The columns of a flow; with ``spans`` an example may take several."""

    columns: int
    gap: float
    column: float
    spans: bool

    def left(self, column: int) -> float:
        """How far a column, from 0, is from the left edge."""
        return column * (self.column + self.gap)

    def width(self, span: int) -> float:
        """The width of ``span`` columns side by side."""
        return span * (self.column + self.gap) - self.gap


def grid_of(columns: int, gap: float, width: float, spans: bool) -> TableauGrid:
    """So many columns side by side in ``width``, with ``gap`` between them."""
    return TableauGrid(columns, gap, (width - gap * (columns - 1)) / columns, spans)


INK = "#1b1726"
SOFT = "#5d5868"
FRAME = 0.5
"""How far the frame of a row stands off its cards, in mm."""
DISC_GAP, BADGE_GAP, CAPTION_GAP = 1.0, 1.6, 0.55
"""White beside the verdict of a check, beside a badge, and between the cards (their frame) and the caption, in mm."""
CLOSE = 0.7
"""The white between tableaux that have little room, in mm."""
NAME_GAP = 0.8
"""The white between the name of a tableau and what is under it, in mm."""
CAPTION_LEADING = {"en": 1.14, "ja": 1.28}
TITLE_GAP = 0.45
"""The white between the title of a row and its cards (their frame), in mm."""
_JUDGED = ("allowed", "out", "not-allowed")
_ASCENT = {"en": 0.72, "ja": 0.86}
"""The height of the characters of a caption above its baseline, as a share of its size."""


class TableauPainter:
    """Draws tableaux with the miniature cards of one engine in one language."""

    def __init__(self, words: Words, typesetter: Typesetter, environment: Sandbox) -> None:
        self._words = words
        self._type = typesetter
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
        """As many examples as fit into a box, best first, line by line; never a part of one.

        ``most`` bounds their number. With ``spans`` an example that is too wide for one column takes several, instead
        of being drawn smaller. With ``everything`` all must fit: they move closer, then they are drawn smaller, down to
        the share ``smallest`` of their size, and past that it raises TemplateError.
        """
        metrics = TableauMetrics(**measures)
        wanted = list(examples if most is None else examples[:most])
        grid = grid_of(columns, column_gap, width, spans)
        if not everything:
            return self._columns(wanted, x, y, width, height, style, grid, metrics)
        close = replace(metrics, gap=min(metrics.gap, CLOSE))
        smaller = [close.scaled(scale) for scale in (0.95, 0.9, 0.85, 0.8) if scale >= smallest]
        for measured in (metrics, close, *smaller):
            drawn = self._columns(wanted, x, y, width, height, style, grid, measured)
            if drawn.count == len(wanted):
                return drawn
        raise TemplateError(
            Diagnostic(
                "no-room",
                f"only {drawn.count} of {len(wanted)} examples fit into {width:.0f} × {height:.0f} mm",
                hint="give the face a larger size, or the examples more room in the template",
            )
        )

    def draw(
        self, example: TableauExample, x: float, y: float, width: float, style: Style = "brief", **measures: float
    ) -> DrawnTableaux:
        """One example with its upper-left corner at (x, y). Its group says where it is and what it prints."""
        return self.measured(example, x, y, width, style, TableauMetrics(**measures)).draw()

    def _columns(
        self,
        examples: Sequence[TableauExample],
        x: float,
        y: float,
        width: float,
        height: float,
        style: Style,
        grid: TableauGrid,
        metrics: TableauMetrics,
    ) -> DrawnTableaux:
        parts: list[str] = []
        shown: list[str] = []
        top = lowest = y
        for line in self.lines(examples, grid, metrics):
            measured = [
                self.measured(example, x + grid.left(column), top, grid.width(span), style, metrics)
                for example, column, span in line
            ]
            bottom = top + max(one.height for one in measured)
            if bottom > y + height + 1e-6:
                break
            parts += [one.draw().svg for one in measured]
            shown += [example.id for example, _, _ in line]
            lowest, top = bottom, bottom + metrics.gap
        return DrawnTableaux("".join(parts), x, y, width, lowest - y, tuple(shown))

    def lines(
        self, examples: Sequence[TableauExample], grid: TableauGrid, metrics: TableauMetrics
    ) -> Iterator[list[tuple[TableauExample, int, int]]]:
        """The examples of each line, with their first column and how many they take. The order is kept, but for those
        that fill what a wide one leaves of a line."""
        left = [(example, self._span(example, grid, metrics)) for example in examples]
        while left:
            line: list[tuple[TableauExample, int, int]] = []
            column = 0
            waiting: list[tuple[TableauExample, int]] = []
            for example, span in left:
                if column + span <= grid.columns:
                    line.append((example, column, span))
                    column += span
                else:
                    waiting.append((example, span))
            yield line
            left = waiting

    def _span(self, example: TableauExample, grid: TableauGrid, m: TableauMetrics) -> int:
        """How many columns an example takes; all of them where even that is too narrow."""
        if not grid.spans:
            return 1
        needed = self._needed(example.tableau, m)
        return next((span for span in range(1, grid.columns) if grid.width(span) >= needed - 1e-6), grid.columns)

    def _needed(self, tableau: Tableau, m: TableauMetrics) -> float:
        """The width in mm of a brief tableau whose cards have their full size."""
        wide = 2 * FRAME + self._needs(tableau.rows, m)
        if tableau.mark in _JUDGED:
            wide += 0.88 * m.mini_height + DISC_GAP
        return wide + (0.0 if tableau.badge is None else m.badge + BADGE_GAP)

    def measured(
        self, example: TableauExample, x: float, y: float, width: float, style: Style, metrics: TableauMetrics
    ) -> MeasuredTableau:
        """One example with its upper-left corner at (x, y). Its group says where it is and what it prints."""
        body, height = self._body(example.tableau, x, y, width, style, metrics)
        head = f'<g data-example={quoteattr(example.id)} data-box="{x:.5g} {y:.5g} {width:.5g} {height:.5g}">'
        return MeasuredTableau(height, lambda: DrawnTableaux(f"{head}{body()}</g>", x, y, width, height, (example.id,)))

    def _body(self, tableau: Tableau, x: float, y: float, width: float, style: Style, m: TableauMetrics) -> Body:
        """A tableau and its height; the name of a named one stands over its rows, beside its badge."""
        if style == "brief":
            return self._brief(tableau, x, y, width, m)
        left = x + (0.0 if tableau.badge is None else m.badge + BADGE_GAP)
        name = self._type.block(
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
        return self._brief(tableau, x, y, width, m, name.svg, name.height + NAME_GAP)

    def _brief(
        self, tableau: Tableau, x: float, y: float, width: float, m: TableauMetrics, name: str = "", over: float = 0.0
    ) -> Body:
        """What draws badge, ``name``, rows and verdict, and their height; these two are ``over`` mm under the top."""
        left, top = x, y
        y += over
        titles = self._title_height(tableau.rows, m)
        judged = tableau.mark in _JUDGED
        radius = m.mini_height * 0.44
        if judged:
            left += 2 * radius + DISC_GAP
        cards_left = left + (0.0 if tableau.badge is None else m.badge + BADGE_GAP)
        rows, more = self._broken(tableau.rows, x + width - cards_left - 2 * FRAME, m)
        lines = self._row_lines(rows, x + width - cards_left - 2 * FRAME, m)
        line_height = titles + m.mini_height + 2 * FRAME
        cards_bottom = y + line_height * len(lines) + CLOSE * (len(lines) - 1)
        # What is said of a check takes a line of its own, under the verdict; of an example, the room beside the badge.
        text_left = x if judged else cards_left
        verdict = self._caption(self._words.word(tableau.verdict), text_left, cards_bottom, x + width - text_left, m)
        height = cards_bottom + verdict.height - y

        def draw() -> str:
            parts = []
            if judged:
                middle = y + titles + FRAME + m.mini_height / 2
                parts.append(self._macro("disc")(x + radius, middle, radius, tableau.mark))
            if tableau.badge is not None:
                tall = cards_bottom - top if judged else height + over
                parts.append(self._macro("badge")(tableau.badge, left, top, m.badge, tall))
            parts.append(name)
            for index, (start, stop) in enumerate(lines):
                row_y = y + index * (line_height + CLOSE) + titles + FRAME
                box = cards_left + FRAME, row_y, x + width - FRAME
                parts.append(self._rows_in_line(rows, more, start, stop, *box, m))
            return "".join([*map(str, parts), verdict.svg])

        return draw, height + over

    def _caption(self, text: str, x: float, y: float, width: float, m: TableauMetrics) -> DrawnTableaux:
        """What is said under the cards, on as many lines as it needs: a reason is never set smaller than the others."""
        leading = CAPTION_LEADING[manner(self._type.language)]
        # Two short lines are not spread: their letters would stand apart from those of the captions beside them.
        block = self._type.block(
            text, x, y + CAPTION_GAP, width, m.text, fill=INK, leading=leading, minimum=m.text, justify=False
        )
        return DrawnTableaux(block.svg, x, y, width, CAPTION_GAP + block.height + m.text * 0.2)

    def _title_height(self, rows: Sequence[Row], m: TableauMetrics) -> float:
        """What the titles over the rows of a brief tableau take."""
        if not any(row.titled and row.label is not None for row in rows):
            return 0.0
        return m.text * (_ASCENT[manner(self._type.language)] + 0.12) + TITLE_GAP

    def _title(self, row: Row, x: float, y: float, m: TableauMetrics) -> str:
        """The label of a titled row, over its cards, whose frame is at ``y``."""
        if not row.titled or row.label is None:
            return ""
        baseline = y - FRAME - TITLE_GAP - m.text * 0.12
        return self._type.line(self._words.word(row.label), x, baseline, m.text, fill=SOFT).svg

    def _broken(self, rows: Sequence[Row], width: float, m: TableauMetrics) -> tuple[tuple[Row, ...], frozenset[int]]:
        """The rows, with those that are too wide for any line broken into several, and which of them go on with the
        one before: no sign stands before these, and no title over them."""
        found: list[Row] = []
        more: set[int] = set()
        for index, row in enumerate(rows):
            room = width - (m.joint if (index > 0 if m.lead else index + 1 < len(rows)) else 0.0)
            if self._in_line([row], room, m) is not None:
                found.append(row)
                continue
            pieces: list[list[MiniCard]] = [[]]
            for card in row.cards:
                if pieces[-1] and self._cards_width(replace(row, cards=(*pieces[-1], card)), m) > room:
                    pieces.append([])
                pieces[-1].append(card)
            found.append(replace(row, cards=tuple(pieces[0])))
            for piece in pieces[1:]:
                more.add(len(found))
                found.append(replace(row, cards=tuple(piece), label=None, titled=False))
        return tuple(found), frozenset(more)

    def _row_lines(self, rows: Sequence[Row], width: float, m: TableauMetrics) -> list[tuple[int, int]]:
        """Which rows stand side by side, as first and last but one: all of them, smaller if need be; rows that would
        be far too small go on several lines."""
        if self._in_line(rows, width, m) is not None:
            return [(0, len(rows))]
        lines = [(0, 1)]
        for index in range(1, len(rows)):
            start = lines[-1][0]
            # The sign between two lines stands at the end of the first one, or before the second.
            room = width - (m.joint if (start > 0 if m.lead else index + 1 < len(rows)) else 0.0)
            if self._needs(rows[start : index + 1], m) <= room + 1e-6:
                lines[-1] = start, index + 1
            else:
                lines.append((index, index + 1))
        return lines

    def _needs(self, rows: Sequence[Row], m: TableauMetrics) -> float:
        return sum(self._row_width(row, m) for row in rows) + (m.joint + 0.1) * max(0, len(rows) - 1)

    def _in_line(self, rows: Sequence[Row], width: float, m: TableauMetrics) -> TableauMetrics | None:
        """The measures with which rows fit into a line; None where none do that can still be read."""
        widths = sum(self._row_width(row, m) for row in rows)
        if widths + m.joint * (len(rows) - 1) <= width:
            return m
        squeeze = (width - (m.joint + 0.1) * (len(rows) - 1)) / widths
        smaller = m.scaled(squeeze - 1e-6)
        return smaller if squeeze >= m.least and self._needs(rows, smaller) <= width else None

    def _longest(self, rows: Sequence[Row]) -> str | None:
        """The longest text over or on the cards of rows, to be blamed for their width."""
        labels = [self._words.word(row.label) for row in rows if row.titled and row.label is not None]
        strings = [self._words.text(text) for row in rows for card in row.cards for text in card.strings]
        return max([*labels, *strings], key=len, default=None)

    def _rows_in_line(
        self,
        rows: Sequence[Row],
        more: frozenset[int],
        start: int,
        stop: int,
        left: float,
        y: float,
        right: float,
        m: TableauMetrics,
    ) -> str:
        """The rows from ``start`` to before ``stop`` side by side; those that do not fit at their size are smaller.
        Before those in ``more`` stands no sign."""
        line = rows[start:stop]
        goes_on = not m.lead and stop < len(rows) and stop not in more
        follows = m.lead and start not in {0, *more} and self._signed(rows, start)
        if goes_on:
            right -= m.joint
        if follows:
            left += m.joint
        measured = self._in_line(line, right - left, m)
        if measured is None:
            said = "the cards of an example do not fit side by side"
            raise TemplateError(Diagnostic("no-room", said, subject=self._longest(line)))
        # Smaller cards stand in the middle of their line, where its verdict is.
        y += (m.mini_height - measured.mini_height) / 2
        m = measured
        widths = [self._row_width(row, m) for row in line]
        free = right - left - sum(widths)
        gap = min(m.row_gap * 1.8, free / (len(line) - 1)) if len(line) > 1 else 0.0
        parts = []
        starts = self._starts(line, widths, left, right, gap, m)
        for index, (row, at) in enumerate(zip(line, starts, strict=True)):
            parts += [self._title(row, at, y, m), self._row_cards(row, at, y, m)]
            if index and start + index not in more:
                before = starts[index - 1] + widths[index - 1]
                joint = at - gap / 2 if row.role == "rival" else (before + at) / 2
                parts.append(self._macro("joiner")(rows, start + index - 1, joint, y + m.mini_height / 2))
        if follows:
            parts.append(self._macro("joiner")(rows, start - 1, left - FRAME - m.joint / 2, y + m.mini_height / 2))
        if goes_on:
            end = starts[-1] + widths[-1] + m.joint / 2
            parts.append(self._macro("joiner")(rows, stop - 1, end, y + m.mini_height / 2))
        return "".join(map(str, parts))

    def _signed(self, rows: Sequence[Row], index: int) -> bool:
        """Whether a sign stands before a row."""
        return bool(str(self._macro("joiner")(rows, index - 1, 0, 0)).strip())

    def _starts(
        self, rows: Sequence[Row], widths: Sequence[float], left: float, right: float, gap: float, m: TableauMetrics
    ) -> list[float]:
        """Where each row begins. Tableaux stand below one another, so what is alike in them stands in columns: the
        second of two palettes, and the rivals of a check, which end at the right.
        """
        starts = [left + sum(widths[:index]) + gap * index for index in range(len(rows))]
        if any(row.role == "rival" for row in rows):
            spare = right - starts[-1] - widths[-1]
            return [at + spare if row.role == "rival" else at for row, at in zip(rows, starts, strict=True)]
        column = left + m.column * (m.mini_width + m.mini_gap) - m.mini_gap + gap
        if m.column and len(rows) == 2 and starts[1] <= column <= right - widths[1]:
            starts[1] = column
        return starts

    def _row_width(self, row: Row, m: TableauMetrics) -> float:
        """The width of a row: of its cards, or of its title where that is wider."""
        titled = row.label is not None and row.titled
        title = self._type.width(self._words.word(row.label), m.text) if titled and row.label is not None else 0.0
        return max(title, self._cards_width(row, m))

    def _cards_width(self, row: Row, m: TableauMetrics) -> float:
        return sum(self._mini_width(card, m) for card in row.cards) + max(0, len(row.cards) - 1) * m.mini_gap

    def _mini_width(self, card: MiniCard, m: TableauMetrics) -> float:
        """The width of a card: the engine's templates may say that some are wider than the others."""
        asked = self._optional("mini_width")
        return m.mini_width if asked is None else float(asked(card, m.mini_width, m.mini_height))

    def _row_cards(self, row: Row, x: float, y: float, m: TableauMetrics) -> str:
        parts = [self._macro("row_ground")(row, x, y, self._cards_width(row, m), m.mini_height)]
        for card in row.cards:
            wide = self._mini_width(card, m)
            parts.append(self._macro("mini")(card, x, y, wide, m.mini_height))
            x += wide + m.mini_gap
        return "".join(map(str, parts))

    def _macro(self, name: str) -> Callable[..., Any]:
        """A macro of the engine's ``mini.svg.j2``. The module is made once, with the helpers as its globals."""
        found = self._optional(name)
        if found is None:
            raise TemplateError(
                Diagnostic(
                    "missing-macro",
                    f"mini.svg.j2 has no macro {name!r}",
                    hint="it needs mini, badge, joiner and row_ground",
                )
            )
        return found

    def _optional(self, name: str) -> Callable[..., Any] | None:
        if self._macros is None:
            self._macros = self._environment.get_template("mini.svg.j2").module
        found: Callable[..., Any] | None = getattr(self._macros, name, None)
        return found
