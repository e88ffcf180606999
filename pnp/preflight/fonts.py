"""Whether the fonts of a PDF are in it."""

from __future__ import annotations

import pikepdf

_FILES = ("/FontFile", "/FontFile2", "/FontFile3")


def embedded(font: object) -> str | None:
    """The name of a font whose program is not in the file; None where it is. Type 3 fonts draw for themselves."""
    if not isinstance(font, pikepdf.Dictionary):
        return "that a page names and does not have"
    kind = font.get("/Subtype")
    if kind == pikepdf.Name.Type3:
        return None
    name = str(font.get("/BaseFont", "/without a name"))[1:]
    holder: object = font
    if kind == pikepdf.Name.Type0:
        descendants = font.get("/DescendantFonts")
        holder = descendants[0] if isinstance(descendants, pikepdf.Array) and len(descendants) else None
    descriptor = holder.get("/FontDescriptor") if isinstance(holder, pikepdf.Dictionary) else None
    has = isinstance(descriptor, pikepdf.Dictionary) and any(
        isinstance(descriptor.get(key), pikepdf.Stream) for key in _FILES
    )
    return None if has else name
