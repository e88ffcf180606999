"""Read marked-up texts: Markdown's bold, italic, headings and lists, and icons in braces.

markdown-it (CommonMark) reads them with only these rules switched on. A line end stays a line end, as on every card. A
value that fills a placeholder is plain text, so it is hidden from the reader. So are Japanese punctuation marks,
because CommonMark ignores ``**`` beside them.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Literal

from pnp.diagnostics import Diagnostic, TemplateError
from pnp.records import dataclass
from pnp.rendering.art import CHARACTER, PREFIX
from pnp.rendering.text.fitting import ParagraphStyle
from pnp.rendering.text.words import literal_positions

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

Voice = Literal["plain", "strong", "emphasis"]
_BRACES = re.compile(r"\{\{|\}\}|\{([^{}]*)\}|[{}]")
_ICON = re.compile(r"[a-z0-9][a-z0-9_-]*")
_HIDDEN = 0xF0000
"""First private character of plane 15; such characters replace text that Markdown must not read."""
_BULLET = "•"
GAP = 0.45
"""White in em between paragraphs that a blank line parts, and before a heading."""
SCALES = (1.4, 1.2, 1.1)
"""Size of headings of the first three levels, relative to the text."""


@dataclass(frozen=True, slots=True)
class TextSpan:
    """Characters in one voice, or an icon by its name."""

    text: str
    voice: Voice = "plain"
    icon: str = ""


@dataclass(frozen=True, slots=True)
class MarkedBlock:
    """Lines that belong together: a paragraph, a heading (``level`` from 1) or a list item (``marker``). ``depth`` is
    the number of lists around an item. ``above`` is the white over the block, in em."""

    spans: tuple[TextSpan, ...]
    level: int = 0
    marker: str = ""
    depth: int = 0
    above: float = 0.0


def parse_blocks(text: str, check: Callable[[str, str], None]) -> tuple[MarkedBlock, ...]:
    """Return the blocks of a marked-up text. ``check`` is called with each icon's name and the text, and raises for an
    unknown icon. Raises TemplateError for a brace that belongs to no icon."""
    hidden_text, originals = _hide_literals(text)
    blocks: list[MarkedBlock] = []
    lists: list[tuple[str, int]] = []
    level, marker, end_line = 0, "", -1
    for token in _reader().parse(hidden_text):
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
            above = _space_above(blocks, token, end_line, level)
            for index, spans in enumerate(_lines(token.children or (), text, originals, check)):
                is_first = index == 0
                blocks.append(
                    MarkedBlock(spans, level, marker if is_first else "", len(lists), above if is_first else 0.0)
                )
            marker, end_line = "", token.map[1] if token.map else end_line
    return tuple(blocks)


def parse_line(text: str, check: Callable[[str, str], None]) -> tuple[TextSpan, ...]:
    """Return the spans of one marked-up line: emphasis and icons. Raises as ``parse_blocks``."""
    hidden_text, originals = _hide_literals(text)
    (token,) = _reader().parseInline(hidden_text)
    lines = list(_lines(token.children or (), text, originals, check))
    return tuple(span for index, line in enumerate(lines) for span in ((TextSpan(" "), *line) if index else line))


@cache
def _reader() -> MarkdownIt:
    # Imported here: only marked-up texts need it, and the import takes as long as drawing ten faces.
    from markdown_it import MarkdownIt  # noqa: PLC0415

    reader = MarkdownIt("zero").enable(["emphasis", "heading", "list", "newline", "escape"])
    for ruler in (reader.core.ruler, reader.block.ruler, reader.inline.ruler, reader.inline.ruler2):
        ruler.getRules("")  # fills its list of rules before a second thread can see half of it
    return reader


def _space_above(blocks: Sequence[MarkedBlock], token: Token, end_line: int, level: int) -> float:
    """Return the white over a block in em: none over the first, and none without a blank line."""
    if not blocks:
        return 0.0
    after_blank = token.map is not None and token.map[0] > end_line
    return GAP if after_blank or level or blocks[-1].level else 0.0


def _hide_literals(text: str) -> tuple[str, dict[str, str]]:
    """Replace literal characters and East Asian marks by private ones; return the text and what these stand for."""
    literal = literal_positions(text)
    originals: dict[str, str] = {}
    characters = []
    for index, char in enumerate(text):
        if (index in literal and char != "\n") or _is_east_asian_mark(char) or ord(char) >= _HIDDEN:
            stand_in = chr(_HIDDEN + len(originals))
            originals[stand_in] = char
            characters.append(stand_in)
        else:
            characters.append(char)
    return "".join(characters), originals


def _is_east_asian_mark(char: str) -> bool:
    return char > "\u2e7f" and unicodedata.category(char)[0] in "PSZ"


def _lines(
    tokens: Sequence[Token], text: str, originals: dict[str, str], check: Callable[[str, str], None]
) -> Iterator[tuple[TextSpan, ...]]:
    """Yield the lines of an inline token, in spans."""
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
            spans = _parse_icons(token.content, text, check)
            line += [replace(span, text=_restore(span.text, originals), voice=voices[-1]) for span in spans]
    yield tuple(line)


def _restore(text: str, originals: dict[str, str]) -> str:
    return "".join(originals.get(char, char) for char in text)


def _parse_icons(part: str, text: str, check: Callable[[str, str], None]) -> Iterator[TextSpan]:
    """Yield the characters and icons of a part of a text."""
    position, plain = 0, ""
    for match in _BRACES.finditer(part):
        plain += part[position : match.start()]
        position = match.end()
        if match[0] in ("{{", "}}"):
            plain += match[0][0]
            continue
        name = match[1]
        if name is None or not _ICON.fullmatch(name):
            raise _lone_brace(text, match[0], part[match.end() :] if match[0] == "{" else name or "")
        check(name, text)
        if plain:
            yield TextSpan(plain)
        yield TextSpan("", icon=name)
        plain = ""
    if plain + part[position:]:
        yield TextSpan(plain + part[position:])


_PATH = re.compile(r"[a-z]\w*\.([a-z]\w*)")
"""Name of a value of a template, such as ``values.goal``."""


def _lone_brace(text: str, brace: str, inside: str) -> TemplateError:
    """Return the error for a brace that belongs to no icon; what stands ``inside`` it may begin with one's name."""
    name = inside.strip().lower()
    meant = _ICON.match(name) if brace == "{" else _ICON.fullmatch(name.replace(" ", "-"))
    example = "{coin}" if meant is None else f"{{{meant[0]}}}"
    hint = f"an icon is its name in braces, in small letters: {example}; write {{{{ and }}}} for braces"
    path = _PATH.match(name)
    if path is not None:
        hint = f"texts read no {path[0]}: in words.toml write {{{path[1]}}}, and {path[1]}={path[0]} in the call of w"
    excerpt = text if len(text) <= 60 else text[:57] + "…"
    return TemplateError(
        Diagnostic(
            "brace",
            f"{brace!r} in the text {excerpt!r} is no icon",
            hint=hint,
            subject=text,
        )
    )


# Font roles of marked-up text

BLANKS = re.compile(r"(?<![ \t])[ \t]*[\n\r\t]\s*")
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
    return StyledText.of_spans(parse_line(text, check), font, strong)


def style_marked_paragraphs(
    text: str, font: str, strong: str, hanging: bool, check: Check
) -> Sequence[tuple[StyledText, ParagraphStyle]]:
    """Return the paragraphs of a marked-up text, with their styles. Without ``hanging`` the markers of lists are words
    of their items. Raises TemplateError for an unknown icon."""
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
