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

_MAX_READ_SETS = 64
"""Most read sets that are kept for one template; beyond that the oldest are dropped."""
_ROOTS = ("game", "settings")
"""Names that templates mostly read by single attributes; only these attributes count."""
_ADDRESS = " at 0x"
_UNIQUE = count()
_SHORT = 64
"""Most characters of a text that stands for itself instead of a digest."""


class ReadSet(NamedTuple):
    """Names that a template read: from outside, by attribute if known (``settings.hand``), and fields of the card."""

    names: tuple[str, ...]
    fields: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class InputDigests:
    """Digests of a face's inputs by name: words, templates, art and pictures. The digest of a missing input is None."""

    words: tuple[tuple[str, str | None], ...]
    templates: tuple[tuple[str, str | None], ...]
    art: tuple[tuple[str, str | None], ...]
    pictures: tuple[tuple[str, str], ...]


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
    inputs: InputDigests

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
    fixed: str
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
        self._name_digests: dict[str, str] = {}
        self._example_digests: dict[int, tuple[ShownExample, str]] = {}
        self._file_digests: dict[tuple[str, str, str], str | None] = {}
        self._unchanged_files: dict[tuple[str, tuple[tuple[str, str | None], ...]], bool] = {}

    def find(self, request: RenderRequest) -> RenderedTemplate | None:
        """Return an earlier drawing for the request, or None if it must be drawn."""
        if not self._drawings.keeps:
            return None
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
        card = [_hashable(fields[name]) if name in fields else None for name in read_set.fields]
        return (*card, *(self._name_digest(name, request) for name in read_set.names))

    def _name_digest(self, name: str, request: RenderRequest) -> str:
        root = name.partition(".")[0]
        match root:
            case "item":
                return _digest((request.item, request.item.origin))
            case "examples" | "checks":
                form = "example" if root == "examples" else "check"
                return "\n".join(self._example_digest(example) for example in request.examples if example.form == form)
            case "contents_of_kit":
                return repr(request.contents())
            case "code":
                return self._code
        digest = self._name_digests.get(name)
        if digest is None:
            digest = self._name_digests[name] = self._game_digest(name)
        return digest

    def _game_digest(self, name: str) -> str:
        """Return the digest of what a template reads of the game under ``name``. It is empty for all other names: they
        are the same for every game, or follow from what is fixed."""
        root, _, attribute = name.partition(".")
        if root == "values":
            return _digest(self._game.values)
        if root not in _ROOTS:
            return ""
        source: Any = self._game if root == "game" else self._game.settings
        # A missing attribute is reported when the face is drawn.
        return _digest(getattr(source, attribute, None) if attribute else source)

    def _example_digest(self, example: ShownExample) -> str:
        if id(example) not in self._example_digests:
            self._example_digests[id(example)] = example, _digest(example)
        return self._example_digests[id(example)][1]

    def _unchanged(self, inputs: InputDigests, kit: LanguageKit) -> bool:
        return (
            self._files_unchanged("words", inputs.words, kit)
            and self._files_unchanged("template", inputs.templates, kit)
            and self._files_unchanged("art", inputs.art, kit)
            and all(self._picture_digest(href) == digest for href, digest in inputs.pictures)
        )

    def _files_unchanged(self, kind: str, files: tuple[tuple[str, str | None], ...], kit: LanguageKit) -> bool:
        key = f"{kind} {kit.language}", files
        if key not in self._unchanged_files:
            self._unchanged_files[key] = all(self.digest(kind, name, kit) == digest for name, digest in files)
        return self._unchanged_files[key]

    def digest(self, kind: str, name: str, kit: LanguageKit) -> str | None:
        """Return the current digest of a wording, a template or art; None if it does not exist."""
        key = kind, name, kit.language
        if key not in self._file_digests:
            self._file_digests[key] = _digest_of(kind, name, kit)
        return self._file_digests[key]

    def _picture_digest(self, href: str) -> str | None:
        assert self._images is not None
        try:
            return self._images(href).digest
        except (ValueError, OSError):
            return None  # drawing the face again reports it


def _digest_of(kind: str, name: str, kit: LanguageKit) -> str | None:
    if kind == "words":
        wording = kit.words.wording.get(name)
        return None if wording is None else _digest(wording)
    file = kit.environment.file_of(name) if kind == "template" else kit.art.file_of(name)
    return None if file is None else hashlib.sha256(file.text.encode("utf-8")).hexdigest()


def _request_key(request: RenderRequest) -> Hashable:
    return request.kit.edition, request.fixed, "\0".join(request.item.fields)


def _hashable(value: Any) -> Hashable:
    """Return a hashable stand-in for a field's value. 1, 1.0 and True are equal, but are printed differently."""
    return value if type(value) is str else ("", _digest(value))


def _digest(value: Any) -> str:
    """Return a string that equals only that of an equal value: its ``repr``, or a digest of it. A ``repr`` with an
    address in memory identifies no value, so it is equal to nothing else."""
    text = repr(value)
    if _ADDRESS in text:
        return f"{_ADDRESS} {next(_UNIQUE)}"
    return text if len(text) <= _SHORT else hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
