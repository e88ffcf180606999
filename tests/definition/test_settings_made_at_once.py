"""Two threads that read settings for the first time, at once."""

from __future__ import annotations

import os
import threading
from dataclasses import dataclass
from typing import Any

import pytest

from pnp.definition import settings

_NAME = "PYDANTIC_DISABLE_PLUGINS"
_SHORT = 0.1
"""Seconds in which whoever does not wait has begun."""


@dataclass(frozen=True)
class One:
    a: int


@dataclass(frozen=True)
class Other:
    a: int


def test_the_environment_is_afterwards_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    """Plugins are off while a builder is made: the second thread must not take that for how it was before."""
    make, second_began, first_ended = settings.TypeAdapter, threading.Event(), threading.Event()

    def made(kind: type[Any]) -> Any:
        if kind is One:
            second.start()
            second_began.wait(_SHORT)
        else:
            second_began.set()
            first_ended.wait(_SHORT)
        return make(kind)

    second = threading.Thread(target=settings.adapter, args=(Other,))
    monkeypatch.setattr(settings, "TypeAdapter", made)
    monkeypatch.delenv(_NAME, raising=False)
    settings.adapter(One)
    first_ended.set()
    second.join(10)
    assert _NAME not in os.environ
    assert settings.adapter(Other).validate_python({"a": 1}) == Other(1)


@dataclass(frozen=True)
class Inked:
    players: tuple[int, int]
    mark_ink: str


def test_settings_with_a_key_of_every_game_are_told_that_its_name_is_taken() -> None:
    built, (finding,) = settings.read_settings(Inked, {"players": [2, 3], "mark-ink": "#2a6f97"})
    assert built is None
    assert (finding.path, finding.code) == (("mark-ink",), "name-taken")
    assert "declare the key 'mark-ink', which every game has: the name is taken" in finding.message
    assert finding.hint is not None and "credits" in finding.hint
    assert settings.read_settings(Inked, {"players": [2, 3]})[1][0].path == ()
