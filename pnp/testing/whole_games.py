"""Checks of whole games: at each step of random games, and at their end, the oracle is asked whether it agrees."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from random import Random
from typing import Any, get_args, get_type_hints
from zlib import crc32

from pnp.examples.json_form import json_line, question_json
from pnp.games.core.answer import Answer, Position, PositionError
from pnp.games.core.playing.replay import UnaskedDecisionError
from pnp.games.core.playing.whole_game import LEGAL, RESULTS, WINNERS, WholeGame
from pnp.games.core.score import seats_with_most
from pnp.testing.amount import amount
from pnp.testing.subject import Subject, answered, proposals
from pnp.testing.walk import AnyPlay, field_names

_STEPS = amount(300, 1500)
"""Steps of random games, at least; every number of players has a game."""
_STEPS_OF_A_TWEAK = amount(60, 240)
_SEEDS = amount(40, 400)
_OTHERS = amount(4, 12)
"""Actions of a step besides the one chosen that the oracle is asked about, most of them illegal."""
_CLOSE_STEPS = amount(60, 600)
"""Steps of each game at which the oracle is asked about other actions too; after them, every tenth."""
_LONGEST = amount(400, 2000)
"""Steps after which a game is left before its end, once another has been played to it."""
_LAST = 100_000
"""Steps after which a game is left in any case; ``play`` tells that it does not end."""
_EACH = amount(12, 100)
_ABSENT = object()


@dataclass
class _Visits:
    """What the games of a definition came to: kinds of actions and phases with the number of their questions, fields
    that were settled, fields that changed though no answer settled them, and games that were over."""

    questions: Counter[str] = field(default_factory=Counter)
    settled: dict[str, str] = field(default_factory=dict)
    """Fields that answers settled, with the place in the code."""
    raised: dict[str, bool] = field(default_factory=dict)
    """Kinds of actions, with whether their first step asked if they are allowed."""
    tried: set[tuple[type, str]] = field(default_factory=set)
    """Types and kinds of actions that are legal, or that a person might try."""
    ends: int = 0
    told_apart: bool = False
    """True once a game ended with different results for its seats."""
    steps: int = 0
    asked: list[tuple[str, Position]] = field(default_factory=list)
    """Questions, with their positions."""
    reported: dict[str, str] = field(default_factory=dict)
    """The first fault of each sort."""


class _Asker:
    """Ask of one step: it puts questions to the oracle, and remembers them for messages."""

    def __init__(self, subject: Subject, visits: _Visits) -> None:
        self._subject = subject
        self._visits = visits
        self.asked: list[tuple[str, Position]] = []

    def __call__(self, kind: str, position: Position) -> Answer:
        """Return the oracle's answer. Raises PositionError."""
        engine, settings = self._subject.engine, self._subject.settings
        position = as_json(position)
        self.asked.append((kind, position))
        self._visits.asked.append((kind, position))
        if kind not in engine.kinds:
            known = ", ".join(engine.kinds)
            self._visits.reported.setdefault(f"kind {kind}", f"the oracle has no kind {kind!r}; it has {known}")
        answer = engine.oracle(settings, kind, deepcopy(position))
        own = answered(engine, settings, self._subject.rules, kind, deepcopy(position))
        if own != answer:
            said = f"not possible: {own}" if isinstance(own, PositionError) else json_line(own)
            self._visits.reported.setdefault(
                f"answer {kind}",
                f"engine and oracle disagree on a position that a game came to: {question_json(kind, position)}\n"
                f"  engine: {said}\n  oracle: {json_line(answer)}",
            )
        reason = None if engine.impossible is None else engine.impossible(settings, kind, position)
        if reason is not None:
            self._visits.reported.setdefault(
                f"impossible {kind}",
                f"impossible() refuses a position that a game came to: {reason}\n  {question_json(kind, position)}",
            )
        return answer

    @property
    def line(self) -> str:
        """The question asked last, as a line."""
        return "no question" if not self.asked else question_json(*self.asked[-1])


def as_json(position: Position) -> Position:
    """Return a position whose cards are written in their JSON form."""
    written: Position = json.loads(json.dumps(position, default=_json_of_card))
    return written


def _json_of_card(card: Any) -> Any:
    return card.as_json()


