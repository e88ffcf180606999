"""Claims by the schema of a kind: what rows and phrases must be, where a game says nothing else.

They follow from the types of a position, from the position itself and from the oracle's answer. A value of a phrase is
found by its name: a part of what the phrase is about, of the answer, of an act, of the position, or of the settings.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any, TypeAlias

from pnp.games.core.claims import (
    CardClaim,
    Claim,
    Claims,
    NamedCondition,
    Part,
    RowClaim,
    Scene,
    TableauClaim,
    Terms,
    counted_cards,
    part,
    terms,
)
from pnp.games.core.defaults.layouts import (
    WINNERS,
    act_cards,
    act_word,
    cards_held,
    cards_in,
    check_counted,
    dashed,
    is_alone,
    number_mini,
    role_of,
    shown_fields,
    strings_of,
    winning_seats,
)
from pnp.games.core.places import without
from pnp.games.core.schema import PositionField, SchemaQuestion
from pnp.games.core.tableau import CardState, Mark
from pnp.games.core.wording import seat_name
from pnp.model.component import Item
from pnp.records import dataclass

Condition: TypeAlias = Callable[[Scene[Any]], bool]

_MISSING = object()

_CONDITIONS: Mapping[str, Condition] = {
    "card": lambda scene: "card" in scene.subject,
    "row-seat": lambda scene: scene.subject.get("place") == "seat",
    "verdict-allowed": lambda scene: bool(scene.out.get("verdict") == "allowed"),
    "verdict-refused": lambda scene: bool(scene.out.get("verdict") == "not-allowed"),
    "verdict-winner": lambda scene: len(scene.out.get(WINNERS, ())) == 1,
    "verdict-shared": lambda scene: len(scene.out.get(WINNERS, ())) > 1,
}
"""When a phrase may be used that every game words."""


@dataclass(frozen=True, slots=True)
class SchemaClaims:
    """Claims of the kinds that have a schema.

    ``cards`` returns what is printed of each card, by the settings, and ``mini`` names the fields that a miniature
    prints.
    """

    fields: Mapping[str, tuple[PositionField, ...]]
    cards: Callable[[Any], Mapping[Any, Item]]
    counted: Mapping[str, Callable[[Scene[Any]], Mapping[str, Iterable[Any]]]]
    changes: Mapping[str, Callable[[Scene[Any], TableauClaim], TableauClaim]]
    mini: tuple[str, ...]

    def layout(self, kind: str) -> Callable[[Scene[Any]], TableauClaim] | None:
        """Return the claim of the layout of a kind; None for a kind without a schema."""
        return self._layout if kind in self.fields else None

    def claim_of(self, key: str, names: Iterable[str]) -> Claim | None:
        """Return the claim of a phrase with values of these names; None if its key tells nothing."""
        applies = self._condition(key)
        if applies is None:
            return None
        values = {name: self._value(key, name) for name in names}
        return Claim(applies, values, {}, None, "")

    # Rows

    def _layout(self, scene: Scene[Any]) -> TableauClaim:
        fields = self.fields[scene.kind]
        counted = self.counted[scene.kind](scene) if scene.kind in self.counted else {}
        check_counted(scene.kind, fields, counted)
        rows = [row for field in shown_fields(fields) for row in self._rows(scene, field, counted.get(field.name))]
        layout = TableauClaim(tuple(rows), scene.out.get("verdict"))
        return self.changes[scene.kind](scene, layout) if scene.kind in self.changes else layout

    def _rows(self, scene: Scene[Any], field: PositionField, counted: Iterable[Any] | None) -> Iterator[RowClaim]:
        fields, value = self.fields[scene.kind], scene.position[field.name]
        match field.sort:
            case "cards":
                cards = cards_in(field, _frozen(value))
                held = cards_held(fields, {name: _frozen(raw) for name, raw in scene.position.items()})
                rest = without(cards, held.get(field.name, ()))
                if rest or is_alone(fields):
                    claims = counted_cards(rest, None if counted is None else _as_cards(counted), self._card(scene))
                    yield RowClaim(claims, role=role_of(field), subject={"place": dashed(field.name)})
            case "act":
                word, cards = act_word(fields, scene.position), act_cards(field, _frozen(value))
                if cards or word is not None:
                    claims = counted_cards(cards, None, self._card(scene))
                    yield RowClaim(claims, role="played", subject={"place": word or dashed(field.name)})
            case "cards by seat" | "numbers by seat":
                for seat, item in enumerate(value):
                    yield self._seat_row(scene, field, seat, item)
            case _:
                return

    def _seat_row(self, scene: Scene[Any], field: PositionField, seat: int, item: Any) -> RowClaim:
        if field.sort == "numbers by seat":
            mini = number_mini(item)
            cards: tuple[CardClaim, ...] = (CardClaim(mini.strings, mini.fields),)
        else:
            pile = cards_in(field, _frozen(item))
            cards = counted_cards(pile, None, self._card(scene))
        mark: Mark | None = "winner" if seat in winning_seats(scene.out) else None
        return RowClaim(cards, mark, "palette", subject=_seat_subject(seat))

    def _card(self, scene: Scene[Any]) -> Callable[[Any, CardState], CardClaim]:
        items = self._items(scene.settings)

        def claim_of_card(card: Any, state: CardState) -> CardClaim:
            item = items[card]
            return CardClaim(strings_of(item, self.mini), item.fields, state)

        return claim_of_card

    def _items(self, settings: Any) -> Mapping[Any, Item]:
        """Return what is printed of each card, by its JSON form with tuples for lists."""
        items = self.cards(settings)
        return {_frozen(card.as_json()) if hasattr(card, "as_json") else card: item for card, item in items.items()}

    # Phrases

    def _condition(self, key: str) -> Condition | None:
        """Return when a phrase may be used, by its key; None if the key tells nothing."""
        beginning, _, rest = key.partition("-")
        by_beginning: Mapping[str, Condition] = {
            "heading": lambda scene: (("verdict" in scene.out and self._word(scene)) or dashed(scene.kind)) == rest,
            "row": lambda scene: scene.subject.get("place") == rest,
            "verdict": lambda scene: dashed(scene.kind) == rest or rest in map(_as_key, scene.out.values()),
            "violation": lambda scene: scene.out.get("violation") == rest,
            "reason": lambda scene: scene.out.get("verdict") == "allowed" and rest in self._questions(scene),
        }
        return _CONDITIONS.get(key) or by_beginning.get(beginning)

    def _questions(self, scene: Scene[Any]) -> tuple[str, ...]:
        """Return what the reason of a kind may be named after: the word of its act, or the kind."""
        word, kind = self._word(scene), dashed(scene.kind)
        return (kind, kind.removeprefix("may-"), *(() if word is None else (word,)))

    def _word(self, scene: Scene[Any]) -> str | None:
        return act_word(self.fields.get(scene.kind, ()), scene.position)

    def _value(self, key: str, name: str) -> Any:
        if key in ("verdict-allowed", "verdict-refused") and name == "reason":
            return part()
        if name == "seats":
            return self._seats
        if name == "points" and key in ("verdict-winner", "verdict-shared"):
            return self._best_points
        if key == "card":
            return lambda scene: self._items(scene.settings)[scene["card"]].fields[name]
        return lambda scene: self._found(scene, name)

    def _seats(self, scene: Scene[Any]) -> Any:
        """Return the names of the winners; of an answer without winners what it calls ``seats``."""
        winners = winning_seats(scene.out)
        return tuple(map(seat_part, winners)) if winners else self._found(scene, "seats")

    def _best_points(self, scene: Scene[Any]) -> Any:
        """Return the points of the winners, of an answer that has those of each seat."""
        points, winners = self._found(scene, "points"), winning_seats(scene.out)
        return points[winners[0]] if isinstance(points, tuple) and winners else points

    def _found(self, scene: Scene[Any], name: str) -> Any:
        """Return the value of a name. Raises LookupError for a name that stands for nothing."""
        value = next((found for found in self._places(scene, name) if found is not _MISSING), _MISSING)
        if value is _MISSING and name == "terms" and "points" in scene.out:
            return _items_of_points(scene.out)
        if value is _MISSING:
            raise LookupError(f"{name!r} is no part of the answer, the position or the settings; write a claim for it")
        frozen = _frozen(value)
        if isinstance(frozen, tuple) and frozen in self._items(scene.settings):
            return part("card", card=frozen)
        return frozen

    def _places(self, scene: Scene[Any], name: str) -> Iterator[Any]:
        yield scene.subject.get(name, _MISSING)
        if name != WINNERS:
            yield scene.out.get(name, _MISSING)
        for field in self.fields.get(scene.kind, ()):
            if field.sort == "act" and name in field.parts:
                yield scene.position[field.name][list(field.parts).index(name)]
        yield scene.position.get(name, _MISSING)
        yield getattr(scene.settings, name, _MISSING)


def with_schema(
    claims: Claims,
    questions: Mapping[str, Any],
    cards: Callable[[Any], Mapping[Any, Item]],
    mini: tuple[str, ...],
) -> Claims:
    """Return the claims of a game, completed by those of the kinds that have a schema. Miniatures print ``mini``."""
    fields = {
        kind: question.schema.fields for kind, question in questions.items() if isinstance(question, SchemaQuestion)
    }
    phrases = {key: _with_fields(claim, fields) for key, claim in claims.phrases.items()}
    others = SchemaClaims(fields, cards, claims.counted, claims.changes, mini)
    return replace(claims, phrases=phrases).completed_by(others)


def _with_fields(claim: Claim, fields: Mapping[str, tuple[PositionField, ...]]) -> Claim:
    """Return a claim whose condition finds the parts of an act, if it tests values by name."""
    when = claim.when
    return replace(claim, when=replace(when, fields=fields)) if isinstance(when, NamedCondition) else claim


def seat_part(seat: int) -> Part:
    """Expect the name of a seat, as ``seat_phrase`` of ``layouts`` gives it."""
    return part("row-seat", **_seat_subject(seat))


def _seat_subject(seat: int) -> dict[str, Any]:
    return {"place": "seat", "number": seat + 1, "seat": seat_name(seat)}


def _items_of_points(out: Mapping[str, Any]) -> Terms:
    """Return the calculation of the points by rule that an itemised answer has, as ``itemised`` of ``score`` words
    it."""
    return terms(number for name, number in out.items() if name != "points" and type(number) is int and number)


def _frozen(value: Any) -> Any:
    return tuple(map(_frozen, value)) if isinstance(value, list | tuple) else value


def _as_cards(raw: Iterable[Any]) -> tuple[Any, ...]:
    return tuple(map(_frozen, raw))


def _as_key(value: Any) -> str | None:
    """Return a word of an answer as it stands in the key of a phrase; None for what is no word."""
    return dashed(value) if isinstance(value, str) else None
