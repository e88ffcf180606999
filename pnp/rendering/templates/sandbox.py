"""Jinja2 with the doors shut: definition files and templates may come from strangers."""

from __future__ import annotations

import operator as operator_module
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from difflib import get_close_matches
from itertools import islice
from types import BuiltinFunctionType, CodeType, FunctionType, MethodType
from typing import Any

import jinja2
from jinja2 import nodes
from jinja2.exceptions import SecurityError
from jinja2.runtime import Macro, markup_join
from jinja2.sandbox import ImmutableSandboxedEnvironment

from pnp.cache.disk import kept_folder
from pnp.rendering.templates.compiler import CompiledTemplateCache, LoopParser, TemplateGenerator, TemplateReads
from pnp.rendering.templates.fields import MissingField
from pnp.rendering.templates.filters import MAX_TEXT, plain_value, safe_filters, short_round
from pnp.rendering.templates.sources import SHARED, TemplateFolders, TemplateSource

MAX_FACE_BYTES = 2_000_000
_MAX_STEPS = 20_000
"""Steps of one loop."""
_MAX_WORK = 200_000
"""Calls and steps of loops that one face may take; rule sheets take a few thousand."""
_CHARACTERS_PER_STEP = 4
"""Text that is handed to a call is work too: setting it takes time by the character."""
_WORK_OF_A_FILE = 20
_MAX_BITS = 4_096
_MOST_COMPILED = 256
_COMPILED: dict[tuple[str, str | None, str | None], tuple[CodeType, TemplateReads]] = {}
"""Code of templates by text, name and file name, with what each reads."""
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
}
"""Methods of plain values that templates may call. The others pad, repeat or allocate."""
_FUNCTIONS = frozenset({FunctionType, MethodType, BuiltinFunctionType})
_NUMBERS = frozenset({int, float})
_PLAIN: Mapping[str, Callable[[Any, Any], Any]] = {"+": operator_module.add, "*": operator_module.mul}
"""Operators that make nothing large out of a float: most of what templates work out."""


class _Template(jinja2.Template):
    """Jinja's, but that what a module asks for as it is loaded, it asks for in every face: what a face is made of does
    not depend on which face is the first."""

    def _get_default_module(self, ctx: Any = None) -> Any:
        self._module = None
        return super()._get_default_module(ctx)


