"""Paragraphs before they are set: their characters with the font role of each, plain or marked up."""

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
"""How far a list is set in, in em."""
MARKER_GAP = 0.4
"""Between a marker and its item, in em."""

Check = Callable[[str, str], None]


@dataclass(frozen=True, slots=True)
class StyledText:
    """A paragraph's characters, and the font role of each."""

    said: str
    roles: list[str]

    @classmethod
    def of(cls, text: str, font: str, strong: str) -> StyledText:
        """A plain text, with ``**words**`` in the role ``strong``."""
        parts = _STRONG.split(BLANKS.sub(" ", text).replace("\t", " "))
        return cls("".join(parts), [strong if index % 2 else font for index, part in enumerate(parts) for _ in part])

    @classmethod
    def of_spans(cls, spans: Iterable[TextSpan], font: str, strong: str) -> StyledText:
        """What is marked up, an icon as one character in a role of its own."""
        said, roles = "", []
        voices = {"plain": font, "strong": strong, "emphasis": "emphasis"}
        for span in spans:
            text = CHARACTER if span.icon else span.text.replace("\t", " ")
            said += text
            roles += [PREFIX + span.icon if span.icon else voices[span.voice]] * len(text)
        return cls(said, roles)


def marked_line(text: str, font: str, strong: str, check: Check) -> StyledText:
    """A marked-up text on one line. Raises TemplateError for an icon that there is not."""
    from pnp.rendering.text.marked import spans_of  # noqa: PLC0415 - most texts are plain

    return StyledText.of_spans(spans_of(text, check), font, strong)


def marked_parts(
    text: str, font: str, strong: str, hanging: bool, check: Check
) -> Sequence[tuple[StyledText, ParagraphStyle]]:
    """The paragraphs of a marked-up text and the manner of each; without ``hanging`` the markers of lists are words of
    their items. Raises TemplateError for an icon that there is not."""
    from pnp.rendering.text.marked import SCALES, TextSpan, parts_of  # noqa: PLC0415 - as above

    found = []
    for part in parts_of(text, check):
        spans = part.spans
        if part.level:
            found.append(
                (StyledText.of_spans(spans, "title", strong), ParagraphStyle(0.0, part.above, SCALES[part.level - 1]))
            )
            continue
        if part.marker and not hanging:
            spans = (TextSpan(f"{part.marker} "), *spans)
        indent, marker = (INDENT * part.depth, part.marker) if hanging else (0.0, "")
        found.append((StyledText.of_spans(spans, font, strong), ParagraphStyle(indent, part.above, 1.0, marker)))
    return found
