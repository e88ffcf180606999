"""Frozen records: ``dataclass`` as the standard library has it, made in a tenth of the time.

For each frozen dataclass the library writes and compiles six methods, which takes 0.4 ms; a build knows three hundred
of these classes, and calls few of their methods. Here ``__init__``, ``__eq__`` and ``__hash__`` are written when they
are first called, and the others need not be written at all. What a class is and does stays as the library has it:
``fields``, ``replace``, ``is_dataclass``, matching, pickling, equality, and the order of the arguments.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable
from dataclasses import MISSING, Field, FrozenInstanceError, fields
from reprlib import recursive_repr
from types import FunctionType, MemberDescriptorType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass  # noqa: PLC0414 - so that mypy sees the one that it knows
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
        """The decorator of the standard library; of what is ``frozen``, methods are written when they are called."""

        def made(cls: type) -> type:
            if frozen:
                return _record(cls, slots=slots, eq=eq, kw_only=kw_only)
            return dataclasses.dataclass(frozen=frozen, slots=slots, eq=eq, kw_only=kw_only)(cls)

        return made if cls is None else made(cls)


_SET = object.__setattr__
_NOT_GIVEN = object()
"""Stands for an argument whose default is made anew for each record."""


def _record(cls: type, *, slots: bool, eq: bool, kw_only: bool) -> type:
    """``cls`` as a frozen dataclass. What it defines itself, it keeps.

    What is rare, a record that extends another, or whose ``__init__`` takes what is no field, the library makes.
    """
    if any(map(dataclasses.is_dataclass, cls.__mro__[1:])) or any("InitVar" in str(one) for one in _annotations(cls)):
        return dataclasses.dataclass(frozen=True, slots=slots, eq=eq, kw_only=kw_only)(cls)
    own = frozenset(vars(cls)) - ({"__hash__"} if vars(cls).get("__hash__") is None else set())
    made: Any = dataclasses.dataclass(init=False, repr=False, eq=False, slots=slots, kw_only=kw_only)(cls)
    made.__dataclass_params__.init = made.__dataclass_params__.repr = made.__dataclass_params__.frozen = True
    made.__dataclass_params__.eq = eq
    methods: dict[str, Callable[..., Any]] = {
        "__init__": _when_called(made, "__init__", _init_of),
        "__repr__": _shown,
        "__setattr__": _refuse_to_set,
        "__delattr__": _refuse_to_delete,
    }
    if slots:
        methods |= {"__getstate__": _values, "__setstate__": _take_values}
    if eq:
        methods["__eq__"] = _when_called(made, "__eq__", _eq_of)
        methods["__hash__"] = _when_called(made, "__hash__", _hash_of)
    for name, method in methods.items():
        if name not in own:
            setattr(made, name, method)
    return made  # type: ignore[no-any-return]


def _annotations(cls: type) -> Iterable[Any]:
    return vars(cls).get("__annotations__", {}).values()  # type: ignore[no-any-return]


def _when_called(cls: type, name: str, write: Callable[[type], Callable[..., Any]]) -> Callable[..., Any]:
    """A method that writes the one that it stands for into ``cls`` when it is first called."""

    def method(self: Any, *args: Any, **named: Any) -> Any:
        written = write(cls)
        written.__name__, written.__qualname__ = name, f"{cls.__qualname__}.{name}"
        setattr(cls, name, written)
        return written(self, *args, **named)

    method.__name__, method.__qualname__ = name, f"{cls.__qualname__}.{name}"
    return method


def _init_of(cls: type) -> Callable[..., None]:
    """``__init__``, which sets every field past ``__setattr__``."""
    known: dict[str, Any] = {"_not_given": _NOT_GIVEN}
    by_place, by_name, body = ["self"], ["*"], []
    for field in fields(cls):
        name = field.name
        known[f"_set_{name}"] = _setter(cls, name)
        value = name if field.init else f"_default_{name}"
        if field.default is not MISSING:
            known[f"_default_{name}"] = field.default
        elif field.default_factory is not MISSING:
            known[f"_make_{name}"] = field.default_factory
            value = f"_make_{name}() if {name} is _not_given else {name}" if field.init else f"_make_{name}()"
        elif not field.init:
            continue  # __post_init__ sets it
        if field.init:
            (by_name if field.kw_only else by_place).append(_argument(field))
        body.append(f" _set_{name}(self, {value})")
    if hasattr(cls, "__post_init__"):
        body.append(" self.__post_init__()")
    arguments = ", ".join((*by_place, *(by_name if len(by_name) > 1 else ())))
    return _written(f"def __init__({arguments}):\n" + ("\n".join(body) or " pass"), "__init__", known)


def _setter(cls: type, name: str) -> Callable[[Any, object], None]:
    """What sets a field of a new record: its slot, which is the shortest way, or the general one."""
    slot = getattr(cls, name, None)
    return slot.__set__ if isinstance(slot, MemberDescriptorType) else lambda self, value: _SET(self, name, value)


def _argument(field: Field[Any]) -> str:
    if field.default is not MISSING:
        return f"{field.name}=_default_{field.name}"
    return field.name if field.default_factory is MISSING else f"{field.name}=_not_given"


def _eq_of(cls: type) -> Callable[[Any, object], Any]:
    """``__eq__``: of the same class, and equal in every field that is compared."""
    ours, theirs = (_tuple_of(cls, of, hashed=False) for of in ("self", "other"))
    return _written(
        f"def __eq__(self, other):\n if other.__class__ is self.__class__:\n  return {ours} == {theirs}\n"
        " return NotImplemented",
        "__eq__",
    )


def _hash_of(cls: type) -> Callable[[Any], int]:
    """``__hash__``: of the fields that are compared."""
    return _written(f"def __hash__(self):\n return hash({_tuple_of(cls, 'self', hashed=True)})", "__hash__")


def _tuple_of(cls: type, of: str, *, hashed: bool) -> str:
    """The source of a tuple of the compared fields; of the hashed ones, where a field says so itself."""
    names = [field.name for field in fields(cls) if (field.compare if field.hash is None or not hashed else field.hash)]
    return "(" + "".join(f"{of}.{name}, " for name in names) + ")"


def _written(source: str, name: str, known: dict[str, Any] | None = None) -> FunctionType:
    """The function ``name`` of ``source``, which may use what is ``known``."""
    known = {} if known is None else known
    exec(source, known)  # noqa: S102 - names of fields alone
    found: FunctionType = known[name]
    return found


@recursive_repr()
def _shown(self: Any) -> str:
    shown = ", ".join(f"{field.name}={getattr(self, field.name)!r}" for field in fields(self) if field.repr)
    return f"{self.__class__.__qualname__}({shown})"


def _refuse_to_set(self: Any, name: str, value: object) -> None:
    raise FrozenInstanceError(f"cannot assign to field {name!r}")


def _refuse_to_delete(self: Any, name: str) -> None:
    raise FrozenInstanceError(f"cannot delete field {name!r}")


def _values(self: Any) -> list[Any]:
    return [getattr(self, field.name) for field in fields(self)]


def _take_values(self: Any, values: list[Any]) -> None:
    for field, value in zip(fields(self), values, strict=True):
        _SET(self, field.name, value)
