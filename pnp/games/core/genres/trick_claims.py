"""Claims of the sentences that games of tricks have in common: see ``tricks``. They share no code with its rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from pnp.games.core.claims import Claim, OneOf, Part, Scene, claim, one_of, part


def card_part(card: Any) -> Part:
    """Expect the name of a card, written ``[suit, number]``."""
    return part("card", card=tuple(card))


def _allowed(tells: Callable[[Any, Any], bool]) -> Callable[[Scene[Any]], bool]:
    """Return the condition that the card may be played, and that the trick so far and the card ``tells``."""
    return lambda scene: scene.out["verdict"] == "allowed" and tells(scene.position["table"], scene.position["card"])


def _playable(scene: Scene[Any]) -> OneOf:
    """Expect any card of the hand that may be played: the oracle is asked about each."""
    positions = [{**scene.position, "card": card} for card in scene.position["hand"]]
    return one_of(
        card_part(position["card"]) for position in positions if scene.ask("may_play", position)["verdict"] == "allowed"
    )


def _taking(scene: Scene[Any]) -> Any:
    return scene.position["plays"][scene.out["winner"]]


def _led(scene: Scene[Any]) -> Part:
    return card_part(scene.position["table"][0])


TRICK_PHRASES: Mapping[str, Claim] = {
    "reason-leads": claim(_allowed(lambda table, card: not table)),
    "reason-follows": claim(_allowed(lambda table, card: bool(table) and table[0][0] == card[0]), led=_led),
    "reason-cannot-follow": claim(_allowed(lambda table, card: bool(table) and table[0][0] != card[0]), led=_led),
    "violation-must-follow": claim(other=_playable),
    "violation-must-not-lead": claim(other=_playable),
    "verdict-trick": claim(card=lambda scene: card_part(_taking(scene))),
}
"""Claims of the phrases that ``may_play`` and ``trick`` give."""

TRICK_COUNTED: Mapping[str, Callable[[Scene[Any]], Mapping[str, Any]]] = {
    "trick": lambda scene: {"plays": [_taking(scene)]}
}
"""Cards that count: the one that takes the trick."""
