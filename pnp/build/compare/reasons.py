"""Explain why a face differs from the printed one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from functools import cached_property
from typing import Any

from pnp.build.compare.printed_kit import Examples, PrintedFace, PrintedKit, PrintedPiece
from pnp.build.faces import RenderedKit, kit_code
from pnp.build.options import KitContext
from pnp.definition.decks.cards import to_field
from pnp.diagnostics import DefinitionError
from pnp.model.component import Component, Item
from pnp.model.text import Language, Translated, wording_in
from pnp.project.project import decks_of, engine_of
from pnp.records import dataclass
from pnp.rendering.access_log import Part
from pnp.rendering.face import Face, PrintedCard
from pnp.verify.printed_settings import printed_settings

# Differences of two tables, key by key, in words

_VALUE_LENGTH = 40
"""Characters of a value that are shown."""


@dataclass(frozen=True, slots=True)
class Difference:
    """Key with dots between its parts, with its old and new value; None if it is absent."""

    path: str
    old: str | None
    new: str | None


def flatten(value: Any, language: Language) -> dict[str, str]:
    """Flatten a table to texts by keys with dots between their parts.

    Texts are in ``language`` alone. Entries of lists are named by their ids, or else by their places from 1.

    >>> flatten({"a": {"b": 1}, "suits": ({"id": "red", "ink": "#f00"},), "n": Translated("one", "一")}, "ja")
    {'a.b': '1', 'suits.red.ink': "'#f00'", 'n': "'一'"}
    """
    return dict(_flat("", value, language))


def _flat(path: str, value: Any, language: Language) -> Iterator[tuple[str, str]]:
    if isinstance(value, Translated):
        text, _ = wording_in(value, language)
        yield path, repr(text)
        if value.ruby is not None and language == "ja":
            yield f"{path}.ruby", repr(value.ruby)
    elif isinstance(value, Mapping):
        for key, element in value.items():
            yield from _flat(_joined(path, str(key)), element, language)
    elif is_dataclass(value) and not isinstance(value, type):
        for field in fields(value):
            yield from _flat(_joined(path, field.name), getattr(value, field.name), language)
    elif isinstance(value, tuple | list) and all(isinstance(element, Mapping) for element in value):
        for index, element in enumerate(value, 1):
            name = str(element.get("id", index))
            yield from _flat(
                _joined(path, name), {key: inner for key, inner in element.items() if key != "id"}, language
            )
    elif isinstance(value, tuple | list):
        yield path, ", ".join(text for element in value for _, text in _flat("", element, language))
    else:
        yield path, repr(value)


def _joined(path: str, key: str) -> str:
    return f"{path}.{key}" if path else key


def find_differences(old: Mapping[str, str], new: Mapping[str, str]) -> list[Difference]:
    """Return the differences of two flat tables, in the order of the keys.

    >>> find_differences({"a": "1", "b": "2"}, {"a": "1", "b": "3", "c": "4"})
    [Difference(path='b', old='2', new='3'), Difference(path='c', old=None, new='4')]
    """
    return [
        Difference(path, *_shorten_both(old.get(path), new.get(path)))
        for path in dict.fromkeys((*old, *new))
        if old.get(path) != new.get(path)
    ]


def _shorten_both(old: str | None, new: str | None) -> tuple[str | None, str | None]:
    """Shorten two values, from a little before the first difference."""
    if old is None or new is None or max(len(old), len(new)) <= _VALUE_LENGTH:
        return _shorten(old, 0), _shorten(new, 0)
    length = min(len(old), len(new))
    index = next((index for index in range(length) if old[index] != new[index]), length)
    start = max(0, index - 12)
    return _shorten(old, start), _shorten(new, start)


def _shorten(text: str | None, start: int) -> str | None:
    if text is None:
        return None
    end = start + _VALUE_LENGTH
    return f"{'…' if start else ''}{text[start:end]}{'…' if end < len(text) else ''}"


_MAX_REASONS = 6
"""Limit of the reasons of one kind."""
_TABLE_NAMES = frozenset({"game", "settings", "values", "readings"})
_KIT_CONTENTS = "contents_of_kit"
_CAUSE_UNKNOWN = "it is drawn otherwise, and nothing that it is made of is known to have changed"
_HIDDEN_KEYS = frozenset({"copies", "copies-each", "cards-each", "use", "title", "instead-of"})
"""Keys of a component that its own faces do not show."""


@dataclass(frozen=True, slots=True)
class Reason:
    """Reason why a face changed.

    ``kind`` is one of ``language``, ``size``, ``cut``, ``stock``, ``bleed``, ``margin``, ``paper``, ``edge``, ``ink``,
    ``field``, ``template``, ``art``, ``words``, ``theme``, ``picture``, ``font``, ``example``, ``code``,
    ``definition``, ``side``, ``program``, ``drawing`` and ``unknown``. ``what`` names the thing of that kind; ``old``
    and ``new`` are its values, if they are known.
    """

    kind: str
    what: str
    old: str | None = None
    new: str | None = None

    @property
    def text(self) -> str:
        """Reason as a text for people."""
        subject = self.what if self.kind in _SELF_EXPLAINING else f"{self.kind} {self.what}".rstrip()
        if self.old is None and self.new is None:
            return subject
        return f"{subject}: {self.old or '(none)'} → {self.new or '(none)'}"


_SELF_EXPLAINING = frozenset({"field", "definition", "side", "program", "drawing", "unknown"})
"""Kinds whose ``what`` needs no name of the kind before it."""


@dataclass(frozen=True)
class KitComparison:
    """Printed kit beside the current kit. The current game is that for the requested number of players."""

    context: KitContext
    rendered: RenderedKit
    printed: PrintedKit

    @cached_property
    def _printed_cards(self) -> Mapping[str, Mapping[str, Mapping[str, Any]]]:
        """Fields of the printed cards by deck and id, with decks that the engine derives from the settings."""
        decks = engine_of(self.context.game).decks
        try:
            settings = (
                printed_settings(
                    self.printed.manifest, self.context.game, self.context.project, self.printed.label
                ).printed
                if decks
                else None
            )
        except DefinitionError:
            # Today's engine cannot read the table: the cards it would derive stay unknown.
            return self.printed.cards
        return {**{name: _cards(make(settings)) for name, make in decks.items()}, **self.printed.cards}

    @cached_property
    def _current_cards(self) -> Mapping[str, Mapping[str, Mapping[str, Any]]]:
        return {name: _cards(items) for name, items in decks_of(self.context.game).items()}

    def explain(
        self, component: Component, card: PrintedCard, old: PrintedPiece, face: Face, old_face: PrintedFace | None
    ) -> Iterator[Reason]:
        """Yield the reasons why ``face`` of ``card`` differs from ``old_face``, the same side of ``old``. There is at
        least one reason."""
        if old_face is None:
            yield Reason("side", f"its {face.side} is not in the file")
            return
        if old_face.language != face.language:
            yield Reason("language", "", old_face.language, face.language)
            return
        reasons = [
            *self._measures(component, face, old),
            *self._fields(component, card, face),
            *self._parts(self.rendered.provenance.parts.get(face.id, ())),
            *self._examples(face, old_face),
            *self._table(component, face),
        ]
        yield from reasons or self._fallback(face)

    def _measures(self, component: Component, face: Face, old: PrintedPiece) -> Iterator[Reason]:
        """Yield differences in the measures of face and sheet, in mm."""
        inputs, trim = self.printed.inputs, face.trim
        if max(abs(old.size[0] - trim.width), abs(old.size[1] - trim.height)) > 0.001:
            yield Reason("size", "", f"{old.size[0]:g} × {old.size[1]:g} mm", f"{trim.width:g} × {trim.height:g} mm")
        if old.cut != face.cut:
            yield Reason("cut", "", old.cut, face.cut)
        has_edge = component.kind not in ("page", "folded")
        if has_edge and inputs.bleed is not None and inputs.bleed != self.context.settings.bleed:
            yield Reason("bleed", "", f"{inputs.bleed:g} mm", f"{self.context.settings.bleed:g} mm")
        if inputs.margin is not None and inputs.margin != self.context.settings.margin and not has_edge:
            yield Reason("margin", "", f"{inputs.margin:g} mm", f"{self.context.settings.margin:g} mm")
        if component.size is None and self.printed.paper != self.context.settings.paper.name:
            yield Reason("paper", "", self.printed.paper, self.context.settings.paper.name)
        if has_edge and inputs.bled is not None:
            edge = "bleed" if component.id in inputs.bled else "border"
            if edge != component.edge:
                yield Reason("edge", "", edge, component.edge)

    def _fields(self, component: Component, card: PrintedCard, face: Face) -> Iterator[Reason]:
        """Yield differences in the fields of the card that its templates read."""
        if component.of is None:
            return
        old_fields = self._printed_cards.get(component.of, {}).get(card.card)
        new_fields = self._current_cards.get(component.of, {}).get(card.card)
        if old_fields is None or new_fields is None:
            return
        fields_read = self.rendered.read.get(component.id, frozenset())
        visible = [
            {name: value for name, value in fields.items() if name in fields_read}
            for fields in (old_fields, new_fields)
        ]
        yield from _limit_reasons(
            "field", find_differences(flatten(visible[0], face.language), flatten(visible[1], face.language))
        )

    def _parts(self, parts: Iterable[Part]) -> Iterator[Reason]:
        """Yield the files, words and look that changed."""
        texts, inputs = self.rendered.provenance.texts, self.printed.inputs
        changed = sorted(part for part in parts if not inputs.has(part, texts[part]))
        for kind, name in changed[:_MAX_REASONS]:
            yield Reason("theme", f"{kind} {name}") if kind in ("look", "font") else Reason(kind, name)
        if len(changed) > _MAX_REASONS:
            yield Reason("template", f"and {len(changed) - _MAX_REASONS} more of its parts")

    def _examples(self, face: Face, old_face: PrintedFace) -> Iterator[Reason]:
        old = self.printed.examples.get(old_face.id, frozenset())
        new: Examples = frozenset((example.id, example.tokens) for example in face.examples)
        old_ids, new_ids = {identifier for identifier, _ in old - new}, {identifier for identifier, _ in new - old}
        for ids, verb in (
            (old_ids & new_ids, "is another"),
            (new_ids - old_ids, "is new"),
            (old_ids - new_ids, "is gone"),
        ):
            if ids:
                more = f" and {len(ids) - _MAX_REASONS} more" if len(ids) > _MAX_REASONS else ""
                listed = f"{', '.join(sorted(ids)[:_MAX_REASONS])}{more}"
                yield Reason(
                    "example", f"{listed} {verb}" if len(ids) == 1 else f"{listed} {verb.replace('is', 'are', 1)}"
                )

    def _table(self, component: Component, face: Face) -> Iterator[Reason]:
        """Yield differences in keys of the game's table that the face may show."""
        names = self.rendered.provenance.names.get(face.id, frozenset())
        code = kit_code(self.context.game)
        if "code" in names and code != self.printed.code:
            yield Reason("code", "", self.printed.code, code)
        old, new = self.printed.definition, self.context.game.resolved
        own_tables = [_own_table(table, component.id, _KIT_CONTENTS in names) for table in (old, new)]
        differences = find_differences(
            flatten(to_field(own_tables[0]), face.language), flatten(to_field(own_tables[1]), face.language)
        )
        if component.of is None and (names & {*_TABLE_NAMES, _KIT_CONTENTS} or face.examples):
            differences += self._other_keys(face)
        yield from _limit_reasons("definition", differences)

    def _fallback(self, face: Face) -> Iterator[Reason]:
        """Yield weaker reasons for a face without any known reason."""
        if self.printed.inputs.parts is None:
            yield Reason("unknown", "changed; the file is too old to say why")
            return
        texts, language_suffix = self.rendered.provenance.texts, f"({face.language})"
        shared_parts = [part for part in texts if part[0] in ("look", "template") or part[1].endswith(language_suffix)]
        reasons = [*self._parts(shared_parts), *_limit_reasons("definition", self._other_keys(face))]
        yield from reasons or [Reason("drawing", _CAUSE_UNKNOWN)]

    def _other_keys(self, face: Face) -> list[Difference]:
        """Return the changed keys of the game's table outside components, and cards if the face may show any."""
        old, new = (
            flatten(to_field({key: value for key, value in table.items() if key not in _SEPARATE_KEYS}), face.language)
            for table in (self.printed.definition, self.context.game.resolved)
        )
        differences = find_differences(old, new)
        if {"game", _KIT_CONTENTS} & self.rendered.provenance.names.get(face.id, frozenset()):
            # An engine derives its decks from the keys above.
            for deck in dict.fromkeys((*self.printed.cards, *self.context.game.decks)):
                differences += self._deck_changes(deck, face)
        return differences

    def _deck_changes(self, name: str, face: Face) -> Iterator[Difference]:
        """Yield the changes of a deck: cards that only one side has, then fields of shared cards."""
        old, new = self._printed_cards.get(name, {}), self._current_cards.get(name, {})
        lost, added = [card for card in old if card not in new], [card for card in new if card not in old]
        if lost or added:
            yield Difference(f"decks.{name}", _listed(lost), _listed(added))
        for card in (card for card in old if card in new):
            path = f"decks.{name}.{card}."
            for difference in find_differences(flatten(old[card], face.language), flatten(new[card], face.language)):
                yield replace(difference, path=path + difference.path)


