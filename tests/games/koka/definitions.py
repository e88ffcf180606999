"""Definitions of koka: the shipped one, and tweaks of it."""

from __future__ import annotations

from dataclasses import replace

from pnp.games.koka.settings import Group, KokaSettings, PerRound, Readings, Sets, SpecialHand
from pnp.model.text import Translated
from pnp.testing import FULL
from tests.games.shipped import shipped

KOKA: KokaSettings = shipped("koka")
COLOURS = KOKA.colours
OTHERS = Readings("different-colours", "six-first", "form", "stay", "one-or-two")
SPECIAL = (
    SpecialHand("Six pairs", (Group(2, value="same"),) * 6, 20),
    SpecialHand(Translated("Long runs", "長い連番"), (Group(4, "any", "run"),) * 3, 9),
)
_ANYTHING = Group(6, value="any")
SPECIALS = (*SPECIAL, SpecialHand("Two colours", (_ANYTHING, _ANYTHING), 5))
TWEAKS: dict[str, KokaSettings] = {
    "koka-special": replace(KOKA, special_hands=SPECIALS, sets=Sets(2, 15), kept=2, games=1),
    "koka-special-other-readings": replace(KOKA, special_hands=SPECIALS, readings=OTHERS),
    "koka-tiny": replace(
        KOKA,
        players=(2, 2),
        colours=tuple(replace(colour, dice=count) for colour, count in zip(COLOURS, (30, 24), strict=False)),
        per_round=(PerRound(2, 2),),
        kept=1,
        games=2,
    ),
    "five-colours": replace(KOKA, colours=COLOURS[:5]),
    "three-colours": replace(KOKA, colours=tuple(replace(colour, dice=30) for colour in COLOURS[:3])),
    "one-colour": replace(KOKA, players=(2, 2), per_round=(PerRound(2, 2),), colours=(replace(COLOURS[0], dice=90),)),
    "other-points": replace(KOKA, sets=Sets(2, 15)),
    "small-six": replace(KOKA, sets=Sets(2, 3)),
    "nothing-scores": replace(KOKA, sets=Sets(0, 0)),
    "different-colours": replace(KOKA, readings=Readings("different-colours")),
    "six-first": replace(KOKA, readings=Readings(partition="six-first")),
    "two-sixes": replace(KOKA, readings=Readings(two_sixes="form")),
    "untaken-stay": replace(KOKA, readings=Readings(untaken_dice="stay")),
    "one-or-two": replace(KOKA, readings=Readings(reroll_count="one-or-two")),
    "other-readings": replace(KOKA, readings=OTHERS),
    "special": replace(KOKA, special_hands=SPECIAL),
    "keeps-five": replace(KOKA, kept=5, games=6),
    "keeps-one": replace(KOKA, kept=1),
    "six-as-twelve-threes": replace(KOKA, sets=Sets(1, 12)),
    "for-four": replace(KOKA, players=(4, 4)),
    "koka-short": replace(KOKA, games=1),
}
FURTHER = frozenset(
    {
        *("five-colours", "other-points", "keeps-five", "koka-short"),
        # Covered by ``other-readings``.
        *("different-colours", "two-sixes", "six-first", "untaken-stay", "one-or-two"),
    }
)
"""Tweaks that only the full run proves (PNP_FULL=1): each differs little from one that is always proved."""
PROVED = {name: settings for name, settings in TWEAKS.items() if FULL or name not in FURTHER}
UNSOUND: dict[str, KokaSettings] = {
    "one-die-rolled": replace(KOKA, per_round=tuple(PerRound(players, 1) for players in (2, 3, 4))),
    "two-dice-a-colour": replace(
        KOKA,
        players=(2, 2),
        colours=tuple(replace(COLOURS[index % 6], id=f"c{index}", dice=2) for index in range(18)),
    ),
}
"""Definitions with problems, for which examples are found all the same."""
UNKILLED = {
    "one-colour": ["discard-keeps-face"],
    "six-as-twelve-threes": ["sixes-first"],
    "nothing-scores": ["six-run-as-two-threes", "sixes-first", "most-games-win"],
}
"""Misreadings that a definition leaves room for, but no room to disprove."""
MIXED = (
    SpecialHand("Two sixes", (Group(6, "any", "run"), Group(6, "same", "any")), 4),
    SpecialHand("Four of any colour", (Group(3, "any", "same"),) * 4, 16),
    SpecialHand("Long and short", (Group(5, "same", "run"), Group(4, "same", "same"), Group(3)), 16),
)
VARIANTS: dict[str, KokaSettings] = {
    "koka": KOKA,
    "mixed-groups": replace(KOKA, special_hands=MIXED),
    **TWEAKS,
    **UNSOUND,
}
"""Every definition by name."""
