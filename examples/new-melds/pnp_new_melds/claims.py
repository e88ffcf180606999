"""What a row of an example must show, where that does not follow from the position and the oracle's answer."""

from typing import Any

from pnp.games.core.claims import Claims, Scene, TableauClaim, claim
from pnp.games.core.genres.meld_claims import grouped_cards
from pnp_new_melds.settings import NewMeldsSettings

_IN_HAND = grouped_cards("split", "hand", "left")


def _declared(scene: Scene[Any], layout: TableauClaim) -> TableauClaim:
    """The cards in groups count where a hand is declared."""
    return _IN_HAND(scene, layout) if scene.position["act"][0] == "declare" else layout


def _left(scene: Scene[NewMeldsSettings]) -> int:
    """Expect the number of cards that are left over when the card of the act is laid."""
    rest = [card for card in scene.position["hand"] if card != scene.position["act"][1]]
    return int(scene.ask("split", {"cards": rest})["left"])


CLAIMS = Claims(
    changes={"may_act": _declared, "split": grouped_cards("split", "cards", "left")},
    phrases={"violation-left-over": claim(left=_left)},
)
