"""The one door: every kind of question, answered by the rules given. Positions are plain JSON data."""

from __future__ import annotations

from typing import Annotated

from pnp.games.core.answer import Answer, Door
from pnp.games.core.schema import Held, Size, kinds
from pnp.games.core.score import verdict_on
from pnp.model.constraints import Ge
from pnp_new_game.rules.decisions import turn_violation
from pnp_new_game.rules.record import Action, Card, Cards, Rules
from pnp_new_game.settings import NewGameSettings


def _may_act(rules: Rules, top: Card, hand: Cards, act: Annotated[Action, Held("hand")]) -> Answer:
    """Whether a seat may lay a card of its hand on the stairs, or take them."""
    return verdict_on(turn_violation(rules, top, hand, act))


def _price(rules: Rules, taken: Cards) -> Answer:
    """What the cards that a seat took cost."""
    return {"price": rules.price(rules.cost, taken)}


def _winners(rules: Rules, taken: Annotated[tuple[Annotated[int, Ge(0)], ...], Size(2)]) -> Answer:
    """The seats that win. ``taken`` is the number of cards that each seat took."""
    return {"winners": list(rules.winners([rules.cost * count for count in taken]))}


answer = Door[NewGameSettings, Rules](kinds(_may_act, _price, _winners))
