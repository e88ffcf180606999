"""State of a match of koka, and the one-line notation of states and actions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any, Literal, NamedTuple, TypeAlias, get_args

from pnp.games.core.playing.notation import WHOLE, Notation, by_seat, in_order, listed, named, one_of, rows, state_line
from pnp.games.core.playing.play import NotationError, seats_of
from pnp.games.koka.rules.dice import COMPLETE, HAND, Dice, Die
from pnp.games.koka.rules.record import ROUNDS, Rules
from pnp.games.koka.rules.scoring import best, round_result

Do: TypeAlias = Literal["take", "reroll", "pick", "keep", "exchange"]
Phase: TypeAlias = Literal["trade", "pick", "exchange", "over"]
Colours: TypeAlias = tuple[str, ...]
"""Dice in the bag, which show only their colours: ids, sorted."""

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
    """Action of a seat. ``given`` goes back. ``dice`` and ``given`` are sorted.

    A seat takes a die of the tray, rerolls two (or one, if the rules allow it), picks some of the rerolled dice, keeps
    a die, or exchanges the kept dice for one of the discards.
    """

    do: Do
    dice: Dice
    given: Dice = ()


class Deal(NamedTuple):
    """Part of a match that players do not choose. Every draw and roll follows from ``seed`` and their number so far.

    A game without a complete hand after ``rounds`` rounds ends without scores.
    """

    players: int
    start: int
    seed: int
    rounds: int = ROUNDS


class State(NamedTuple):
    """Moment of a match. Dice that lie together are sorted; ``kept`` are those above the shelf of each seat.

    ``round`` counts from 0. ``acted`` counts the finished turns of this round; the seat to act is that number of seats
    to the left of ``start``. ``rolled`` are the dice that have just been rerolled. ``chance`` counts the draws and
    rolls of the match. ``scores`` has a row for each finished game.
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
        """Return the number of players."""
        return len(self.hands)

    @property
    def turn(self) -> int | None:
        """Return the seat to act, or None if the match is over."""
        return None if self.phase == "over" else (self.start + self.acted) % self.seats

    @property
    def cards(self) -> Colours:
        """Return the colour of every die of the game, sorted."""
        places = (*self.hands, *self.kept, self.rolled, self.tray, self.discards)
        return tuple(sorted((*self.bag, *(die.colour for place in places for die in place))))


def format_action(action: Action) -> str:
    """Write an action on one line: ``take red-1 for blue-2``, ``reroll red-1 red-2``, ``pick``, ``keep red-1``."""
    given = ["for", *map(str, action.given)] if action.given else []
    return " ".join([action.do, *map(str, action.dice), *given])


def parse_action(rules: Rules, line: str) -> Action:
    """Read the action of a line. Raises NotationError."""
    word, *rest = line.split() or [""]
    do = next((do for do in _DOES if do == word), None)
    cut = rest.index("for") if "for" in rest else len(rest)
    if do is None or rest[cut:] == ["for"]:
        raise NotationError(f"{line!r} is not an action: expected {', '.join(_DOES)} and dice, or `for` before dice")
    dice = tuple(sorted(_DIE.parse(rules, die_word) for die_word in rest[:cut]))
    given = tuple(sorted(_DIE.parse(rules, die_word) for die_word in rest[cut + 1 :]))
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
"""Notations of the fields of a state."""


# Faults of states that no match comes to


def _fault(rules: Rules, state: State) -> str | None:
    """Explain why no match comes to ``state``; None if a match can."""
    return _figures_fault(rules, state) or _hands_fault(rules, state) or _phase_fault(rules, state)


def _figures_fault(rules: Rules, state: State) -> str | None:
    """Explain why figures or dice fit no match; None if they do."""
    seats = state.seats
    if seats not in seats_of(rules) or len(state.kept) != seats:
        return f"it needs a hand and kept dice for each of {rules.players[0]} to {rules.players[1]} seats"
    is_over = state.phase == "over"
    checks = (
        (state.start >= seats or state.acted >= seats + is_over, f"the seats are 0 to {seats - 1}"),
        (state.round >= state.rounds, f"a game has {state.rounds} rounds at most"),
        (any(len(row) != seats for row in state.scores), "a game that is over has a score for each seat"),
        (
            len(state.scores) not in (range(rules.games, rules.games + 1) if is_over else range(rules.games)),
            f"a match has {rules.games} games",
        ),
        (Counter(state.cards) != Counter(rules.dice), "its dice are not those of the game"),
    )
    return next((reason for fails, reason in checks if fails), None)


def _hands_fault(rules: Rules, state: State) -> str | None:
    """Explain why hands or kept dice belong to no seat; None if they do."""
    for seat, hand in enumerate(state.hands):
        has_acted = (seat - state.start) % state.seats < state.acted
        if len(hand) not in (HAND, COMPLETE) or (len(hand) == COMPLETE and not has_acted):
            return f"seat {seat} has {len(hand)} dice"
        if len(hand) == COMPLETE and best(rules, hand) is None:
            return f"seat {seat} has {len(hand)} dice that are not complete"
    if any(len(kept) >= rules.kept for kept in state.kept):
        return f"{rules.kept} kept dice go back to the bag"
    return None


def _phase_fault(rules: Rules, state: State) -> str | None:
    """Explain why the phase does not fit the dice on the table; None if it does."""
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
    """Explain why the match is not at its end; None if it is."""
    outcome = round_result(rules, state.hands, state.start)
    if state.tray or len(outcome.turns) != state.acted:
        return "the round is played out at the end of a game"
    if not outcome.completers and state.round + 1 < state.rounds:
        return "no seat is complete, and the game is not over"
    return None if state.scores[-1] == outcome.scores else "the last scores are not those of the hands"


STATES = state_line(State, FIELDS, _fault)
