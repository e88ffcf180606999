"""The measurements as tables: medians, ratios, peak memory, file size."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

from benchmarks.measure import Measured, Spent

_HEAD = (
    "| case | program | median s | fastest–slowest s | processor s | × protograf | × bare ReportLab | peak MiB "
    "| PDF kB | text, fonts |\n|---|---|--:|--:|--:|--:|--:|--:|--:|---|"
)
_WARM_HEAD = (
    "| case | rebuild s | fastest–slowest s | processor s | first build s | processor s | peak MiB | PDF kB "
    "| text, fonts, bytes |\n|---|--:|--:|--:|--:|--:|--:|--:|---|"
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
    def processor(self) -> float | None:
        """The median processor time of a run, None where it is not known."""
        known = [run.processor for run in self.runs if run.processor is not None]
        return median(known) if len(known) == len(self.runs) else None

    @property
    def first(self) -> tuple[Spent, ...]:
        """The first build of every run, where edits were measured."""
        return tuple(run.warm.first for run in self.runs if run.warm is not None)

    @property
    def rebuilds(self) -> tuple[Spent, ...]:
        """The builds after edits of all runs."""
        return tuple(one for run in self.runs if run.warm is not None for one in run.warm.rebuilds)

    @property
    def peak_bytes(self) -> float | None:
        """The median peak memory of a run, None where it is not known."""
        known = [run.peak_bytes for run in self.runs if run.peak_bytes is not None]
        return median(known) if len(known) == len(self.runs) else None


def markdown(results: Sequence[Result]) -> str:
    """The table of whole processes in Markdown, one section of rows for each case."""
    by_case = {(result.case, result.name): result for result in results}
    rows = [_HEAD]
    shown: set[str] = set()
    for result in results:
        if result.rebuilds:
            continue
        times = [run.seconds for run in result.runs]
        cells = [
            "" if result.title in shown else result.title,
            result.name,
            f"{result.seconds:.3f}",
            f"{min(times):.3f}–{max(times):.3f}",
            "not known" if result.processor is None else f"{result.processor:.3f}",
            _ratio(result, by_case.get((result.case, "protograf"))),
            _ratio(result, by_case.get((result.case, "reportlab"))),
            _peak(result),
            f"{result.pdf_bytes / 1000:.0f}",
            result.flaws or "yes",
        ]
        shown.add(result.title)
        rows.append(f"| {' | '.join(cells)} |")
    return "\n".join(rows)


def warm_markdown(results: Sequence[Result]) -> str:
    """The table of builds after edits, in processes that go on."""
    rows = [_WARM_HEAD]
    for result in results:
        times = [one.seconds for one in result.rebuilds]
        if not times:
            continue
        cells = [
            result.title,
            f"{median(times):.3f}",
            f"{min(times):.3f}–{max(times):.3f}",
            f"{median(one.processor for one in result.rebuilds):.3f}",
            f"{median(one.seconds for one in result.first):.3f}",
            f"{median(one.processor for one in result.first):.3f}",
            _peak(result),
            f"{result.pdf_bytes / 1000:.0f}",
            result.flaws or "yes",
        ]
        rows.append(f"| {' | '.join(cells)} |")
    return "\n".join(rows)


def _peak(result: Result) -> str:
    return "not known" if result.peak_bytes is None else f"{result.peak_bytes / 2**20:.0f}"


def _ratio(result: Result, other: Result | None) -> str:
    return "–" if other is None else f"{result.seconds / other.seconds:.2f}"
