"""Cards dealt for positions: the same for the same seed, for good."""

from __future__ import annotations

from random import Random

import pytest

from pnp.games.core.dealing import Dealer, shuffle


@pytest.mark.parametrize("count", [0, 1, 2, 3, 7, 8, 9, 49, 64, 65])
def test_cards_lie_as_the_library_shuffles_them(count: int) -> None:
    ours, theirs = Random(count), Random(count)
    for _ in range(20):
        shuffled, expected = list(range(count)), list(range(count))
        shuffle(shuffled, ours)
        theirs.shuffle(expected)
        assert shuffled == expected
    assert ours.random() == theirs.random()


def test_a_dealer_uses_its_source_as_the_library_does() -> None:
    ours, theirs = Random(5), Random(5)
    dealer, cards = Dealer(range(20), ours), list(range(20))
    theirs.shuffle(cards)
    assert dealer.left == cards
    theirs.shuffle(cards)
    assert dealer.shuffled(dealer.left) == tuple(cards)


def test_cards_that_are_drawn_distinct_are_random_fit_and_leave_their_copies() -> None:
    drawn = [Dealer([1, 1, 1, 2, 3, 3, 4], Random(seed)).draw_distinct(2, lambda card: card < 4) for seed in range(40)]
    assert {len(set(cards)) for cards in drawn} == {2} and {frozenset(cards) for cards in drawn} == {
        frozenset(pair) for pair in ((1, 2), (1, 3), (2, 3))
    }
    dealer = Dealer([1, 1, 2], Random(0))
    assert sorted(dealer.draw_distinct(5)) == [1, 2] and dealer.left == [1]
