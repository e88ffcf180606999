"""Random positions of kasane by kind, read off the settings alone, and the definitions that they are tried with."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any

from pnp.games.kasane.oracle.answer import oracle
from pnp.games.kasane.settings import Bonus, Condition, KasaneSettings, PlusOne, SetUp, Slots, Yaku
from tests.games.shipped import shipped

PLUS = "+1"


# Definitions: the shipped one, and tweaks of it


@cache
def definitions() -> dict[str, KasaneSettings]:
    kasane: KasaneSettings = shipped("kasane")
    ten = replace(kasane.colours[0], number=10, copies=3)
    return {
        "kasane": kasane,
        "kasane-points": replace(
            kasane,
            yaku=tuple(replace(one, slots=_more_points(one)) for one in kasane.yaku),
            plus_one=PlusOne(9, 2),
            bonus=Bonus(6, (9, 1, 0, 4, 4, 3, 2, 6, 8), 3),
        ),
        "kasane-no-field": replace(kasane, field_cards=0),
        "kasane-other-yaku": replace(
            kasane,
            colours=(*kasane.colours[:4], ten, *(replace(one, copies=6) for one in kasane.colours[4:])),
            yaku=_other_yaku(kasane.yaku),
            bonus=replace(kasane.bonus, colours=(5, 4, 3, 2, 0, 2, 3, 4, 5, 6)),
        ),
        "kasane-turns": replace(
            kasane,
            players=(2, 4),
            set_up=(SetUp(2, 6, 2, 1, 1), SetUp(3, 5, 3, 1, 2), SetUp(4, 3, 4)),
            bonus=replace(kasane.bonus, from_=9),
        ),
    }


def _more_points(yaku: Yaku) -> tuple[Slots, ...]:
    """A third slot of each size, the last one worth most, and a new size."""
    wider = (replace(slots, points=(*slots.points[:2], 2, 7)[-3:]) for slots in yaku.slots)
    return (*wider, Slots(max(slots.cards for slots in yaku.slots) + 1, (9,)))


def _other_yaku(yaku: tuple[Yaku, ...]) -> tuple[Yaku, ...]:
    tries = (
        (Condition("equal"), (1, 2)),
        (Condition("sum", of=12), (2, 3, 4)),
        (Condition("set", numbers=(1, 3, 5, 10)), (4,)),
        (Condition("monotone", from_=2, to=10), (2, 3, 4, 6)),
        (Condition("odd"), (1, 3, 4)),
        (Condition("even"), (3, 5)),
    )
    return tuple(
        replace(one, rule=rule, slots=tuple(Slots(size, (size, size - 1)[: 1 + size % 2]) for size in sizes))
        for one, (rule, sizes) in zip(yaku, tries, strict=False)
    )


def _turns(settings: KasaneSettings, players: int) -> int:
    return next(one.rounds * (one.per_row - 1) for one in settings.set_up if one.players == players)


# Cards


def _numbers(settings: KasaneSettings) -> list[int]:
    return [colour.number for colour in settings.colours]


def _row(settings: KasaneSettings, random: Random, yaku: Yaku) -> list[Any]:
    """A row that mostly meets the condition of a yaku, at mostly a size that it has a slot for."""
    size = random.choice(yaku.slots).cards + random.choice((0, 0, 0, 0, 0, 1, -1))
    size, numbers, rule = max(1, size), _numbers(settings), yaku.rule
    if rule.is_ == "equal":
        row = [random.choice(numbers)] * size
    elif rule.is_ == "sum":
        row = [random.choice(numbers[:6]) for _ in range(size)]
        rest = (rule.of or 0) - sum(row[1:])
        row[0] = rest if rest in numbers and random.random() < 0.9 else row[0]
    elif rule.is_ == "set":
        row = random.sample(rule.numbers or (), len(rule.numbers or ()))
    elif rule.is_ == "monotone":
        among = [number for number in numbers if (rule.from_ or 0) <= number <= (rule.to or 0)]
        row = sorted(random.sample(among, min(size, len(among))), reverse=random.random() < 0.5)
    else:
        among = [number for number in numbers if number % 2 == (rule.is_ == "odd")]
        row = [random.choice(among) for _ in range(size)]
    if random.random() < 0.2:
        row[random.randrange(len(row))] = random.choice(numbers)
    if random.random() < 0.1:
        random.shuffle(row)
    return row


def _there(settings: KasaneSettings, cards: list[Any]) -> bool:
    """Whether the smallest deck holds these cards."""
    out, plus = (max(getattr(one, key) for one in settings.set_up) for key in ("remove", "remove_plus_one"))
    copies: dict[Any, int] = {colour.number: colour.copies - out for colour in settings.colours}
    copies[PLUS] = settings.plus_one.copies - plus
    return all(count <= copies[card] for card, count in Counter(cards).items())


def _stacks(settings: KasaneSettings, random: Random) -> tuple[list[Any], list[Any]]:
    """A hand with a row that is (nearly) a yaku on top, and a field that the row perhaps begins with."""
    most = min(_turns(settings, one.players) for one in settings.set_up)
    while True:
        row, numbers = _row(settings, random, random.choice(settings.yaku)), _numbers(settings)
        few = random.sample(numbers, random.randint(2, len(numbers)))
        field: list[Any] = [random.choice([*few, PLUS]) for _ in range(random.randint(0, 6))]
        if len(row) > 1 and random.random() < 0.4:
            field.append(row.pop(0))
        elif random.random() < 0.2:
            field.append(PLUS)
        hand = [random.choice(few) for _ in range(random.choice((0, 1, 2, 3, 5)))] + row
        if len(hand) + len(field) <= most and _there(settings, hand + field):
            return hand, field


def _taken(settings: KasaneSettings, random: Random) -> list[list[Any]]:
    share = random.choice((0, 0.2, 0.5))
    return [
        [yaku.id, slots.cards, random.randint(0, len(slots.points))]
        for yaku in settings.yaku
        for slots in yaku.slots
        if random.random() < share
    ]


# Positions


def _about_rows(settings: KasaneSettings, random: Random, kind: str) -> dict[str, Any]:
    yaku = random.choice(settings.yaku)
    row = _row(settings, random, yaku)
    if random.random() < 0.08:
        row[random.randrange(len(row))] = PLUS
    return {"row": row} if kind == "form" else {"yaku": yaku.id, "row": row}


def _about_hands(settings: KasaneSettings, random: Random, kind: str) -> dict[str, Any]:
    hand, field = _stacks(settings, random)
    if kind == "lay":
        return {"hand": hand, "field": field, "count_from_hand": random.randint(1, len(hand))}
    if kind != "acquire":
        return {"hand": hand, "field": field, "taken": _taken(settings, random)}
    asked = {"hand": hand[:-1], "field": field, "card": hand[-1], "variant_plus1_may_achieve": random.random() < 0.5}
    if random.random() < 0.4:
        asked["card"] = PLUS
    return asked if _there(settings, [*asked["hand"], *field, asked["card"]]) else _about_hands(settings, random, kind)


def _about_points(settings: KasaneSettings, random: Random, kind: str) -> dict[str, Any]:
    yaku = random.choice(settings.yaku)
    slots = random.choice(yaku.slots)
    return {"yaku": yaku.id, "cards": slots.cards, "nth_time": random.randint(1, len(slots.points))}


def _about_players(settings: KasaneSettings, random: Random, kind: str) -> dict[str, Any]:
    players = random.randint(*settings.players)
    if kind == "setup":
        return {"players": players}
    turns = _turns(settings, players)
    return {"players": [[random.randint(20, 23), random.randint(turns - 2, turns)] for _ in range(players)]}


def _about_the_end(settings: KasaneSettings, random: Random, kind: str) -> dict[str, Any]:
    players = random.choice(settings.set_up).players
    turns, numbers = _turns(settings, players), _numbers(settings)
    least = settings.bonus.from_
    laid = min(turns, random.choice((turns, turns - 1, least, least - 1, random.randint(0, turns))))
    while True:
        few: list[Any] = random.sample(numbers, random.randint(1, len(numbers)))
        cards = [PLUS if random.random() < 0.2 else random.choice(few) for _ in range(turns)]
        cards[laid:] = [random.choice(few) for _ in cards[laid:]]
        if _there(settings, cards):
            break
    asked: dict[str, Any] = {"field": cards[:laid]}
    if len({_turns(settings, one.players) for one in settings.set_up}) > 1 or random.random() < 0.5:
        asked["players"] = players
    return asked | ({"hand": cards[laid:], "points": random.randint(0, 40)} if kind == "final_score" else {})


def _about_taking(settings: KasaneSettings, random: Random, kind: str) -> dict[str, Any]:
    set_up = random.choice(settings.set_up)
    while True:
        rows = [
            [random.choice([*_numbers(settings), PLUS]) for _ in range(random.randint(0, set_up.per_row))]
            for _ in range(set_up.players)
        ]
        if any(rows) and _there(settings, [card for row in rows for card in row]):
            break
    index = random.randrange(len(rows))
    top = max(0, len(rows[index]) - 1)
    return {"rows": rows, "row": index, "card": random.choice((top, random.randint(0, top)))}


def _about_moves(settings: KasaneSettings, random: Random, kind: str) -> dict[str, Any]:
    hand, field = _stacks(settings, random)
    took = hand[-1] if random.random() < 0.75 else PLUS
    if took == PLUS:
        field = [*field[:-1], PLUS]
        if not _there(settings, field):
            return _about_moves(settings, random, kind)
    taken = _taken(settings, random)
    yaku = random.choice(settings.yaku).id
    ways = oracle(settings, "achievable", {"hand": hand, "field": field, "taken": random.choice(([], taken))})
    places = _some_places(random, len(hand), len(field))
    if ways["achievable"] and random.random() < 0.8:
        yaku, cards, uses_field, _ = random.choice(ways["achievable"])
        laid = [["hand", index] for index in range(len(hand) - cards + uses_field, len(hand))]
        places = [["field", len(field) - 1]] * uses_field + laid
        if random.random() < 0.5:
            places = _spoiled(random, places, len(hand), len(field))
    done = random.choices((0, 1), (12, 1))[0] if len(hand) > 1 else 0
    if done and took != PLUS:
        # The yaku that the turn has laid has put it on the field.
        hand, field = hand[:-1], [*field, took]
        places = _some_places(random, len(hand), len(field))
    return {
        "hand": hand,
        "field": field,
        "taken": taken,
        "took": took,
        "done": done,
        "own": [[name, size, random.randint(0, tokens)] for name, size, tokens in taken if random.random() < 0.5],
        "variant_plus1_may_achieve": random.random() < 0.7,
        "move": {"yaku": yaku, "row": places},
    }


def _some_places(random: Random, hand: int, field: int) -> list[list[Any]]:
    """Any cards: some from the top of the hand, or of all places, in order or not."""
    places = [["hand", index] for index in range(random.randrange(hand), hand)]
    if field and random.random() < 0.4:
        places.insert(0, ["field", random.choice((field - 1, random.randrange(field)))])
    if random.random() < 0.3:
        places = random.sample(places, random.randint(1, len(places)))
    return places


def _spoiled(random: Random, places: list[list[Any]], hand: int, field: int) -> list[list[Any]]:
    """A move that is not quite what may be laid, mostly by one thing."""
    laid = [place for place in places if place[0] == "hand"]
    lower = [["hand", index] for index in range(hand) if ["hand", index] not in laid]
    ground = [["field", index] for index in range(field)]
    spoiled = {
        "skip": places[:-1],
        "middle": [*lower[:1], *places[1:]],
        "order": random.sample(places, len(places)),
        "more": [*lower[-1:], *places],
        "fewer": places[1:],
        "field": [*ground[-1:], *laid],
        "lower field": [*ground[-2:-1], *laid],
        "two of the field": [*ground[-2:], *laid],
        "field last": [*laid, *ground[-1:]],
        "only the field": ground[-1:],
    }
    chosen = random.choice(list(spoiled.values()))
    return chosen or places


_MAKERS = {
    **dict.fromkeys(("fits", "form"), _about_rows),
    **dict.fromkeys(("achievable", "lay", "acquire", "best_yaku"), _about_hands),
    **dict.fromkeys(("setup", "winners"), _about_players),
    **dict.fromkeys(("final_bonus", "final_score"), _about_the_end),
    "points": _about_points,
    "may_take": _about_taking,
    "may_achieve": _about_moves,
}


def position(settings: KasaneSettings, random: Random, kind: str) -> dict[str, Any]:
    """A random position of a kind."""
    return _MAKERS[kind](settings, random, kind)
