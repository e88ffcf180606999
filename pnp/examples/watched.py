"""A jury that asks only under those misreadings whose decision an answer rests on: a search has hundreds of positions.

A misreading replaces one decision. Where an answer never asks for that decision, the answer under the misreading is the
one under the true rules, and need not be worked out: an answer rests on its position and on the fields of the record of
rules. What is chosen in the end, ``search.py`` has asked under every misreading all the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from itertools import compress
from typing import Any

from pnp.examples.candidates import Admitted, Candidate
from pnp.examples.jury import Jury, candidate, killed
from pnp.games.core.answer import Answer
from pnp.games.core.engine import AnyEngine

Read = tuple[str, Any]
"""What an answer asks for: a field, with a key where the field is a mapping of decisions, else with None."""


class QuickJury(Jury):
    """Judges as a jury does, by the misreadings whose decision an answer rests on."""

    def __init__(self, engine: AnyEngine, settings: Any) -> None:
        super().__init__(engine, settings)
        others = [rules for _, rules in self._misread]
        self._watched = Watched(self._true, others) if can_be_watched(self._true, others) else None
        self._differs = [] if self._watched is None else [self._watched.differs(rules) for rules in others]

    def judge(self, one: Admitted) -> Candidate:
        """The candidate that an admitted position makes. Raises VerificationError as a jury does."""
        answer = self._question(one.lesson, one.position)
        headlines = self._headlines(one.lesson, one.position, answer, self._resting_on(answer, one.out))
        return candidate(one, killed(one.lesson, one.out, headlines))

    def _resting_on(self, answer: Callable[[Any], Answer], out: Answer) -> Iterable[tuple[str, Any]]:
        """The misreadings whose decision the true answer, ``out``, asks for; all of them where that cannot be told."""
        if self._watched is None:
            return self._misread
        try:
            again, read = self._watched.asked(answer)
        except Exception:
            # Rules may refuse a record that is not quite theirs. A fault of theirs is seen when all are asked.
            return self._misread
        if again != out:
            return self._misread
        return compress(self._misread, (not differs.isdisjoint(read) for differs in self._differs))


class Watched:
    """The true rules as a record that notes what is read of it; and of other records of rules, in what they differ."""

    def __init__(self, rules: Any, others: Sequence[Any]) -> None:
        self._read: set[Read] = set()
        self._values = {field.name: getattr(rules, field.name) for field in fields(rules) if field.init}
        self._parted = {name for name in self._values if _may_be_parted(name, self._values, others)}
        self._made = _watching(type(rules), frozenset(self._values) - self._parted, self._read)

    def differs(self, other: Any) -> frozenset[Read]:
        """Where ``other``, a record of the same class, has another decision than the true rules: by identity, so that
        what is only equal counts as another."""
        found: list[Read] = []
        for name, value in self._values.items():
            now = getattr(other, name)
            if now is not value:
                found += _keys(name, value, now) if name in self._parted else [(name, None)]
        return frozenset(found)

    def asked(self, answer: Callable[[Any], Any]) -> tuple[Any, frozenset[Read]]:
        """What ``answer`` gives under the true rules, and what it asked of them. The record is new each time, so what
        it has worked out before, and remembers, is asked for again."""
        self._read.clear()
        values = {
            name: _Parts(name, value, self._read) if name in self._parted else value
            for name, value in self._values.items()
        }
        out = answer(self._made(**values))
        return out, frozenset(self._read)


def can_be_watched(rules: Any, others: Sequence[Any]) -> bool:
    """Whether the rules are a record, of which nothing is read but by name, and the others are of its class."""
    made = type(rules)
    plain = is_dataclass(made) and made.__getattribute__ is object.__getattribute__ and "__getattr__" not in dir(made)
    return plain and all(type(other) is made for other in others)


class _Parts(Mapping[Any, Any]):
    """A field that is a mapping of decisions: each is noted by its key when it is asked for."""

    def __init__(self, name: str, values: Mapping[Any, Any], read: set[Read]) -> None:
        self._name, self._of, self._read = name, values, read

    def __getitem__(self, key: Any) -> Any:
        self._read.add((self._name, key))
        return self._of[key]

    def __iter__(self) -> Iterator[Any]:
        return iter(self._of)

    def __len__(self) -> int:
        return len(self._of)


def _may_be_parted(name: str, values: Mapping[str, Any], others: Sequence[Any]) -> bool:
    """Whether a field is a mapping of which others replace single entries, and leave its keys as they are."""
    value, found = values[name], [getattr(other, name) for other in others]
    changed = [one for one in found if one is not value]
    return bool(changed) and all(type(one) is dict and list(one) == list(value) for one in (value, *changed))


def _keys(name: str, value: Mapping[Any, Any], now: Mapping[Any, Any]) -> list[Read]:
    return [(name, key) for key in value if now[key] is not value[key]]


def _watching(made: type[Any], names: frozenset[str], read: set[Read]) -> type[Any]:
    """A class of records as ``made``, that note which of the fields called ``names`` are read."""
    everything = [(name, None) for name in names]
    get, note = object.__getattribute__, read.add

    def noted(self: Any, name: str) -> Any:
        if name in names:
            note((name, None))
        elif name == "__dict__":
            read.update(everything)
        return get(self, name)

    return type(made.__name__, (made,), {"__slots__": (), "__getattribute__": noted})