def whole_game_faults(subject: Subject) -> Iterator[str]:
    """Yield where the play of random games differs from the oracle's answers, and what no answer settles: the first
    fault of each sort."""
    play, asks = subject.engine.play, subject.engine.asks
    yield from _proposal_faults(subject)
    if play is None:
        return
    if asks is None:
        yield (
            "the game is played, and no step of it is compared with the oracle: give its Engine asks=WholeGame(...) "
            "of pnp.games.core.playing.whole_game"
        )
        return
    visits = _Visits()
    seats = list(play.seats(subject.rules))
    first = crc32(subject.name.encode())
    steps = _STEPS if subject.plain else _STEPS_OF_A_TWEAK
    for seed in range(_SEEDS):
        if visits.steps >= steps and seed >= (len(seats) if subject.plain else 1):
            break
        _Game(subject, play, asks, visits, seats[(first + seed) % len(seats)], seed).run()
    yield from visits.reported.values()
    yield from _coverage_faults(asks, visits)
    if subject.plain and not visits.reported:
        yield from _absent_actions(visits)
    if subject.plain and not visits.told_apart and not visits.reported and RESULTS not in asks.unasked:
        yield (
            f"all {visits.ends} games ended with equal results for all seats, so a wrong winner would not be seen: let "
            "WholeGame(choose=...) play with a plan"
        )


def questions_asked(subject: Subject) -> list[tuple[str, Position]]:
    """Return the questions that a game of the fewest players and one of the most raise, each once."""
    play, asks = subject.engine.play, subject.engine.asks
    if play is None or asks is None:
        return []
    visits, seats = _Visits(), play.seats(subject.rules)
    for players in dict.fromkeys((seats[0], seats[-1])):
        _Game(subject, play, asks, visits, players, 1).run()
    return list({question_json(*question): question for question in visits.asked}.values())


def _proposal_faults(subject: Subject) -> Iterator[str]:
    """Yield the first proposal of each lesson that no game can reach, or that nothing says which these are."""
    engine, settings, told = subject.engine, subject.settings, set()
    if engine.impossible is None:
        if engine.lessons(settings):
            yield (
                "nothing says which positions no game reaches: give the Engine impossible=..., a function of settings, "
                "kind and position that returns the reason, or None"
            )
        return
    for proposal in proposals(engine, settings, subject.rules, _EACH):
        if isinstance(proposal.out, PositionError) or proposal.lesson.id in told:
            continue
        reason = engine.impossible(settings, proposal.lesson.kind, proposal.position)
        if reason is not None:
            told.add(proposal.lesson.id)
            yield f"no game reaches what a lesson proposes: {reason}\n  {proposal}"


def _coverage_faults(asks: WholeGame[Any, Any, Any], visits: _Visits) -> Iterator[str]:
    """Yield kinds of actions and phases without a question, and stale entries of ``unasked``."""
    for name, count in sorted(visits.questions.items()):
        if not count and not asks.replays:
            yield f"{name} raises no question: ask one in {_place(asks.step)}"
    for name in asks.unasked:
        if name in visits.settled:
            yield f"unasked lists {name!r}, and an answer settles it at {visits.settled[name]}: delete the entry"


def _absent_actions(visits: _Visits) -> Iterator[str]:
    """Yield the words that a type of actions has, and no action that is legal or might be tried."""
    for kind in dict.fromkeys(kind for kind, _ in sorted(visits.tried, key=str)):
        for word in _kinds_of(kind):
            if (kind, word) not in visits.tried:
                yield (
                    f"no game comes to an action {word!r}, one of the words of {kind.__name__}: list it in choices(), "
                    "or in slips() if it is never legal"
                )


