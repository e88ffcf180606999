"""Tables of a playtest: its figures in words, the same for the terminal and for the report."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pnp.diagnostics import PnpError
from pnp.playtest.details import QUARTERS
from pnp.playtest.figures import (
    CONFIDENCE,
    Estimate,
    Figures,
    Spread,
    Verdict,
    fairness,
    games_to_tell,
    share_of,
    share_of_wins,
)
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
    """Games that were played, and why they ended early: by the user, or by an error."""

    plan: Plan
    definition: str
    """Fingerprint of the game's definition."""
    figures: Figures
    interrupted: bool
    tally: Tally
    error: PnpError | None = None

    @property
    def is_whole(self) -> bool:
        """Whether nothing ended the games early."""
        return not self.interrupted and self.error is None

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
class Number:
    """Figure as a number, with the ends of its interval; None where there are none. ``of`` is the card, the action or
    the like that it is about, ``cases`` the number of games, or of decisions and so on, that it rests on."""

    what: str
    value: float | None
    low: float | None
    high: float | None
    cases: int
    of: str = ""
    place: int | None = None
    """Place in the order of first turns, from 1, whose figure it is."""

    @classmethod
    def share(cls, what: str, share: Estimate, of: str = "", place: int | None = None) -> Number:
        """Return a share with its interval."""
        if not share.cases:
            return cls(what, None, None, None, 0, of, place)
        low, high = share.interval()
        return cls(what, share.value, low, high, share.cases, of, place)


@dataclass(frozen=True, slots=True)
class Table:
    """Table of figures. ``bars`` are those that a plot shows, with the share that all of them are compared with.

    ``further`` are rows in which nothing stands out. ``numbers`` are the figures of all rows.
    """

    title: str
    text: str
    headings: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    bars: tuple[Bar, ...] = ()
    line: tuple[float, str] | None = None
    further: tuple[tuple[str, ...], ...] = ()
    numbers: tuple[Number, ...] = ()


def tables_of(test: PlayedTest) -> list[Table]:
    """Return the tables of a test: the results, and the details that were counted."""
    tables = [_results(test)]
    if test.figures.games == test.figures.endless:
        return tables
    if test.plan.details:
        tables += [_course(test), _actions(test), _cards(test)]
    if test.plan.misreadings:
        tables.append(_misreadings(test))
    return tables


def in_short(test: PlayedTest) -> list[str]:
    """Return the sentences that one should read first."""
    figures, players = test.figures, test.plan.players
    if figures.games == figures.endless:
        return [f"None of {figures.games:,} games came to an end that counts. Let bots play that know what is good."]
    first, last = figures.wins[0], figures.wins[-1]
    sentences = [
        f"Fair: {fairness_in_words(test)}. The player who acts first wins {percent(first.value)}, the one who acts "
        f"last {percent(last.value)}; equal shares are {percent(1 / players)}."
    ]
    if figures.length is not None:
        sentences.append(
            f"A game takes {figures.length.median} decisions; nine of ten take {_between(figures.length)}."
        )
    if figures.choices is not None:
        sentences.append(f"At a decision there are {figures.choices.median} actions to choose from (median).")
    for table in tables_of(test)[1:]:
        if table.title == "Cards":
            names = [row[0] for row in table.rows]
            shown = ", ".join(names[:6]) + (" …" if len(names) > 6 else "")
            all_cards = len(names) + len(table.further)
            sentences.append(f"{len(names)} of {all_cards} cards stand out{f': {shown}' if names else ''}.")
        elif table.title == "Who leads, and who wins":
            sentences.append(f"Who leads after half of the decisions wins {table.rows[1][2]} of the games.")
    return sentences


# Results


def _results(test: PlayedTest) -> Table:
    players = test.plan.players
    bars = tuple(_bar(ordinal(place), share) for place, share in enumerate(test.figures.wins, 1))
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
    yield "legal actions at a decision", *_spread_cells(figures.choices, "decisions")
    yield "decisions in a game", *_spread_cells(figures.length)
    if figures.winning is not None:
        yield "points of a winner", *_spread_cells(figures.winning)


