"""Games of kasane from the deal to the result. ``PNP_FULL_GAMES=1000`` plays so many of each."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from random import Random
from typing import Any

import pytest

from pnp.games.core.playing.play import NotationError
from pnp.games.kasane.oracle.answer import oracle
from pnp.games.kasane.play.asks import ASKS
from pnp.games.kasane.play.game import KasanePlay, view_of
from pnp.games.kasane.play.state import Action, Deal, State
from pnp.games.kasane.rules.achieving import Laid
from pnp.games.kasane.rules.cards import PLUS_ONE, cards_as_json
from pnp.games.kasane.rules.decisions import rules_of
from pnp.games.kasane.rules.record import Rules
from pnp.games.kasane.settings import Variants
from pnp.testing import amount
from tests.games.kasane.definitions import VARIANTS

PLAY = KasanePlay()
GAMES = int(os.environ.get("PNP_FULL_GAMES", amount(quick=3, full=6)))
NAMES = {
    f"{'harder' * harder or 'basic'}{'-easier' * easier}": Variants(harder, easier)
    for harder, easier in product((False, True), repeat=2)
}


def walk(rules: Rules, players: int, seed: int) -> Iterator[tuple[State, Action, State]]:
    """Yield the steps of a random game, in which possible yaku are mostly achieved."""
    random = Random(f"{players} {seed}")
    state = PLAY.initial_state(rules, PLAY.deal(rules, players, random.randrange(2**32)))
    while not PLAY.is_terminal(state):
        legal = PLAY.legal_actions(rules, state)
        wanted = [action for action in legal if action.do == "achieve"] if random.random() < 0.8 else []
        action = random.choice(wanted or legal)
        after = PLAY.apply(rules, state, action)
        yield state, action, after
        state = after


def check_take(rules: Rules, before: State, action: Action, after: State) -> None:
    """Check that a card came from the top of a row to the top of the hand, or of the field if it is a +1."""
    me = before.turn
    assert me is not None and after.turn == me
    card = before.rows[action.row][-1]
    assert after.rows[action.row] == before.rows[action.row][:-1]
    plus_one = card == PLUS_ONE
    assert after.hands[me] == before.hands[me] + (() if plus_one else (card,))
    assert after.fields[me] == before.fields[me] + ((card,) if plus_one else ())
    assert after.points[me] - before.points[me] == (rules.plus_one_points if plus_one else 0)
    assert after.tokens == before.tokens


def check_achieve(rules: Rules, before: State, action: Action, after: State) -> None:
    """Check that the top of the hand went onto the field in order, one slot was covered and its points scored."""
    me = before.turn
    assert me is not None
    hand, field = before.hands[me], before.fields[me]
    count = len(hand) - len(after.hands[me])
    assert count > 0
    assert (after.hands[me], after.fields[me]) == (hand[:-count], field + hand[-count:])
    size = len(action.laid)
    assert size - count in (0, 1)
    assert size == count or (field[-1] != PLUS_ONE and action.laid[0].place == "field")
    slot = rules.slots.index((action.yaku, size))
    covered = before.tokens[slot]
    assert after.tokens == (*before.tokens[:slot], covered + 1, *before.tokens[slot + 1 :])
    assert after.points[me] - before.points[me] == rules.yaku[action.yaku].slots[size][covered]
    assert before.took != PLUS_ONE or rules.plus_one_yaku


def plain_final(rules: Rules, state: State, seat: int) -> int:
    """Return the final score of a seat, as the rules page words it."""
    field, total = state.fields[seat], state.points[seat]
    if len(field) >= rules.bonus_from:
        colours = len(set(field) - {PLUS_ONE})
        total += rules.bonus_colours[colours - 1] if colours else 0
        total += rules.all_laid if not state.hands[seat] else 0
    return total


@pytest.mark.parametrize("variants", NAMES.values(), ids=NAMES)
@pytest.mark.parametrize("players", [3, 4])
def test_cards_are_kept_and_points_add_up_in_every_game(players: int, variants: Variants) -> None:
    rules = rules_of(replace(VARIANTS["kasane"], variants=variants))
    table = rules.tables[players]
    deck = sorted(Counter(table.deck).elements())
    for seed in range(GAMES):
        actions: Counter[str] = Counter()
        starts: dict[int, int] = {}
        for before, action, after in walk(rules, players, seed):
            assert list(PLAY.cards(after)) == deck
            starts.setdefault(before.round, before.start)
            actions[action.do] += 1
            if action.do == "take":
                check_take(rules, before, action, after)
            elif action.do == "achieve":
                check_achieve(rules, before, action, after)
            if after.round > before.round:
                assert all(len(row) == table.per_row for row in after.rows)
                last = after.round == table.rounds
                assert len(after.discards) == (table.left_over if last else players * (after.round - 1))
                assert not (last and (after.stock or after.shuffle))
        assert actions["take"] == players * 12 == actions["achieve"] + actions["pass"]
        assert [(starts[1] + round_ - 1) % players for round_ in starts] == list(starts.values())
        check_end(rules, after)


def check_end(rules: Rules, state: State) -> None:
    """Check that every seat had 12 turns, and that the winners have the most points and then the most cards laid."""
    seats = range(state.seats)
    assert all(len(state.hands[seat]) + len(state.fields[seat]) == 12 for seat in seats)
    finals = [final.score.total for final in PLAY.final_scores(rules, state)]
    assert finals == [plain_final(rules, state, seat) for seat in seats]
    best = max((finals[seat], len(state.fields[seat])) for seat in seats)
    won = tuple(int((finals[seat], len(state.fields[seat])) == best) for seat in seats)
    assert PLAY.returns(rules, state) == won


def test_the_variants_do_what_they_say() -> None:
    for players, opening in ((3, 2), (4, 0)):
        rules = rules_of(VARIANTS["kasane-variants"])
        state = PLAY.initial_state(rules, PLAY.deal(rules, players, 1))
        assert sum(state.tokens) == opening
        covered = {slot for slot, tokens in zip(rules.slots, state.tokens, strict=True) if tokens}
        assert covered == ({("ju", 2), ("kasane", 2)} if opening else set())
    achieved = [
        before.took
        for seed in range(12)
        for before, action, _ in walk(rules_of(VARIANTS["kasane-variants"]), 4, seed)
        if action.do == "achieve"
    ]
    assert PLUS_ONE in achieved


@pytest.mark.parametrize("players", [2, 5])
def test_a_number_of_players_that_is_not_allowed_cannot_be_dealt(players: int) -> None:
    with pytest.raises(ValueError, match="the rules allow 3 to 4"):
        PLAY.deal(rules_of(VARIANTS["kasane"]), players, 1)


def tiny() -> tuple[Rules, State]:
    """Return a game of two seats, two rows of four and two rounds; the marker lies with seat 1."""
    rules = rules_of(replace(VARIANTS["kasane-tiny"], variants=Variants()))
    deck = (*(4, 3, 1, 2), *(1, 0, 4, 3), *(1, 2, 2, 3, 4, 0, 0))
    # The last round: nine cards are left, of which one is left over; they are laid out backwards.
    return rules, PLAY.initial_state(rules, Deal(2, 1, deck, (8, 7, 6, 5, 4, 3, 2, 1, 0)))


def act(rules: Rules, state: State, *lines: str) -> State:
    for line in lines:
        state = PLAY.apply(rules, state, PLAY.parse_action(rules, line))
    return state


def test_a_short_game_by_hand() -> None:
    rules, state = tiny()
    assert state.rows == ((4, 3, 1, 2), (1, 0, 4, 3))
    assert (state.turn, state.phase) == (1, "take")
    state = act(rules, state, "take 0 3")
    assert (state.turn, state.phase, state.took, state.hands) == (1, "achieve", 2, ((), (2,)))
    state = act(rules, state, "pass", "take 1 3", "pass", "take 1 2", "achieve moon h0 h1")
    assert state.fields == ((), (2, 4))
    assert state.points == (0, 1)
    state = act(rules, state, "take 1 1")
    assert (state.fields[0], state.points) == ((PLUS_ONE,), (2, 1))
    assert [str(PLAY.format_action(action)) for action in PLAY.legal_actions(rules, state)] == ["pass"]
    state = act(rules, state, "pass", "take 0 2", "achieve five f1 h0")
    assert (state.fields[1], state.points) == ((2, 4, 1), (2, 2))
    state = act(rules, state, "take 0 1", "achieve alike h0 h1")
    # Round 2: seven cards of the stock and 4, 1 from the rows, backwards: 1 4 +1 +1, 4 3 2 2, and a 1 is left over.
    assert (state.round, state.start, state.turn) == (2, 0, 0)
    assert state.rows == ((1, 4, 0, 0), (4, 3, 2, 2))
    assert (state.stock, state.discards, state.shuffle) == ((), (1,), ())
    assert state.points == (4, 2)
    state = act(rules, state, "take 0 3", "pass", "take 1 3", "pass", "take 0 2", "pass")
    assert state.points == (8, 2)
    state = act(rules, state, "take 1 2", "achieve alike h0 h1", "take 1 1", "pass", "take 0 1", "pass")
    assert (state.phase, state.turn, state.discards) == ("over", None, (1, 1, 4))
    assert state.fields == ((0, 3, 3, 0, 0), (2, 4, 1, 2, 2))
    assert state.hands == ((3,), (4,))
    assert state.points == (8, 3)
    # The bonus: one colour on five cards pays 3, three colours pay 1; nobody has laid all six.
    assert [final.score.total for final in PLAY.final_scores(rules, state)] == [11, 4]
    assert PLAY.returns(rules, state) == (1, 0)


def test_codes_of_every_violation_of_play() -> None:
    rules, state = tiny()
    took = act(rules, state, "take 0 3")
    empty = act(rules, state, "take 0 3", "pass", "take 0 2", "pass", "take 0 1", "pass", "take 0 0", "pass")
    over = empty._replace(phase="over")
    for moment, line, code in (
        (state, "take 0 2", "not-top"),
        (state, "take 2 0", "not-there"),
        (state, "take 0 4", "not-there"),
        (empty, "take 0 0", "empty-row"),
        (state, "pass", "take-first"),
        (state, "achieve moon h0", "take-first"),
        (took, "take 1 3", "one-card"),
        (took, "achieve moon h1", "not-there"),
        (took, "achieve moon h0 h0", "not-there"),
        (took, "achieve moon h0", "no-slot"),
        (over, "pass", "game-over"),
    ):
        violation = PLAY.violation(rules, moment, PLAY.parse_action(rules, line))
        assert violation is not None, line
        assert (violation.code, violation.reason.key) == (code, f"violation-{code}")
        with pytest.raises(ValueError, match=f"{line}: {code} in phase="):
            PLAY.apply(rules, moment, PLAY.parse_action(rules, line))


@pytest.mark.parametrize(
    ("action", "code"),
    [
        (Action("take", -1, 0), "not-there"),
        (Action("take", 0, -1), "not-there"),
        (Action("take", True, 3), "no-action"),
        (Action("take", 0, 3, "moon"), "no-action"),
        (Action("take", 0, 3, laid=(Laid("hand", 0),)), "no-action"),
        (Action("pass", 1), "no-action"),
        (Action("pass", yaku="moon"), "no-action"),
        (Action("fly"), "no-action"),  # type: ignore[arg-type]
        (Action("achieve", yaku="sun", laid=(Laid("hand", 0),)), "no-action"),
        (Action("achieve", yaku="moon"), "no-action"),
        (Action("achieve", 1, 0, "moon", (Laid("hand", 0),)), "no-action"),
        (Action("achieve", yaku="moon", laid=(Laid("row", 0),)), "no-action"),  # type: ignore[arg-type]
        (Action("achieve", yaku="moon", laid=(Laid("hand", -1),)), "not-there"),
    ],
)
def test_an_action_that_no_line_can_say_is_refused(action: Action, code: str) -> None:
    rules, state = tiny()
    if action.do == "achieve":
        state = act(rules, state, "take 0 3")
    violation = PLAY.violation(rules, state, action)
    assert violation is not None and violation.code == code


def test_the_view_of_a_turn_is_that_of_the_seat_that_took() -> None:
    rules, state = tiny()
    with pytest.raises(ValueError, match="no card has just been taken"):
        view_of(rules, state)
    view = view_of(rules, act(rules, state, "take 1 3"))
    assert (view.hand, view.field, view.took, view.done, view.easier) == ((3,), (), 3, 0, False)


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("phase=achieve", "phase=sleep", "no phase 'sleep'"),
        ("phase=achieve", "phase=take", "the cards taken do not fit|has just been taken"),
        ("round=1", "round=2", "cards taken do not fit"),
        ("round=1", "round=3", "the rounds 1 to 2"),
        ("start=1", "start=2", "the seats are 0 to 1"),
        ("start=1", "start=0", "not as many cards as turns"),
        ("took=3", "took=4", "does not lie on top"),
        ("took=3", "took=", "has just been taken"),
        ("took=3", "took=3,3", "one card is taken"),
        ("took=3", "took=9", "'9' is not a card"),
        ("points=0,0", "points=0", "points for each"),
        ("points=0,0", "points=0,-1", "no whole number"),
        ("tokens=0,0", "tokens=3,0", "no more than there are slots"),
        ("tokens=0,0", "tokens=0", "tokens of every yaku"),
        ("hands=|3", "hands=3|", "not as many cards as turns"),
        ("hands=|3", "hands=|2", "not those used with 2 players"),
        ("shuffle=8", "shuffle=7", "shuffle to come"),
        ("rows=4,3,1,2|1,+1,4", "rows=4,3,1,2,1|+1,4", "at most 4 cards"),
        ("stock=1,2", "stock=2", "not those used"),
        ("stock=1,2,2,3,4,+1,+1 discards=", "stock=1,2,2,3,4,+1 discards=+1", "the stock has 7 cards"),
        ("hands=|3 fields=|", "hands=|+1 fields=|", "not those used"),
        (" shuffle", " mischief", "expected phase=…"),
    ],
)
def test_a_state_that_no_game_comes_to_is_refused(old: str, new: str, why: str) -> None:
    rules, state = tiny()
    line = PLAY.format_state(act(rules, state, "take 1 3"))
    assert old in line
    assert PLAY.format_state(PLAY.parse_state(rules, line)) == line
    with pytest.raises(NotationError, match=why):
        PLAY.parse_state(rules, line.replace(old, new, 1))


def test_a_round_in_which_one_card_of_each_row_is_left_is_over() -> None:
    rules, start = tiny()
    lines = ["take 0 3", "pass", "take 0 2", "pass", "take 0 1", "pass", "take 1 3", "pass", "take 1 2", "pass"]
    state = act(rules, start, *lines, "take 1 1")
    assert state.rows == ((4,), (1,))
    with pytest.raises(NotationError, match="the cards taken do not fit the round"):
        PLAY.parse_state(rules, PLAY.format_state(state._replace(phase="take", took=None)))


def test_the_proof_notices_a_card_in_the_place_of_another() -> None:
    settings = VARIANTS["kasane"]
    rules = rules_of(settings)
    state = PLAY.initial_state(rules, PLAY.deal(rules, 4, 1))
    wrong = state._replace(stock=(state.stock[0] % 9 + 1, *state.stock[1:]))
    assert ASKS.begin is not None
    for first, differing in ((state, []), (wrong, ["cards"])):
        settled = ASKS.begin(lambda kind, position: oracle(settings, kind, position), rules, first)
        assert [name for name, value in settled if getattr(first, name) != value] == differing


def test_a_plus_one_is_in_no_hand() -> None:
    rules, start = tiny()
    state = act(rules, start, "take 1 3")
    place = state.stock.index(PLUS_ONE)
    stock = (*state.stock[:place], 3, *state.stock[place + 1 :])
    with pytest.raises(NotationError, match="a \\+1 is never in a hand"):
        PLAY.parse_state(rules, PLAY.format_state(state._replace(hands=((), (PLUS_ONE,)), stock=stock)))


@pytest.mark.parametrize("line", ["", "take", "take 1", "take a b", "achieve", "achieve moon", "achieve sun h0"])
def test_a_line_that_is_no_action_is_refused(line: str) -> None:
    with pytest.raises(NotationError):
        PLAY.parse_action(tiny()[0], line)


def test_a_plus_one_is_written_as_it_is_printed() -> None:
    cards: Any = (3, PLUS_ONE)
    assert cards_as_json(cards) == [3, "+1"]


def test_a_card_of_a_row_that_lies_in_the_stock_is_noticed() -> None:
    rules, state = tiny()
    moved = state._replace(rows=(state.rows[0][:-1], *state.rows[1:]), stock=(*state.stock, state.rows[0][-1]))
    assert PLAY.parse_state(rules, PLAY.format_state(state)) == state
    with pytest.raises(NotationError, match="the cards taken do not fit the round"):
        PLAY.parse_state(rules, PLAY.format_state(moved))
