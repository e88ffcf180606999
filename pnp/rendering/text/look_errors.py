"""Errors of templates that a value of the look causes, located at that value in theme.toml."""

from __future__ import annotations

import re
from collections.abc import Container

from pnp.diagnostics import Diagnostic, TemplateError
from pnp.rendering.templates.run import is_in_another_file, template_frames
from pnp.rendering.templates.sandbox import Sandbox
from pnp.rendering.text.theme import Theme

_NAME_OF_LOOK = re.compile(r"\blook\.(\w+)")
_MEASURE = re.compile(r"\s*(-?[0-9]+(?:\.[0-9]+)?)\s*(?:mm)?\s*")
_COLOUR, _NUMBER = "is not a colour", "a number"
"""What a message says if a colour or a number is needed in place of the text."""
_CALCULATING = frozenset({"template-error", "template-refused"})
"""Codes of errors of a template that calculates with a text."""


def at_look(error: TemplateError, theme: Theme, environment: Sandbox) -> TemplateError:
    """Return the errors of a face. What a value of the look causes is located at that value, the same for all cards."""
    frames = [] if error.__cause__ is None else template_frames(error.__cause__)
    names = {name for frame in frames for name in _NAME_OF_LOOK.findall(environment.line_at(frame))}
    return type(error)([_at_value(diagnostic, theme, names) for diagnostic in error.diagnostics])


def _at_value(diagnostic: Diagnostic, theme: Theme, names: Container[str]) -> Diagnostic:
    """Return an error at the value of the look that it is about, else as it is. ``names`` are those of the look that
    the lines of the templates read."""
    if is_in_another_file(diagnostic.location):
        return diagnostic
    for name, value in theme.look.texts().items():
        is_quoted, measure = repr(value) in diagnostic.message, _MEASURE.fullmatch(value)
        if is_quoted and _COLOUR in diagnostic.message:
            kind, hint = "colour", 'write it as "#rrggbb"'
        elif (is_quoted and _NUMBER in diagnostic.message) or (
            measure is not None and name in names and diagnostic.code in _CALCULATING
        ):
            kind, hint = "number", f"write it in mm, without quotes{'' if measure is None else f': {measure[1]}'}"
        else:
            continue
        key = name.replace("_", "-")
        return Diagnostic("bad-value", f"{key!r} is no {kind}: {value!r}", theme.place_of_look(name), hint)
    return diagnostic
