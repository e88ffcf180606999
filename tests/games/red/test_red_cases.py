"""Positions of red as data: answers of engine and oracle, refusals of both, and printed examples."""

from __future__ import annotations

from tests.games.worked import answered, goldens

test_red_is_answered = answered("red")
test_red_is_printed = goldens("red")
