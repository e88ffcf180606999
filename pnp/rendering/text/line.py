"""Write a line of type as SVG: its runs, spread or moved closer, and the ruby over its terms."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Literal

from pnp.cardsvg.xml_text import escape, quoteattr
from pnp.fonts import UPRIGHT, FontStack
from pnp.fonts.shaping import words
from pnp.records import dataclass
from pnp.rendering.art import PREFIX, IconSet
from pnp.rendering.text.ruby import MARK
from pnp.rendering.text.theme import FontRole
from pnp.units import MM_PER_PT

Anchor = Literal["start", "middle", "end"]
RUBY_SIZE = 0.625
"""Greatest size of ruby, as a share of the term's size: that over the smallest terms."""
_RUBY_SHARE, _RUBY_LEAST = 0.5, 5 * MM_PER_PT
"""Size of ruby over large terms, as a share of theirs, and the least size of any, in mm."""
RUBY_RISE = 0.96
"""Height of the baseline of ruby above that of its term, as a share of the term's size."""
RUBY_ROOM = 0.64
"""Height of ruby above the characters of its line, as a share of their size."""
OVERHANG = RUBY_SIZE / 2
"""Overhang of ruby over the characters beside its term, in em of the term: half a ruby character."""
UNSPREAD = re.compile(r"(?<![0-9A-Za-zÀ-ɏ.,’'-])[0-9A-Za-zÀ-ɏ.,’'-]+(?=[0-9A-Za-zÀ-ɏ])")
"""Figure or Latin word without its last character: these are not spread."""
_BEFORE = {"start": 0.0, "middle": 0.5, "end": 1.0}
"""Share of a line's width that lies before its x."""


def ruby_size(size: float) -> float:
    """Return the size of ruby over a term of ``size`` mm: half of it, and 5 points at least.

    >>> round(ruby_size(10.0), 2), round(ruby_size(3.0) / 0.352778, 2)
    (5.0, 5.0)
    """
    return max(_RUBY_SHARE * size, min(RUBY_SIZE * size, _RUBY_LEAST))


@dataclass(frozen=True, slots=True)
class LineRun:
    """Characters of a line in one font role. A term with ruby is a run of its own; ``wider`` is the em by which it is
    spread to hold the ruby."""

    role: str
    text: str
    kana: str = ""
    wider: float = 0.0


@dataclass(frozen=True, slots=True)
class _SpacedText:
    """Characters with the same space after each, in em; ``shift`` moves the pen before them."""

    role: str
    text: str
    spacing: float
    shift: float = 0.0
    kana: str = ""


@dataclass(frozen=True, slots=True)
class LineStyle:
    """Style of a line: font role, size in mm, colour, and the anchor of its x."""

    font: str
    size: float
    fill: str
    anchor: Anchor


