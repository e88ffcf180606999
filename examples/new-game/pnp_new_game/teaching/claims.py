"""What each sentence and each row of an example must say, by the oracle's answer.

Written from the rules, like the oracle: it may use the settings, and neither rules nor explain. A value that explain
gets wrong is noticed before it is printed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from pnp.games.core.claims import (
    CardClaim,
    Claims,
    OneOf,
    Part,
    RowClaim,
    Scene,
    TableauClaim,
    about,
    answer_at,
    answered,
    claim,
    count_of,
    one_of,
    part,
    position_at,
    row_claim,
    setting,
)
from pnp.games.core.places import without
from pnp_new_game.settings import NewGameSettings

NewGameScene = Scene[NewGameSettings]


def _cards(cards: Iterable[int]) -> tuple[CardClaim, ...]:
    return tuple(CardClaim((str(card),)) for card in cards)


def _may_act(scene: NewGameScene) -> TableauClaim:
    """The top card, the card of the act, and the other cards in hand."""
    card = scene.position["act"][1]
    rest = without(tuple(scene.position["hand"]), [card])
    rows = (
        row_claim(_cards([scene.position["top"]]), place="stairs"),
        row_claim(_cards([card]), role="played", place="act"),
        row_claim(_cards(rest), role="hand", place="hand"),
    )
    return TableauClaim(rows, mark=scene.out["verdict"])


def _price(scene: NewGameScene) -> TableauClaim:
    return TableauClaim((row_claim(_cards(scene.position["taken"]), place="taken"),))


def _winners(scene: NewGameScene) -> TableauClaim:
    return TableauClaim(tuple(_seat(scene, seat) for seat in range(len(scene.position["taken"]))))


def _seat(scene: NewGameScene, seat: int) -> RowClaim:
    cards = _cards([scene.position["taken"][seat]])
    return row_claim(cards, mark="winner" if seat in scene.out["winners"] else None, place="seat", seat=seat)


def _acts(act: str, verdict: str) -> Callable[[NewGameScene], bool]:
    """The act is ``act``, and the oracle's verdict on it is ``verdict``."""
    return lambda scene: (scene.position["act"][0], scene.out["verdict"]) == (act, verdict)


def _layable(scene: NewGameScene) -> OneOf:
    """Any card of the hand that may be laid: the oracle is asked about each."""
    acts = [(card, {**scene.position, "act": ["lay", card]}) for card in scene.position["hand"]]
    return one_of(card for card, position in acts if scene.ask("may_act", position)["verdict"] == "allowed")


def _winning_seats(scene: NewGameScene) -> tuple[Part, ...]:
    return tuple(part("row-seat", seat=seat) for seat in scene.out["winners"])


_CARD, _TOP = position_at("act", 1), position_at("top")

PHRASES = {
    "heading-lay": claim(lambda scene: scene.position["act"][0] == "lay"),
    "heading-take": claim(lambda scene: scene.position["act"][0] == "take"),
    "heading-price": claim(lambda scene: scene.kind == "price"),
    "heading-winners": claim(lambda scene: scene.kind == "winners"),
    "row-stairs": claim(about(place="stairs")),
    "row-lay": claim(lambda scene: (scene["place"], scene.position["act"][0]) == ("act", "lay")),
    "row-take": claim(lambda scene: (scene["place"], scene.position["act"][0]) == ("act", "take")),
    "row-hand": claim(about(place="hand")),
    "row-taken": claim(about(place="taken")),
    "row-seat": claim(number=lambda scene: scene["seat"] + 1),
    "verdict-allowed": claim(answered(verdict="allowed"), reason=part()),
    "verdict-refused": claim(answered(verdict="not-allowed"), reason=part()),
    "verdict-price": claim(count=count_of(position_at("taken")), cost=setting("cost"), price=answer_at("price")),
    "verdict-winner": claim(lambda scene: len(scene.out["winners"]) == 1, seats=_winning_seats),
    "verdict-shared": claim(lambda scene: len(scene.out["winners"]) > 1, seats=_winning_seats),
    "reason-lay": claim(_acts("lay", "allowed"), card=_CARD, top=_TOP),
    "reason-take": claim(_acts("take", "allowed"), top=_TOP, card=_CARD),
    "violation-not-higher": claim(answered(violation="not-higher"), card=_CARD, top=_TOP),
    "violation-must-lay": claim(answered(violation="must-lay"), card=_layable, top=_TOP),
}

CLAIMS = Claims(
    layouts={"may_act": _may_act, "price": _price, "winners": _winners},
    phrases=PHRASES,
    looks=frozenset({"ink"}),
)
