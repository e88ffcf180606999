"""Reference of every key of a definition file, taken from the JSON Schema of the reader and editors."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from difflib import get_close_matches
from typing import Any, NamedTuple

from pnp.definition.keys.common import GAME_KEYS, REQUIRED
from pnp.definition.keys.samples import line, sample, spelled
from pnp.definition.keys.schemas import Schema
from pnp.definition.keys.wording import describe_kind, is_text
from pnp.definition.tables import SHEETS_TABLE
from pnp.records import dataclass

ANY = "*"
"""Part of an address: a name that the maker chooses, or a list index."""
_LONGEST_EXAMPLE = 420
_GAME = "GAME"
_CHOSEN = "ID"


@dataclass(frozen=True, slots=True)
class KeyEntry:
    """Key of a definition file: its place, its meaning, its values.

    ``address`` leads there by keys alone. ``engine`` is the engine whose key it is, or empty for a key of all games.
    """

    address: tuple[str, ...]
    header: str
    """Header of its table: ``[GAME.components.ID]``, ``[[GAME.colours]]``."""
    meaning: str
    kind: str
    """Values that it takes, in words, with limits and units."""
    example: str
    """Line of TOML."""
    default: str | None = None
    """Value that holds without it, as TOML or in words, or None."""
    required: bool = False
    where: str = ""
    """Kind of table that it belongs to, if several kinds may stand there: ``is = "cube"``."""
    engine: str = ""
    is_open: bool = False
    """True if names that the maker chooses may stand in it: a table of them, a list of entries with ids, a text with
    its languages."""

    @property
    def name(self) -> str:
        """Last key of the address."""
        return self.address[-1]

    @property
    def title(self) -> str:
        """Header and name, as a person writes them."""
        return f"{self.header} {self.name}"

    def as_json(self) -> dict[str, Any]:
        """Return the key as JSON data."""
        return {
            "key": ".".join((*((self.engine,) if self.engine else ()), *self.address)),
            "table": self.header,
            "name": self.name,
            "engine": self.engine or None,
            "where": self.where or None,
            "meaning": self.meaning,
            "kind": self.kind,
            "required": self.required,
            "default": self.default,
            "example": self.example,
        }


def reference(schema: Schema, shown: Mapping[str, Iterable[Mapping[str, Any]]]) -> list[KeyEntry]:
    """Return the keys of ``[project]``, of every game, of ``[sheets]`` and of each engine.

    They come from the schema of a definition file. ``shown`` has tables of games by their engine: their values are the
    examples, if one fits on a line.
    """
    defs = schema["$defs"]
    walk = _SchemaWalk(defs)
    keys = list(walk.table(schema["properties"]["project"], _TableEntry((), "project")))
    game_keys = walk.table({"properties": GAME_KEYS, "required": REQUIRED}, _TableEntry((), _GAME))
    project_addresses = {key.address for key in keys if key.header == "[project]"}
    keys += [
        replace(key, default="that of [project]") if _is_project_key(project_addresses, key) else key
        for key in game_keys
    ]
    keys += walk.tables(schema["properties"]["sheets"], _TableEntry((SHEETS_TABLE,), SHEETS_TABLE))
    for engine in sorted(name for name in defs if "engine" in defs[name].get("properties", {})):
        if engine.endswith("-in-part"):
            continue
        settings = {key: key_schema for key, key_schema in defs[engine]["properties"].items() if key not in GAME_KEYS}
        table = {"properties": settings, "required": defs[engine].get("required", ())}
        game_keys = _SchemaWalk(defs, tuple(shown.get(engine, ()))).table(table, _TableEntry((), _GAME))
        keys += [replace(key, engine=engine) for key in game_keys]
    return keys


def _is_project_key(project: set[tuple[str, ...]], key: KeyEntry) -> bool:
    return len(key.address) == 1 and ("project", *key.address) in project


class _TableEntry(NamedTuple):
    """Table: the keys that lead to it, its header, and its kind."""

    address: tuple[str, ...]
    header: str
    is_list: bool = False
    where: str = ""

    def inside(self, key: str, *, is_list: bool = False, chosen: bool = False) -> _TableEntry:
        """Return the table under ``key``, or in the list there, or under a name that the maker chooses."""
        name = _CHOSEN if chosen else key
        part = ANY if chosen else key
        return _TableEntry((*self.address, part), f"{self.header}.{name}", is_list)

    @property
    def bracketed(self) -> str:
        return f"[[{self.header}]]" if self.is_list else f"[{self.header}]"


class _SchemaWalk:
    """Walk through the tables of a schema."""

    def __init__(self, defs: Mapping[str, Schema], shown: Sequence[Mapping[str, Any]] = ()) -> None:
        self._defs = defs
        self._shown = shown

    def _resolve(self, schema: Schema) -> Schema:
        while "$ref" in schema:
            schema = self._defs[schema["$ref"].removeprefix("#/$defs/")]
        return schema

    def table(self, schema: Schema, parent: _TableEntry) -> Iterator[KeyEntry]:
        """Yield the keys of a table, each followed by those of the tables in it."""
        prefix = ("project",) if parent.header == "project" and not parent.address else ()
        for name, value_schema in schema.get("properties", {}).items():
            if "const" in value_schema:
                continue  # the key that distinguishes kinds of tables is listed once for them all
            yield self._key(name, value_schema, parent._replace(address=(*prefix, *parent.address)), schema)
            yield from self.tables(value_schema, parent.inside(name))

    def tables(self, value_schema: Schema, parent: _TableEntry) -> Iterator[KeyEntry]:
        """Yield the keys of all tables that a value may hold."""
        if is_text(value_schema):
            return
        schema = self._resolve(value_schema)
        options = [self._resolve(option) for option in schema.get("anyOf", ())]
        kinds = [option for option in options if "properties" in option]
        discriminator = _discriminator(kinds)
        if discriminator is not None:
            yield self._discriminator_entry(discriminator, kinds, parent)
        for option in options:
            where = "" if discriminator is None else line(discriminator, option["properties"][discriminator]["const"])
            yield from self.tables(option, parent._replace(where=where))
        if "properties" in schema:
            yield from self.table(schema, parent)
        entry_schema = schema.get("additionalProperties")
        if isinstance(entry_schema, Mapping) and entry_schema:
            yield from self.tables(entry_schema, parent.inside("", chosen=True))
        if isinstance(schema.get("items"), Mapping):
            yield from self.tables(schema["items"], parent._replace(address=(*parent.address, ANY), is_list=True))

    def _discriminator_entry(self, discriminator: str, kinds: list[Schema], parent: _TableEntry) -> KeyEntry:
        """Return the key that distinguishes kinds of tables."""
        values = [kind["properties"][discriminator]["const"] for kind in kinds]
        meanings = [
            f"{spelled(value)}: {kind.get('description', '')}" for value, kind in zip(values, kinds, strict=True)
        ]
        schema = {"enum": values, "description": " ".join(meanings)}
        return self._key(discriminator, schema, parent, {"required": [discriminator]})

    def _key(self, name: str, value_schema: Schema, parent: _TableEntry, table: Schema) -> KeyEntry:
        schema = {**self._resolve(value_schema), **{key: part for key, part in value_schema.items() if key != "$ref"}}
        default = schema.get("default")
        return KeyEntry(
            address=(*parent.address, name),
            header=parent.bracketed,
            meaning=_plain(schema.get("description", "")),
            kind=describe_kind(value_schema, self._resolve),
            example=self._example((*parent.address, name), schema),
            default=None if default is None else spelled(default),
            required=name in table.get("required", ()),
            where=parent.where,
            is_open=self._is_open(value_schema),
        )

    def _is_open(self, value_schema: Schema) -> bool:
        schema = self._resolve(value_schema)
        if is_text(value_schema) or schema.get("type") == "array" or any(map(self._is_open, schema.get("anyOf", ()))):
            return True
        return schema.get("type") == "object" and schema.get("additionalProperties", True) is not False

    def _example(self, address: tuple[str, ...], schema: Schema) -> str:
        """Return a line with the key's value in one of the games shown, or a sample.

        A long list is cut to its least length.
        """
        for table in self._shown:
            value = _value(table, address)
            least = max(1, schema.get("minItems", 0))
            for candidate in (value, value[:least] if isinstance(value, list) else None):
                if candidate is not None and len(example := line(address[-1], candidate)) <= _LONGEST_EXAMPLE:
                    return example
        return line(address[-1], sample(schema, self._resolve))


def _plain(text: str) -> str:
    """Return a docstring as one paragraph of Markdown."""
    return " ".join(text.split()).replace("``", "`")


def _discriminator(kinds: list[Schema]) -> str | None:
    """Return the key whose value distinguishes kinds of tables, or None."""
    if len(kinds) < 2:
        return None
    return next(
        (key for key in kinds[0]["properties"] if all("const" in kind["properties"].get(key, {}) for kind in kinds)),
        None,
    )


def _value(value: Any, address: tuple[str, ...]) -> Any:
    """Return the first value at an address, or None."""
    if not address:
        return value
    part, remainder = address[0], address[1:]
    if part == ANY:
        children = value.values() if isinstance(value, Mapping) else value if isinstance(value, list) else ()
        return next((leaf for child in children if (leaf := _value(child, remainder)) is not None), None)
    return _value(value[part], remainder) if isinstance(value, Mapping) and part in value else None


# Search for keys by a name, or by a path with or without the names that the maker chose

_BETWEEN = re.compile(r"[.\s\[\]]+")
_SETTINGS = "settings"


def find_keys(keys: Iterable[KeyEntry], query: str, engines: Mapping[str, str]) -> list[KeyEntry]:
    """Return the keys that ``query`` names: by last name wherever it stands, by path the one there.

    ``engines`` maps names of games to their engines. A path may begin with a game or an engine, and is then limited to
    that one. Names that the maker chose, and list indexes, may stand in a path or be left out.
    """
    entries, parts = list(keys), _parts(query)
    if not parts:
        return []
    matches = _find_matches(entries, parts, engines)
    # The last part may be a name that the maker chose, unless it looks like a key of that table.
    if not matches and not _similar_paths(entries, parts, engines):
        matches = _find_matches(entries, parts, engines, open_=True)
    return matches or _keys_of_table(entries, parts)


def _keys_of_table(keys: Iterable[KeyEntry], parts: Sequence[str]) -> list[KeyEntry]:
    """Return the keys of a table of the file that is no game's: ``project``, ``sheets``."""
    return [key for key in keys if list(key.address[: len(parts)]) == list(parts)]


