"""Positions of koka as data: what engine and oracle answer to each, what both refuse, and what is printed."""

from __future__ import annotations

from tests.games.worked import answered, goldens

test_koka_is_answered = answered("koka")
test_koka_is_printed = goldens("koka")
