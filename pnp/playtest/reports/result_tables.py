"""Tables of every test: who wins, how long games are, how often there is a choice; by the game and by the round."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pnp.playtest.figures import games_to_tell, rounds_of
from pnp.playtest.reports.finished import MARGIN, PlayedTest
from pnp.playtest.reports.table import Number, Table, bar, ordinal, percent, share_cells, spread_cells


def results_table(test: PlayedTest) -> Table:
    """Return the table of whole games."""
    players = test.plan.players
    bars = tuple(bar(ordinal(place), share) for place, share in enumerate(test.figures.wins, 1))
    text = "Shares of wins in the order of the first turns."
    line = 1 / players, f"equal share {percent(1 / players)}"
    if test.figures.games == test.figures.endless:
        bars = ()
    headings = ("figure", "value", "95 % interval")
    return Table("Results", text, headings, tuple(_result_rows(test)), bars, line, numbers=tuple(_numbers(test)))


def _numbers(test: PlayedTest) -> Iterator[Number]:
    figures, ended = test.figures, test.figures.games - test.figures.endless
    yield Number("games without an end", figures.endless, None, None, figures.games)
    if not ended:
        return
    if test.plan.rival is not None:
        yield Number.share("wins of the rival", test.rival_wins, test.plan.rival)
    for place, share in enumerate(figures.wins, 1):
        yield Number.share("wins", share, place=place)
    fair = {"yes": 1, "no": 0, "not yet known": None}[test.verdict]
    yield Number("fair", fair, None, None, ended)
    yield Number.share("games whose win is shared", figures.shared)
    yield Number.share("decisions with one legal action", figures.forced)
    for what, spread, cases in (
        ("legal actions at a decision", figures.choices, test.tally.count("decisions")),
        ("decisions in a game", figures.length, ended),
        ("points of a winner", figures.winning, sum(test.tally.histogram("winning").values())),
    ):
        if spread is not None:
            yield Number(what, spread.median, spread.low, spread.high, cases)


def _result_rows(test: PlayedTest) -> Iterator[tuple[str, str, str]]:
    figures, plan = test.figures, test.plan
    if figures.endless:
        yield "games without an end", f"{figures.endless:,} of {figures.games:,}", "in no other figure"
    if figures.games == figures.endless:
        return
    if plan.rival is not None:
        yield (f"wins of {plan.rival} (equal share {percent(1 / plan.players)})", *share_cells(test.rival_wins))
    for place, share in enumerate(figures.wins, 1):
        yield (f"wins of the player who acts {ordinal(place)}", *share_cells(share))
    yield "fair (each within 1 point)", fairness_in_words(test), ""
    if figures.shared.value:
        yield ("games whose win is shared", *share_cells(figures.shared))
    yield ("decisions with one legal action", *share_cells(figures.forced))
    yield "legal actions at a decision", *spread_cells(figures.choices, "decisions")
    yield "decisions in a game", *spread_cells(figures.length)
    if figures.winning is not None:
        yield "points of a winner", *spread_cells(figures.winning)


def fairness_in_words(test: PlayedTest) -> str:
    """Return whether the game is fair; and how many games would tell, if that is not known yet."""
    needed = games_to_tell(test.plan.players, MARGIN)
    if test.verdict != "not yet known" or needed <= test.figures.games:
        return test.verdict
    return f"not yet known ({needed:,} games would tell)"


def rounds_tables(test: PlayedTest) -> Sequence[Table]:
    """Return the table of single rounds, if games had several."""
    players = test.plan.players
    rounds = rounds_of(test.tally, players)
    if rounds is None:
        return ()
    wins = list(enumerate(rounds.wins, 1))
    rows = [(f"wins of the player who acts {ordinal(place)}", *share_cells(share)) for place, share in wins]
    numbers = [Number.share("wins of a round", share, place=place) for place, share in wins]
    if rounds.even.value:
        rows.append(("rounds in which all score alike", *share_cells(rounds.even)))
        numbers.append(Number.share("rounds in which all score alike", rounds.even))
    winners = sum(test.tally.histogram("round-winning").values())
    games = sum(test.tally.histogram("rounds").values())
    for what, spread, of, cases in (
        ("decisions in a round", rounds.length, "rounds", rounds.count),
        ("points of the winner of a round", rounds.winning, "rounds", winners),
        ("rounds in a game", rounds.in_game, "games", games),
    ):
        rows.append((what, *spread_cells(spread, of)))
        if spread is not None:
            numbers.append(Number(what, spread.median, spread.low, spread.high, cases))
    text = (
        f"The same for {rounds.count:,} single rounds: the player with most points in a round wins it, and the order "
        "is that of the turns in the round."
    )
    bars = tuple(bar(ordinal(place), share) for place, share in wins)
    line = 1 / players, f"equal share {percent(1 / players)}"
    return (
        Table("Rounds", text, ("figure", "value", "95 % interval"), tuple(rows), bars, line, numbers=tuple(numbers)),
    )
