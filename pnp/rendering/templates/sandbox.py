"""Jinja2 sandbox: definition files and templates may come from strangers."""

from __future__ import annotations

import operator as operator_module
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from difflib import get_close_matches
from functools import cached_property, lru_cache
from itertools import islice
from types import BuiltinFunctionType, CodeType, FunctionType, GeneratorType, MethodType
from typing import Any

import jinja2
from jinja2 import nodes
from jinja2.exceptions import SecurityError
from jinja2.runtime import Macro, markup_join
from jinja2.sandbox import ImmutableSandboxedEnvironment
from markupsafe import Markup

from pnp.cache.disk import cache_folder
from pnp.diagnostics import Location
from pnp.rendering.templates.compiler import (
    CompiledTemplateCache,
    LoopParser,
    TagLexer,
    TemplateGenerator,
    TemplateReads,
)
from pnp.rendering.templates.fields import CardFields, MissingField
from pnp.rendering.templates.filters import MAX_TEXT, plain_value, printed_text, safe_filters, short_round
from pnp.rendering.templates.sources import SHARED, TemplateFolders, TemplateSource, places_of

MAX_FACE_BYTES = 2_000_000
_MAX_STEPS = 20_000
"""Most steps of one loop."""
MAX_WORK = 200_000
"""Most calls and loop steps that one face may take; rule sheets take a few thousand."""
_CHARACTERS_PER_STEP = 4
"""Characters of text that count as one step: setting text takes time by the character."""
_STEPS_PER_FILE = 20
_LETTERS_PER_STEP = 256
"""Letters of a text that a filter, a method or an operator goes through in one step."""
_ITEMS_PER_STEP = 16
"""Items of a list, likewise."""
_SHORT_FILTERS = frozenset(
    {"abs", "attr", "count", "d", "default", "first", "float", "int", "length", "round", "safe", "string"}
)
"""Filters that do not go through what they are given."""
_LISTS = frozenset({list, tuple, dict, set, frozenset, range})
_MAX_BITS = 4_096
_MAX_COMPILED = 256
_COMPILED: dict[tuple[str, str | None, str | None], tuple[CodeType, TemplateReads]] = {}
"""Code of templates by text, name and file name, with the reads of each."""
METHODS: Mapping[type, frozenset[str]] = {
    str: frozenset(
        {"capitalize", "casefold", "count", "endswith", "find", "index", "isalnum", "isalpha", "isascii", "isdecimal"}
        | {"isdigit", "islower", "isnumeric", "isspace", "isupper", "lower", "lstrip", "partition", "removeprefix"}
        | {"removesuffix", "rfind", "rindex", "rpartition", "rsplit", "rstrip", "split", "splitlines", "startswith"}
        | {"strip", "swapcase", "title", "upper"}
    ),
    dict: frozenset({"get", "items", "keys", "values"}),
    list: frozenset({"count", "index"}),
    tuple: frozenset({"count", "index"}),
    int: frozenset(),
    float: frozenset({"is_integer"}),
    bytes: frozenset(),
    set: frozenset(),
    frozenset: frozenset(),
}
"""Methods of plain values that templates may call. The others pad, repeat or allocate."""
_ROWS = frozenset({dict, CardFields})
_FUNCTIONS = frozenset({FunctionType, MethodType, BuiltinFunctionType})
_CACHED_FUNCTION = type(lru_cache(lambda: None))
_WITH_FLOAT = frozenset({(float, float), (float, int), (int, float)})
"""Types of two numbers whose result is a float."""
_FLOAT_OPERATORS: Mapping[str, Callable[[Any, Any], Any]] = {"+": operator_module.add, "*": operator_module.mul}
"""Operators that make nothing large out of a float: most of what templates calculate."""


class _Template(jinja2.Template):
    """Template whose imported modules are run again for every face. Then the reads of a face do not depend on which
    face came first."""

    def _get_default_module(self, ctx: Any = None) -> Any:
        self._module = None
        return super()._get_default_module(ctx)


