"""A game of random actions, and what every moment of it must fulfil: all invariants in one walk."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from copy import deepcopy
from dataclasses import dataclass, field, fields, is_dataclass, replace
from functools import partial
from itertools import combinations
from random import Random
from typing import Any

from pnp.games.core.play import NotationError, Play
from pnp.model.text import Phrase
from pnp.testing.amount import amount

# Actions that nobody at a table would try, made of those that somebody might: what a program may hand in.

_FAR = 10**6


def mutants(actions: Sequence[Any], random: Random, most: int) -> list[Any]:
    """At most so many actions that differ from one of ``actions`` in a field: it has the value of the same field of
    another action, or of another field; it is None, out of range, or a list with an item less, more or twice.

    Each is hashable, as actions are; some may be allowed. What has no fields is mutated as a whole.
    """
    if not actions:
        return []
    bases = random.sample(list(actions), min(len(actions), most))
    found: dict[Any, None] = {}
    for base in bases:
        others = random.sample(list(actions), min(len(actions), 4))
        found |= dict.fromkeys(_of(base, others))
    chosen = [one for one in found if one not in actions] or list(found)
    return random.sample(chosen, min(len(chosen), most))


def _of(action: Any, others: Sequence[Any]) -> Iterator[Any]:
    names, put = _parts(action)
    if not names:
        yield from _values(action)
        return
    for name in names:
        value = getattr(action, name)
        yield from (put(**{name: other}) for other in _values(value))
        yield from (put(**{name: getattr(other, name)}) for other in others if type(other) is type(action))
    for one, other in combinations(names, 2):
        yield put(**{one: getattr(action, other), other: getattr(action, one)})


def _parts(action: Any) -> tuple[tuple[str, ...], Callable[..., Any]]:
    """The fields of an action, and what puts other values there."""
    if is_dataclass(action) and not isinstance(action, type):
        return tuple(field.name for field in fields(action) if field.init), lambda **new: replace(action, **new)
    names = tuple(getattr(action, "_fields", ()))
    return names, getattr(action, "_replace", replace)


def _values(value: Any) -> Iterator[Any]:
    """Values that may stand in the place of one by mistake."""
    if value is not None:
        yield None
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, int):
        yield from (value - 1, value + 1, -1 - value, _FAR)
    elif isinstance(value, str):
        yield from ("", f"{value}?")
    elif isinstance(value, tuple) and not hasattr(value, "_fields"):
        yield ()
        if value:
            yield from (value[1:], (*value, value[0]), (*value, None))
            yield from ((inner, *value[1:]) for inner in _values(value[0]))


AnyPlay = Play[Any, Any, Any, Any]
_REFUSED = 20
"""Illegal actions per game that ``apply`` is asked to refuse."""
_FURTHER = 10
_MUTANTS = amount(12, 60)
"""Misshapen actions per moment that ``violation`` is asked about."""
_APPLIED = 3
"""Legal actions per moment that are applied to a state and to its copy."""


@dataclass
class Walk:
    """One game. ``faults`` holds the first fault of each invariant, ``reasons`` the phrases of violations met."""

    play: AnyPlay
    rules: Any
    players: int
    seed: int
    moves: int
    """The most moves that a game may take."""
    closely: int
    """How many moments are looked at closely from the first on; after them, every tenth and the last."""
    faults: dict[str, str] = field(default_factory=dict)
    reasons: dict[str, Phrase] = field(default_factory=dict)
    state: Any = None
    states: int = 0
    refused: int = 0

    def fault(self, invariant: str, state: Any, message: str) -> None:
        """Note the first fault of an invariant, with the state."""
        if invariant not in self.faults:
            self.faults[invariant] = f"{message}\n  in: {_line(self.play.format_state, state)}\n  {self.where}"

    @property
    def where(self) -> str:
        """Which game this is."""
        return f"with {self.players} players and seed {self.seed}, at move {max(0, self.states - 1)}"

    def run(self) -> None:
        """Play the game to its end, checking every state. What the game raises is raised on, with where it was."""
        try:
            self._run()
        except Exception as error:
            error.add_note(f"in the game {self.where}: {_line(self.play.format_state, self.state)}")
            raise

    def _run(self) -> None:
        play, rules, random = self.play, self.rules, Random(self.seed)  # noqa: S311 - nothing secret
        state = play.initial_state(rules, play.deal(rules, self.players, self.seed))
        cards = play.cards(state)
        while True:
            self.state = state
            self.states += 1
            legal = play.legal_actions(rules, state)
            if self.states <= self.closely or self.states % _FURTHER == 0 or play.is_terminal(state):
                self._moment(state, legal)
            if play.cards(state) != cards:
                self.fault("cards", state, f"cards appeared or were lost: {cards} became {play.cards(state)}")
            if play.is_terminal(state):
                self._end(state)
                return
            self._unfinished(state)
            if not legal or self.states > self.moves:
                self.fault("end", state, f"the game does not end within {self.moves} moves")
                return
            state = self._after(state, random.choice(legal))
            if state is None:
                return

    def _moment(self, state: Any, legal: Sequence[Any]) -> None:
        play, over = self.play, self.play.is_terminal(state)
        if list(legal) != sorted(set(legal)):
            self.fault(
                "legal actions", state, f"legal_actions() is not sorted, or names one twice: {self._told(legal)}"
            )
        if bool(legal) == over:
            self.fault("legal actions", state, f"is_terminal() is {over}, and there are {len(legal)} legal actions")
        seat = play.current_player(state)
        if (seat is None) != over or (seat is not None and not 0 <= seat < self.players):
            self.fault("current player", state, f"current_player() is {seat!r} where is_terminal() is {over}")
        conceivable = play.conceivable_actions(self.rules, state)
        self._violations(state, legal, conceivable)
        self._mutants(state, legal, conceivable)
        self._purity(state, legal)
        self._notation(state, conceivable)

    def _violations(self, state: Any, legal: Sequence[Any], conceivable: Sequence[Any]) -> None:
        play, rules, allowed = self.play, self.rules, set(legal)
        missing = allowed - set(conceivable)
        if missing:
            self.fault(
                "violations", state, f"legal, and not among conceivable_actions(): {self._told(sorted(missing))}"
            )
        for action in conceivable:
            violation = play.violation(rules, state, action)
            if (violation is None) != (action in allowed):
                said = "no violation" if violation is None else f"the violation {violation.code}"
                listed = "is" if action in allowed else "is not"
                self.fault("violations", state, f"{self._told([action])} has {said}, and {listed} in legal_actions()")
            if violation is not None:
                self.reasons.setdefault(violation.code, violation.reason)
                if self.refused < _REFUSED or play.is_terminal(state):
                    self.refused += 1
                    self._refusal(state, action, violation.code)

    def _mutants(self, state: Any, legal: Sequence[Any], conceivable: Sequence[Any]) -> None:
        """A program may hand in any action: what is not legal has a violation, of whatever shape it is."""
        allowed = set(legal)
        for action in mutants(conceivable, Random(f"{self.seed} {self.states}"), _MUTANTS):  # noqa: S311 - not secret
            try:
                violation = self.play.violation(self.rules, state, action)
            except Exception as error:
                # Whatever it raises would reach a person as a crash: that is the fault to tell.
                told = f"violation() of {action!r} raises {type(error).__name__} ({error})"
                self.fault("shapes", state, f"{told}; it must say why the action is not allowed")
                continue
            if (violation is None) != (action in allowed):
                said = "no violation" if violation is None else f"the violation {violation.code}"
                listed = "is" if action in allowed else "is not"
                self.fault("shapes", state, f"{action!r} has {said}, and {listed} in legal_actions()")
            if violation is not None:
                self.reasons.setdefault(violation.code, violation.reason)
                if self.refused < _REFUSED:
                    self.refused += 1
                    self._refusal(state, action, violation.code)

    def _refusal(self, state: Any, action: Any, code: str) -> None:
        try:
            after = self.play.apply(self.rules, state, action)
        except ValueError as error:
            if code not in str(error):
                self.fault(
                    "refusals", state, f"apply() refuses {self._told([action])} without the code {code}: {error}"
                )
        else:
            told = _line(self.play.format_state, after)
            self.fault("refusals", state, f"apply() did {self._told([action])}, which is {code}, and gave {told}")

    def _purity(self, state: Any, legal: Sequence[Any]) -> None:
        before = deepcopy(state)
        for action in legal[:_APPLIED]:
            after = self._after(state, action)
            if (state, hash(state)) != (before, hash(before)):
                self.fault("purity", before, f"apply() changed the state that it was given, by {self._told([action])}")
                return
            if after != self._after(before, action):
                self.fault("purity", state, f"apply() gives two results for the same state and {self._told([action])}")

    def _after(self, state: Any, action: Any) -> Any:
        """The state after a legal action, or None where it is refused."""
        try:
            return self.play.apply(self.rules, state, action)
        except ValueError as error:
            self.fault("legal actions", state, f"apply() refuses {self._told([action])}, which is legal: {error}")
            return None

    def _notation(self, state: Any, conceivable: Sequence[Any]) -> None:
        play, rules = self.play, self.rules
        line = play.format_state(state)
        if "\n" in line or not _reads_back(lambda: play.parse_state(rules, line), state):
            self.fault("notation", state, "parse_state() does not read back the one line of format_state()")
        lines = [play.format_action(action) for action in conceivable]
        if len(set(lines)) != len(conceivable):
            twice = sorted({one for one in lines if lines.count(one) > 1})
            self.fault("notation", state, f"format_action() gives different actions the same line: {', '.join(twice)}")
        for action, word in zip(conceivable, lines, strict=True):
            if not _reads_back(partial(play.parse_action, rules, word), action):
                self.fault("notation", state, f"parse_action() does not read back {word!r}")

    def _unfinished(self, state: Any) -> None:
        try:
            returns = self.play.returns(self.rules, state)
        except ValueError:
            return
        self.fault("results", state, f"returns() gives {returns} before the end; it must raise ValueError")

    def _end(self, state: Any) -> None:
        returns = self.play.returns(self.rules, state)
        if len(returns) != self.players or any(type(points) is not int for points in returns):
            self.fault("results", state, f"returns() is {returns!r}, not a whole number for each seat")
        if not self.play.conceivable_actions(self.rules, state):
            self.fault("violations", state, "there is no conceivable action at the end, where a person might try one")
        if self.states == 1:
            self.fault("end", state, "the game is over before the first action")

    def _told(self, actions: Sequence[Any]) -> str:
        return ", ".join(_line(self.play.format_action, action) for action in actions)


def _reads_back(parse: Callable[[], Any], value: Any) -> bool:
    """Whether a line of notation is read as the value that it was written from."""
    try:
        return bool(parse() == value)
    except NotationError:
        return False


def _line(format_: Callable[[Any], str], value: Any) -> str:
    """A value as its line of notation, or as Python writes it where there is no line of it."""
    try:
        return format_(value)
    except Exception:
        # Whatever goes wrong with the notation is told by its own invariant; here the value must still be named.
        return repr(value)


def walks(
    play: AnyPlay, rules: Any, seeds: int, closely: int, moves: int, everyone: bool, first: int = 0
) -> Iterator[Walk]:
    """Games for each number of players in turn, from the number ``first`` on: ``seeds`` of them, or until so many
    moments were looked at ``closely`` and, if ``everyone``, every number of players has had its game."""
    seats, left = list(play.seats(rules)), closely
    for seed in range(seeds):
        if left <= 0 and (not everyone or seed >= len(seats)):
            return
        players = seats[(first + seed) % len(seats)]
        walk = Walk(play, rules, players, seed, moves, max(left, closely // len(seats)))
        walk.run()
        left -= walk.states
        yield walk
