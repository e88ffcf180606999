"""The parts of a game that every game has, built from its checked table."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from pnp.definition.common import is_card, length, paper, size
from pnp.definition.findings import Finding, listed, nearest
from pnp.model.component import Component
from pnp.model.game import Credits, PrintDefaults
from pnp.model.text import Text, Translated
from pnp.units import Size

_SUMMARY = "summary"


def text(value: str | Mapping[str, str]) -> Text:
    """A text as the model has it."""
    return value if isinstance(value, str) else Translated(value["en"], value["ja"])


def credits_of(table: Mapping[str, Any]) -> Credits:
    """The credits in a checked ``credits`` table."""
    return Credits(
        designers=tuple(map(text, table.get("designers", ()))),
        artists=tuple(map(text, table.get("artists", ()))),
        publisher=text(table["publisher"]) if "publisher" in table else None,
        year=table.get("year"),
        note=text(table["note"]) if "note" in table else None,
    )


def defaults_of(table: Mapping[str, Any], above: Mapping[str, Any]) -> PrintDefaults:
    """How a game is printed: its own keys over those of ``above``, which are complete."""
    keys = {**above, **{key: table[key] for key in above if key in table}}
    return PrintDefaults(
        language=keys["language"],
        paper=paper(keys["paper"]),
        bleed=length(keys["bleed"]),
        margin=length(keys["margin"]),
        gutter=length(keys["gutter"]),
    )


def components_of(table: Mapping[str, Any], card: Size) -> tuple[Component, ...]:
    """The components in a checked ``components`` table. Cards without a size are as large as ``card``."""
    return tuple(
        Component(
            id=name,
            kind=entry["kind"],
            title=text(entry["title"]),
            template=entry["template"],
            back=entry.get("back"),
            size=_size_of(entry, card),
            of=entry.get("of"),
            copies=entry.get("copies", 1),
            edge=entry.get("edge", "border"),
            front_language=entry.get("front-language"),
            back_language=entry.get("back-language"),
        )
        for name, entry in table.items()
    )


def component_problems(table: Mapping[str, Any], decks: Collection[str] | None) -> Iterator[Finding]:
    """What is wrong with components that are well-formed: unknown decks, a page with a size.

    ``decks`` are the names of all decks; None when they are not known.
    """
    for name, entry in table.items():
        path = ("components", name)
        deck = entry.get("of")
        if deck is not None and decks is not None and deck not in decks:
            message = f"there is no deck {deck!r} in this game"
            yield Finding((*path, "of"), "unknown-deck", message, _deck_hint(deck, decks))
        if entry["kind"] == "page" and "size" in entry:
            message = "a page fills the paper and has no size"
            yield Finding((*path, "size"), "needless-key", message, "remove `size`", "key")


def _size_of(entry: Mapping[str, Any], card: Size) -> Size | None:
    if entry["kind"] == "page":
        return None
    if "size" in entry:
        return card if is_card(entry["size"]) else size(entry["size"])
    return size(_SUMMARY) if entry["kind"] == "summary" else card


def _deck_hint(deck: str, decks: Collection[str]) -> str:
    close = nearest(deck, decks)
    if close is not None:
        return f"did you mean {close!r}?"
    return f"there is {listed(sorted(decks), 'and')}" if decks else "spell out its cards in `decks`"
