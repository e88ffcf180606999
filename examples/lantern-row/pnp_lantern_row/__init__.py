"""Lantern Row: a game for pnp. Its parts are put together here, and checked against each other by their types."""

from __future__ import annotations

from pnp.games.core.engine import Engine
from pnp.games.core.figures import figures_of
from pnp_lantern_row.oracle.answer import oracle
from pnp_lantern_row.play.asks import ASKS
from pnp_lantern_row.play.game import LanternRowPlay
from pnp_lantern_row.problems import problems
from pnp_lantern_row.rules.answer import answer
from pnp_lantern_row.rules.decisions import rules_of
from pnp_lantern_row.rules.figures import deck
from pnp_lantern_row.rules.impossible import impossible
from pnp_lantern_row.settings import LanternRowSettings
from pnp_lantern_row.teaching.claims import CLAIMS
from pnp_lantern_row.teaching.explain import explain
from pnp_lantern_row.teaching.lessons import lessons
from pnp_lantern_row.teaching.misreadings import misreadings

INTERFACE = 1
"""The version of pnp's interface that this package was written for."""

ENGINE = Engine(
    settings=LanternRowSettings,
    problems=problems,
    figures=figures_of,
    rules=rules_of,
    answer=answer,
    oracle=oracle,
    play=LanternRowPlay(),
    lessons=lessons,
    misreadings=misreadings,
    explain=explain,
    claims=CLAIMS,
    decks={"deck": deck},
    asks=ASKS,
    impossible=impossible,
)
