"""The engine of koka and its oracle are two readings of the rules, and must agree wherever they are asked."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any

import pytest

from pnp.games.core.answer import PositionError
from pnp.games.koka.oracle.answer import oracle
from pnp.games.koka.rules.answer import answer
from pnp.games.koka.rules.decisions import rules_of
from pnp.games.koka.settings import Group, KokaSettings, PerRound, Readings, Sets, SpecialHand
from pnp.testing import amount
from tests.games.shipped import shipped

Dice = list[list[Any]]

POSITIONS = {
    "setup": 4,
    "is_set": 400,
    "score": 800,
    "partitions": 400,
    "waits": 40,
    "waits_scored": 40,
    "turn": 1200,
    "tray": 600,
    "round": 100,
    "match": 100,
    "drawer": 60,
}
"""Per definition: 29,952 positions in all, in the full run (PNP_FULL=1); an eighth of them else."""


# Definitions: the shipped one, and tweaks of it


@cache
def definitions() -> dict[str, KokaSettings]:
    koka: KokaSettings = shipped("koka")
    others = Readings("different-colours", "six-first", "form", "stay", "one-or-two")
    special = (
        SpecialHand("Six pairs", (Group(2, "same", "same"),) * 6, 20),
        SpecialHand("Two sixes", (Group(6, "any", "run"), Group(6, "same", "any")), 4),
        SpecialHand("Four of any colour", (Group(3, "any", "same"),) * 4, 16),
        SpecialHand("Long and short", (Group(5, "same", "run"), Group(4, "same", "same"), Group(3)), 16),
    )
    few = tuple(replace(one, dice=dice) for one, dice in zip(koka.colours, (15, 12, 6, 4), strict=False))
    return {
        "koka": koka,
        "koka-different-colours": replace(koka, readings=Readings(equal_sets="different-colours")),
        "koka-six-first": replace(koka, readings=Readings(partition="six-first")),
        "koka-two-sixes": replace(koka, readings=Readings(two_sixes="form"), sets=Sets(2, 7)),
        "koka-other-readings": replace(koka, readings=others, sets=Sets(3, 10), kept=4, games=2),
        "koka-stay": replace(koka, readings=Readings(untaken_dice="stay")),
        "koka-special": replace(koka, special_hands=special),
        "koka-few": replace(
            koka,
            players=(2, 2),
            colours=few,
            per_round=(PerRound(2, 5),),
            kept=1,
            sets=Sets(1, 4),
            readings=replace(others, equal_sets="any-colours"),
            special_hands=special[:1],
        ),
    }


# Dice


def _limits(settings: KokaSettings) -> Counter[str]:
    return Counter({colour.id: colour.dice for colour in settings.colours})


def _there(settings: KokaSettings, dice: Dice) -> bool:
    return not Counter(colour for colour, _ in dice) - _limits(settings)


def _set(random: Random, colours: list[str], size: int) -> Dice:
    colour, first = random.choice(colours), random.randint(1, 6)
    if size == 3 and random.random() < 0.5:
        first = random.randint(1, 4)
        return [[colour, first + step] for step in range(3)]
    if size == 6 and random.random() < 0.5:
        return [[colour, value] for value in range(1, 7)]
    return [[colour, first] for _ in range(size)]


def _sets(random: Random, colours: list[str]) -> Dice:
    """A complete hand, rich in equal sets, in sets of one colour and in dice that split in several ways."""
    if random.random() < 0.12:
        first, colour = random.randint(1, 4), random.choice(colours)
        nine = [[colour, first + step] for step in range(3) for _ in range(3)]
        return nine + _set(random, colours, 3)
    dice: Dice = []
    last: Dice = []
    for size in random.choice(((3, 3, 3, 3), (3, 3, 3, 3), (6, 3, 3), (6, 3, 3), (6, 6))):
        made = _set(random, colours, size)
        if len(last) == size and random.random() < 0.5:
            made = [[made[0][0], value] for _, value in last]
        dice, last = dice + made, made
    return dice


def _special(settings: KokaSettings, random: Random, colours: list[str]) -> Dice:
    """Dice that split into the groups of a special hand."""
    dice: Dice = []
    for group in random.choice(settings.special_hands).groups:
        first, colour = random.randint(1, 7 - group.size if group.value == "run" else 6), random.choice(colours)
        for step in range(group.size):
            value = {"run": first + step, "same": first, "any": random.randint(1, 6)}[group.value]
            dice.append([colour if group.colour == "same" else random.choice(colours), value])
    return dice


def _twelve(settings: KokaSettings, random: Random) -> Dice:
    """Twelve dice, mostly complete or nearly so, of few colours; all of one colour, or any, at times."""
    while True:
        ids = [colour.id for colour in settings.colours]
        colours = random.sample(ids, min(len(ids), random.choice((1, 1, 2, 3, 6))))
        if settings.special_hands and random.random() < 0.4:
            dice = _special(settings, random, colours)
        elif random.random() < 0.85:
            dice = _sets(random, colours)
        else:
            values = random.sample(range(1, 7), random.randint(1, 6))
            dice = [[random.choice(colours), random.choice(values)] for _ in range(12)]
        if random.random() < 0.2:
            dice[random.randrange(12)] = [random.choice(ids), random.randint(1, 6)]
        random.shuffle(dice)
        if _there(settings, dice):
            return dice


# Positions


def _about_dice(settings: KokaSettings, random: Random, kind: str) -> dict[str, Any]:
    dice = _twelve(settings, random)
    if kind == "is_set":
        colours = [colour.id for colour in settings.colours]
        dice = _set(random, colours, random.choice((3, 6)))
        spoiled = random.choices((None, "value", "colour", "two"), (4, 3, 2, 2))[0]
        if spoiled == "two":
            dice = _set(random, colours[:1], 3) + _set(random, colours[: random.randint(1, 2)], 3)
        elif spoiled is not None:
            place, index = random.randrange(len(dice)), ("colour", "value").index(spoiled)
            dice[place][index] = random.choice((colours, range(1, 7))[index])
        return {"dice": dice} if _there(settings, dice) else _about_dice(settings, random, kind)
    return {"dice": dice[1:] if kind.startswith("waits") else dice}


def _about_turns(settings: KokaSettings, random: Random, kind: str) -> dict[str, Any]:
    wanted, *hand = _twelve(settings, random)
    colours = [colour.id for colour in settings.colours]

    def some(count: int) -> Dice:
        return [[random.choice([*colours, wanted[0]]), random.randint(1, 6)] for _ in range(count)]

    kept, discards = some(random.randrange(settings.kept)), some(random.choice((0, 1, 3, 6)))
    tray = some(random.choice((1, 2, 3, 4)))
    if random.random() < 0.6:
        tray[-1] = wanted
    random.shuffle(tray)
    make = random.choices((_take, _reroll, _keep), (3, 4, 3))[0]
    move = make(settings, random, {"hand": hand, "wanted": wanted, "tray": tray, "kept": kept, "discards": discards})
    if not _there(settings, [*hand, *kept, *discards, *tray]):
        return _about_turns(settings, random, kind)
    return {"hand": hand, "kept": kept, "tray": tray, "discards": discards, "move": move}


def _any_die(settings: KokaSettings, random: Random) -> list[Any]:
    return [random.choice(settings.colours).id, random.randint(1, 6)]


def _take(settings: KokaSettings, random: Random, table: dict[str, Any]) -> list[Any]:
    die = random.choice(table["tray"])
    if table["wanted"] in table["tray"] and random.random() < 0.6:
        die = table["wanted"]
    if random.random() < 0.15:
        die = _any_die(settings, random)
    return ["take", die, _give(settings, random, table, die)]


def _give(settings: KokaSettings, random: Random, table: dict[str, Any], die: list[Any] | None) -> list[Any] | None:
    """What is given back for a die: mostly nothing where it may complete the hand, else mostly a die that is there."""
    if random.random() < (0.8 if die == table["wanted"] else 0.15):
        return None
    there = [*table["hand"], *([die] if die else [])]
    return _any_die(settings, random) if random.random() < 0.2 else random.choice(there)


def _reroll(settings: KokaSettings, random: Random, table: dict[str, Any]) -> list[Any]:
    tray, wanted = table["tray"], table["wanted"]
    if len(tray) == 1:
        dice = [tray[0], random.choice((tray[0], _any_die(settings, random)))]
    else:
        dice = random.sample(tray, 2) if random.random() < 0.9 else [tray[0], _any_die(settings, random)]
    if random.random() < (0.1 if settings.readings.reroll_count == "two" else 0.4):
        dice = dice[:1]
    faces = [[colour, random.randint(1, 6)] for colour, _ in dice]
    for face in faces:
        if face[0] == wanted[0] and random.random() < 0.7:
            face[1] = wanted[1]
    taken = random.sample(faces, min(len(faces), random.choice((0, 1, 1, 2, 2))))
    there = [*table["hand"], *taken]
    back = random.sample(there, len(taken))
    if wanted in taken and random.random() < 0.8:
        back = [face for place, face in enumerate(taken) if place != taken.index(wanted)]
    if random.random() < 0.2:
        back = random.sample(there, random.randint(0, 2))
    if back and random.random() < 0.08:
        back[0] = _any_die(settings, random)
    if random.random() < 0.08:
        faces[0] = _any_die(settings, random)
    elif taken and random.random() < 0.08:
        taken[0] = [taken[0][0], random.randint(1, 6)]
    return ["reroll", dice, faces, taken, back]


def _keep(settings: KokaSettings, random: Random, table: dict[str, Any]) -> list[Any]:
    die = random.choice(table["tray"]) if random.random() < 0.9 else _any_die(settings, random)
    if random.random() < 0.8:
        missing = settings.kept - 1 - len(table["kept"])
        table["kept"].extend(_any_die(settings, random) for _ in range(missing))
    if len(table["kept"]) + 1 < settings.kept:
        return ["keep", die]
    discards, wanted = table["discards"], table["wanted"]
    if not discards and random.random() < 0.8:
        return ["keep", die, None, None]
    taken = [random.choice(discards)[0], random.randint(1, 6)] if discards else _any_die(settings, random)
    if random.random() < 0.4:
        taken = wanted
        if random.random() < 0.7:
            discards.append([wanted[0], random.randint(1, 6)])
    return ["keep", die, taken, _give(settings, random, table, taken)]


def _about_seats(settings: KokaSettings, random: Random, kind: str) -> dict[str, Any]:
    players = random.randint(*settings.players)
    start = random.randrange(players)
    if kind == "drawer":
        return {"players": players, "start": start, "round": random.randint(0, 9)}
    if kind == "match":
        games = random.randint(1, settings.games)
        return {"scores": [[random.choice((0, 0, 4, 6, 12)) for _ in range(players)] for _ in range(games)]}
    hands = [_twelve(settings, random) for _ in range(players)]
    for hand in hands:
        if not oracle(settings, "score", {"dice": hand})["complete"] or random.random() < 0.4:
            hand.pop()
    if not _there(settings, [die for hand in hands for die in hand]):
        return _about_seats(settings, random, kind)
    return {"start": start, "hands": hands}


def position(settings: KokaSettings, random: Random, kind: str) -> dict[str, Any]:
    """A random position of a kind."""
    if kind == "setup":
        return {"players": random.randint(*settings.players)}
    if kind in ("turn", "tray"):
        return _about_turns(settings, random, kind)
    make = _about_seats if kind in ("round", "match", "drawer") else _about_dice
    return make(settings, random, kind)


# The comparison


def comparable(value: Any) -> Any:
    """An answer with its lists of dice, sets and partitions sorted; what is told seat by seat stays in order."""
    ordered = ("turns", "completers", "scores", "totals")
    if isinstance(value, dict):
        return {key: one if key in ordered else comparable(one) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return sorted((comparable(one) for one in value), key=repr)
    return value


@pytest.mark.parametrize("name", definitions())
def test_engine_and_oracle_agree(name: str) -> None:
    settings = definitions()[name]
    rules = rules_of(settings)
    for kind, count in POSITIONS.items():
        random = Random(f"{name} {kind}")
        for _ in range(amount(quick=2 + count // 12, full=count)):
            asked = position(settings, random, kind)
            ours, theirs = answer(settings, rules, kind, asked), oracle(settings, kind, asked)
            assert comparable(ours) == comparable(theirs), (kind, asked)
            if kind == "partitions":
                scores = [one["score"] for one in ours["partitions"]]
                assert scores == sorted(scores, reverse=True), asked


def test_the_comparison_asks_every_kind_and_enough() -> None:
    assert set(POSITIONS) == set(answer.kinds)
    assert len(definitions()) * sum(POSITIONS.values()) >= 20_000


def test_every_violation_comes_up_often() -> None:
    settings, random = definitions()["koka"], Random(3)
    found = Counter(oracle(settings, "turn", position(settings, random, "turn"))["violation"] for _ in range(2000))
    assert set(found) == {
        None,
        "tray-too-small",
        "reroll-count",
        "not-in-tray",
        "wrong-colours",
        "not-rerolled",
        "not-in-discards",
        "not-in-hand",
        "give-count",
    }
    assert min(found.values()) >= 10


@pytest.mark.parametrize("kind", POSITIONS)
def test_the_positions_of_a_kind_have_different_answers(kind: str) -> None:
    settings, random = definitions()["koka"], Random(kind)
    answers = {repr(oracle(settings, kind, position(settings, random, kind))) for _ in range(40)}
    assert len(answers) >= {"setup": 2, "is_set": 4, "drawer": 4}.get(kind, 6)


@pytest.mark.parametrize(
    ("kind", "other"),
    [
        ("score", "koka-different-colours"),
        ("score", "koka-six-first"),
        ("score", "koka-two-sixes"),
        ("partitions", "koka-two-sixes"),
        ("waits", "koka-special"),
        ("turn", "koka-special"),
        ("turn", "koka-other-readings"),
        ("tray", "koka-stay"),
        ("round", "koka-other-readings"),
    ],
)
def test_the_comparison_finds_an_engine_that_is_wrong(kind: str, other: str) -> None:
    settings, random = definitions()["koka"], Random(1)
    wrong = rules_of(definitions()[other])
    asked = [position(definitions()[other], random, kind) for _ in range(200 if kind != "waits" else 40)]
    assert any(
        comparable(answer(settings, wrong, kind, one)) != comparable(oracle(settings, kind, one)) for one in asked
    )


@pytest.mark.parametrize(("kind", "asked"), [("nothing", {}), ("setup", {"players": 5}), ("score", {})])
def test_both_refuse_what_has_no_answer(kind: str, asked: dict[str, Any]) -> None:
    settings = definitions()["koka"]
    with pytest.raises(PositionError):
        answer(settings, rules_of(settings), kind, asked)
    with pytest.raises(PositionError):
        oracle(settings, kind, asked)
