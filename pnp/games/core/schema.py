"""Positions by schema: a kind of question is a function whose parameters are the keys of its positions::

    def may_act(rules: Rules, top: Card, hand: Annotated[Cards, Size(1, "hand")], act: Annotated[Action, Held("hand")]):
        return verdict_on(turn_violation(rules, top, hand, act))

    answer = Door[Settings, Rules](kinds(may_act))

By the types a position is read and refused, before any rule is asked. A card is a class with ``as_json``, such as
``SuitCard``, or what ``CARD`` marks: ``Card = Annotated[int, CARD]``. The record of rules has ``deck``, the copies of
each card, and ``players``, the fewest and the most. All cards of a position lie in different places, so none occurs
more often than the deck has it. A named tuple is a list in the order of its fields, a dataclass an object.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import field, fields, is_dataclass, replace
from functools import partial
from inspect import signature
from itertools import repeat
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    Final,
    Literal,
    Protocol,
    TypeAlias,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

from annotated_types import Ge, Le

from pnp.games.core.answer import Answer, Position, PositionError, Question
from pnp.games.core.reading import check_copies, read
from pnp.records import dataclass


class SchemaRules(Protocol):
    """Facts of a definition by which positions are read. No misreading replaces them."""

    @property
    def deck(self) -> Mapping[Any, int]:
        """Copies of each card."""

    @property
    def players(self) -> tuple[int, int]:
        """Fewest and most players."""


Bound: TypeAlias = int | str | Callable[[Any], int]

# Marks of types, for ``Annotated``


@dataclass(frozen=True, slots=True)
class Mark:
    """Meaning of a field that its type does not tell."""

    name: str


CARD: Final = Mark("card")
"""Card of the deck, written as it stands: ``Card = Annotated[int, CARD]``."""
FREE: Final = Mark("free")
"""Cards that lie nowhere, such as those of a row that is only talked about: they may occur as often as one likes."""
SORTED: Final = Mark("sorted")
"""Cards in no order, such as those of a hand. A state keeps them sorted, a draw in the order of the deck."""
PLAYERS: Final = Mark("players")
"""Number of players, one that the rules allow."""
BY_SEAT: Final = Mark("by seat")
"""List with an item for each seat: of the players named above it, else of a ``Size``, else of a number of players that
the rules allow."""
SEAT: Final = Mark("seat")
"""Seat from 0: of the players named above it, else of the most players."""


@dataclass(frozen=True, slots=True)
class Size:
    """Size of a list, from ``fewest`` to ``most``: numbers, names of figures in the record of rules, or functions of
    it."""

    fewest: Bound = 0
    most: Bound | None = None


@dataclass(frozen=True, slots=True)
class Always:
    """Condition that cards of a list meet in every game, and so do fewer of them; ``why`` says why others cannot be.

    ``Row = Annotated[tuple[Card, ...], Always(all_different, "a row does not have the same card twice")]``: such a row
    is drawn for lessons, another one is ``impossible``, and a state that has it is refused.
    """

    holds: Callable[[tuple[Any, ...]], bool]
    why: str


ALLOWED_SIZE: Final = Size(lambda rules: rules.players[0], lambda rules: rules.players[1])
"""Size of a list with an item for each player."""


@dataclass(frozen=True, slots=True)
class OneOf:
    """Word that the record of rules has in the field ``among``, such as the id of a colour."""

    among: str


@dataclass(frozen=True, slots=True)
class ReadBy:
    """Function of the game that reads a field: ``read(rules, raw, values)``. ``values`` are those of the fields above.

    It raises PositionError for what it refuses. Its cards may occur as often as one likes.
    """

    read: Callable[[Any, Any, Mapping[str, Any]], Any]


@dataclass(frozen=True, slots=True)
class Held:
    """Cards that lie in one of the named fields already, such as the card of an action in the hand."""

    fields: tuple[str, ...]

    def __init__(self, *names: str) -> None:
        object.__setattr__(self, "fields", names)


@dataclass(frozen=True, slots=True)
class NeededFor:
    """Words of an act that have this part, such as a card. With the other words it is None, or an empty list; a
    ``Size`` of the list holds where it is needed::

    class Action(NamedTuple):
        do: Literal["lay", "pass"]
        card: Annotated[Card | None, NeededFor("lay")]
    """

    words: tuple[str, ...]

    def __init__(self, *words: str) -> None:
        object.__setattr__(self, "words", words)


def needed_for(hint: Any) -> tuple[str, ...] | None:
    """Return the words of an act that have a part of this type; None if all may have it."""
    return next((mark.words for mark in marks_of(hint) if isinstance(mark, NeededFor)), None)


def broken_condition(hint: Any, value: Any) -> str | None:
    """Return why a value of a type is in no game, by the ``Always`` of its lists of cards; None if it may be."""
    marks, bare = marks_of(hint), bare_type(without_none(bare_type(hint)))
    for mark in marks:
        if isinstance(mark, Always) and not mark.holds(value):
            return mark.why
    if get_origin(bare) is not tuple or value is None:
        return None
    item, *others = get_args(bare)
    hints = repeat(item) if others == [...] else (item, *others)
    reasons = (broken_condition(part, inner) for part, inner in zip(hints, value, strict=False))
    return next((reason for reason in reasons if reason is not None), None)


def has_condition(hint: Any) -> bool:
    """Tell whether a type, or one inside it, has an ``Always``."""
    inner = get_args(bare_type(hint))
    return any(isinstance(mark, Always) for mark in marks_of(hint)) or any(map(has_condition, inner))


# Reading


class _Reading:
    """Position that is being read: the rules, the number of seats if it is known, cards and values by field."""

    __slots__ = ("cards", "key", "rules", "seats", "values")

    def __init__(self, rules: Any) -> None:
        self.rules = rules
        self.seats: int | None = None
        self.cards: dict[str, list[Any]] = {}
        self.values: dict[str, Any] = {}
        self.key = ""


_Read = Callable[[_Reading, Any], Any]


class _FieldError(Exception):
    """Refused value: the reason, and its place in the lists around it, as ``item 2 of item 1 of``."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message
        self.where = ""


