"""Read a definition file, or report everything that is wrong in it."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping, Sequence, ValuesView
from dataclasses import field, fields, is_dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any, NoReturn

from pnp.data.table import folded, value_of
from pnp.definition.boxes import fit_boxes
from pnp.definition.components import (
    build_components,
    build_credits,
    build_defaults,
    build_icons,
    component_problems,
    text,
)
from pnp.definition.decks.cards import cards_as_json, to_field
from pnp.definition.decks.load_decks import DeckContext, Decks
from pnp.definition.keys.common import COMMON_DEFS, FORMATS, GAME_KEYS, PRINT_KEYS, PROJECT, TEXT_DEFS, size
from pnp.definition.keys.sheet_keys import NO_SHEET
from pnp.definition.keys.validator import SchemaValidator
from pnp.definition.merge import AssumedEntry, GameTable, entry_names, look_up
from pnp.definition.settings import adapter, game_schema, read_settings
from pnp.definition.sheets import SheetFinder, sheet_problems, with_sheets
from pnp.definition.source import DeckMaker, Definition, DefinitionSource, EngineSettings
from pnp.definition.tables import PROJECT_TABLE, TableMerger
from pnp.diagnostics import DefinitionError, Diagnostic, Location, PnpError
from pnp.model.component import Item
from pnp.model.constraints import key_of
from pnp.model.game import Game
from pnp.model.sheet_template import SheetTemplate
from pnp.records import dataclass
from pnp.toml.document import read_document
from pnp.toml.findings import DefinitionFinding, DefinitionFindings, listed, nearest

# Engines

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
_PLAYERS = "players"
"""Key for how many a game is: a deck may have it."""


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
        install = (
            'cards without rules in code have engine = "deck"; else install its package: `pnp list` shows what is there'
        )
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


# ``assumed``: reasons for figures that the source of a game does not give, by key path
_REASON = {"$ref": "#/$defs/Text", "$defs": TEXT_DEFS}


def check_assumed(
    table: GameTable, settings: Any, record: type[Any] | None
) -> Iterator[tuple[AssumedEntry, DefinitionFinding]]:
    """Yield the problems of a table's assumed entries, by path in the layer that holds each.

    A key path names a value of the merged table, or a setting with its default. ``settings`` is None if it could not be
    built. ``record`` is the settings' dataclass, or None if the engine is unknown.
    """
    layer = table.layers[0]
    assumed = layer.data.get("assumed")
    if assumed is not None and not isinstance(assumed, dict):
        entry = AssumedEntry("", assumed, layer, ("assumed",))
        hint = 'write assumed = { players = "why" }, for example; `pnp explain assumed` says more'
        message = "expected a table of key paths with their reasons"
        yield entry, DefinitionFinding(entry.path, "wrong-type", message, hint)
    for entry in table.assumed:
        for finding in SchemaValidator(_REASON).check(entry.reason, entry.path):
            yield entry, finding
        parts = entry.key.split(".")
        if look_up(table.data, parts) is None and not _may_be_setting(settings, record, parts):
            close = nearest(parts[0], table.data)
            hint = "write the keys that lead to the figure, with dots between them: colours.0.rule"
            if close and close != parts[0]:
                hint = f"did you mean {close!r}?"
            yield entry, DefinitionFinding(entry.path, "unknown-path", f"this game has no {entry.key!r}", hint, "key")


def _may_be_setting(settings: Any, record: type[Any] | None, parts: Sequence[str]) -> bool:
    if settings is not None:
        return _is_setting(settings, parts)
    return record is None or any(key_of(field.name) == parts[0] for field in fields(record))


def _is_setting(value: Any, parts: Sequence[str]) -> bool:
    for part in parts:
        if is_dataclass(value) and not isinstance(value, type):
            names = {key_of(field.name): field.name for field in fields(value)}
            if part not in names:
                return False
            value = getattr(value, names[part])
        elif isinstance(value, Mapping):
            if part not in value:
                return False
            value = value[part]
        elif isinstance(value, tuple) and part.isascii() and part.isdecimal() and int(part) < len(value):
            value = value[int(part)]
        else:
            return False
    return True


# Free values of a game, and their replacements for one run

VALUES = "values"


@dataclass(frozen=True, slots=True)
class FreeValues:
    """Values that a person typed in place of the definition's, by name."""

    typed: Mapping[str, str]
    _known: dict[str, str] = field(default_factory=dict)

    def put_into(self, table: GameTable) -> GameTable:
        """Return a game's table with the typed values in place of its own.

        Raises DefinitionError if a text was typed for a number.
        """
        values = table.data.get(VALUES)
        if not isinstance(values, dict):
            return table
        names = {folded(name): name for name in values}
        self._known.update(names)
        changed = {
            names[folded(name)]: _to_current_kind(name, text, values[names[folded(name)]])
            for name, text in self.typed.items()
            if folded(name) in names
        }
        return replace(table, data={**table.data, VALUES: {**values, **changed}}) if changed else table

    def require_known(self, label: str) -> None:
        """Raise DefinitionError for names that no game has a value for, each with the nearest one."""
        unknown = [name for name in self.typed if folded(name) not in self._known]
        if unknown:
            raise DefinitionError([self._unknown(name, label) for name in unknown])

    def _unknown(self, name: str, label: str) -> Diagnostic:
        close = nearest(name, self._known.values())
        hint = f"did you mean {close!r}?" if close else "write it into the table `values` of a game first"
        return Diagnostic("unknown-value", f"no game of {label} has a value {name!r}", hint=hint)


