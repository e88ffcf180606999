"""Rule sheet: lay headings, words, steps and examples over as many pages as needed; ``story`` in templates.

A template adds headings, words, steps, drawings and examples in order. ``RuleSheet`` measures them and fills the
columns of its pages. Type is larger if a side has room to spare, and never smaller than the least size: text that does
not fit goes on over the next page. Lengths in mm.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import field, replace
from functools import partial
from itertools import accumulate, groupby
from typing import Any, NamedTuple, Protocol

from jinja2 import Undefined

from pnp.cardsvg.paths import Box
from pnp.cardsvg.xml_text import quoteattr
from pnp.diagnostics import Diagnostic, Location, TemplateError
from pnp.examples.tableau_json import Style
from pnp.model.text import Language, layout_language
from pnp.records import dataclass
from pnp.rendering.graphics.colour import on
from pnp.rendering.printable import plain
from pnp.rendering.sheets.tableau import (
    MeasuredTableau,
    TableauExample,
    TableauGrid,
    TableauMetrics,
    TableauPainter,
    make_grid,
)
from pnp.rendering.templates.calls import calling_line, errors_at
from pnp.rendering.text.theme import Look
from pnp.rendering.text.typeset import Block, Typesetter

# Pagination: arithmetic on heights of parts, without drawing. Lengths in mm.

_BALANCE_PRECISION = 0.1
"""Precision with which balancing finds the shortest columns that hold everything."""
_TOLERANCE = 1e-6


@dataclass(frozen=True, slots=True)
class StoryPart:
    """Unbreakable part: a heading, a paragraph, a step, a drawing, a line of examples."""

    height: float
    draw: Callable[[float, float, float], str]
    """Function that returns its SVG, given the upper-left corner and the width."""
    before: float = 0.0
    """White above the part, except at the top of a column."""
    after: float | None = None
    """White below the part; None leaves it to the next part."""
    keep: bool = False
    """True if the next part must follow it in the same column."""
    joins: bool = False
    """True if it follows the part before it in the same column, provided that that is as wide."""
    wide: bool = False
    """True if it spans all columns."""
    stretch: float = 0.0
    """Share of a page's remaining white that may be added above it."""
    about: str = ""
    """Text of the part, for messages."""


@dataclass(frozen=True, slots=True)
class PartPlace:
    """Place of a part. ``column`` is None for a part over all columns; ``y`` is its upper edge."""

    part: StoryPart
    page: int
    column: int | None
    y: float


RoomOnPage = Callable[[int], tuple[float, float]]
"""Function that returns the upper and lower edge of the free room of a page, counted from 0."""


class TooTallError(Exception):
    """Part that is higher than a page; ``room`` is the height of an empty page."""

    def __init__(self, part: StoryPart, room: float) -> None:
        super().__init__(f"{part.height:.0f} mm on a page of {room:.0f} mm")
        self.part = part
        self.room = room


def paginate(parts: Sequence[StoryPart], columns: int, room: RoomOnPage, first: int = 0) -> list[PartPlace]:
    """Return the place of each part, in order, from the top of page ``first`` on. Adjacent parts fill columns side by
    side, as equally high as possible; a wide part ends them. Raises TooTallError."""
    parts = _apply_after(parts)
    places: list[PartPlace] = []
    page = first
    y = room(page)[0]
    for wide, chains in _group_runs(parts):
        remaining = list(chains)
        while remaining:
            top, bottom = room(page)
            at_top = y <= top + _TOLERANCE
            above = 0.0 if at_top else remaining[0][0].before
            filled, bottom_edge = _fill_columns(remaining, 1 if wide else columns, y + above, bottom, page, wide=wide)
            if not filled and at_top:
                tallest = max(remaining[0], key=lambda part: part.height)
                raise TooTallError(tallest, bottom - top)
            places += filled
            count = len(filled)
            while count > 0:
                count -= len(remaining.pop(0))
            y = bottom_edge
            if remaining:
                page += 1
                y = room(page)[0]
    return places


def spread(places: Sequence[PartPlace], room: RoomOnPage) -> list[PartPlace]:
    """Return the places moved down into the white that pages have left, as far as their parts stretch."""
    moved: list[PartPlace] = []
    for page in sorted({place.page for place in places}):
        page_places = [place for place in places if place.page == page]
        top, bottom = room(page)
        free = bottom - max(place.y + place.part.height for place in page_places)
        # White goes only above parts over all columns, so that parts side by side stay aligned.
        stretchable = [place for place in page_places if place.column is None and place.y > top + _TOLERANCE]
        stretch = sum(place.part.stretch for place in stretchable)
        share = min(1.0, free / stretch) if stretch > 0 and free > 0 else 0.0
        shift = 0.0
        for place in page_places:
            shift += place.part.stretch * share if place in stretchable else 0.0
            moved.append(replace(place, y=place.y + shift))
    return moved


_FILL_SHARE = 0.36
"""Share of a page's height that its columns may grow by, to reach its lower edge."""
_MAX_GROWTH = 0.8
"""Most white that a column may gain to reach the lower edge of a page, as a share of the white that counts for it."""
_MAX_LEVELLING = 1.6
"""The same of a column that ends above the one beside it."""
_COUNTED_WHITE = 3.0
"""Most white above a part that counts: headings, with more, gain no more than drawings."""


def level(places: Sequence[PartPlace], room: RoomOnPage) -> list[PartPlace]:
    """Return the places with columns side by side of the same depth: to the lower edge of the page if that is near,
    else as deep as the deepest. White goes above parts, as far as all columns have enough to share it out."""
    levelled: list[PartPlace] = []
    for page in sorted({place.page for place in places}):
        page_places = [place for place in places if place.page == page]
        top, bottom = room(page)
        for wide, group in groupby(page_places, key=lambda place: place.column is None):
            run = list(group)
            if wide:
                levelled += run
                continue
            columns = [list(column) for _, column in groupby(run, key=lambda place: place.column)]
            end = max(map(_lower_edge, run))
            is_near = run[-1] is page_places[-1] and bottom - end <= _FILL_SHARE * (bottom - top)
            reach = min(_lower_edge(column[-1]) + _MAX_GROWTH * sum(_whites(column)) for column in columns)
            depth = max(end, min(bottom, reach)) if is_near else end
            levelled += [place for column in columns for place in _stretched(column, depth)]
    return levelled