def suggest_keys(keys: Iterable[KeyEntry], query: str, engines: Mapping[str, str]) -> list[str]:
    """Return at most three suggestions for a name or a path that does not exist."""
    entries, parts = list(keys), _parts(query)
    if not parts:
        return []
    return _similar_paths(entries, parts, engines) or get_close_matches(
        parts[-1], {key.name: key for key in entries}, 3
    )


def _similar_paths(keys: Sequence[KeyEntry], parts: Sequence[str], engines: Mapping[str, str]) -> list[str]:
    """Return paths of similarly spelled keys in the table that a path leads to."""
    if len(parts) < 2:
        return []
    close = get_close_matches(parts[-1], {key.name: key for key in keys}, 10, 0.7)
    paths = [(*parts[:-1], name) for name in close]
    return [".".join(path) for path in paths if _find_matches(keys, path, engines)][:3]


def _find_matches(
    keys: Sequence[KeyEntry], parts: Sequence[str], engines: Mapping[str, str], *, open_: bool = False
) -> list[KeyEntry]:
    matches = _matching(keys, parts, open_)
    by_name = {name.replace("_", "-"): engine for name, engine in engines.items()}
    if matches or len(parts) == 1 or parts[0] not in by_name:
        return matches
    allowed = [key for key in keys if key.engine in ("", by_name[parts[0]])]
    return _matching(allowed, parts[2:] if parts[1] == _SETTINGS and len(parts) > 2 else parts[1:], open_)


