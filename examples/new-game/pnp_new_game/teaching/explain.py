"""Examples laid out for a reader: rows of cards, a verdict, and why. The phrases are worded in words.toml."""

from __future__ import annotations

from collections.abc import Sequence

from pnp.games.core.answer import PositionError
from pnp.games.core.lesson import Example
from pnp.games.core.tableau import MiniCard, Row, Tableau
from pnp.model.text import phrase
from pnp_new_game.rules.decisions import rules_of, turn_violation
from pnp_new_game.rules.figures import ink_of
from pnp_new_game.rules.record import Action
from pnp_new_game.settings import NewGameSettings


def explain(settings: NewGameSettings, example: Example) -> Tableau:
    """The tableau of an example. Raises PositionError for a kind that is never printed."""
    match example.kind:
        case "may_act":
            return _may_act(settings, example)
        case "price":
            return _price(settings, example)
        case "winners":
            return _winners(example)
    raise PositionError(f"there is no layout for the kind {example.kind!r}")


def _may_act(settings: NewGameSettings, example: Example) -> Tableau:
    top, hand = example.position["top"], example.position["hand"]
    action = Action(*example.position["act"])
    rest = list(hand)
    rest.remove(action.card)
    rows = (
        Row(_minis(settings, [top]), phrase("row-stairs")),
        Row(_minis(settings, [action.card]), phrase(f"row-{action.do}"), role="played"),
        *([Row(_minis(settings, rest), phrase("row-hand"), role="hand")] if rest else []),
    )
    heading = phrase(f"heading-{action.do}")
    violation = turn_violation(rules_of(settings), top, tuple(hand), action)
    if violation is not None:
        return Tableau(heading, rows, phrase("verdict-refused", reason=violation.reason), "not-allowed")
    why = phrase(f"reason-{action.do}", card=action.card, top=top)
    return Tableau(heading, rows, phrase("verdict-allowed", reason=why), "allowed")


def _price(settings: NewGameSettings, example: Example) -> Tableau:
    taken, price = example.position["taken"], example.out["price"]
    verdict = phrase("verdict-price", count=len(taken), cost=settings.cost, price=price)
    return Tableau(phrase("heading-price"), (Row(_minis(settings, taken), phrase("row-taken")),), verdict)


def _winners(example: Example) -> Tableau:
    winners = example.out["winners"]
    rows = tuple(
        Row(
            (MiniCard({"ink": None}, (str(count),)),),
            phrase("row-seat", number=seat + 1),
            mark="winner" if seat in winners else None,
        )
        for seat, count in enumerate(example.position["taken"])
    )
    seats = tuple(phrase("row-seat", number=seat + 1) for seat in winners)
    key = "verdict-winner" if len(winners) == 1 else "verdict-shared"
    return Tableau(phrase("heading-winners"), rows, phrase(key, seats=seats))


def _pile(count: int) -> MiniCard:
    """So many taken cards."""
    return MiniCard({"ink": None}, (str(count),))


def _minis(settings: NewGameSettings, cards: Sequence[int]) -> tuple[MiniCard, ...]:
    return tuple(MiniCard({"ink": ink_of(settings, card)}, (str(card),)) for card in cards)
