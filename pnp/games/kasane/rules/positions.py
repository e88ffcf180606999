"""Readers of positions of kasane: plain data in, checked stacks and tokens out.

Each reader raises PositionError for bad data.
"""

from __future__ import annotations

import marshal
from collections.abc import Mapping
from typing import Any

from pnp.games.core.answer import Position, PositionError
from pnp.games.core.playing.play import seats_of
from pnp.games.core.reading import check_copies, read, read_flag, read_list, read_players, read_whole
from pnp.games.kasane.rules.achieving import CACHE_LIMIT, Attempt, Laid, Place, View
from pnp.games.kasane.rules.cards import PLUS_ONE, PLUS_ONE_TEXT, Card, Cards, card_as_json
from pnp.games.kasane.rules.record import Result, Rules, Table, Tokens, Yaku

_PLAIN = 2
"""Version of marshal that writes equal data as equal bytes."""


def read_card(rules: Rules, raw: Any) -> Card:
    """Return a card of the definition."""
    if type(raw) is int and raw != PLUS_ONE and raw in rules.copies:
        return raw
    if isinstance(raw, str) and raw == PLUS_ONE_TEXT and rules.copies[PLUS_ONE]:
        return PLUS_ONE
    known = ", ".join(repr(card_as_json(card)) for card, copies in rules.copies.items() if copies)
    raise PositionError(f"there is no card {raw!r}: the cards are {known}")


def read_stack(rules: Rules, raw: Any, label: str, fewest: int = 0) -> Cards:
    """Return ``fewest`` or more cards of the definition, bottom first; ``label`` names them in an error."""
    known, items = rules.copies, read_list(raw, label, fewest)
    # The shortcut for plain numbers pays: most cards are numbers, and many positions are read.
    return tuple([raw if type(raw) is int and raw > 0 and raw in known else read_card(rules, raw) for raw in items])


def read_hand(rules: Rules, position: Position, fewest: int = 0) -> Cards:
    """Return the stack ``hand``, which never has a +1."""
    hand = read_stack(rules, read(position, "hand"), "'hand'", fewest)
    if PLUS_ONE in hand:
        raise PositionError(f"'hand' holds {PLUS_ONE_TEXT}, which goes straight to the field")
    return hand


def read_hand_and_field(rules: Rules, position: Position, fewest: int = 0) -> tuple[Cards, Cards]:
    """Return the stacks ``hand``, of ``fewest`` or more cards, and ``field``."""
    hand = read_hand(rules, position, fewest)
    field = read_stack(rules, read(position, "field"), "'field'")
    check_stacks(rules.copies, hand, field)
    return hand, field


def read_yaku(rules: Rules, raw: Any) -> Yaku:
    """Return a yaku of the definition, by its id."""
    if isinstance(raw, str) and raw in rules.yaku:
        return rules.yaku[raw]
    raise PositionError(f"there is no yaku {raw!r}: the yaku are {', '.join(rules.yaku)}")


def read_slots(rules: Rules, raw_yaku: Any, cards: Any) -> tuple[Yaku, int, tuple[int, ...]]:
    """Return a yaku, a number of cards for which it has slots, and the points of these slots."""
    yaku = read_yaku(rules, raw_yaku)
    if type(cards) is not int or cards not in yaku.slots:
        sizes = ", ".join(map(str, yaku.slots))
        raise PositionError(f"{yaku.id} has no slot for {cards!r} cards: it has slots for {sizes}")
    return yaku, cards, yaku.slots[cards]


def read_tokens(rules: Rules, position: Position, key: str) -> Tokens:
    """Return the covered slots, written ``[yaku, cards, tokens]``; a missing entry means none."""
    tokens: dict[tuple[str, int], int] = {}
    for item in read_list(read(position, key), f"{key!r}"):
        raw_yaku, size, count = read_list(item, f"an entry of {key!r}", 3, 3)
        yaku, cards, points = read_slots(rules, raw_yaku, size)
        if read_whole(count, f"the tokens on {yaku.id} {cards}") > len(points):
            raise PositionError(f"{yaku.id} has {len(points)} slots for {cards} cards, and {count} tokens on them")
        if (yaku.id, cards) in tokens:
            raise PositionError(f"{key!r} names {yaku.id} with {cards} cards twice")
        tokens[yaku.id, cards] = count
    return tokens


def read_table(rules: Rules, position: Position) -> Table:
    """Return the table for ``players``, a number that the rules allow."""
    return rules.tables[read_players(rules, position)]


