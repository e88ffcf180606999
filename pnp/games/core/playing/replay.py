"""Steps of a whole game, taken by the play itself with the oracle's answers in the place of the rules."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import fields, replace
from typing import Any, NoReturn

from pnp.games.core.answer import Answer, Position
from pnp.games.core.defaults.rules import RulesOf
from pnp.games.core.playing.card_game import CardGame
from pnp.games.core.playing.whole_game import LEGAL, RESULTS, WINNERS, Ask, Settled, WholeGame, first_seat_begins

_GIVEN = frozenset(field.name for field in fields(RulesOf))


class UnaskedDecisionError(Exception):
    """A play uses a decision of the rules itself, where it has to ask a question."""


def replayed(
    play: CardGame[Any, Any, Any], begin: Callable[[Ask, Any, Any], Iterable[Settled]] = first_seat_begins
) -> WholeGame[Any, Any, Any]:
    """Return the questions that a play asks with ``rules.ask`` and ``rules.forbids`` at each step and at the end.

    Each step is taken once more with the oracle's answers, and must come to the same state. The decisions of the rules
    are out of reach then, so nothing that scores is shared. The moves themselves are the same both times: a person
    works them out in the ``[[step]]`` tables of the cases by hand.
    """

    def step(ask: Ask, rules: Any, state: Any, action: Any) -> Iterator[Settled]:
        yield LEGAL, _is_legal(play, ask, rules, state, action)
        after = play.after(answered_by(rules, ask), state, state.turn, action)
        yield from (
            (name, getattr(after, name)) for name in after._fields if getattr(after, name) != getattr(state, name)
        )

    def end(ask: Ask, rules: Any, state: Any) -> Iterator[Settled]:
        asking = answered_by(rules, ask)
        yield RESULTS, play.results(asking, state)
        yield WINNERS, play.winners(asking, state)

    return WholeGame(begin=begin, step=step, end=end, replays=True)


def answered_by(rules: Any, ask: Ask) -> Any:
    """Return rules whose questions ``ask`` answers. Their decisions raise UnaskedDecisionError."""
    names = [field.name for field in fields(rules) if field.init and field.name not in _GIVEN]
    barred = {name: _barred(name) for name in names if callable(getattr(rules, name))}
    return replace(rules, asker=ask, **barred)


def _barred(name: str) -> Callable[..., NoReturn]:
    def decide(*values: Any, **named: Any) -> NoReturn:
        raise UnaskedDecisionError(
            f"the play decides by {name!r} of the rules, which the oracle does not see: let a question decide, with "
            "rules.ask(question, ...) or rules.forbids(question, ...)"
        )

    return decide


def _is_legal(play: CardGame[Any, Any, Any], ask: Ask, rules: Any, state: Any, action: Any) -> bool:
    """Tell whether an action is allowed by the answers of ``ask``."""
    asked: list[str] = []

    def counted(kind: str, position: Position) -> Answer:
        asked.append(kind)
        return ask(kind, position)

    asking, seat = answered_by(rules, counted), state.turn
    if type(play).refusal is not CardGame.refusal:
        return play.refusal(asking, state, seat, action) is None
    if action in set(play.choices(asking, state, seat)):
        return play.against(asking, state, seat, action) is None
    # It is no choice, but if a question can be asked about it, the oracle must not allow it either.
    try:
        violation = play.against(asking, state, seat, action)
    except (LookupError, TypeError, ValueError, AttributeError):
        if asked:
            raise
        return False
    return bool(asked) and violation is None
