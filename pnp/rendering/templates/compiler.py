"""Compile templates with Jinja2.

Loops are paid for in advance, joined text is measured by the sandbox, and the names that a template reads are recorded.
"""

from __future__ import annotations

import hashlib
import marshal
import re
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from contextlib import contextmanager, nullcontext
from dataclasses import field
from functools import cached_property, partial
from importlib.util import MAGIC_NUMBER
from math import isfinite
from pathlib import Path
from types import CodeType
from typing import Any

import jinja2
from jinja2 import nodes
from jinja2.compiler import CodeGenerator, Frame, MacroRef, operators
from jinja2.lexer import Lexer, Token, TokenStream, newline_re
from jinja2.lexer import operators as signs
from jinja2.parser import Parser

from pnp.cache.disk import TEMPLATES, DiskCache
from pnp.cache.edition import edition
from pnp.records import dataclass

_SEARCHED = (nodes.Extends, nodes.Block, nodes.ImportedName)
"""Nodes that Jinja's compiler looks for in the whole tree of every template."""


@dataclass(slots=True)
class TemplateReads:
    """Names from outside and other templates that a template reads. ``templates`` holds None for a template that is
    named by a value, and thus unknown."""

    names: set[str] = field(default_factory=set)
    templates: set[str | None] = field(default_factory=set)
    attributes: set[str] = field(default_factory=set)
    """Names that are read by attribute, as ``settings.hand``; the name alone if it is read whole."""


MAX_TOKENS = 50_000
"""Most names, numbers, signs and texts of a template; the longest of the shipped ones has 5,000."""


_RAW = re.compile(r"\{%[-+]?\s*raw\b")
_PARTNERS = {"(": ")", "[": "]", "{": "}", ")": "", "]": "", "}": ""}
"""Closing bracket of each bracket that opens."""


class TagLexer(Lexer):
    """Jinja's lexer with one pattern for all that stands in a tag. Jinja tries up to seven for each name and sign.

    A template with ``raw``, an expression, and what is wrong are left to Jinja.
    """

    def __init__(self, environment: jinja2.Environment) -> None:
        super().__init__(environment)
        self._inside = {kind: _inside_tag(self.rules[kind]) for kind in ("block_begin", "variable_begin")}

    def tokenize(
        self, source: str, name: str | None = None, filename: str | None = None, state: str | None = None
    ) -> TokenStream:
        """Return the tokens of a template, each read when it is asked for."""
        if state is not None or _RAW.search(source):
            return super().tokenize(source, name, filename, state)
        return TokenStream(self._tokens(source, name, filename), name, filename)

    def _tokens(self, source: str, name: str | None, filename: str | None) -> Iterator[Token]:
        text = newline_re.sub("\n", source).removesuffix("\n")
        begin, line, place = self.rules["root"][0].pattern, 1, 0
        while opening := begin.match(text, place):
            kind, before = str(opening.lastgroup), opening[1]
            data = _data(before, opening[kind], starts_line=text[place - 1 : place] in ("", "\n"))
            if data:
                yield Token(line, "data", data)
            line += before.count("\n")
            end: tuple[int, int] | None
            if kind == "comment_begin":
                closing = self.rules[kind][0].pattern.match(text, opening.end())
                unclosed = None if opening.end() < len(text) else (len(text), line)
                end = unclosed if closing is None else (closing.end(), line + closing[0].count("\n"))
            else:
                yield Token(line, kind, opening[kind])
                end = yield from _tag(self._inside[kind], text, opening.end(), line)
            if end is None:
                deque(self.wrap(self.tokeniter(source, name, filename), name, filename), 0)  # raises
                raise AssertionError("Jinja reads what is not read here")
            place, line = end
        if place < len(text):
            yield Token(line, "data", text[place:])


def _inside_tag(rules: Iterable[Any]) -> re.Pattern[str]:
    """Return the pattern of one token in a tag, with the blanks before it, out of Jinja's rules; names come first."""
    patterns = {rule.tokens: rule.pattern for rule in rules}
    parts = [rf"(?P<name>(?=[^\W\d]){patterns.pop('name').pattern})"]
    for kind, pattern in patterns.items():
        flags = "i" if pattern.flags & re.IGNORECASE else "s"
        parts.append(f"(?P<{kind}>(?{flags}:{pattern.pattern}))")
    return re.compile(rf"\ *(?:{'|'.join(parts)})", re.VERBOSE)


