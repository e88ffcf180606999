"""The rules: the cards, the decisions, and the questions that they answer, beside those of all games of melds."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Literal, NamedTuple, TypeAlias

from pnp.games.core.answer import Answer, Door, Explained
from pnp.games.core.engine import SettingsProblem
from pnp.games.core.genres.melds import Cards, MeldRules, best_split
from pnp.games.core.places import without
from pnp.games.core.problems import too_few_cards
from pnp.games.core.schema import BY_SEAT, SORTED, Held, NeededFor, Size, kinds
from pnp.games.core.score import refused, seats_with_least, verdict_on
from pnp.games.core.suits import SuitCard, suit_cards
from pnp.model.component import Item
from pnp.model.text import phrase
from pnp_new_melds.settings import NewMeldsSettings

Hand: TypeAlias = Annotated[Cards, SORTED]


class Action(NamedTuple):
    """What a seat does: draw from the stock or take from the pile, then lay a card, or lay one and declare."""

    do: Literal["draw", "take", "lay", "declare"]
    card: Annotated[SuitCard | None, NeededFor("lay", "declare")]


def cards(settings: NewMeldsSettings) -> Mapping[SuitCard, Item]:
    """Return the cards by suit and number, with what is printed on each."""
    return suit_cards(settings.suits, settings.numbers)


def problems(settings: NewMeldsSettings) -> Iterator[SettingsProblem]:
    """Yield what is wrong, each with the key to mend."""
    needed, count = settings.players[1] * settings.hand + 2, len(settings.suits) * len(settings.numbers)
    yield from too_few_cards(needed, count, "1 each begins pile and stock")
    if settings.least > settings.hand:
        why = f"no hand of {settings.hand} has a group of {settings.least}"
        yield SettingsProblem(("least",), "no-group", why, f"write {settings.hand} or less")


@dataclass(frozen=True, slots=True, eq=False)
class Rules(MeldRules[NewMeldsSettings]):
    """The decisions of the game, beside which cards make a group."""

    winners: Callable[[Sequence[int]], tuple[int, ...]] = seats_with_least
    """Seats that win. Argument: the number of cards that each has left over."""


def may_act(
    rules: Rules,
    hand: Annotated[Hand, Size("hand", lambda rules: rules.settings.hand + 1)],
    act: Annotated[Action, Held("hand")],
) -> Answer:
    """Tell whether a seat with ``hand`` may act so. The card of an act is the one that is laid."""
    has_drawn, why, best = len(hand) > rules.settings.hand, None, None
    if act.do == "declare" and act.card is not None:
        best = best_split(rules, without(hand, (act.card,)))
        why = refused("left-over", left=len(best.left)) if best.left else None
    if has_drawn == (act.card is None):
        why = refused("has-drawn" if has_drawn else "draw-first")
    return verdict_on(why, phrase(f"reason-{act.do}"), None if best is None else {"hand": best.grouped})


def split(rules: Rules, cards: Hand) -> Answer:
    """Return how many cards are left over, outside of groups."""
    best = best_split(rules, cards)
    verdict = phrase("verdict-split", left=len(best.left))
    return Explained({"left": len(best.left)}, verdict, counted={"cards": best.grouped})


def winners(rules: Rules, hands: Annotated[tuple[Annotated[Hand, Size("hand", "hand")], ...], BY_SEAT]) -> Answer:
    """Return the seats that win with these hands at the end."""
    return {"winners": list(rules.winners([len(best_split(rules, hand).left) for hand in hands]))}


answer = Door[NewMeldsSettings, Rules](kinds(may_act, split, winners))
