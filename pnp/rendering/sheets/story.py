"""Rule sheet: lay headings, words, steps and examples over as many pages as the paper needs; ``story`` in templates.

A template adds headings, words, steps, drawings and examples in order. ``RuleSheet`` measures them and fills the
columns of its pages. Type is larger where a side has room to spare, and never smaller than the least size: text that
does not fit goes on over the next page. Lengths in mm.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from typing import Any, Protocol

from pnp.diagnostics import Diagnostic, TemplateError
from pnp.examples.said import Style
from pnp.model.text import Language, manner
from pnp.records import dataclass
from pnp.rendering.escape import plain, quoteattr
from pnp.rendering.graphics.colour import on
from pnp.rendering.sheets.tableau import MeasuredTableau, TableauExample, TableauMetrics, TableauPainter, grid_of
from pnp.rendering.text.theme import Look
from pnp.rendering.text.typeset import Block, Typesetter

# Parts of a text laid over the columns of pages: pure arithmetic on heights, nothing is drawn here. Lengths in mm.

_FINE = 0.1
"""How near to the shortest columns that hold everything balancing comes."""
_TOLERANCE = 1e-6


@dataclass(frozen=True, slots=True)
class StoryPart:
    """What is not parted: a heading, a paragraph, a step, a drawing, a line of examples."""

    height: float
    draw: Callable[[float, float, float], str]
    """Its SVG, given the upper-left corner and the width."""
    before: float = 0.0
    """The white above it, but at the top of a column."""
    after: float | None = None
    """The white below it, where that is not for the next part to say."""
    keep: bool = False
    """Whether the next part has to follow it in the same column."""
    joins: bool = False
    """Whether it follows the part before it in the same column, if that is as wide."""
    wide: bool = False
    """Whether it goes over all columns."""
    stretch: float = 0.0
    """How much of the white that a page has left may be added above it."""
    about: str = ""
    """What it says, for messages."""


@dataclass(frozen=True, slots=True)
class PartPlace:
    """Where a part comes to stand. ``column`` is None for one over all columns; ``y`` is its upper edge."""

    part: StoryPart
    page: int
    column: int | None
    y: float


RoomOnPage = Callable[[int], tuple[float, float]]
"""The upper and the lower edge of what may be filled of a page, counted from 0."""


class TooTallError(Exception):
    """A part that is higher than a page; ``part`` is the one, ``room`` what an empty page has for it."""

    def __init__(self, part: StoryPart, room: float) -> None:
        super().__init__(f"{part.height:.0f} mm on a page of {room:.0f} mm")
        self.part = part
        self.room = room


def paginate(parts: Sequence[StoryPart], columns: int, room: RoomOnPage, first: int = 0) -> list[PartPlace]:
    """Where each part stands, in order, from the top of page ``first`` on.

    Parts that follow one another fill columns side by side, equally high as far as they can be; a wide one ends them.
    Raises TooTallError.
    """
    parts = _spaced(parts)
    places: list[PartPlace] = []
    page = first
    y = room(page)[0]
    for wide, chains in _runs(parts):
        waiting = list(chains)
        while waiting:
            top, bottom = room(page)
            fresh = y <= top + _TOLERANCE
            above = 0.0 if fresh else waiting[0][0].before
            taken, low = _fill(waiting, 1 if wide else columns, y + above, bottom, page, wide=wide)
            if not taken and fresh:
                worst = max(waiting[0], key=lambda part: part.height)
                raise TooTallError(worst, bottom - top)
            places += taken
            count = len(taken)
            while count > 0:
                count -= len(waiting.pop(0))
            y = low
            if waiting:
                page += 1
                y = room(page)[0]
    return places


def spread(places: Sequence[PartPlace], room: RoomOnPage) -> list[PartPlace]:
    """The places moved down into the white that pages have left, as far as their parts stretch."""
    result: list[PartPlace] = []
    for page in sorted({place.page for place in places}):
        here = [place for place in places if place.page == page]
        top, bottom = room(page)
        free = bottom - max(place.y + place.part.height for place in here)
        # White goes above parts over all columns only: what stands side by side stays so.
        moving = [place for place in here if place.column is None and place.y > top + _TOLERANCE]
        wanted = sum(place.part.stretch for place in moving)
        share = min(1.0, free / wanted) if wanted > 0 and free > 0 else 0.0
        shift = 0.0
        for place in here:
            shift += place.part.stretch * share if place in moving else 0.0
            result.append(replace(place, y=place.y + shift))
    return result


def _spaced(parts: Sequence[StoryPart]) -> list[StoryPart]:
    """Parts with the white above them that the one before asks for."""
    asked = [None, *(part.after for part in parts)]
    return [part if white is None else replace(part, before=white) for white, part in zip(asked, parts, strict=False)]


def _runs(parts: Sequence[StoryPart]) -> Iterator[tuple[bool, list[list[StoryPart]]]]:
    """Parts that fill columns together, and those that go over all of them, each as chains that stay together. A chain
    is as wide as its widest part: a heading goes over all columns with the drawing that it stays with."""
    run: list[list[StoryPart]] = []
    wide = False
    for chain in _chains(parts):
        over_all = any(part.wide for part in chain)
        if run and over_all != wide:
            yield wide, run
            run = []
        wide = over_all
        run.append(chain)
    if run:
        yield wide, run


def _chains(parts: Sequence[StoryPart]) -> list[list[StoryPart]]:
    chains: list[list[StoryPart]] = []
    for part in parts:
        before = chains[-1][-1] if chains else None
        if before is not None and (before.keep or (part.joins and part.wide == before.wide)):
            chains[-1].append(part)
        else:
            chains.append([part])
    return chains


def _tall(chain: Sequence[StoryPart], leading: bool) -> float:
    """The height of a chain; ``leading`` is one at the top of its column."""
    return sum(part.height + (0.0 if leading and index == 0 else part.before) for index, part in enumerate(chain))


def _fill(
    chains: Sequence[list[StoryPart]], columns: int, top: float, bottom: float, page: int, *, wide: bool
) -> tuple[list[PartPlace], float]:
    """As many chains as columns between ``top`` and ``bottom`` hold, and where they end. All of them are balanced."""
    height = bottom - top
    if _count(chains, columns, height) == len(chains) and columns > 1:
        low, high = 0.0, height
        while high - low > _FINE:
            middle = (low + high) / 2
            if _count(chains, columns, middle) == len(chains):
                high = middle
            else:
                low = middle
        height = high
    places: list[PartPlace] = []
    lowest = top
    column, y = 0, top
    for chain in chains:
        if y > top and y + _tall(chain, leading=False) > top + height + _TOLERANCE:
            column, y = column + 1, top
        if column == columns or y + _tall(chain, leading=y == top) > top + height + _TOLERANCE:
            break
        for part in chain:
            y += 0.0 if y == top else part.before
            places.append(PartPlace(part, page, None if wide else column, y))
            y += part.height
        lowest = max(lowest, y)
    return places, lowest


def _count(chains: Sequence[Sequence[StoryPart]], columns: int, height: float) -> int:
    """How many chains fit into so many columns of this height."""
    column, used = 0, 0.0
    for index, chain in enumerate(chains):
        if used and used + _tall(chain, leading=False) > height + _TOLERANCE:
            column, used = column + 1, 0.0
        if column == columns or used + _tall(chain, leading=not used) > height + _TOLERANCE:
            return index
        used += _tall(chain, leading=not used)
    return len(chains)


# What a story is made of: headings, words, steps, boxes, drawings and lines of examples, measured and drawn in place.
#
# Each maker gives parts for a column of some width and a size of type; ``pnp.rendering.sheets.story`` places them. mm.

LEADING = {"en": 1.34, "ja": 1.62}
_HEADING = {"en": 5.6, "ja": 5.0}
_BAR, _BAR_GAP = 1.6, 2.0
"""The bar beside a heading, and the white between it and the words."""
_DISC = 1.5
"""The width of the disc of a step, as a share of the size of its words."""
_BOX = 1.9
"""The white inside a box."""
_PAD = 1.5
"""The ground round an example on a panel."""


_SHORT_LIST = 14
"""Lists of so many rows are not parted."""


class DrawMacro(Protocol):
    """A macro of a template that draws within a box: x, y, width and height."""

    def __call__(self, x: float, y: float, width: float, height: float, /) -> str: ...


@dataclass(frozen=True, slots=True)
class PageSetting:
    """How the parts of a page are set: the type, the look, the size of words and the width of a column."""

    type: Typesetter
    painter: TableauPainter
    look: Look
    size: float
    scale: float
    """How much larger than its smallest the type is set."""
    column: float
    width: float
    markup: bool = False
    """Whether words are read for Markdown and icons."""

    @property
    def leading(self) -> float:
        """From one line of words to the next, as a share of their size."""
        return LEADING[manner(self.type.language)]

    @property
    def apart(self) -> float:
        """The white between paragraphs."""
        return self.size * (0.55 if manner(self.type.language) == "en" else 0.7)


def tagged(kind: str, svg: str, **data: str) -> str:
    """A part of a page with what it is, for who cannot see it: see ``pnp.pdf.painting.tagging``."""
    more = "".join(f" data-{name}={quoteattr(text)}" for name, text in data.items() if text)
    return f'<g data-tag="{kind}"{more}>{svg}</g>'


class PartBuilder(Protocol):
    """What makes parts once the setting is known."""

    def __call__(self, setting: PageSetting, /) -> Iterable[StoryPart]: ...


def read_for_marks(maker: PartBuilder) -> PartBuilder:
    """The same parts, with words that are read for Markdown and icons."""
    return lambda setting: maker(replace(setting, markup=True))


def heading(text: str, key: str, ink: str, wide: bool, level: int) -> PartBuilder:
    """The head of a section: a bar and words, and at the right ``key``, which explains signs. It stays with what
    follows. Of the second level it is a line of strong words."""

    def make(s: PageSetting) -> Iterator[StoryPart]:
        if level > 1:
            head = _as("h3", _words(f"**{text}**", s, keep=True))
            yield replace(head, before=s.size * 1.05, after=s.apart * 0.6)
            return
        size = _HEADING[manner(s.type.language)]
        rise, tall = size * 0.76, size * 0.94

        def draw(x: float, y: float, room: float) -> str:
            base = y + rise
            bar = f'<rect x="{x:.5g}" y="{y:.5g}" width="{_BAR}" height="{tall:.5g}" fill={quoteattr(ink)}/>'
            left = x + _BAR + _BAR_GAP
            words = s.type.line(text, left, base, size, "title", fill=s.look.dark, width=room - _BAR - _BAR_GAP)
            head = tagged("h2", bar + words.svg)
            if not key:
                return head
            free = room - (left - x) - words.width - 4
            said = s.type.line(key, x + room, base, 2.65, fill=s.look.grey, anchor="end", width=free, minimum=2.13)
            return f'{head}<g data-part="legend" data-box="{x:.5g} {y:.5g} {room:.5g} {tall:.5g}">{said.svg}</g>'

        white = s.size * (0.75 if not key else 0.5)
        yield StoryPart(tall, draw, s.size * 2.1, white, keep=True, wide=wide, stretch=3.0, about=text)

    return make


def words(text: str, strong: bool = False) -> PartBuilder:
    """A paragraph."""

    def make(s: PageSetting) -> Iterator[StoryPart]:
        yield _as("p", _words(f"**{text}**" if strong else text, s))

    return make


def _as(kind: str, part: StoryPart) -> StoryPart:
    """A part that says what it is."""
    return replace(part, draw=lambda x, y, room: tagged(kind, part.draw(x, y, room)))


def _words(text: str, s: PageSetting, keep: bool = False, indent: float = 0.0) -> StoryPart:
    def block(x: float, y: float, width: float) -> Block:
        # Between paragraphs there is white enough for readings over the first line.
        return s.type.block(
            text,
            x,
            y,
            width,
            s.size,
            fill=s.look.dark,
            leading=s.leading,
            minimum=s.size,
            headroom=s.size,
            markup=s.markup,
        )

    def draw(x: float, y: float, room: float) -> str:
        return block(x + indent, y, room - indent).svg

    return StoryPart(block(0, 0, s.column - indent).height, draw, before=s.apart, keep=keep, about=text)


def steps(texts: Sequence[str], ink: str, first: int) -> PartBuilder:
    """Numbered words, one part each: a disc with the number, and the words beside it."""

    def make(s: PageSetting) -> Iterator[StoryPart]:
        r = s.size * _DISC / 2
        marked = [
            _marked(text, s, 2 * r + s.size * 0.7, _numbered(str(number), r, ink, s))
            for number, text in enumerate(texts, first)
        ]
        tall = [replace(one, height=max(one.height, 2 * r)) for one in marked]
        yield from together(_items(tall, "decimal"))

    return make


def points(texts: Sequence[str], ink: str) -> PartBuilder:
    """Words behind dots, one part each."""

    def make(s: PageSetting) -> Iterator[StoryPart]:
        r = s.size * 0.17

        def dot(x: float, y: float) -> str:
            return f'<circle cx="{x + r:.5g}" cy="{y:.5g}" r="{r:.4g}" fill={quoteattr(ink)}/>'

        yield from together(_items([_marked(text, s, s.size * 0.95, dot) for text in texts], "disc"))

    return make


def together(items: Sequence[StoryPart]) -> Iterator[StoryPart]:
    """Items of a list, none of which is left alone by a new column: the first stays with the second, the last with the
    one before."""
    for index, part in enumerate(items):
        yield replace(part, keep=index in (0, len(items) - 2) and index < len(items) - 1)


def signed(texts: Sequence[tuple[Callable[[float, float], str], str]], indent: float) -> PartBuilder:
    """Words beside signs of the game's own, one part each: a sign is drawn given its middle."""

    def make(s: PageSetting) -> Iterator[StoryPart]:
        yield from together(
            _items([_marked(text, s, indent, _centred(sign, indent, s)) for sign, text in texts], "none")
        )

    return make


