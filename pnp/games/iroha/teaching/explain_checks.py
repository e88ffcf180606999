"""Rule checks of iroha, laid out for a reader: what may be played, and what may be passed."""

from __future__ import annotations

from pnp.games.core.answer import Answer, PositionError
from pnp.games.core.tableau import Mark, MiniCard, Row, Tableau
from pnp.games.iroha.rules.cards import Card
from pnp.games.iroha.rules.trick import marker_of, pass_violation, play_violation
from pnp.games.iroha.teaching.layout import Layout
from pnp.model.text import phrase


def explain_turn(layout: Layout) -> Tableau:
    """A card that somebody plays, and whether that is allowed."""
    rules, out = layout.rules, layout.out
    table, hand, card = layout.cards("table"), layout.cards("hand"), Card(*layout.position["card"])
    allowed = out["verdict"] == "allowed"
    moved = allowed and out["marker"] == len(table)
    marker = None if moved or not table else marker_of(rules, table)
    rows = [
        Row(layout.minis(table, None, marker), phrase("row-table"), role="table", titled=True),
        Row(layout.minis((card,), None, 0 if moved else None), phrase("row-played"), role="then", titled=True),
    ]
    rest = [other for other in hand if other != card]
    if rest:
        rows.append(Row(layout.minis(rest), phrase("row-rest"), role="hand", titled=True))
    if not allowed:
        violation = play_violation(rules, hand, table, card)
        if violation is None:
            raise PositionError(f"playing {card} is recorded as not allowed, and it is allowed")
        heading = "heading-turn-could-follow"
        verdict = phrase("verdict-not-allowed", reason=violation.reason)
    else:
        suit = rules.names[card.suit]
        other = bool(table) and card.suit != table[0].suit
        heading = "heading-turn-void" if moved else "heading-turn-other" if other else "heading-turn-follows"
        if moved:
            before = layout.name(table[marker_of(rules, table)])
            reason = phrase("reason-void", **{"from": before}, to=layout.name(card), suit=suit)
        else:
            reason = phrase("reason-lies-there", suit=suit)
        verdict = phrase("verdict-allowed", reason=reason)
    return Tableau(phrase(heading), tuple(rows), verdict, _mark(out))


def explain_may_pass(layout: Layout) -> Tableau:
    """Cards that somebody passes, and whether that is allowed."""
    rules = layout.rules
    hand, received, chosen = (layout.cards(key) for key in ("hand", "received", "cards"))
    rows = [Row(layout.offered(hand, chosen), phrase("row-dealt"), role="palette", titled=True)]
    if received:
        backs = tuple(MiniCard({"raised": card in chosen}, ()) for card in received)
        rows.append(Row(backs, phrase("row-received"), role="received", titled=True))
    heading = "heading-pass-own"
    if layout.out["verdict"] == "allowed":
        verdict = phrase("verdict-allowed", reason=phrase("reason-own-cards", cards=tuple(map(layout.name, chosen))))
    else:
        violation = pass_violation(rules, hand, received, chosen)
        if violation is None:
            raise PositionError("passing these cards is recorded as not allowed, and it is allowed")
        heading = "heading-pass-count" if len(chosen) != rules.passed else "heading-pass-received"
        verdict = phrase("verdict-not-allowed", reason=violation.reason)
    return Tableau(phrase(heading), tuple(rows), verdict, _mark(layout.out))


def _mark(out: Answer) -> Mark:
    return "allowed" if out["verdict"] == "allowed" else "not-allowed"
