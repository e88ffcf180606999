"""Retired names in use and unknown later keys are reported."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from pnp.games.core.engine import Past
from pnp.testing.settings import past_faults
from pnp.testing.subject import Subject

Broken = Callable[..., Subject]


def test_a_game_without_a_past_has_no_fault_of_it(harbour: Subject) -> None:
    assert list(past_faults(harbour)) == []


def test_a_past_may_name_what_is_gone_and_keys_that_are_there(broken: Broken) -> None:
    past = Past(lessons={"gone": "nobody asked"}, misreadings={"gone": "nobody read it so"}, settings={("hand",): 2})
    assert list(past_faults(broken(past=past))) == []


@pytest.mark.parametrize(
    ("past", "message"),
    [
        ({"lessons": {"race": "x"}}, "the lesson 'race' has retired, and is in use"),
        ({"lessons": {"gone": " "}}, "the lesson 'gone' has retired without a word"),
        ({"settings": {("readings", "x"): 1}}, "past.settings names 'readings.x', and there is no key 'readings'"),
        ({"settings": {("hand", "x"): 1}}, "past.settings names 'hand.x', and there is no key 'x'"),
        ({"settings": {("hand",): "many"}}, "past.settings has 'many' for 'hand', which cannot be"),
    ],
)
def test_what_is_wrong_with_a_past_is_told(past: Any, message: str, broken: Broken) -> None:
    (fault,) = past_faults(broken(past=Past(**past)))
    assert fault.startswith(message)


def test_a_misreading_that_is_in_use_cannot_have_retired(harbour: Subject, broken: Broken) -> None:
    name = harbour.engine.misreadings(harbour.settings)[0].id
    (fault,) = past_faults(broken(past=Past(misreadings={name: "x"})))
    assert fault.startswith(f"the misreading {name!r} has retired, and is in use")
