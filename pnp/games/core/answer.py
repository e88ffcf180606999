"""Positions and answers: the one entrance to an engine for everything that asks it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from inspect import signature
from typing import Any, Generic, TypeAlias, TypeVar

from pnp.model.text import Phrase

Position: TypeAlias = Mapping[str, Any]
"""The ``in`` of a case: plain JSON data, as in the conformance cases."""

Answer: TypeAlias = Mapping[str, Any]
"""The ``out`` of a case: plain JSON data."""

SettingsT = TypeVar("SettingsT")
RulesT = TypeVar("RulesT")
ReadT = TypeVar("ReadT")


class PositionError(ValueError):
    """A position cannot be answered: an unknown kind, a card that does not exist, a wrong number of cards.

    The message is one sentence for the person who asked.
    """


class Explained(dict[str, Any]):
    """Answer with the phrases that explain it, for examples that are laid out by the schema of their kind.

    ``verdict`` is what an example says at its end, or ``reason`` what follows "allowed:". ``counted`` names the cards
    that count, by the field of the position in which they lie. It is equal to a plain answer with the same items.
    """

    __slots__ = ("counted", "reason", "verdict")

    def __init__(
        self,
        out: Answer,
        verdict: Phrase | None = None,
        *,
        reason: Phrase | None = None,
        counted: Mapping[str, Iterable[Any]] | None = None,
    ) -> None:
        super().__init__(out)
        self.verdict, self.reason = verdict, reason
        self.counted = {name: tuple(cards) for name, cards in (counted or {}).items()}


class Question(Generic[RulesT, ReadT]):
    """Kind whose position is read before it is judged: ``Question(read, judge)``.

    ``read(rules, position)`` rests on facts of the rules, which no misreading replaces. ``judge(rules, read)`` does the
    rest, and changes nothing of what was read. A position that is asked about under twenty records of rules is
    therefore read once. A question may stand for a function of a Door.
    """

    def __init__(self, read: Callable[[RulesT, Position], ReadT], judge: Callable[[RulesT, ReadT], Answer]) -> None:
        self.read = read
        self.judge = judge

    def __call__(self, rules: RulesT, position: Position) -> Answer:
        """Return the answer under one record of rules. Raises PositionError."""
        return self.judge(rules, self.read(rules, position))

    def under(self, position: Position) -> Callable[[RulesT], Answer]:
        """Return a function from a record of rules to the answer.

        The position is read again only if a fact that the last reading used has changed.
        """
        last_reading: list[tuple[Mapping[str, object], ReadT]] = []

        def answer(rules: RulesT) -> Answer:
            if not last_reading or _differ(rules, last_reading[0][0]):
                recorder: Any = _FactRecorder(rules)
                last_reading[:] = [(recorder.facts, self.read(recorder, position))]
            return self.judge(rules, last_reading[0][1])

        return answer


class _FactRecorder:
    """Record of rules that remembers which of its fields were used, with their values."""

    def __init__(self, rules: object) -> None:
        self._rules = rules
        self.facts: dict[str, object] = {}

    def __getattr__(self, name: str) -> Any:
        value = self.facts[name] = getattr(self._rules, name)
        return value


def _differ(rules: object, facts: Mapping[str, object]) -> bool:
    for name, value in facts.items():  # noqa: SIM110 - called for each misreading of each position
        if getattr(rules, name) is not value:
            return True
    return False


class Door(Generic[SettingsT, RulesT]):
    """Entrance to an engine: ``answer(settings, rules, kind, position)`` returns the ``out`` of a case.

    It has a function per kind: ``answer = Door[Settings, Rules]({"winner": _winner})``. A function gets the rules to
    judge by, which may be those of a misreading. A function of ``records`` gets the settings as well: what was played
    is a fact, checked by the rules of the settings, whichever rules judge it afterwards.

    Raises PositionError for an unknown kind and for an impossible position.
    """

    def __init__(
        self,
        kinds: Mapping[str, Callable[[RulesT, Position], Answer]],
        records: Mapping[str, Callable[[SettingsT, RulesT, Position], Answer]] | None = None,
    ) -> None:
        self._kinds = kinds
        self._records = records or {}
        self.kinds = (*kinds, *self._records)
        """The known kinds; ``docs/kinds.md`` says what each takes and gives."""

    @property
    def questions(self) -> Mapping[str, Callable[[RulesT, Position], Answer]]:
        """Functions by kind, without those of records."""
        return self._kinds

    def __call__(self, settings: SettingsT, rules: RulesT, kind: str, position: Position) -> Answer:
        """Return the ``out`` of a case of ``kind`` with ``position`` as its ``in``: plain JSON data.

        ``rules`` decide; ``settings`` are what they were built from.
        """
        try:
            solve = self._kinds.get(kind)
            if solve is None:
                return self._records[kind](settings, rules, position)
        except (KeyError, TypeError):
            raise PositionError(f"there is no kind {kind!r}: the kinds are {', '.join(self.kinds) or 'none'}") from None
        return solve(rules, position)

    def under(self, settings: SettingsT, kind: str, position: Position) -> Callable[[RulesT], Answer]:
        """Return a function from ``rules`` to what ``answer(settings, rules, kind, position)`` gives.

        It asks the same question under one record of rules after another.
        """
        solve = self._kinds.get(kind)
        if isinstance(solve, Question):
            return solve.under(position)
        return lambda rules: self(settings, rules, kind, position)


class Oracle(Generic[SettingsT]):
    """Entrance to an oracle, ``oracle(settings, kind, position)``. It knows settings, and no record of rules.

    It has a function per kind: ``oracle = Oracle[Settings]({"winner": _winner})``. Raises PositionError as a Door does.
    The functions may be as plain as the rules: what they stumble over while they read a position, such as a key that it
    lacks or a word in the place of a number, is raised as PositionError, with the place.
    """

    def __init__(self, kinds: Mapping[str, Callable[[SettingsT, Position], Answer]]) -> None:
        self._kinds = kinds
        self.kinds = tuple(kinds)
        """The known kinds."""

    def __call__(self, settings: SettingsT, kind: str, position: Position) -> Answer:
        """Return the ``out`` of a case of ``kind`` with ``position`` as its ``in``: plain JSON data."""
        if kind not in self.kinds:
            raise PositionError(f"the oracle has no kind of case {kind!r}; it has {', '.join(self.kinds) or 'none'}")
        try:
            return self._kinds[kind](settings, position)
        except PositionError:
            raise
        except (LookupError, TypeError, ValueError, AttributeError) as error:
            raise PositionError(f"{type(error).__name__} ({error}) at {_place(error)}") from error


def oracle_of(*functions: Callable[..., Answer], **named: Callable[..., Answer]) -> Oracle[Any]:
    """Return an oracle that has a function per kind: ``oracle = oracle_of(_may_act, _score, winners=most_points_win)``.

    The name of a kind is the one given, or that of its function, without an underscore at its beginning or end. A
    function takes the settings, then the fields of a position by their names, as JSON data: ``def _score(settings,
    row): …``.
    """
    by_kind = {function.__name__.strip("_"): function for function in functions} | named
    return Oracle({kind: _asked_by_field(function) for kind, function in by_kind.items()})


def _asked_by_field(function: Callable[..., Answer]) -> Callable[[Any, Position], Answer]:
    _, *names = signature(function).parameters
    return lambda settings, position: function(settings, **{name: position[name] for name in names})


def allowed_unless(why: str | None) -> Answer:
    """Return a verdict as answers give it: an oracle names the violation, or None for an action that is allowed."""
    return {"verdict": "allowed" if why is None else "not-allowed", "violation": why}


# Oracles of `winners`, a question that many games have. The engine's answer is in `core/score.py`.


def most_points_win(settings: Any, points: list[int]) -> Answer:
    """Answer ``winners`` for an oracle: no other seat has more points than a winner."""
    return {"winners": [seat for seat, own in enumerate(points) if not any(other > own for other in points)]}


def least_points_win(settings: Any, points: list[int]) -> Answer:
    """Answer ``winners`` for an oracle: no other seat has fewer points than a winner."""
    return {"winners": [seat for seat, own in enumerate(points) if not any(other < own for other in points)]}


def _place(error: Exception) -> str:
    """Return the file and the line that raised an error."""
    place = error.__traceback__
    while place is not None and place.tb_next is not None:
        place = place.tb_next
    return "an unknown place" if place is None else f"{place.tb_frame.f_code.co_filename}:{place.tb_lineno}"
