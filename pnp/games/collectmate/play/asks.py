"""Questions that a whole game of collectmate raises, for its proof."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pnp.games.collectmate.play.state import State
from pnp.games.collectmate.rules.cards import Cards, Rules
from pnp.games.collectmate.rules.turn import Action
from pnp.games.core.places import gathered, put, without
from pnp.games.core.playing.whole_game import Ask, Settled, WholeGame, in_any_order


def step(ask: Ask, rules: Rules, state: State, action: Action) -> Iterator[Settled]:
    """Ask whether a seat may move, what lies face up then, and who may take the field card."""
    seat = state.turn if state.actor is None else state.actor
    position = {
        "hand": _json(state.hands[seat]),
        "shown": _json(state.shown[seat]),
        "field": state.field[-1].as_json(),
        "moment": state.moment,
        "move": _move(action),
    }
    out = ask("may_move", position)
    yield "legal", out["verdict"] == "allowed"
    if action.do == "declare":
        yield "declarer", seat
        yield "actor", None
    elif action.do == "claim":
        yield "moment", "taking"
    elif action.do == "pass":
        yield from _offer(ask, state, state.layer, state.cards_of, state.field, after=seat)
    else:
        yield from _moved(ask, state, seat, action, out["shown"])


def end(ask: Ask, rules: Rules, state: State) -> Iterator[Settled]:
    """Ask who wins the showdown."""
    hands = [_json(state.cards_of(seat)) for seat in range(len(state.hands))]
    position = {"hands": hands, "declarer": state.declarer, "counter": rules.counter, "tags": rules.tag_option}
    winner = ask("showdown_hands", position)["winner"]
    yield "results", tuple(int(seat == winner) for seat in range(len(hands)))


def _moved(ask: Ask, state: State, seat: int, action: Action, shown: Any) -> Iterator[Settled]:
    """Settle where the cards of a trade, a swap or a take lie."""
    own, field, stock = state.cards_of(seat), state.field, state.stock
    if action.do == "trade":
        own, field = without(own, action.cards), (*field, *action.cards)
    if action.do == "take":
        own, field = without(gathered(own, field[-1:]), action.others), (*field[:-1], *action.others)
    open_now = list(map(_key, shown))
    hidden = list(map(_key, _json(own)))
    for card in open_now:
        hidden.remove(card)
    by_key = {_key(card.as_json()): card for card in own}
    if action.do == "trade":
        own, stock = gathered(own, stock[:1]), stock[1:]
        hidden.append(_key(state.stock[0].as_json()))
        by_key |= {_key(state.stock[0].as_json()): state.stock[0]}
        if stock:
            yield "stock", stock
        else:
            yield "stock", in_any_order(field[:-1])
            field = field[-1:]
    yield f"shown.{seat}", tuple(sorted(by_key[card] for card in open_now))
    yield f"hands.{seat}", tuple(sorted(by_key[card] for card in hidden))
    if action.do == "swap":
        yield "moment", "swapped"
        return
    yield "field", field
    hands = put([state.cards_of(each) for each in range(len(state.hands))], seat, own)
    yield from _offer(ask, state, seat, hands.__getitem__, field)


def _offer(
    ask: Ask, state: State, layer: int | None, cards_of: Any, field: Cards, after: int | None = None
) -> Iterator[Settled]:
    """Settle who is asked next, ``after`` a seat that has passed; or whose turn begins."""
    seats = range(len(state.hands))
    hands = [_json(cards_of(seat)) for seat in seats]
    position = {"hands": hands, "turn": state.turn, "layer": layer, "field": field[-1].as_json()}
    takers = ask("taker", position)["takers"]
    if after is not None:
        takers = takers[takers.index(after) + 1 :]
    if takers:
        yield "actor", takers[0]
        yield "layer", layer
        yield "moment", "offered"
        return
    turn = (state.turn + 1) % len(seats)
    yield "turn", turn
    yield "actor", turn
    yield "layer", None
    yield "moment", "start"


def _move(action: Action) -> list[Any]:
    if action.do == "swap":
        return ["swap", _json(action.cards), _json(action.others)]
    if action.do == "take":
        return ["take", _json(action.cards), *_json(action.others)]
    return [action.do, *_json(action.cards)]


def _json(cards: Cards) -> list[dict[str, Any]]:
    return [card.as_json() for card in cards]


def _key(card: dict[str, Any]) -> tuple[Any, ...]:
    return (card["dot"], *map(tuple, (card["colours"], card["tags"], card.get("words", ()))))


ASKS = WholeGame(step=step, end=end, unasked={"shuffle": "it seeds the next shuffle, and no rule speaks of it"})
