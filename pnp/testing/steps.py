"""Steps of whole games that a person worked out: a state, an action, and the fields that change.

A file of cases has a ``[[step]]`` table for each: ``line``, the state; ``action``; ``why``, a sentence that names the
rule; and ``after``, the fields that change, written as in a line of a state. All others stay as they are. A step that
ends the game also has ``wins``, the seats that win. ``refused = "code"`` in the place of ``after`` says that the action
is refused. ``definition`` names a definition of ``prove``, the plain one by default.

A ``[[deal]]`` table has ``players``, ``why`` and ``after``: the first state, with numbers of cards in the place of
cards.

A game whose steps are not written a second time (``replayed``) needs a deal by hand, and a step by hand for each way in
which an action moves cards, passes the turn or is refused.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from random import Random
from typing import Any, Literal, NamedTuple, get_args

from pnp.games.core.places import clockwise
from pnp.games.core.playing.play import NotationError
from pnp.games.core.playing.replay import answered_by
from pnp.games.core.playing.states import fields_by_seat, fields_with_cards, seat_count, types_of
from pnp.games.core.schema import SORTED, bare_type, holds_cards, is_card, marks_of, without_none
from pnp.testing.subject import Subject
from pnp.testing.walk import AnyPlay, field_names
from pnp.testing.whole_games import as_json, kind_of_action, pick
from pnp.toml.document import TomlDocument
from pnp.toml.findings import DefinitionFinding, DefinitionFindings, listed

_KEYS = ("line", "action", "why", "after", "refused", "wins", "definition")
_DEAL_KEYS = ("players", "why", "after", "definition")
_FIRST = '[[step]]\nwhy = "…"\nline = "{line}"\naction = "{action}"\n{rest} = "…"'
_MEANS = {
    "after": "where `after` has the fields that change, as in a line, and beside it wins = [0] if the game ends",
    "refused": "where `refused` is the code of the violation",
}
_GAMES = 12
_LONGEST = 400
"""Steps after which a game is left."""
_MOST_REPORTED = 6
_OTHERS = 3
"""Players who make a step by hand one in which the seat before and the seat after are two."""


def step_faults(subject: Subject, document: TomlDocument, definitions: Collection[str]) -> Iterator[str]:
    """Yield the steps of a file, of those by this definition, that the play takes otherwise, and what no step shows.

    Raises DefinitionError with every malformed step of the file.
    """
    tables = _read(document, "step", definitions)
    play, asks = subject.engine.play, subject.engine.asks
    shown: set[str] = set()
    for index, table in enumerate(tables):
        if table.get("definition", subject.game) != subject.name:
            continue
        fault = "the game is not played" if play is None else _fault(subject, play, table, shown)
        if fault is not None:
            place = document.locate(("step", index), "table")
            yield f"{place.file}:{place.line}: step {index + 1} ({table['why']}): {fault}"
    yield from _deal_faults(subject, document, definitions)
    if play is not None and asks is not None and asks.replays and subject.plain:
        yield from _missing(subject, play, shown)


def _deal_faults(subject: Subject, document: TomlDocument, definitions: Collection[str]) -> Iterator[str]:
    """Yield the deals of a file, of those by this definition, that the play deals otherwise, and that there is none."""
    play, asks = subject.engine.play, subject.engine.asks
    if play is None:
        return
    tables = _read(document, "deal", definitions)
    for index, table in enumerate(tables):
        if table.get("definition", subject.game) == subject.name and table["players"] in play.seats(subject.rules):
            state = play.initial_state(subject.rules, play.deal(subject.rules, table["players"], 0))
            actual, said = _counted(play, state), _fields(table["after"])
            if actual != said:
                place = document.locate(("deal", index), "table")
                line = " ".join(f"{name}={text}" for name, text in actual.items())
                yield f"{place.file}:{place.line}: deal {index + 1} ({table['why']}): the play says {line}"
    if not tables and subject.plain and asks is not None and asks.replays:
        yield (
            'no deal by hand says what lies where at the beginning: [[deal]], and below it why = "…", players = 3 and '
            'after = "turn=0 hands=4|4|4 …", a line of a state with numbers of cards in the place of cards'
        )


def _counted(play: AnyPlay, state: Any) -> dict[str, str]:
    """Return the fields of a state as its line has them, with numbers of cards in the place of cards."""
    kind: Any = type(state)
    piles = fields_with_cards(kind) if hasattr(state, "_fields") else ()
    return {
        name: "|".join(str(len(part.split(",")) if part else 0) for part in text.split("|")) if name in piles else text
        for name, text in _fields(play.format_state(state)).items()
    }


def _read(document: TomlDocument, name: Literal["step", "deal"], definitions: Collection[str]) -> list[dict[str, Any]]:
    findings, tables = DefinitionFindings(), document.data.get(name, [])
    if not isinstance(tables, list) or not all(isinstance(table, dict) for table in tables):
        message = f"a {name} is a table of its own"
        findings.add_at(document, DefinitionFinding((name,), f"no-{name}s", message, f"write [[{name}]] above it"))
        tables = []
    for index, table in enumerate(tables):
        for finding in _findings(table, name, definitions):
            findings.add_at(document, finding.under((name, index)))
    findings.raise_if_any()
    return list(tables)


def _findings(table: Mapping[str, Any], name: str, definitions: Collection[str]) -> Iterator[DefinitionFinding]:
    known = _KEYS if name == "step" else _DEAL_KEYS
    for key in table.keys() - set(known):
        hint = f"a {name} has {listed(known, 'and')}"
        yield DefinitionFinding((key,), "unknown-key", f"there is no key {key!r} here", hint, "key")
    ways = [key for key in ("after", "refused") if key in table]
    for key in ("line", "action", "why", *ways) if name == "step" else ("why", "after"):
        if not isinstance(table.get(key), str) or not table[key].strip():
            part: Any = "value" if key in table else "table"
            yield DefinitionFinding((key,), f"no-{key}", f"a {name} has a text {key!r}", f'write {key} = "…"', part)
    if name == "step" and len(ways) != 1:
        hint = 'write after = "turn=1 …", the fields that change, or refused = "…", the code of the violation'
        yield DefinitionFinding((), "no-after", "a step has either 'after' or 'refused'", hint, "table")
    if name == "deal" and type(table.get("players")) is not int:
        yield DefinitionFinding(("players",), "no-players", "a deal has a number of players", "players = 3", "table")
    wins = table.get("wins", [])
    if not isinstance(wins, list) or not all(type(seat) is int for seat in wins):
        yield DefinitionFinding(("wins",), "no-seats", "wins is a list of seats", "wins = [0]")
    if table.get("definition", next(iter(definitions), "")) not in definitions:
        message = f"there is no definition {table['definition']!r}"
        yield DefinitionFinding(("definition",), "unknown-definition", message, f"it is {listed([*definitions])}")


def _fault(subject: Subject, play: AnyPlay, table: Mapping[str, Any], shown: set[str]) -> str | None:
    """Return how the play differs from a step by hand. Add to ``shown`` what the step shows."""
    rules = subject.rules
    try:
        state, action = play.parse_state(rules, table["line"]), play.parse_action(rules, table["action"])
    except NotationError as error:
        return str(error)
    violation = play.violation(rules, state, action)
    code = "allowed" if violation is None else violation.code
    if code != table.get("refused", "allowed"):
        return f"the play says {code}, the step {table.get('refused', 'allowed')}"
    after = state if violation is not None else play.apply(rules, state, action)
    if violation is None:
        fault = _difference(play, rules, state, after, table)
        if fault is not None:
            return fault
    asks = subject.engine.asks
    replays = asks is not None and asks.replays
    if replays and state.turn and seat_count(state) >= min(_OTHERS, max(play.seats(rules))):
        shown |= _shown_refused(action, code) if violation is not None else _shown(subject, state, action, after)
    return None


def _difference(play: AnyPlay, rules: Any, state: Any, after: Any, table: Mapping[str, Any]) -> str | None:
    changes = _fields(table["after"])
    unknown = changes.keys() - set(field_names(state))
    if unknown:
        return f"a state has no {listed(sorted(unknown), 'and')}; it has {listed(field_names(state), 'and')}"
    merged = {**_fields(play.format_state(state)), **changes}
    try:
        # What lies in no order may be written in any order.
        worked_out = play.parse_state(rules, " ".join(f"{name}={text}" for name, text in merged.items()))
    except NotationError as error:
        return f"with what the step changes, {error}"
    said, actual = _fields(play.format_state(worked_out)), _fields(play.format_state(after))
    for name, text in actual.items():
        if text != said[name]:
            return f"the play says {name}={text}, the step {name}={said[name]}"
    wins = list(play.winners(rules, after)) if play.is_terminal(after) else None
    if wins != table.get("wins"):
        says = "that no one has won yet" if wins is None else f"wins = {wins}"
        return f"the play says {says}, the step {table.get('wins', 'nothing')}"
    return None


def _fields(line: str) -> dict[str, str]:
    return {name: text for name, _, text in (word.partition("=") for word in line.split())}


# What steps show


class _Step(NamedTuple):
    """Step of a random game, with what it shows."""

    shown: frozenset[str]
    line: str
    action: str
    rest: Literal["after", "refused"]


def _missing(subject: Subject, play: AnyPlay, shown: Collection[str]) -> Iterator[str]:
    """Yield steps of random games that show what no step by hand shows, those first that show the most of it."""
    steps = list(_random_steps(subject, play))
    missing = frozenset[str]().union(*(step.shown for step in steps)) - set(shown)
    for _ in range(_MOST_REPORTED):
        if not missing:
            return
        best = max(steps, key=lambda step: len(step.shown & missing))
        what = "\n  ".join(sorted(best.shown & missing))
        yield (
            f"no step by hand shows this, by a seat other than the first, with {_OTHERS} players or more:\n  {what}\n"
            f"work one out as a person, {_MEANS[best.rest]}:\n"
            + _FIRST.format(line=best.line, action=best.action, rest=best.rest)
        )
        missing -= best.shown


def _random_steps(subject: Subject, play: AnyPlay) -> Iterator[_Step]:
    """Yield the steps of random games of the most players, and the choices that are refused in them."""
    rules, players = subject.rules, max(play.seats(subject.rules))
    for seed in range(_GAMES):
        random = Random(f"steps {seed}")  # noqa: S311 - nothing secret
        state = play.initial_state(rules, play.deal(rules, players, seed))
        for _ in range(_LONGEST):
            if play.is_terminal(state):
                break
            action = pick(random, play.legal_actions(rules, state))
            after = play.apply(rules, state, action)
            if state.turn:
                yield from _steps_of(subject, play, state, action, after)
            state = after


def _steps_of(subject: Subject, play: AnyPlay, state: Any, action: Any, after: Any) -> Iterator[_Step]:
    line = play.format_state(state)
    yield _Step(frozenset(_shown(subject, state, action, after)), line, play.format_action(action), "after")
    for other in play.conceivable_actions(subject.rules, state):
        violation = play.violation(subject.rules, state, other)
        if violation is not None:
            yield _Step(frozenset(_shown_refused(other, violation.code)), line, play.format_action(other), "refused")


def _shown_refused(action: Any, code: str) -> set[str]:
    return {f"{kind_of_action(action)} is refused by {code!r}"} if code != "no-action" else set()


def _shown(subject: Subject, state: Any, action: Any, after: Any) -> set[str]:
    """Return what a step shows: what happens to each field, whose turn it is, and the words of the answers."""
    kind = kind_of_action(action)
    parts = {*_changes(state, after), _turn_of(state, after), *_words(subject, state, action)}
    return {f"{kind}: {part}" for part in parts}


def _turn_of(state: Any, after: Any) -> str:
    if after.turn is None:
        return "the game ends"
    if after.turn == state.turn:
        return "the same seat acts again"
    order = clockwise(state.turn, range(seat_count(state)))
    return "the next seat acts" if after.turn == order[0] else "a seat further on acts"


def _changes(state: Any, after: Any) -> Iterator[str]:
    kind: Any = type(state)
    lists = fields_by_seat(kind)
    for name, hint in types_of(kind).items():
        old, new = getattr(state, name), getattr(after, name)
        if name == "turn" or old == new:
            continue
        if name not in lists:
            yield from _change(name, old, new, hint)
            continue
        item = get_args(bare_type(hint))[0]
        for seat, (before, now) in enumerate(zip(old, new, strict=True)):
            if before != now:
                whose = "the seat that acts" if seat == state.turn else "another seat"
                yield from _change(f"{name} of {whose}", before, now, item)


def _change(where: str, old: Any, new: Any, hint: Any) -> Iterator[str]:
    """Yield what happens to a value. Where cards lie in an order, others that lie there show which one goes first."""
    if not holds_cards(hint) or is_card(without_none(bare_type(hint))):
        yield f"{where} changes"
        return
    came, went = Counter(new) - Counter(old), Counter(old) - Counter(new)
    in_order = SORTED not in marks_of(hint)
    if came and went:
        yield f"cards come and go in {where}"
    elif came:
        yield f"cards come into {where}"
        if in_order and old:
            yield f"cards come to others in {where}"
    elif went:
        yield f"cards leave {where}"
        if in_order and new:
            yield f"cards leave others in {where}"
    else:
        yield f"the order of {where} changes"


def _words(subject: Subject, state: Any, action: Any) -> set[str]:
    """Return the words that the answers of a step have, beside those of a verdict."""
    engine, words = subject.engine, set[str]()

    def ask(kind: str, position: Any) -> Any:
        answer = engine.answer(subject.settings, subject.rules, kind, as_json(position))
        words.update(
            f"{key} of {kind} is {word!r}"
            for key, word in answer.items()
            if isinstance(word, str) and key not in ("verdict", "violation")
        )
        return answer

    play: Any = engine.play
    play.after(answered_by(subject.rules, ask), state, state.turn, action)
    return words
