"""A record behaves as the standard library's dataclass of the same class, in any order of calls."""

from __future__ import annotations

import copy
import dataclasses
import pickle
from collections.abc import Callable
from dataclasses import FrozenInstanceError, InitVar, field, fields, is_dataclass, replace
from functools import cached_property
from typing import Any, ClassVar, Generic, TypeVar

import pytest

from pnp import records

T = TypeVar("T")
Decorator = Callable[..., Any]


def classes(dataclass: Decorator) -> dict[str, Any]:
    """The same classes by the decorator asked for."""

    @dataclass(frozen=True, slots=True)
    class Plain:
        """Four fields, as they come."""

        kind: ClassVar[str] = "plain"
        a: int
        b: str = "b"
        c: tuple[int, ...] = ()
        d: list[int] = field(default_factory=list)

    @dataclass(frozen=True, slots=True)
    class Partly:
        """Fields that are not compared, not shown, not given, and not by place."""

        a: int
        origin: str | None = field(default=None, compare=False, repr=False)
        seen: int = field(default=3, hash=False)
        made: int = field(init=False)
        _: dataclasses.KW_ONLY
        named: int = 4

        def __post_init__(self) -> None:
            object.__setattr__(self, "made", self.a * 2)

    @dataclass(frozen=True, slots=True, eq=False)
    class Same:
        """Equal to itself alone."""

        a: int

    @dataclass(frozen=True, slots=True, kw_only=True)
    class Named:
        """By name alone."""

        b: int = 1
        a: int

    @dataclass(frozen=True, slots=True)
    class Own:  # noqa: PLW1641 - the decorator makes its __hash__
        """With methods of its own."""

        a: int

        def __eq__(self, other: object) -> bool:
            return isinstance(other, int) and other == self.a

        def __repr__(self) -> str:
            return f"<{self.a}>"

    @dataclass(frozen=True, slots=True)
    class Empty:
        """Without a field."""

    @dataclass(frozen=True, slots=True)
    class Of(Generic[T]):
        """Record with a type parameter."""

        value: T

    @dataclass(frozen=True, slots=True)
    class Extending(Plain):  # type: ignore[misc,valid-type]
        """A record that extends one."""

        e: int = 5

    @dataclass(frozen=True, slots=True)
    class Told:
        """What it is told is no field."""

        a: int = field(init=False)
        told: InitVar[int]

        def __post_init__(self, told: int) -> None:
            object.__setattr__(self, "a", told)

    @dataclass(frozen=True)
    class Slotless:
        """With room for what is worked out once."""

        a: int
        b: tuple[str, ...] = ()
        c: list[int] = field(default_factory=list)

        @cached_property
        def doubled(self) -> int:
            return self.a * 2

    @dataclass(slots=True)
    class Changeable:
        """A record that may be changed."""

        a: int
        b: list[int] = field(default_factory=list)

    @dataclass
    class Loose:
        """Changeable, and with room for more."""

        a: int = 1

    shapes = (Changeable, Loose)
    return {
        cls.__name__: cls for cls in (*shapes, Plain, Partly, Same, Named, Own, Empty, Of, Extending, Told, Slotless)
    }


CASES: dict[str, tuple[tuple[Any, ...], dict[str, Any]]] = {
    "Plain": ((1,), {"b": "x"}),
    "Partly": ((1, "here"), {"named": 7}),
    "Same": ((1,), {}),
    "Named": ((), {"a": 2}),
    "Own": ((1,), {}),
    "Empty": ((), {}),
    "Of": (("x",), {}),
    "Extending": ((1, "b", (2,), [3]), {"e": 6}),
    "Told": ((1,), {}),
    "Slotless": ((1,), {"b": ("x",)}),
    "Changeable": ((1,), {"b": [2]}),
    "Loose": ((), {}),
}
CHANGEABLE = ("Changeable", "Loose")


def asked(cls: Any, case: str) -> dict[str, Any]:
    """Return the observable facts of a class and of its instances."""
    args, named = CASES[case]
    record, other = cls(*args, **named), cls(*args, **named)
    try:
        hashed: object = hash(record)
    except TypeError as error:
        hashed = str(error)
    return {
        "fields": [(f.name, f.default, f.init, f.repr, f.compare, f.hash, f.kw_only) for f in fields(cls)],
        "values": [getattr(record, f.name) for f in fields(record)],
        "repr": repr(record).replace("<locals>.", ""),
        "equal": (record == other, record == copy.copy(record), record == object(), record != other),
        "hash": hashed if case != "Same" else None,
        "match": cls.__match_args__,
        "slots": getattr(cls, "__slots__", None),
        "copied": [getattr(copy.copy(record), f.name) for f in fields(record)],
        "deep": [getattr(copy.deepcopy(record), f.name) for f in fields(record)],
        "state": record.__getstate__(),
        "frozen": cls.__dataclass_params__.frozen,
        "dataclass": is_dataclass(cls),
        "named": (cls.__init__.__name__, cls.__init__.__qualname__, cls.__doc__),
    }


