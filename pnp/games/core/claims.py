"""Claims: what each sentence and each row of an example must say, by the oracle's answer.

A game keeps them in ``teaching/claims.py``. That file imports neither ``rules`` nor ``explain``, so a slip of either is
noticed: ``claim(when, card=lambda scene: scene.position["act"][1])`` says when a phrase may be used, and what each of
its values must be. The values stand in the order in which the English sentence names them; ``ja`` gives the order of
the Japanese one, if that differs. Two values that are exchanged in a sentence are noticed by that.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import field, replace
from fnmatch import fnmatchcase
from typing import Any, Generic, Protocol, TypeAlias

from pnp.games.core.answer import Answer, Position, SettingsT
from pnp.games.core.lesson import Form
from pnp.games.core.schema import Named, PositionField
from pnp.games.core.tableau import CardState, Mark, MiniCard
from pnp.model.text import LANGUAGES, Language, PhraseValue, Text
from pnp.records import dataclass


@dataclass(frozen=True, slots=True)
class Scene(Generic[SettingsT]):
    """Example as a claim sees it: its position, and the oracle's answer.

    ``subject`` is what a phrase or a row is about, such as a seat, by name: ``scene["seat"]``. The claim that contains
    the phrase gives it.
    """

    settings: SettingsT
    kind: str
    position: Position
    out: Answer
    lesson: str
    form: Form
    oracle: Callable[[SettingsT, str, Position], Answer]
    subject: Mapping[str, Any] = field(default_factory=dict)

    def __getitem__(self, name: str) -> Any:
        """Return a part of the subject. Raises KeyError."""
        return self.subject[name]

    def ask(self, kind: str, position: Position, settings: SettingsT | None = None) -> Answer:
        """Return the oracle's answer to another question, under these settings or others.

        A sentence that gives a rule as the reason is true if the answer changes without that rule: ask about the
        position without the card, or with ``replace(scene.settings, …)``. Raises PositionError.
        """
        return self.oracle(self.settings if settings is None else settings, kind, position)

    def about(self, **subject: Any) -> Scene[SettingsT]:
        """Return the same example with more of a subject."""
        merged = {**self.subject, **subject}
        return replace(self, subject=merged)


# Expected values of a phrase


@dataclass(frozen=True, slots=True)
class Part:
    """A phrase inside a phrase, judged by its own claim. ``subject`` is added to what it is about; ``keys`` limits the
    phrases that may stand there, if there are any."""

    keys: tuple[str, ...]
    subject: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Terms:
    """A calculation with these terms, in any order: ``4+2+1``, ``4+2+1=7``, or a number alone."""

    numbers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Added:
    """Expected terms joined by ``plus``, or by ``minus`` before a number below zero; in this order if ``ordered``."""

    terms: tuple[Any, ...]
    ordered: bool = True


@dataclass(frozen=True, slots=True)
class OneOf:
    """One of several expected values."""

    values: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class AnyOrder:
    """A list of these values in any order."""

    values: tuple[Any, ...]


Expected: TypeAlias = PhraseValue | Part | Terms | Added | OneOf | AnyOrder | tuple[Any, ...]
"""Value that a phrase must have. A tuple stands for a list, item by item."""


def part(*keys: str, **subject: Any) -> Part:
    """Expect a phrase, one of ``keys`` if any are given, that is about ``subject``."""
    return Part(keys, subject)


def terms(numbers: Iterable[int]) -> Terms:
    """Expect a calculation with these numbers as terms, or the number 0 for none."""
    return Terms(tuple(numbers) or (0,))


def added(values: Iterable[Any], *, ordered: bool = True) -> Added:
    """Expect these values joined by ``plus`` and ``minus``, in this order unless told otherwise; numbers below zero
    follow a ``minus``."""
    return Added(tuple(values), ordered)


def one_of(values: Iterable[Any]) -> OneOf:
    """Expect one of ``values``."""
    return OneOf(tuple(values))


def any_order(values: Iterable[Any]) -> AnyOrder:
    """Expect a list of ``values`` in any order."""
    return AnyOrder(tuple(values))


@dataclass(frozen=True, slots=True)
class NamedCondition:
    """Condition of a phrase that tests values by their names, in examples of one kind or of all. ``fields`` are those
    of positions by kind."""

    test: Callable[..., bool]
    kind: str | None = None
    fields: Mapping[str, tuple[PositionField, ...]] = field(default_factory=dict)

    def __call__(self, scene: Scene[Any]) -> bool:
        """Tell whether the values of an example pass. Raises LookupError for an unknown name."""
        if self.kind not in (None, scene.kind):
            return False
        return Named(self.test, self.fields.get(scene.kind, ())).holds(scene.position, scene.out)


def where(test: Callable[..., bool]) -> Callable[[Scene[Any]], bool]:
    """Return the condition that values pass a test. Its parameters are names of values: parts of the act, fields of the
    position, parts of the answer, all as JSON has them: ``claim(where(lambda hand: not hand))``."""
    return NamedCondition(test)


def always(_scene: Scene[Any]) -> bool:
    """Condition of a phrase that may always be used."""
    return True


@dataclass(frozen=True, slots=True)
class Claim:
    """Claim of one phrase: the condition of its use, the expected values, and the orders that it gives by language.

    ``amount`` names the value that is the number of the phrase, if it stands in a calculation. ``place`` is the line of
    the claim, for messages.
    """

    when: Callable[[Scene[Any]], bool]
    values: Mapping[str, Any]
    orders: Mapping[Language, tuple[tuple[str, ...], ...]]
    amount: str | None
    place: str


def claim(
    when: Callable[[Scene[Any]], bool] = always,
    /,
    *,
    kind: str | None = None,
    en: str | None = None,
    ja: str | None = None,
    amount: str | None = None,
    **values: Any,
) -> Claim:
    """Return the claim of a phrase: it may be used in examples of a ``kind``, if ``when`` holds, with these values.

    Each value is an ``Expected`` or a function from the scene to one. They stand in the order of the English sentence.
    ``ja="low high"`` is the order of the Japanese one, where it differs, and ``en="low high | high low"`` the orders
    of a sentence whose forms differ.
    """
    frame = sys._getframe(1)
    orders = {language: _orders(text) for language, text in (("en", en), ("ja", ja or en)) if text is not None}
    applies = when
    if isinstance(when, NamedCondition):
        applies = replace(when, kind=kind)
    elif kind is not None:
        applies = lambda scene: scene.kind == kind and when(scene)  # noqa: E731 - a condition like the others
    return Claim(applies, values, orders, amount, f"{frame.f_code.co_filename}:{frame.f_lineno}")


def _orders(text: str) -> tuple[tuple[str, ...], ...]:
    """Return the orders that a text names, separated by bars."""
    return tuple(tuple(order.split()) for order in text.split("|"))


# Conditions and values at a path

Says: TypeAlias = Callable[[Scene[Any]], Any]
"""Function from the scene to a value."""


def answered(**parts: Any) -> Callable[[Scene[Any]], bool]:
    """Return the condition that the answer has these parts: ``answered(verdict="allowed")``."""
    return lambda scene: all(scene.out[name] == value for name, value in parts.items())


def about(**subject: Any) -> Callable[[Scene[Any]], bool]:
    """Return the condition that the phrase is about this subject: ``about(place="hand")``."""
    return lambda scene: all(scene.subject.get(name) == value for name, value in subject.items())


def answer_at(*path: str | int) -> Says:
    """Return the part of the oracle's answer at a path: ``answer_at("points", 0)``."""
    return lambda scene: _at(scene.out, path)


