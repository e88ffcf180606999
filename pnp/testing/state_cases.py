"""Check a game by states that a person wrote: a line that can be, or one that no game comes to.

They stand in the file of cases, as ``[[state]]`` tables: ``line``; ``why``, a sentence that names the rule; and
``refused = true`` for a line that ``parse_state`` must refuse. ``definition`` names a definition of ``prove``.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from pnp.games.core.playing.play import NotationError
from pnp.testing.subject import Subject
from pnp.toml.document import TomlDocument
from pnp.toml.findings import DefinitionFinding, DefinitionFindings, listed

_KEYS = ("line", "why", "refused", "definition")
_FIRST_STATE = 'write it as pnp referee does: [[state]], and below it line = "turn=0 …", why = "…"'


def state_case_faults(subject: Subject, document: TomlDocument, definitions: Collection[str]) -> Iterator[str]:
    """Yield the states of a file, of those by this definition, that ``parse_state`` reads otherwise.

    Raises DefinitionError with every malformed state of the file.
    """
    findings, tables = DefinitionFindings(), document.data.get("state", [])
    if not isinstance(tables, list) or not all(isinstance(table, dict) for table in tables):
        finding = DefinitionFinding(("state",), "no-states", "a state is a table of its own", _FIRST_STATE)
        findings.add_at(document, finding)
        tables = []
    for index, table in enumerate(tables):
        for one in _findings(table, definitions):
            findings.add_at(document, one.under(("state", index)))
    findings.raise_if_any()
    for index, table in enumerate(tables):
        if table.get("definition", subject.game) == subject.name:
            fault = _fault(subject, table)
            if fault is not None:
                place = document.locate(("state", index), "table")
                yield f"{place.file}:{place.line}: state {index + 1} ({table['why']}): {fault}"


def _findings(table: Mapping[str, Any], definitions: Collection[str]) -> Iterator[DefinitionFinding]:
    for key in table.keys() - set(_KEYS):
        hint = f"a state has {listed(_KEYS, 'and')}"
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


def _fault(subject: Subject, table: Mapping[str, Any]) -> str | None:
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
