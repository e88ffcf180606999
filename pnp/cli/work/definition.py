"""List the games and sheets of a definition, and explain its keys."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from textwrap import wrap
from typing import Any

from pnp.build.stock import known_sheets
from pnp.cli.output import coloured, note, say, say_json, say_table
from pnp.definition.json_schema import definition_schema
from pnp.definition.reference import KeyEntry, plain_path
from pnp.diagnostics import Diagnostic, PnpError
from pnp.model.component import Component
from pnp.model.game import Game
from pnp.model.sheet_template import SheetTemplate
from pnp.model.text import Language
from pnp.model.text import say as in_language
from pnp.project.definitions import all_engine_settings
from pnp.project.other_files import OTHER_FILES, OtherFile, keys_of, schema_of
from pnp.project.project import Project, decks_of, open_project
from pnp.project.reference import Reference, every_key
from pnp.records import dataclass
from pnp.registry import game_package

_WIDTH = 100
_MOST_KEYS_IN_FULL = 6
_LIST_HINT = "`pnp explain` lists them all"


# Games


@dataclass(frozen=True, slots=True)
class _ListedGame:
    """Game with the number of pieces of each component, in a language."""

    game: Game
    language: Language
    pieces: Sequence[tuple[Component, int]]

    @classmethod
    def of(cls, game: Game, language: Language | None) -> _ListedGame:
        decks = decks_of(game)
        pieces = [
            (component, component.copies * (sum(card.copies for card in decks[component.of]) if component.of else 1))
            for component in game.components
        ]
        return cls(game, language or game.defaults.language, pieces)

    def as_json(self, project: Project) -> dict[str, Any]:
        engine = game_package(self.game.engine)
        return {
            "id": self.game.id,
            "engine": self.game.engine,
            "title": in_language(self.game.title, self.language),
            "definition": project.origin(self.game),
            "package": engine.distribution,
            "version": engine.version,
            "components": [
                {
                    "id": component.id,
                    "kind": component.kind,
                    "title": in_language(component.title, self.language),
                    "pieces": count,
                }
                for component, count in self.pieces
            ],
        }

    def row(self, project: Project) -> tuple[str, ...]:
        titles = [(in_language(component.title, self.language), count) for component, count in self.pieces]
        return (
            self.game.id,
            in_language(self.game.title, self.language),
            _origin(project.origin(self.game), self.game.engine),
            ", ".join(f"{count} × {title}" if count > 1 else title for title, count in titles),
        )


def list_games(definition: Path | None, language: Language | None, as_json: bool) -> None:
    """Print the games of a definition and of installed packages. Raises PnpError."""
    project = open_project(definition)
    games = (*project.games.values(), *project.installed.games.values())
    listed = [_ListedGame.of(game, language) for game in games]
    unusable = {**project.set_aside, **project.installed.set_aside}
    if as_json:
        say_json(
            [game.as_json(project) for game in listed]
            + [
                {"id": name, "diagnostics": [reason.as_json() for reason in reasons]}
                for name, reasons in unusable.items()
            ]
        )
        return
    rows = [game.row(project) for game in listed] + [
        (name, "-", "-", "cannot be used: " + "; ".join(reason.message for reason in reasons))
        for name, reasons in unusable.items()
    ]
    say_table(("game", "title", "from", "prints"), rows)
    note(f"from {project.label}")


def _origin(definition: str, engine: str) -> str:
    """Return the origin of a game: its table, and its engine too if that is elsewhere."""
    package = str(game_package(engine))
    return package if definition == package else f"{definition}; engine {engine} of {package}"


# Sheets


def list_sheets(definition: Path | None, language: Language | None, as_json: bool) -> None:
    """Print the sheets of a definition and the shipped ones. Raises PnpError."""
    project = open_project(definition)
    language = language or project.language
    sheets = known_sheets(project)
    if as_json:
        own = project.sheets
        say_json([{**_sheet_as_json(sheet, language), "own": sheet.name in own} for sheet in sheets.values()])
        return
    rows = [
        (
            sheet.name,
            in_language(sheet.title, language),
            sheet.paper_name,
            _format_places(sheet),
            f"{sheet.source or '-'}{f', {sheet.checked}' if sheet.checked else ''}",
        )
        for sheet in sheets.values()
    ]
    say_table(("sheet", "title", "paper", "places", "figures from"), rows)
    note('  a component is laid on one with sheet = "NAME", all cards with pnp build --sheet NAME')


def _format_places(sheet: SheetTemplate) -> str:
    """Write ``10 of 91 × 55 mm`` or ``20 circles of 38.1 mm``."""
    places = sheet.places
    if places is None:
        return "as many as it holds"
    width, height = (f"{round(length, 2):g}" for length in (places.size.width, places.size.height))
    if places.shape == "circle":
        return f"{places.count} circles of {width} mm"
    shape = " hexagons" if places.shape == "hex" else ""
    return f"{places.count}{shape} of {width} × {height} mm"


def _sheet_as_json(sheet: SheetTemplate, language: Language) -> dict[str, Any]:
    places = sheet.places
    return {
        "name": sheet.name,
        "title": in_language(sheet.title, language),
        "paper": sheet.paper_name,
        "paper_mm": [sheet.paper.width, sheet.paper.height],
        "places": None
        if places is None
        else {
            "count": places.count,
            "columns": places.columns,
            "rows": places.rows,
            "shape": places.shape,
            "honeycomb": places.honeycomb,
            "size_mm": [round(places.size.width, 3), round(places.size.height, 3)],
            "left_mm": round(places.left, 3),
            "top_mm": round(places.top, 3),
            "pitch_mm": [round(places.pitch.width, 3), round(places.pitch.height, 3)],
        },
        "marks": sheet.marks,
        "source": sheet.source,
        "checked": sheet.checked,
    }


# Keys


def explain(name: str | None, as_json: bool) -> None:
    """Print the meaning of the keys of a ``name``, or a list of all. The name of words.toml, theme.toml or fonts.toml
    stands for all keys of that file. Raises PnpError for a name that no key has."""
    other = next((file for file in OTHER_FILES if name == f"{file}.toml"), None)
    if other is not None:
        _explain_file(other, as_json)
        return
    reference = every_key()
    keys = list(reference.keys) if name is None else reference.find(name)
    if name is not None and not keys:
        raise PnpError(_unknown_key(reference, name))
    if as_json:
        say_json([key.as_json() for key in keys])
    elif name is None:
        _list_keys(reference)
    elif len(keys) > _MOST_KEYS_IN_FULL:
        for key in keys:
            _print_title(key)
        note(f"  {len(keys)} keys; name the table as well: pnp explain {_path(keys[0])}")
    else:
        for number, key in enumerate(keys):
            if number:
                say()
            _print_in_full(reference, key)


def _explain_file(file: OtherFile, as_json: bool) -> None:
    """Print every key of a file beside the definition."""
    keys = list(keys_of(file))
    if as_json:
        say_json([{"path": key.path, "meaning": key.meaning} for key in keys])
        return
    for key in keys:
        say(coloured(key.path, "strong", sys.stdout), f"  {key.meaning}" if key.meaning else "")


def print_reference_page() -> None:
    """Print the reference page of all keys in Markdown."""
    for line in every_key().page().removesuffix("\n").split("\n"):
        say(line)


def print_schema(file: OtherFile | None) -> None:
    """Print the JSON Schema of a definition, or of a ``file`` beside it."""
    say_json(definition_schema(all_engine_settings()) if file is None else schema_of(file))


def _unknown_key(reference: Reference, name: str) -> Diagnostic:
    suggestions = reference.near(name)
    hint = f"did you mean {' or '.join(suggestions)}? Else {_LIST_HINT}" if suggestions else _LIST_HINT
    return Diagnostic("unknown-key", f"there is no key {name!r}", hint=hint)


def _path(key: KeyEntry) -> str:
    return f"{key.engine}.{plain_path(key)}" if key.engine else plain_path(key)


def _print_title(key: KeyEntry) -> None:
    engine = f'  (engine = "{key.engine}")' if key.engine else ""
    condition = f"  (where {key.where})" if key.where else ""
    say(coloured(key.title, "strong", sys.stdout), engine, condition)


def _print_in_full(reference: Reference, key: KeyEntry) -> None:
    _print_title(key)
    lines = wrap(key.meaning, _WIDTH, initial_indent="  ", subsequent_indent="  ")
    default = "none: it must be there" if key.required else key.default or "none: it may be left out"
    rows = [("value", key.kind), ("default", default), ("example", key.example)]
    children = list(dict.fromkeys(child.name for child in reference.inside(key)))
    if children:
        rows.append(("its keys", ", ".join(children)))
    for name, text in rows:
        text_lines = [text] if name == "example" else wrap(text, _WIDTH - 12) or [""]
        lines += [f"  {name if index == 0 else '':<12}{line}" for index, line in enumerate(text_lines)]
    for line in lines:
        say(line)


def _list_keys(reference: Reference) -> None:
    """Print every key by its table."""
    tables: dict[tuple[str, str], list[str]] = {}
    for key in reference.keys:
        names = tables.setdefault((key.engine, key.header), [])
        if key.name not in names:
            names.append(key.name)
    last_engine = ""
    for (engine, header), names in tables.items():
        if engine != last_engine:
            say()
            say(f'engine = "{engine}"')
            last_engine = engine
        say(coloured(header, "strong", sys.stdout))
        for line in wrap(", ".join(names), _WIDTH, initial_indent="  ", subsequent_indent="  ", break_on_hyphens=False):
            say(line)
    note("  pnp explain KEY says what one means and what it can be")