def _centred(sign: Callable[[float, float], str], indent: float, s: PageSetting) -> Callable[[float, float], str]:
    return lambda x, y: str(sign(x + (indent - s.size * 0.7) / 2, y))


def _numbered(number: str, r: float, ink: str, s: PageSetting) -> Callable[[float, float], str]:
    def draw(x: float, y: float) -> str:
        pen = on(ink, s.look.dark, s.look.contrast)
        figure = s.type.line(number, x + r, y, s.size, "numeral", fill=pen, anchor="middle", middle=True, width=1.8 * r)
        return f'<circle cx="{x + r:.5g}" cy="{y:.5g}" r="{r:.4g}" fill={quoteattr(ink)}/>{figure.svg}'

    return draw


def _marked(text: str, s: PageSetting, indent: float, mark: Callable[[float, float], str]) -> StoryPart:
    """Words with a mark at the middle of their first line, which is drawn given its left end and that middle."""
    part = _words(text, s, indent=indent)
    middle = s.size * (0.5 if manner(s.type.language) == "ja" else 0.46)

    def draw(x: float, y: float, room: float) -> str:
        sign = mark(x, y + middle)
        # A sign without words is told by the words beside it.
        label = tagged("label" if "<text" in sign else "artifact", sign)
        return label + tagged("body", part.draw(x, y, room))

    return replace(part, draw=draw)


