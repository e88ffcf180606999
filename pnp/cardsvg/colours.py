"""Colours as SVG writes them."""

from __future__ import annotations

import colorsys
import re
from functools import lru_cache
from typing import TypeAlias

from pnp.cardsvg.values import between, share

Rgb: TypeAlias = tuple[float, float, float]
"""Red, green and blue from 0 to 1, sRGB."""

BLACK: Rgb = (0.0, 0.0, 0.0)
_HEX = re.compile(r"#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})")
_HEX_OPACITY = re.compile(r"#([0-9a-fA-F]{4}|[0-9a-fA-F]{8})")
_CSS_FUNCTION = re.compile(r"(rgba?|hsla?)\(([^()]*)\)", re.IGNORECASE)
_ICC = re.compile(r"icc-color\([^()]*\)", re.IGNORECASE)
_FUNCTION = re.compile(r"rgb\(\s*([0-9.]+%?)\s*,\s*([0-9.]+%?)\s*,\s*([0-9.]+%?)\s*\)")
# The keywords of SVG 1.1, section 4.4.
_NAMES = """
aliceblue:f0f8ff antiquewhite:faebd7 aqua:00ffff aquamarine:7fffd4 azure:f0ffff beige:f5f5dc bisque:ffe4c4
black:000000 blanchedalmond:ffebcd blue:0000ff blueviolet:8a2be2 brown:a52a2a burlywood:deb887 cadetblue:5f9ea0
chartreuse:7fff00 chocolate:d2691e coral:ff7f50 cornflowerblue:6495ed cornsilk:fff8dc crimson:dc143c cyan:00ffff
darkblue:00008b darkcyan:008b8b darkgoldenrod:b8860b darkgray:a9a9a9 darkgreen:006400 darkgrey:a9a9a9
darkkhaki:bdb76b darkmagenta:8b008b darkolivegreen:556b2f darkorange:ff8c00 darkorchid:9932cc darkred:8b0000
darksalmon:e9967a darkseagreen:8fbc8f darkslateblue:483d8b darkslategray:2f4f4f darkslategrey:2f4f4f
darkturquoise:00ced1 darkviolet:9400d3 deeppink:ff1493 deepskyblue:00bfff dimgray:696969 dimgrey:696969
dodgerblue:1e90ff firebrick:b22222 floralwhite:fffaf0 forestgreen:228b22 fuchsia:ff00ff gainsboro:dcdcdc
ghostwhite:f8f8ff gold:ffd700 goldenrod:daa520 gray:808080 green:008000 greenyellow:adff2f grey:808080
honeydew:f0fff0 hotpink:ff69b4 indianred:cd5c5c indigo:4b0082 ivory:fffff0 khaki:f0e68c lavender:e6e6fa
lavenderblush:fff0f5 lawngreen:7cfc00 lemonchiffon:fffacd lightblue:add8e6 lightcoral:f08080 lightcyan:e0ffff
lightgoldenrodyellow:fafad2 lightgray:d3d3d3 lightgreen:90ee90 lightgrey:d3d3d3 lightpink:ffb6c1
lightsalmon:ffa07a lightseagreen:20b2aa lightskyblue:87cefa lightslategray:778899 lightslategrey:778899
lightsteelblue:b0c4de lightyellow:ffffe0 lime:00ff00 limegreen:32cd32 linen:faf0e6 magenta:ff00ff maroon:800000
mediumaquamarine:66cdaa mediumblue:0000cd mediumorchid:ba55d3 mediumpurple:9370db mediumseagreen:3cb371
mediumslateblue:7b68ee mediumspringgreen:00fa9a mediumturquoise:48d1cc mediumvioletred:c71585
midnightblue:191970 mintcream:f5fffa mistyrose:ffe4e1 moccasin:ffe4b5 navajowhite:ffdead navy:000080
oldlace:fdf5e6 olive:808000 olivedrab:6b8e23 orange:ffa500 orangered:ff4500 orchid:da70d6 palegoldenrod:eee8aa
palegreen:98fb98 paleturquoise:afeeee palevioletred:db7093 papayawhip:ffefd5 peachpuff:ffdab9 peru:cd853f
pink:ffc0cb plum:dda0dd powderblue:b0e0e6 purple:800080 rebeccapurple:663399 red:ff0000 rosybrown:bc8f8f
royalblue:4169e1 saddlebrown:8b4513 salmon:fa8072 sandybrown:f4a460 seagreen:2e8b57 seashell:fff5ee
sienna:a0522d silver:c0c0c0 skyblue:87ceeb slateblue:6a5acd slategray:708090 slategrey:708090 snow:fffafa
springgreen:00ff7f steelblue:4682b4 tan:d2b48c teal:008080 thistle:d8bfd8 tomato:ff6347 turquoise:40e0d0
violet:ee82ee wheat:f5deb3 white:ffffff whitesmoke:f5f5f5 yellow:ffff00 yellowgreen:9acd32
"""
_NAMED = dict(entry.split(":") for entry in _NAMES.split())


