"""Phrases put into words: each language's wording lives beside the templates, in ``words.toml``."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from pnp.diagnostics import Diagnostic, Location, TemplateError
from pnp.model.text import LANGUAGES, Language, Phrase, PhraseValue, Text, Translated, say
from pnp.rendering.markup import plain

_PLACEHOLDER = re.compile(r"\{([a-z][a-z0-9_-]*)\}")
_SEPARATOR_KEY = "list-separator"


@dataclass(frozen=True, slots=True)
class Words:
    """The wording of one engine in one language. ``own`` is the file in which the engine's words belong, for messages.

    ``lacking``, if there is one, collects what is missing instead of an error at the first: a missing wording is then
    its key, and whoever gave ``lacking`` refuses the result with ``missing``.
    """

    language: Language
    wording: Mapping[str, str]
    own: str
    lacking: dict[str, Diagnostic] | None = field(default=None, compare=False)

    def __call__(self, key: str, /, **values: PhraseValue) -> str:
        """The wording of ``key`` with its placeholders filled."""
        return self.word(Phrase(key, values))

    def word(self, phrase: Phrase) -> str:
        """The wording of ``phrase``. Raises TemplateError for a key or a value that is missing."""
        template = self.wording.get(phrase.key)
        if template is None:
            missing = self._error(
                "missing-words",
                f"there are no words for {phrase.key!r} in {self.language!r}",
                f'add {phrase.key} = "…" to [{self.language}]',
            )
            if self.lacking is None:
                raise missing
            self.lacking.setdefault(phrase.key, *missing.diagnostics)
            return phrase.key

        def fill(match: re.Match[str]) -> str:
            name = match[1].replace("-", "_")
            if name not in phrase.values:
                known = ", ".join(sorted(phrase.values)) or "none"
                raise self._error(
                    "missing-value",
                    f"the words for {phrase.key!r} ask for {{{match[1]}}}, which is not among its values",
                    f"its values are: {known}",
                )
            return self._say(phrase.values[name])

        return _PLACEHOLDER.sub(fill, template)

    def text(self, text: Text) -> str:
        """A text of the definition in this language."""
        return say(text, self.language)

    def _say(self, value: PhraseValue) -> str:
        if isinstance(value, Phrase):
            return self.word(value)
        if isinstance(value, Translated):
            return say(value, self.language)
        if isinstance(value, tuple | list):
            return self(_SEPARATOR_KEY).join(self._say(item) for item in value)
        return str(value).replace("-", "−") if isinstance(value, int) else plain(value)

    def _error(self, code: str, message: str, hint: str) -> TemplateError:
        return TemplateError(Diagnostic(code, message, Location(self.own), hint))


def load_words(
    files: Mapping[str, str], language: Language, own: str, lacking: dict[str, Diagnostic] | None = None
) -> Words:
    """Words from the texts of ``words.toml`` files by name; later files override earlier ones, key by key. ``own`` and
    ``lacking`` as in ``Words``."""
    wording: dict[str, str] = {}
    for name, text in files.items():
        table = _tables(name, text).get(language, {})
        for key, value in table.items():
            if not isinstance(value, str):
                raise TemplateError(
                    Diagnostic(
                        "wrong-type",
                        f"the words for {key!r} are not a string",
                        Location(name),
                        "write the wording in quotes",
                    )
                )
            wording[key] = value
    return Words(language, wording, own, lacking)


def _tables(name: str, text: str) -> Mapping[str, Mapping[str, object]]:
    try:
        tables = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise TemplateError(Diagnostic("syntax", f"this is not TOML: {error}", Location(name))) from error
    for key, table in tables.items():
        if key not in LANGUAGES or not isinstance(table, dict):
            raise TemplateError(
                Diagnostic(
                    "unknown-key",
                    f"there is no language {key!r}",
                    Location(name),
                    f"the tables of a words file are {', '.join(LANGUAGES)}",
                )
            )
    return tables


WordOf = Callable[[Phrase], str]
