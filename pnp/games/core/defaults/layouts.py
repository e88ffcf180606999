"""Examples laid out by the schema of their kind: a row for each field of the position, then the verdict."""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from pnp.games.core.answer import Answer, Door, Explained, PositionError
from pnp.games.core.defaults.rules import RulesOf
from pnp.games.core.lesson import Example
from pnp.games.core.places import without
from pnp.games.core.schema import PositionField, SchemaQuestion
from pnp.games.core.tableau import CardState, Mark, MiniCard, Row, Tableau, card_states
from pnp.games.core.wording import seat_name
from pnp.model.component import Item
from pnp.model.text import Phrase, Text, phrase
from pnp.records import dataclass

Layout: TypeAlias = Callable[[Any, Example], Tableau]
"""Function from the settings and an example to its layout."""
Change: TypeAlias = Callable[[Any, Example, Tableau], Tableau]
"""Function from the settings, an example and its layout by schema to another layout."""

WINNERS = "winners"
"""Key of an answer that holds the seats that win."""


MINI = ("number", "letter")
"""Fields of a card that its miniature prints, as far as it has them."""


@dataclass(frozen=True, slots=True)
class Style:
    """How a game lays out examples: ``mini`` are the fields that its miniatures print, ``titled`` the fields whose rows
    have their label over the cards in the brief style too (None: all), ``changes`` the layouts that it changes."""

    mini: tuple[str, ...] = MINI
    titled: tuple[str, ...] | None = None
    changes: Mapping[str, Change] = dataclasses.field(default_factory=dict)


def explain_by_schema(answer: Door[Any, Any], rules_of: Callable[[Any], RulesOf[Any, Any]], style: Style) -> Layout:
    """Return an ``explain`` that lays examples out by the schema of their kind.

    An act stands in a row of its own, before the cards that it leaves in the hand; without cards it is its word. What
    the answer tells with ``Explained`` is the verdict; without it the phrase ``verdict-<kind>`` gets the values of the
    answer.
    """

    def explain(settings: Any, example: Example) -> Tableau:
        question = answer.questions.get(example.kind)
        if not isinstance(question, SchemaQuestion):
            raise PositionError(f"there is no layout for the kind {example.kind!r}")
        tableau = _Explainer(question, rules_of(settings), example, style).tableau()
        change = style.changes.get(example.kind)
        if change is None:
            return tableau
        # The position in a PDF has its keys in another order, and the layout must be the same.
        position = {field.name: example.position[field.name] for field in question.schema.fields}
        return change(settings, dataclasses.replace(example, position=position), tableau)

    return explain


