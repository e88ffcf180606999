"""Turns are told from decisions: by tallies made by hand, and by what the rules say of a whole game."""

from __future__ import annotations

from collections import Counter

import pytest

from pnp.playtest.bots import PlayedGame
from pnp.playtest.counting.turns import count_turns, turns_of
from pnp.playtest.figures import Spread, figures_of
from pnp.playtest.plan import GameReference
from pnp.playtest.tally import Bots, Move, PlayedOut, Tally, play_games, play_out
from pnp.playtest.thinking import BOTS
from pnp.playtest.words import Words

SURVIVORS = Bots(BOTS["survivor"])


def _game(name: str, players: int) -> PlayedGame:
    return GameReference(name, shipped=True).open(players)


class _ByTurn:
    """Play whose states are the number of the turn."""

    def ends_turn(self, before: int, after: int) -> bool:
        return before != after


def test_turns_and_their_choice_are_those_counted_by_hand() -> None:
    # Seat 0 takes one of three and then can only say no; seat 1 answers in that turn, and has one action in its own;
    # seat 0 has five and then two; seat 2 is out before its turn.
    moves = [
        Move(state, seat, "x" * options, "x")
        for state, seat, options in ((1, 0, 3), (1, 0, 1), (1, 1, 4), (2, 1, 1), (3, 0, 5), (3, 0, 2))
    ]
    game = PlayedGame(_ByTurn(), None, 3)  # type: ignore[arg-type]  # a play of one method
    counts = count_turns(game, PlayedOut(moves, 3, None), 0)
    expected = {"turns 0": 1, "turns 1": 1, "turns 2": 1, "game-turns 3": 1, "answers 1": 1}
    assert counts == {**expected, "options 1": 1, "options 3": 1, "options 5": 1}
    figures = figures_of(Tally({**counts, "games": 1}), 3)
    assert figures.turns == Spread(0, 1, 2) and figures.game_turns == Spread(3, 3, 3)
    assert figures.options == Spread(1, 3, 5) and figures.answers == Spread(1, 1, 1)
    assert figures.choiceless.value == pytest.approx(1 / 3) and figures.choiceless.cases == 3
    assert not count_turns(game, PlayedOut(moves, None, None), 0)


def test_a_turn_of_kasane_is_a_card_and_what_is_made_of_it() -> None:
    game = _game("kasane", 3)
    tally = play_games(game, SURVIVORS, range(4), [count_turns])
    each = game.rules.tables[3].turns
    assert tally.histogram("turns") == {each: 12} and tally.histogram("game-turns") == {3 * each: 4}
    assert tally.count("decisions") == 4 * 3 * each * 2
    # Nothing to make leaves one action at many decisions, a card to take at few turns.
    assert tally.count("choices", 1) > 4 * tally.count("options", 1)


@pytest.mark.parametrize(("name", "players"), [("iroha", 4), ("red7", 2)])
def test_who_leads_again_has_another_turn(name: str, players: int) -> None:
    game = _game(name, players)
    tally = play_games(game, SURVIVORS, range(2), [count_turns])
    assert sum(number * seats for number, seats in tally.histogram("turns").items()) == tally.count("decisions")
    assert tally.histogram("options") == tally.histogram("choices")


def test_a_turn_of_collectmate_is_one_trade_or_a_declaration_with_all_answers() -> None:
    game = _game("collectmate", 3)
    for seed in range(3):
        played = play_out(game, SURVIVORS, seed)
        counts = count_turns(game, played, seed)
        done = Counter(move.action.do for move in played.moves)
        own = done["trade"] + done["declare"]
        others = sum(turn[0].seat != move.seat for turn in turns_of(game, played.moves) for move in turn)
        assert counts[f"game-turns {own}"] == 1 and counts[f"answers {others}"] == 1
        assert 0 < others <= done["pass"] + done["claim"] + done["take"]


def test_a_turn_of_koka_ends_with_the_dice_that_were_rerolled_or_exchanged() -> None:
    game = _game("koka", 3)
    played = play_out(game, SURVIVORS, 1)
    turns = list(turns_of(game, played.moves))
    first = {"take", "reroll", "keep"}
    assert {tuple(move.action.do for move in turn) for turn in turns} >= {("take",), ("reroll", "pick"), ("keep",)}
    assert all([move.action.do in first for move in turn] == [True] + [False] * (len(turn) - 1) for turn in turns)


@pytest.mark.parametrize(
    ("name", "players"), [("red", 3), ("red7", 2), ("iroha", 4), ("collectmate", 3), ("kasane", 3), ("koka", 2)]
)
def test_each_kind_of_action_has_words_of_its_own(name: str, players: int) -> None:
    game = _game(name, players)
    words = Words.of(game)
    moves = play_out(game, SURVIVORS, 2).moves
    titles = {title for move in moves for title in game.play.titles(game.rules, move.action)}
    said = [words.action(title) for title in sorted(titles)]
    assert titles and titles <= set(words.actions)
    assert len(set(said)) == len(said) and all(" " in text for text in said)
    assert words.action("unheard-of") == "unheard-of"
