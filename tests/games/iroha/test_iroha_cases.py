"""Positions of iroha as data: answers of engine and oracle, refusals of both, and printed examples."""

from __future__ import annotations

from tests.games.worked import answered, goldens

test_iroha_is_answered = answered("iroha")
test_iroha_is_printed = goldens("iroha")
