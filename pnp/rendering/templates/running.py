"""Templates at work: run within their limits, with every error told at the line of the template that made it."""

from __future__ import annotations

import re
import traceback
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import jinja2
from jinja2 import nodes
from jinja2.environment import TemplateExpression
from jinja2.exceptions import SecurityError
from jinja2.parser import Parser
from jinja2.visitor import NodeTransformer

from pnp.diagnostics import Diagnostic, Location, PnpError, TemplateError
from pnp.model.text import Language
from pnp.rendering.templates.fields import NO_COLUMN, CardFields, FieldReads, Values, absent
from pnp.rendering.templates.sandbox import Sandbox, make_bare_environment, render_limited, undefined_name, unknown_name
from pnp.rendering.templates.sources import SHARED
from pnp.units import Size

# What Python says of a value that a template cannot work with, in words of templates.

_KINDS = {
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
    (r"'(\w+)' object is not iterable", "{0} has no items to go through"),
    (r"(?:float|integer)[a-z ]* (?:division|modulo)[a-z ]*|division by zero", "a number is divided by zero"),
)


def in_words(error: Exception) -> str:
    """The message of an error, as far as it is one that values of cards bring about.

    >>> in_words(TypeError("'>' not supported between instances of 'str' and 'int'"))
    "'>' compares a text with a number"
    """
    text = str(error)
    for pattern, wording in _WORDINGS:
        match = re.search(pattern, text)
        if match is not None:
            return wording.format(*(_KINDS.get(part, part) for part in match.groups()))
    return text


_TIGHTEST = 4
"""Templates of pages read ``tight``, 0 to this: how much closer than liked a full page has to be set."""
_TOO_FULL = frozenset({"no-room", "text-overflow"})


def tightened(draw: Callable[[int], str]) -> str:
    """What ``draw`` makes of a page: as one likes it, or, where that is too full, as little tighter as will do."""
    loose, best = -1, ""
    tight = _TIGHTEST + 1
    while tight - loose > 1:
        # First as one likes it, then by halves between what was too full and what fits.
        asked = 0 if loose < 0 else (loose + tight) // 2
        try:
            best, tight = draw(asked), asked
        except TemplateError as error:
            if asked == _TIGHTEST or any(found.code not in _TOO_FULL for found in error.diagnostics):
                raise
            loose = asked
    return best


def run_template(environment: Sandbox, name: str, values: Mapping[str, Any], where: str, engine: str) -> str:
    """What the template ``name`` of ``engine`` draws with ``values``; ``where`` says in messages for which face. Raises
    TemplateError, located in the template."""
    with errors_at_lines(environment, name, where, engine, values):
        environment.begin_face()
        return render_limited(environment.get_template(f"{name}.svg.j2"), values)


@contextmanager
def errors_at_lines(
    environment: Sandbox, name: str, where: str, engine: str, values: Mapping[str, Any] | None = None
) -> Iterator[None]:
    """What goes wrong with the template ``name`` of ``engine``, as TemplateError at its line. ``values`` are what it is
    drawn with, if it is."""
    try:
        yield
    except PnpError as error:
        raise _located(error, where) from error
    except jinja2.TemplateNotFound as error:
        raise TemplateError(
            Diagnostic(
                "missing-template",
                f"there is no template {error.name!r} ({where})",
                hint=f"add templates/{_path_of(str(error.name), engine)}",
                subject=str(error.name),
            )
        ) from error
    except jinja2.TemplateSyntaxError as error:
        message, hint = unknown_name(str(error.message), environment.filters, environment.tests)
        place = Location(error.filename or name, error.lineno)
        raise TemplateError(Diagnostic("template-syntax", f"{message} ({where})", place, hint)) from error
    except SecurityError as error:
        said, _, instead = str(error).partition("\n")
        raise _blame(error, "template-refused", f"{said} ({where})", name, engine, instead or None) from error
    except RecursionError as error:
        endless = f"a template or macro calls itself without end ({where})"
        raise _blame(error, "template-refused", endless, name, engine) from error
    except jinja2.UndefinedError as error:
        code = "unknown-column" if str(error.message).startswith(NO_COLUMN) else "undefined-name"

        near = undefined_name(str(error.message), {**environment.globals, **(values or {})})
        raise _blame(error, code, f"{in_words(error)} ({where})", name, engine, near) from error
    except (jinja2.TemplateError, TypeError, ValueError, ArithmeticError, LookupError, AttributeError) as error:
        raise _blame(error, "template-error", f"{in_words(error)} ({where})", name, engine) from error


