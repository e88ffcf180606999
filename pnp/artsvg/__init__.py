"""SVG as it comes, from drawing programs and icon sets, brought into the card SVG profile.

Styles, units, uses, viewports and patterns are resolved, and what draws nothing is left out; what cannot be printed is
refused, all of a file at once. Nothing outside of the text is read.
"""

from pnp.artsvg.adapting import AdaptedArt, adapted
from pnp.artsvg.inks import EVERY

__all__ = ["EVERY", "AdaptedArt", "adapted"]
