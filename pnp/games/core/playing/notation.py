"""Notation: cards, actions and states on one line, small notations and larger ones made of them.

A state is a line of ``name=value`` with blanks between. Seats, rows and the like are cut by ``|``, and their items
by commas. A missing value is written as ``-`` or as nothing::

    CARDS = listed(named("card", lambda rules: rules.by_line))
    STATES = state_line(
        State,
        {"turn": optional(WHOLE), "hands": by_seat(in_order(CARDS)), "stock": CARDS, "scores": rows(listed(POINTS))},
        fault,
    )
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Generic, TypeVar

from pnp.games.core.places import Sortable
from pnp.games.core.playing.play import NotationError
from pnp.records import dataclass

RulesT = TypeVar("RulesT")
ThingT = TypeVar("ThingT")
StateT = TypeVar("StateT")
NameT = TypeVar("NameT", bound=str)
CardT = TypeVar("CardT", bound=Sortable)


@dataclass(frozen=True, slots=True)
class Notation(Generic[RulesT, ThingT]):
    """Notation of one kind of thing.

    ``parse`` gets the rules, reads back what ``format`` wrote, and raises NotationError for anything else.
    """

    format: Callable[[ThingT], str]
    parse: Callable[[RulesT, str], ThingT]


WORD: Notation[Any, str] = Notation(str, lambda _rules, word: word)
"""A word as it stands, such as an id, which ``fault`` of a state checks."""


def _number(shape: str, what: str) -> Notation[Any, int]:
    pattern = re.compile(shape)

    def parse(_rules: object, word: str) -> int:
        if not pattern.fullmatch(word):
            raise NotationError(f"{word!r} is no {what}")
        return int(word)

    return Notation(str, parse)


WHOLE = _number(r"[0-9]{1,20}", "whole number, 0 or more")
"""A whole number, 0 or more: a seat, a count, a seed."""

POINTS = _number(r"-?[0-9]{1,20}", "whole number")
"""A whole number, also below zero."""


def one_of(what: str, names: Iterable[NameT]) -> Notation[Any, NameT]:
    """Return the notation of a few names. ``what`` names their kind in the message: "phase"."""
    known = {str(name): name for name in names}

    def parse(_rules: object, word: str) -> NameT:
        if word not in known:
            raise NotationError(f"there is no {what} {word!r}")
        return known[word]

    return Notation(str, parse)


def named(what: str, known: Callable[[RulesT], Mapping[str, ThingT]]) -> Notation[RulesT, ThingT]:
    """Return the notation of things that the rules know by their names, as ``str`` gives them.

    ``what`` names their kind in the message.
    """

    def parse(rules: RulesT, word: str) -> ThingT:
        things = known(rules)
        if word not in things:
            raise NotationError(f"{word!r} is not a {what} of this game: expected one such as {next(iter(things), '')}")
        return things[word]

    return Notation(str, parse)


def optional(inner: Notation[RulesT, ThingT], nothing: str = "-") -> Notation[RulesT, ThingT | None]:
    """Return the notation of a thing, or of None as ``nothing``."""
    return Notation(
        lambda thing: nothing if thing is None else inner.format(thing),
        lambda rules, word: None if word == nothing else inner.parse(rules, word),
    )


def listed(inner: Notation[RulesT, ThingT]) -> Notation[RulesT, tuple[ThingT, ...]]:
    """Return the notation of things with commas between. No things are written as nothing."""
    return Notation(
        lambda things: ",".join(map(inner.format, things)),
        lambda rules, text: tuple(inner.parse(rules, word) for word in text.split(",")) if text else (),
    )


def in_order(cards: Notation[RulesT, tuple[CardT, ...]]) -> Notation[RulesT, tuple[CardT, ...]]:
    """Return the notation of a list that is sorted when it is read, such as a hand."""
    return Notation(cards.format, lambda rules, text: tuple(sorted(cards.parse(rules, text))))


def by_seat(inner: Notation[RulesT, ThingT]) -> Notation[RulesT, tuple[ThingT, ...]]:
    """Return the notation of one thing per seat, with ``|`` between.

    A thing may be written as nothing, so there is always at least one seat.
    """
    return Notation(
        lambda things: "|".join(map(inner.format, things)),
        lambda rules, text: tuple(inner.parse(rules, part) for part in text.split("|")),
    )


def rows(inner: Notation[RulesT, ThingT]) -> Notation[RulesT, tuple[ThingT, ...]]:
    """Return the notation of any number of rows, none of them empty, with ``|`` between. No row is written as
    nothing."""
    nonempty = by_seat(inner)
    return Notation(nonempty.format, lambda rules, text: nonempty.parse(rules, text) if text else ())


def action_line(build: Callable[..., ThingT], fields: Mapping[str, Notation[RulesT, Any]]) -> Notation[RulesT, ThingT]:
    """Return the notation of actions, which ``build`` makes of ``fields``, with blanks between: ``lay 7``.

    Fields at the end that are written as nothing, such as the cards of a pass, may be left out: ``pass``.
    """

    def parse(rules: RulesT, line: str) -> ThingT:
        words = line.split(" ")
        padded = words + [""] * (len(fields) - len(words))
        expected = f"expected {', '.join(fields)}, with blanks between"
        if len(words) > len(fields):
            raise NotationError(f"{line!r} is not an action: {expected}")
        parts: dict[str, Any] = {}
        for (name, notation), word in zip(fields.items(), padded, strict=True):
            try:
                parts[name] = notation.parse(rules, word)
            except NotationError as error:
                reason = error if len(parts) < len(words) else expected
                raise NotationError(f"{line!r} is not an action: {reason}") from None
        return build(**parts)

    return Notation(
        lambda action: " ".join(notation.format(getattr(action, name)) for name, notation in fields.items()).rstrip(
            " "
        ),
        parse,
    )


def state_line(
    build: Callable[..., StateT],
    fields: Mapping[str, Notation[RulesT, Any]],
    fault: Callable[[RulesT, StateT], str | None],
) -> Notation[RulesT, StateT]:
    """Return the notation of states, which ``build`` makes of its ``fields``, in the order of the line.

    ``fault`` returns the reason why no game reaches a state, or None. A refused line is quoted with it: "… is not a
    state: its cards are not those of the deck".
    """

    def parse(rules: RulesT, line: str) -> StateT:
        parts = [word.partition("=") for word in line.split()]
        if [name for name, _, _ in parts] != list(fields):
            raise NotationError(f"{line!r} is not a state: expected {'=… '.join(fields)}=…")
        try:
            state = build(**{name: fields[name].parse(rules, text) for name, _, text in parts})
        except NotationError as error:
            raise NotationError(f"{line!r} is not a state: {error}") from None
        reason = fault(rules, state)
        if reason is not None:
            raise NotationError(f"{line!r} is not a state: {reason}")
        return state

    return Notation(
        lambda state: " ".join(f"{name}={notation.format(getattr(state, name))}" for name, notation in fields.items()),
        parse,
    )
