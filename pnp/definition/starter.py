"""The definitions that ``pnp init`` writes: tables that extend, and tables cut out of the shipped file."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping

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
extends = "{library}:{name}"{pad}# everything as it comes, but for what follows
# title = "My {name}"{title_pad}# one text for every language, or {{ en = "…", ja = "…" }}
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
    "red7": """\
# hand = 6
# goals = [50, 45, 40]           # points to reach with 2, 3 and 4 players
""",
    "iroha": """\
# dealt = 8                      # cards to each hand, and tricks in a deal
# passed = 3                     # cards passed to the left before the first trick
""",
    "collectmate": """\
# [collectmate.readings]         # what the source leaves open
# equal-tags = "pairs"           # one-less | pairs
""",
    "kasane": """\
# plus-one = { copies = 7, points = 2 }
#
# [kasane.components]            # one line of a component; the rest stays as shipped
# tokens = { copies = 24 }
""",
    "koka": """\
# games = 3
#
# [koka.readings]                # what the source leaves open
# partition = "six-first"        # best | six-first
""",
}
_SHIPPED = "shipped"
_COLUMN = 33
"""Where the comments behind values begin."""
_HEADING = re.compile(r"^\[\[?\s*([A-Za-z0-9_-]+)", re.MULTILINE)
_LEAD = re.compile(r"(?:^#[^\n]*\n|^[ \t]*\n)*\Z", re.MULTILINE)


def starter(games: Mapping[str, str]) -> str:
    """A definition file to start from: each of ``games`` as its library has it, with the likeliest edits in comments.

    ``games`` are names of games with the name of the library that is extended: ``{"red": "shipped"}``.
    """
    return "\n".join((_HEAD, *(_table(name, library) for name, library in games.items())))


def _table(name: str, library: str) -> str:
    pad = _padded(f'extends = "{library}:{name}"')
    table = _TABLE.format(name=name, library=library, pad=pad, title_pad=_padded(f'# title = "My {name}"'))
    return table + (_EDITS.get(name, "") if library == _SHIPPED else "")


def _padded(line: str) -> str:
    return " " * max(1, _COLUMN - len(line))


def tables_of(text: str, games: Collection[str]) -> str:
    """Of the definition ``text`` the head, the table ``project`` and the tables of ``games``, to the letter, with the
    comments before and after each."""
    kept = [part for name, part in _parts(text) if name in (None, "project", *games)]
    return "".join(kept).rstrip("\n") + "\n"


def _parts(text: str) -> Iterator[tuple[str | None, str]]:
    """The tables of a definition by their first name, with the lines of comment before a table that is another game's
    than the one before it; the head of the file has no name."""
    start, name = 0, None
    for heading in _HEADING.finditer(text):
        if heading[1] == name:
            continue
        lead = _LEAD.search(text, start, heading.start())
        begin = heading.start() if lead is None else lead.start()
        if name is not None:
            # What is said right after a table, before an empty line, is said of that table.
            begin += _said_of(text[begin : heading.start()])
        yield name, text[start:begin]
        start, name = begin, heading[1]
    yield name, text[start:]


def _said_of(lead: str) -> int:
    """How many characters of the lines between two tables belong to the first one."""
    lines = lead.splitlines(keepends=True)
    first = next((at for at, line in enumerate(lines) if not line.strip()), 0)
    return sum(map(len, lines[:first]))
