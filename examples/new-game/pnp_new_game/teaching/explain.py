"""Examples laid out for a reader: rows of cards, a verdict, and why. The phrases are worded in words.toml.

Small cards print no headings, and of the labels only those of titled rows.
"""

from __future__ import annotations

from collections.abc import Iterable

from pnp.games.core.lesson import Example
from pnp.games.core.places import without
from pnp.games.core.tableau import MiniCard, Row, Tableau, layout_of
from pnp.model.text import phrase
from pnp_new_game.rules.decisions import rules_of, turn_violation
from pnp_new_game.rules.deck import ink_of
from pnp_new_game.rules.record import Action
from pnp_new_game.settings import NewGameSettings


def explain(settings: NewGameSettings, example: Example) -> Tableau:
    """The tableau of an example. Raises PositionError for a kind that is never printed."""
    return layout_of({"may_act": _may_act, "price": _price, "winners": _winners}, example.kind)(settings, example)


def _may_act(settings: NewGameSettings, example: Example) -> Tableau:
    top, hand = example.position["top"], tuple(example.position["hand"])
    action = Action(*example.position["act"])
    rows = (
        Row(_minis(settings, [top]), phrase("row-stairs"), titled=True),
        Row(_minis(settings, [action.card]), phrase(f"row-{action.do}"), role="played", titled=True),
        Row(_minis(settings, without(hand, [action.card])), phrase("row-hand"), role="hand", titled=True),
    )
    heading = phrase(f"heading-{action.do}")
    violation = turn_violation(rules_of(settings), top, hand, action)
    if violation is not None:
        return Tableau(heading, rows, phrase("verdict-refused", reason=violation.reason), "not-allowed")
    why = phrase(f"reason-{action.do}", card=action.card, top=top)
    return Tableau(heading, rows, phrase("verdict-allowed", reason=why), "allowed")


def _price(settings: NewGameSettings, example: Example) -> Tableau:
    taken, price = example.position["taken"], example.out["price"]
    verdict = phrase("verdict-price", count=len(taken), cost=settings.cost, price=price)
    return Tableau(phrase("heading-price"), (Row(_minis(settings, taken), phrase("row-taken")),), verdict)


def _winners(_settings: NewGameSettings, example: Example) -> Tableau:
    winners = example.out["winners"]
    names = [phrase("row-seat", number=seat + 1) for seat in range(len(example.position["taken"]))]
    rows = tuple(
        Row((MiniCard({"ink": None}, (str(count),)),), name, mark="winner" if seat in winners else None, titled=True)
        for seat, (count, name) in enumerate(zip(example.position["taken"], names, strict=True))
    )
    key = "verdict-winner" if len(winners) == 1 else "verdict-shared"
    return Tableau(phrase("heading-winners"), rows, phrase(key, seats=tuple(names[seat] for seat in winners)))


def _minis(settings: NewGameSettings, cards: Iterable[int]) -> tuple[MiniCard, ...]:
    return tuple(MiniCard({"ink": ink_of(settings, card)}, (str(card),)) for card in cards)
