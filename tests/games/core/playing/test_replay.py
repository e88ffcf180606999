"""A play takes its steps once more with the oracle's answers, and decides nothing itself."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Annotated, Any, Literal, NamedTuple

import pytest

from pnp.games.core.answer import Answer, PositionError
from pnp.games.core.defaults.rules import RulesOf
from pnp.games.core.places import hands_of
from pnp.games.core.playing.card_game import CardGame
from pnp.games.core.playing.draft import Draft
from pnp.games.core.playing.replay import UnaskedDecisionError, answered_by, replayed
from pnp.games.core.schema import CARD, SORTED
from pnp.games.core.score import Violation, refused, verdict_on, violation_in
from pnp.games.core.suits import number_cards
from pnp.model.text import phrase

Card = Annotated[int, CARD]
Cards = tuple[Card, ...]
Pile = Annotated[Cards, SORTED]


@dataclass(frozen=True)
class Settings:
    players: tuple[int, int] = (2, 3)


@dataclass(frozen=True, slots=True, eq=False)
class Rules(RulesOf[Settings, int]):
    higher: Callable[[int, int], bool] = lambda card, top: card > top


ITEMS = number_cards([1, 2, 3, 4, 5], ["#2a6f97"], 1, mark="sun")
RULES = Rules.of(Settings(), ITEMS)


class Act(NamedTuple):
    do: Literal["lay", "keep"]
    card: Card | None


class State(NamedTuple):
    turn: int | None
    top: Card
    hands: tuple[Pile, ...]
    gone: Pile


def may_lay(rules: Rules, top: Card, card: Card) -> Answer:
    because = phrase("reason-lay")
    return verdict_on(None if rules.higher(card, top) else refused("not-higher", card=card, top=top), because)


class Game(CardGame[Rules, State, Act]):
    def first_state(self, rules: Rules, players: int, cards: Cards) -> State:
        return State(0, cards[0], hands_of(cards[1:], players, 1), tuple(sorted(cards[players + 1 :])))

    def in_turn(self, rules: Rules, state: State) -> list[int]:
        return [seat for seat, hand in enumerate(state.hands) if hand]

    def choices(self, rules: Rules, state: State, seat: int) -> Iterable[Act]:
        return (*(Act("lay", card) for card in state.hands[seat]), Act("keep", None))

    def against(self, rules: Rules, state: State, seat: int, action: Act) -> Violation | None:
        return None if action.do == "keep" else rules.forbids(may_lay, state.top, action.card)

    def after(self, rules: Rules, state: State, seat: int, action: Act) -> State:
        draft = Draft(state)
        if action.card is not None:
            draft.gone.append(draft.top)
            draft.top = action.card
            draft.hands[seat].remove(action.card)
        return self.turn_passed(rules, draft.state())

    def winners(self, rules: Rules, state: State) -> tuple[int, ...]:
        return (0,)


class Deciding(Game):
    """A play that looks into the rules itself."""

    def against(self, rules: Rules, state: State, seat: int, action: Act) -> Violation | None:
        return None if action.card is None or rules.higher(action.card, state.top) else refused("not-higher")


STATE = State(0, 2, ((3,), (1,)), (4, 5))


def test_rules_answer_questions_themselves_unless_another_does() -> None:
    assert RULES.ask(may_lay, 2, 3) == {"verdict": "allowed", "violation": None}
    violation = RULES.forbids(may_lay, 2, 1)
    assert violation == refused("not-higher", card=1, top=2)
    asked: list[Any] = []
    other = answered_by(RULES, lambda kind, position: asked.append((kind, position)) or {"violation": "so"})
    assert other.forbids(may_lay, 2, 3) == Violation("so", phrase("violation-so"))
    assert asked == [("may_lay", {"top": 2, "card": 3})]


def test_rules_ask_a_question_of_each_seat() -> None:
    answers = RULES.ask_each(may_lay, (1, 4), (2, 3))
    assert [answer["verdict"] for answer in answers] == ["allowed", "not-allowed"]
    with pytest.raises(ValueError, match="shorter"):
        RULES.ask_each(may_lay, (1, 4), (2,))


def test_a_verdict_names_its_violation() -> None:
    assert violation_in({"verdict": "allowed", "violation": None}) is None
    assert violation_in({"violation": "late"}) == Violation("late", phrase("violation-late"))


def test_a_step_is_what_the_oracle_says() -> None:
    asks = replayed(Game())
    allow = {"verdict": "allowed", "violation": None}
    forbid = {"verdict": "not-allowed", "violation": "not-higher"}
    lay = Act("lay", 3)
    assert list(asks.step(lambda kind, position: allow, RULES, STATE, lay)) == [
        ("legal", True),
        ("turn", 1),
        ("top", 3),
        ("hands", ((), (1,))),
        ("gone", (2, 4, 5)),
    ]
    assert next(iter(asks.step(lambda kind, position: forbid, RULES, STATE, lay))) == ("legal", False)
    assert list(asks.end(lambda kind, position: allow, RULES, STATE._replace(turn=None))) == [
        ("results", (1, 0)),
        ("winners", (0,)),
    ]
    assert asks.begin is not None
    assert list(asks.begin(lambda kind, position: allow, RULES, STATE)) == [("turn", 0)]


def test_what_is_no_choice_is_asked_about_too() -> None:
    step = replayed(Game()).step

    def legal(action: Act, ask: Callable[[str, Any], Answer]) -> Any:
        return next(iter(step(ask, RULES, STATE, action)))

    def refuses(kind: str, position: Any) -> Answer:
        raise PositionError("1 is not in the hand")

    assert legal(Act("lay", 5), lambda kind, position: {"violation": None}) == ("legal", True)
    assert legal(Act("keep", 5), lambda kind, position: {"violation": None}) == ("legal", False)
    with pytest.raises(PositionError):
        legal(Act("lay", 5), refuses)


def test_a_play_that_decides_itself_is_told_to_ask() -> None:
    with pytest.raises(UnaskedDecisionError, match="the play decides by 'higher' of the rules"):
        list(replayed(Deciding()).step(lambda kind, position: {"violation": None}, RULES, STATE, Act("lay", 3)))
