"""Report of a run of mutants, as text and as JSON data."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from pnp.records import dataclass
from pnp.testing.mutate.equivalents import Equivalent
from pnp.testing.mutate.source import Mutant


@dataclass(frozen=True, slots=True)
class Verdict:
    """Verdict on a mutant: the check that noticed it, or None if it lives. ``reached`` is False if no check runs it."""

    mutant: Mutant
    check: str | None
    fault: str = ""
    reached: bool = True


BY_LIMIT = "limit"
"""Name in the place of a check for mutants that took too long."""


@dataclass(frozen=True, slots=True)
class MutationReport:
    """Result of a run. ``folder`` is that of the game's package, ``equivalents`` the whole list of entries."""

    game: str
    folder: Path
    possible: tuple[Mutant, ...]
    verdicts: tuple[Verdict, ...]
    equivalents: tuple[Equivalent, ...]
    seconds: float
    processor_seconds: float

    def _listed(self, mutant: Mutant) -> bool:
        return any(equivalent.matches(mutant) for equivalent in self.equivalents)

    @property
    def living(self) -> tuple[Verdict, ...]:
        """Verdicts on mutants that no check noticed, without the equivalent ones."""
        return tuple(verdict for verdict in self.verdicts if verdict.check is None and not self._listed(verdict.mutant))

    @property
    def equivalent(self) -> int:
        """Number of living mutants that are listed as equivalent."""
        return sum(verdict.check is None for verdict in self.verdicts) - len(self.living)

    @property
    def killed(self) -> Mapping[str, int]:
        """Number of noticed mutants by check, the most telling check first."""
        counts: dict[str, int] = {}
        for verdict in self.verdicts:
            if verdict.check is not None:
                counts[verdict.check] = counts.get(verdict.check, 0) + 1
        return dict(sorted(counts.items(), key=lambda item: (-item[1], item[0])))

    @property
    def refuted(self) -> tuple[Verdict, ...]:
        """Verdicts on mutants that are listed as equivalent, and that a check noticed."""
        return tuple(verdict for verdict in self.verdicts if verdict.check is not None and self._listed(verdict.mutant))

    @property
    def stale(self) -> tuple[Equivalent, ...]:
        """Entries of the list that are about no mutant of the game as it is now."""
        return tuple(entry for entry in self.equivalents if not any(map(entry.matches, self.possible)))

    @property
    def score(self) -> float:
        """Noticed mutants in percent of all but the equivalent ones."""
        noticed = sum(self.killed.values())
        judged = noticed + len(self.living)
        return 100 * noticed / judged if judged else 100.0


def report_text(report: MutationReport) -> str:
    """Return the report for a reader: the living mutants, what is wrong with the list of equivalents, the score."""
    return "\n".join(_lines(report)) + "\n"


def _lines(report: MutationReport) -> Iterator[str]:
    for verdict in report.living:
        reason = "no check notices this" if verdict.reached else "no check runs this"
        yield f"{_place(report, verdict.mutant)}: {reason} ({verdict.mutant.kind})"
        yield from (f"  - {verdict.mutant.before}", f"  + {verdict.mutant.after}")
    for verdict in report.refuted:
        yield f"{_place(report, verdict.mutant)}: listed as equivalent, but {verdict.check} notices it"
        yield from (f"  - {verdict.mutant.before}", f"  + {verdict.mutant.after}")
    for entry in report.stale:
        yield f"{entry.file} has no such mutant as is listed as equivalent; delete the entry"
        yield from (f"  - {entry.before}", f"  + {entry.after}")
    files = len({mutant.file for mutant in report.possible})
    yield (
        f"{report.game}: {len(report.verdicts)} of {len(report.possible)} mutants in {files} files, "
        f"in {report.seconds:.0f} s ({report.processor_seconds:.0f} s of processor time)"
    )
    yield f"noticed: {_counts(report.killed)}"
    equivalent = f", {report.equivalent} equivalent" if report.equivalent else ""
    count = sum(not verdict.reached for verdict in report.living)
    never_run = f" ({count} in lines that no check runs)" if count else ""
    yield f"living: {len(report.living)}{never_run}{equivalent}"
    yield f"score: {report.score:.1f} %"


def _place(report: MutationReport, mutant: Mutant) -> str:
    path = report.folder / mutant.file
    return f"{path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path}:{mutant.line}"


def _counts(killed: Mapping[str, int]) -> str:
    parts = ", ".join(f"{count} by {'the time limit' if name == BY_LIMIT else name}" for name, count in killed.items())
    return f"{sum(killed.values())}" + (f" ({parts})" if parts else "")


def report_data(report: MutationReport) -> dict[str, Any]:
    """Return the report as JSON data."""
    return {
        "game": report.game,
        "possible": len(report.possible),
        "tried": len(report.verdicts),
        "noticed": dict(report.killed),
        "equivalent": report.equivalent,
        "score": round(report.score, 2),
        "seconds": round(report.seconds, 1),
        "processor_seconds": round(report.processor_seconds, 1),
        "living": _mutants(report.living),
        "refuted": _mutants(report.refuted),
        "stale": [{"file": entry.file, "before": entry.before, "after": entry.after} for entry in report.stale],
    }


def _mutants(verdicts: Iterable[Verdict]) -> list[dict[str, Any]]:
    return [
        {
            "file": verdict.mutant.file,
            "line": verdict.mutant.line,
            "kind": verdict.mutant.kind,
            "before": verdict.mutant.before,
            "after": verdict.mutant.after,
            "reached": verdict.reached,
        }
        for verdict in verdicts
    ]
