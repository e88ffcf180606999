"""Run templates within their limits, and locate every error at its template line, with hints for unknown names."""

from __future__ import annotations

import re
import traceback
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import jinja2
from jinja2.exceptions import SecurityError

from pnp.diagnostics import Diagnostic, Location, PnpError, TemplateError
from pnp.model.component import Item
from pnp.model.game import Game
from pnp.model.text import language_tag
from pnp.rendering.templates.explain import describe_arguments, describe_error, explain_syntax
from pnp.rendering.templates.fields import NO_COLUMN
from pnp.rendering.templates.rows import at_row
from pnp.rendering.templates.sandbox import (
    SUFFIX,
    Sandbox,
    did_you_mean,
    explain_unknown_name,
    render_limited,
)
from pnp.rendering.templates.sources import SHARED
from pnp.units import Size

_CONSTANTS = frozenset({"true", "false", "none"})
_UNDEFINED = re.compile(r"'(\w+)' is undefined")
_NO_ATTRIBUTE = re.compile(r"'[\w.]*?(\w+) object' has no attribute '(\w+)'")


def hint_for_undefined(message: str, environment: Sandbox, values: Mapping[str, object]) -> str | None:
    """Return a hint for an undefined name, or for one that a value lacks. ``values`` are those that the template
    reads."""
    lacking = _NO_ATTRIBUTE.search(message)
    if lacking is not None:
        return _hint_for_attribute(lacking[1], lacking[2], environment, values)
    match = _UNDEFINED.search(message)
    return None if match is None else _hint_for_name(match[1], environment, values)


def _hint_for_attribute(kind: str, name: str, environment: Sandbox, values: Mapping[str, object]) -> str | None:
    """Return a hint for a name that a value of a kind lacks: a row of a deck has its columns in ``fields``."""
    game = values.get("game")
    if kind == "TemplateModule":
        return did_you_mean(name, environment.macro_names())
    if kind == "Item" and isinstance(game, Game) and any(name in item.fields for item in _items(game)):
        return f"a row has its columns in fields: write .fields.{name}"
    if kind == "str" and language_tag(name) == name:
        return f"a text is in the language of the face already: leave out .{name}"
    owner = next((value for value in values.values() if type(value).__name__ == kind), None)
    return did_you_mean(name, (known for known in dir(owner) if not known.startswith("_")))


def _hint_for_name(name: str, environment: Sandbox, values: Mapping[str, object]) -> str | None:
    """Return a hint for an undefined name. It may resemble another one or that of a library, be defined where it is not
    read, or be a word that needs quotes."""
    if name in values:
        return "import this file with context: {% import … as … with context %}"
    if name == "loop":
        return "`loop` is known within a loop, and not in its `if`: write items[0:3] for the first three, or ask inside"
    if name.lower() in _CONSTANTS:
        return f"write {name.lower()}"
    keys = getattr(values.get("w"), "wording", {})
    libraries = [library.removesuffix(SUFFIX) for library in environment.names_in("")]
    game = values.get("game")
    key = next((key for key in keys if key == name or key.startswith(f"{name}-")), None)
    near = None if name in keys else did_you_mean(name, [*values, *libraries])
    if name in libraries:
        near = f'import it first: {{% import "{name}{SUFFIX}" as {name} with context %}}'
    elif isinstance(game, Game) and name in game.decks:
        near = f'a deck is read as game.decks["{name}"]'
    elif near is None and key is not None:
        near = f'a key stands between quotes: w("{key}")'
    elif near is None and _is_known_text(name, values):
        near = f'a text stands between quotes: "{name}"'
    return near


def _items(game: Game) -> Iterator[Item]:
    return (item for deck in game.decks.values() for item in deck)


def _is_known_text(name: str, values: Mapping[str, object]) -> bool:
    """Tell whether a name is that of art, or the text of a card."""
    has_art, game = values.get("has_art"), values.get("game")
    items = _items(game) if isinstance(game, Game) else ()
    return (callable(has_art) and has_art(name)) or any(name in item.fields.values() for item in items)


TIGHTEST = 4
"""Highest value of ``tight``, from 0, that page templates read: how much closer than preferred a full page is set."""
FACE_END = "</svg>\n"
_TOO_FULL = frozenset({"no-room", "text-overflow"})


def draw_tightened(draw: Callable[[int], str]) -> str:
    """Draw a page with its preferred spacing, or as little tighter as fits."""
    too_loose, best = -1, ""
    tight = TIGHTEST + 1
    while tight - too_loose > 1:
        # Try the preferred spacing first, then bisect between what was too full and what fits.
        current = 0 if too_loose < 0 else (too_loose + tight) // 2
        try:
            best, tight = draw(current), current
        except TemplateError as error:
            if current == TIGHTEST or any(diagnostic.code not in _TOO_FULL for diagnostic in error.diagnostics):
                raise
            too_loose = current
    return best


def run_template(environment: Sandbox, name: str, values: Mapping[str, Any], where: str, engine: str) -> str:
    """Return what the template ``name`` of ``engine`` draws with ``values``. ``where`` names the face in messages.
    Raises TemplateError, located in the template."""
    try:
        with errors_at_lines(environment, name, where, engine, values):
            environment.begin_face()
            return render_limited(environment.get_template(f"{name}.svg.j2"), values)
    except TemplateError as error:
        located = tuple(at_row(diagnostic, environment) for diagnostic in error.diagnostics)
        if located == error.diagnostics:
            raise
        raise TemplateError(located) from error


