"""Reading the positions of kasane: plain data in, checked stacks and tokens out, a PositionError for anything else."""

from __future__ import annotations

import marshal
from collections.abc import Mapping
from typing import Any

from pnp.games.core.answer import Position, PositionError
from pnp.games.core.play import seats_of
from pnp.games.core.reading import check_copies, read, read_flag, read_list, read_players, read_whole
from pnp.games.kasane.rules.achieving import REMEMBERED, Attempt, Laid, Place, View
from pnp.games.kasane.rules.cards import NAME, PLUS_ONE, Card, Cards, as_json
from pnp.games.kasane.rules.record import Result, Rules, Table, Tokens, Yaku

_PLAIN = 2
"""The version of marshal that writes equal data as equal bytes."""


def read_card(rules: Rules, raw: Any) -> Card:
    """A card of the definition."""
    if type(raw) is int and raw != PLUS_ONE and raw in rules.copies:
        return raw
    if isinstance(raw, str) and raw == NAME and rules.copies[PLUS_ONE]:
        return PLUS_ONE
    known = ", ".join(repr(as_json(card)) for card, copies in rules.copies.items() if copies)
    raise PositionError(f"there is no card {raw!r}: the cards are {known}")


def read_stack(rules: Rules, raw: Any, what: str, fewest: int = 0) -> Cards:
    """``fewest`` or more cards of the definition, bottom first."""
    known, items = rules.copies, read_list(raw, what, fewest)
    # Most cards are plain numbers, and many positions are read.
    return tuple([raw if type(raw) is int and raw > 0 and raw in known else read_card(rules, raw) for raw in items])


def read_hand(rules: Rules, position: Position, fewest: int = 0) -> Cards:
    """The stack ``hand``, which never has a +1."""
    hand = read_stack(rules, read(position, "hand"), "'hand'", fewest)
    if PLUS_ONE in hand:
        raise PositionError(f"'hand' holds {NAME}, which goes straight to the field")
    return hand


def read_hand_and_field(rules: Rules, position: Position, fewest: int = 0) -> tuple[Cards, Cards]:
    """The stacks ``hand``, of ``fewest`` or more cards, and ``field``."""
    hand = read_hand(rules, position, fewest)
    field = read_stack(rules, read(position, "field"), "'field'")
    check_stacks(rules.copies, hand, field)
    return hand, field


def read_yaku(rules: Rules, raw: Any) -> Yaku:
    """A yaku of the definition, by its id."""
    if isinstance(raw, str) and raw in rules.yaku:
        return rules.yaku[raw]
    raise PositionError(f"there is no yaku {raw!r}: the yaku are {', '.join(rules.yaku)}")


def read_slots(rules: Rules, yaku: Any, cards: Any) -> tuple[Yaku, int, tuple[int, ...]]:
    """A yaku, a number of cards for which it has slots, and the points of these."""
    found = read_yaku(rules, yaku)
    if type(cards) is not int or cards not in found.slots:
        sizes = ", ".join(map(str, found.slots))
        raise PositionError(f"{found.id} has no slot for {cards!r} cards: it has slots for {sizes}")
    return found, cards, found.slots[cards]


def read_tokens(rules: Rules, position: Position, key: str) -> Tokens:
    """The slots that are covered: ``[yaku, cards, tokens]`` each, what is missing has none."""
    tokens: dict[tuple[str, int], int] = {}
    for item in read_list(read(position, key), f"{key!r}"):
        yaku, size, count = read_list(item, f"an entry of {key!r}", 3, 3)
        found, cards, points = read_slots(rules, yaku, size)
        if read_whole(count, f"the tokens on {found.id} {cards}") > len(points):
            raise PositionError(f"{found.id} has {len(points)} slots for {cards} cards, and {count} tokens on them")
        if (found.id, cards) in tokens:
            raise PositionError(f"{key!r} names {found.id} with {cards} cards twice")
        tokens[found.id, cards] = count
    return tokens


def read_table(rules: Rules, position: Position) -> Table:
    """The game with ``players``, a number that the rules allow."""
    return rules.tables[read_players(rules, position)]


def read_turns(rules: Rules, position: Position) -> tuple[int, Mapping[Card, int]]:
    """How many turns each seat has, and the copies of each card; ``players`` may be missing where all have as many."""
    if position.get("players") is not None:
        table = read_table(rules, position)
        return table.turns, table.deck
    turns = {rules.tables[players].turns for players in seats_of(rules)}
    if len(turns) > 1:
        raise PositionError("the position has no 'players', on which the number of turns depends")
    return turns.pop(), rules.copies


