"""Definitions of kasane: the shipped definition, and tweaks of it."""

from __future__ import annotations

from dataclasses import replace

from pnp.games.kasane.settings import (
    Bonus,
    Colour,
    Condition,
    KasaneSettings,
    OpeningToken,
    PlusOne,
    SetUp,
    Slots,
    Variants,
    Yaku,
)
from pnp.model.text import Translated
from pnp.testing import FULL
from tests.games.shipped import shipped

KASANE: KasaneSettings = shipped("kasane")


def yaku(name: str, rule: Condition, *slots: Slots) -> Yaku:
    """Return a yaku made for a test."""
    return Yaku(name, name, "", "plum", rule, slots, "layers")


def only(*names: str) -> KasaneSettings:
    """Return Kasane with some of its yaku."""
    return replace(KASANE, yaku=tuple(entry for entry in KASANE.yaku if entry.id in names), opening_tokens=())


def with_yaku(*yaku: Yaku) -> KasaneSettings:
    """Return Kasane with other yaku."""
    return replace(KASANE, yaku=yaku, opening_tokens=())


def _more_slots(yaku: Yaku) -> tuple[Slots, ...]:
    """Return two or three slots of each size, the last one worth most."""
    return tuple(replace(slots, points=(*slots.points[:2], 7)) for slots in yaku.slots)


_TEN = Colour(10, Translated("grey", "鼠"), "#808080", "cloud", 3)
WIDE = replace(
    KASANE,
    players=(2, 5),
    colours=(_TEN, *KASANE.colours),
    plus_one=PlusOne(4, 2),
    set_up=(SetUp(2, 6, 3), SetUp(3, 5, 3), SetUp(4, 4, 3, 1), SetUp(5, 3, 4, 0, 1)),
    yaku=(
        *KASANE.yaku[:3],
        yaku("four", Condition("set", numbers=(10, 1, 9, 2)), Slots(4, (9, 8, 7))),
        yaku("dozen", Condition("sum", of=12), Slots(2, (1,)), Slots(4, (6, 5))),
        *KASANE.yaku[6:],
    ),
    bonus=Bonus(7, (*KASANE.bonus.colours, 9), 4),
    variants=Variants(plus_one_yaku=True),
)
TINY = replace(
    KASANE,
    players=(2, 2),
    colours=tuple(replace(colour, copies=3) for colour in KASANE.colours[:4]),
    plus_one=PlusOne(3, 2),
    set_up=(SetUp(2, 4, 2),),
    yaku=(
        yaku("alike", Condition("equal"), Slots(2, (2, 1))),
        yaku("five", Condition("sum", of=5), Slots(2, (1,)), Slots(3, (4, 3))),
        yaku("pair", Condition("set", numbers=(3, 1)), Slots(2, (3, 2))),
        yaku("moon", Condition("monotone", from_=1, to=4), Slots(2, (1,)), Slots(3, (4,))),
        yaku("odds", Condition("odd"), Slots(3, (2,))),
    ),
    bonus=Bonus(3, (3, 0, 1, 4), 2),
    opening_tokens=(OpeningToken(2, "alike", 2),),
    variants=Variants(opening_tokens=True),
)
TWEAKS: dict[str, KasaneSettings] = {
    "kasane-variants": replace(KASANE, variants=Variants(opening_tokens=True, plus_one_yaku=True)),
    "kasane-wide": WIDE,
    "kasane-tiny": TINY,
    "no-field-card": replace(KASANE, field_cards=0),
    "no-plus-one": replace(
        KASANE, plus_one=PlusOne(0, 0), set_up=(SetUp(3, 4, 3, 1), SetUp(4, 4, 3)), bonus=replace(KASANE.bonus, from_=6)
    ),
    "sets-only": only("sakurachirashi", "chidori", "asanoha"),
    "moons-only": only("kagen", "jogen"),
    "odd-only": only("kachofugetsu"),
    "pairs": with_yaku(
        yaku("same", Condition("equal"), Slots(2, (2, 2))), yaku("ten", Condition("sum", of=10), Slots(2, (3, 2)))
    ),
    "single-cards": with_yaku(
        yaku("odd", Condition("odd"), Slots(1, (1,))), yaku("even", Condition("even"), Slots(1, (2,)))
    ),
    "other-yaku": with_yaku(
        yaku("all", Condition("monotone", from_=1, to=9), Slots(4, (3,)), Slots(6, (7,))),
        yaku("fifteen", Condition("sum", of=15), Slots(3, (2, 2)), Slots(5, (4,))),
        yaku("four", Condition("set", numbers=(1, 3, 5, 7)), Slots(4, (6, 5))),
    ),
    "more-slots": replace(KASANE, yaku=tuple(replace(entry, slots=_more_slots(entry)) for entry in KASANE.yaku)),
    "flat-bonus": replace(KASANE, bonus=Bonus(1, (1,) * 9, 0)),
    "rising-bonus": replace(KASANE, bonus=Bonus(5, tuple(range(9)), 3)),
    "two-to-four": replace(
        KASANE,
        players=(2, 4),
        set_up=(SetUp(2, 6, 2, 1, 1), SetUp(3, 5, 3, 1, 2), SetUp(4, 3, 4)),
        bonus=replace(KASANE.bonus, from_=7),
    ),
}
FURTHER = frozenset({"no-plus-one", "pairs", "flat-bonus", "two-to-four"})
"""Tweaks that are proved in the full run only (PNP_FULL=1): each differs little from one that is always proved."""
PROVED = {name: settings for name, settings in TWEAKS.items() if FULL or name not in FURTHER}
UNKILLED = {
    # A set has no other size, and what is left of it without a card is no set.
    "sets-only": ["build-on-plus-one"],
    # With a card of the field there are two cards, and no slot for two.
    # Nor are two cards and five +1 ever a field of eight, as the bonus asks for.
    "single-cards": [
        "field-card-uncounted",
        "plus-one-not-laid",
        "plus-one-is-colour",
        "colours-in-hand",
        "more-colours-more",
    ],
}
"""Misreadings that a definition leaves room for, but no room to disprove."""
VARIANTS: dict[str, KasaneSettings] = {"kasane": KASANE, **TWEAKS}
"""Definitions by name."""
