"""Find cells that name no icon, in columns whose other cells all do."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from pnp.diagnostics import Diagnostic
from pnp.model.component import Item
from pnp.model.game import Game
from pnp.project.project import Project
from pnp.rendering.art import ArtLibrary

_FEWEST_CELLS = 4
"""Fewest filled cells of a column among which one without an icon stands out."""
_ICON = re.compile(r"\{[a-z][a-z0-9_-]*\}")
_ICONS = re.compile(rf"\s*(?:{_ICON.pattern}\s*)+")
"""Cell with nothing but icons."""
_COUNT = re.compile(r"(?!0$)[0-9]+(?:[./-][0-9]+)*")
"""Figure or date in place of icons. A nought may say that there are none."""
_WORD = re.compile(r"[^\W\d_]{3,}(?:-[^\W\d_]+)*")
"""One word, and no sign such as X for none."""
_NAME = re.compile(r"[a-z][a-z0-9_-]*", re.IGNORECASE)
"""Text that may be meant as the name of art."""
_FEWEST_NAMES = 2
"""Fewest names of art in a column that names art by no chance."""


def lint_icon_cells(
    project: Project, game: Game, items: Sequence[Item], templates: Sequence[str]
) -> Iterator[Diagnostic]:
    """Yield a warning for each cell without an icon in a column of icons, and for each that names no art in a column of
    names of art."""
    art = ArtLibrary(project.resources(game).templates, game.engine)
    for column in items[0].fields if len(items) >= _FEWEST_CELLS else ():
        texts = [(item, text) for item in items if isinstance(text := item.fields.get(column), str) and text.strip()]
        if len(texts) >= _FEWEST_CELLS:
            yield from _without_icons(column, texts)
            yield from _apart(column, texts)
            yield from _without_art(column, texts, templates, game, art)


def _without_icons(column: str, texts: Sequence[tuple[Item, str]]) -> Iterator[Diagnostic]:
    """Yield a warning for the one cell with names of icons, a figure or a word, where all others of the column have
    icons alone."""
    odd = [(item, text) for item, text in texts if not _ICONS.fullmatch(text)]
    if len(odd) != 1:
        return
    ((item, text),) = odd
    bare = _ICON.sub(" ", text).split()
    usual = list(dict.fromkeys(name for _, other in texts for name in _ICON.findall(other)))
    message = hint = ""
    if _COUNT.fullmatch(text.strip()):
        message = f"{text!r} stands where all other cells of {column!r} have icons"
        hint = "write the icons; of 1/2 a spreadsheet makes a date, unless the cell is formatted as text"
    elif bare and all(f"{{{word}}}" in usual for word in bare):
        message = f"{' '.join(bare)!r} is printed in letters, and all other cells of {column!r} have icons"
        hint = f"write {''.join(f'{{{word}}}' for word in bare)}"
    elif _WORD.fullmatch(text.strip()):
        message = f"{text!r} names no icon, and all other cells of {column!r} have icons"
        hint = f"write an icon as they do, such as {usual[0]}, or leave the cell empty"
    if message:
        place = None if item.origin is None else item.origin.place(column)
        yield Diagnostic("other-markup", message, place, hint, severity="warning")


def _apart(column: str, texts: Sequence[tuple[Item, str]]) -> Iterator[Diagnostic]:
    """Yield a warning for the one cell with blanks between its icons."""
    rows = [(item, text) for item, text in texts if _ICONS.fullmatch(text) and len(_ICON.findall(text)) > 1]
    apart = [(item, text) for item, text in rows if re.search(r"\}\s+\{", text)]
    if len(apart) == 1 and len(rows) >= _FEWEST_CELLS:
        ((item, text),) = apart
        message = f"{text!r} has blanks between its icons, and no other cell of {column!r} has"
        place = None if item.origin is None else item.origin.place(column)
        yield Diagnostic("typing-slip", message, place, f"write {''.join(text.split())}", severity="warning")


def _without_art(
    column: str, texts: Sequence[tuple[Item, str]], templates: Sequence[str], game: Game, art: ArtLibrary
) -> Iterator[Diagnostic]:
    """Yield a warning for the one cell that names no art, where all others of the column do and a template asks for art
    by it. Art that is drawn without asking is an error if it is not there."""
    known = {text for _, text in texts if _NAME.fullmatch(text) and (art.has(text) or text in game.icons)}
    odd = [(item, text) for item, text in texts if text not in known]
    asks = re.compile(rf"""\bhas_art\([^)]*\.{re.escape(column)}\b|["']\{{["']\s*~\s*\w+\.{re.escape(column)}\b""")
    if (
        len(odd) == 1
        and len(known) >= _FEWEST_NAMES
        and _NAME.fullmatch(odd[0][1])
        and any(map(asks.search, templates))
    ):
        item, text = odd[0]
        message = f"{column!r} of {item.id!r} is {text!r}, and all other cells of the column name art"
        place = None if item.origin is None else item.origin.place(column)
        hint = f"write the name of art, such as {min(known)}, or draw {text}.svg"
        yield Diagnostic("no-art", message, place, hint, severity="warning")
