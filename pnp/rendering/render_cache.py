"""Render cache: find what a template drew before, as long as nothing that it read has changed.

A template's reads are known once it has drawn. The cache notes for every face the inputs it was drawn from
(``InputDigest``) and the names it read (``ReadSet``): names from outside the template, and fields of the card. A face
is found again by the values of these names. It stays valid while its input files are unchanged.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any, Literal, NamedTuple, TypeAlias

from pnp import cardsvg
from pnp.cache.keys import value_key
from pnp.cache.memory import MemoryCache
from pnp.examples import ShownExample
from pnp.model.component import Item
from pnp.model.game import Game
from pnp.model.text import Language
from pnp.records import dataclass
from pnp.rendering.access_log import Part
from pnp.rendering.checked import CheckedSide
from pnp.rendering.context import LanguageKit

_MAX_READ_SETS = 64
"""Most read sets that are kept for one template; beyond that the oldest are dropped."""


class ReadSet(NamedTuple):
    """Names that a template read: from outside, by attribute if known (``settings.hand``), and fields of the card."""

    names: tuple[str, ...]
    fields: tuple[str, ...]


InputKind: TypeAlias = Literal["words", "template", "art", "picture"]
InputDigest: TypeAlias = tuple[InputKind, str, Hashable]
"""Input of a face: its kind and name, with its digest, or with words as they are; None for a missing one."""


@dataclass(frozen=True, slots=True)
class RenderedTemplate:
    """Output of a template: the drawn sides, and what was read for them.

    ``names`` are the outside names that the template and those it imports may read; None if unknown or not wanted.
    ``templates`` were involved, ``outside`` is what they read, ``parts`` what they read of words, look and fonts, and
    ``fields`` the fields of the card. ``borrowed`` are the fields that exist in another language only.
    """

    sides: tuple[CheckedSide, ...]
    names: frozenset[str] | None
    templates: tuple[str, ...]
    outside: frozenset[str]
    parts: frozenset[Part]
    fields: frozenset[str]
    borrowed: tuple[tuple[str, Language], ...]
    inputs: tuple[InputDigest, ...]

    def reads_any(self, names: frozenset[str]) -> bool:
        """Tell if the templates may read one of these names."""
        return self.names is None or not self.names.isdisjoint(names)


class DrawingCache:
    """Cache of what templates drew. One instance serves one thread at a time."""

    def __init__(self, keeps: bool = True) -> None:
        self.keeps = keeps
        self.read_sets: MemoryCache[Hashable, tuple[ReadSet, ...]] = MemoryCache(keeps)
        self.rendered: MemoryCache[Hashable, RenderedTemplate] = MemoryCache(keeps)

    def turn(self) -> None:
        """Begin another kit. Drawings that neither this kit nor the next one uses are dropped."""
        self.read_sets.turn()
        self.rendered.turn()


@dataclass(frozen=True, slots=True)
class RenderRequest:
    """Request to render a template: the kit, all that is ``fixed`` before it runs, the card and its examples.
    ``contents`` lists the components of the kit, for templates that print it."""

    kit: LanguageKit
    fixed: Hashable
    item: Item
    examples: Sequence[ShownExample]
    contents: Callable[[], Sequence[Mapping[str, Any]]]


class RenderCache:
    """Finder of earlier drawings that are still valid for a game."""

    def __init__(self, drawings: DrawingCache, game: Game, code: str, images: cardsvg.ImageResolver | None) -> None:
        self._drawings = drawings
        self._game = game
        self._code = code
        self._images = images
        self._name_keys: dict[str, Hashable] = {}
        self._input_digests: dict[tuple[str, str, str], Hashable] = {}

    def find(self, request: RenderRequest) -> RenderedTemplate | None:
        """Return an earlier drawing for the request, or None if it must be drawn."""
        key = _request_key(request)
        for read_set in self._drawings.read_sets.get(key) or ():
            rendered = self._drawings.rendered.get((key, read_set, self._read_values(read_set, request)))
            if rendered is not None and self._unchanged(rendered.inputs, request.kit):
                return rendered
        return None

    def keep(self, request: RenderRequest, read_set: ReadSet, rendered: RenderedTemplate) -> None:
        """Store a drawing, with the names that it depends on."""
        key = _request_key(request)
        read_sets = self._drawings.read_sets.get(key) or ()
        if read_set not in read_sets:
            self._drawings.read_sets.keep(key, (read_set, *read_sets)[:_MAX_READ_SETS])
        self._drawings.rendered.keep((key, read_set, self._read_values(read_set, request)), rendered)

    def _read_values(self, read_set: ReadSet, request: RenderRequest) -> tuple[Hashable, ...]:
        fields = request.item.fields
        card = [_field_key(fields[name]) if name in fields else None for name in read_set.fields]
        return (*card, *(self._name_key(name, request) for name in read_set.names))

    def _name_key(self, name: str, request: RenderRequest) -> Hashable:
        root, _, attribute = name.partition(".")
        match root:
            case "item":
                item = request.item
                # The key of an item leaves its origin out.
                return value_key(_attribute(item, attribute) if attribute else (item, item.origin))
            case "examples" | "checks":
                form = "example" if root == "examples" else "check"
                return tuple(example.key for example in request.examples if example.form == form)
            case "contents_of_kit":
                return value_key(request.contents())
            case "code":
                return self._code
        if name not in self._name_keys:
            self._name_keys[name] = self._game_key(root, attribute)
        return self._name_keys[name]

    def _game_key(self, root: str, attribute: str) -> Hashable:
        """Return the key of what a template reads of the game. All other names have none: they are the same for every
        game, or follow from what is fixed."""
        match root:
            case "values":
                return value_key(self._game.values)
            case "game":
                return value_key(_attribute(self._game, attribute))
            case "settings":
                return value_key(_attribute(self._game.settings, attribute))
        return None

    def _unchanged(self, inputs: tuple[InputDigest, ...], kit: LanguageKit) -> bool:
        return all(self.digest(kind, name, kit) == digest for kind, name, digest in inputs)

    def digest(self, kind: InputKind, name: str, kit: LanguageKit) -> Hashable:
        """Return the current digest of an input, or words as they are; None if it does not exist."""
        key = kind, name, kit.language
        if key not in self._input_digests:
            self._input_digests[key] = self._digest_of(kind, name, kit)
        return self._input_digests[key]

    def _digest_of(self, kind: InputKind, name: str, kit: LanguageKit) -> Hashable:
        if kind == "words":
            return kit.words.wording.get(name)
        if kind == "picture":
            assert self._images is not None
            try:
                return self._images(name).digest
            except (ValueError, OSError):
                return None  # drawing the face again reports it
        file = kit.environment.file_of(name) if kind == "template" else kit.art.file_of(name)
        return None if file is None else hashlib.sha256(file.text.encode("utf-8")).hexdigest()


def _request_key(request: RenderRequest) -> Hashable:
    return request.kit.edition, request.fixed, "\0".join(request.item.fields)


def _attribute(source: Any, name: str) -> Any:
    """Return an attribute, or all of ``source`` if none is named. A missing one is reported when the face is drawn."""
    return getattr(source, name, None) if name else source


def _field_key(value: Any) -> Hashable:
    """Return the key of a field. A text stands for itself: keys of other values are no plain texts."""
    return value if type(value) is str else ("", value_key(value))
