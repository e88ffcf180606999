"""Text as PDF operators: horizontal and vertical lines, each run in the face that its stack chooses."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from pnp.cardsvg.nodes import Chunk, Text, TextRun
from pnp.cardsvg.placing import TextPlacer, UprightRun, seen, set_apart
from pnp.cardsvg.values import Matrix, apply
from pnp.diagnostics import Diagnostic, TemplateError
from pnp.fonts import FontBook, FontFace, FontStack, MissingGlyphError, PlacedGlyph, VerticalRun
from pnp.pdf.objects.document import number, numbers, precise_number
from pnp.pdf.painting.content import Content
from pnp.pdf.painting.signs import FontPlaceholders, ResourcePlaceholders
from pnp.pdf.painting.strokes import printable_stroke

# Language of foreign words

_JAPANESE_RANGES = (("\u3041", "\u30ff"), ("\u3400", "\u9fff"), ("\uf900", "\ufaff"), ("\uff66", "\uff9d"))
"""First and last characters of kana and kanji."""
_HAN_LANGUAGES = ("ja", "zh", "ko", "yue", "lzh", "wuu", "ryu", "ain")


def foreign_language(text: str, language: str) -> str | None:
    """Return the language of ``text`` if it is plainly not ``language``, else None.

    Kana and kanji are taken for Japanese, since the fonts that draw them here are.

    >>> foreign_language("桜 cherry", "en"), foreign_language("桜", "ja"), foreign_language("sakura", "en")
    ('ja', None, None)
    """
    if language.partition("-")[0] in _HAN_LANGUAGES or text.isascii():
        return None
    return "ja" if any(first <= char <= last for char in text for first, last in _JAPANESE_RANGES) else None


def begin_span(language: str) -> str:
    """Return the operator that begins content in ``language`` (ISO 32000-1, 14.9.2)."""
    return f"/Span<</Lang({language})>>BDC"


class LetteringPlace(Protocol):
    """Position of a text in the SVG, and the size in mm of a unit there."""

    @property
    def scale(self) -> float: ...

    def error(self, offset: int, code: str, message: str, hint: str | None = None) -> TemplateError: ...


class Letterer:
    """Painter of texts, with their codes as signs."""

    def __init__(self, signs: ResourcePlaceholders, fonts: FontBook, outlined: bool = False) -> None:
        self._signs = signs
        self._placer = TextPlacer(fonts)
        self._outlined = outlined
        self.separates_lines = False
        """True if lines follow each other as those of a paragraph: an invisible blank then separates them
        (ISO 32000-1, 14.8.2.5)."""

    def text(self, content: Content, node: Text, opacity: float, place: LetteringPlace) -> None:
        """Paint a text element with ``opacity``. Raises TemplateError for text that its fonts cannot draw."""
        for chunk in node.chunks:
            try:
                if self._outlined:
                    self._draw_shapes(content, node, chunk, (opacity, place.scale))
                elif node.vertical:
                    self._set_vertical(content, chunk, opacity, place.scale)
                else:
                    self._set_horizontal(content, chunk, opacity, place.scale)
            except TemplateError as error:
                raise _locate(error, place, chunk.runs[0].at) from error

    def line(self, content: Content, stack: FontStack, text: str, size: float, start: float = 0.0) -> None:
        """Paint a plain line that begins at ``start`` on the baseline y = 0, in the current colour."""
        parts = [f"BT 1 0 0 -1 {number(start)} 0 Tm"]
        for face, run in stack.runs(text):
            font = self._signs.font(face)
            parts.append(f"{content.font(font.name, size)}<{font.encode(run)}> Tj")
        content.draw(" ".join([*parts, "ET"]))

    def _draw_shapes(self, content: Content, node: Text, chunk: Chunk, opacity_and_scale: tuple[float, float]) -> None:
        """Draw the outlines of a line in one path, or in a path per glyph if they have strokes,
        which overlap in order.
        """
        for run, glyphs in self._placer.glyphs(node, chunk):
            saved = self._begin_run(content, run, *opacity_and_scale, shapes=True)
            paths = [path for face, glyph, place in glyphs if (path := glyph_source(face, glyph, place))]
            operator = "f" if run.stroke is None else "S" if run.fill is None else "B"
            for path in paths if run.stroke is not None else [" ".join(paths)] if paths else []:
                content.draw(f"{path} {operator}")
            if saved:
                content.restore()

    def _set_horizontal(self, content: Content, chunk: Chunk, opacity: float, scale: float) -> None:
        last = chunk.runs[-1]
        for placed in self._placer.across(chunk):
            if seen(placed.run) or placed.run.icon:
                self._draw_run(
                    content,
                    placed,
                    opacity,
                    scale,
                    self.separates_lines and placed.run is last and _needs_blank(last.text),
                )

    def _draw_run(
        self, content: Content, placed: UprightRun, opacity: float, scale: float, separates_lines: bool
    ) -> None:
        run = placed.run
        saved = self._begin_run(content, run, opacity, scale)
        stack, size = self._placer.stack(run), run.style.font_size or 0.0
        parts = [f"BT 1 0 0 -1 {number(placed.x)} {number(placed.y)} Tm"]
        if stack.features:
            spacing = run.style.letter_spacing
            for face, glyphs in stack.glyphs(run.text, spacing != 0):
                font = self._signs.font(face)
                parts.append(content.font(font.name, size) + _show_glyphs(font, glyphs, size, spacing))
        else:
            for face, part in stack.runs(run.text):
                font = self._signs.font(face)
                parts.append(f"{content.font(font.name, size)}<{font.encode(part)}> Tj")
        if separates_lines:
            parts.append(self._blank_operators(content, stack, size))
        content.draw(" ".join([*parts, "ET"]))
        if saved:
            content.restore()

    def _blank_operators(self, content: Content, stack: FontStack, size: float) -> str:
        """Return operators for a blank after the text, or nothing if the stack has no blank."""
        face = stack.face_for(" ")
        if face is None:
            return ""
        font = self._signs.font(face)
        return f"{content.font(font.name, size)}<{font.encode(' ')}> Tj"

    def _set_vertical(self, content: Content, chunk: Chunk, opacity: float, scale: float) -> None:
        for placed in self._placer.down(chunk):
            if not seen(placed.run):
                continue
            saved = self._begin_run(content, placed.run, opacity, scale)
            for piece, x, y in placed.pieces:
                self._draw_piece(content, placed.run.style.font_size or 0.0, piece, x, y)
            if saved:
                content.restore()

    def _draw_piece(self, content: Content, size: float, piece: VerticalRun, x: float, y: float) -> None:
        font = self._signs.font(piece.face)
        if piece.upright:
            codes = "".join(font.encode_upright(g.char, g.glyph, g.advance, g.origin) for g in piece.glyphs)
            name, turn = font.vertical_name, "1 0 0 -1"
        else:
            codes, name, turn = font.encode(piece.text), font.name, "0 1 1 0"
        content.draw(f"BT {turn} {number(x)} {number(y)} Tm {content.font(name, size)}<{codes}> Tj ET")

    def _begin_run(self, content: Content, run: TextRun, opacity: float, scale: float, shapes: bool = False) -> bool:
        """Set colours and opacity for a run, as type or ``shapes``. Return True if the state was saved."""
        style = run.style
        alpha = (
            style.fill_opacity * opacity if run.fill is not None else 1.0,
            style.stroke_opacity * opacity if run.stroke is not None else 1.0,
        )
        mode = 3 if run.icon else 0 if run.stroke is None else 1 if run.fill is None else 2
        dashed = mode and style.stroke_dasharray
        saved = bool(alpha != (1.0, 1.0) or mode or style.letter_spacing or dashed)
        if saved:
            content.save()
        if alpha != (1.0, 1.0):
            content.draw(f"/{self._signs.opacity(*alpha)} gs")
        content.type_colours(run.fill, run.stroke, (style.font_size or 0.0) * scale)
        if run.stroke is not None:
            # A stroke in the fill colour makes letters bolder; it is not a line to be widened.
            content.pen(style if run.stroke == run.fill else printable_stroke(style, scale))
        if shapes:
            return saved
        if mode:
            content.draw(f"{mode} Tr")
        if style.letter_spacing:
            # Downwards, character spacing counts against the direction of writing (PDF 32000-1, 9.3.2).
            content.draw(f"{precise_number(-style.letter_spacing if style.vertical else style.letter_spacing)} Tc")
        return saved


def _show_glyphs(font: FontPlaceholders, glyphs: Sequence[PlacedGlyph], size: float, spacing: float) -> str:
    """Show glyphs at their positions in a font: the pen moves back by thousandths of the size (PDF 32000-1, 9.4.3)."""
    parts: list[str] = []
    shown: list[str] = []
    back = rise = 0.0
    for placed in set_apart(glyphs, spacing / size if size else 0.0):
        # Text extractors take letters that are both spaced out and moved for words. So in spaced text the font itself
        # gives the move of the pen.
        width = placed.advance if spacing > 0 else placed.width
        if placed.y != rise:
            parts += [f"[{''.join(shown)}] TJ"] if shown else []
            parts.append(f"{number(placed.y * size)} Ts")
            shown, rise = [], placed.y
        back -= placed.x
        shown += [_thousandths(back)] if abs(back) > _NO_MOVE else []
        shown.append(f"<{font.encode_glyph(placed.glyph, placed.text, width)}>")
        # Letter-spacing is applied once per glyph, but meant once per character.
        back = width - placed.advance + placed.x - (len(placed.text) - 1) * spacing / size
    shown += [_thousandths(back)] if abs(back) > _NO_MOVE else []
    parts += [f"[{''.join(shown)}] TJ"] if shown else []
    return " ".join([*parts, "0 Ts"] if rise else parts).replace("><", "")


def _needs_blank(text: str) -> bool:
    """Return True if a blank separates the words at the end of a line from those that follow.

    Japanese needs none, nor does a word that goes on.
    """
    return (
        bool(text)
        and text[-1] not in " -‐\u00ad"
        and foreign_language(text[-1], "en") is None
        and text[-1] not in "。、）」』・！？：；　"
    )


def _thousandths(em: float) -> str:
    return f"{em * 1000:.3f}".rstrip("0").rstrip(".")


_NO_MOVE = 1e-6


def _locate(error: TemplateError, place: LetteringPlace, offset: int) -> TemplateError:
    first = error.diagnostics[0]
    located = place.error(offset, first.code, first.message, first.hint).diagnostics[0]
    kind = MissingGlyphError if isinstance(error, MissingGlyphError) else TemplateError
    return kind(Diagnostic(located.code, located.message, located.location, located.hint))


def glyph_source(face: FontFace, glyph: int, place: Matrix) -> str:
    """Return the outline of a glyph as operators, transformed to its place; nothing for a blank."""
    from pnp.fonts.outlines import outline  # noqa: PLC0415 - fontTools takes 30 ms, and few ask for outlines

    parts: list[str] = []
    pen = (0.0, 0.0)
    for kind, points in outline(face, glyph):
        if kind == "Z":
            parts.append("h")
            continue
        transformed = [apply(place, x, y) for x, y in zip(points[::2], points[1::2], strict=True)]
        if kind == "Q":
            # A quadratic curve as a cubic one: its control points lie two thirds of the way to the quadratic one.
            (x, y), end = transformed
            control = (pen[0] + (x - pen[0]) * 2 / 3, pen[1] + (y - pen[1]) * 2 / 3)
            end_control = (end[0] + (x - end[0]) * 2 / 3, end[1] + (y - end[1]) * 2 / 3)
            transformed = [control, end_control, end]
        pen = transformed[-1]
        parts.append(
            f"{numbers(*(coordinate for point in transformed for coordinate in point))} {_PATH_OPERATORS[kind]}"
        )
    return " ".join(parts)


_PATH_OPERATORS = {"M": "m", "L": "l", "Q": "c", "C": "c"}
