"""Figures of a playtest for programs: as JSON, and as rows of CSV for notebooks."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from pathlib import Path

from pnp.files import replace_file
from pnp.playtest.figures import Estimate, Spread
from pnp.playtest.reports.finished import PlayedTest
from pnp.playtest.reports.table import Number
from pnp.playtest.reports.tables import tables_of

_HEADINGS = ("game", "players", "seat", "bot", "what", "of", "value", "low", "high", "cases", "games")


def write_csv(path: Path, tests: Sequence[PlayedTest]) -> None:
    """Write a row for each figure, whole or not at all. Raises PnpError if the file cannot be written."""
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow(_HEADINGS)
    for test in tests:
        bot = test.plan.bot if test.plan.rival is None else f"{test.plan.bot}, {test.plan.rival} in one seat"
        for table in tables_of(test):
            for number in table.numbers:
                about = test.name, test.plan.players, number.place, bot
                rows.writerow((*about, *_cells(number), number.cases, test.figures.games))
    replace_file(path, text.getvalue().encode())


def _cells(number: Number) -> tuple[str, str, float | None, float | None, float | None]:
    value, low, high = (None if end is None else round(end, 6) for end in (number.value, number.low, number.high))
    return number.what, number.of, value, low, high


def as_json(test: PlayedTest) -> dict[str, object]:
    """Return the figures of a test, with the counts that they follow from."""
    figures = test.figures
    return {
        **test.plan.head(test.definition),
        **({"changes": dict(test.plan.game.changes)} if test.plan.game.changes else {}),
        "games": figures.games,
        "endless": figures.endless,
        **({} if test.plan.rival is None else {"rival_wins": _estimate_json(test.rival_wins)}),
        "interrupted": not test.is_whole,
        **({} if test.error is None else {"stopped": [one.as_json() for one in test.error.diagnostics]}),
        "fair": test.verdict,
        "wins": [_estimate_json(share) for share in figures.wins],
        "shared": _estimate_json(figures.shared),
        "forced": _estimate_json(figures.forced),
        "choices": _spread_json(figures.choices),
        "length": _spread_json(figures.length),
        "winning": _spread_json(figures.winning),
        "figures": [_number_json(number) for table in tables_of(test) for number in table.numbers],
        "counts": dict(sorted(test.tally.counts.items())),
    }


def _number_json(number: Number) -> dict[str, object]:
    """Return a figure as a row of CSV has it."""
    what, of, value, low, high = _cells(number)
    place = {} if number.place is None else {"seat": number.place}
    about = {"of": of} if of else {}
    return {"what": what, **about, **place, "value": value, "low": low, "high": high, "cases": number.cases}


def _estimate_json(estimate: Estimate) -> dict[str, float]:
    return {"share": round(estimate.value, 6), "error": round(estimate.error, 6)}


def _spread_json(spread: Spread | None) -> dict[str, int] | None:
    return None if spread is None else {"5%": spread.low, "50%": spread.median, "95%": spread.high}