def _lower_edge(place: PartPlace) -> float:
    return place.y + place.part.height


def _whites(column: Sequence[PartPlace]) -> list[float]:
    """Return the white above each part of a column that counts for its growth; none stands above the first."""
    return [0.0, *(min(_COUNTED_WHITE, place.part.before) for place in column[1:])]


def _stretched(column: Sequence[PartPlace], depth: float) -> list[PartPlace]:
    """Return the places of a column that ends at ``depth``, or as near to it as its whites allow."""
    whites = list(accumulate(_whites(column)))
    missing = min(depth - _lower_edge(column[-1]), _MAX_LEVELLING * whites[-1])
    if whites[-1] <= 0:
        return list(column)
    return [
        replace(place, y=place.y + missing * white / whites[-1]) for place, white in zip(column, whites, strict=True)
    ]


def _apply_after(parts: Sequence[StoryPart]) -> list[StoryPart]:
    """Return parts with the white above them that the part before asks for."""
    whites = [None, *(part.after for part in parts)]
    return [part if white is None else replace(part, before=white) for white, part in zip(whites, parts, strict=False)]


def _group_runs(parts: Sequence[StoryPart]) -> Iterator[tuple[bool, list[list[StoryPart]]]]:
    """Yield runs of parts that either fill columns together or span all of them, as chains that stay together. A chain
    is as wide as its widest part: a heading spans all columns with the drawing that it stays with."""
    run: list[list[StoryPart]] = []
    wide = False
    for chain in _group_chains(parts):
        chain_is_wide = any(part.wide for part in chain)
        if run and chain_is_wide != wide:
            yield wide, run
            run = []
        wide = chain_is_wide
        run.append(chain)
    if run:
        yield wide, run


def _group_chains(parts: Sequence[StoryPart]) -> list[list[StoryPart]]:
    chains: list[list[StoryPart]] = []
    for part in parts:
        previous = chains[-1][-1] if chains else None
        if previous is not None and (previous.keep or (part.joins and part.wide == previous.wide)):
            chains[-1].append(part)
        else:
            chains.append([part])
    return chains


def _chain_height(chain: Sequence[StoryPart], leading: bool) -> float:
    """Return the height of a chain; a ``leading`` one stands at the top of its column."""
    return sum([part.height + (0.0 if leading and index == 0 else part.before) for index, part in enumerate(chain)])


def _fill_columns(
    chains: Sequence[list[StoryPart]], columns: int, top: float, bottom: float, page: int, *, wide: bool
) -> tuple[list[PartPlace], float]:
    """Fill columns between ``top`` and ``bottom`` with chains, balanced if all fit; return the places and their end."""
    height = bottom - top
    if _count_fitting(chains, columns, height) == len(chains) and columns > 1:
        low, high = 0.0, height
        while high - low > _BALANCE_PRECISION:
            middle = (low + high) / 2
            if _count_fitting(chains, columns, middle) == len(chains):
                high = middle
            else:
                low = middle
        height = high
    places: list[PartPlace] = []
    end = top
    column, y = 0, top
    for chain in chains:
        if y > top and y + _chain_height(chain, leading=False) > top + height + _TOLERANCE:
            column, y = column + 1, top
        if column == columns or y + _chain_height(chain, leading=y == top) > top + height + _TOLERANCE:
            break
        for part in chain:
            y += 0.0 if y == top else part.before
            places.append(PartPlace(part, page, None if wide else column, y))
            y += part.height
        end = max(end, y)
    return places, end


def _count_fitting(chains: Sequence[Sequence[StoryPart]], columns: int, height: float) -> int:
    """Return the number of chains that fit into ``columns`` of this height."""
    column, used = 0, 0.0
    for index, chain in enumerate(chains):
        if used and used + _chain_height(chain, leading=False) > height + _TOLERANCE:
            column, used = column + 1, 0.0
        if column == columns or used + _chain_height(chain, leading=not used) > height + _TOLERANCE:
            return index
        used += _chain_height(chain, leading=not used)
    return len(chains)


# Part builders: headings, words, steps, boxes, drawings and lines of examples
#
# Each returns parts for a column of some width and a size of type. Lengths in mm.

LEADING = {"en": 1.34, "ja": 1.62}
_BAR, _BAR_GAP = 1.6, 2.0
"""Width of the bar beside a heading, and the white between it and the words."""
_SIGN_GAP = 1.7
"""White between the sign of a game before a heading and the words."""
_DISC = 1.5
"""Width of the disc of a step, as a share of the size of its words."""
_BOX = 1.9
"""White inside a box."""
_PAD = 1.3
"""Ground round an example on a panel."""


_MAX_UNBROKEN_ROWS = 14
"""Most rows of a list that is never broken."""


class DrawMacro(Protocol):
    """Macro of a template that draws within a box: x, y, width and height."""

    def __call__(self, x: float, y: float, width: float, height: float, /) -> str: ...


class SignMacro(Protocol):
    """Macro of a template that draws before a heading: x, y and size of a square, the ink and the number of the
    heading, from 0."""

    def __call__(self, x: float, y: float, size: float, ink: str, number: int, /) -> str: ...


@dataclass(frozen=True, slots=True)
class PageSetting:
    """Setting of the parts of a page: the type, the look, the size of words and the width of a column."""

    type: Typesetter
    painter: TableauPainter
    look: Look
    size: float
    scale: float
    """Size of the type relative to its smallest."""
    leads: bool
    """True if there is room for a first example that is larger than the others."""
    column: float
    width: float
    markup: bool = False
    """True if words are read for Markdown and icons."""
    ruby: bool = True
    """True if readings stand over words."""

    @property
    def leading(self) -> float:
        """Return the line spacing of words, as a share of their size."""
        return LEADING[layout_language(self.type.language)]

    @property
    def paragraph_gap(self) -> float:
        """Return the white between paragraphs."""
        return self.size * (0.55 if layout_language(self.type.language) == "en" else 0.7)


