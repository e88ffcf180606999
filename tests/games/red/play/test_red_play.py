"""Games of red from the deal to the end: a round, or as many rounds as a goal takes."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from pnp.games.core.playing.play import NotationError
from pnp.games.red.oracle.answer import oracle
from pnp.games.red.play.asks import begin, end
from pnp.games.red.play.game import RedPlay
from pnp.games.red.play.state import State
from pnp.games.red.rules.cards import Action, Card, Palette, Rules
from pnp.games.red.rules.decisions import rules_of
from pnp.games.red.rules.turn import PASS, goal
from tests.games.red.definitions import VARIANTS

PLAY = RedPlay()


def cards(line: str) -> Palette:
    return tuple(sorted(Card(word[:-1], int(word[-1])) for word in line.split()))


def table(rules: Rules, hands: list[str], palettes: list[str], rule: str = "red", stock: bool = True) -> State:
    """Return a state with seat 0 to act; all other cards lie in the stock, or among the discards."""
    laid_hands, laid_palettes = tuple(map(cards, hands)), tuple(map(cards, palettes))
    used = {card for place in (*laid_hands, *laid_palettes) for card in place}
    rest = tuple(sorted(card for card in rules.deck if card not in used))
    return State(laid_hands, laid_palettes, rest if stock else (), () if stock else rest, rule, 0)


def test_seven_are_dealt_to_each_hand_and_one_to_each_palette() -> None:
    rules = rules_of(VARIANTS["red"])
    state = PLAY.initial_state(rules, PLAY.deal(rules, 4, 5))
    assert [len(hand) for hand in state.hands] == [7, 7, 7, 7]
    assert [len(palette) for palette in state.palettes] == [1, 1, 1, 1]
    assert len(state.stock) == 49 - 4 * 8
    assert state.rule == "red"


@pytest.mark.parametrize(("name", "points"), [("red", ()), ("red7", (0, 0, 0))])
def test_the_first_seat_the_rule_and_no_points_are_settled_before_the_first_turn(name: str, points: object) -> None:
    rules = rules_of(VARIANTS[name])
    state = PLAY.initial_state(rules, PLAY.deal(rules, 3, 5))
    settled = dict(begin(lambda kind, position: oracle(VARIANTS[name], kind, position), rules, state))
    assert settled == {"turn": state.turn, "rule": state.rule, "points": state.points}
    assert state.points == points


def test_the_left_neighbour_of_the_strongest_opening_card_begins() -> None:
    rules = rules_of(VARIANTS["red"])
    for seed in range(20):
        deal = PLAY.deal(rules, 3, seed)
        strongest = max(range(3), key=lambda seat: rules.strength(deal.laid[seat]))
        assert PLAY.initial_state(rules, deal).turn == (strongest + 1) % 3


@pytest.mark.parametrize("players", [1, 5])
def test_a_wrong_number_of_players_is_not_dealt(players: int) -> None:
    with pytest.raises(ValueError, match="the rules allow 2 to 4"):
        PLAY.deal(rules_of(VARIANTS["red"]), players, 1)


def test_a_seat_that_goes_out_takes_its_palette_in_hand_and_never_changes_the_rule() -> None:
    rules = rules_of(VARIANTS["red"])
    before = table(rules, ["red2 blue2", "red3", "red4"], ["violet1", "blue7", "green7"])
    after = PLAY.apply(rules, before, Action("play", Card("red", 2), None))
    assert after.palettes[0] == ()
    assert after.hands[0] == cards("red2 blue2 violet1")
    assert (after.rule, after.turn) == ("red", 1)


def test_only_the_seat_that_acts_goes_out() -> None:
    rules = rules_of(VARIANTS["red"])
    before = table(rules, ["red7 blue2", "red3", "red4"], ["violet1", "blue7", "green7"])
    assert PLAY.apply(rules, before, Action("play", Card("red", 7), None)).seats_in == (0, 1, 2)


def test_a_seat_that_is_put_out_is_told_from_one_that_stays_in() -> None:
    rules = rules_of(VARIANTS["red"])
    before = table(rules, ["red2 red7", "red3", "red4"], ["violet1", "blue7", "green6"])
    for number, is_out in ((2, True), (7, False)):
        after = PLAY.apply(rules, before, Action("play", Card("red", number), None))
        assert PLAY.put_out(rules, before, 0, after) is is_out


def test_cards_in_hand_and_palette_are_worth_something_while_a_seat_is_in() -> None:
    rules = rules_of(VARIANTS["red"])
    state = table(rules, ["red2 red7", "red3", "blue1"], ["violet1", "blue7 green6", ""])
    assert PLAY.worth(rules, state) == (2.5, 2, 0)


def test_both_draws_the_top_card_of_the_stock() -> None:
    rules = rules_of(VARIANTS["red"])
    before = table(rules, ["red7 red2", "red3"], ["violet1", "blue6"])
    after = PLAY.apply(rules, before, Action("both", Card("red", 7), Card("red", 2)))
    assert after.hands[0] == before.stock[:1]
    assert after.stock == before.stock[1:]
    assert after.discards == (Card("red", 2),)


def test_an_empty_stock_gives_nothing() -> None:
    rules = rules_of(VARIANTS["red"])
    before = table(rules, ["red7 red2", "red3"], ["violet1", "blue6"], stock=False)
    assert PLAY.apply(rules, before, Action("both", Card("red", 7), Card("red", 2))).hands[0] == ()


def test_a_seat_without_a_hand_card_is_out_at_the_start_of_its_turn() -> None:
    rules = rules_of(VARIANTS["red"])
    before = table(rules, ["red7 blue2", "", "red4"], ["violet1", "blue6", "green6"])
    after = PLAY.apply(rules, before, Action("play", Card("red", 7), None))
    assert (after.seats_in, after.turn) == ((0, 2), 2)


def test_the_last_seat_in_wins_even_without_a_hand_card() -> None:
    rules = rules_of(VARIANTS["red"])
    before = table(rules, ["red7", "", ""], ["violet1", "blue6", "green6"])
    after = PLAY.apply(rules, before, Action("play", Card("red", 7), None))
    assert PLAY.is_terminal(after)
    assert PLAY.returns(rules, after) == (1, 0, 0)


def red7_table(
    points: tuple[int, int], aside: str = "", hand: str = "red1", palette: str = "blue6 red2 green4"
) -> State:
    """Return a state of red7 in which seat 0 is to act, and seat 1 wins the round under violet if seat 0 passes."""
    rules = rules_of(VARIANTS["red7"])
    before = table(rules, [hand, "red3"], ["violet1", palette], rule="violet")
    away = cards(aside)
    stock = tuple(card for card in before.stock if card not in away)
    return before._replace(points=points, aside=away, stock=stock, seed=9)


def test_a_round_of_red7_pays_the_cards_that_meet_the_rule_and_lays_them_aside() -> None:
    rules = rules_of(VARIANTS["red7"])
    after = PLAY.apply(rules, red7_table((7, 0), "orange7"), PASS)
    assert (after.points, after.aside) == ((7, 2), cards("orange7 red2"))
    assert ([len(hand) for hand in after.hands], [len(palette) for palette in after.palettes]) == ([7, 7], [1, 1])
    assert (after.rule, after.discards, len(after.stock)) == ("red", (), 49 - 2 - 16)
    assert after.turn is not None and after == PLAY.apply(rules, red7_table((7, 0), "orange7"), PASS)


def test_the_goal_ends_a_game_of_red7_with_the_points_of_all_rounds() -> None:
    rules = rules_of(VARIANTS["red7"])
    aside = "orange7 yellow7 blue7 indigo7 red7 green3"
    after = PLAY.apply(rules, red7_table((0, 38), aside), PASS)
    assert PLAY.is_terminal(after) and PLAY.returns(rules, after) == (0, 40)
    assert after.palettes == ((), cards("blue6 red2 green4")) and after.aside == cards(aside)
    assert PLAY.parse_state(rules, PLAY.format_state(after)) == after


def test_the_proof_asks_whether_a_game_is_over() -> None:
    rules = rules_of(VARIANTS["red7"])
    aside = "orange7 yellow7 blue7 indigo7 red7 green3"
    over = PLAY.apply(rules, red7_table((0, 38), aside), PASS)
    for state, turn in ((over, None), (over._replace(points=(0, 39)), 1)):
        settled = dict(end(lambda kind, position: oracle(VARIANTS["red7"], kind, position), rules, state))
        assert settled["turn"] == turn


def test_an_illegal_action_is_refused_with_its_code_and_the_state() -> None:
    rules = rules_of(VARIANTS["red"])
    state = table(rules, ["red2", "red3"], ["violet1", "blue7"])
    with pytest.raises(ValueError, match="rule red-2: discard-must-win in rule=red turn=0 hands=red-2"):
        PLAY.apply(rules, state, Action("rule", None, Card("red", 2)))


def test_codes_of_every_violation() -> None:
    rules = rules_of(VARIANTS["red-no-same-colour"])
    state = table(rules, ["red2 green1", "red3"], ["violet1", "blue7"])
    red_two, green_one = Card("red", 2), Card("green", 1)
    codes = {
        Action("pass", None, None): "no-pass",
        Action("rule", None, green_one): "discard-must-win",
        Action("rule", None, red_two): "same-colour-discard",
        Action("both", red_two, red_two): "not-in-hand",
        Action("play", Card("blue", 7), None): "not-in-hand",
    }
    for action, code in codes.items():
        violation = PLAY.violation(rules, state, action)
        assert violation is not None
        assert (violation.code, violation.reason.key) == (code, f"violation-{code}")
    over = state._replace(palettes=((), state.palettes[1]), turn=None)
    ended = PLAY.violation(rules, over, PASS)
    assert ended is not None and ended.code == "round-over"
    with pytest.raises(ValueError, match="round-over"):
        PLAY.apply(rules, over, PASS)


def test_returns_wait_for_the_end() -> None:
    rules = rules_of(VARIANTS["red"])
    with pytest.raises(ValueError, match="not over"):
        PLAY.returns(rules, table(rules, ["red2", "red3"], ["violet1", "blue7"]))


def play_game(rules: Rules, players: int, seed: int) -> list[State]:
    """Play a random game; return the first state of each round, and the last state of the game."""
    random, state = Random(seed), PLAY.initial_state(rules, PLAY.deal(rules, players, seed))
    states = [state]
    while not PLAY.is_terminal(state):
        state = PLAY.apply(rules, state, random.choice(PLAY.legal_actions(rules, state)))
        assert PLAY.parse_state(rules, PLAY.format_state(state)) == state
        if state.aside != states[-1].aside or state.seed != states[-1].seed:
            states.append(state)
    return [*states, state]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_game_is_played_until_the_goal_or_until_no_round_can_be_dealt(players: int) -> None:
    rules = rules_of(VARIANTS["red7"])
    target, ends = goal(rules, players), set()
    for seed in range(12):
        *rounds, last = play_game(rules, players, seed)
        reached = max(last.points) >= target
        ends.add(reached)
        assert all(max(state.points) < target for state in rounds)
        assert all(sum(state.points) == sum(card.number for card in state.aside) for state in rounds)
        assert all(len(state.hands[0]) == 7 and not state.discards for state in rounds)
        assert len({state.seed for state in rounds}) == len({state.stock for state in rounds}) == len(rounds)
        assert reached or 49 - len(last.aside) - max(map(len, last.palettes)) < players * 8
        assert PLAY.returns(rules, last) == last.points
    assert True in ends and (players < 4 or False in ends)


def test_scored_cards_are_not_dealt_again() -> None:
    rules = rules_of(VARIANTS["red7"])
    *_, state, _ = play_game(rules, 2, 3)
    dealt = [*state.stock, *(card for place in (*state.hands, *state.palettes) for card in place)]
    assert state.aside and not set(state.aside) & set(dealt) and len(state.aside) + len(dealt) == 49


def test_scored_cards_that_go_back_are_dealt_again() -> None:
    rules = rules_of(VARIANTS["red7-returned"])
    states = play_game(rules, 4, 1)
    assert all(state.aside == () for state in states) and max(states[-1].points) >= 30


def test_a_game_with_goals_needs_points_that_fit_the_cards_aside() -> None:
    rules = rules_of(VARIANTS["red7"])
    fitting = red7_table((7, 0), "orange7")
    assert PLAY.parse_state(rules, PLAY.format_state(fitting)) == fitting
    over = PLAY.apply(rules, red7_table((0, 38), "orange7 yellow7 blue7 indigo7 red7 green3"), PASS)
    high = " ".join(str(card).replace("-", "") for card in rules.deck if card.number > 2 and card != ("red", 3))
    for state, reason in (
        (fitting._replace(points=(8, 0)), "not those of the cards aside"),
        (fitting._replace(points=(7, 0, 0)), "points for each seat"),
        (red7_table((7, 43), "orange7 yellow7 blue7 indigo7 red7 green7 violet7 green1"), "won before this round"),
        (red7_table((0, 40), "orange7 yellow7 blue7 indigo7 red7 green5"), "won before this round"),
        (over._replace(points=(0, 39)), "do not end the game"),
        (red7_table((75, 75), high, hand="red1", palette="blue1"), "too many cards are aside"),
    ):
        with pytest.raises(NotationError, match=reason):
            PLAY.parse_state(rules, PLAY.format_state(state))
    returned = rules_of(VARIANTS["red7-returned"])
    with pytest.raises(NotationError, match="no card leaves the deck"):
        PLAY.parse_state(returned, PLAY.format_state(fitting))


def test_goals_belong_to_numbers_of_players() -> None:
    rules = rules_of(VARIANTS["red7"])
    assert [goal(rules, players) for players in (2, 3, 4)] == [40, 35, 30]
    with pytest.raises(ValueError, match="no goal for 5 players"):
        goal(rules, 5)
    with pytest.raises(ValueError, match="no goal for 2 players: 0 goals"):
        goal(rules_of(replace(VARIANTS["red7"], goals=())), 2)


@pytest.mark.parametrize(
    "action",
    [
        Action("play", Card("red", 2), Card("green", 1)),
        Action("play", None, Card("red", 2)),
        Action("rule", Card("red", 2), Card("green", 1)),
        Action("both", Card("red", 2), None),
        Action("pass", None, Card("red", 2)),
        Action("lay", Card("red", 2), None),  # type: ignore[arg-type]
    ],
)
def test_what_has_not_the_cards_of_an_action_is_refused(action: Action) -> None:
    rules = rules_of(VARIANTS["red"])
    state = table(rules, ["red2 green1", "red3"], ["violet1", "blue7"])
    violation = PLAY.violation(rules, state, action)
    assert violation is not None
    assert (violation.code, violation.reason.key) == ("no-action", "violation-no-action")
    with pytest.raises(ValueError, match="no-action"):
        PLAY.apply(rules, state, action)


def test_a_card_that_is_in_no_deck_is_not_in_the_hand() -> None:
    rules = rules_of(VARIANTS["red"])
    state = table(rules, ["red2", "red3"], ["violet1", "blue7"])
    violation = PLAY.violation(rules, state, Action("play", Card("pink", 9), None))
    assert violation is not None and violation.code == "not-in-hand"


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"rule": "pink"}, "there is no colour 'pink'"),
        ({"palettes": (cards("violet1"),)}, "a hand and a palette for each of 2 to 4 seats"),
        ({"palettes": ((), ()), "stock": cards("violet1 blue7")}, "and a seat that is in"),
        ({"turn": None}, "a seat is to act exactly when more than one is in"),
        ({"palettes": ((), cards("blue7")), "stock": cards("violet1")}, "a seat is to act exactly"),
        ({"turn": 2}, "seat 2 is out, or has no card in hand"),
        ({"hands": ((), cards("red2 red3"))}, "seat 0 is out, or has no card in hand"),
        ({"hands": (cards("red2"), ())}, "its cards are not those of the deck"),
        ({"hands": (cards("red2"), cards("red2"))}, "its cards are not those of the deck"),
    ],
    ids=str,
)
def test_a_state_that_no_game_comes_to_is_refused(change: dict[str, Any], reason: str) -> None:
    rules = rules_of(VARIANTS["red"])
    state = table(rules, ["red2", "red3"], ["violet1", "blue7"])
    assert PLAY.parse_state(rules, PLAY.format_state(state)) == state
    moved = tuple(sorted((*state.stock, *change.get("stock", ()))))
    with pytest.raises(NotationError, match=reason):
        PLAY.parse_state(rules, PLAY.format_state(state._replace(**{**change, "stock": moved})))
