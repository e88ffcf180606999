"""Every key of a definition file, told from the JSON Schema that the reader and editors use."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from difflib import get_close_matches
from typing import Any, NamedTuple

from pnp.definition.keys.common import GAME_KEYS, REQUIRED
from pnp.definition.keys.samples import line, sample, spelled
from pnp.definition.keys.schemas import Schema
from pnp.definition.keys.wording import is_text, kind_of
from pnp.definition.tables import SHEETS_TABLE
from pnp.records import dataclass

ANY = "*"
"""In an address, a name that the maker chooses, or a place in a list."""
_LONGEST_EXAMPLE = 420
_GAME = "GAME"
_CHOSEN = "ID"


@dataclass(frozen=True, slots=True)
class KeyEntry:
    """A key: where it stands, what it means, what it can be.

    ``address`` leads there by keys alone, ``engine`` is the one whose key it is, if it is not a key of all games.
    """

    address: tuple[str, ...]
    header: str
    """The line in square brackets that it stands below: ``[GAME.components.ID]``, ``[[GAME.colours]]``."""
    meaning: str
    kind: str
    """What values it takes, in words, with limits and units."""
    example: str
    """A line of TOML."""
    default: str | None = None
    """What holds without it, as TOML or in words; None where nothing does."""
    required: bool = False
    where: str = ""
    """Which table it belongs to, of several sorts that may stand there: ``is = "cube"``."""
    engine: str = ""
    is_open: bool = False
    """Whether names that the maker chooses may stand in it: a table of them, a list of entries with ids, a text with
    its languages."""

    @property
    def name(self) -> str:
        """The key itself."""
        return self.address[-1]

    @property
    def title(self) -> str:
        """Where it stands and what it is called, as a person writes it."""
        return f"{self.header} {self.name}"

    def as_json(self) -> dict[str, Any]:
        """The key for programs."""
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
    """The keys of ``[project]``, of every game, then those of each engine, from the schema of a definition file.

    ``shown`` has tables of games by their engine: their values are the examples, where one fits on a line.
    """
    defs = schema["$defs"]
    walk = _SchemaWalk(defs)
    keys = list(walk.table(schema["properties"]["project"], _TableEntry((), "project")))
    own = walk.table({"properties": GAME_KEYS, "required": REQUIRED}, _TableEntry((), _GAME))
    above = {key.address for key in keys if key.header == "[project]"}
    keys += [replace(key, default="that of [project]") if _in(above, key) else key for key in own]
    keys += walk.tables(schema["properties"]["sheets"], _TableEntry((SHEETS_TABLE,), SHEETS_TABLE))
    for engine in sorted(name for name in defs if "engine" in defs[name].get("properties", {})):
        if engine.endswith("-in-part"):
            continue
        settings = {key: item for key, item in defs[engine]["properties"].items() if key not in GAME_KEYS}
        table = {"properties": settings, "required": defs[engine].get("required", ())}
        own = _SchemaWalk(defs, tuple(shown.get(engine, ()))).table(table, _TableEntry((), _GAME))
        keys += [replace(key, engine=engine) for key in own]
    return keys


def _in(project: set[tuple[str, ...]], key: KeyEntry) -> bool:
    return len(key.address) == 1 and ("project", *key.address) in project


class _TableEntry(NamedTuple):
    """A table: the keys that lead to it, what its header says, and which sort of table it is."""

    address: tuple[str, ...]
    header: str
    is_list: bool = False
    where: str = ""

    def inside(self, key: str, *, is_list: bool = False, chosen: bool = False) -> _TableEntry:
        """The table under ``key``, or in the list there, or under a name that the maker chooses."""
        name = _CHOSEN if chosen else key
        part = ANY if chosen else key
        return _TableEntry((*self.address, part), f"{self.header}.{name}", is_list)

    @property
    def bracketed(self) -> str:
        return f"[[{self.header}]]" if self.is_list else f"[{self.header}]"


class _SchemaWalk:
    """Goes through the tables of a schema."""

    def __init__(self, defs: Mapping[str, Schema], shown: Sequence[Mapping[str, Any]] = ()) -> None:
        self._defs = defs
        self._shown = shown

    def _resolve(self, schema: Schema) -> Schema:
        while "$ref" in schema:
            schema = self._defs[schema["$ref"].removeprefix("#/$defs/")]
        return schema

    def table(self, schema: Schema, place: _TableEntry) -> Iterator[KeyEntry]:
        """The keys of a table, each followed by those of the tables in it."""
        start = ("project",) if place.header == "project" and not place.address else ()
        for name, given in schema.get("properties", {}).items():
            if "const" in given:
                continue  # what tells sorts of tables apart is one key of them all
            yield self._key(name, given, place._replace(address=(*start, *place.address)), schema)
            yield from self._below(given, place.inside(name))

    def tables(self, schema: Schema, place: _TableEntry) -> Iterator[KeyEntry]:
        """The keys of tables under names that the maker chooses."""
        yield from self._below(schema, place)

    def _below(self, given: Schema, place: _TableEntry) -> Iterator[KeyEntry]:
        """The keys of whatever tables a value may hold."""
        if is_text(given):
            return
        schema = self._resolve(given)
        options = [self._resolve(option) for option in schema.get("anyOf", ())]
        sorts = [option for option in options if "properties" in option]
        telling = _telling(sorts)
        if telling is not None:
            yield self._sort(telling, sorts, place)
        for option in options:
            where = "" if telling is None else line(telling, option["properties"][telling]["const"])
            yield from self._below(option, place._replace(where=where))
        if "properties" in schema:
            yield from self.table(schema, place)
        rest = schema.get("additionalProperties")
        if isinstance(rest, Mapping) and rest:
            yield from self._below(rest, place.inside("", chosen=True))
        if isinstance(schema.get("items"), Mapping):
            yield from self._below(schema["items"], place._replace(address=(*place.address, ANY), is_list=True))

    def _sort(self, telling: str, sorts: list[Schema], place: _TableEntry) -> KeyEntry:
        """The key that tells sorts of tables apart."""
        said = [f"{spelled(one['properties'][telling]['const'])}: {one.get('description', '')}" for one in sorts]
        values = [one["properties"][telling]["const"] for one in sorts]
        schema = {"enum": values, "description": " ".join(said)}
        return self._key(telling, schema, place, {"required": [telling]})

    def _key(self, name: str, given: Schema, place: _TableEntry, table: Schema) -> KeyEntry:
        schema = {**self._resolve(given), **{key: part for key, part in given.items() if key != "$ref"}}
        default = schema.get("default")
        return KeyEntry(
            address=(*place.address, name),
            header=place.bracketed,
            meaning=_plain(schema.get("description", "")),
            kind=kind_of(given, self._resolve),
            example=self._example((*place.address, name), schema),
            default=None if default is None else spelled(default),
            required=name in table.get("required", ()),
            where=place.where,
            is_open=self._is_open(given),
        )

    def _is_open(self, given: Schema) -> bool:
        schema = self._resolve(given)
        if is_text(given) or schema.get("type") == "array" or any(map(self._is_open, schema.get("anyOf", ()))):
            return True
        return schema.get("type") == "object" and schema.get("additionalProperties", True) is not False

    def _example(self, address: tuple[str, ...], schema: Schema) -> str:
        """A line with the value that the key has in one of the games shown; of a long list as much as must be there."""
        for table in self._shown:
            value = _value(table, address)
            least = max(1, schema.get("minItems", 0))
            for some in (value, value[:least] if isinstance(value, list) else None):
                if some is not None and len(example := line(address[-1], some)) <= _LONGEST_EXAMPLE:
                    return example
        return line(address[-1], sample(schema, self._resolve))


def _plain(text: str) -> str:
    """A docstring as one paragraph of Markdown."""
    return " ".join(text.split()).replace("``", "`")


def _telling(sorts: list[Schema]) -> str | None:
    """The key by whose value sorts of tables are told apart."""
    if len(sorts) < 2:
        return None
    return next(
        (key for key in sorts[0]["properties"] if all("const" in one["properties"].get(key, {}) for one in sorts)), None
    )


def _value(value: Any, address: tuple[str, ...]) -> Any:
    """The first value at an address, None where there is none."""
    if not address:
        return value
    part, rest = address[0], address[1:]
    if part == ANY:
        inside = value.values() if isinstance(value, Mapping) else value if isinstance(value, list) else ()
        return next((found for one in inside if (found := _value(one, rest)) is not None), None)
    return _value(value[part], rest) if isinstance(value, Mapping) and part in value else None


# Keys found by what somebody asks for: a name, or a path with or without what the maker chose in it.

_BETWEEN = re.compile(r"[.\s\[\]]+")
_SETTINGS = "settings"


def find(keys: Iterable[KeyEntry], asked: str, engines: Mapping[str, str]) -> list[KeyEntry]:
    """The keys that ``asked`` names: by last name wherever it stands, by path the one there.

    ``engines`` are those of games by the names of these: a path may begin with a game or an engine, and then is of
    that one. Names of the maker's own, and places in lists, may stand in a path or be left out.
    """
    every, parts = list(keys), _parts(asked)
    if not parts:
        return []
    found = _found(every, parts, engines)
    # The last part may be a name of the maker's own, unless it looks like a key that stands there.
    found = found if found or _beside(every, parts, engines) else _found(every, parts, engines, open_=True)
    return found or _of_table(every, parts)


def _of_table(keys: Iterable[KeyEntry], parts: Sequence[str]) -> list[KeyEntry]:
    """The keys of a table of the file that is no game's: ``project``, ``sheets``."""
    return [key for key in keys if list(key.address[: len(parts)]) == list(parts)]


