"""Positions of kasane as data: what engine and oracle answer to each, what both refuse, and what is printed."""

from __future__ import annotations

from tests.games.worked import answered, goldens

test_kasane_is_answered = answered("kasane")
test_kasane_is_printed = goldens("kasane")
