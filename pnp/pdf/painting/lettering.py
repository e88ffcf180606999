"""Text as PDF operators: horizontal and vertical lines, each run in the face that its stack gives it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from pnp.cardsvg.nodes import Chunk, Text, TextRun
from pnp.cardsvg.placing import TextPlacer, UprightRun, seen, set_apart
from pnp.cardsvg.values import Matrix, apply
from pnp.diagnostics import Diagnostic, TemplateError
from pnp.fonts import FontBook, FontFace, FontStack, MissingGlyphError, PlacedGlyph, VerticalRun
from pnp.pdf.objects.document import fine, number, numbers
from pnp.pdf.painting.content import Content, type_ink
from pnp.pdf.painting.signs import FontPlaceholders, ResourcePlaceholders
from pnp.pdf.painting.strokes import printable

# Which language words are in that stand among those of another.

_HAN = (("\u3041", "\u30ff"), ("\u3400", "\u9fff"), ("\uf900", "\ufaff"), ("\uff66", "\uff9d"))
"""First and last characters of kana and kanji."""
_WRITTEN_IN_HAN = ("ja", "zh", "ko", "yue", "lzh", "wuu", "ryu", "ain")


def foreign(text: str, language: str) -> str | None:
    """The language of ``text`` where it is plainly not ``language``: kana and kanji are Japanese, since the fonts that
    draw them here are.

    >>> foreign("桜 cherry", "en"), foreign("桜", "ja"), foreign("sakura", "en")
    ('ja', None, None)
    """
    if language.partition("-")[0] in _WRITTEN_IN_HAN or text.isascii():
        return None
    return "ja" if any(first <= char <= last for char in text for first, last in _HAN) else None


def span(language: str) -> str:
    """The operator that begins what is in ``language`` (ISO 32000-1, 14.9.2)."""
    return f"/Span<</Lang({language})>>BDC"


class LetteringPlace(Protocol):
    """Where in the SVG something is, and how large in mm a unit is there."""

    @property
    def scale(self) -> float: ...

    def error(self, at: int, code: str, message: str, hint: str | None = None) -> TemplateError: ...


class Letterer:
    """Sets texts, their codes as signs."""

    def __init__(self, signs: ResourcePlaceholders, fonts: FontBook, outlined: bool = False) -> None:
        self._signs = signs
        self._placing = TextPlacer(fonts)
        self._outlined = outlined
        self.parted = False
        """Whether lines of words follow each other as those of a paragraph: then a blank parts them, which shows
        nowhere (ISO 32000-1, 14.8.2.5)."""

    def text(self, content: Content, node: Text, opacity: float, place: LetteringPlace) -> None:
        """Paints a text element with ``opacity``. Raises TemplateError for what its fonts cannot draw."""
        for chunk in node.chunks:
            try:
                if self._outlined:
                    self._shapes(content, node, chunk, (opacity, place.scale))
                elif node.vertical:
                    self._down(content, chunk, opacity, place.scale)
                else:
                    self._across(content, chunk, opacity, place.scale)
            except TemplateError as error:
                raise _located(error, place, chunk.runs[0].at) from error

    def line(self, content: Content, stack: FontStack, text: str, size: float, start: float = 0.0) -> None:
        """Paints a plain line that begins at ``start`` on the baseline y = 0, in the colour at hand."""
        parts = [f"BT 1 0 0 -1 {number(start)} 0 Tm"]
        for face, run in stack.runs(text):
            font = self._signs.font(face)
            parts.append(f"{content.font(font.name, size)}<{font.encode(run)}> Tj")
        content.draw(" ".join([*parts, "ET"]))

    def _shapes(self, content: Content, node: Text, chunk: Chunk, faint: tuple[float, float]) -> None:
        """The outlines of a line: in one go, but where they have strokes, which overlap in the order of the glyphs."""
        for run, glyphs in self._placing.glyphs(node, chunk):
            kept = self._begin(content, run, *faint, shapes=True)
            paths = [path for face, glyph, place in glyphs if (path := glyph_source(face, glyph, place))]
            operator = "f" if run.stroke is None else "S" if run.fill is None else "B"
            for path in paths if run.stroke is not None else [" ".join(paths)] if paths else []:
                content.draw(f"{path} {operator}")
            if kept:
                content.restore()

    def _across(self, content: Content, chunk: Chunk, opacity: float, scale: float) -> None:
        last = chunk.runs[-1]
        for placed in self._placing.across(chunk):
            if seen(placed.run) or placed.run.icon:
                self._run(content, placed, opacity, scale, self.parted and placed.run is last and _parts(last.text))

    def _run(self, content: Content, placed: UprightRun, opacity: float, scale: float, parted: bool) -> None:
        run = placed.run
        kept = self._begin(content, run, opacity, scale)
        stack, size = self._placing.stack(run), run.style.font_size or 0.0
        parts = [f"BT 1 0 0 -1 {number(placed.x)} {number(placed.y)} Tm"]
        if stack.features:
            spacing = run.style.letter_spacing
            for face, glyphs in stack.glyphs(run.text, spacing != 0):
                font = self._signs.font(face)
                parts.append(content.font(font.name, size) + _shown(font, glyphs, size, spacing))
        else:
            for face, part in stack.runs(run.text):
                font = self._signs.font(face)
                parts.append(f"{content.font(font.name, size)}<{font.encode(part)}> Tj")
        if parted:
            parts.append(self._blank(content, stack, size))
        content.draw(" ".join([*parts, "ET"]))
        if kept:
            content.restore()

    def _blank(self, content: Content, stack: FontStack, size: float) -> str:
        """A blank behind what was set, where the stack has one."""
        face = stack.face_for(" ")
        if face is None:
            return ""
        font = self._signs.font(face)
        return f"{content.font(font.name, size)}<{font.encode(' ')}> Tj"

    def _down(self, content: Content, chunk: Chunk, opacity: float, scale: float) -> None:
        for placed in self._placing.down(chunk):
            if not seen(placed.run):
                continue
            kept = self._begin(content, placed.run, opacity, scale)
            for piece, x, y in placed.pieces:
                self._piece(content, placed.run.style.font_size or 0.0, piece, x, y)
            if kept:
                content.restore()

    def _piece(self, content: Content, size: float, piece: VerticalRun, x: float, y: float) -> None:
        font = self._signs.font(piece.face)
        if piece.upright:
            codes = "".join(font.encode_upright(g.char, g.glyph, g.advance, g.origin) for g in piece.glyphs)
            name, turn = font.vertical_name, "1 0 0 -1"
        else:
            codes, name, turn = font.encode(piece.text), font.name, "0 1 1 0"
        content.draw(f"BT {turn} {number(x)} {number(y)} Tm {content.font(name, size)}<{codes}> Tj ET")

    def _begin(self, content: Content, run: TextRun, opacity: float, scale: float, shapes: bool = False) -> bool:
        """Colours and opacity for a run, as type or ``shapes``; returns whether the state was kept and must be
        restored."""
        style = run.style
        alpha = (
            style.fill_opacity * opacity if run.fill is not None else 1.0,
            style.stroke_opacity * opacity if run.stroke is not None else 1.0,
        )
        mode = 3 if run.icon else 0 if run.stroke is None else 1 if run.fill is None else 2
        dashed = mode and style.stroke_dasharray
        kept = bool(alpha != (1.0, 1.0) or mode or style.letter_spacing or dashed)
        if kept:
            content.save()
        if alpha != (1.0, 1.0):
            content.draw(f"/{self._signs.opacity(*alpha)} gs")
        size = (style.font_size or 0.0) * scale
        if run.fill is not None:
            content.fill_colour(type_ink(run.fill, size))
        if run.stroke is not None:
            content.stroke_colour(type_ink(run.stroke, size))
            # What makes letters bolder is no line.
            content.pen(style if run.stroke == run.fill else printable(style, scale))
        if shapes:
            return kept
        if mode:
            content.draw(f"{mode} Tr")
        if style.letter_spacing:
            # Downwards, character spacing counts against the direction of writing (PDF 32000-1, 9.3.2).
            content.draw(f"{fine(-style.letter_spacing if style.vertical else style.letter_spacing)} Tc")
        return kept


def _shown(font: FontPlaceholders, glyphs: Sequence[PlacedGlyph], size: float, spacing: float) -> str:
    """Glyphs where a font put them: the pen goes back by thousandths of the size between them (PDF 32000-1, 9.4.3)."""
    parts: list[str] = []
    shown: list[str] = []
    back = rise = 0.0
    for one in set_apart(glyphs, spacing / size if size else 0.0):
        # Readers of text take letters that are spaced out and moved at once for words. There the font itself says how
        # far they move the pen.
        width = one.advance if spacing > 0 else one.width
        if one.y != rise:
            parts += [f"[{''.join(shown)}] TJ"] if shown else []
            parts.append(f"{number(one.y * size)} Ts")
            shown, rise = [], one.y
        back -= one.x
        shown += [_thousandths(back)] if abs(back) > _STILL else []
        shown.append(f"<{font.encode_glyph(one.glyph, one.text, width)}>")
        # Letter-spacing comes after a glyph once, and is meant after every character.
        back = width - one.advance + one.x - (len(one.text) - 1) * spacing / size
    shown += [_thousandths(back)] if abs(back) > _STILL else []
    parts += [f"[{''.join(shown)}] TJ"] if shown else []
    return " ".join([*parts, "0 Ts"] if rise else parts).replace("><", "")


def _parts(text: str) -> bool:
    """Whether a blank comes between the words at the end of a line and those that follow: not in Japanese, not where
    a word goes on."""
    return (
        bool(text)
        and text[-1] not in " -‐\u00ad"
        and foreign(text[-1], "en") is None
        and text[-1] not in "。、）」』・！？：；　"
    )


def _thousandths(em: float) -> str:
    return f"{em * 1000:.3f}".rstrip("0").rstrip(".")


_STILL = 1e-6


def _located(error: TemplateError, place: LetteringPlace, at: int) -> TemplateError:
    first = error.diagnostics[0]
    located = place.error(at, first.code, first.message, first.hint).diagnostics[0]
    kind = MissingGlyphError if isinstance(error, MissingGlyphError) else TemplateError
    return kind(Diagnostic(located.code, located.message, located.location, located.hint))


def glyph_source(face: FontFace, glyph: int, place: Matrix) -> str:
    """The outline of a glyph as operators, taken to its place; nothing for a blank."""
    from pnp.fonts.outlines import outline  # noqa: PLC0415 - fontTools takes 30 ms, and few ask for outlines

    parts: list[str] = []
    pen = (0.0, 0.0)
    for letter, points in outline(face, glyph):
        if letter == "Z":
            parts.append("h")
            continue
        moved = [apply(place, x, y) for x, y in zip(points[::2], points[1::2], strict=True)]
        if letter == "Q":
            # A quadratic curve as a cubic one: its control points lie two thirds of the way to the one it has.
            (x, y), end = moved
            first = (pen[0] + (x - pen[0]) * 2 / 3, pen[1] + (y - pen[1]) * 2 / 3)
            second = (end[0] + (x - end[0]) * 2 / 3, end[1] + (y - end[1]) * 2 / 3)
            moved = [first, second, end]
        pen = moved[-1]
        parts.append(f"{numbers(*(part for point in moved for part in point))} {_STEPS[letter]}")
    return " ".join(parts)


_STEPS = {"M": "m", "L": "l", "Q": "c", "C": "c"}
