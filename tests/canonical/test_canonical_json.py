"""Canonical JSON: the same in chunks as at once."""

from __future__ import annotations

import hashlib
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.canonical import LazyMapping, LazySequence, canonical, canonical_chunks, digest

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(st.characters(codec="utf-8")),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(st.characters(codec="utf-8")), inner),
    max_leaves=20,
)


def at_once(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode("utf-8")


@given(VALUES)
def test_any_data_have_the_form_that_they_have_at_once(value: Any) -> None:
    assert canonical(value) == at_once(value)
    assert digest(value) == hashlib.sha256(at_once(value)).hexdigest()


@pytest.mark.parametrize("count", [0, 1, 199, 200, 201, 1_000])
def test_long_lists_and_tables_come_in_short_pieces(count: int) -> None:
    cards = [{"id": str(number), "b": [number], "a": "赤"} for number in range(count)]
    table = {f"face {number}": {"b": 1, "a": number} for number in range(count)}
    value = {"decks": {"cards": cards}, "faces": table, "b": 1}
    lazy = {
        "decks": {"cards": LazySequence(range(count), cards.__getitem__)},
        "faces": LazyMapping(table, dict),
        "b": 1,
    }
    assert canonical(value) == canonical(lazy) == at_once(value)
    assert max(map(len, canonical_chunks(lazy))) < 200 * 40


def test_what_is_made_when_it_is_asked_for_is_made_for_one_piece_at_a_time() -> None:
    calls: list[int] = []
    lazy = LazySequence(range(1_000), lambda number: calls.append(number) or number)  # type: ignore[func-returns-value]
    next(canonical_chunks({"a": 1, "b": lazy}))
    assert calls == []
    first = canonical_chunks(lazy)
    next(first)
    assert len(calls) == 200


def test_a_list_that_is_made_lies_deep_in_other_data_too() -> None:
    value: Any = LazySequence([1, 2], str)
    for _ in range(9):
        value = {"in": value}
    assert canonical(value).endswith(b'{"in":["1","2"]}}}}}}}}}')


def test_a_list_that_is_made_is_like_any_other() -> None:
    lazy = LazySequence([1, 2, 3], str)
    assert lazy == ["1", "2", "3"]
    assert lazy != ["1", "2"]
    assert (lazy[0], lazy[-1], lazy[1:], len(lazy), list(lazy)) == ("1", "3", ["2", "3"], 3, ["1", "2", "3"])
    assert LazyMapping({"a": 1}, str) == {"a": "1"}


def test_where_all_has_to_be_finite_other_numbers_are_refused() -> None:
    assert b"".join(canonical_chunks([1.5], finite=True)) == b"[1.5]"
    with pytest.raises(ValueError, match="JSON"):
        list(canonical_chunks({"a": [float("inf")]}, finite=True))


def test_what_is_no_data_is_refused() -> None:
    with pytest.raises(TypeError, match="no JSON data"):
        canonical({"a": object()})