def kinds(*functions: Callable[..., Answer]) -> dict[str, SchemaQuestion]:
    """Return kinds of questions by name, each a function of the rules and the values of a position.

    The name of a kind is that of its function, without an underscore at its beginning or end. Raises TypeError for a
    function whose parameters have types that no position can hold.
    """
    return {function.__name__.strip("_"): SchemaQuestion(function) for function in functions}


class SchemaQuestion(Question[Any, Mapping[str, Any]]):
    """Question of a kind whose positions have a schema."""

    def __init__(self, function: Callable[..., Answer]) -> None:
        self.schema = Schema(function)
        super().__init__(self.schema.read, lambda rules, values: function(rules, **values))


FieldSort: TypeAlias = Literal["cards", "cards by seat", "numbers by seat", "act", "value"]
PartSort: TypeAlias = Literal["card", "cards", "value"]


@dataclass(frozen=True, slots=True)
class PositionField:
    """Field of a position, as an example shows it.

    ``has_lists`` tells whether it is a list of cards, or by seat a list for each. ``held`` are the fields in which its
    cards lie already. ``parts`` are the parts of an act by name. ``words`` gives the words that it may be.
    """

    name: str
    sort: FieldSort
    has_lists: bool = False
    held: tuple[str, ...] = ()
    parts: Mapping[str, PartSort] = field(default_factory=dict)
    is_seat: bool = False
    is_by_seat: bool = False
    words: Callable[[Any], tuple[Any, ...]] | None = None


def _form_field(name: str, hint: Any) -> PositionField:
    """Return a field with what a form needs to know of it."""
    inner = without_none(hint)
    marks = (*marks_of(hint), *marks_of(inner))
    among = next((mark.among for mark in marks if isinstance(mark, OneOf)), None)
    words: Callable[[Any], tuple[Any, ...]] | None = None
    if among is not None:
        words = partial(_known_words, among)
    elif get_origin(bare_type(inner)) is Literal:
        words = partial(_fixed_words, get_args(bare_type(inner)))
    return replace(_position_field(name, hint), is_seat=SEAT in marks, is_by_seat=BY_SEAT in marks, words=words)


def _known_words(among: str, rules: Any) -> tuple[Any, ...]:
    return tuple(getattr(rules, among))


def _fixed_words(words: tuple[Any, ...], _rules: Any) -> tuple[Any, ...]:
    return words


