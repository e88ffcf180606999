"""Named papers and card sizes, in mm; papers are portrait.

Sources: ISO 216 (A), JIS P 0138 (B), ANSI/ASME Y14.1 (Letter, Legal, Tabloid); card sizes as the trade sells them.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Mapping

from pnp.model.game import Paper
from pnp.units import Size, parse_size

PAPERS: Mapping[str, Size] = {
    "a3": Size(297, 420),
    "a4": Size(210, 297),
    "a5": Size(148, 210),
    "jis-b4": Size(257, 364),
    "jis-b5": Size(182, 257),
    "letter": Size(215.9, 279.4),
    "legal": Size(215.9, 355.6),
    "tabloid": Size(279.4, 431.8),
}

CARDS: Mapping[str, Size] = {
    "poker": Size(63.5, 88.9),
    "poker-metric": Size(63, 88),
    "bridge": Size(57.2, 88.9),
    "euro": Size(59, 92),
    "american": Size(57, 87),
    "mini": Size(44, 68),
    "mini-euro": Size(44, 68),
    "mini-american": Size(41, 63),
    "micro": Size(31.75, 44.45),
    "jumbo": Size(88.9, 127),
    "a6": Size(105, 148),
    "japanese": Size(59, 86),
    "tarot": Size(70, 120),
    "square": Size(70, 70),
    "business": Size(91, 55),
    "business-us": Size(88.9, 50.8),
    "summary": Size(63, 88),
}

_SAME = 0.005
"""Difference in mm below which two lengths are the same, written in two units."""


def paper(text: str) -> Paper:
    """Return the paper that ``text`` names: a preset, or a size in either order. The result is portrait.

    >>> paper("A4").name, paper("11in x 8.5in").name, paper("200mm x 150mm")
    ('a4', 'letter', Paper(name='150x200mm', size=Size(width=150.0, height=200.0)))

    Raises ValueError, worded for the person who wrote the text.
    """
    size = _named_or_measured(text, PAPERS, "paper", "210mm x 297mm")
    lying = size.width > size.height
    size = size.turned if lying else size
    for name, preset in PAPERS.items():
        if abs(preset.width - size.width) < _SAME and abs(preset.height - size.height) < _SAME:
            return Paper(name, preset, lying)
    return Paper(f"{size.width:g}x{size.height:g}mm", size, lying)


def card_size(text: str) -> Size:
    """Return the trim size that ``text`` names: a preset, a portrait paper, or a size with the width first.

    >>> card_size("Poker metric"), card_size("88mm x 63mm")
    (Size(width=63, height=88), Size(width=88.0, height=63.0))

    Raises ValueError, worded for the person who wrote the text.
    """
    return _named_or_measured(text, {**CARDS, **PAPERS}, "card size", "63mm x 88mm")


def _named_or_measured(text: str, presets: Mapping[str, Size], noun: str, sample: str) -> Size:
    name = re.sub(r"[\s_]+", "-", text.strip()).lower()
    if name in presets:
        return presets[name]
    if name[:1].isdigit():
        return parse_size(text.strip())
    matches = difflib.get_close_matches(name, presets, n=1)
    suggestion = f"did you mean {matches[0]!r}? " if matches else ""
    raise ValueError(
        f"{text!r} is not a {noun}: {suggestion}write a size such as {sample}, or one of {', '.join(presets)}"
    )
