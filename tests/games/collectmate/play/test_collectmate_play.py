"""Games of collectmate from the deal to the showdown."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from pnp.games.collectmate.play.game import CollectmatePlay
from pnp.games.collectmate.play.state import State
from pnp.games.collectmate.rules.cards import Cards, Rules
from pnp.games.collectmate.rules.decisions import rules_of
from pnp.games.collectmate.rules.positions import read_card
from pnp.games.collectmate.rules.turn import CLAIM, DECLARE, PASS, Action
from pnp.games.collectmate.settings import CardKind
from pnp.games.core.playing.play import NotationError
from tests.games.collectmate.conftest import cards
from tests.games.collectmate.definitions import VARIANTS

PLAY = CollectmatePlay()


@pytest.fixture(scope="session")
def plain() -> Rules:
    """Return the rules of a deck of ten of each plain card, so that any table can be laid out."""
    rings = ((), ("red",), ("blue",), ("yellow",), ("red", "blue"), ("orange",))
    cards = tuple(
        CardKind(f"{dot}-{'-'.join(ring) or 'none'}".lower(), dot, ring, 10) for dot in (True, False) for ring in rings
    )
    return rules_of(replace(VARIANTS["collectmate"], cards=cards))


@pytest.fixture
def table(plain: Rules) -> Callable[..., State]:
    """Return a function for states at the start of seat 0's turn.

    It takes hidden cards, face-up cards and the field by line, and puts ``stock`` on top.
    """

    def read(line: str) -> Cards:
        return tuple(read_card(plain, card) for card in cards(line))

    def make(hands: list[str], shown: list[str] | None = None, field: str = "o", stock: str | None = None) -> State:
        lie_in = tuple(tuple(sorted(read(line))) for line in hands)
        lie_open = tuple(tuple(sorted(read(line))) for line in shown or [""] * len(hands))
        laid, top = read(field), read(stock or "")
        rest = Counter(plain.deck)
        for place in (*lie_in, *lie_open, laid, top):
            rest.subtract(place)
        left = tuple(sorted(rest.elements()))
        under = () if stock is not None else left
        field_cards = (*left, *laid) if stock is not None else laid
        return State(lie_in, lie_open, field_cards, (*top, *under), 0, 0, None, "start", None, 1)

    return make


@pytest.fixture
def act(plain: Rules) -> Callable[..., Action]:
    """Return a function for actions with cards by line: ``act("take", "*R *R", "o")``."""

    def make(do: Any, *places: str) -> Action:
        return Action(do, *(tuple(sorted(read_card(plain, card) for card in cards(line))) for line in places))

    return make


Table = Callable[..., State]
Act = Callable[..., Action]
MIXED = "*O *O *O *O *O o o"
EMPTY = "* * * * * o o"
REDS = "*R *R *B o o oY oY"


def codes(rules: Rules, state: State, *actions: Action) -> list[str | None]:
    violations = [PLAY.violation(rules, state, action) for action in actions]
    return [violation.code if violation else None for violation in violations]


def test_seven_are_dealt_to_each_and_one_lies_on_the_field() -> None:
    rules = rules_of(VARIANTS["collectmate"])
    for players in PLAY.seats(rules):
        state = PLAY.initial_state(rules, PLAY.deal(rules, players, 3))
        assert [len(hand) for hand in state.hands] == [7] * players
        assert (len(state.field), len(state.stock)) == (1, 49 - 7 * players)
        assert state.actor == state.turn


def test_every_seat_may_begin() -> None:
    rules = rules_of(VARIANTS["collectmate"])
    assert {PLAY.deal(rules, 5, seed).first for seed in range(60)} == set(range(5))


@pytest.mark.parametrize("players", [1, 6])
def test_another_number_of_players_is_not_dealt(players: int) -> None:
    with pytest.raises(ValueError, match="the rules allow 2 to 5"):
        PLAY.deal(rules_of(VARIANTS["collectmate"]), players, 1)


def test_a_trade_lays_a_card_draws_the_top_of_the_stock_and_passes_play_to_the_left(
    plain: Rules, table: Table, act: Act
) -> None:
    before = table([MIXED, EMPTY, EMPTY])
    after = PLAY.apply(plain, before, act("trade", "*O"))
    assert after.field == (*before.field, *act("trade", "*O").cards)
    assert after.stock == before.stock[1:]
    assert Counter(after.hands[0]) == Counter(before.hands[0]) - Counter(after.field[-1:]) + Counter(before.stock[:1])
    assert (after.turn, after.actor, after.moment) == (1, 1, "start")


def test_one_has_to_trade_unless_one_declares(plain: Rules, table: Table) -> None:
    assert codes(plain, table([MIXED, MIXED]), PASS, CLAIM) == ["no-pass", "nothing-offered"]


def test_only_a_complete_hand_may_be_declared_and_it_needs_no_scoring_colour(plain: Rules, table: Table) -> None:
    assert codes(plain, table([MIXED, MIXED]), DECLARE) == ["not-complete"]
    state = table(["* *R *B *Y o oR oB", MIXED])
    assert codes(plain, state, DECLARE) == [None]
    over = PLAY.apply(plain, state, DECLARE)
    assert PLAY.is_terminal(over)
    assert (over.declarer, PLAY.showdown(plain, over).scores) == (0, (0, 2))
    assert codes(plain, over, DECLARE) == ["game-over"]


def test_a_hand_that_is_complete_as_dealt_may_be_declared_on_the_first_turn() -> None:
    rules = rules_of(VARIANTS["collectmate"])
    firsts = [PLAY.initial_state(rules, PLAY.deal(rules, 3, seed)) for seed in range(30)]
    dots = [sum(card.dot for card in state.cards_of(state.turn)) for state in firsts]
    declarable = [DECLARE in PLAY.legal_actions(rules, state) for state in firsts]
    assert declarable == [count in (0, 3, 4, 7) for count in dots]
    assert set(declarable) == {True, False}


def test_face_up_cards_count_as_hand(plain: Rules, table: Table) -> None:
    state = table(["oB oB oY oY", MIXED], ["*R *R *R", ""])
    assert codes(plain, state, DECLARE) == [None]
    assert PLAY.showdown(plain, PLAY.apply(plain, state, DECLARE)).scores[0] == 1


def test_a_field_card_is_offered_to_the_nearest_that_can_take_it(plain: Rules, table: Table, act: Act) -> None:
    state = PLAY.apply(plain, table(["*R *R *R *R oR o o", MIXED, REDS, REDS]), act("trade", "oR"))
    assert (state.turn, state.actor, state.layer, state.moment) == (0, 2, 0, "offered")
    declined = PLAY.apply(plain, state, PASS)
    assert (declined.turn, declined.actor, declined.moment) == (0, 3, "offered")
    over = PLAY.apply(plain, declined, PASS)
    assert (over.turn, over.actor, over.layer, over.moment) == (1, 1, None, "start")


def test_a_taker_lays_three_face_up_and_a_new_field_card_and_draws_nothing(
    plain: Rules, table: Table, act: Act
) -> None:
    offered = PLAY.apply(plain, table(["*R *R *R *R oR o o", REDS, MIXED]), act("trade", "oR"))
    claimed = PLAY.apply(plain, offered, CLAIM)
    state = PLAY.apply(plain, claimed, act("take", "*R *R", "o"))
    assert state.shown[1] == act("trade", "*R *R oR").cards
    assert state.hands[1] == act("trade", "*B o oY oY").cards
    assert state.field[-1:] == act("trade", "o").cards
    assert state.stock == offered.stock
    assert (state.turn, state.actor, state.layer) == (1, 1, None)


def test_the_new_field_card_may_be_taken_in_turn_even_by_the_turn_player(plain: Rules, table: Table, act: Act) -> None:
    state = PLAY.apply(plain, table(["oY oY *R *R oR o o", REDS, MIXED]), act("trade", "oR"))
    state = PLAY.apply(plain, PLAY.apply(plain, state, CLAIM), act("take", "*R *R", "oY"))
    assert (state.turn, state.actor, state.layer, state.moment) == (0, 0, 1, "offered")
    state = PLAY.apply(plain, PLAY.apply(plain, state, CLAIM), act("take", "oY oY", "*R"))
    # Seat 1 has two red cards face up: it is asked a second time in this turn.
    assert (state.turn, state.actor, state.layer) == (0, 1, 0)
    state = PLAY.apply(plain, state, PASS)
    assert (state.turn, state.actor) == (1, 1)


def test_who_is_offered_a_card_claims_it_or_leaves_it(plain: Rules, table: Table, act: Act) -> None:
    state = PLAY.apply(plain, table(["*R *R *R *R oR o o", REDS]), act("trade", "oR"))
    take, trade = act("take", "*R *R", "o"), act("trade", "o")
    assert codes(plain, state, DECLARE, trade, take, CLAIM, PASS) == [
        "claim-or-leave",
        "claim-or-leave",
        "claim-first",
        None,
        None,
    ]
    claimed = PLAY.apply(plain, state, CLAIM)
    assert codes(plain, claimed, DECLARE, trade, CLAIM, PASS, take) == ["claimed"] * 4 + [None]
    assert codes(plain, claimed, act("take", "*R *B", "o"), act("take", "*R *R", "*R")) == [
        "take-needs-colour",
        "shown-need-colour",
    ]


def test_face_up_cards_are_swapped_as_long_as_some_colour_stays_on_three(plain: Rules, table: Table, act: Act) -> None:
    state = table(["*B *B *B o", MIXED], ["*R *R *R", ""])
    assert codes(
        plain,
        state,
        act("swap", "*R", "*B"),
        act("swap", "*R *R *R", "*B *B *B"),
        act("swap", "*B", "*R"),
        act("trade", "*R"),
        act("trade", "*B"),
    ) == ["shown-need-colour", None, "not-in-hand", "shown-need-colour", None]
    after = PLAY.apply(plain, state, act("swap", "*R *R *R", "*B *B *B"))
    assert (after.shown[0], after.hands[0]) == (act("trade", "*B *B *B").cards, act("trade", "*R *R *R o").cards)
    assert (after.actor, after.moment) == (0, "swapped")
    assert codes(plain, after, act("swap", "*B *B *B", "*R *R *R"), act("trade", "*R"), DECLARE) == [
        "one-swap",
        None,
        "not-complete",
    ]


def test_a_card_that_is_changed_for_an_equal_one_is_not_swapped(plain: Rules, table: Table, act: Act) -> None:
    state = table(["*R *RB *B o", MIXED], ["*R *R *RB", ""])
    assert codes(plain, state, act("swap", "*R", "*R"), act("swap", "*R *RB", "*R *RB"), act("swap", "*R", "*RB")) == [
        "swap-equal",
        "swap-equal",
        None,
    ]
    with pytest.raises(ValueError, match="swap-equal"):
        PLAY.apply(plain, state, act("swap", "*R", "*R"))


def test_what_has_the_cards_of_no_action_is_refused(plain: Rules, table: Table, act: Act) -> None:
    state = table(["*R *RB *B o", MIXED], ["*R *R *RB", ""])
    card = act("trade", "*R").cards
    wrong = (
        Action("trade"),
        Action("trade", card * 2),
        Action("trade", card, card),
        Action("declare", card),
        Action("pass", (), card),
        Action("claim", card),
        Action("swap"),
        Action("swap", card),
        Action("swap", card, card * 2),
        Action("take", card * 2),
        Action("take", card * 3, card),
    )
    assert set(codes(plain, state, *wrong)) == {"no-action"}
    claimed = state._replace(actor=1, layer=0, moment="taking")
    assert codes(plain, claimed, Action("take", card, card)) == ["no-action"]


def test_of_four_face_up_cards_one_may_be_traded(plain: Rules, table: Table, act: Act) -> None:
    state = table(["*B *B o", MIXED], ["*R *R *R *R", ""])
    after = PLAY.apply(plain, state, act("trade", "*R"))
    assert after.shown[0] == act("trade", "*R *R *R").cards


def test_when_the_stock_runs_out_all_laid_cards_but_the_top_one_are_shuffled(
    plain: Rules, table: Table, act: Act
) -> None:
    before = table([MIXED, MIXED], stock="*B")
    after = PLAY.apply(plain, before, act("trade", "*O"))
    assert after.field == act("trade", "*O").cards
    assert Counter(after.stock) == Counter(before.field)
    assert after.stock != tuple(sorted(after.stock))
    assert after == PLAY.apply(plain, before, act("trade", "*O"))
    assert after.shuffle != before.shuffle


def test_the_seat_nearest_after_the_declarer_wins_among_equals(plain: Rules, table: Table) -> None:
    state = table(["*R *R *R *B oY o o", "*R *R *R oB oB o o", "*R *R *R *B *Y oY oY", "* * * * o o o"])
    state = state._replace(turn=3, actor=3)
    over = PLAY.apply(plain, state, DECLARE)
    outcome = PLAY.showdown(plain, over)
    assert (outcome.scores, outcome.final, outcome.leaders, outcome.winner) == (
        (1, 1, 1, 0),
        (2, 2, 2, 0),
        (0, 1, 2),
        0,
    )


def test_a_move_that_is_not_allowed_is_refused_with_its_code_and_the_state(plain: Rules, table: Table) -> None:
    with pytest.raises(ValueError, match="pass: no-pass in turn=0"):
        PLAY.apply(plain, table([MIXED, MIXED]), PASS)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("turn", "2"),
        ("actor", "1"),
        ("actor", "-"),
        ("layer", "0"),
        ("moment", "offered"),
        ("moment", "traded"),
        ("moment", "soon"),
        ("declarer", "0"),
        ("declarer", "1"),
        ("shown", "dot:red,dot:red|"),
        ("hands", "dot:red"),
        ("field", ""),
        ("field", "dot:pink"),
        ("stock", ""),
        ("shuffle", "-1"),
    ],
)
def test_a_line_that_is_no_state_of_a_game_is_refused(key: str, value: str) -> None:
    rules = rules_of(VARIANTS["collectmate"])
    state = PLAY.initial_state(rules, PLAY.deal(rules, 2, 1))._replace(turn=0, actor=0)
    words = [word.partition("=") for word in PLAY.format_state(state).split()]
    assert PLAY.parse_state(rules, " ".join("".join(word) for word in words)) == state
    line = " ".join(f"{name}={value if name == key else held}" for name, _, held in words)
    with pytest.raises(NotationError):
        PLAY.parse_state(rules, line)


def test_a_state_in_which_a_seat_lacks_a_card_is_refused() -> None:
    rules = rules_of(VARIANTS["collectmate"])
    state = PLAY.initial_state(rules, PLAY.deal(rules, 2, 1))
    first, *others = state.hands
    lacking = state._replace(hands=(first[1:], *others), stock=(*state.stock, first[0]))
    with pytest.raises(NotationError, match="every seat holds 7 cards"):
        PLAY.parse_state(rules, PLAY.format_state(lacking))


@pytest.mark.parametrize(
    "line",
    ["trade", "trade dot:red dot:red", "swap dot:red", "take dot:red dot:-", "pass dot:-", "declare now", "draw"],
)
def test_a_line_that_is_no_action_is_refused(line: str) -> None:
    with pytest.raises(NotationError):
        PLAY.parse_action(rules_of(VARIANTS["collectmate"]), line)


def test_who_could_take_a_card_lays_down_only_cards_it_holds() -> None:
    rules, random = rules_of(VARIANTS["collectmate"]), Random(5)
    state = PLAY.initial_state(rules, PLAY.deal(rules, 4, 11))
    taken = 0
    while not PLAY.is_terminal(state):
        legal = [action for action in PLAY.legal_actions(rules, state) if action != DECLARE] or [DECLARE]
        action = random.choice(legal)
        before, state = state, PLAY.apply(rules, state, action)
        if action.do == "take" and before.actor is not None:
            taken += 1
            laid, opened = action.others[0], Counter((*action.cards, before.field[-1]))
            held = Counter((*before.cards_of(before.actor), before.field[-1]))
            assert opened[laid] <= held[laid]
            assert set(opened) - {laid} <= set(state.shown[before.actor])
        if taken > 40:
            break
    assert taken > 40


def test_there_is_no_showdown_before_a_declaration(plain: Rules) -> None:
    state = PLAY.initial_state(plain, PLAY.deal(plain, 3, 1))
    with pytest.raises(ValueError, match="the game is not over: "):
        PLAY.showdown(plain, state)
