"""Reference engine of kasane."""

from __future__ import annotations

from pnp.games.core.engine import Engine
from pnp.games.kasane.oracle.answer import oracle
from pnp.games.kasane.play.asks import ASKS
from pnp.games.kasane.play.game import KasanePlay
from pnp.games.kasane.problems import problems
from pnp.games.kasane.rules.answer import answer
from pnp.games.kasane.rules.cards import deck, figures, track_cards, yaku_cards
from pnp.games.kasane.rules.decisions import rules_of
from pnp.games.kasane.rules.impossible import impossible
from pnp.games.kasane.settings import KasaneSettings
from pnp.games.kasane.teaching.claims import CLAIMS
from pnp.games.kasane.teaching.explain import explain
from pnp.games.kasane.teaching.lessons import lessons
from pnp.games.kasane.teaching.misreadings import misreadings
from pnp.games.kasane.teaching.preferences import preferences

ENGINE = Engine(
    settings=KasaneSettings,
    problems=problems,
    figures=figures,
    rules=rules_of,
    answer=answer,
    oracle=oracle,
    play=KasanePlay(),
    lessons=lessons,
    misreadings=misreadings,
    preferences=preferences,
    explain=explain,
    claims=CLAIMS,
    decks={"deck": deck, "yaku": yaku_cards, "track": track_cards},
    asks=ASKS,
    impossible=impossible,
)
