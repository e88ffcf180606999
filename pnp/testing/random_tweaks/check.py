"""Check of random tweaks: engine and oracle agree, every proposal has an answer, and every example tells the truth."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from itertools import chain, islice
from random import Random
from typing import Any, TypeAlias

from pnp.definition.keys.common import GAME_KEYS
from pnp.definition.settings import read_settings, settings_schema
from pnp.examples.claims import claim_faults
from pnp.examples.json_form import json_line
from pnp.games.core.answer import Answer, PositionError
from pnp.games.core.engine import AnyEngine
from pnp.testing.amount import amount
from pnp.testing.statements import example_of
from pnp.testing.subject import Proposal, Subject, answered, oracle_answered, proposals

_TWEAKS = amount(6, 40)
_EACH = amount(2, 4)
"""Proposals of each lesson under a tweak."""
_STEPS = 3
"""Changes that the game takes, at most, from its own table to a random tweak."""
_TRIES = 60
"""Changes of a step that the game may refuse before the step is left out."""


def random_tweak_faults(subject: Subject) -> Iterator[str]:
    """Yield what does not hold under random tweaks of a definition, the first fault of each."""
    table = subject.table
    if table is None or not subject.engine.kinds:
        return
    random = Random(f"random tweaks of {subject.name}")  # noqa: S311 - nothing secret
    for changes, settings in islice(random_settings(subject.engine, table.resolved, random), _TWEAKS):
        faults = chain(position_faults(subject.engine, settings, _EACH), _figure_faults(subject, settings))
        fault = next(faults, None)
        if fault is not None:
            yield f"under {json.dumps(changes, ensure_ascii=False)}: {fault}"


def _figure_faults(subject: Subject, settings: Any) -> Iterator[str]:
    """Yield a position that is answered otherwise under ``settings``, though their figures are the plain ones."""
    engine = subject.engine
    if json_line(engine.figures(settings)) != json_line(engine.figures(subject.settings)):
        return
    rules = engine.rules(settings)
    for proposal in subject.proposals:
        out = answered(engine, settings, rules, proposal.lesson.kind, proposal.position)
        if _said(out) != _said(proposal.out):
            yield (
                "figures() of the engine are those of the plain definition, and an answer differs: let them hold "
                f"all that the rules rest on\n  {proposal}\n  plain: {_said(proposal.out)}\n  tweak: {_said(out)}"
            )
            return


def random_settings(
    engine: AnyEngine, table: Mapping[str, Any], random: Random
) -> Iterator[tuple[Mapping[str, Any], Any]]:
    """Yield settings without end that a game takes, each with its changes; those of ``table`` if it takes no others."""
    schema = settings_schema(engine.settings)
    plain = with_defaults({key: setting for key, setting in table.items() if key not in GAME_KEYS}, schema)
    while True:
        current, all_changes, settings = plain, dict[str, Any](), _settings(engine, table, plain)
        for _ in range(random.randint(1, _STEPS)):
            for _ in range(_TRIES):
                changed, changes = changed_table(current, schema, random, random.randint(1, 2))
                changed_settings = _settings(engine, table, changed)
                if changed_settings is not None:
                    current, settings, all_changes = changed, changed_settings, {**all_changes, **changes}
                    break
        yield all_changes, settings


def _settings(engine: AnyEngine, table: Mapping[str, Any], own: Mapping[str, Any]) -> Any | None:
    """Return the settings of a table with these keys of its own; None if the game refuses them."""
    settings, findings = read_settings(engine.settings, {**table, **own})
    return None if settings is None or findings or any(True for _ in engine.problems(settings)) else settings


def position_faults(engine: AnyEngine, settings: Any, each: int, *, explained: bool = True) -> Iterator[str]:
    """Yield what is wrong with the positions that lessons propose under ``settings``, ``each`` of a lesson.

    Answers may differ, and statements may be false if positions are ``explained``.
    """
    try:
        for proposal in proposals(engine, settings, engine.rules(settings), each):
            faults = list(_answer_faults(engine, settings, proposal))
            yield from faults or (_statement_faults(engine, settings, proposal) if explained else ())
    except Exception as error:
        # Any error of a game is a fault.
        notes = "".join(f"; {note}" for note in getattr(error, "__notes__", ()))
        yield f"{type(error).__name__}: {error}{notes}"


def _answer_faults(engine: AnyEngine, settings: Any, proposal: Proposal) -> Iterator[str]:
    out, oracle = proposal.out, oracle_answered(engine, settings, proposal.lesson.kind, proposal.position)
    if isinstance(out, PositionError) and isinstance(oracle, PositionError):
        yield f"a lesson proposes what is not possible: {out}\n  {proposal}"
    elif out != oracle:
        yield f"engine and oracle disagree: {proposal}\n  engine: {_said(out)}\n  oracle: {_said(oracle)}"


def _statement_faults(engine: AnyEngine, settings: Any, proposal: Proposal) -> Iterator[str]:
    example, impossible = example_of(proposal), engine.impossible
    if example is None or (impossible and impossible(settings, example.kind, example.position) is not None):
        return  # no example that would be printed
    tableau = engine.explain(settings, example)
    yield from (f"{fault}\n  {proposal}" for fault in claim_faults(engine, settings, example, tableau))


def _said(answer: Answer | PositionError) -> str:
    return f"not possible: {answer}" if isinstance(answer, PositionError) else json_line(answer)


# Tables with a few of their values changed to others that the schema allows.

Path: TypeAlias = tuple[str | int, ...]
Schema: TypeAlias = Mapping[str, Any]
Draw: TypeAlias = Callable[[Random], Any]

_FURTHEST = 12
"""How far a number is drawn from the one of the table, if its schema has no limit."""


@dataclass(frozen=True, slots=True)
class _Place:
    """Value of a table that may be another. ``draw`` returns one that its schema allows."""

    path: Path
    draw: Draw


def changed_table(
    table: Mapping[str, Any], schema: Schema, random: Random, count: int
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return a table with ``count`` random changes, and these by path (``icons.0.from``).

    ``table`` holds the keys of a game's settings, ``schema`` is their JSON Schema. Numbers, choices and lists change;
    texts stay as they are. The schema knows no problem that several keys have together: the game may refuse the table.
    """
    changed, changes = deepcopy(dict(table)), dict[str, Any]()
    for _ in range(count):
        place = random.choice(list(_places(changed, schema, schema, ())))
        drawn = place.draw(random)
        _put(changed, place.path, drawn)
        changes[".".join(map(str, place.path))] = drawn
    return changed, changes


