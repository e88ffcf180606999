"""The card SVG profile: a strict subset of SVG 1.1 in millimetres, parsed into frozen drawings."""

from collections.abc import Mapping

from pnp.cardsvg.images import project_images
from pnp.cardsvg.nodes import Art, Drawing, ImageResolver, Picture
from pnp.cardsvg.queries import Annotation, TextUse, lettering_and_pictures, strings, strings_of, text_uses
from pnp.cardsvg.queries import annotated as annotations
from pnp.cardsvg.reader import read
from pnp.cardsvg.resolve import ProfileArt, Resolver

__all__ = [
    "Annotation",
    "Art",
    "Drawing",
    "ImageResolver",
    "Picture",
    "ProfileArt",
    "TextUse",
    "annotations",
    "lettering_and_pictures",
    "parse",
    "project_images",
    "strings",
    "strings_of",
    "text_uses",
]


def parse(svg: str, source: str, images: ImageResolver | None = None, art: Mapping[str, Art] | None = None) -> Drawing:
    """Return the drawing of an SVG text in the card SVG profile.

    ``source`` names the text in messages (template, card and face). User units are mm, the origin is the upper-left
    corner of the trim, y runs downwards. ``images`` finds the pictures; without it an image is an error. ``art`` may be
    used by its ids as symbols are. Raises TemplateError with line and column for anything outside the profile.
    """
    text, root, ids = read(svg, source)
    return Resolver(text, ids, images, art).drawing(root)
