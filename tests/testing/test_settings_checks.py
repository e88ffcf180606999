"""The checks of settings find problems, what can be changed, and figures that are no JSON."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import count
from typing import Any

import pytest

from pnp.testing.prove import settings_faults
from pnp.testing.subject import Subject

TICKS = count()
Broken = Callable[..., Subject]


@dataclass
class Loose:
    """Settings that can be changed."""

    numbers: tuple[int, ...] = (1, 2)
    hand: int = 1


@dataclass(frozen=True)
class Outer:
    """Settings with parts that can be changed."""

    parts: tuple[Loose, ...]
    names: list[str]


class NoSchema:
    """A type that no schema describes."""


@dataclass(frozen=True)
class Undescribed:
    """Settings of such a type."""

    what: NoSchema


def test_the_toy_game_has_no_faults_of_settings(harbour: Subject) -> None:
    assert list(settings_faults(harbour)) == []


def test_problems_are_told_with_their_key_and_hint(harbour: Subject) -> None:
    many = replace(harbour, settings=replace(harbour.settings, hand=9))
    assert list(settings_faults(many)) == ["problem at hand: there are too few ships for two hands (write fewer)"]


def test_settings_that_can_be_changed_are_told(harbour: Subject, broken: Broken) -> None:
    loose = replace(broken(settings=Loose), settings=Loose())
    assert list(settings_faults(loose)) == ["Loose is a Loose, which is not frozen: write @dataclass(frozen=True)"]
    outer = broken(settings=Outer, problems=lambda settings: (), figures=lambda settings: {})
    assert list(settings_faults(replace(outer, settings=Outer((Loose(), Loose()), ["a"])))) == [
        "Outer.parts[] is a Loose, which is not frozen: write @dataclass(frozen=True)",
        "Outer.names is a list, which can be changed: make it a tuple",
    ]


def test_settings_without_a_schema_are_told(broken: Broken) -> None:
    subject = broken(settings=Undescribed, problems=lambda settings: (), figures=lambda settings: {})
    (fault,) = settings_faults(replace(subject, settings=Undescribed(NoSchema())))
    assert fault.startswith("no JSON Schema can be made of Undescribed: ")


def test_a_tweak_of_another_type_is_told(harbour: Subject) -> None:
    (fault,) = settings_faults(replace(harbour, name="odd", settings=3))
    assert fault == "the tweak 'odd' is int, not HarbourSettings nor TOML text"


@pytest.mark.parametrize(
    ("figures", "message"),
    [
        (lambda settings: {"numbers": {1, 2}}, "figures() is not JSON data: "),
        (lambda settings: {"numbers": float("nan")}, "figures() is not JSON data: "),
        (lambda settings: [1], "figures() gives a list, not a mapping by name"),
        (lambda settings: {1: 2}, "figures() has keys that are no strings, which JSON changes: [1]"),
        (lambda settings: {"at": next(TICKS)}, "figures() differs from call to call: "),
    ],
)
def test_figures_that_are_no_stable_json_are_told(figures: Callable[[Any], Any], message: str, broken: Broken) -> None:
    (fault,) = settings_faults(broken(figures=figures))
    assert fault.startswith(message)
