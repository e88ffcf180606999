"""Free values of a game, and others put in their place for one run."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field, replace
from typing import Any

from pnp.data.columns import value_of
from pnp.data.table import folded
from pnp.definition.findings import nearest
from pnp.definition.merge import Table
from pnp.diagnostics import DefinitionError, Diagnostic
from pnp.records import dataclass

VALUES = "values"


@dataclass(frozen=True, slots=True)
class FreeValues:
    """What somebody typed for values of the definition, by name."""

    typed: Mapping[str, str]
    _known: dict[str, str] = field(default_factory=dict)

    def put_into(self, table: Table) -> Table:
        """A game's table with those of its values changed that were typed. Raises DefinitionError for a text where the
        definition has a number."""
        values = table.data.get(VALUES)
        if not isinstance(values, dict):
            return table
        names = {folded(name): name for name in values}
        self._known.update(names)
        changed = {
            names[folded(name)]: _as_before(name, text, values[names[folded(name)]])
            for name, text in self.typed.items()
            if folded(name) in names
        }
        return replace(table, data={**table.data, VALUES: {**values, **changed}}) if changed else table

    def require_known(self, label: str) -> None:
        """Raises DefinitionError for names that no game has a value of, each with the nearest."""
        wrong = [name for name in self.typed if folded(name) not in self._known]
        if wrong:
            raise DefinitionError([self._unknown(name, label) for name in wrong])

    def _unknown(self, name: str, label: str) -> Diagnostic:
        close = nearest(name, self._known.values())
        hint = f"did you mean {close!r}?" if close else "write it into the table `values` of a game first"
        return Diagnostic("unknown-value", f"no game of {label} has a value {name!r}", hint=hint)


def _as_before(name: str, text: str, before: Any) -> Any:
    """A typed text as a value of the kind that the definition has."""
    if isinstance(before, str | dict):
        return text
    found = value_of(text)
    switches = isinstance(found, bool), isinstance(before, bool)
    if isinstance(before, bool | int | float) and (isinstance(found, str) or switches[0] != switches[1]):
        kind = "true or false" if isinstance(before, bool) else "a number"
        raise DefinitionError(
            Diagnostic("wrong-type", f"the value {name!r} is {kind}, not {text!r}", hint=f"it is {before}")
        )
    return found
