"""Tables of a playtest: its figures in words, the same for the terminal and for the reports."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from pnp.playtest.counting.choices import CHANCE, MEASURED_BY, win_parts
from pnp.playtest.counting.details import QUARTERS
from pnp.playtest.counting.restricted import MOST_AGAIN, Kind
from pnp.playtest.figures import CONFIDENCE, Difference, choices_of, games_to_tell, rounds_of, share_of, share_of_wins
from pnp.playtest.reports.cards import cards_table, pooled_tables
from pnp.playtest.reports.finished import FEW, MARGIN, PlayedTest
from pnp.playtest.reports.points import points_tables
from pnp.playtest.reports.standing_out import (
    TESTED_TOGETHER,
    TOGETHER,
    confidence_of_each,
    said,
    split,
    stand_out,
)
from pnp.playtest.reports.table import Number, Table, bar, names, ordinal, percent, share_cells, spread_cells
from pnp.playtest.tally import Tally


def course_table(test: PlayedTest) -> Table:
    """Return the table of who leads when, and who wins in the end."""
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
        bars.append(bar(moment, won))
    text = (
        "The leader is the player who stands best by the game's own measure (points, cards in hand, dice in sets): the "
        "measure of the greedy bot. How often does the leader of a moment win in the end? The rest are comebacks."
    )
    headings = ("moment", "games with one leader", "the leader wins", "95 % interval")
    line = 1 / test.plan.players, f"equal share {percent(1 / test.plan.players)}"
    return Table("Who leads, and who wins", text, headings, tuple(rows), tuple(bars), line, numbers=tuple(numbers))


def actions_table(test: PlayedTest) -> Table:
    """Return the table of kinds of actions."""
    tally, players = test.tally, test.plan.players
    ended = test.figures.games - test.figures.endless
    titles = sorted(names(tally, "times"), key=lambda title: (-tally.count("times", title), title))
    each, rows, shares, numbers = confidence_of_each(len(titles)), [], [], []
    for title in titles:
        did = tally.count("did", title)
        won = share_of_wins(tally, f"did-won {title}", players, did)
        often = f"{100 * did / (ended * players):.0f} %"
        times = tally.count("times", title) / ended
        forced = share_of(tally.count("forced", title), tally.count("times", title))
        cells = f"{times:.2f}", f"{100 * forced.value:.0f} %", often
        rows.append((test.words.action(title), *cells, *share_cells(won, each)))
        shares.append(won)
        numbers += [
            Number("times an action is done in a game", times, None, None, ended, title),
            Number.share("actions without another legal one", forced, title),
            Number.share("players who did an action", share_of(did, ended * players), title),
            Number.share("wins of those who did an action", won, title),
        ]
    odd = [row[0] for row, out in zip(rows, stand_out(shares, 1 / players), strict=True) if out]
    several = sum(tally.count("times", title) for title in names(tally, "times")) > tally.count("decisions")
    text = (
        f"What players did, and how often those who did it at least once win; equal shares are {percent(1 / players)}. "
        f"{said(odd, len(rows))} {TESTED_TOGETHER} "
        "It need not be the action's doing: who is about to lose may have no other. The bots that choose at random do "
        f"most often what there are most ways to do.{' An action may be counted in two rows.' if several else ''}"
    )
    headings = ("action", "times per game", "no other legal", "players who did it", "their wins", TOGETHER)
    bars = tuple(bar(row[0], share, each) for row, share in zip(rows, shares, strict=True))
    line = 1 / players, f"equal share {percent(1 / players)}"
    return Table("Actions", text, headings, tuple(rows), bars, line, numbers=tuple(numbers))


def misreadings_table(test: PlayedTest) -> Table:
    """Return the table of misread rules, and of how often each changes the winner."""
    tally, ended = test.tally, test.figures.games - test.figures.endless
    other = share_of(tally.count("rechosen"), ended)
    ids = sorted({*names(tally, "misread"), *names(tally, "misread-asked"), *names(tally, "misread-unplayed")})
    entries, each = [], confidence_of_each(len(ids))
    numbers = [Number.share("another winner by other choices", other)]
    for name in ids:
        unplayed = tally.count("misread-unplayed", name)
        share = share_of(tally.count("misread", name), ended - unplayed)
        asked = share_of(tally.count("misread-asked", name), tally.count("asked"))
        cells = percent(asked.value), *share_cells(share, each), f"{unplayed:,}" if unplayed else ""
        entries.append((share, (name, *cells)))
        numbers += [
            Number.share("decisions with other actions by a misreading", asked, name),
            Number.share("another winner by a misreading", share, name),
            Number("games that a misreading cannot go on with", unplayed, None, None, ended, name),
        ]
    entries.sort(key=lambda entry: (-entry[0].value, entry[1][0]))
    text = (
        "Each game is played again, in the same deal, by players who all misread one rule and choose by it: bots that "
        "think go for what they take to be a win. Compare with other choices by the true rules, which give another "
        f"winner in {' ('.join(share_cells(other))}) of the games. {TESTED_TOGETHER} In a long game every change comes "
        "near that share. In a short one a share far below it says that the misreading seldom matters among these bots."
    )
    headings = ("misreading", "decisions with other actions", "another winner", TOGETHER, "could not go on")
    rows, further = split(entries, other.value)
    return Table("Misread rules", text, headings, rows, further=further, numbers=tuple(numbers))


_HEADINGS = ("games played again", "wins", "wins without it", "lost", TOGETHER, "lost in all games")


def restricted_tables(test: PlayedTest) -> Sequence[Table]:
    """Return a table of cards and one of kinds of actions."""
    ended = test.figures.games - test.figures.endless
    return _cards(test, ended), _actions(test, ended)


def _cards(test: PlayedTest, ended: int) -> Table:
    text = (
        "One player of each game, each seat in turn, plays it again as before, but never plays the card as long as it "
        f"has another legal action. {_games_again(test.tally, 'card')}, at most {MOST_AGAIN} for each of {ended:,}. "
        "What is lost is points of 100 wins, in the games in which the player would have played the card. Listed are "
        f"those that stand out from 0. {TESTED_TOGETHER} Where less than 0 is lost, the player does better without it."
    )
    return _restricted(test, ended, "card", "Never played", text)


def _actions(test: PlayedTest, ended: int) -> Table:
    text = f"The same for a player who never does what is counted as this action. {_games_again(test.tally, 'action')}."
    return _restricted(test, ended, "action", "Never done", text)


def _games_again(tally: Tally, kind: Kind) -> str:
    again, endless = (sum(_counted(tally, f"{what}-{kind}")) for what in ("without", "endless"))
    left_out = f" ({endless:,} came to no end and are left out)" if endless else ""
    return f"{again + endless:,} games were played again{left_out}"


def _counted(tally: Tally, name: str) -> Iterator[int]:
    """Yield the counts of a name."""
    return (count for key, count in tally.counts.items() if key.startswith(f"{name} "))


def _restricted(test: PlayedTest, ended: int, kind: Kind, title: str, text: str) -> Table:
    tally, entries, numbers = test.tally, [], []
    in_words = test.words.card if kind == "card" else test.words.action
    done = names(tally, f"would-{kind}")
    each = confidence_of_each(len(done))
    for name in done:
        pairs = _pairs(tally, f"without-{kind} {name}")
        lost, would = Difference.of_pairs(pairs), share_of(tally.count(f"would-{kind}", name), ended)
        low, high = lost.interval() if pairs else (None, None)
        entries.append((lost, (in_words(name), *_cells(pairs, lost, would.value, each))))
        numbers += [
            Number(f"wins lost without {_A[kind]}", lost.value if pairs else None, low, high, lost.cases, name),
            Number.share(f"games in which a player would {_DO[kind]}", would, name),
        ]
    if not entries:
        text = f"In these games no player had {_A[kind]} to leave out and another action beside it."
    entries.sort(key=lambda entry: (-entry[0].value, entry[1][0]))
    rows, further = split(entries, 0.0)
    return Table(title, text, (kind, *_HEADINGS), rows, further=further, numbers=tuple(numbers))


_A: dict[Kind, str] = {"card": "a card", "action": "an action"}
_DO: dict[Kind, str] = {"card": "play a card", "action": "do an action"}


def _cells(pairs: Mapping[tuple[int, int], int], lost: Difference, would: float, each: float) -> tuple[str, ...]:
    if not pairs:
        return "0", "-", "-", "-", "-", "-"
    before, after = (percent(_wins(pairs, side)) for side in (0, 1))
    low, high = lost.interval(each)
    interval = f"{100 * low:+.1f} to {100 * high:+.1f}"
    return f"{lost.cases:,}", before, after, f"{100 * lost.value:+.1f}", interval, f"{100 * lost.value * would:+.2f}"


def _pairs(tally: Tally, key: str) -> dict[tuple[int, int], int]:
    """Return how often a win was shared by each number of seats before, and by each number after."""
    sides = [name.removeprefix(f"{key} ").split(" ") for name in tally.counts if name.startswith(f"{key} ")]
    return {(int(before), int(after)): tally.count(key, before, after) for before, after in sides}


def _wins(pairs: Mapping[tuple[int, int], int], side: int) -> float:
    """Return the share of wins before (side 0) or after."""
    return sum(count / pair[side] for pair, count in pairs.items() if pair[side]) / sum(pairs.values())


_LOOKED_AT = "decisions with one legal action (looked at)"


def choices_table(test: PlayedTest) -> Table:
    """Return the table of how much choices matter."""
    choices = choices_of(test.tally, win_parts(test.plan.players), MEASURED_BY)
    shares = (
        ("of these, with one legal action", choices.single),
        ("decisions with one that does not lose at once", choices.safe),
        ("decisions that matter", choices.mattered),
    )
    rows = [(what, *share_cells(share)) for what, share in shares]
    numbers = [Number.share(_LOOKED_AT if share is choices.single else what, share) for what, share in shares]
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
    yield Number.share("turns without a choice", figures.choiceless)
    turns = figures.choiceless.cases
    for what, spread, cases in (
        ("turns of a player", figures.turns, ended * test.plan.players),
        ("turns in a game", figures.game_turns, ended),
        ("decisions in turns of others", figures.answers, ended),
        ("legal actions in a turn", figures.options, turns),
        ("legal actions at a decision", figures.choices, test.tally.count("decisions")),
        ("decisions in a game", figures.length, ended),
        ("points of a winner", figures.winning, sum(test.tally.histogram("winning").values())),
        ("points of a player", figures.scores, ended * test.plan.players),
        ("margin of victory", figures.margin, ended),
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
    needed = games_to_tell(plan.players, MARGIN)
    tells = test.verdict == "not yet known" and needed > figures.games
    yield "fair (each within 1 point)", test.verdict, f"{needed:,} games would tell" if tells else ""
    if figures.shared.value:
        yield ("games whose win is shared", *share_cells(figures.shared))
    yield "turns of a player", *spread_cells(figures.turns, "players")
    yield "turns in a game (all players)", *spread_cells(figures.game_turns)
    if figures.answers is not None:
        yield "decisions in turns of others, in a game", *spread_cells(figures.answers)
    yield ("turns without a choice", *share_cells(figures.choiceless))
    yield "legal actions in a turn", *spread_cells(figures.options, "turns")
    if figures.winning is not None:
        yield "points of a winner", *spread_cells(figures.winning, "winners")
        yield "points of a player", *spread_cells(figures.scores, "players")
        yield "margin of victory (points)", *spread_cells(figures.margin)


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
        ("turns of a player in a round", rounds.turns, "players", rounds.count * players),
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


ABOUT_BOTS = (
    f"What bots did in whole games. An interval holds the true figure in {100 * CONFIDENCE:.0f} of 100 cases. Bots are "
    "not people: a figure says what the rules do, and what these players make of them."
)


def title_of(tests: Sequence[PlayedTest]) -> str:
    """Return the title of a report."""
    return f"Playtest of {', '.join(sorted({test.name for test in tests}))}"


def heading_of(test: PlayedTest) -> str:
    """Return the heading of a test."""
    return f"{test.name}: {test.plan.players} players"


def played_by(test: PlayedTest) -> str:
    """Return the sentences that say which games were played, and by whom."""
    early = "" if test.is_whole else " The run was ended early."
    return f"{test.figures.games:,} games from seed {test.plan.seed} on: {test.who}.{early}"


def tables_of(test: PlayedTest) -> list[Table]:
    """Return the tables of a test: the results, and the details that were counted."""
    tables = [results_table(test)]
    if test.figures.games == test.figures.endless:
        return tables
    tables += rounds_tables(test)
    if test.plan.details:
        tables += [*points_tables(test), course_table(test), actions_table(test)]
        tables += [*pooled_tables(test), cards_table(test)] if names(test.tally, "held") else []
    if test.plan.restricted:
        tables += restricted_tables(test)
    if test.plan.choices and test.tally.count("looked") >= FEW:
        tables.append(choices_table(test))
    if test.plan.misreadings:
        tables.append(misreadings_table(test))
    return tables


def left_out(test: PlayedTest) -> list[str]:
    """Return why sections are not there that the options ask for."""
    tally, plan = test.tally, test.plan
    if test.figures.games == test.figures.endless:
        return ["All tables but this one are left out: no game came to an end."]
    reasons = []
    if plan.details and not any(key.startswith("scorers ") for key in tally.counts):
        reasons.append("Points are left out: the game names no sources of points.")
    if plan.details and not names(tally, "held"):
        reasons.append("Cards are left out: no player has cards that the others do not see.")
    if plan.choices and tally.count("looked") < FEW:
        looked = f"{tally.count('looked')} decisions were looked at, and fewer than {FEW} say little."
        reasons.append(f"Choices are left out: {looked}")
    return reasons


_OPTIONS = {
    "details": "points, actions and cards (--details)",
    "restricted": "what a card or an action is worth (--restricted)",
    "choices": "how much a choice matters (--choices)",
    "misreadings": "misread rules (--misreadings)",
}
"""What options add to a report."""


def not_asked(test: PlayedTest) -> str:
    """Return what was not counted, and by which option it would be; nothing if all was."""
    missing = [words for option, words in _OPTIONS.items() if not getattr(test.plan, option)]
    return f"Not counted: {'; '.join(missing)}." if missing else ""


def reasons_of(test: PlayedTest) -> list[str]:
    """Return the sentences on what a report does not have."""
    missing = not_asked(test)
    return [*left_out(test), *([missing] if missing else [])]
