"""Several pieces of work in one command: each is done, whatever becomes of the others, and the last word says which."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import typer

from pnp.cli.output import note, report, say_json
from pnp.diagnostics import PnpError
from pnp.records import dataclass

if TYPE_CHECKING:
    from pnp.cli.processes import Outcome

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


def each(
    work: Mapping[str, Callable[[], T]],
    group: Callable[[str], Hashable] | None = None,
    weight: Callable[[str], float] = lambda name: 1.0,
) -> Done[T]:
    """Do every piece of ``work``, by what it is called. The errors of one are told at once, and the next is begun; of a
    single piece they are raised.

    With ``group``, which says what pieces share, those that share nothing are done side by side on all cores, those
    first that take longest, as far as ``weight`` knows; what comes of them is told in the order of ``work``.
    """
    if len(work) == 1:
        return Done({name: do() for name, do in work.items()}, {})
    results: dict[str, T] = {}
    errors: dict[str, PnpError] = {}
    for name, do in _begun(work, group, weight):
        try:
            results[name] = do()
        except PnpError as error:
            known = {item for before in errors.values() for item in before.diagnostics}
            report(item for item in error.diagnostics if item not in known)
            errors[name] = error
    return Done(results, errors)


def _begun(
    work: Mapping[str, Callable[[], T]], group: Callable[[str], Hashable] | None, weight: Callable[[str], float]
) -> Iterator[tuple[str, Callable[[], T]]]:
    """Every piece of work in order, with what leaves its result: by doing it, or where it is done elsewhere already."""
    count = 1
    if group is not None and len({group(name) for name in work}) > 1:
        from pnp.cli import processes  # noqa: PLC0415 - most commands do one thing

        count = processes.at_once()
    if count == 1 or group is None:
        yield from work.items()
        return
    for name, found in processes.side_by_side(work, group, count, weight):
        yield name, partial(_told, found)


def _told(found: Outcome[T]) -> T:
    """What came of work that another process did."""
    found.replay()
    if found.error is not None:
        raise found.error
    return found.result  # type: ignore[return-value]
