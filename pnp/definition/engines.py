"""Find the engine of each table. A game without a usable engine is set aside, so that the others can be used."""

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

# Python code beside a definition, or named by it as an engine, is a stranger's: it is never imported or run.

RULES = "rules.py"
"""File that is refused beside any definition: its author meant it to be run."""
_CODE = "code-beside-definition"
_PACKAGE = "make it an installed package with an entry point in the group `pnp.games`"
_MEND = f"{_PACKAGE}: `pnp new game NAME` writes one (docs/your-own-game.md)"
_DOTTED = re.compile(r"(?!\d)\w+([.:](?!\d)\w+)+")


def named_code_finding(engine: str) -> DefinitionFinding | None:
    """Return the finding for an unknown ``engine`` that is a path or a module: "rules.py", "my.module:Class"."""
    if not (_DOTTED.fullmatch(engine) or "/" in engine or "\\" in engine or engine.endswith(".py")):
        return None
    message = f"{engine!r} names code, and code that a definition brings is never run"
    return DefinitionFinding(("engine",), _CODE, message, _MEND)


def code_file_finding(folder: Path, engine: str) -> DefinitionFinding | None:
    """Return the finding for an unknown ``engine`` if ``folder`` has a module, or a package, of its name."""
    stems = dict.fromkeys((engine, engine.replace("-", "_")))
    files = [name for stem in stems for name in (f"{stem}.py", f"{stem}/__init__.py") if _is_file(folder / name)]
    return _unknown_engine(engine, files[0]) if files else None


def _unknown_engine(engine: str, file: str) -> DefinitionFinding:
    message = f"there is no engine {engine!r}, and {file} beside the definition is never run"
    return DefinitionFinding(("engine",), _CODE, message, _MEND)


def _is_file(path: Path) -> bool:
    return os.path.isfile(path)  # noqa: PTH113 - Path.is_file raises for names too long


_ENGINE = ("engine",)


class EngineFinder:
    """Finder of the engine that a table names. Problems go to the tables' findings."""

    def __init__(self, tables: TableMerger, kinds: Mapping[str, EngineSettings]) -> None:
        self._tables = tables
        self._kinds = kinds
        document = tables.document
        self._folder = document.path.parent
        self._has_rules = _is_file(self._folder / RULES) and not self._is_of_library
        self._rules_reported = False

    def find(self, table: GameTable) -> EngineSettings | None:
        """Return the settings of the engine of ``table``. Return None, after a report, if it has no usable one."""
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
            self._report_unknown(table, engine)
            return None
        except PnpError as error:
            findings = [
                DefinitionFinding(_ENGINE, diagnostic.code, diagnostic.message, diagnostic.hint)
                for diagnostic in error.diagnostics
            ]
            self._tables.set_aside(table, findings)
            return None
        problem = _settings_fault(kind)
        if problem is not None:
            message = f"the settings of the engine {engine!r} cannot be read: {problem}"
            hint = "the package that brings this engine is at fault, not the definition"
            self._tables.set_aside(table, [DefinitionFinding(_ENGINE, "unusable-engine", message, hint)])
            return None
        return kind

    def report_rules_file(self) -> None:
        """Report a ``rules.py`` beside the definition unless a table was reported for it."""
        if self._has_rules and not self._rules_reported:
            message = "code beside a definition is never run"
            hint = f"{_MEND}; if it is no game, move it to another folder"
            location = Location(self._tables.document.beside(RULES))
            self._tables.findings.add(0, Diagnostic(_CODE, message, location, hint))

    @property
    def _is_of_library(self) -> bool:
        """True if the file in use is that of an installed package, which lies among its own modules."""
        return self._tables.libraries.has_file(self._tables.document.path)

    def _report_unknown(self, table: GameTable, engine: str) -> None:
        document = table.owner(_ENGINE)[0].document
        if document is self._tables.document and self._has_rules:
            self._rules_reported = True
            self._tables.report(table, [_unknown_engine(engine, RULES)])
            return
        finding = self._game_finding(engine) or named_code_finding(engine)
        if finding is None and document is self._tables.document and not self._is_of_library:
            finding = code_file_finding(self._folder, engine)
        self._tables.set_aside(table, [finding or self._name_finding(engine)])

    def _game_finding(self, engine: str) -> DefinitionFinding | None:
        library, colon, _ = engine.partition(":")
        if not colon or self._tables.libraries.canonical_library(library) is None:
            return None
        return DefinitionFinding(_ENGINE, "unknown-engine", f"{engine!r} is no engine", f'write extends = "{engine}"')

    def _name_finding(self, engine: str) -> DefinitionFinding:
        close = nearest(engine, self._kinds)
        install = "install the package that brings it; `pnp list` shows what is there"
        hint = install if close is None else f'did you mean "{close}"?'
        return DefinitionFinding(_ENGINE, "unknown-engine", f"there is no engine {engine!r}", hint)


def _settings_fault(kind: EngineSettings) -> str | None:
    """Return the reason why an engine's settings cannot be read, or None."""
    if not is_dataclass(kind.settings):
        return "they are no dataclass"
    try:
        builder = adapter(kind.settings)
        if not builder.pydantic_complete:  # otherwise a dangling annotation would fail only at its first use
            builder.rebuild(raise_errors=True)
    except Exception as error:  # declarations of one package must not block the other games
        return str(error).split("\n", 1)[0]
    return None
