"""Text of a face in an SVG file: as text, for those who have its fonts, or as the outlines of its glyphs."""

from __future__ import annotations

from collections.abc import Iterator
from xml.sax.saxutils import escape

from pnp.cardsvg.nodes import Chunk, Run, Text
from pnp.cardsvg.placing import Placing
from pnp.cardsvg.values import Matrix, apply
from pnp.export.svg_values import attributes, colour, notes, pen, value
from pnp.fonts import FontBook, FontFace
from pnp.fonts.outlines import outline

_UNASKED = ("kern", "liga", "clig", "calt")
"""What viewers do by themselves. Lines were measured with what was asked for alone."""


class Lettering:
    """Writes the texts of one file. Raises TemplateError for what the fonts cannot draw."""

    def __init__(self, fonts: FontBook, outlined: bool) -> None:
        self._placing = Placing(fonts)
        self._outlined = outlined

    @property
    def root(self) -> str:
        """What the outermost element says of all text."""
        return "" if self._outlined else attributes(style=_features(()))

    def text(self, node: Text, frame: str) -> str:
        """The element of a text; ``frame`` are the attributes of what is done to it as a whole."""
        if self._outlined:
            drawn = "".join(shape for chunk in node.chunks for shape in self._shapes(node, chunk))
            return f"<g{frame}>{drawn}</g>" if frame else drawn
        if len(node.chunks) == 1:
            return _line(node, node.chunks[0], frame)
        lines = "".join(_line(node, chunk, "") for chunk in node.chunks)
        return f"<g{frame}>{lines}</g>" if frame else lines

    def _shapes(self, node: Text, chunk: Chunk) -> Iterator[str]:
        """One path for a run. Each glyph has one of its own where strokes are drawn: they overlap in this order."""
        for run, glyphs in self._placing.glyphs(node, chunk):
            drawn = [_drawn(face, glyph, place) for face, glyph, place in glyphs]
            parts = [part for part in drawn if part]
            if parts and run.stroke is None:
                parts = ["".join(parts)]
            inked = _ink(run)
            for at, part in enumerate(parts):
                yield f"<path{attributes(aria_label=run.text if at == 0 else None)}{inked}{attributes(d=part)}/>"


def _drawn(face: FontFace, glyph: int, place: Matrix) -> str:
    """The outline of a glyph, put in place."""
    parts = []
    for letter, points in outline(face, glyph):
        moved = [value(part) for at in range(0, len(points), 2) for part in apply(place, points[at], points[at + 1])]
        parts.append(letter + " ".join(moved))
    return "".join(parts)


def _line(node: Text, chunk: Chunk, frame: str) -> str:
    """A line as text. Its runs are moved as they were told to be, and shown by fonts of those names."""
    blank = any(run.text != " ".join(run.text.split(" ")).strip(" ") for run in chunk.runs)
    blank = blank or any("  " in run.text for run in chunk.runs)
    head = attributes(
        x=value(chunk.x),
        y=value(chunk.y),
        text_anchor=None if chunk.anchor == "start" else chunk.anchor,
        writing_mode="vertical-rl" if node.vertical else None,
    )
    kept = ' xml:space="preserve"' if blank else ""
    alone = chunk.runs[0] if len(chunk.runs) == 1 else None
    if alone is not None and not (alone.dx or alone.dy or alone.icon):
        return f"<text{frame}{head}{kept}{_font(alone)}{_ink(alone)}>{escape(alone.text)}</text>"
    runs = "".join(
        f"<tspan{_moved(run)}{_font(run)}{_ink(run)}{notes([('icon', '')] if run.icon else [])}>"
        f"{escape(run.text)}</tspan>"
        for run in chunk.runs
    )
    return f"<text{frame}{head}{kept}>{runs}</text>"


def _moved(run: Run) -> str:
    return attributes(dx=value(run.dx) if run.dx else None, dy=value(run.dy) if run.dy else None)


def _font(run: Run) -> str:
    style = run.style
    return attributes(
        font_family=", ".join(f"'{name}'" for name in style.font_family),
        font_size=value(style.font_size or 0.0),
        font_weight=str(style.font_weight),
        font_style=None if style.font_style == "normal" else style.font_style,
        font_stretch=None if style.font_stretch == 100 else f"{value(style.font_stretch)}%",
        letter_spacing=value(style.letter_spacing) if style.letter_spacing else None,
        style=_features(style.features) if style.features else None,
    )


def _features(on: tuple[str, ...]) -> str:
    said = dict.fromkeys(_UNASKED, "0") | dict.fromkeys(on, "1")
    return "font-feature-settings: " + ", ".join(f"'{tag}' {state}" for tag, state in said.items())


def _ink(run: Run) -> str:
    style = run.style
    faint = value(style.fill_opacity) if run.fill is not None and style.fill_opacity < 1 else None
    stroke = pen(style) if run.stroke is not None else {}
    edge = colour(run.stroke) if run.stroke is not None else None
    return attributes(fill=colour(run.fill), fill_opacity=faint, stroke=edge, **stroke)