def _to_current_kind(name: str, text: str, current: Any) -> Any:
    """Return a typed text as a value of the definition's kind."""
    if isinstance(current, str | dict):
        return text
    typed = value_of(text)
    are_switches = isinstance(typed, bool), isinstance(current, bool)
    if isinstance(current, bool | int | float) and (isinstance(typed, str) or are_switches[0] != are_switches[1]):
        kind = "true or false" if isinstance(current, bool) else "a number"
        raise DefinitionError(
            Diagnostic("wrong-type", f"the value {name!r} is {kind}, not {text!r}", hint=f"it is {current}")
        )
    return typed


_DEFAULTS: Mapping[str, Any] = {key: schema["default"] for key, schema in PRINT_KEYS.items()}


MAX_GAMES = 200
"""Most games of a file."""


def load_definition(source: DefinitionSource, kinds: Mapping[str, EngineSettings]) -> Definition:
    """Return the checked definition that ``source`` names.

    ``kinds`` maps the name of each engine to its settings. For an engine that cannot be loaded it raises PnpError
    instead of returning settings. A game whose engine is unknown or cannot be loaded is set aside with the reason.

    Raises DefinitionError with every problem of one run, in file order, those of games set aside included. Syntax
    errors stop before others.
    """
    document = read_document(source.path, 0)
    findings = DefinitionFindings()
    tables = TableMerger(document, source.libraries, findings)
    names = tuple(tables.names())
    if len(names) > MAX_GAMES:
        message = f"this file describes {len(names):,} games, and {MAX_GAMES} are the most"
        place = document.locate((names[MAX_GAMES],), "key")
        raise DefinitionError(Diagnostic("too-large", message, place, "spread them over several files"))
    decks = Decks(tables, source.standard_input, source.compiled or _no_conditions, source.earlier)
    project, sheets = _project(tables), SheetFinder(tables)
    kit_sheet = _sheet_of_project(tables, sheets, str(project["sheet"]))
    reader = _GameReader(
        tables, decks, EngineFinder(tables, kinds), project, FreeValues(source.values), sheets, kit_sheet
    )
    if source.on_demand and not source.values:
        findings.raise_if_any()
        return Definition(
            project=build_defaults({}, project, kit_sheet),
            card=size(project["card"]),
            games=_LazyGames(reader, names),
            files=tables.files,
            sheets=sheets.own,
        )
    games = {name: game for name in names if (game := reader.read(name)) is not None}
    reader.engines.report_rules_file()
    if not games and not findings.aside and not len(findings):
        hint = 'add one: a line [red], and below it the line extends = "shipped:red"'
        raise DefinitionError(Diagnostic("no-games", "this file describes no game", Location(document.label), hint))
    findings.raise_if_any()
    reader.free.require_known(document.label)
    return Definition(
        project=build_defaults({}, project, kit_sheet),
        card=size(project["card"]),
        games=games,
        set_aside=findings.aside,
        files=(*tables.files, *reader.decks.files),
        notes={name: tuple(notes) for name, notes in reader.decks.notes.items()},
        broken=reader.decks.broken,
        sheets=sheets.own,
    )


