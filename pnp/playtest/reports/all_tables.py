"""Tables of a playtest: its figures in words, the same for the terminal and for the reports."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pnp.playtest.figures import CONFIDENCE
from pnp.playtest.reports.detail_tables import actions_table, cards_table, course_table, misreadings_table
from pnp.playtest.reports.finished import PlayedTest
from pnp.playtest.reports.restricted_tables import choices_table, restricted_tables
from pnp.playtest.reports.result_tables import fairness_in_words, results_table, rounds_tables
from pnp.playtest.reports.table import Table, between, percent

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
        tables += [course_table(test), actions_table(test), cards_table(test)]
    if test.plan.restricted:
        tables += restricted_tables(test)
    if test.plan.choices:
        tables.append(choices_table(test))
    if test.plan.misreadings:
        tables.append(misreadings_table(test))
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
        sentences.append(f"A game takes {figures.length.median} decisions; nine of ten take {between(figures.length)}.")
    if figures.choices is not None:
        sentences.append(f"At a decision there are {figures.choices.median} actions to choose from (median).")
    return [*sentences, *(sentence for table in tables_of(test) for sentence in _sentences(table))]


def _sentences(table: Table) -> Iterator[str]:
    """Yield what one should read first of a table."""
    if table.title == "Cards":
        names = [row[0] for row in table.rows]
        shown = ", ".join(names[:6]) + (" …" if len(names) > 6 else "")
        all_cards = len(names) + len(table.further)
        yield f"{len(names)} of {all_cards} cards stand out{f': {shown}' if names else ''}."
    elif table.title == "Rounds":
        yield f"Of single rounds the player who acts first wins {table.rows[0][1]}."
    elif table.title == "Never played" and table.rows and table.rows[0][4].startswith("+"):
        name, *_, lost, _, _ = table.rows[0]
        yield f"Of all cards {name} is missed most: a player who never plays it loses {lost[1:]} points of 100 wins."
    elif table.title == "Choices":
        yield f"Of the decisions {table.rows[2][1]} matter."
    elif table.title == "Who leads, and who wins":
        yield f"Who leads after half of the decisions wins {table.rows[1][2]} of the games."
