"""Definitions of collectmate: the shipped definition, and tweaks of it."""

from __future__ import annotations

from dataclasses import replace

from pnp.games.collectmate.settings import CardKind, CollectmateSettings, Colour, Readings, Tag
from pnp.model.text import Translated
from pnp.testing import FULL
from tests.games.shipped import shipped

MATE: CollectmateSettings = shipped("collectmate")
OTHERS = Readings("nothing", "pairs", "others", "same")
_TEAL = Colour("teal", Translated("teal", "鴨"), Translated("T", "鴨"), "#0f6674", "wave", 4)
_EXTRA = (
    CardKind("teal-all", True, ("red", "teal", "purple"), 3, "c", "[song] of [2人]", "song"),
    CardKind("teal", False, ("teal",), 5, "c", Translated("[song], no rest", "[song]、お休みなし")),
)
SEVEN = replace(
    MATE,
    colours=(*(replace(colour, points=3) if colour.id == "purple" else colour for colour in MATE.colours), _TEAL),
    tags=(replace(MATE.tags[0], name="2人"), *MATE.tags[1:], Tag("song", "song")),
    cards=(*(kind for kind in MATE.cards if "two" not in (kind.art or "")), *_EXTRA),
)
_DOTS = tuple(
    CardKind(f"card-{place}", place % 2 == 0, colours)
    for place, colours in enumerate((("red",), ("red",), ("red", "blue"), ("blue",), (), ("red", "blue"), ("red",)))
)
TWEAKS: dict[str, CollectmateSettings] = {
    "collectmate-seven": SEVEN,
    "collectmate-seven-other-readings": replace(SEVEN, readings=OTHERS),
    "collectmate-plain": replace(MATE, counter=False, tag_option=False, enough=2, counter_points=2),
    "collectmate-tiny": replace(MATE, players=(2, 2), hand=2, groups=(1, 1), enough=1, open_=2, cards=_DOTS, tags=()),
    "purple-three": replace(
        MATE, colours=tuple(replace(colour, points=3) if colour.id == "purple" else colour for colour in MATE.colours)
    ),
    "all-worth-one": replace(MATE, colours=tuple(replace(colour, points=1) for colour in MATE.colours)),
    "other-readings": replace(MATE, readings=OTHERS),
    "no-counter": replace(MATE, counter=False),
    "counter-of-two": replace(MATE, counter_points=2),
    "no-tags": replace(MATE, tag_option=False),
    "no-captions": replace(MATE, tags=(), cards=tuple(replace(kind, caption=None) for kind in MATE.cards)),
    "for-two": replace(MATE, players=(2, 2)),
    "one-group": replace(MATE, hand=4, groups=(4,)),
}
LONG_SEARCHES: dict[str, CollectmateSettings] = {
    "all-dots": replace(MATE, cards=tuple(replace(kind, dot=True) for kind in MATE.cards)),
    "collectmate-big": replace(MATE, hand=9, groups=(2, 3, 4), tag_points=2, open_=4, players=(2, 4)),
}
"""Definitions in which some lessons are out of reach: the search for their examples is part of the full run only."""
FURTHER = frozenset(
    {"collectmate-seven", "collectmate-plain", "all-worth-one", "counter-of-two", "no-tags", "no-captions", "for-two"}
)
"""Tweaks that are proved in the full run only (PNP_FULL=1): each differs little from one that is always proved."""
PROVED = {
    name: settings
    for name, settings in {**TWEAKS, **LONG_SEARCHES}.items()
    if FULL or name not in (*FURTHER, *LONG_SEARCHES)
}
UNKILLED = {
    "collectmate-tiny": ["every-colour-scores-one"],
    "all-dots": ["mixed-centres-score", "same-centre-for-both", "declare-at-once", "mixed-group-voids-hand"],
}
"""Misreadings that a definition leaves room for, but no room to disprove."""
VARIANTS: dict[str, CollectmateSettings] = {"collectmate": MATE, **TWEAKS, **LONG_SEARCHES}
"""Definitions by name."""