class Sandbox(ImmutableSandboxedEnvironment):
    """Environment that refuses attributes outside the data, and templates that never end or make huge output."""

    code_generator_class = TemplateGenerator
    intercepted_binops = frozenset({"*", "**", "%", "+"})
    work_left = 0
    long_types = _LISTS | {str, Markup}
    """Types of values that may be long."""
    template_class = _Template
    find: Callable[[str], TemplateSource | None] = staticmethod(lambda _name: None)
    """Finder of templates by name."""
    names_in: Callable[[str], Iterable[str]] = staticmethod(lambda _folder: ())
    """Names of the templates in a folder; an empty one is that of the engine."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.reads: dict[str, TemplateReads] = {}
        """Reads of each template compiled so far."""
        self._files: dict[str, TemplateSource | None] = {}
        self.loaded: set[str] = set()
        """Templates requested since the current face began."""
        self._safe: dict[tuple[type, str], bool] = {}
        self.last_read: tuple[object, str] | None = None
        """Row of a deck or card that the current face read last, and the column."""

    def begin_face(self) -> None:
        """Grant the work that one face may take."""
        self.work_left = MAX_WORK
        self.loaded.clear()
        self.last_read = None

    def spend(self, work: int) -> None:
        """Take ``work`` off what the face has left. Raises SecurityError if that is used up."""
        self.work_left -= work
        if self.work_left < 0:
            raise SecurityError(f"the template takes more than {MAX_WORK} calls and steps of loops for one face")

    def looked_through(self, value: Any) -> Any:
        """Return ``value`` after the work of going through it is taken off what the face has left: a text or a list may
        be long, and so may be the lists inside it."""
        kind = type(value)
        if kind is str or kind is Markup:
            if len(value) > _LETTERS_PER_STEP:
                self.spend(len(value) // _LETTERS_PER_STEP)
        elif kind in _LISTS:
            pending: list[Any] = [value]
            while pending:
                held = pending.pop()
                self.spend(1 + len(held) // _ITEMS_PER_STEP)
                if type(held) is not range:
                    items = held.values() if type(held) is dict else held
                    pending += [item for item in items if type(item) in _LISTS]
        return value

    def call(__self, __context: Any, __obj: Any, *args: Any, **kwargs: Any) -> Any:  # noqa: N805 - as Jinja names them
        """Call what a template calls, within the work that is left."""
        work = 1
        for value in args:
            if isinstance(value, str):
                work += len(value) // _CHARACTERS_PER_STEP
        for value in kwargs.values():
            if isinstance(value, str):
                work += len(value) // _CHARACTERS_PER_STEP
        __self.spend(work)
        if type(__obj) is Macro:
            # Macros are half of all calls and always safe; Jinja's checks of them are slow.
            kwargs.pop("_block_vars", None)
            kwargs.pop("_loop_vars", None)
            return __obj(__context.eval_ctx, *args, **kwargs)
        if type(__obj) in _FUNCTIONS and not hasattr(__obj, "jinja_pass_arg") and __self.is_safe_callable(__obj):
            # Nearly all other functions need nothing from Jinja's slow path.
            kwargs.pop("_block_vars", None)
            kwargs.pop("_loop_vars", None)
            if type(__obj) is BuiltinFunctionType:  # a method of a plain value, ``max``, ``min``
                if type(__obj.__self__) in __self.long_types:
                    __self.looked_through(__obj.__self__)
                if args and type(args[0]) in __self.long_types:
                    __self.looked_through(args[0])
                    if "key" in kwargs:
                        __self.spend(len(args[0]))
            try:
                return __obj(*args, **kwargs)
            except StopIteration:
                return __self.undefined("value was undefined because a callable raised a StopIteration exception")
        return super().call(__context, __obj, *args, **kwargs)

    def getattr(self, obj: Any, attribute: str) -> Any:
        """Return what a template reads of an object by a dot."""
        value = getattr(obj, attribute, None)
        # Jinja's slow path only matters for methods: it looks for ``str.format``.
        if value is not None and type(value) not in _FUNCTIONS and self.is_safe_attribute(obj, attribute, value):
            return value
        if type(obj) in _ROWS:
            self.last_read = obj, attribute
        return super().getattr(obj, attribute)

    def getitem(self, obj: Any, argument: Any) -> Any:
        """Return what a template reads of an object by brackets."""
        if type(obj) in _ROWS and type(argument) is str:
            self.last_read = obj, argument
        return super().getitem(obj, argument)

    def get_template(self, *args: Any, **kwargs: Any) -> jinja2.Template:
        """Return a template to be rendered, included or imported."""
        self.spend(_STEPS_PER_FILE)
        return super().get_template(*args, **kwargs)

    def _load_template(self, name: str, *args: Any, **kwargs: Any) -> jinja2.Template:
        self.loaded.add(name)
        return super()._load_template(name, *args, **kwargs)

    def call_binop(self, context: Any, operator: str, left: Any, right: Any) -> Any:
        """Return the result of an arithmetic operator. It is refused if it repeats or pads text or makes endless
        figures."""
        if operator in _FLOAT_OPERATORS and (type(left), type(right)) in _WITH_FLOAT:
            return _FLOAT_OPERATORS[operator](left, right)
        if operator in {"*", "%"} and isinstance(left, str | bytes | list | tuple):
            raise SecurityError(f"text and lists cannot be repeated or padded with {operator!r} in a template")
        if operator == "*" and isinstance(right, str | bytes | list | tuple):
            raise SecurityError("text and lists cannot be repeated with '*' in a template")
        if operator == "**" and (abs(right) > 10 or (abs(left) > 1_000 and not 0 <= right <= 1)):
            raise SecurityError("this power is too large for a template")
        integers = isinstance(left, int) and isinstance(right, int)
        if operator == "*" and integers and left.bit_length() + right.bit_length() > _MAX_BITS:
            raise SecurityError("this product is too large for a template")
        result = super().call_binop(context, operator, left, right)
        if isinstance(result, str | list | tuple):
            if len(result) > MAX_TEXT:
                raise SecurityError("this text is too long for a face")
            self.looked_through(result)
        return result

    def is_safe_attribute(self, obj: Any, attr: str, value: Any) -> bool:
        """Allow public attributes of data; of plain values only methods that neither pad, repeat nor allocate. The
        answer depends on the type and the name alone, so it is cached."""
        key = (type(obj), attr)
        safe = self._safe.get(key)
        if safe is None:
            methods = next((allowed for kind, allowed in METHODS.items() if isinstance(obj, kind)), None)
            if type(obj) in _FUNCTIONS or type(obj) is _CACHED_FUNCTION:
                methods = frozenset()  # a cache could be emptied
            safe = super().is_safe_attribute(obj, attr, value) if methods is None else attr in methods
            self._safe[key] = safe
        return safe

    def unsafe_undefined(self, obj: Any, attribute: str) -> jinja2.Undefined:
        """Return the placeholder of a refused attribute; for a plain value its error suggests an alternative."""
        allowed = next((names for kind, names in METHODS.items() if isinstance(obj, kind)), None)
        if allowed is None or attribute.startswith("_"):
            return super().unsafe_undefined(obj, attribute)

        return self.undefined(refusal_message(obj, attribute, allowed), obj=obj, name=attribute, exc=SecurityError)

    def compile(self, source: Any, name: Any = None, filename: Any = None, *args: Any, **kwargs: Any) -> Any:
        """Return the code of a template. Compiling takes longer than drawing. The code depends on nothing else, so it
        is cached for the next language, paper or game with the same text, and for the next run."""
        if args or kwargs or not isinstance(source, str):
            return super().compile(source, name, filename, *args, **kwargs)
        key = (source, name, filename)
        # Read once: another thread may empty the dictionary at any time.
        compiled = _COMPILED.get(key)
        if compiled is None:
            if len(_COMPILED) >= _MAX_COMPILED:
                _COMPILED.clear()
            disk_cache = CompiledTemplateCache(cache_folder())
            compiled = disk_cache.find(source, name, filename)
            if compiled is None:
                code = super().compile(source, name, filename)
                compiled = code, self.reads.get(name, TemplateReads())
                disk_cache.keep(source, name, filename, *compiled)
            _COMPILED[key] = compiled
        code, self.reads[name] = compiled
        return code

    def file_of(self, name: str) -> TemplateSource | None:
        """Return a template as it is now, read once; None if there is none."""
        if name not in self._files:
            self._files[name] = self.find(name)
        return self._files[name]

    def place_of(self, words: str) -> Location | None:
        """Return the first line of a template read so far that has these words."""
        for source in self._files.values():
            if source is not None and words in source.text:
                return Location(source.name, source.text.count("\n", 0, source.text.index(words)) + 1)
        return None

    def line_at(self, place: Location) -> str:
        """Return the line at a place of a template read so far; nothing for another place."""
        sources = (source for source in self._files.values() if source is not None and source.name == place.file)
        return next((source.text.split("\n")[(place.line or 1) - 1] for source in sources), "")

    def near_template(self, name: str) -> str | None:
        """Return a hint that names a template of the same folder with a similar name; None if there is none."""
        folder, _, file = name.rpartition("/")
        stem = file.removesuffix(".j2").removesuffix(".svg")
        if not name.endswith(SUFFIX) and stem in self.names_in(folder):
            return f"did you mean {stem + SUFFIX!r}?"
        if self.file_of(name.removesuffix(".j2")) is not None:
            return f"call the file {file.removesuffix('.j2')} {file}"
        return did_you_mean(file.removesuffix(SUFFIX), self.names_in(folder))

    def macro_names(self) -> list[str]:
        """Return the names of the macros of the game's own templates."""
        files = (self.file_of(f"{name.removesuffix(SUFFIX)}{SUFFIX}") for name in self.names_in(""))
        return [match[1] for file in files if file is not None for match in _MACRO.finditer(file.text)]

    @cached_property
    def lexer(self) -> TagLexer:
        """Lexer of templates."""
        return TagLexer(self)

    def _parse(self, source: str, name: str | None, filename: str | None) -> nodes.Template:
        return LoopParser(self, source, name, filename).parse()

    def reads_any(self, name: str, names: frozenset[str]) -> bool:
        """Tell if a template, or one that it imports, includes or extends, reads one of ``names``. A template that is
        named by a value has unknown reads, so it counts as reading them."""
        for template in self.closure([name]):
            reads = self.reads[template]
            if reads.names & names or None in reads.templates:
                return True
        return False

    def closure(self, names: Iterable[str]) -> Iterator[str]:
        """Yield templates by name, and those that they import, include or extend; each once, compiled. A template that
        is named by a value is left out. Raises TemplateNotFound."""
        seen: set[str] = set()
        pending = list(names)
        while pending:
            name = pending.pop(0)
            if name in seen:
                continue
            seen.add(name)
            super().get_template(name)
            yield name
            pending += sorted(
                template for template in self.reads.setdefault(name, TemplateReads()).templates if template is not None
            )

    def wrap_str_format(self, value: Any) -> None:
        """Return None: ``format`` is refused like every method that pads."""

    def joined(self, parts: tuple[Any, ...]) -> str:
        """Return the operands of ``~`` as one text."""
        text = self._check_size(markup_join([printed_text(part) for part in parts]))
        if len(text) > _LETTERS_PER_STEP:
            self.spend(len(text) // _LETTERS_PER_STEP)
        return text

    def concat(self, parts: Iterable[str]) -> str:
        """Return the text of a macro or of a ``set`` block."""
        return self._check_size("".join(parts))

    def _check_size(self, text: str) -> str:
        if len(text) > MAX_FACE_BYTES:
            raise SecurityError(f"this text is larger than {MAX_FACE_BYTES // 1_000_000} MB")
        return text


@jinja2.pass_environment
def _counted(environment: Sandbox, values: Iterable[Any]) -> list[Any]:
    """Return the items of a loop, paid for in advance."""
    items = list(islice(values, _MAX_STEPS + 1))
    if len(items) > _MAX_STEPS:
        raise SecurityError(f"a loop is too long for a face; the most is {_MAX_STEPS} steps")
    environment.spend(len(items))
    return items


def _charged(environment: Sandbox, filter_function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a filter that takes the length of what it is given off the work that is left.

    It gives a list where Jinja's own gives what can be gone through once: a second look at chosen rows would find none.
    """
    given_at = 1 if hasattr(filter_function, "jinja_pass_arg") else 0
    long_types = environment.long_types

    def charged(*values: Any, **options: Any) -> Any:
        given = values[given_at]
        kind = type(given)
        if kind is GeneratorType:
            values = (*values[:given_at], _paid(environment, given), *values[given_at + 1 :])
        elif kind in long_types:
            environment.looked_through(given)
        result = filter_function(*values, **options)
        return list(result) if hasattr(result, "__next__") else result

    if given_at:
        charged.jinja_pass_arg = filter_function.jinja_pass_arg  # type: ignore[attr-defined]  # as Jinja marks them
    return charged


def _paid(environment: Sandbox, items: Iterable[Any]) -> Iterator[Any]:
    """Yield items, and take them off the work that is left as they come."""
    for number, item in enumerate(items):
        if number % _ITEMS_PER_STEP == 0:
            environment.spend(1)
        yield item


def _short_range(*bounds: int) -> range:
    steps = range(*bounds)
    if len(steps) > _MAX_STEPS:
        raise SecurityError(f"a loop of {len(steps)} steps is too long for a face; the most is {_MAX_STEPS}")
    return steps


def make_environment(folders: TemplateFolders, engine: str, helpers: Mapping[str, Callable[..., Any]]) -> Sandbox:
    """Return the environment that renders the templates of ``engine``; ``helpers`` become its globals."""

    def find(name: str) -> TemplateSource | None:
        # The whole path finds a shared file even if the engine has one of the same name.
        is_whole_path = name.startswith((f"{SHARED}/", f"{engine}/"))
        return folders.find(*([name] if is_whole_path else places_of(name, engine)))

    def load(name: str) -> tuple[str, str, Callable[[], bool]] | None:
        source = environment.file_of(name)
        return None if source is None else (source.text, source.name, lambda: True)

    def names_in(folder: str) -> Iterable[str]:
        return folders.names(folder or engine, SUFFIX)

    environment = _environment(jinja2.FunctionLoader(load), helpers)
    environment.find = find
    environment.names_in = names_in
    return environment


def make_bare_environment() -> Sandbox:
    """Return an environment for expressions alone, without templates and drawing helpers."""
    helpers: Mapping[str, Callable[..., Any]] = {"min": min, "max": max, "len": len, "abs": abs, "round": short_round}
    return _environment(None, helpers)


def _environment(loader: jinja2.BaseLoader | None, helpers: Mapping[str, Callable[..., Any]]) -> Sandbox:
    environment = Sandbox(
        loader=loader,
        undefined=MissingField,
        autoescape=True,
        finalize=plain_value,
        trim_blocks=True,
        lstrip_blocks=True,
        cache_size=64,
        auto_reload=False,
        # Folding constants costs more time than it saves on the few faces that each template draws.
        optimized=False,
    )
    filters = safe_filters(environment.filters)
    charged = {name: _charged(environment, filters[name]) for name in filters.keys() - _SHORT_FILTERS}
    environment.filters = {**filters, **charged, "counted": _counted}
    environment.globals.clear()
    environment.globals.update({"range": _short_range, "namespace": jinja2.utils.Namespace, **helpers})
    environment.begin_face()
    return environment


def render_limited(template: jinja2.Template, values: Mapping[str, Any]) -> str:
    """Return the rendered text; stop as soon as it is larger than a face may be. Raises SecurityError then."""
    # One plain dictionary: Jinja's chain of two lookups took a third of the time.
    context = template.new_context({**template.environment.globals, **values}, shared=True)
    parts: list[str] = []
    length = 0
    try:
        for part in template.root_render_func(context):
            length += len(part)
            if length > MAX_FACE_BYTES:
                raise SecurityError(f"the face is larger than {MAX_FACE_BYTES // 1_000_000} MB")
            parts.append(part)
    except Exception:
        template.environment.handle_exception()
    return "".join(parts)


# Hints for refused calls

_USE_LINE = "place texts with `line`, which has `anchor`, or wrap them with `block`"
_USE_NEW_LIST = "lists and tables cannot be changed: set a new one, such as xs + [x], or keep a value in a namespace"
_USE_ROUND = "join texts with ~, and round figures with | round(1)"
_USE_SLICES = "go through a list with range(0, xs | length, 3), and take parts of it: xs[i:i + 3]"
_ALTERNATIVES: Mapping[str, str] = {
    "replace": 'write it as a filter: text | replace("old", "new")',
    "join": 'write it as a filter: items | join(", ")',
    "format": _USE_ROUND,
    "format_map": _USE_ROUND,
    "translate": 'replace one after the other: text | replace("a", "b") | replace("c", "d")',
    "encode": "texts are printed as they are",
    **dict.fromkeys(("center", "ljust", "rjust", "zfill", "expandtabs", "indent", "wordwrap", "truncate"), _USE_LINE),
    **dict.fromkeys(
        ("append", "extend", "insert", "add", "remove", "update", "setdefault", "pop", "popitem"), _USE_NEW_LIST
    ),
    **dict.fromkeys(("clear", "copy"), _USE_NEW_LIST),
    "reverse": "write it as a filter: items | reverse",
    "sort": "write it as a filter: items | sort",
    "batch": _USE_SLICES,
    "slice": _USE_SLICES,
    "groupby": 'take what is equal: items | selectattr("colour", "equalto", ink)',
    "filesizeformat": _USE_ROUND,
    "dictsort": "write it as: table | items | sort",
}
"""Alternatives by the name of a method or of a filter."""
_KINDS: Mapping[type, str] = {
    str: "a text",
    list: "a list",
    tuple: "a list",
    dict: "a table",
    bytes: "bytes",
    set: "a set",
    frozenset: "a set",
}
_UNKNOWN = re.compile(r"No (filter|test) named '([^']*)'")
SUFFIX = ".svg.j2"
_MACRO = re.compile(r"\{%-?\s*macro\s+(\w+)")
SEE_DOCS = "docs/templates.md tells all that a template can call"


def refusal_message(value: object, name: str, allowed: Collection[str]) -> str:
    """Return an error message, with a hint on its second line. A template called the method ``name`` of a plain
    ``value``; only those in ``allowed`` may be called."""
    kind = next((words for plain_type, words in _KINDS.items() if isinstance(value, plain_type)), "a number")
    alternative = _ALTERNATIVES.get(name) if name in _ALTERNATIVES else did_you_mean(name, allowed)
    methods = ", ".join(f".{method}()" for method in sorted(allowed))
    listed_methods = f"it has {methods}" if allowed else f"{kind} has no methods here"
    return f"a template cannot call .{name}() of {kind}\n{alternative or listed_methods}"


def explain_unknown_name(message: str, filters: Iterable[str], tests: Iterable[str]) -> tuple[str, str | None] | None:
    """Return a message and a hint if Jinja reports an unknown filter or test; else None."""
    match = _UNKNOWN.search(message)
    if match is None:
        return None
    kind, name = match[1], match[2]
    hint = _ALTERNATIVES.get(name) if kind == "filter" else None
    return f"there is no {kind} {name!r}", hint or did_you_mean(
        name, filters if kind == "filter" else tests
    ) or SEE_DOCS


_SHORT = 4
"""Letters of a name in which one may be wrong although a third of it differs then."""


def did_you_mean(name: str, candidates: Iterable[str]) -> str | None:
    """Return a hint at the name that ``name`` resembles; first at one with the same letters."""
    listed = list(candidates)
    same_letters = [other for other in listed if sorted(other) == sorted(name)]
    similar = same_letters or get_close_matches(name, listed, 1, 0.7 if len(name) > _SHORT else 0.6)
    return f"did you mean {similar[0]!r}?" if similar else None