@contextmanager
def errors_at_lines(
    environment: Sandbox, name: str, where: str, engine: str, values: Mapping[str, Any] | None = None
) -> Iterator[None]:
    """Turn an error of the template ``name`` of ``engine`` into a TemplateError at its line. ``values`` are those it is
    drawn with, if it is drawn."""
    try:
        yield
    except PnpError as error:
        raise _with_location(error, where) from error
    except jinja2.TemplateNotFound as error:
        missing = str(error.name)
        raise TemplateError(
            Diagnostic(
                "missing-template",
                f"there is no template {missing!r} ({where})",
                _template_frame(error) or environment.place_of(missing),
                environment.near_template(missing) or f"add templates/{_path_of(missing, engine)}",
                subject=missing,
            )
        ) from error
    except jinja2.TemplateSyntaxError as error:
        line = error.lineno
        explained = explain_unknown_name(str(error.message), environment.filters, environment.tests)
        if explained is None:
            syntax = explain_syntax(str(error.message), line, error.source)
            explained, line = (syntax.message, syntax.hint), syntax.line
        location = Location(error.filename or f"templates/{engine}/{name}.svg.j2", line)
        raise TemplateError(
            Diagnostic("template-syntax", f"{explained[0]} ({where})", location, explained[1])
        ) from error
    except SecurityError as error:
        message, _, suggestion = str(error).partition("\n")
        raise _located_error(
            error, "template-refused", f"{message} ({where})", name, engine, suggestion or None
        ) from error
    except SyntaxError as error:  # of the code that Jinja makes: Python limits how deep statements may be
        message = f"statements are nested too deeply: {error.msg} ({where})"
        raise _located_error(error, "template-refused", message, name, engine) from error
    except RecursionError as error:
        is_running = _template_frame(error) is not None
        fault = "a template or macro calls itself without end" if is_running else "an expression is nested too deeply"
        message = f"{fault} ({where})"
        raise _located_error(error, "template-refused", message, name, engine) from error
    except jinja2.UndefinedError as error:
        code = "unknown-column" if str(error.message).startswith(NO_COLUMN) else "undefined-name"
        hint = hint_for_undefined(str(error.message), environment, {**environment.globals, **(values or {})})
        raise _located_error(error, code, f"{describe_error(error)} ({where})", name, engine, hint) from error
    except (jinja2.TemplateError, TypeError, ValueError, ArithmeticError, LookupError, AttributeError) as error:
        message, hint = describe_arguments(error, environment.globals) or (describe_error(error), None)
        raise _located_error(error, "template-error", f"{message} ({where})", name, engine, hint) from error


def whole_face(body: str, size: Size, bleed: float) -> str:
    """Return a face as a whole document."""
    width, height = size.width + 2 * bleed, size.height + 2 * bleed
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}mm" height="{height:g}mm" '
        f'viewBox="{-bleed:g} {-bleed:g} {width:g} {height:g}">'
    )
    return f"{head}{body}{FACE_END}"


def _located_error(
    error: Exception, code: str, message: str, name: str, engine: str, hint: str | None = None
) -> TemplateError:
    frames = template_frames(error)
    if frames and frames[0].file != frames[-1].file:
        message = f"{message}, called at {frames[0]}"
    place = frames[-1] if frames else Location(f"templates/{engine}/{name}.svg.j2")
    return TemplateError(Diagnostic(code, message, place, hint))


def _path_of(template: str, engine: str) -> str:
    return template if template.startswith(f"{SHARED}/") else f"{engine}/{template}"


def template_frames(error: BaseException) -> list[Location]:
    """Return the template lines in the error's traceback, the outermost first; Jinja puts template lines there."""
    frames = traceback.extract_tb(error.__traceback__)
    return [Location(frame.filename, frame.lineno) for frame in frames if frame.filename.endswith(".j2")]


def _template_frame(error: BaseException) -> Location | None:
    """Return the innermost template line in the error's traceback."""
    return next(reversed(template_frames(error)), None)


def is_in_another_file(place: Location | None) -> bool:
    """Tell whether a place is in no template, but in a file that templates share, such as a theme or a font."""
    return place is not None and not place.file.endswith(".j2") and ".j2 " not in place.file


_OF_CALLS = frozenset({"missing-value"})
"""Errors of words that the call in a template may cause: the line is named too."""


def _with_location(error: PnpError, where: str) -> PnpError:
    """Locate an error without a place at its line of the template, and name the card ``where`` it arose. An error in
    another file is the same for every card."""
    location = _template_frame(error)

    def located(diagnostic: Diagnostic) -> Diagnostic:
        if not is_in_another_file(diagnostic.location):
            message = f"{diagnostic.message} ({where})"
            return replace(diagnostic, location=diagnostic.location or location, message=message)
        if diagnostic.code in _OF_CALLS and location is not None:
            return replace(diagnostic, message=f"{diagnostic.message}, at {location}")
        return diagnostic

    return type(error)([located(diagnostic) for diagnostic in error.diagnostics])
