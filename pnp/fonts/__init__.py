"""Fonts: families and faces, coverage, metrics, shaping and vertical setting."""

from pnp.fonts.book import FontBook
from pnp.fonts.face import FontFace
from pnp.fonts.files import UPRIGHT, FontStyle, features_of, stretch_of, style_of
from pnp.fonts.stack import OF_CHARACTERS, Fallback, FontStack, MissingGlyphError, PlacedGlyph
from pnp.fonts.vertical import VerticalRun, vertical_runs

__all__ = [
    "OF_CHARACTERS",
    "UPRIGHT",
    "Fallback",
    "FontBook",
    "FontFace",
    "FontStack",
    "FontStyle",
    "MissingGlyphError",
    "PlacedGlyph",
    "VerticalRun",
    "features_of",
    "stretch_of",
    "style_of",
    "vertical_runs",
]
