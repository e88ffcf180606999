"""Type on a face: text measured with the real fonts, wrapped, tightened, shrunk to a stated minimum, never cut."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from pnp.diagnostics import Diagnostic, TemplateError
from pnp.fonts import FontBook, Stack
from pnp.model.text import Language
from pnp.rendering.linebreak import ends_phrase, pieces
from pnp.rendering.markup import escape, plain, quoteattr
from pnp.rendering.theme import Theme
from pnp.units import MM_PER_PT

Anchor = Literal["start", "middle", "end"]
MINIMUM_PT = {"en": 5.5, "ja": 6.0}
"""The smallest rule text, in points: what reads at arm's length in print."""
_TIGHTEST = -0.02
"""Letter-spacing in em that a line may be tightened by before it shrinks."""
_LOOK_BACK = 3.4
"""How many em before the end of a Japanese line a phrase may end, for the line to end there."""
_SHORT = {"en": 0.16, "ja": 0.2}
"""A last line that takes less of the width than this is an orphan."""
_NARROWEST = 0.86
"""The share of the width that a paragraph is set in at least, to take its last line more company."""
_MAY_BREAK = "\u200b"
_BLANKS = re.compile(r"[ \t]*[\n\r\t]\s*")
_STEP = 0.05
_LARGE_STEP = 0.005
"""What a block shrinks by at a time: in mm, and as a share of large sizes."""
_LONGEST = 20_000
"""Characters of one text; a page in small print holds a quarter of that."""
_STRONG = re.compile(r"\*\*(.+?)\*\*", re.DOTALL)
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


@dataclass(frozen=True, slots=True)
class _Piece:
    text: str
    role: str
    glued: bool = False
    """Whether it must stay on the line of the piece before it (no break between two roles inside a word)."""


class Typesetter:
    """Sets text in the font roles of a theme."""

    def __init__(self, book: FontBook, theme: Theme) -> None:
        self._book = book
        self._theme = theme
        self._stacks: dict[str, Stack] = {}
        self._minimum = MINIMUM_PT[theme.language] * MM_PER_PT

    @property
    def language(self) -> Language:
        """The language that is set."""
        return self._theme.language

    def stack(self, role: str) -> Stack:
        """The stack of fonts behind a role of the theme."""
        if role not in self._stacks:
            font = self._theme.role(role)
            self._stacks[role] = self._book.stack(font.families, font.weight)
        return self._stacks[role]

    def width(self, text: str, size: float, font: str = "text", tracking: float = 0.0) -> float:
        """The width in mm of ``text`` on one line; ``tracking`` is in em."""
        shown = text if text.isprintable() else _one_line(text)
        return self.stack(font).width(shown, size, tracking * size)

    def fits(self, text: str, width: float, size: float, font: str = "text") -> bool:
        """Whether ``line`` would fit ``text`` into ``width`` mm, tightened and at its smallest if need be."""
        return self.width(text, min(size, self._minimum), font, _TIGHTEST) <= width

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
    ) -> Block:
        """One line with its baseline at ``y`` (its optical middle, with ``middle``), no wider than ``width`` mm.

        ``optical`` centres what is inked rather than the advance width, so that a 1 does not lean to the left.
        Too long a line is tightened a little, then shrunk to ``minimum`` mm; past that it raises TemplateError.
        """
        _check_measures(text, x, y, size, width, minimum, tracking)
        text = _one_line(plain(text))
        size, tracking, used = self._fit(text, size, font, width, minimum, tracking)
        baseline = y + self._middle(text, font) * size if middle else y
        if optical:
            x += self._lean(text, font) * size
        svg = self._element(x, baseline, size, font, fill, anchor, tracking, [_Piece(text, font)])
        return Block(svg, x, baseline - size, used, size, size, 1)

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
    ) -> Block:
        """Wrapped text whose upper edge is at ``y``, in a column of ``width`` mm; ``**strong**`` sets words in the
        role ``strong``. With ``height`` it shrinks to ``minimum`` mm until it fits; past that it raises TemplateError.
        """
        _check_measures(text, x, y, size, width, height, minimum, leading)
        text = plain(text)
        least = min(self._minimum if minimum is None else minimum, size)
        ratio = leading or _LEADING[self._theme.language]
        parts = [self._pieces(paragraph, font, strong) for paragraph in text.replace("\t", " ").split("\n")]
        while True:
            lines = [line for paragraph in parts for line in self._balanced(paragraph, width, size)]
            tall = size * (1 + ratio * (len(lines) - 1)) if lines else 0.0
            wide = max((self._measure(line, size) for line in lines), default=0.0)
            if wide <= width + 1e-6 and (height is None or tall <= height + 1e-6):
                break
            if size <= least:
                raise _overflow(text, f"{wide:.1f} × {tall:.1f} mm", f"{width:.1f} × {height or 0:.1f} mm", least)
            size = max(least, size - max(_STEP, size * _LARGE_STEP))
        ascent = 0.88 if self._theme.language == "ja" else 0.8
        left = {"start": x, "middle": x + width / 2, "end": x + width}[anchor]
        svg = "".join(
            self._element(left, y + size * (ascent + ratio * index), size, font, fill, anchor, 0.0, line)
            for index, line in enumerate(lines)
        )
        return Block(svg, x, y, wide, tall, size, len(lines))

    def _fit(
        self, text: str, size: float, font: str, width: float | None, minimum: float | None, tracking: float
    ) -> tuple[float, float, float]:
        used = self.width(text, size, font, tracking)
        if width is None or used <= width:
            return size, tracking, used
        if self.width(text, size, font, tracking + _TIGHTEST) <= width:
            return size, tracking + _TIGHTEST, width
        tracking += _TIGHTEST
        least = min(self._minimum if minimum is None else minimum, size)
        fitting = size * width / self.width(text, size, font, tracking)
        if fitting < least:
            raise _overflow(text, f"{self.width(text, least, font, tracking):.1f} mm", f"{width:.1f} mm", least)
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

    def _pieces(self, text: str, font: str, strong: str) -> list[_Piece]:
        result: list[_Piece] = []
        for index, part in enumerate(_STRONG.split(text)):
            role = strong if index % 2 else font
            cut = pieces(part)
            for place, piece in enumerate(cut):
                glued = place == 0 and bool(result) and not _may_part(result[-1].text, piece)
                result.append(_Piece(piece, role, glued))
        return result

    def _balanced(self, parts: Sequence[_Piece], width: float, size: float) -> list[list[_Piece]]:
        """Lines of a paragraph. Where the last one would be an orphan, the others are a little shorter."""
        best = lines = self._wrap(parts, width, size)
        share = 1.0
        while len(lines) > 1 and self._measure(best[-1], size) < width * _SHORT[self._theme.language]:
            share -= 0.02
            narrower = self._wrap(parts, width * share, size)
            if share < _NARROWEST or len(narrower) > len(lines):
                break
            best = narrower
        return best

    def _wrap(self, parts: Sequence[_Piece], width: float, size: float) -> list[list[_Piece]]:
        lines: list[list[list[_Piece]]] = [[]]
        used = 0.0
        for group in _groups(parts):
            wide = self._measure(group, size)
            bare = self._measure([*group[:-1], _Piece(group[-1].text.rstrip(" "), group[-1].role)], size)
            if lines[-1] and used + bare > width + 1e-6:
                cut = self._phrase_end(lines[-1], group)
                carried = lines[-1][cut:]
                del lines[-1][cut:]
                lines.append(carried)
                used = sum(self._measure(one, size) for one in carried)
            lines[-1].append(group)
            used += wide
        return [_trimmed([piece for group in line for piece in group]) for line in lines]

    def _phrase_end(self, line: Sequence[list[_Piece]], following: list[_Piece]) -> int:
        """How many groups of a full line stay on it: up to the last end of a phrase, if that is near its end."""
        moved = 0.0
        after = following
        for index in range(len(line), 0, -1):
            before = line[index - 1]
            if ends_phrase(before[-1].text, after[0].text):
                return index
            moved += self._measure(before, 1.0)
            if moved > _LOOK_BACK:
                break
            after = before
        return len(line)

    def _measure(self, line: Sequence[_Piece], size: float) -> float:
        return sum(self.width(piece.text, size, piece.role) for piece in line)

    def _element(
        self,
        x: float,
        y: float,
        size: float,
        font: str,
        fill: str,
        anchor: Anchor,
        tracking: float,
        line: Sequence[_Piece],
    ) -> str:
        role = self._theme.role(font)
        place = "" if anchor == "start" else f' text-anchor="{anchor}"'
        spacing = f' letter-spacing="{tracking * size:.4g}"' if tracking else ""
        body = []
        for run_role, run in _runs(line):
            if run_role == font:
                body.append(escape(run))
            else:
                other = self._theme.role(run_role)
                body.append(
                    f"<tspan font-family={quoteattr(', '.join(other.families))} "
                    f'font-weight="{other.weight}">{escape(run)}</tspan>'
                )
        return (
            f'<text x="{x:.4g}" y="{y:.5g}" font-family={quoteattr(", ".join(role.families))} '
            f'font-weight="{role.weight}" font-size="{size:.4g}" fill={quoteattr(str(fill))}{place}{spacing}>'
            f"{''.join(body)}</text>"
        )


