"""Checks of refusals: engine and oracle refuse the same broken positions, and a play the states that cannot be."""

from __future__ import annotations

import json
import traceback
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping
from itertools import chain
from pathlib import Path
from random import Random
from typing import Any

from pnp.examples.json_form import json_line, question_json
from pnp.games.core.answer import Answer, Position, PositionError
from pnp.games.core.playing.play import NotationError
from pnp.testing.amount import amount
from pnp.testing.cases import own_cases
from pnp.testing.edges.broken import Broken, StateFields, broken_positions, broken_states
from pnp.testing.subject import Subject
from pnp.testing.walk import AnyPlay, field_names

_POSITIONS = amount(4, 12)
"""Positions of each kind that are broken, of the lessons and of the cases by hand each."""
_COPIES = amount(100, 400)
"""Broken copies of each."""
_STATES = amount(10, 40)
"""States of a game that are broken."""
_LAST = 400
"""Steps after which a game is left."""
_LONGEST = 400
"""Characters of a position or an answer that a message quotes."""
_MOST_REPORTED = 2
"""Reported faults of each kind."""


def refusal_faults(subject: Subject, file: Path | None, definitions: Collection[str]) -> Iterator[str]:
    """Yield broken positions that engine and oracle do not refuse alike, and broken states that can be read.

    The positions are those of the lessons, and of the cases by hand in ``file``.
    """
    random, reported = Random(f"broken {subject.name}"), Counter[str]()  # noqa: S311 - nothing secret
    for kind, position in _positions(subject, file, definitions):
        for broken in broken_positions(position, random, _COPIES):
            fault = None if reported[kind] >= _MOST_REPORTED else _refusal_fault(subject, kind, broken)
            if fault is not None:
                reported[kind] += 1
                yield f"{fault}\n  {broken.change}: {question_json(kind, broken.position)[:_LONGEST]}"
    if subject.engine.play is not None:
        yield from _state_faults(subject, subject.engine.play)


def _positions(subject: Subject, file: Path | None, definitions: Collection[str]) -> Iterator[tuple[str, Position]]:
    counts: Counter[tuple[str, str]] = Counter()
    proposed = [(one.lesson.kind, one.position) for one in subject.proposals if not isinstance(one.out, PositionError)]
    cases = [] if file is None else own_cases(subject, file, definitions)
    by_hand = [(case.kind, case.position) for case in cases if case.answer is not None]
    for source, pairs in (("lessons", proposed), ("cases", by_hand)):
        for kind, position in pairs:
            counts[source, kind] += 1
            if counts[source, kind] <= _POSITIONS:
                yield kind, position


def _refusal_fault(subject: Subject, kind: str, broken: Broken) -> str | None:
    engine, settings = subject.engine, subject.settings
    said = {
        "engine": _said(lambda position: engine.answer(settings, subject.rules, kind, position), broken.position),
        "oracle": _said(lambda position: engine.oracle(settings, kind, position), broken.position),
    }
    for who, answer in said.items():
        if isinstance(answer, Exception) and not isinstance(answer, PositionError):
            place = traceback.extract_tb(answer.__traceback__)[-1]
            raised = f"{type(answer).__name__}({answer}) at {place.filename}:{place.lineno}"
            return f"the {who} raises {raised} at a broken position; it must raise PositionError"
    refused = [isinstance(answer, PositionError) for answer in said.values()]
    if all(refused):
        return None
    if any(refused) or said["engine"] != said["oracle"]:
        answers = "\n  ".join(f"{who}: {_shown(answer)}" for who, answer in said.items())
        return f"engine and oracle disagree on a broken position; let both refuse it, or answer alike\n  {answers}"
    if broken.beyond and engine.impossible is not None and engine.impossible(settings, kind, broken.position) is None:
        return (
            "engine and oracle answer what no game reaches: refuse it in both, or let impossible() give the reason, as "
            "rules/impossible.py of examples/new-game does"
        )
    return None


def _said(answer: Callable[[Any], Answer], position: Any) -> Answer | Exception:
    try:
        return answer(json.loads(json.dumps(position)))
    except Exception as error:
        # An error of any sort is an answer here: the caller says which is allowed.
        return error


def _shown(answer: Answer | Exception) -> str:
    return (f"not possible: {answer}" if isinstance(answer, Exception) else json_line(answer))[:_LONGEST]


# States


def _state_faults(subject: Subject, play: AnyPlay) -> Iterator[str]:
    """Yield the first broken state that can be read, by field."""
    rules, told = subject.rules, set[str]()
    games = _games(subject, play)
    fields = _fields(games, play)
    for players, state in ((players, state) for players, game in games.items() for state in game):
        for broken in broken_states(state, fields, players):
            if broken.field in told:
                continue
            line = _written(play, broken.state)
            if line is None or line == play.format_state(state):
                continue
            try:
                read = play.parse_state(rules, line)
            except NotationError:
                continue
            told.add(broken.field)
            yield (
                f"parse_state() reads a state that no game comes to: {broken.change}; let it raise NotationError\n"
                f"  line:  {line[:_LONGEST]}\n  read:  {str(read)[:_LONGEST]}\n  of:    "
                f"{play.format_state(state)[:_LONGEST]}"
            )


def _games(subject: Subject, play: AnyPlay) -> dict[int, list[Any]]:
    """Return states of a game of the fewest players and of one of the most, each from the first to the last."""
    rules, seats, games = subject.rules, play.seats(subject.rules), dict[int, list[Any]]()
    for players in sorted({seats[0], seats[-1]}):
        random = Random(f"states {players}")  # noqa: S311 - nothing secret
        game = [play.initial_state(rules, play.deal(rules, players, random.randrange(1 << 32)))]
        while not play.is_terminal(game[-1]) and len(game) < _LAST:
            game.append(play.apply(rules, game[-1], random.choice(play.legal_actions(rules, game[-1]))))
        games[players] = [*game[:-1][:: -(-len(game) // _STATES)], game[-1]]
    return games


def _fields(games: Mapping[int, list[Any]], play: AnyPlay) -> StateFields:
    """Return the fields of states, and what they hold: whole numbers below the most players are taken for seats."""
    every = list(chain.from_iterable(games.values()))
    cards = {card for state in every for card in play.cards(state)}
    names, seats, acting, grown = field_names(every[0]), [], [], []
    for name in names:
        values = [getattr(state, name) for state in every]
        numbers = [value for value in values if value is not None]
        if numbers and all(type(value) is int and value < max(games) for value in numbers):
            seats.append(name)
            acting += [name] if values == list(map(play.current_player, every)) else []
        if not any(isinstance(value, tuple) and _holds(value, cards) for value in numbers):
            lengths = [{_length(getattr(state, name)) for state in game} for game in games.values()]
            grown += [name] if any(len(one) > 1 for one in lengths) else []
    return StateFields(names, tuple(seats), tuple(acting), tuple(grown))


def _length(value: Any) -> int:
    return len(value) if isinstance(value, tuple) else 0


def _holds(value: Any, cards: Collection[Any]) -> bool:
    """Tell whether a card is somewhere in a value."""
    return value in cards or (isinstance(value, tuple) and any(_holds(inner, cards) for inner in value))


def _written(play: AnyPlay, state: Any) -> str | None:
    try:
        return play.format_state(state)
    except Exception:
        # A state that cannot even be written is not read either.
        return None
