"""Type on a face: text measured with the real fonts, wrapped, tightened, shrunk to a stated minimum, never cut."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import accumulate

from pnp.fonts import FontBook, FontStack
from pnp.model.text import Language, manner
from pnp.records import dataclass
from pnp.rendering.art import CHARACTER, PREFIX, IconSet, NoIcons
from pnp.rendering.escape import plain
from pnp.rendering.text.fitting import Atom, Paragraph, ParagraphStyle, SetLine, TextColumn, fitting, overflow
from pnp.rendering.text.line import (
    OVERHANG,
    RUBY_ROOM,
    RUBY_SIZE,
    Anchor,
    LineRun,
    LineSetter,
    LineStyle,
    spread_places,
)
from pnp.rendering.text.linebreak import pieces
from pnp.rendering.text.ruby import RubyReading, TermReadings
from pnp.rendering.text.styled import BLANKS, MARKER_GAP, StyledText, marked_line, marked_parts
from pnp.rendering.text.theme import Theme
from pnp.rendering.text.words import TermRules
from pnp.units import MM_PER_PT

MINIMUM_PT = 6.0
"""The smallest type but for readings, in points: what reads at arm's length in print. Nobody is given less."""
_LEAST = MINIMUM_PT * MM_PER_PT
_TIGHTEST = -0.02
"""Letter-spacing in em that a line may be tightened by before it shrinks."""
_MAY_BREAK = "\u200b"
_RUBY_FROM = 8 * MM_PER_PT
"""The smallest type in mm that readings are set over: they are half as large, and never under 4 points."""
_RUBY_LEADING = 1.44
"""The least distance between lines, as a share of their size, that has room for readings."""
_HANGING = tuple("、。，．」』）〕］｝〉》】・：；")
_SLACK = 1e-6
_MARGIN = 0.07
"""White in em that stays beside a stop at the end of a line, as other characters have it."""
_LONGEST = 20_000
"""Characters of one text; a page in small print holds a quarter of that."""
_LEADING = {"en": 1.2, "ja": 1.45}


@dataclass(frozen=True, slots=True)
class Block:
    """Text that has been set: its SVG and where it ends. Lengths in mm of the face."""

    svg: str
    x: float
    y: float
    width: float
    height: float
    size: float
    lines: int

    @property
    def bottom(self) -> float:
        """The lower edge of the last line."""
        return self.y + self.height

    @property
    def right(self) -> float:
        """The right edge of the widest line of a block anchored at its start."""
        return self.x + self.width

    def __html__(self) -> str:
        return self.svg


