"""What printed sheets of red may still name, and what a table meant before it had today's keys."""

from __future__ import annotations

from pnp.games.core.engine import Past

PAST = Past(settings={("readings", "scored-cards"): "set-aside"})
