"""Explain why a face differs from the printed one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from functools import cached_property
from typing import Any

from pnp.build.compare.printed_kit import Examples, PrintedFace, PrintedKit, PrintedPiece
from pnp.build.faces import RenderedKit, kit_code
from pnp.build.options import KitContext
from pnp.definition.decks.cards import field_of
from pnp.diagnostics import DefinitionError
from pnp.model.component import Component, Item
from pnp.model.text import Language, Translated, said_in
from pnp.project.project import decks_of, engine_of
from pnp.records import dataclass
from pnp.rendering.access_log import Part
from pnp.rendering.face import Face, PrintedCard
from pnp.verify.as_printed import as_printed

# Where two tables differ, key by key, in words.

_LONGEST = 40
"""Characters of a value that are shown."""


@dataclass(frozen=True, slots=True)
class Difference:
    """A key with dots between its parts, and what it said and says; None where it was or is not there."""

    path: str
    old: str | None
    new: str | None


def flat(value: Any, language: Language) -> dict[str, str]:
    """A table as texts by keys with dots between their parts; texts in ``language`` alone, entries of lists by their
    ids where they have such, else by their places from 1.

    >>> flat({"a": {"b": 1}, "suits": ({"id": "red", "ink": "#f00"},), "n": Translated("one", "一")}, "ja")
    {'a.b': '1', 'suits.red.ink': "'#f00'", 'n': "'一'"}
    """
    return dict(_flat("", value, language))


def _flat(path: str, value: Any, language: Language) -> Iterator[tuple[str, str]]:
    if isinstance(value, Translated):
        said, _ = said_in(value, language)
        yield path, repr(said)
        if value.ruby is not None and language == "ja":
            yield f"{path}.ruby", repr(value.ruby)
    elif isinstance(value, Mapping):
        for key, item in value.items():
            yield from _flat(_joined(path, str(key)), item, language)
    elif is_dataclass(value) and not isinstance(value, type):
        for one in fields(value):
            yield from _flat(_joined(path, one.name), getattr(value, one.name), language)
    elif isinstance(value, tuple | list) and all(isinstance(item, Mapping) for item in value):
        for at, item in enumerate(value, 1):
            name = str(item.get("id", at))
            yield from _flat(_joined(path, name), {key: one for key, one in item.items() if key != "id"}, language)
    elif isinstance(value, tuple | list):
        yield path, ", ".join(said for item in value for _, said in _flat("", item, language))
    else:
        yield path, repr(value)


def _joined(path: str, key: str) -> str:
    return f"{path}.{key}" if path else key


def differing(old: Mapping[str, str], new: Mapping[str, str]) -> list[Difference]:
    """Where two flat tables differ, in the order of the keys.

    >>> differing({"a": "1", "b": "2"}, {"a": "1", "b": "3", "c": "4"})
    [Difference(path='b', old='2', new='3'), Difference(path='c', old=None, new='4')]
    """
    return [
        Difference(path, *_apart(old.get(path), new.get(path)))
        for path in dict.fromkeys((*old, *new))
        if old.get(path) != new.get(path)
    ]


def _apart(old: str | None, new: str | None) -> tuple[str | None, str | None]:
    """Two values short enough to read, from a little before the place where they part."""
    if old is None or new is None or max(len(old), len(new)) <= _LONGEST:
        return _short(old, 0), _short(new, 0)
    shorter = min(len(old), len(new))
    at = next((at for at in range(shorter) if old[at] != new[at]), shorter)
    start = max(0, at - 12)
    return _short(old, start), _short(new, start)


def _short(text: str | None, start: int) -> str | None:
    if text is None:
        return None
    end = start + _LONGEST
    return f"{'…' if start else ''}{text[start:end]}{'…' if end < len(text) else ''}"


_MOST = 6
"""Reasons of one kind that are told."""
_OF_THE_TABLE = frozenset({"game", "settings", "values", "readings"})
_OF_THE_KIT = "contents_of_kit"
_NOTHING_KNOWN = "it is drawn otherwise, and nothing that it is made of is known to have changed"
_COUNTS = frozenset({"copies", "copies-each", "cards-each", "use", "title", "instead-of"})
"""Keys of a component that its own faces do not show."""


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a face is another. ``kind`` is one of ``language``, ``size``, ``cut``, ``stock``, ``bleed``, ``margin``,
    ``paper``, ``edge``, ``ink``, ``field``, ``template``, ``art``, ``words``, ``theme``, ``picture``, ``font``,
    ``example``, ``code``, ``definition``, ``side``, ``program``, ``drawing`` and ``unknown``; ``what`` is the thing of
    that kind, ``old`` and ``new`` what it says where that can be told."""

    kind: str
    what: str
    old: str | None = None
    new: str | None = None

    @property
    def text(self) -> str:
        """The reason for people."""
        said = self.what if self.kind in _BARE else f"{self.kind} {self.what}".rstrip()
        if self.old is None and self.new is None:
            return said
        return f"{said}: {self.old or '(none)'} → {self.new or '(none)'}"


