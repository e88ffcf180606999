"""Positions of iroha as data: what engine and oracle answer to each, what both refuse, and what is printed."""

from __future__ import annotations

from tests.games.worked import answered, goldens

test_iroha_is_answered = answered("iroha")
test_iroha_is_printed = goldens("iroha")
