"""Batches of work in one command: a failed job does not stop the others, and the last line lists all of them."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import typer

from pnp.cli.output import note, report, say_json
from pnp.diagnostics import Diagnostic, PnpError
from pnp.records import dataclass

if TYPE_CHECKING:
    from pnp.cli.processes import Outcome

T = TypeVar("T")
Json = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class BatchResult(Generic[T]):
    """Results and errors of a batch, by the name of each job, such as ``red in ja``."""

    results: Mapping[str, T]
    errors: Mapping[str, PnpError]

    def exit_on_error(self, verb: str, as_json: bool, kits: Sequence[object] = ()) -> None:
        """Exit if a job failed, after noting which jobs were and were not ``verb``: ``written``.

        The errors themselves are reported when they happen. The exit status is that of the gravest error: failed
        writing, then a failed build, then a failed check. Raises typer.Exit.
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
    """Run every job of ``work`` by its name.

    The error of a job is reported at once, and the next job begins. The error of a single job is raised. ``group``
    names what jobs share: jobs of different groups run in parallel on all cores, the longest first by ``weight``.
    Results come in the order of ``work``.
    """
    if len(work) == 1:
        return BatchResult({name: do() for name, do in work.items()}, {})
    results: dict[str, T] = {}
    errors: dict[str, PnpError] = {}
    for name, do in _iterate_jobs(work, group, weight):
        try:
            results[name] = do()
        except PnpError as error:
            report_new(error, errors.values())
            errors[name] = error
    return BatchResult(results, errors)


def report_new(error: PnpError, earlier: Iterable[PnpError]) -> None:
    """Report the diagnostics of an error that no ``earlier`` error has."""
    known = {diagnostic for earlier_error in earlier for diagnostic in earlier_error.diagnostics}
    report(diagnostic for diagnostic in error.diagnostics if diagnostic not in known)


def report_once(warnings: Iterable[Diagnostic], reported: set[str]) -> None:
    """Report the warnings that are not among those ``reported``, and add them: kits in two languages share most."""
    new = {text: warning for warning in warnings if (text := warning.render()) not in reported}
    reported.update(new)
    report(new.values())


def errors_as_json(errors: Mapping[str, PnpError]) -> tuple[list[Json], dict[str, list[Json]]]:
    """Return JSON data of the diagnostics of all errors, each once, and of those of each error by its name."""
    failed: dict[str, list[Json]] = {
        name: [diagnostic.as_json() for diagnostic in error.diagnostics] for name, error in errors.items()
    }
    distinct = dict.fromkeys(diagnostic for error in errors.values() for diagnostic in error.diagnostics)
    return [diagnostic.as_json() for diagnostic in distinct], failed


def _iterate_jobs(
    work: Mapping[str, Callable[[], T]], group: Callable[[str], Hashable] | None, weight: Callable[[str], float]
) -> Iterator[tuple[str, Callable[[], T]]]:
    """Yield every job with a call that returns its result: the job itself, or the outcome from a process."""
    if group is not None and len({group(name) for name in work}) > 1:
        from pnp.cli import processes  # noqa: PLC0415 - one kit needs no processes, which take time to load

        count = processes.process_count()
        if count > 1:
            for name, outcome in processes.run_parallel(work, group, count, weight):
                yield name, partial(_replay_outcome, outcome)
            return
    yield from work.items()


def _replay_outcome(outcome: Outcome[T]) -> T:
    """Print what another process printed, and return its result or raise its error."""
    outcome.replay()
    if outcome.error is not None:
        raise outcome.error
    return outcome.result  # type: ignore[return-value]
