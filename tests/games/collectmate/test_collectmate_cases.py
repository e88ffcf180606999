"""Positions of collectmate as data: what engine and oracle answer to each, what both refuse, and what is printed."""

from __future__ import annotations

from tests.games.worked import answered, goldens

test_collectmate_is_answered = answered("collectmate")
test_collectmate_is_printed = goldens("collectmate")
