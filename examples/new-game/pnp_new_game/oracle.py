"""The oracle: the same questions answered again, as plainly as one would at the table.

It was written from the rule sheet alone. It may use the settings and what core/answer.py offers, and nothing of the
engine: that is what makes its agreement worth something.
"""

from pnp.games.core.answer import Answer, allowed_unless, least_points_win, oracle_of
from pnp_new_game.settings import NewGameSettings


def _may_act(settings: NewGameSettings, top: int, hand: list[int], act: tuple[str, int]) -> Answer:
    do, card = act
    why = None
    if do == "lay" and card <= top:
        why = "not-higher"
    if do == "take" and any(other > top for other in hand):
        why = "must-lay"
    return allowed_unless(why)


def _price(settings: NewGameSettings, taken: list[int]) -> Answer:
    return {"price": sum(settings.cost for _ in taken)}


oracle = oracle_of(_may_act, _price, winners=least_points_win)
