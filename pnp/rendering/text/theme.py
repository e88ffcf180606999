"""Theme of an engine's faces, from ``theme.toml`` beside the templates.

It has font stacks by role and language, and the colours and measures that the shared macros use.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import field
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from pnp.diagnostics import Diagnostic, Location, TemplateError
from pnp.fonts import UPRIGHT, FontStyle, features_of, stretch_of, style_of
from pnp.model.text import Language, for_language, language_tag, layout_language
from pnp.records import dataclass
from pnp.rendering.access_log import AccessLog
from pnp.toml.document import KeyPath, locate_key, parse_toml

_TABLES = ("fonts", "type", "look")
_NAME = re.compile("[a-z][a-z0-9-]*")
_HEX = re.compile("#(?:[0-9a-fA-F]{3}){1,2}")


@dataclass(frozen=True, slots=True)
class FontRole:
    """Declared font stack: families in order of preference, and the wanted weight, style, width and features.
    ``stretch`` is in per cent of the normal width. ``features`` are the tags of enabled features, sorted."""

    families: tuple[str, ...]
    weight: int
    style: FontStyle = UPRIGHT
    stretch: float = 100
    features: tuple[str, ...] = ()


class Look:
    """Colours and measures of a look, by name: ``look.dark``, ``look.rim``. Measures are in mm."""

    __slots__ = ("_accessed", "_source", "_values")

    def __init__(self, values: Mapping[str, str | float], source: str, accessed: set[str] | None = None) -> None:
        self._values = dict(values)
        self._source = source
        self._accessed = set() if accessed is None else accessed

    def __getattr__(self, name: str) -> Any:
        """Return the value of ``name``. Raises TemplateError for a name that the theme does not declare."""
        if name.startswith("_"):
            raise AttributeError(name)
        if name not in self._values:
            raise TemplateError(
                Diagnostic(
                    "unknown-look",
                    f"the look of the theme has no {name!r}",
                    hint=_known_names_hint(name, self._values, self._source),
                )
            )
        self._accessed.add(name)
        return self._values[name]

    def texts(self) -> Mapping[str, str]:
        """Return the values that are neither numbers nor colours, by name."""
        return {
            name: value for name, value in self._values.items() if isinstance(value, str) and not _HEX.fullmatch(value)
        }

    def value(self, name: str) -> str | float | None:
        """Return the value of ``name`` without logging it; None if there is none."""
        return self._values.get(name)


def _known_names_hint(name: str, names: Iterable[str], source: str) -> str:
    """Return a hint with the nearest declared name, else all of them. The message itself stands at the line of the
    template."""

    declared = sorted(names)
    similar = get_close_matches(name, declared, 1)
    return (
        f"did you mean {similar[0]!r}?" if similar else f"{Path(source).name} has: {', '.join(declared) or 'nothing'}"
    )


@dataclass(frozen=True, slots=True)
class Theme:
    """Font roles of one language, by name (``text``, ``strong``, ``title``, ``numeral`` …), and the look.

    ``type_sizes`` are the sizes of type of that language, the largest first; the look has them as ``type_words`` …
    """

    language: Language
    fonts: Mapping[str, FontRole]
    source: str
    look: Look = field(default_factory=lambda: Look({}, "theme.toml"))
    type_sizes: tuple[float, ...] = ()
    files: Mapping[str, str] = field(default_factory=dict, compare=False)
    """Texts of the theme files by name, for the places of messages."""
    access_log: AccessLog = field(default_factory=AccessLog, compare=False)
    """Log of the font roles and look names that are used."""

    def role(self, name: str) -> FontRole:
        """Return the stack of a role. Raises TemplateError for a role that the theme does not declare."""
        if name not in self.fonts:
            raise TemplateError(
                Diagnostic(
                    "unknown-font",
                    f"the theme declares no font {name!r} for {self.language!r}",
                    hint=_known_names_hint(name, self.fonts, self.source),
                )
            )
        self.access_log.fonts.add(name)
        return self.fonts[name]

    def place_of_role(self, name: str) -> Location | None:
        """Return the line of a font role in the last file that has it, of its own language first."""
        languages = (self.language, layout_language(self.language))
        return self._place(*(("fonts", language, name) for language in languages))

    def place_of_look(self, name: str) -> Location | None:
        """Return the line of a colour or a measure in the last file that has it."""
        return self._place(("look", name.replace("_", "-")), ("look", name))

    def _place(self, *paths: KeyPath) -> Location | None:
        places = (locate_key(text, file, *paths) for file, text in reversed(list(self.files.items())))
        return next((place for place in places if place.line is not None), None)


def load_theme(files: Mapping[str, str], language: Language) -> Theme:
    """Load a theme from the texts of ``theme.toml`` files by name. Later files override earlier ones, role by role and,
    in the look, name by name. Raises TemplateError for an invalid theme."""
    fonts: dict[str, FontRole] = {}
    look: dict[str, str | float] = {}
    sizes: dict[str, float] = {}
    for name, text in files.items():
        file = _ThemeFile(name, text, language)
        table = parse_toml(text, name)
        _refuse_unknown_keys(file, table)
        for role, entry in _of_language(table.get("fonts", {}), language).items():
            fonts[role] = _font_role(file, role, entry)
        sizes |= _type_sizes(file, _of_language(table.get("type", {}), language))
        look |= _look(file, table.get("look", {}))
    source = tuple(files)[-1]
    access_log = AccessLog()
    measures = {**look, **{f"type_{size}": measure for size, measure in sizes.items()}}
    return Theme(
        language,
        fonts,
        source,
        Look(measures, source, access_log.look),
        tuple(sorted(set(sizes.values()), reverse=True)),
        files,
        access_log,
    )


@dataclass(frozen=True, slots=True)
class _ThemeFile:
    """Theme file that is being read for a language."""

    name: str
    text: str
    language: Language

    def place(self, table: str, *keys: str) -> Location:
        """Return the location of a key of ``look``, or of the table ``fonts`` or ``type`` of the language."""
        languages = (self.language, layout_language(self.language))
        return locate_key(self.text, self.name, (table, *keys), *((table, language, *keys) for language in languages))


def _refuse_unknown_keys(file: _ThemeFile, table: Mapping[str, Any]) -> None:
    """Raise TemplateError for an unknown key, an unknown language, or a value in place of a table of languages."""
    unknown: list[KeyPath] = [(key,) for key in table if key not in _TABLES]
    for name in ("fonts", "type"):
        by_language = table.get(name, {})
        if isinstance(by_language, dict) and all(isinstance(entry, dict) for entry in by_language.values()):
            unknown += [(name, key) for key in by_language if language_tag(key) != key]
        else:
            unknown.append((name,))
    if unknown:
        path = unknown[0]
        near = get_close_matches(str(path[-1]), _TABLES, 1) if len(path) == 1 else ()
        raise TemplateError(
            Diagnostic(
                "unknown-key",
                f"there is no key {path[-1]!r} in a theme",
                locate_key(file.text, file.name, path),
                f"did you mean {near[0]!r}?"
                if near and near[0] != path[-1]
                else "a theme has tables [fonts.en], [fonts.ja], such of other languages, [type.en] …, and [look]",
            )
        )


def _of_language(by_language: Mapping[str, Mapping[str, object]], language: Language) -> Mapping[str, object]:
    """Return the entries of a language; what it lacks is that of the language whose layout it has."""
    return {**by_language.get(layout_language(language), {}), **(for_language(by_language, language) or {})}


def _type_sizes(file: _ThemeFile, table: Mapping[str, object]) -> dict[str, float]:
    """Return the sizes of type of one file, in mm by name."""
    sizes: dict[str, float] = {}
    for key, value in table.items():
        if type(value) not in (int, float) or not 0 < value < math.inf or not _NAME.fullmatch(key):  # type: ignore[operator]
            raise TemplateError(
                Diagnostic(
                    "wrong-type",
                    f"{key!r} is no size of type",
                    file.place("type", key),
                    "write a name in small letters and a size in mm under [type.en]: words = 3.0",
                )
            )
        sizes[key.replace("-", "_")] = float(value)  # type: ignore[arg-type]
    return sizes


def _look(file: _ThemeFile, table: object) -> dict[str, str | float]:
    """Return the look of one file. Colours are strings, measures numbers. Templates write a dash in a name as ``_``."""
    look: dict[str, str | float] = {}
    for key, value in table.items() if isinstance(table, dict) else [("look", None)]:
        if not isinstance(value, str | int | float) or value is True or value is False or not _NAME.fullmatch(key):
            raise TemplateError(
                Diagnostic(
                    "wrong-type",
                    f"{key!r} is no entry of a look",
                    file.place("look", key),
                    'write a name in small letters and a colour or a measure in mm under [look]: dark = "#1b1726"',
                )
            )
        if isinstance(value, str) and value.startswith("#") and not _HEX.fullmatch(value):
            message = f"{key!r} is no colour: {value!r}"
            raise TemplateError(Diagnostic("bad-value", message, file.place("look", key), 'write it as "#rrggbb"'))
        look[key.replace("-", "_")] = value
    return look


_FONT_KEYS: Mapping[str, tuple[Callable[[Any], object], str]] = {
    "families": (
        lambda value: isinstance(value, list) and value and all(isinstance(family, str) for family in value),
        'a list of names: ["Family", "Fallback"]',
    ),
    "weight": (lambda value: type(value) is int and 1 <= value <= 1000, "a whole number from 1 to 1000: 700 is bold"),
    "style": (style_of, '"normal" or "italic"'),
    "stretch": (stretch_of, '"condensed", "expanded" …, or from 50 to 200 per cent'),
    "features": (lambda value: features_of(value) is not None, 'a list of OpenType tags: ["kern", "liga"]'),
}
"""Keys of a font role, each with a test of its value and what the value must be."""


def _font_role(file: _ThemeFile, role: str, entry: object) -> FontRole:
    example = f'write {role} = {{ families = ["Family", "Fallback"], weight = 400 }}'
    if not isinstance(entry, dict):
        message, place = f"the font {role!r} is not a stack", file.place("fonts", role)
        raise TemplateError(Diagnostic("wrong-type", message, place, example))
    for key, value in entry.items():
        is_valid, wanted = _FONT_KEYS.get(key, (None, ""))
        if is_valid is None:
            message = f"there is no key {key!r} in a font"
            hint = _known_names_hint(key, _FONT_KEYS, "a font")
            raise TemplateError(Diagnostic("unknown-key", message, file.place("fonts", role, key), hint))
        if not is_valid(value):
            message = f"this is no {key!r} of the font {role!r}"
            raise TemplateError(Diagnostic("wrong-type", message, file.place("fonts", role, key), f"{key} is {wanted}"))
    missing = [key for key in ("families", "weight") if key not in entry]
    if missing:
        message, place = f"the font {role!r} has no {missing[0]!r}", file.place("fonts", role)
        raise TemplateError(Diagnostic("missing-key", message, place, example))
    return FontRole(
        tuple(entry["families"]),
        entry["weight"],
        style_of(entry.get("style", UPRIGHT)) or UPRIGHT,
        stretch_of(entry.get("stretch", 100)) or 100,
        features_of(entry.get("features", [])) or (),
    )
