"""Explain wrong arguments of the functions that templates call: how many there are, their names, and their kinds."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Mapping
from difflib import get_close_matches
from typing import Any

from pnp.rendering.templates.sandbox import Sandbox

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
"""Texts of which a parameter takes one, by its annotation."""


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
    for argument, value in given.items() if name is not None else ():
        choices = _CHOICES.get(str(signature.parameters[argument].annotation), ())
        if choices and value not in choices:
            near = get_close_matches(str(value), choices, 1, 0.5)
            hint = f"did you mean {near[0]!r}?" if near else None
            return f"`{argument}` of `{name}` is {', '.join(choices[:-1])} or {choices[-1]}, not {value!r}", hint
        types, kind = _KINDS.get(str(signature.parameters[argument].annotation), ((), ""))
        if types and value is not None and not isinstance(value, types):
            if kind == _TEXT[1] and not isinstance(value, int | float):
                return None  # the error itself says what to print of it
            shown = repr(value) if isinstance(value, str | int | float) else "another value"
            shown = shown if len(shown) <= _LONGEST_VALUE else "a long text"
            message = f"`{argument}` of `{name}` takes {kind}, not {shown}"
            return message, f"`{name}` takes {', '.join(signature.parameters)}"
    return None


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
