"""The state of a game of koka, and how states and actions are written on one line."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any, Literal, NamedTuple, TypeAlias, get_args

from pnp.games.core.notation import WHOLE, Notation, by_seat, in_order, listed, named, one_of, rows, state_line
from pnp.games.core.play import NotationError, seats_of
from pnp.games.koka.rules.dice import COMPLETE, HAND, Dice, Die
from pnp.games.koka.rules.record import Rules
from pnp.games.koka.rules.scoring import best, round_result

Do: TypeAlias = Literal["take", "reroll", "pick", "keep", "exchange"]
Phase: TypeAlias = Literal["trade", "pick", "exchange", "over"]
Colours: TypeAlias = tuple[str, ...]
"""Dice in the bag, which show nothing but their colours: ids, sorted."""

ROUNDS = 30
"""Rounds after which a game without a complete hand ends, unless the deal says otherwise. Players who want to complete
need far fewer; chance alone hardly ever completes."""

_DOES: tuple[Do, ...] = get_args(Do)
_DICE_OF: dict[Do, tuple[int, ...]] = {
    "take": (1,),
    "reroll": (1, 2),
    "pick": (0, 1, 2),
    "keep": (1,),
    "exchange": (1,),
}


_DIE: Notation[Rules, Die] = named("die", lambda rules: rules.by_line)
_DICE = in_order(listed(_DIE))


class Action(NamedTuple):
    """What a seat does: take a die of the tray, reroll two (or one, where the rules allow it), pick some of the
    rerolled dice, keep a die, exchange the kept dice for one of the discards. ``given`` goes back. ``dice`` and
    ``given`` are sorted."""

    do: Do
    dice: Dice
    given: Dice = ()


class Deal(NamedTuple):
    """All of a match that is not the players' choice. Every draw from the bag and every roll follow from ``seed`` and
    from how many there were before. Nobody complete after ``rounds`` rounds: the game ends, and nobody scores."""

    players: int
    start: int
    seed: int
    rounds: int = ROUNDS


class State(NamedTuple):
    """A moment of a match. Dice that lie together are sorted; ``kept`` are those above the shelf of each seat.

    ``round`` counts from 0, ``acted`` the turns of this round that are over; the seat to act is the one so many to the
    left of ``start``. ``rolled`` are the dice that have just been rerolled. ``chance`` counts the draws and rolls of
    the match. ``scores`` has a row for each game that is over.
    """

    phase: Phase
    start: int
    round: int
    acted: int
    hands: tuple[Dice, ...]
    kept: tuple[Dice, ...]
    rolled: Dice
    tray: Dice
    discards: Dice
    bag: Colours
    seed: int
    chance: int
    rounds: int
    scores: tuple[tuple[int, ...], ...]

    @property
    def seats(self) -> int:
        """How many play."""
        return len(self.hands)

    @property
    def turn(self) -> int | None:
        """The seat to act, or None when the match is over."""
        return None if self.phase == "over" else (self.start + self.acted) % self.seats

    @property
    def cards(self) -> Colours:
        """The colour of every die, wherever it lies, sorted."""
        places = (*self.hands, *self.kept, self.rolled, self.tray, self.discards)
        return tuple(sorted((*self.bag, *(die.colour for place in places for die in place))))


def format_action(action: Action) -> str:
    """The action on one line: ``take red-1 for blue-2``, ``reroll red-1 red-2``, ``pick``, ``keep red-1``."""
    given = ["for", *map(str, action.given)] if action.given else []
    return " ".join([action.do, *map(str, action.dice), *given])


def parse_action(rules: Rules, line: str) -> Action:
    """The action of a line. Raises NotationError."""
    word, *rest = line.split() or [""]
    do = next((do for do in _DOES if do == word), None)
    cut = rest.index("for") if "for" in rest else len(rest)
    if do is None or rest[cut:] == ["for"]:
        raise NotationError(f"{line!r} is not an action: expected {', '.join(_DOES)} and dice, or `for` before dice")
    dice = tuple(sorted(_DIE.parse(rules, one) for one in rest[:cut]))
    given = tuple(sorted(_DIE.parse(rules, one) for one in rest[cut + 1 :]))
    if len(dice) not in _DICE_OF[do] or (given and do in ("reroll", "keep")):
        raise NotationError(f"{line!r} is not an action: {do} goes with other dice")
    return Action(do, dice, given)


def _format_bag(bag: Colours) -> str:
    return ",".join(f"{colour}:{count}" for colour, count in sorted(Counter(bag).items()))


def _parse_bag(rules: Rules, line: str) -> Colours:
    colours: list[str] = []
    for word in line.split(",") if line else ():
        colour, _, count = word.partition(":")
        if colour not in rules.colours or colour in colours or not 0 < WHOLE.parse(rules, count) <= rules.dice[colour]:
            raise NotationError(f"{word!r} is not what is left of a colour in the bag")
        colours += [colour] * int(count)
    return tuple(sorted(colours))


ACTIONS = Notation(format_action, parse_action)
FIELDS: Mapping[str, Notation[Rules, Any]] = {
    "phase": one_of("phase", get_args(Phase)),
    "start": WHOLE,
    "round": WHOLE,
    "acted": WHOLE,
    "hands": by_seat(_DICE),
    "kept": by_seat(_DICE),
    "rolled": _DICE,
    "tray": _DICE,
    "discards": _DICE,
    "bag": Notation(_format_bag, _parse_bag),
    "seed": WHOLE,
    "chance": WHOLE,
    "rounds": WHOLE,
    "scores": rows(listed(WHOLE)),
}
"""How the fields of a state are written: ``play/reachable.py`` says which states there are."""


# Which states a match can come to: what a line has to say beyond its notation.


def _fault(rules: Rules, state: State) -> str | None:
    """Why no match comes to ``state``, or None."""
    return _figures_fault(rules, state) or _hands_fault(rules, state) or _phase_fault(rules, state)


def _figures_fault(rules: Rules, state: State) -> str | None:
    """Figures and dice that fit no match."""
    seats = state.seats
    if seats not in seats_of(rules) or len(state.kept) != seats:
        return f"it needs a hand and kept dice for each of {rules.players[0]} to {rules.players[1]} seats"
    over = state.phase == "over"
    checks = (
        (state.start >= seats or state.acted >= seats + over, f"the seats are 0 to {seats - 1}"),
        (state.round >= state.rounds, f"a game has {state.rounds} rounds at most"),
        (any(len(row) != seats for row in state.scores), "a game that is over has a score for each seat"),
        (
            len(state.scores) not in (range(rules.games, rules.games + 1) if over else range(rules.games)),
            f"a match has {rules.games} games",
        ),
        (Counter(state.cards) != Counter(rules.dice), "its dice are not those of the game"),
    )
    return next((why for wrong, why in checks if wrong), None)


def _hands_fault(rules: Rules, state: State) -> str | None:
    """Hands and kept dice that no seat comes to."""
    for seat, hand in enumerate(state.hands):
        acted = (seat - state.start) % state.seats < state.acted
        if len(hand) not in (HAND, COMPLETE) or (len(hand) == COMPLETE and not acted):
            return f"seat {seat} has {len(hand)} dice"
        if len(hand) == COMPLETE and best(rules, hand) is None:
            return f"seat {seat} has {len(hand)} dice that are not complete"
    if any(len(kept) >= rules.kept for kept in state.kept):
        return f"{rules.kept} kept dice go back to the bag"
    return None


def _phase_fault(rules: Rules, state: State) -> str | None:
    """A phase that does not fit the dice on the table."""
    if state.phase != "pick" and state.rolled:
        return "dice that were rerolled wait to be picked"
    if state.phase == "pick" and not rules.rerolls(len(state.rolled)):
        return f"{len(state.rolled)} dice are not rerolled together, to pick some of them"
    if state.phase == "trade" and not state.tray:
        return "the tray has a die for each seat"
    if state.phase == "exchange" and (not state.discards or state.turn is None or state.kept[state.turn]):
        return "the kept dice are in the bag when they are exchanged for one of the discards"
    return _over_fault(rules, state) if state.phase == "over" else None


def _over_fault(rules: Rules, state: State) -> str | None:
    """The end of a match that is none."""
    result = round_result(rules, state.hands, state.start)
    if state.tray or len(result.turns) != state.acted:
        return "the round is played out at the end of a game"
    if not result.completers and state.round + 1 < state.rounds:
        return "nobody is complete, and the game is not over"
    return None if state.scores[-1] == result.scores else "the last scores are not those of the hands"


STATES = state_line(State, FIELDS, _fault)
