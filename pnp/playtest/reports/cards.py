"""Tables of cards: those of a number, a suit or another kind together, then single cards."""

from __future__ import annotations

from collections.abc import Sequence

from pnp.playtest.counting.choices import win_parts
from pnp.playtest.counting.pooled import ALL
from pnp.playtest.figures import Estimate, PooledSums, share_of, share_of_wins
from pnp.playtest.reports.finished import PlayedTest
from pnp.playtest.reports.standing_out import TESTED_TOGETHER, TOGETHER, confidence_of_each, said, split, stand_out
from pnp.playtest.reports.table import Number, Table, bar, names, percent, share_cells


def pooled_tables(test: PlayedTest) -> Sequence[Table]:
    """Return a table for each trait of the cards, such as number and suit, with a row for each kind."""
    pools = {
        trait: [kind for kind in kinds if test.tally.count("held-of", trait, kind)]
        for trait, kinds in test.words.pools().items()
    }
    return [_pooled(test, trait, kinds) for trait, kinds in pools.items() if len(kinds) > 1]


def _pooled(test: PlayedTest, trait: str, kinds: Sequence[str]) -> Table:
    tally, ended = test.tally, test.figures.games - test.figures.endless
    average = _laid_share(test, ALL, ALL)
    rows, shares, numbers = [], [], []
    for kind in kinds:
        held, share = tally.count("held-of", trait, kind), _laid_share(test, trait, kind)
        laid = share_of(tally.count("laid-of", trait, kind), held)
        cells = f"{held / ended:.2f}", f"{100 * laid.value:.0f} %"
        rows.append((kind, *cells, *share_cells(share, confidence_of_each(len(kinds)))))
        shares.append(share)
        numbers += [
            Number("cards of a kind held in a game", held / ended, None, None, ended, f"{trait} {kind}"),
            Number.share("cards of a kind laid of those held", laid, f"{trait} {kind}"),
            Number.share("wins with cards of a kind laid", share, f"{trait} {kind}"),
        ]
    odd = [kind for kind, out in zip(kinds, stand_out(shares, average.value), strict=True) if out]
    text = (
        f"All cards of a kind together, each once for a player who held it. Winners laid, or gave away, "
        f"{percent(average.value)} of all cards laid. {said(odd, len(kinds))} {TESTED_TOGETHER}"
    )
    headings = (trait, "held per game", "of these laid", "laid by a winner", TOGETHER)
    line = average.value, f"all cards {percent(average.value)}"
    bars = tuple(bar(kind, share, confidence_of_each(len(kinds))) for kind, share in zip(kinds, shares, strict=True))
    return Table(f"Cards by {trait}", text, headings, tuple(rows), bars, line, numbers=tuple(numbers))


def _laid_share(test: PlayedTest, trait: str, kind: str) -> Estimate:
    """Return the share of the cards of a kind laid that a winner laid."""
    laid, won, laid_squares, won_squares, laid_won = (
        test.tally.count(key, trait, kind)
        for key in ("laid-of", "won-of", "laid-squares", "won-squares", "laid-product")
    )
    return PooledSums(laid, won, laid_squares, won_squares, laid_won).share(win_parts(test.plan.players))


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
        entries.append((won, (test.words.card(name), *cells)))
        numbers += [
            Number("holders of a card in a game", held / ended, None, None, ended, name),
            Number.share("holders who play a card", share_of(laid, held), name),
            Number.share("wins of holders of a card", had, name),
            Number.share("wins of players of a card", won, name),
        ]
    plays = sum(won.cases for won, _ in entries)
    average = sum(won.value * won.cases for won, _ in entries) / plays if plays else 0.0
    entries.sort(key=lambda entry: (-entry[0].value, entry[1][0]))
    each = confidence_of_each(len(entries))
    shares = {cells[0]: won for won, cells in entries}
    rows, further = split([(won, (*cells, *share_cells(won, each))) for won, cells in entries], average)
    text = (
        f"Players who laid a card, or gave it away, win {percent(average)} on average over all cards. Listed are those "
        f"that stand out. {TESTED_TOGETHER} It need not be the card's doing: long games see more cards."
    )
    headings = ("card", "holders per game", "of these play it", "wins of holders", "wins of players", TOGETHER)
    bars = tuple(bar(row[0], shares[row[0]], each) for row in rows)
    return Table("Cards", text, headings, rows, bars, (average, f"average {percent(average)}"), further, tuple(numbers))
