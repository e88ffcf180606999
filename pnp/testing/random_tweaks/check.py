"""Check of random tweaks: engine and oracle agree, every proposal has an answer, and every example tells the truth."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from itertools import chain, islice
from random import Random
from typing import Any

from pnp.definition.keys.common import GAME_KEYS
from pnp.definition.settings import read_settings, settings_schema
from pnp.examples.claims import claim_faults
from pnp.examples.json_form import json_line
from pnp.games.core.answer import Answer, PositionError
from pnp.games.core.engine import AnyEngine
from pnp.testing.amount import amount
from pnp.testing.random_tweaks.tables import changed_table, with_defaults
from pnp.testing.statements.check import example_of
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
    plain = with_defaults({key: value for key, value in table.items() if key not in GAME_KEYS}, schema)
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
