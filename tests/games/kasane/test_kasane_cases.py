"""Positions of kasane as data: the answers of engine and oracle, the refusals of both, and the printed tableaux."""

from __future__ import annotations

from tests.games.worked import answered, goldens

test_kasane_is_answered = answered("kasane")
test_kasane_is_printed = goldens("kasane")
