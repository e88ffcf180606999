"""Lessons, misreadings and examples: the purpose of a printed example."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import replace
from random import Random
from typing import Any, Generic, Literal

from pnp.games.core.answer import Answer, Position, RulesT
from pnp.model.text import Phrase, PhraseValue, phrase
from pnp.records import dataclass

Form = Literal["example", "check"]

Floor = Callable[[Position, Answer], bool]
"""A condition: the position with its answer teaches a lesson and looks like play."""


def no_tags(position: Position, out: Answer) -> tuple[str, ...]:
    """Return the tags of a lesson without tags: none."""
    return ()


Floors = Floor | tuple[Floor, ...]
"""One floor, or several from the highest down."""


def anything(position: Position, out: Answer) -> bool:
    """Lowest floor of a lesson that every proposal teaches.

    A lesson whose proposals may miss it has no such floor: under a tweak without room for it, the lesson is then left
    out too.
    """
    return True


def floors_of(floors: Floors) -> tuple[Floor, tuple[Floor, ...]]:
    """Return the highest floor, and the lower ones."""
    shows, *lower = floors if isinstance(floors, tuple) else (floors,)
    return shows, tuple(lower)


@dataclass(frozen=True, slots=True)
class Twin:
    """Link that makes a lesson the look-alike of the lesson ``of``.

    ``vary`` returns a position that differs a little from a proposal for that lesson, such as ``{**position, "card":
    7}``. Both examples are chosen together.
    """

    of: str
    vary: Callable[[Random, Position], Position]


@dataclass(frozen=True, slots=True)
class Lesson:
    """One thing that a player must learn.

    ``propose`` returns a random position that is likely to teach it, made of cards of the definition (never None: it
    tries again instead). ``shows`` is the floor: the position with its answer teaches the lesson and looks like play.
    ``headline`` picks out of an answer what a reader would get right or wrong (winner, verdict, total). An example
    kills a misreading if the headline under the misreading differs and is not None (None: the question is left open).
    ``cost`` counts the cards drawn. ``needs`` names misreadings that this lesson is best at killing. ``rank`` orders
    lessons on paper: lower is printed first.

    ``lower`` holds floors below ``shows``, the best first, for definitions in which ``shows`` is out of reach; an
    example records which floor it meets (0 is ``shows``). ``tags`` names what else an example happens to show, and
    ``wanted`` the tags that some example has to show, of this lesson or another. ``twin`` makes the lesson a legal
    look-alike of another lesson's example. ``essential`` lessons stand on a summary card, however many cards that
    takes; the others do so if there is room, and on the rule sheet.
    """

    id: str
    form: Form
    kind: str
    subject: Phrase
    propose: Callable[[Random], Position]
    shows: Floor
    headline: Callable[[Answer], Hashable]
    cost: Callable[[Position], int]
    needs: tuple[str, ...] = ()
    rank: int = 0
    lower: tuple[Floor, ...] = ()
    tags: Callable[[Position, Answer], tuple[str, ...]] = no_tags
    wanted: tuple[str, ...] = ()
    twin: Twin | None = None
    essential: bool = False

    @property
    def floors(self) -> tuple[Floor, ...]:
        """``shows``, then the lower floors."""
        return (self.shows, *self.lower)


@dataclass(frozen=True, slots=True)
class Preference:
    """Quality that a teacher wants in every example of the ``kinds``: no player overlooks a better move, for instance.

    ``met`` tells whether a position with its answer has it. The examples of the lessons in ``excepted`` show the
    opposite on purpose. The search passes over a preference only where nothing else shows a lesson or rules out a
    misreading.
    """

    id: str
    kinds: tuple[str, ...]
    met: Floor
    excepted: tuple[str, ...] = ()


def no_preferences(settings: Any) -> tuple[Preference, ...]:
    """Return the preferences of a game that states none."""
    return ()


def unmet_preferences(
    preferences: Iterable[Preference], lesson: str, kind: str, position: Position, out: Answer
) -> tuple[str, ...]:
    """Return the ids of the preferences that an example of ``lesson`` does not meet, in order."""
    asked = (preference for preference in preferences if kind in preference.kinds and lesson not in preference.excepted)
    return tuple(preference.id for preference in asked if not preference.met(position, out))


def whole_answer(out: Answer) -> Hashable:
    """Return the whole answer as its headline, or its verdict if it has one."""
    return out["verdict"] if "verdict" in out else _frozen(out)


def _frozen(value: Any) -> Hashable:
    if isinstance(value, Mapping):
        return tuple((key, _frozen(item)) for key, item in sorted(value.items()))
    return tuple(map(_frozen, value)) if isinstance(value, list | tuple) else value


def card_count(position: Position) -> int:
    """Return the number of cards and numbers that a position shows. A card may be written as ``["sun", 7]``."""
    return sum(map(_things, position.values()))


def _things(value: Any) -> int:
    if isinstance(value, Mapping):
        return sum(map(_things, value.values()))
    if not isinstance(value, list | tuple):
        return int(not isinstance(value, str))
    is_card = len(value) == 2 and isinstance(value[0], str) and not isinstance(value[1], list | tuple)
    return 1 if is_card else sum(map(_things, value))


def worked_example(
    name: str,
    kind: str,
    rank: int,
    propose: Callable[[Random], Position],
    floors: Floors,
    headline: Callable[[Answer], Hashable] = whole_answer,
    cost: Callable[[Position], int] = card_count,
    *,
    needs: tuple[str, ...] = (),
    essential: bool = False,
) -> Lesson:
    """Return a lesson that is shown by a worked example. The phrase ``lesson-<name>`` words it."""
    if isinstance(needs, str):
        raise TypeError(f"the lesson {name!r} needs {needs!r}: write the names of misreadings as a tuple, ({needs!r},)")
    shows, lower = floors_of(floors)
    return Lesson(
        id=name,
        form="example",
        kind=kind,
        subject=phrase(f"lesson-{name}"),
        propose=propose,
        shows=shows,
        lower=lower,
        headline=headline,
        cost=cost,
        needs=needs,
        rank=rank,
        essential=essential,
    )


@dataclass(frozen=True, slots=True)
class Misreading(Generic[RulesT]):
    """Wrong way to read the rules: ``patch`` replaces exactly one decision of the game's ``Rules`` record."""

    id: str
    text: Phrase
    patch: Callable[[RulesT], RulesT]


