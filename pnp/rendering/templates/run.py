"""Run templates within their limits, and locate every error at its template line."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import jinja2
from jinja2 import nodes
from jinja2.environment import TemplateExpression
from jinja2.exceptions import SecurityError
from jinja2.lexer import Token
from jinja2.parser import Parser
from jinja2.visitor import NodeTransformer

from pnp.diagnostics import Diagnostic, Location, PnpError, TemplateError
from pnp.model.text import Language
from pnp.rendering.templates.explain import describe_arguments, describe_error, explain_syntax
from pnp.rendering.templates.fields import NO_COLUMN, CardFields, FieldReads, Values, missing_name_message
from pnp.rendering.templates.sandbox import (
    Sandbox,
    explain_unknown_name,
    hint_for_undefined,
    make_bare_environment,
    render_limited,
)
from pnp.rendering.templates.slips import compared_constants, near_text, wrong_type
from pnp.rendering.templates.sources import SHARED
from pnp.units import Size

_TIGHTEST = 4
"""Highest value of ``tight``, from 0, that page templates read: how much closer than preferred a full page is set."""
_TOO_FULL = frozenset({"no-room", "text-overflow"})


def draw_tightened(draw: Callable[[int], str]) -> str:
    """Draw a page with its preferred spacing, or as little tighter as fits."""
    too_loose, best = -1, ""
    tight = _TIGHTEST + 1
    while tight - too_loose > 1:
        # Try the preferred spacing first, then bisect between what was too full and what fits.
        current = 0 if too_loose < 0 else (too_loose + tight) // 2
        try:
            best, tight = draw(current), current
        except TemplateError as error:
            if current == _TIGHTEST or any(diagnostic.code not in _TOO_FULL for diagnostic in error.diagnostics):
                raise
            too_loose = current
    return best


def run_template(environment: Sandbox, name: str, values: Mapping[str, Any], where: str, engine: str) -> str:
    """Return what the template ``name`` of ``engine`` draws with ``values``. ``where`` names the face in messages.
    Raises TemplateError, located in the template."""
    with errors_at_lines(environment, name, where, engine, values):
        environment.begin_face()
        return render_limited(environment.get_template(f"{name}.svg.j2"), values)


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
    return f"{head}{body}</svg>\n"


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


# Expressions over cards in the definition (``where``)

_MAX_CHARACTERS = 2_000
_KNOWN_NAMES = ("card", "values")


class CompiledExpression:
    """Compiled template expression over a card, run in the template sandbox. ``names`` are the columns that it reads by
    their bare names."""

    def __init__(self, text: str) -> None:
        """Compile ``text``; raises ValueError if it is no expression."""
        if len(text) > _MAX_CHARACTERS:
            raise ValueError(f"it is longer than {_MAX_CHARACTERS} characters")
        self._environment: Sandbox = make_bare_environment()
        bare_names = _BareNames(frozenset({*_KNOWN_NAMES, *self._environment.globals}))
        try:
            parser = Parser(self._environment, text, state="variable")
            tree = parser.parse_expression()
            if not parser.stream.eos:
                raise ValueError(_explain_rest(parser.stream.current))
            tree.set_environment(self._environment)
            assignment = nodes.Assign(nodes.Name("result", "store"), bare_names.visit(tree), lineno=1)
            self._run = TemplateExpression(self._environment.from_string(nodes.Template([assignment], lineno=1)), False)
        except jinja2.TemplateError as error:
            raise ValueError(explain_syntax(str(error.message), 1, None).message) from error
        except (RecursionError, SyntaxError, MemoryError) as error:
            raise ValueError("it is nested too deep") from error
        self.names = tuple(dict.fromkeys(bare_names.columns))
        self._compared = [
            (name.removeprefix("card."), constant)
            for name, constant, _ in compared_constants(assignment, {})
            if name.startswith("card.")
        ]

    def begin(self) -> None:
        """Grant the work that one deck may take."""
        self._environment.begin_face()

    def __call__(self, fields: Mapping[str, Any], values: Mapping[str, Any], language: Language) -> Any:
        """Evaluate the expression for a card. Raises ValueError if that fails, with the column read last as the second
        argument."""
        reads = FieldReads()
        context = {"card": CardFields(fields, language, reads), "values": Values(values, language)}
        try:
            outcome = self._run(context)
            # A missing name is reported by ``bool``.
            return bool(outcome) if isinstance(outcome, jinja2.Undefined) else outcome
        except (jinja2.TemplateError, TypeError, ValueError, ArithmeticError, LookupError) as error:
            raise ValueError(describe_error(error), reads.last) from error
        except (AttributeError, RecursionError) as error:
            raise ValueError(describe_error(error), reads.last) from error

    def unknown(self, fields: Mapping[str, Any], language: Language) -> list[str]:
        """Return a message for each name that is no column of such cards."""
        card = CardFields(fields, language)
        return [missing_name_message(card, name) for name in self.names if name not in card]

    def never_equal(self, columns: Callable[[str], Collection[object]]) -> list[tuple[str, str]]:
        """Return a message and a hint for each constant that a column never is, and nearly one of its cells, or of
        another type than all. ``columns`` gives the values of a column."""
        slips: list[tuple[str, str]] = []
        for name, constant in self._compared:
            near = near_text(constant, columns(name))
            other_type = wrong_type(repr(name), constant, columns(name))
            if other_type is not None:
                slips.append(other_type)
            elif near is not None and (name, near) not in self._compared:
                slips.append((f"no card has {constant!r} in {name!r}", f"did you mean {near!r}?"))
        return slips


def _explain_rest(token: Token) -> str:
    """Explain why an expression ends before a token."""
    if token.type == "assign":
        return "= gives a name its value; to compare, write =="
    return f"{str(token.value)!r} cannot follow here; join conditions with 'and' or 'or'"


class _BareNames(NodeTransformer):
    """Transformer that makes ``cost`` mean ``card.cost``."""

    def __init__(self, known: frozenset[str]) -> None:
        self._known = known
        self.columns: list[str] = []

    def visit_Name(self, node: nodes.Name) -> nodes.Node:  # noqa: N802 - as Jinja names it
        """Return the field of the card that a name stands for."""
        if node.name in self._known:
            return node
        self.columns.append(node.name)
        return nodes.Getattr(nodes.Name("card", "load", lineno=1), node.name, "load", lineno=1)
