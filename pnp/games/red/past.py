"""Earlier versions of red: names that printed sheets still use, and tables before today's keys."""

from __future__ import annotations

from pnp.games.core.engine import Past

PAST = Past(settings={("readings", "scored-cards"): "set-aside"})