def _position_field(name: str, hint: Any) -> PositionField:
    marks, bare = marks_of(hint), bare_type(hint)
    held = tuple(place for mark in marks if isinstance(mark, Held) for place in mark.fields)
    if hasattr(bare, "_fields") and not is_card(bare):
        hints = get_type_hints(bare, include_extras=True)
        return PositionField(name, "act", held=held, parts={part: _part_sort(hints[part]) for part in bare._fields})
    sort = _part_sort(hint)
    if BY_SEAT not in marks:
        return PositionField(name, "value" if sort == "value" else "cards", sort == "cards", held)
    item = get_args(bare)[0]
    if holds_cards(item):
        return PositionField(name, "cards by seat", not is_card(without_none(item)), held)
    return PositionField(name, "numbers by seat" if bare_type(item) is int else "value", held=held)


def _part_sort(hint: Any) -> PartSort:
    hint = without_none(hint)
    return "card" if is_card(hint) else "cards" if holds_cards(hint) else "value"


@dataclass(frozen=True, slots=True)
class Named:
    """Test of values by their names, which are those of its parameters: ``lambda card, top: card > top``.

    A name stands for a part of the act, a field of the position, or a part of the answer.
    """

    test: Callable[..., bool]
    fields: tuple[PositionField, ...] = ()

    def holds(self, position: Position, out: Answer) -> bool:
        """Tell whether the values of a position and its answer pass. Raises LookupError for an unknown name."""
        values = {**out, **position}
        for act in self.fields:
            if act.sort == "act":
                values.update(zip(act.parts, position[act.name], strict=True))
        names = list(signature(self.test).parameters)
        unknown = [name for name in names if name not in values]
        if unknown:
            raise LookupError(f"there is no {unknown[0]!r}: a test may name {', '.join(values)}")
        return bool(self.test(*(values[name] for name in names)))


def bare_type(hint: Any) -> Any:
    """Return a type without its marks."""
    return get_args(hint)[0] if get_origin(hint) is Annotated else hint


def without_none(hint: Any) -> Any:
    """Return the type of what is there, for a type that may be None."""
    bare = bare_type(hint)
    if get_origin(bare) not in (Union, UnionType):
        return hint
    return next(argument for argument in get_args(bare) if argument is not NoneType)


def is_card(hint: Any) -> bool:
    """Tell whether a type is that of a card of the deck."""
    return CARD in marks_of(hint) or hasattr(bare_type(hint), "as_json")


def holds_cards(hint: Any) -> bool:
    """Tell whether a type is that of a card, which may be missing, or of a list of cards."""
    hint = without_none(hint)
    bare = bare_type(hint)
    return is_card(hint) or (get_origin(bare) is tuple and all(map(is_card, get_args(bare)[:1])))


class Schema:
    """Schema of the positions of one kind, made of the parameters of its function after the rules."""

    def __init__(self, function: Callable[..., Any]) -> None:
        hints = get_type_hints(function, include_extras=True)
        _, *names = signature(function).parameters
        hints = {name: hints[name] for name in names}
        self.types = hints
        """Type of each field, with its marks."""
        self._readers = {name: _reader(hints[name]) for name in names}
        marks = {name: marks_of(hints[name]) for name in names}
        self._held = {name: mark.fields for name in names for mark in marks[name] if isinstance(mark, Held)}
        self._free = {name for name in names if FREE in marks[name]}
        self.fields = tuple(_form_field(name, hints[name]) for name in names)
        self._conditioned = tuple(name for name in names if has_condition(hints[name]))

    def read(self, rules: SchemaRules, position: Position) -> dict[str, Any]:
        """Return the values of a position. Raises PositionError for one that cannot be."""
        reading = _Reading(rules)
        values = reading.values
        for name, read_value in self._readers.items():
            reading.key = name
            try:
                values[name] = read_value(reading, read(position, name))
            except _FieldError as refusal:
                raise PositionError(f"{refusal.where}{name!r} {refusal.message}") from None
        laid = [cards for name, cards in reading.cards.items() if name not in self._held and name not in self._free]
        if laid:
            check_copies(rules.deck, *laid)
        self._check_held(reading.cards)
        return values

    def impossible(self, rules: SchemaRules, position: Position) -> str | None:
        """Return why no game comes to a position that can be read, by the ``Always`` of its types; None if one does."""
        values = self.read(rules, position) if self._conditioned else {}
        reasons = (broken_condition(self.types[name], values[name]) for name in self._conditioned)
        return next((reason for reason in reasons if reason is not None), None)

    def _check_held(self, cards: Mapping[str, list[Any]]) -> None:
        for name, places in self._held.items():
            needed = cards.get(name, ())
            held = [card for place in places for card in cards.get(place, ())]
            where = " or ".join(map(repr, places))
            if len(needed) > len(held):
                raise PositionError(f"{name!r} has {len(needed)} cards, and {where} has {len(held)}")
            for card in needed:
                count, there = needed.count(card), held.count(card)
                if count > there:
                    more = f"only {there} of it" if there else "none of it"
                    raise PositionError(f"{name!r} has {count} × {card}, and {where} has {more}")


