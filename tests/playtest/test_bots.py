"""Bots choose among legal actions, and a survivor among those that do not lose at once."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from random import Random
from typing import Literal, NamedTuple

import pytest

from pnp.games.core.defaults.rules import RulesOf
from pnp.games.core.playing.card_game import CardGame
from pnp.games.core.playing.seen import Hidden
from pnp.games.core.score import Violation
from pnp.games.core.suits import SuitCard, suit_cards
from pnp.model.suits import Suit
from pnp.playtest.bots import Decision, PlayedGame, RandomMove, RandomSurvivor, survives
from pnp.playtest.plan import GameReference


@pytest.fixture(scope="module")
def red() -> PlayedGame:
    return GameReference("red", shipped=True).open(3)


def _moments(game: PlayedGame, count: int):
    """Yield states of random games with the seat to act and its actions."""
    random, bot, seed = Random(5), RandomMove(), 0
    while count:
        state = game.play.initial_state(game.rules, game.play.deal(game.rules, game.players, seed))
        seed += 1
        while count and (seat := game.play.current_player(state)) is not None:
            actions = game.play.legal_actions(game.rules, state)
            yield state, seat, actions
            count -= 1
            _, state = bot.move(game, Decision(state, seat, actions), random)


def test_a_survivor_reaches_each_state_that_does_not_lose_and_no_other(red: PlayedGame) -> None:
    bot = RandomSurvivor()
    kinds = set()
    for state, seat, actions in _moments(red, 60):
        applied = {action: red.play.apply(red.rules, state, action) for action in actions}
        after = set(applied.values())
        good = {one for act, one in applied.items() if survives(red, state, seat, act, one, Random(0))} or after
        decision = Decision(state, seat, actions)
        chosen = {bot.move(red, decision, Random(seed))[1] for seed in range(40 * len(actions))}
        assert chosen == good
        kinds.add((good == after, len(good) == 1))
    assert len(kinds) > 2  # some lose by all actions, some by a few of them


def test_a_survivor_chooses_each_good_action_equally_often(red: PlayedGame) -> None:
    state, seat, actions = next(one for one in _moments(red, 50) if len(one[2]) > 8)
    good = [a for a in actions if survives(red, state, seat, a, red.play.apply(red.rules, state, a), Random(0))]
    assert 1 < len(good) < len(actions)
    random, bot = Random(1), RandomSurvivor()
    counts = dict.fromkeys((red.play.apply(red.rules, state, action) for action in good), 0)
    for _ in range(300 * len(counts)):
        counts[bot.move(red, Decision(state, seat, actions), random)[1]] += 1
    assert all(230 < count < 370 for count in counts.values())  # 4 standard deviations


def test_a_seat_that_is_out_or_has_lost_does_not_survive(red: PlayedGame) -> None:
    state = red.play.initial_state(red.rules, red.play.deal(red.rules, 3, 0))
    out = []
    while (seat := red.play.current_player(state)) is not None:
        legal = red.play.legal_actions(red.rules, state)
        after = [(action, red.play.apply(red.rules, state, action)) for action in legal]
        _, state = next(one for one in after if not survives(red, state, seat, *one, Random(0)))
        out.append(seat)
        assert not set(out) & set(red.play.still_in(state))
    assert len(out) == 2
    winners = red.play.winners(red.rules, state)
    assert not set(out) & set(winners)


@pytest.mark.parametrize(("name", "players"), [("red", 2), ("red", 4), ("red7", 3)])
def test_a_game_that_says_who_stays_in_agrees_with_what_happens(name: str, players: int) -> None:
    game, answers = GameReference(name, shipped=True).open(players), set()
    misread = [replace(game, rules=misreading.patch(game.rules)) for misreading in game.misreadings]
    for each in (game, *misread):
        for state, seat, actions in _moments(each, 40):
            for action in actions:
                after = each.play.apply(each.rules, state, action)
                stays = each.play.stays_in(each.rules, state, seat, action)
                if not each.play.is_terminal(after):
                    assert stays == (not each.play.put_out(each.rules, state, seat, after))
                elif not state.points:
                    assert stays == (seat in after.seats_in)
                answers.add(stays)
    assert answers == {True, False}


def test_a_game_that_puts_nobody_out_has_every_seat_in() -> None:
    iroha = GameReference("iroha", shipped=True).open(4)
    state = iroha.play.initial_state(iroha.rules, iroha.play.deal(iroha.rules, 4, 0))
    assert all(seat in iroha.play.still_in(state) for seat in range(4))


def test_a_round_that_is_lost_is_not_survived() -> None:
    red7, bot, random = GameReference("red7", shipped=True).open(2), RandomSurvivor(), Random(3)
    play, rules, lost, won = red7.play, red7.rules, 0, 0
    state = play.initial_state(rules, play.deal(rules, 2, 1))
    while (seat := play.current_player(state)) is not None:
        actions = play.legal_actions(rules, state)
        for action in actions:
            after = play.apply(rules, state, action)
            if after.seed != state.seed and not play.is_terminal(after):
                scored = after.points[seat] > state.points[seat]
                lost, won = lost + (not scored), won + scored
                assert survives(red7, state, seat, action, after, random) == scored
        _, state = bot.move(red7, Decision(state, seat, actions), random)
    assert lost > 10


def test_a_survivor_does_not_see_whether_it_wins_by_hidden_cards() -> None:
    """In Collect Mate who declares may lose: the hands of the others are not known."""
    game, bot, lost = GameReference("collectmate", shipped=True).open(3), RandomSurvivor(), 0
    for seed in range(12):
        random, state = Random(seed), game.play.initial_state(game.rules, game.play.deal(game.rules, 3, seed))
        while (seat := game.play.current_player(state)) is not None:
            declarer, actions = seat, game.play.legal_actions(game.rules, state)
            _, state = bot.move(game, Decision(state, seat, actions), random)
        lost += declarer not in game.play.winners(game.rules, state)
    assert lost > 0


@dataclass(frozen=True)
class Settings:
    players: tuple[int, int] = (2, 2)


PushRules = RulesOf[Settings, SuitCard]


class Act(NamedTuple):
    do: Literal["draw", "stop"]


class Push(NamedTuple):
    turn: int | None
    deck: tuple[SuitCard, ...]
    drawn: tuple[SuitCard, ...] = ()


class PushYourLuck(CardGame[PushRules, Push, Act]):
    """Game for one who acts: draw a card, and go out if it is a 1; or stop."""

    hidden = Hidden(from_all=("deck",))

    def first_state(self, rules: PushRules, players: int, cards: tuple[SuitCard, ...]) -> Push:
        return Push(0, cards)

    def choices(self, rules: PushRules, state: Push, seat: int) -> Iterable[Act]:
        return (Act("draw"), Act("stop"))

    def refusal(self, rules: PushRules, state: Push, seat: int, action: Act) -> Violation | None:
        return None

    def after(self, rules: PushRules, state: Push, seat: int, action: Act) -> Push:
        return Push(1, state.deck, state.drawn) if action.do == "stop" else Push(1, state.deck[1:], state.deck[:1])

    def still_in(self, state: Push) -> tuple[int, ...]:
        return (1,) if any(card.number == 1 for card in state.drawn) else (0, 1)

    def winners(self, rules: PushRules, state: Push) -> tuple[int, ...]:
        return self.still_in(state)


@pytest.mark.parametrize("top", [1, 2, 3, 4])
def test_a_survivor_does_not_see_the_card_that_it_is_going_to_draw(top: int) -> None:
    items = suit_cards([Suit("sun", "sun", "S", "#e0a030")], [1, 2, 3, 4])
    rules: PushRules = RulesOf(Settings(), items, dict.fromkeys(items, 1))
    deck = tuple(sorted(items, key=lambda card: card.number != top))
    game, state = PlayedGame(PushYourLuck(), rules, 2), Push(0, deck)
    decision = Decision(state, 0, game.play.legal_actions(rules, state))
    draws = sum(RandomSurvivor().move(game, decision, Random(seed))[0].do == "draw" for seed in range(800))
    # It tries either first; of the draws that it tries, one in four puts it out in the deals that it thinks of.
    assert 240 < draws < 360
