"""Read a definition file, or say everything that is wrong with it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, ValuesView
from dataclasses import field, fields, is_dataclass, replace
from typing import Any, NoReturn

from pnp.data.table import folded, value_of
from pnp.definition.components import component_problems, components_of, credits_of, defaults_of, icons_of, text
from pnp.definition.decks.cards import as_plain, field_of
from pnp.definition.decks.load_decks import DeckContext, Decks
from pnp.definition.engines import EngineFinder
from pnp.definition.keys.common import COMMON_DEFS, FORMATS, GAME_KEYS, PRINT_KEYS, PROJECT, TEXT_DEFS, size
from pnp.definition.keys.sheet_keys import NO_SHEET
from pnp.definition.keys.walker import SchemaValidator
from pnp.definition.merge import AssumedEntry, GameTable, entry_names, look_up
from pnp.definition.settings import game_schema, read_settings
from pnp.definition.sheets import SheetFinder, laid_on, sheet_problems
from pnp.definition.source import Definition, DefinitionSource, EngineSettings
from pnp.definition.tables import PROJECT_TABLE, TableMerger
from pnp.definition.toml.document import read_document
from pnp.definition.toml.findings import DefinitionFinding, DefinitionFindings, nearest
from pnp.diagnostics import DefinitionError, Diagnostic, Location
from pnp.model.constraints import key_of
from pnp.model.game import Game
from pnp.model.sheet_template import SheetTemplate
from pnp.records import dataclass

# ``assumed``: figures that the source does not give, by key path.

_REASON = {"$ref": "#/$defs/Text", "$defs": TEXT_DEFS}


def check_assumed(
    table: GameTable, settings: Any, record: type[Any] | None
) -> Iterator[tuple[AssumedEntry, DefinitionFinding]]:
    """What is wrong with the assumed entries of a table, by path in the layer that holds each.

    A path names a value of the merged table, or a setting that keeps its default. ``settings`` are None when they could
    not be built, ``record`` is their dataclass, None when the engine is unknown.
    """
    layer = table.layers[0]
    whole = layer.data.get("assumed")
    if whole is not None and not isinstance(whole, dict):
        entry = AssumedEntry("", whole, layer, ("assumed",))
        hint = 'write assumed = { players = "why" }, for example; `pnp explain assumed` says more'
        yield (
            entry,
            DefinitionFinding(entry.path, "wrong-type", "expected a table of key paths with their reasons", hint),
        )
    for entry in table.assumed:
        for finding in SchemaValidator(_REASON).check(entry.reason, entry.path):
            yield entry, finding
        parts = entry.key.split(".")
        if look_up(table.data, parts) is None and not _may_be_setting(settings, record, parts):
            close = nearest(parts[0], table.data)
            hint = (
                f"did you mean {close!r}?"
                if close and close != parts[0]
                else ("write the keys that lead to the figure, with dots between them: colours.0.rule")
            )
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


# Free values of a game, and others put in their place for one run.

VALUES = "values"


@dataclass(frozen=True, slots=True)
class FreeValues:
    """What somebody typed for values of the definition, by name."""

    typed: Mapping[str, str]
    _known: dict[str, str] = field(default_factory=dict)

    def put_into(self, table: GameTable) -> GameTable:
        """A game's table with those of its values changed that were typed. Raises DefinitionError for a text where the
        definition has a number."""
        values = table.data.get(VALUES)
        if not isinstance(values, dict):
            return table
        names = {folded(name): name for name in values}
        self._known.update(names)
        changed = {
            names[folded(name)]: _as_before(name, text, values[names[folded(name)]])
            for name, text in self.typed.items()
            if folded(name) in names
        }
        return replace(table, data={**table.data, VALUES: {**values, **changed}}) if changed else table

    def require_known(self, label: str) -> None:
        """Raises DefinitionError for names that no game has a value of, each with the nearest."""
        wrong = [name for name in self.typed if folded(name) not in self._known]
        if wrong:
            raise DefinitionError([self._unknown(name, label) for name in wrong])

    def _unknown(self, name: str, label: str) -> Diagnostic:
        close = nearest(name, self._known.values())
        hint = f"did you mean {close!r}?" if close else "write it into the table `values` of a game first"
        return Diagnostic("unknown-value", f"no game of {label} has a value {name!r}", hint=hint)


def _as_before(name: str, text: str, before: Any) -> Any:
    """A typed text as a value of the kind that the definition has."""
    if isinstance(before, str | dict):
        return text
    found = value_of(text)
    switches = isinstance(found, bool), isinstance(before, bool)
    if isinstance(before, bool | int | float) and (isinstance(found, str) or switches[0] != switches[1]):
        kind = "true or false" if isinstance(before, bool) else "a number"
        raise DefinitionError(
            Diagnostic("wrong-type", f"the value {name!r} is {kind}, not {text!r}", hint=f"it is {before}")
        )
    return found


_DEFAULTS: Mapping[str, Any] = {key: schema["default"] for key, schema in PRINT_KEYS.items()}


def load(source: DefinitionSource, kinds: Mapping[str, EngineSettings]) -> Definition:
    """The definition that ``source`` names, for engines ``kinds``. See ``pnp.definition.load_definition``."""
    document = read_document(source.path, 0)
    findings = DefinitionFindings()
    tables = TableMerger(document, source.libraries, findings)
    decks = Decks(tables, source.standard_input, source.compiled or _no_conditions)
    above, sheets = _project(tables), SheetFinder(tables)
    kit_sheet = _sheet_of_project(tables, sheets, str(above["sheet"]))
    reader = _GameReader(
        tables, decks, EngineFinder(tables, kinds), above, FreeValues(source.values), sheets, kit_sheet
    )
    if source.on_demand and not source.values:
        findings.raise_if_any()
        return Definition(
            project=defaults_of({}, above, kit_sheet),
            card=size(above["card"]),
            games=_LazyGames(reader, tuple(tables.names())),
            files=tables.files,
            sheets=sheets.own,
        )
    games = {name: game for name in tables.names() if (game := reader.read(name)) is not None}
    reader.engines.tell_rules()
    if not games and not findings.aside and not len(findings):
        hint = 'add one: a line [red], and below it the line extends = "shipped:red"'
        raise DefinitionError(Diagnostic("no-games", "this file describes no game", Location(document.label), hint))
    findings.raise_if_any()
    reader.free.require_known(document.label)
    return Definition(
        project=defaults_of({}, above, kit_sheet),
        card=size(above["card"]),
        games=games,
        set_aside=findings.aside,
        files=(*tables.files, *reader.decks.files),
        notes={name: tuple(notes) for name, notes in reader.decks.notes.items()},
        sheets=sheets.own,
    )


def _sheet_of_project(tables: TableMerger, sheets: SheetFinder, name: str) -> SheetTemplate | None:
    """The sheet that ``[project]`` names; a name that none has is reported, and so is what is wrong with
    ``[sheets]``."""
    known = sheets.own
    if name == NO_SHEET or name in known:
        return known.get(name)
    found = sheets.find(name)
    if found is None and (problem := sheets.unknown(name, (PROJECT_TABLE, "sheet"))) is not None:
        tables.report_in(tables.document, [problem])
    return found


def _no_conditions(_text: str) -> NoReturn:
    raise ValueError("conditions cannot be read here")


def locate(source: DefinitionSource, game: str, path: tuple[str | int, ...]) -> Location:
    """See ``pnp.definition.locate_value``."""
    document = read_document(source.path, 0)
    table = TableMerger(document, source.libraries, DefinitionFindings()).resolve(game)
    return Location(document.label) if table is None else table.locate(path, "value")[1]


def locate_own(source: DefinitionSource, game: str, path: tuple[str | int, ...]) -> Location | None:
    """See ``pnp.definition.locate_own_value``."""
    document = read_document(source.path, 0)
    table = TableMerger(document, source.libraries, DefinitionFindings()).resolve(game)
    if table is None or not path:
        return None
    layer, found = table.owner(path)
    if len(found) == len(path):
        return document.locate((layer.name, *found), "value") if layer.document is document else None
    above = document.data.get(PROJECT_TABLE)
    if path[0] in PRINT_KEYS and isinstance(above, dict) and path[0] in above:
        return document.locate((PROJECT_TABLE, path[0]), "value")
    return None


def _project(tables: TableMerger) -> Mapping[str, Any]:
    """``[project]`` over the built-in defaults; a wrong value is reported and the default stands in for the while."""
    table = tables.document.data.get(PROJECT_TABLE, {})
    wrong = SchemaValidator({**PROJECT, "$defs": COMMON_DEFS}, FORMATS).check(table, (PROJECT_TABLE,))
    tables.report_in(tables.document, wrong)
    if not isinstance(table, dict):
        return _DEFAULTS
    bad = {finding.path[1] for finding in wrong if len(finding.path) > 1}
    return {key: table[key] if key in table and key not in bad else value for key, value in _DEFAULTS.items()}


@dataclass(frozen=True, slots=True)
class _GameReader:
    """Reads one game after another. ``above`` is ``[project]``, complete."""

    tables: TableMerger
    decks: Decks
    engines: EngineFinder
    above: Mapping[str, Any]
    free: FreeValues
    sheets: SheetFinder
    kit_sheet: SheetTemplate | None

    def read(self, name: str) -> Game | None:
        """The game ``name``, or None when it cannot be used; then why is among the findings."""
        table = self.tables.resolve(name)
        if table is None:
            return None
        table = self.free.put_into(table)
        kind = self.engines.of(table)
        settings, wrong = self._settings(table, kind)
        self.tables.report(table, [_misspelt(table, finding) for finding in wrong])
        misfits: list[DefinitionFinding] = []
        if kind is not None and settings is not None:
            misfits = _problems(kind, settings, table)
            self.tables.report(table, misfits, together=True)
        wrongly_assumed = list(check_assumed(table, settings, None if kind is None else kind.settings))
        self.tables.report_assumed(wrongly_assumed)
        sound = _sound(table.data, wrong)
        derived = () if kind is None else kind.decks
        values = sound["values"]
        language = str(table.data.get("language", self.above["language"]))
        decks = self.decks.of(table, sound["decks"], derived, DeckContext(values, language))
        if name in self.tables.findings.aside:
            return None
        known = None if kind is None else {*derived, *table.data.get("decks", {})}
        seats = kind is None or kind.seats is not None
        wrong_components = list(component_problems(sound["components"], known, seats=seats))
        wrong_components += sheet_problems(table, sound["components"], self.sheets)
        self.tables.report(table, wrong_components)
        if kind is None or settings is None or wrong or misfits or wrong_components or wrongly_assumed:
            return None
        try:
            most = 1 if kind.seats is None else max(kind.seats(settings))
        except Exception as error:  # whatever a package's engine does must not block the other games
            message = f"its engine cannot say for how many players it is: {str(error) or type(error).__name__}"
            hint = "the package that brings this engine is at fault, not the definition"
            self.tables.set_aside(table, [DefinitionFinding(("engine",), "unusable-engine", message, hint)])
            return None
        return self._game(table, most, settings, decks, values)

    def _settings(self, table: GameTable, kind: EngineSettings | None) -> tuple[Any, list[DefinitionFinding]]:
        """The settings of a table, or None, and everything in which the table differs from its schema."""
        if kind is not None and self.tables.is_plain(table):
            return read_settings(kind.settings, table.data)
        schema = dict(game_schema(None if kind is None else kind.settings))
        if "engine" not in table.data:
            schema["required"] = [key for key in schema["required"] if key != "engine"]
        return None, SchemaValidator(schema, FORMATS).check(table.data)

    def _kit_sheet(self, table: GameTable) -> SheetTemplate | None:
        """The sheet that a checked table asks for, or else ``[project]``."""
        name = table.data.get("sheet")
        if name is None or name == NO_SHEET:
            return self.kit_sheet if name is None else None
        return self.sheets.find(name, *(layer.document for layer in table.layers))

    def _game(
        self, table: GameTable, most: int, settings: Any, decks: Mapping[str, Any], values: Mapping[str, Any]
    ) -> Game:
        data = table.data
        card, sheet = size(data.get("card", self.above["card"])), self._kit_sheet(table)
        components = components_of(data["components"], card, most, data.get("edge", self.above["edge"]))
        assumed = {entry.key: entry.reason for entry in table.assumed}
        resolved = {key: value for key, value in data.items() if key != "decks"}
        if decks:
            resolved["decks"] = {name: as_plain(items) for name, items in decks.items()}
        if assumed:
            resolved["assumed"] = assumed
        return Game(
            id=table.name,
            engine=data["engine"],
            title=text(data["title"]),
            facts=text(data["facts"]) if "facts" in data else None,
            credits=credits_of(data.get("credits", {})),
            settings=settings,
            components=tuple(laid_on(components, table, sheet, self.sheets)),
            defaults=defaults_of(data, self.above, sheet),
            assumed={key: text(reason) for key, reason in assumed.items()},
            resolved=resolved,
            decks=decks,
            icons=icons_of(data.get("text-icons", {})),
            values=values,
        )


class _LazyGames(Mapping[str, Game]):
    """Games by name, each read when it is first asked for: most commands want one, and each brings its engine along."""

    def __init__(self, reader: _GameReader, names: tuple[str, ...]) -> None:
        self._reader = reader
        self._names = names
        self._read: dict[str, Game] = {}

    def __getitem__(self, name: str) -> Game:
        """Raises KeyError where there is no such game, DefinitionError with all that is wrong with it."""
        if name not in self._names:
            raise KeyError(name)
        if name not in self._read:
            game = self._reader.read(name)
            findings = self._reader.tables.findings
            findings.raise_if_any()
            if game is None:
                raise DefinitionError(findings.aside[name])
            self._read[name] = game
        return self._read[name]

    def values(self) -> ValuesView[Game]:
        """All games, read first, so that everything that is wrong with any of them is told at once."""
        for name in self._names:
            if name not in self._read and (game := self._reader.read(name)) is not None:
                self._read[name] = game
        self._reader.tables.findings.raise_if_any()
        return super().values()

    def __contains__(self, name: object) -> bool:
        return name in self._names

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)


def _problems(kind: EngineSettings, settings: Any, table: GameTable) -> list[DefinitionFinding]:
    found = [DefinitionFinding(item.path, item.code, item.message, item.hint) for item in kind.problems(settings)]
    return [_blamed(kind, table, finding) for finding in found]


def _misspelt(table: GameTable, finding: DefinitionFinding) -> DefinitionFinding:
    """An entry by id that lacks what a new one needs may have been meant to change one that is there."""
    if finding.code != "missing-key" or len(finding.path) < 2 or len(table.layers) == 1:
        return finding
    key, index = finding.path[:2]
    entries = table.data.get(str(key))
    below = table.without(str(key)).get(str(key))
    if not (isinstance(index, int) and isinstance(entries, list) and isinstance(below, list)):
        return finding
    known, names = entry_names(below), entry_names(entries)
    name = names[index] if index < len(names) else None
    close = nearest(name, known) if name is not None and name not in known else None
    return finding if close is None else replace(finding, hint=f"did you mean {close!r}? Else {finding.hint}")


def _blamed(kind: EngineSettings, table: GameTable, finding: DefinitionFinding) -> DefinitionFinding:
    """A misfit between values of the game's own table and inherited ones, told at the value that is its own: the one
    without which there would be no such misfit."""
    own = table.layers[0]
    if len(table.layers) == 1 or table.locate(finding.path, finding.at)[0] is own.document:
        return finding
    for key in own.data:
        if key in GAME_KEYS or key not in table.data:
            continue
        settings, _ = read_settings(kind.settings, table.without(key))
        if settings is None:
            continue
        left = {(item.path, item.code) for item in kind.problems(settings)}
        if (finding.path, finding.code) not in left:
            return replace(finding, path=(key,), at="value")
    return finding


def _sound(data: Mapping[str, Any], wrong: list[DefinitionFinding]) -> Mapping[str, Mapping[str, Any]]:
    """The components, decks and free values that are well-formed: they can be looked at even when others are not."""
    bad = {finding.path[:length] for finding in wrong for length in (1, 2) if len(finding.path) >= length}
    sound: dict[str, Mapping[str, Any]] = {}
    for part in ("components", "decks", "values"):
        table = data.get(part)
        entries = table if isinstance(table, dict) else {}
        sound[part] = {key: value for key, value in entries.items() if (part, key) not in bad}
    sound["values"] = {key: field_of(value) for key, value in sound["values"].items()}
    return sound
