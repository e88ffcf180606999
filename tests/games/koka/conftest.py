"""What tests of koka share: dice from one line, and random positions by kind."""

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
    """Dice from one line: ``dice("R123 B222")``."""
    return [[LETTERS[word[0]], int(value)] for word in line.split() for value in word[1:]]


def _set(random: Random, colours: list[str]) -> list[Plain]:
    size = random.choices((3, 6), (5, 1))[0]
    colour, low = random.choice(colours), random.randint(1, 7 - size)
    values = [random.choice(VALUES)] * size if random.random() < 0.5 else range(low, low + size)
    return [[colour, value] for value in values]


def _twelve(rules: Rules, random: Random) -> list[Plain]:
    """Twelve dice: sets of few colours and values, or now and then groups of a special hand, or nearly so."""
    colours = random.sample(rules.colours, random.randint(1, min(4, len(rules.colours))))
    while True:
        found: list[Plain] = []
        if rules.specials and random.random() < 0.4:
            special = random.choice(rules.specials)
            for shape in special.shapes:
                one, low = random.choice(colours), random.randint(1, max(1, 7 - shape.size))
                for place in range(shape.size):
                    value = {"same": low, "run": low + place, "any": random.choice(VALUES)}[shape.value]
                    found.append([one if shape.colour == "same" else random.choice(rules.colours), value])
        while len(found) < 12:
            copied = found[:3] if found and random.random() < 0.3 else _set(random, colours)
            found += [[random.choice(colours), value] for _, value in copied] if random.random() < 0.1 else copied
        found = found[:12]
        if random.random() < 0.15:
            found[random.randrange(12)] = [random.choice(rules.colours), random.choice(VALUES)]
        if _there(rules, found):
            random.shuffle(found)
            return found


def _there(rules: Rules, *places: list[Plain]) -> bool:
    counts = Counter(die[0] for place in places for die in place)
    return all(count <= rules.dice[colour] for colour, count in counts.items())


def _some(rules: Rules, random: Random, most: int, near: list[Plain]) -> list[Plain]:
    """Up to so many dice, some of them like those of ``near``."""
    return [
        list(random.choice(near))
        if near and random.random() < 0.4
        else [random.choice(rules.colours), random.choice(VALUES)]
        for _ in range(random.randint(0, most))
    ]


def _given(random: Random, twelve: list[Plain], count: int) -> list[Plain]:
    wanted = random.choices((count, max(0, count - 1), count + 1), (6, 2, 1))[0]
    return random.sample(twelve, min(len(twelve), wanted))


def _move(rules: Rules, random: Random, asked: dict[str, Any], last: Plain) -> Plain:
    """A move, mostly allowed or nearly so; ``last`` is the die that makes the hand complete, or might."""
    hand, tray = asked["hand"], asked["tray"]
    die = random.choice(tray) if tray and random.random() < 0.9 else last
    do = random.choice(("take", "reroll", "reroll", "keep"))
    twelve = [*hand, die]
    if do == "take":
        return [do, die, random.choice((None, random.choice(twelve), random.choice(twelve), last))]
    if do == "reroll":
        pair = random.sample(tray, 2) if len(tray) > 1 and random.random() < 0.9 else [die, last]
        pair = pair[: random.choices((2, 1), (9, 1))[0]]
        faces = [[colour, random.choice(VALUES)] for colour, _ in pair]
        faces[0] = last if last[0] == faces[0][0] and random.random() < 0.7 else faces[0]
        if random.random() < 0.05:
            faces[-1] = [random.choice(rules.colours), faces[-1][1]]
        taken = random.sample(faces, min(len(faces), random.choice((0, 1, 1, 2, 2))))
        if taken and random.random() < 0.05:
            taken[0] = [taken[0][0], random.choice(VALUES)]
        return [do, pair, faces, taken, _given(random, [*hand, *taken], len(taken))]
    if len(asked["kept"]) + 1 < rules.kept:
        return [do, die]
    if not asked["discards"]:
        return [do, die, None, random.choice((None, None, hand[0]))]
    taken = random.choice((last, [random.choice(asked["discards"])[0], random.choice(VALUES)]))
    return [do, die, taken, random.choice((None, random.choice(hand), taken, die))]


def _turn(rules: Rules, random: Random) -> dict[str, Any]:
    while True:
        twelve = _twelve(rules, random)
        last = twelve.pop()
        tray = [*_some(rules, random, 4, [*twelve, last]), *[list(last)] * (random.random() < 0.5)]
        kept = _some(rules, random, 9, twelve)[: random.randint(0, rules.kept - 1)]
        discards = [*_some(rules, random, 8, twelve), *[[last[0], 1]] * (random.random() < 0.5)]
        asked = {"hand": twelve, "kept": kept, "tray": tray, "discards": random.choice(([], discards, discards))}
        if _there(rules, twelve, tray, kept, discards):
            return {**asked, "move": _move(rules, random, asked, last)}


def _round(rules: Rules, random: Random) -> dict[str, Any]:
    players = random.randint(*rules.players)
    while True:
        hands = [_twelve(rules, random) for _ in range(players)]
        hands = [hand if random.random() < 0.5 else hand[:11] for hand in hands]
        if _there(rules, *hands):
            return {"start": random.randrange(players), "hands": hands}


def _of_the_match(rules: Rules, random: Random, kind: str) -> dict[str, Any]:
    players = random.randint(*rules.players)
    if kind == "match":
        rows = random.randint(1, rules.games)
        return {"scores": [[random.choice((0, 0, 4, 6, 10)) for _ in range(players)] for _ in range(rows)]}
    if kind == "drawer":
        return {"players": players, "start": random.randrange(players), "round": random.randrange(12)}
    return {"players": players}


def position(rules: Rules, random: Random, kind: str) -> dict[str, Any]:
    """A random position of a kind."""
    if kind in ("setup", "match", "drawer"):
        return _of_the_match(rules, random, kind)
    if kind in ("turn", "tray"):
        return _turn(rules, random)
    if kind == "round":
        return _round(rules, random)
    if kind == "is_set":
        found = _set(random, list(rules.colours))
        if random.random() < 0.5:
            found[0] = [random.choice((found[0][0], random.choice(rules.colours))), random.choice(VALUES)]
        return {"dice": found}
    twelve = _twelve(rules, random)
    return {"dice": twelve if kind in ("score", "partitions") else twelve[:11]}
