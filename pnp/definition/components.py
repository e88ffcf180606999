"""Build the parts that every game has from its checked table."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from pnp.definition.keys.common import is_card, is_length, length, overlap, paper, size, token_size
from pnp.definition.keys.nets import face_size, make_net, net_findings
from pnp.model.component import OVERLAP, Component, Tiling
from pnp.model.game import Credits, Icon, PrintDefaults
from pnp.model.hexagon import TALL, irregularity, regular
from pnp.model.print_options import KitEdge, edge_of, stock_of
from pnp.model.sheet_template import FITS, SheetTemplate
from pnp.model.text import Text, translated
from pnp.toml.findings import DefinitionFinding, listed, nearest
from pnp.units import Size

_SUMMARY = "summary"


def text(value: str | Mapping[str, str]) -> Text:
    """Return a text of the definition as the model's ``Text``."""
    if isinstance(value, str):
        return value
    return translated({key: wording for key, wording in value.items() if key != "ruby"}, value.get("ruby"))


def build_credits(table: Mapping[str, Any]) -> Credits:
    """Return the credits in a checked ``credits`` table."""
    return Credits(
        designers=tuple(map(text, table.get("designers", ()))),
        artists=tuple(map(text, table.get("artists", ()))),
        publisher=text(table["publisher"]) if "publisher" in table else None,
        year=table.get("year"),
        note=text(table["note"]) if "note" in table else None,
    )


def build_icons(table: Mapping[str, Any]) -> Mapping[str, Icon]:
    """Return the icons in a checked ``text-icons`` table."""
    return {name: Icon(entry) if isinstance(entry, str) else _icon(entry) for name, entry in table.items()}


def _icon(entry: Mapping[str, Any]) -> Icon:
    name = text(entry["name"]) if "name" in entry else None
    return Icon(entry["art"], entry.get("color", "own"), float(entry.get("size", 1.0)), name)


def build_defaults(
    table: Mapping[str, Any], project: Mapping[str, Any], sheet: SheetTemplate | None = None
) -> PrintDefaults:
    """Return the print settings of a game: its own keys over the complete ones of ``[project]``.

    ``sheet`` is the sheet template that these keys name.
    """
    keys = {**project, **{key: table[key] for key in project if key in table}}
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


def build_components(table: Mapping[str, Any], card: Size, most: int, edge: KitEdge = "own") -> tuple[Component, ...]:
    """Return the components in a checked ``components`` table.

    Cards without a size get that of ``card``. Components counted by player get the copies for ``most`` players.
    Components without an edge of their own get that of the kit.
    """
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
        net=make_net(entry["net"]) if "net" in entry else None,
        use=text(entry["use"]) if "use" in entry else None,
        copies_each=entry.get("copies-each"),
        cards_each=entry.get("cards-each"),
        orientation=entry.get("orientation"),
        tile=_tiling(entry.get("tile", False)),
        rows_by=entry.get("rows-by"),
        instead_of=entry.get("instead-of"),
        nest=entry.get("nest", False),
        is_packaging=entry.get("packaging", entry.get("net", {}).get("is") == "tuck"),
        steps=text(entry["steps"]) if "steps" in entry else None,
        stock=stock_of(entry.get("stock"), entry["kind"]),
    )


def _tiling(entry: bool | Mapping[str, Any]) -> Tiling | None:
    if isinstance(entry, bool):
        return Tiling() if entry else None
    overlap_mm = overlap(entry["overlap"]) if "overlap" in entry else OVERLAP
    return Tiling(overlap_mm, entry.get("columns"), entry.get("rows"))


