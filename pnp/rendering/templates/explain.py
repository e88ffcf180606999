"""Explain what is wrong with the syntax of a template, in the words of its author."""

from __future__ import annotations

import re
from ast import literal_eval
from collections.abc import Mapping
from difflib import get_close_matches

from pnp.records import dataclass
from pnp.rendering.templates.sandbox import SEE_DOCS

_STATEMENTS = (
    "for",
    "if",
    "elif",
    "else",
    "set",
    "macro",
    "call",
    "filter",
    "with",
    "block",
    "raw",
    "include",
    "import",
)
_ENDS = re.compile(r"'?end of (print statement|statement block|template)'?")
_CLOSING = (
    "else",
    "elif",
    *(f"end{name}" for name in ("for", "if", "set", "macro", "call", "filter", "with", "block")),
)
_VALUES = re.compile(r"got '(integer|float|string)'")
_KINDS_OF_VALUES: Mapping[str, str] = {"integer": "a number", "float": "a number", "string": "a text"}
_NEVER_CLOSED = "is never closed"
_SIGNS = {"print statement": "'}}'", "statement block": "'%}'", "template": "END"}
_TAG = re.compile(r"\{%[-+]?\s*(\w+)((?:[^%]|%(?!\}))*)%\}")
_WORDS: Mapping[str, str] = {
    "&": "write 'and'",
    "!": "write 'not', or != for unequal",
    "?": "write {{ a if condition else b }}",
    "'": "write another ' where the text ends",
    '"': 'write another " where the text ends',
}
"""What to write instead of a character that means nothing in a template."""
_MESSAGES: tuple[tuple[str, str, str | None], ...] = (
    (r"unexpected END, expected '}}'", "this {{{{ is never closed", "write }}}} where it ends"),
    (r"unexpected END, expected '%}'", "this {{% is never closed", "write %}} where it ends"),
    (r"Missing end of comment tag", "this {{# is never closed", "write #}} where it ends"),
    (
        r"Unexpected END\..*innermost block that needs to be closed is '(\w+)'",
        "this {{% {0} %}} is never closed",
        "write {{% end{0} %}} where it ends",
    ),
    (
        r"Encountered unknown tag '((?:end\w+|else|elif))'\..*innermost block that needs to be closed is '(\w+)'",
        "{{% {0} %}} does not belong to {{% {1} %}}, which is not closed yet",
        "write {{% end{1} %}} before it",
    ),
    (r"Encountered unknown tag 'end(\w+)'", "{{% end{0} %}} closes nothing", "is there {{% {0} … %}} before it?"),
    (r"Encountered unknown tag '(else|elif)'", "{{% {0} %}} belongs to no {{% if %}}", "write {{% if … %}} before it"),
    (r"expected token '%}', got '='", "= gives a name its value", "to compare, write =="),
    (r"expected token '%}', got 'if'", "'if' cannot follow here", "after else, write {{% elif condition %}}"),
    (
        r"expected token '}}', got (.+)",
        "{0} cannot follow here: {{{{ … }}}} holds one value",
        "join values with ~, or write each in {{{{ }}}} of its own",
    ),
    (r"expected token '%}', got (.+)", "{0} cannot follow here: the statement ends before it", None),
    (r"expected token 'in', got .+", "for takes its values after 'in'", "write {{% for card in cards %}}"),
    (r"expected token 'name', got (.+)", "a name is missing before {0}", None),
    (r"expected token ':', got .+", "'{{' begins a table here, and its name has no value", "write {{'name': value}}"),
    (r"expected token '([^']+)', got (.+)", "'{0}' is missing before {1}", None),
    (r"(?:Expected an expression, got|unexpected) ('}}'|'%}')", "a value is missing before {0}", None),
    (r"unexpected '([^']+)', expected '([^']+)'", "'{1}' is missing before '{0}'", None),
    (r"unexpected '\}'$", "'}}' stands alone here", "write %}} at the end of a statement, }}}} at that of a value"),
    (r"unexpected ('[^']+')", "{0} cannot stand here", None),
    (r"expected name or number", "a name is missing after the dot", None),
    (
        r"invalid syntax for function call expression",
        "a value without a name follows one with a name",
        "write it before",
    ),
)
"""Patterns of Jinja's messages, with the message and the hint to give instead."""


@dataclass(frozen=True, slots=True)
class SyntaxFault:
    """Fault in a template: a message, its line from 1, and a hint."""

    message: str
    line: int
    hint: str | None


def explain_syntax(message: str, line: int, source: str | None) -> SyntaxFault:
    """Explain a message of Jinja about ``line``. What is never closed is told where it begins, if the ``source`` of the
    template is known."""
    character = re.match(r"unexpected char (.+) at \d+", message)
    if character is not None:
        return _explain_character(literal_eval(character[1]), line)
    unknown = re.match(r"Encountered unknown tag '(\w+)'", message)
    if unknown is not None and unknown[1] not in _CLOSING:
        opened = re.search(r"needs to be closed is '(\w+)'", message)
        if unknown[1] in ("end", "elseif", "elsif") and opened is not None:
            meant = f"end{opened[1]}" if unknown[1] == "end" else "elif condition"
            return SyntaxFault(f"there is no statement {{% {unknown[1]} %}}", line, f"write {{% {meant} %}}")
        similar = get_close_matches(unknown[1], _STATEMENTS, 1, 0.6)
        suggestion = f"did you mean {similar[0]!r}?" if similar else SEE_DOCS
        return SyntaxFault(f"there is no statement {{% {unknown[1]} %}}", line, suggestion)
    plain = _ENDS.sub(lambda end: _SIGNS[end[1]], message)
    plain = _VALUES.sub(lambda value: f"got {_KINDS_OF_VALUES[value[1]]}", plain)
    for pattern, explained, hint in _MESSAGES:
        match = re.match(pattern, plain)
        if match is not None:
            words = [str(word) for word in match.groups()]
            shown = explained.format(*words)
            begin = _opening_line(source, shown) if source is not None and shown.endswith(_NEVER_CLOSED) else line
            return SyntaxFault(shown, begin, None if hint is None else hint.format(*words))
    return SyntaxFault(plain.replace("END", "the end of the file"), line, None)


def _explain_character(character: str, line: int) -> SyntaxFault:
    if character in "'\"":
        return SyntaxFault(f"the text that begins with {character} never ends", line, _WORDS[character])
    return SyntaxFault(f"{character!r} means nothing here", line, _WORDS.get(character))


def _opening_line(source: str, message: str) -> int:
    """Return the line of the statement, or of the sign, that a message says is never closed."""
    sign, name = re.findall(r"(\{[{%#]) ?(\w+)?", message)[0]
    if name == "is":
        return source.count("\n", 0, max(source.rfind(sign), 0)) + 1
    open_lines: list[int] = []
    for tag in _TAG.finditer(source):
        if tag[1] == name and not (name == "set" and "=" in tag[2]):
            open_lines.append(source.count("\n", 0, tag.start()) + 1)
        elif tag[1] == f"end{name}" and open_lines:
            open_lines.pop()
    return open_lines[-1] if open_lines else source.count("\n") + 1
