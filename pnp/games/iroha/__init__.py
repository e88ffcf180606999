"""Reference engine of iroha, and of the games that other settings make of it."""

from __future__ import annotations

from pnp.games.core.engine import Engine
from pnp.games.iroha.oracle.answer import oracle
from pnp.games.iroha.play.asks import ASKS
from pnp.games.iroha.play.game import IrohaPlay
from pnp.games.iroha.problems import problems
from pnp.games.iroha.rules.answer import answer
from pnp.games.iroha.rules.cards import deck, figures
from pnp.games.iroha.rules.decisions import rules_of
from pnp.games.iroha.rules.impossible import impossible
from pnp.games.iroha.settings import IrohaSettings
from pnp.games.iroha.teaching.claims import CLAIMS
from pnp.games.iroha.teaching.explain import explain
from pnp.games.iroha.teaching.lessons import lessons
from pnp.games.iroha.teaching.misreadings import misreadings

ENGINE = Engine(
    settings=IrohaSettings,
    problems=problems,
    figures=figures,
    rules=rules_of,
    answer=answer,
    oracle=oracle,
    play=IrohaPlay(),
    lessons=lessons,
    misreadings=misreadings,
    explain=explain,
    claims=CLAIMS,
    decks={"deck": deck},
    asks=ASKS,
    impossible=impossible,
)
