"""Criteria of rule colours: one function each, which returns the best selection of a palette.

Every function takes the rules, the cards that may count and the figure of the criterion. It returns the largest
selection that fits; among equally large ones, the one with the strongest card; no card if nothing fits. No function
enumerates subsets, and none depends on the order of the cards.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from operator import attrgetter
from typing import TypeVar

from pnp.games.red.rules.cards import Card, Groups, Palette, Rules, Select
from pnp.games.red.settings import CriterionName

Key = TypeVar("Key", int, str)
_number: Callable[[Card], int] = attrgetter("number")
_colour: Callable[[Card], str] = attrgetter("colour")


def highest(rules: Rules, cards: Palette, figure: int) -> Palette:
    """Select the strongest card alone."""
    return (max(cards, key=rules.strength),) if cards else ()


def same_number(rules: Rules, cards: Palette, figure: int) -> Palette:
    """Select the largest group of equal numbers."""
    return grouped(rules, rules.pick_group(rules, _groups(cards, _number)))


def same_colour(rules: Rules, cards: Palette, figure: int) -> Palette:
    """Select the largest group of one colour."""
    return grouped(rules, rules.pick_group(rules, _groups(cards, _colour)))


def sum_of(rules: Rules, cards: Palette, figure: int) -> Palette:
    """Select the most cards whose numbers add up to ``figure``."""
    return subset_by_sum(rules, cards, figure).get(figure, ())


def different_colours(rules: Rules, cards: Palette, figure: int) -> Palette:
    """Select the strongest card of each colour."""
    return tuple(_strongest_of_each(rules, cards, _colour).values())


def run(rules: Rules, cards: Palette, figure: int) -> Palette:
    """Select the longest row of consecutive numbers, with the strongest card of each number."""
    by_number = _strongest_of_each(rules, cards, _number)
    rows = stretches(sorted(by_number))
    return grouped(rules, largest(rules, [tuple([by_number[number] for number in row]) for row in rows]))


def even(rules: Rules, cards: Palette, figure: int) -> Palette:
    """Select every even number."""
    return tuple([card for card in cards if card.number % 2 == 0])


def odd(rules: Rules, cards: Palette, figure: int) -> Palette:
    """Select every odd number."""
    return tuple([card for card in cards if card.number % 2 == 1])


def below(rules: Rules, cards: Palette, figure: int) -> Palette:
    """Select every number less than ``figure``."""
    return tuple([card for card in cards if card.number < figure])


def above(rules: Rules, cards: Palette, figure: int) -> Palette:
    """Select every number greater than ``figure``."""
    return tuple([card for card in cards if card.number > figure])


SELECT: Mapping[CriterionName, Select] = {
    "highest": highest,
    "same-number": same_number,
    "same-colour": same_colour,
    "sum": sum_of,
    "different-colours": different_colours,
    "run": run,
    "even": even,
    "odd": odd,
    "below": below,
    "above": above,
}


def largest(rules: Rules, groups: Groups) -> Palette:
    """Return the largest of ``groups``; among equally large ones, the one with the strongest card; no card without
    groups."""
    strength = rules.strength
    best_group: Palette = ()
    best_strength = -1
    for group in groups:
        if len(group) < len(best_group):
            continue
        strongest = strength(group[0]) if len(group) == 1 else max(map(strength, group))
        if len(group) > len(best_group) or strongest > best_strength:
            best_group, best_strength = group, strongest
    return best_group


def grouped(rules: Rules, cards: Palette) -> Palette:
    """Return ``cards``, or nothing if one card is no group or run (RED-A1)."""
    return cards if len(cards) > 1 or rules.single_is_group else ()


def subset_by_sum(rules: Rules, cards: Palette, limit: int) -> dict[int, Palette]:
    """Return for each total up to ``limit`` the best selection with that total; the empty one has the total 0.

    Cards are taken strongest first. So the first card of a selection is its strongest, and the better of two selections
    with one total stays better when weaker cards join both.
    """
    strength = rules.strength
    best: dict[int, Palette] = {0: ()}
    for card in sorted(cards, key=strength, reverse=True):
        for total, chosen in sorted(best.items(), reverse=True):
            new_total = total + card.number
            if new_total > limit:
                continue
            known, extended = best.get(new_total), (*chosen, card)
            if known is None or _rank(rules, extended) > _rank(rules, known):
                best[new_total] = extended
    return best


def stretches(numbers: Iterable[int]) -> list[list[int]]:
    """Cut rising numbers into rows of consecutive numbers.

    >>> stretches([1, 2, 3, 5, 7, 8])
    [[1, 2, 3], [5], [7, 8]]
    """
    rows: list[list[int]] = []
    for number in numbers:
        if rows and number == rows[-1][-1] + 1:
            rows[-1].append(number)
        else:
            rows.append([number])
    return rows


def _rank(rules: Rules, chosen: Palette) -> tuple[int, int]:
    return (len(chosen), rules.strength(chosen[0]) if chosen else -1)


def _groups(cards: Palette, key: Callable[[Card], Key]) -> list[Palette]:
    """Group cards with one ``key``, in the order of the first card of each group."""
    if len(cards) == 1:
        return [cards]
    groups: dict[Key, list[Card]] = {}
    for card in cards:
        groups.setdefault(key(card), []).append(card)
    return [tuple(group) for group in groups.values()]


def _strongest_of_each(rules: Rules, cards: Palette, key: Callable[[Card], Key]) -> dict[Key, Card]:
    """Return the strongest card of each ``key``, in the order of the first card of each."""
    strength = rules.strength
    strongest: dict[Key, Card] = {}
    for card in cards:
        known = strongest.get(key(card))
        if known is None or strength(card) > strength(known):
            strongest[key(card)] = card
    return strongest
