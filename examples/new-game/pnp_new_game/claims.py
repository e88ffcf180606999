"""What a sentence of an example must say, where that does not follow from the position and the oracle's answer.

Written from the rule sheet, like the oracle: it may use the settings, and neither rules nor teaching.
"""

from pnp.games.core.claims import Claims, OneOf, Scene, claim, count_of, one_of, position_at
from pnp_new_game.settings import NewGameSettings


def _layable(scene: Scene[NewGameSettings]) -> OneOf:
    """Expect any card of the hand that may be laid: the oracle is asked about each."""
    acts = [(card, {**scene.position, "act": ["lay", card]}) for card in scene.position["hand"]]
    return one_of(card for card, position in acts if scene.ask("may_act", position)["verdict"] == "allowed")


CLAIMS = Claims(
    phrases={
        "verdict-price": claim(count=count_of(position_at("taken"))),
        "violation-must-lay": claim(card=_layable),
    }
)
