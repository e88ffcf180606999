"""Several pieces of work in one command: each is done, whatever becomes of the others, and the last word says which."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Generic, TypeVar

import typer

from pnp.cli.output import note, report, say_json
from pnp.diagnostics import PnpError
from pnp.records import dataclass

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Done(Generic[T]):
    """What came of several pieces of work, by what each is called, such as ``red in ja``: results, and errors."""

    results: Mapping[str, T]
    errors: Mapping[str, PnpError]

    def leave(self, verb: str, as_json: bool, kits: Sequence[Any] = ()) -> None:
        """End the command where something failed, after telling what was and was not ``verb``: ``written``.

        The errors themselves are told when they happen. Leaves with the exit status of the gravest of them: what could
        not be written goes before what could not be made, and that before what did not hold.
        """
        if not self.errors:
            return
        told = [item for error in self.errors.values() for item in error.diagnostics]
        if as_json:
            failed = {name: [item.as_json() for item in error.diagnostics] for name, error in self.errors.items()}
            diagnostics = [item.as_json() for item in dict.fromkeys(told)]
            say_json({"ok": False, "diagnostics": diagnostics, "kits": list(kits), "failed": failed})
        note(f"not {verb}: {', '.join(self.errors)}; {verb}: {', '.join(self.results) or 'nothing'}")
        raise typer.Exit(max(error.exit_status for error in self.errors.values()))


def each(work: Mapping[str, Callable[[], T]]) -> Done[T]:
    """Do every piece of ``work``, by what it is called. The errors of one are told at once, and the next is begun; of a
    single piece they are raised."""
    if len(work) == 1:
        return Done({name: do() for name, do in work.items()}, {})
    results: dict[str, T] = {}
    errors: dict[str, PnpError] = {}
    for name, do in work.items():
        try:
            results[name] = do()
        except PnpError as error:
            known = {item for before in errors.values() for item in before.diagnostics}
            report(item for item in error.diagnostics if item not in known)
            errors[name] = error
    return Done(results, errors)