class Typesetter:
    """Sets text in the font roles of a theme; ``terms`` says which words are set in a way of their own, and ``icons``
    are those that marked-up texts may have."""

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
        self._plain: dict[tuple[str, tuple[str, ...], bool], Paragraph] = {}
        """Paragraphs of the face: most are measured, and then drawn."""

    @property
    def language(self) -> Language:
        """The language that is set."""
        return self._theme.language

    @property
    def terms(self) -> TermRules | None:
        """The words that are set in a way of their own; None where there are none."""
        return self._terms if self._terms.together or self._terms.ruby else None

    def begin_face(self) -> None:
        """Another face begins, on which each term may have its reading once."""
        self._readings.begin_face()
        self._plain.clear()

    def stack(self, role: str) -> FontStack:
        """The stack of fonts behind a role of the theme."""
        self._theme.asked.fonts.add(role)
        if role not in self._stacks:
            font = self._theme.role(role)
            self._stacks[role] = self._book.stack(font.families, font.weight, font.style, font.stretch, font.features)
        return self._stacks[role]

    def width(self, text: str, size: float, font: str = "text", tracking: float = 0.0, markup: bool = False) -> float:
        """The width in mm of ``text`` on one line; ``tracking`` is in em. ``markup`` as of ``line``."""
        if markup:
            marked = marked_line(text, font, "strong", self._icons.check)
            em = self._em(_by_role(marked.said, marked.roles), tracking != 0)
            return (em + tracking * max(0, len(marked.said) - 1)) * size
        shown = text if text.isprintable() else _one_line(text)
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
        """One line with its baseline at ``y`` (its optical middle, with ``middle``), no wider than ``width`` mm.

        ``optical`` centres what is inked rather than the advance width, so that a 1 does not lean to the left.
        Too long a line is tightened a little, then shrunk to ``minimum`` mm; past that it raises TemplateError. No
        type is smaller than 6 points, whatever is asked for. With
        ``ruby`` terms have their reading over them at their first place on the face. With ``markup`` emphasis and icons
        are read as in ``block``.
        """
        _check_measures(text, x, y, size, width, minimum, tracking)
        said = _one_line(plain(text))
        roles = [font] * len(said)
        if markup:
            marked = marked_line(text, font, "strong", self._icons.check)
            said, roles = marked.said, marked.roles
        size, least = _at_least(size, minimum)
        readings = self._readings.of(said) if ruby and size >= _RUBY_FROM - _SLACK else []
        plainly = list(_by_role(said, roles)) or [LineRun(font, said)]
        runs = self._runs(said, roles, (0, len(said)), readings, edge=math.inf) if readings else plainly
        fitted, closed, used = self._fit(said, runs, (size, least), width, tracking)
        if readings and fitted < _RUBY_FROM - _SLACK:
            readings, runs = [], plainly
            fitted, closed, used = self._fit(said, runs, (size, least), width, tracking)
        self._readings.take(said, readings)
        lettered = said.replace(CHARACTER, "")
        baseline = y + self._middle(lettered, font) * fitted if middle else y
        if optical and lettered == said:
            x += self._lean(said, font) * fitted
        svg, over = self._setter.line(x, baseline, LineStyle(font, fitted, fill, anchor), runs, closed)
        tall = fitted * (1 + RUBY_ROOM) if over else fitted
        return Block(svg + over, x, baseline - tall, used, tall, fitted, 1)

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
        """Wrapped text whose upper edge is at ``y``, in a column of ``width`` mm; ``**strong**`` sets words in the
        role ``strong``. With ``height`` it shrinks until it fits, to ``minimum`` mm and never under 6 points; past that
        it raises TemplateError.

        ``justify`` spreads all lines of a paragraph but its last to the width, in Japanese unless it is False. With
        ``ruby`` terms have their reading over them at their first place on the face, where there is room for it; over
        the first line it takes room of its own, but for ``headroom`` mm of white that there is above ``y``.

        With ``markup`` Markdown's bold, italic (the role ``emphasis``), headings (``title``) and lists are read, and
        icons, ``{coin}``. ``around`` is a box on the face, x, y, width and height in mm, that the text flows round.
        """
        _check_measures(text, x, y, size, width, height, minimum, leading, headroom)
        marked = marked_parts(text, font, strong, anchor == "start", self._icons.check) if markup else None
        text = plain(text)
        size, least = _at_least(size, minimum)
        ratio = leading or _LEADING[manner(self._theme.language)]
        japanese = manner(self._theme.language) == "ja"
        spreads = anchor == "start" and (japanese if justify is None else justify)
        column = None
        paragraphs = [StyledText.of(part, font, strong) for part in text.split("\n")]
        if marked is not None or around is not None:
            paragraphs = paragraphs if marked is None else [spoken for spoken, _ in marked]
            manners = [ParagraphStyle()] * len(paragraphs) if marked is None else [way for _, way in marked]
            column = TextColumn(tuple(manners), None if around is None else _beside(around, x, y, width, anchor))
        readings = self._free_readings(paragraphs, ruby and ratio >= _RUBY_LEADING)
        plainly = [self._without_readings(part, spreads) for part in paragraphs]
        ways = [(plainly, 0.0)]
        if any(readings):
            rubied = [self._paragraph(part, own, spreads) for part, own in zip(paragraphs, readings, strict=True)]
            ways.insert(0, (rubied, _RUBY_FROM))
        found = fitting(text, ways, (width, height), (size, least), ratio, headroom, column)
        if any(run.kana for line in found.lines for run in line.runs):
            for part, own in zip(paragraphs, readings, strict=True):
                self._readings.take(part.said, own)
        left = {"start": x, "middle": x + width / 2, "end": x + width}[anchor]
        rise = 0.88 if japanese else 0.8
        first = y + found.size * (found.above + rise)
        style = LineStyle(font, found.size, fill, anchor)
        if column is None:
            drawn = [
                self._setter.line(left, first + found.size * ratio * at, style, line.runs, line.tracking, closed=True)
                for at, line in enumerate(found.lines)
            ]
        else:
            drawn = [self._laid_line(line, style, x, y, rise) for line in found.lines]
        # Readings come after the words, so that a reader program finds the sentence in one piece.
        svg = "".join([*(words for words, _ in drawn), *(over for _, over in drawn)])
        return Block(svg, x, y, found.width, found.height, found.size, len(found.lines))

    def _laid_line(self, line: SetLine, style: LineStyle, x: float, y: float, rise: float) -> tuple[str, str]:
        """A line of a column that is not plain, whose upper left corner is at x, y; its marker before it."""
        size = style.size * line.scale
        own = replace(style, size=size)
        left = x + line.left + {"start": 0.0, "middle": 0.5, "end": 1.0}[style.anchor] * line.room
        baseline = y + style.size * (line.down + line.scale * rise)
        words, over = self._setter.line(left, baseline, own, line.runs, line.tracking, closed=True)
        if line.marker:
            beside = replace(own, anchor="end")
            room = MARKER_GAP * size
            words = self._setter.line(left - room, baseline, beside, [LineRun(style.font, line.marker)], 0.0)[0] + words
        return words, over

    def _fit(
        self, text: str, runs: Sequence[LineRun], sizes: tuple[float, float], width: float | None, tracking: float
    ) -> tuple[float, float, float]:
        """The size in mm, the letter-spacing in em and the width of a line of ``runs``, between two sizes, the first
        larger."""
        size, least = sizes
        em = self._em(runs, tracking != 0)
        gaps = max(0, len(text) - 1)
        used = (em + tracking * gaps) * size
        if width is None or used <= width:
            return size, tracking, used
        if not tracking:
            em = self._em(runs, True)
        tracking += _TIGHTEST
        used = (em + tracking * gaps) * size
        if used <= width:
            return size, tracking, width
        fitting = size * width / used
        if fitting < least:
            raise overflow(text, f"{used / size * least:.1f} mm", f"{width:.1f} mm", least)
        return fitting, tracking, width

    def _middle(self, text: str, font: str) -> float:
        face = self.stack(font).runs(text)[0][0] if text else self.stack(font).faces[0]
        return 0.38 if any(char > "\u2e80" for char in text) else face.cap_height / 2

    def _lean(self, text: str, font: str) -> float:
        """Half of what the ink of a centred line stands off its middle, in em: the other half is for the weight of
        the stem, which is what the eye centres on as well."""
        runs = self.stack(font).runs(text)
        left = runs[0][0].bearings(runs[0][1][0])[0]
        right = runs[-1][0].bearings(runs[-1][1][-1])[1]
        return (right - left) / 4

    def _free_readings(self, paragraphs: Sequence[StyledText], wanted: bool) -> list[list[RubyReading]]:
        """The readings of each paragraph, every term once; none unless they are wanted."""
        if not wanted:
            return [[] for _ in paragraphs]
        found: list[list[RubyReading]] = []
        taken: set[str] = set()
        for part in paragraphs:
            own = [one for one in self._readings.of(part.said) if part.said[one.start : one.end] not in taken]
            taken |= {part.said[one.start : one.end] for one in own}
            found.append(own)
        return found

    def _without_readings(self, text: StyledText, spreads: bool) -> Paragraph:
        key = text.said, tuple(text.roles), spreads
        if key not in self._plain:
            self._plain[key] = self._paragraph(text, [], spreads)
        return self._plain[key]

    def _paragraph(self, text: StyledText, readings: list[RubyReading], spreads: bool) -> Paragraph:
        """A paragraph cut where its lines may break. A term with its reading stays whole."""
        ends = [*accumulate(map(len, pieces(text.said)))]
        ends = [end for end in ends if not any(one.start < end < one.end for one in readings)]
        atoms = []
        start = 0
        for end in ends:
            runs = tuple(self._runs(text.said, text.roles, (start, end), readings))
            said = "".join(run.text for run in runs)
            blank = self._blank(runs[-1].role, runs[-1].text, spreads)
            blanks = len(said) - len(said.rstrip(" "))
            atoms.append(Atom(runs, end - start, self._em(runs), blank, spread_places(said), blanks))
            start = end
        return Paragraph(text.said, atoms, manner(self._theme.language) == "ja", spreads, self._terms.together)

    def _runs(
        self,
        text: str,
        roles: Sequence[str],
        part: tuple[int, int],
        readings: Sequence[RubyReading],
        edge: float = OVERHANG,
    ) -> list[LineRun]:
        """A part of ``text``, from a place to another, in runs of one font role, terms with readings by themselves."""
        at, end = part
        runs: list[LineRun] = []
        for one in [one for one in readings if at <= one.start < end]:
            runs += _by_role(text[at : one.start], roles[at : one.start])
            wider = self._wider(text, roles, one, readings, edge)
            runs.append(LineRun(roles[one.start], text[one.start : one.end], one.kana, wider))
            at = one.end
        return [*runs, *_by_role(text[at:end], roles[at:end])]

    def _wider(
        self, text: str, roles: Sequence[str], one: RubyReading, readings: Sequence[RubyReading], edge: float
    ) -> float:
        """By how many em a term is spread to hold its reading, which may stand out over what is beside it, but not
        over another term with a reading, and over the edges of the text by ``edge``."""
        stack = self.stack(roles[one.start])
        before = edge if one.start == 0 else 0.0 if any(other.end == one.start for other in readings) else OVERHANG
        after = edge if one.end == len(text) else 0.0 if any(other.start == one.end for other in readings) else OVERHANG
        needed = stack.advance(one.kana) * RUBY_SIZE - stack.advance(text[one.start : one.end])
        return max(0.0, needed - 2 * min(before, after))

    def _em(self, runs: Iterable[LineRun], spaced: bool = False) -> float:
        return sum(self._setter.advance(run.role, run.text, spaced) + run.wider for run in runs)

    def _blank(self, role: str, text: str, hanging: bool) -> float:
        """The white in em at the end of ``text`` that is none at the end of a line: spaces, and with ``hanging`` that
        of a stop or a bracket, so that what is inked stands at the edge."""
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
    """The characters of a text by their font roles, without those that only say where a line may break."""
    if text and roles.count(roles[0]) == len(roles):
        yield LineRun(roles[0], text.replace(_MAY_BREAK, ""))
        return
    start = 0
    for end in range(1, len(text) + 1):
        if end == len(text) or roles[end] != roles[start]:
            yield LineRun(roles[start], text[start:end].replace(_MAY_BREAK, ""))
            start = end


def _at_least(size: float, minimum: float | None) -> tuple[float, float]:
    """The size that is asked for and the smallest one, in mm: neither under the smallest type."""
    size = max(size, _LEAST)
    return size, min(size, max(minimum or 0.0, _LEAST))


def _beside(
    box: Sequence[float], x: float, y: float, width: float, anchor: Anchor
) -> tuple[float, float, float, float]:
    """A box of the face as seen from the upper left corner of a column at x, y."""
    left, top, wide, high = box
    _check_measures("", left, top, wide, high)
    if anchor != "start" and left < x + width and left + wide > x:
        raise ValueError("text that flows round a box starts at the left: leave anchor out")
    return left - x, top - y, wide, high


def _one_line(text: str) -> str:
    """``text`` without what only says where lines end or may end."""
    return BLANKS.sub(" ", text).replace(_MAY_BREAK, "")


def _check_measures(text: object, *measures: float | None) -> None:
    """Raises ValueError for what could never be set: measures that are no lengths, and a text without end."""
    if any(measure is not None and not math.isfinite(measure) for measure in measures):
        raise ValueError("a measure of a text is not a finite number")
    if len(str(text)) > _LONGEST:
        raise ValueError(f"a text of {len(str(text))} characters is too long for a face")
