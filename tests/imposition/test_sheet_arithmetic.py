"""The counts and leftovers of cards per sheet that makers know by heart."""

from typing import Any

import pytest

from pnp.imposition import SheetOptions, cards_per_sheet
from pnp.model.sizes import card_size, paper
from pnp.units import Size

A4, LETTER = ("a4", 5.0), ("letter", 4.2)

# card, paper and printer margin, gutter, cards, lying on the side (None: either holds as many), left over beside, above
COUNTS = [
    ("poker-metric", A4, 0, 9, False, 10.5, 16.5),
    ("poker-metric", A4, 6, 8, True, None, None),
    ("poker-metric", LETTER, 0, 9, False, 13.45, 7.7),
    ("poker-metric", LETTER, 6, 6, None, None, None),
    ("poker", A4, 0, 9, False, 9.75, 15.15),
    ("poker", A4, 6, 8, True, None, None),
    ("poker", LETTER, 0, 9, False, 12.7, 6.35),
    ("poker", LETTER, 6, 6, None, None, None),
    ("bridge", A4, 0, 9, False, None, None),
    ("bridge", A4, 6, 9, False, None, None),
    ("bridge", LETTER, 0, 9, False, None, 6.35),
    ("bridge", LETTER, 6, 8, True, None, None),
    ("mini", A4, 0, 16, False, None, None),
    ("mini", A4, 6, 12, False, None, None),
    ("mini", LETTER, 0, 18, True, 5.95, None),
    ("mini", LETTER, 6, 12, False, None, None),
    ("business", A4, 0, 10, False, 14, 11),
    ("business", A4, 6, 8, False, None, None),
    ("business", LETTER, 0, 8, False, None, None),
    ("business", LETTER, 6, 8, False, None, None),
]


def width(text: str, size: float) -> float:
    return 0.5 * size * len(text)


def options(name: str, margin: float, gutter: float, **more: object) -> SheetOptions:
    label = lambda number, pages, names: f"{names} {number}/{pages}"  # noqa: E731
    return SheetOptions(paper(name).size, width, margin=margin, gutter=gutter, label=label, **more)  # type: ignore[arg-type]


# size, cut, edge, bleed, paper and printer margin, pieces: 5.8 mm of the height go to ruler and label and their like
TOKENS = [
    (Size(18, 18), "circle", "bleed", 1.5, A4, 9 * 13),
    (Size(18, 18), "circle", "bleed", 0.0, A4, 10 * 14),
    (Size(18, 18), "circle", "bleed", 1.5, LETTER, 9 * 12),
    (Size(36, 36), "circle", "bleed", 1.5, A4, 5 * 7),
    (Size(14, 14), "square", "border", 1.5, A4, 12 * 17),
    (Size(14, 14), "square", "bleed", 1.5, A4, 11 * 16),
    (Size(58, 70), "net", "border", 0.0, A4, 3 * 3),
    (Size(200, 282.2), "net", "border", 0.0, A4, 1),
    (Size(282.2, 200), "net", "border", 0.0, A4, 1),
]


@pytest.mark.parametrize("row", TOKENS)
def test_a_sheet_holds_as_many_tokens_and_nets_as_the_table_says(row: Any) -> None:
    size, cut, edge, bleed, sheet, count = row
    assert cards_per_sheet(size, edge, bleed, options(*sheet, 0), cut).capacity == count


@pytest.mark.parametrize("row", COUNTS)
def test_a_sheet_holds_as_many_cards_as_the_table_says(row: Any) -> None:
    card, sheet, gutter, count, turned, beside, above = row
    grid = cards_per_sheet(card_size(card), "border", 3, options(*sheet, gutter))
    assert grid.capacity == count
    assert turned is None or grid.turned == turned
    assert beside is None or grid.left == pytest.approx(beside)
    assert above is None or grid.page.height - grid.top == pytest.approx(above)


@pytest.mark.parametrize(
    ("card", "sheet", "count"), [(card, sheet, count) for card, sheet, gutter, count, *_ in COUNTS if gutter == 6]
)
def test_art_over_the_edge_gets_the_gutter_unasked(card: str, sheet: tuple[str, float], count: int) -> None:
    assert cards_per_sheet(card_size(card), "bleed", 3, options(*sheet, 0)).capacity == count


def test_ten_bridge_cards_on_a4_leave_too_little_for_marks_and_come_back_without_them() -> None:
    marked = cards_per_sheet(card_size("bridge"), "border", 3, options(*A4, 0))
    bare = cards_per_sheet(card_size("bridge"), "border", 3, options(*A4, 0, marks="none"))
    assert (marked.capacity, bare.capacity, bare.turned) == (9, 10, True)
    assert bare.page.height - bare.top == pytest.approx(5.5)


def test_a_printer_that_prints_to_the_edge_holds_no_fewer_cards() -> None:
    for card, _, gutter, *_ in COUNTS:
        wide = cards_per_sheet(card_size(card), "border", 3, options("a4", 0, gutter))
        assert wide.capacity >= cards_per_sheet(card_size(card), "border", 3, options("a4", 5, gutter)).capacity
