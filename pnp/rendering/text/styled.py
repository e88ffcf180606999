"""Style paragraphs before they are set: find the font role of each character, plain or marked up."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

from pnp.records import dataclass
from pnp.rendering.art import CHARACTER, PREFIX
from pnp.rendering.text.fitting import ParagraphStyle

if TYPE_CHECKING:
    from pnp.rendering.text.marked import TextSpan


BLANKS = re.compile(r"[ \t]*[\n\r\t]\s*")
_STRONG = re.compile(r"\*\*(.+?)\*\*", re.DOTALL)
INDENT = 1.3
"""Indent of a list, in em."""
MARKER_GAP = 0.4
"""Gap between a marker and its item, in em."""

Check = Callable[[str, str], None]


@dataclass(frozen=True, slots=True)
class StyledText:
    """Characters of a paragraph, and the font role of each."""

    text: str
    roles: list[str]

    @classmethod
    def of(cls, text: str, font: str, strong: str) -> StyledText:
        """Return a plain text, with ``**words**`` in the role ``strong``."""
        parts = _STRONG.split(BLANKS.sub(" ", text).replace("\t", " "))
        return cls("".join(parts), [strong if index % 2 else font for index, part in enumerate(parts) for _ in part])

    @classmethod
    def of_spans(cls, spans: Iterable[TextSpan], font: str, strong: str) -> StyledText:
        """Return a marked-up text; an icon is one character in a role of its own."""
        characters, roles = "", []
        voices = {"plain": font, "strong": strong, "emphasis": "emphasis"}
        for span in spans:
            text = CHARACTER if span.icon else span.text.replace("\t", " ")
            characters += text
            roles += [PREFIX + span.icon if span.icon else voices[span.voice]] * len(text)
        return cls(characters, roles)


def style_marked_line(text: str, font: str, strong: str, check: Check) -> StyledText:
    """Return a marked-up text on one line. Raises TemplateError for an unknown icon."""
    from pnp.rendering.text.marked import parse_line  # noqa: PLC0415 - most texts are plain

    return StyledText.of_spans(parse_line(text, check), font, strong)


def style_marked_paragraphs(
    text: str, font: str, strong: str, hanging: bool, check: Check
) -> Sequence[tuple[StyledText, ParagraphStyle]]:
    """Return the paragraphs of a marked-up text, with their styles. Without ``hanging`` the markers of lists are words
    of their items. Raises TemplateError for an unknown icon."""
    from pnp.rendering.text.marked import SCALES, TextSpan, parse_blocks  # noqa: PLC0415 - as above

    paragraphs = []
    for block in parse_blocks(text, check):
        spans = block.spans
        if block.level:
            paragraphs.append(
                (StyledText.of_spans(spans, "title", strong), ParagraphStyle(0.0, block.above, SCALES[block.level - 1]))
            )
            continue
        if block.marker and not hanging:
            spans = (TextSpan(f"{block.marker} "), *spans)
        indent, marker = (INDENT * block.depth, block.marker) if hanging else (0.0, "")
        paragraphs.append((StyledText.of_spans(spans, font, strong), ParagraphStyle(indent, block.above, 1.0, marker)))
    return paragraphs
