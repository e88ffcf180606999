"""Parts of a text fill the columns of pages: in order, whole, within the page, and none is lost."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.rendering.sheets.story import PartPlace, StoryPart, TooTallError, level, paginate, spread

TOP, BOTTOM = 20.0, 270.0


def room(page: int) -> tuple[float, float]:
    return (TOP + (30.0 if page == 0 else 0.0), BOTTOM)


def part(height: float, **more: object) -> StoryPart:
    return StoryPart(height, lambda _x, _y, _width: "", **more)  # type: ignore[arg-type]


PARTS = st.lists(
    st.builds(
        part,
        st.floats(1.0, 90.0),
        before=st.floats(0.0, 8.0),
        keep=st.sampled_from([False, False, False, True]),
        wide=st.sampled_from([False, False, True]),
        stretch=st.floats(0.0, 4.0),
    ),
    max_size=40,
)


def unchained(parts: list[StoryPart]) -> list[StoryPart]:
    """Return chains of at most two parts, both as wide, so that none is taller than a page."""
    unchained_parts: list[StoryPart] = []
    for original in parts:
        held = bool(unchained_parts) and unchained_parts[-1].keep
        wide = unchained_parts[-1].wide if held else original.wide
        unchained_parts.append(
            part(
                original.height,
                before=original.before,
                keep=original.keep and not held,
                wide=wide,
                stretch=original.stretch,
            )
        )
    return unchained_parts


def within(places: list[PartPlace]) -> None:
    for place in places:
        top, bottom = room(place.page)
        assert top - 1e-6 <= place.y
        assert place.y + place.part.height <= bottom + 1e-5


def apart(places: list[PartPlace]) -> None:
    """Assert that no two parts overlap; wide ones lie over all columns."""
    for index, place in enumerate(places):
        for other in places[index + 1 :]:
            same = place.page == other.page and (None in (place.column, other.column) or place.column == other.column)
            if same:
                assert other.y >= place.y + place.part.height - 1e-6


@given(PARTS, st.integers(1, 3), st.booleans())
def test_every_part_has_its_place_in_order_on_a_page(parts: list[StoryPart], columns: int, spread_out: bool) -> None:
    ordered = unchained(parts)
    places = paginate(ordered, columns, room)
    if spread_out:
        places = spread(places, room)
    assert [place.part for place in places] == ordered
    within(places)
    apart(places)
    for before, after in pairwise(places):
        assert (before.page, before.column or 0) <= (after.page, after.column or 0) or before.page == after.page
        if before.part.keep:
            assert (before.page, before.column) == (after.page, after.column)
    assert all(place.column is None or place.column < columns for place in places)


def test_columns_of_what_all_fits_are_equally_high() -> None:
    places = paginate([part(10.0) for _ in range(9)], 3, room)
    assert [place.column for place in places] == [0, 0, 0, 1, 1, 1, 2, 2, 2]


def test_what_does_not_fit_goes_on_over_the_next_page() -> None:
    places = paginate([part(50.0) for _ in range(12)], 2, room)
    assert [(place.page, place.column) for place in places[:9]] == [(0, 0)] * 4 + [(0, 1)] * 4 + [(1, 0)]


def test_a_part_that_no_page_holds_is_named() -> None:
    with pytest.raises(TooTallError) as caught:
        paginate([part(30.0), part(300.0, about="long")], 2, room)
    assert caught.value.part.about == "long"


@given(PARTS, st.integers(1, 3))
def test_levelled_columns_keep_their_order_and_their_page(parts: list[StoryPart], columns: int) -> None:
    places = paginate(unchained(parts), columns, room)
    levelled = level(places, room)
    assert [(place.part, place.page, place.column) for place in levelled] == [
        (place.part, place.page, place.column) for place in places
    ]
    within(levelled)
    apart(levelled)


def test_columns_side_by_side_end_at_the_same_depth() -> None:
    parts = [part(60.0), *(part(20.0, before=4.0) for _ in range(7))]
    places = level(paginate(parts, 2, room), room)
    ends = [max(place.y + place.part.height for place in places if place.column == column) for column in (0, 1)]
    assert ends[0] == pytest.approx(ends[1])


def test_columns_that_nearly_fill_a_page_reach_its_lower_edge() -> None:
    places = level(paginate([part(23.0, before=4.0) for _ in range(16)], 2, room), room)
    assert {round(place.y + place.part.height, 6) for place in (places[7], places[15])} == {BOTTOM}
    few = paginate([part(20.0, before=4.0) for _ in range(8)], 2, room)
    assert level(few, room) == few


def test_white_between_blocks_grows_by_less_than_itself_to_reach_the_lower_edge() -> None:
    loose = paginate([part(20.0, before=4.0) for _ in range(16)], 2, room)
    for column in (0, 1):
        places = [place for place in level(loose, room) if place.column == column]
        whites = [below.y - above.y - above.part.height for above, below in pairwise(places)]
        assert 4.0 < min(whites) <= max(whites) < 8.0


def test_white_that_is_left_goes_between_wide_parts_as_far_as_they_stretch() -> None:
    places = paginate([part(10.0, wide=True, stretch=5.0) for _ in range(3)], 2, room)
    assert [place.y for place in spread(places, room)] == [50.0, 65.0, 80.0]


def test_the_white_under_a_heading_is_for_the_heading_to_say() -> None:
    places = paginate([part(5.0, after=2.0, keep=True), part(10.0, before=9.0), part(10.0, before=3.0)], 1, room)
    assert [place.y for place in places] == [50.0, 57.0, 70.0]


def test_a_heading_goes_over_all_columns_with_the_drawing_that_it_stays_with() -> None:
    places = paginate([part(10.0), part(5.0, keep=True), part(20.0, wide=True)], 2, room)
    assert [place.column for place in places] == [0, None, None]


def test_a_table_follows_the_words_that_lead_to_it_into_the_next_column() -> None:
    parts = [part(200.0), part(15.0), part(8.0, joins=True)]
    assert [place.column for place in paginate(parts, 2, room)] == [0, 1, 1]
