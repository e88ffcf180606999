"""Draft of the next state: the fields of a state, open to change.

An engine and its ``ASKS`` each write one: ``draft = Draft(state)``, then changes such as
``draft.rows[seat].append(draft.deck.pop(0))``, and ``draft.state()`` at the end.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Generic, TypeVar, get_args

from pnp.games.core.playing.states import types_of
from pnp.games.core.playing.whole_game import Settled
from pnp.games.core.schema import SORTED, bare_type, marks_of

StateT = TypeVar("StateT")


class Draft(Generic[StateT]):
    """Fields of a state by their names, with lists in the place of tuples. The state itself stays as it is.

    Cards that are marked ``SORTED`` may lie in any order here.
    """

    def __init__(self, state: StateT) -> None:
        before: Any = state
        vars(self).update({name: _opened(getattr(state, name)) for name in before._fields}, _before=before)

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(f"a {type(vars(self)['_before']).__name__} has no field {name!r}")

    def __setattr__(self, name: str, value: Any) -> None:
        getattr(self, name)  # a name that is misspelt would be lost
        super().__setattr__(name, value)

    def state(self) -> StateT:
        """Return the state that the draft has come to."""
        kind: Any = type(self._before)
        after: StateT = kind(*(_closed(hint, vars(self)[name]) for name, hint in types_of(kind).items()))
        return after

    def settled(self) -> Iterator[Settled]:
        """Yield each field that has changed, with its value, as the ``step`` of ``ASKS`` does."""
        after: Any = self.state()
        for name in after._fields:
            if getattr(after, name) != getattr(self._before, name):
                yield name, getattr(after, name)


def _is_list(value: Any) -> bool:
    """Tell a list of a state from a card or an action, which is a named tuple."""
    return isinstance(value, list | tuple) and not hasattr(value, "_fields")


def _opened(value: Any) -> Any:
    return [_opened(item) for item in value] if _is_list(value) else value


def _closed(hint: Any, value: Any) -> Any:
    if not _is_list(value):
        return value
    inner = get_args(bare_type(hint))
    items = [_closed(inner[0] if inner else None, item) for item in value]
    return tuple(sorted(items) if SORTED in marks_of(hint) else items)
