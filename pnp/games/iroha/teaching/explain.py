"""Worked examples and rule checks of iroha, laid out for a reader.

Every card of the position lies in one row, in the order of the position. In a trick each play is a row of its own, the
trump suit stands out, and the card that takes the trick is framed; the field ``marked`` says that the trump marker lies
beside a card. In captures the card that scores stands out. In a check of passing the field ``raised`` says which cards
are to be passed, and what has come from the right lies face down. Over rows stands whose cards they are; cards are
named in full.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from pnp.games.core.lesson import Example
from pnp.games.core.tableau import Row, Tableau, layout_of
from pnp.games.core.wording import seat_name
from pnp.games.iroha.rules.record import pack
from pnp.games.iroha.settings import IrohaSettings
from pnp.games.iroha.teaching.explain_checks import explain_may_pass, explain_turn
from pnp.games.iroha.teaching.explain_scores import explain_deals, explain_game, explain_last_play, explain_score
from pnp.games.iroha.teaching.explain_tricks import explain_lead, explain_trick
from pnp.games.iroha.teaching.layout import Layout, cards_of
from pnp.model.text import phrase


def explain(settings: IrohaSettings, example: Example) -> Tableau:
    """The tableau of an example. Raises PositionError for a kind that is never printed."""
    return layout_of(_KINDS, example.kind)(Layout(settings, example))


def _receive(layout: Layout) -> Tableau:
    passed = [cards_of(raw) for raw in layout.position["passed"]]
    seats = len(passed)
    rows = tuple(
        Row(
            layout.minis(cards),
            phrase("row-gives", seat=seat_name(seat)),
            role="palette",
            titled=True,
        )
        for seat, cards in enumerate(passed)
    )
    ways = tuple(
        phrase("passes", giver=seat_name(seat), taker=seat_name(layout.rules.pass_to(seat, seats)))
        for seat in range(seats)
    )
    return Tableau(phrase("heading-pass"), rows, phrase("verdict-pass", ways=ways, count=layout.rules.passed))


def _setup(layout: Layout) -> Tableau:
    rules, out, players = layout.rules, layout.out, layout.position["players"]
    suit = rules.suits[0]
    cards = [card for card in pack(rules, players) if card.suit == suit]
    row = Row(layout.minis(cards), phrase("row-used"), titled=True)
    verdict = phrase(
        "verdict-setup",
        players=players,
        suits=len(rules.suits),
        numbers=len(cards),
        used=out["cards_used"],
        dealt=out["dealt_each"],
        left=phrase("left-over", count=out["undealt"]),
    )
    return Tableau(phrase("heading-setup", players=players), (row,), verdict)


_KINDS: Mapping[str, Callable[[Layout], Tableau]] = {
    "trick": explain_trick,
    "score": explain_score,
    "last_play": explain_last_play,
    "lead": explain_lead,
    "receive": _receive,
    "seat_total": explain_deals,
    "game": explain_game,
    "setup": _setup,
    "turn": explain_turn,
    "may_pass": explain_may_pass,
}
