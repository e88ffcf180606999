"""Positions and answers: the one door between an engine and everything that asks it something."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

Position: TypeAlias = Mapping[str, Any]
"""The ``in`` of a case: plain JSON data, as in the conformance cases."""

Answer: TypeAlias = Mapping[str, Any]
"""The ``out`` of a case: plain JSON data."""


class PositionError(ValueError):
    """A position that cannot be answered: an unknown kind, a card that does not exist, a wrong number of cards.

    The message is one sentence for the person who asked.
    """