def position_at(*path: str | int) -> Says:
    """Return the part of the position at a path: ``position_at("act", 1)``."""
    return lambda scene: _at(scene.position, path)


def setting(name: str) -> Says:
    """Return a figure of the settings."""
    return lambda scene: getattr(scene.settings, name)


def subject(name: str) -> Says:
    """Return a part of what the phrase is about."""
    return lambda scene: scene[name]


def count_of(counted: Says) -> Says:
    """Return the number of items of a part: ``count_of(position_at("taken"))``."""
    return lambda scene: len(counted(scene))


def _at(data: Any, path: Sequence[str | int]) -> Any:
    for step in path:
        data = data[step]
    return data


# Expected rows of cards


@dataclass(frozen=True, slots=True)
class CardClaim:
    """Expected card of a row: what it prints, the fields that it is drawn from, and how it stands out.

    Without a ``state`` it is counted or dimmed, and ``TableauClaim.counted`` judges which. ``holds`` is a condition on
    the card, instead of ``strings`` and ``fields``.
    """

    strings: tuple[Text, ...]
    fields: Mapping[str, Any] = field(default_factory=dict)
    state: CardState | None = "plain"
    holds: Callable[[MiniCard], bool] | None = None


@dataclass(frozen=True, slots=True)
class RowClaim:
    """Expected row: its cards, its mark, its role (None: any), and the subject of its label and note.

    ``holds`` is a condition on the cards, instead of ``cards``, where they may be arranged in several ways. An
    ``optional`` row may be missing. The places of the counted cards, from 0, are added to the subject as ``counted``,
    if they are known.
    """

    cards: tuple[CardClaim, ...]
    mark: Mark | None = None
    role: str | None = None
    ordered: bool = True
    holds: Callable[[Sequence[MiniCard]], bool] | None = None
    optional: bool = False
    subject: Mapping[str, Any] = field(default_factory=dict)


