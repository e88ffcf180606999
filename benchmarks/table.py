"""The measurements as a table: medians, ratios, peak memory, file size."""

from __future__ import annotations

from dataclasses import dataclass
from statistics import median

from benchmarks.measure import Measured

_HEAD = (
    "| case | program | median s | fastest–slowest s | × protograf | × bare ReportLab | peak MiB | PDF kB "
    "| text, fonts |\n|---|---|--:|--:|--:|--:|--:|--:|---|"
)


@dataclass(frozen=True, slots=True)
class Result:
    """All runs of one contender on one case. ``flaws`` says what its file lacks; empty when it is as asked."""

    case: str
    title: str
    name: str
    runs: tuple[Measured, ...]
    pdf_bytes: int
    flaws: str

    @property
    def seconds(self) -> float:
        """The median time of a run."""
        return median(run.seconds for run in self.runs)

    @property
    def peak_bytes(self) -> float | None:
        """The median peak memory of a run, None where it is not known."""
        known = [run.peak_bytes for run in self.runs if run.peak_bytes is not None]
        return median(known) if len(known) == len(self.runs) else None


def markdown(results: list[Result]) -> str:
    """The table in Markdown, one section of rows for each case."""
    by_case = {(result.case, result.name): result for result in results}
    rows = [_HEAD]
    shown: set[str] = set()
    for result in results:
        times = [run.seconds for run in result.runs]
        cells = [
            "" if result.title in shown else result.title,
            result.name,
            f"{result.seconds:.3f}",
            f"{min(times):.3f}–{max(times):.3f}",
            _ratio(result, by_case.get((result.case, "protograf"))),
            _ratio(result, by_case.get((result.case, "reportlab"))),
            "not known" if result.peak_bytes is None else f"{result.peak_bytes / 2**20:.0f}",
            f"{result.pdf_bytes / 1000:.0f}",
            result.flaws or "yes",
        ]
        shown.add(result.title)
        rows.append(f"| {' | '.join(cells)} |")
    return "\n".join(rows)


def _ratio(result: Result, other: Result | None) -> str:
    return "–" if other is None else f"{result.seconds / other.seconds:.2f}"
