"""Typeset text on a face: measured with the real fonts, wrapped, tightened, and shrunk to a minimum; never cut."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import accumulate

from pnp.diagnostics import TemplateError
from pnp.fonts import FontBook, FontStack
from pnp.model.text import Language, layout_language
from pnp.records import dataclass
from pnp.rendering.art import CHARACTER, PREFIX, IconSet, NoIcons
from pnp.rendering.printable import plain
from pnp.rendering.text.fitting import (
    Atom,
    Paragraph,
    ParagraphStyle,
    SetLine,
    SetText,
    TextColumn,
    fit_text,
    overflow_error,
    sizes_between,
)
from pnp.rendering.text.line import (
    OVERHANG,
    RUBY_ROOM,
    RUBY_SIZE,
    Anchor,
    LineRun,
    LineSetter,
    LineStyle,
    count_spread_places,
)
from pnp.rendering.text.linebreak import pieces
from pnp.rendering.text.marked import BLANKS, MARKER_GAP, StyledText, style_marked_line, style_marked_paragraphs
from pnp.rendering.text.overflow import MARKED, Room, overflow_mark
from pnp.rendering.text.resized import ResizedText
from pnp.rendering.text.ruby import RubyReading, TermReadings
from pnp.rendering.text.theme import Theme
from pnp.rendering.text.words import TermRules
from pnp.units import MM_PER_PT

MINIMUM_PT = 6.0
"""Smallest type except for ruby, in points. It reads at arm's length in print; no template can go below it."""
_LEAST = MINIMUM_PT * MM_PER_PT
_TIGHTEST = -0.02
"""Letter-spacing in em by which a line may be tightened before it shrinks."""
_BREAK_HINT = "\u200b"
_RUBY_FROM = 8 * MM_PER_PT
"""Smallest type in mm that has ruby, which is then 5 points."""
_RUBY_LEADING = 1.58
"""Least distance between lines that has room for ruby, as a share of the type size."""
_HANGING = tuple("、。，．」』）〕］｝〉》】・：；")
_SLACK = 1e-6
_MARGIN = 0.07
"""White in em that stays beside a stop at the end of a line, like beside other characters."""
_MAX_LENGTH = 20_000
"""Most characters of a text; a page in small print holds a quarter of that."""
_LEADING = {"en": 1.2, "ja": 1.45}
_BEFORE: Mapping[Anchor, float] = {"start": 0.0, "middle": 0.5, "end": 1.0}
"""Share of a line that stands before its anchor."""
_LINE_ROOM = 1.25
"""Height of a line with what hangs below it, in em."""


@dataclass(frozen=True, slots=True)
class Block:
    """Text that has been set: its drawing, and its extent in mm on the face."""

    draw: Callable[[], str]
    x: float
    y: float
    width: float
    height: float
    size: float
    lines: int

    @property
    def svg(self) -> str:
        """Return the drawing as SVG."""
        return self.draw()

    @property
    def bottom(self) -> float:
        """Return the lower edge of the last line."""
        return self.y + self.height

    @property
    def right(self) -> float:
        """Return the right edge of the widest line, for a block anchored at its start."""
        return self.x + self.width

    def __html__(self) -> str:
        return self.svg


MUCH_SMALLER = 0.7
"""Share of the wanted size under which smaller type is noted: readers see that it does not match its neighbours."""


