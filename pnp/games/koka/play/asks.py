"""Questions that a whole match of koka raises, for its proof."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from random import Random
from typing import Any

from pnp.games.core.places import gathered, put, without
from pnp.games.core.playing.whole_game import Ask, Settled, Some, WholeGame, in_any_order
from pnp.games.koka.play.state import Action, Colours, State
from pnp.games.koka.rules.dice import COMPLETE, HAND, Dice, Die, Values, values_of
from pnp.games.koka.rules.record import Rules

_DOES = {"trade": ("take", "reroll", "keep"), "pick": ("pick",), "exchange": ("exchange",)}


def begin(ask: Ask, rules: Rules, state: State) -> Iterator[Settled]:
    """Ask how many dice each seat, the tray and the bag begin with."""
    setup = ask("setup", {"players": state.seats})
    each, rolled, left = (setup[key] for key in ("start_dice_each", "dice_per_round", "left_in_bag_after_start"))
    yield "hands", Some(f"{each} dice each", lambda hands: [len(hand) for hand in hands] == [each] * state.seats)
    yield "tray", Some(f"{rolled} dice", lambda tray: len(tray) == rolled)
    yield "bag", Some(f"{left - rolled} dice", lambda bag: len(bag) == left - rolled)


def step(ask: Ask, rules: Rules, state: State, action: Action) -> Iterator[Settled]:
    """Ask about a turn, or a part of one: a reroll and the last kept die are two actions each."""
    move = _move(rules, state, action)
    if move is None:
        yield "legal", False
        return
    seat = (state.start + state.acted) % state.seats
    position = _position(rules, state, action, seat, move)
    out = ask("turn", position)
    begun = _begins_exchange(rules, state, action)
    # The die that goes back for the discarded one is chosen with the next action.
    yield "legal", out["violation"] in ((None, "give-count") if begun else (None,))
    if action.do == "reroll":
        yield "phase", "pick"
        yield "tray", without(state.tray, action.dice)
        yield "rolled", _colours(die.colour for die in action.dice)
        return
    hands, kept, bag, discards = state.hands, state.kept, state.bag, state.discards
    if action.do == "keep":
        kept = put(kept, seat, gathered(kept[seat], action.dice))
        if len(kept[seat]) == rules.kept:
            bag = tuple(sorted((*bag, *(die.colour for die in kept[seat]))))
            kept = put(kept, seat, ())
    else:
        hands = put(hands, seat, gathered(_dice(out["hand"])))
    if action.do == "exchange":
        given_up = next(die for die in discards if die.colour == action.dice[0].colour)
        discards = without(discards, (given_up,))
    moved = state._replace(hands=hands, kept=kept, bag=bag, discards=discards)
    if begun:
        yield "phase", "exchange"
        yield from _same(moved, gathered(without(state.tray, action.dice)))
        return
    after = ask("tray", position)
    yield "rolled", ()
    yield from _turn_over(ask, rules, moved, _dice(after["lies"]), after["rolls"])


def end(ask: Ask, rules: Rules, state: State) -> Iterator[Settled]:
    """Ask for the totals of all games, and who wins with them."""
    out = ask("match", {"scores": [list(row) for row in state.scores]})
    yield "results", tuple(out["totals"])
    yield "winners", tuple(out["best"])


def _move(rules: Rules, state: State, action: Action) -> list[Any] | None:
    """Return the move of a position; None for an action that no position has, which is never allowed."""
    dice, given = _json(action.dice), _json(action.given)
    if action.do not in _DOES[state.phase] or (given and action.do in ("reroll", "keep")):
        return None
    if action.do == "reroll":
        return ["reroll", dice, dice, [], []]
    if action.do == "pick":
        return ["reroll", _json(state.rolled), _json(state.rolled), dice, given]
    return _single_move(rules, state, action.do, dice, given) if len(dice) == 1 and len(given) <= 1 else None


def _single_move(rules: Rules, state: State, do: str, dice: list[Any], given: list[Any]) -> list[Any]:
    """Return the move of an action with one die: a take, a keep or an exchange."""
    single = given[0] if given else None
    if do == "take":
        return ["take", dice[0], single]
    if do == "exchange":
        return ["keep", _kept_in_bag(rules, state)[-1], dice[0], single]
    if len(state.kept[state.turn or 0]) + 1 < rules.kept:
        return ["keep", dice[0]]
    return ["keep", dice[0], *_json(state.discards[:1]), None] if state.discards else ["keep", dice[0], None, None]


def _begins_exchange(rules: Rules, state: State, action: Action) -> bool:
    """Tell whether an action keeps the last die, for which one of the discards comes with the next action."""
    last = len(state.kept[state.turn or 0]) + 1 == rules.kept
    return action.do == "keep" and last and bool(state.discards)


def _kept_in_bag(rules: Rules, state: State) -> list[Any]:
    """Return the dice that were kept before an exchange. They are in the bag already, so any faces of it stand for
    them."""
    return [[colour, 1] for colour in state.bag[: rules.kept]]


def _position(rules: Rules, state: State, action: Action, seat: int, move: list[Any]) -> dict[str, Any]:
    tray, kept = [*_json(state.tray), *_json(state.rolled)], _json(state.kept[seat])
    if action.do == "exchange":
        *kept, last = _kept_in_bag(rules, state)
        tray.append(last)
    return {
        "hand": _json(state.hands[seat]),
        "kept": kept,
        "tray": tray,
        "discards": _json(state.discards),
        "move": move,
    }


def _turn_over(ask: Ask, rules: Rules, state: State, lies: Dice, rolls: list[str]) -> Iterator[Settled]:
    """Settle the next turn, round or game; ``state`` has everything moved but the dice of the tray."""
    seats = state.seats
    tray = _lying(lies, rolls)
    yield from (("seed", state.seed), ("rounds", state.rounds))
    position = {"start": state.start, "hands": [_json(hand) for hand in state.hands]}
    out = ask("round", position)
    if state.acted + 1 < len(out["turns"]):
        yield "phase", "trade"
        yield "acted", state.acted + 1
        yield from _same(state, tray)
        return
    colours = [*(die.colour for die in (*state.discards, *lies)), *rolls]
    if not out["over"] and state.round + 1 < state.rounds:
        yield "round", state.round + 1
        yield from _new_tray(ask, state, state.bag, colours)
        yield "hands", state.hands
        yield "kept", state.kept
        return
    yield "scores", (*state.scores, tuple(out["scores"]))
    if len(state.scores) + 1 == rules.games:
        yield "phase", "over"
        yield "acted", state.acted + 1
        yield from _same(state._replace(discards=()), ())
        yield "discards", _lying((*state.discards, *lies), rolls)
        return
    yield "start", (state.start + 1) % seats
    yield "round", 0
    yield "hands", Some(f"{HAND} dice for each seat", lambda hands: [len(hand) for hand in hands] == [HAND] * seats)
    yield "kept", ((),) * seats
    whole = [colour for colour, count in rules.dice.items() for _ in range(count)]
    left = ask("setup", {"players": seats})["left_in_bag_after_start"]
    count = ask("setup", {"players": seats})["dice_per_round"]
    yield "phase", "trade"
    yield "acted", 0
    yield "tray", Some(f"{count} dice", lambda dice: len(dice) == count)
    yield "discards", ()
    yield "bag", Some(f"{left - count} of {whole}", lambda bag: len(bag) == left - count)


def _new_tray(ask: Ask, state: State, bag: Colours, discards: list[str]) -> Iterator[Settled]:
    """Settle the dice of a new round. They come out of the bag; the discards go into it first if it holds too few."""
    count = ask("setup", {"players": state.seats})["dice_per_round"]
    returned = len(bag) < count
    full = len(bag) + (len(discards) if returned else 0)
    yield "phase", "trade"
    yield "acted", 0
    yield "tray", Some(f"{count} dice", lambda dice: len(dice) == count)
    yield "bag", Some(f"{full - count} dice", lambda dice: len(dice) == full - count)
    yield "discards", () if returned else _colours(discards)


def _same(state: State, tray: Any) -> Iterator[Settled]:
    yield "hands", state.hands
    yield "kept", state.kept
    yield "bag", state.bag
    yield "discards", state.discards
    yield "tray", tray


def _colours(colours: Iterable[str]) -> Some:
    """Return any faces of dice of these colours."""
    expected = sorted(colours)
    return Some(f"dice of {expected}", lambda dice: sorted(die.colour for die in dice) == expected)


def _lying(lies: Iterable[Die], rolls: list[str]) -> Some:
    """Return dice that lie as they are, with any faces of those that are rolled."""
    dice = gathered(lies)
    if not rolls:
        return in_any_order(dice)

    def meets(value: Any) -> bool:
        left = list(value)
        for die in dice:
            if die not in left:
                return False
            left.remove(die)
        return sorted(die.colour for die in left) == sorted(rolls)

    return Some(f"{dice} and dice of {sorted(rolls)}", meets)


def _json(dice: Iterable[Die]) -> list[list[str | int]]:
    return [die.as_json() for die in dice]


def _dice(raw: Iterable[Any]) -> Dice:
    return tuple(Die(colour, value) for colour, value in raw)


# Players with a plan, since random ones hardly ever complete a hand


def choose(random: Random, rules: Rules, state: State, legal: Sequence[Action]) -> Action:
    """Choose the action that leaves most dice in sets, or in pairs that a third die completes; else reroll."""
    hand = state.hands[state.turn or 0]

    def promise(action: Action) -> float:
        if action.do == "keep":
            return -1
        if action.do == "reroll":
            return _order(hand) + 0.1
        left = without((*hand, *action.dice), action.given)
        return 100 if len(left) == COMPLETE else _order(left)

    return max(legal, key=promise)


def _order(hand: Dice) -> float:
    colours = {die.colour for die in hand}
    return sum(_order_of(values_of(die for die in hand if die.colour == colour)) for colour in sorted(colours))


@cache
def _order_of(values: Values) -> float:
    """Return 1 for each die in a set, and less for a pair, among dice of one colour."""
    if not values:
        return 0
    first, rest = values[0], values[1:]
    best = _order_of(rest)
    for mates, points in (((first, first), 3.0), ((first + 1, first + 2), 3.0), ((first,), 1.2), ((first + 1,), 1.3)):
        if not Counter(mates) - Counter(rest):
            best = max(best, points + _order_of(without(rest, mates)))
    return best


ASKS = WholeGame(
    begin=begin,
    step=step,
    end=end,
    unasked={"chance": "it counts draws and rolls, and no rule speaks of it"},
    choose=choose,
)
