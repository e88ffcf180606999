"""Definitions of iroha: the shipped one, and tweaks of it."""

from __future__ import annotations

from dataclasses import replace

from pnp.games.iroha.settings import Icon, IrohaSettings, Suit
from pnp.model.text import Translated
from tests.games.shipped import shipped

IROHA: IrohaSettings = shipped("iroha")
SUITS = (*IROHA.suits, Suit("moon", Translated("moon", "月"), Translated("Mo", "月"), "#31147e", "moon", "uroko"))
TINY = replace(
    IROHA,
    players=(2, 3),
    suits=SUITS[:3],
    numbers=(4, 3, 2, 1),
    icons=(Icon((1, 2, 3), 2), Icon((4,), 3)),
    dealt=3,
    passed=1,
)
TWEAKS: dict[str, IrohaSettings] = {
    "iroha-six-suits": replace(IROHA, suits=SUITS, dealt=10, cost=2),
    "iroha-icons": replace(
        IROHA,
        players=(3, 5),
        numbers=tuple(range(10)),
        icons=(Icon((9, 0, 5, 2, 7, 4), 2), Icon((1, 8), 4), Icon((6, 3), 5)),
        passed=3,
    ),
    "iroha-double": replace(IROHA, passed=0, cost=0, deals_each=2),
    "iroha-tiny": TINY,
    "ten-cards": replace(IROHA, dealt=10),
    "six-suits": replace(IROHA, suits=SUITS),
    "costs-two": replace(IROHA, cost=2),
    "costs-nothing": replace(IROHA, cost=0),
    "passes-nothing": replace(IROHA, passed=0),
    "passes-three": replace(IROHA, passed=3),
    "deals-twice": replace(IROHA, deals_each=2),
    "one-card": replace(IROHA, dealt=1, passed=0),
    "for-three-and-four": replace(IROHA, players=(3, 4)),
    "all-cards-always": replace(IROHA, icons=(Icon(tuple(range(1, 13)), 3),)),
    "for-two": replace(IROHA, players=(2, 2), icons=(Icon(tuple(range(1, 13)), 2),)),
    "for-six": replace(IROHA, players=(6, 6)),
    "other-numbers": replace(
        IROHA, players=(3, 5), numbers=tuple(range(10)), icons=(Icon((9, 0, 5, 2, 7, 4), 2), Icon((1, 8, 6, 3), 4))
    ),
}
VARIANTS: dict[str, IrohaSettings] = {"iroha": IROHA, **TWEAKS}
"""Every definition by name."""
