"""The parts of a game that every game has, built from its checked table."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from pnp.definition.keys.common import is_card, is_length, length, overlap, paper, size, token_size
from pnp.definition.keys.nets import face_size, net_findings, net_of
from pnp.definition.toml.findings import DefinitionFinding, listed, nearest
from pnp.model.component import OVERLAP, Component, Tiling
from pnp.model.game import Credits, Icon, PrintDefaults
from pnp.model.hexagon import TALL, off_regular, regular
from pnp.model.sheet_template import FITS, SheetTemplate
from pnp.model.sheets import KitEdge, edge_of, stock_of
from pnp.model.text import Text, translated
from pnp.units import Size

_SUMMARY = "summary"


def text(value: str | Mapping[str, str]) -> Text:
    """A text as the model has it."""
    return (
        value
        if isinstance(value, str)
        else translated({key: said for key, said in value.items() if key != "ruby"}, value.get("ruby"))
    )


def credits_of(table: Mapping[str, Any]) -> Credits:
    """The credits in a checked ``credits`` table."""
    return Credits(
        designers=tuple(map(text, table.get("designers", ()))),
        artists=tuple(map(text, table.get("artists", ()))),
        publisher=text(table["publisher"]) if "publisher" in table else None,
        year=table.get("year"),
        note=text(table["note"]) if "note" in table else None,
    )


def icons_of(table: Mapping[str, Any]) -> Mapping[str, Icon]:
    """The icons in a checked ``text-icons`` table."""
    return {name: Icon(entry) if isinstance(entry, str) else _icon(entry) for name, entry in table.items()}


def _icon(entry: Mapping[str, Any]) -> Icon:
    name = text(entry["name"]) if "name" in entry else None
    return Icon(entry["art"], entry.get("color", "own"), float(entry.get("size", 1.0)), name)


def defaults_of(
    table: Mapping[str, Any], above: Mapping[str, Any], sheet: SheetTemplate | None = None
) -> PrintDefaults:
    """How a game is printed: its own keys over those of ``above``, which are complete; ``sheet`` is the one
    that they name."""
    keys = {**above, **{key: table[key] for key in above if key in table}}
    return PrintDefaults(
        language=keys["language"],
        paper=paper(keys["paper"]),
        bleed=length(keys["bleed"]),
        margin=length(keys["margin"]),
        gutter=length(keys["gutter"]),
        least_type=length(keys["least-type"]),
        backs=keys["backs"],
        flip=keys["flip"],
        marks=keys["marks"],
        mark_ink=keys["mark-ink"],
        sheet=sheet,
        pack=keys["pack"],
        ink=keys["ink"],
    )


def components_of(table: Mapping[str, Any], card: Size, most: int, edge: KitEdge = "own") -> tuple[Component, ...]:
    """The components in a checked ``components`` table. Cards without a size are as large as ``card``; of what follows
    the players there are as many as for ``most`` of them; what does not say its edge has that of the kit."""
    return tuple(_component(name, entry, card, edge).for_players(most) for name, entry in table.items())


def _component(name: str, entry: Mapping[str, Any], card: Size, edge: KitEdge) -> Component:
    return Component(
        id=name,
        kind=entry["kind"],
        title=text(entry["title"]),
        template=entry["template"],
        back=entry.get("back"),
        size=_size_of(entry, card),
        of=entry.get("of"),
        copies=entry.get("copies", 1),
        edge=edge_of(entry.get("edge"), edge, entry["kind"]),
        front_language=entry.get("front-language"),
        back_language=entry.get("back-language"),
        shape=entry.get("shape", "round") if entry["kind"] == "tokens" else None,
        net=net_of(entry["net"]) if "net" in entry else None,
        use=text(entry["use"]) if "use" in entry else None,
        copies_each=entry.get("copies-each"),
        cards_each=entry.get("cards-each"),
        orientation=entry.get("orientation"),
        tile=_tiling(entry.get("tile", False)),
        rows_by=entry.get("rows-by"),
        instead_of=entry.get("instead-of"),
        nest=entry.get("nest", False),
        steps=text(entry["steps"]) if "steps" in entry else None,
        stock=stock_of(entry.get("stock"), entry["kind"]),
    )


def _tiling(given: bool | Mapping[str, Any]) -> Tiling | None:
    if isinstance(given, bool):
        return Tiling() if given else None
    strip = overlap(given["overlap"]) if "overlap" in given else OVERLAP
    return Tiling(strip, given.get("columns"), given.get("rows"))


def component_problems(
    table: Mapping[str, Any], decks: Collection[str] | None, *, seats: bool = True
) -> Iterator[DefinitionFinding]:
    """What is wrong with components that are well-formed: unknown decks, a page with a size.

    ``decks`` are the names of all decks; None when they are not known. ``seats`` says whether the game is for certain
    numbers of players.
    """
    for name, entry in table.items():
        path = ("components", name)
        deck = entry.get("of")
        if deck is not None and decks is not None and deck not in decks:
            message = f"there is no deck {deck!r} in this game"
            yield DefinitionFinding((*path, "of"), "unknown-deck", message, _deck_hint(deck, decks))
        for problem in (
            *_needless(entry),
            *_lacking(entry),
            *_size_problems(entry),
            *_counts(entry, seats),
            *_replaced(name, entry, table),
        ):
            yield problem.under(path)
        if entry["kind"] == "folded" and "net" in entry:
            yield from (problem.under((*path, "net")) for problem in net_findings(entry["net"]))


_NEEDLESS: Mapping[tuple[str, str], str] = {
    ("page", "size"): "a page fills the paper and has no size",
    ("page", "sheet"): "a page fills the paper and is laid on no other sheet",
    ("folded", "size"): "what is folded is as large as its net and has no size",
    ("folded", "back"): "what is folded is printed on one side and has no back",
    ("folded", "back-language"): "what is folded is printed on one side and has no back",
    ("folded", "edge"): "what is folded is cut along its net and has no edge",
}


def _needless(entry: Mapping[str, Any]) -> Iterator[DefinitionFinding]:
    """Keys that say nothing about a component of this kind."""
    kind = entry["kind"]
    for key in entry:
        message = _NEEDLESS.get((kind, key))
        if key == "shape" and kind != "tokens":
            message = "only tokens have a shape"
        if key == "net" and kind != "folded":
            message = "only what is folded has a net"
        if key == "sheet" and entry.get("tile"):
            message = "what is parted into tiles is laid on no other sheet"
        if key == "tile" and kind != "cards":
            message = "only a board, of the kind `cards`, is parted into tiles"
        if message is not None:
            yield DefinitionFinding((key,), "needless-key", message, f"remove `{key}`", "key")


def _counts(entry: Mapping[str, Any], seats: bool) -> Iterator[DefinitionFinding]:
    """What is wrong with how many there are."""
    if "copies" in entry and "copies-each" in entry:
        message = "`copies` says how many there are, and `copies-each` says so for each player"
        yield DefinitionFinding(("copies-each",), "two-counts", message, "keep one of the two", "key")
    for key in ("copies-each", "cards-each"):
        if key in entry and not seats:
            message = f"{key!r} counts by the players, and this game is for any number of them"
            yield DefinitionFinding(
                (key,), "needless-key", message, "write `copies`" if "copies" in key else "remove it", "key"
            )
    if "cards-each" in entry and "of" not in entry:
        yield DefinitionFinding(
            ("cards-each",), "needless-key", "only a deck has cards to take", "add `of`, or remove it", "key"
        )
    if "rows-by" in entry and "of" not in entry:
        message = "only the cards of a deck have fields to part rows by"
        yield DefinitionFinding(("rows-by",), "needless-key", message, "add `of`, or remove it", "key")


def _replaced(name: str, entry: Mapping[str, Any], table: Mapping[str, Any]) -> Iterator[DefinitionFinding]:
    """What is wrong with the component that this one can replace: it is another one, which replaces none itself."""
    other, path = entry.get("instead-of"), ("instead-of",)
    if other is None:
        return
    if other == name or other not in table:
        message = "a component cannot replace itself" if other == name else f"there is no component {other!r} here"
        rest = [one for one, found in table.items() if one != name and "instead-of" not in found]
        close = nearest(other, rest)
        known = f"there is {listed(rest, 'and')}" if rest else "remove it"
        yield DefinitionFinding(
            path, "unknown-component", message, known if close is None else f"did you mean {close!r}?"
        )
    elif "instead-of" in table[other]:
        message = f"{other!r} stands for another component itself"
        yield DefinitionFinding(path, "replaces-twice", message, f'write instead-of = "{table[other]["instead-of"]}"')


def _lacking(entry: Mapping[str, Any]) -> Iterator[DefinitionFinding]:
    kind = entry["kind"]
    for key, sample in (("size", '"18mm"'), ("net", '{ is = "cube", edge = "16mm", tab = "4mm" }')):
        if (kind, key) in (("tokens", "size"), ("folded", "net")) and key not in entry:
            yield DefinitionFinding((), "missing-key", f"the key {key!r} is missing", f"add: {key} = {sample}", "table")


def _size_problems(entry: Mapping[str, Any]) -> Iterator[DefinitionFinding]:
    """One length is a size of tokens only; round ones are as wide as high."""
    given = entry.get("size")
    if given is None or entry["kind"] in ("page", "folded"):
        return
    if entry["kind"] != "tokens":
        if is_length(given):
            hint = f"write width x height, such as {given.strip()} x {given.strip()}"
            yield DefinitionFinding(("size",), "not-a-size", f"{given!r} is not a size", hint)
        return
    try:
        found = None if is_card(given) else token_size(given)
    except ValueError as error:
        message, _, hint = str(error).rpartition(": ")
        yield DefinitionFinding(("size",), "not-a-size", message, hint)
        return
    if entry.get("shape") == "hex" and found is not None and not is_length(given) and off_regular(found) > FITS:
        least = min(found.width, found.height)
        message = f"a regular hexagon of {least:g} mm from side to side is {least * TALL:.4g} mm from point to point"
        yield DefinitionFinding(("size",), "not-regular", message, f'write "{least:g}mm", from side to side')
    if entry.get("shape", "round") == "round" and (found is None or found.width != found.height):
        message = f"a round token is as wide as high, and {given!r} is not"
        yield DefinitionFinding(
            ("size",), "not-round", message, 'write its diameter, such as "18mm", or shape = "square"'
        )


def _size_of(entry: Mapping[str, Any], card: Size) -> Size | None:
    if entry["kind"] == "page":
        return None
    if entry["kind"] == "folded":
        return face_size(net_of(entry["net"]), nest=entry.get("nest", False))
    if "size" in entry:
        given = entry["size"]
        if entry.get("shape") == "hex" and is_length(given):
            return regular(token_size(given).width)
        return card if is_card(given) else token_size(given) if entry["kind"] == "tokens" else size(given)
    return size(_SUMMARY) if entry["kind"] == "summary" else card


def _deck_hint(deck: str, decks: Collection[str]) -> str:
    close = nearest(deck, decks)
    if close is not None:
        return f"did you mean {close!r}?"
    return f"there is {listed(sorted(decks), 'and')}" if decks else "spell out its cards in `decks`"
