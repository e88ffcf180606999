"""Expressions over cards in the definition (``where``), compiled and run as templates are."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any

import jinja2
from jinja2 import nodes
from jinja2.environment import TemplateExpression
from jinja2.lexer import Token
from jinja2.parser import Parser
from jinja2.visitor import NodeTransformer

from pnp.model.text import Language
from pnp.rendering.templates.conditions import fixed_conditions
from pnp.rendering.templates.explain import describe_error, explain_syntax
from pnp.rendering.templates.fields import CardFields, FieldReads, Values, missing_name_message
from pnp.rendering.templates.sandbox import Sandbox, make_bare_environment
from pnp.rendering.templates.slips import compared_constants, near_text, wrong_type

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
        self._fixed = [(slip.message, slip.hint) for slip in fixed_conditions(assignment)]

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
        another type than all, and for each part that is true or false for all cards. ``columns`` gives the values of
        a column."""
        slips = list(self._fixed)
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