class Sandbox(ImmutableSandboxedEnvironment):
    """Refuses attributes that lead out of the data, and tricks that make much out of little or never end."""

    code_generator_class = TemplateGenerator
    intercepted_binops = frozenset({"*", "**", "%", "+"})
    work_left = 0
    template_class = _Template
    find: Callable[[str], TemplateSource | None] = staticmethod(lambda _name: None)
    """Where templates are found."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.reads: dict[str, TemplateReads] = {}
        """What each template compiled so far reads."""
        self._files: dict[str, TemplateSource | None] = {}
        self.loaded: set[str] = set()
        """The templates that were asked for since the face at hand was begun."""
        self._safe: dict[tuple[type, str], bool] = {}

    def begin_face(self) -> None:
        """Grant the work that one face may take."""
        self.work_left = _MAX_WORK
        self.loaded.clear()

    def spend(self, work: int) -> None:
        """Take ``work`` off what the face has left. Raises SecurityError when that is used up."""
        self.work_left -= work
        if self.work_left < 0:
            raise SecurityError(f"the template takes more than {_MAX_WORK} calls and steps of loops for one face")

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
            # Half of all calls, and always safe: Jinja's own way asks several questions about each.
            kwargs.pop("_block_vars", None)
            kwargs.pop("_loop_vars", None)
            return __obj(__context.eval_ctx, *args, **kwargs)
        if type(__obj) in _FUNCTIONS and not hasattr(__obj, "jinja_pass_arg") and __self.is_safe_callable(__obj):
            # Nearly all of the others ask for nothing of Jinja's.
            kwargs.pop("_block_vars", None)
            kwargs.pop("_loop_vars", None)
            try:
                return __obj(*args, **kwargs)
            except StopIteration:
                return __self.undefined("value was undefined because a callable raised a StopIteration exception")
        return super().call(__context, __obj, *args, **kwargs)

    def getattr(self, obj: Any, attribute: str) -> Any:
        """What a template reads of an object by a dot."""
        value = getattr(obj, attribute, None)
        # Jinja's own way asks of everything whether it is the method ``format`` of a text.
        if value is not None and type(value) not in _FUNCTIONS and self.is_safe_attribute(obj, attribute, value):
            return value
        return super().getattr(obj, attribute)

    def get_template(self, *args: Any, **kwargs: Any) -> jinja2.Template:
        """The template of a name: to be rendered, included or imported."""
        self.spend(_WORK_OF_A_FILE)
        return super().get_template(*args, **kwargs)

    def _load_template(self, name: str, *args: Any, **kwargs: Any) -> jinja2.Template:
        self.loaded.add(name)
        return super()._load_template(name, *args, **kwargs)

    def call_binop(self, context: Any, operator: str, left: Any, right: Any) -> Any:
        """The result of an arithmetic operator, unless it repeats or pads text or makes endless figures."""
        if float in (type(left), type(right)) and {type(left), type(right)} <= _NUMBERS and operator in _PLAIN:
            return _PLAIN[operator](left, right)
        if operator in {"*", "%"} and isinstance(left, str | bytes | list | tuple):
            raise SecurityError(f"text and lists cannot be repeated or padded with {operator!r} in a template")
        if operator == "*" and isinstance(right, str | bytes | list | tuple):
            raise SecurityError("text and lists cannot be repeated with '*' in a template")
        if operator == "**" and (abs(right) > 10 or (abs(left) > 1_000 and not 0 <= right <= 1)):
            raise SecurityError("this power is too large for a template")
        whole = isinstance(left, int) and isinstance(right, int)
        if operator == "*" and whole and left.bit_length() + right.bit_length() > _MAX_BITS:
            raise SecurityError("this product is too large for a template")
        result = super().call_binop(context, operator, left, right)
        if isinstance(result, str | list | tuple) and len(result) > MAX_TEXT:
            raise SecurityError("this text is too long for a face")
        return result

    def is_safe_attribute(self, obj: Any, attr: str, value: Any) -> bool:
        """Public attributes of data; of plain values only the methods that neither pad nor repeat nor allocate.

        That depends on the type and the name alone, so it is found out once for each.
        """
        key = (type(obj), attr)
        safe = self._safe.get(key)
        if safe is None:
            methods = next((allowed for kind, allowed in METHODS.items() if isinstance(obj, kind)), None)
            safe = super().is_safe_attribute(obj, attr, value) if methods is None else attr in methods
            self._safe[key] = safe
        return safe

    def unsafe_undefined(self, obj: Any, attribute: str) -> jinja2.Undefined:
        """What stands for an attribute that is refused: of a plain value told with what to write instead."""
        allowed = next((names for kind, names in METHODS.items() if isinstance(obj, kind)), None)
        if allowed is None or attribute.startswith("_"):
            return super().unsafe_undefined(obj, attribute)

        return self.undefined(refused_method(obj, attribute, allowed), obj=obj, name=attribute, exc=SecurityError)

    def compile(self, source: Any, name: Any = None, filename: Any = None, *args: Any, **kwargs: Any) -> Any:
        """The code of a template. Compiling takes longer than drawing with it, so code is kept for the next language,
        paper or game that draws with the same text, and for the next run: it depends on nothing else."""
        if args or kwargs or not isinstance(source, str):
            return super().compile(source, name, filename, *args, **kwargs)
        key = (source, name, filename)
        # Asked once: another thread may empty the dictionary at any time.
        found = _COMPILED.get(key)
        if found is None:
            if len(_COMPILED) >= _MOST_COMPILED:
                _COMPILED.clear()
            kept = CompiledTemplateCache(kept_folder())
            found = kept.find(source, name, filename)
            if found is None:
                code = super().compile(source, name, filename)
                found = code, self.reads.get(name, TemplateReads())
                kept.keep(source, name, filename, *found)
            _COMPILED[key] = found
        code, self.reads[name] = found
        return code

    def file_of(self, name: str) -> TemplateSource | None:
        """A template as it is now, read once; None where there is none."""
        if name not in self._files:
            self._files[name] = self.find(name)
        return self._files[name]

    def _parse(self, source: str, name: str | None, filename: str | None) -> nodes.Template:
        return LoopParser(self, source, name, filename).parse()

    def reads_any(self, name: str, wanted: frozenset[str]) -> bool:
        """Whether a template, or one that it imports, includes or extends, reads one of the names ``wanted``. Where a
        template names another one by a value, nobody knows what that one reads: then it is taken to."""
        for one in self.closure([name]):
            reads = self.reads[one]
            if reads.names & wanted or None in reads.others:
                return True
        return False

    def closure(self, names: Iterable[str]) -> Iterator[str]:
        """Templates by name, and those that they import, include or extend, each once, compiled. One that is named by
        a value is not among them. Raises TemplateNotFound."""
        seen: set[str] = set()
        pending = list(names)
        while pending:
            one = pending.pop(0)
            if one in seen:
                continue
            seen.add(one)
            super().get_template(one)
            yield one
            pending += sorted(
                other for other in self.reads.setdefault(one, TemplateReads()).others if other is not None
            )

    def wrap_str_format(self, value: Any) -> None:
        """Nothing: ``format`` is refused like every method that pads."""

    def joined(self, parts: tuple[Any, ...]) -> str:
        """What ``~`` makes of its operands."""
        return self._short(markup_join([plain_value(part) for part in parts]))

    def concat(self, parts: Iterable[str]) -> str:
        """The text of a macro or of a ``set`` block."""
        return self._short("".join(parts))

    def _short(self, text: str) -> str:
        if len(text) > MAX_FACE_BYTES:
            raise SecurityError(f"this text is larger than {MAX_FACE_BYTES // 1_000_000} MB")
        return text


@jinja2.pass_environment
def _counted(environment: Sandbox, values: Iterable[Any]) -> list[Any]:
    """What a loop runs over, paid for in advance."""
    found = list(islice(values, _MAX_STEPS + 1))
    if len(found) > _MAX_STEPS:
        raise SecurityError(f"a loop is too long for a face; the most is {_MAX_STEPS} steps")
    environment.spend(len(found))
    return found


def _short_range(*bounds: int) -> range:
    steps = range(*bounds)
    if len(steps) > _MAX_STEPS:
        raise SecurityError(f"a loop of {len(steps)} steps is too long for a face; the most is {_MAX_STEPS}")
    return steps


def make_environment(folders: TemplateFolders, engine: str, helpers: Mapping[str, Callable[..., Any]]) -> Sandbox:
    """The environment in which the templates of ``engine`` are rendered; ``helpers`` become its globals."""

    def find(name: str) -> TemplateSource | None:
        # By its whole path a shared file is found even where the engine has one of the same name.
        whole = name.startswith((f"{SHARED}/", f"{engine}/"))
        return folders.find(*([name] if whole else [f"{engine}/{name}", f"{SHARED}/{name}"]))

    def load(name: str) -> tuple[str, str, Callable[[], bool]] | None:
        found = environment.file_of(name)
        return None if found is None else (found.text, found.name, lambda: True)

    environment = _environment(jinja2.FunctionLoader(load), helpers)
    environment.find = find
    return environment


def make_bare_environment() -> Sandbox:
    """An environment for expressions alone: without templates and without helpers that draw."""
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
        # Folding constants takes longer than it saves on the few faces that each template draws.
        optimized=False,
    )
    environment.filters = {**safe_filters(environment.filters), "counted": _counted}
    environment.globals.clear()
    environment.globals.update({"range": _short_range, "namespace": jinja2.utils.Namespace, **helpers})
    environment.begin_face()
    return environment


def render_limited(template: jinja2.Template, values: Mapping[str, Any]) -> str:
    """The rendered text, stopped as soon as it is larger than a face may be. Raises SecurityError."""
    # One plain dictionary: Jinja's own way asks a chain of two for every global of every face, a third of the time.
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


# What templates may not call, told with what they may write instead.

_FILL = "place texts with `line`, which has `anchor`, or wrap them with `block`"
_NEW = "lists and tables cannot be changed: set a new one, such as xs + [x], or keep a value in a namespace"
_FIGURES = "join texts with ~, and round figures with | round(1)"
_PARTS = "go through a list with range(0, xs | length, 3), and take parts of it: xs[i:i + 3]"
_INSTEAD: Mapping[str, str] = {
    "replace": 'write it as a filter: text | replace("old", "new")',
    "join": 'write it as a filter: items | join(", ")',
    "format": _FIGURES,
    "format_map": _FIGURES,
    "translate": 'replace one after the other: text | replace("a", "b") | replace("c", "d")',
    "encode": "texts are printed as they are",
    **dict.fromkeys(("center", "ljust", "rjust", "zfill", "expandtabs", "indent", "wordwrap", "truncate"), _FILL),
    **dict.fromkeys(("append", "extend", "insert", "add", "remove", "update", "setdefault", "pop", "popitem"), _NEW),
    **dict.fromkeys(("clear", "copy"), _NEW),
    "reverse": "write it as a filter: items | reverse",
    "sort": "write it as a filter: items | sort",
    "batch": _PARTS,
    "slice": _PARTS,
    "groupby": 'take what is equal: items | selectattr("colour", "equalto", ink)',
    "filesizeformat": _FIGURES,
    "dictsort": "write it as: table | items | sort",
}
"""By the name of a method or of a filter."""
_KINDS: Mapping[type, str] = {str: "a text", list: "a list", tuple: "a list", dict: "a table", bytes: "bytes"}
_UNKNOWN = re.compile(r"No (filter|test) named '([^']*)'")
_UNDEFINED = re.compile(r"'(\w+)' is undefined")
_PAGE = "docs/templates.md tells all that a template can call"


def refused_method(value: object, name: str, allowed: Collection[str]) -> str:
    """What is wrong, and on a second line what to write instead, where a template calls the method ``name`` of a plain
    ``value``, of which ``allowed`` ones may be called."""
    kind = next((words for one, words in _KINDS.items() if isinstance(value, one)), "a number")
    mend = _INSTEAD.get(name) if name in _INSTEAD else _nearest(name, allowed)
    told = f"it has {', '.join(f'.{one}()' for one in sorted(allowed))}" if allowed else f"{kind} has no methods here"
    return f"a template cannot call .{name}() of {kind}\n{mend or told}"


def unknown_name(message: str, filters: Iterable[str], tests: Iterable[str]) -> tuple[str, str | None]:
    """What is wrong and how to mend it, where Jinja says that there is no such filter or test; else what it says."""
    found = _UNKNOWN.search(message)
    if found is None:
        return message, None
    kind, name = found[1], found[2]
    hint = _INSTEAD.get(name) if kind == "filter" else None
    return f"there is no {kind} {name!r}", hint or _nearest(name, filters if kind == "filter" else tests) or _PAGE


def undefined_name(message: str, names: Iterable[str]) -> str | None:
    """How to mend a name that is defined nowhere, where it is nearly one that is."""
    found = _UNDEFINED.search(message)
    return None if found is None else _nearest(found[1], names)


def _nearest(name: str, among: Iterable[str]) -> str | None:

    close = get_close_matches(name, list(among), 1, 0.7)
    return f"did you mean {close[0]!r}?" if close else None
