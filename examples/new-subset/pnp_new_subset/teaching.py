"""What a player must learn, and how the rules can be misread. Each lesson proposes positions for its examples."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random

from pnp.games.core.answer import Answer, Position
from pnp.games.core.checks import allowed, look_alike, refused_by, rule_check
from pnp.games.core.dealing import Dealer
from pnp.games.core.genres.subsets import Cards, Worth, highest, of_one_number
from pnp.games.core.lesson import Lesson, Misreading, anything, with_room, worked_example
from pnp.games.core.suits import SuitCard
from pnp_new_subset.rules import Rules, cards
from pnp_new_subset.settings import NewSubsetSettings

_ROW = 4
"""Cards of a row that an example shows at most."""


def lessons(settings: NewSubsetSettings) -> tuple[Lesson, ...]:
    """Return the lessons. Examples are printed by their ranks, checks by the misreadings that they add."""
    deck, seats, most = tuple(cards(settings)), settings.players[0], min(_ROW, settings.hand)

    def turn(random: Random) -> Position:
        dealer = Dealer(deck, random)
        rows = [_json(dealer.draw(random.randint(1, most))) for _ in range(seats)]
        hand = _json(sorted(dealer.draw(settings.hand + 1 - len(rows[0]))))
        return {"rows": rows, "me": 0, "hand": hand, "act": ["lay", random.choice(hand)]}

    def other_card(random: Random, position: Position) -> Position:
        return {**position, "act": ["lay", random.choice(position["hand"])]}

    def row(random: Random) -> Position:
        return {"row": _json(Dealer(deck, random).draw(random.randint(2, most + 1)))}

    def rows(random: Random) -> Position:
        dealer = Dealer(deck, random)
        return {"rows": [_json(dealer.draw(random.randint(1, most))) for _ in range(seats)]}

    def chosen(position: Position, out: Answer) -> bool:
        best = out["best"]
        return 1 < len(best) < len(position["row"]) and any(card[1] > best[0][1] for card in position["row"])

    def by_tie(position: Position, out: Answer) -> bool:
        return len({len(row) for row in position["rows"]}) == 1

    refused = rule_check("check-lay", "may_act", 10, turn, refused_by("not-best"), ("whole-row",), essential=True)
    return (
        refused,
        look_alike("check-lay-best", refused, 11, other_card, allowed, ("highest-first",), essential=True),
        worked_example("best", "best", 30, row, (chosen, anything), needs=("whole-row", "one-number")),
        worked_example("leads", "leads", 40, rows, (by_tie, anything), needs=("lowest-first", "suits-turned")),
    )


def _json(hand: Sequence[SuitCard]) -> list[list[str | int]]:
    return [card.as_json() for card in hand]


def misreadings(settings: NewSubsetSettings) -> tuple[Misreading[Rules], ...]:
    """Return the misreadings that ``settings`` leave room for. Each replaces one decision."""
    return with_room(
        [
            ("whole-row", True, lambda rules: replace(rules, sets=lambda row: [row])),
            ("one-number", True, lambda rules: replace(rules, sets=of_one_number)),
            ("highest-first", True, lambda rules: replace(rules, worth=_highest_first)),
            ("lowest-first", True, lambda rules: replace(rules, worth=_lowest_first)),
            ("suits-turned", True, lambda rules: replace(rules, worth=_suits_turned)),
        ]
    )


def _highest_first(rules: Rules, group: Cards) -> Worth:
    return (*highest(rules, group), len(group))


def _lowest_first(rules: Rules, group: Cards) -> Worth:
    return (len(group), -highest(rules, group)[0])


def _suits_turned(rules: Rules, group: Cards) -> Worth:
    number, suit = highest(rules, group)
    return (len(group), number, -suit)
