"""Shared helpers: random positions by kind, many of them near a yaku."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

from pnp.games.kasane.oracle.answer import oracle
from pnp.games.kasane.rules.record import Rules, Yaku, fits
from pnp.games.kasane.settings import KasaneSettings

PLUS = "+1"


def _deck(rules: Rules) -> list[Any]:
    return [card or PLUS for card, copies in rules.copies.items() for _ in range(copies)]


def _row(rules: Rules, random: Random, yaku: Yaku, size: int) -> list[Any]:
    """Return a row that meets the condition, or misses it by a little."""
    rule, numbers = yaku.condition, rules.numbers
    few = {
        "set": rule.numbers or (),
        "monotone": [number for number in numbers if (rule.from_ or 0) <= number <= (rule.to or 0)],
        "odd": [number for number in numbers if number % 2],
        "even": [number for number in numbers if not number % 2],
        "equal": [random.choice(numbers)],
        "sum": [number for number in numbers if number < (rule.of or 0)],
    }[rule.is_]
    for _ in range(30):
        row = random.sample(few, size) if len(few) >= size and random.random() < 0.7 else random.choices(few, k=size)
        if rule.is_ == "monotone" and random.random() < 0.6:
            row.sort(reverse=random.random() < 0.5)
        if fits(rules, rule, tuple(row)):
            break
    if random.random() < 0.3:
        row[random.randrange(size)] = random.choice(numbers)
    return list(row)


def _fair(rules: Rules, *stacks: list[Any]) -> bool:
    """Return whether the deck has all these cards."""
    cards = Counter(card for stack in stacks for card in stack)
    return all(count <= rules.copies[0 if card == PLUS else card] for card, count in cards.items())


def _stacks(rules: Rules, random: Random, yaku: Yaku) -> tuple[list[Any], list[Any]]:
    """Return a hand and a field, often with a row for ``yaku`` on top, begun by a card of the field or not."""
    while True:
        row = _row(rules, random, yaku, random.choice(list(yaku.slots)))
        deck = _deck(rules)
        random.shuffle(deck)
        field, rest = deck[: random.randint(0, 4)], deck[10:]
        hand = [card for card in rest[: random.randint(0, 3)] if card != PLUS]
        if random.random() < 0.4 and len(row) > 1:
            field, row = [*field, row[0] if random.random() < 0.7 or not rules.copies[0] else PLUS], row[1:]
        hand = [*hand, *row]
        if random.random() < 0.2:
            hand.insert(len(hand) - 1, random.choice(rules.numbers))
        if _fair(rules, hand, field):
            return hand, field


def _tokens(rules: Rules, random: Random, yaku: Yaku) -> list[list[Any]]:
    """Return tokens on some slots, often on those of ``yaku``."""
    tokens = []
    for name, size in rules.slots:
        if random.random() < (0.5 if name == yaku.id else 0.15):
            tokens.append([name, size, random.randint(0, len(rules.yaku[name].slots[size]))])
    return tokens


def _laid(random: Random, hand: list[Any], field: list[Any]) -> list[list[Any]]:
    """Return the cards of a row: most often from the top, now and then with a mistake."""
    count = random.randint(1, min(5, len(hand)))
    places = list(range(len(hand)))[-count:]
    top = [["field", len(field) - 1]] if field and random.random() < 0.6 else []
    mistake = random.choice(("none", "none", "none", "skip", "middle", "turn", "last", "two", "deep", "only"))
    if mistake == "skip":
        places = list(range(len(hand)))[-count - 1 : -1] or places
    if mistake == "middle":
        places = sorted({*random.sample(range(len(hand)), count), len(hand) - 1})
    if mistake == "turn":
        random.shuffle(places)
    laid = [["hand", place] for place in places]
    if mistake == "two":
        return [*[["field", place] for place in range(len(field))[-2:]], *laid]
    if mistake == "deep" and field:
        return [["field", 0], *laid]
    if mistake == "only" and top:
        return top
    return [*laid, *top] if mistake == "last" else [*top, *laid]


def _may_achieve(rules: Rules, random: Random) -> dict[str, Any]:
    yaku = random.choice(list(rules.yaku.values()))
    hand, field = _stacks(rules, random, yaku)
    took = hand[-1]
    if random.random() < 0.15 and _fair(rules, [*hand, PLUS], field):
        field, took = [*field, PLUS], PLUS
    taken = _tokens(rules, random, yaku)
    done = int(len(hand) > 1 and random.random() < 0.1)
    if done and took != PLUS:
        # The yaku that the turn has laid has put it on the field.
        hand, field = hand[:-1], [*field, took]
    return {
        "hand": hand,
        "field": field,
        "taken": taken,
        "took": took,
        "done": done,
        "own": [[name, size, random.randint(0, count)] for name, size, count in taken if random.random() < 0.5],
        "variant_plus1_may_achieve": random.random() < 0.5,
        "move": {"yaku": yaku.id, "row": _laid(random, hand, field)},
    }


def _of_turns(rules: Rules, random: Random, kind: str) -> dict[str, Any]:
    yaku = random.choice(list(rules.yaku.values()))
    if kind == "may_achieve":
        return _may_achieve(rules, random)
    if kind == "may_take":
        deck = _deck(rules)
        random.shuffle(deck)
        rows = [[deck.pop() for _ in range(random.randint(0, 4))] for _ in range(random.randint(*rules.players))]
        row = random.randrange(len(rows))
        size = len(rows[row])
        return {"rows": rows, "row": row, "card": random.choice((max(0, size - 1), random.randrange(max(1, size))))}
    hand, field = _stacks(rules, random, yaku)
    if kind == "lay":
        return {"hand": hand, "field": field, "count_from_hand": random.randint(1, len(hand))}
    if kind == "acquire":
        while not _fair(rules, [card := random.choice(_deck(rules)), *hand], field):
            pass
        easier = random.random() < 0.5
        return {"hand": hand, "field": field, "card": card, "variant_plus1_may_achieve": easier}
    return {"hand": hand, "field": field, "taken": _tokens(rules, random, yaku)}


def _of_rows(rules: Rules, random: Random, kind: str) -> dict[str, Any]:
    yaku = random.choice(list(rules.yaku.values()))
    if kind == "points":
        cards, points = random.choice(list(yaku.slots.items()))
        return {"yaku": yaku.id, "cards": cards, "nth_time": random.randint(1, len(points))}
    row = _row(rules, random, yaku, random.choice(list(yaku.slots)))
    if rules.copies[0] and random.random() < 0.2:
        row[0] = PLUS
    return {"row": row} | ({"yaku": yaku.id} if kind == "fits" else {})


def _of_the_end(rules: Rules, random: Random, kind: str) -> dict[str, Any]:
    players = random.randint(*rules.players)
    if kind == "setup":
        return {"players": players}
    if kind == "winners":
        most = rules.tables[players].turns
        return {"players": [[random.randint(10, 12), random.randint(most - 2, most)] for _ in range(players)]}
    table = rules.tables[players]
    deck = [card or PLUS for card, copies in table.deck.items() for _ in range(copies)]
    few = {PLUS, *random.sample(rules.numbers, random.randint(4, len(rules.numbers)))}
    while sum(card in few for card in deck) < table.turns:
        few.add(random.choice(rules.numbers))
    cards = random.sample([card for card in deck if card in few], table.turns)
    left = random.choice((0, 0, random.randint(0, table.turns)))
    hand = [card for card in cards[:left] if card != PLUS]
    field = [*cards[left:], *(PLUS for card in cards[:left] if card == PLUS)]
    if kind == "final_bonus":
        return {"field": field, "players": players}
    return {"points": random.randint(0, 30), "field": field, "hand": hand, "players": players}


def _first_turns(rules: Rules, random: Random, kind: str) -> dict[str, Any]:
    """Return turns that take the cards of a row, with a +1 between them now and then, and try for yaku with their tops
    now and then."""
    table = rules.tables[random.randint(*rules.players)]
    deck = [card for card, copies in table.deck.items() if card for _ in range(copies)]
    while True:
        yaku = random.choice(list(rules.yaku.values()))
        wanted = _row(rules, random, yaku, random.choice(list(yaku.slots)))
        wanted = (wanted + random.choices(rules.numbers, k=3))[: min(table.turns, 5)]
        if Counter(wanted) <= Counter(deck):
            break
    turns = []
    if table.deck[0] and len(wanted) < table.turns and random.random() < 0.4:
        wanted.insert(random.randint(0, len(wanted)), 0)
    for number, card in enumerate(wanted):
        rest = list((Counter(table.deck) - Counter(wanted)).elements())
        tops = random.sample([left or PLUS for left in rest], table.players - 1)
        row = random.randint(0, table.players - 1)
        tops.insert(row, card or PLUS)
        makes = {
            "yaku": random.choice((yaku.id, random.choice(list(rules.yaku)))),
            "hand": random.choice((number + 1, random.randint(1, number + 1))),
            "field": random.random() < 0.4,
        }
        turns.append({"tops": tops, "row": row, "makes": makes if card and random.random() < 0.5 else None})
    return {"players": table.players, "turns": turns, "turn": random.randint(1, len(turns))}


_POSITIONS = {
    "first_turns": _first_turns,
    **dict.fromkeys(("achievable", "best_yaku", "may_achieve", "may_take", "lay", "acquire"), _of_turns),
    **dict.fromkeys(("fits", "form", "points"), _of_rows),
    **dict.fromkeys(("setup", "winners", "final_bonus", "final_score"), _of_the_end),
}


def position(rules: Rules, random: Random, kind: str) -> dict[str, Any]:
    """Return a random position of a kind."""
    return _POSITIONS[kind](rules, random, kind)


def field_ways(
    settings: KasaneSettings, field: list[Any], tokens: dict[tuple[str, int], int]
) -> list[tuple[dict[tuple[str, int], int], int]]:
    """Return every way to lay a field by the oracle's reading: the tokens on each slot size afterwards, and the points.

    ``tokens`` are those that lie there before.
    """
    return [*_ways(settings, [], field, tokens, 0)]


def _ways(
    settings: KasaneSettings, lies: list[Any], left: list[Any], tokens: dict[tuple[str, int], int], points: int
) -> Iterator[tuple[dict[tuple[str, int], int], int]]:
    if not left:
        yield tokens, points
        return
    if left[0] == PLUS:
        yield from _ways(settings, [*lies, PLUS], left[1:], tokens, points + settings.plus_one.points)
        return
    slot_points = {(yaku.id, slots.cards): slots.points for yaku in settings.yaku for slots in yaku.slots}
    for count in range(1, len(left) + 1):
        for top in ([], lies[-1:]) if settings.field_cards and lies else ([],):
            row = [*top, *left[:count]]
            if all(size != len(row) for _, size in slot_points):
                continue
            for yaku in oracle(settings, "form", {"row": row})["yes"]:
                slot = (yaku, len(row))
                nth = tokens.get(slot, 0)
                if nth < len(slot_points.get(slot, ())):
                    more = points + slot_points[slot][nth]
                    yield from _ways(settings, [*lies, *left[:count]], left[count:], {**tokens, slot: nth + 1}, more)