def component_problems(
    table: Mapping[str, Any], decks: Collection[str] | None, *, seats: bool = True
) -> Iterator[DefinitionFinding]:
    """Yield the problems of well-formed components: unknown decks, a page with a size, and so on.

    ``decks`` are the names of all decks, or None if they are unknown. ``seats`` is True if the game is for certain
    numbers of players.
    """
    for name, entry in table.items():
        path = ("components", name)
        deck = entry.get("of")
        if deck is not None and decks is not None and deck not in decks:
            message = f"there is no deck {deck!r} in this game"
            yield DefinitionFinding((*path, "of"), "unknown-deck", message, _deck_hint(deck, decks))
        for problem in (
            *_needless_keys(entry),
            *_missing_keys(entry),
            *_size_problems(entry),
            *_count_problems(entry, seats),
            *_replacement_problems(name, entry, table),
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


def _needless_keys(entry: Mapping[str, Any]) -> Iterator[DefinitionFinding]:
    """Yield the keys that have no meaning for a component of this kind."""
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


def _count_problems(entry: Mapping[str, Any], seats: bool) -> Iterator[DefinitionFinding]:
    """Yield the problems of copies and card counts."""
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


def _replacement_problems(name: str, entry: Mapping[str, Any], table: Mapping[str, Any]) -> Iterator[DefinitionFinding]:
    """Yield the problems of ``instead-of``: it must name another component, which replaces none itself."""
    other, path = entry.get("instead-of"), ("instead-of",)
    if other is None:
        return
    if other == name or other not in table:
        message = "a component cannot replace itself" if other == name else f"there is no component {other!r} here"
        names = [key for key, component in table.items() if key != name and "instead-of" not in component]
        close = nearest(other, names)
        alternatives = f"there is {listed(names, 'and')}" if names else "remove it"
        hint = alternatives if close is None else f"did you mean {close!r}?"
        yield DefinitionFinding(path, "unknown-component", message, hint)
    elif "instead-of" in table[other]:
        message = f"{other!r} stands for another component itself"
        yield DefinitionFinding(path, "replaces-twice", message, f'write instead-of = "{table[other]["instead-of"]}"')


def _missing_keys(entry: Mapping[str, Any]) -> Iterator[DefinitionFinding]:
    """Yield the keys that a component of this kind lacks."""
    kind = entry["kind"]
    for key, sample in (("size", '"18mm"'), ("net", '{ is = "cube", edge = "16mm", tab = "4mm" }')):
        if (kind, key) in (("tokens", "size"), ("folded", "net")) and key not in entry:
            yield DefinitionFinding((), "missing-key", f"the key {key!r} is missing", f"add: {key} = {sample}", "table")


def _size_problems(entry: Mapping[str, Any]) -> Iterator[DefinitionFinding]:
    """Yield the problems of a size: only tokens may have a single length, and round ones are as wide as high."""
    written = entry.get("size")
    if written is None or entry["kind"] in ("page", "folded"):
        return
    if entry["kind"] != "tokens":
        if is_length(written):
            hint = f"write width x height, such as {written.strip()} x {written.strip()}"
            yield DefinitionFinding(("size",), "not-a-size", f"{written!r} is not a size", hint)
        return
    try:
        trim = None if is_card(written) else token_size(written)
    except ValueError as error:
        message, _, hint = str(error).rpartition(": ")
        yield DefinitionFinding(("size",), "not-a-size", message, hint)
        return
    if entry.get("shape") == "hex" and trim is not None and not is_length(written) and irregularity(trim) > FITS:
        across = min(trim.width, trim.height)
        message = f"a regular hexagon of {across:g} mm from side to side is {across * TALL:.4g} mm from point to point"
        yield DefinitionFinding(("size",), "not-regular", message, f'write "{across:g}mm", from side to side')
    if entry.get("shape", "round") == "round" and (trim is None or trim.width != trim.height):
        message = f"a round token is as wide as high, and {written!r} is not"
        yield DefinitionFinding(
            ("size",), "not-round", message, 'write its diameter, such as "18mm", or shape = "square"'
        )


def _size_of(entry: Mapping[str, Any], card: Size) -> Size | None:
    if entry["kind"] == "page":
        return None
    if entry["kind"] == "folded":
        return face_size(make_net(entry["net"]), nest=entry.get("nest", False))
    if "size" in entry:
        written = entry["size"]
        if entry.get("shape") == "hex" and is_length(written):
            return regular(token_size(written).width)
        return card if is_card(written) else token_size(written) if entry["kind"] == "tokens" else size(written)
    return size(_SUMMARY) if entry["kind"] == "summary" else card


def _deck_hint(deck: str, decks: Collection[str]) -> str:
    close = nearest(deck, decks)
    if close is not None:
        return f"did you mean {close!r}?"
    return f"there is {listed(sorted(decks), 'and')}" if decks else "spell out its cards in `decks`"
