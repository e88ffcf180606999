"""Match of koka from the first deal to the last game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, combinations
from random import Random

from pnp.games.core.places import gathered, in_order, put, without
from pnp.games.core.playing.in_words import CardInWords, cards_by_line
from pnp.games.core.playing.seen import Hidden, Memory
from pnp.games.core.playing.turn_game import TurnGame
from pnp.games.core.score import Violation, refused
from pnp.games.koka.play.state import ACTIONS, STATES, Action, Colours, Deal, Do, Phase, State
from pnp.games.koka.rules.dice import COMPLETE, HAND, VALUES, Dice, Die
from pnp.games.koka.rules.record import Rules, totals
from pnp.games.koka.rules.scoring import best, progress, round_result
from pnp.games.koka.rules.turn import (
    REROLLED,
    discards_violation,
    give_violation,
    pair_violation,
    reroll_violation,
    trades,
    tray_violation,
)
from pnp.model.text import phrase, say

# Course of a match: draws and rolls, effects of actions, ends of turns, rounds and games
#
# Draws and rolls follow from the seed of the deal and from their number so far, so that a state knows its future.


def first_state(rules: Rules, deal: Deal) -> State:
    """Return the first game of a match, ready for its first turn."""
    no_dice: tuple[Dice, ...] = ((),) * deal.players
    state = State("trade", deal.start, 0, 0, no_dice, no_dice, (), (), (), (), deal.seed, 0, max(1, deal.rounds), ())
    return _new_game(rules, state)


def take_die(state: State, dice: Dice, given: Dice) -> State:
    """Move one die of the tray to the hand, and ``given`` to the tray."""
    return state._replace(hands=_hands_after(state, dice, given), tray=gathered(without(state.tray, dice), given))


def reroll_dice(state: State, dice: Dice) -> State:
    """Roll dice of the tray again; the seat looks at them."""
    faces = _roll(state.seed, state.chance, [die.colour for die in dice])
    return state._replace(phase="pick", tray=without(state.tray, dice), rolled=faces, chance=state.chance + 1)


def pick_dice(rules: Rules, state: State, dice: Dice, given: Dice) -> State:
    """Move some of the rerolled dice to the hand, and the others to the tray, rolled again or as they fell.

    ``given`` is rolled and goes to the tray too.
    """
    untaken = without(state.rolled, dice)
    rolled_again = rules.rolls_again(untaken)
    faces = _roll(state.seed, state.chance, [die.colour for die in (*rolled_again, *given)])
    return state._replace(
        phase="trade",
        hands=_hands_after(state, dice, given),
        rolled=(),
        tray=gathered(state.tray, without(untaken, rolled_again), faces),
        chance=state.chance + 1,
    )


def keep_die(rules: Rules, state: State, die: Die) -> State:
    """Keep a die of the tray.

    The last one sends all kept dice to the bag, and brings one of the discards, if there are any.
    """
    seat = _seat_to_act(state)
    kept_dice = gathered(state.kept[seat], (die,))
    tray = without(state.tray, (die,))
    if len(kept_dice) < rules.kept:
        return state._replace(kept=put(state.kept, seat, kept_dice), tray=tray)
    bag = tuple(sorted((*state.bag, *(kept_die.colour for kept_die in kept_dice))))
    phase: Phase = "exchange" if state.discards else state.phase
    return state._replace(phase=phase, kept=put(state.kept, seat, ()), tray=tray, bag=bag)


def exchange_die(state: State, dice: Dice, given: Dice) -> State:
    """Move a die of the discards to the hand, at the face that ``dice`` shows, and ``given`` to the tray as it is."""
    discard = next(die for die in state.discards if die.colour == dice[0].colour)
    return state._replace(
        phase="trade",
        hands=_hands_after(state, dice, given),
        tray=gathered(state.tray, given),
        discards=without(state.discards, (discard,)),
    )


def end_turn(rules: Rules, state: State) -> State:
    """Begin the next turn, round or game after a turn, or end the match."""
    acted, seats = state.acted + 1, len(state.hands)
    is_complete = COMPLETE in map(len, state.hands)
    if acted < seats and rules.goes_on(is_complete):
        return state._replace(acted=acted)
    discards = gathered(state.discards, state.tray)
    if not is_complete and state.round + 1 < state.rounds:
        return _new_round(rules, state, state.round + 1, discards)
    scores = (*state.scores, round_result(rules, state.hands, state.start).scores)
    if len(scores) == rules.games:
        return state._replace(phase="over", acted=acted, tray=(), discards=discards, scores=scores)
    return _new_game(rules, state._replace(start=(state.start + 1) % seats, scores=scores))


def _new_game(rules: Rules, state: State) -> State:
    """Put all dice into the bag; every seat draws and rolls a hand, the start player first."""
    seats, chance = len(state.hands), state.chance
    no_dice: tuple[Dice, ...] = ((),) * seats
    bag = tuple(sorted([colour for colour in rules.colours for _ in range(rules.dice[colour])]))
    hands = no_dice
    for step in range(seats):
        hand, bag = _draw(state.seed, chance, bag, HAND)
        hands = put(hands, (state.start + step) % seats, hand)
        chance += _CHANCES_PER_DRAW
    return _new_round(rules, state._replace(hands=hands, kept=no_dice, bag=bag, chance=chance), 0, ())


def _new_round(rules: Rules, state: State, number: int, discards: Dice) -> State:
    """Roll new dice into the tray. If the bag holds too few, the discards go back into it first (KOKA-A6)."""
    count, bag = rules.per_round[len(state.hands)], state.bag
    if len(bag) < count:
        bag, discards = tuple(sorted((*bag, *[die.colour for die in discards]))), ()
    tray, bag = _draw(state.seed, state.chance, bag, count)
    return state._replace(
        round=number, acted=0, tray=tray, discards=discards, bag=bag, chance=state.chance + _CHANCES_PER_DRAW
    )


_CHANCES_PER_DRAW = 2
"""Random sources that a draw uses up: dice are drawn, and then rolled."""


def _draw(seed: int, chance: int, bag: Colours, count: int) -> tuple[Dice, Colours]:
    """Draw and roll ``count`` dice; return them, and the rest of the bag."""
    drawn = _source(seed, chance).sample(bag, count)
    return _roll(seed, chance + 1, drawn), without(bag, drawn)


def _roll(seed: int, chance: int, colours: Sequence[str]) -> Dice:
    if not colours:
        return ()
    choice = _source(seed, chance).choice
    return tuple(sorted([Die(colour, choice(VALUES)) for colour in colours]))


def _source(seed: int, chance: int) -> Random:
    """Return the random source of the draw or roll before which there were ``chance`` others."""
    return Random(f"{seed} {chance}")  # noqa: S311 - a deal that can be repeated, no secret


def _hands_after(state: State, dice: Dice, given: Dice) -> tuple[Dice, ...]:
    """Return the hands after the seat to act has taken ``dice`` and given others back."""
    seat = _seat_to_act(state)
    return put(state.hands, seat, tuple(sorted(without((*state.hands[seat], *dice), given))))


def _seat_to_act(state: State) -> int:
    return (state.start + state.acted) % len(state.hands)


_SOURCES = {"three": "sets of 3", "six": "sets of 6", "equal": "equal sets", "special": "special hands"}
"""What the items of a hand are scored for."""
_PHASE_OF = {"take": "trade", "reroll": "trade", "keep": "trade", "pick": "pick", "exchange": "exchange"}


def _moved(rules: Rules, state: State, action: Action) -> State:
    """Return the state after the dice of an action have moved, before a turn ends."""
    if action.do == "reroll":
        return reroll_dice(state, action.dice)
    if action.do == "keep":
        return keep_die(rules, state, action.dice[0])
    if action.do == "pick":
        return pick_dice(rules, state, action.dice, action.given)
    move_dice = take_die if action.do == "take" else exchange_die
    return move_dice(state, action.dice, action.given)


class KokaPlay(TurnGame[Rules, State, Action, Deal]):
    """Play of koka: all games of a match.

    The results are the totals of the seats; seats that share the highest share the win.
    """

    states = STATES
    actions = ACTIONS
    hidden = Hidden(
        from_others=("hands",),
        from_all=("bag",),
        chance=("seed",),
        open=("tray", "discards", "kept", "rolled"),
    )

    def dealt(self, rules: Rules, players: int, seed: int) -> Deal:
        """Choose the first start player, and the seed of every draw and roll.

        A game ends after ``ROUNDS`` rounds at the latest; ``deal._replace(rounds=…)`` sets another bound.
        """
        start = Random(seed).randrange(players)  # noqa: S311 - a deal that can be repeated, no secret
        return Deal(players, start, seed)

    def initial_state(self, rules: Rules, deal: Deal) -> State:
        """Return the state after everyone has drawn and rolled, with the first dice in the tray."""
        return first_state(rules, deal)

    def choices(self, rules: Rules, state: State, seat: int) -> list[Action]:
        """Return the actions of the phase with the available dice, and every legal return for them, in order."""
        hand, kept_dice = state.hands[seat], state.kept[seat]
        # Most turns have dozens: new(Action, (do, dice, given)) is Action(do, dice, given) in half the time.
        new = tuple.__new__

        def trade_actions(do: Do, takes: Sequence[Dice]) -> list[Action]:
            pairings = trades(rules, hand, kept_dice, takes)
            return [new(Action, (do, dice, given)) for dice, choices in pairings for given in choices]

        if state.phase == "pick":
            counts = filter(rules.takes, range(len(state.rolled) + 1))
            return sorted(
                [action for count in counts for action in trade_actions("pick", _choices_of(state.rolled, (count,)))]
            )
        if state.phase == "exchange":
            wishes = [die for die in rules.deck if rules.obtainable(state.discards, die)]
            return trade_actions("exchange", _choices_of(wishes, (1,)))
        single_dice: list[Dice] = [(die,) for die in in_order(state.tray)]
        rerolls = _choices_of(state.tray, [count for count in range(1, REROLLED + 1) if rules.rerolls(count)])
        actions = [new(Action, ("keep", dice, ())) for dice in single_dice]
        actions += [new(Action, ("reroll", dice, ())) for dice in rerolls]
        actions += trade_actions("take", single_dice)
        return actions

    def listed(self, rules: Rules, state: State, seat: int) -> tuple[Action, ...]:
        """Return all choices: illegal returns have been left out already."""
        return tuple(self.choices(rules, state, seat))

    def slips(self, rules: Rules, state: State, seat: int | None) -> Iterator[Action]:
        """Yield wrong moves: a die from elsewhere, too many or too few dice, an action of another phase."""
        seat = 0 if seat is None else seat
        hand, rival = state.hands[seat], state.hands[(seat + 1) % state.seats]
        available = (*state.rolled, *state.tray, *state.discards, *hand)[0]
        elsewhere = _die_outside(rules, state.rolled if state.phase == "pick" else state.tray)
        yield from (Action("take", (available,)), Action("keep", (available,)), Action("pick", ()))
        yield Action("exchange", (available,))
        yield from (Action("reroll", gathered((available, elsewhere))), Action("reroll", (available,)))
        yield from (Action("take", (elsewhere,), hand[:1]), Action("keep", (elsewhere,)))
        yield Action("pick", (elsewhere,), hand[:1])
        yield Action("exchange", (_die_outside(rules, state.discards),), hand[:1])
        for given in (hand[:2], (rival[0],), (_die_outside(rules, (*hand, available)),)):
            yield Action("take", (available,), given)
            yield Action("pick", state.rolled, given)
            yield Action("exchange", (available,), given)

    def refusal(self, rules: Rules, state: State, seat: int, action: Action) -> Violation | None:
        """Explain why an action is not allowed: by its phase, its dice, or the dice given back."""
        if _PHASE_OF.get(action.do) != state.phase:
            return refused(f"{state.phase}-first")
        violation = _dice_violation(rules, state, action)
        if violation is not None:
            return violation
        if action.do in ("reroll", "keep"):
            return Violation("give-count", phrase(f"violation-give-{action.do}")) if action.given else None
        return give_violation(rules, state.hands[seat], state.kept[seat], action.dice, action.given)

    def after(self, rules: Rules, state: State, seat: int, action: Action) -> State:
        """Move the dice, and end the turn if the action ends it."""
        moved = _moved(rules, state, action)
        return moved if moved.phase in ("pick", "exchange") else end_turn(rules, moved)

    def was_cut_off(self, rules: Rules, state: State) -> bool:
        """Tell whether a game of the match ended without a complete hand, after ``ROUNDS`` rounds."""
        return not all(any(row) for row in state.scores)

    def dealt_anew(self, before: State, after: State) -> bool:
        """Tell whether a game is over."""
        return len(before.scores) != len(after.scores)

    def ends_turn(self, before: State, after: State) -> bool:
        """Tell whether a turn ended: rerolled dice are still picked from, and the last kept die is exchanged."""
        return after.phase not in ("pick", "exchange")

    def actions_in_words(self, rules: Rules) -> Mapping[str, str]:
        """Return what one does by each kind of action."""
        return {
            "take": "take a die from the tray",
            "reroll": "reroll dice of the tray",
            "pick": "choose among the rerolled dice",
            "keep": "keep a die on the shelf",
            "exchange": "take a discard for the kept dice",
        }

    def cards_in_words(self, rules: Rules) -> Mapping[str, CardInWords]:
        """Return the dice by value and colour."""

        def in_words(die: Die) -> CardInWords:
            colour, value = say(rules.names[die.colour], "en"), str(die.value)
            return CardInWords(f"{colour} {value}", {"value": (value,), "colour": (colour,)})

        return cards_by_line(rules.deck, in_words)

    def remember(self, rules: Rules, memory: Memory, seat: int, before: State, action: Action, after: State) -> Memory:
        """Return what a seat remembers: the dice that the others have taken from the table, and still hold."""
        actor = before.turn
        if self.dealt_anew(before, after):
            return Memory()
        if actor is None or actor == seat or action.do not in ("take", "pick", "exchange"):
            return memory
        known = Counter(memory.known.get(("hands", actor), ())) + Counter(action.dice) - Counter(action.given)
        return Memory({**memory.known, ("hands", actor): tuple(sorted(known.elements()))})

    def redraw(self, rules: Rules, state: State, seat: int, memory: Memory, random: Random) -> State:
        """Return a state that looks the same to a seat: other dice in the bag and in the hands of the others.

        A complete hand stays as it is. It cannot change any more, and few other dice would be complete as well.
        """
        hands, bag = list(state.hands), list(state.bag)
        known = {owner: memory.known.get(("hands", owner), ()) for owner in range(state.seats)}
        others = [owner for owner, hand in enumerate(hands) if owner != seat and len(hand) < COMPLETE]
        bag += [die.colour for owner in others for die in without(hands[owner], known[owner])]
        bag.sort()
        random.shuffle(bag)
        for owner in others:
            count = len(hands[owner]) - len(known[owner])
            rolled = [Die(colour, random.choice(VALUES)) for colour in bag[:count]]
            hands[owner], bag = gathered(known[owner], rolled), bag[count:]
        return state._replace(hands=tuple(hands), bag=tuple(sorted(bag)), seed=random.randrange(1 << 32))

    def points(self, rules: Rules, state: State) -> tuple[int, ...]:
        """Return the points of each seat in the games that are over."""
        return tuple(totals(state.scores)) if state.scores else (0,) * state.seats

    def scored(self, rules: Rules, before: State, action: Action, after: State) -> Iterator[tuple[int, str, int]]:
        """Return the points of the sets of complete hands when a game is over."""
        if not self.dealt_anew(before, after):
            return
        hands = _moved(rules, before, action).hands
        for seat, points in enumerate(after.scores[-1]):
            complete = best(rules, hands[seat]) if points else None
            for item in complete.score.items if complete is not None else ():
                yield seat, _SOURCES[item.rule], item.points

    def worth(self, rules: Rules, state: State) -> tuple[float, ...]:
        """Return the points of each seat so far, and less than a point for its progress to a complete hand."""
        points = totals(state.scores) if state.scores else [0] * state.seats
        return tuple([points[seat] + progress(rules, hand) / (COMPLETE + 1) for seat, hand in enumerate(state.hands)])

    def results(self, rules: Rules, state: State) -> tuple[int, ...]:
        """Return the total of every seat over all games."""
        return tuple(totals(state.scores))

    def winners(self, rules: Rules, state: State) -> tuple[int, ...]:
        """Return the seats that win, by the scores of all games."""
        self.expect_over(state)
        return rules.winners(state.scores)


def _choices_of(dice: Iterable[Die], counts: Iterable[int]) -> list[Dice]:
    """Return every different choice of ``counts`` of ``dice``, in order; each keeps the order of its dice."""
    ordered = tuple(dice)
    return in_order(chain.from_iterable([combinations(ordered, count) for count in counts]))


def _dice_violation(rules: Rules, state: State, action: Action) -> Violation | None:
    """Explain why the dice of an action cannot be had; None if they can."""
    if action.do == "reroll":
        return pair_violation(rules, state.tray, action.dice)
    if action.do == "pick":
        return reroll_violation(rules, state.rolled, action.dice)
    if action.do == "exchange":
        return discards_violation(rules, state.discards, action.dice)
    return tray_violation(rules, state.tray, action.dice)


def _die_outside(rules: Rules, dice: Dice) -> Die:
    """Return a die that is not among ``dice``, of another colour if possible."""
    missing = [die for die in rules.deck if die not in dice]
    colours = {die.colour for die in dice}
    return next((die for die in missing if die.colour not in colours), missing[0] if missing else dice[0])