def _items(parts: Sequence[StoryPart], numbering: str) -> list[StoryPart]:
    """The parts as items of one list."""

    def item(index: int, part: StoryPart) -> StoryPart:
        said = {"list": numbering, "item": str(index)}
        return replace(part, draw=lambda x, y, room: tagged("item", part.draw(x, y, room), **said))

    return [item(index, part) for index, part in enumerate(parts, 1)]


def boxed(text: str, fill: str) -> PartBuilder:
    """Words in a box that stands out: the one law of a game."""

    def make(s: PageSetting) -> Iterator[StoryPart]:
        ink = on(fill, s.look.dark, s.look.contrast)

        def block(x: float, y: float, room: float) -> Any:
            return s.type.block(
                text,
                x + _BOX * 1.4,
                y + _BOX,
                room - 2.8 * _BOX,
                s.size,
                fill=ink,
                leading=s.leading,
                minimum=s.size,
                markup=s.markup,
            )

        tall = block(0, 0, s.column).height + 2 * _BOX

        def draw(x: float, y: float, room: float) -> str:
            ground = (
                f'<rect x="{x:.5g}" y="{y:.5g}" width="{room:.5g}" height="{tall:.5g}" rx="1.6" '
                f"fill={quoteattr(fill)}/>"
            )
            return tagged("p", f"{ground}{block(x, y, room).svg}")

        yield StoryPart(tall, draw, before=s.apart * 1.4, about=text)

    return make