class _Game:
    """One random game, asked about step by step."""

    def __init__(
        self,
        subject: Subject,
        play: AnyPlay,
        asks: WholeGame[Any, Any, Any],
        visits: _Visits,
        players: int,
        seed: int,
    ) -> None:
        self.subject, self.play, self.asks, self.visits = subject, play, asks, visits
        self.rules, self.players, self.seed = subject.rules, players, seed
        self.is_faulty = False
        self.random = Random(f"whole {seed}")  # noqa: S311 - nothing secret

    def run(self) -> None:
        """Play the game to its end, and ask at each step. Errors are raised on, with their place."""
        play, rules = self.play, self.rules
        state = play.initial_state(rules, play.deal(rules, self.players, self.seed))
        self._begin(state)
        for number in range(_LAST):
            if play.is_terminal(state) or (number >= _LONGEST and self.visits.ends):
                break
            self.visits.steps += 1
            state = self._step(state, number < _CLOSE_STEPS or number % 10 == 0)
            if self.is_faulty:
                # What follows from a wrong state would be told as further faults.
                return
        if play.is_terminal(state):
            self.visits.ends += 1
            self._end(state)

    def _step(self, state: Any, closely: bool) -> Any:
        """Ask about a legal action, and ``closely`` about others; return the state after the legal one."""
        play, rules = self.play, self.rules
        legal = play.legal_actions(rules, state)
        if not legal:
            self._report("legal actions", "a game that is not over has no legal action", self._shown(state, None))
            return state
        plans = self.asks.choose if self.seed % 2 else None
        chosen = pick(self.random, legal) if plans is None else plans(self.random, rules, state, legal)
        if closely:
            allowed = set(legal)
            tried = play.conceivable_actions(rules, state)
            self.visits.tried |= {(type(action), kind_of_action(action)) for action in (*legal, *tried)}
            illegal = [action for action in tried if action not in allowed]
            for action in (*_sample(self.random, illegal, _OTHERS), *_sample(self.random, legal, 1)):
                self._ask(state, action, action in allowed)
        settled = self._ask(state, chosen, is_legal=True)
        if self.is_faulty:
            return state
        after = play.apply(rules, state, chosen)
        self._compare(state, chosen, after, settled)
        return after

    def _ask(self, state: Any, action: Any, is_legal: bool) -> dict[str, Any]:
        """Compare whether an action is allowed; return what the answers settle with their places in the code."""
        asker = _Asker(self.subject, self.visits)
        settled: dict[str, Any] = {}
        steps = iter(self.asks.step(asker, self.rules, state, action))
        try:
            for name, step in steps:
                settled[name] = (step, _line_of(steps, self.asks.step), asker.line)
                if name == LEGAL and is_legal:
                    self._note_question(state, action, bool(asker.asked))
                if name == LEGAL and (not step or not is_legal):
                    break
        except UnaskedDecisionError as error:
            self._report("decision", str(error), self._shown(state, action))
            return settled
        except PositionError as error:
            settled = {LEGAL: (False, f"{_place(self.asks.step)}: the oracle refuses ({error})", asker.line)}
        except Exception as error:
            error.add_note(f"while {_place(self.asks.step)} asked about {self._shown(state, action)}")
            raise
        if is_legal:
            for name in _names(state, action):
                self.visits.questions[name] += len(asker.asked)
        if LEGAL in settled:
            if bool(settled[LEGAL][0]) != is_legal:
                self._differ(LEGAL, state, action, is_legal, settled[LEGAL])
        elif LEGAL not in self.asks.unasked:
            self._report(
                LEGAL,
                f'no answer settles whether an action is "legal": yield it in {self._step_place}',
                self._shown(state, action),
            )
        return settled

    def _note_question(self, state: Any, action: Any, asked: bool) -> None:
        """Hold a kind of action to asking always or never whether it is allowed: an exception would not be seen."""
        kind = kind_of_action(action)
        if self.asks.replays and self.visits.raised.setdefault(kind, asked) != asked:
            self._report(
                f"exception {kind}",
                f"against() asks a question about some actions {kind!r} and none about others: let the question "
                "decide, so that the oracle does too",
                self._shown(state, action),
            )

    def _compare(self, state: Any, action: Any, after: Any, settled: Mapping[str, Any]) -> None:
        """Compare the next state with what the answers settle, and find what they leave open."""
        where = self._shown(state, action)
        for name, answer in settled.items():
            if name == LEGAL:
                continue
            field_name = name.partition(".")[0]
            self.visits.settled.setdefault(field_name, answer[1])
            value = _part(after, name)
            if value is _ABSENT:
                self._report(f"no {name}", f"{answer[1]} settles {name!r}, which the state does not have", where)
            elif value != answer[0]:
                self._differ(name, state, action, value, answer)
        for name in _changes(state, after):
            if name in settled or name.partition(".")[0] in (*settled, *self.asks.unasked):
                continue
            self._report(
                name.partition(".")[0],
                f"{name!r} of the state changed from {_part(state, name)!r} to {_part(after, name)!r}, and no answer "
                f"settles it: yield it in {self._step_place}, or list it in unasked with the reason",
                where,
            )

    def _begin(self, state: Any) -> None:
        """Compare the first state with what the answers settle of it."""
        if self.asks.begin is not None:
            self._moment(self.asks.begin, state, {})

    def _end(self, state: Any) -> None:
        """Compare the results and the last state with what the answers settle."""
        results, winners = self.play.returns(self.rules, state), self.play.winners(self.rules, state)
        self.visits.told_apart |= len(set(results)) > 1
        settled = self._moment(self.asks.end, state, {RESULTS: results, WINNERS: winners})
        if WINNERS not in settled and winners != seats_with_most(results):
            why = f"winners() gives {winners}, and the results are {results}: yield the"
            self._report(WINNERS, f'{why} "winners" in {_place(self.asks.end)}', self._shown(state, None))
        if RESULTS not in (*settled, *self.asks.unasked) and not self.is_faulty:
            self._report(RESULTS, f'no answer settles the "results": yield them in {_place(self.asks.end)}', "")

    def _moment(self, function: Any, state: Any, values: Mapping[str, Any]) -> Collection[str]:
        """Compare a state, and ``values`` that belong to it, with what a function settles; return the names."""
        asker = _Asker(self.subject, self.visits)
        settled: set[str] = set()
        answers = iter(function(asker, self.rules, state))
        try:
            for name, expected in answers:
                settled.add(name)
                place = _line_of(answers, function)
                if name in values:
                    self.visits.settled.setdefault(name, place)
                value = values.get(name, _part(state, name))
                if value != expected:
                    self._differ(name, state, None, value, (expected, place, asker.line))
        except UnaskedDecisionError as error:
            self._report("decision", str(error), self._shown(state, None))
        except PositionError as error:
            refusal = f"the oracle refuses a question of {_place(function)}: {error}\n  question: {asker.line}"
            self._report(f"refusal at {_place(function)}", refusal, self._shown(state, None))
        except Exception as error:
            error.add_note(f"while {_place(function)} asked about {self._shown(state, None)}")
            raise
        return settled

    @property
    def _step_place(self) -> str:
        return _place(self.asks.step)

    def _differ(self, name: str, state: Any, action: Any, value: Any, answer: tuple[Any, str, str]) -> None:
        expected, place, question = answer
        self._report(
            f"{name.partition('.')[0]} differs",
            f"play and oracle disagree on {name!r}\n  play:   {value!r}\n  oracle: {expected!r}, by {place}\n"
            f"  question: {question}",
            self._shown(state, action),
        )

    def _report(self, sort: str, message: str, where: str) -> None:
        self.is_faulty = True
        self.visits.reported.setdefault(sort, f"{message}\n  {where}" if where else message)

    def _shown(self, state: Any, action: Any) -> str:
        game = f"{self.players} players, seed {self.seed}"
        lines = [f"state:  {self.play.format_state(state)}  ({game})"]
        if action is not None:
            lines.append(f"action: {self.play.format_action(action)}")
        return "\n  ".join(lines)