def _tag(inside: re.Pattern[str], text: str, place: int, line: int) -> Generator[Token, None, tuple[int, int] | None]:
    """Yield the tokens of a tag; return the place and the line after it, None if something in it is wrong."""
    partners: list[str] = []
    while match := inside.match(text, place):
        kind, place = str(match.lastgroup), match.end()
        word = match[kind]
        if kind == "name":
            if not word.isidentifier():
                return None
            yield Token(line, kind, word)
            continue
        is_end = kind.endswith("_end")
        if is_end and not partners:
            yield Token(line, kind, word)
            return place, line + word.count("\n")
        if is_end:  # it closes a bracket, as in {{ {"a": {}} }}
            kind, word, place = "operator", word[0], match.start(kind) + 1
        if kind == "operator":
            partner = _PARTNERS.get(word)
            if partner:
                partners.append(partner)
            elif partner is not None and (not partners or partners.pop() != word):
                return None
            yield Token(line, signs[word], word)
        elif kind != "whitespace":
            try:
                yield Token(line, kind, _VALUES[kind](word))
            except ValueError:
                return None
        line += word.count("\n")
    return (place, line) if place == len(text) else None


def _data(before: str, tag: str, *, starts_line: bool) -> str:
    """Return the text before a tag without the blanks that are not printed."""
    if tag.endswith("-"):
        return before.rstrip()
    head, newline, indent = before.rpartition("\n")
    is_indented = (newline or starts_line) and not tag.startswith("{{") and not tag.endswith("+")
    return head + newline if is_indented and not indent.strip() else before


def _unescaped(quoted: str) -> str:
    text = quoted[1:-1]
    return text.encode("ascii", "backslashreplace").decode("unicode-escape") if "\\" in text else text


_VALUES: Mapping[str, Callable[[str], Any]] = {
    "string": _unescaped,
    "float": lambda digits: float(digits.replace("_", "")),
    "integer": lambda digits: int(digits.replace("_", ""), 0),
}
"""Values of tokens, by their kind."""


class LoopParser(Parser):
    """Jinja's parser with one change: the items of a ``for`` loop go through the filter ``counted``.

    It also notes if a template extends another one or has blocks, and which filters and tests it names. The compiler
    searches the whole tree for these, and for names that only extensions of Jinja import. A template that extends
    nothing and has no blocks need not be searched.
    """

    _plain = True

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.stream._iter = self._short(self.stream._iter)  # where tokens come from
        self._filters: set[str] = set()
        self._tests: set[str] = set()

    def _short(self, tokens: Iterator[Token]) -> Iterator[Token]:
        """Yield the tokens of a template, unless they would take too long to compile."""
        for number, token in enumerate(tokens):
            if number > MAX_TOKENS:
                self.fail(f"a template holds at most {MAX_TOKENS:,} names, numbers, signs and texts", token.lineno)
            yield token

    def parse(self) -> nodes.Template:
        """Return the tree of the template."""
        # Jinja also tells every node its environment, which is asked for where a node is computed without a context.
        template = nodes.Template(self.subparse(), lineno=1)
        if self._plain:
            template.find_all = partial(_find_all, template)  # type: ignore[method-assign]  # skips searches
            template.dependencies = _leaves(self._filters, self._tests)  # type: ignore[attr-defined]  # read below
        return template

    def parse_filter(self, node: nodes.Expr | None, start_inline: bool = False) -> nodes.Expr | None:
        """Return a value with the filters after it, and note their names."""
        parsed = last = super().parse_filter(node, start_inline)
        while last is not node and isinstance(last, nodes.Filter):
            self._filters.add(last.name)
            last = last.node
        return parsed

    def parse_test(self, node: nodes.Expr) -> nodes.Expr:
        """Return a test of a value, and note its name."""
        parsed = super().parse_test(node)
        test = parsed.node if isinstance(parsed, nodes.Not) else parsed
        assert isinstance(test, nodes.Test)
        self._tests.add(test.name)
        return parsed

    def parse_for(self) -> nodes.For:
        """Return a loop over counted items."""
        loop = super().parse_for()
        loop.iter = nodes.Filter(loop.iter, "counted", [], [], None, None, lineno=loop.lineno)
        self._filters.add("counted")
        if self._plain:
            loop.find_all = partial(_find_all, loop)  # type: ignore[method-assign]  # as above
        return loop

    def parse_extends(self) -> nodes.Extends:
        """Parse as Jinja does, and note it."""
        self._plain = False
        return super().parse_extends()

    def parse_block(self) -> nodes.Block:
        """Parse as Jinja does, and note it."""
        self._plain = False
        return super().parse_block()


def _find_all(node: nodes.Node, kind: Any) -> Iterator[Any]:
    """Search a tree that extends nothing and has no blocks."""
    return iter(()) if kind in _SEARCHED else nodes.Node.find_all(node, kind)


