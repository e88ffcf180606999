"""Why a row meets the condition of a yaku, or does not, in phrases."""

from __future__ import annotations

from collections import Counter

from pnp.games.kasane.rules.cards import Cards, shown
from pnp.games.kasane.rules.conditions import within
from pnp.games.kasane.rules.record import Rules
from pnp.games.kasane.settings import Condition
from pnp.games.kasane.teaching.building import has_gap
from pnp.model.text import Phrase, phrase


def points_phrase(points: int) -> Phrase:
    """Points with their word."""
    return phrase("count-points", count=points)


def cards_phrase(cards: int) -> Phrase:
    """A number of cards with its word."""
    return phrase("count-cards", count=cards)


def listed(rules: Rules, row: Cards) -> Phrase:
    """The cards of a row, in the order laid."""
    return phrase("cards-listed", cards=tuple(shown(card, rules.plus_one_points) for card in row))


def as_read(rules: Rules, condition: Condition, row: Cards) -> Phrase:
    """The same with plus signs where the condition adds them up."""
    return phrase("cards-added", cards=row) if condition.is_ == "sum" else listed(rules, row)


def meets(rules: Rules, condition: Condition, row: Cards) -> Phrase:
    """Why ``row`` meets ``condition``, and what that leaves free."""
    match condition.is_:
        case _ if len(row) == 1:
            return phrase("meets-single")
        case "sum":
            return phrase("meets-sum", cards=row, sum=sum(row))
        case "monotone":
            way = "rising" if row[0] < row[-1] else "falling"
            return phrase(f"meets-{way}-gaps" if has_gap(rules, row) else f"meets-{way}")
        case "odd" | "even" if len(set(row)) < len(row):
            return phrase(f"meets-{condition.is_}-repeats")
        case _:
            return phrase(f"meets-{condition.is_}")


def misses(condition: Condition, row: Cards) -> Phrase:
    """What keeps ``row`` from meeting ``condition``."""
    match condition.is_:
        case "sum":
            return phrase("misses-sum", cards=row, sum=sum(row), of=condition.of or 0)
        case "set":
            wanted, there = Counter(condition.numbers), Counter(row)
            lacking, over = (tuple(sorted(rest.elements())) for rest in (wanted - there, there - wanted))
            return phrase("misses-set" if lacking else "misses-set-more", numbers=lacking or over)
        case "monotone" if not within(condition, row):
            return phrase("misses-bounds", fewest=condition.from_ or 0, most=condition.to or 0)
        case "monotone":
            repeated = [number for number in dict.fromkeys(row) if row.count(number) > 1]
            return phrase("misses-repeat", number=repeated[0]) if repeated else phrase("misses-turn")
        case _:
            return phrase(f"misses-{condition.is_}")
