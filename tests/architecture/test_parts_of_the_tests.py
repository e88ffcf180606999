"""The parts of the tests that a run of continuous integration takes."""

from __future__ import annotations

from typing import Any

import pytest

from tests.conftest import in_part


class Item:
    """A test by its name, and the group that it is in."""

    def __init__(self, nodeid: str, group: str | None) -> None:
        self.nodeid, self._group = nodeid, group

    def get_closest_marker(self, name: str) -> Any:
        return None if self._group is None else pytest.mark.xdist_group(self._group).mark


def parts_of(item: Any) -> list[int]:
    return [number for number in range(1, 7) if in_part(item, f"{number}/6")]


def test_every_test_is_in_one_part_of_six_and_groups_stay_together() -> None:
    parts = [parts_of(Item(f"tests/test_a.py::test_{number}", None)) for number in range(300)]
    assert {len(part) for part in parts} == {1}
    assert {part for (part,) in parts} == set(range(1, 7))
    group = [parts_of(Item(f"tests/test_a.py::test_{number}", "koka")) for number in range(20)]
    assert all(part == group[0] for part in group) and len(group[0]) == 1