_BARE = frozenset({"field", "definition", "side", "program", "drawing", "unknown"})
"""Kinds of which the thing speaks for itself."""


@dataclass(frozen=True)
class KitComparison:
    """A printed kit beside the kit of today. The game is printed for the players that are asked for."""

    context: KitContext
    rendered: RenderedKit
    then: PrintedKit

    @cached_property
    def _cards_then(self) -> Mapping[str, Mapping[str, Mapping[str, Any]]]:
        """The fields of then by deck and id, those of decks that the engine makes of the settings among them."""
        decks = engine_of(self.context.game).decks
        try:
            settings = (
                as_printed(self.then.manifest, self.context.game, self.context.project, self.then.label).then
                if decks
                else None
            )
        except DefinitionError:
            # A table that today's engine cannot read: then its cards are not known, and all else can still be told.
            return self.then.cards
        return {**{name: _cards(make(settings)) for name, make in decks.items()}, **self.then.cards}

    @cached_property
    def _cards_now(self) -> Mapping[str, Mapping[str, Mapping[str, Any]]]:
        return {name: _cards(items) for name, items in decks_of(self.context.game).items()}

    def why(
        self, component: Component, leaf: PrintedCard, old: PrintedPiece, face: Face, drawn: PrintedFace | None
    ) -> Iterator[Reason]:
        """Why ``face`` of ``leaf`` is not as ``drawn``, the same side of ``old``; at least one reason."""
        if drawn is None:
            yield Reason("side", f"its {face.side} is not in the file")
            return
        if drawn.language != face.language:
            yield Reason("language", "", drawn.language, face.language)
            return
        found = [
            *self._measures(component, face, old),
            *self._fields(component, leaf, face),
            *self._parts(self.rendered.made_of.parts.get(face.id, ())),
            *self._examples(face, drawn),
            *self._table(component, face),
        ]
        yield from found or self._last(face)

    def _measures(self, component: Component, face: Face, old: PrintedPiece) -> Iterator[Reason]:
        """What face and sheet measure, in mm."""
        made, trim = self.then.made, face.trim
        if max(abs(old.size[0] - trim.width), abs(old.size[1] - trim.height)) > 0.001:
            yield Reason("size", "", f"{old.size[0]:g} × {old.size[1]:g} mm", f"{trim.width:g} × {trim.height:g} mm")
        if old.cut != face.cut:
            yield Reason("cut", "", old.cut, face.cut)
        bled = component.kind not in ("page", "folded")
        if bled and made.bleed is not None and made.bleed != self.context.settings.bleed:
            yield Reason("bleed", "", f"{made.bleed:g} mm", f"{self.context.settings.bleed:g} mm")
        if made.margin is not None and made.margin != self.context.settings.margin and not bled:
            yield Reason("margin", "", f"{made.margin:g} mm", f"{self.context.settings.margin:g} mm")
        if component.size is None and self.then.paper != self.context.settings.paper.name:
            yield Reason("paper", "", self.then.paper, self.context.settings.paper.name)
        if bled and made.bled is not None:
            edge = "bleed" if component.id in made.bled else "border"
            if edge != component.edge:
                yield Reason("edge", "", edge, component.edge)

    def _fields(self, component: Component, leaf: PrintedCard, face: Face) -> Iterator[Reason]:
        """Fields of the card that its templates read."""
        if component.of is None:
            return
        then = self._cards_then.get(component.of, {}).get(leaf.card)
        now = self._cards_now.get(component.of, {}).get(leaf.card)
        if then is None or now is None:
            return
        read = self.rendered.read.get(component.id, frozenset())
        shown = [{name: value for name, value in fields.items() if name in read} for fields in (then, now)]
        yield from _told("field", differing(flat(shown[0], face.language), flat(shown[1], face.language)))

    def _parts(self, parts: Iterable[Part]) -> Iterator[Reason]:
        """Files, words and the look that are not as they were."""
        texts, made = self.rendered.made_of.texts, self.then.made
        found = sorted(part for part in parts if not made.has(part, texts[part]))
        for kind, name in found[:_MOST]:
            yield Reason("theme", f"{kind} {name}") if kind in ("look", "font") else Reason(kind, name)
        if len(found) > _MOST:
            yield Reason("template", f"and {len(found) - _MOST} more of its parts")

    def _examples(self, face: Face, drawn: PrintedFace) -> Iterator[Reason]:
        then = self.then.examples.get(drawn.id, frozenset())
        now: Examples = frozenset((found.id, found.tokens) for found in face.examples)
        before, after = {name for name, _ in then - now}, {name for name, _ in now - then}
        for names, how in ((before & after, "is another"), (after - before, "is new"), (before - after, "is gone")):
            if names:
                more = f" and {len(names) - _MOST} more" if len(names) > _MOST else ""
                told = f"{', '.join(sorted(names)[:_MOST])}{more}"
                yield Reason("example", f"{told} {how}" if len(names) == 1 else f"{told} {how.replace('is', 'are', 1)}")

    def _table(self, component: Component, face: Face) -> Iterator[Reason]:
        """Keys of the game's table that the face may show."""
        names = self.rendered.made_of.names.get(face.id, frozenset())
        code = kit_code(self.context.game)
        if "code" in names and code != self.then.code:
            yield Reason("code", "", self.then.code, code)
        then, now = self.then.definition, self.context.game.resolved
        own = [_own(table, component.id, _OF_THE_KIT in names) for table in (then, now)]
        keys = differing(flat(field_of(own[0]), face.language), flat(field_of(own[1]), face.language))
        if component.of is None and (names & {*_OF_THE_TABLE, _OF_THE_KIT} or face.examples):
            keys += self._keys(face)
        yield from _told("definition", keys)

    def _last(self, face: Face) -> Iterator[Reason]:
        """What is said of a face of which nothing else is known."""
        if self.then.made.parts is None:
            yield Reason("unknown", "changed; the file is too old to say why")
            return
        texts, tag = self.rendered.made_of.texts, f"({face.language})"
        shared = [part for part in texts if part[0] in ("look", "template") or part[1].endswith(tag)]
        found = [*self._parts(shared), *_told("definition", self._keys(face))]
        yield from found or [Reason("drawing", _NOTHING_KNOWN)]

    def _keys(self, face: Face) -> list[Difference]:
        """Keys of the game's table that say something else, but for components; cards where the face may show any."""
        then, now = (
            flat(field_of({key: value for key, value in table.items() if key not in _APART}), face.language)
            for table in (self.then.definition, self.context.game.resolved)
        )
        found = differing(then, now)
        if {"game", _OF_THE_KIT} & self.rendered.made_of.names.get(face.id, frozenset()):
            # The decks of an engine follow from the keys above.
            for deck in dict.fromkeys((*self.then.cards, *self.context.game.decks)):
                found += self._deck(deck, face)
        return found

    def _deck(self, name: str, face: Face) -> Iterator[Difference]:
        """What of a deck is another: the cards that are not there on both sides, then those that say something else."""
        then, now = self._cards_then.get(name, {}), self._cards_now.get(name, {})
        lost, added = [card for card in then if card not in now], [card for card in now if card not in then]
        if lost or added:
            yield Difference(f"decks.{name}", _listed(lost), _listed(added))
        for card in (card for card in then if card in now):
            path = f"decks.{name}.{card}."
            for one in differing(flat(then[card], face.language), flat(now[card], face.language)):
                yield replace(one, path=path + one.path)


_APART = frozenset({"components", "decks", "assumed"})


def _cards(items: Iterable[Item]) -> dict[str, dict[str, Any]]:
    """The fields and the copies of cards by their ids."""
    return {item.id: {**item.fields, "copies": item.copies} for item in items}


def _listed(cards: Sequence[str]) -> str | None:
    more = f" and {len(cards) - _MOST} more" if len(cards) > _MOST else ""
    return f"{', '.join(cards[:_MOST])}{more}" if cards else None


def _own(table: Mapping[str, Any], component: str, every: bool) -> Mapping[str, Any]:
    """What a table says of a component that its faces can show; of ``every`` one, what a list of contents shows."""
    components = table.get("components", {})
    if every:
        return {"components": components}
    own = components.get(component, {})
    return {"components": {component: {key: value for key, value in own.items() if key not in _COUNTS}}}


def _told(kind: str, found: list[Difference]) -> Iterator[Reason]:
    for one in found[:_MOST]:
        yield Reason(kind, one.path, one.old, one.new)
    if len(found) > _MOST:
        yield Reason(kind, f"and {len(found) - _MOST} more")
