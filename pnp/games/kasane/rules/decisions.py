"""Decisions of kasane by the true rules, one function each, and the record of all of them."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from pnp.games.kasane.rules.cards import PLUS_ONE, Card, Cards
from pnp.games.kasane.rules.record import (
    Indices,
    Result,
    Rules,
    Table,
    Tokens,
    Yaku,
    adds_up,
    all_equal,
    has_parity,
    is_monotone,
    is_the_set,
)
from pnp.games.kasane.settings import Condition, KasaneSettings, SetUp


def rules_of(settings: KasaneSettings) -> Rules:
    """Return the rules that ``settings`` describe. The settings must have no problems."""
    copies = {PLUS_ONE: settings.plus_one.copies}
    copies |= {colour.number: colour.copies for colour in sorted(settings.colours, key=lambda colour: colour.number)}
    yaku = tuple(
        Yaku(entry.id, entry.name, entry.rule, {slots.cards: slots.points for slots in entry.slots})
        for entry in settings.yaku
    )
    sizes = sorted({size for each in yaku for size in each.slots})
    return Rules(
        numbers=tuple(sorted(colour.number for colour in settings.colours)),
        names={colour.number: colour.name for colour in settings.colours},
        copies=copies,
        plus_one_points=settings.plus_one.points,
        players=settings.players,
        tables={set_up.players: _table(set_up, copies) for set_up in settings.set_up},
        yaku={each.id: each for each in yaku},
        by_size={size: tuple(each for each in yaku if size in each.slots) for size in sizes},
        slots=tuple((each.id, size) for each in yaku for size in each.slots),
        most_cards=sizes[-1],
        field_cards=settings.field_cards,
        bonus_from=settings.bonus.from_,
        bonus_colours=settings.bonus.colours,
        all_laid=settings.bonus.all_laid,
        opening=_opening(settings),
        plus_one_yaku=settings.variants.plus_one_yaku,
        takeable=top_only,
        acquired=acquire_onto_hand,
        opens_after_plus_one=in_the_easier_variant,
        may_go_on=one_yaku_a_turn,
        hand_picks=top_of_hand,
        order_kept=True,
        field_picks=field_top_or_none,
        field_first=True,
        counted=count_every_card,
        equal_fits=all_equal,
        sum_fits=adds_up,
        set_fits=is_the_set,
        monotone_fits=is_monotone,
        parity_fits=has_parity,
        with_plus_one=never,
        covered=tokens_of_all_seats,
        slot_points=next_slot_points,
        laid=len,
        colours_of=colours_on_field,
        reaches_bonus=enough_cards,
        colour_points=table_points,
        winners=most_points_then_cards,
    )


def _table(set_up: SetUp, copies: Mapping[Card, int]) -> Table:
    deck = {
        card: count - (set_up.remove_plus_one if card == PLUS_ONE else set_up.remove) for card, count in copies.items()
    }
    return Table(set_up.players, set_up.per_row, set_up.rounds, deck)


def _opening(settings: KasaneSettings) -> Mapping[int, Tokens]:
    covered: dict[int, dict[tuple[str, int], int]] = {set_up.players: {} for set_up in settings.set_up}
    for token in settings.opening_tokens if settings.variants.opening_tokens else ():
        slots = covered[token.players]
        slots[token.yaku, token.cards] = slots.get((token.yaku, token.cards), 0) + 1
    return covered


def top_only(cards: int) -> Collection[int]:
    """Return the place of the top card, if a row has any."""
    return (cards - 1,) if cards else ()


def acquire_onto_hand(hand: Cards, field: Cards, card: Card) -> tuple[Cards, Cards]:
    """Put a kimono card on top of the hand, a +1 on top of the field."""
    return (hand, (*field, card)) if card == PLUS_ONE else ((*hand, card), field)


def in_the_easier_variant(easier: bool) -> bool:
    """Allow a yaku in a turn with a +1 only in the easier variant."""
    return easier


def one_yaku_a_turn(achieved: int) -> bool:
    """Allow one yaku a turn."""
    return achieved < 1


def top_of_hand(hand: int, count: int) -> Collection[Indices]:
    """Return the top cards of the hand as the only choice.

    >>> top_of_hand(5, 3)
    ((2, 3, 4),)
    """
    return (tuple(range(hand - count, hand)),)


def field_top_or_none(rules: Rules, field: Cards) -> Collection[Indices]:
    """Return no field card as a choice, and the top one if the definition lets a yaku begin with it."""
    return ((), (len(field) - 1,)) if field and rules.field_cards else ((),)


def count_every_card(cards: int, from_field: int) -> int:
    """Count all cards of the row, from hand and field."""
    return cards


def never(rules: Rules, condition: Condition, row: Cards) -> bool:
    """Let a +1 belong to no yaku."""
    return False


def tokens_of_all_seats(yaku: Yaku, cards: int, tokens: Tokens, own: Tokens) -> int:
    """Let a token close one slot of its size to every seat."""
    return tokens.get((yaku.id, cards), 0)


def next_slot_points(points: tuple[int, ...], covered: int) -> int:
    """Return the points of the first slot that is still open."""
    return points[covered]


def colours_on_field(field: Cards, hand: Cards) -> int:
    """Count the numbers on the field; a +1 has none."""
    return len({card for card in field if card != PLUS_ONE})


def enough_cards(rules: Rules, laid: int) -> bool:
    """Return whether the cards laid are at least as many as the bonus asks for."""
    return laid >= rules.bonus_from


def table_points(rules: Rules, colours: int) -> int:
    """Return the points in the table for a number of colours; 0 for no colour."""
    return rules.bonus_colours[min(colours, len(rules.bonus_colours)) - 1] if colours else 0


def most_points_then_cards(results: Sequence[Result]) -> tuple[int, ...]:
    """Return the seats with the most points and, among these, the most cards laid; equal seats share the win."""
    best = max(results)
    return tuple(seat for seat, result in enumerate(results) if result == best)