def _leaves(filters: set[str], tests: set[str]) -> list[nodes.Node]:
    """Return a node for each filter and test, without anything below it."""
    return [
        *(nodes.Filter(None, name, [], [], None, None) for name in sorted(filters)),
        *(nodes.Test(None, name, [], [], None, None) for name in sorted(tests)),
    ]


_OF_TEMPLATE = "l_0_"
"""How Jinja begins the variables of a template outside loops, macros and ``with``. They are never undefined again."""


class TemplateGenerator(CodeGenerator):
    """Jinja's compiler with its own ``~``; it also fills ``environment.reads``, by template."""

    _dotted: nodes.Name | None = None
    _dependencies: list[nodes.Node] | None = None
    _assigned: frozenset[str] = frozenset()
    """Variables of Python that a tag has given a value on every way to this place."""

    def visit_Template(self, node: nodes.Template, frame: Frame | None = None) -> None:  # noqa: N802 - as Jinja names them
        """Write the module of a template. The parser may have noted the filters and tests that it names."""
        self._dependencies = getattr(node, "dependencies", None)
        super().visit_Template(node, frame)

    def pull_dependencies(self, body: Iterable[nodes.Node]) -> None:
        """Write the lines that look up filters and tests, those that the parser noted if it did."""
        super().pull_dependencies(body if self._dependencies is None else self._dependencies)

    @cached_property
    def _reads(self) -> TemplateReads:
        reads: TemplateReads = self.environment.reads.setdefault(self.name or "", TemplateReads())  # type: ignore[attr-defined]
        return reads

    def enter_frame(self, frame: Frame) -> None:
        """Record the names that a frame looks up outside the template."""
        super().enter_frame(frame)
        for action, name in frame.symbols.loads.values():
            if action == "resolve" and name is not None:
                self._reads.names.add(name)

    def visit_Getattr(self, node: nodes.Getattr, frame: Frame) -> None:  # noqa: N802 - as above
        """Record which attribute of a name is read."""
        if isinstance(node.node, nodes.Name):
            self._reads.attributes.add(f"{node.node.name}.{node.attr}")
            self._dotted = node.node
        super().visit_Getattr(node, frame)

    def visit_Name(self, node: nodes.Name, frame: Frame) -> None:  # noqa: N802 - as above
        """Record that a name is read whole."""
        if node is not self._dotted:
            self._reads.attributes.add(node.name)
        variable = frame.symbols.ref(node.name)
        if node.ctx == "load" and variable in self._assigned:
            self.write(variable)  # Jinja asks here whether it is undefined
        else:
            super().visit_Name(node, frame)

    def blockvisit(self, nodes: Iterable[nodes.Node], frame: Frame) -> None:
        """Write the body of a tag. What it assigns need not be assigned after it: the body may never run."""
        before = self._assigned
        super().blockvisit(nodes, frame)
        self._assigned = before

    def macro_body(self, node: nodes.Macro | nodes.CallBlock, frame: Frame) -> tuple[Frame, MacroRef]:
        """Write a macro. A template may call it where variables around it are undefined again: after their loop."""
        with self._only_of_template():
            return super().macro_body(node, frame)

    def visit_For(self, node: nodes.For, frame: Frame) -> None:  # noqa: N802 - as above
        """Write a loop. A recursive one becomes a function, which may be called later as a macro may."""
        with self._only_of_template() if node.recursive else nullcontext():
            super().visit_For(node, frame)

    @contextmanager
    def _only_of_template(self) -> Iterator[None]:
        before = self._assigned
        self._assigned = frozenset(variable for variable in before if variable.startswith(_OF_TEMPLATE))
        yield
        self._assigned = before

    def visit_Macro(self, node: nodes.Macro, frame: Frame) -> None:  # noqa: N802 - as above
        """Write a macro, and note that its name is assigned."""
        super().visit_Macro(node, frame)
        self._assigned |= {frame.symbols.ref(node.name)}

    def visit_Const(self, node: nodes.Const, frame: Frame) -> None:  # noqa: N802 - as above
        """Refuse a number that Python writes as a name: ``inf``."""
        if isinstance(node.value, float) and not isfinite(node.value):
            self.fail("this number is too large", node.lineno)
        super().visit_Const(node, frame)

    def visit_Operand(self, node: nodes.Operand, frame: Frame) -> None:  # noqa: N802 - as above
        """Write the right side of a comparison, which goes through all of it, so that it is paid for."""
        self.write(f" {operators[node.op]} ")
        if isinstance(node.expr, nodes.Const):
            self.visit(node.expr, frame)
        else:
            self._visit_paid(node.expr, frame)

    def visit_Getitem(self, node: nodes.Getitem, frame: Frame) -> None:  # noqa: N802 - as above
        """Write what reads an item, or a part of a list, which is copied and so paid for."""
        if not isinstance(node.arg, nodes.Slice):
            super().visit_Getitem(node, frame)
            return
        self._visit_paid(node.node, frame)
        self.write("[")
        self.visit(node.arg, frame)
        self.write("]")

    def _visit_paid(self, node: nodes.Expr, frame: Frame) -> None:
        # A call for each number that is compared would take longer than the comparison.
        self.write("(environment.looked_through(paid) if type(paid := (")
        self.visit(node, frame)
        self.write(")) in environment.long_types else paid)")

    def visit_Concat(self, node: nodes.Concat, frame: Frame) -> None:  # noqa: N802 - as above
        """Write the call that joins the operands."""
        self.write("environment.joined((")
        for part in node.nodes:
            self.visit(part, frame)
            self.write(", ")
        self.write("))")

    def visit_Assign(self, node: nodes.Assign, frame: Frame) -> None:  # noqa: N802 - as above
        """Write an assignment to plain names without searching all of it for ``ns.name``. Jinja searches the whole
        statement, but only the target can have such a name."""
        targets = node.target.items if isinstance(node.target, nodes.Tuple) else [node.target]
        names = [target for target in targets if isinstance(target, nodes.Name)]
        if len(names) < len(targets):
            super().visit_Assign(node, frame)
            return
        self.push_assign_tracking()
        self.newline(node)
        self.visit(node.target, frame)
        self.write(" = ")
        self.visit(node.node, frame)
        self.pop_assign_tracking(frame)
        self._assigned |= {frame.symbols.ref(name.name) for name in names}

    def visit_Include(self, node: nodes.Include, frame: Frame) -> None:  # noqa: N802 - as above
        """Record which template is included."""
        self._record_template(node.template)
        super().visit_Include(node, frame)

    def visit_Import(self, node: nodes.Import, frame: Frame) -> None:  # noqa: N802 - as above
        """Record which template is imported."""
        self._record_template(node.template)
        super().visit_Import(node, frame)
        self._assigned |= {frame.symbols.ref(node.target)}

    def visit_FromImport(self, node: nodes.FromImport, frame: Frame) -> None:  # noqa: N802 - as above
        """Record the template that something is imported from."""
        self._record_template(node.template)
        super().visit_FromImport(node, frame)

    def visit_Extends(self, node: nodes.Extends, frame: Frame) -> None:  # noqa: N802 - as above
        """Record which template is extended."""
        self._record_template(node.template)
        super().visit_Extends(node, frame)

    def _record_template(self, template: nodes.Expr) -> None:
        value: Any = template.value if isinstance(template, nodes.Const) else None
        self._reads.templates.add(value if isinstance(value, str) else None)