def tagged(kind: str, svg: str, **data: str) -> str:
    """Wrap a part of a page in its structure tag, for readers who cannot see it: see ``pnp.pdf.painting.tagging``."""
    data_attributes = "".join(f" data-{name}={quoteattr(text)}" for name, text in data.items() if text)
    return f'<g data-tag="{kind}"{data_attributes}>{svg}</g>'


class PartBuilder(Protocol):
    """Builder of parts for a page setting."""

    def __call__(self, setting: PageSetting, /) -> Iterable[StoryPart]: ...


def with_markup(builder: PartBuilder) -> PartBuilder:
    """Return a builder of the same parts, with words that are read for Markdown and icons."""
    return lambda setting: builder(replace(setting, markup=True))


def located(builder: PartBuilder, place: Location | None) -> PartBuilder:
    """Build the parts of ``builder``, with errors in them told at ``place``."""

    def make(setting: PageSetting) -> Iterator[StoryPart]:
        with errors_at(place):
            parts = tuple(builder(setting))
        for part in parts:
            yield replace(part, draw=partial(_draw_at, place, part.draw))

    return make


def _draw_at(place: Location | None, draw: Callable[..., str], *room: float) -> str:
    with errors_at(place):
        return draw(*room)


def heading(
    text: str, key: str, ink: str, wide: bool, sign: Callable[[float, float, float], str] | None
) -> PartBuilder:
    """Build the head of a section: a bar or the ``sign`` of a game, words, and at the right ``key``, which explains
    signs. It stays with the next part."""

    def make(s: PageSetting) -> Iterator[StoryPart]:
        size = s.look.type_title
        rise, height = size * 0.76, size * 0.94
        indent = _BAR + _BAR_GAP if sign is None else size + _SIGN_GAP

        def draw(x: float, y: float, room: float) -> str:
            base = y + rise
            if sign is None:
                mark = f'<rect x="{x:.5g}" y="{y:.5g}" width="{_BAR}" height="{height:.5g}" fill={quoteattr(ink)}/>'
            else:
                mark = str(sign(x, y + (height - size) / 2, size))
            left = x + indent
            words = s.type.line(
                text,
                left,
                base,
                size,
                "title",
                fill=s.look.dark,
                width=room - indent,
                minimum=s.look.type_words,
            )
            head = tagged("h2", mark + words.svg)
            if not key:
                return head
            legend_room = room - indent - words.width - 4
            legend = s.type.line(
                key,
                x + room,
                base,
                s.look.type_note,
                fill=s.look.grey,
                anchor="end",
                width=legend_room,
                minimum=s.look.type_mark,
            )
            return f'{head}<g data-part="legend" data-box="{x:.5g} {y:.5g} {room:.5g} {height:.5g}">{legend.svg}</g>'

        white = s.size * (0.75 if not key else 0.5)
        yield StoryPart(height, draw, s.size * 2.1, white, keep=True, wide=wide, stretch=3.0, about=text)

    return make


def head_within(text: str) -> PartBuilder:
    """Build a heading within a section: a line of strong words, which stays with the next part."""

    def make(s: PageSetting) -> Iterator[StoryPart]:
        head = _tag_part("h3", _words_part(f"**{text}**", s, keep=True))
        yield replace(head, before=s.size * 1.05, after=s.paragraph_gap * 0.6)

    return make


def words(text: str, strong: bool = False, keep: bool = False) -> PartBuilder:
    """Build a paragraph; with ``keep`` it stays with the next part."""

    def make(s: PageSetting) -> Iterator[StoryPart]:
        yield _tag_part("p", _words_part(f"**{text}**" if strong else text, s, keep=keep))

    return make


def _tag_part(kind: str, part: StoryPart) -> StoryPart:
    return replace(part, draw=lambda x, y, room: tagged(kind, part.draw(x, y, room)))


def _words_part(text: str, s: PageSetting, keep: bool = False, indent: float = 0.0) -> StoryPart:
    def block(x: float, y: float, width: float) -> Block:
        # The white between paragraphs has room for ruby over the first line.
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
            ruby=s.ruby,
        )

    def draw(x: float, y: float, room: float) -> str:
        return block(x + indent, y, room - indent).svg

    return StoryPart(block(0, 0, s.column - indent).height, draw, before=s.paragraph_gap, keep=keep, about=text)


def steps(texts: Sequence[str], ink: str, first: int) -> PartBuilder:
    """Build numbered words, one part each: a disc with the number, and the words beside it."""

    def make(s: PageSetting) -> Iterator[StoryPart]:
        r = s.size * _DISC / 2
        items = [
            _item_part(text, s, 2 * r + s.size * 0.7, _number_mark(str(number), r, ink, s))
            for number, text in enumerate(texts, first)
        ]
        padded = [replace(item, height=max(item.height, 2 * r)) for item in items]
        yield from keep_neighbours(_tag_items(padded, "decimal"))

    return make


def points(texts: Sequence[str], ink: str, small: bool, ruby: bool) -> PartBuilder:
    """Build words behind dots, one part each. ``small`` ones are for reference, in one size on every page, and have no
    readings over them, nor have those without ``ruby``."""

    def make(page: PageSetting) -> Iterator[StoryPart]:
        s = replace(page, size=page.look.type_note, ruby=False) if small else replace(page, ruby=page.ruby and ruby)
        r = s.size * 0.17

        def dot(x: float, y: float) -> str:
            return f'<circle cx="{x + r:.5g}" cy="{y:.5g}" r="{r:.4g}" fill={quoteattr(ink)}/>'

        items = [_item_part(text, s, s.size * 0.95, dot) for text in texts]
        yield from keep_neighbours(_tag_items([_note_part(item) for item in items] if small else items, "disc"))

    return make


def keep_neighbours(items: Sequence[StoryPart]) -> Iterator[StoryPart]:
    """Yield items of a list so that no column leaves one alone. The first stays with the second, the last with the one
    before."""
    for index, item in enumerate(items):
        yield replace(item, keep=index in (0, len(items) - 2) and index < len(items) - 1)


def signed(texts: Sequence[tuple[Callable[[float, float], str], str]], indent: float) -> PartBuilder:
    """Build words beside signs of the game's own, one part each; a sign is drawn around its middle."""

    def make(s: PageSetting) -> Iterator[StoryPart]:
        yield from keep_neighbours(
            _tag_items([_item_part(text, s, indent, _centred_mark(sign, indent, s)) for sign, text in texts], "none")
        )

    return make