class _Explainer:
    def __init__(self, question: SchemaQuestion, rules: RulesOf[Any, Any], example: Example, style: Style) -> None:
        self._style = style
        self._fields = question.schema.fields
        self._rules, self._kind = rules, example.kind
        self._values = question.read(rules, example.position)
        self._held = cards_held(self._fields, self._values)
        self._answer = question.judge(rules, self._values)
        self._told = self._answer if isinstance(self._answer, Explained) else Explained(self._answer)
        check_counted(self._kind, self._fields, self._told.counted)

    def tableau(self) -> Tableau:
        word = act_word(self._fields, self._values) if "verdict" in self._answer else None
        numbers = {field.name: self._values[field.name] for field in self._fields if field.sort == "value"}
        shown = {name: number for name, number in numbers.items() if type(number) is int}
        heading = phrase(f"heading-{word or dashed(self._kind)}", **shown)
        rows = tuple(row for field in shown_fields(self._fields) for row in self._rows(field))
        verdict, mark = self._verdict()
        return Tableau(heading, rows, verdict, mark)

    def _verdict(self) -> tuple[Phrase, Any]:
        told, seats = self._told, self._answer.get(WINNERS)
        if told.reason is not None:
            key = "verdict-allowed" if self._answer["verdict"] == "allowed" else "verdict-refused"
            return phrase(key, reason=told.reason), self._answer["verdict"]
        if told.verdict is not None:
            return told.verdict, self._answer.get("verdict")
        if seats is not None:
            key = "verdict-winner" if len(seats) == 1 else "verdict-shared"
            return phrase(key, seats=tuple(map(seat_phrase, seats))), None
        return phrase(f"verdict-{dashed(self._kind)}", **self._answer), self._answer.get("verdict")

    def _rows(self, field: PositionField) -> Iterator[Row]:
        value = self._values[field.name]
        match field.sort:
            case "cards":
                rest = without(cards_in(field, value), self._held.get(field.name, ()))
                if rest or is_alone(self._fields):
                    minis = self._minis(rest, self._told.counted.get(field.name))
                    yield self._row(field, minis, dashed(field.name), role_of(field))
            case "act":
                cards, word = act_cards(field, value), act_word(self._fields, self._values)
                if cards:
                    yield self._row(field, self._minis(cards, None), word or dashed(field.name), "played")
                elif word is not None:
                    # An act without cards shows only by its word.
                    yield Row((), phrase(f"row-{word}"), role="played", titled=True)
            case "cards by seat" | "numbers by seat":
                for seat, item in enumerate(value):
                    yield self._seat_row(field, seat, item)
            case _:
                return

    def _seat_row(self, field: PositionField, seat: int, item: Any) -> Row:
        mark: Mark | None = "winner" if seat in winning_seats(self._answer) else None
        if field.sort == "numbers by seat":
            cards: tuple[MiniCard, ...] = (number_mini(item),)
        else:
            cards = self._minis(cards_in(field, item), None)
        return Row(cards, seat_phrase(seat), mark=mark, titled=True)

    def _row(self, field: PositionField, minis: tuple[MiniCard, ...], word: str, role: str) -> Row:
        # A row alone needs no title: the verdict can be about nothing else.
        titles = self._style.titled
        titled = not is_alone(self._fields) and (titles is None or field.name in titles)
        return Row(minis, phrase(f"row-{word}"), role=role, titled=titled)

    def _minis(self, cards: Iterable[Any], counted: Iterable[Any] | None) -> tuple[MiniCard, ...]:
        shown = tuple(cards)
        states = card_states(shown, None if counted is None else Counter(counted))
        items = [self._rules.items[card] for card in shown]
        return tuple(mini_of(item, self._style.mini, state) for item, state in zip(items, states, strict=True))


def check_counted(kind: str, fields: Iterable[PositionField], counted: Iterable[str]) -> None:
    """Raise TypeError for ``counted`` cards of a field that has no one list of cards."""
    known = [field.name for field in fields if field.sort == "cards"]
    for name in counted:
        if name not in known:
            there = f"counted cards lie in {' or '.join(map(repr, known))}" if known else "no field can have some"
            raise TypeError(f"{kind!r} has counted cards of {name!r}, which is no list of cards: {there}")


def dashed(name: str) -> str:
    """Return the name of a kind or a field as it stands in the key of a phrase: ``may-act``."""
    return name.strip("_").replace("_", "-")


def shown_fields(fields: Iterable[PositionField]) -> list[PositionField]:
    """Return the fields of a position in the order of their rows: an act comes before the field that holds its cards.

    A card that is held elsewhere and is no act, such as the one that is played, comes before it too.
    """
    fields = list(fields)
    order = [field for field in fields if not field.held]
    for field in fields:
        if field.held:
            places = [at for at, other in enumerate(order) if other.name in field.held]
            order.insert(places[0] if places else len(order), field)
    return order


def is_alone(fields: Iterable[PositionField]) -> bool:
    """Tell whether one field alone has rows. It has one even without cards."""
    return sum(field.sort != "value" for field in fields) == 1


def role_of(field: PositionField) -> str:
    """Return the role of the row of a field: ``played`` for what lies in another field, else the name of the field.

    A row ``hand`` is what is left of one's own cards. A field of another name, such as the cards of a table, is not.
    """
    return "played" if field.held else dashed(field.name)