# Compiled templates on disk
#
# Compiling a template takes longer than drawing with it. Like Python's ``__pycache__``, the cache stores marshalled
# code. It lies in the user's cache folder (``DiskCache``), under the digest of everything that it depends on: the
# text, its name, the releases of Jinja and Python, and the modules here that shape compilation. Code that is read is
# code that is run, so ``DiskCache`` returns only files that this user has signed.

COMPILER = tuple(f"pnp.rendering.templates.{module}" for module in ("sandbox", "compiler", "filters"))
"""Modules that shape compilation."""


class CompiledTemplateCache:
    """Disk cache of template code, with the reads of each template. It stores nothing if ``folder`` is None."""

    def __init__(self, folder: Path | None) -> None:
        self._files = DiskCache(TEMPLATES, folder)

    def find(self, source: str, name: str | None, filename: str | None) -> tuple[CodeType, TemplateReads] | None:
        """Return the stored code and reads of a template; None if they are missing or damaged."""
        payload = self._files.find(_key(source, name, filename))
        if payload is None:
            return None
        code, names, templates, attributes = marshal.loads(payload)  # noqa: S302 - signed by this user, see above
        return code, TemplateReads(set(names), set(templates), set(attributes))

    def keep(self, source: str, name: str | None, filename: str | None, code: CodeType, reads: TemplateReads) -> None:
        """Store the code of a template, whole or not at all."""
        templates: list[str | None] = [*sorted(template for template in reads.templates if template is not None)]
        templates += [None] if None in reads.templates else []
        payload = marshal.dumps((code, sorted(reads.names), templates, sorted(reads.attributes)))
        self._files.keep(_key(source, name, filename), payload)


def _key(source: str, name: str | None, filename: str | None) -> str:
    parts = (part.encode("utf-8", "surrogatepass") for part in (name or "", filename or "", source))
    digest = hashlib.sha256(MAGIC_NUMBER + jinja2.__version__.encode() + edition(*COMPILER))
    for part in parts:
        digest.update(len(part).to_bytes(8, "big") + part)
    return digest.hexdigest()