def read_turns(rules: Rules, position: Position) -> tuple[int, Mapping[Card, int]]:
    """Return the number of turns of each seat, and the copies of each card.

    ``players`` may be missing if all numbers of players have as many turns.
    """
    if position.get("players") is not None:
        table = read_table(rules, position)
        return table.turns, table.deck
    turns = {rules.tables[players].turns for players in seats_of(rules)}
    if len(turns) > 1:
        raise PositionError("the position has no 'players', on which the number of turns depends")
    return turns.pop(), rules.copies


def read_turn(rules: Rules, position: Position) -> tuple[View, Attempt]:
    """Return a seat in the turn in which it has taken ``took``, and the yaku that it wants to achieve.

    The position is read once and cached, as one misreading after another is asked about it.
    """
    plain: Any = position
    try:
        # As bytes true differs from 1; as the key of a dict it does not.
        key = marshal.dumps(plain, _PLAIN)
    except ValueError:
        key = b""
    turn: tuple[View, Attempt] | None = rules.cache.get(key)
    if turn is None:
        view = read_view(rules, position)
        turn = (view, read_attempt(rules, view, read(position, "move")))
        if len(rules.cache) >= CACHE_LIMIT:
            rules.cache.clear()
        if key:
            rules.cache[key] = turn
    return turn


def read_view(rules: Rules, position: Position) -> View:
    """Return the view of a seat in the turn in which it has taken ``took``.

    That card is on top, or where the first yaku of the turn has put it.
    """
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
    """Check that the card just taken is the top of the hand, or of the field if it is a +1.

    If a yaku of this turn has been laid since, a +1 must be on the field, with or without cards on it, and any other
    card must be the top of the field.
    """
    if done and took == PLUS_ONE:
        if PLUS_ONE not in field:
            raise PositionError(f"{PLUS_ONE_TEXT} was taken, so it must be in 'field'")
        return
    stack, name = (field, "'field'") if took == PLUS_ONE or done else (hand, "'hand'")
    if not stack or stack[-1] != took:
        event = "was taken, and a yaku was laid" if done else "was taken"
        raise PositionError(f"{card_as_json(took)!r} {event}, so it must be the last of {name}")


def read_attempt(rules: Rules, view: View, raw: Any) -> Attempt:
    """Return a yaku and a row of cards of the hand and the field, each once."""
    yaku = read_yaku(rules, read(raw, "yaku"))
    row: list[Laid] = []
    for item in read_list(read(raw, "row"), "'row'", 1):
        place, index = read_list(item, "a card of 'row'", 2, 2)
        card = Laid(_read_place(place), read_whole(index, "the place of a card"))
        stack = view.hand if card.place == "hand" else view.field
        if card.offset >= len(stack):
            raise PositionError(f"'row' names card {card.offset} of the {card.place}, which has {len(stack)}")
        if card in row:
            raise PositionError(f"'row' names card {card.offset} of the {card.place} twice")
        row.append(card)
    return Attempt(yaku.id, tuple(row))


def read_results(rules: Rules, position: Position) -> list[Result]:
    """Return points and cards laid of each seat."""
    results = []
    rows = read_list(read(position, "players"), "'players'", *rules.players)
    most = rules.tables[len(rows)].turns
    for row in rows:
        points, cards = read_list(row, "a seat of 'players'", 2, 2)
        if read_whole(cards, "the cards laid") > most:
            raise PositionError(f"a seat lays at most {most} cards, not {cards}")
        results.append((read_whole(points, "the points of a seat"), cards))
    return results


def read_rows(rules: Rules, position: Position) -> tuple[Cards, ...]:
    """Return the rows of the common display."""
    raw = read_list(read(position, "rows"), "'rows'", 1, rules.players[1])
    rows = tuple(read_stack(rules, row, "a row") for row in raw)
    check_stacks(rules.copies, *rows)
    return rows


def check_stacks(copies: Mapping[Card, int], *stacks: Cards) -> None:
    """Check that no card is in the stacks more often than in the deck."""
    check_copies(copies, *stacks, shown=_quoted)


def _quoted(card: Card) -> str:
    return repr(card_as_json(card))


def _read_place(raw: Any) -> Place:
    if raw == "hand":
        return "hand"
    if raw == "field":
        return "field"
    raise PositionError(f"a card of 'row' is ['hand', place] or ['field', place], not {raw!r}")