def with_defaults(table: Mapping[str, Any], schema: Schema, root: Schema | None = None) -> dict[str, Any]:
    """Return a copy of a table in which no key is missing that has a default, nor a table inside it."""
    root = schema if root is None else root
    full = deepcopy(dict(table))
    for key, subschema in schema["properties"].items():
        inner, value = _resolved({}, subschema, root), full.get(key, {})
        if (
            inner.get("type") == "object"
            and isinstance(value, Mapping)
            and not (key not in full and "required" in inner)
        ):
            full[key] = with_defaults(value, inner, root)
        elif key not in full and subschema.get("default") is not None:
            full[key] = deepcopy(subschema["default"])
    return full


def _put(table: dict[str, Any], path: Path, value: Any) -> None:
    inner: Any = table
    for step in path[:-1]:
        inner = inner[step]
    inner[path[-1]] = value


def _places(value: Any, schema: Schema, root: Schema, path: Path) -> Iterator[_Place]:
    """Yield the places of a value, its own and those inside it."""
    schema = _resolved(value, schema, root)
    own = _draw(value, schema)
    if own is not None and path:
        yield _Place(path, own)
    if isinstance(value, Mapping):
        for key, inner in schema.get("properties", {}).items():
            if key in value:
                yield from _places(value[key], inner, root, (*path, key))
    elif isinstance(value, list):
        firsts = schema.get("prefixItems", ())
        for index, item in enumerate(value):
            inner = firsts[index] if index < len(firsts) else schema.get("items", {})
            yield from _places(item, inner, root, (*path, index))


def _resolved(value: Any, schema: Schema, root: Schema) -> Schema:
    """Return the schema of a value, without references and other options."""
    while "$ref" in schema or "anyOf" in schema:
        if "$ref" in schema:
            schema = root["$defs"][schema["$ref"].rpartition("/")[2]]
        else:
            options: Sequence[Schema] = schema["anyOf"]
            schema = next((option for option in options if _fits(value, _resolved(value, option, root))), {})
    return schema


_TYPES: Mapping[str, type[Any] | tuple[type[Any], ...]] = {
    "integer": int,
    "string": str,
    "array": list,
    "object": Mapping,
    "boolean": bool,
    "null": type(None),
}


def _fits(value: Any, schema: Schema) -> bool:
    kind = str(schema.get("type"))
    return kind in _TYPES and isinstance(value, _TYPES[kind])


def _draw(value: Any, schema: Schema) -> Draw | None:
    """Return a function that draws another value. Return None for texts, lists and tables."""
    if "enum" in schema:
        return lambda random: random.choice(schema["enum"])
    if isinstance(value, bool):
        return lambda random: random.random() < 0.5
    if isinstance(value, int):
        return _draw_number(value, schema)
    if isinstance(value, list) and "prefixItems" not in schema:
        return _draw_list(value, schema)
    return None


def _draw_number(value: int, schema: Schema) -> Draw:
    low = max(schema.get("minimum", value - _FURTHEST), value - _FURTHEST)
    high = min(schema.get("maximum", value + _FURTHEST), value + _FURTHEST)
    near = [number for number in (value - 1, value + 1, low) if low <= number <= high]
    return lambda random: random.choice([*near, random.randint(low, high)])


def _draw_list(value: Sequence[Any], schema: Schema) -> Draw:
    """Return the draw of a list that lacks an item, has another order, or has one more number."""
    least, most = schema.get("minItems", 0), schema.get("maxItems", len(value) + 1)

    def draw(random: Random) -> list[Any]:
        items = list(value)
        choice = random.randrange(3)
        if choice == 0 and len(items) > least:
            items.pop(random.randrange(len(items)))
        elif choice == 1 and items and len(items) < most and all(isinstance(item, int) for item in items):
            items.append(max(items) + 1)
        else:
            random.shuffle(items)
        return items

    return draw
