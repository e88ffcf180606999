"""Write the definitions of ``pnp init``: tables that extend, and tables cut out of the shipped file."""

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
extends = "{library}:{name}"{pad}# everything as it comes, except what follows
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
"""Column of the comments behind values."""
_HEADING = re.compile(r"^\[\[?\s*([A-Za-z0-9_-]+)", re.MULTILINE)
_COMMENTS = re.compile(r"(?:^#[^\n]*\n|^[ \t]*\n)*\Z", re.MULTILINE)


def starter(games: Mapping[str, str]) -> str:
    """Return a definition file to start from.

    Each of ``games`` is taken from its library, with the likeliest edits in comments. ``games`` maps names of games to
    the library that is extended: ``{"red": "shipped"}``.
    """
    return "\n".join((_HEAD, *(_table(name, library) for name, library in games.items())))


def _table(name: str, library: str) -> str:
    pad = _padding(f'extends = "{library}:{name}"')
    table = _TABLE.format(name=name, library=library, pad=pad, title_pad=_padding(f'# title = "My {name}"'))
    return table + (_EDITS.get(name, "") if library == _SHIPPED else "")


def _padding(line: str) -> str:
    return " " * max(1, _COLUMN - len(line))


def tables_of(text: str, games: Collection[str]) -> str:
    """Cut the head, the table ``project`` and the tables of ``games`` out of the definition ``text``.

    They are copied to the letter, with the comments before and after each.
    """
    parts = [part for name, part in _parts(text) if name in (None, "project", *games)]
    return "".join(parts).rstrip("\n") + "\n"


def _parts(text: str) -> Iterator[tuple[str | None, str]]:
    """Yield the tables of a definition by their first name; the head of the file has the name None.

    Comment lines before a table belong to it if the table above is of a different game.
    """
    start, name = 0, None
    for heading in _HEADING.finditer(text):
        if heading[1] == name:
            continue
        comments = _COMMENTS.search(text, start, heading.start())
        begin = heading.start() if comments is None else comments.start()
        if name is not None:
            # Comments right after a table, before an empty line, belong to that table.
            begin += _trailing_length(text[begin : heading.start()])
        yield name, text[start:begin]
        start, name = begin, heading[1]
    yield name, text[start:]


def _trailing_length(between: str) -> int:
    """Return the length of the lines between two tables that belong to the first one."""
    lines = between.splitlines(keepends=True)
    blank_index = next((index for index, line in enumerate(lines) if not line.strip()), 0)
    return sum(map(len, lines[:blank_index]))
