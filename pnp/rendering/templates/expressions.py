"""Expressions of the definition over cards, as ``where`` has them: those of templates, in the same sandbox."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import jinja2
from jinja2 import nodes
from jinja2.environment import TemplateExpression
from jinja2.parser import Parser
from jinja2.visitor import NodeTransformer

from pnp.model.text import Language
from pnp.rendering.templates.fields import CardFields, Reading, Values, absent
from pnp.rendering.templates.running import in_words
from pnp.rendering.templates.sandbox import Sandbox, make_bare_environment

_MOST_CHARACTERS = 2_000
_OWN = ("card", "values")


class Expression:
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
        reading = Reading()
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
