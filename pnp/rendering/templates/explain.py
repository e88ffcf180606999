"""Explain errors of templates in the words of their authors: wrong syntax, arguments of functions, values."""

from __future__ import annotations

import inspect
import re
from ast import literal_eval
from collections.abc import Callable, Iterator, Mapping
from difflib import get_close_matches
from typing import Any
from unicodedata import normalize

from pnp.records import dataclass
from pnp.rendering.templates.fields import MissingField
from pnp.rendering.templates.sandbox import SEE_DOCS, Sandbox

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
_QUOTES: Mapping[str, str] = {**dict.fromkeys("“”„«»＂", '"'), **dict.fromkeys("‘’‚＇", "'")}
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
    plain = _QUOTES.get(character, normalize("NFKC", character))
    hint = f"write {plain}" if plain != character and plain.isascii() else _WORDS.get(character)
    return SyntaxFault(f"{character!r} means nothing here", line, hint)


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


# Arguments of the functions that templates call: how many there are, their names, and their kinds.

_CALL = r"^(?:[\w.<>]+\.)?(\w+)\(\) "
_UNKNOWN_ARGUMENT = re.compile(_CALL + r"got an unexpected keyword argument '(\w+)'")
_LACKING_ARGUMENTS = re.compile(_CALL + r"missing [0-9]+ required (?:positional|keyword-only) arguments?: (.+)$")
_TWO_VALUES = re.compile(_CALL + r"got multiple values for argument '(\w+)'")
_TOO_MANY = re.compile(_CALL + r"takes .* but [0-9]+ (?:positional arguments? )?.*were given$")


def _describe_call(text: str, functions: Mapping[str, Any]) -> tuple[str, str] | None:
    """Return the message and the hint if Python refuses to call a function with its arguments; else None."""
    for pattern, wording in (
        (_UNKNOWN_ARGUMENT, "`{name}` has no `{argument}`"),
        (_LACKING_ARGUMENTS, "`{name}` lacks {argument}"),
        (_TWO_VALUES, "`{name}` gets `{argument}` twice"),
        (_TOO_MANY, "`{name}` gets more values than it takes"),
    ):
        match = pattern.search(text)
        if match is None:
            continue
        found = next(
            (entry for entry in functions.items() if getattr(entry[1], "__name__", None) == match[1]),
            (match[1], None),
        )
        name, function = ("w", None) if text.startswith("Words.") else found
        argument = match[2].replace("'", "`") if pattern.groups > 1 else ""
        parameters = [] if function is None else list(inspect.signature(function).parameters)
        close_names = get_close_matches(argument, parameters, 1, 0.7) if pattern is _UNKNOWN_ARGUMENT else []
        takes = f"it takes {', '.join(parameters)}" if parameters else "docs/templates.md tells what it takes"
        hint = f"did you mean `{close_names[0]}`? {takes}" if close_names else takes
        return wording.format(name=name, argument=argument), hint
    return None


_NUMBER, _TEXT = ((int, float), "a number"), ((str,), "a text")
_KINDS: Mapping[str, tuple[tuple[type, ...], str]] = {
    "float": _NUMBER,
    "int": _NUMBER,
    "float | None": _NUMBER,
    "int | None": _NUMBER,
    "str": _TEXT,
    "str | None": _TEXT,
}
"""Types of values and their names in words, by the annotation of a parameter."""


_CHOICES: Mapping[str, tuple[str, ...]] = {"Anchor": ("start", "middle", "end")}
"""Texts that a parameter allows, by its annotation."""


def describe_arguments(error: Exception, functions: Mapping[str, Any]) -> tuple[str, str | None] | None:
    """Return the message and the hint if an error of a template comes from wrong arguments of a function; else None."""
    return _describe_call(str(error), functions) or _describe_kind(error, functions)


def _describe_kind(error: Exception, functions: Mapping[str, Any]) -> tuple[str, str | None] | None:
    """Return the message and the hint if the function that was called last got a value of a wrong kind."""
    call = _last_call(error)
    if call is None:
        return None
    function, args, kwargs = call
    name = next((name for name, known in functions.items() if known == function), None)
    try:
        signature = inspect.signature(function)
        given = signature.bind(*args, **kwargs).arguments
    except (TypeError, ValueError):
        return None
    if name is None:
        return None
    wrong = (_describe_value(name, signature, argument, value) for argument, value in _arguments(signature, given))
    return next(filter(None, wrong), None)


