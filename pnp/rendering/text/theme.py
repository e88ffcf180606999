"""The theme of an engine's faces, from ``theme.toml`` beside the templates: font stacks by role and language, and the
colours and measures of its look that the shared macros ask for."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import field
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from pnp.diagnostics import Diagnostic, Location, TemplateError
from pnp.fonts import UPRIGHT, FontStyle, features_of, stretch_of, style_of
from pnp.model.text import Language, language_tag, manner, of_language
from pnp.records import dataclass
from pnp.rendering.access_log import AccessLog

_NAME = re.compile("[a-z][a-z0-9-]*")


@dataclass(frozen=True, slots=True)
class FontRole:
    """A declared font stack: families in order of preference, the weight, style and width (per cent of the normal
    one) wanted of each, and the features of theirs that are on, by their tags, sorted."""

    families: tuple[str, ...]
    weight: int
    style: FontStyle = UPRIGHT
    stretch: float = 100
    features: tuple[str, ...] = ()


class Look:
    """The colours and measures of a look, by name: ``look.dark``, ``look.rim``. Measures are in mm."""

    __slots__ = ("_asked", "_source", "_values")

    def __init__(self, values: Mapping[str, str | float], source: str, asked: set[str] | None = None) -> None:
        self._values = dict(values)
        self._source = source
        self._asked = set() if asked is None else asked

    def __getattr__(self, name: str) -> Any:
        """The value of ``name``. Raises TemplateError for one that the theme does not declare."""
        if name.startswith("_"):
            raise AttributeError(name)
        if name not in self._values:
            raise TemplateError(
                Diagnostic(
                    "unknown-look",
                    f"the look of the theme has no {name!r}",
                    hint=_known(name, self._values, self._source),
                )
            )
        self._asked.add(name)
        return self._values[name]

    def value(self, name: str) -> str | float | None:
        """The value of ``name`` for who draws nothing with it; None where there is none."""
        return self._values.get(name)


def _known(name: str, names: Iterable[str], source: str) -> str:
    """The nearest name that a theme declares, else all of them: a message stands at the line of the template."""

    every = sorted(names)
    near = get_close_matches(name, every, 1)
    return f"did you mean {near[0]!r}?" if near else f"{Path(source).name} has: {', '.join(every) or 'nothing'}"


@dataclass(frozen=True, slots=True)
class Theme:
    """Font roles of one language, by name (``text``, ``strong``, ``title``, ``numeral`` …), and the look."""

    language: Language
    fonts: Mapping[str, FontRole]
    source: str
    look: Look = field(default_factory=lambda: Look({}, "theme.toml"))
    asked: AccessLog = field(default_factory=AccessLog, compare=False)
    """Notes the roles and the names of the look that are asked for."""

    def role(self, name: str) -> FontRole:
        """The stack that a template asks for. Raises TemplateError for a role that the theme does not declare."""
        if name not in self.fonts:
            raise TemplateError(
                Diagnostic(
                    "unknown-font",
                    f"the theme declares no font {name!r} for {self.language!r}",
                    hint=_known(name, self.fonts, self.source),
                )
            )
        self.asked.fonts.add(name)
        return self.fonts[name]


def load_theme(files: Mapping[str, str], language: Language) -> Theme:
    """A theme from the texts of ``theme.toml`` files by name; later files override earlier ones, role by role and, in
    the look, name by name. Raises TemplateError for what is no theme."""
    fonts: dict[str, FontRole] = {}
    look: dict[str, str | float] = {}
    for name, text in files.items():
        try:
            table = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            raise TemplateError(Diagnostic("syntax", f"this is not TOML: {error}", Location(name))) from error
        stacks = table.get("fonts", {})
        shaped = isinstance(stacks, dict) and all(isinstance(entry, dict) for entry in stacks.values())
        unknown = set(table) - {"fonts", "look"} | (
            {key for key in stacks if language_tag(key) != key} if shaped else {"fonts"}
        )
        if unknown:
            raise TemplateError(
                Diagnostic(
                    "unknown-key",
                    f"there is no key {min(unknown)!r} in a theme",
                    Location(name),
                    "a theme has tables [fonts.en], [fonts.ja], such of other languages, and [look]",
                )
            )
        own = of_language(stacks, language) or {}
        for role, entry in {**stacks.get(manner(language), {}), **own}.items():
            fonts[role] = _font_role(name, role, entry)
        look |= _look(name, table.get("look", {}))
    source = tuple(files)[-1]
    asked = AccessLog()
    return Theme(language, fonts, source, Look(look, source, asked.look), asked)


def _look(name: str, table: object) -> dict[str, str | float]:
    """The look of one file. Colours are strings, measures numbers; a dash in a name is written ``_`` by templates."""
    look: dict[str, str | float] = {}
    for key, value in table.items() if isinstance(table, dict) else [("look", None)]:
        if not isinstance(value, str | int | float) or value is True or value is False or not _NAME.fullmatch(key):
            raise TemplateError(
                Diagnostic(
                    "wrong-type",
                    f"{key!r} is no entry of a look",
                    Location(name),
                    'write a name in small letters and a colour or a measure in mm under [look]: dark = "#1b1726"',
                )
            )
        look[key.replace("-", "_")] = value
    return look


def _font_role(name: str, role: str, entry: object) -> FontRole:
    match entry:
        case {"families": [*families], "weight": int(weight), **rest} if weight is not True:
            style, stretch = style_of(rest.pop("style", UPRIGHT)), stretch_of(rest.pop("stretch", 100))
            features = features_of(rest.pop("features", []))
            named = bool(families) and all(isinstance(family, str) for family in families)
            if named and not rest and style is not None and stretch is not None and features is not None:
                return FontRole(tuple(families), weight, style, stretch, features)
    raise TemplateError(
        Diagnostic(
            "wrong-type",
            f"the font {role!r} is not a stack",
            Location(name),
            f'write {role} = {{ families = ["Family", "Fallback"], weight = 400 }}, and where it is wanted '
            'style = "italic", stretch = "condensed" or from 50 to 200 per cent, features = ["kern", "liga"]',
        )
    )