def _sheet_of_project(tables: TableMerger, sheets: SheetFinder, name: str) -> SheetTemplate | None:
    """Return the sheet that ``[project]`` names. Report an unknown name, and the problems of ``[sheets]``."""
    own_sheets = sheets.own
    if name == NO_SHEET or name in own_sheets:
        return own_sheets.get(name)
    sheet = sheets.find(name)
    if sheet is None and (problem := sheets.unknown(name, (PROJECT_TABLE, "sheet"))) is not None:
        tables.report_in(tables.document, [problem])
    return sheet


def _no_conditions(_text: str) -> NoReturn:
    raise ValueError("conditions cannot be read here")


def locate_value(source: DefinitionSource, game: str, path: tuple[str | int, ...]) -> Location:
    """Return the location of the value at ``path`` of ``game``, in its own table or the one that it extends.

    It serves messages about a definition that was read before. A missing key has the location of its table.
    """
    document = read_document(source.path, 0)
    table = TableMerger(document, source.libraries, DefinitionFindings()).resolve(game)
    return Location(document.label) if table is None else table.locate(path, "value")[1]


def locate_own_value(source: DefinitionSource, game: str, path: tuple[str | int, ...]) -> Location | None:
    """Return the location at which the file in use itself sets the value at ``path`` of ``game``.

    That may be the game's table or ``[project]``. Returns None if the value comes from a library, or is set nowhere.
    """
    document = read_document(source.path, 0)
    table = TableMerger(document, source.libraries, DefinitionFindings()).resolve(game)
    if table is None or not path:
        return None
    layer, owned_path = table.owner(path)
    if len(owned_path) == len(path):
        return document.locate((layer.name, *owned_path), "value") if layer.document is document else None
    project = document.data.get(PROJECT_TABLE)
    if path[0] in PRINT_KEYS and isinstance(project, dict) and path[0] in project:
        return document.locate((PROJECT_TABLE, path[0]), "value")
    return None


def added_entries(source: DefinitionSource, game: str, key: str) -> tuple[dict[str, Location], frozenset[str]]:
    """Return the names that the table ``key`` of a game has beyond those of the games that it extends, each with its
    location, and the names of these games."""
    document = read_document(source.path, 0)
    table = TableMerger(document, source.libraries, DefinitionFindings()).resolve(game)
    own, *parents = () if table is None else table.layers
    inherited = frozenset(name for layer in parents for name in layer.data.get(key, ()))
    added = [name for name in own.data.get(key, ()) if parents and name not in inherited]
    return {name: document.locate((own.name, key, name), "key") for name in added}, inherited


def _project(tables: TableMerger) -> Mapping[str, Any]:
    """Return ``[project]`` over the built-in defaults.

    A wrong value is reported, and its default is used meanwhile.
    """
    table = tables.document.data.get(PROJECT_TABLE, {})
    findings = SchemaValidator({**PROJECT, "$defs": COMMON_DEFS}, FORMATS).check(table, (PROJECT_TABLE,))
    tables.report_in(tables.document, findings)
    if not isinstance(table, dict):
        return _DEFAULTS
    bad_keys = {finding.path[1] for finding in findings if len(finding.path) > 1}
    return {key: table[key] if key in table and key not in bad_keys else value for key, value in _DEFAULTS.items()}


