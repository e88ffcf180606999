"""The state of a game of koka, and how states and actions are written on one line."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple, TypeAlias, get_args

from pnp.games.core.play import NotationError
from pnp.games.koka.rules.dice import Dice, parse_die
from pnp.games.koka.rules.record import Rules

Do: TypeAlias = Literal["take", "reroll", "pick", "keep", "exchange"]
Phase: TypeAlias = Literal["trade", "pick", "exchange", "over"]
Colours: TypeAlias = tuple[str, ...]
"""Dice in the bag, which show nothing but their colours: ids, sorted."""

ROUNDS = 30
"""Rounds after which a game without a complete hand ends, unless the deal says otherwise. Players who want to complete
need far fewer; chance alone hardly ever completes."""

_FIELDS = (
    "phase",
    "start",
    "round",
    "acted",
    "hands",
    "kept",
    "rolled",
    "tray",
    "discards",
    "bag",
    "seed",
    "chance",
    "rounds",
    "scores",
)
_DOES: tuple[Do, ...] = get_args(Do)
_PHASES: tuple[Phase, ...] = get_args(Phase)
_WHOLE = re.compile(r"[0-9]{1,20}")
_DICE_OF: dict[Do, tuple[int, ...]] = {"take": (1,), "reroll": (2,), "pick": (0, 1, 2), "keep": (1,), "exchange": (1,)}


class Action(NamedTuple):
    """What a seat does: take a die of the tray, reroll two, pick some of the rerolled dice, keep a die, exchange the
    kept dice for one of the discards. ``given`` goes back. ``dice`` and ``given`` are sorted."""

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
    left of ``start``. ``rolled`` are two dice that have just been rerolled. ``chance`` counts the draws and rolls of
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


def all_dice(state: State) -> Colours:
    """The colour of every die, wherever it lies, sorted."""
    places = (*state.hands, *state.kept, state.rolled, state.tray, state.discards)
    return tuple(sorted((*state.bag, *(die.colour for place in places for die in place))))


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
    dice = tuple(sorted(parse_die(one, rules.by_line) for one in rest[:cut]))
    given = tuple(sorted(parse_die(one, rules.by_line) for one in rest[cut + 1 :]))
    if len(dice) not in _DICE_OF[do] or (given and do in ("reroll", "keep")):
        raise NotationError(f"{line!r} is not an action: {do} goes with other dice")
    return Action(do, dice, given)


def format_state(state: State) -> str:
    """The state on one line, as ``parse_state`` reads it: seats and games are cut by ``|``, items by commas."""
    values = (
        state.phase,
        str(state.start),
        str(state.round),
        str(state.acted),
        _rows(state.hands),
        _rows(state.kept),
        _join(state.rolled),
        _join(state.tray),
        _join(state.discards),
        _join(f"{colour}:{count}" for colour, count in sorted(Counter(state.bag).items())),
        str(state.seed),
        str(state.chance),
        str(state.rounds),
        _rows(state.scores),
    )
    return " ".join(f"{name}={value}" for name, value in zip(_FIELDS, values, strict=True))


def read_state(rules: Rules, line: str) -> State:
    """The state of a line, whether or not a game comes to it. Raises NotationError."""
    parts = [word.partition("=") for word in line.split()]
    if tuple(name for name, _, _ in parts) != _FIELDS:
        raise NotationError(f"{line!r} is not a state: expected {'=… '.join(_FIELDS)}=…")
    found = {name: value for name, _, value in parts}
    phase = next((phase for phase in _PHASES if phase == found["phase"]), None)
    if phase is None:
        raise NotationError(f"{line!r} is not a state: there is no phase {found['phase']!r}")
    return State(
        phase,
        _whole(found["start"]),
        _whole(found["round"]),
        _whole(found["acted"]),
        tuple(_dice(rules, hand) for hand in found["hands"].split("|")),
        tuple(_dice(rules, dice) for dice in found["kept"].split("|")),
        _dice(rules, found["rolled"]),
        _dice(rules, found["tray"]),
        _dice(rules, found["discards"]),
        _bag(rules, found["bag"]),
        _whole(found["seed"]),
        _whole(found["chance"]),
        _whole(found["rounds"]),
        tuple(tuple(map(_whole, row.split(","))) for row in found["scores"].split("|")) if found["scores"] else (),
    )


def _bag(rules: Rules, line: str) -> Colours:
    colours: list[str] = []
    for word in line.split(",") if line else ():
        colour, _, count = word.partition(":")
        if colour not in rules.colours or colour in colours or not 0 < _whole(count) <= rules.dice[colour]:
            raise NotationError(f"{word!r} is not what is left of a colour in the bag")
        colours += [colour] * int(count)
    return tuple(sorted(colours))


def _whole(word: str) -> int:
    if not _WHOLE.fullmatch(word):
        raise NotationError(f"{word!r} is no whole number")
    return int(word)


def _join(items: Iterable[object]) -> str:
    return ",".join(map(str, items))


def _rows(rows: Sequence[Iterable[object]]) -> str:
    return "|".join(map(_join, rows))


def _dice(rules: Rules, line: str) -> Dice:
    return tuple(sorted(parse_die(word, rules.by_line) for word in line.split(","))) if line else ()
