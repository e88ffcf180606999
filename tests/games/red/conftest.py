"""Shared parts of the tests of red: random positions by kind."""

from __future__ import annotations

from random import Random
from typing import Any

from pnp.games.red.rules.answer import answer
from pnp.games.red.rules.cards import Rules
from pnp.games.red.rules.turn import cards_to_deal, goal


def _deal(rules: Rules, random: Random, hand: int) -> tuple[list[Any], list[Any]]:
    """Deal palettes, at least two of them with cards, and a hand."""
    # Few numbers make groups, ties and exact totals more frequent than a whole deck does.
    numbers = random.sample(rules.numbers, random.randint(min(2, len(rules.numbers)), len(rules.numbers)))
    deck = [card.as_json() for card, copies in rules.deck.items() for _ in range(copies) if card.number in numbers]
    random.shuffle(deck)
    seats = random.randint(2, rules.players[1])
    sizes = [random.randint(1, max(1, min(5, (len(deck) - hand) // seats))) for _ in range(seats)]
    if seats > 2 and random.random() < 0.3:
        sizes[random.randrange(seats)] = 0
    palettes = [[deck.pop() for _ in range(size)] for size in sizes]
    return palettes, deck[:hand]


def _turn(rules: Rules, random: Random) -> dict[str, Any]:
    palettes, hand = _deal(rules, random, random.randint(2, 4))
    me = random.choice([seat for seat, palette in enumerate(palettes) if palette])
    return {"palettes": palettes, "me": me, "hand": hand, "rule": random.choice(rules.colours)}


def _between_rounds(rules: Rules, random: Random) -> dict[str, Any]:
    """Return a won round. Its points and cards are often near the goal or the end of the cards."""
    palettes, _ = _deal(rules, random, 0)
    players = random.randint(*rules.players)
    target, needed, deck_size = goal(rules, players), cards_to_deal(rules, players), sum(rules.deck.values())
    return {
        "palette": next(palette for palette in palettes if palette),
        "rule": random.choice(rules.colours),
        "winner": random.randrange(players),
        "points": [random.randrange(target) for _ in range(players)],
        "cards": random.choice((deck_size, min(deck_size, needed + random.randint(0, 4)))),
    }


def kinds_of(rules: Rules) -> tuple[str, ...]:
    """Return the kinds that can be asked: without goals there is no next round."""
    return tuple(kind for kind in answer.kinds if rules.goals or kind != "next_round")


def position(rules: Rules, random: Random, kind: str) -> dict[str, Any]:
    """Return a random position of a kind."""
    if kind in ("surviving_moves", "may_move"):
        turn = _turn(rules, random)
        first, second = random.sample(turn["hand"], 2)
        moves = (["play", first, None], ["rule", None, first], ["both", first, second], ["pass", None, None])
        return turn if kind == "surviving_moves" else {**turn, "move": random.choices(moves, (3, 3, 4, 1))[0]}
    deck = [card.as_json() for card, copies in rules.deck.items() for _ in range(copies)]
    if kind == "stronger":
        a, b = random.sample([card.as_json() for card in rules.deck], 2)
        return {"a": a, "b": b}
    if kind == "next_round":
        return _between_rounds(rules, random)
    if kind == "opening":
        return {"palettes": [[card] for card in random.sample(deck, random.randint(2, rules.players[1]))]}
    palettes, _ = _deal(rules, random, 0)
    rule = random.choice(rules.colours)
    if kind == "best":
        return {"palette": palettes[0], "rule": rule}
    seat = random.choice([seat for seat, palette in enumerate(palettes) if palette])
    contest = {"palettes": palettes, "rule": rule}
    return contest if kind == "winner" else {**contest, "winner": seat}
