"""What a seat may do in its turn."""

from __future__ import annotations

from pnp.games.core.score import Violation, refused
from pnp_new_game.rules.record import Action, Cards, Rules


def turn_violation(rules: Rules, top: int, hand: Cards, action: Action) -> Violation | None:
    """Why ``action`` is not allowed with ``top`` on the stairs, or None when it is. Its card must be in ``hand``."""
    if action.do == "lay":
        return None if rules.fits(action.card, top) else refused("not-higher", card=action.card, top=top)
    fitting = [card for card in hand if rules.fits(card, top)]
    return None if rules.may_take(bool(fitting)) else refused("must-lay", card=min(fitting, default=top), top=top)
