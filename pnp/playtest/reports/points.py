"""Table of points by what they are scored for."""

from __future__ import annotations

from collections.abc import Sequence

from pnp.playtest.figures import share_of
from pnp.playtest.reports.finished import PlayedTest
from pnp.playtest.reports.table import Number, Table
from pnp.playtest.tally import Tally


def points_tables(test: PlayedTest) -> Sequence[Table]:
    """Return the table of sources of points, if the game names any."""
    tally, ended = test.tally, test.figures.games - test.figures.endless
    sources = sorted(_sources(tally), key=lambda source: (-_net(tally, "", source), source))
    if not sources:
        return ()
    seats, winners = ended * test.plan.players, sum(tally.histogram("winning").values())
    whole = sum(_net(tally, "", source) for source in sources)
    rows, numbers = [], []
    for source in sources:
        own, of_winner = _net(tally, "", source) / seats, _net(tally, "winner-", source) / winners
        who = share_of(tally.count("scorers", source), seats)
        part = f"{100 * _net(tally, '', source) / whole:.0f} %" if whole > 0 else "-"
        rows.append((source, f"{own:.2f}", f"{of_winner:.2f}", part, f"{100 * who.value:.0f} %"))
        numbers += [
            Number("points of a player by source", own, None, None, seats, source),
            Number("points of a winner by source", of_winner, None, None, winners, source),
            Number.share("players with points by source", who, source),
        ]
    text = (
        "What points are scored for in a game: the mean of a player, and of a winner. Less than 0 is what they cost. "
        f"All sources together give a player {whole / seats:.1f} points."
    )
    headings = ("source", "points of a player", "points of a winner", "part of all points", "players with any")
    return (Table("Points", text, headings, tuple(rows), numbers=tuple(numbers)),)


def _sources(tally: Tally) -> set[str]:
    keys = (key.partition(" ") for key in tally.counts)
    return {source for name, _, source in keys if name == "scorers"}


def _net(tally: Tally, whose: str, source: str) -> int:
    """Return the points by a source, less those that it cost."""
    return tally.count(f"{whose}scored", source) - tally.count(f"{whose}paid", source)
