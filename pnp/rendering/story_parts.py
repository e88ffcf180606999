"""What a story is made of: headings, words, steps, boxes, drawings and lines of examples, measured and drawn in place.

Each maker gives parts for a column of some width and a size of type; ``pnp.rendering.columns`` places them. mm.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Protocol

from pnp.diagnostics import Diagnostic, TemplateError
from pnp.examples.tableau_text import Style
from pnp.model.text import manner
from pnp.records import dataclass
from pnp.rendering.colour import on
from pnp.rendering.columns import Part
from pnp.rendering.markup import plain, quoteattr
from pnp.rendering.tableau import TableauPainter
from pnp.rendering.tableau_measures import Measured, Metrics, Shown, grid_of
from pnp.rendering.theme import Look
from pnp.rendering.typeset import Block, Typesetter

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


class Drawing(Protocol):
    """A macro of a template that draws within a box: x, y, width and height."""

    def __call__(self, x: float, y: float, width: float, height: float, /) -> str: ...


@dataclass(frozen=True, slots=True)
class Setting:
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
    """A part of a page with what it is, for who cannot see it: see ``pnp.printing.tagging``."""
    more = "".join(f" data-{name}={quoteattr(text)}" for name, text in data.items() if text)
    return f'<g data-tag="{kind}"{more}>{svg}</g>'


class Maker(Protocol):
    """What makes parts once the setting is known."""

    def __call__(self, setting: Setting, /) -> Iterable[Part]: ...


def read_for_marks(maker: Maker) -> Maker:
    """The same parts, with words that are read for Markdown and icons."""
    return lambda setting: maker(replace(setting, markup=True))


def heading(text: str, key: str, ink: str, wide: bool, level: int) -> Maker:
    """The head of a section: a bar and words, and at the right ``key``, which explains signs. It stays with what
    follows. Of the second level it is a line of strong words."""

    def make(s: Setting) -> Iterator[Part]:
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
        yield Part(tall, draw, s.size * 2.1, white, keep=True, wide=wide, stretch=3.0, about=text)

    return make


def words(text: str, strong: bool = False) -> Maker:
    """A paragraph."""

    def make(s: Setting) -> Iterator[Part]:
        yield _as("p", _words(f"**{text}**" if strong else text, s))

    return make


def _as(kind: str, part: Part) -> Part:
    """A part that says what it is."""
    return replace(part, draw=lambda x, y, room: tagged(kind, part.draw(x, y, room)))


def _words(text: str, s: Setting, keep: bool = False, indent: float = 0.0) -> Part:
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

    return Part(block(0, 0, s.column - indent).height, draw, before=s.apart, keep=keep, about=text)


def steps(texts: Sequence[str], ink: str, first: int) -> Maker:
    """Numbered words, one part each: a disc with the number, and the words beside it."""

    def make(s: Setting) -> Iterator[Part]:
        r = s.size * _DISC / 2
        marked = [
            _marked(text, s, 2 * r + s.size * 0.7, _numbered(str(number), r, ink, s))
            for number, text in enumerate(texts, first)
        ]
        tall = [replace(one, height=max(one.height, 2 * r)) for one in marked]
        yield from together(_items(tall, "decimal"))

    return make


def points(texts: Sequence[str], ink: str) -> Maker:
    """Words behind dots, one part each."""

    def make(s: Setting) -> Iterator[Part]:
        r = s.size * 0.17

        def dot(x: float, y: float) -> str:
            return f'<circle cx="{x + r:.5g}" cy="{y:.5g}" r="{r:.4g}" fill={quoteattr(ink)}/>'

        yield from together(_items([_marked(text, s, s.size * 0.95, dot) for text in texts], "disc"))

    return make


def together(items: Sequence[Part]) -> Iterator[Part]:
    """Items of a list, none of which is left alone by a new column: the first stays with the second, the last with the
    one before."""
    for index, part in enumerate(items):
        yield replace(part, keep=index in (0, len(items) - 2) and index < len(items) - 1)


def signed(texts: Sequence[tuple[Callable[[float, float], str], str]], indent: float) -> Maker:
    """Words beside signs of the game's own, one part each: a sign is drawn given its middle."""

    def make(s: Setting) -> Iterator[Part]:
        yield from together(
            _items([_marked(text, s, indent, _centred(sign, indent, s)) for sign, text in texts], "none")
        )

    return make


