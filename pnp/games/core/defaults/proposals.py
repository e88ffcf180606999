"""Random positions by schema, for lessons: what a game does not say of a position is drawn by the types of its fields::

    draw = Draws(answer, Rules.of(settings, cards(settings)))
    turn = draw("may_act", hand=3)
    check = turn.check("check-lay", 10, refused_by("not-higher"))
    right = look_alike("check-lay-right", check, 11, turn.again("act"), allowed)

Cards lie in different places, as many as the ``Size`` of a field allows. Cards that are ``Held`` are some of those that
lie there already. Words, seats, numbers between limits, true and false are chosen at random.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from functools import partial
from random import Random
from types import UnionType
from typing import Annotated, Any, Literal, TypeAlias, Union, get_args, get_origin, get_type_hints

from annotated_types import Ge, Le

from pnp.games.core.answer import Door, Position
from pnp.games.core.checks import Vary, rule_check
from pnp.games.core.dealing import Dealer
from pnp.games.core.lesson import Floors, Lesson, worked_example
from pnp.games.core.schema import (
    ALLOWED_SIZE,
    BY_SEAT,
    FREE,
    PLAYERS,
    SEAT,
    SORTED,
    Always,
    OneOf,
    PositionField,
    Schema,
    SchemaQuestion,
    SchemaRules,
    Size,
    bare_type,
    figure_of,
    is_card,
    known_deck,
    marks_of,
    needed_for,
    without_none,
)
from pnp.records import dataclass

MORE = 5
"""Cards beyond the fewest of a list that has no limit."""


@dataclass(frozen=True, slots=True)
class Dealt:
    """Cards that a function takes from a dealer, who has those that lie nowhere yet: for each list of a field anew."""

    deal: Callable[[Dealer[Any]], Sequence[Any]]


Given: TypeAlias = Any
"""What a game says of a field: its value; the number of its cards (of each seat, where it has a list for each); a
``range`` in which this number lies, or that of the field itself, or the number of each seat; ``Dealt``; some parts of
an act by their names, as ``{"do": "lay"}``; or a function ``(random, position)`` that returns one of these.
``position`` has the fields drawn before it: those that are given, then the others in their order, then those of cards
that are ``Held``."""


Impossible: TypeAlias = Callable[[str, Position], str | None]
"""Function from a kind and a position to the reason why no game comes to it, or None."""
_TRIES = 40


class Draws:
    """Random positions of a game. ``rules`` tell its deck, its players and its figures.

    A position for which ``impossible(kind, position)`` has a reason is drawn again, a few times.
    """

    def __init__(
        self, answer: Door[Any, Any], rules: SchemaRules, impossible: Impossible = lambda kind, position: None
    ) -> None:
        self._answer, self.rules, self._impossible = answer, rules, impossible

    def __call__(self, kind: str, **given: Given) -> Draw:
        """Return proposals for questions of a ``kind``, with what is ``given`` of some fields.

        Raises TypeError for a kind without a schema, and for a field that its positions have not.
        """
        question = self._answer.questions.get(kind)
        if not isinstance(question, SchemaQuestion):
            raise TypeError(f"no kind {kind!r} has a schema; the kinds are {', '.join(self._answer.kinds)}")
        return Draw(self.rules, kind, question.schema, given, self._impossible)


class Draw:
    """Proposals for questions of one kind. ``Draws`` makes them."""

    def __init__(
        self,
        rules: SchemaRules,
        kind: str,
        schema: Schema,
        given: Mapping[str, Given],
        impossible: Impossible = lambda kind, position: None,
    ) -> None:
        self._rules, self._kind, self._schema, self._given = rules, kind, schema, given
        self._impossible = impossible
        self._fields = {field.name: field for field in schema.fields}
        self._check_names(given)
        for name, asked in given.items():
            if isinstance(asked, range) and not asked:
                raise TypeError(f"{name}={asked} of {kind!r} has no number: leave the lesson out with such settings")

    def __call__(self, random: Random) -> Position:
        """Return a random position. Raises TypeError for a field that must be given."""
        return self._position(random, {}, {})

    def again(self, *names: str, **given: Given) -> Vary:
        """Return a function for look-alikes: it draws some fields anew, and keeps the others as they are.

        ``names`` are drawn as in the proposals, the others as they are ``given`` here. A function that is given finds
        the former values of fields that are not drawn yet in its ``position``.
        """
        self._check_names(names)
        anew = Draw(self._rules, self._kind, self._schema, {**self._given, **given}, self._impossible)
        changed = {*names, *given}
        return lambda random, position: anew._position(
            random, {name: value for name, value in position.items() if name not in changed}, position
        )

    def example(self, name: str, rank: int, floors: Floors, *needs: str, essential: bool = False) -> Lesson:
        """Return a lesson that is shown by a worked example with such a position."""
        return worked_example(name, self._kind, rank, self, floors, needs=needs, essential=essential)

    def check(self, name: str, rank: int, floors: Floors, *needs: str, essential: bool = False) -> Lesson:
        """Return a lesson that is shown by a rule check with such a position."""
        return rule_check(name, self._kind, rank, self, floors, needs, essential=essential)

    def _check_names(self, names: Iterable[str]) -> None:
        for name in names:
            if name not in self._fields:
                raise TypeError(f"its positions have no {name!r}, but {', '.join(self._fields)}")

    def _position(self, random: Random, kept: Mapping[str, Any], former: Position) -> Position:
        position = self._drawn(random, kept, former)
        for _ in range(_TRIES):
            if self._impossible(self._kind, position) is None:
                break
            position = self._drawn(random, kept, former)
        return position

    def _drawn(self, random: Random, kept: Mapping[str, Any], former: Position) -> Position:
        drawing = _Drawing(self._rules, random)
        for name, value in {**dict(self._values()), **kept}.items():
            self._lay(drawing, name, value)
        left = [name for name in self._fields if name not in drawing.position]
        for name in sorted(left, key=lambda name: bool(self._fields[name].held)):
            self._draw(drawing, name, former)
        return {name: drawing.position[name] for name in self._fields}

    def _values(self) -> Iterator[tuple[str, Any]]:
        """Yield the fields whose values are given as they are."""
        for name, given in self._given.items():
            if not callable(given) and not isinstance(given, range) and not _is_asked(self._fields[name], given):
                yield name, given

    def _draw(self, drawing: _Drawing, name: str, former: Position) -> None:
        """Draw a field: by its type, by what is asked of its cards, or by the function that is given."""
        field, hint = self._fields[name], self._schema.types[name]
        given = self._given.get(name)
        if callable(given):
            given = given(drawing.random, {**former, **drawing.position})
        if isinstance(given, range) and not field.has_lists:
            choose = partial(drawing.random.choice, given)
            given = drawing.for_seats(marks_of(hint), choose) if BY_SEAT in marks_of(hint) else choose()
        if name in self._given and not _is_asked(field, given):
            self._lay(drawing, name, given)
            return
        held = [card for place in field.held for card in _cards(drawing.rules, drawing.position[place])]
        drawing.begin(given, held if field.held else None, is_free=FREE in marks_of(hint))
        try:
            drawing.position[name] = _value(hint, drawing)
        except TypeError as error:
            raise TypeError(f"{name!r} of {self._kind!r}: {error}") from None

    def _lay(self, drawing: _Drawing, name: str, value: Any) -> None:
        """Put a value into a position: its cards lie there, and its seats are counted."""
        field, marks = self._fields[name], marks_of(self._schema.types[name])
        drawing.position[name] = value
        if PLAYERS in marks:
            drawing.seats = value
        elif BY_SEAT in marks:
            drawing.seats = len(value)
        if field.sort in ("cards", "cards by seat", "act") and not field.held and FREE not in marks:
            for card in _cards(drawing.rules, value):
                drawing.dealer.take([card])


def _is_asked(field: PositionField, given: Given) -> bool:
    """Tell whether the rest of a field is drawn: its cards by ``Dealt`` or their number, or other parts of an act."""
    is_number = field.has_lists and (type(given) is int or isinstance(given, range))
    return is_number or isinstance(given, Dealt) or (field.sort == "act" and isinstance(given, Mapping))


class _Drawing:
    """Position that is being drawn: the cards that lie nowhere yet, and what is asked of the field at hand."""

    def __init__(self, rules: SchemaRules, random: Random) -> None:
        self.rules, self.random = rules, random
        self.position: dict[str, Any] = {}
        self.seats: int | None = None
        self.dealer = Dealer([card for card, copies in rules.deck.items() for _ in range(copies)], random)
        self._asked: Given = None
        self._source = self.dealer

    def begin(self, asked: Given, held: list[Any] | None, *, is_free: bool) -> None:
        """Begin a field. Its cards are ``held`` in other fields, or lie nowhere; free cards may lie elsewhere too."""
        self._asked = asked
        cards = list(self.rules.deck) * MORE if is_free else held
        self._source = self.dealer if cards is None else Dealer(cards, self.random)

    @property
    def given_parts(self) -> Mapping[str, Any]:
        """Parts of an act that are given."""
        return self._asked if isinstance(self._asked, Mapping) else {}

    def cards(self, count: int, marks: tuple[Any, ...] = ()) -> list[Any]:
        """Return up to ``count`` cards in their JSON form, of those that are asked for, as the marks of a list want."""
        asked, conditions = self._asked, [mark.holds for mark in marks if isinstance(mark, Always)]
        if isinstance(asked, Dealt):
            chosen = list(asked.deal(self._source))
        elif conditions:
            chosen = list(self._source.draw_together(count, lambda cards: all(holds(cards) for holds in conditions)))
        else:
            chosen = list(self._source.draw(count))
        if SORTED in marks:
            chosen.sort(key=list(self.rules.deck).index)
        return [card.as_json() if hasattr(card, "as_json") else card for card in chosen]

    def count(self, size: Size) -> int:
        """Return how many cards a list has: those asked for, or any number, within its size."""
        asked = self.random.choice(self._asked) if isinstance(self._asked, range) else self._asked
        if type(asked) is not int:
            return self.size(size)
        most = figure_of(self.rules, size.most)
        return max(figure_of(self.rules, size.fewest) or 0, asked if most is None else min(asked, most))

    def for_seats(self, marks: tuple[Any, ...], value: Callable[[], Any]) -> list[Any]:
        """Return a value for each seat: of those in the position, or of as many as the marks of the list allow."""
        size = next((mark for mark in marks if isinstance(mark, Size)), ALLOWED_SIZE)
        self.seats = self.seats or self.size(size)
        return [value() for _ in range(self.seats)]

    def size(self, size: Size) -> int:
        """Return a random number of items that a size allows."""
        fewest = figure_of(self.rules, size.fewest) or 0
        most = figure_of(self.rules, size.most)
        return self.random.randint(fewest, fewest + MORE if most is None else max(fewest, most))


def _cards(rules: SchemaRules, raw: Any) -> list[Any]:
    """Return the cards in a value of JSON data."""
    card = known_deck(rules.deck).find(raw)
    if card is not None:
        return [card]
    items = raw.values() if isinstance(raw, Mapping) else raw if isinstance(raw, list | tuple) else ()
    return [card for item in items for card in _cards(rules, item)]


# Values by their types


def _value(hint: Any, drawing: _Drawing) -> Any:
    """Return a random value of a type. Raises TypeError for one that must be given."""
    if get_origin(hint) in (Union, UnionType):
        return None if drawing.random.random() < 0.5 else _value(without_none(hint), drawing)
    if is_card(hint):
        return next(iter(drawing.cards(1)), None)
    marks, bare = marks_of(hint), bare_type(hint)
    if get_origin(bare) is tuple:
        return _list(bare, marks, drawing)
    if bare is int:
        return _number(marks, drawing)
    words = get_args(bare) if get_origin(bare) is Literal else (False, True) if bare is bool else ()
    words = next((getattr(drawing.rules, mark.among) for mark in marks if isinstance(mark, OneOf)), words)
    return drawing.random.choice(tuple(words)) if words else _record(bare, drawing)


def _number(marks: tuple[Any, ...], drawing: _Drawing) -> int:
    if PLAYERS in marks:
        drawing.seats = drawing.random.randint(*drawing.rules.players)
        return drawing.seats
    if SEAT in marks:
        return drawing.random.randrange(drawing.seats or drawing.rules.players[1])
    least = next((mark.ge for mark in marks if isinstance(mark, Ge)), None)
    most = next((mark.le for mark in marks if isinstance(mark, Le)), None)
    if isinstance(least, int) and isinstance(most, int):
        return drawing.random.randint(least, most)
    raise TypeError("a number without limits cannot be drawn: give the field, or Ge and Le in its type")


def _record(bare: Any, drawing: _Drawing) -> Any:
    """Return the parts of a named tuple as a list, those of a dataclass as an object."""
    if not hasattr(bare, "_fields") and not is_dataclass(bare):
        raise TypeError(f"no {bare!r} can be drawn: give the field that has it")
    hints = get_type_hints(bare, include_extras=True)
    if hasattr(bare, "_fields"):
        return _parts(bare, hints, drawing)
    return {part.name: _value(hints[part.name], drawing) for part in fields(bare)}


def _parts(record: Any, hints: Mapping[str, Any], drawing: _Drawing) -> list[Any]:
    """Return the parts of a named tuple: those that are given, and of an act those that its word needs."""
    parts: dict[str, Any] = {}
    for name in record._fields:
        hint = hints[name]
        words = needed_for(hint)
        if name in drawing.given_parts:
            parts[name] = drawing.given_parts[name]
        elif words is None:
            parts[name] = _value(hint, drawing)
        elif any(part in words for part in parts.values() if isinstance(part, str)):
            parts[name] = _value(Annotated[without_none(hint), Size(1)], drawing)
        else:
            parts[name] = None if without_none(hint) is not hint else []
    return [parts[name] for name in record._fields]


def _list(bare: Any, marks: tuple[Any, ...], drawing: _Drawing) -> list[Any]:
    item, *others = get_args(bare)
    if others != [...]:
        return [_value(hint, drawing) for hint in (item, *others)]
    if BY_SEAT in marks:
        return drawing.for_seats(marks, lambda: _value(item, drawing))
    count = drawing.count(next((mark for mark in marks if isinstance(mark, Size)), Size()))
    return drawing.cards(count, marks) if is_card(item) else [_value(item, drawing) for _ in range(count)]
