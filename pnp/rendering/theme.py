"""The theme of an engine's faces: font stacks by role and language, from ``theme.toml`` beside the templates."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass

from pnp.diagnostics import Diagnostic, Location, TemplateError
from pnp.model.text import LANGUAGES, Language


@dataclass(frozen=True, slots=True)
class FontRole:
    """A declared font stack: families in order of preference, and the weight wanted of each."""

    families: tuple[str, ...]
    weight: int


@dataclass(frozen=True, slots=True)
class Theme:
    """Font roles of one language, by name (``text``, ``strong``, ``title``, ``numeral`` …)."""

    language: Language
    fonts: Mapping[str, FontRole]
    source: str

    def role(self, name: str) -> FontRole:
        """The stack that a template asks for. Raises TemplateError for a role that the theme does not declare."""
        if name not in self.fonts:
            raise TemplateError(
                Diagnostic(
                    "unknown-font",
                    f"the theme declares no font {name!r} for {self.language!r}",
                    Location(self.source),
                    f"it declares: {', '.join(sorted(self.fonts))}",
                )
            )
        return self.fonts[name]


def load_theme(files: Mapping[str, str], language: Language) -> Theme:
    """A theme from the texts of ``theme.toml`` files by name; later files override earlier ones, role by role."""
    fonts: dict[str, FontRole] = {}
    for name, text in files.items():
        try:
            table = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            raise TemplateError(Diagnostic("syntax", f"this is not TOML: {error}", Location(name))) from error
        stacks = table.get("fonts", {})
        shaped = isinstance(stacks, dict) and all(isinstance(entry, dict) for entry in stacks.values())
        unknown = set(table) - {"fonts"} | (set(stacks) - set(LANGUAGES) if shaped else {"fonts"})
        if unknown:
            raise TemplateError(
                Diagnostic(
                    "unknown-key",
                    f"there is no key {min(unknown)!r} in a theme",
                    Location(name),
                    "a theme has tables [fonts.en] and [fonts.ja]",
                )
            )
        for role, entry in stacks.get(language, {}).items():
            fonts[role] = _font_role(name, role, entry)
    return Theme(language, fonts, tuple(files)[-1])


def _font_role(name: str, role: str, entry: object) -> FontRole:
    match entry:
        case {"families": [*families], "weight": int(weight), **rest} if not rest and weight is not True:
            if families and all(isinstance(family, str) for family in families):
                return FontRole(tuple(families), weight)
    raise TemplateError(
        Diagnostic(
            "wrong-type",
            f"the font {role!r} is not a stack",
            Location(name),
            f'write {role} = {{ families = ["Family", "Fallback"], weight = 400 }}',
        )
    )