def _reader(hint: Any) -> _Read:
    """Return a function that reads a value of a type."""
    kind, arguments = get_origin(hint), get_args(hint)
    if kind is Annotated:
        return _marked_reader(arguments[0], arguments[1:])
    if kind in (Union, UnionType):
        return _optional_reader(arguments)
    if kind is Literal:
        return _word_reader(partial(_fixed_words, arguments))
    if kind is tuple:
        is_list = arguments[1:] == (...,)
        return _list_reader(arguments[0], ()) if is_list else _items_reader(list(map(_reader, arguments)), tuple)
    return _class_reader(hint)


def _class_reader(hint: Any) -> _Read:
    if hasattr(hint, "as_json"):
        return _read_card
    if hint in (int, bool):
        return _whole_reader(()) if hint is int else _read_flag
    if hasattr(hint, "_fields"):
        return _tuple_reader(hint)
    if is_dataclass(hint):
        return _object_reader(hint)
    raise TypeError(f"a position cannot hold {hint!r}")


def marks_of(hint: Any) -> tuple[Any, ...]:
    """Return the marks of a type, such as ``CARD`` and ``Size``."""
    return get_args(hint)[1:] if get_origin(hint) is Annotated else ()


def _marked_reader(hint: Any, marks: tuple[Any, ...]) -> _Read:
    for mark in marks:
        reader = _reader_of_mark(mark)
        if reader is not None:
            return reader
    if get_origin(hint) is tuple and get_args(hint)[1:] == (...,):
        return _list_reader(get_args(hint)[0], marks)
    return _whole_reader(marks) if hint is int else _reader(hint)


def _reader_of_mark(mark: Any) -> _Read | None:
    match mark:
        case Mark():
            return {CARD: _read_card, PLAYERS: _read_players, SEAT: _read_seat}.get(mark)
        case ReadBy(read=read_value):
            return lambda reading, raw: read_value(reading.rules, raw, reading.values)
        case OneOf(among=name):
            return _word_reader(partial(_known_words, name))
    return None


def _optional_reader(arguments: tuple[Any, ...]) -> _Read:
    (hint,) = (argument for argument in arguments if argument is not NoneType)
    read_value = _reader(hint)
    return lambda reading, raw: None if raw is None else read_value(reading, raw)


def _word_reader(known: Callable[[Any], tuple[str, ...]]) -> _Read:
    def read_word(reading: _Reading, raw: Any) -> Any:
        words = known(reading.rules)
        if raw not in words:
            raise _FieldError(f"must be one of {', '.join(map(str, words))}, not {raw!r}")
        return words[words.index(raw)]

    return read_word


def _whole_reader(marks: tuple[Any, ...]) -> _Read:
    least: Any = next((mark.ge for mark in marks if isinstance(mark, Ge)), None)
    most: Any = next((mark.le for mark in marks if isinstance(mark, Le)), None)
    limits = "" if least is None else f", {least} or more" if most is None else f" from {least} to {most}"

    def read_whole(reading: _Reading, raw: Any) -> int:
        if type(raw) is not int or (least is not None and raw < least) or (most is not None and raw > most):
            raise _FieldError(f"must be a whole number{limits}, not {raw!r}")
        return raw

    return read_whole


