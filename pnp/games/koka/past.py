"""Earlier versions of koka: names that printed sheets still use, and tables before today's keys."""

from __future__ import annotations

from pnp.games.core.engine import Past

PAST = Past(
    lessons={
        "check-reroll-colour": "nobody tries to take a die in another colour; check-reroll-old shows what is not taken",
        "check-reroll-none": "check-reroll-left shows it: what happens in the tray when neither die is taken",
    },
    settings={("readings", "untaken-dice"): "stay", ("readings", "reroll-count"): "two"},
)