def rows(entries: Sequence[tuple[str, str]], ink: str) -> PartBuilder:
    """A list of figures and words, such as how many pieces of what: the figure strong at the right of its column."""

    def make(s: PageSetting) -> Iterator[StoryPart]:
        wide = max((s.type.width(figure, s.size, "strong") for figure, _ in entries), default=0.0)
        indent = wide + s.size * 0.7

        def figure_of(figure: str) -> Callable[[float, float], str]:
            return lambda x, y: (
                s.type.line(figure, x + wide, y, s.size, "strong", fill=ink, anchor="end", middle=True).svg
            )

        told = _items([_marked(text, s, indent, figure_of(figure)) for figure, text in entries], "none")
        # Rows of Japanese have room for the readings over them.
        white = s.apart * (0.6 if manner(s.type.language) == "en" else 0.85)
        close = [one if index == 0 else replace(one, before=white) for index, one in enumerate(told)]
        # A list of contents is looked up as a whole: it is not parted, unless it is longer than such lists are.
        whole = len(close) <= _SHORT_LIST
        yield from [*(replace(one, keep=True) for one in close[:-1]), *close[-1:]] if whole else together(close)

    return make


def figure(macro: DrawMacro, height: float, wide: bool, kind: str, said: str) -> PartBuilder:
    """What a macro of the template draws, ``height`` mm high; ``said`` is what it shows, in words."""

    def make(s: PageSetting) -> Iterator[StoryPart]:
        def draw(x: float, y: float, room: float) -> str:
            box = f'data-part="{kind}" data-box="{x:.5g} {y:.5g} {room:.5g} {height:.5g}"'
            return tagged("figure", f"<g {box}>{macro(x, y, room, height)}</g>", alt=said)

        table = kind == "table"
        stretch = 2.0 if wide and not table else 0.0
        # A table says nothing without the words that lead to it.
        yield StoryPart(height, draw, before=s.apart * (1.2 if table else 1.8), wide=wide, stretch=stretch, joins=table)

    return make


