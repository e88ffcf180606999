"""Positions of koka as data: answers of engine and oracle, refusals of both, and printed examples."""

from __future__ import annotations

from tests.games.worked import answered, goldens

test_koka_is_answered = answered("koka")
test_koka_is_printed = goldens("koka")