def near(keys: Iterable[KeyEntry], asked: str, engines: Mapping[str, str]) -> list[str]:
    """What may have been meant by a name or a path that is none: at most three."""
    every, parts = list(keys), _parts(asked)
    if not parts:
        return []
    return _beside(every, parts, engines) or get_close_matches(parts[-1], {key.name: key for key in every}, 3)


def _beside(keys: Sequence[KeyEntry], parts: Sequence[str], engines: Mapping[str, str]) -> list[str]:
    """The paths of keys that are spelled nearly so and stand in the table that a path leads to."""
    if len(parts) < 2:
        return []
    close = get_close_matches(parts[-1], {key.name: key for key in keys}, 10, 0.7)
    paths = [(*parts[:-1], name) for name in close]
    return [".".join(path) for path in paths if _found(keys, path, engines)][:3]


def _found(
    keys: Sequence[KeyEntry], parts: Sequence[str], engines: Mapping[str, str], *, open_: bool = False
) -> list[KeyEntry]:
    found = _matching(keys, parts, open_)
    if found or len(parts) == 1 or parts[0] not in engines:
        return found
    own = [key for key in keys if key.engine in ("", engines[parts[0]])]
    return _matching(own, parts[2:] if parts[1] == _SETTINGS and len(parts) > 2 else parts[1:], open_)


