"""Questions that a whole game of iroha raises, for its proof."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.games.core.places import gathered, hands_of, put, without
from pnp.games.core.playing.whole_game import Ask, Settled, Some, WholeGame
from pnp.games.iroha.play.state import Action, State
from pnp.games.iroha.rules.cards import Rules


def begin(ask: Ask, rules: Rules, state: State) -> Iterator[Settled]:
    """Ask which seat leads, how many cards each is dealt, and how many deals follow."""
    seats = state.seats
    yield "leader", ask("lead", {"players": seats, "dealer": state.dealer, "tricks": []})["leader"]
    setup = ask("setup", {"players": seats})
    dealt, undealt, later = setup["dealt_each"], setup["undealt"], setup["deals"] - 1
    yield "hands", Some(f"{dealt} cards each", lambda hands: [len(hand) for hand in hands] == [dealt] * seats)
    yield "aside", Some(f"{undealt} cards", lambda cards: len(cards) == undealt)
    yield "packs", Some(f"{later} packs", lambda packs: len(packs) == later)


def step(ask: Ask, rules: Rules, state: State, action: Action) -> Iterator[Settled]:
    """Ask about a pass or a play, and about the trick or the deal that ends with it."""
    if action.do != state.phase:
        yield "legal", False
    elif action.do == "pass":
        yield from _pass(ask, state, action)
    else:
        yield from _play(ask, rules, state, action)


def end(ask: Ask, rules: Rules, state: State) -> Iterator[Settled]:
    """Ask for the totals of all deals, and who wins with them."""
    out = ask("game", {"deal_scores": [list(row) for row in state.scores]})
    yield "results", tuple(out["totals"])
    yield "winners", tuple(out["best"])


def _pass(ask: Ask, state: State, action: Action) -> Iterator[Settled]:
    seat, seats = state.turn or 0, state.seats
    received = state.passing[(seat - 1) % seats]
    position = {"hand": state.hands[seat], "received": received, "cards": action.cards}
    yield "legal", ask("may_pass", position)["verdict"] == "allowed"
    passing = put(state.passing, seat, action.cards)
    if not all(passing):
        yield f"hands.{seat}", without(state.hands[seat], action.cards)
        yield "passing", passing
        return
    dealt = [gathered(hand, chosen) for hand, chosen in zip(state.hands, state.passing, strict=True)]
    hands = ask("pass", {"hands": dealt, "passed": passing})
    yield "hands", tuple(_cards(hand) for hand in hands["hands"])
    yield "passing", ((),) * seats
    yield "phase", "play"


def _play(ask: Ask, rules: Rules, state: State, action: Action) -> Iterator[Settled]:
    seat, seats = state.turn or 0, state.seats
    if len(action.cards) != 1:
        yield "legal", False
        return
    position = {"hand": state.hands[seat], "table": state.table, "card": action.cards[0]}
    yield "legal", ask("turn", position)["verdict"] == "allowed"
    hands, plays = put(state.hands, seat, without(state.hands[seat], action.cards)), (*state.table, *action.cards)
    if len(plays) < seats:
        yield "hands", hands
        yield "table", plays
        return
    yield "table", ()
    winner = (state.leader + ask("trick", {"plays": plays})["winner"]) % seats
    captured = put(state.captured, winner, state.captured[winner] + plays)
    if any(hands):
        yield "hands", hands
        yield "captured", captured
        yield "leader", winner
        return
    scores = tuple(ask("score", {"captured": pile})["total"] for pile in captured)
    yield "scores", (*state.scores, scores)
    if state.packs:
        yield from _next_deal(ask, rules, state)
        return
    yield "hands", hands
    yield "captured", captured
    yield "leader", winner
    yield "phase", "over"


def _next_deal(ask: Ask, rules: Rules, state: State) -> Iterator[Settled]:
    """Settle the deal of the next dealer, to the left."""
    seats, (pack, *packs) = state.seats, state.packs
    dealer = (state.dealer + 1) % seats
    dealt = ask("setup", {"players": seats})["dealt_each"]
    yield "dealer", dealer
    yield "leader", ask("lead", {"players": seats, "dealer": dealer, "tricks": []})["leader"]
    yield "phase", "pass" if rules.passed else "play"
    yield "hands", hands_of(pack, seats, dealt)
    yield "aside", pack[seats * dealt :]
    yield "captured", ((),) * seats
    yield "packs", tuple(packs)


def _cards(raw: list[list[str | int]]) -> tuple[tuple[str | int, ...], ...]:
    return tuple(tuple(card) for card in raw)


ASKS = WholeGame(begin=begin, step=step, end=end)