def examples(
    shown: Sequence[TableauExample],
    least: float,
    gap: float,
    style: Style,
    spans: bool,
    wide: bool,
    panel: str | None,
    measures: Mapping[str, float],
) -> PartBuilder:
    """Lines of examples over the whole width (or in a column), as many side by side as columns of at least ``least``
    mm allow; with ``panel`` on grounds of that colour, of which a last one alone takes the whole line."""

    def make(s: PageSetting) -> Iterator[StoryPart]:
        room = s.width if wide else s.column
        most = max(1, int((room + gap) / (least + gap)))
        grids = [grid_of(columns, gap, room, spans) for columns in range(1, most + 1)]

        metrics = TableauMetrics(**measures).scaled(s.scale)
        laid = [list(s.painter.lines(shown, grid, metrics)) for grid in grids]
        # In the smallest type as few columns as do with the fewest lines, so that a page holds them. Larger, with room
        # to spare: as many columns as no example is too wide for, if that is more than one, so that there are no holes.
        best = min(range(most), key=lambda place: len(laid[place]))
        if s.scale > 1:
            even = (place for place in range(1, most) if all(span == 1 for line in laid[place] for _, _, span in line))
            best = max(even, default=best)
        grid = grids[best]
        for index, line in enumerate(laid[best]):
            # Measured at once, drawn when the size of type is chosen, and moved to their place.
            pad = 0.0 if panel is None else _PAD
            cells = [(grid.left(column), grid.width(span)) for _, column, span in line]
            if panel is not None and len(line) == 1:
                cells = [(0.0, room)]
            measured = [
                s.painter.measured(example, left + pad, pad, across - 2 * pad, style, metrics)
                for (example, _, _), (left, across) in zip(line, cells, strict=True)
            ]
            tall = max(one.height for one in measured) + 2 * pad
            before = metrics.gap if index else 0.0 if wide else s.apart * 1.4
            stretch = 3.2 if index and wide else 0.0
            grounds = "".join(_ground(left, across, tall, panel) for left, across in cells if panel is not None)
            draw = _moved(grounds, measured)
            yield StoryPart(tall, draw, before=before, wide=wide, stretch=stretch, about=line[0][0].id)

    return make


def _ground(left: float, across: float, tall: float, fill: str) -> str:
    return f'<rect x="{left:.5g}" y="0" width="{across:.5g}" height="{tall:.5g}" rx="1.4" fill={quoteattr(fill)}/>'


def _moved(grounds: str, examples: Sequence[MeasuredTableau]) -> Callable[[float, float, float], str]:
    def draw(x: float, y: float, _room: float) -> str:
        drawn = "".join(one.draw().svg for one in examples)
        return f'<g transform="translate({x:.5g} {y:.5g})">{grounds}{drawn}</g>'

    return draw


def listed(texts: Any) -> list[str]:
    """The texts of a list that a template gives. Raises TemplateError for a single text, whose letters it would be."""
    if isinstance(texts, str):
        raise TemplateError(
            Diagnostic("not-a-list", f"{plain(texts)[:40]!r} is one text, not a list of them", hint="write [text]")
        )
    return [plain(text) for text in texts]