def _centred_mark(sign: Callable[[float, float], str], indent: float, s: PageSetting) -> Callable[[float, float], str]:
    return lambda x, y: str(sign(x + (indent - s.size * 0.7) / 2, y))


def _number_mark(number: str, r: float, ink: str, s: PageSetting) -> Callable[[float, float], str]:
    def draw(x: float, y: float) -> str:
        pen = on(ink, s.look.dark, s.look.contrast)
        figure = s.type.line(number, x + r, y, s.size, "numeral", fill=pen, anchor="middle", middle=True, width=1.8 * r)
        return f'<circle cx="{x + r:.5g}" cy="{y:.5g}" r="{r:.4g}" fill={quoteattr(ink)}/>{figure.svg}'

    return draw


def _item_part(text: str, s: PageSetting, indent: float, mark: Callable[[float, float], str]) -> StoryPart:
    """Return words with a mark at the middle of their first line. ``mark`` is called with the mark's left end and that
    middle."""
    part = _words_part(text, s, indent=indent)
    middle = s.size * (0.5 if layout_language(s.type.language) == "ja" else 0.46)

    def draw(x: float, y: float, room: float) -> str:
        sign = mark(x, y + middle)
        # A sign without words is explained by the words beside it.
        label = tagged("label" if "<text" in sign else "artifact", sign)
        return label + tagged("body", part.draw(x, y, room))

    return replace(part, draw=draw)


def _note_part(part: StoryPart) -> StoryPart:
    """Return a part that says that its words may be smaller than others."""

    def draw(x: float, y: float, room: float) -> str:
        box = f"{x:.5g} {y:.5g} {room:.5g} {part.height:.5g}"
        return f'<g data-part="note" data-box="{box}">{part.draw(x, y, room)}</g>'

    return replace(part, draw=draw)


def _tag_items(parts: Sequence[StoryPart], numbering: str) -> list[StoryPart]:
    """Return the parts as items of one list."""

    def item(index: int, part: StoryPart) -> StoryPart:
        attributes = {"list": numbering, "item": str(index)}
        return replace(part, draw=lambda x, y, room: tagged("item", part.draw(x, y, room), **attributes))

    return [item(index, part) for index, part in enumerate(parts, 1)]


def boxed(text: str, fill: str) -> PartBuilder:
    """Build words in a box that stands out: the one law of a game."""

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

        height = block(0, 0, s.column).height + 2 * _BOX

        def draw(x: float, y: float, room: float) -> str:
            ground = (
                f'<rect x="{x:.5g}" y="{y:.5g}" width="{room:.5g}" height="{height:.5g}" rx="1.6" '
                f"fill={quoteattr(fill)}/>"
            )
            return tagged("p", f"{ground}{block(x, y, room).svg}")

        yield StoryPart(height, draw, before=s.paragraph_gap * 1.4, about=text)

    return make


def rows(entries: Sequence[tuple[str, str]], ink: str) -> PartBuilder:
    """Build a list of figures and words, such as numbers of pieces: the figure strong at the right of its column."""

    def make(s: PageSetting) -> Iterator[StoryPart]:
        figure_width = max((s.type.width(figure, s.size, "strong") for figure, _ in entries), default=0.0)
        indent = figure_width + s.size * 0.7

        def figure_of(figure: str) -> Callable[[float, float], str]:
            return lambda x, y: (
                s.type.line(figure, x + figure_width, y, s.size, "strong", fill=ink, anchor="end", middle=True).svg
            )

        items = _tag_items([_item_part(text, s, indent, figure_of(figure)) for figure, text in entries], "none")
        # Rows of Japanese have room for ruby.
        white = s.paragraph_gap * (0.6 if layout_language(s.type.language) == "en" else 0.85)
        spaced = [item if index == 0 else replace(item, before=white) for index, item in enumerate(items)]
        # A list of contents is read as a whole, so it is not broken unless it is unusually long.
        unbroken = len(spaced) <= _MAX_UNBROKEN_ROWS
        yield from (
            [*(replace(item, keep=True) for item in spaced[:-1]), *spaced[-1:]] if unbroken else keep_neighbours(spaced)
        )

    return make


def figure(macro: DrawMacro, height: float, wide: bool, kind: str, description: str, keep: bool) -> PartBuilder:
    """Build the drawing of a template's macro, ``height`` mm high; ``description`` is its text. With ``keep`` it stays
    with the next part."""

    def make(s: PageSetting) -> Iterator[StoryPart]:
        def draw(x: float, y: float, room: float) -> str:
            box = f'data-part="{kind}" data-box="{x:.5g} {y:.5g} {room:.5g} {height:.5g}"'
            return tagged("figure", f"<g {box}>{macro(x, y, room, height)}</g>", alt=description)

        table = kind == "table"
        stretch = 2.0 if wide and not table else 0.0
        # A table means nothing without the words that lead to it, so it joins them.
        before = s.paragraph_gap * (1.2 if table else 1.8)
        yield StoryPart(height, draw, before=before, keep=keep, wide=wide, stretch=stretch, joins=table)

    return make


