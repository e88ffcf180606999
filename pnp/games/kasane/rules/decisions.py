"""The decisions of kasane as the rules have them, one function each, and the record that they make."""

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
    just_the_set,
    one_direction,
    one_parity,
)
from pnp.games.kasane.settings import Condition, KasaneSettings, SetUp


def rules_of(settings: KasaneSettings) -> Rules:
    """The rules that ``settings`` describe. The settings must have no problems."""
    copies = {PLUS_ONE: settings.plus_one.copies}
    copies |= {colour.number: colour.copies for colour in sorted(settings.colours, key=lambda one: one.number)}
    yaku = tuple(
        Yaku(one.id, one.name, one.rule, {slots.cards: slots.points for slots in one.slots}) for one in settings.yaku
    )
    sizes = sorted({size for one in yaku for size in one.slots})
    return Rules(
        numbers=tuple(sorted(colour.number for colour in settings.colours)),
        names={colour.number: colour.name for colour in settings.colours},
        copies=copies,
        plus_one_points=settings.plus_one.points,
        players=settings.players,
        tables={one.players: _table(one, copies) for one in settings.set_up},
        yaku={one.id: one for one in yaku},
        by_size={size: tuple(one for one in yaku if size in one.slots) for size in sizes},
        slots=tuple((one.id, size) for one in yaku for size in one.slots),
        most_cards=sizes[-1],
        field_cards=settings.field_cards,
        bonus_from=settings.bonus.from_,
        bonus_colours=settings.bonus.colours,
        all_laid=settings.bonus.all_laid,
        opening=_opening(settings),
        plus_one_yaku=settings.variants.plus_one_yaku,
        takeable=only_the_top,
        acquired=onto_the_hand,
        opens_after_plus_one=in_the_easier_variant,
        may_go_on=one_a_turn,
        hand_picks=from_the_top,
        order_kept=True,
        field_picks=top_or_none,
        field_first=True,
        counted=every_card,
        equal_fits=all_equal,
        sum_fits=adds_up,
        set_fits=just_the_set,
        monotone_fits=one_direction,
        parity_fits=one_parity,
        with_plus_one=never,
        covered=tokens_there,
        slot_points=of_the_next_slot,
        laid=len,
        colours_of=numbers_on_the_field,
        reaches_bonus=enough_cards,
        colour_points=of_the_table,
        winners=most_points_then_cards,
    )


def _table(set_up: SetUp, copies: Mapping[Card, int]) -> Table:
    deck = {
        card: count - (set_up.remove_plus_one if card == PLUS_ONE else set_up.remove) for card, count in copies.items()
    }
    return Table(set_up.players, set_up.per_row, set_up.rounds, deck)


def _opening(settings: KasaneSettings) -> Mapping[int, Tokens]:
    covered: dict[int, dict[tuple[str, int], int]] = {one.players: {} for one in settings.set_up}
    for token in settings.opening_tokens if settings.variants.opening_tokens else ():
        slots = covered[token.players]
        slots[token.yaku, token.cards] = slots.get((token.yaku, token.cards), 0) + 1
    return covered


def only_the_top(cards: int) -> Collection[int]:
    """The top card of a row that has one."""
    return (cards - 1,) if cards else ()


def onto_the_hand(hand: Cards, field: Cards, card: Card) -> tuple[Cards, Cards]:
    """A kimono card goes on top of the hand, a +1 on top of the field."""
    return (hand, (*field, card)) if card == PLUS_ONE else ((*hand, card), field)


def in_the_easier_variant(easier: bool) -> bool:
    """A turn with a +1 has no yaku, but for the easier variant."""
    return easier


def one_a_turn(achieved: int) -> bool:
    """One yaku a turn."""
    return achieved < 1


def from_the_top(hand: int, count: int) -> Collection[Indices]:
    """The top cards of the hand.

    >>> from_the_top(5, 3)
    ((2, 3, 4),)
    """
    return (tuple(range(hand - count, hand)),)


def top_or_none(rules: Rules, field: Cards) -> Collection[Indices]:
    """None, or the top card where the definition lets a yaku begin with one."""
    return ((), (len(field) - 1,)) if field and rules.field_cards else ((),)


def every_card(cards: int, from_field: int) -> int:
    """All cards of the row count, wherever they come from."""
    return cards


def never(rules: Rules, condition: Condition, row: Cards) -> bool:
    """A +1 belongs to no yaku."""
    return False


def tokens_there(yaku: Yaku, cards: int, tokens: Tokens, own: Tokens) -> int:
    """A token closes one slot of its size, to everybody."""
    return tokens.get((yaku.id, cards), 0)


def of_the_next_slot(points: tuple[int, ...], covered: int) -> int:
    """What the first slot that is still open says."""
    return points[covered]


def numbers_on_the_field(field: Cards, hand: Cards) -> int:
    """The numbers on the field; a +1 has none."""
    return len({card for card in field if card != PLUS_ONE})


def enough_cards(rules: Rules, laid: int) -> bool:
    """As many cards as the bonus asks for, or more."""
    return laid >= rules.bonus_from


def of_the_table(rules: Rules, colours: int) -> int:
    """What the table says for so many colours; for no colour, nothing."""
    return rules.bonus_colours[min(colours, len(rules.bonus_colours)) - 1] if colours else 0


def most_points_then_cards(results: Sequence[Result]) -> tuple[int, ...]:
    """The most points, then the most cards laid; who is equal then shares the win."""
    best = max(results)
    return tuple(seat for seat, result in enumerate(results) if result == best)
