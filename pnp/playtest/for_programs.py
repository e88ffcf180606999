"""Figures of a playtest for programs, as JSON."""

from __future__ import annotations

from pnp.playtest.figures import Estimate, Spread
from pnp.playtest.tables import PlayedTest


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
        "counts": dict(sorted(test.tally.counts.items())),
    }


def _estimate_json(estimate: Estimate) -> dict[str, float]:
    return {"share": round(estimate.value, 6), "error": round(estimate.error, 6)}


def _spread_json(spread: Spread | None) -> dict[str, int] | None:
    return None if spread is None else {"5%": spread.low, "50%": spread.median, "95%": spread.high}