def plain_path(key: KeyEntry) -> str:
    """Return the path of a key without the names that the maker chose: ``components.edge``."""
    return ".".join(part for part in key.address if part != ANY)


def nested_keys(keys: Iterable[KeyEntry], table: KeyEntry) -> list[KeyEntry]:
    """Return the keys of the table, or of the tables, that a key may hold."""
    length = len(table.address)
    return [
        key
        for key in keys
        if key.engine == table.engine
        and key.address[:length] == table.address
        and len(key.address) > length
        and all(part == ANY for part in key.address[length:-1])
    ]


def _parts(query: str) -> list[str]:
    parts = [part.lower().replace("_", "-") for part in _BETWEEN.split(query) if part]
    return parts[1:] if parts[:1] == ["game"] else parts


def _matching(keys: Sequence[KeyEntry], parts: Sequence[str], open_: bool) -> list[KeyEntry]:
    """Return the keys with a path, or else with its end. ``open_`` allows a chosen name at the end."""
    patterns = [(key, (*key.address, ANY) if open_ and key.is_open else key.address) for key in keys]
    full_matches = [key for key, pattern in patterns if len(parts) > 1 and _fits(pattern, parts)]
    return full_matches or [key for key, pattern in patterns if _fits_end(pattern, parts)]


def _fits_end(pattern: tuple[str, ...], parts: Sequence[str]) -> bool:
    return any(pattern[start] != ANY and _fits(pattern[start:], parts) for start in range(len(pattern)))


