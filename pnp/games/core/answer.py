"""Positions and answers: the one door between an engine and everything that asks it something."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Generic, TypeAlias, TypeVar

Position: TypeAlias = Mapping[str, Any]
"""The ``in`` of a case: plain JSON data, as in the conformance cases."""

Answer: TypeAlias = Mapping[str, Any]
"""The ``out`` of a case: plain JSON data."""

SettingsT = TypeVar("SettingsT")
RulesT = TypeVar("RulesT")


class PositionError(ValueError):
    """A position that cannot be answered: an unknown kind, a card that does not exist, a wrong number of cards.

    The message is one sentence for the person who asked.
    """


class Door(Generic[SettingsT, RulesT]):
    """The one door of an engine: ``answer(settings, rules, kind, position)`` gives the ``out`` of a case.

    Made of a function per kind: ``answer = Door[Settings, Rules]({"winner": _winner})``. A function gets the rules to
    judge by, which may be those of a misreading. One of ``records`` gets the settings as well: what was played is a
    fact, checked by the rules of the settings, whatever rules it is judged by afterwards.

    Raises PositionError for an unknown kind and for a position that cannot be.
    """

    def __init__(
        self,
        kinds: Mapping[str, Callable[[RulesT, Position], Answer]],
        records: Mapping[str, Callable[[SettingsT, RulesT, Position], Answer]] | None = None,
    ) -> None:
        self._kinds = kinds
        self._records = records or {}
        self.kinds = (*kinds, *self._records)
        """The kinds that it knows; ``docs/kinds.md`` says what each takes and gives."""

    def __call__(self, settings: SettingsT, rules: RulesT, kind: str, position: Position) -> Answer:
        """The ``out`` of a case of ``kind`` with ``position`` as its ``in``: plain JSON data.

        ``rules`` decide; ``settings`` are what they were built from.
        """
        try:
            solve = self._kinds.get(kind)
            if solve is None:
                return self._records[kind](settings, rules, position)
        except (KeyError, TypeError):
            raise PositionError(f"there is no kind {kind!r}: the kinds are {', '.join(self.kinds) or 'none'}") from None
        return solve(rules, position)


class Oracle(Generic[SettingsT]):
    """The door of an oracle, ``oracle(settings, kind, position)``: it knows settings, and no record of rules.

    Made of a function per kind: ``oracle = Oracle[Settings]({"winner": _winner})``. Raises PositionError as a Door.
    """

    def __init__(self, kinds: Mapping[str, Callable[[SettingsT, Position], Answer]]) -> None:
        self._kinds = kinds
        self.kinds = tuple(kinds)
        """The kinds that it knows."""

    def __call__(self, settings: SettingsT, kind: str, position: Position) -> Answer:
        """The ``out`` of a case of ``kind`` with ``position`` as its ``in``: plain JSON data."""
        if kind not in self.kinds:
            raise PositionError(f"the oracle has no kind of case {kind!r}; it has {', '.join(self.kinds) or 'none'}")
        return self._kinds[kind](settings, position)