@pytest.mark.parametrize("case", CASES)
def test_a_record_is_what_the_library_makes_of_the_class(case: str) -> None:
    ours, theirs = classes(records.dataclass)[case], classes(dataclasses.dataclass)[case]
    assert asked(ours, case) == asked(theirs, case)
    assert asked(ours, case) == asked(theirs, case), "once its methods are written"


@pytest.mark.parametrize("case", [name for name in CASES if name not in ("Empty", "Told", *CHANGEABLE)])
def test_nothing_of_a_record_can_be_set_or_deleted(case: str) -> None:
    args, named = CASES[case]
    record = classes(records.dataclass)[case](*args, **named)
    with pytest.raises(FrozenInstanceError, match="cannot assign to field"):
        setattr(record, fields(record)[0].name, 9)
    with pytest.raises(FrozenInstanceError, match="cannot delete field"):
        delattr(record, fields(record)[0].name)
    with pytest.raises(
        (FrozenInstanceError, TypeError)
    ):  # TypeError is what the library's own says, of a record with slots
        record.further = 1


@pytest.mark.parametrize("case", CHANGEABLE)
def test_a_changeable_class_is_changed_and_has_no_hash(case: str) -> None:
    args, named = CASES[case]
    cls = classes(records.dataclass)[case]
    record = cls(*args, **named)
    record.a = 9
    assert record.a == 9 and record != cls(*args, **named) and cls.__hash__ is None
    del record.a
    assert not hasattr(record, "a") or case == "Loose"


def test_a_class_without_a_docstring_has_its_name() -> None:
    @records.dataclass(frozen=True)
    class Undocumented:
        a: int

    assert Undocumented.__doc__ == "Undocumented"


def test_a_record_is_replaced_and_keeps_what_is_made_anew_for_each() -> None:
    plain = classes(records.dataclass)["Plain"]
    record = plain(1)
    assert replace(record, a=2) == plain(2) != record
    assert plain(1).d is not plain(1).d


def test_a_record_without_slots_remembers_what_is_worked_out_once() -> None:
    record = classes(records.dataclass)["Slotless"](2)
    assert record.doubled == 4
    assert vars(record) == {"a": 2, "b": (), "c": [], "doubled": 4}


def test_arguments_that_are_missing_or_too_many_are_refused_by_name() -> None:
    named = classes(records.dataclass)["Named"]
    with pytest.raises(TypeError, match=r"Named\.__init__\(\) missing 1 required keyword-only argument: 'a'"):
        named()
    with pytest.raises(TypeError, match="takes 1 positional argument but 2 were given"):
        named(1)


@records.dataclass(frozen=True, slots=True)
class Kept:
    """One that can be found by its name."""

    a: int
    b: tuple[str, ...] = ()


def test_a_record_comes_back_from_a_pickle() -> None:
    assert pickle.loads(pickle.dumps(Kept(1, ("x",)))) == Kept(1, ("x",))


def test_a_field_without_a_default_stands_behind_none_with_one() -> None:
    with pytest.raises((SyntaxError, TypeError), match="non-default argument"):

        @records.dataclass(frozen=True, slots=True)
        class Wrong:
            """Cannot be made."""

            a: int = 1
            b: int

        Wrong(1)


def test_a_record_without_fields_and_one_of_many_are_made_alike() -> None:
    names = [f"field_{number}" for number in range(40)]
    many = records.dataclass(frozen=True, slots=True)(type("Many", (), {"__annotations__": dict.fromkeys(names, int)}))
    assert dataclasses.asdict(many(*range(40))) == dict(zip(names, range(40), strict=True))
    assert many(*range(39), field_39=5).field_39 == 5


def test_methods_are_written_when_they_are_called() -> None:
    plain = classes(records.dataclass)["Plain"]
    before = plain.__init__, plain.__eq__, plain.__hash__
    assert plain(1) == plain(1)
    assert plain.__init__ is not before[0]
    assert plain.__eq__ is not before[1]
    assert plain.__hash__ is before[2], "nothing asked for it"


def test_what_is_not_frozen_is_the_librarys_own() -> None:
    @records.dataclass(slots=True)
    class Changing:
        """One that changes."""

        a: int = 1

    record = Changing()
    record.a = 2
    assert record == Changing(2)
