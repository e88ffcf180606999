"""Notation: cards, actions and states on one line, small notations and larger ones made of them.

A state is a line of ``name=value`` with blanks between. Seats, rows and the like are cut by ``|``, the items of one by
commas, and ``-`` or nothing stands for what is not there::

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
from pnp.games.core.play import NotationError
from pnp.records import dataclass

RulesT = TypeVar("RulesT")
ThingT = TypeVar("ThingT")
StateT = TypeVar("StateT")
NameT = TypeVar("NameT", bound=str)
CardT = TypeVar("CardT", bound=Sortable)


@dataclass(frozen=True, slots=True)
class Notation(Generic[RulesT, ThingT]):
    """How one kind of thing is written. ``parse`` gets the rules, reads back what ``format`` wrote, and raises
    NotationError for anything else."""

    format: Callable[[ThingT], str]
    parse: Callable[[RulesT, str], ThingT]


WORD: Notation[Any, str] = Notation(str, lambda _rules, word: word)
"""A word as it stands, such as an id, which ``fault`` of a state looks at."""


def _number(shape: str, what: str) -> Notation[Any, int]:
    known = re.compile(shape)

    def parse(_rules: object, word: str) -> int:
        if not known.fullmatch(word):
            raise NotationError(f"{word!r} is no {what}")
        return int(word)

    return Notation(str, parse)


WHOLE = _number(r"[0-9]{1,20}", "whole number, 0 or more")
"""A whole number, 0 or more: a seat, a count, a seed."""

POINTS = _number(r"-?[0-9]{1,20}", "whole number")
"""A whole number, also below zero."""


def one_of(what: str, names: Iterable[NameT]) -> Notation[Any, NameT]:
    """One of a few names; ``what`` they are, for the message: "phase"."""
    known = {str(name): name for name in names}

    def parse(_rules: object, word: str) -> NameT:
        if word not in known:
            raise NotationError(f"there is no {what} {word!r}")
        return known[word]

    return Notation(str, parse)


def named(what: str, known: Callable[[RulesT], Mapping[str, ThingT]]) -> Notation[RulesT, ThingT]:
    """One of the things that the rules know by their names, which ``str`` gives; ``what`` they are, for the message."""

    def parse(rules: RulesT, word: str) -> ThingT:
        things = known(rules)
        if word not in things:
            raise NotationError(f"{word!r} is not a {what} of this game: expected one such as {next(iter(things), '')}")
        return things[word]

    return Notation(str, parse)


def optional(one: Notation[RulesT, ThingT], nothing: str = "-") -> Notation[RulesT, ThingT | None]:
    """A thing, or ``nothing`` for None."""
    return Notation(
        lambda thing: nothing if thing is None else one.format(thing),
        lambda rules, word: None if word == nothing else one.parse(rules, word),
    )


def listed(one: Notation[RulesT, ThingT]) -> Notation[RulesT, tuple[ThingT, ...]]:
    """Things with commas between; none is written as nothing."""
    return Notation(
        lambda things: ",".join(map(one.format, things)),
        lambda rules, text: tuple(one.parse(rules, word) for word in text.split(",")) if text else (),
    )


def in_order(cards: Notation[RulesT, tuple[CardT, ...]]) -> Notation[RulesT, tuple[CardT, ...]]:
    """A list that is sorted when it is read, such as a hand."""
    return Notation(cards.format, lambda rules, text: tuple(sorted(cards.parse(rules, text))))


def by_seat(one: Notation[RulesT, ThingT]) -> Notation[RulesT, tuple[ThingT, ...]]:
    """What each seat has, with ``|`` between; what a seat has may be written as nothing, so there is always one."""
    return Notation(
        lambda things: "|".join(map(one.format, things)),
        lambda rules, text: tuple(one.parse(rules, part) for part in text.split("|")),
    )


def rows(one: Notation[RulesT, ThingT]) -> Notation[RulesT, tuple[ThingT, ...]]:
    """Any number of rows, none of which is empty, with ``|`` between; no row is written as nothing."""
    some = by_seat(one)
    return Notation(some.format, lambda rules, text: some.parse(rules, text) if text else ())


def action_line(build: Callable[..., ThingT], fields: Mapping[str, Notation[RulesT, Any]]) -> Notation[RulesT, ThingT]:
    """Actions, which ``build`` makes of ``fields`` written one after another, with blanks between: ``lay 7``."""

    def parse(rules: RulesT, line: str) -> ThingT:
        words = line.split(" ")
        if len(words) != len(fields):
            raise NotationError(f"{line!r} is not an action: expected {', '.join(fields)}, with blanks between")
        try:
            return build(
                **{name: one.parse(rules, word) for (name, one), word in zip(fields.items(), words, strict=True)}
            )
        except NotationError as error:
            raise NotationError(f"{line!r} is not an action: {error}") from None

    return Notation(lambda action: " ".join(one.format(getattr(action, name)) for name, one in fields.items()), parse)


def state_line(
    build: Callable[..., StateT],
    fields: Mapping[str, Notation[RulesT, Any]],
    fault: Callable[[RulesT, StateT], str | None],
) -> Notation[RulesT, StateT]:
    """States, which ``build`` makes of its ``fields``, in the order in which they are written.

    ``fault`` says why no game comes to a state, or None. What is refused is told with the line: "… is not a state:
    its cards are not those of the deck".
    """

    def parse(rules: RulesT, line: str) -> StateT:
        parts = [word.partition("=") for word in line.split()]
        if [name for name, _, _ in parts] != list(fields):
            raise NotationError(f"{line!r} is not a state: expected {'=… '.join(fields)}=…")
        try:
            state = build(**{name: fields[name].parse(rules, text) for name, _, text in parts})
        except NotationError as error:
            raise NotationError(f"{line!r} is not a state: {error}") from None
        why = fault(rules, state)
        if why is not None:
            raise NotationError(f"{line!r} is not a state: {why}")
        return state

    return Notation(
        lambda state: " ".join(f"{name}={one.format(getattr(state, name))}" for name, one in fields.items()), parse
    )
