"""The card SVG profile: which elements, attributes and style properties there are. All else is an error."""

from __future__ import annotations

from collections.abc import Mapping

STYLE = frozenset(
    {
        "fill", "stroke", "color", "opacity", "fill-opacity", "stroke-opacity", "fill-rule", "stroke-width",
        "stroke-linecap", "stroke-linejoin", "stroke-miterlimit", "stroke-dasharray", "stroke-dashoffset", "clip-path",
        "clip-rule", "mask", "font-family", "font-size", "font-weight", "font-style", "font-stretch", "letter-spacing",
        "text-anchor",
    }
)  # fmt: skip
"""Properties that may stand as attributes and inside ``style``."""

_COMMON = frozenset({"id", "style", "transform"}) | STYLE
_BOXED = frozenset({"x", "y", "width", "height"})
_GRADIENT = frozenset({"id", "gradientUnits", "gradientTransform", "spreadMethod"})
_NAMESPACES = frozenset({"xmlns", "xmlns:xlink", "xmlns:ev"})
_LINK = frozenset({"href", "xlink:href"})

ATTRIBUTES: Mapping[str, frozenset[str]] = {
    "svg": (_COMMON - {"transform"}) | _BOXED | _NAMESPACES
    | {"viewBox", "preserveAspectRatio", "version", "baseProfile", "xml:lang"},
    "g": _COMMON,
    "defs": frozenset({"id"}),
    "symbol": (_COMMON - {"transform"}) | {"viewBox", "preserveAspectRatio"},
    "use": _COMMON | _BOXED | _LINK,
    "rect": _COMMON | _BOXED | {"rx", "ry"},
    "circle": _COMMON | {"cx", "cy", "r"},
    "ellipse": _COMMON | {"cx", "cy", "rx", "ry"},
    "line": _COMMON | {"x1", "y1", "x2", "y2"},
    "polyline": _COMMON | {"points"},
    "polygon": _COMMON | {"points"},
    "path": _COMMON | {"d"},
    "text": _COMMON | {"x", "y", "dx", "dy", "writing-mode", "xml:space"},
    "tspan": (_COMMON - {"transform", "opacity", "clip-path", "mask"}) | {"x", "y", "dx", "dy", "xml:space"},
    "image": _COMMON | _BOXED | _LINK | {"preserveAspectRatio"},
    "clipPath": frozenset({"id", "transform"}),
    "mask": frozenset({"id", "maskUnits", "mask-type"}) | _BOXED,
    "linearGradient": _GRADIENT | {"x1", "y1", "x2", "y2"},
    "radialGradient": _GRADIENT | {"cx", "cy", "r", "fx", "fy"},
    "stop": frozenset({"offset", "stop-color", "stop-opacity", "style", "color"}),
    "title": frozenset(),
    "desc": frozenset(),
}  # fmt: skip
"""Attributes by element."""

ANNOTATED = frozenset(
    {"svg", "g", "use", "rect", "circle", "ellipse", "line", "polyline", "polygon", "path", "text", "tspan", "image"}
)
"""Elements that may also carry ``data-*`` attributes, which are kept as annotations."""

BLENDING = frozenset({"mix-blend-mode", "isolation"})
"""Properties that may stand inside ``style`` only, as CSS has it."""
FEATURES = frozenset({"font-feature-settings"})
"""The same, where text may be."""

STYLE_OF: Mapping[str, frozenset[str]] = {
    name: frozenset({"stop-color", "stop-opacity", "color"})
    if name == "stop"
    else (STYLE & allowed)
    | (frozenset({"writing-mode"}) & allowed)
    | (BLENDING if "mask" in allowed else frozenset())
    | (FEATURES if "font-family" in allowed else frozenset())
    for name, allowed in ATTRIBUTES.items()
}
"""Properties allowed inside ``style``, by element."""

_SHAPES = frozenset({"rect", "circle", "ellipse", "line", "polyline", "polygon", "path"})
_NOTES = frozenset({"title", "desc"})
_DRAWN = _SHAPES | _NOTES | {
    "svg", "g", "defs", "symbol", "use", "text", "image", "clipPath", "mask", "linearGradient", "radialGradient"
}  # fmt: skip

CHILDREN: Mapping[str, frozenset[str]] = {
    "svg": _DRAWN,
    "g": _DRAWN,
    "defs": _DRAWN,
    "symbol": _DRAWN,
    "mask": _DRAWN,
    "text": frozenset({"tspan"}) | _NOTES,
    "tspan": frozenset({"tspan"}) | _NOTES,
    "clipPath": (_SHAPES - {"line", "polyline"}) | _NOTES,
    "linearGradient": frozenset({"stop"}) | _NOTES,
    "radialGradient": frozenset({"stop"}) | _NOTES,
}
"""Elements that may stand inside an element. An element that is not listed holds only ``title`` and ``desc``."""

NOTES_ONLY = _NOTES
"""What may stand inside a shape, an image or a use."""

INSTEAD: Mapping[str, str] = {
    "pattern": "draw the motif as a symbol, repeat it with use, and clip it",
    "filter": "put the picture in as an image with 600 dots per inch",
    "style": 'write the properties as attributes or in style="…"',
    "dominant-baseline": "set y to where the baseline is to be",
    "class": 'write the properties as attributes or in style="…"',
    "textPath": "put each letter in place with its own text element",
    "marker": "draw the arrow head as a path",
    "a": "cards are printed: leave the link out",
    "foreignObject": "use text elements",
    "script": "cards are printed: leave the script out",
    "animate": "cards are printed: leave the animation out",
    "switch": "draw one of the choices",
    "display": "leave out what is not to be seen",
    "visibility": "leave out what is not to be seen",
    "mask-image": "use mask",
    "textLength": "letter-spacing tightens or opens a text",
    "font": "write font-family, font-size and font-weight",
}
"""What to do instead, for what people are most likely to try."""
