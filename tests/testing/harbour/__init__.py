"""Harbour, a toy game: ships leave by rising numbers, and who lets the last one out wins."""

from __future__ import annotations

from harbour.oracle.answer import oracle
from harbour.play.asks import ASKS
from harbour.play.game import HarbourPlay
from harbour.problems import problems
from harbour.rules.answer import answer, impossible
from harbour.rules.record import Rules, figures, rules_of
from harbour.settings import HarbourSettings
from harbour.teaching.claims import CLAIMS
from harbour.teaching.explain import explain
from harbour.teaching.lessons import lessons, misreadings
from pnp.games.core.engine import Engine

INTERFACE = 2

ENGINE: Engine[HarbourSettings, Rules] = Engine(
    settings=HarbourSettings,
    problems=problems,
    figures=figures,
    rules=rules_of,
    answer=answer,
    oracle=oracle,
    play=HarbourPlay(),
    lessons=lessons,
    misreadings=misreadings,
    explain=explain,
    claims=CLAIMS,
    asks=ASKS,
    impossible=impossible,
)