def misread(name: str, room: bool = True, **decision: Any) -> tuple[str, bool, Callable[[Any], Any]]:
    """Return the misreading ``name`` for ``with_room``: it puts another function in the place of one decision.

    ``room`` tells whether the definition gives room to it. Raises TypeError unless there is one decision.
    """
    if len(decision) != 1:
        raise TypeError(f"the misreading {name!r} replaces one decision, not {len(decision)}")
    return name, room, lambda rules: replace(rules, **decision)


def with_room(
    listed: Iterable[tuple[str, bool, Callable[[RulesT], RulesT]]],
    values: Mapping[str, Mapping[str, PhraseValue]] | None = None,
) -> tuple[Misreading[RulesT], ...]:
    """Return the misreadings to which a definition gives room, of those listed as id, applicability and patch.

    Each is worded by the phrase ``misreading-<id>``, with the ``values`` that stand under its id.
    """
    worded = values or {}
    return tuple(
        Misreading(name, phrase(f"misreading-{name}", **worded.get(name, {})), patch)
        for name, applies, patch in listed
        if applies
    )


@dataclass(frozen=True, slots=True)
class Example:
    """Worked example or rule check: a position, the engine's answer, and the misreadings it kills.

    ``floor`` is the floor of its lesson that it meets, counted from 0, the highest.
    """

    id: str
    lesson: str
    form: Form
    kind: str
    position: Position
    out: Answer
    kills: tuple[str, ...]
    cost: int
    floor: int = 0
