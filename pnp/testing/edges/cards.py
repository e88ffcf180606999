"""Cards by hand: what a person says is printed on a card, so that faces do not contradict the rules.

A file of cases may have a ``[[card]]`` table: ``card``, as it stands on a line; ``why``, a sentence that names the
rule; and ``shows``, fields of its face with their values, such as ``{ mark = "barrel" }``. Some words depend on a rule:
those that some cards have and others have not, beside what follows from the suit. They need a card by hand on either
side of each change.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Any

from pnp.testing.subject import Subject
from pnp.toml.document import TomlDocument
from pnp.toml.findings import DefinitionFinding, DefinitionFindings, listed

_KEYS = ("card", "why", "shows", "definition")


def card_faults(subject: Subject, document: TomlDocument) -> Iterator[str]:
    """Yield the cards of a file that print something else, and those that are missing.

    Raises DefinitionError with every malformed card of the file.
    """
    items = getattr(subject.rules, "items", {})
    faces = {str(card): item.fields for card, item in items.items()} if isinstance(items, Mapping) else {}
    said = set[tuple[str, str]]()
    for index, table in enumerate(_read(document)):
        if table.get("definition", subject.game) != subject.name:
            continue
        place = document.locate(("card", index), "table")
        title = f"{place.file}:{place.line}: card {index + 1} ({table['why']})"
        if table["card"] not in faces:
            yield f"{title}: there is no card {table['card']!r}; there are {listed(list(faces), 'and')}"
            continue
        fields = faces[table["card"]]
        for name, value in table["shows"].items():
            said.add((table["card"], name))
            if fields.get(name) != value:
                yield f"{title}: its face has {name} = {fields.get(name)!r}, the case says {value!r}"
    for first, second, name in _changes(items) if subject.plain else ():
        if not {(first, name), (second, name)} <= said:
            yield (
                f"{name!r} differs on the cards {first} and {second}, as some rule says. Say by hand what is printed "
                f'on both, so that no face contradicts it: [[card]], and below it card = "{first}", why = "…" and '
                f"shows = {{ {name} = … }}"
            )


def _changes(items: Mapping[Any, Any]) -> Iterator[tuple[str, str, str]]:
    """Yield neighbours with different words in a field, and the field. What follows from a suit is left out, and so are
    colours."""
    for (card, item), (other, following) in pairwise(items.items()):
        if getattr(card, "suit", None) != getattr(other, "suit", None):
            continue
        for name in item.fields.keys() & following.fields.keys():
            values = item.fields[name], following.fields[name]
            if values[0] != values[1] and all(isinstance(value, str) and value[:1] != "#" for value in values):
                yield str(card), str(other), name


def _read(document: TomlDocument) -> list[dict[str, Any]]:
    findings, tables = DefinitionFindings(), document.data.get("card", [])
    if not isinstance(tables, list) or not all(isinstance(table, dict) for table in tables):
        finding = DefinitionFinding(("card",), "no-cards", "a card is a table of its own", "write [[card]] above it")
        findings.add_at(document, finding)
        tables = []
    for index, table in enumerate(tables):
        for finding in _findings(table):
            findings.add_at(document, finding.under(("card", index)))
    findings.raise_if_any()
    return list(tables)


def _findings(table: Mapping[str, Any]) -> Iterator[DefinitionFinding]:
    for key in table.keys() - set(_KEYS):
        hint = f"a card has {listed(_KEYS, 'and')}"
        yield DefinitionFinding((key,), "unknown-key", f"there is no key {key!r} here", hint, "key")
    for key in ("card", "why"):
        if not isinstance(table.get(key), str) or not table[key].strip():
            part: Any = "value" if key in table else "table"
            yield DefinitionFinding((key,), f"no-{key}", f"a card has a text {key!r}", f'write {key} = "…"', part)
    if not isinstance(table.get("shows"), dict) or not table["shows"]:
        hint = 'write the fields of its face: shows = { mark = "…" }'
        yield DefinitionFinding(("shows",), "no-shows", "a card says what its face shows", hint, "table")
