"""A line of type as SVG: its runs, spread or moved closer, and the readings over its terms."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Literal

from pnp.fonts import UPRIGHT, FontStack
from pnp.fonts.shaping import words
from pnp.records import dataclass
from pnp.rendering.art import PREFIX, IconSet
from pnp.rendering.escape import escape, quoteattr
from pnp.rendering.text.ruby import MARK
from pnp.rendering.text.theme import FontRole

Anchor = Literal["start", "middle", "end"]
RUBY_SIZE = 0.5
RUBY_RISE = 0.96
"""The size of a reading and the height of its baseline above that of its term, as shares of the term's size."""
RUBY_ROOM = 0.52
"""How far readings stand out above the characters of their line, as a share of their size."""
OVERHANG = RUBY_SIZE / 2
"""How far a reading may stand out over what is beside its term, in em of the term: half of one of its characters."""
UNSPREAD = re.compile(r"[0-9A-Za-zÀ-ɏ.,’'-]+(?=[0-9A-Za-zÀ-ɏ])")
"""All of a figure or a Latin word but its last character: these are not spread."""
_BEFORE = {"start": 0.0, "middle": 0.5, "end": 1.0}


@dataclass(frozen=True, slots=True)
class LineRun:
    """Characters of a line in one font role. A term with a reading is a run of its own; ``wider`` says by how many em
    it is spread to hold the reading."""

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
    """How a line is set: its font role, the size in mm, its colour and where its x is."""

    font: str
    size: float
    fill: str
    anchor: Anchor


class LineSetter:
    """Writes lines as SVG, in the font roles of a theme."""

    def __init__(
        self, role: Callable[[str], FontRole], stack: Callable[[str], FontStack], icons: IconSet | None = None
    ) -> None:
        self._role = role
        self._stack = stack
        self._icons = icons

    def advance(self, role: str, text: str, spaced: bool = False) -> float:
        """The width of characters of one font role in em, or of icons; ``spaced`` as of ``FontStack.advance``."""
        if self._icons is not None and role.startswith(PREFIX):
            return self._icons.form(role).advance * len(text)
        return self._stack(role).advance(text, spaced)

    def line(
        self, x: float, y: float, style: LineStyle, runs: Sequence[LineRun], tracking: float, closed: bool = False
    ) -> tuple[str, str]:
        """A text element with its baseline at y, and the elements of its readings. ``tracking`` is in em; ``closed``
        keeps figures and Latin words together."""
        segments = list(_segments(runs, tracking, closed, self._whole))
        family = self._family(style.font)
        place = "" if style.anchor == "start" else f' text-anchor="{style.anchor}"'
        spacing = f' letter-spacing="{tracking * style.size:.4g}"' if tracking else ""
        body = "".join(self._part(segment, style, tracking) for segment in segments)
        svg = (
            f'<text x="{x:.4g}" y="{y:.5g}" {family} '
            f'font-size="{style.size:.4g}" fill={quoteattr(str(style.fill))}{place}{spacing}>{body}</text>'
        )
        if any(segment.role.startswith(PREFIX) for segment in segments):
            svg += self._drawn(x, y, style, segments)
        return svg, self._readings(x, y, style, segments) if any(run.kana for run in runs) else ""

    def _whole(self, role: str) -> bool:
        """Whether words of a font role stay in one piece, because their letters are set by what is beside them."""
        return not role.startswith(PREFIX) and bool(self._role(role).features)

    def _part(self, segment: _SpacedText, style: LineStyle, tracking: float) -> str:
        if segment.role.startswith(PREFIX):
            return self._hidden(segment, style)
        said = []
        if segment.shift:
            said.append(f'dx="{segment.shift * style.size:.4g}"')
        if segment.role != style.font:
            said.append(self._family(segment.role, self._role(style.font).features))
        if segment.spacing != tracking:
            said.append(f'letter-spacing="{segment.spacing * style.size:.4g}"')
        text = escape(segment.text)
        return f"<tspan {' '.join(said)}>{text}</tspan>" if said else text

    def _hidden(self, segment: _SpacedText, style: LineStyle) -> str:
        """The names of icons, unseen, as wide as the icons themselves, each a word of its own."""
        assert self._icons is not None
        form = self._icons.form(segment.role)
        stack = self._stack(style.font)
        blank = "\u00a0" if stack.face_for("\u00a0") is not None else " "
        name = f"{blank}{form.said}{blank}"
        size = form.advance / stack.advance(name) * style.size
        spacing = segment.spacing * style.size / len(name)
        found = []
        for place in range(len(segment.text)):
            dx = f' dx="{segment.shift * style.size:.4g}"' if place == 0 and segment.shift else ""
            found.append(
                f'<tspan data-icon="" xml:space="preserve"{dx} font-size="{size:.5g}" letter-spacing="{spacing:.5g}">'
                f"{escape(name)}</tspan>"
            )
        return "".join(found)

    def _drawn(self, x: float, y: float, style: LineStyle, segments: Sequence[_SpacedText]) -> str:
        """The icons of a line, each over the room that its name leaves."""
        assert self._icons is not None
        face = self._stack(style.font).faces[0]
        found = []
        for segment, start, _ in self._places(x, style, segments):
            if segment.role.startswith(PREFIX):
                step = self._icons.form(segment.role).advance + segment.spacing
                found += [
                    self._icons.draw(
                        segment.role,
                        start + place * step * style.size,
                        y - face.cap_height / 2 * style.size,
                        style.size,
                        style.fill,
                    )
                    for place in range(len(segment.text))
                ]
        return "".join(found)

    def _places(
        self, x: float, style: LineStyle, segments: Sequence[_SpacedText]
    ) -> Iterator[tuple[_SpacedText, float, float]]:
        """Each segment, where it begins and its width in em."""
        widths = [self.advance(one.role, one.text, one.spacing != 0) + one.spacing * len(one.text) for one in segments]
        total = sum(widths) + sum(one.shift for one in segments) - segments[-1].spacing
        at = x - total * style.size * _BEFORE[style.anchor]
        for segment, width in zip(segments, widths, strict=True):
            at += segment.shift * style.size
            yield segment, at, width
            at += width * style.size

    def _readings(self, x: float, y: float, style: LineStyle, segments: Sequence[_SpacedText]) -> str:
        """Each reading in the middle over its term, in one piece, so that it is found as text."""
        found = []
        for segment, at, width in self._places(x, style, segments):
            if segment.kana:
                middle = at + (width - segment.spacing) * style.size / 2
                found.append(
                    f'<text {MARK}={quoteattr(segment.text)} x="{middle:.5g}" y="{y - RUBY_RISE * style.size:.5g}" '
                    f'{self._family(segment.role)} font-size="{RUBY_SIZE * style.size:.5g}" '
                    f'fill={quoteattr(str(style.fill))} text-anchor="middle">{escape(segment.kana)}</text>'
                )
        return "".join(found)

    def _family(self, role: str, around: tuple[str, ...] = ()) -> str:
        """The attributes of a font role; ``around`` are the features that are on around it."""
        found = self._role(role)
        style = "" if found.style == UPRIGHT else f' font-style="{found.style}"'
        stretch = "" if found.stretch == 100 else f' font-stretch="{found.stretch:g}%"'
        on = ", ".join(f"'{tag}'" for tag in found.features) or "normal"
        features = "" if found.features == around else f' style="font-feature-settings: {on}"'
        family = f'font-family={quoteattr(", ".join(found.families))} font-weight="{found.weight}"'
        return f"{family}{style}{stretch}{features}"


