"""Fonts: which there are, what each covers, how wide a text is, and how it stands in vertical setting."""

from pnp.fonts.book import FontBook
from pnp.fonts.face import FontFace
from pnp.fonts.sfnt import Metrics
from pnp.fonts.stack import Fallback, MissingGlyphError, Stack
from pnp.fonts.vertical import VerticalRun, vertical_runs

__all__ = ["Fallback", "FontBook", "FontFace", "Metrics", "MissingGlyphError", "Stack", "VerticalRun", "vertical_runs"]
