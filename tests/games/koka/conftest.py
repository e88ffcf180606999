"""Shared parts of the tests of koka: dice from one line, and random positions by kind."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

from pnp.games.koka.rules.dice import VALUES
from pnp.games.koka.rules.record import Rules

LETTERS = {"R": "red", "B": "blue", "Y": "yellow", "G": "green", "P": "purple", "O": "orange"}
Plain = list[Any]
"""A die as the conformance cases write it."""


def dice(line: str) -> list[Plain]:
    """Return dice from one line: ``dice("R123 B222")``."""
    return [[LETTERS[word[0]], int(value)] for word in line.split() for value in word[1:]]


def _set(random: Random, colours: list[str]) -> list[Plain]:
    size = random.choices((3, 6), (5, 1))[0]
    colour, low = random.choice(colours), random.randint(1, 7 - size)
    values = [random.choice(VALUES)] * size if random.random() < 0.5 else range(low, low + size)
    return [[colour, value] for value in values]


def _twelve(rules: Rules, random: Random) -> list[Plain]:
    """Return twelve dice: sets of few colours and values, sometimes groups of a special hand, or nearly so."""
    colours = random.sample(rules.colours, random.randint(1, min(4, len(rules.colours))))
    while True:
        dice: list[Plain] = []
        if rules.specials and random.random() < 0.4:
            special = random.choice(rules.specials)
            for shape in special.shapes:
                colour, low = random.choice(colours), random.randint(1, max(1, 7 - shape.size))
                for index in range(shape.size):
                    value = {"same": low, "run": low + index, "any": random.choice(VALUES)}[shape.value]
                    dice.append([colour if shape.colour == "same" else random.choice(rules.colours), value])
        while len(dice) < 12:
            copied = dice[:3] if dice and random.random() < 0.3 else _set(random, colours)
            dice += [[random.choice(colours), value] for _, value in copied] if random.random() < 0.1 else copied
        dice = dice[:12]
        if random.random() < 0.15:
            dice[random.randrange(12)] = [random.choice(rules.colours), random.choice(VALUES)]
        if _has_all_dice(rules, dice):
            random.shuffle(dice)
            return dice


def _has_all_dice(rules: Rules, *places: list[Plain]) -> bool:
    counts = Counter(die[0] for place in places for die in place)
    return all(count <= rules.dice[colour] for colour, count in counts.items())


def _some(rules: Rules, random: Random, most: int, near: list[Plain]) -> list[Plain]:
    """Return up to ``most`` dice, some of them like those of ``near``."""
    return [
        list(random.choice(near))
        if near and random.random() < 0.4
        else [random.choice(rules.colours), random.choice(VALUES)]
        for _ in range(random.randint(0, most))
    ]


def _given(random: Random, twelve: list[Plain], count: int) -> list[Plain]:
    given_count = random.choices((count, max(0, count - 1), count + 1), (6, 2, 1))[0]
    return random.sample(twelve, min(len(twelve), given_count))


def _move(rules: Rules, random: Random, table: dict[str, Any], last: Plain) -> Plain:
    """Return a move, mostly allowed or nearly so; ``last`` is the die that completes the hand, or might."""
    hand, tray = table["hand"], table["tray"]
    die = random.choice(tray) if tray and random.random() < 0.9 else last
    name = random.choice(("take", "reroll", "reroll", "keep"))
    twelve = [*hand, die]
    if name == "take":
        return [name, die, random.choice((None, random.choice(twelve), random.choice(twelve), last))]
    if name == "reroll":
        pair = random.sample(tray, 2) if len(tray) > 1 and random.random() < 0.9 else [die, last]
        pair = pair[: random.choices((2, 1), (9, 1))[0]]
        faces = [[colour, random.choice(VALUES)] for colour, _ in pair]
        faces[0] = last if last[0] == faces[0][0] and random.random() < 0.7 else faces[0]
        if random.random() < 0.05:
            faces[-1] = [random.choice(rules.colours), faces[-1][1]]
        taken = random.sample(faces, min(len(faces), random.choice((0, 1, 1, 2, 2))))
        if taken and random.random() < 0.05:
            taken[0] = [taken[0][0], random.choice(VALUES)]
        return [name, pair, faces, taken, _given(random, [*hand, *taken], len(taken))]
    if len(table["kept"]) + 1 < rules.kept:
        return [name, die]
    if not table["discards"]:
        return [name, die, None, random.choice((None, None, hand[0]))]
    taken = random.choice((last, [random.choice(table["discards"])[0], random.choice(VALUES)]))
    return [name, die, taken, random.choice((None, random.choice(hand), taken, die))]


def _turn(rules: Rules, random: Random) -> dict[str, Any]:
    while True:
        twelve = _twelve(rules, random)
        last = twelve.pop()
        tray = [*_some(rules, random, 4, [*twelve, last]), *[list(last)] * (random.random() < 0.5)]
        kept = _some(rules, random, 9, twelve)[: random.randint(0, rules.kept - 1)]
        discards = [*_some(rules, random, 8, twelve), *[[last[0], 1]] * (random.random() < 0.5)]
        table = {"hand": twelve, "kept": kept, "tray": tray, "discards": random.choice(([], discards, discards))}
        if _has_all_dice(rules, twelve, tray, kept, discards):
            return {**table, "move": _move(rules, random, table, last)}


def _round(rules: Rules, random: Random) -> dict[str, Any]:
    players = random.randint(*rules.players)
    while True:
        hands = [_twelve(rules, random) for _ in range(players)]
        hands = [hand if random.random() < 0.5 else hand[:11] for hand in hands]
        if _has_all_dice(rules, *hands):
            return {"start": random.randrange(players), "hands": hands}


def _whole_round(rules: Rules, random: Random) -> dict[str, Any]:
    """Return a round whose trays need not follow one another: seats play by themselves."""
    players = random.randint(*rules.players)
    while True:
        hands = [_twelve(rules, random) for _ in range(players)]
        last = [hand.pop() for hand in hands]
        trays = [[*_some(rules, random, 4, [die]), *[list(die)] * (random.random() < 0.7)] for die in last]
        start = random.randrange(players)
        order = [(start + step) % players for step in range(players)]
        moves = [
            _move(rules, random, {"hand": hands[seat], "kept": [], "tray": tray, "discards": []}, last[seat])
            for seat, tray in zip(order, trays, strict=True)
        ]
        if _has_all_dice(rules, *hands, trays[0]) and all(
            _has_all_dice(rules, hands[seat], tray) for seat, tray in zip(order, trays, strict=True)
        ):
            return {"start": start, "hands": hands, "trays": trays, "moves": moves}


def _match_position(rules: Rules, random: Random, kind: str) -> dict[str, Any]:
    players = random.randint(*rules.players)
    if kind == "match":
        rows = random.randint(1, rules.games)
        return {"scores": [[random.choice((0, 0, 4, 6, 10)) for _ in range(players)] for _ in range(rows)]}
    if kind == "drawer":
        return {"players": players, "start": random.randrange(players), "round": random.randrange(12)}
    return {"players": players}


def position(rules: Rules, random: Random, kind: str) -> dict[str, Any]:
    """Return a random position of a kind."""
    if kind in ("setup", "match", "drawer"):
        return _match_position(rules, random, kind)
    if kind in ("turn", "tray"):
        return _turn(rules, random)
    if kind == "round":
        return _round(rules, random)
    if kind == "whole_round":
        return _whole_round(rules, random)
    if kind == "is_set":
        dice = _set(random, list(rules.colours))
        if random.random() < 0.5:
            dice[0] = [random.choice((dice[0][0], random.choice(rules.colours))), random.choice(VALUES)]
        return {"dice": dice}
    twelve = _twelve(rules, random)
    return {"dice": twelve if kind in ("score", "partitions") else twelve[:11]}