def examples(
    shown: Sequence[TableauExample],
    least: float,
    gap: float,
    style: Style,
    measures: Mapping[str, float],
    *,
    spans: bool,
    wide: bool,
    panel: str | None,
    first_size: float,
) -> PartBuilder:
    """Build lines of examples over the whole width or in a column.

    As many stand side by side as columns of at least ``least`` mm allow. With ``panel`` they stand on grounds of that
    colour; the last one takes the whole line if it is alone. The first is drawn at ``first_size`` times the size of the
    others, on a line of its own, if that is more than 1 and the side has room.
    """

    def make(s: PageSetting) -> Iterator[StoryPart]:
        leading, others = (shown[:1], shown[1:]) if first_size > 1 and s.leads else ([], shown)
        room = s.width if wide else s.column
        metrics = TableauMetrics(**measures).scaled(s.scale)

        def line_part(
            line: Sequence[tuple[TableauExample, float, float]], metrics: TableauMetrics, *, first: bool
        ) -> StoryPart:
            # Measure now; draw when the size of type is chosen, and move the drawings to their place.
            pad = 0.0 if panel is None else _PAD
            tableaux = [
                s.painter.measure(example, left + pad, pad, width - 2 * pad, style, metrics)
                for example, left, width in line
            ]
            height = max(tableau.height for tableau in tableaux) + 2 * pad
            white = metrics.gap - (0.0 if panel is None else _PAD * 0.6)
            before = white if not first else 0.0 if wide else s.paragraph_gap * 1.4
            stretch = (3.2 if panel is None else 1.4) if wide and not first else 0.0
            grounds = [_ground(left, width, height, panel) for _, left, width in line if panel is not None]
            draw = _moved_drawing("".join(grounds), tableaux)
            return StoryPart(height, draw, before=before, wide=wide, stretch=stretch, about=line[0][0].id)

        for example in leading:
            enlarged = metrics.enlarged(first_size, text=s.look.type_words, name=s.look.type_head)
            yield line_part([(example, 0.0, room)], enlarged, first=True)
        lines = _lines(s, others, room, (least, gap, spans), metrics)
        for index, (grid, line) in enumerate(lines):
            cells = [(example, grid.left(column), grid.width(span)) for example, column, span in line]
            if panel is not None and len(line) == 1:
                cells = [(line[0][0], 0.0, room)]
            yield line_part(cells, metrics, first=not (index or leading))

    return make


def _lines(
    s: PageSetting,
    shown: Sequence[TableauExample],
    room: float,
    columns: tuple[float, float, bool],
    metrics: TableauMetrics,
) -> list[tuple[TableauGrid, list[tuple[TableauExample, int, int]]]]:
    """Return the lines of examples in ``room`` mm, each with its grid. ``columns`` are their least width, the white
    between them, and whether an example may take several.

    In the smallest type, use the fewest columns that need the fewest lines, to save room. In larger type there is room
    to spare: use the most columns that no example is too wide for, if more than one, to avoid holes.
    """
    least, gap, spans = columns
    max_columns = max(1, int((room + gap) / (least + gap)))
    grids = [make_grid(count, gap, room, spans) for count in range(1, max_columns + 1)]
    lines_by_columns = [list(s.painter.lines(shown, grid, metrics)) for grid in grids]
    best_index = min(range(max_columns), key=lambda index: len(lines_by_columns[index]))
    if s.scale > 1:
        even_indexes = (
            index
            for index in range(1, max_columns)
            if all(span == 1 for line in lines_by_columns[index] for _, _, span in line)
        )
        best_index = max(even_indexes, default=best_index)
    return [(grids[best_index], line) for line in lines_by_columns[best_index]]


def _ground(left: float, width: float, height: float, fill: str) -> str:
    return f'<rect x="{left:.5g}" y="0" width="{width:.5g}" height="{height:.5g}" rx="1.4" fill={quoteattr(fill)}/>'


def _moved_drawing(grounds: str, tableaux: Sequence[MeasuredTableau]) -> Callable[[float, float, float], str]:
    def draw(x: float, y: float, _room: float) -> str:
        drawn = "".join(tableau.draw().svg for tableau in tableaux)
        return f'<g transform="translate({x:.5g} {y:.5g})">{grounds}{drawn}</g>'

    return draw


def require_list(texts: Any) -> list[str]:
    """Return the texts of a list that a template gives. Raises TemplateError for a single text, which would be read as
    a list of letters."""
    if isinstance(texts, str):
        raise TemplateError(
            Diagnostic("not-a-list", f"{plain(texts)[:40]!r} is one text, not a list of them", hint="write [text]")
        )
    return [plain(text) for text in texts]


PAGE_BREAK = "<!--page-->"
"""Separator of the pages that a template draws."""


class _Size(NamedTuple):
    """Size of words in the theme's look, and whether the first of some examples is larger than the others."""

    name: str
    leads: bool = True


_SMALLEST = _Size("type_words", leads=False)
_SIZES = (_SMALLEST, _Size("type_words"), _Size("type_lead"), _Size("type_head"))
"""Sizes that a side may have if they need no other page for it."""
_COLUMN = {"en": 68.0, "ja": 66.0}
"""Narrowest column: some forty letters, or some twenty characters, a line."""
_NARROWEST = 105.0
"""Least width that banners and examples need."""
_COLUMN_GAP = 9.0
_BANNER_GAP = 5.5
_SPILL_SHARE = 0.5
"""Share of a page; after a side that spills over by less, the next side begins on the same page."""
_RUNNING_HEAD = 8.0
_BLANK = 40.0
"""Least white at the foot of a page or a column that a picture fills."""
_ABOVE_PICTURE = 8.0
"""White above that picture."""
_PICTURE_SHAPE = 0.62
"""Most height of that picture as a share of its width."""


@dataclass(slots=True)
class _PageStart:
    """Side: parts that begin on a page of their own."""

    builders: list[PartBuilder] = field(default_factory=list)
    always: bool = False
    """True if it begins a page even where there is room before it."""


@dataclass(frozen=True, slots=True)
class _PageFoot:
    macro: DrawMacro
    height: float


def _require_macro(macro: Any, call: str) -> Any:
    """Return a macro. Raises UndefinedError for an unknown name, and TemplateError for a value that is no macro."""
    if isinstance(macro, Undefined):
        macro()
    if not callable(macro):
        hint = f"write the name of a macro, without quotes and without brackets: story.{call}(name, 28)"
        raise TemplateError(Diagnostic("template-error", f"story.{call} takes a macro, and this is a text", hint=hint))
    return macro


def _too_tall(name: str, height: float, room: float) -> TemplateError:
    """Return the error for a part that is higher than a page."""
    message = f"{name} needs {height:.0f} mm of a page, and has {room:.0f}"
    hint = "make it lower, take larger paper, or build the other parts with --only"
    return TemplateError(Diagnostic("no-room", message, hint=hint))