def fairness_in_words(test: PlayedTest) -> str:
    """Return whether the game is fair; and how many games would tell, if that is not known yet."""
    needed = games_to_tell(test.plan.players, MARGIN)
    if test.verdict != "not yet known" or needed <= test.figures.games:
        return test.verdict
    return f"not yet known ({needed:,} games would tell)"


def ordinal(number: int) -> str:
    """Return the word for a place in an order.

    >>> ordinal(1), ordinal(7)
    ('first', 'as number 7')
    """
    return {1: "first", 2: "second", 3: "third", 4: "fourth", 5: "fifth", 6: "sixth"}.get(number, f"as number {number}")


def percent(share: float) -> str:
    """Return a share in percent.

    >>> percent(1 / 3)
    '33.3 %'
    """
    return f"{100 * share:.1f} %"


def share_cells(share: Estimate) -> tuple[str, str]:
    """Return a share, and the interval that holds the true one in 95 of 100 cases."""
    low, high = share.interval()
    return (percent(share.value), f"{100 * low:.1f} to {100 * high:.1f} %") if share.cases else ("-", "-")


def _bar(label: str, share: Estimate) -> Bar:
    return Bar(label, share.value, *share.interval())


def _spread_cells(spread: Spread | None, of: str = "games") -> tuple[str, str]:
    """Return the median, and the values between which nine of ten lie."""
    return ("-", "-") if spread is None else (str(spread.median), f"90 % of {of}: {_between(spread)}")


def _between(spread: Spread) -> str:
    return f"{spread.low} to {spread.high}"


# Details


def _course(test: PlayedTest) -> Table:
    tally, ended = test.tally, test.figures.games - test.figures.endless
    rows, bars, numbers = [], [], []
    for quarter in QUARTERS:
        led = tally.count("led", quarter)
        won = share_of_wins(tally, f"led-won {quarter}", test.plan.players, led)
        moment = {1: "a quarter", 2: "half", 3: "three quarters"}[quarter]
        after = f"after {moment} of the decisions"
        rows.append((after, f"{100 * led / ended:.0f} %", *share_cells(won)))
        numbers += [
            Number.share("games with one leader", share_of(led, ended), after),
            Number.share("wins of the leader", won, after),
        ]
        bars.append(_bar(moment, won))
    text = (
        "The leader is the player who stands best by the game's own measure (points, cards in hand, dice in sets): the "
        "measure of the greedy bot. How often does the leader of a moment win in the end? The rest are comebacks."
    )
    headings = ("moment", "games with one leader", "the leader wins", "95 % interval")
    line = 1 / test.plan.players, f"equal share {percent(1 / test.plan.players)}"
    return Table("Who leads, and who wins", text, headings, tuple(rows), tuple(bars), line, numbers=tuple(numbers))


def _actions(test: PlayedTest) -> Table:
    tally, players = test.tally, test.plan.players
    ended = test.figures.games - test.figures.endless
    rows, numbers = [], []
    for title in sorted(_names(tally, "times"), key=lambda title: (-tally.count("times", title), title)):
        did = tally.count("did", title)
        won = share_of_wins(tally, f"did-won {title}", players, did)
        often = f"{100 * did / (ended * players):.0f} %"
        times = tally.count("times", title) / ended
        rows.append((title, f"{times:.2f}", often, *share_cells(won)))
        numbers += [
            Number("times an action is done in a game", times, None, None, ended, title),
            Number.share("players who did an action", share_of(did, ended * players), title),
            Number.share("wins of those who did an action", won, title),
        ]
    text = (
        f"What players did, and how often those who did it at least once win; equal shares are {percent(1 / players)}. "
        "The bots that choose at random do most often what there are most ways to do."
    )
    headings = ("action", "times per game", "players who did it", "their wins", "95 % interval")
    return Table("Actions", text, headings, tuple(rows), numbers=tuple(numbers))


