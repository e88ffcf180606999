"""What a template drew as a face, once it is found to be card SVG with all its text on the piece."""

from __future__ import annotations

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


def checked_face(svg: str, drawn: Drawn, fonts: FontBook, images: cardsvg.ImageResolver | None) -> Face:
    """Raises TemplateError, at the template, for what is no card SVG and for a text that runs over the trim."""
    component, card, name = drawn.component, drawn.card, drawn.template
    drawing = cardsvg.parse(svg, f"{name}.svg.j2{RENDERED}{component.id}/{card}", images)
    check_text(drawing, component, card, name, drawn.trim, fonts)
    return Face(
        id=f"{drawn.owner}-{drawn.language}",
        component=component.id,
        card=card,
        side=drawn.side,
        language=drawn.language,
        svg=svg,
        drawing=drawing,
        trim=drawn.trim,
        bleed=drawn.bleed,
        edge=component.edge,
        examples=tuple(
            PrintedExample(found.id, found.box, found.strings, found.ruby)
            for found in cardsvg.annotations(drawing, "example")
        ),
        cut=component.cut,
    )
