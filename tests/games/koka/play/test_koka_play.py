"""Match of koka step by step: draws, turns, rounds, games, and refused actions."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from pnp.games.core.playing.play import NotationError
from pnp.games.koka.play.game import KokaPlay
from pnp.games.koka.play.state import Action, State
from pnp.games.koka.rules.decisions import rules_of
from pnp.games.koka.rules.dice import Die
from pnp.games.koka.rules.record import ROUNDS, Rules
from tests.games.koka.definitions import VARIANTS

PLAY = KokaPlay()
LINE = (
    "phase=trade start=1 round=3 acted={acted} hands={hands} kept={kept} rolled= tray={tray} discards={discards} "
    "bag={bag} seed=7 chance=9 rounds=30 scores="
)
READY = "blue-2,blue-2,blue-2,green-2,green-3,green-4,red-1,red-2,red-3,yellow-3,yellow-4"
COMPLETE = f"{READY},yellow-5"
OTHERS = "green-1,green-3,green-3,green-5,green-6,purple-1,purple-3,purple-5,red-1,red-4,red-6"


def moment(
    rules: Rules, tray: str, kept: str = "", discards: str = "", hands: str = f"{OTHERS}|{READY}", acted: int = 0
) -> State:
    """Return two seats; seat 1 begins the round, and yellow 2 or 5 completes it. The other dice lie in the bag."""
    left = Counter(rules.dice)
    for place in (hands, tray, kept, discards):
        left.subtract(word.rpartition("-")[0] for word in place.replace("|", ",").split(",") if word)
    bag = ",".join(f"{colour}:{count}" for colour, count in left.items() if count)
    places = {"hands": hands, "kept": f"|{kept}", "tray": tray, "discards": discards, "bag": bag}
    return PLAY.parse_state(rules, LINE.format(acted=acted, **places))


def act(rules: Rules, state: State, *lines: str) -> State:
    for line in lines:
        state = PLAY.apply(rules, state, PLAY.parse_action(rules, line))
    return state


@pytest.mark.parametrize("players", [2, 3, 4])
def test_everyone_draws_eleven_dice_and_the_tray_is_filled(players: int) -> None:
    rules = rules_of(VARIANTS["koka"])
    state = PLAY.initial_state(rules, PLAY.deal(rules, players, 1))
    assert [len(hand) for hand in state.hands] == [11] * players
    assert len(state.tray) == {2: 3, 3: 4, 4: 4}[players]
    assert len(state.bag) == 90 - 11 * players - len(state.tray)
    assert state.turn == state.start
    assert rules.drawer(state.start, state.round, players) == (state.start - 1) % players
    assert state.rounds == ROUNDS


@pytest.mark.parametrize("players", [1, 5])
def test_a_wrong_number_of_players_is_not_dealt_to(players: int) -> None:
    with pytest.raises(ValueError, match="the rules allow 2 to 4"):
        PLAY.deal(rules_of(VARIANTS["koka"]), players, 1)


def test_a_die_is_taken_and_another_goes_to_the_tray_as_it_is() -> None:
    rules = rules_of(VARIANTS["koka"])
    state = act(rules, moment(rules, "orange-1,purple-2,yellow-6"), "take orange-1 for red-3")
    assert [str(die) for die in state.tray] == ["purple-2", "red-3", "yellow-6"]
    assert "orange-1" in map(str, state.hands[1])
    assert (state.turn, state.acted, state.round) == (0, 1, 3)


def test_a_completed_hand_ends_the_game_when_the_round_is_played_out() -> None:
    rules = rules_of(VARIANTS["koka"])
    state = act(rules, moment(rules, "orange-1,purple-2,yellow-5"), "take yellow-5")
    assert (len(state.hands[1]), state.turn, state.scores) == (12, 0, ())
    state = act(rules, state, "keep orange-1")
    assert state.scores == ((0, 4),)
    assert (state.start, state.turn, state.round, state.acted) == (0, 0, 0, 0)
    assert state.kept == ((), ())
    assert len(state.bag) == 90 - 22 - 3


def test_what_is_left_in_the_tray_goes_to_the_discards_and_the_drawer_moves_left() -> None:
    rules = rules_of(VARIANTS["koka"])
    state = moment(rules, "orange-1,purple-2,yellow-6")
    before = rules.drawer(state.start, state.round, 2)
    state = act(rules, state, "keep orange-1", "keep purple-2")
    assert [str(die) for die in state.discards] == ["yellow-6"]
    assert (state.start, state.turn, state.round, len(state.tray)) == (1, 1, 4, 3)
    assert rules.drawer(state.start, state.round, 2) == (before + 1) % 2
    assert [[str(die) for die in kept] for kept in state.kept] == [["purple-2"], ["orange-1"]]


def test_rerolled_dice_are_looked_at_before_one_picks() -> None:
    rules = rules_of(VARIANTS["koka"])
    state = act(rules, moment(rules, "orange-1,purple-2,yellow-6"), "reroll orange-1 yellow-6")
    assert (state.phase, state.turn, len(state.rolled), len(state.tray)) == ("pick", 1, 2, 1)
    assert [die.colour for die in state.rolled] == ["orange", "yellow"]
    left = act(rules, state, "pick")
    assert (len(left.tray), left.turn, left.hands) == (3, 0, state.hands)
    orange, _ = state.rolled
    assert left.chance == state.chance + 1, "what is not taken is rolled again"
    given = act(rules, state, f"pick {orange} for blue-2")
    assert sorted(die.colour for die in given.tray) == ["blue", "purple", "yellow"]
    assert len(given.hands[1]) == 11
    assert given.chance == state.chance + 1


def test_rerolled_dice_that_are_not_taken_are_rolled_again_or_stay_as_they_fell() -> None:
    again, stay = rules_of(VARIANTS["koka"]), rules_of(VARIANTS["untaken-stay"])
    state = act(again, moment(again, "orange-1,purple-2,yellow-6"), "reroll orange-1 yellow-6")
    trays = {act(again, state._replace(chance=chance), "pick").tray for chance in range(60)}
    assert len(trays) > 20
    assert all(Counter(die.colour for die in tray) == Counter(("orange", "purple", "yellow")) for tray in trays)
    trays = {act(stay, state._replace(chance=chance), "pick").tray for chance in range(60)}
    assert trays == {tuple(sorted((*state.tray, *state.rolled)))}
    orange, yellow = state.rolled
    trays = {act(stay, state._replace(chance=chance), f"pick {orange} for blue-2").tray for chance in range(60)}
    assert len(trays) == 6
    assert all(yellow in tray for tray in trays)


def test_a_single_die_is_rerolled_where_the_reading_allows_it() -> None:
    rules = rules_of(VARIANTS["one-or-two"])
    state = moment(rules, "orange-1,purple-2,yellow-6")
    rolls = [PLAY.format_action(action) for action in PLAY.legal_actions(rules, state) if action.do == "reroll"]
    assert len(rolls) == 6
    rolled = act(rules, state, "reroll orange-1")
    assert [die.colour for die in rolled.rolled] == ["orange"]
    assert PLAY.parse_state(rules, PLAY.format_state(rolled)) == rolled
    after = act(rules, rolled, f"pick {rolled.rolled[0]} for red-3")
    assert Counter(die.colour for die in after.tray) == Counter(("purple", "red", "yellow"))
    with pytest.raises(NotationError, match="1 dice are not rerolled together"):
        PLAY.parse_state(rules_of(VARIANTS["koka"]), PLAY.format_state(rolled))


def test_an_action_made_in_process_is_judged_by_its_shape_too() -> None:
    rules, wide = rules_of(VARIANTS["koka"]), rules_of(VARIANTS["one-or-two"])
    state = moment(rules, "orange-1,purple-2,yellow-6", kept="orange-3,orange-4", discards="red-6,blue-1")
    exchange = act(rules, state, "keep purple-2")
    orange, purple, yellow = state.tray
    red, blue = Die("red", 3), Die("blue", 2)
    attempts = [
        (state, Action("take", (orange, purple), (red, blue)), "dice-count"),
        (state, Action("take", ()), "dice-count"),
        (state, Action("keep", (orange, purple)), "dice-count"),
        (state, Action("keep", (orange,), (red,)), "give-count"),
        (state, Action("reroll", (orange,)), "reroll-count"),
        (state, Action("reroll", ()), "reroll-count"),
        (state, Action("reroll", (orange, purple, yellow)), "reroll-count"),
        (state, Action("reroll", (orange, purple), (red, blue)), "give-count"),
        (state, Action("take", (Die("pink", 1),), (red,)), "not-in-tray"),
        (exchange, Action("exchange", (Die("red", 1), Die("blue", 1)), (red, blue)), "dice-count"),
        (exchange, Action("exchange", ()), "dice-count"),
    ]
    for before, action, code in attempts:
        violation = PLAY.violation(rules, before, action)
        assert violation is not None, action
        assert violation.code == code, action
        with pytest.raises(ValueError, match=code):
            PLAY.apply(rules, before, action)
    assert PLAY.violation(wide, state, Action("reroll", (orange,))) is None
    violation = PLAY.violation(wide, state, Action("reroll", (orange, purple, yellow)))
    assert violation is not None
    assert violation.reason.key == "violation-reroll-count-any"


def test_thirteen_dice_that_hold_a_complete_hand_give_one_back() -> None:
    rules = rules_of(VARIANTS["koka"])
    state = moment(rules, "orange-1,purple-2,yellow-6")
    picking = None
    for chance in range(200):
        rolled = act(rules, state._replace(chance=chance), "reroll orange-1 yellow-6")
        if str(rolled.rolled[1]) in ("yellow-2", "yellow-5"):
            picking = rolled
    assert picking is not None
    orange, yellow = picking.rolled
    legal = [PLAY.format_action(action) for action in PLAY.legal_actions(rules, picking)]
    assert [line for line in legal if line.startswith(f"pick {orange} {yellow}")] == [
        f"pick {orange} {yellow} for {orange}"
    ]
    assert f"pick {yellow}" in legal
    after = act(rules, picking, f"pick {orange} {yellow} for {orange}")
    assert len(after.hands[1]) == 12
    assert sorted(die.colour for die in after.tray) == ["orange", "purple"]


def test_the_third_kept_die_is_exchanged() -> None:
    rules = rules_of(VARIANTS["koka"])
    state = moment(rules, "orange-1,purple-2,yellow-6", kept="orange-3,orange-4", discards="yellow-1,red-6")
    waiting = act(rules, state, "keep purple-2")
    assert (waiting.phase, waiting.turn, waiting.kept) == ("exchange", 1, ((), ()))
    assert len(waiting.bag) == len(state.bag) + 3
    done = act(rules, waiting, "exchange yellow-2")
    assert (len(done.hands[1]), done.turn) == (12, 0)
    assert [str(die) for die in done.discards] == ["red-6"]
    given = act(rules, waiting, "exchange red-5 for yellow-4")
    assert "red-5" in map(str, given.hands[1])
    assert [str(die) for die in given.tray] == ["orange-1", "yellow-4", "yellow-6"]


def test_without_discards_the_third_kept_die_brings_nothing() -> None:
    rules = rules_of(VARIANTS["koka"])
    state = moment(rules, "orange-1,purple-2,yellow-6", kept="orange-3,orange-4")
    after = act(rules, state, "keep purple-2")
    assert (after.phase, after.turn, after.kept, after.hands) == ("trade", 0, ((), ()), state.hands)
    assert len(after.bag) == len(state.bag) + 3


def test_a_bag_with_too_few_dice_takes_the_discards_back() -> None:
    rules = rules_of(VARIANTS["koka"])
    state = moment(rules, "orange-1,purple-2,yellow-6")
    assert len(state.bag) == 65
    discards = [f"{colour}-1" for colour in state.bag[:63]]
    state = moment(rules, "orange-1,purple-2,yellow-6", discards=",".join(discards))
    assert len(state.bag) == 2
    after = act(rules, state, "keep orange-1", "keep purple-2")
    assert (len(after.tray), len(after.discards), len(after.bag)) == (3, 0, 2 + 63 + 1 - 3)


def test_only_a_seat_that_has_acted_has_twelve_dice_and_they_are_complete() -> None:
    rules = rules_of(VARIANTS["koka"])
    tray, third = "orange-1,purple-2,purple-4,yellow-6", OTHERS.replace("red", "orange")
    state = moment(rules, tray, "|", hands=f"{OTHERS}|{COMPLETE}|{third}", acted=1)
    assert (len(state.hands[1]), state.turn) == (12, 2)
    with pytest.raises(NotationError, match="seat 2 has 12 dice"):
        moment(rules, tray, "|", hands=f"{OTHERS}|{third}|{COMPLETE}", acted=1)
    with pytest.raises(NotationError, match="seat 1 has 12 dice that are not complete"):
        moment(rules, tray, "|", hands=f"{OTHERS}|{READY},yellow-6|{third}", acted=1)


def test_a_match_has_no_more_games_than_its_settings_say() -> None:
    rules = rules_of(VARIANTS["koka-short"])
    state = act(rules, moment(rules, "orange-1,purple-2,yellow-5"), "take yellow-5")
    over = act(rules, state, "keep orange-1")
    assert PLAY.parse_state(rules, PLAY.format_state(over)) == over
    with pytest.raises(NotationError, match="a match has 1 games"):
        PLAY.parse_state(rules, PLAY.format_state(over._replace(scores=(*over.scores, (0, 4)))))


def test_a_game_in_which_nobody_completes_ends_after_its_last_round() -> None:
    rules = rules_of(VARIANTS["koka"])
    state = PLAY.initial_state(rules, PLAY.deal(rules, 2, 3)._replace(rounds=2))
    turns = 0
    while not PLAY.is_terminal(state):
        assert state.round < 2
        state = PLAY.apply(rules, state, PLAY.legal_actions(rules, state)[0])
        turns += 1
    assert turns == 4 * 2 * 2
    assert state.scores == ((0, 0),) * 4
    assert PLAY.returns(rules, state) == (0, 0)


def test_codes_of_every_violation() -> None:
    rules = rules_of(VARIANTS["koka"])
    state = moment(rules, "orange-1,purple-2,yellow-5", kept="orange-3,orange-4", discards="red-6")
    pick = act(rules, state, "reroll orange-1 purple-2")
    exchange = act(rules, state, "keep purple-2")
    one_die = moment(rules, "orange-1")
    attempts = [
        (state, "take red-1", "not-in-tray"),
        (state, "keep red-1", "not-in-tray"),
        (state, "reroll orange-1 orange-1", "not-in-tray"),
        (one_die, "reroll orange-1 orange-1", "tray-too-small"),
        (state, "reroll orange-1", "reroll-count"),
        (one_die, "reroll orange-1", "tray-too-small"),
        (state, "take orange-1 for red-6", "not-in-hand"),
        (state, "take orange-1", "give-count"),
        (state, "take yellow-5 for orange-1", "not-in-hand"),
        (state, "take yellow-5 for yellow-5", "give-count"),
        (state, "pick", "trade-first"),
        (state, "exchange red-1", "trade-first"),
        (pick, "pick green-1", "not-rerolled"),
        (pick, "pick for red-1", "give-count"),
        (pick, "keep yellow-5", "pick-first"),
        (exchange, "exchange blue-1 for blue-1", "not-in-discards"),
        (exchange, "exchange red-1", "give-count"),
        (exchange, "take orange-1 for orange-1", "exchange-first"),
        (state._replace(phase="over"), "take orange-1", "game-over"),
    ]
    for before, line, code in attempts:
        action = PLAY.parse_action(rules, line)
        violation = PLAY.violation(rules, before, action)
        assert violation is not None, line
        assert violation.code == code, line
        key = "violation-give" if code == "give-count" else f"violation-{code}"
        assert violation.reason.key.startswith(key)
        with pytest.raises(ValueError, match=f"{line}: {code} in phase="):
            PLAY.apply(rules, before, action)


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("phase=trade", "phase=pick", "0 dice are not rerolled together"),
        ("phase=trade", "phase=exchange", "in the bag when they are exchanged"),
        ("phase=trade", "phase=rest", "no phase 'rest'"),
        ("phase=trade", "phase=over", "a match has 4 games"),
        ("start=1", "start=2", "the seats are 0 to 1"),
        ("acted=0", "acted=2", "the seats are 0 to 1"),
        ("round=3", "round=30", "30 rounds at most"),
        ("scores=", "scores=1", "a score for each seat"),
        ("scores=", "scores=1,0|0,0|0,0|0,0", "a match has 4 games"),
        ("red-3,", "red-3,red-3,", "not those of the game"),
        ("yellow-3,yellow-4", "yellow-3", "not those of the game"),
        ("tray=orange-1", "tray=orange-7", "not a die of this game"),
        ("bag=blue:12", "bag=blue:99", "is not what is left"),
        ("seed=7", "seed=-7", "no whole number"),
        ("kept=|", "kept=", "kept dice for each"),
        ("rolled= ", "", "expected phase="),
    ],
)
def test_a_line_that_is_no_state_is_refused(old: str, new: str, reason: str) -> None:
    rules = rules_of(VARIANTS["koka"])
    line = PLAY.format_state(moment(rules, "orange-1,purple-2,yellow-6"))
    assert old in line
    with pytest.raises(NotationError, match=reason):
        PLAY.parse_state(rules, line.replace(old, new, 1))


def test_twelve_dice_have_to_be_complete_and_of_a_seat_that_has_acted() -> None:
    rules = rules_of(VARIANTS["koka"])
    for hands, reason in (
        (f"{OTHERS}|{READY},yellow-5", "seat 1 has 12 dice"),
        (f"{OTHERS}|{READY},yellow-5,yellow-5", "seat 1 has 13 dice"),
    ):
        with pytest.raises(NotationError, match=reason):
            moment(rules, "orange-1", hands=hands)
    with pytest.raises(NotationError, match="kept dice go back"):
        moment(rules, "orange-1", kept="orange-1,orange-2,orange-3")
    with pytest.raises(NotationError, match="the tray has a die"):
        moment(rules, "")


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"acted": 0}, "the round is played out at the end of a game"),
        ({"hands": 0}, "no seat is complete, and the game is not over"),
        ({"scores": ((0, 0),) * 3 + ((0, 1),)}, "the last scores are not those of the hands"),
    ],
)
def test_a_match_is_over_after_its_last_game_alone(changes: dict[str, Any], reason: str) -> None:
    rules = rules_of(VARIANTS["koka"])
    state = PLAY.initial_state(rules, PLAY.deal(rules, 2, 3)._replace(rounds=2))
    while not PLAY.is_terminal(state):
        state = PLAY.apply(rules, state, PLAY.legal_actions(rules, state)[0])
    assert PLAY.parse_state(rules, PLAY.format_state(state)) == state
    changed = state._replace(round=0) if "hands" in changes else state._replace(**changes)
    with pytest.raises(NotationError, match=reason):
        PLAY.parse_state(rules, PLAY.format_state(changed))


@pytest.mark.parametrize(
    "line", ["", "pass", "take", "take red-1 blue-2", "reroll", "keep red-1 for red-2", "pick for"]
)
def test_a_line_that_is_no_action_is_refused(line: str) -> None:
    with pytest.raises(NotationError, match="is not an action"):
        PLAY.parse_action(rules_of(VARIANTS["koka"]), line)


def test_returns_wait_for_the_end() -> None:
    rules = rules_of(VARIANTS["koka"])
    with pytest.raises(ValueError, match="not over"):
        PLAY.returns(rules, PLAY.initial_state(rules, PLAY.deal(rules, 2, 1)))


def test_no_draw_or_roll_repeats_another() -> None:
    rules = rules_of(VARIANTS["koka"])
    state = PLAY.initial_state(rules, PLAY.deal(rules, 4, 1))
    assert len({tuple(die.value for die in hand) for hand in state.hands}) == 4
    before = moment(rules, "orange-1,purple-2,yellow-6")
    assert act(rules, before, "reroll orange-1 yellow-6").chance == before.chance + 1