PAGE_BREAK = "<!--page-->"
"""Stands between the pages that a template draws."""
FLOOR = {"en": 3.0, "ja": 2.83}
"""The smallest words of a rule sheet: 8.5 pt, and 8 pt of Japanese, whose characters are larger."""
_SIZES = (1.0, 1.07, 1.14, 1.26)
"""How much larger words may be where they do not need another page for it."""
_COLUMN = {"en": 68.0, "ja": 66.0}
"""The narrowest column: some forty letters, or some twenty characters, a line."""
_NARROWEST = 105.0
"""What banners and examples need."""
_BETWEEN = 9.0
_AFTER_BANNER = 5.5
_LITTLE = 0.5
"""The share of a page that is too little to leave the rest of it empty."""
_RUNNING_HEAD = 8.0


@dataclass(slots=True)
class _PageStart:
    """What begins on a page of its own."""

    makers: list[PartBuilder] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class _PageFoot:
    macro: DrawMacro
    height: float


class RuleSheet:
    """Gathers what a sheet says, and lays it out when it is printed.

    ``edge`` is the white round the page, ``column`` the width of a column, ``width`` that of all of them.
    """

    def __init__(self, typesetter: Typesetter, painter: TableauPainter, look: Look, face: Any, title: str) -> None:
        self._type = typesetter
        self._painter = painter
        self._look = look
        self._page: tuple[float, float] = (face["width"], face["height"])
        self._title = title
        self._sides = [_PageStart()]
        self._banner: tuple[DrawMacro, float] | None = None
        self._foot: _PageFoot | None = None
        self._measured: dict[tuple[PartBuilder, float], tuple[StoryPart, ...]] = {}
        small = min(self._page) < 170
        self.edge: float = max(9.5 if small else 12.0, face["margin"] + (4.5 if small else 5.0))
        self.width: float = self._page[0] - 2 * self.edge
        if self.width < _NARROWEST:
            message = f"the rule sheet needs {_NARROWEST:.0f} mm inside its margins, and has {self.width:.0f} mm"
            hint = "take larger paper or a smaller margin, or build the other parts with --only"
            raise TemplateError(Diagnostic("no-room", message, hint=hint))
        self.columns: int = max(1, int((self.width + _BETWEEN) / (_COLUMN[manner(self._language)] + _BETWEEN)))
        self.column: float = (self.width - _BETWEEN * (self.columns - 1)) / self.columns
        self.size: float = FLOOR[manner(self._language)]

    @property
    def _language(self) -> Language:
        return self._type.language

    # What a template tells, in order. Every call prints nothing.

    def banner(self, macro: DrawMacro, height: float) -> str:
        """What the first page begins with, over its whole width; the others have the title in small."""
        self._banner = macro, height
        return ""

    def foot(self, macro: DrawMacro, height: float) -> str:
        """What the last page ends with, over its whole width."""
        self._foot = _PageFoot(macro, height)
        return ""

    def section(self, text: str, key: str = "", ink: str | None = None, wide: bool = False) -> str:
        """A heading. ``key`` explains signs at its right; a ``wide`` one goes over all columns."""
        return self._add(heading(plain(text), plain(key), ink or self._look.accent, wide, 1))

    def head(self, text: str) -> str:
        """A heading within a section."""
        return self._add(heading(plain(text), "", self._look.accent, False, 2))

    # With ``markup`` words are read for Markdown and icons, as ``block`` does.

    def text(self, text: str, markup: bool = False) -> str:
        """A paragraph for each line of ``text``, or one that Markdown parts."""
        paragraphs = [plain(text)] if markup else plain(text).split("\n")
        for paragraph in paragraphs:
            if paragraph.strip():
                self._add(words(paragraph), markup)
        return ""

    def steps(self, texts: Iterable[str], first: int = 1, ink: str | None = None, markup: bool = False) -> str:
        """Numbered words."""
        return self._add(steps(listed(texts), ink or self._look.accent, first), markup)

    def points(self, texts: Iterable[str], ink: str | None = None, markup: bool = False) -> str:
        """Words behind dots."""
        return self._add(points(listed(texts), ink or self._look.accent), markup)

    def signed(
        self, entries: Sequence[tuple[Callable[[float, float], str], str]], indent: float, markup: bool = False
    ) -> str:
        """Words beside signs: pairs of a macro, which draws given the middle of its sign, and words, which begin
        ``indent`` mm from the left."""
        return self._add(signed([(sign, plain(text)) for sign, text in entries], indent), markup)

    def rows(self, entries: Sequence[tuple[object, str]], ink: str | None = None, markup: bool = False) -> str:
        """A list: pairs of a figure and words."""
        told = [(plain(str(figure)), plain(text)) for figure, text in entries]
        return self._add(rows(told, ink or self._look.dark), markup)

    def box(self, text: str, fill: str | None = None, markup: bool = False) -> str:
        """Words in a box that stands out."""
        return self._add(boxed(plain(text), fill or self._look.pale), markup)

    def figure(self, macro: DrawMacro, height: float, wide: bool = False, said: str = "") -> str:
        """What a macro draws, given x, y, the width of a column (or the page, if ``wide``) and ``height``. ``said`` is
        what it shows, for who cannot see it; without it that is told by the words in it."""
        return self._add(figure(macro, height, wide, "figure", plain(said)))

    def table(self, macro: DrawMacro, height: float, wide: bool = False, said: str = "") -> str:
        """The same, for what is read like words: its type has their floor."""
        return self._add(figure(macro, height, wide, "table", plain(said)))

    def examples(
        self,
        shown: Iterable[TableauExample],
        least: float = 56.0,
        gap: float = 5.0,
        style: Style = "brief",
        spans: bool = True,
        wide: bool = True,
        squeeze: float | None = None,
        panel: str | None = None,
        **measures: float,
    ) -> str:
        """Examples over all columns, or in one if not ``wide``, side by side where each has at least ``least`` mm;
        ``measures`` are those of ``flow``, of which ``least`` is called ``squeeze`` here. With ``panel``, a colour,
        each stands on a ground, and those of a line are as high as the highest."""
        measures = {"text": 2.65, "gap": 2.2, **measures, **({} if squeeze is None else {"least": squeeze})}
        return self._add(examples(list(shown), least, gap, style, spans, wide, panel, measures))

    def next_side(self) -> str:
        """What follows begins on a new page."""
        if self._sides[-1].makers:
            self._sides.append(_PageStart())
        return ""

    def _add(self, maker: PartBuilder, markup: bool = False) -> str:
        self._sides[-1].makers.append(read_for_marks(maker) if markup else maker)
        return ""

    # Layout

    def __html__(self) -> str:
        """The pages, one after the other, parted by ``PAGE_BREAK``."""
        places: list[PartPlace] = []
        sides = self._sides_needed()
        for index, side in enumerate(sides):
            last = index == len(sides) - 1
            first = 1 + max((place.page for place in places), default=-1)
            places += self._side(side, first, last)
        count = 1 + max((place.page for place in places), default=0)
        return PAGE_BREAK.join(self._draw(places, number, count) for number in range(count))

    def _sides_needed(self) -> list[_PageStart]:
        """The sides as they were told, or all in one where everything has room on a single page. What follows a side
        that spills a little over its page begins there, so that no page is all but empty."""
        whole = _PageStart([maker for side in self._sides for maker in side.makers])
        try:
            places, _ = self._place(whole, 0, last=True, scale=1.0)
            if _last_page(places) == 0:
                return [whole]
            sides = self._sides[:1]
            for side in self._sides[1:]:
                if self._spills(sides[-1], first=len(sides) - 1):
                    sides[-1] = _PageStart([*sides[-1].makers, *side.makers])
                else:
                    sides.append(side)
        except TooTallError:
            return self._sides
        return sides

    def _spills(self, side: _PageStart, first: int) -> bool:
        """Whether a side needs less than half of a further page. The first page of all has less room than others."""
        places, room = self._place(side, first, last=False, scale=1.0)
        end = _last_page(places, first)
        top, bottom = room(end)
        low = max((place.y + place.part.height for place in places if place.page == end), default=top)
        return end > first and low - top < (bottom - top) * _LITTLE

    def _side(self, side: _PageStart, first: int, last: bool) -> list[PartPlace]:
        """Where everything of a side stands, in the largest type that takes no page more than the smallest."""
        try:
            best = self._place(side, first, last, _SIZES[0])
            needed = _last_page(best[0])
            # Larger type takes more room, by as much at least: what has no chance is not tried.
            most = 1 / max(0.01, self._filled(best))
            fits, too_large = 0, sum(1 for scale in _SIZES if scale <= most)
            while too_large - fits > 1:
                tried = (fits + too_large) // 2
                found = self._larger(side, first, last, _SIZES[tried])
                if found is not None and _last_page(found[0]) <= needed:
                    fits, best = tried, found
                else:
                    too_large = tried
        except TooTallError as error:
            raise TemplateError(
                Diagnostic(
                    "no-room",
                    f"{error.part.about[:50]!r} needs {error.part.height:.0f} mm of a page, and has {error.room:.0f}",
                    hint="take larger paper, or build the other parts with --only",
                )
            ) from error
        return spread(*best)

    def _filled(self, placed: tuple[list[PartPlace], RoomOnPage]) -> float:
        """The share of its pages that a side fills."""
        places, room = placed
        pages = range(min((place.page for place in places), default=0), _last_page(places) + 1)
        rooms = [room(page) for page in pages]
        whole = sum(bottom - top for top, bottom in rooms)
        low = max((place.y + place.part.height for place in places if place.page == pages[-1]), default=rooms[-1][0])
        return (whole - (rooms[-1][1] - low)) / whole

    def _larger(
        self, side: _PageStart, first: int, last: bool, scale: float
    ) -> tuple[list[PartPlace], RoomOnPage] | None:
        """Where everything would stand in larger type; None where something is then higher than a page."""
        try:
            return self._place(side, first, last, scale)
        except TooTallError:
            return None

    def _place(self, side: _PageStart, first: int, last: bool, scale: float) -> tuple[list[PartPlace], RoomOnPage]:
        told = [part for maker in side.makers for part in self._made(maker, scale)]
        room = self._room(first, 0.0)
        places = paginate(told, self.columns, room, first)
        if self._foot is None or not last:
            return places, room
        end = _last_page(places, first)
        free = room(end)[1] - max((p.y + p.part.height for p in places if p.page == end), default=room(end)[0])
        if free >= self._foot.height:
            return places, self._room(end, self._foot.height)
        room = self._room(first, self._foot.height)
        return paginate(told, self.columns, room, first), room

    def _made(self, maker: PartBuilder, scale: float) -> tuple[StoryPart, ...]:
        """The parts of a maker; examples take long to measure, and a side is laid out several times."""
        if (maker, scale) not in self._measured:
            setting = PageSetting(
                self._type, self._painter, self._look, self.size * scale, scale, self.column, self.width
            )
            self._measured[maker, scale] = tuple(maker(setting))
        return self._measured[maker, scale]

    def _room(self, first: int, foot: float) -> RoomOnPage:
        """What of each page from ``first`` on is free for parts; ``foot`` is kept free below them."""

        def room(page: int) -> tuple[float, float]:
            above = _RUNNING_HEAD
            if page == 0:
                above = 0.0 if self._banner is None else self._banner[1] + _AFTER_BANNER
            bottom = self._page[1] - self.edge - (foot if page >= first else 0.0)
            return self.edge + above, bottom

        return room

    def _draw(self, places: Sequence[PartPlace], page: int, count: int) -> str:
        """One page: its head, its parts, and at the end the foot."""
        svg = [self._head(page, count)]
        for place in places:
            if place.page != page:
                continue
            left = self.edge + (place.column or 0) * (self.column + _BETWEEN)
            svg.append(str(place.part.draw(left, place.y, self.width if place.column is None else self.column)))
        if self._foot is not None and page == count - 1:
            y = self._page[1] - self.edge - self._foot.height
            box = f"{self.edge:.5g} {y:.5g} {self.width:.5g} {self._foot.height:.5g}"
            drawn = self._foot.macro(self.edge, y, self.width, self._foot.height)
            svg.append(f'<g data-part="foot" data-box="{box}">{drawn}</g>')
        return "".join(svg)

    def _head(self, page: int, count: int) -> str:
        """The banner of the first page, or the title; and which page it is, where there are several."""
        first = page == 0 and self._banner is not None
        # Over a banner the number stands in the white round the page.
        y = self.edge - 1.6 if first else self.edge + 2.6
        right = self.edge + self.width
        style = {"fill": self._look.grey}
        number = self._type.line(f"{page + 1} / {count}", right, y, self.size, "strong", anchor="end", **style)
        numbered = tagged("artifact", number.svg) if count > 1 else ""
        if first and self._banner is not None:
            macro, height = self._banner
            box = f"{self.edge:.5g} {self.edge:.5g} {self.width:.5g} {height:.5g}"
            drawn = macro(self.edge, self.edge, self.width, height)
            return f'<g data-tag="title" data-part="banner" data-box="{box}">{drawn}</g>{numbered}'
        if page == 0:
            return ""
        title = self._type.line(self._title, self.edge, y, self.size, "strong", **style)
        rule = (
            f'<path d="M{self.edge:.5g} {y + 1.4:.5g}H{right:.5g}" fill="none" '
            f'stroke="{self._look.hairline}" stroke-width="0.25"/>'
        )
        return tagged("artifact", f"{title.svg}{rule}") + numbered


def _last_page(places: Sequence[PartPlace], first: int = 0) -> int:
    return max((place.page for place in places), default=first)