def _list_reader(item: Any, marks: tuple[Any, ...]) -> _Read:
    read_item = _reader(item)
    by_seat = BY_SEAT in marks
    sizes = [mark for mark in marks if isinstance(mark, Size)]
    size = sizes[0] if sizes else ALLOWED_SIZE if by_seat else Size()
    # A part that another word of the act has not is an empty list there; the act tells where it must have cards.
    may_be_empty = any(isinstance(mark, NeededFor) for mark in marks)

    def read_items(reading: _Reading, raw: Any) -> tuple[Any, ...]:
        if by_seat and reading.seats is not None:
            _check_list(raw, reading.seats, reading.seats)
        else:
            fewest = figure_of(reading.rules, size.fewest) or 0
            _check_list(raw, 0 if may_be_empty and not raw else fewest, figure_of(reading.rules, size.most))
        if by_seat:
            reading.seats = len(raw)
        return _read_cards(reading, raw) if read_item is _read_card else _read_each(reading, raw, repeat(read_item))

    return read_items


def _check_list(raw: Any, fewest: int, most: int | None) -> None:
    if not isinstance(raw, list | tuple):
        raise _FieldError(f"must be a list, not {raw!r}")
    if len(raw) < fewest or (most is not None and len(raw) > most):
        wanted = f"{fewest} or more" if most is None else f"{fewest}" if fewest == most else f"{fewest} to {most}"
        raise _FieldError(f"must hold {wanted} items, not {len(raw)}")


def _read_each(reading: _Reading, raw: Any, readers: Iterable[_Read]) -> tuple[Any, ...]:
    """Read each item of a list with the reader beside it."""
    values: list[Any] = []
    try:
        for read_item, item in zip(readers, raw, strict=False):
            values.append(read_item(reading, item))
    except _FieldError as refusal:
        refusal.where += f"item {len(values) + 1} of "
        raise
    return tuple(values)


def figure_of(rules: Any, bound: Bound | None) -> int | None:
    """Return the number that a bound of a ``Size`` stands for under ``rules``."""
    if bound is None or isinstance(bound, int):
        return bound
    if not isinstance(bound, str):
        return int(bound(rules))
    # A record that has the settings need not repeat their figures.
    return int(getattr(rules, bound) if hasattr(rules, bound) else getattr(rules.settings, bound))


def _items_reader(readers: list[_Read], make: Callable[[tuple[Any, ...]], Any]) -> _Read:
    def read_items(reading: _Reading, raw: Any) -> Any:
        _check_list(raw, len(readers), len(readers))
        return make(_read_each(reading, raw, readers))

    return read_items


def _tuple_reader(record: Any) -> _Read:
    """Return a function that reads a named tuple. An act has the parts that its word needs, and no others."""
    hints = get_type_hints(record, include_extras=True)
    read_items = _items_reader([_reader(hints[name]) for name in record._fields], lambda values: record(*values))
    needed = {name: words for name in record._fields if (words := needed_for(hints[name])) is not None}
    if not needed:
        return read_items
    word = next(name for name in record._fields if get_origin(bare_type(hints[name])) is Literal)

    def read_act(reading: _Reading, raw: Any) -> Any:
        act = read_items(reading, raw)
        does = getattr(act, word)
        for name, words in needed.items():
            if (getattr(act, name) not in (None, ())) != (does in words):
                raise _FieldError(f"has a {name!r} with {' or '.join(map(repr, words))} alone, not as in {raw!r}")
        return act

    return read_act


def _object_reader(record: Any) -> _Read:
    hints = get_type_hints(record, include_extras=True)
    readers = {attribute.name: _reader(hints[attribute.name]) for attribute in fields(record)}

    def read_object(reading: _Reading, raw: Any) -> Any:
        if not isinstance(raw, Mapping) or not readers.keys() <= raw.keys():
            raise _FieldError(f"must be an object with {', '.join(readers)}, not {raw!r}")
        return record(**{name: read_part(reading, raw[name]) for name, read_part in readers.items()})

    return read_object


def _read_flag(reading: _Reading, raw: Any) -> bool:
    if type(raw) is not bool:
        raise _FieldError(f"must be true or false, not {raw!r}")
    return raw


def _read_players(reading: _Reading, raw: Any) -> int:
    fewest, most = reading.rules.players
    if type(raw) is not int or not fewest <= raw <= most:
        raise _FieldError(f"must be from {fewest} to {most}, not {raw!r}")
    reading.seats = raw
    return raw


