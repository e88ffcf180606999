"""Reference engine of collectmate (にじ札 コレクトメイト)."""

from __future__ import annotations

from pnp.games.collectmate.oracle.answer import oracle
from pnp.games.collectmate.play.asks import ASKS
from pnp.games.collectmate.play.game import CollectmatePlay
from pnp.games.collectmate.problems import problems
from pnp.games.collectmate.rules.answer import answer
from pnp.games.collectmate.rules.cards import deck, figures
from pnp.games.collectmate.rules.decisions import rules_of
from pnp.games.collectmate.rules.impossible import impossible
from pnp.games.collectmate.settings import CollectmateSettings
from pnp.games.collectmate.teaching.claims import CLAIMS
from pnp.games.collectmate.teaching.explain import explain
from pnp.games.collectmate.teaching.lessons import lessons
from pnp.games.collectmate.teaching.misreadings import misreadings
from pnp.games.collectmate.teaching.preferences import preferences
from pnp.games.core.engine import Engine

ENGINE = Engine(
    settings=CollectmateSettings,
    problems=problems,
    figures=figures,
    rules=rules_of,
    answer=answer,
    oracle=oracle,
    play=CollectmatePlay(),
    lessons=lessons,
    misreadings=misreadings,
    preferences=preferences,
    explain=explain,
    claims=CLAIMS,
    decks={"deck": deck},
    asks=ASKS,
    impossible=impossible,
)
