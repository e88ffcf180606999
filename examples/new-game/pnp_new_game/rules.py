"""The rules: the cards, the decisions, and the questions that they answer."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Literal, NamedTuple, TypeAlias

from pnp.games.core.answer import Answer, Door, Explained, Position
from pnp.games.core.defaults.rules import RulesOf
from pnp.games.core.schema import BY_SEAT, CARD, SORTED, Held, Size, kinds
from pnp.games.core.score import Violation, refused, seats_with_least, verdict_on
from pnp.games.core.suits import number_cards
from pnp.model.component import Item
from pnp.model.constraints import Ge
from pnp.model.text import phrase
from pnp_new_game.settings import NewGameSettings

Card: TypeAlias = Annotated[int, CARD]
"""A card by its number; equal copies are equal cards."""
Cards: TypeAlias = tuple[Card, ...]
Pile: TypeAlias = Annotated[Cards, SORTED]
"""Cards in no order."""


class Action(NamedTuple):
    """What a seat does: lay a card on the stairs, or take the stairs and begin new ones with a card."""

    do: Literal["lay", "take"]
    card: Card


def cards(settings: NewGameSettings) -> Mapping[int, Item]:
    """Return the cards, lowest first, with what is printed on each."""
    return number_cards(settings.numbers, settings.inks, settings.copies, mark=settings.mark)


@dataclass(frozen=True, slots=True, eq=False)
class Rules(RulesOf[NewGameSettings, int]):
    """The decisions of the game; a misreading puts another in the place of one. Seats count from 0, clockwise."""

    fits: Callable[[int, int], bool] = lambda card, top: card > top
    """A card may be laid if it is higher than the top card."""
    may_take: Callable[[bool], bool] = lambda some_card_fits: not some_card_fits
    """The stairs may be taken if no card of the hand can be laid."""
    price: Callable[[int, Cards], int] = lambda cost, taken: cost * len(taken)
    """Every card costs the same: its number does not matter."""
    winners: Callable[[Sequence[int]], tuple[int, ...]] = seats_with_least
    """Those with the least to pay win."""


def turn_violation(rules: Rules, top: int, hand: Cards, action: Action) -> Violation | None:
    """Return why ``action`` is not allowed with ``top`` on the stairs, or None if it is."""
    if action.do == "lay":
        return None if rules.fits(action.card, top) else refused("not-higher", card=action.card, top=top)
    fitting = [card for card in hand if rules.fits(card, top)]
    return None if rules.may_take(bool(fitting)) else refused("must-lay", card=min(fitting, default=top), top=top)


# Questions: each is a function whose parameters are the fields of a position


def _may_act(
    rules: Rules, top: Card, hand: Annotated[Pile, Size(1, "hand")], act: Annotated[Action, Held("hand")]
) -> Answer:
    """Tell whether a seat may lay a card of its hand on the stairs, or take them."""
    because = phrase(f"reason-{act.do}", card=act.card, top=top)
    return verdict_on(turn_violation(rules, top, hand, act), because)


def _price(rules: Rules, taken: Pile) -> Answer:
    """Return what the cards that a seat took cost."""
    price = rules.price(rules.settings.cost, taken)
    return Explained({"price": price}, phrase("verdict-price", count=len(taken), cost=rules.settings.cost, price=price))


def _winners(rules: Rules, taken: Annotated[tuple[Annotated[int, Ge(0)], ...], BY_SEAT]) -> Answer:
    """Return the seats that win. ``taken`` is the number of cards that each seat took."""
    return {"winners": list(rules.winners([rules.settings.cost * count for count in taken]))}


answer = Door[NewGameSettings, Rules](kinds(_may_act, _price, _winners))


def impossible(settings: NewGameSettings, kind: str, position: Position) -> str | None:
    """Return why no game comes to a position that can be answered; None if one does."""
    if kind == "may_act":
        return None
    seats, taken = (
        (len(position["taken"]), sum(position["taken"]))
        if kind == "winners"
        else (settings.players[1], len(position["taken"]))
    )
    most = seats * settings.hand
    return f"{seats} players take at most {most} cards, not {taken}" if taken > most else None
