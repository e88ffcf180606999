"""JSON Schemas of the files beside a definition: words, themes, and lists of fonts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Literal, get_args

from pnp.records import dataclass
from pnp.units import FONT_WIDTHS

OtherFile = Literal["words", "theme", "fonts"]
OTHER_FILES: tuple[OtherFile, ...] = get_args(OtherFile)
_DRAFT = "https://json-schema.org/draft/2020-12/schema"
_LANGUAGE = "^[a-z]{2,3}(-[A-Za-z0-9]+)*$"
_NAME = "^[a-z][a-z0-9-]*$"


def _text(description: str, **more: Any) -> dict[str, Any]:
    return {"type": "string", "description": description, **more}


def _table(description: str, **more: Any) -> dict[str, Any]:
    return {"type": "object", "description": description, "additionalProperties": False, **more}


_STRETCH = {
    "description": "Its width: a keyword of CSS, or per cent of the normal width from 50 to 200. Default: 100.",
    "anyOf": [{"enum": list(FONT_WIDTHS)}, {"type": "number", "minimum": 50, "maximum": 200}],
}
_WEIGHT = {"type": "integer", "minimum": 1, "maximum": 1000, "description": "Its weight: 400 is regular, 700 bold."}
_STYLE = {"enum": ["normal", "italic"], "description": "Upright (normal) or italic. Default: normal."}

_FORMS = _table(
    "Wordings by a number: none for 0, one for 1, other for all others.",
    properties={
        "by": _text("The value that chooses, or a list that is counted."),
        "none": _text("The wording for 0."),
        "one": _text("The wording for 1."),
        "other": _text("The wording for all other numbers."),
    },
    required=["by", "other"],
)
_WORDING = {
    "description": "Words by their key. {name} is a value or an icon, {names:+} a list joined with +.",
    "anyOf": [{"type": "string"}, _FORMS],
}
_WORDS = _table(
    "Words of a game, a table for each language: templates/GAME/words.toml.",
    properties={
        "together": _table(
            "Words that lines do not part, by language.",
            additionalProperties={"type": "array", "items": {"type": "string"}, "description": "Such words."},
        ),
        "ruby": {"type": "object", "description": "Readings that are set over Japanese terms: 脱落 = だつらく."},
        "order": {"type": "object", "description": "Keys whose values stand in another order on purpose."},
        "figures": {
            "type": "object",
            "description": "Keys whose figures no change of the definition changes, with why.",
        },
    },
    patternProperties={
        _LANGUAGE: {"type": "object", "description": "Words of a language.", "additionalProperties": _WORDING}
    },
)

_ROLE = _table(
    "Fonts of a role, such as text, strong, title or numeral.",
    properties={
        "families": {
            "type": "array",
            "items": {"type": "string"},
            "minItems": 1,
            "description": "Families in order: a character that the first lacks comes from the next.",
        },
        "weight": _WEIGHT,
        "style": _STYLE,
        "stretch": _STRETCH,
        "features": {
            "type": "array",
            "items": {"type": "string", "pattern": "^[A-Za-z0-9 ]{4}$"},
            "description": "OpenType features that are on, by their tags: kern, liga.",
        },
    },
    required=["families", "weight"],
)
_THEME = _table(
    "Look of a game: templates/GAME/theme.toml.",
    properties={
        "look": {
            "type": "object",
            "description": "Colours, and measures in mm. Templates read them as look.NAME.",
            "patternProperties": {
                _NAME: {
                    "description": 'A colour, "#rrggbb", or a measure in mm.',
                    "anyOf": [{"type": "string"}, {"type": "number"}],
                }
            },
            "additionalProperties": False,
        },
        "fonts": _table(
            "Roles of fonts, by language.",
            patternProperties={
                _LANGUAGE: {
                    "type": "object",
                    "description": "Roles of a language.",
                    "patternProperties": {_NAME: _ROLE},
                    "additionalProperties": False,
                }
            },
        ),
        "type": _table(
            "Sizes of type in mm, by language. Templates read them as look.type_NAME.",
            patternProperties={
                _LANGUAGE: {
                    "type": "object",
                    "description": "Sizes of a language.",
                    "patternProperties": {
                        _NAME: {"type": "number", "exclusiveMinimum": 0, "description": "A size of type in mm."}
                    },
                    "additionalProperties": False,
                }
            },
        ),
    },
)
_FONTS = _table(
    "Fonts of a folder: fonts/fonts.toml. All other files of the folder are ignored.",
    properties={
        "font": {
            "type": "array",
            "description": "A table [[font]] for each file.",
            "items": _table(
                "A font.",
                properties={
                    "file": _text("The name of its file in the folder.", pattern=r"^[^/\\]+$"),
                    "family": _text("The family that themes name."),
                    "weight": _WEIGHT,
                    "style": _STYLE,
                    "stretch": _STRETCH,
                    "names": {
                        "type": "array",
                        "items": {"type": "string"},
                        "description": "Further names of the family.",
                    },
                },
                required=["file", "family", "weight"],
            ),
        }
    },
)
_SCHEMAS: Mapping[OtherFile, Mapping[str, Any]] = {"words": _WORDS, "theme": _THEME, "fonts": _FONTS}
_PLACEHOLDERS = {_LANGUAGE: "LANGUAGE", _NAME: "NAME"}


def schema_of(file: OtherFile) -> dict[str, Any]:
    """Return the JSON Schema of words.toml, theme.toml or fonts.toml."""
    return {"$schema": _DRAFT, "title": f"{file}.toml", **_SCHEMAS[file]}


@dataclass(frozen=True, slots=True)
class FileKey:
    """Key of a file: its path, such as ``fonts.LANGUAGE.NAME.weight``, and what it means."""

    path: str
    meaning: str


def keys_of(file: OtherFile) -> Iterator[FileKey]:
    """Yield every key of a file, each table before its keys."""
    yield from _keys(_SCHEMAS[file], ())


def _keys(schema: Mapping[str, Any], path: tuple[str, ...]) -> Iterator[FileKey]:
    if path:
        yield FileKey(".".join(path), str(schema.get("description", "")))
    inner = schema.get("items", schema)
    for name, entry in inner.get("properties", {}).items():
        yield from _keys(entry, (*path, name))
    for pattern, entry in inner.get("patternProperties", {}).items():
        yield from _keys(entry, (*path, _PLACEHOLDERS[pattern]))
    others = inner.get("additionalProperties")
    if isinstance(others, dict):
        yield from _keys(others, (*path, "KEY"))
    for entry in schema.get("anyOf", ()):
        for name, part in entry.get("properties", {}).items():
            yield from _keys(part, (*path, name))