def _cards(test: PlayedTest) -> Table:
    tally, players = test.tally, test.plan.players
    ended = test.figures.games - test.figures.endless
    entries, numbers = [], []
    for name in _names(tally, "held"):
        held, laid = tally.count("held", name), tally.count("played", name)
        won = share_of_wins(tally, f"played-won {name}", players, laid)
        had = share_of_wins(tally, f"held-won {name}", players, held)
        cells = f"{held / ended:.2f}", f"{100 * laid / held:.0f} %", percent(had.value)
        entries.append((won, (name, *cells, *share_cells(won))))
        numbers += [
            Number("holders of a card in a game", held / ended, None, None, ended, name),
            Number.share("holders who play a card", share_of(laid, held), name),
            Number.share("wins of holders of a card", had, name),
            Number.share("wins of players of a card", won, name),
        ]
    plays = sum(won.cases for won, _ in entries)
    average = sum(won.value * won.cases for won, _ in entries) / plays if plays else 0.0
    entries.sort(key=lambda entry: (-entry[0].value, entry[1][0]))
    # Of many cards some would stand out by chance: each has its part of what may be wrong (Bonferroni).
    confidence = 1 - (1 - CONFIDENCE) / max(len(entries), 1)
    outside = [not low <= average <= high for low, high in (won.interval(confidence) for won, _ in entries)]
    text = (
        f"Players who laid a card, or gave it away, win {percent(average)} on average over all cards. Listed are those "
        "whose share chance does not explain. It need not be the card's doing: long games see more cards."
    )
    headings = ("card", "holders per game", "of these play it", "wins of holders", "wins of players", "95 % interval")
    rows = tuple(row for (_, row), is_out in zip(entries, outside, strict=True) if is_out)
    further = tuple(row for (_, row), is_out in zip(entries, outside, strict=True) if not is_out)
    bars = tuple(_bar(row[0], won) for (won, row), is_out in zip(entries, outside, strict=True) if is_out)
    line = average, f"average {percent(average)}"
    return Table("Cards", text, headings, rows, bars, line, further, tuple(numbers))


_MISREAD = ("misread", "misread-asked", "misread-unplayed")


def _misreadings(test: PlayedTest) -> Table:
    tally, ended = test.tally, test.figures.games - test.figures.endless
    other = share_of(tally.count("rechosen"), ended)
    entries = []
    numbers = [Number.share("another winner by other choices", other)]
    for name in sorted(
        {*_names(tally, "misread"), *_names(tally, "misread-asked"), *_names(tally, "misread-unplayed")}
    ):
        unplayed = tally.count("misread-unplayed", name)
        share = share_of(tally.count("misread", name), ended - unplayed)
        asked = share_of(tally.count("misread-asked", name), tally.count("asked"))
        entries.append((share, (name, percent(asked.value), *share_cells(share), f"{unplayed:,}" if unplayed else "")))
        numbers += [
            Number.share("decisions with other actions by a misreading", asked, name),
            Number.share("another winner by a misreading", share, name),
            Number("games that a misreading cannot go on with", unplayed, None, None, ended, name),
        ]
    entries.sort(key=lambda entry: (-entry[0].value, entry[1][0]))
    text = (
        "Each game is played again by players who all misread one rule: the same deal, and the same choices as long as "
        f"they are allowed. Other choices by the true rules give another winner in {' ('.join(share_cells(other))}) of "
        "the games. A long game forgets its beginning, so that every change comes near that share; in a short one a "
        "share far below it says that the misreading seldom matters among these bots."
    )
    headings = ("misreading", "decisions with other actions", "another winner", "95 % interval", "could not go on")
    return Table("Misread rules", text, headings, tuple(row for _, row in entries), numbers=tuple(numbers))


def _names(tally: Tally, counted: str) -> Sequence[str]:
    """Return what was counted under a name, in order."""
    return sorted(key.split(" ")[1] for key in tally.counts if key.startswith(f"{counted} "))