def read_turn(rules: Rules, position: Position) -> tuple[View, Attempt]:
    """A seat in the turn in which it has taken ``took``, and the yaku that it wants to achieve.

    Misreadings ask about a position one after another: what it says is read once.
    """
    plain: Any = position
    try:
        # As bytes true is not 1; as the key of a dict it would be.
        key = marshal.dumps(plain, _PLAIN)
    except ValueError:
        key = b""
    known = rules.found.get(key)
    if known is None:
        view = read_view(rules, position)
        known = (view, read_attempt(rules, view, read(position, "move")))
        if len(rules.found) >= REMEMBERED:
            rules.found.clear()
        if key:
            rules.found[key] = known
    found: tuple[View, Attempt] = known
    return found


def read_view(rules: Rules, position: Position) -> View:
    """A seat in the turn in which it has taken ``took``; that lies on top, or where its first yaku has put it."""
    took = read_card(rules, read(position, "took"))
    hand, field = read_hand_and_field(rules, position)
    done = read_whole(read(position, "done"), "'done'")
    if done > 1:
        raise PositionError(f"'done' must be 0 or 1, not {done}")
    _check_took(hand, field, took, done)
    tokens, own = read_tokens(rules, position, "taken"), read_tokens(rules, position, "own")
    for (yaku, cards), count in own.items():
        if count > tokens.get((yaku, cards), 0):
            raise PositionError(f"'own' has {count} tokens on {yaku} {cards}, more than 'taken'")
    return View(hand, field, tokens, own, took, done, read_flag(position, "variant_plus1_may_achieve"))


def _check_took(hand: Cards, field: Cards, took: Card, done: int) -> None:
    """The card just taken is the top of the hand, or of the field if it is a +1. A yaku of this turn has been laid
    since: then a +1 is on the field, with cards on it or not, and any other card is the top of the field."""
    if done and took == PLUS_ONE:
        if PLUS_ONE not in field:
            raise PositionError(f"{NAME} was taken, so it must be in 'field'")
        return
    stack, name = (field, "'field'") if took == PLUS_ONE or done else (hand, "'hand'")
    if not stack or stack[-1] != took:
        why = "was taken, and a yaku was laid" if done else "was taken"
        raise PositionError(f"{as_json(took)!r} {why}, so it must be the last of {name}")


def read_attempt(rules: Rules, view: View, raw: Any) -> Attempt:
    """A yaku and a row of cards of the hand and the field, each once."""
    yaku = read_yaku(rules, read(raw, "yaku"))
    row: list[Laid] = []
    for item in read_list(read(raw, "row"), "'row'", 1):
        place, index = read_list(item, "a card of 'row'", 2, 2)
        card = Laid(_read_place(place), read_whole(index, "the place of a card"))
        stack = view.hand if card.place == "hand" else view.field
        if card.at >= len(stack):
            raise PositionError(f"'row' names card {card.at} of the {card.place}, which has {len(stack)}")
        if card in row:
            raise PositionError(f"'row' names card {card.at} of the {card.place} twice")
        row.append(card)
    return Attempt(yaku.id, tuple(row))


def read_results(rules: Rules, position: Position) -> list[Result]:
    """Points and cards laid, of each seat."""
    results = []
    most = max(table.turns for table in rules.tables.values())
    for row in read_list(read(position, "players"), "'players'", *rules.players):
        points, cards = read_list(row, "a seat of 'players'", 2, 2)
        if read_whole(cards, "the cards laid") > most:
            raise PositionError(f"a seat lays at most {most} cards, not {cards}")
        results.append((read_whole(points, "the points of a seat"), cards))
    return results


def read_rows(rules: Rules, position: Position) -> tuple[Cards, ...]:
    """The rows of the common display."""
    raw = read_list(read(position, "rows"), "'rows'", 1, rules.players[1])
    rows = tuple(read_stack(rules, row, "a row") for row in raw)
    check_stacks(rules.copies, *rows)
    return rows


def check_stacks(copies: Mapping[Card, int], *stacks: Cards) -> None:
    """No card lies there more often than the deck has it."""
    check_copies(copies, *stacks, shown=_shown)


def _shown(card: Card) -> str:
    return repr(as_json(card))


def _read_place(raw: Any) -> Place:
    if raw == "hand":
        return "hand"
    if raw == "field":
        return "field"
    raise PositionError(f"a card of 'row' is ['hand', place] or ['field', place], not {raw!r}")