def act_word(fields: Iterable[PositionField], values: Mapping[str, Any]) -> str | None:
    """Return the word of an act, such as ``take``; None if no field is an act with a word.

    ``values`` are those of the position, read or as JSON data.
    """
    for field in fields:
        if field.sort == "act":
            for part, sort in zip(values[field.name], field.parts.values(), strict=True):
                if sort == "value" and isinstance(part, str):
                    return part
    return None


def act_cards(field: PositionField, value: Any) -> tuple[Any, ...]:
    """Return the cards of an act."""
    cards: list[Any] = []
    for part, sort in zip(value, field.parts.values(), strict=True):
        if part is not None:
            cards += part if sort == "cards" else (part,) if sort == "card" else ()
    return tuple(cards)


def cards_held(fields: Iterable[PositionField], values: Mapping[str, Any]) -> dict[str, list[Any]]:
    """Return the cards of a position that other fields hold, such as the card of an act in the hand, by these fields.

    A card that may lie in several fields is taken from the first that has one more of it. ``values`` are those of the
    position, read or as JSON data.
    """
    by_name = {field.name: field for field in fields}
    held: dict[str, list[Any]] = {}
    for field in by_name.values():
        cards = act_cards(field, values[field.name]) if field.sort == "act" else cards_in(field, values[field.name])
        for card in cards if field.held else ():
            place = next(
                name for name in field.held if _has_more(by_name[name], values[name], card, held.get(name, ()))
            )
            held.setdefault(place, []).append(card)
    return held


def _has_more(field: PositionField, value: Any, card: Any, taken: Sequence[Any]) -> bool:
    piles = value if field.is_by_seat else (value,)
    return sum(cards_in(field, pile).count(card) for pile in piles) > taken.count(card)


def cards_in(field: PositionField, value: Any) -> tuple[Any, ...]:
    """Return the cards of a field, or of a seat in it: a list of them, or a card, which may be missing."""
    if field.has_lists:
        return tuple(value)
    return () if value is None else (value,)


def seat_phrase(seat: int) -> Phrase:
    """Return the name of a seat: ``row-seat`` with its ``number`` from 1 and its letter ``seat``."""
    return phrase("row-seat", number=seat + 1, seat=seat_name(seat))


def won_with(points: Sequence[int], winners: Sequence[int]) -> Answer:
    """Return the ``points`` of each seat and the ``winners``. An example says ``verdict-winner`` or ``verdict-shared``,
    with the ``seats`` that win and their ``points``."""
    key = "verdict-winner" if len(winners) == 1 else "verdict-shared"
    verdict = phrase(key, seats=tuple(map(seat_phrase, winners)), points=points[winners[0]])
    return Explained({"points": list(points), WINNERS: list(winners)}, verdict)


def winning_seats(out: Mapping[str, Any]) -> tuple[int, ...]:
    """Return the seats that an answer names under ``winners`` or ``winner``."""
    winner = out.get("winner")
    return tuple(out.get(WINNERS, () if winner is None else (winner,)))


def mini_of(item: Item, names: Iterable[str] = MINI, state: CardState = "plain") -> MiniCard:
    """Return the miniature of a card, drawn from all its fields. It prints those of the given ``names``."""
    return MiniCard(item.fields, strings_of(item, names), state)


def strings_of(item: Item, names: Iterable[str]) -> tuple[Text, ...]:
    """Return what a miniature of a card prints: the fields of these names that it has, or else its name, or its id."""
    fields = [item.fields[name] for name in names if item.fields.get(name) is not None]
    strings: tuple[Text, ...] = tuple(_printed(value) if isinstance(value, int) else value for value in fields)
    return strings or (item.fields.get("name", item.id),)


def number_mini(number: int) -> MiniCard:
    """Return a miniature that shows a number alone."""
    return MiniCard({"ink": None}, (_printed(number),))


def _printed(number: int) -> str:
    return f"{number}".replace("-", "\N{MINUS SIGN}")
