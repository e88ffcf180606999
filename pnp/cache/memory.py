"""Memory cache of two generations."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class MemoryCache(Generic[K, V]):
    """Values by keys that contain all their inputs.

    A value that was not asked for since the turn before last is forgotten. With ``keeps`` False no value is remembered.
    An instance belongs to one thread at a time.
    """

    __slots__ = ("_current", "_previous", "keeps")

    def __init__(self, keeps: bool = True) -> None:
        self.keeps = keeps
        self._current: dict[K, V] = {}
        self._previous: dict[K, V] = {}

    def __len__(self) -> int:
        return len(self._current.keys() | self._previous.keys())

    def get(self, key: K) -> V | None:
        """Return the value of ``key``, or None."""
        kept = self._current.get(key)
        if kept is None and self._previous:
            kept = self._previous.get(key)
            if kept is not None:
                self._current[key] = kept
        return kept

    def keep(self, key: K, value: V) -> V:
        """Remember ``value`` and return it."""
        if self.keeps:
            self._current[key] = value
        return value

    def get_or_create(self, key: K, make: Callable[[], V]) -> V:
        """Return the value of ``key``. If there is none, remember what ``make`` returns."""
        kept = self.get(key)
        return self.keep(key, make()) if kept is None else kept

    def turn(self) -> None:
        """Begin a new generation: values not asked for before the next turn are then forgotten."""
        self._previous, self._current = self._current, {}

    def values(self) -> Collection[V]:
        """Return all remembered values."""
        return {**self._previous, **self._current}.values()
