"""What a sentence or a row of an example must say, where that does not follow from the position and the answer."""

from pnp.games.core.claims import Claims, Part, Scene, claim, part
from pnp.games.core.defaults.claims import seat_part
from pnp_new_subset.settings import NewSubsetSettings


def _leader(scene: Scene[NewSubsetSettings]) -> Part:
    """Expect the seat that leads when the card is laid: the oracle is asked about the rows then."""
    rows = [[*row, scene.position["act"][1]] if at == scene.position["me"] else row for at, row in _rows(scene)]
    seats = [at for at, row in enumerate(rows) if row]
    (winner,) = scene.ask("leads", {"rows": [row for row in rows if row]})["winners"]
    return seat_part(seats[winner])


def _rows(scene: Scene[NewSubsetSettings]) -> list[tuple[int, list[object]]]:
    return list(enumerate(scene.position["rows"]))


CLAIMS = Claims(
    counted={"best": lambda scene: {"row": scene.out["best"]}},
    phrases={
        "reason-lay": claim(me=lambda scene: seat_part(scene.position["me"])),
        "reason-pass": claim(me=lambda scene: seat_part(scene.position["me"])),
        "violation-not-best": claim(leader=_leader),
        "verdict-best": claim(
            count=lambda scene: len(scene.out["best"]),
            highest=lambda scene: part("card", card=tuple(scene.out["best"][0])),
        ),
    },
)
