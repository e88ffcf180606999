"""What is known of SVG: what draws, what draws nothing, and what to do about what cannot be printed."""

from __future__ import annotations

from collections.abc import Mapping

SHAPES = frozenset({"rect", "circle", "ellipse", "line", "polyline", "polygon", "path"})
CONTAINERS = frozenset({"svg", "g", "a", "switch"})
"""Elements that draw what they hold."""
STORED = frozenset(
    {"defs", "symbol", "clipPath", "mask", "linearGradient", "radialGradient", "pattern", "marker", "filter", "stop"}
)
"""Elements that draw nothing where they stand."""
IDLE = frozenset(
    {
        "title", "desc", "metadata", "style", "animate", "animateColor", "animateMotion", "animateTransform", "set",
        "discard", "mpath", "view", "cursor", "color-profile", "font", "font-face", "glyph", "missing-glyph", "hkern",
        "vkern", "glyphRef", "altGlyphDef", "font-face-src", "font-face-name", "solidColor", "solidcolor",
        "meshgradient", "hatch", "linearGradientTransform",
    }
)  # fmt: skip
"""Elements that draw nothing on paper."""
LETTERS = frozenset({"text", "flowRoot", "flowPara", "flowRegion", "textPath", "tspan", "tref", "altGlyph"})
"""Elements that are set in fonts."""
ELEMENTS = SHAPES | CONTAINERS | STORED | IDLE | LETTERS | {"use", "image", "foreignObject", "script", "view"}

PAINTING = frozenset(
    {
        "fill", "stroke", "color", "fill-opacity", "stroke-opacity", "fill-rule", "clip-rule", "stroke-width",
        "stroke-linecap", "stroke-linejoin", "stroke-miterlimit", "stroke-dasharray", "stroke-dashoffset",
        "visibility", "paint-order", "font-size", "marker", "marker-start", "marker-mid", "marker-end",
        "color-interpolation",
    }
)  # fmt: skip
"""Properties that an element takes over from the one around it."""
OWN = frozenset(
    {
        "opacity", "display", "clip-path", "mask", "filter", "mix-blend-mode", "isolation", "transform", "stop-color",
        "stop-opacity", "overflow", "mask-type", "transform-origin", "transform-box", "clip",
        "x", "y", "width", "height", "cx", "cy", "r", "rx", "ry", "d",
    }
)  # fmt: skip
"""Properties that concern the element alone; the geometry that SVG 2 counts among them included."""
_MASKING = frozenset(
    f"mask-{part}" for part in ("image", "mode", "repeat", "position", "clip", "origin", "size", "composite", "border")
)
IDLE_PROPERTIES = _MASKING | frozenset(
    {
        "alignment-baseline", "animation", "animation-delay", "animation-duration", "animation-iteration-count",
        "animation-name", "animation-timing-function", "background", "background-color",
        "baseline-shift", "block-progression",
        "border", "box-shadow", "color-interpolation-filters", "color-profile", "color-rendering", "cursor",
        "direction", "dominant-baseline", "enable-background", "flex", "flex-shrink", "float", "flood-color",
        "flood-opacity",
        "font",
        "font-family", "font-feature-settings", "font-kerning",
        "font-size-adjust", "font-stretch", "font-style",
        "font-variant", "font-variant-ligatures", "font-variation-settings", "font-weight",
        "glyph-orientation-horizontal", "glyph-orientation-vertical", "image-rendering", "inline-size", "kerning",
        "letter-spacing", "lighting-color", "line-height", "margin", "max-height", "max-width",
        "min-height", "min-width",
        "order", "outline", "padding", "page", "pointer-events", "position", "left", "top", "right", "bottom",
        "shape-inside",
        "shape-margin", "shape-padding", "shape-rendering", "solid-color", "solid-opacity", "text-align", "text-anchor",
        "text-decoration", "text-indent", "text-orientation", "text-overflow", "text-rendering", "text-transform",
        "transition", "unicode-bidi", "vector-effect", "vertical-align", "white-space", "will-change", "word-spacing",
        "writing-mode", "z-index", "fill-color", "filter-color",
    }
)  # fmt: skip
"""Properties that change nothing in a drawing without text."""
PROPERTIES = PAINTING | OWN | IDLE_PROPERTIES

ATTRIBUTES = frozenset(
    {
        "id", "class", "style", "href", "viewBox", "preserveAspectRatio", "version", "baseProfile", "points", "x1",
        "y1", "x2", "y2", "fx", "fy", "fr", "offset", "gradientUnits", "gradientTransform", "spreadMethod",
        "patternUnits", "patternContentUnits", "patternTransform", "clipPathUnits", "maskUnits", "maskContentUnits",
        "markerUnits", "markerWidth", "markerHeight", "orient", "refX", "refY", "systemLanguage", "requiredFeatures",
        "requiredExtensions", "pathLength", "type", "media", "lang", "space", "base", "zoomAndPan", "focusable",
        "tabindex", "role", "name", "title", "target", "rel", "size", "xmlns", "download", "externalResourcesRequired",
        "contentScriptType", "contentStyleType", "nodetypes", "slot", "part", "hidden", "alt", "value", "key", "data",
        "label", "content", "property", "about", "rdf", "frame", "stop", "filled", "filters", "masks", "fills",
        "strokes",
    }
)  # fmt: skip
"""Attributes beside the properties that files carry."""

ANIMATED = frozenset({"animate", "animateColor", "animateMotion", "animateTransform", "set"})

OUTLINES = (
    "turn the text into outlines: Inkscape: Path > Object to Path; Illustrator: Type > Create Outlines; "
    "Figma: Flatten; Affinity: Convert to Curves"
)
FLAT = "flatten the effect in the drawing program, or export the art as PNG with 600 dots per inch"
ADVICE: Mapping[str, str] = {
    "script": "cards are printed: take the script out",
    "foreignObject": "draw what it holds as shapes, or take it out",
    "filter": FLAT,
    "image": "embed a PNG or JPEG, or place the picture with image() in the template",
}
"""What to do instead, by element or property."""
