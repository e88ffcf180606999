"""What a rule sheet says, in order, laid over as many pages as the paper needs: ``story`` in templates.

A template tells headings, words, steps, drawings and examples one after the other; ``Story`` measures them and fills
the columns of its pages. Type is never set smaller than its floor: where a side has room to spare it is larger, and
where it has not, the text goes on over the next page. Lengths in mm.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import field
from typing import Any

from pnp.diagnostics import Diagnostic, TemplateError
from pnp.examples.tableau_text import Style
from pnp.model.text import Language, manner
from pnp.records import dataclass
from pnp.rendering import story_parts as parts
from pnp.rendering.columns import Part, Place, Room, TooTallError, paginate, spread
from pnp.rendering.markup import plain
from pnp.rendering.story_parts import Drawing, Maker, Setting
from pnp.rendering.tableau import TableauPainter
from pnp.rendering.tableau_measures import Shown
from pnp.rendering.theme import Look
from pnp.rendering.typeset import Typesetter

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
class _Side:
    """What begins on a page of its own."""

    makers: list[Maker] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class _Foot:
    macro: Drawing
    height: float


class Story:
    """Gathers what a sheet says, and lays it out when it is printed.

    ``edge`` is the white round the page, ``column`` the width of a column, ``width`` that of all of them.
    """

    def __init__(self, typesetter: Typesetter, painter: TableauPainter, look: Look, face: Any, title: str) -> None:
        self._type = typesetter
        self._painter = painter
        self._look = look
        self._page: tuple[float, float] = (face["width"], face["height"])
        self._title = title
        self._sides = [_Side()]
        self._banner: tuple[Drawing, float] | None = None
        self._foot: _Foot | None = None
        self._measured: dict[tuple[Maker, float], tuple[Part, ...]] = {}
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

    def banner(self, macro: Drawing, height: float) -> str:
        """What the first page begins with, over its whole width; the others have the title in small."""
        self._banner = macro, height
        return ""

    def foot(self, macro: Drawing, height: float) -> str:
        """What the last page ends with, over its whole width."""
        self._foot = _Foot(macro, height)
        return ""

    def section(self, text: str, key: str = "", ink: str | None = None, wide: bool = False) -> str:
        """A heading. ``key`` explains signs at its right; a ``wide`` one goes over all columns."""
        return self._add(parts.heading(plain(text), plain(key), ink or self._look.accent, wide, 1))

    def head(self, text: str) -> str:
        """A heading within a section."""
        return self._add(parts.heading(plain(text), "", self._look.accent, False, 2))

    # With ``markup`` words are read for Markdown and icons, as ``block`` does.

    def text(self, text: str, markup: bool = False) -> str:
        """A paragraph for each line of ``text``, or one that Markdown parts."""
        paragraphs = [plain(text)] if markup else plain(text).split("\n")
        for paragraph in paragraphs:
            if paragraph.strip():
                self._add(parts.words(paragraph), markup)
        return ""

    def steps(self, texts: Iterable[str], first: int = 1, ink: str | None = None, markup: bool = False) -> str:
        """Numbered words."""
        return self._add(parts.steps(parts.listed(texts), ink or self._look.accent, first), markup)

    def points(self, texts: Iterable[str], ink: str | None = None, markup: bool = False) -> str:
        """Words behind dots."""
        return self._add(parts.points(parts.listed(texts), ink or self._look.accent), markup)

    def signed(
        self, entries: Sequence[tuple[Callable[[float, float], str], str]], indent: float, markup: bool = False
    ) -> str:
        """Words beside signs: pairs of a macro, which draws given the middle of its sign, and words, which begin
        ``indent`` mm from the left."""
        return self._add(parts.signed([(sign, plain(text)) for sign, text in entries], indent), markup)

    def rows(self, entries: Sequence[tuple[object, str]], ink: str | None = None, markup: bool = False) -> str:
        """A list: pairs of a figure and words."""
        told = [(plain(str(figure)), plain(text)) for figure, text in entries]
        return self._add(parts.rows(told, ink or self._look.dark), markup)

    def box(self, text: str, fill: str | None = None, markup: bool = False) -> str:
        """Words in a box that stands out."""
        return self._add(parts.boxed(plain(text), fill or self._look.pale), markup)

    def figure(self, macro: Drawing, height: float, wide: bool = False, said: str = "") -> str:
        """What a macro draws, given x, y, the width of a column (or the page, if ``wide``) and ``height``. ``said`` is
        what it shows, for who cannot see it; without it that is told by the words in it."""
        return self._add(parts.figure(macro, height, wide, "figure", plain(said)))

    def table(self, macro: Drawing, height: float, wide: bool = False, said: str = "") -> str:
        """The same, for what is read like words: its type has their floor."""
        return self._add(parts.figure(macro, height, wide, "table", plain(said)))

    def examples(
        self,
        shown: Iterable[Shown],
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
        return self._add(parts.examples(list(shown), least, gap, style, spans, wide, panel, measures))

    def next_side(self) -> str:
        """What follows begins on a new page."""
        if self._sides[-1].makers:
            self._sides.append(_Side())
        return ""

    def _add(self, maker: Maker, markup: bool = False) -> str:
        self._sides[-1].makers.append(parts.read_for_marks(maker) if markup else maker)
        return ""

    # Layout

    def __html__(self) -> str:
        """The pages, one after the other, parted by ``PAGE_BREAK``."""
        places: list[Place] = []
        sides = self._sides_needed()
        for index, side in enumerate(sides):
            last = index == len(sides) - 1
            first = 1 + max((place.page for place in places), default=-1)
            places += self._side(side, first, last)
        count = 1 + max((place.page for place in places), default=0)
        return PAGE_BREAK.join(self._draw(places, number, count) for number in range(count))

    def _sides_needed(self) -> list[_Side]:
        """The sides as they were told, or all in one where everything has room on a single page. What follows a side
        that spills a little over its page begins there, so that no page is all but empty."""
        whole = _Side([maker for side in self._sides for maker in side.makers])
        try:
            places, _ = self._place(whole, 0, last=True, scale=1.0)
            if _last_page(places) == 0:
                return [whole]
            sides = self._sides[:1]
            for side in self._sides[1:]:
                if self._spills(sides[-1], first=len(sides) - 1):
                    sides[-1] = _Side([*sides[-1].makers, *side.makers])
                else:
                    sides.append(side)
        except TooTallError:
            return self._sides
        return sides

    def _spills(self, side: _Side, first: int) -> bool:
        """Whether a side needs less than half of a further page. The first page of all has less room than others."""
        places, room = self._place(side, first, last=False, scale=1.0)
        end = _last_page(places, first)
        top, bottom = room(end)
        low = max((place.y + place.part.height for place in places if place.page == end), default=top)
        return end > first and low - top < (bottom - top) * _LITTLE

    def _side(self, side: _Side, first: int, last: bool) -> list[Place]:
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

    def _filled(self, placed: tuple[list[Place], Room]) -> float:
        """The share of its pages that a side fills."""
        places, room = placed
        pages = range(min((place.page for place in places), default=0), _last_page(places) + 1)
        rooms = [room(page) for page in pages]
        whole = sum(bottom - top for top, bottom in rooms)
        low = max((place.y + place.part.height for place in places if place.page == pages[-1]), default=rooms[-1][0])
        return (whole - (rooms[-1][1] - low)) / whole

    def _larger(self, side: _Side, first: int, last: bool, scale: float) -> tuple[list[Place], Room] | None:
        """Where everything would stand in larger type; None where something is then higher than a page."""
        try:
            return self._place(side, first, last, scale)
        except TooTallError:
            return None

    def _place(self, side: _Side, first: int, last: bool, scale: float) -> tuple[list[Place], Room]:
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

    def _made(self, maker: Maker, scale: float) -> tuple[Part, ...]:
        """The parts of a maker; examples take long to measure, and a side is laid out several times."""
        if (maker, scale) not in self._measured:
            setting = Setting(self._type, self._painter, self._look, self.size * scale, scale, self.column, self.width)
            self._measured[maker, scale] = tuple(maker(setting))
        return self._measured[maker, scale]

    def _room(self, first: int, foot: float) -> Room:
        """What of each page from ``first`` on is free for parts; ``foot`` is kept free below them."""

        def room(page: int) -> tuple[float, float]:
            above = _RUNNING_HEAD
            if page == 0:
                above = 0.0 if self._banner is None else self._banner[1] + _AFTER_BANNER
            bottom = self._page[1] - self.edge - (foot if page >= first else 0.0)
            return self.edge + above, bottom

        return room

    def _draw(self, places: Sequence[Place], page: int, count: int) -> str:
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
        numbered = parts.tagged("artifact", number.svg) if count > 1 else ""
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
        return parts.tagged("artifact", f"{title.svg}{rule}") + numbered


def _last_page(places: Sequence[Place], first: int = 0) -> int:
    return max((place.page for place in places), default=first)
