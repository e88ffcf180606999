"""ReportLab's reader of TrueType fonts, loaded without HarfBuzz.

ReportLab imports HarfBuzz wherever it is installed, which takes longer than most faces to draw. Here texts are shaped
before they come to be printed (``pnp.fonts.shaping``), and ReportLab shapes none.
"""

from __future__ import annotations

import sys

from pnp.fonts.shaping import IMPORTING

_SHAPER = "uharfbuzz"
with IMPORTING:  # nobody looks for it meanwhile
    _absent = _SHAPER not in sys.modules
    if _absent:
        sys.modules[_SHAPER] = None  # type: ignore[assignment]  # an import of it fails at once, as if it were not there
    try:
        from reportlab.pdfbase.ttfonts import TTFError, TTFontFile
    finally:
        if _absent:
            del sys.modules[_SHAPER]

__all__ = ["TTFError", "TTFontFile"]
