"""The keys of harbour's table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, NamedTuple

from pnp.model.constraints import STRICT, Count, MinLen


class Problem(NamedTuple):
    """Problem with settings."""

    path: tuple[str | int, ...]
    code: str
    message: str
    hint: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class HarbourSettings:
    """Ships by number, each twice, and how many a hand holds."""

    __pydantic_config__ = STRICT

    numbers: Annotated[tuple[Count, ...], MinLen(1)]
    hand: Count = 2


def problems(settings: HarbourSettings) -> Iterator[Problem]:
    """Check that there are ships for two hands."""
    if 2 * settings.hand > 2 * len(settings.numbers):
        yield Problem(("hand",), "too-few-ships", "there are too few ships for two hands", "write fewer")


def figures(settings: HarbourSettings) -> Mapping[str, Any]:
    """Return the part of the settings that the rules rest on."""
    return {"numbers": list(settings.numbers), "hand": settings.hand}
