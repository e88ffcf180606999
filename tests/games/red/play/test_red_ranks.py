"""Ranks of palettes: games take the same course with them as without."""

from __future__ import annotations

from random import Random

import pytest

from pnp.games.core.places import put
from pnp.games.red.play.game import RedPlay
from pnp.games.red.play.ranks import Ranks
from pnp.games.red.rules.cards import Rules
from pnp.games.red.rules.decisions import rules_of
from pnp.games.red.rules.turn import winner
from pnp.games.red.teaching.misreadings import misreadings
from tests.games.red.definitions import OF_RED7, PROVED, VARIANTS


class PlainRed(RedPlay):
    """Play of red that judges every action by the rules."""

    def _ranks_of(self, rules: Rules) -> None:
        return None


QUICK, PLAIN = RedPlay(), PlainRed()


def check_games(rules: Rules, seeds: range) -> None:
    for seed in seeds:
        random = Random(seed)
        state = QUICK.initial_state(rules, QUICK.deal(rules, random.choice(QUICK.seats(rules)), seed))
        while (seat := state.turn) is not None:
            legal = QUICK.legal_actions(rules, state)
            assert legal == PLAIN.legal_actions(rules, state)
            next_states = [QUICK.after(rules, state, seat, action) for action in legal]
            assert next_states == [PLAIN.after(rules, state, seat, action) for action in legal]
            # The games of those that stay in are the longest.
            state = random.choice([after for after in next_states if seat in after.seats_in] or next_states)


@pytest.mark.parametrize("name", ["red", "red7", *PROVED, *OF_RED7])
def test_games_take_the_same_course_by_ranks_and_by_judgements(name: str) -> None:
    check_games(rules_of(VARIANTS[name]), range(2))


@pytest.mark.parametrize("name", ["red", "red7"])
def test_a_misreading_is_played_as_it_judges(name: str) -> None:
    settings = VARIANTS[name]
    for misreading in misreadings(settings):
        check_games(misreading.patch(rules_of(settings)), range(1))


@pytest.mark.parametrize("name", VARIANTS)
def test_the_seat_with_the_highest_rank_is_winning(name: str) -> None:
    rules, random = rules_of(VARIANTS[name]), Random(name)
    ranks, deck = Ranks.of(rules), [card for card, copies in rules.deck.items() for _ in range(copies)]
    assert ranks is not None
    for _ in range(100):
        random.shuffle(deck)
        seats, most = random.randint(2, 4), max(1, min(8, len(deck) // 4))
        palettes = [tuple(deck[seat * most : seat * most + random.randint(0, most)]) for seat in range(seats)]
        for rule in rules.colours:
            winning = [seat for seat in range(seats) if ranks.is_winning(palettes, rule, seat)]
            assert winning == [seat for seat in range(seats) if winner(rules, palettes, rule, seat) == seat]
            for seat in range(seats):
                after = put(palettes, seat, (*palettes[seat], deck[-1]))
                wins = winner(rules, after, rule, seat) == seat
                assert ranks.is_winning(palettes, rule, seat, deck[-1]) == wins
