"""New Game: a game for pnp. Its parts are put together here, and checked against each other by their types."""

from __future__ import annotations

from pnp.games.core.engine import Engine
from pnp.games.core.figures import figures_of
from pnp_new_game.oracle.answer import oracle
from pnp_new_game.play.asks import ASKS
from pnp_new_game.play.game import NewGamePlay
from pnp_new_game.problems import problems
from pnp_new_game.rules.answer import answer
from pnp_new_game.rules.decisions import rules_of
from pnp_new_game.rules.deck import deck
from pnp_new_game.rules.impossible import impossible
from pnp_new_game.settings import NewGameSettings
from pnp_new_game.teaching.claims import CLAIMS
from pnp_new_game.teaching.explain import explain
from pnp_new_game.teaching.lessons import lessons
from pnp_new_game.teaching.misreadings import misreadings

INTERFACE = 1
"""The version of pnp's interface that this package was written for."""

ENGINE = Engine(
    settings=NewGameSettings,
    problems=problems,
    figures=figures_of,
    rules=rules_of,
    answer=answer,
    oracle=oracle,
    play=NewGamePlay(),
    lessons=lessons,
    misreadings=misreadings,
    explain=explain,
    claims=CLAIMS,
    decks={"deck": deck},
    asks=ASKS,
    impossible=impossible,
)
