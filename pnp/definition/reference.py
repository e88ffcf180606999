"""Every key of a definition file, told from the JSON Schema that the reader and editors use."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from pnp.definition.common import GAME_KEYS, REQUIRED
from pnp.definition.kinds_of_values import is_text, kind_of
from pnp.definition.samples import line, sample, spelled
from pnp.definition.schemas import Schema
from pnp.definition.tables import SHEETS_TABLE
from pnp.records import dataclass

ANY = "*"
"""In an address, a name that the maker chooses, or a place in a list."""
_LONGEST_EXAMPLE = 420
_GAME = "GAME"
_CHOSEN = "ID"


@dataclass(frozen=True, slots=True)
class Key:
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


def reference(schema: Schema, shown: Mapping[str, Iterable[Mapping[str, Any]]]) -> list[Key]:
    """The keys of ``[project]``, of every game, then those of each engine, from the schema of a definition file.

    ``shown`` has tables of games by their engine: their values are the examples, where one fits on a line.
    """
    defs = schema["$defs"]
    walk = _Walk(defs)
    keys = list(walk.table(schema["properties"]["project"], _Place((), "project")))
    own = walk.table({"properties": GAME_KEYS, "required": REQUIRED}, _Place((), _GAME))
    above = {key.address for key in keys if key.header == "[project]"}
    keys += [replace(key, default="that of [project]") if _in(above, key) else key for key in own]
    keys += walk.tables(schema["properties"]["sheets"], _Place((SHEETS_TABLE,), SHEETS_TABLE))
    for engine in sorted(name for name in defs if "engine" in defs[name].get("properties", {})):
        if engine.endswith("-in-part"):
            continue
        settings = {key: item for key, item in defs[engine]["properties"].items() if key not in GAME_KEYS}
        table = {"properties": settings, "required": defs[engine].get("required", ())}
        own = _Walk(defs, tuple(shown.get(engine, ()))).table(table, _Place((), _GAME))
        keys += [replace(key, engine=engine) for key in own]
    return keys


def _in(project: set[tuple[str, ...]], key: Key) -> bool:
    return len(key.address) == 1 and ("project", *key.address) in project


class _Place(NamedTuple):
    """A table: the keys that lead to it, what its header says, and which sort of table it is."""

    address: tuple[str, ...]
    header: str
    is_list: bool = False
    where: str = ""

    def inside(self, key: str, *, is_list: bool = False, chosen: bool = False) -> _Place:
        """The table under ``key``, or in the list there, or under a name that the maker chooses."""
        name = _CHOSEN if chosen else key
        part = ANY if chosen else key
        return _Place((*self.address, part), f"{self.header}.{name}", is_list)

    @property
    def bracketed(self) -> str:
        return f"[[{self.header}]]" if self.is_list else f"[{self.header}]"


class _Walk:
    """Goes through the tables of a schema."""

    def __init__(self, defs: Mapping[str, Schema], shown: Sequence[Mapping[str, Any]] = ()) -> None:
        self._defs = defs
        self._shown = shown

    def _resolve(self, schema: Schema) -> Schema:
        while "$ref" in schema:
            schema = self._defs[schema["$ref"].removeprefix("#/$defs/")]
        return schema

    def table(self, schema: Schema, place: _Place) -> Iterator[Key]:
        """The keys of a table, each followed by those of the tables in it."""
        start = ("project",) if place.header == "project" and not place.address else ()
        for name, given in schema.get("properties", {}).items():
            if "const" in given:
                continue  # what tells sorts of tables apart is one key of them all
            yield self._key(name, given, place._replace(address=(*start, *place.address)), schema)
            yield from self._below(given, place.inside(name))

    def tables(self, schema: Schema, place: _Place) -> Iterator[Key]:
        """The keys of tables under names that the maker chooses."""
        yield from self._below(schema, place)

    def _below(self, given: Schema, place: _Place) -> Iterator[Key]:
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

    def _sort(self, telling: str, sorts: list[Schema], place: _Place) -> Key:
        """The key that tells sorts of tables apart."""
        said = [f"{spelled(one['properties'][telling]['const'])}: {one.get('description', '')}" for one in sorts]
        values = [one["properties"][telling]["const"] for one in sorts]
        schema = {"enum": values, "description": " ".join(said)}
        return self._key(telling, schema, place, {"required": [telling]})

    def _key(self, name: str, given: Schema, place: _Place, table: Schema) -> Key:
        schema = {**self._resolve(given), **{key: part for key, part in given.items() if key != "$ref"}}
        default = schema.get("default")
        return Key(
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
