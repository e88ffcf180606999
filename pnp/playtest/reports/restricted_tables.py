"""Tables of what is lost by never playing a card, or never doing a kind of action, and of how much a choice matters."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from pnp.playtest.counting.choices import CHANCE, MEASURED_BY, win_parts
from pnp.playtest.counting.restricted import MOST_AGAIN, Kind
from pnp.playtest.figures import CONFIDENCE, Difference, choices_of, share_of
from pnp.playtest.reports.finished import PlayedTest
from pnp.playtest.reports.table import Number, Table, names, percent, share_cells
from pnp.playtest.tally import Tally

_HEADINGS = ("games played again", "wins", "wins without it", "lost", "95 % interval", "lost in all games")


def restricted_tables(test: PlayedTest) -> Sequence[Table]:
    """Return a table of cards and one of kinds of actions."""
    ended = test.figures.games - test.figures.endless
    return _cards(test.tally, ended), _actions(test.tally, ended)


def _cards(tally: Tally, ended: int) -> Table:
    text = (
        "One player of each game, each seat in turn, plays it again as before, but never plays the card as long as it "
        f"has another legal action. {_games_again(tally, 'card')}, at most {MOST_AGAIN} for each of {ended:,}. What is "
        "lost is points of 100 wins, in the games in which the player would have played the card. Listed is what "
        "chance does not explain. Where less than 0 is lost, the player does better without it."
    )
    return _restricted(tally, ended, "card", "Never played", text)


def _actions(tally: Tally, ended: int) -> Table:
    text = f"The same for a player who never does what is counted as this action. {_games_again(tally, 'action')}."
    return _restricted(tally, ended, "action", "Never done", text)


def _games_again(tally: Tally, kind: Kind) -> str:
    again, endless = (sum(_counted(tally, f"{what}-{kind}")) for what in ("without", "endless"))
    left_out = f" ({endless:,} came to no end and are left out)" if endless else ""
    return f"{again + endless:,} games were played again{left_out}"


def _counted(tally: Tally, name: str) -> Iterator[int]:
    """Yield the counts of a name."""
    return (count for key, count in tally.counts.items() if key.startswith(f"{name} "))


def _restricted(tally: Tally, ended: int, kind: Kind, title: str, text: str) -> Table:
    entries, numbers = [], []
    for name in names(tally, f"would-{kind}"):
        pairs = _pairs(tally, f"without-{kind} {name}")
        lost, would = Difference.of_pairs(pairs), share_of(tally.count(f"would-{kind}", name), ended)
        low, high = lost.interval() if pairs else (None, None)
        entries.append((lost, (name, *_cells(pairs, lost, would.value))))
        numbers += [
            Number(f"wins lost without {_A[kind]}", lost.value if pairs else None, low, high, lost.cases, name),
            Number.share(f"games in which a player would {_DO[kind]}", would, name),
        ]
    if not entries:
        text = f"In these games no player had {_A[kind]} to leave out and another action beside it."
    entries.sort(key=lambda entry: (-entry[0].value, entry[1][0]))
    # Of many some would stand out by chance: each has its part of what may be wrong (Bonferroni).
    confidence = 1 - (1 - CONFIDENCE) / max(len(entries), 1)
    intervals = [lost.interval(confidence) for lost, _ in entries]
    rows = [row for (_, row), (low, high) in zip(entries, intervals, strict=True) if not low <= 0 <= high]
    further = [row for (_, row), (low, high) in zip(entries, intervals, strict=True) if low <= 0 <= high]
    return Table(title, text, (kind, *_HEADINGS), tuple(rows), further=tuple(further), numbers=tuple(numbers))


_A: dict[Kind, str] = {"card": "a card", "action": "an action"}
_DO: dict[Kind, str] = {"card": "play a card", "action": "do an action"}


def _cells(pairs: Mapping[tuple[int, int], int], lost: Difference, would: float) -> tuple[str, ...]:
    if not pairs:
        return "0", "-", "-", "-", "-", "-"
    before, after = (percent(_wins(pairs, side)) for side in (0, 1))
    low, high = lost.interval()
    interval = f"{100 * low:+.1f} to {100 * high:+.1f}"
    return f"{lost.cases:,}", before, after, f"{100 * lost.value:+.1f}", interval, f"{100 * lost.value * would:+.2f}"


def _pairs(tally: Tally, key: str) -> dict[tuple[int, int], int]:
    """Return how often a win was shared by each number of seats before, and by each number after."""
    sides = [name.removeprefix(f"{key} ").split(" ") for name in tally.counts if name.startswith(f"{key} ")]
    return {(int(before), int(after)): tally.count(key, before, after) for before, after in sides}


def _wins(pairs: Mapping[tuple[int, int], int], side: int) -> float:
    """Return the share of wins before (side 0) or after."""
    return sum(count / pair[side] for pair, count in pairs.items() if pair[side]) / sum(pairs.values())


def choices_table(test: PlayedTest) -> Table:
    """Return the table of how much choices matter."""
    choices = choices_of(test.tally, win_parts(test.plan.players), MEASURED_BY)
    shares = (
        ("decisions with one legal action", choices.single),
        ("decisions with one that does not lose at once", choices.safe),
        ("decisions that matter", choices.mattered),
    )
    rows = [(what, *share_cells(share)) for what, share in shares]
    numbers = [
        Number.share(f"{what} (looked at)" if share is choices.single else what, share) for what, share in shares
    ]
    low, high = (choices.gain.value + sign * choices.gain.margin() for sign in (-1, 1))
    if choices.looked:
        gain = f"{100 * choices.gain.value:+.1f} points"
        rows.append(("wins that the best action gains", gain, f"{100 * low:+.1f} to {100 * high:+.1f}"))
        numbers.append(Number("wins that the best action gains", choices.gain.value, low, high, choices.looked))
    text = (
        f"{choices.looked:,} decisions were looked at, one of each fourth game. A decision matters if games played out "
        "after the best action are won more often than after one taken by chance, both of those that do not lose at "
        f"once. {100 * CHANCE:.0f} of 100 decisions without a difference is counted by mistake. {MEASURED_BY} pairs of "
        "games are played out, so that differences under about 25 points are missed."
    )
    return Table("Choices", text, ("figure", "value", "95 % interval"), tuple(rows), numbers=tuple(numbers))