def _describe_value(
    name: str, signature: inspect.Signature, argument: str, value: Any
) -> tuple[str, str | None] | None:
    """Return the message and the hint if a value is none that an argument of the function ``name`` takes; else None."""
    if isinstance(value, MissingField):
        return value.reason, None
    annotation = str(signature.parameters[argument].annotation)
    choices = _CHOICES.get(annotation, ())
    if choices and value not in choices:
        near = get_close_matches(str(value), choices, 1, 0.5)
        hint = f"did you mean {near[0]!r}?" if near else None
        return f"`{argument}` of `{name}` is {', '.join(choices[:-1])} or {choices[-1]}, not {value!r}", hint
    types, kind = _KINDS.get(annotation, ((), ""))
    if not types or value is None or isinstance(value, types):
        return None
    if kind == _TEXT[1] and not isinstance(value, int | float):
        return None  # the error itself says what to print of it
    shown = repr(value) if isinstance(value, str | int | float) else "another value"
    shown = shown if len(shown) <= _LONGEST_VALUE else "a long text"
    if argument == "bounds":
        return f"`{name}` takes whole numbers, not {shown}", None
    return f"`{argument}` of `{name}` takes {kind}, not {shown}", f"`{name}` takes {', '.join(signature.parameters)}"


def _arguments(signature: inspect.Signature, given: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """Yield each value that a function was given, with the name of its parameter."""
    for argument, value in given.items():
        several = signature.parameters[argument].kind is inspect.Parameter.VAR_POSITIONAL
        yield from ((argument, part) for part in (value if several else (value,)))


_LONGEST_VALUE = 40
"""Letters of a value that a message shows."""


def _last_call(error: Exception) -> tuple[Callable[..., Any], tuple[Any, ...], dict[str, Any]] | None:
    """Return the function that the sandbox called last before an error, and its arguments."""
    frame, found = error.__traceback__, None
    while frame is not None:
        if frame.tb_frame.f_code is Sandbox.call.__code__:
            values = frame.tb_frame.f_locals
            found = values["_Sandbox__obj"], values["args"], values["kwargs"]
        frame = frame.tb_next
    return found


# Python's messages about values, in the words of templates

_WORDS_FOR_TYPES = {
    "str": "a text",
    "Markup": "a text",
    "int": "a number",
    "float": "a number",
    "bool": "true or false",
    "NoneType": "nothing",
    "list": "a list",
    "tuple": "a list",
    "dict": "a table",
    "CardFields": "a card",
    "Values": "a table of values",
    "Item": "a card",
    "Macro": "a macro",
    "RuleSheet": "story",
    "TemplateModule": "the imported template",
    "Words": "the function w",
    "Typesetter": "this function",
    "Undefined": "nothing",
    "MissingField": "nothing",
    "function": "a function",
    "method": "a function",
}
_WORDINGS = (
    (r"'([<>]=?)' not supported between instances of '(\w+)' and '(\w+)'", "{0!r} compares {1} with {2}"),
    (r"unsupported operand type\(s\) for ([^: ]+)[^:]*: '(\w+)' and '(\w+)'", "{0!r} combines {1} with {2}"),
    (r"can only concatenate (\w+) \(not \"(\w+)\"\)", "'+' combines {0} with {1}; join texts with ~"),
    (r"bad operand type for (?:unary )?([^:()]+)(?:\(\))?: '(\w+)'", "{0!r} needs a number, and this is {1}"),
    (r"must be real number, not (\w+)", "a number is needed here, and this is {0}"),
    (r"type (\w+) doesn't define __round__ method", "a number is needed here, and this is {0}"),
    (r"Unknown format code '\w+' for object of type '(\w+)'", "a number is needed here, and this is {0}"),
    (r"'[\w.]*?(\w+) object' has no attribute '(\w+)'", "{0} has no {1!r}"),
    (r"'(\w+)' object is not callable", "{0} cannot be called"),
    (r"math domain error", "a measure has no root or logarithm: is one below 0?"),
    (r"expected string or bytes-like object(?:, got '(\w+)')?", "a text is needed here: are two values exchanged?"),
    (
        r"'float' object cannot be interpreted as an integer",
        "a whole number is needed here, and this one has a decimal point: write it without, or | int in the template",
    ),
    (r"'(\w+)' object cannot be interpreted as an integer", "a whole number is needed here, and this is {0}"),
    (r"'(\w+)' object is not iterable", "{0} has no items to go through"),
    (r"(?:float|integer)[a-z ]* (?:division|modulo)[a-z ]*|division by zero", "a number is divided by zero"),
)


def describe_error(error: Exception) -> str:
    """Return the message of an error, in plain words if card values can cause it.

    >>> describe_error(TypeError("'>' not supported between instances of 'str' and 'int'"))
    "'>' compares a text with a number"
    """
    text = str(error)
    for pattern, wording in _WORDINGS:
        match = re.search(pattern, text)
        if match is not None:
            return wording.format(*(_WORDS_FOR_TYPES.get(part, part) for part in match.groups()))
    return text