class Typesetter:
    """Typesetter of text in the font roles of a theme. ``terms`` are the rules for setting words, ``icons`` those that
    marked-up texts may have."""

    def __init__(
        self, book: FontBook, theme: Theme, terms: TermRules | None = None, icons: IconSet | None = None
    ) -> None:
        self._book = book
        self._theme = theme
        self._terms = terms or TermRules()
        self._stacks: dict[str, FontStack] = {}
        self._readings = TermReadings(self._terms.ruby)
        self._icons = icons or NoIcons()
        self._setter = LineSetter(theme.role, self.stack, self._icons)
        self._plain_paragraphs: dict[tuple[str, tuple[str, ...], bool], Paragraph] = {}
        """Paragraphs of the current face: most are measured, and then drawn."""
        self._resized: dict[tuple[str, float], ResizedText] = {}
        self._overflowing: set[str] = set()
        """Texts of the current face that do not fit. Many are measured, and then drawn in another place."""
        self.shows_overflow = False
        """Whether texts that do not fit are drawn all the same, and marked. Such faces are looked at, never printed."""

    @property
    def language(self) -> Language:
        """Return the language that is set."""
        return self._theme.language

    @property
    def terms(self) -> TermRules | None:
        """Return the rules for setting words; None if there are none."""
        return self._terms if self._terms.together or self._terms.ruby else None

    def begin_face(self) -> None:
        """Begin another face, on which each term may have its ruby once."""
        self._readings.begin_face()
        self._plain_paragraphs.clear()
        self._resized.clear()
        self._overflowing.clear()

    @property
    def resized(self) -> tuple[ResizedText, ...]:
        """Return the texts of the current face that were set in much smaller type than wanted, or in larger type.
        Some of them may have been measured alone."""
        return tuple(self._resized.values())

    def _note_size(self, text: str, wanted: float, size: float) -> None:
        if size < wanted * MUCH_SMALLER or size > wanted + _SLACK:
            self._resized[text, size] = ResizedText(text, wanted, size)

    def stack(self, role: str) -> FontStack:
        """Return the font stack of a role of the theme."""
        self._theme.access_log.fonts.add(role)
        if role not in self._stacks:
            font = self._theme.role(role)
            try:
                stack = self._book.stack(font.families, font.weight, font.style, font.stretch, font.features)
            except TemplateError as error:
                at_role = [
                    replace(diagnostic, location=diagnostic.location or self._theme.place_of_role(role))
                    for diagnostic in error.diagnostics
                ]
                raise TemplateError(at_role) from error
            self._stacks[role] = stack
        return self._stacks[role]

    def type_at_most(self, size: float) -> float:
        """Return the largest size of type of the theme that is at most ``size`` mm; if none is, ``size`` itself."""
        return next((step for step in self._theme.type_sizes if step <= size), size)

    def width(self, text: str, size: float, font: str = "text", tracking: float = 0.0, markup: bool = False) -> float:
        """Return the width in mm of ``text`` on one line. ``tracking`` is in em; ``markup`` is as in ``line``."""
        if markup:
            marked = style_marked_line(text, font, "strong", self._icons.check)
            em = self._em(_by_role(marked.text, marked.roles), tracking != 0)
            return (em + tracking * max(0, len(marked.text) - 1)) * size
        shown = text if text.isprintable() else _without_breaks(text)
        return self.stack(font).width(shown, size, tracking * size)

    def line(
        self,
        text: str,
        x: float,
        y: float,
        size: float,
        font: str = "text",
        *,
        fill: str = "#1b1a1f",
        anchor: Anchor = "start",
        width: float | None = None,
        minimum: float | None = None,
        tracking: float = 0.0,
        middle: bool = False,
        optical: bool = False,
        ruby: bool = False,
        markup: bool = False,
    ) -> Block:
        """Set one line with its baseline at ``y``, no wider than ``width`` mm.

        With ``middle``, ``y`` is the optical middle. ``optical`` centres the ink instead of the advance width, so that
        a 1 does not lean to the left. A line that is too long is tightened a little, then shrunk to ``minimum`` mm;
        beyond that, TemplateError is raised. Type is never smaller than 6 points. With ``ruby``, terms have their
        reading over them at their first place on the face. With ``markup``, emphasis and icons are read as in
        ``block``.
        """
        _check_measures(text, x, y, size, width, minimum, tracking)
        printed = _without_breaks(plain(text))
        roles = [font] * len(printed)
        if markup:
            marked = style_marked_line(text, font, "strong", self._icons.check)
            printed, roles = marked.text, marked.roles
        wanted = size
        size, least = _enforce_minimum(size, minimum)
        readings = self._readings.of(printed) if ruby and size >= _RUBY_FROM - _SLACK else []
        plain_runs = list(_by_role(printed, roles)) or [LineRun(font, printed)]
        runs = self._runs(printed, roles, (0, len(printed)), readings, edge=math.inf) if readings else plain_runs
        fitted, closed, line_width = self._fit(printed, runs, (size, least), width, tracking)
        if readings and fitted < _RUBY_FROM - _SLACK:
            readings, runs = [], plain_runs
            fitted, closed, line_width = self._fit(printed, runs, (size, least), width, tracking)
        self._readings.take(printed, readings)
        self._note_size(printed, wanted, fitted)
        letters = printed.replace(CHARACTER, "")
        baseline = y + self._middle_height(letters, font) * fitted if middle else y
        if optical and letters == printed:
            x += self._ink_offset(printed, font) * fitted
        mark = self._line_mark(printed, (x, baseline, fitted), anchor, line_width, width) if self.shows_overflow else ""
        fill = MARKED if mark else fill
        svg, ruby_svg = self._setter.line(x, baseline, LineStyle(font, fitted, fill, anchor), runs, closed)
        height = fitted * (1 + RUBY_ROOM) if ruby_svg else fitted
        return Block(lambda: mark + svg + ruby_svg, x, baseline - height, line_width, height, fitted, 1)

    def block(
        self,
        text: str,
        x: float,
        y: float,
        width: float,
        size: float,
        font: str = "text",
        *,
        strong: str = "strong",
        fill: str = "#1b1a1f",
        anchor: Anchor = "start",
        height: float | None = None,
        minimum: float | None = None,
        leading: float | None = None,
        justify: bool | None = None,
        ruby: bool = True,
        headroom: float = 0.0,
        markup: bool = False,
        around: Sequence[float] | None = None,
    ) -> Block:
        """Set wrapped text with its upper edge at ``y``, in a column of ``width`` mm.

        ``**strong**`` sets words in the role ``strong``. With ``height`` the text shrinks until it fits, to ``minimum``
        mm and never under 6 points; beyond that, TemplateError is raised.

        ``justify`` spreads the lines of a paragraph that nearly fill the width, except its last; it is on for Japanese
        unless it is False. With ``ruby`` terms have their reading over them at their first place on the face, if there
        is room for it. Over the first line it takes room of its own, less the ``headroom`` mm of white above ``y``.

        With ``markup`` Markdown's bold, italic (the role ``emphasis``), headings (``title``) and lists are read, and
        icons, ``{coin}``. ``around`` is a box on the face, x, y, width and height in mm, that the text flows round.
        """
        _check_measures(text, x, y, size, width, height, minimum, leading, headroom)
        marked = style_marked_paragraphs(text, font, strong, anchor == "start", self._icons.check) if markup else None
        text, wanted = plain(text), size
        size, least = _enforce_minimum(size, minimum)
        ratio = leading or _LEADING[layout_language(self._theme.language)]
        japanese = layout_language(self._theme.language) == "ja"
        spreads = anchor == "start" and (japanese if justify is None else justify)
        column = None
        paragraphs = [StyledText.of(paragraph, font, strong) for paragraph in text.split("\n")]
        if marked is not None or around is not None:
            paragraphs = paragraphs if marked is None else [styled for styled, _ in marked]
            styles = [ParagraphStyle()] * len(paragraphs) if marked is None else [style for _, style in marked]
            column = TextColumn(tuple(styles), None if around is None else _box_in_column(around, x, y, width, anchor))
        readings = self._readings_by_paragraph(paragraphs, ruby and (leading is None or ratio >= _RUBY_LEADING))
        if leading is None and any(readings):
            ratio = max(ratio, _RUBY_LEADING)
        plain_paragraphs = [self._plain_paragraph(paragraph, spreads) for paragraph in paragraphs]
        versions = [(plain_paragraphs, 0.0)]
        if any(readings):
            ruby_paragraphs = [
                self._paragraph(paragraph, own_readings, spreads)
                for paragraph, own_readings in zip(paragraphs, readings, strict=True)
            ]
            versions.insert(0, (ruby_paragraphs, _RUBY_FROM))
        room, sizes = (width, height), self._sizes(size, least)
        set_text = fit_text(text, versions, room, sizes, ratio, headroom, column, self.shows_overflow)
        self._note_size(text, wanted, set_text.size)
        if any(run.kana for line in set_text.lines for run in line.runs):
            for paragraph, own_readings in zip(paragraphs, readings, strict=True):
                self._readings.take(paragraph.text, own_readings)
        anchor_x = x + _BEFORE[anchor] * width
        rise = 0.88 if japanese else 0.8
        first = y + set_text.size * (set_text.above + rise)
        mark = self._block_mark(text, (x, y, width, height), anchor, set_text) if self.shows_overflow else ""
        fill = MARKED if mark else fill
        style = LineStyle(font, set_text.size, fill, anchor)

        def draw() -> str:
            if column is not None:
                drawn = [self._column_line(line, style, x, y, rise) for line in set_text.lines]
            else:
                drawn = [
                    self._setter.line(
                        anchor_x, first + set_text.size * ratio * index, style, line.runs, line.tracking, closed=True
                    )
                    for index, line in enumerate(set_text.lines)
                ]
            # Ruby comes after the words, so that a screen reader finds the sentence in one piece.
            return "".join([mark, *(words for words, _ in drawn), *(ruby_svg for _, ruby_svg in drawn)])

        return Block(draw, x, y, set_text.width, set_text.height, set_text.size, len(set_text.lines))

    def _line_mark(
        self, text: str, place: tuple[float, float, float], anchor: Anchor, needs: float, has: float | None
    ) -> str:
        """Return the mark of a line at x and a baseline in a size, if it needs more width than it has."""
        x, baseline, size = place

        def room(width: float) -> Room:
            return x - _BEFORE[anchor] * width, baseline - size, width, size * _LINE_ROOM

        return self._mark(text, room(needs), None if has is None or needs <= has + _SLACK else room(has))

    def _block_mark(
        self, text: str, room: tuple[float, float, float, float | None], anchor: Anchor, set_text: SetText
    ) -> str:
        """Return the mark of a text, if it is larger than its room of x, y, width and height."""
        x, y, width, height = room
        inked = x + _BEFORE[anchor] * (width - set_text.width), y, set_text.width, set_text.height
        fits = set_text.width <= width + _SLACK and (height is None or set_text.height <= height + _SLACK)
        return self._mark(text, inked, None if fits else (x, y, width, set_text.height if height is None else height))

    def _mark(self, text: str, inked: Room, room: Room | None) -> str:
        """Return the mark of a text that needs more than its room, or has done so before on this face."""
        if room is not None:
            self._overflowing.add(text)
        return overflow_mark(inked, room) if text in self._overflowing else ""

    def _column_line(self, line: SetLine, style: LineStyle, x: float, y: float, rise: float) -> tuple[str, str]:
        """Set a line of a column with styles or a box; its marker stands before it. The upper left corner of the column
        is at x, y."""
        size = style.size * line.scale
        line_style = replace(style, size=size)
        left = x + line.left + _BEFORE[style.anchor] * line.room
        baseline = y + style.size * (line.down + line.scale * rise)
        words, ruby_svg = self._setter.line(left, baseline, line_style, line.runs, line.tracking, closed=True)
        if line.marker:
            marker_style = replace(line_style, anchor="end")
            gap = MARKER_GAP * size
            words = (
                self._setter.line(left - gap, baseline, marker_style, [LineRun(style.font, line.marker)], 0.0)[0]
                + words
            )
        return words, ruby_svg

    def _fit(
        self, text: str, runs: Sequence[LineRun], sizes: tuple[float, float], width: float | None, tracking: float
    ) -> tuple[float, float, float]:
        """Return the size in mm, the letter-spacing in em and the width of a line of ``runs``. The size is between two
        sizes, the first larger."""
        size, least = sizes
        em = self._em(runs, tracking != 0)
        gaps = max(0, len(text) - 1)
        line_width = (em + tracking * gaps) * size
        if width is None or line_width <= width:
            return size, tracking, line_width
        tight_em = em if tracking else self._em(runs, True)
        tight_width = (tight_em + (tracking + _TIGHTEST) * gaps) * size
        for step in self._theme.type_sizes if size in self._theme.type_sizes else ():
            if least <= step <= size and line_width * step <= width * size:
                return step, tracking, line_width * step / size
            if least <= step <= size and tight_width * step <= width * size:
                return step, tracking + _TIGHTEST, width
        tracking, line_width = tracking + _TIGHTEST, tight_width
        if line_width <= width:
            return size, tracking, width
        fitting_size = size * width / line_width
        if fitting_size < least and self.shows_overflow:
            return least, tracking, line_width / size * least
        if fitting_size < least:
            raise overflow_error(text, f"{line_width / size * least:.1f} mm", f"{width:.1f} mm", least)
        return fitting_size, tracking, width

    def _sizes(self, size: float, least: float) -> Iterator[float]:
        """Yield the sizes in which a text of ``size`` is tried, the largest first."""
        return sizes_between(size, least, self._theme.type_sizes)

    def _middle_height(self, text: str, font: str) -> float:
        face = self.stack(font).runs(text)[0][0] if text else self.stack(font).faces[0]
        return 0.38 if any(char > "\u2e80" for char in text) else face.cap_height / 2

    def _ink_offset(self, text: str, font: str) -> float:
        """Return half the offset of a centred line's ink from its middle, in em. The other half allows for the weight
        of the stem, on which the eye centres as well."""
        runs = self.stack(font).runs(text)
        left = runs[0][0].bearings(runs[0][1][0])[0]
        right = runs[-1][0].bearings(runs[-1][1][-1])[1]
        return (right - left) / 4

    def _readings_by_paragraph(self, paragraphs: Sequence[StyledText], wanted: bool) -> list[list[RubyReading]]:
        """Return the readings of each paragraph, every term once; none unless they are wanted."""
        if not wanted:
            return [[] for _ in paragraphs]
        readings_by_paragraph: list[list[RubyReading]] = []
        taken: set[str] = set()
        for paragraph in paragraphs:
            readings = [
                reading
                for reading in self._readings.of(paragraph.text)
                if paragraph.text[reading.start : reading.end] not in taken
            ]
            taken |= {paragraph.text[reading.start : reading.end] for reading in readings}
            readings_by_paragraph.append(readings)
        return readings_by_paragraph

    def _plain_paragraph(self, styled: StyledText, spreads: bool) -> Paragraph:
        key = styled.text, tuple(styled.roles), spreads
        if key not in self._plain_paragraphs:
            self._plain_paragraphs[key] = self._paragraph(styled, [], spreads)
        return self._plain_paragraphs[key]

    def _paragraph(self, styled: StyledText, readings: list[RubyReading], spreads: bool) -> Paragraph:
        """Return a paragraph split where its lines may break. A term with its reading stays whole."""
        ends = [*accumulate(map(len, pieces(styled.text)))]
        ends = [end for end in ends if not any(reading.start < end < reading.end for reading in readings)]
        atoms = []
        start = 0
        for end in ends:
            runs = tuple(self._runs(styled.text, styled.roles, (start, end), readings))
            characters = "".join(run.text for run in runs)
            blank = self._trailing_white(runs[-1].role, runs[-1].text, spreads)
            blanks = len(characters) - len(characters.rstrip(" "))
            atoms.append(Atom(runs, end - start, self._em(runs), blank, count_spread_places(characters), blanks))
            start = end
        return Paragraph(
            styled.text, atoms, layout_language(self._theme.language) == "ja", spreads, self._terms.together
        )

    def _runs(
        self,
        text: str,
        roles: Sequence[str],
        bounds: tuple[int, int],
        readings: Sequence[RubyReading],
        edge: float = OVERHANG,
    ) -> list[LineRun]:
        """Return a part of ``text`` as runs of one font role; terms with readings are runs of their own."""
        start, end = bounds
        runs: list[LineRun] = []
        for reading in [reading for reading in readings if start <= reading.start < end]:
            runs += _by_role(text[start : reading.start], roles[start : reading.start])
            wider = self._extra_width(text, roles, reading, readings, edge)
            runs.append(LineRun(roles[reading.start], text[reading.start : reading.end], reading.kana, wider))
            start = reading.end
        return [*runs, *_by_role(text[start:end], roles[start:end])]

    def _extra_width(
        self, text: str, roles: Sequence[str], reading: RubyReading, readings: Sequence[RubyReading], edge: float
    ) -> float:
        """Return the em by which a term is spread to hold its reading.

        The reading may stand out over the characters beside its term, but not over another term with a reading. It may
        stand out over the edges of the text by ``edge``.
        """
        stack = self.stack(roles[reading.start])
        overhang_before = (
            edge if reading.start == 0 else 0.0 if any(other.end == reading.start for other in readings) else OVERHANG
        )
        overhang_after = (
            edge
            if reading.end == len(text)
            else 0.0
            if any(other.start == reading.end for other in readings)
            else OVERHANG
        )
        needed = stack.advance(reading.kana) * RUBY_SIZE - stack.advance(text[reading.start : reading.end])
        return max(0.0, needed - 2 * min(overhang_before, overhang_after))

    def _em(self, runs: Iterable[LineRun], spaced: bool = False) -> float:
        return sum(self._setter.advance(run.role, run.text, spaced) + run.wider for run in runs)

    def _trailing_white(self, role: str, text: str, hanging: bool) -> float:
        """Return the white in em at the end of ``text`` that may hang over at the end of a line. That is the white of
        spaces and, with ``hanging``, of a stop or bracket, so that its ink stands at the edge."""
        if role.startswith(PREFIX):
            return 0.0
        bare = text.rstrip(" ")
        if bare != text:
            return self.stack(role).advance(" ") * (len(text) - len(bare))
        if hanging and bare.endswith(_HANGING):
            (face, _), *_ = self.stack(role).runs(bare[-1])
            return max(0.0, face.bearings(bare[-1])[1] - _MARGIN)
        return 0.0