def _read_seat(reading: _Reading, raw: Any) -> int:
    seats = reading.seats or reading.rules.players[1]
    if type(raw) is not int or not 0 <= raw < seats:
        raise _FieldError(f"must be a seat from 0 to {seats - 1}, not {raw!r}")
    return raw


def card_of(rules: SchemaRules, raw: Any) -> Any:
    """Return the card that JSON data names. Raises PositionError if the deck has no such card."""
    deck = known_deck(rules.deck)
    card = deck.find(raw)
    if card is None:
        raise PositionError(f"a card is {raw!r}, and {deck.why_none(raw)}")
    return card


def _read_card(reading: _Reading, raw: Any) -> Any:
    deck = known_deck(reading.rules.deck)
    card = deck.find(raw)
    if card is None:
        raise _FieldError(f"is {raw!r}, and {deck.why_none(raw)}")
    reading.cards.setdefault(reading.key, []).append(card)
    return card


def _read_cards(reading: _Reading, raw: Any) -> tuple[Any, ...]:
    """Read a list of cards. A search reads thousands of positions, so a list is read in one pass if it can be."""
    cards = known_deck(reading.rules.deck).find_all(raw)
    if cards is None:
        return _read_each(reading, raw, repeat(_read_card))
    reading.cards.setdefault(reading.key, []).extend(cards)
    return tuple(cards)


class KnownDeck:
    """Cards of a deck by their JSON form, and by the word that stands for them on a line."""

    def __init__(self, deck: Mapping[Any, int]) -> None:
        self.deck = deck
        self._cards: dict[Any, Any] = {}
        for card in deck:
            raw = card.as_json() if hasattr(card, "as_json") else card
            self._cards[tuple(raw) if isinstance(raw, list) else raw] = card
        self.by_word = {str(card): card for card in deck}
        self._shapes = {_shape(key) for key in self._cards}
        self._are_pairs, self._are_numbers = self._shapes == {(str, int)}, self._shapes == {int}

    def find_all(self, raw: list[Any] | tuple[Any, ...]) -> list[Any] | None:
        """Return the cards that a list of JSON data stands for; None if one of them is no card."""
        known = self._cards
        try:
            if self._are_pairs:
                cards = [known[word, number] for word, number in raw if type(number) is int]
            elif self._are_numbers:
                cards = [known[number] for number in raw if type(number) is int]
            else:
                cards = [card for card in map(self.find, raw) if card is not None]
        except (KeyError, TypeError, ValueError):
            return None
        return cards if len(cards) == len(raw) else None

    def find(self, raw: Any) -> Any:
        """Return the card that JSON data stands for, or None."""
        key = tuple(raw) if isinstance(raw, list | tuple) else raw
        # A truth value is no number, though True is 1; and what has no hash is of no such shape.
        return self._cards.get(key) if _shape(key) in self._shapes else None

    def why_none(self, raw: Any) -> str:
        """Return why JSON data is no card, with what there is in place of its first wrong part."""
        known = list(self._cards)
        parts = known[0] if known else ()
        if not isinstance(parts, tuple):
            return f"the cards are {', '.join(map(str, known))}"
        if not isinstance(raw, list | tuple) or len(raw) != len(parts):
            return f"a card is written as {list(parts)!r} is"
        for place, part in enumerate(raw):
            there = dict.fromkeys(card[place] for card in known)
            if not any(type(part) is type(other) and part == other for other in there):
                return f"{part!r} must be one of {', '.join(map(str, there))}"
        return "there is no such card"


def _shape(key: Any) -> Any:
    return tuple(map(type, key)) if isinstance(key, tuple) else type(key)


_known_decks: list[KnownDeck] = []
"""Decks asked about last. Records of misreadings share the deck of the true rules."""
_DECKS = 8


def known_deck(deck: Mapping[Any, int]) -> KnownDeck:
    """Return a deck with its cards by JSON form and by word. The decks asked about last are kept."""
    for known in _known_decks:
        if known.deck is deck:
            return known
    # Other threads may do the same meanwhile: what is returned is not read from the list again.
    new = KnownDeck(deck)
    _known_decks[:] = [new, *_known_decks[: _DECKS - 1]]
    return new
