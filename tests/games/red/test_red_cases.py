"""Positions of red as data: what engine and oracle answer to each, what both refuse, and what is printed."""

from __future__ import annotations

from tests.games.worked import answered, goldens

test_red_is_answered = answered("red")
test_red_is_printed = goldens("red")
