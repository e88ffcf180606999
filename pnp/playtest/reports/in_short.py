"""What one should read first of a playtest: sentences that say how sure they are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pnp.playtest.counting.choices import MEASURED_BY, win_parts
from pnp.playtest.figures import (
    CONFIDENCE,
    Estimate,
    Figures,
    Rounds,
    choices_of,
    games_to_tell,
    rounds_of,
    share_of_wins,
)
from pnp.playtest.reports.finished import FEW, MARGIN, PlayedTest
from pnp.playtest.reports.table import Table, between, ordinal, percent, share_cells

_HALF = 2
"""Quarters of the decisions after which the leader is told first."""


def in_short(test: PlayedTest, tables: Sequence[Table]) -> list[str]:
    """Return the sentences that one should read first. ``tables`` are those of the test."""
    figures = test.figures
    ended = figures.games - figures.endless
    if not ended:
        return [f"None of {figures.games:,} games came to an end that counts. Let bots play that know what is good."]
    sentences = [_places(test, ended), f"Fair: {fairness_in_words(test)}."]
    if figures.endless:
        sentences.insert(0, f"{figures.endless:,} of {figures.games:,} games came to no end. No other figure has them.")
    rounds = rounds_of(test.tally, test.plan.players)
    sentences += [] if rounds is None else [_rounds(rounds)]
    sentences += _turns(figures)
    sentences += _course(test) if test.plan.details else ()
    sentences += [sentence for table in tables for sentence in _standing_out(table)]
    return sentences + (_choices(test) if test.plan.choices else [])


def fairness_in_words(test: PlayedTest) -> str:
    """Return whether the game is fair; if that is not known yet, what is known, and how many games would tell."""
    needed = games_to_tell(test.plan.players, MARGIN)
    if test.verdict != "not yet known":
        return test.verdict
    each = 1 - (1 - CONFIDENCE) / test.plan.players
    ends = [end for share in test.figures.wins for end in share.interval(each)]
    away = max(abs(end - 1 / test.plan.players) for end in ends)
    more = f"; {needed:,} games would tell" if needed > test.figures.games else ""
    return f"not yet known, {100 * away:.1f} points away from equal shares at most{more}"


def _with_interval(share: Estimate) -> str:
    return " (".join(share_cells(share)) + ")"


def _places(test: PlayedTest, ended: int) -> str:
    if ended < FEW:
        return f"{ended} games that ended are too few to say who wins; play {FEW} or more."
    first, last = test.figures.wins[0], test.figures.wins[-1]
    return (
        f"Of {ended:,} games the player who acts first wins {_with_interval(first)}, the one who acts last "
        f"{_with_interval(last)}; equal shares are {percent(1 / test.plan.players)}."
    )


def _rounds(rounds: Rounds) -> str:
    """Return which place wins more or fewer single rounds than an equal share, as far as chance does not explain it."""
    equal = 1 / len(rounds.wins)
    each = 1 - (1 - CONFIDENCE) / len(rounds.wins)
    unequal = [
        f"the player who acts {ordinal(place)} wins {_with_interval(share)}"
        for place, share in enumerate(rounds.wins, 1)
        if not share.interval(each)[0] <= equal <= share.interval(each)[1]
    ]
    said = ", ".join(unequal) if unequal else "no place wins more or less than chance explains"
    return f"Of {rounds.count:,} single rounds {said}."


def _turns(figures: Figures) -> Iterator[str]:
    turns = figures.turns
    if turns is not None:
        same = turns.low == turns.high
        spread = "nine of ten players have as many" if same else f"nine of ten players have {between(turns)}"
        yield f"A player has {turns.median} turns in a game (median); {spread}."
    if figures.options is not None:
        yield (
            f"In a turn there are {figures.options.median} actions to choose from (median); "
            f"{_with_interval(figures.choiceless)} of the turns leave no choice."
        )


def _course(test: PlayedTest) -> Iterator[str]:
    led = test.tally.count("led", _HALF)
    if led >= FEW:
        won = share_of_wins(test.tally, f"led-won {_HALF}", test.plan.players, led)
        yield f"Who leads after half of the decisions wins {_with_interval(won)} of {led:,} games."


def _standing_out(table: Table) -> Iterator[str]:
    names, count = [row[0] for row in table.rows], len(table.rows) + len(table.further)
    if table.title == "Cards":
        shown = ", ".join(names[:6]) + (" …" if len(names) > 6 else "")
        yield f"{len(names)} of {count} cards stand out{f': {shown}' if names else ''}."
    elif table.title == "Never played" and names and table.rows[0][4].startswith("+"):
        missed = [row for row in table.rows if row[4].startswith("+")]
        yield (
            f"{len(missed)} of {count} cards are missed by a player who never plays them: {missed[0][0]} most, with "
            f"{missed[0][4][1:]} points of 100 wins."
        )


def _choices(test: PlayedTest) -> list[str]:
    choices = choices_of(test.tally, win_parts(test.plan.players), MEASURED_BY)
    if choices.looked < FEW:
        return [f"{choices.looked} decisions that were looked at are too few to say how many matter."]
    return [f"Of {choices.looked:,} decisions {_with_interval(choices.mattered)} matter."]
