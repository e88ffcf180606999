"""The one door: every kind of question, answered by the rules given. Positions are plain JSON data."""

from __future__ import annotations

from typing import Any, get_args

from pnp.games.core.answer import Answer, Door, Position, PositionError
from pnp.games.core.reading import read, read_list, read_whole
from pnp.games.core.score import verdict_on
from pnp_new_game.rules.decisions import turn_violation
from pnp_new_game.rules.record import Action, Cards, Do, Rules
from pnp_new_game.settings import NewGameSettings


def _may_act(rules: Rules, position: Position) -> Answer:
    """``top`` of the stairs, ``hand``, and ``act``: ["lay" or "take", card]."""
    top, hand = read_cards(rules, [read(position, "top")])[0], read_cards(rules, read(position, "hand"))
    read_cards(rules, [top, *hand])
    return verdict_on(turn_violation(rules, top, hand, read_action(read(position, "act"), hand)))


def _price(rules: Rules, position: Position) -> Answer:
    """What the cards in ``taken`` cost."""
    return {"price": rules.price(rules.cost, read_cards(rules, read(position, "taken")))}


def _winners(rules: Rules, position: Position) -> Answer:
    """Who wins, where each seat took as many cards as ``taken`` says."""
    counts = [read_whole(count, "a number of cards") for count in read_list(read(position, "taken"), "'taken'", 2)]
    return {"winners": list(rules.winners([rules.cost * count for count in counts]))}


def read_cards(rules: Rules, raw: Any) -> Cards:
    """Cards of the deck, each at most as often as there are copies."""
    cards = tuple(read_list(raw, "cards"))
    for card in cards:
        if type(card) is not int or cards.count(card) > rules.deck.get(card, 0):
            raise PositionError(f"{card!r} is no card of this deck, or lies there too often")
    return cards


def read_action(raw: Any, hand: Cards) -> Action:
    """An action with a card of ``hand``."""
    do, card = read_list(raw, "'act'", 2, 2)
    if do not in get_args(Do) or card not in hand:
        raise PositionError(f"'act' must be [{' or '.join(get_args(Do))}, a card of the hand], not {raw!r}")
    return Action(do, card)


answer = Door[NewGameSettings, Rules]({"may_act": _may_act, "price": _price, "winners": _winners})
