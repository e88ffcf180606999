"""The rules: the cards, the decisions, and the questions that they answer, beside those of all games of tricks."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated

from pnp.games.core.answer import Answer, Door, Position
from pnp.games.core.genres.tricks import TrickRules, may_play, trick, trump
from pnp.games.core.schema import BY_SEAT, kinds
from pnp.games.core.score import seats_with_most
from pnp.games.core.suits import SuitCard, suit_cards
from pnp.model.component import Item
from pnp.model.constraints import Ge
from pnp_new_tricks.settings import NewTricksSettings


def cards(settings: NewTricksSettings) -> Mapping[SuitCard, Item]:
    """Return the cards by suit and number, with what is printed on each."""
    return suit_cards(settings.suits, settings.numbers)


@dataclass(frozen=True, slots=True, eq=False)
class Rules(TrickRules[NewTricksSettings]):
    """The decisions of the game, beside who may play what and which card takes."""

    winners: Callable[[Sequence[int]], tuple[int, ...]] = seats_with_most


def rules_of(settings: NewTricksSettings) -> Rules:
    """Return the rules that ``settings`` describe."""
    items = cards(settings)
    return Rules(settings, items, dict.fromkeys(items, 1), taker=trump(settings.trump))


def _winners(rules: Rules, tricks: Annotated[tuple[Annotated[int, Ge(0)], ...], BY_SEAT]) -> Answer:
    """Return the seats that win. ``tricks`` is the number that each seat took."""
    return {"winners": list(rules.winners(tricks))}


answer = Door[NewTricksSettings, Rules](kinds(may_play, trick, _winners))


def impossible(settings: NewTricksSettings, kind: str, position: Position) -> str | None:
    """Return why no game comes to a position that can be answered; None if one does."""
    if kind == "winners" and sum(position["tricks"]) != settings.hand:
        return f"there are {settings.hand} tricks in a game, not {sum(position['tricks'])}"
    return None