def _fits(pattern: Sequence[str], parts: Sequence[str]) -> bool:
    """Return True if ``parts`` are a path of this pattern. Names that the maker chose may be left out."""
    if not pattern:
        return not parts
    if pattern[0] == ANY:
        return _fits(pattern[1:], parts) or (bool(parts) and _fits(pattern[1:], parts[1:]))
    return bool(parts) and parts[0] == pattern[0] and _fits(pattern[1:], parts[1:])


# Page of the documentation with every key

_HEAD = """# Keys of games.toml

Every key of a definition file: where it stands, what it means, what it can be. `pnp explain KEY` tells the same of
one key, by its name or its path (`pnp explain components.edge`), also of the engines of installed packages; `pnp
schema` has it for editors. This page is written by `pnp explain --markdown`.

Headings are the lines in square brackets that keys stand below. `GAME` is the name of your game, `ID` a name that you
choose: both are small letters, digits and single hyphens. Double brackets begin an entry of a list; most people write
such a list in braces, an entry a line: `colours = [{ id = "red", … }, …]`. A game that `extends` another one needs none
of the keys that must be there, and changes entries of a list by their ids: `[GAME.colours.red]`.

A length is in quotes, with its unit: `"3mm"`, `"0.5cm"`, `"1in"`, `"12pt"`. A text is `"Red"`, the same in every
language, or one for each language, by its tag: `{ en = "red", ja = "赤" }`; a Japanese one may have its reading in kana
beside it, as `ruby`. What stands in `words.toml` and `theme.toml` is told in
[templates.md](templates.md#the-look-of-a-game).
"""


def keys_page(keys: Iterable[KeyEntry]) -> str:
    """Return the documentation page of all keys, in Markdown: a part for all games, and one for each engine."""
    parts: dict[str, dict[str, list[KeyEntry]]] = {}
    for key in keys:
        parts.setdefault(key.engine, {}).setdefault(key.header, []).append(key)
    lines = [_HEAD]
    for engine, headers in parts.items():
        if engine:
            lines.append(f'## engine = "{engine}"\n')
        for header, entries in headers.items():
            lines.append(f"{'###' if engine else '##'} `{header}`\n")
            lines += [_format_key(key) for key in entries]
            lines.append("")
    return "\n".join(lines)


def _format_key(key: KeyEntry) -> str:
    where = f", where `{key.where}`" if key.where else ""
    need = " Must be there." if key.required else f" Without it: {_code(key.default)}." if key.default else ""
    return f"- **`{key.name}`**{where}: {key.meaning}\n  Value: {key.kind}.{need}\n  `{key.example}`"


def _code(default: str) -> str:
    return default if default.startswith("that ") else f"`{default}`"
