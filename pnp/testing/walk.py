"""Walk through a game of random actions, which checks all invariants at its moments."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from copy import deepcopy
from dataclasses import dataclass, field, fields, is_dataclass, replace
from functools import partial
from itertools import combinations
from random import Random
from typing import Any

from pnp.games.core.playing.play import NotationError, Play
from pnp.games.core.playing.seen import Memory
from pnp.games.core.playing.turn_game import listed_in_order
from pnp.games.core.score import Violation
from pnp.model.text import Phrase
from pnp.testing.amount import amount

# Mutants: actions that no person at a table would try, but that a program may hand in

_FAR = 10**6


def mutants(actions: Sequence[Any], random: Random, most: int) -> list[Any]:
    """Return at most ``most`` actions that differ from one of ``actions`` in a field.

    The field has the value of the same field of another action, or of another field; it is None, out of range, or a
    list with an item less, more or twice. Each mutant is hashable, as actions are; some may be legal. An action without
    fields is mutated as a whole.
    """
    if not actions:
        return []
    bases = random.sample(list(actions), min(len(actions), most))
    candidates: dict[Any, None] = {}
    for base in bases:
        others = random.sample(list(actions), min(len(actions), 4))
        candidates |= dict.fromkeys(_mutate(base, others))
    chosen = [candidate for candidate in candidates if candidate not in actions] or list(candidates)
    return random.sample(chosen, min(len(chosen), most))


def _mutate(action: Any, others: Sequence[Any]) -> Iterator[Any]:
    names, with_fields = _field_access(action)
    if not names:
        yield from _mutate_value(action)
        return
    for name in names:
        part = getattr(action, name)
        yield from (with_fields(**{name: mutant}) for mutant in _mutate_value(part))
        yield from (with_fields(**{name: getattr(other, name)}) for other in others if type(other) is type(action))
    for first, second in combinations(names, 2):
        yield with_fields(**{first: getattr(action, second), second: getattr(action, first)})


def _field_access(action: Any) -> tuple[tuple[str, ...], Callable[..., Any]]:
    """Return the fields of an action, and a function that replaces their values."""
    if is_dataclass(action) and not isinstance(action, type):
        return tuple(field.name for field in fields(action) if field.init), lambda **new: replace(action, **new)
    return field_names(action), getattr(action, "_replace", replace)


def field_names(value: Any) -> tuple[str, ...]:
    """Return the names of the fields of a dataclass or a named tuple; none of any other value."""
    if is_dataclass(value):
        return tuple(field.name for field in fields(value))
    return tuple(getattr(value, "_fields", ()))


def _mutate_value(value: Any) -> Iterator[Any]:
    """Yield values that may stand in the place of another by mistake."""
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
            yield from ((mutant, *value[1:]) for mutant in _mutate_value(value[0]))


AnyPlay = Play[Any, Any, Any, Any]
_REFUSED = 20
"""Illegal actions per game that ``apply`` must refuse."""
_LATER_INTERVAL = 10
_MUTANTS = amount(12, 30)
"""Misshapen actions per moment that ``violation`` must judge."""
_APPLIED = 3
"""Legal actions per moment that are applied to a state and to its copy."""


@dataclass
class Walk:
    """Walk through one game. ``faults`` has the first fault of each invariant, ``reasons`` the phrases of its
    violations."""

    play: AnyPlay
    rules: Any
    players: int
    seed: int
    moves: int
    """The most moves that a game may take."""
    closely: int
    """The number of moments from the first on that are checked closely; after them, every tenth and the last."""
    faults: dict[str, str] = field(default_factory=dict)
    reasons: dict[str, Phrase] = field(default_factory=dict)
    state: Any = None
    states: int = 0
    refused: int = 0
    memories: list[Memory] = field(default_factory=list)
    """What each seat remembers."""
    last_legal: Sequence[Any] = ()
    """Legal actions of the moment before: at the end a person might still try one."""

    def fault(self, invariant: str, state: Any, message: str) -> None:
        """Record the first fault of an invariant, with the state."""
        if invariant not in self.faults:
            self.faults[invariant] = f"{message}\n  in: {_line(self.play.format_state, state)}\n  {self.where}"

    @property
    def where(self) -> str:
        """Name of this game and move, for messages."""
        return f"with {self.players} players and seed {self.seed}, at move {max(0, self.states - 1)}"

    def run(self) -> None:
        """Play the game to its end, checking every state. Errors of the game are raised on, with their place."""
        try:
            self._run()
        except Exception as error:
            error.add_note(f"in the game {self.where}: {_line(self.play.format_state, self.state)}")
            raise

    def _run(self) -> None:
        play, rules, random = self.play, self.rules, Random(self.seed)  # noqa: S311 - nothing secret
        state = play.initial_state(rules, play.deal(rules, self.players, self.seed))
        cards = play.cards(state)
        self.memories = [Memory()] * self.players
        while True:
            self.state = state
            self.states += 1
            legal = play.legal_actions(rules, state)
            if self.states <= self.closely or self.states % _LATER_INTERVAL == 0 or play.is_terminal(state):
                self._check_moment(state, legal)
            if play.cards(state) != cards:
                self.fault("cards", state, f"cards appeared or were lost: {cards} became {play.cards(state)}")
            if play.is_terminal(state):
                self._check_end(state)
                return
            self._check_unfinished(state)
            if not legal or self.states > self.moves:
                self.fault("end", state, f"the game does not end within {self.moves} moves")
                return
            action = random.choice(legal)
            after = self._apply_legal(state, action)
            if after is None:
                return
            self.last_legal = legal
            self.memories = [
                play.remember(rules, memory, seat, state, action, after) for seat, memory in enumerate(self.memories)
            ]
            state = after

    def _check_moment(self, state: Any, legal: Sequence[Any]) -> None:
        play, over = self.play, self.play.is_terminal(state)
        if legal != listed_in_order(legal):
            self.fault(
                "legal actions", state, f"legal_actions() is not sorted, or names one twice: {self._lines(legal)}"
            )
        if bool(legal) == over:
            self.fault("legal actions", state, f"is_terminal() is {over}, and there are {len(legal)} legal actions")
        seat = play.current_player(state)
        if (seat is None) != over or (seat is not None and not 0 <= seat < self.players):
            self.fault("current player", state, f"current_player() is {seat!r} where is_terminal() is {over}")
        conceivable = play.conceivable_actions(self.rules, state)
        if over:
            conceivable = listed_in_order((*conceivable, *self.last_legal))
        self._check_violations(state, legal, conceivable)
        self._check_mutants(state, legal, conceivable)
        self._check_seen(state, legal)
        self._check_purity(state, legal)
        self._check_notation(state, conceivable)

    def _check_seen(self, state: Any, legal: Sequence[Any]) -> None:
        """Check that a state drawn anew looks the same to its seat, that a game comes to it, and that what a seat may
        do follows from what it sees."""
        play, rules = self.play, self.rules
        acting = play.current_player(state)
        if acting is None or acting not in range(self.players):
            return
        for seat in {acting, self.states % self.players}:

            def drawn(of: Any, seat: int = seat) -> Any:
                memory, random = self.memories[seat], Random(self.states)  # noqa: S311 - nothing secret
                return play.redraw(rules, of, seat, memory, random)

            other = drawn(state)
            line = play.format_state(other)
            if play.seen(other, seat) != play.seen(state, seat):
                self.fault("seen", state, f"seat {seat} sees cards that are hidden from it: {line}")
            elif seat == acting and play.legal_actions(rules, other) != legal:
                looks = f"what seat {seat} may do changes with cards that it does not see, as in {line}"
                self.fault("seen", state, f"{looks}; name the fields that it sees otherwise in 'hidden'")
            elif (wrong := _misreading(partial(play.parse_state, rules), line, other)) is not None:
                looks = f"redraw() for seat {seat} gives a state that no game comes to: {line}"
                self.fault("redraw", state, f"{looks}{wrong}")
            elif drawn(other) != other:
                self.fault("redraw", state, f"redraw() for seat {seat} depends on what the seat does not know: {line}")

    def _check_violations(self, state: Any, legal: Sequence[Any], conceivable: Sequence[Any]) -> None:
        play, rules, allowed = self.play, self.rules, set(legal)
        missing = allowed - set(conceivable)
        if missing:
            self.fault(
                "violations",
                state,
                f"legal, and not among conceivable_actions(): {self._lines(listed_in_order(missing))}",
            )
        for action in conceivable:
            violation = play.violation(rules, state, action)
            if (violation is None) != (action in allowed):
                self._contradiction("violations", state, self._lines([action]), violation)
            self._record_violation(state, action, violation, further=play.is_terminal(state))

    def _check_mutants(self, state: Any, legal: Sequence[Any], conceivable: Sequence[Any]) -> None:
        """Check that every action that is not legal has a violation, also a misshapen one: a program may hand in
        any."""
        allowed = set(legal)
        for action in mutants(conceivable, Random(f"{self.seed} {self.states}"), _MUTANTS):  # noqa: S311 - not secret
            try:
                violation = self.play.violation(self.rules, state, action)
            except Exception as error:
                # An error would reach a person as a crash.
                raised = f"violation() of {action!r} raises {type(error).__name__} ({error})"
                self.fault("shapes", state, f"{raised}; it must say why the action is not allowed")
                continue
            if (violation is None) != (action in allowed):
                self._contradiction("shapes", state, repr(action), violation)
            self._record_violation(state, action, violation)

    def _contradiction(self, invariant: str, state: Any, action: str, violation: Violation | None) -> None:
        """Record that ``violation`` and ``legal_actions`` disagree on an action."""
        verdict = "no violation" if violation is None else f"the violation {violation.code}"
        listed = "is not" if violation is None else "is"
        self.fault(invariant, state, f"{action} has {verdict}, and {listed} in legal_actions()")

    def _record_violation(self, state: Any, action: Any, violation: Violation | None, *, further: bool = False) -> None:
        """Record the reason of a violation. ``apply`` must refuse the first such actions, and ``further`` ones."""
        if violation is not None:
            self.reasons.setdefault(violation.code, violation.reason)
            if self.refused < _REFUSED or further:
                self.refused += 1
                self._check_refusal(state, action, violation.code)

    def _check_refusal(self, state: Any, action: Any, code: str) -> None:
        try:
            after = self.play.apply(self.rules, state, action)
        except ValueError as error:
            if code not in str(error):
                self.fault(
                    "refusals", state, f"apply() refuses {self._lines([action])} without the code {code}: {error}"
                )
        else:
            shown_state = _line(self.play.format_state, after)
            self.fault(
                "refusals", state, f"apply() did {self._lines([action])}, which is {code}, and gave {shown_state}"
            )

    def _check_purity(self, state: Any, legal: Sequence[Any]) -> None:
        before = deepcopy(state)
        for action in legal[:_APPLIED]:
            after = self._apply_legal(state, action)
            if (state, hash(state)) != (before, hash(before)):
                self.fault("purity", before, f"apply() changed the state that it was given, by {self._lines([action])}")
                return
            if after != self._apply_legal(before, action):
                self.fault("purity", state, f"apply() gives two results for the same state and {self._lines([action])}")

    def _apply_legal(self, state: Any, action: Any) -> Any:
        """Return the state after a legal action. Return None, with a fault, if it is refused or gives no state."""
        try:
            after = self.play.apply(self.rules, state, action)
        except ValueError as error:
            self.fault("legal actions", state, f"apply() refuses {self._lines([action])}, which is legal: {error}")
            return None
        if after is None:
            self.fault("legal actions", state, f"apply() gives no state after {self._lines([action])}, which is legal")
        return after

    def _check_notation(self, state: Any, conceivable: Sequence[Any]) -> None:
        play, rules = self.play, self.rules
        line = play.format_state(state)
        wrong = "" if "\n" in line else _misreading(partial(play.parse_state, rules), line, state)
        if wrong is not None:
            self.fault("notation", state, f"parse_state() does not read back the one line of format_state(){wrong}")
        lines = [play.format_action(action) for action in conceivable]
        if len(set(lines)) != len(conceivable):
            duplicates = sorted({repeated for repeated in lines if lines.count(repeated) > 1})
            self.fault(
                "notation", state, f"format_action() gives different actions the same line: {', '.join(duplicates)}"
            )
        for action, action_line in zip(conceivable, lines, strict=True):
            wrong = _misreading(partial(play.parse_action, rules), action_line, action)
            if wrong is not None:
                self.fault("notation", state, f"parse_action() does not read back {action_line!r}{wrong}")

    def _check_unfinished(self, state: Any) -> None:
        try:
            returns = self.play.returns(self.rules, state)
        except ValueError:
            return
        self.fault("results", state, f"returns() gives {returns} before the end; it must raise ValueError")

    def _check_end(self, state: Any) -> None:
        returns = self.play.returns(self.rules, state)
        if len(returns) != self.players or any(type(points) is not int for points in returns):
            self.fault("results", state, f"returns() is {returns!r}, not a whole number for each seat")
        if self.states == 1:
            self.fault("end", state, "the game is over before the first action")

    def _lines(self, actions: Sequence[Any]) -> str:
        return ", ".join(_line(self.play.format_action, action) for action in actions)


def _misreading(parse: Callable[[str], Any], line: str, value: Any) -> str | None:
    """Return None if a line is read as the value that it was written from. Otherwise return the end of a message: why
    the line is refused, or nothing if it is read as another value."""
    try:
        return None if parse(line) == value else ""
    except NotationError as error:
        reason = str(error)
        for noun in ("a state", "an action"):
            reason = reason.removeprefix(f"{line!r} is not {noun}: ")
        return f"; it says: {reason}"


def _line(format_: Callable[[Any], str], value: Any) -> str:
    """Return a value as its line of notation, or as Python writes it if the notation fails."""
    try:
        return format_(value)
    except Exception:
        # The notation has an invariant of its own; here the value must still be named.
        return repr(value)


def walks(
    play: AnyPlay, rules: Any, seeds: int, closely: int, moves: int, everyone: bool, first: int = 0
) -> Iterator[Walk]:
    """Yield games for each number of players in turn, beginning with the number at ``first``.

    There are ``seeds`` games, or fewer if the moments to check ``closely`` are used up and, with ``everyone``, every
    number of players has had its game.
    """
    seats, moments_left = list(play.seats(rules)), closely
    for seed in range(seeds):
        if moments_left <= 0 and (not everyone or seed >= len(seats)):
            return
        players = seats[(first + seed) % len(seats)]
        walk = Walk(play, rules, players, seed, moves, max(moments_left, closely // len(seats)))
        walk.run()
        moments_left -= walk.states
        yield walk
