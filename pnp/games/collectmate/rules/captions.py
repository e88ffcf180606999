"""Captions: tags stand in brackets, everything else is plain words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from pnp.games.collectmate.settings import CardKind, Tag
from pnp.model.text import LANGUAGES, Language, say

_BRACKETED = re.compile(r"\[([^\[\]]*)\]")


class Part(NamedTuple):
    """A stretch of a caption: a tag without its brackets, or plain words."""

    text: str
    is_tag: bool


def parts(caption: str) -> tuple[Part, ...]:
    """The stretches of a caption in their order.

    >>> [(part.text, part.is_tag) for part in parts("2人で[お休み]")]
    [('2人で', False), ('お休み', True)]

    Raises ValueError where a bracket has no partner.
    """
    found = [Part(text, place % 2 == 1) for place, text in enumerate(_BRACKETED.split(caption))]
    if any(mark in part.text for part in found for mark in "[]"):
        raise ValueError(f"a bracket has no partner in {caption!r}")
    return tuple(part for part in found if part.text or part.is_tag)


def tags_of(kind: CardKind, tags: Sequence[Tag], language: Language) -> tuple[str, ...]:
    """The ids of the tags of a card, in the order of its caption in ``language``.

    In a plain caption, which serves every language, tags go by their names in any of them.

    Raises ValueError where a bracket has no partner, KeyError where a bracketed word is the name of no tag.
    """
    spoken = LANGUAGES if isinstance(kind.caption, str) else (language,)
    names = {say(tag.name, one): tag.id for one in spoken for tag in tags}
    return tuple(names[part.text] for part in _parts_of(kind, language) if part.is_tag)


def words_of(kind: CardKind, tags: Sequence[Tag]) -> tuple[str, ...]:
    """The ids of the tags whose names stand in a caption as plain words, in every language: they are no tags there.

    In a plain caption one of their names is enough.
    """

    def stands(tag: Tag, language: Language) -> bool:
        name = say(tag.name, language)
        return any(_has_word(part.text, name) for part in _parts_of(kind, language) if not part.is_tag)

    needed = any if isinstance(kind.caption, str) else all
    return tuple(tag.id for tag in tags if needed(stands(tag, language) for language in LANGUAGES))


def labels_of(kind: CardKind, tags: Sequence[Tag], language: Language) -> tuple[tuple[str, bool], ...]:
    """The tags of a card and the tags that stand on it as plain words, in the order of its caption in ``language``:
    ids, each with whether it is a tag. Raises as ``tags_of``."""
    spoken = LANGUAGES if isinstance(kind.caption, str) else (language,)
    known = words_of(kind, tags)
    found: list[tuple[str, bool]] = []
    for part in _parts_of(kind, language):
        if part.is_tag:
            found.append((next(tag.id for tag in tags for one in spoken if say(tag.name, one) == part.text), True))
            continue
        named = [(part.text.lower().find(say(tag.name, one).lower()), tag.id) for tag in tags for one in spoken]
        found += [(word, False) for at, word in sorted(named) if at >= 0 and word in known]
    return tuple(dict.fromkeys(found))


def _parts_of(kind: CardKind, language: Language) -> tuple[Part, ...]:
    return () if kind.caption is None else parts(say(kind.caption, language))


def _has_word(text: str, name: str) -> bool:
    """Whether ``name`` stands in ``text``; in Latin letters, as words of its own ("rest" is not in "forest")."""
    inside = "(?<![a-z]){}(?![a-z])" if name.isascii() else "{}"
    return re.search(inside.format(re.escape(name.lower())), text.lower()) is not None
