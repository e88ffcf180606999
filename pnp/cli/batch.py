"""Several pieces of work in one command: each is done, whatever becomes of the others, and the last line says which."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import typer

from pnp.cli.output import note, report, say_json
from pnp.diagnostics import PnpError
from pnp.records import dataclass

if TYPE_CHECKING:
    from pnp.cli.processes import Outcome

T = TypeVar("T")
Json = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class BatchResult(Generic[T]):
    """The results and errors of several pieces of work, by the name of each, such as ``red in ja``."""

    results: Mapping[str, T]
    errors: Mapping[str, PnpError]

    def leave(self, verb: str, as_json: bool, kits: Sequence[object] = ()) -> None:
        """End the command where something failed, after noting what was and was not ``verb``: ``written``.

        The errors themselves are reported when they happen. Leaves with the exit status of the gravest of them: what
        could not be written goes before what could not be made, and that before what did not hold.
        """
        if not self.errors:
            return
        if as_json:
            diagnostics, failed = errors_as_json(self.errors)
            say_json({"ok": False, "diagnostics": diagnostics, "kits": list(kits), "failed": failed})
        note(f"not {verb}: {', '.join(self.errors)}; {verb}: {', '.join(self.results) or 'nothing'}")
        raise typer.Exit(max(error.exit_status for error in self.errors.values()))


def run_all(
    work: Mapping[str, Callable[[], T]],
    group: Callable[[str], Hashable] | None = None,
    weight: Callable[[str], float] = lambda name: 1.0,
) -> BatchResult[T]:
    """Do every piece of ``work`` by its name. The errors of one are reported at once, and the next is begun; of a
    single piece they are raised.

    With ``group``, which says what pieces share, those that share nothing are done side by side on all cores, those
    first that take longest, as far as ``weight`` knows; results come in the order of ``work``.
    """
    if len(work) == 1:
        return BatchResult({name: do() for name, do in work.items()}, {})
    results: dict[str, T] = {}
    errors: dict[str, PnpError] = {}
    for name, do in _in_order(work, group, weight):
        try:
            results[name] = do()
        except PnpError as error:
            report_new(error, errors.values())
            errors[name] = error
    return BatchResult(results, errors)


def report_new(error: PnpError, earlier: Iterable[PnpError]) -> None:
    """Report the diagnostics of an error that no ``earlier`` one has."""
    known = {diagnostic for other in earlier for diagnostic in other.diagnostics}
    report(diagnostic for diagnostic in error.diagnostics if diagnostic not in known)


def errors_as_json(errors: Mapping[str, PnpError]) -> tuple[list[Json], dict[str, list[Json]]]:
    """Make JSON data of the diagnostics of all errors, each once, and of those of each error by its name."""
    failed: dict[str, list[Json]] = {
        name: [diagnostic.as_json() for diagnostic in error.diagnostics] for name, error in errors.items()
    }
    distinct = dict.fromkeys(diagnostic for error in errors.values() for diagnostic in error.diagnostics)
    return [diagnostic.as_json() for diagnostic in distinct], failed


def _in_order(
    work: Mapping[str, Callable[[], T]], group: Callable[[str], Hashable] | None, weight: Callable[[str], float]
) -> Iterator[tuple[str, Callable[[], T]]]:
    """Yield every piece of work, with a call that returns its result: by doing it, or from a process that did it."""
    if group is not None and len({group(name) for name in work}) > 1:
        from pnp.cli import processes  # noqa: PLC0415 - one kit needs no processes, which take time to load

        count = processes.at_once()
        if count > 1:
            for name, outcome in processes.side_by_side(work, group, count, weight):
                yield name, partial(_result_of, outcome)
            return
    yield from work.items()


def _result_of(outcome: Outcome[T]) -> T:
    """Print what another process printed, and return its result or raise its error."""
    outcome.replay()
    if outcome.error is not None:
        raise outcome.error
    return outcome.result  # type: ignore[return-value]
