"""Marked-up texts: Markdown's bold, italic, headings and lists, and icons in braces.

Read by markdown-it (CommonMark), of which only these rules are switched on. A line end stays a line end, as on every
card. What fills a placeholder is text and nothing else: it is hidden from the reader, and so are the marks of Japanese,
beside which CommonMark does not take ``**`` for a mark.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Literal

from pnp.diagnostics import Diagnostic, TemplateError
from pnp.records import dataclass
from pnp.rendering.text.words import literal_places

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token


Voice = Literal["plain", "strong", "emphasis"]
_BRACES = re.compile(r"\{\{|\}\}|\{([^{}]*)\}|[{}]")
_ICON = re.compile(r"[a-z0-9][a-z0-9_-]*")
_HIDDEN = 0xF0000
"""Private characters, of plane 15, stand for what the reader of Markdown is not to see."""
_BULLET = "•"
GAP = 0.45
"""White in em between paragraphs that a blank line parts, and before a heading."""
SCALES = (1.4, 1.2, 1.1)
"""How much larger than the text headings of the first three levels are."""


@dataclass(frozen=True, slots=True)
class TextSpan:
    """Characters in one voice, or an icon by its name."""

    text: str
    voice: Voice = "plain"
    icon: str = ""


@dataclass(frozen=True, slots=True)
class MarkedBlock:
    """Lines that belong together: a paragraph, a heading (``level`` from 1) or an item of a list (``marker``), as many
    lists deep as ``depth`` says. ``above`` is the white over it in em."""

    spans: tuple[TextSpan, ...]
    level: int = 0
    marker: str = ""
    depth: int = 0
    above: float = 0.0


def parts_of(text: str, check: Callable[[str, str], None]) -> tuple[MarkedBlock, ...]:
    """A marked-up text as its parts. ``check`` is given every icon's name and the text, and raises for one that there
    is not. Raises TemplateError for a brace that belongs to no icon."""
    hidden, shown = _hide(text)
    parts: list[MarkedBlock] = []
    lists: list[tuple[str, int]] = []
    level, marker, end = 0, "", -1
    for token in _reader().parse(hidden):
        kind = token.type
        if kind in ("bullet_list_open", "ordered_list_open"):
            lists.append(("" if kind[0] == "b" else "1", 0))
        elif kind in ("bullet_list_close", "ordered_list_close"):
            lists.pop()
        elif kind == "list_item_open":
            marker = f"{token.info}." if lists[-1][0] else _BULLET
        elif kind == "heading_open":
            level = min(int(token.tag[1:]), len(SCALES))
        elif kind == "heading_close":
            level = 0
        elif kind == "inline":
            above = _above(parts, token, end, level)
            for place, spans in enumerate(_lines(token.children or (), text, shown, check)):
                first = place == 0
                parts.append(MarkedBlock(spans, level, marker if first else "", len(lists), above if first else 0.0))
            marker, end = "", token.map[1] if token.map else end
    return tuple(parts)


def spans_of(text: str, check: Callable[[str, str], None]) -> tuple[TextSpan, ...]:
    """One line of marked-up text: its emphasis and its icons. Raises as ``parts_of``."""
    hidden, shown = _hide(text)
    (token,) = _reader().parseInline(hidden)
    lines = list(_lines(token.children or (), text, shown, check))
    return tuple(span for place, line in enumerate(lines) for span in ((TextSpan(" "), *line) if place else line))


@cache
def _reader() -> MarkdownIt:
    # Imported here: only texts that ask for markup need it, and importing it takes as long as ten faces to draw.
    from markdown_it import MarkdownIt  # noqa: PLC0415

    reader = MarkdownIt("zero").enable(["emphasis", "heading", "list", "newline", "escape"])
    for ruler in (reader.core.ruler, reader.block.ruler, reader.inline.ruler, reader.inline.ruler2):
        ruler.getRules("")  # fills its list of rules; a thread that comes meanwhile would read by half of them
    return reader


def _above(parts: Sequence[MarkedBlock], token: Token, end: int, level: int) -> float:
    """The white over a part: none over the first, and between those that no blank line parts."""
    if not parts:
        return 0.0
    parted = token.map is not None and token.map[0] > end
    return GAP if parted or level or parts[-1].level else 0.0


def _hide(text: str) -> tuple[str, dict[str, str]]:
    """``text`` with private characters for what is literal or a mark of East Asia, and what they stand for."""
    literal = literal_places(text)
    shown: dict[str, str] = {}
    found = []
    for place, char in enumerate(text):
        if (place in literal and char != "\n") or _is_east_asian_mark(char):
            stand_in = chr(_HIDDEN + len(shown))
            shown[stand_in] = char
            found.append(stand_in)
        else:
            found.append(char)
    return "".join(found), shown


def _is_east_asian_mark(char: str) -> bool:
    return char > "\u2e7f" and unicodedata.category(char)[0] in "PSZ"


def _lines(
    tokens: Sequence[Token], text: str, shown: dict[str, str], check: Callable[[str, str], None]
) -> Iterator[tuple[TextSpan, ...]]:
    """The lines of an inline token, in spans."""
    line: list[TextSpan] = []
    voices: list[Voice] = ["plain"]
    for token in tokens:
        if token.type in ("softbreak", "hardbreak"):
            yield tuple(line)
            line = []
        elif token.type in ("strong_open", "em_open"):
            strong = token.type == "strong_open" or voices[-1] == "strong"
            voices.append("strong" if strong else "emphasis")
        elif token.type in ("strong_close", "em_close"):
            voices.pop()
        else:
            spans = _spans(token.content, text, check)
            line += [replace(span, text=_show(span.text, shown), voice=voices[-1]) for span in spans]
    yield tuple(line)


def _show(text: str, shown: dict[str, str]) -> str:
    return "".join(shown.get(char, char) for char in text)


def _spans(said: str, text: str, check: Callable[[str, str], None]) -> Iterator[TextSpan]:
    """Characters and icons of a stretch of text."""
    at, plain = 0, ""
    for match in _BRACES.finditer(said):
        plain += said[at : match.start()]
        at = match.end()
        if match[0] in ("{{", "}}"):
            plain += match[0][0]
            continue
        name = match[1]
        if name is None or not _ICON.fullmatch(name):
            raise _lone_brace(text, match[0])
        check(name, text)
        if plain:
            yield TextSpan(plain)
        yield TextSpan("", icon=name)
        plain = ""
    if plain + said[at:]:
        yield TextSpan(plain + said[at:])


def _lone_brace(text: str, found: str) -> TemplateError:
    shown = text if len(text) <= 60 else text[:57] + "…"
    return TemplateError(
        Diagnostic(
            "brace",
            f"{found!r} in the text {shown!r} is no icon",
            hint="an icon is its name in braces, {coin}; write {{ and }} for braces",
            subject=text,
        )
    )
