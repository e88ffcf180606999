"""Memory cache of two generations."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class MemoryCache(Generic[K, V]):
    """Values by keys that hold all that they follow from. What was not asked for since the turn before last is
    forgotten; what ``keeps`` nothing holds no value for longer than it is worked out.

    One of them belongs to one thread at a time.
    """

    __slots__ = ("_before", "_keeps", "_now")

    def __init__(self, keeps: bool = True) -> None:
        self._keeps = keeps
        self._now: dict[K, V] = {}
        self._before: dict[K, V] = {}

    def __len__(self) -> int:
        return len(self._now.keys() | self._before.keys())

    def get(self, key: K) -> V | None:
        """What was worked out for ``key``; None where nothing is remembered."""
        found = self._now.get(key)
        if found is None and self._before:
            found = self._before.get(key)
            if found is not None:
                self._now[key] = found
        return found

    def keep(self, key: K, value: V) -> V:
        """Remember ``value``; returns it."""
        if self._keeps:
            self._now[key] = value
        return value

    def made(self, key: K, make: Callable[[], V]) -> V:
        """What is remembered for ``key``, else what ``make`` makes, which is remembered."""
        found = self.get(key)
        return self.keep(key, make()) if found is None else found

    def turn(self) -> None:
        """Begin anew: what is not asked for until the turn after this one is forgotten."""
        self._before, self._now = self._now, {}

    def values(self) -> Collection[V]:
        """All that is remembered."""
        return {**self._before, **self._now}.values()
