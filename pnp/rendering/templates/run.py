"""Run templates within their limits, and locate every error at its template line."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import jinja2
from jinja2.exceptions import SecurityError

from pnp.diagnostics import Diagnostic, Location, PnpError, TemplateError
from pnp.rendering.templates.fields import NO_COLUMN
from pnp.rendering.templates.sandbox import (
    Sandbox,
    explain_unknown_name,
    render_limited,
)
from pnp.rendering.templates.sources import SHARED
from pnp.units import Size

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
        from pnp.rendering.templates.rows import at_row  # noqa: PLC0415 - as below

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
            from pnp.rendering.templates.explain import explain_syntax  # noqa: PLC0415 - builds without errors need none

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
        from pnp.rendering.templates.explain import describe_error  # noqa: PLC0415 - as above
        from pnp.rendering.templates.undefined import hint_for_undefined  # noqa: PLC0415 - as above

        code = "unknown-column" if str(error.message).startswith(NO_COLUMN) else "undefined-name"
        hint = hint_for_undefined(str(error.message), environment, {**environment.globals, **(values or {})})
        raise _located_error(error, code, f"{describe_error(error)} ({where})", name, engine, hint) from error
    except (jinja2.TemplateError, TypeError, ValueError, ArithmeticError, LookupError, AttributeError) as error:
        from pnp.rendering.templates.explain import describe_arguments, describe_error  # noqa: PLC0415 - as above

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
