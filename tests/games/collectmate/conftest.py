"""Shared helpers: cards from one line, and random positions by kind."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from typing import Any

from pnp.games.collectmate.rules.cards import Rules

LETTERS = {"R": "red", "B": "blue", "Y": "yellow", "O": "orange", "G": "green", "P": "purple"}


def _card(word: str) -> dict[str, Any]:
    """Return the card of a word: ``*RB`` is a dot with red and blue, ``o`` hollow without a colour, ``*R[rest+loss]``
    has tags."""
    ring, _, tags = word.rstrip("]").partition("[")
    return {
        "dot": ring[0] == "*",
        "colours": [LETTERS[letter] for letter in ring[1:]],
        "tags": tags.split("+") * bool(tags),
    }


def cards(line: str) -> list[dict[str, Any]]:
    """Return cards from one line: ``cards("*RB o *R[rest]")``."""
    return [_card(word) for word in line.split()]


def _random_card(rules: Rules, random: Random, dots: float, colours: list[str]) -> dict[str, Any]:
    if random.random() < 0.25:
        return random.choice(list(rules.deck)).as_json()
    share, tags = random.choice((0.3, 0.6)), [*rules.tag_names, "unlisted"]
    return {
        "dot": random.random() < dots,
        "colours": [colour for colour in colours if random.random() < share],
        "tags": random.sample(tags, min(len(tags), random.choice((0, 0, 1, 2)))),
    }


def _random_cards(rules: Rules, random: Random, count: int) -> list[dict[str, Any]]:
    """Return cards of few colours, more often of one centre than not, so that groups, ties and mixtures all occur."""
    dots = random.choice((0, 0.15, 0.5, 0.6, 1))
    few = random.sample(rules.colours, random.randint(2, len(rules.colours)))
    return [_random_card(rules, random, dots, few) for _ in range(count)]


def _complete(rules: Rules, random: Random) -> list[dict[str, Any]]:
    groups = [_random_cards(rules, random, size) for size in rules.groups]
    hand = [{**card, "dot": dot} for group in groups for dot in [random.random() < 0.5] for card in group]
    random.shuffle(hand)
    return hand


def _hand(rules: Rules, random: Random) -> list[dict[str, Any]]:
    return _complete(rules, random) if random.random() < 0.4 else _random_cards(rules, random, rules.hand)


def _hand_position(rules: Rules, random: Random, kind: str) -> dict[str, Any]:
    if kind == "group_points":
        return {"group": _random_cards(rules, random, random.choice(rules.groups)), "tags": random.random() < 0.6}
    hand = _hand(rules, random)
    if kind == "hand_score":
        return {"hand": hand, "tags": random.random() < 0.6}
    if kind == "together":
        return {"hand": hand, "tags": random.random() < 0.5, "colour": random.choice(rules.colours)}
    if kind == "declarable":
        return {"hand": hand}
    if kind == "take":
        return {"hand": hand, "field": _random_cards(rules, random, 1)[0]}
    trade = {"laid": random.choice(hand), "drawn": _random_cards(rules, random, 1)[0]}
    return {"hand": hand, "trade": random.choice((None, trade))}


def _chain_position(rules: Rules, random: Random, kind: str) -> dict[str, Any]:
    """Return a trade, and takes of cards that share a colour with the card laid before."""
    players = random.randint(*rules.players)
    turn, takes = random.randrange(players), []
    layer, colours = turn, random.choices(rules.colours, k=4)
    dot = random.random() < 0.5
    for colour, following in pairwise(colours[: random.randint(1, 4)]):
        seat = (layer + random.randint(1, players - 1)) % players
        cards = [
            {**card, "dot": dot, "colours": sorted({*card["colours"], colour})}
            for card in _random_cards(rules, random, rules.open - 1)
        ]
        laid = {**_random_cards(rules, random, 1)[0]}
        takes.append({"seat": seat, "cards": cards, "laid": {**laid, "dot": dot, "colours": [following]}})
        layer = seat
    laid = {**_random_cards(rules, random, 1)[0], "dot": dot, "colours": [colours[0]]}
    return {"players": players, "turn": turn, "laid": laid, "takes": takes}


def _seats_position(rules: Rules, random: Random, kind: str) -> dict[str, Any]:
    seats = random.randint(*rules.players)
    if kind == "taker":
        hands = [_hand(rules, random) for _ in range(seats)]
        turn, layer = (random.randrange(seats) for _ in range(2))
        return {"hands": hands, "turn": turn, "layer": layer, "field": _random_cards(rules, random, 1)[0]}
    declarer, counter = random.randrange(seats), random.random() < 0.6
    if kind == "showdown":
        return {"scores": [random.randint(0, 5) for _ in range(seats)], "declarer": declarer, "counter": counter}
    hands = [_hand(rules, random) for _ in range(seats)]
    hands[declarer] = _complete(rules, random)
    return {"hands": hands, "declarer": declarer, "counter": counter, "tags": random.random() < 0.5}


def _hidden_and_face_up(rules: Rules, random: Random) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Return hidden and face-up cards of a seat; the latter share a colour, or there are none."""
    hand = _random_cards(rules, random, rules.hand)
    if random.random() < 0.5:
        return hand, []
    count, colour = random.randint(rules.open, min(rules.hand, rules.open + 2)), random.choice(rules.colours)
    dot = random.random() < 0.5
    shown = [
        {**card, "dot": dot, "colours": sorted({*card["colours"], colour})} if place < rules.open else card
        for place, card in enumerate(hand[:count])
    ]
    return hand[count:], shown


def _move(rules: Rules, random: Random, hand: list[Any], shown: list[Any]) -> list[Any]:
    held = [*hand, *shown]
    random.shuffle(held)
    do = random.choice(("declare", "trade", "trade", "swap", "swap", "take", "take", "take", "pass"))
    if do == "trade":
        return [do, held[0]]
    if do == "swap":
        count = random.randint(1, max(1, min(len(hand), len(shown))))
        places = [(shown, hand)] * 6 + [(hand, shown), (held, held)]
        away, others = random.choice(places)
        if len(away) < count or len(others) < count:
            away = others = held
        return [do, random.sample(away, count), random.sample(others, count)]
    if do == "take":
        common = random.choice(rules.colours)
        held.sort(key=lambda card: common not in card["colours"])
        return [do, held[: rules.open - 1], random.choice(held[rules.open - 1 :])]
    return [do]


def _move_position(rules: Rules, random: Random, kind: str) -> dict[str, Any]:
    hand, shown = _hidden_and_face_up(rules, random)
    moment = random.choices(("start", "swapped", "traded", "offered"), (4, 1, 1, 4))[0]
    field = {**_random_cards(rules, random, 1)[0]}
    field["colours"] = sorted({*field["colours"], random.choice(rules.colours)})
    return {
        "hand": hand,
        "shown": shown,
        "field": field,
        "moment": moment,
        "move": _move(rules, random, hand, shown),
    }


_POSITIONS = {
    **dict.fromkeys(("hand_score", "together", "group_points", "declarable", "take", "may_declare"), _hand_position),
    **dict.fromkeys(("showdown", "showdown_hands", "taker"), _seats_position),
    "chain": _chain_position,
    "may_move": _move_position,
}


def position(rules: Rules, random: Random, kind: str) -> dict[str, Any]:
    """Return a random position of a kind."""
    return _POSITIONS[kind](rules, random, kind)
