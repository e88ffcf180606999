"""Numbers of cards of collectmate say what the plain definitions say, for random cards."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from pnp.games.collectmate.play.game import CollectmatePlay
from pnp.games.collectmate.rules.decisions import rules_of
from pnp.games.collectmate.rules.sharing import Sharing
from pnp.games.collectmate.rules.turn import View, legal_actions, may_lie_open, take_colours, takers
from tests.games.collectmate.definitions import VARIANTS


@pytest.mark.parametrize("name", VARIANTS)
def test_sums_say_what_may_lie_open_and_who_may_take(name: str) -> None:
    shipped, random = rules_of(VARIANTS[name]), Random(name)
    deck = [card for card, copies in shipped.deck.items() for _ in range(copies)]
    met = set()
    # Records made from one another have one cache.
    for rules in (shipped, replace(shipped, same_centre_to_take=not shipped.same_centre_to_take)):
        sharing = Sharing.of(rules)
        for _ in range(500):
            field, *cards = random.sample(deck, random.randint(2, min(9, len(deck))))
            may_open, may_take = may_lie_open(rules, tuple(cards)), bool(take_colours(rules, tuple(cards), field))
            assert sharing.enough(sharing.sum(cards)) == may_open
            cut = random.randint(0, len(cards))
            assert sharing.takes(tuple(cards[:cut]), tuple(cards[cut:]), field) == may_take
            met |= {may_open, may_take}
    assert met == {True, False}


@pytest.mark.parametrize("name", ["collectmate", "collectmate-seven-other-readings"])
def test_a_field_card_is_offered_to_the_takers_in_turn(name: str) -> None:
    play, rules, random = CollectmatePlay(), rules_of(VARIANTS[name]), Random(7)
    offers = 0
    for seed in range(10):
        state = play.initial_state(rules, play.deal(rules, 4, seed))
        for _ in range(40):
            if state.actor is None:
                break
            if state.moment == "offered" and state.layer is not None:
                hands = [state.cards_of(seat) for seat in range(4)]
                order = takers(rules, hands, state.turn, state.layer, state.field[-1])
                asked = []
                while state.moment == "offered":
                    asked.append(state.actor)
                    state = play.apply(
                        rules, state, next(a for a in play.legal_actions(rules, state) if a.do == "pass")
                    )
                assert asked in ([*order], [*order[-len(asked) :]])
                offers += len(asked)
                continue
            state = play.apply(rules, state, random.choice(play.legal_actions(rules, state)))
    assert offers > 20


def test_a_card_without_colours_may_lie_open_by_itself_only_with_others() -> None:
    rules = rules_of(VARIANTS["collectmate-tiny"])
    bare = next(card for card in rules.deck if not card.colours)
    red = next(card for card in rules.deck if card.colours == ("red",))
    for shown in ((bare,), (bare, red), (red,)):
        view = View("start", (red,), shown, bare)
        trades = {action.cards for action in legal_actions(rules, view) if action.do == "trade"}
        assert ((red,) in trades) == may_lie_open(rules, shown)
        assert ((bare,) in trades) == (bare in shown and may_lie_open(rules, tuple(c for c in shown if c != bare)))