@dataclass(frozen=True, slots=True)
class _GameReader:
    """Reader of single games. ``project`` is the complete ``[project]``."""

    tables: TableMerger
    decks: Decks
    engines: EngineFinder
    project: Mapping[str, Any]
    free: FreeValues
    sheets: SheetFinder
    kit_sheet: SheetTemplate | None

    def read(self, name: str) -> Game | None:
        """Return the game ``name``. Return None if it cannot be used; the reason is among the findings."""
        table = self.tables.resolve(name)
        if table is None:
            return None
        table = self.free.put_into(table)
        kind = self.engines.find(table)
        settings, schema_findings = self._settings(table, kind)
        self.tables.report(table, [_suggest_entry(table, finding) for finding in schema_findings])
        setting_findings: list[DefinitionFinding] = []
        if kind is not None and settings is not None:
            setting_findings = _settings_findings(kind, settings, table)
            self.tables.report(table, setting_findings, together=True)
        assumed_findings = list(check_assumed(table, settings, None if kind is None else kind.settings))
        self.tables.report_assumed(assumed_findings)
        sound = _well_formed(table.data, schema_findings)
        derived = () if kind is None else kind.decks
        values = sound["values"]
        language = str(table.data.get("language", self.project["language"]))
        decks = self.decks.read(table, sound["decks"], derived, DeckContext(values, language))
        if name in self.tables.findings.aside:
            return None
        deck_names = None if kind is None else {*derived, *table.data.get("decks", {})}
        seats = kind is None or kind.seats is not None or _PLAYERS in table.data
        component_findings = list(component_problems(sound["components"], deck_names, seats=seats))
        component_findings += sheet_problems(table, sound["components"], self.sheets)
        self.tables.report(table, component_findings)
        if (
            kind is None
            or settings is None
            or schema_findings
            or setting_findings
            or component_findings
            or assumed_findings
        ):
            return None
        try:
            most = max(table.data.get(_PLAYERS, [1])) if kind.seats is None else max(kind.seats(settings))
        except Exception as error:  # the engine of one package must not block the other games
            message = f"its engine cannot say for how many players it is: {str(error) or type(error).__name__}"
            hint = "the package that brings this engine is at fault, not the definition"
            self.tables.set_aside(table, [DefinitionFinding(("engine",), "unusable-engine", message, hint)])
            return None
        return self._game(table, most, settings, decks, kind.decks, values)

    def _settings(self, table: GameTable, kind: EngineSettings | None) -> tuple[Any, list[DefinitionFinding]]:
        """Return the settings of a table, or None, and the findings of its schema."""
        if kind is not None and self.tables.is_plain(table):
            return read_settings(kind.settings, table.data)
        schema = dict(game_schema(None if kind is None else kind.settings))
        if "engine" not in table.data:
            schema["required"] = [key for key in schema["required"] if key != "engine"]
        return None, SchemaValidator(schema, FORMATS).check(table.data)

    def _kit_sheet(self, table: GameTable) -> SheetTemplate | None:
        """Return the sheet that a checked table asks for, else that of ``[project]``."""
        name = table.data.get("sheet")
        if name is None or name == NO_SHEET:
            return self.kit_sheet if name is None else None
        return self.sheets.find(name, *(layer.document for layer in table.layers))

    def _game(
        self,
        table: GameTable,
        most: int,
        settings: Any,
        decks: Mapping[str, Sequence[Item]],
        derived: Mapping[str, DeckMaker],
        values: Mapping[str, Any],
    ) -> Game:
        data = table.data
        card, sheet = size(data.get("card", self.project["card"])), self._kit_sheet(table)
        built = build_components(data["components"], card, most, data.get("edge", self.project["edge"]))
        makers = {name: partial(make, settings) for name, make in derived.items() if name not in decks}
        makers |= {name: partial(_as_they_are, items) for name, items in decks.items()}
        components = tuple(fit_boxes(built, data["components"], card, makers))
        assumed = {entry.key: entry.reason for entry in table.assumed}
        resolved = {key: value for key, value in data.items() if key != "decks"}
        if decks:
            resolved["decks"] = {name: cards_as_json(items) for name, items in decks.items()}
        if assumed:
            resolved["assumed"] = assumed
        return Game(
            id=table.name,
            engine=data["engine"],
            title=text(data["title"]),
            facts=text(data["facts"]) if "facts" in data else None,
            credits=build_credits(data.get("credits", {})),
            settings=settings,
            components=tuple(with_sheets(components, table, sheet, self.sheets)),
            defaults=build_defaults(data, self.project, sheet),
            assumed={key: text(reason) for key, reason in assumed.items()},
            resolved=resolved,
            decks=decks,
            icons=build_icons(data.get("text-icons", {})),
            values=values,
        )