class LineSetter:
    """Writer of lines as SVG, in the font roles of a theme."""

    def __init__(
        self, role: Callable[[str], FontRole], stack: Callable[[str], FontStack], icons: IconSet | None = None
    ) -> None:
        self._role = role
        self._stack = stack
        self._icons = icons
        self._families: dict[tuple[str, tuple[str, ...]], str] = {}

    def advance(self, role: str, text: str, spaced: bool = False) -> float:
        """Return the width in em of characters of one font role, or of icons. ``spaced`` as in
        ``FontStack.advance``."""
        if self._icons is not None and role.startswith(PREFIX):
            return self._icons.form(role).advance * len(text)
        return self._stack(role).advance(text, spaced)

    def line(
        self, x: float, y: float, style: LineStyle, runs: Sequence[LineRun], tracking: float, closed: bool = False
    ) -> tuple[str, str]:
        """Return a text element with its baseline at y, and the elements of its ruby. ``tracking`` is in em; ``closed``
        keeps figures and Latin words together."""
        segments = list(_segments(runs, tracking, closed, self._keeps_words_whole))
        family = self._family(style.font)
        text_anchor = "" if style.anchor == "start" else f' text-anchor="{style.anchor}"'
        spacing = f' letter-spacing="{tracking * style.size:.4g}"' if tracking else ""
        body = "".join(self._segment_markup(segment, style, tracking) for segment in segments)
        svg = (
            f'<text x="{x:.4g}" y="{y:.5g}" {family} '
            f'font-size="{style.size:.4g}" fill={quoteattr(str(style.fill))}{text_anchor}{spacing}>{body}</text>'
        )
        if any(segment.role.startswith(PREFIX) for segment in segments):
            svg += self._draw_icons(x, y, style, segments)
        return svg, self._ruby_markup(x, y, style, segments) if any(run.kana for run in runs) else ""

    def _keeps_words_whole(self, role: str) -> bool:
        """Tell if words of a font role stay in one piece because adjacent letters shape each other."""
        return not role.startswith(PREFIX) and bool(self._role(role).features)

    def _segment_markup(self, segment: _SpacedText, style: LineStyle, tracking: float) -> str:
        if segment.role.startswith(PREFIX):
            return self._icon_names(segment, style)
        attributes = []
        if segment.shift:
            attributes.append(f'dx="{segment.shift * style.size:.4g}"')
        if segment.role != style.font:
            attributes.append(self._family(segment.role, self._role(style.font).features))
        if segment.spacing != tracking:
            attributes.append(f'letter-spacing="{segment.spacing * style.size:.4g}"')
        text = escape(segment.text)
        return f"<tspan {' '.join(attributes)}>{text}</tspan>" if attributes else text

    def _icon_names(self, segment: _SpacedText, style: LineStyle) -> str:
        """Return the names of icons as invisible text, as wide as the icons, each a word of its own."""
        assert self._icons is not None
        form = self._icons.form(segment.role)
        stack = self._stack(style.font)
        blank = "\u00a0" if stack.face_for("\u00a0") is not None else " "
        name = f"{blank}{form.label}{blank}"
        size = form.advance / stack.advance(name) * style.size
        spacing = segment.spacing * style.size / len(name)
        spans = []
        for index in range(len(segment.text)):
            dx = f' dx="{segment.shift * style.size:.4g}"' if index == 0 and segment.shift else ""
            spans.append(
                f'<tspan data-icon="" xml:space="preserve"{dx} font-size="{size:.5g}" letter-spacing="{spacing:.5g}">'
                f"{escape(name)}</tspan>"
            )
        return "".join(spans)

    def _draw_icons(self, x: float, y: float, style: LineStyle, segments: Sequence[_SpacedText]) -> str:
        """Draw the icons of a line, each over the room of its name."""
        assert self._icons is not None
        face = self._stack(style.font).faces[0]
        icons = []
        for segment, start, _ in self._placed_segments(x, style, segments):
            if segment.role.startswith(PREFIX):
                step = self._icons.form(segment.role).advance + segment.spacing
                icons += [
                    self._icons.draw(
                        segment.role,
                        start + index * step * style.size,
                        y - face.cap_height / 2 * style.size,
                        style.size,
                        style.fill,
                    )
                    for index in range(len(segment.text))
                ]
        return "".join(icons)

    def _placed_segments(
        self, x: float, style: LineStyle, segments: Sequence[_SpacedText]
    ) -> Iterator[tuple[_SpacedText, float, float]]:
        """Yield each segment with its start in mm and its width in em."""
        widths = [
            self.advance(segment.role, segment.text, segment.spacing != 0) + segment.spacing * len(segment.text)
            for segment in segments
        ]
        total = sum(widths) + sum(segment.shift for segment in segments) - segments[-1].spacing
        start = x - total * style.size * _BEFORE[style.anchor]
        for segment, width in zip(segments, widths, strict=True):
            start += segment.shift * style.size
            yield segment, start, width
            start += width * style.size

    def _ruby_markup(self, x: float, y: float, style: LineStyle, segments: Sequence[_SpacedText]) -> str:
        """Return the ruby of each term, centred over it in one piece, so that it is found as text."""
        ruby = []
        for segment, start, width in self._placed_segments(x, style, segments):
            if segment.kana:
                middle = start + (width - segment.spacing) * style.size / 2
                ruby.append(
                    f'<text {MARK}={quoteattr(segment.text)} x="{middle:.5g}" y="{y - RUBY_RISE * style.size:.5g}" '
                    f'{self._family(segment.role)} font-size="{ruby_size(style.size):.5g}" '
                    f'fill={quoteattr(str(style.fill))} text-anchor="middle">{escape(segment.kana)}</text>'
                )
        return "".join(ruby)

    def _family(self, role: str, around: tuple[str, ...] = ()) -> str:
        """Return the attributes of a font role; ``around`` are the features that apply around it."""
        if (role, around) not in self._families:
            self._families[role, around] = self._write_family(role, around)
        return self._families[role, around]

    def _write_family(self, role: str, around: tuple[str, ...]) -> str:
        font = self._role(role)
        style = "" if font.style == UPRIGHT else f' font-style="{font.style}"'
        stretch = "" if font.stretch == 100 else f' font-stretch="{font.stretch:g}%"'
        enabled = ", ".join(f"'{tag}'" for tag in font.features) or "normal"
        features = "" if font.features == around else f' style="font-feature-settings: {enabled}"'
        family = f'font-family={quoteattr(", ".join(font.families))} font-weight="{font.weight}"'
        return f"{family}{style}{stretch}{features}"


