"""Tables of a playtest: its figures in words, the same for the terminal and for the report."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import sqrt

from pnp.playtest.details import QUARTERS
from pnp.playtest.figures import Estimate, Figures, Spread, Verdict, fairness, share_of_wins
from pnp.playtest.plan import Plan
from pnp.playtest.tally import Tally
from pnp.records import dataclass

MARGIN = 0.01
"""How far the share of a place may be from its equal part in a fair game."""
BOT_NAMES = {
    "random": "random legal moves",
    "survivor": "random moves that do not lose at once",
    "greedy": "the move after which one stands best",
    "flat": "the move that wins most of some games played out",
    "tree": "tree search over what one knows",
}


@dataclass(frozen=True, slots=True)
class PlayedTest:
    """Games that were played by a plan, and whether the user ended them early."""

    plan: Plan
    figures: Figures
    interrupted: bool
    tally: Tally

    @property
    def verdict(self) -> Verdict:
        """Return whether the game is fair, as far as these games tell."""
        return fairness(self.figures, MARGIN)

    @property
    def rival_wins(self) -> Estimate:
        """Share of the games that the rival wins."""
        ended = self.figures.games - self.figures.endless
        return share_of_wins(self.tally, "rival", self.plan.players, ended)

    @property
    def name(self) -> str:
        """Name of the game, and of the changes to it."""
        game = self.plan.game
        name = f"shipped:{game.name}" if game.shipped else game.name
        return ", ".join([name, *(f"{key} = {value}" for key, value in game.changes)])

    @property
    def who(self) -> str:
        """Who plays."""
        plan = self.plan
        if plan.rival is None:
            return BOT_NAMES[plan.bot]
        return f"one seat {plan.rival}, the others {plan.bot}"


@dataclass(frozen=True, slots=True)
class Bar:
    """Share in a plot, with the ends of the interval that holds the true one in 95 of 100 cases."""

    label: str
    value: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Table:
    """Table of figures. ``bars`` are those that a plot shows, with the share that all would have if they were equal."""

    title: str
    text: str
    headings: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    bars: tuple[Bar, ...] = ()
    equal: float | None = None


def tables_of(test: PlayedTest) -> list[Table]:
    """Return the tables of a test: the results, and the details that were counted."""
    tables = [_results(test)]
    if test.plan.details:
        tables += [_course(test), _actions(test), _cards(test)]
    if test.plan.misreadings:
        tables.append(_misreadings(test))
    return tables


# Results


def _results(test: PlayedTest) -> Table:
    players = test.plan.players
    bars = tuple(_bar(ordinal(place), share) for place, share in enumerate(test.figures.wins, 1))
    text = "Shares of wins by the order of the first turns. The line is the equal part."
    return Table("Results", text, ("figure", "value", "95 % between"), tuple(_result_rows(test)), bars, 1 / players)


def _result_rows(test: PlayedTest) -> Iterator[tuple[str, str, str]]:
    figures, plan = test.figures, test.plan
    if plan.rival is not None:
        yield (f"wins of {plan.rival} (equal part {100 / plan.players:.1f} %)", *share_cells(test.rival_wins))
    for place, share in enumerate(figures.wins, 1):
        yield (f"wins of the player who acts {ordinal(place)}", *share_cells(share))
    yield "fair (each within 1 point)", test.verdict, ""
    if figures.shared.value:
        yield ("games whose win is shared", *share_cells(figures.shared))
    yield ("turns with one legal action", *share_cells(figures.forced))
    yield "legal actions in a turn", *_spread_cells(figures.choices, "turns")
    yield "decisions in a game", *_spread_cells(figures.length)
    if figures.winning is not None:
        yield "points of a winner", *_spread_cells(figures.winning)
    if figures.endless:
        yield "games without an end", f"{figures.endless:,}", "in no other figure"


def ordinal(number: int) -> str:
    """Return the word for a place in an order.

    >>> ordinal(1), ordinal(7)
    ('first', 'as number 7')
    """
    return {1: "first", 2: "second", 3: "third", 4: "fourth", 5: "fifth", 6: "sixth"}.get(number, f"as number {number}")


def share_cells(share: Estimate) -> tuple[str, str]:
    """Return a share, and the interval that holds the true one in 95 of 100 cases."""
    low, high = interval(share)
    return f"{100 * share.value:.1f} %", f"{100 * low:.1f} and {100 * high:.1f} %"


def interval(share: Estimate) -> tuple[float, float]:
    """Return the ends of the interval of a share."""
    return max(0.0, share.value - share.margin()), min(1.0, share.value + share.margin())


def _bar(label: str, share: Estimate) -> Bar:
    return Bar(label, share.value, *interval(share))


def _spread_cells(spread: Spread | None, of: str = "games") -> tuple[str, str]:
    """Return the median, and the values between which nine of ten lie."""
    return ("-", "-") if spread is None else (str(spread.median), f"{spread.low} and {spread.high} (90 % of {of})")


# Details


def _course(test: PlayedTest) -> Table:
    tally, ended = test.tally, test.figures.games - test.figures.endless
    rows, bars = [], []
    for quarter in QUARTERS:
        led = tally.count("led", quarter)
        won = share_of_wins(tally, f"led-won {quarter}", test.plan.players, led)
        moment = {1: "a quarter", 2: "half", 3: "three quarters"}[quarter]
        rows.append((f"after {moment} of the decisions", f"{100 * led / max(ended, 1):.0f} %", *share_cells(won)))
        bars.append(_bar(moment, won))
    text = (
        "How often the player who stood best at a moment won in the end. The rest are comebacks. A share near the "
        "equal part says that little is decided by then; one near 100 %, that the rest of the game matters little."
    )
    headings = ("moment", "games with one leader", "the leader wins", "95 % between")
    return Table("Who leads, and who wins", text, headings, tuple(rows), tuple(bars), 1 / test.plan.players)


def _actions(test: PlayedTest) -> Table:
    tally, players = test.tally, test.plan.players
    ended = max(test.figures.games - test.figures.endless, 1)
    rows = []
    for title in sorted(_names(tally, "times"), key=lambda title: (-tally.count("times", title), title)):
        did = tally.count("did", title)
        won = share_of_wins(tally, f"did-won {title}", players, did)
        often = f"{100 * did / (ended * players):.0f} %"
        rows.append((title, f"{tally.count('times', title) / ended:.2f}", often, *share_cells(won)))
    text = f"What players did. One who did it wins the share that is named; the equal part is {100 / players:.1f} %."
    headings = ("action", "times a game", "players who did it", "of these win", "95 % between")
    return Table("Actions", text, headings, tuple(rows))


def _cards(test: PlayedTest) -> Table:
    tally, players = test.tally, test.plan.players
    ended = max(test.figures.games - test.figures.endless, 1)
    found = []
    for name in _names(tally, "held"):
        held, laid = tally.count("held", name), tally.count("played", name)
        found.append(
            (
                name,
                held / ended,
                laid / held,
                share_of_wins(tally, f"held-won {name}", players, held),
                share_of_wins(tally, f"played-won {name}", players, laid),
            )
        )
    found.sort(key=lambda row: (-row[4].value, row[0]))
    rows = tuple(
        (name, f"{held:.2f}", f"{100 * laid:.0f} %", f"{100 * had.value:.1f} %", *share_cells(won))
        for name, held, laid, had, won in found
    )
    text = (
        f"Cards by the wins of those who laid them or gave them away. The equal part is {100 / players:.1f} %. A share "
        "far from it need not be the card's doing: long games see more cards, and a player who is out plays none."
    )
    headings = ("card", "held, a game", "of these play it", "holders win", "players of it win", "95 % between")
    bars = tuple(_bar(name, won) for name, _, _, _, won in found)
    return Table("Cards", text, headings, rows, bars, 1 / players)


def _misreadings(test: PlayedTest) -> Table:
    tally, ended = test.tally, max(test.figures.games - test.figures.endless, 1)
    other = tally.count("rechosen") / ended
    found = []
    for name in {*_names(tally, "misread"), *_names(tally, "misread-asked"), *_names(tally, "misread-unplayed")}:
        unplayed = tally.count("misread-unplayed", name)
        played = ended - unplayed
        share = tally.count("misread", name) / played if played else 0.0
        asked = tally.count("misread-asked", name) / max(tally.count("asked"), 1)
        error = sqrt(share * (1 - share) / played) if played else 0.0
        found.append((name, asked, Estimate(share, error), unplayed))
    found.sort(key=lambda row: (-row[2].value, row[0]))
    rows = tuple(
        (name, f"{100 * asked:.1f} %", *share_cells(share), f"{unplayed:,}" if unplayed else "")
        for name, asked, share, unplayed in found
    )
    text = (
        "Each game is played again by players who all misread one rule: the same deal, and the same choices as long "
        f"as they are allowed. Other choices by the true rules give another winner in {100 * other:.1f} % of the "
        "games: a misreading near that share changes who wins as much as chance does."
    )
    headings = ("misreading", "decisions with other actions", "another winner", "95 % between", "games it leaves open")
    return Table("Misread rules", text, headings, rows)


def _names(tally: Tally, counted: str) -> Sequence[str]:
    """Return what was counted under a name, in order."""
    return sorted(key.split(" ")[1] for key in tally.counts if key.startswith(f"{counted} "))
