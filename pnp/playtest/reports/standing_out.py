"""The one test by which rows of a table stand out, and the interval that is printed for it."""

from __future__ import annotations

from collections.abc import Sequence

from pnp.playtest.figures import CONFIDENCE, Difference, Estimate

TESTED_TOGETHER = (
    "A row stands out if its interval leaves this figure out. The intervals are wider than those of one row alone: all "
    f"rows of a table hold the true figures together in {100 * CONFIDENCE:.0f} of 100 tables (Bonferroni)."
)
TOGETHER = f"{100 * CONFIDENCE:.0f} % interval, all rows"
"""Heading of such intervals."""


def said(odd: Sequence[str], rows: int) -> str:
    """Return which rows stand out, as a sentence."""
    if not odd:
        return f"None of {rows} rows stands out."
    return f"{len(odd)} of {rows} rows stand{'s' if len(odd) == 1 else ''} out: {', '.join(odd)}."


def confidence_of_each(rows: int) -> float:
    """Return the confidence of one interval among some: each has its part of what may be wrong (Bonferroni).

    >>> round(confidence_of_each(10), 4)
    0.995
    """
    return 1 - (1 - CONFIDENCE) / max(rows, 1)


def stand_out(figures: Sequence[Estimate | Difference], of_all: float) -> list[bool]:
    """Tell for each figure whether its interval among all of them leaves out the figure of all. One without cases
    never does."""
    each = confidence_of_each(len(figures))
    intervals = [figure.interval(each) for figure in figures]
    return [
        bool(figure.cases) and not low <= of_all <= high for figure, (low, high) in zip(figures, intervals, strict=True)
    ]


Row = tuple[str, ...]


def split(
    entries: Sequence[tuple[Estimate, Row]] | Sequence[tuple[Difference, Row]], of_all: float
) -> tuple[tuple[Row, ...], tuple[Row, ...]]:
    """Return the rows whose figures stand out, and the others."""
    outside = stand_out([figure for figure, _ in entries], of_all)
    pairs = list(zip((row for _, row in entries), outside, strict=True))
    return tuple(row for row, is_out in pairs if is_out), tuple(row for row, is_out in pairs if not is_out)