def _may_part(before: str, after: str) -> bool:
    return before.endswith(" ") or len(pieces(before[-1] + after[:1])) > 1


def _groups(parts: Sequence[_Piece]) -> list[list[_Piece]]:
    groups: list[list[_Piece]] = []
    for piece in parts:
        if piece.glued and groups:
            groups[-1].append(piece)
        else:
            groups.append([piece])
    return groups


def _trimmed(line: list[_Piece]) -> list[_Piece]:
    if line and line[-1].text.endswith(" "):
        return [*line[:-1], _Piece(line[-1].text.rstrip(" "), line[-1].role)]
    return line


def _runs(line: Sequence[_Piece]) -> list[tuple[str, str]]:
    runs: list[tuple[str, str]] = []
    for piece in line:
        text = piece.text.replace(_MAY_BREAK, "")
        if runs and runs[-1][0] == piece.role:
            runs[-1] = (piece.role, runs[-1][1] + text)
        else:
            runs.append((piece.role, text))
    return runs


def _one_line(text: str) -> str:
    """``text`` without what only says where lines end or may end."""
    return _BLANKS.sub(" ", text).replace(_MAY_BREAK, "")


def _check_measures(text: object, *measures: float | None) -> None:
    """Raises ValueError for what could never be set: measures that are no lengths, and a text without end."""
    if any(measure is not None and not math.isfinite(measure) for measure in measures):
        raise ValueError("a measure of a text is not a finite number")
    if len(str(text)) > _LONGEST:
        raise ValueError(f"a text of {len(str(text))} characters is too long for a face")


def _overflow(text: str, needs: str, has: str, least: float) -> TemplateError:
    shown = text if len(text) <= 60 else text[:57] + "…"
    return TemplateError(
        Diagnostic(
            "text-overflow",
            f"the text {shown!r} does not fit: it needs {needs} at its smallest size of {least / MM_PER_PT:.1f} pt, "
            f"but there are {has}",
            hint="shorten the text, or give it more room in the template",
            subject=text,
        )
    )