# Kinds of actions, phases, fields and their parts


def kind_of_action(action: Any) -> str:
    """Return the kind of an action: its first field if that is a word, else its class."""
    names = field_names(action)
    tag = getattr(action, names[0]) if names else None
    return tag if isinstance(tag, str) else type(action).__name__


def _kinds_of(action: type) -> tuple[str, ...]:
    """Return the kinds that actions of a type may have: the words of its first field, if its type names them."""
    hints = get_type_hints(action) if field_names(action) else {}
    words = get_args(hints[field_names(action)[0]]) if hints else ()
    return tuple(word for word in words if isinstance(word, str))


def _names(state: Any, action: Any) -> Iterator[str]:
    """Yield the kind of an action, and the phase of the state if it has one, as messages name them."""
    yield f"the action {kind_of_action(action)!r}"
    for name in ("phase", "moment"):
        if isinstance(getattr(state, name, None), str):
            yield f"the {name} {getattr(state, name)!r}"


def _part(state: Any, name: str) -> Any:
    """Return a field of a state, or an item of a field: ``hands.0``."""
    first, *rest = name.split(".")
    value: Any = getattr(state, first, _ABSENT)
    for word in rest:
        try:
            value = value[int(word)]
        except (TypeError, ValueError, IndexError):
            return _ABSENT
    return value


def _changes(state: Any, after: Any) -> Iterator[str]:
    """Yield the fields that changed; of a list per seat, which is as long as before, the items that did."""
    for name in field_names(after):
        old, new = getattr(state, name, _ABSENT), getattr(after, name)
        if old == new:
            continue
        if isinstance(old, tuple) and isinstance(new, tuple) and len(old) == len(new) and not field_names(new):
            yield from (
                f"{name}.{index}" for index, pair in enumerate(zip(old, new, strict=True)) if pair[0] != pair[1]
            )
        else:
            yield name


def _by_kind(actions: Iterable[Any]) -> Mapping[str, list[Any]]:
    groups: dict[str, list[Any]] = {}
    for action in actions:
        groups.setdefault(kind_of_action(action), []).append(action)
    return groups


def pick(random: Random, actions: Iterable[Any]) -> Any:
    """Return an action of a kind that is as likely as each other kind, so that rare kinds are played too."""
    groups = _by_kind(actions)
    return random.choice(groups[random.choice(sorted(groups))])


def _sample(random: Random, actions: Sequence[Any], most: int) -> list[Any]:
    """Return up to ``most`` actions, of different kinds as far as there are."""
    return [pick(random, actions) for _ in range(min(most, len(actions)))]


def _line_of(answers: Any, function: Any) -> str:
    """Return the place in the code that has just yielded an answer, also out of a generator inside another."""
    while getattr(answers, "gi_yieldfrom", None) is not None:
        answers = answers.gi_yieldfrom
    frame = getattr(answers, "gi_frame", None)
    return _place(function) if frame is None else f"{frame.f_code.co_filename}:{frame.f_lineno}"


def _place(function: Any) -> str:
    code = getattr(function, "__code__", None)
    return repr(function) if code is None else f"{code.co_filename}:{code.co_firstlineno}"
