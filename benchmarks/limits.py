"""What the program shall reach: each limit with the figure of this run beside it. Nothing is failed by a time: whoever
reads the table judges it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from statistics import median
from typing import TypeAlias

from benchmarks.table import Result

Figure: TypeAlias = Callable[[Result], float | None]
_HEAD = "| limit of | figure | at most | reached |\n|---|--:|--:|---|"


def _seconds(result: Result) -> float | None:
    return result.seconds


def _rebuild(result: Result) -> float | None:
    return median(one.seconds for one in result.rebuilds)


def _peak(result: Result) -> float | None:
    return None if result.peak_bytes is None else result.peak_bytes / 2**20


def _size(result: Result) -> float | None:
    return result.pdf_bytes / 1000


@dataclass(frozen=True, slots=True)
class Limit:
    """At most ``at_most`` of ``unit`` for what ``figure`` tells of pnp on ``case``; where there is something
    ``against`` (a case and a program), for the ratio of both."""

    case: str
    words: str
    figure: Figure
    at_most: float
    unit: str
    against: tuple[str, str] | None = None


@dataclass(frozen=True, slots=True)
class Held:
    """A limit with its figure, None where it was not measured. ``why_not`` says why a figure does not count."""

    limit: Limit
    figure: float | None
    why_not: str = ""

    @property
    def reached(self) -> bool | None:
        """Whether the limit is reached; None where nobody knows."""
        return None if self.figure is None else not self.why_not and self.figure <= self.limit.at_most


LIMITS = (
    Limit("red", "`pnp build red`, search included ÷ protograf’s 49 cards", _seconds, 0.65, "×", ("red", "protograf")),
    Limit(
        "red-known",
        "`pnp build red`, examples known ÷ protograf’s 49 cards",
        _seconds,
        0.45,
        "×",
        ("red-known", "protograf"),
    ),
    Limit("1000", "1,000 cards ÷ bare ReportLab", _seconds, 2.2, "×", ("1000", "reportlab")),
    Limit("kits", "`pnp build --all` ÷ `pnp build red`, search included", _seconds, 3, "×", ("red", "pnp")),
    Limit("kits", "`pnp build --all` ÷ `pnp build red`, examples known", _seconds, 3, "×", ("red-known", "pnp")),
    Limit("10000", "10,000 cards, peak memory", _peak, 80, "MiB"),
    Limit("100000", "100,000 cards, peak memory", _peak, 150, "MiB"),
    Limit("1000", "1,000 cards, size of the PDF", _size, 200, "kB"),
    Limit("warm-card", "1,000 cards, a rebuild after one of them changed", _rebuild, 0.1, "s"),
    Limit("warm-red-card", "red, a rebuild after one card’s template changed", _rebuild, 0.1, "s"),
    Limit("warm-red-rule", "red, a rebuild after a rule changed", _rebuild, 0.4, "s"),
)


def held(results: Sequence[Result]) -> list[Held]:
    """Every limit beside its figure in ``results``. A file that is not as asked reaches none."""
    by_case = {(result.case, result.name): result for result in results}
    return [_held(limit, by_case) for limit in LIMITS]


def _held(limit: Limit, by_case: Mapping[tuple[str, str], Result]) -> Held:
    own = by_case.get((limit.case, "pnp"))
    other = None if limit.against is None else by_case.get(limit.against)
    if own is None or (limit.against is not None and other is None):
        return Held(limit, None)
    figure = limit.figure(own)
    flaws = [f"{one.name}: {one.flaws}" for one in (own, other) if one is not None and one.flaws]
    if figure is not None and other is not None:
        beside = limit.figure(other)
        figure = None if beside is None else figure / beside
    return Held(limit, figure, "; ".join(flaws))


def limits_markdown(limits: Sequence[Held]) -> str:
    """The limits as a table in Markdown."""
    rows = [_HEAD]
    for one in limits:
        digits = 3 if one.limit.unit == "s" else 2 if one.limit.unit == "×" else 0
        shown = "–" if one.figure is None else f"{one.figure:.{digits}f} {one.limit.unit}"
        most = f"{one.limit.at_most:g} {one.limit.unit}"
        rows.append(f"| {one.limit.words} (`{one.limit.case}`) | {shown} | {most} | {_verdict(one)} |")
    return "\n".join(rows)


def _verdict(one: Held) -> str:
    if one.why_not:
        return f"void: {one.why_not}"
    return {None: "not measured", True: "yes", False: "no"}[one.reached]
