"""Past of koka: retired names that printed sheets still use, and defaults of keys that came later."""

from __future__ import annotations

from pnp.games.core.engine import Past

PAST = Past(
    lessons={
        "check-reroll-colour": "nobody tries to take a die in another colour; check-reroll-old shows what is not taken",
        "check-reroll-none": "check-reroll-left shows it: what happens in the tray when neither die is taken",
    },
    settings={("readings", "untaken-dice"): "stay", ("readings", "reroll-count"): "two"},
)
