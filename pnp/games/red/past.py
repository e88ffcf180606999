"""Past of red: defaults of keys that came later."""

from __future__ import annotations

from pnp.games.core.engine import Past

PAST = Past(settings={("readings", "scored-cards"): "set-aside"})
