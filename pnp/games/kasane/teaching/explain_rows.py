"""Why a row meets the condition of a yaku, or does not, in phrases."""

from __future__ import annotations

from collections import Counter

from pnp.games.core.wording import equation
from pnp.games.kasane.rules.cards import Cards
from pnp.games.kasane.rules.conditions import within
from pnp.games.kasane.rules.record import Rules
from pnp.games.kasane.settings import Condition
from pnp.games.kasane.teaching.building import has_gap
from pnp.model.text import Phrase, phrase


def meets(rules: Rules, condition: Condition, row: Cards) -> Phrase:
    """Why ``row`` meets ``condition``, and what that leaves free."""
    match condition.is_:
        case "sum":
            return equation(row)
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
            return phrase("misses-sum", sum=equation(row), of=condition.of or 0)
        case "set":
            wanted, there = Counter(condition.numbers), Counter(row)
            lacking, over = (sorted(rest.elements()) for rest in (wanted - there, there - wanted))
            return phrase("misses-set" if lacking else "misses-set-more", numbers=tuple(map(str, lacking or over)))
        case "monotone" if not within(condition, row):
            return phrase("misses-bounds", fewest=condition.from_ or 0, most=condition.to or 0)
        case "monotone":
            repeated = [number for number in dict.fromkeys(row) if row.count(number) > 1]
            return phrase("misses-repeat", number=repeated[0]) if repeated else phrase("misses-turn")
        case _:
            return phrase(f"misses-{condition.is_}")