def spread_places(text: str) -> int:
    """After how many characters of ``text`` a line may be spread."""
    return len(text) - sum(map(len, UNSPREAD.findall(text)))


def joined(runs: Iterable[LineRun]) -> list[LineRun]:
    """Runs with those of one role put together; terms with readings stay by themselves."""
    found: list[LineRun] = []
    for run in runs:
        if found and not run.kana and not found[-1].kana and found[-1].role == run.role:
            found[-1] = LineRun(run.role, found[-1].text + run.text)
        else:
            found.append(run)
    return found


def _segments(
    runs: Sequence[LineRun], tracking: float, closed: bool, whole: Callable[[str], bool]
) -> Iterator[_SpacedText]:
    shift = 0.0
    for run in runs:
        if run.kana:
            # The white goes before, between and after the characters: half at either end.
            white = run.wider / len(run.text)
            yield _SpacedText(run.role, run.text, tracking + white, shift + white / 2, run.kana)
            shift = -white / 2
            continue
        parts = _whole_words if closed and tracking and whole(run.role) else _parts
        for segment, after in parts(run, tracking, closed):
            yield replace(segment, shift=segment.shift + shift) if shift else segment
            shift = after


def _parts(run: LineRun, tracking: float, closed: bool) -> Iterator[tuple[_SpacedText, float]]:
    """Segments of a run and the shift after each: all of a word but its last character by itself."""
    at = 0
    for match in UNSPREAD.finditer(run.text) if closed and tracking else ():
        if match.start() > at:
            yield _SpacedText(run.role, run.text[at : match.start()], tracking), 0.0
        yield _SpacedText(run.role, match[0], 0.0), 0.0
        at = match.end()
    if at < len(run.text):
        yield _SpacedText(run.role, run.text[at:], tracking), 0.0


def _whole_words(run: LineRun, tracking: float, _closed: bool) -> Iterator[tuple[_SpacedText, float]]:
    """Segments of a run and the shift after each, where letters are set by what is beside them: what is shaped by
    itself stays in one piece, and the space within it goes before it, the last character's after it."""

    single = ""
    for at, word in enumerate(words(run.text)):
        if len(word) == 1:
            single += word
            continue
        if single:
            yield _SpacedText(run.role, single, tracking), 0.0
            single = ""
        within = (spread_places(word) - 1) * tracking
        yield _SpacedText(run.role, word, 0.0, within if at else 0.0), tracking + (0.0 if at else within)
    if single:
        yield _SpacedText(run.role, single, tracking), 0.0