@lru_cache(maxsize=4096)
def colour(text: str) -> Rgb:
    """Return the colour that ``text`` names: #rgb, #rrggbb, rgb(r, g, b) or a keyword. Raises ValueError.

    >>> colour("#f00"), colour("white")
    ((1.0, 0.0, 0.0), (1.0, 1.0, 1.0))
    """
    plain = text.strip()
    digits = _NAMED.get(plain.lower())
    if digits is None:
        match = _HEX.fullmatch(plain)
        digits = match[1] if match else None
    if digits is not None:
        if len(digits) == 3:
            digits = "".join(digit * 2 for digit in digits)
        red, green, blue = (int(digits[index : index + 2], 16) / 255 for index in (0, 2, 4))
        return red, green, blue
    parts = _FUNCTION.fullmatch(plain)
    if parts is None:
        raise ValueError(f"{text!r} is not a colour: write #rrggbb, rgb(r, g, b), none or a name such as white")
    return _part(parts[1]), _part(parts[2]), _part(parts[3])


def _part(text: str) -> float:
    share = float(text[:-1]) / 100 if text.endswith("%") else float(text) / 255
    if share > 1:
        raise ValueError(f"{text!r} is out of range: colours go up to 255 or 100%")
    return share


@lru_cache(maxsize=4096)
def css_colour(text: str) -> tuple[Rgb, float]:
    """Return the colour that ``text`` names as CSS writes it, with its opacity: #rgba, #rrggbbaa, rgba(), hsl(),
    hsla() and transparent too. Raises ValueError.

    >>> css_colour("#0f08"), css_colour("hsl(120 100% 50% / 50%)")
    (((0.0, 1.0, 0.0), 0.5333333333333333), ((0.0, 1.0, 0.0), 0.5))
    """
    plain = text.strip()
    found = _ICC.search(plain)
    if found is not None and found.end() == len(plain) and plain[: found.start()][-1:].isspace():
        plain = plain[: found.start()].rstrip()
    if plain.lower() == "transparent":
        return BLACK, 0.0
    match = _HEX_OPACITY.fullmatch(plain)
    if match is not None:
        digits = match[1] if len(match[1]) == 8 else "".join(digit * 2 for digit in match[1])
        return colour("#" + digits[:6]), int(digits[6:], 16) / 255
    match = _CSS_FUNCTION.fullmatch(plain)
    if match is not None:
        return _css_function(match[1].lower(), match[2], text)
    try:
        return colour(plain), 1.0
    except ValueError:
        raise ValueError(
            f"{text[:60]!r} is not a colour that is read: write #rrggbb, rgb(r, g, b), hsl(h, s%, l%) or a name"
        ) from None


def _css_function(name: str, inside: str, text: str) -> tuple[Rgb, float]:
    parts = inside.replace(",", " ").replace("/", " ").split()
    if len(parts) not in {3, 4}:
        raise ValueError(f"{text[:60]!r} has {len(parts)} parts, not three or four")
    opacity = between(share(parts[3])) if len(parts) == 4 else 1.0
    if name.startswith("rgb"):
        red, green, blue = (between(share(part) / (1 if part.endswith("%") else 255)) for part in parts[:3])
        return (red, green, blue), opacity
    turn = share(re.sub(r"deg$", "", parts[0])) / 360 % 1
    full, light = (between(share(part)) for part in parts[1:3])
    return colorsys.hls_to_rgb(turn, light, full), opacity