def whole_face(body: str, definitions: str, size: Size, bleed: float) -> str:
    """A face as a whole document. Symbols may use symbols only of their own file, so one pass finds them all."""
    wide, tall = size.width + 2 * bleed, size.height + 2 * bleed
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide:g}mm" height="{tall:g}mm" '
        f'viewBox="{-bleed:g} {-bleed:g} {wide:g} {tall:g}">'
    )
    defs = f"<defs>{definitions}</defs>" if definitions else ""
    return f"{head}{defs}{body}</svg>\n"


def _blame(error: Exception, code: str, message: str, name: str, engine: str, hint: str | None = None) -> TemplateError:
    whole = Location(f"templates/{engine}/{name}.svg.j2")
    return TemplateError(Diagnostic(code, message, _template_frame(error) or whole, hint))


def _path_of(template: str, engine: str) -> str:
    return template if template.startswith(f"{SHARED}/") else f"{engine}/{template}"


def _template_frame(error: BaseException) -> Location | None:
    """The innermost line of a template in the error's traceback; Jinja puts template lines there."""
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        if frame.filename.endswith((".svg.j2", ".j2")):
            return Location(frame.filename, frame.lineno)
    return None


def _located(error: PnpError, where: str) -> PnpError:
    place = _template_frame(error)
    diagnostics = [
        replace(item, location=item.location or place, message=f"{item.message} ({where})")
        for item in error.diagnostics
    ]
    return type(error)(diagnostics)


# Expressions of the definition over cards, as ``where`` has them: those of templates, in the same sandbox.

_MOST_CHARACTERS = 2_000
_OWN = ("card", "values")


class CompiledExpression:
    """A compiled expression. ``names`` are the columns that it reads by their bare names."""

    def __init__(self, text: str) -> None:
        """Raises ValueError where ``text`` is no expression."""
        if len(text) > _MOST_CHARACTERS:
            raise ValueError(f"it is longer than {_MOST_CHARACTERS} characters")
        self._environment: Sandbox = make_bare_environment()
        bare = _BareNames(frozenset({*_OWN, *self._environment.globals}))
        try:
            parser = Parser(self._environment, text, state="variable")
            tree = parser.parse_expression()
            if not parser.stream.eos:
                raise ValueError("there is more behind the expression")
            tree.set_environment(self._environment)
            result = nodes.Assign(nodes.Name("result", "store"), bare.visit(tree), lineno=1)
            self._run = TemplateExpression(self._environment.from_string(nodes.Template([result], lineno=1)), False)
        except jinja2.TemplateError as error:
            raise ValueError(str(error.message or "this is no expression")) from error
        except (RecursionError, SyntaxError, MemoryError) as error:
            raise ValueError("it is nested too deep") from error
        self.names = tuple(dict.fromkeys(bare.found))

    def begin(self) -> None:
        """Grant the work that one deck may take."""
        self._environment.begin_face()

    def __call__(self, fields: Mapping[str, Any], values: Mapping[str, Any], language: Language) -> Any:
        """What it says of a card. Raises ValueError, with the column read last as the second argument, where it cannot
        be worked out."""
        reading = FieldReads()
        known = {"card": CardFields(fields, language, reading), "values": Values(values, language)}
        try:
            found = self._run(known)
            # What is not there is told by its name.
            return bool(found) if isinstance(found, jinja2.Undefined) else found
        except (jinja2.TemplateError, TypeError, ValueError, ArithmeticError, LookupError) as error:
            raise ValueError(in_words(error), reading.last) from error
        except (AttributeError, RecursionError) as error:
            raise ValueError(in_words(error), reading.last) from error

    def unknown(self, fields: Mapping[str, Any], language: Language) -> list[str]:
        """What to say of each name that is no column of such cards."""
        card = CardFields(fields, language)
        return [absent(card, name) for name in self.names if name not in card]


class _BareNames(NodeTransformer):
    """Makes ``cost`` what ``card.cost`` is."""

    def __init__(self, known: frozenset[str]) -> None:
        self._known = known
        self.found: list[str] = []

    def visit_Name(self, node: nodes.Name) -> nodes.Node:  # noqa: N802 - as Jinja names it
        """The field of the card that a name stands for."""
        if node.name in self._known:
            return node
        self.found.append(node.name)
        return nodes.Getattr(nodes.Name("card", "load", lineno=1), node.name, "load", lineno=1)
