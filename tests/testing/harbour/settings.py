"""The keys of harbour's table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from pnp.model.constraints import STRICT, Count, MinLen


@dataclass(frozen=True, slots=True, kw_only=True)
class HarbourSettings:
    """Ships by number, each twice, and how many a hand holds."""

    __pydantic_config__ = STRICT

    numbers: Annotated[tuple[Count, ...], MinLen(1)]
    hand: Count = 2
