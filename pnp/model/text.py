"""Words in the languages that a kit can be printed in."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TypeAlias, TypeVar

from pnp.model.constraints import STRICT
from pnp.records import dataclass

T = TypeVar("T")

Language: TypeAlias = str
"""Language tag (BCP 47): ``en``, ``ja``, ``de``, ``pt-BR``."""
LANGUAGES: tuple[Language, ...] = ("en", "ja")
"""Languages of everything that is shipped."""

_TAG = re.compile(r"([A-Za-z]{2,3})((?:-[A-Za-z0-9]{2,8})*)")
_CODES = """
aa ab ae af ak am an ar as av ay az ba be bg bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de dv dz ee el en
eo es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii ik io is it iu ja
jv ka kg ki kj kk kl km kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mr ms mt my na nb
nd ne ng nl nn no nr nv ny oc oj om or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg si sk sl sm sn so sq
sr ss st su sv sw ta te tg th ti tk tl tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu
fil yue haw ceb hmn nds gsw lzh wuu tok ain ryu
"""
"""Languages of ISO 639-1, and a few more of three letters."""
_LANGUAGES = frozenset(_CODES.split())


def language_tag(text: str) -> Language | None:
    """Return a language tag in its best spelling: small letters, the region in capitals. Return None for other texts.

    >>> language_tag("PT-br"), language_tag("zh-hant"), language_tag("mm")
    ('pt-BR', 'zh-Hant', None)
    """
    match = _TAG.fullmatch(text)
    if match is None:
        return None
    primary = match[1].lower()
    if primary not in _LANGUAGES:
        return None
    subtags = [
        part.upper() if len(part) == 2 else part.title() if len(part) == 4 else part.lower()
        for part in match[2].split("-")[1:]
    ]
    return "-".join((primary, *subtags))


@dataclass(frozen=True, slots=True)
class Translated:
    """One wording per language; an empty one is missing. ``others`` are those beside English and Japanese, by tag.

    ``ruby`` is the reading of the Japanese wording, in kana; it is printed over it.
    """

    __pydantic_config__ = STRICT

    en: str
    ja: str
    ruby: str | None = None
    others: tuple[tuple[str, str], ...] = ()

    @property
    def wordings(self) -> dict[Language, str]:
        """Wordings by language, without empty ones."""
        pairs = (("en", self.en), ("ja", self.ja), *self.others)
        return {language: wording for language, wording in pairs if wording}


def translated(wordings: Mapping[Language, str], ruby: str | None = None) -> Translated:
    """Return a text from wordings by language.

    >>> translated({"de": "rot", "en": "red"}).wordings
    {'en': 'red', 'de': 'rot'}
    """
    others = tuple((language, wording) for language, wording in wordings.items() if language not in LANGUAGES)
    return Translated(wordings.get("en", ""), wordings.get("ja", ""), ruby, others)


Text: TypeAlias = str | Translated
"""Plain string, used in every language, or one wording per language."""


def say(text: Text, language: Language) -> str:
    """Return ``text`` in ``language``.

    >>> say(Translated("red", "赤"), "ja"), say("Red", "ja")
    ('赤', 'Red')
    """
    return text if isinstance(text, str) else wording_in(text, language)[0]


def wording_in(text: Translated, language: Language) -> tuple[str, Language]:
    """Return the wording of ``text`` for ``language``, and the language of that wording.

    It is the language asked for; else the same language of another region; else the first with a wording.

    >>> wording_in(translated({"en": "red", "de": "rot"}), "de-AT"), wording_in(Translated("", "赤"), "en")
    (('rot', 'de'), ('赤', 'ja'))
    """
    if language == "en" and text.en:
        return text.en, language
    if language == "ja" and text.ja:
        return text.ja, language
    wordings = text.wordings
    regional = [tag for tag in wordings if same_language(tag, language)]
    for tag in (language, *regional, *wordings):
        if tag in wordings:
            return wordings[tag], tag
    return "", language


def same_language(tag: Language, other: Language) -> bool:
    """Return True if two tags differ in script or region at most."""
    return tag.partition("-")[0] == other.partition("-")[0]


def layout_language(language: Language) -> Language:
    """Return the shipped language whose fonts, sizes and line breaks serve ``language``.

    >>> layout_language("de"), layout_language("ja-Latn")
    ('en', 'ja')
    """
    return "ja" if same_language(language, "ja") else "en"


def for_language(tables: Mapping[str, T], language: Language) -> T | None:
    """Return the entry of a language, or of the same language in another region, or None.

    >>> for_language({"de": 1}, "de-CH"), for_language({"de": 1}, "fr")
    (1, None)
    """
    if language in tables:
        return tables[language]
    return next((table for tag, table in tables.items() if same_language(tag, language)), None)


@dataclass(frozen=True, slots=True)
class Phrase:
    """Message key with parameters. Templates hold the wording, one per language.

    Engines explain themselves in phrases, so that no rule is worded inside an engine.
    """

    key: str
    values: Mapping[str, PhraseValue]

    def __hash__(self) -> int:
        return hash((self.key, tuple(sorted((name, repr(value)) for name, value in self.values.items()))))


PhraseValue: TypeAlias = int | str | Translated | Phrase | tuple["int | str | Translated | Phrase", ...]
"""Parameter of a phrase.

A tuple is worded entry by entry and joined as a list in the language: with the phrase ``list-separator``, and with
``list-last`` before the last entry.
"""


def phrase(key: str, /, **values: PhraseValue) -> Phrase:
    """Return a phrase: ``phrase("fits", count=3)``."""
    return Phrase(key, values)
