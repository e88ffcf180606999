"""What a player must learn, and how the rules can be misread. Each lesson proposes positions for its examples."""

from random import Random
from typing import Any

from pnp.games.core.answer import Position
from pnp.games.core.checks import allowed, look_alike, refused_by, where
from pnp.games.core.dealing import Dealer
from pnp.games.core.defaults.proposals import Dealt, Draws
from pnp.games.core.genres.subsets import Cards, Worth, highest, of_one_number
from pnp.games.core.lesson import Lesson, Misreading, anything, misread, with_room
from pnp.games.core.suits import SuitCard
from pnp_new_subset.rules import Rules
from pnp_new_subset.settings import NewSubsetSettings

_ROW = 4
"""Cards of a row that an example shows at most."""


def lessons(settings: NewSubsetSettings, draw: Draws) -> tuple[Lesson, ...]:
    """Return the lessons. Examples are printed by their ranks, checks by the misreadings that they add."""
    most = min(_ROW, settings.hand)

    def a_few(dealer: Dealer[SuitCard]) -> Cards:
        return dealer.draw(dealer.random.randint(1, most))

    def hand(random: Random, position: Position) -> int:
        return settings.hand + 1 - len(position["rows"][0])

    def chosen(best: list[Any], row: list[Any]) -> bool:
        return 1 < len(best) < len(row) and any(card[1] > best[0][1] for card in row)

    turn = draw("may_act", rows=Dealt(a_few), me=0, hand=hand, act={"do": "lay"})
    by_tie = where(lambda rows: len({len(row) for row in rows}) == 1)
    refused = turn.check("check-lay", 10, refused_by("not-best"), "whole-row", essential=True)
    return (
        refused,
        look_alike("check-lay-best", refused, 11, turn.again("act"), allowed, ("highest-first",), essential=True),
        draw("best").example("best", 30, (where(chosen), anything), "whole-row", "one-number"),
        draw("leads", rows=Dealt(a_few)).example("leads", 40, (by_tie, anything), "lowest-first", "suits-turned"),
    )


def misreadings(settings: NewSubsetSettings) -> tuple[Misreading[Rules], ...]:
    """Return the misreadings that ``settings`` leave room for. Each replaces one decision."""
    return with_room(
        [
            misread("whole-row", sets=lambda row: [row]),
            misread("one-number", sets=of_one_number),
            misread("highest-first", worth=_highest_first),
            misread("lowest-first", worth=_lowest_first),
            misread("suits-turned", worth=_suits_turned),
        ]
    )


def _highest_first(rules: Rules, group: Cards) -> Worth:
    return (*highest(rules, group), len(group))


def _lowest_first(rules: Rules, group: Cards) -> Worth:
    return (len(group), -highest(rules, group)[0])


def _suits_turned(rules: Rules, group: Cards) -> Worth:
    number, suit = highest(rules, group)
    return (len(group), number, -suit)