def plain_path(key: KeyEntry) -> str:
    """The path of a key without what the maker chooses: ``components.edge``."""
    return ".".join(part for part in key.address if part != ANY)


def inside(keys: Iterable[KeyEntry], table: KeyEntry) -> list[KeyEntry]:
    """The keys of the table, or of the tables, that a key may hold."""
    length = len(table.address)
    return [
        key
        for key in keys
        if key.engine == table.engine
        and key.address[:length] == table.address
        and len(key.address) > length
        and all(part == ANY for part in key.address[length:-1])
    ]


def _parts(asked: str) -> list[str]:
    parts = [part.lower().replace("_", "-") for part in _BETWEEN.split(asked) if part]
    return parts[1:] if parts[:1] == ["game"] else parts


def _matching(keys: Sequence[KeyEntry], parts: Sequence[str], open_: bool) -> list[KeyEntry]:
    """The keys of a path, or those that end so. ``open_``: a name of the maker's own may stand behind."""
    patterns = [(key, (*key.address, ANY) if open_ and key.is_open else key.address) for key in keys]
    whole = [key for key, pattern in patterns if len(parts) > 1 and _fits(pattern, parts)]
    return whole or [key for key, pattern in patterns if _ends_so(pattern, parts)]


def _ends_so(pattern: tuple[str, ...], parts: Sequence[str]) -> bool:
    return any(pattern[at] != ANY and _fits(pattern[at:], parts) for at in range(len(pattern)))


def _fits(pattern: Sequence[str], parts: Sequence[str]) -> bool:
    """Whether parts are a path of this pattern. What the maker chooses may be left out."""
    if not pattern:
        return not parts
    if pattern[0] == ANY:
        return _fits(pattern[1:], parts) or (bool(parts) and _fits(pattern[1:], parts[1:]))
    return bool(parts) and parts[0] == pattern[0] and _fits(pattern[1:], parts[1:])


# The page of the documentation that tells every key.

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
    """The page, in Markdown: a part for what all games share, and one for each engine."""
    parts: dict[str, dict[str, list[KeyEntry]]] = {}
    for key in keys:
        parts.setdefault(key.engine, {}).setdefault(key.header, []).append(key)
    lines = [_HEAD]
    for engine, headers in parts.items():
        if engine:
            lines.append(f'## engine = "{engine}"\n')
        for header, found in headers.items():
            lines.append(f"{'###' if engine else '##'} `{header}`\n")
            lines += [_entry(key) for key in found]
            lines.append("")
    return "\n".join(lines)


def _entry(key: KeyEntry) -> str:
    where = f", where `{key.where}`" if key.where else ""
    need = " Must be there." if key.required else f" Without it: {_coded(key.default)}." if key.default else ""
    return f"- **`{key.name}`**{where}: {key.meaning}\n  Value: {key.kind}.{need}\n  `{key.example}`"


def _coded(default: str) -> str:
    return default if default.startswith("that ") else f"`{default}`"
