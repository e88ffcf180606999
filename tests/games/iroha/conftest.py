"""Shared parts of the tests of iroha: random positions by kind."""

from __future__ import annotations

from random import Random
from typing import Any

from pnp.games.iroha.play.game import IrohaPlay
from pnp.games.iroha.rules.cards import Rules as IrohaRules
from pnp.games.iroha.rules.cards import pack


def _hand_and_table(rules: IrohaRules, random: Random, most: int) -> tuple[list[Any], list[Any]]:
    """Return a hand and a trick of up to ``most`` cards. They have few suits, so that many hands cannot follow."""
    suits = random.sample(rules.suits, random.randint(2, len(rules.suits)))
    hand_suits = random.sample(suits, random.randint(1, len(suits)))
    cards = [card for card in rules.deck if card.suit in suits]
    playable = [card for card in cards if card.suit in hand_suits]
    hand = random.sample(playable, random.randint(1, max(1, min(len(playable) // 2, rules.dealt))))
    others = [card.as_json() for card in cards if card not in hand]
    table = random.sample(others, min(len(others), random.randint(0, most)))
    return [card.as_json() for card in hand], table


def _hands(rules: IrohaRules, random: Random) -> list[list[Any]]:
    players = random.randint(*rules.players)
    cards = [card.as_json() for card in random.sample(pack(rules, players), players * rules.dealt)]
    return [cards[seat::players] for seat in range(players)]


def _played_deal(rules: IrohaRules, random: Random) -> dict[str, Any]:
    """Play a deal of random legal plays."""
    play, players = IrohaPlay(), random.randint(*rules.players)
    state = play.initial_state(rules, play.deal(rules, players, random.randrange(2**32)))
    while state.phase == "pass":
        state = play.apply(rules, state, random.choice(play.legal_actions(rules, state)))
    hands, leader, dealer = [[card.as_json() for card in hand] for hand in state.hands], state.leader, state.dealer
    plays = []
    while len(plays) < players * rules.dealt:
        action = random.choice(play.legal_actions(rules, state))
        plays.append(action.cards[0].as_json())
        state = play.apply(rules, state, action)
    tricks = [plays[start : start + players] for start in range(0, len(plays), players)]
    return {"hands": hands, "leader": leader, "dealer": dealer, "tricks": tricks}


def _few_cards(rules: IrohaRules, random: Random) -> list[Any]:
    cards = random.sample(list(rules.deck), random.randint(0, min(24, len(rules.deck))))
    return [card.as_json() for card in cards]


def _turn_position(rules: IrohaRules, random: Random, kind: str) -> dict[str, Any]:
    hand, table = _hand_and_table(rules, random, rules.players[1] - 1)
    if kind == "last_play":
        while len(table) < rules.players[0] - 1:
            hand, table = _hand_and_table(rules, random, rules.players[1] - 1)
        rest = [card.as_json() for card in rules.deck if card.as_json() not in (*hand, *table)]
        captured = random.sample(rest, random.randint(0, min(9, len(rest))))
        return {"captured": captured, "hand": hand, "table": table}
    if kind == "trick":
        return {"plays": [*table, hand[0]]}
    return {"hand": hand, "table": table} | ({} if kind == "legal" else {"card": random.choice(hand)})


def _pass_position(rules: IrohaRules, random: Random, kind: str) -> dict[str, Any]:
    hands = _hands(rules, random)
    if kind == "pass":
        return {"hands": hands, "passed": [random.sample(hand, rules.passed) for hand in hands]}
    if kind == "receive":
        return {"passed": [random.sample(hand, rules.passed) for hand in hands]}
    received = random.choice([[], random.sample(hands[1], rules.passed)])
    count = random.choices([rules.passed, rules.passed + 1, max(0, rules.passed - 1)], (8, 1, 1))[0]
    candidates = [*random.sample(hands[0], min(rules.dealt, rules.passed + 1)), *received]
    return {"hand": hands[0], "received": received, "cards": random.sample(candidates, min(count, len(candidates)))}


def _deal_position(rules: IrohaRules, random: Random, kind: str) -> dict[str, Any]:
    deal = _played_deal(rules, random)
    if kind == "deal":
        return {key: deal[key] for key in ("hands", "leader", "tricks")}
    tricks = deal["tricks"][: random.randrange(rules.dealt)]
    return {"players": len(deal["hands"]), "dealer": deal["dealer"], "tricks": tricks}


def _score_position(rules: IrohaRules, random: Random, kind: str) -> dict[str, Any]:
    players = random.randint(*rules.players)
    if kind == "seat_total":
        return {"captured": [_few_cards(rules, random) for _ in range(random.randint(1, players))]}
    if kind == "game":
        rows = random.randint(1, players * rules.deals_each)
        return {"deal_scores": [[random.randint(-9, 9) for _ in range(players)] for _ in range(rows)]}
    return {"captured": _few_cards(rules, random)}


def _player_position(rules: IrohaRules, random: Random, kind: str) -> dict[str, Any]:
    return {"players": random.randint(*rules.players)}


_POSITIONS = {
    **dict.fromkeys(("setup", "in_use"), _player_position),
    **dict.fromkeys(("legal", "may_play", "turn", "trick", "last_play"), _turn_position),
    **dict.fromkeys(("pass", "may_pass", "receive"), _pass_position),
    **dict.fromkeys(("deal", "lead"), _deal_position),
    **dict.fromkeys(("score", "open_lows", "seat_total", "game"), _score_position),
}


def position(rules: IrohaRules, random: Random, kind: str) -> dict[str, Any]:
    """Return a random position of a kind."""
    return _POSITIONS[kind](rules, random, kind)
