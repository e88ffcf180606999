"""What the sentences and rows of harbour's examples must say."""

from __future__ import annotations

from harbour.settings import HarbourSettings
from pnp.games.core.claims import CardClaim, Claims, Scene, TableauClaim, claim, position_at, row_claim


def _two_ships(scene: Scene[HarbourSettings]) -> TableauClaim:
    cards = tuple(CardClaim((str(ship),), {"number": ship}) for ship in scene.position["ships"])
    return TableauClaim((row_claim(cards),))


CLAIMS = Claims(
    layouts={"race": _two_ships, "may-leave": _two_ships},
    phrases={
        "heading-race": claim(lambda scene: scene.kind == "race"),
        "heading-may-leave": claim(lambda scene: scene.kind == "may-leave"),
        "verdict-race": claim(lambda scene: scene.out["winner"] is not None, first=position_at("ships", 0)),
        "verdict-may-leave": claim(lambda scene: scene.kind == "may-leave", first=position_at("ships", 0)),
    },
)
