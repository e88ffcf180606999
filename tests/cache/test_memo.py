"""A remembered value stays as long as it is asked for, and no longer."""

from __future__ import annotations

from pnp.cache.memory import MemoryCache


def test_a_value_is_made_once() -> None:
    memo: MemoryCache[str, int] = MemoryCache()
    calls: list[int] = []
    for _ in range(3):
        assert memo.get_or_create("seven", lambda: calls.append(7) or 7) == 7
    assert calls == [7]


def test_what_nobody_asked_for_between_two_turns_is_forgotten() -> None:
    memo: MemoryCache[str, int] = MemoryCache()
    memo.keep("wanted", 1)
    memo.keep("left", 2)
    for _ in range(3):
        memo.turn()
        assert memo.get("wanted") == 1
    assert memo.get("left") is None
    assert list(memo.values()) == [1]
    assert len(memo) == 1


def test_one_that_keeps_nothing_makes_all_anew() -> None:
    memo: MemoryCache[str, int] = MemoryCache(keeps=False)
    calls: list[int] = []
    for _ in range(2):
        assert memo.get_or_create("seven", lambda: calls.append(7) or 7) == 7
    assert calls == [7, 7]
    assert len(memo) == 0
