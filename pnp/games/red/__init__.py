"""Reference engine of red, and of the games that other settings make of it."""

from __future__ import annotations

from pnp.games.core.engine import Engine
from pnp.games.red.oracle.answer import oracle
from pnp.games.red.play.asks import ASKS
from pnp.games.red.play.game import RedPlay
from pnp.games.red.problems import problems
from pnp.games.red.rules.answer import answer
from pnp.games.red.rules.cards import deck, figures
from pnp.games.red.rules.decisions import rules_of
from pnp.games.red.rules.impossible import impossible
from pnp.games.red.settings import RedSettings
from pnp.games.red.teaching.claims import CLAIMS
from pnp.games.red.teaching.explain import explain
from pnp.games.red.teaching.lessons import lessons
from pnp.games.red.teaching.misreadings import misreadings
from pnp.games.red.teaching.preferences import preferences

ENGINE = Engine(
    settings=RedSettings,
    problems=problems,
    figures=figures,
    rules=rules_of,
    answer=answer,
    oracle=oracle,
    play=RedPlay(),
    lessons=lessons,
    misreadings=misreadings,
    preferences=preferences,
    explain=explain,
    claims=CLAIMS,
    decks={"deck": deck},
    asks=ASKS,
    impossible=impossible,
)
