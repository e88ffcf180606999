"""Criteria as they are misread, one function each, of the same shape as the right ones."""

from __future__ import annotations

from pnp.games.red.rules.cards import Palette
from pnp.games.red.rules.criteria import grouped, largest, run, stretches, subset_by_sum
from pnp.games.red.rules.record import Rules


def sum_of_all(rules: Rules, cards: Palette, of: int) -> Palette:
    """The palette is added up as a whole, instead of choosing cards."""
    return cards if sum(card.number for card in cards) == of else ()


def sum_at_most(rules: Rules, cards: Palette, of: int) -> Palette:
    """Any total up to the figure will do."""
    return largest(rules, [chosen for chosen in subset_by_sum(rules, cards, of).values() if chosen])


def run_with_duplicates(rules: Rules, cards: Palette, of: int) -> Palette:
    """Equal numbers in a run are all counted."""
    rows = stretches(sorted({card.number for card in cards}))
    return grouped(rules, largest(rules, [tuple(card for card in cards if card.number in row) for row in rows]))


def run_of_one_colour(rules: Rules, cards: Palette, of: int) -> Palette:
    """A run has to be of one colour."""
    colours = sorted({card.colour for card in cards})
    found = [run(rules, tuple(card for card in cards if card.colour == colour), of) for colour in colours]
    return largest(rules, [chosen for chosen in found if chosen])


def run_round_the_end(rules: Rules, cards: Palette, of: int) -> Palette:
    """The lowest number follows on the highest."""
    rows = stretches(sorted({card.number for card in cards}))
    if len(rows) > 1 and rows[0][0] == rules.numbers[0] and rows[-1][-1] == rules.numbers[-1]:
        rows = [*rows[1:-1], rows[-1] + rows[0]]
    chosen = [
        tuple(max((card for card in cards if card.number == number), key=rules.strength) for number in row)
        for row in rows
    ]
    return grouped(rules, largest(rules, chosen))


def run_as_laid(rules: Rules, cards: Palette, of: int) -> Palette:
    """The cards of a run have to lie side by side, rising or falling."""
    found = []
    for step in (1, -1):
        row: Palette = ()
        for card in cards:
            row = (*row, card) if row and card.number == row[-1].number + step else (card,)
            found.append(row)
    return grouped(rules, largest(rules, found))


def every_card(rules: Rules, cards: Palette, of: int) -> Palette:
    """All cards count, instead of all colours."""
    return cards


def at_most(rules: Rules, cards: Palette, of: int) -> Palette:
    """The figure of ``below`` is counted in."""
    return tuple(card for card in cards if card.number <= of)


def at_least(rules: Rules, cards: Palette, of: int) -> Palette:
    """The figure of ``above`` is counted in."""
    return tuple(card for card in cards if card.number >= of)