Counted: TypeAlias = Callable[[Sequence[tuple[int, ...]]], bool]
"""Condition on the counted cards: for each row, their places from 0."""


@dataclass(frozen=True, slots=True)
class TableauClaim:
    """Expected layout of an example. Every row is listed; ``subject`` is that of heading and verdict.

    ``counted`` is a condition on the cards that are counted, where several choices would be right.
    """

    rows: tuple[RowClaim, ...]
    mark: Mark | None = None
    badge: CardClaim | None = None
    counted: Counted | None = None
    subject: Mapping[str, Any] = field(default_factory=dict)


def row_claim(
    cards: Iterable[CardClaim] = (),
    /,
    *,
    mark: Mark | None = None,
    role: str | None = None,
    ordered: bool = True,
    holds: Callable[[Sequence[MiniCard]], bool] | None = None,
    optional: bool = False,
    **subject: Any,
) -> RowClaim:
    """Return the claim of a row of ``cards`` that is about ``subject``."""
    return RowClaim(tuple(cards), mark, role, ordered, holds, optional, subject)


def tableau_claim(
    rows: Iterable[RowClaim],
    /,
    *,
    mark: Mark | None = None,
    badge: CardClaim | None = None,
    counted: Counted | None = None,
    **subject: Any,
) -> TableauClaim:
    """Return the claim of a layout whose heading and verdict are about ``subject``."""
    return TableauClaim(tuple(rows), mark, badge, counted, subject)


LayoutClaim: TypeAlias = Callable[[Scene[Any]], TableauClaim | Sequence[TableauClaim]]