def _as_they_are(items: Sequence[Item]) -> Sequence[Item]:
    return items


class _LazyGames(Mapping[str, Game]):
    """Games by name, each read at its first use: most commands need a single game, and each game loads an engine."""

    def __init__(self, reader: _GameReader, names: tuple[str, ...]) -> None:
        self._reader = reader
        self._names = names
        self._loaded: dict[str, Game] = {}

    def __getitem__(self, name: str) -> Game:
        """Return the game ``name``.

        Raises KeyError if there is no such game, DefinitionError with all its problems.
        """
        if name not in self._names:
            raise KeyError(name)
        if name not in self._loaded:
            game = self._reader.read(name)
            findings = self._reader.tables.findings
            findings.raise_if_any()
            if game is None:
                raise DefinitionError(findings.aside[name])
            self._loaded[name] = game
        return self._loaded[name]

    def values(self) -> ValuesView[Game]:
        """Return all games. Problems of any of them are raised together."""
        for name in self._names:
            if name not in self._loaded and (game := self._reader.read(name)) is not None:
                self._loaded[name] = game
        self._reader.tables.findings.raise_if_any()
        return super().values()

    def __contains__(self, name: object) -> bool:
        return name in self._names

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)


def _settings_findings(kind: EngineSettings, settings: Any, table: GameTable) -> list[DefinitionFinding]:
    findings = [
        DefinitionFinding(problem.path, problem.code, problem.message, problem.hint)
        for problem in kind.problems(settings)
    ]
    return [_blame_own_value(kind, table, finding) for finding in findings]


def _suggest_entry(table: GameTable, finding: DefinitionFinding) -> DefinitionFinding:
    """Add a hint to a new entry that lacks keys: its id may be a misspelling of an existing one."""
    if finding.code != "missing-key" or len(finding.path) < 2 or len(table.layers) == 1:
        return finding
    key, index = finding.path[:2]
    entries = table.data.get(str(key))
    inherited = table.without(str(key)).get(str(key))
    if not (isinstance(index, int) and isinstance(entries, list) and isinstance(inherited, list)):
        return finding
    inherited_names, names = entry_names(inherited), entry_names(entries)
    name = names[index] if index < len(names) else None
    close = nearest(name, inherited_names) if name is not None and name not in inherited_names else None
    return finding if close is None else replace(finding, hint=f"did you mean {close!r}? Else {finding.hint}")


def _blame_own_value(kind: EngineSettings, table: GameTable, finding: DefinitionFinding) -> DefinitionFinding:
    """Point a misfit between own and inherited values at the game's own value.

    That is the value without which there would be no such misfit.
    """
    own_layer = table.layers[0]
    if len(table.layers) == 1 or table.locate(finding.path, finding.part)[0] is own_layer.document:
        return finding
    for key in own_layer.data:
        if key in GAME_KEYS or key not in table.data:
            continue
        settings, _ = read_settings(kind.settings, table.without(key))
        if settings is None:
            continue
        remaining = {(problem.path, problem.code) for problem in kind.problems(settings)}
        if (finding.path, finding.code) not in remaining:
            return replace(finding, path=(key,), part="value")
    return finding


def _well_formed(data: Mapping[str, Any], findings: list[DefinitionFinding]) -> Mapping[str, Mapping[str, Any]]:
    """Return the well-formed components, decks and free values, which can be checked even if others are not."""
    bad_paths = {finding.path[:length] for finding in findings for length in (1, 2) if len(finding.path) >= length}
    sound: dict[str, Mapping[str, Any]] = {}
    for part in ("components", "decks", "values"):
        table = data.get(part)
        entries = table if isinstance(table, dict) else {}
        sound[part] = {key: value for key, value in entries.items() if (part, key) not in bad_paths}
    sound["values"] = {key: to_field(value) for key, value in sound["values"].items()}
    return sound
