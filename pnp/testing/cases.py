"""Check a game by cases that a person worked out from the rules, position by position.

Engine and oracle are both held to each case. No other check finds a mistake that stands in both.

A file of cases is TOML with a table ``[[case]]`` each: ``kind``; ``why``, a sentence that names the rule; ``position``;
and ``answer``, whose keys that are written have to be equal, or ``refused = true`` for what cannot be. A case with
``impossible = true`` beside its answer is of a position that no game reaches; ``impossible`` of the engine has to say
so, and of no other case. ``definition`` names a definition of ``prove``, the plain one by default. With ``any-order =
true`` the lists of the answer are equal in any order. TOML has no null: ``"null"`` stands for it.

States of a game may stand there too, as ``[[state]]`` tables: ``line``; ``why``; and ``refused = true`` for a line that
``parse_state`` must refuse, because no game comes to it. ``steps.py`` says what a ``[[step]]`` and
a ``[[deal]]`` are, ``edges/cards.py`` what a ``[[card]]`` is.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pnp.diagnostics import Diagnostic
from pnp.examples.json_form import json_line
from pnp.games.core.answer import Answer, Position, PositionError
from pnp.games.core.playing.play import NotationError
from pnp.testing.edges.cards import card_faults
from pnp.testing.steps import step_faults
from pnp.testing.subject import Subject, answered, oracle_answered
from pnp.toml.document import TomlDocument, read_document
from pnp.toml.findings import DefinitionFinding, DefinitionFindings, listed, nearest

_KEYS = ("kind", "why", "definition", "position", "answer", "any-order", "refused", "impossible")


@dataclass(frozen=True, slots=True)
class HandCase:
    """Position with its answer, worked out by a person. ``answer`` is None for a position that cannot be.

    ``index`` counts the cases of its file from 0.
    """

    index: int
    definition: str
    kind: str
    why: str
    position: Position
    answer: Answer | None
    any_order: bool
    impossible: bool


def case_faults(subject: Subject, file: Path, definitions: Collection[str]) -> Iterator[str]:
    """Yield the cases of a file, of those by this definition, that engine or oracle answer otherwise.

    ``definitions`` are the names that a case may give. Raises DefinitionError with every malformed case of the file.
    """
    document = read_document(file, 0, if_empty=_FIRST_CASE)
    for case in read_cases(document, subject, definitions):
        if case.definition == subject.name:
            yield from _faults_of(subject, document, case)
    yield from _state_faults(subject, document, definitions)
    yield from step_faults(subject, document, definitions)
    yield from card_faults(subject, document)


def own_cases(subject: Subject, file: Path, definitions: Collection[str]) -> list[HandCase]:
    """Return the cases by this definition. Raises DefinitionError as ``case_faults`` does."""
    cases = read_cases(read_document(file, 0, if_empty=_FIRST_CASE), subject, definitions)
    return [case for case in cases if case.definition == subject.name]


def _faults_of(subject: Subject, document: TomlDocument, case: HandCase) -> Iterator[str]:
    place = document.locate(("case", case.index), "table")
    title = f"{place.file}:{place.line}: case {case.index + 1} ({case.why})"
    try:
        said = {
            "engine": answered(subject.engine, subject.settings, subject.rules, case.kind, deepcopy(case.position)),
            "oracle": oracle_answered(subject.engine, subject.settings, case.kind, deepcopy(case.position)),
        }
    except Exception as error:
        error.add_note(f"while answering {title}")
        raise
    for key in case.answer or ():
        known = {known for answer in said.values() if not isinstance(answer, PositionError) for known in answer}
        if known and key not in known:
            location = document.locate(("case", case.index, "answer", key), "key")
            message = f"an answer of the kind {case.kind!r} has no {key!r}"
            yield Diagnostic("unknown-key", message, location, f"it has {listed(sorted(known), 'and')}").render()
            return
    if not all(_holds(answer, case) for answer in said.values()):
        both = ", ".join(f"{who} says {_format(answer, case.answer)}" for who, answer in said.items())
        yield f"{title}: {both}, the case says {'not possible' if case.answer is None else json_line(case.answer)}"
    if case.answer is None:
        return  # impossible() is asked only about positions that can be read
    impossible = subject.engine.impossible
    reason = None if impossible is None else impossible(subject.settings, case.kind, case.position)
    if case.impossible and reason is None:
        yield f"{title}: impossible() of the engine gives no reason, and the case says that no game reaches it"
    if reason is not None and not case.impossible:
        yield (
            f"{title}: impossible() of the engine says that no game reaches it ({reason}): if that is so, write "
            "impossible = true beside the answer"
        )


def _holds(said: Answer | PositionError, case: HandCase) -> bool:
    if isinstance(said, PositionError) or case.answer is None:
        return isinstance(said, PositionError) and case.answer is None
    return all(key in said and _equal(said[key], wanted, case.any_order) for key, wanted in case.answer.items())


def _equal(said: Any, value: Any, any_order: bool) -> bool:
    if any_order and isinstance(said, list | tuple) and isinstance(value, list):
        return sorted(map(_canonical, said)) == sorted(map(_canonical, value))
    return _canonical(said) == _canonical(value)


def _canonical(value: Any) -> str:
    """Return JSON data as text that is the same for equal data: tuples are lists, and true is not 1."""
    return json.dumps(value, sort_keys=True)


def _format(said: Answer | PositionError, answer: Answer | None) -> str:
    """Return what was answered, of a case that asks for a part of it only that part."""
    if isinstance(said, PositionError):
        return f"not possible: {said}"
    return json_line({key: field for key, field in said.items() if answer is None or key in answer})


# Reading a file of cases

_FIRST_CASE = 'write the first: [[case]], and below it kind = "…", why = "…", position = {…}, answer = {…}'


def read_cases(document: TomlDocument, subject: Subject, definitions: Collection[str]) -> list[HandCase]:
    """Return the cases of a file. Raises DefinitionError with all that is wrong in it, each at its line."""
    findings, seen = DefinitionFindings(), dict[str, int]()
    tables = document.data.get("case", [])
    for key in document.data.keys() - {"case", "state", "step", "deal", "card"}:
        findings.add_at(document, DefinitionFinding((key,), "unknown-key", f"there is no key {key!r} here", part="key"))
    if not isinstance(tables, list) or not tables or not all(isinstance(table, dict) for table in tables):
        findings.add_at(document, DefinitionFinding(("case",), "no-cases", "there is no case here", _FIRST_CASE))
        tables = []
    cases = []
    for index, table in enumerate(tables):
        found = [finding.under(("case", index)) for finding in _findings(table, subject.engine.kinds, definitions)]
        if not found:
            cases.append(_case(index, table, subject.game))
            found = list(_repetition(cases[-1], seen))
        for finding in found:
            findings.add_at(document, finding)
    findings.raise_if_any()
    return cases


def _case(index: int, table: Mapping[str, Any], plain: str) -> HandCase:
    answer = None if "refused" in table else _with_nulls(table["answer"])
    position = _with_nulls(table["position"])
    definition, any_order = table.get("definition", plain), table.get("any-order", False)
    impossible = table.get("impossible", False)
    return HandCase(index, definition, table["kind"], table["why"], position, answer, any_order, impossible)


def _with_nulls(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _with_nulls(entry) for key, entry in value.items()}
    if isinstance(value, list):
        return [_with_nulls(entry) for entry in value]
    return None if value == "null" else value


def _findings(
    table: Mapping[str, Any], kinds: Collection[str], definitions: Collection[str]
) -> Iterator[DefinitionFinding]:
    """Yield what is wrong with one case, by paths from its table."""
    for key in table.keys() - set(_KEYS):
        near = nearest(key, _KEYS)
        hint = f"did you mean {near!r}?" if near else f"a case has {listed(_KEYS, 'and')}"
        yield DefinitionFinding((key,), "unknown-key", f"there is no key {key!r} here", hint, "key")
    yield from _unknown(table, "kind", "kind", kinds)
    if not isinstance(table.get("why"), str) or not table["why"].strip():
        hint = 'name the rule: why = "Winning: more cards of the rule win"'
        yield DefinitionFinding(("why",), "no-reason", "a case says why it holds", hint, _part(table, "why"))
    if not isinstance(table.get("any-order", False), bool):
        yield DefinitionFinding(("any-order",), "not-true", "any-order is true or false", "any-order = true")
    if table.get("impossible", True) is not True or {"impossible", "refused"} <= table.keys():
        message = "impossible = true says that a position with an answer is one that no game reaches"
        yield DefinitionFinding(("impossible",), "not-impossible", message, "leave it out, or write true and an answer")
    if "definition" in table:
        yield from _unknown(table, "definition", "definition", definitions)
    yield from _not_json(table, "position", 'write it as docs/kinds.md does: position = { hand = ["…"] }')
    if "refused" not in table:
        hint = "write what the rules say: answer = {…}, or refused = true if the position cannot be"
        yield from _not_json(table, "answer", hint)
    elif "answer" in table or table["refused"] is not True:
        message = "a case has an answer, or refused = true"
        yield DefinitionFinding(("refused",), "two-answers", message, "remove one of the two")


def _part(table: Mapping[str, Any], key: str) -> Any:
    return "value" if key in table else "table"


def _unknown(table: Mapping[str, Any], key: str, what: str, known: Collection[str]) -> Iterator[DefinitionFinding]:
    if table.get(key) not in tuple(known):
        message = f"there is no {what} {table[key]!r}" if key in table else f"a case has a {what}"
        yield DefinitionFinding((key,), f"unknown-{what}", message, f"it is {listed([*known])}", _part(table, key))


def _not_json(table: Mapping[str, Any], key: str, hint: str) -> Iterator[DefinitionFinding]:
    """Yield a finding unless a key has a table of JSON data, with something in it."""
    if not isinstance(table.get(key), dict) or not table[key]:
        yield DefinitionFinding((key,), f"no-{key}", f"a case has a table {key!r}", hint, _part(table, key))
        return
    try:
        json.dumps(table[key], allow_nan=False)
    except (TypeError, ValueError):
        yield DefinitionFinding((key,), "not-json", f"the {key} has a date or a number that JSON does not have", hint)


def _repetition(case: HandCase, seen: dict[str, int]) -> Iterator[DefinitionFinding]:
    question = _canonical([case.definition, case.kind, case.position])
    if question in seen:
        message = f"case {seen[question] + 1} has the same position"
        path = ("case", case.index, "position")
        yield DefinitionFinding(path, "same-position", message, "remove one of the two", "key")
    seen.setdefault(question, case.index)


_STATE_KEYS = ("line", "why", "refused", "definition")
_FIRST_STATE = 'write it as pnp referee does: [[state]], and below it line = "turn=0 …", why = "…"'


def _state_faults(subject: Subject, document: TomlDocument, definitions: Collection[str]) -> Iterator[str]:
    """Yield the states of a file, of those by this definition, that ``parse_state`` reads otherwise.

    Raises DefinitionError with every malformed state of the file.
    """
    findings, tables = DefinitionFindings(), document.data.get("state", [])
    if not isinstance(tables, list) or not all(isinstance(table, dict) for table in tables):
        finding = DefinitionFinding(("state",), "no-states", "a state is a table of its own", _FIRST_STATE)
        findings.add_at(document, finding)
        tables = []
    for index, table in enumerate(tables):
        for one in _state_findings(table, definitions):
            findings.add_at(document, one.under(("state", index)))
    findings.raise_if_any()
    for index, table in enumerate(tables):
        if table.get("definition", subject.game) == subject.name:
            fault = _state_fault(subject, table)
            if fault is not None:
                place = document.locate(("state", index), "table")
                yield f"{place.file}:{place.line}: state {index + 1} ({table['why']}): {fault}"


def _state_findings(table: Mapping[str, Any], definitions: Collection[str]) -> Iterator[DefinitionFinding]:
    for key in table.keys() - set(_STATE_KEYS):
        hint = f"a state has {listed(_STATE_KEYS, 'and')}"
        yield DefinitionFinding((key,), "unknown-key", f"there is no key {key!r} here", hint, "key")
    for key in ("line", "why"):
        if not isinstance(table.get(key), str) or not table[key].strip():
            part: Any = "value" if key in table else "table"
            yield DefinitionFinding((key,), f"no-{key}", f"a state has a text {key!r}", _FIRST_STATE, part)
    if table.get("refused", True) is not True:
        yield DefinitionFinding(("refused",), "not-true", "refused is true, or it is left out", "refused = true")
    if table.get("definition", next(iter(definitions), "")) not in definitions:
        message = f"there is no definition {table['definition']!r}"
        yield DefinitionFinding(("definition",), "unknown-definition", message, f"it is {listed([*definitions])}")


def _state_fault(subject: Subject, table: Mapping[str, Any]) -> str | None:
    play = subject.engine.play
    if play is None:
        return "the game is not played"
    try:
        state = play.parse_state(subject.rules, table["line"])
    except NotationError as error:
        return None if table.get("refused") else f"it is refused: {error}"
    if table.get("refused"):
        return "parse_state() reads it, and no game comes to it"
    line = play.format_state(state)
    return None if line == table["line"] else f"it is written as {line!r}"