def _centred(sign: Callable[[float, float], str], indent: float, s: Setting) -> Callable[[float, float], str]:
    return lambda x, y: str(sign(x + (indent - s.size * 0.7) / 2, y))


def _numbered(number: str, r: float, ink: str, s: Setting) -> Callable[[float, float], str]:
    def draw(x: float, y: float) -> str:
        pen = on(ink, s.look.dark, s.look.contrast)
        figure = s.type.line(number, x + r, y, s.size, "numeral", fill=pen, anchor="middle", middle=True, width=1.8 * r)
        return f'<circle cx="{x + r:.5g}" cy="{y:.5g}" r="{r:.4g}" fill={quoteattr(ink)}/>{figure.svg}'

    return draw


def _marked(text: str, s: Setting, indent: float, mark: Callable[[float, float], str]) -> Part:
    """Words with a mark at the middle of their first line, which is drawn given its left end and that middle."""
    part = _words(text, s, indent=indent)
    middle = s.size * (0.5 if manner(s.type.language) == "ja" else 0.46)

    def draw(x: float, y: float, room: float) -> str:
        sign = mark(x, y + middle)
        # A sign without words is told by the words beside it.
        label = tagged("label" if "<text" in sign else "artifact", sign)
        return label + tagged("body", part.draw(x, y, room))

    return replace(part, draw=draw)


def _items(parts: Sequence[Part], numbering: str) -> list[Part]:
    """The parts as items of one list."""

    def item(index: int, part: Part) -> Part:
        said = {"list": numbering, "item": str(index)}
        return replace(part, draw=lambda x, y, room: tagged("item", part.draw(x, y, room), **said))

    return [item(index, part) for index, part in enumerate(parts, 1)]


def boxed(text: str, fill: str) -> Maker:
    """Words in a box that stands out: the one law of a game."""

    def make(s: Setting) -> Iterator[Part]:
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

        yield Part(tall, draw, before=s.apart * 1.4, about=text)

    return make


def rows(entries: Sequence[tuple[str, str]], ink: str) -> Maker:
    """A list of figures and words, such as how many pieces of what: the figure strong at the right of its column."""

    def make(s: Setting) -> Iterator[Part]:
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


def figure(macro: Drawing, height: float, wide: bool, kind: str, said: str) -> Maker:
    """What a macro of the template draws, ``height`` mm high; ``said`` is what it shows, in words."""

    def make(s: Setting) -> Iterator[Part]:
        def draw(x: float, y: float, room: float) -> str:
            box = f'data-part="{kind}" data-box="{x:.5g} {y:.5g} {room:.5g} {height:.5g}"'
            return tagged("figure", f"<g {box}>{macro(x, y, room, height)}</g>", alt=said)

        table = kind == "table"
        stretch = 2.0 if wide and not table else 0.0
        # A table says nothing without the words that lead to it.
        yield Part(height, draw, before=s.apart * (1.2 if table else 1.8), wide=wide, stretch=stretch, joins=table)

    return make


def examples(
    shown: Sequence[Shown],
    least: float,
    gap: float,
    style: Style,
    spans: bool,
    wide: bool,
    panel: str | None,
    measures: Mapping[str, float],
) -> Maker:
    """Lines of examples over the whole width (or in a column), as many side by side as columns of at least ``least``
    mm allow; with ``panel`` on grounds of that colour, of which a last one alone takes the whole line."""

    def make(s: Setting) -> Iterator[Part]:
        room = s.width if wide else s.column
        most = max(1, int((room + gap) / (least + gap)))
        grids = [grid_of(columns, gap, room, spans) for columns in range(1, most + 1)]

        metrics = Metrics(**measures).scaled(s.scale)
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
            yield Part(tall, draw, before=before, wide=wide, stretch=stretch, about=line[0][0].id)

    return make


def _ground(left: float, across: float, tall: float, fill: str) -> str:
    return f'<rect x="{left:.5g}" y="0" width="{across:.5g}" height="{tall:.5g}" rx="1.4" fill={quoteattr(fill)}/>'


def _moved(grounds: str, examples: Sequence[Measured]) -> Callable[[float, float, float], str]:
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
