"""What a template drew as a face, once it is found to be card SVG with all its text on the piece."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from pnp import cardsvg
from pnp.fonts import FontBook
from pnp.model.component import Component
from pnp.model.text import Language
from pnp.records import dataclass
from pnp.rendering.bounds import check_text
from pnp.rendering.face import Face, PrintedExample
from pnp.units import Size

RENDERED = " as rendered for "
"""Part of what messages call the SVG that a template drew for a card."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """A drawn side: of which card of a component, by which template, in a language. Sizes in mm; ``owner`` is what the
    face is called after."""

    owner: str
    template: str
    component: Component
    card: str
    side: Literal["front", "back"]
    language: Language
    trim: Size
    bleed: float


@dataclass(frozen=True, slots=True)
class CheckedSide:
    """A drawing that can be printed, and the examples on it."""

    drawing: cardsvg.Drawing
    examples: tuple[PrintedExample, ...]

    @property
    def svg(self) -> str:
        """The card SVG that it was."""
        return self.drawing.source.data.decode("utf-8")

    def as_face(self, drawn: Drawn) -> Face:
        """It as a face of a kit."""
        drawing, name = self.drawing, _label(drawn.template, drawn.component, drawn.card)
        if drawing.source.name != name:
            # It was drawn for another card before, and messages are to name this one.
            drawing = replace(drawing, source=replace(drawing.source, name=name))
        return Face(
            id=f"{drawn.owner}-{drawn.language}",
            component=drawn.component.id,
            card=drawn.card,
            side=drawn.side,
            language=drawn.language,
            drawing=drawing,
            trim=drawn.trim,
            bleed=drawn.bleed,
            edge=drawn.component.edge,
            examples=self.examples,
            cut=drawn.component.cut,
        )


def checked_side(
    svg: str,
    component: Component,
    card: str,
    template: str,
    trim: Size,
    fonts: FontBook,
    images: cardsvg.ImageResolver | None,
) -> CheckedSide:
    """Raises TemplateError, at the template, for what is no card SVG and for a text that runs over the trim."""
    drawing = cardsvg.parse(svg, _label(template, component, card), images)
    check_text(drawing, component, card, template, trim, fonts)
    examples = cardsvg.annotations(drawing, "example")
    return CheckedSide(
        drawing, tuple(PrintedExample(found.id, found.box, found.strings, found.ruby) for found in examples)
    )


def _label(template: str, component: Component, card: str) -> str:
    return f"{template}.svg.j2{RENDERED}{component.id}/{card}"
