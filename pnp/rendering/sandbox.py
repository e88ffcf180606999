"""Jinja2 with the doors shut: definition files and templates may come from strangers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import jinja2
from jinja2.exceptions import SecurityError
from jinja2.sandbox import ImmutableSandboxedEnvironment

from pnp.rendering.sources import TemplateFolders

MAX_FACE_BYTES = 2_000_000
_MAX_TEXT = 100_000
_MAX_STEPS = 20_000
_PADDING = frozenset(
    {"center", "ljust", "rjust", "zfill", "expandtabs", "format", "format_map", "replace", "join", "translate"}
)


class Sandbox(ImmutableSandboxedEnvironment):
    """Refuses attributes that lead out of the data, and tricks that make much out of little."""

    intercepted_binops = frozenset({"*", "**", "%", "+"})

    def call_binop(self, context: Any, operator: str, left: Any, right: Any) -> Any:
        """The result of an arithmetic operator, unless it repeats or pads text."""
        if operator in {"*", "%"} and isinstance(left, str | bytes | list | tuple):
            raise SecurityError(f"text and lists cannot be repeated or padded with {operator!r} in a template")
        if operator == "*" and isinstance(right, str | bytes | list | tuple):
            raise SecurityError("text and lists cannot be repeated with '*' in a template")
        if operator == "**" and (abs(left) > 1_000 or abs(right) > 10):
            raise SecurityError("this power is too large for a template")
        result = super().call_binop(context, operator, left, right)
        if isinstance(result, str | list | tuple) and len(result) > _MAX_TEXT:
            raise SecurityError("this text is too long for a face")
        return result

    def is_safe_attribute(self, obj: Any, attr: str, value: Any) -> bool:
        """Public attributes of data only; no methods of text that pad or repeat."""
        if isinstance(obj, str) and attr in _PADDING:
            return False
        return super().is_safe_attribute(obj, attr, value)


def _short_range(*bounds: int) -> range:
    steps = range(*bounds)
    if len(steps) > _MAX_STEPS:
        raise SecurityError(f"a loop of {len(steps)} steps is too long for a face; the most is {_MAX_STEPS}")
    return steps


def make_environment(folders: TemplateFolders, engine: str, helpers: Mapping[str, Callable[..., Any]]) -> Sandbox:
    """The environment in which the templates of ``engine`` are rendered; ``helpers`` become its globals."""

    def load(name: str) -> tuple[str, str, Callable[[], bool]] | None:
        found = folders.find(f"{engine}/{name}", f"shared/{name}")
        return None if found is None else (found.text, found.name, lambda: True)

    environment = Sandbox(
        loader=jinja2.FunctionLoader(load),
        undefined=jinja2.StrictUndefined,
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        cache_size=64,
        auto_reload=False,
        # Folding constants takes longer than it saves on the few faces that each template draws.
        optimized=False,
    )
    for name in (
        "center",
        "format",
        "indent",
        "wordwrap",
        "pprint",
        "tojson",
        "xmlattr",
        "urlize",
        "random",
        "filesizeformat",
    ):
        environment.filters.pop(name, None)
    environment.globals.clear()
    environment.globals.update({"range": _short_range, "namespace": jinja2.utils.Namespace, **helpers})
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
