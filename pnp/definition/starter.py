"""The file that ``pnp init`` writes."""

from __future__ import annotations

from collections.abc import Iterable

_HEAD = """\
# Your games. Change a line, run `pnp build`, and the kit, its tables and its examples follow.
# `pnp check` says what is wrong, `pnp explain KEY` what a key means; `pnp schema` prints a JSON Schema for your editor.

[project]
language = "en"                  # en | ja
paper = "a4"                     # a4, a3, letter, tabloid … or a size such as "210mm x 297mm"
card = "63mm x 88mm"             # poker, bridge, mini, japanese, tarot, square … or a size
bleed = "3mm"                    # art beyond the trim, on every side; lengths carry a unit: mm, cm, in or pt
# margin = "5mm"                 # what your printer cannot reach
# gutter = "6mm"                 # between cards; without it, cards with a border share their cuts

"""

_TABLE = """\
[{name}]
extends = "shipped:{name}"{pad}# everything as shipped, but for what follows
# title = "My {name}"              # one text for every language, or {{ en = "…", ja = "…" }}
# card = "mini"                  # this game's cards only
# paper = "letter"
"""

_EDITS = {
    "red": """\
# numbers = [1, 2, 3, 4, 5, 6, 7, 8]
# hand = 6
# order = ["violet", "indigo", "blue", "green", "yellow", "orange", "red"]   # strongest first
# draw = "never"                 # both | over-palette | never
#
# [red.readings]                 # what the source leaves open
# single-card = "nothing"        # group | nothing
#
# [red.components]               # one line of a component; the rest stays as shipped
# summary = { copies = 2 }
""",
}

_TAIL = """\
# A deck of your own, without rules. The cards stand in cards.csv beside this file: a header row, then one card per
# row; the columns `id` and `copies` are optional, the others are what your template reads.
#
# [my-deck]
# engine = "deck"
# title = "My deck"
#
# [my-deck.decks]
# cards = "cards.csv"
#
# [my-deck.components]
# cards = { kind = "cards", title = "cards", template = "card", of = "cards" }   # templates/deck/card.svg.j2
"""


def starter(games: Iterable[str]) -> str:
    """A definition file to start from: each of ``games`` as shipped, with the likeliest edits in comments."""
    tables = [
        _TABLE.format(name=name, pad=" " * max(1, 32 - len(f'extends = "shipped:{name}"'))) + _EDITS.get(name, "")
        for name in games
    ]
    return "\n".join((_HEAD.rstrip("\n") + "\n", *tables, _TAIL))
