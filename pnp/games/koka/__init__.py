"""Reference engine of koka, and of the games that other settings make of it."""

from __future__ import annotations

from pnp.games.core.engine import Engine
from pnp.games.koka.oracle.answer import oracle
from pnp.games.koka.play.asks import ASKS
from pnp.games.koka.play.game import KokaPlay
from pnp.games.koka.problems import problems
from pnp.games.koka.rules.answer import answer
from pnp.games.koka.rules.decisions import rules_of
from pnp.games.koka.rules.dice import dice, faces, figures, seats
from pnp.games.koka.rules.impossible import impossible
from pnp.games.koka.settings import KokaSettings
from pnp.games.koka.teaching.claims import CLAIMS
from pnp.games.koka.teaching.explain import explain
from pnp.games.koka.teaching.lessons import lessons
from pnp.games.koka.teaching.misreadings import misreadings
from pnp.games.koka.teaching.preferences import preferences

ENGINE = Engine(
    settings=KokaSettings,
    problems=problems,
    figures=figures,
    rules=rules_of,
    answer=answer,
    oracle=oracle,
    play=KokaPlay(),
    lessons=lessons,
    misreadings=misreadings,
    preferences=preferences,
    explain=explain,
    claims=CLAIMS,
    decks={"dice": dice, "faces": faces, "seats": seats},
    asks=ASKS,
    impossible=impossible,
)