_SEPARATE_KEYS = frozenset({"components", "decks", "assumed"})


def _cards(items: Iterable[Item]) -> dict[str, dict[str, Any]]:
    """Return the fields and copies of cards by their ids."""
    return {item.id: {**item.fields, "copies": item.copies} for item in items}


def _listed(cards: Sequence[str]) -> str | None:
    more = f" and {len(cards) - _MAX_REASONS} more" if len(cards) > _MAX_REASONS else ""
    return f"{', '.join(cards[:_MAX_REASONS])}{more}" if cards else None


def _own_table(table: Mapping[str, Any], component: str, every: bool) -> Mapping[str, Any]:
    """Return the part of a table that a component's faces can show. ``every`` returns all components, for a list of
    contents."""
    components = table.get("components", {})
    if every:
        return {"components": components}
    keys = components.get(component, {})
    return {"components": {component: {key: value for key, value in keys.items() if key not in _HIDDEN_KEYS}}}


def _limit_reasons(kind: str, differences: list[Difference]) -> Iterator[Reason]:
    for difference in differences[:_MAX_REASONS]:
        yield Reason(kind, difference.path, difference.old, difference.new)
    if len(differences) > _MAX_REASONS:
        yield Reason(kind, f"and {len(differences) - _MAX_REASONS} more")
