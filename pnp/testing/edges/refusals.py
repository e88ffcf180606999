"""Checks of refusals: engine and oracle refuse the same broken positions, and a play the states that cannot be."""

from __future__ import annotations

import json
import traceback
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import replace
from itertools import chain
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from pnp.examples.json_form import json_line, question_json
from pnp.games.core.answer import Answer, Position, PositionError
from pnp.games.core.playing.play import NotationError
from pnp.testing.amount import amount
from pnp.testing.cases import own_cases
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
    proposed = [
        (proposal.lesson.kind, proposal.position)
        for proposal in subject.proposals
        if not isinstance(proposal.out, PositionError)
    ]
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
            "engine and oracle answer what no game reaches: limit the field by its type (Size for a list, Ge and Le "
            "for a number), or let impossible() of the rules give the reason, such as the most points that there are"
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
    rules, spoken = subject.rules, set[str]()
    games = _games(subject, play)
    fields = _fields(games, play)
    for players, state in ((players, state) for players, game in games.items() for state in game):
        for broken in broken_states(state, fields, players):
            if broken.field in spoken:
                continue
            line = _written(play, broken.state)
            if line is None or line == play.format_state(state):
                continue
            try:
                read = play.parse_state(rules, line)
            except NotationError:
                continue
            spoken.add(broken.field)
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
        numbers = [number for number in values if number is not None]
        if numbers and all(type(value) is int and value < max(games) for value in numbers):
            seats.append(name)
            acting += [name] if values == list(map(play.current_player, every)) else []
        if not any(isinstance(value, tuple) and holds_one_of(value, cards) for value in numbers):
            lengths = [{_length(getattr(state, name)) for state in game} for game in games.values()]
            grown += [name] if any(len(one) > 1 for one in lengths) else []
    return StateFields(names, tuple(seats), tuple(acting), tuple(grown))


def _length(value: Any) -> int:
    return len(value) if isinstance(value, tuple) else 0


def holds_one_of(value: Any, cards: Collection[Any]) -> bool:
    """Tell whether a card is somewhere in a value."""
    return value in cards or (isinstance(value, tuple) and any(holds_one_of(inner, cards) for inner in value))


def _written(play: AnyPlay, state: Any) -> str | None:
    try:
        return play.format_state(state)
    except Exception:
        # A state that cannot even be written is not read either.
        return None


# Broken copies: each differs from a position or state that can be in one place.

_MANY = 200
_HUGE = 10**6
_Path = tuple[str | int, ...]


class Broken(NamedTuple):
    """Broken copy of a position, and what is wrong with it. ``beyond`` is True if no game has such a thing."""

    position: Any
    change: str
    beyond: bool


def broken_positions(position: Position, random: Random, most: int) -> list[Broken]:
    """Return at most ``most`` broken copies, among them each that lacks a key."""
    every = [Broken({**position, "?": 0}, "it has a key '?' more", False)]
    deeper: list[Broken] = []
    for path, place in _values_in(position, ()):
        made = [
            Broken(_put(position, path, new), f"{_path_text(path)} {change}", beyond)
            for new, change, beyond in _others(place)
            if path or new is not None
        ]
        (deeper if path else every).extend(made)
    deeper += _moved(position)
    rest = max(0, most - len(every))
    return [*every, *random.sample(deeper, min(rest, len(deeper)))]


def _moved(position: Position) -> Iterator[Broken]:
    """Yield copies in which a card lies in two places: the first item of one list is added to another."""
    lists = [(path, value) for path, value in _values_in(position, ()) if isinstance(value, list | tuple) and value]
    for path, value in lists:
        for other_path, other in lists:
            if other_path != path and type(other[0]) is type(value[0]):
                new = _put(position, path, [*value, other[0]])
                yield Broken(new, f"{_path_text(path)} has the first item of {_path_text(other_path)} too", False)


def _values_in(value: Any, path: _Path) -> Iterator[tuple[_Path, Any]]:
    """Yield every value of JSON data with its path, from the outermost."""
    yield path, value
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from _values_in(inner, (*path, key))
    elif isinstance(value, list | tuple):
        for index, inner in enumerate(value):
            yield from _values_in(inner, (*path, index))


def _put(value: Any, path: _Path, new: Any) -> Any:
    """Return JSON data with another value at ``path``."""
    if not path:
        return new
    first, *rest = path
    if isinstance(value, dict):
        return {**value, first: _put(value[first], tuple(rest), new)}
    items = list(value)
    items[int(first)] = _put(items[int(first)], tuple(rest), new)
    return items


def _others(value: Any) -> Iterator[tuple[Any, str, bool]]:
    """Yield values that may stand in the place of one by mistake, each with what is wrong, and whether no game has
    it."""
    if isinstance(value, dict):
        for key in value:
            yield {name: inner for name, inner in value.items() if name != key}, f"has no {key!r}", False
        yield None, "is null", False
    elif isinstance(value, list | tuple):
        if value:
            yield [*value, value[0]], "has its first item once more", False
            yield [*value[:-1]], "lacks its last item", False
            yield [*value, *([value[0]] * _MANY)], f"has its first item {_MANY} times more", True
        yield None, "is null", False
    elif isinstance(value, int) and not isinstance(value, bool):
        yield from ((number, f"is {number}", False) for number in (-1, value - 1, value + 1))
        yield _HUGE, f"is {_HUGE}", True
        yield None, "is null", False
    elif isinstance(value, str):
        yield "?", "is '?'", False
        yield None, "is null", False
    elif value is not None:
        yield None, "is null", False


def _path_text(path: _Path) -> str:
    return repr(".".join(map(str, path))) if path else "it"


# States of a play: named tuples or dataclasses with tuples in them


class StateFields(NamedTuple):
    """Fields of the states of a play: those that hold a seat, the one that holds the seat to act, and those that grow
    without a card in them, such as the scores of the parts of a game."""

    names: tuple[str, ...]
    seats: tuple[str, ...]
    acting: tuple[str, ...]
    grown: tuple[str, ...]


class BrokenState(NamedTuple):
    """Broken copy of a state, the field, and what is wrong with it."""

    state: Any
    field: str
    change: str


def broken_states(state: Any, fields: StateFields, players: int) -> Iterator[BrokenState]:
    """Yield copies of a state with ``players``, in which a tuple has an item less or one twice, or a seat is
    none."""
    for name in fields.names:
        field = getattr(state, name)
        for seat in (*([_HUGE] if name in fields.seats else []), *([players] if name in fields.acting else [])):
            yield BrokenState(_with(state, name, seat), name, f"{name} is {seat}")
        for new, change in _tuples(field, name, outermost=name not in fields.grown):
            yield BrokenState(_with(state, name, new), name, change)


def _tuples(value: Any, name: str, *, outermost: bool = True) -> Iterator[tuple[Any, str]]:
    if not isinstance(value, tuple) or not value or hasattr(value, "_fields"):
        return
    if outermost:
        yield value[1:], f"{name} lacks its first item"
        yield (value[0], *value), f"{name} has its first item twice"
    for index, inner in enumerate(value):
        for new, change in _tuples(inner, f"{name}.{index}"):
            yield (*value[:index], new, *value[index + 1 :]), change


def _with(state: Any, name: str, value: Any) -> Any:
    values = {name: value}
    return state._replace(**values) if hasattr(state, "_replace") else replace(state, **values)
