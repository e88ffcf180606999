"""Words in the languages a kit can be printed in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from pnp.model.constraints import STRICT

Language = Literal["en", "ja"]
LANGUAGES: tuple[Language, ...] = ("en", "ja")


@dataclass(frozen=True, slots=True)
class Translated:
    """One wording per language. ``ruby`` is how the Japanese one is read, in kana; it is printed over it."""

    __pydantic_config__ = STRICT

    en: str
    ja: str
    ruby: str | None = None


Text: TypeAlias = str | Translated
"""A plain string, used in every language, or one wording per language."""


def say(text: Text, language: Language) -> str:
    """``text`` in ``language``.

    >>> say(Translated("red", "赤"), "ja"), say("Red", "ja")
    ('赤', 'Red')
    """
    if isinstance(text, str):
        return text
    return text.ja if language == "ja" else text.en


@dataclass(frozen=True, slots=True)
class Phrase:
    """A message key with its parameters. Templates hold the wording, one per language.

    Engines explain themselves in phrases, so that no rule is worded inside an engine.
    """

    key: str
    values: Mapping[str, PhraseValue]

    def __hash__(self) -> int:
        return hash((self.key, tuple(sorted((name, repr(value)) for name, value in self.values.items()))))


PhraseValue: TypeAlias = int | str | Translated | Phrase | tuple["int | str | Translated | Phrase", ...]
"""A tuple is worded item by item and joined as a list of the language: with the phrase ``list-separator``, and with
``list-last`` before the last item."""


def phrase(key: str, /, **values: PhraseValue) -> Phrase:
    """A phrase: ``phrase("fits", count=3)``."""
    return Phrase(key, values)
