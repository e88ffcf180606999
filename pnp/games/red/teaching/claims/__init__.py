"""Claims of red: what each sentence and each row of an example must say, by the oracle's answer.

Sentences are about a contest (the palettes under a colour), and about a seat of it.
"""

from __future__ import annotations

from pnp.games.core.claims import Claims, always, claim
from pnp.games.red.teaching.claims.contest import colour_name, number_row
from pnp.games.red.teaching.claims.layouts import may_move_layout, opening_layout, round_layout, winner_layout
from pnp.games.red.teaching.claims.left_out import LEFT_OUT
from pnp.games.red.teaching.claims.reasons import reason_claims, selection_claims
from pnp.games.red.teaching.claims.rounds import ROUNDS
from pnp.games.red.teaching.claims.rows import HEADINGS, ROWS, rule_claims
from pnp.games.red.teaching.claims.turns import TURNS

CLAIMS = Claims(
    slots={"heading": ("heading-", "rule-"), "label": ("row-", "place"), "note": ("note-", "equals")},
    layouts={
        "winner": winner_layout,
        "opening": opening_layout,
        "round_score": round_layout,
        "next_round": round_layout,
        "may_move": may_move_layout,
    },
    also_true={
        "heading-equal-sets": ("rule-*",),
        "heading-nobody-fits": ("rule-*",),
        "heading-score": ("rule-*",),
        "heading-tie": ("rule-*",),
        "left-out*": ("left-out*",),
        "reason-colour*": ("reason-lone*",),
        "reason-lone*": ("reason-lone*", "reason-colour*", "reason-number*"),
        "reason-number*": ("reason-lone*",),
        "reason-so-tie": ("reason-lone*",),
        "reason-under": ("reason-*",),
        "row-begins": ("place*",),
        # Earlier kits count an opponent who is out, and say this of any discard.
        "row-rival": ("row-opponent",),
        "drawing-none-instead": ("drawing-none",),
        "row-winner": ("place*",),
        "verdict-all-stay": ("verdict-allowed",),
        "verdict-allowed": ("verdict-all-stay", "verdict-same-colour"),
        "verdict-allowed-drawing": ("verdict-all-stay", "verdict-same-colour-drawing"),
        "verdict-nobody-fits": ("verdict-nobody",),
        "verdict-same-colour": ("verdict-all-stay", "verdict-allowed"),
        "verdict-same-colour-drawing": ("verdict-all-stay", "verdict-allowed-drawing"),
        "verdict-no-pass*": ("verdict-no-pass", "verdict-not-allowed"),
        "verdict-pass-out*": ("verdict-pass-out", "verdict-out"),
        "verdict-turn-both-draws-over": ("verdict-turn-both-draws",),
        "verdict-turn-lost": ("verdict-turn-out",),
        "verdict-turn-*": ("verdict-all-stay", "verdict-allowed*", "verdict-out*", "verdict-same-colour*"),
        "verdict-winner*": ("verdict-winner*",),
    },
    phrases={
        "card-name": claim(
            always, colour=lambda scene: colour_name(scene, scene["card"][0]), number=lambda scene: scene["card"][1]
        ),
        "row-on": claim(left=lambda scene: number_row(scene["numbers"][:-1]), right=lambda scene: scene["numbers"][-1]),
        **ROWS,
        **HEADINGS,
        **rule_claims(),
        **selection_claims(),
        **reason_claims(),
        **LEFT_OUT,
        **ROUNDS,
        **TURNS,
    },
)
