"""Dataclasses as in the standard library, created in a tenth of the time.

For each frozen dataclass the library writes and compiles six methods, which takes 0.4 ms. A build has three hundred of
these classes and calls few of their methods. Here ``__init__``, ``__eq__`` and ``__hash__`` are written at their first
call, and the others need not be written at all. The behaviour of a class stays that of the library: ``fields``,
``replace``, ``is_dataclass``, matching, pickling, equality, and the order of arguments.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable
from dataclasses import MISSING, Field, FrozenInstanceError, fields
from reprlib import recursive_repr
from types import FunctionType, MemberDescriptorType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass  # noqa: PLC0414 - mypy knows this decorator
else:

    def dataclass(
        cls: type | None = None,
        /,
        *,
        frozen: bool = False,
        slots: bool = False,
        eq: bool = True,
        kw_only: bool = False,
    ) -> Any:
        """Decorate as the standard library does; the methods are written when called."""

        def decorate(cls: type) -> type:
            return _record(cls, frozen=frozen, slots=slots, eq=eq, kw_only=kw_only)

        return decorate if cls is None else decorate(cls)


_SET = object.__setattr__
_NOT_GIVEN = object()
"""Placeholder for an argument whose default is created anew for each record."""


def _record(cls: type, *, frozen: bool, slots: bool, eq: bool, kw_only: bool) -> type:
    """Return ``cls`` as a dataclass. Methods that it defines itself are kept.

    Rare cases go to the library: a record that extends another, and an ``__init__`` with arguments that are no fields.
    """
    if any(map(dataclasses.is_dataclass, cls.__mro__[1:])) or any("InitVar" in str(hint) for hint in _annotations(cls)):
        return dataclasses.dataclass(frozen=frozen, slots=slots, eq=eq, kw_only=kw_only)(cls)
    own_names = frozenset(vars(cls)) - ({"__hash__"} if vars(cls).get("__hash__") is None else set())
    if cls.__doc__ is None:
        cls.__doc__ = cls.__name__  # the library would look at signatures to write one
    record: Any = dataclasses.dataclass(init=False, repr=False, eq=False, slots=slots, kw_only=kw_only)(cls)
    record.__dataclass_params__.init = record.__dataclass_params__.repr = True
    record.__dataclass_params__.frozen, record.__dataclass_params__.eq = frozen, eq
    methods: dict[str, Callable[..., Any] | None] = {
        "__init__": _write_on_first_call(record, "__init__", _write_init),
        "__repr__": _repr,
    }
    if frozen:
        methods |= {"__setattr__": _refuse_to_set, "__delattr__": _refuse_to_delete}
    if frozen and slots:
        methods |= {"__getstate__": _get_state, "__setstate__": _set_state}
    if eq:
        methods["__eq__"] = _write_on_first_call(record, "__eq__", _write_eq)
        methods["__hash__"] = _write_on_first_call(record, "__hash__", _write_hash) if frozen else None
    for name, method in methods.items():
        if name not in own_names:
            setattr(record, name, method)
    return record  # type: ignore[no-any-return]


def _annotations(cls: type) -> Iterable[Any]:
    return vars(cls).get("__annotations__", {}).values()  # type: ignore[no-any-return]


def _write_on_first_call(cls: type, name: str, write: Callable[[type], Callable[..., Any]]) -> Callable[..., Any]:
    """Return a method that replaces itself in ``cls`` by the written one at its first call."""

    def method(self: Any, *args: Any, **kwargs: Any) -> Any:
        compiled = write(cls)
        compiled.__name__, compiled.__qualname__ = name, f"{cls.__qualname__}.{name}"
        setattr(cls, name, compiled)
        return compiled(self, *args, **kwargs)

    method.__name__, method.__qualname__ = name, f"{cls.__qualname__}.{name}"
    return method


def _write_init(cls: type) -> Callable[..., None]:
    """Write ``__init__``, which sets every field past ``__setattr__``."""
    namespace: dict[str, Any] = {"_not_given": _NOT_GIVEN}
    positional, keyword_only, statements = ["self"], ["*"], []
    for field in fields(cls):
        name = field.name
        namespace[f"_set_{name}"] = _setter(cls, name)
        expression = name if field.init else f"_default_{name}"
        if field.default is not MISSING:
            namespace[f"_default_{name}"] = field.default
        elif field.default_factory is not MISSING:
            namespace[f"_make_{name}"] = field.default_factory
            expression = f"_make_{name}() if {name} is _not_given else {name}" if field.init else f"_make_{name}()"
        elif not field.init:
            continue  # __post_init__ sets it
        if field.init:
            (keyword_only if field.kw_only else positional).append(_argument(field))
        statements.append(f" _set_{name}(self, {expression})")
    if hasattr(cls, "__post_init__"):
        statements.append(" self.__post_init__()")
    arguments = ", ".join((*positional, *(keyword_only if len(keyword_only) > 1 else ())))
    return _compile(f"def __init__({arguments}):\n" + ("\n".join(statements) or " pass"), "__init__", namespace)


def _setter(cls: type, name: str) -> Callable[[Any, object], None]:
    """Return a function that sets a field of a new record.

    It is the slot's own setter if there is one, which is fastest.
    """
    slot = getattr(cls, name, None)
    return slot.__set__ if isinstance(slot, MemberDescriptorType) else lambda self, value: _SET(self, name, value)


def _argument(field: Field[Any]) -> str:
    if field.default is not MISSING:
        return f"{field.name}=_default_{field.name}"
    return field.name if field.default_factory is MISSING else f"{field.name}=_not_given"


def _write_eq(cls: type) -> Callable[[Any, object], Any]:
    """Write ``__eq__``: same class, and equal in every compared field."""
    ours, theirs = (_tuple_source(cls, name, hashed=False) for name in ("self", "other"))
    return _compile(
        f"def __eq__(self, other):\n if other.__class__ is self.__class__:\n  return {ours} == {theirs}\n"
        " return NotImplemented",
        "__eq__",
    )


def _write_hash(cls: type) -> Callable[[Any], int]:
    """Write ``__hash__`` over the compared fields."""
    return _compile(f"def __hash__(self):\n return hash({_tuple_source(cls, 'self', hashed=True)})", "__hash__")


def _tuple_source(cls: type, owner: str, *, hashed: bool) -> str:
    """Return the source of a tuple of the compared fields, or of the hashed ones."""
    names = [field.name for field in fields(cls) if (field.compare if field.hash is None or not hashed else field.hash)]
    return "(" + "".join(f"{owner}.{name}, " for name in names) + ")"


def _compile(source: str, name: str, namespace: dict[str, Any] | None = None) -> FunctionType:
    """Compile ``source`` and return its function ``name``. The names in ``namespace`` are visible to it."""
    namespace = {} if namespace is None else namespace
    exec(source, namespace)  # noqa: S102 - names of fields alone
    function: FunctionType = namespace[name]
    return function


@recursive_repr()
def _repr(self: Any) -> str:
    arguments = ", ".join(f"{field.name}={getattr(self, field.name)!r}" for field in fields(self) if field.repr)
    return f"{self.__class__.__qualname__}({arguments})"


def _refuse_to_set(self: Any, name: str, value: object) -> None:
    raise FrozenInstanceError(f"cannot assign to field {name!r}")


def _refuse_to_delete(self: Any, name: str) -> None:
    raise FrozenInstanceError(f"cannot delete field {name!r}")


def _get_state(self: Any) -> list[Any]:
    return [getattr(self, field.name) for field in fields(self)]


def _set_state(self: Any, values: list[Any]) -> None:
    for field, value in zip(fields(self), values, strict=True):
        _SET(self, field.name, value)
