"""The engine of each table, or why it cannot be had: then the game is set aside, and the others can be used."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import is_dataclass
from pathlib import Path

from pnp.definition.merge import GameTable
from pnp.definition.settings import adapter
from pnp.definition.source import EngineSettings
from pnp.definition.tables import TableMerger
from pnp.definition.toml.findings import DefinitionFinding, listed, nearest
from pnp.diagnostics import Diagnostic, Location, PnpError

# Python that lies beside a definition, or that it names as an engine: code from a stranger, never imported or run.

RULES = "rules.py"
"""Refused wherever it lies beside a definition: whoever puts it there means it to be run."""
_CODE = "code-beside-definition"
_PACKAGE = "make it an installed package with an entry point in the group `pnp.games`"
_MEND = f"{_PACKAGE}: `pnp new game NAME` writes one (docs/your-own-game.md)"
_DOTTED = re.compile(r"(?!\d)\w+([.:](?!\d)\w+)+")


def code_named(engine: str) -> DefinitionFinding | None:
    """What to say of an unknown ``engine`` that is a path or a module and no name: "rules.py", "my.module:Class"."""
    if not (_DOTTED.fullmatch(engine) or "/" in engine or "\\" in engine or engine.endswith(".py")):
        return None
    message = f"{engine!r} names code, and code that a definition brings is never run"
    return DefinitionFinding(("engine",), _CODE, message, _MEND)


def code_beside(folder: Path, engine: str) -> DefinitionFinding | None:
    """What to say of an unknown ``engine`` when ``folder`` has a module, or a package, of its name."""
    stems = dict.fromkeys((engine, engine.replace("-", "_")))
    files = [name for stem in stems for name in (f"{stem}.py", f"{stem}/__init__.py") if _is_file(folder / name)]
    return _unknown(engine, files[0]) if files else None


def rules_beside(folder: Path) -> bool:
    """Whether ``folder`` has a ``rules.py``."""
    return _is_file(folder / RULES)


def rules_for(engine: str) -> DefinitionFinding:
    """What to say of an unknown ``engine`` of a definition that has a ``rules.py`` beside it."""
    return _unknown(engine, RULES)


def rules_alone() -> DefinitionFinding:
    """What to say of a ``rules.py`` beside a definition whose engines are all known."""
    message = "code beside a definition is never run"
    return DefinitionFinding((), _CODE, message, f"{_MEND}; if it is no game, move it to another folder")


def _unknown(engine: str, file: str) -> DefinitionFinding:
    message = f"there is no engine {engine!r}, and {file} beside the definition is never run"
    return DefinitionFinding(("engine",), _CODE, message, _MEND)


def _is_file(path: Path) -> bool:
    return os.path.isfile(path)  # noqa: PTH113 - Path.is_file raises for names too long


_ENGINE = ("engine",)


class EngineFinder:
    """Finds what is known of the engine that a table names. Problems go to the tables' findings."""

    def __init__(self, tables: TableMerger, kinds: Mapping[str, EngineSettings]) -> None:
        self._tables = tables
        self._kinds = kinds
        document = tables.document
        self._folder = document.path.parent
        self._rules = rules_beside(self._folder) and not self._is_of_library
        self._rules_told = False

    def of(self, table: GameTable) -> EngineSettings | None:
        """What is known of the engine of ``table``; None when there is none to be had, which is reported."""
        engine = table.data.get("engine")
        if engine is None:
            engines = listed([f'"{name}"' for name in self._kinds])
            hint = f'add: engine = {engines}; or extends = "shipped:NAME"'
            message = "this game has neither `engine` nor `extends`"
            self._tables.report(table, [DefinitionFinding((), "missing-key", message, hint, "table")])
            return None
        if not isinstance(engine, str):
            return None
        try:
            kind = self._kinds[engine]
        except KeyError:
            self._unknown(table, engine)
            return None
        except PnpError as error:
            reasons = [DefinitionFinding(_ENGINE, item.code, item.message, item.hint) for item in error.diagnostics]
            self._tables.set_aside(table, reasons)
            return None
        fault = _fault(kind)
        if fault is not None:
            message = f"the settings of the engine {engine!r} cannot be read: {fault}"
            hint = "the package that brings this engine is at fault, not the definition"
            self._tables.set_aside(table, [DefinitionFinding(_ENGINE, "unusable-engine", message, hint)])
            return None
        return kind

    def tell_rules(self) -> None:
        """Refuse a ``rules.py`` beside the definition that no table has been told of."""
        if self._rules and not self._rules_told:
            finding = rules_alone()
            place = Location(self._tables.document.beside(RULES))
            self._tables.findings.add(0, Diagnostic(finding.code, finding.message, place, finding.hint))

    @property
    def _is_of_library(self) -> bool:
        """Whether the file in use is that of an installed package, which lies among its own modules."""
        return self._tables.libraries.has_file(self._tables.document.path)

    def _unknown(self, table: GameTable, engine: str) -> None:
        document = table.owner(_ENGINE)[0].document
        if document is self._tables.document and self._rules:
            self._rules_told = True
            self._tables.report(table, [rules_for(engine)])
            return
        found = self._as_game(engine) or code_named(engine)
        if found is None and document is self._tables.document and not self._is_of_library:
            found = code_beside(self._folder, engine)
        self._tables.set_aside(table, [found or self._as_name(engine)])

    def _as_game(self, engine: str) -> DefinitionFinding | None:
        library, colon, _ = engine.partition(":")
        if not colon or self._tables.libraries.named(library) is None:
            return None
        return DefinitionFinding(_ENGINE, "unknown-engine", f"{engine!r} is no engine", f'write extends = "{engine}"')

    def _as_name(self, engine: str) -> DefinitionFinding:
        close = nearest(engine, self._kinds)
        install = "install the package that brings it; `pnp list` shows what is there"
        hint = install if close is None else f'did you mean "{close}"?'
        return DefinitionFinding(_ENGINE, "unknown-engine", f"there is no engine {engine!r}", hint)


def _fault(kind: EngineSettings) -> str | None:
    """Why nothing can be read into the settings that an engine declares, or None."""
    if not is_dataclass(kind.settings):
        return "they are no dataclass"
    try:
        found = adapter(kind.settings)
        if not found.pydantic_complete:  # an annotation leads nowhere, which would be told only when it is needed
            found.rebuild(raise_errors=True)
    except Exception as error:  # whatever else a package declares must not block the other games
        return str(error).split("\n", 1)[0]
    return None
