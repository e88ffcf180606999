"""The rules: the cards, the decisions, and the questions that they answer."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Literal, NamedTuple, TypeAlias

from pnp.games.core.answer import Answer, Door, Explained, Position
from pnp.games.core.defaults.rules import RulesOf
from pnp.games.core.defaults.winners import winners
from pnp.games.core.engine import SettingsProblem
from pnp.games.core.problems import too_few_cards
from pnp.games.core.schema import CARD, SORTED, Held, Size, kinds
from pnp.games.core.score import refused, seats_with_least, verdict_on
from pnp.games.core.suits import number_cards
from pnp.model.component import Item
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


def problems(settings: NewGameSettings) -> Iterator[SettingsProblem]:
    """Yield what is wrong, each with the key to mend."""
    needed = settings.players[1] * settings.hand + 1
    yield from too_few_cards(needed, len(settings.numbers) * settings.copies, "1 begins the stairs")


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


# Questions: each is a function whose parameters are the fields of a position


def may_act(
    rules: Rules, top: Card, hand: Annotated[Pile, Size(1, "hand")], act: Annotated[Action, Held("hand")]
) -> Answer:
    """Tell whether a seat may lay a card of its hand on the stairs, or take them."""
    fitting, why = [card for card in hand if rules.fits(card, top)], None
    if act.do == "lay" and not rules.fits(act.card, top):
        why = refused("not-higher", card=act.card, top=top)
    if act.do == "take" and not rules.may_take(bool(fitting)):
        why = refused("must-lay", card=min(fitting, default=top), top=top)
    return verdict_on(why, phrase(f"reason-{act.do}", card=act.card, top=top))


def price(rules: Rules, taken: Pile) -> Answer:
    """Return what the cards that a seat took cost."""
    cost = rules.settings.cost
    due = rules.price(cost, taken)
    return Explained({"price": due}, phrase("verdict-price", count=len(taken), cost=cost, price=due))


answer = Door[NewGameSettings, Rules](kinds(may_act, price, winners))


def impossible(settings: NewGameSettings, kind: str, position: Position) -> str | None:
    """Return why no game comes to a position that can be answered; None if one does."""
    seats, taken = settings.players[1], len(position.get("taken", ()))
    if kind == "winners":
        seats, taken = len(position["points"]), sum(position["points"]) // settings.cost
    most = seats * settings.hand
    return f"{seats} players take at most {most} cards, not {taken}" if taken > most else None