class OtherClaims(Protocol):
    """Claims of what a game has no claims of its own for."""

    def layout(self, kind: str) -> LayoutClaim | None:
        """Return the claim of the layout of a kind, or None."""
        ...

    def claim_of(self, key: str, names: Iterable[str]) -> Claim | None:
        """Return the claim of a phrase with values of these names, or None."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Claims:
    """Claims of a game: the layout of each kind of example, and each phrase that an example may use.

    A layout function returns one claim, or a list of claims, one of them true. ``counted`` returns, for a kind
    that is laid out by its schema, the cards that count, by the field of the position; ``changes`` returns how the
    claim of such a layout is changed.
    ``slots`` holds the beginnings of the keys that may stand as a heading, verdict, label or note, where they are not
    ``heading-``, ``verdict-``, ``row-`` and ``note-``. ``looks`` names fields of cards that only decorate, and are not
    judged. ``also_true`` names, by key, the phrases that would be true as well in the place of a phrase: ``explain`` is
    free to choose between them. A ``*`` in a name stands for any letters. ``prove`` finds those that are not named.
    """

    layouts: Mapping[str, LayoutClaim] = field(default_factory=dict)
    phrases: Mapping[str, Claim] = field(default_factory=dict)
    counted: Mapping[str, Callable[[Scene[Any]], Mapping[str, Iterable[Any]]]] = field(default_factory=dict)
    changes: Mapping[str, Callable[[Scene[Any], TableauClaim], TableauClaim]] = field(default_factory=dict)
    slots: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    looks: frozenset[str] = frozenset()
    also_true: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    others: OtherClaims | None = None

    def completed_by(self, others: OtherClaims) -> Claims:
        """Return these claims, and ``others`` for what they do not say."""
        return replace(self, others=others)

    def layout(self, kind: str) -> LayoutClaim | None:
        """Return the claim of the layout of a kind."""
        own = self.layouts.get(kind)
        return self.others.layout(kind) if own is None and self.others is not None else own

    def claim_of(self, key: str, names: Iterable[str]) -> Claim | None:
        """Return the claim of a phrase with values of these names.

        What a claim of the game leaves open, its condition or a value, is that of the other claims.
        """
        own = self.phrases.get(key)
        other = None if self.others is None else self.others.claim_of(key, names)
        if own is None or other is None:
            return own or other
        applies = other.when if own.when is always else own.when
        return replace(own, when=applies, values={**other.values, **own.values})

    def orders_of(self, key: str, names: tuple[str, ...], language: Language) -> tuple[tuple[str, ...], ...]:
        """Return the orders in which a sentence may name its values; none for one without a claim.

        Without another order in the claim it is that of ``names``, the values as the phrase has them, or that of the
        values of the claim if these are all. Raises ValueError for an order with a name that is no value.
        """
        own = self.phrases.get(key)
        if language not in LANGUAGES or self.claim_of(key, names) is None:
            return ()
        values = names if own is None or self.others is not None else tuple(own.values)
        orders = (own.orders.get(language) if own is not None else None) or (values,)
        unknown = sorted({name for order in orders for name in order} - set(values))
        if unknown:
            raise ValueError(f"the claimed order of {key!r} names {', '.join(unknown)}; its values are {values}")
        return orders

    def may_be_said_too(self, key: str, other: str) -> bool:
        """Tell whether ``other`` is named as true where the phrase ``key`` stands."""
        named = (names for pattern, names in self.also_true.items() if fnmatchcase(key, pattern))
        return any(fnmatchcase(other, name) for names in named for name in names)

    def may_stand(self, slot: str, key: str) -> bool:
        """Tell whether a phrase may stand as a ``heading``, ``verdict``, ``label`` or ``note``."""
        return key.startswith(self.slots.get(slot, _SLOTS[slot]))


_SLOTS: Mapping[str, tuple[str, ...]] = {
    "heading": ("heading-",),
    "verdict": ("verdict-",),
    "label": ("row-",),
    "note": ("note-",),
}


def counted_cards(
    cards: Sequence[Any], counted: Iterable[Any] | None, make: Callable[[Any, CardState], CardClaim]
) -> tuple[CardClaim, ...]:
    """Return the claims of a row of cards: each of ``counted`` is counted once, in order, and the others are dimmed.

    Without ``counted`` all are plain. ``make`` returns the claim of a card in a state.
    """
    if counted is None:
        return tuple(make(card, "plain") for card in cards)
    left, claims = list(counted), []
    for card in cards:
        is_counted = card in left
        if is_counted:
            left.remove(card)
        claims.append(make(card, "counted" if is_counted else "dimmed"))
    return tuple(claims)
