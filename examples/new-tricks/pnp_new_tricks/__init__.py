"""New Tricks: a game for pnp."""

from pnp.games.core.defaults.engine import engine_of
from pnp_new_tricks import claims, oracle, play, rules, settings, teaching

INTERFACE = 2
"""The version of pnp's interface that this package was written for."""

ENGINE = engine_of(settings, rules, play, oracle, teaching, claims)