class RuleSheet:
    """Rule sheet that gathers its parts, and lays them out when it is printed. ``edge`` is the white round the page,
    ``column`` the width of a column, ``width`` that of all of them."""

    def __init__(self, typesetter: Typesetter, painter: TableauPainter, look: Look, face: Any, title: str) -> None:
        self._typesetter = typesetter
        self._painter = painter
        self._look = look
        self._page: tuple[float, float] = (face["width"], face["height"])
        self._title = title
        self._sides = [_PageStart()]
        self._laid_out = 0
        self._even = False
        self._largest = _SIZES[-1].name
        self._banner: tuple[DrawMacro, float] | None = None
        self._foot: _PageFoot | None = None
        self._ending: DrawMacro | None = None
        self._sign: SignMacro | None = None
        self._headings = 0
        self._parts: dict[tuple[PartBuilder, _Size], tuple[StoryPart, ...]] = {}
        small = min(self._page) < 170
        self.edge: float = max(9.5 if small else 12.0, face["margin"] + (4.5 if small else 5.0))
        self.width: float = self._page[0] - 2 * self.edge
        if self.width < _NARROWEST:
            message = f"the rule sheet needs {_NARROWEST:.0f} mm inside its margins, and has {self.width:.0f} mm"
            hint = "take larger paper or a smaller margin, or build the other parts with --only"
            raise TemplateError(Diagnostic("no-room", message, hint=hint))
        self.columns: int = max(
            1, int((self.width + _COLUMN_GAP) / (_COLUMN[layout_language(self._language)] + _COLUMN_GAP))
        )
        self.column: float = (self.width - _COLUMN_GAP * (self.columns - 1)) / self.columns
        self.size: float = look.type_words

    @property
    def _language(self) -> Language:
        return self._typesetter.language

    # Calls of a template, in order; each returns an empty text

    def even(self, largest: str = "head") -> str:
        """Set all pages in the same size of type, at most ``largest``, and columns side by side to the same depth."""
        names = [size.name.removeprefix("type_") for size in _SIZES]
        if largest not in names:
            hint = f"write one of {', '.join(dict.fromkeys(names))}"
            raise TemplateError(Diagnostic("template-error", f"{largest!r} is no size of words", hint=hint))
        self._even, self._largest = True, f"type_{largest}"
        return ""

    def banner(self, macro: DrawMacro, height: float) -> str:
        """Set the head of the first page, over its whole width; other pages have a small title."""
        self._banner = _require_macro(macro, "banner"), height
        return ""

    def foot(self, macro: DrawMacro, height: float) -> str:
        """Set the foot of the last page, over its whole width."""
        self._foot = _PageFoot(_require_macro(macro, "foot"), height)
        return ""

    def ending(self, macro: DrawMacro) -> str:
        """Set the picture that fills the white at the foot of pages and columns, where that is 40 mm high or more. The
        macro is given x, y, width and height, and what it draws is cut off at this box."""
        self._ending = _require_macro(macro, "ending")
        return ""

    def signs(self, macro: SignMacro) -> str:
        """Set what stands before the headings of sections instead of a bar: the macro is given x, y and the size of a
        square, the ink of the section, and its number from 0."""
        self._sign = _require_macro(macro, "signs")
        return ""

    def section(self, text: str, key: str = "", ink: str | None = None, wide: bool = False) -> str:
        """Add a heading. ``key`` explains signs at its right; a ``wide`` one goes over all columns."""
        tone, number = ink or self._look.accent, self._headings
        self._headings += 1
        macro = self._sign
        sign = None if macro is None else lambda x, y, size: macro(x, y, size, tone, number)
        return self._add(heading(plain(text), plain(key), tone, wide, sign))

    def head(self, text: str) -> str:
        """Add a heading within a section."""
        return self._add(head_within(plain(text)))

    # With ``markup``, words are read for Markdown and icons, as in ``block``.

    def text(self, text: str, markup: bool = False, keep: bool = False) -> str:
        """Add a paragraph for each line of ``text``, or the paragraphs of a Markdown text.

        With ``keep`` each stays with what follows it.
        """
        paragraphs = [plain(text)] if markup else plain(text).split("\n")
        for paragraph in paragraphs:
            if paragraph.strip():
                self._add(words(paragraph, keep=keep), markup)
        return ""

    def steps(self, texts: Iterable[str], first: int = 1, ink: str | None = None, markup: bool = False) -> str:
        """Add numbered words."""
        return self._add(steps(require_list(texts), ink or self._look.accent, first), markup)

    def points(
        self,
        texts: Iterable[str],
        ink: str | None = None,
        markup: bool = False,
        small: bool = False,
        ruby: bool = True,
    ) -> str:
        """Add words behind dots. ``small`` ones are for reference, and need not be read to play; without ``ruby`` no
        readings stand over them."""
        return self._add(points(require_list(texts), ink or self._look.accent, small, ruby), markup)

    def signed(
        self, entries: Sequence[tuple[Callable[[float, float], str], str]], indent: float, markup: bool = False
    ) -> str:
        """Add words beside signs. Each entry is a macro, which draws a sign around its middle, and words, which begin
        ``indent`` mm from the left."""
        return self._add(signed([(sign, plain(text)) for sign, text in entries], indent), markup)

    def rows(self, entries: Sequence[tuple[object, str]], ink: str | None = None, markup: bool = False) -> str:
        """Add a list: pairs of a figure and words."""
        texts = [(plain(str(figure)), plain(text)) for figure, text in entries]
        return self._add(rows(texts, ink or self._look.dark), markup)

    def box(self, text: str, fill: str | None = None, markup: bool = False) -> str:
        """Add words in a box that stands out."""
        return self._add(boxed(plain(text), fill or self._look.pale), markup)

    def figure(self, macro: DrawMacro, height: float, wide: bool = False, said: str = "", keep: bool = False) -> str:
        """Add the drawing of a macro, given x, y, a width and ``height``.

        The width is that of a column, or of the page if ``wide``. ``said`` describes the drawing for readers who cannot
        see it; without it, the words in the drawing do. With ``keep`` it stays with what follows it.
        """
        return self._add_drawing("figure", macro, height, wide, said, keep)

    def table(self, macro: DrawMacro, height: float, wide: bool = False, said: str = "") -> str:
        """Add a drawing that is read like words: its type has the same smallest size."""
        return self._add_drawing("table", macro, height, wide, said, keep=False)

    def examples(
        self,
        shown: Iterable[TableauExample],
        *,
        least: float = 56.0,
        gap: float = 5.0,
        style: Style = "brief",
        spans: bool = True,
        wide: bool = True,
        squeeze: float | None = None,
        panel: str | None = None,
        first_size: float = 1.0,
        **measures: float,
    ) -> str:
        """Add examples over all columns, or in one if not ``wide``, side by side if each has at least ``least`` mm.

        ``measures`` are those of ``flow``; its ``least`` is called ``squeeze`` here. With ``panel``, a colour, each
        stands on a ground, and those of a line are as high as the highest. The first is drawn at ``first_size`` times
        the size of the others, on a line of its own, if that is more than 1 and needs no other page.
        """
        look = self._look
        measures = {
            "text": look.type_note,
            "name": look.type_lead,
            "gap": 2.2,
            **measures,
            **({} if squeeze is None else {"least": squeeze}),
        }
        lines = examples(
            list(shown), least, gap, style, measures, spans=spans, wide=wide, panel=panel, first_size=first_size
        )
        return self._add(lines)

    def next_side(self, always: bool = False) -> str:
        """Begin a new page: where more than one is needed and the last page of what stands before is at least half
        full, or ``always``."""
        if self._sides[-1].builders:
            self._sides.append(_PageStart())
        self._sides[-1].always = self._sides[-1].always or always
        return ""

    @property
    def unprinted(self) -> int:
        """Return the number of parts that were added and not laid out since."""
        return sum(len(side.builders) for side in self._sides) - self._laid_out

    def _add_drawing(self, kind: str, macro: DrawMacro, height: float, wide: bool, said: str, keep: bool) -> str:
        head = 0.0 if self._banner is None else min(_RUNNING_HEAD, self._banner[1] + _BANNER_GAP)
        room = self._page[1] - 2 * self.edge - head
        if height > room:
            raise _too_tall(f"this {kind}", height, room)
        return self._add(figure(_require_macro(macro, kind), height, wide, kind, plain(said), keep))

    def _add(self, builder: PartBuilder, markup: bool = False) -> str:
        marked = with_markup(builder) if markup else builder
        self._sides[-1].builders.append(located(marked, calling_line()))
        return ""

    # Layout

    def __html__(self) -> str:
        """Return the pages, separated by ``PAGE_BREAK``."""
        self._laid_out = sum(len(side.builders) for side in self._sides)
        places: list[PartPlace] = []
        sides = self._merged_sides()
        sizes = self._sizes_of(sides)
        for index, (side, size) in enumerate(zip(sides, sizes, strict=True)):
            first = 1 + _last_page(places, -1)
            with self._blaming_tall_parts():
                placed, room = self._place(side, first, index == len(sides) - 1, size)
            places += level(spread(placed, room), room) if self._even else spread(placed, room)
        count = 1 + _last_page(places)
        return PAGE_BREAK.join(self._draw(places, number, count) for number in range(count))

    def _sizes_of(self, sides: Sequence[_PageStart]) -> list[_Size]:
        """Return the size of words of each side: the largest that needs no more pages than the smallest. On an even
        sheet no side has larger words than another."""
        sizes, first = list[_Size](), 0
        for index, side in enumerate(sides):
            with self._blaming_tall_parts():
                size, last_page = self._largest_size(side, first, index == len(sides) - 1)
            sizes.append(size)
            first = last_page + 1
        if not self._even:
            return sizes
        least = min([_Size(self._largest), *sizes], key=lambda size: getattr(self._look, size.name))
        return [size if size.name == least.name else least for size in sizes]

    def _merged_sides(self) -> list[_PageStart]:
        """Return the sides as the template gave them, or one side if a single page holds everything. If a side spills
        slightly over its page, the next side begins there, so that no page is almost empty."""
        single_side = _PageStart([builder for side in self._sides for builder in side.builders])
        try:
            if not any(side.always for side in self._sides):
                places, _ = self._place(single_side, 0, last=True, size=_SMALLEST)
                if _last_page(places) == 0:
                    return [single_side]
            sides = self._sides[:1]
            for side in self._sides[1:]:
                if not side.always and self._spills_little(sides[-1], first=len(sides) - 1):
                    sides[-1] = _PageStart([*sides[-1].builders, *side.builders])
                else:
                    sides.append(side)
        except TooTallError:
            return self._sides
        return sides

    def _spills_little(self, side: _PageStart, first: int) -> bool:
        """Tell if a side needs less than half of a further page. The first page has less room than others."""
        places, room = self._place(side, first, last=False, size=_SMALLEST)
        last_page = _last_page(places, first)
        top, bottom = room(last_page)
        bottom_edge = max((place.y + place.part.height for place in places if place.page == last_page), default=top)
        return last_page > first and bottom_edge - top < (bottom - top) * _SPILL_SHARE

    @contextmanager
    def _blaming_tall_parts(self) -> Iterator[None]:
        """Raise TemplateError with the name of a part that is higher than a page."""
        try:
            yield
        except TooTallError as error:
            name = repr(error.part.about[:50]) if error.part.about else "a drawing"
            raise _too_tall(name, error.part.height, error.room) from error

    def _largest_size(self, side: _PageStart, first: int, last: bool) -> tuple[_Size, int]:
        """Return the largest size of words with which a side needs no more pages than with the smallest, and its last
        page."""
        smallest = self._place(side, first, last, _SMALLEST)
        last_page = _last_page(smallest[0], first)
        # Larger type takes at least proportionally more room, so hopeless sizes are skipped.
        max_scale = 1 / max(0.01, self._filled_share(smallest))
        possible = [size for size in _SIZES if getattr(self._look, size.name) <= max_scale * self.size]
        # The largest often fits, and each size takes long to measure.
        for size in reversed(possible[1:]):
            placed = self._place_larger(side, first, last, size)
            if placed is not None and _last_page(placed[0], first) <= last_page:
                return size, last_page
        return _SMALLEST, last_page

    def _filled_share(self, placed: tuple[list[PartPlace], RoomOnPage]) -> float:
        places, room = placed
        pages = range(min((place.page for place in places), default=0), _last_page(places) + 1)
        rooms = [room(page) for page in pages]
        height = sum(bottom - top for top, bottom in rooms)
        bottom_edge = max(
            (place.y + place.part.height for place in places if place.page == pages[-1]), default=rooms[-1][0]
        )
        return (height - (rooms[-1][1] - bottom_edge)) / height

    def _place_larger(
        self, side: _PageStart, first: int, last: bool, size: _Size
    ) -> tuple[list[PartPlace], RoomOnPage] | None:
        """Return the places in larger type; None if a part is then higher than a page."""
        try:
            return self._place(side, first, last, size)
        except TooTallError:
            return None

    def _place(self, side: _PageStart, first: int, last: bool, size: _Size) -> tuple[list[PartPlace], RoomOnPage]:
        parts = [part for builder in side.builders for part in self._build_parts(builder, size)]
        room = self._room(first, 0.0)
        places = paginate(parts, self.columns, room, first)
        if self._foot is None or not last:
            return places, room
        last_page = _last_page(places, first)
        free = room(last_page)[1] - max(
            (p.y + p.part.height for p in places if p.page == last_page), default=room(last_page)[0]
        )
        if free >= self._foot.height:
            return places, self._room(last_page, self._foot.height)
        # The last page makes room for it, or all pages do where that saves a page.
        rooms = [self._room(page, self._foot.height) for page in (last_page, first)]
        placed = [(paginate(parts, self.columns, room, first), room) for room in rooms]
        return min(placed, key=lambda attempt: _last_page(attempt[0], first))

    def _build_parts(self, builder: PartBuilder, size: _Size) -> tuple[StoryPart, ...]:
        """Return the parts of a builder. They are cached: examples take long to measure, and a side is laid out several
        times."""
        if (builder, size) not in self._parts:
            setting = PageSetting(
                self._typesetter,
                self._painter,
                self._look,
                getattr(self._look, size.name),
                getattr(self._look, size.name) / self.size,
                size.leads,
                self.column,
                self.width,
            )
            self._parts[builder, size] = tuple(builder(setting))
        return self._parts[builder, size]

    def _room(self, first: int, foot: float) -> RoomOnPage:
        """Return the free room of each page from ``first`` on; ``foot`` mm are kept free at its end."""

        def room(page: int) -> tuple[float, float]:
            above = _RUNNING_HEAD
            if page == 0:
                above = 0.0 if self._banner is None else self._banner[1] + _BANNER_GAP
            bottom = self._page[1] - self.edge - (foot if page >= first else 0.0)
            return self.edge + above, bottom

        return room

    def _draw(self, places: Sequence[PartPlace], page: int, count: int) -> str:
        """Draw one page: its head, its parts, and on the last page the foot."""
        svg = [self._page_head(page, count)]
        for place in places:
            if place.page != page:
                continue
            left = self.edge + (place.column or 0) * (self.column + _COLUMN_GAP)
            svg.append(str(place.part.draw(left, place.y, self.width if place.column is None else self.column)))
        bottom = self._page[1] - self.edge
        if self._foot is not None and page == count - 1:
            bottom -= self._foot.height
            box = f"{self.edge:.5g} {bottom:.5g} {self.width:.5g} {self._foot.height:.5g}"
            foot = self._foot.macro(self.edge, bottom, self.width, self._foot.height)
            svg.append(f'<g data-part="foot" data-box="{box}">{foot}</g>')
        svg += [self._draw_ending(box) for box in self._blanks([p for p in places if p.page == page], bottom)]
        return "".join(svg)

    def _blanks(self, places: Sequence[PartPlace], bottom: float) -> Iterator[Box]:
        """Yield the boxes for pictures at the foot of a page: one over all columns, or one in each that ends early."""
        if self._ending is None or not places:
            return
        ends = [
            max((_lower_edge(place) for place in places if place.column in {None, column}), default=bottom)
            for column in range(self.columns)
        ]
        step = self.column + _COLUMN_GAP
        boxes = [(self.edge + column * step, end, self.column) for column, end in enumerate(ends)]
        if all(bottom - end >= _BLANK for end in ends):
            boxes = [(self.edge, max(ends), self.width)]
        for x, end, width in boxes:
            if bottom - end >= _BLANK:
                height = min(bottom - end - _ABOVE_PICTURE, width * _PICTURE_SHAPE)
                yield x, bottom - height, width, height

    def _draw_ending(self, box: Box) -> str:
        """Draw the picture at the foot of a page, cut off at its box. Readers of the page are not told of it."""
        x, y, width, height = box
        drawn = self._ending(x, y, width, height) if self._ending is not None else ""
        size = f'width="{width:.5g}" height="{height:.5g}" viewBox="{x:.5g} {y:.5g} {width:.5g} {height:.5g}"'
        return tagged("artifact", f'<svg x="{x:.5g}" y="{y:.5g}" {size}>{drawn}</svg>')

    def _page_head(self, page: int, count: int) -> str:
        """Draw the banner of the first page, or the title; and the page number if there are several."""
        first = page == 0 and self._banner is not None
        # Above a banner the page number stands in the margin.
        y = self.edge - 1.6 if first else self.edge + 2.6
        right = self.edge + self.width
        style = {"fill": self._look.grey}
        number = self._typesetter.line(f"{page + 1} / {count}", right, y, self.size, "strong", anchor="end", **style)
        page_number = tagged("artifact", number.svg) if count > 1 else ""
        if first and self._banner is not None:
            macro, height = self._banner
            box = f"{self.edge:.5g} {self.edge:.5g} {self.width:.5g} {height:.5g}"
            banner = macro(self.edge, self.edge, self.width, height)
            return f'<g data-tag="title" data-part="banner" data-box="{box}">{banner}</g>{page_number}'
        if page == 0:
            return ""
        title = self._typesetter.line(self._title, self.edge, y, self.size, "strong", **style)
        rule = (
            f'<path d="M{self.edge:.5g} {y + 1.4:.5g}H{right:.5g}" fill="none" '
            f'stroke="{self._look.hairline}" stroke-width="0.25"/>'
        )
        return tagged("artifact", f"{title.svg}{rule}") + page_number


def _last_page(places: Sequence[PartPlace], first: int = 0) -> int:
    return max((place.page for place in places), default=first)