def _by_role(text: str, roles: Sequence[str]) -> Iterator[LineRun]:
    """Yield the characters of a text by font role, without break hints."""
    if text and roles.count(roles[0]) == len(roles):
        yield LineRun(roles[0], text.replace(_BREAK_HINT, ""))
        return
    start = 0
    for end in range(1, len(text) + 1):
        if end == len(text) or roles[end] != roles[start]:
            yield LineRun(roles[start], text[start:end].replace(_BREAK_HINT, ""))
            start = end


def _enforce_minimum(size: float, minimum: float | None) -> tuple[float, float]:
    """Return the wanted and the smallest size in mm, neither under the smallest type."""
    size = max(size, _LEAST)
    return size, min(size, max(minimum or 0.0, _LEAST))


def _box_in_column(
    box: Sequence[float], x: float, y: float, width: float, anchor: Anchor
) -> tuple[float, float, float, float]:
    """Return a box of the face relative to the upper left corner of a column at x, y."""
    left, top, box_width, height = box
    _check_measures("", left, top, box_width, height)
    if anchor != "start" and left < x + width and left + box_width > x:
        raise ValueError("text that flows round a box starts at the left: leave anchor out")
    return left - x, top - y, box_width, height


def _without_breaks(text: str) -> str:
    return BLANKS.sub(" ", text).replace(_BREAK_HINT, "")


def _check_measures(text: object, *measures: float | None) -> None:
    """Raise ValueError for measures that are no lengths, for no text at all, and for an endless one."""
    if text is None:
        raise ValueError("the text is none: write {{ … or '' }} where there may be no text")
    for measure in measures:  # a generator takes longer, and every text comes here
        if measure is not None and not math.isfinite(measure):
            raise ValueError("a measure of a text is not a finite number")
    if len(str(text)) > _MAX_LENGTH:
        raise ValueError(f"a text of {len(str(text))} characters is too long for a face")