def count_spread_places(text: str) -> int:
    """Return the number of characters of ``text`` after which a line may be spread."""
    return len(text) - sum(map(len, UNSPREAD.findall(text)))


def merge_runs(runs: Iterable[LineRun]) -> list[LineRun]:
    """Merge adjacent runs of one role; terms with ruby stay separate."""
    merged: list[LineRun] = []
    for run in runs:
        if merged and not run.kana and not merged[-1].kana and merged[-1].role == run.role:
            merged[-1] = LineRun(run.role, merged[-1].text + run.text)
        else:
            merged.append(run)
    return merged


def _segments(
    runs: Sequence[LineRun], tracking: float, closed: bool, keeps_words_whole: Callable[[str], bool]
) -> Iterator[_SpacedText]:
    shift = 0.0
    for run in runs:
        if run.kana:
            # The extra space goes before, between and after the characters: half at either end.
            extra = run.wider / len(run.text)
            yield _SpacedText(run.role, run.text, tracking + extra, shift + extra / 2, run.kana)
            shift = -extra / 2
            continue
        split = _keep_words_whole if closed and tracking and keeps_words_whole(run.role) else _split_words
        for segment, next_shift in split(run, tracking, closed):
            yield replace(segment, shift=segment.shift + shift) if shift else segment
            shift = next_shift


def _split_words(run: LineRun, tracking: float, closed: bool) -> Iterator[tuple[_SpacedText, float]]:
    """Yield the segments of a run, and the shift after each. A word without its last character is a segment of its own,
    unspread."""
    start = 0
    for match in UNSPREAD.finditer(run.text) if closed and tracking else ():
        if match.start() > start:
            yield _SpacedText(run.role, run.text[start : match.start()], tracking), 0.0
        yield _SpacedText(run.role, match[0], 0.0), 0.0
        start = match.end()
    if start < len(run.text):
        yield _SpacedText(run.role, run.text[start:], tracking), 0.0


def _keep_words_whole(run: LineRun, tracking: float, _closed: bool) -> Iterator[tuple[_SpacedText, float]]:
    """Yield the segments of a run whose letters shape each other, and the shift after each. A word stays in one piece.
    The space between its letters goes before it, the last letter's space after it."""

    single_characters = ""
    for index, word in enumerate(words(run.text)):
        if len(word) == 1:
            single_characters += word
            continue
        if single_characters:
            yield _SpacedText(run.role, single_characters, tracking), 0.0
            single_characters = ""
        inner_space = (count_spread_places(word) - 1) * tracking
        yield (
            _SpacedText(run.role, word, 0.0, inner_space if index else 0.0),
            tracking + (0.0 if index else inner_space),
        )
    if single_characters:
        yield _SpacedText(run.role, single_characters, tracking), 0.0
