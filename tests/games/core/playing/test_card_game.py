"""``CardGame``: states and actions are written, read and checked by their types."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Literal, NamedTuple

import pytest

from pnp.games.core.defaults.rules import RulesOf
from pnp.games.core.places import hands_of, put, without
from pnp.games.core.playing.card_game import CardGame
from pnp.games.core.playing.play import NotationError
from pnp.games.core.playing.replay import answered_by
from pnp.games.core.playing.states import action_notation, seat_count, state_notation
from pnp.games.core.playing.turn_game import listed_in_order
from pnp.games.core.schema import BY_SEAT, SORTED
from pnp.games.core.score import Violation, refused, seats_with_least
from pnp.games.core.suits import SuitCard, suit_cards
from pnp.model.suits import Suit

Cards = tuple[SuitCard, ...]


@dataclass(frozen=True)
class Settings:
    players: tuple[int, int] = (2, 3)


Rules = RulesOf[Settings, SuitCard]
ITEMS = suit_cards([Suit("sun", "sun", "S", "#e0a030"), Suit("sea", "sea", "W", "#2a6f97")], [1, 2, 3])
RULES: Rules = RulesOf(Settings(), ITEMS, dict.fromkeys(ITEMS, 1))


class Act(NamedTuple):
    do: Literal["lay", "pass"]
    card: SuitCard | None


class State(NamedTuple):
    turn: int | None
    hands: tuple[Annotated[Cards, SORTED], ...]
    points: Annotated[tuple[int, ...], BY_SEAT]
    top: SuitCard | None
    pile: Cards
    word: str = "calm"


class Cups(NamedTuple):
    turn: int | None
    cups: tuple[Cards, ...]


class Bare(NamedTuple):
    turn: int | None
    pile: Cards


class Game(CardGame[Rules, State, Act]):
    def first_state(self, rules: Rules, players: int, cards: Cards) -> State:
        hands = hands_of(cards, players, 1)
        return State(0, hands, (0,) * players, cards[players], cards[players + 1 :])

    def fault(self, rules: Rules, state: State) -> str | None:
        return "its points are below 0" if min(state.points) < 0 else None

    def choices(self, rules: Rules, state: State, seat: int) -> Iterable[Act]:
        return (*(Act("lay", card) for card in state.hands[seat]), Act("pass", None))

    def refusal(self, rules: Rules, state: State, seat: int, action: Act) -> Violation | None:
        return None if action.card is None or action.card in state.hands[seat] else refused("not-in-hand")

    def after(self, rules: Rules, state: State, seat: int, action: Act) -> State:
        laid = () if action.card is None else (action.card,)
        turn = seat + 1 if seat + 1 < len(state.hands) else None
        hands = put(state.hands, seat, without(state.hands[seat], laid))
        points = put(state.points, seat, len(laid))
        return state._replace(turn=turn, hands=hands, pile=state.pile + laid, points=points)

    def winners(self, rules: Rules, state: State) -> tuple[int, ...]:
        return tuple(seat for seat, points in enumerate(state.points) if points)


GAME = Game()
LINE = "turn=0 hands=sun-1|sea-2,sun-2 points=1|0 top=sea-1 pile=sea-3,sun-3 word=calm"


def test_a_state_is_read_back_from_its_line_with_its_hands_sorted() -> None:
    state = GAME.parse_state(RULES, LINE.replace("sea-2,sun-2", "sun-2,sea-2"))
    assert GAME.format_state(state) == LINE
    assert state.hands[1] == (SuitCard("sea", 2), SuitCard("sun", 2)) and state.top == SuitCard("sea", 1)
    assert GAME.cards(state) == tuple(sorted(ITEMS)) and GAME.initial_state(RULES, state) is state


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("sea-3,sun-3", "sea-3", "its cards are not those of the deck"),
        ("sea-3,sun-3", "sea-3,sea-3", "its cards are not those of the deck"),
        ("top=sea-1", "top=-", "its cards are not those of the deck"),
        ("top=sea-1", "top=sea-9", "'sea-9' is not a card"),
        ("points=1|0", "points=1", "hands and points must have an item for each of 2 to 3 seats"),
        ("turn=0", "turn=2", "there is no seat 2"),
        ("turn=0", "turn=-1", "there is no seat -1"),
        ("points=1|0", "points=1|-1", "its points are below 0"),
        ("turn=0 ", "", "expected turn=…"),
        ("word=calm", "", "expected turn=…"),
    ],
)
def test_a_state_that_no_game_comes_to_is_refused(old: str, new: str, why: str) -> None:
    with pytest.raises(NotationError, match=why):
        GAME.parse_state(RULES, LINE.replace(old, new))


def test_actions_are_read_and_listed_by_their_types() -> None:
    state = GAME.parse_state(RULES, LINE)
    legal = GAME.legal_actions(RULES, state)
    assert [GAME.format_action(action) for action in legal] == ["lay sun-1", "pass -"]
    assert [GAME.parse_action(RULES, GAME.format_action(action)) for action in legal] == list(legal)
    for line in ("lay", "lay sun-9", "throw sun-1", "lay sun-1 sun-2"):
        with pytest.raises(NotationError):
            GAME.parse_action(RULES, line)
    broken: Any = Act("lay", "sun-1")  # type: ignore[arg-type] - the word of a card is no card
    assert GAME.violation(RULES, state, broken) == refused("no-action")
    assert action_notation(SuitCard).format(SuitCard("sun", 1)) == "sun-1"


def test_a_deal_is_the_same_for_the_same_seed_and_a_game_ends_with_its_winners() -> None:
    first = GAME.deal(RULES, 2, 7)
    assert first == GAME.deal(RULES, 2, 7) != GAME.deal(RULES, 2, 8)
    assert sorted(GAME.cards(first)) == sorted(ITEMS)
    state = GAME.apply(RULES, GAME.apply(RULES, first, Act("pass", None)), Act("lay", first.hands[1][0]))
    assert GAME.returns(RULES, state) == (0, 1)
    with pytest.raises(ValueError, match="4 players"):
        GAME.deal(RULES, 4, 1)


def test_a_type_without_a_notation_is_refused_with_its_name() -> None:
    class Odd(NamedTuple):
        turn: int | None
        weight: float

    with pytest.raises(TypeError, match="'weight' has a type that has no notation"):
        state_notation(Odd, lambda rules, state: None)


def test_actions_with_a_missing_part_come_first() -> None:
    sun, sea = SuitCard("sun", 1), SuitCard("sea", 1)
    assert listed_in_order([("a", sun), ("a", None), ("a", sea), ("a", None)]) == (("a", None), ("a", sea), ("a", sun))
    assert listed_in_order([3, 1, 3]) == (1, 3)


def test_the_seats_of_a_state_are_those_of_any_list_by_seat() -> None:
    assert seat_count(Cups(0, ((), (), ()))) == 3
    assert Game().players_of(Game().deal(RULES, 2, 1)) == 2
    with pytest.raises(TypeError, match="Bare has no list with an item for each seat"):
        seat_count(Bare(0, ()))


class Turns(CardGame[Rules, State, Act]):
    """Game that says its turns, its rule and its points, and leaves the rest to ``CardGame``."""

    def first_state(self, rules: Rules, players: int, cards: Cards) -> State:
        return GAME.first_state(rules, players, cards)

    def in_turn(self, rules: Rules, state: State) -> list[int]:
        return [seat for seat, hand in enumerate(state.hands) if hand]

    def choices(self, rules: Rules, state: State, seat: int) -> Iterable[Act]:
        return (Act("lay", card) for card in state.hands[seat])

    def against(self, rules: Rules, state: State, seat: int, action: Act) -> Violation | None:
        return refused("too-low") if action.card is not None and action.card.number == 1 else None

    def after(self, rules: Rules, state: State, seat: int, action: Act) -> State:
        assert action.card is not None
        hands = put(state.hands, seat, without(state.hands[seat], (action.card,)))
        return self.turn_passed(rules, state._replace(hands=hands, pile=(*state.pile, action.card)))

    def points(self, rules: Rules, state: State) -> tuple[int, ...]:
        return state.points


@dataclass(frozen=True, slots=True, eq=False)
class RulesWithWinners(RulesOf[Settings, SuitCard]):
    winners: Callable[[Sequence[int]], tuple[int, ...]] = seats_with_least


TURNS = Turns()


def test_what_is_no_choice_is_no_action_and_a_rule_forbids_a_choice() -> None:
    state = TURNS.parse_state(RULES, LINE)
    assert TURNS.violation(RULES, state, Act("lay", SuitCard("sea", 2))) == refused("no-action")
    assert TURNS.violation(RULES, state, Act("lay", SuitCard("sun", 1))) == refused("too-low")
    assert TURNS.legal_actions(RULES, state) == ()
    second = state._replace(turn=1)
    assert [action.card for action in TURNS.legal_actions(RULES, second)] == [SuitCard("sea", 2), SuitCard("sun", 2)]


def test_the_turn_passes_clockwise_among_the_seats_in_turn() -> None:
    state = TURNS.parse_state(RULES, LINE)._replace(turn=1)
    after = TURNS.apply(RULES, state, Act("lay", SuitCard("sea", 2)))
    assert after.turn == 0
    alone = after._replace(hands=((), after.hands[1]), turn=1)
    assert TURNS.turn_passed(RULES, alone).turn == 1, "a seat alone goes on"
    assert TURNS.apply(RULES, alone, Act("lay", SuitCard("sun", 2))).turn is None


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [("turn=0", "turn=-", "a seat is to act, one of 0, 1"), ("hands=sun-1|", "hands=|sun-1,", "seat 0 takes no turns")],
)
def test_a_state_is_refused_in_which_a_seat_acts_that_takes_no_turns(old: str, new: str, why: str) -> None:
    assert TURNS.parse_state(RULES, LINE).turn == 0
    with pytest.raises(NotationError, match=why):
        TURNS.parse_state(RULES, LINE.replace(old, new))


def test_the_winners_follow_from_the_points_by_the_decision_of_the_rules() -> None:
    rules = RulesWithWinners(Settings(), ITEMS, dict.fromkeys(ITEMS, 1))
    state = TURNS.parse_state(RULES, LINE)
    assert TURNS.winners(rules, state) == (1,) and TURNS.results(rules, state) == (0, 1)
    asked = answered_by(rules, lambda kind, position: {"winners": [0], "asked": (kind, position)})
    assert TURNS.winners(asked, state) == (0,)
    with pytest.raises(TypeError, match="Turns says winners"):
        TURNS.winners(RULES, state)
