"""Limits on what files from strangers may use up, in one table.

A user raises them with the environment variable ``PNP_LIMITS``: ``PNP_LIMITS="memory=4000 seconds=60"``. A definition
never does. docs/security.md shows the table.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping

from pnp.records import dataclass

VARIABLE = "PNP_LIMITS"
_SETTING = re.compile(r"([a-z][a-z-]*)=([1-9][0-9]{0,11})")


@dataclass(frozen=True, slots=True)
class Limit:
    """Limit by its name: the most ``unit`` of what it bounds. ``shipped`` holds where the user sets nothing."""

    name: str
    most: int
    unit: str
    bounds: str
    shipped: int

    @property
    def hint(self) -> str:
        """Return the sentence that tells the user how to raise this limit."""
        return f"the limit is {self.name}={self.most} ({self.unit}); {VARIABLE}={self.name}={2 * self.most} raises it"


def settings_of(text: str) -> Mapping[str, int]:
    """Return the limits that a user sets, by name. Raises ValueError with the word that is no setting.

    >>> settings_of("memory=4000 seconds=60")
    {'memory': 4000, 'seconds': 60}
    """
    settings = {}
    for word in text.split():
        match = _SETTING.fullmatch(word)
        if match is None:
            raise ValueError(word)
        settings[match[1]] = int(match[2])
    return settings


def unknown_settings() -> tuple[str, ...]:
    """Return the words of PNP_LIMITS that set no limit."""
    words = os.environ.get(VARIABLE, "").split()
    return tuple(word for word in words if _SETTING.fullmatch(word) is None or word.partition("=")[0] not in LIMITS)


def _user_settings() -> Mapping[str, int]:
    try:
        return settings_of(os.environ.get(VARIABLE, ""))
    except ValueError:
        return {}  # the command line refuses it before anything is read


LIMITS: dict[str, Limit] = {}
"""Every limit by name."""
_SET = _user_settings()


def _limit(name: str, most: int, unit: str, bounds: str) -> Limit:
    LIMITS[name] = Limit(name, _SET.get(name, most), unit, bounds, most)
    return LIMITS[name]


# A run

MEMORY = _limit("memory", 1_000, "MB", "address space of a run")
SECONDS = _limit("seconds", 12, "s", "processor time of one step: reading a file, drawing a face or a page")
RUN = _limit("run", 300, "s", "processor time of a command; with `--watch`, of one build")
