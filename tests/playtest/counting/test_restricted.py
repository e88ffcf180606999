"""A seat that never plays a card, or never does an action, plays as before until it would."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from pnp.playtest.bots import Decision, PlayedGame
from pnp.playtest.counting import restricted
from pnp.playtest.counting.restricted import Ban, BannedSeat, restricted_counts
from pnp.playtest.figures import Difference, figures_of
from pnp.playtest.plan import GameReference, Plan
from pnp.playtest.reports.finished import PlayedTest
from pnp.playtest.reports.in_short import in_short
from pnp.playtest.reports.tables import tables_of
from pnp.playtest.tally import Bots, PlayedOut, Tally, play_games, play_out
from pnp.playtest.thinking import BOTS

SURVIVORS = Bots(BOTS["survivor"])
GAMES = [("red", 3), ("red7", 2), ("iroha", 3), ("collectmate", 2), ("kasane", 3), ("koka", 2)]


def _game(name: str, players: int) -> PlayedGame:
    return GameReference(name, shipped=True).open(players)


def _broken(game: PlayedGame, played: PlayedOut, seat: int, ban: Ban) -> list[bool]:
    """Return for each decision at which the seat broke a ban whether it had another action."""
    decisions = [(Decision(move.state, seat, move.actions), move) for move in played.moves if move.seat == seat]
    return [
        not all(ban.forbids(game, decision, action) for action in move.actions)
        for decision, move in decisions
        if ban.forbids(game, decision, move.action)
    ]


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_a_seat_breaks_its_ban_only_where_it_has_no_other_action(name: str, players: int) -> None:
    game = _game(name, players)
    played = play_out(game, SURVIVORS, 1)
    bans = restricted._avoidable(game, played, 1)
    assert "card" in {ban.kind for ban in bans}
    for ban in Random(name).sample(bans, 4):
        assert any(_broken(game, played, 1, ban))
        again = play_out(game, BannedSeat(SURVIVORS, 1, ban), 1)
        assert not any(_broken(game, again, 1, ban))
        pairs = zip(played.moves, again.moves, strict=False)
        first = next(number for number, (one, other) in enumerate(pairs) if one != other)
        assert played.moves[first].seat == 1
        decision = Decision(played.moves[first].state, 1, played.moves[first].actions)
        assert ban.forbids(game, decision, played.moves[first].action)


def test_each_game_is_played_again_without_what_its_seat_did() -> None:
    game, seeds = _game("red", 2), range(12)
    tally = play_games(game, SURVIVORS, seeds, [restricted_counts(SURVIVORS)])
    would: Counter[str] = Counter()
    for seed in seeds:
        played = play_out(game, SURVIVORS, seed)
        cards = {
            card
            for move in played.moves
            if move.seat == seed % 2
            for card in {move.action.played, move.action.discarded} - {None}
            if any(card not in (action.played, action.discarded) for action in move.actions)
        }
        would.update(f"would-card {card}" for card in cards)
    assert {key: count for key, count in tally.counts.items() if key.startswith("would-card ")} == would
    again = sum(count for key, count in tally.counts.items() if key.startswith("without-"))
    assert 12 < again <= 12 * restricted.MOST_AGAIN


def test_what_is_told_of_a_card_is_the_winner_without_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(restricted, "MOST_AGAIN", 1000)
    game, seed = _game("red", 2), 5
    played = play_out(game, SURVIVORS, seed)
    counts = restricted_counts(SURVIVORS)(game, played, seed)
    bans = restricted._avoidable(game, played, 1)
    for ban in bans:
        again = play_out(game, BannedSeat(SURVIVORS, 1, ban), seed)
        won = [int(1 in one.winners(game)) for one in (played, again)]
        assert counts[f"without-{ban.kind} {ban.name} {won[0]} {won[1]}"] == 1
    assert sum(counts.values()) == 2 * len(bans)


def test_the_rival_is_the_one_who_is_restricted() -> None:
    bots = Bots(BOTS["random"], BOTS["survivor"])
    ban = Ban("action", "both")
    for seed in range(4):
        seated = BannedSeat(bots, seed % 2, ban).seated(2, seed)
        assert seated[:2] == bots.seated(2, seed)[:2] == (seed // 2, seed % 2)
        assert [isinstance(bot, restricted.BannedBot) for bot in seated[2]] == [seed % 2 == 0, seed % 2 == 1]


def test_a_game_that_was_given_up_is_not_played_again() -> None:
    assert restricted_counts(SURVIVORS)(_game("red", 2), PlayedOut((), None, None), 0) == {}


def test_what_is_missed_most_is_told_first() -> None:
    pairs = {
        "without-card ace 1 1": 100,
        "without-card ace 1 0": 60,
        "without-card two 1 0": 40,
        "without-card two 0 1": 41,
        "without-card joker 0 1": 50,
        "without-card joker 0 0": 50,
    }
    counts = {"games": 300, "length 5": 300, "won 0 1": 150, "won 1 1": 150, "decisions": 1500, "choices 2": 1500}
    counts |= {**pairs, "would-card ace": 200, "would-card two": 90, "would-card joker": 120, "endless-card two": 3}
    tally = Tally(counts)
    plan = Plan(GameReference("red", shipped=True), 2, 300, restricted=True)
    test = PlayedTest(plan, "digest", figures_of(tally, 2), False, tally)
    cards, actions = tables_of(test)[1:]
    assert [row[0] for row in cards.rows] == ["ace", "joker"] and [row[0] for row in cards.further] == ["two"]
    assert cards.rows[0][1:5] == ("160", "100.0 %", "62.5 %", "+37.5") and cards.rows[0][6] == "+25.00"
    assert cards.rows[1][4] == "-50.0"
    assert "344 games were played again (3 came to no end and are left out), at most 10" in cards.text
    assert actions.text == "In these games no player had an action to leave out and another action beside it."
    assert (
        "1 of 3 cards are missed by a player who never plays them: ace most, with 37.5 points of 100 wins."
        in in_short(test, tables_of(test))
    )


def test_few_pairs_that_agree_say_little() -> None:
    few, many = (Difference.of_pairs({(1, 0): count}) for count in (2, 50))
    assert few.value == many.value == 1.0
    assert few.interval()[0] < 0 < many.interval()[0]
    assert Difference.of_pairs({(2, 0): 10, (0, 2): 10}).value == 0.0
    assert Difference.of_pairs({(2, 1): 4}).value == -0.5
