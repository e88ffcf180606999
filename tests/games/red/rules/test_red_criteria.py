"""Best selection per criterion, against the definition of a fitting selection applied to every subset."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.games.red.oracle.answer import oracle
from pnp.games.red.rules.cards import Card, Palette, Rules
from pnp.games.red.rules.criteria import subset_by_sum
from pnp.games.red.rules.decisions import rules_of
from pnp.games.red.rules.turn import best
from pnp.games.red.settings import Criterion
from tests.games.red.definitions import VARIANTS, ruled

COLOURS = ("red", "orange", "yellow", "green", "blue", "indigo", "violet")
palettes = st.lists(
    st.builds(Card, st.sampled_from(COLOURS), st.integers(1, 7)), min_size=1, max_size=8, unique=True
).map(tuple)


def fits(rule: Criterion, cards: Palette, single: bool) -> bool:
    numbers, colours, figure = sorted(card.number for card in cards), {card.colour for card in cards}, rule.of or 0
    is_group = single or len(cards) > 1
    return {
        "highest": len(cards) == 1,
        "same-number": len(set(numbers)) == 1 and is_group,
        "same-colour": len(colours) == 1 and is_group,
        "sum": sum(numbers) == figure,
        "different-colours": len(colours) == len(cards),
        "run": numbers == list(range(numbers[0], numbers[0] + len(numbers))) and is_group,
        "even": not any(number % 2 for number in numbers),
        "odd": all(number % 2 for number in numbers),
        "below": numbers[-1] < figure,
        "above": numbers[0] > figure,
    }[rule.is_]


def brute(rules: Rules, palette: Palette, rule: str) -> tuple[int, Card] | None:
    fitting = [
        (len(cards), max(rules.strength(card) for card in cards), max(cards, key=rules.strength))
        for size in range(1, len(palette) + 1)
        for cards in combinations(palette, size)
        if fits(rules.criteria[rule], cards, rules.single_is_group)
    ]
    return (max(fitting)[0], max(fitting)[2]) if fitting else None


@pytest.mark.parametrize("name", ["red", "red7", "red-single-nothing"])
@given(palette=palettes)
@settings(deadline=None, max_examples=60)
def test_the_best_selection_is_the_best_of_all_fitting_subsets(name: str, palette: Palette) -> None:
    rules = rules_of(VARIANTS[name])
    for rule in rules.colours:
        selection = best(rules, palette, rule)
        assert (selection and (selection.size, selection.high)) == brute(rules, palette, rule), rule
        if selection:
            assert fits(rules.criteria[rule], selection.cards, rules.single_is_group)
            assert (len(selection.cards), max(selection.cards, key=rules.strength)) == (selection.size, selection.high)


@given(palette=palettes, order=st.randoms(use_true_random=False))
@settings(deadline=None, max_examples=60)
def test_the_order_in_which_cards_were_laid_does_not_matter(palette: Palette, order: object) -> None:
    shuffled = list(palette)
    order.shuffle(shuffled)  # type: ignore[attr-defined]
    rules = rules_of(VARIANTS["red"])
    for rule in rules.colours:
        selection, reordered = best(rules, palette, rule), best(rules, tuple(shuffled), rule)
        assert (selection and (selection.size, selection.high, set(selection.cards))) == (
            reordered and (reordered.size, reordered.high, set(reordered.cards))
        )


def cards(line: str) -> Palette:
    return tuple(Card(word[:-1], int(word[-1])) for word in line.split())


@pytest.mark.parametrize(
    ("rule", "palette", "chosen"),
    [
        ("red", "violet7 green6", "violet7"),
        ("orange", "red2 blue2 red7 green2 blue7", "red2 blue2 green2"),
        ("yellow", "red1 red2 blue7 blue6", "blue7 blue6"),
        ("green", "green4 red2 blue1 red7", "green4 red2 blue1"),
        ("green", "red3 blue4 red1 violet6", "violet6 red1"),
        ("blue", "red1 red2 blue3", "red2 blue3"),
        ("indigo", "red4 blue4 green5 red7 blue6 red1", "red4 green5 blue6 red7"),
        ("indigo", "red1 blue7", "blue7"),
        ("violet", "red1 blue2 green6", "blue2 green6"),
    ],
)
def test_selections_of_the_rule_colours(rule: str, palette: str, chosen: str) -> None:
    selection = best(rules_of(VARIANTS["red"]), cards(palette), rule)
    assert selection is not None
    assert set(selection.cards) == set(cards(chosen))


def test_an_odd_palette_offers_nothing_to_violet() -> None:
    assert best(rules_of(VARIANTS["red"]), cards("red1 red3"), "violet") is None


def test_a_single_card_is_a_group_and_a_run_by_one_reading_only() -> None:
    for rule in ("orange", "yellow", "indigo"):
        assert best(rules_of(VARIANTS["red"]), cards("red4"), rule) is not None
        assert best(rules_of(VARIANTS["red-single-nothing"]), cards("red4"), rule) is None
    for rule in ("red", "blue", "violet"):
        assert best(rules_of(VARIANTS["red-single-nothing"]), cards("red4"), rule) is not None


def test_zeros_lengthen_a_sum_and_alone_make_zero() -> None:
    rules = rules_of(VARIANTS["zeros"])
    selection = best(rules, cards("red0 red1 blue0"), "green")
    assert selection is not None
    assert (selection.size, selection.high) == (2, Card("red", 0))
    assert best(rules, cards("red1"), "green") is None


def test_a_criterion_without_its_figure_is_no_answer() -> None:
    settings = ruled(VARIANTS["red"], green=Criterion("sum"))
    with pytest.raises(ValueError, match="no figure"):
        oracle(settings, "best", {"palette": [["red", 7]], "rule": "green"})


def test_no_selection_has_a_total_beyond_the_limit() -> None:
    palette = (Card("red", 5), Card("blue", 3), Card("green", 1))
    selections = subset_by_sum(rules_of(VARIANTS["red"]), palette, 7)
    assert {total: sorted(card.number for card in chosen) for total, chosen in selections.items()} == {
        0: [],
        1: [1],
        3: [3],
        4: [1, 3],
        5: [5],
        6: [1, 5],
    }
