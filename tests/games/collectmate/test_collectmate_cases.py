"""Positions of collectmate as data: the answers of engine and oracle, the refusals of both, and the printed
tableaux."""

from __future__ import annotations

from tests.games.worked import answered, goldens

test_collectmate_is_answered = answered("collectmate")
test_collectmate_is_printed = goldens("collectmate")
