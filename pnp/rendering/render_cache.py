"""Render cache: find what a template drew before, as long as nothing that it read has changed.

A template's reads are known once it has drawn. The cache notes for every face the inputs it was drawn from
(``InputDigests``) and the names it read (``ReadSet``): names from outside the template, and fields of the card. A face
is found again by the values of these names. It stays valid while its input files are unchanged.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Hashable, Mapping, Sequence
from itertools import count
from typing import Any, NamedTuple

from pnp import cardsvg
from pnp.cache.memory import MemoryCache
from pnp.model.component import Item
from pnp.model.game import Game
from pnp.model.text import Language
from pnp.records import dataclass
from pnp.rendering.access_log import Part
from pnp.rendering.checked import CheckedSide
from pnp.rendering.context import LanguageKit, ShownExample

_MOST_WAYS = 64
"""In so many ways at most one template may read what it draws from; beyond that the oldest are forgotten."""
_ROOTS = ("game", "settings")
"""Names of which templates mostly read single attributes: only these count then."""
_AN_ADDRESS = " at 0x"
_ONLY_ONCE = count()
_SHORT = 64
"""Characters of what is no longer than its digest."""


class ReadSet(NamedTuple):
    """Which names a template read: of outside, by attribute where that is known (``settings.hand``), and fields of the
    card; whether of the card more than its fields was read."""

    names: tuple[str, ...]
    fields: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class InputDigests:
    """What a face was made of, by what it was asked for, with digests, None for what was not there: words, templates,
    art, pictures."""

    words: tuple[tuple[str, str | None], ...]
    templates: tuple[tuple[str, str | None], ...]
    art: tuple[tuple[str, str | None], ...]
    pictures: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class RenderedTemplate:
    """What a template drew: the sides, the names from outside that it and those which it imports may read
    (``names``; None where nobody knows or asked), the ``templates`` that had a say, what these read from ``outside``,
    and what was noted meanwhile: words, look and fonts that were
    ``asked`` for, fields of the card that were ``read``, and those that were there in another language alone."""

    sides: tuple[CheckedSide, ...]
    names: frozenset[str] | None
    templates: tuple[str, ...]
    outside: frozenset[str]
    asked: frozenset[Part]
    read: frozenset[str]
    elsewhere: tuple[tuple[str, Language], ...]
    basis: InputDigests

    def reads_any(self, wanted: frozenset[str]) -> bool:
        """Whether its templates may read one of these names."""
        return self.names is None or not self.names.isdisjoint(wanted)


class DrawingCache:
    """What was drawn before. One of them belongs to one thread at a time."""

    def __init__(self, keeps: bool = True) -> None:
        self.keeps = keeps
        self.ways: MemoryCache[Hashable, tuple[ReadSet, ...]] = MemoryCache(keeps)
        self.sketches: MemoryCache[Hashable, RenderedTemplate] = MemoryCache(keeps)

    def turn(self) -> None:
        """Begin another kit: what neither it nor the next one asks for is forgotten."""
        self.ways.turn()
        self.sketches.turn()


@dataclass(frozen=True, slots=True)
class RenderRequest:
    """What is asked for a face: the kit and all that is ``fixed`` before its template is run, the card, the examples
    that may be drawn, and what the kit consists of, for whoever counts that."""

    kit: LanguageKit
    fixed: str
    item: Item
    pending: Sequence[ShownExample]
    contents: Callable[[], Sequence[Mapping[str, Any]]]


class RenderCache:
    """Finds drawings of earlier kits for one game as it is now."""

    def __init__(self, drawings: DrawingCache, game: Game, code: str, images: cardsvg.ImageResolver | None) -> None:
        self._drawings = drawings
        self._game = game
        self._code = code
        self._images = images
        self._values: dict[str, str] = {}
        self._examples: dict[int, tuple[ShownExample, str]] = {}
        self._files: dict[tuple[str, str, str], str | None] = {}
        self._holds: dict[tuple[str, tuple[tuple[str, str | None], ...]], bool] = {}

    def find(self, asking: RenderRequest) -> RenderedTemplate | None:
        """What was drawn for this, where all that it follows from is as it was; None where it has to be drawn."""
        if not self._drawings.keeps:
            return None
        at = _place(asking)
        for way in self._drawings.ways.get(at) or ():
            found = self._drawings.sketches.get((at, way, self._said(way, asking)))
            if found is not None and self._as_it_was(found.basis, asking.kit):
                return found
        return None

    def keep(self, asking: RenderRequest, way: ReadSet, sketch: RenderedTemplate) -> None:
        """Remember what was drawn, and what it follows from."""
        at = _place(asking)
        known = self._drawings.ways.get(at) or ()
        if way not in known:
            self._drawings.ways.keep(at, (way, *known)[:_MOST_WAYS])
        self._drawings.sketches.keep((at, way, self._said(way, asking)), sketch)

    def _said(self, way: ReadSet, asking: RenderRequest) -> tuple[Hashable, ...]:
        """The values of what is read in this way."""
        fields = asking.item.fields
        card = [_value(fields[name]) if name in fields else None for name in way.fields]
        return (*card, *(self._value(name, asking) for name in way.names))

    def _value(self, name: str, asking: RenderRequest) -> str:
        root = name.partition(".")[0]
        match root:
            case "item":
                return _digest((asking.item, asking.item.origin))
            case "examples" | "checks":
                form = "example" if root == "examples" else "check"
                return "\n".join(self._example(one) for one in asking.pending if one.form == form)
            case "contents_of_kit":
                return repr(asking.contents())
            case "code":
                return self._code
        found = self._values.get(name)
        if found is None:
            found = self._values[name] = self._of_the_game(name)
        return found

    def _of_the_game(self, name: str) -> str:
        """A digest of what a template reads under a name that the game stands behind; empty for any other, which is the
        same for every game, or follows from what is fixed."""
        root, _, attribute = name.partition(".")
        if root == "values":
            return _digest(self._game.values)
        if root not in _ROOTS:
            return ""
        value: Any = self._game if root == "game" else self._game.settings
        # What is not there is told when it is drawn.
        return _digest(getattr(value, attribute, None) if attribute else value)

    def _example(self, one: ShownExample) -> str:
        if id(one) not in self._examples:
            self._examples[id(one)] = one, _digest(one)
        return self._examples[id(one)][1]

    def _as_it_was(self, basis: InputDigests, kit: LanguageKit) -> bool:
        """Whether all words and files are what they were."""
        return (
            self._same("words", basis.words, kit)
            and self._same("template", basis.templates, kit)
            and self._same("art", basis.art, kit)
            and all(self._picture(href) == digest for href, digest in basis.pictures)
        )

    def _same(self, kind: str, files: tuple[tuple[str, str | None], ...], kit: LanguageKit) -> bool:
        key = f"{kind} {kit.language}", files
        if key not in self._holds:
            self._holds[key] = all(self.digest(kind, name, kit) == digest for name, digest in files)
        return self._holds[key]

    def digest(self, kind: str, name: str, kit: LanguageKit) -> str | None:
        """The digest of a wording, a template or of art as it is now; None where there is none."""
        key = kind, name, kit.language
        if key not in self._files:
            self._files[key] = _digest_of(kind, name, kit)
        return self._files[key]

    def _picture(self, href: str) -> str | None:
        assert self._images is not None
        try:
            return self._images(href).digest
        except (ValueError, OSError):
            return None  # it is told when the face is drawn again


def _digest_of(kind: str, name: str, kit: LanguageKit) -> str | None:
    if kind == "words":
        wording = kit.words.wording.get(name)
        return None if wording is None else _digest(wording)
    file = kit.environment.file_of(name) if kind == "template" else kit.art.file_of(name)
    return None if file is None else hashlib.sha256(file.text.encode("utf-8")).hexdigest()


def _place(asking: RenderRequest) -> Hashable:
    return asking.kit.edition, asking.fixed, "\0".join(asking.item.fields)


def _value(value: Any) -> Hashable:
    """What stands for a value of a field: 1, 1.0 and True are equal, and print otherwise."""
    return value if type(value) is str else ("", _digest(value))


def _digest(value: Any) -> str:
    """What tells a value from others: all of what it says of itself. What says only where it lies in memory is equal to
    nothing else."""
    said = repr(value)
    if _AN_ADDRESS in said:
        return f"{_AN_ADDRESS} {next(_ONLY_ONCE)}"
    return said if len(said) <= _SHORT else hashlib.sha256(said.encode("utf-8", "surrogatepass")).hexdigest()
