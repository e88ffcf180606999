"""Text elements: lines of styled runs, blanks collapsed as SVG says."""

from __future__ import annotations

import re
from dataclasses import replace

from pnp.cardsvg.colours import Rgb
from pnp.cardsvg.frames import Frames
from pnp.cardsvg.nodes import Chunk, Gradient, Run, Text
from pnp.cardsvg.reader import Element
from pnp.cardsvg.style import Style

_BLANKS = re.compile(r"[ \t\r\n]+")
_BREAKS = re.compile(r"[\t\r\n]")


class _Setter:
    """Collects runs into chunks; a chunk begins where x or y is given."""

    def __init__(self, frames: Frames, preserve: bool) -> None:
        self.frames = frames
        self.preserve = preserve
        self.chunks: list[Chunk] = []
        self.runs: list[Run] = []
        self.x = self.y = 0.0
        self.placed = False
        self.shift = (0.0, 0.0)
        self.blank_before = True

    def walk(self, element: Element, style: Style) -> None:
        self._place(element)
        paint = self._paint(element, style)
        for child in element.children:
            if isinstance(child, str):
                self._add(element, child, style, paint)
            elif child.name == "tspan":
                before = self.preserve
                self.preserve = _preserves(self.frames, child, before)
                self.walk(child, self.frames.style(child, style))
                self.preserve = before

    def _place(self, element: Element) -> None:
        attributes = element.attributes
        if "x" in attributes or "y" in attributes:
            if self.placed and not ("x" in attributes and "y" in attributes):
                raise self.frames.source.error(
                    element.at,
                    "text",
                    "a <tspan> that is put in place has both x and y",
                    "write x and y, or move it with dx and dy",
                )
            self.close()
            self.x = self.frames.number(element, "x")
            self.y = self.frames.number(element, "y")
            self.placed = True
            self.blank_before = True
        if "dx" in attributes or "dy" in attributes:
            self.shift = (
                self.shift[0] + self.frames.number(element, "dx"),
                self.shift[1] + self.frames.number(element, "dy"),
            )

    def _paint(self, element: Element, style: Style) -> tuple[Rgb | None, Rgb | None]:
        fill = self.frames.paint(element, style.fill)
        stroke = self.frames.paint(element, style.stroke)
        if isinstance(fill, Gradient) or isinstance(stroke, Gradient):
            raise self.frames.source.error(
                element.at,
                "gradient",
                "text takes a plain colour, not a gradient",
                "choose a colour, or draw the word as a path",
            )
        if fill is not None and stroke is not None and style.stroke_opacity < 1:
            raise self.frames.source.error(
                element.at,
                "opacity",
                "a text that is filled and stroked has an opaque stroke",
                "fade the whole text with opacity",
                "stroke-opacity",
            )
        return fill, stroke if style.stroke_width else None

    def _add(self, element: Element, raw: str, style: Style, paint: tuple[Rgb | None, Rgb | None]) -> None:
        text = _BREAKS.sub(" ", raw) if self.preserve else _BLANKS.sub(" ", raw)
        if not self.preserve and self.blank_before and text.startswith(" "):
            text = text[1:]
        if not text:
            return
        self.blank_before = text.endswith(" ") and not self.preserve
        if style.font_size is None or not style.font_family:
            missing = "font-size" if style.font_size is None else "font-family"
            raise self.frames.source.error(
                element.at,
                "missing-attribute",
                f"this text has no {missing}",
                f'write {missing}="…" on it or on a group around it',
            )
        if style.vertical and style.features:
            raise self.frames.source.error(
                element.at,
                "text",
                "features of fonts are for lines from left to right; downwards text has its own forms",
                'write style="font-feature-settings: normal" on this text',
            )
        dx, dy = self.shift
        self.shift = (0.0, 0.0)
        icon = "data-icon" in element.attributes
        fill, stroke = (None, None) if icon else paint
        self.runs.append(Run(element.at, text, style, fill, stroke, dx, dy, icon))

    def close(self) -> None:
        if self.runs and not self.preserve:
            last = self.runs[-1]
            text = last.text.rstrip(" ")
            if not text:
                self.runs.pop()
                return self.close()
            if text != last.text:
                self.runs[-1] = replace(last, text=text)
        if self.runs:
            self.chunks.append(Chunk(self.x, self.y, self.runs[0].style.text_anchor, tuple(self.runs)))
            self.runs = []
        return None


def text_node(frames: Frames, element: Element, style: Style) -> Text | None:
    """The node of a text element, None where it holds no text."""
    setter = _Setter(frames, _preserves(frames, element, False))
    setter.walk(element, style)
    setter.close()
    if not setter.chunks:
        return None
    return Text(element.at, frames.frame(element), tuple(setter.chunks), style.vertical)


def _preserves(frames: Frames, element: Element, before: bool) -> bool:
    value = element.attributes.get("xml:space")
    if value is None:
        return before
    if value not in {"default", "preserve"}:
        raise frames.bad(element, "xml:space", ValueError("write default or preserve"))
    return value == "preserve"
