"""Tables of details: who leads when, kinds of actions, cards, and misread rules."""

from __future__ import annotations

from pnp.playtest.counting.details import QUARTERS
from pnp.playtest.figures import CONFIDENCE, share_of, share_of_wins
from pnp.playtest.reports.finished import PlayedTest
from pnp.playtest.reports.table import Number, Table, bar, names, percent, share_cells


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
    rows, numbers = [], []
    for title in sorted(names(tally, "times"), key=lambda title: (-tally.count("times", title), title)):
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


def cards_table(test: PlayedTest) -> Table:
    """Return the table of cards: how often they were held and played, and who won."""
    tally, players = test.tally, test.plan.players
    ended = test.figures.games - test.figures.endless
    entries, numbers = [], []
    for name in names(tally, "held"):
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
    bars = tuple(bar(row[0], won) for (won, row), is_out in zip(entries, outside, strict=True) if is_out)
    line = average, f"average {percent(average)}"
    return Table("Cards", text, headings, rows, bars, line, further, tuple(numbers))


def misreadings_table(test: PlayedTest) -> Table:
    """Return the table of misread rules, and of how often each changes the winner."""
    tally, ended = test.tally, test.figures.games - test.figures.endless
    other = share_of(tally.count("rechosen"), ended)
    entries = []
    numbers = [Number.share("another winner by other choices", other)]
    for name in sorted({*names(tally, "misread"), *names(tally, "misread-asked"), *names(tally, "misread-unplayed")}):
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
