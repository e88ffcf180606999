"""One file of art, from its text to the card SVG profile."""

from __future__ import annotations

from collections.abc import Mapping

from pnp.artsvg.flatten import Flattener
from pnp.artsvg.inks import EVERY, Palette
from pnp.artsvg.pieces import Bitmap, Layer, Node, Tiles, blends
from pnp.artsvg.reader import Problems, read
from pnp.artsvg.writing import UnwritableError, Writer
from pnp.cardsvg.paths import Box
from pnp.cardsvg.reader import Source
from pnp.records import dataclass

MAX_BYTES = 2_000_000
"""The largest file there may be."""
MAX_WRITTEN = 1_500_000
"""How long art may become: a face holds little more."""


@dataclass(frozen=True, slots=True)
class Adapted:
    """Art in the card SVG profile: a whole document ``svg``, and its ``box`` (x, y, width, height in its own units).

    ``inks`` are the colours of the file, by name. ``follows`` says that some of it is painted in the colour of the
    surroundings, ``fixed`` that a gradient would be, which needs to be told that colour.
    """

    svg: str
    box: Box
    inks: tuple[str, ...]
    follows: bool
    fixed: bool


def adapted(text: str, name: str, instead: Mapping[str, str] | None = None) -> Adapted:
    """The art of an SVG text, called ``name`` in messages.

    ``instead`` has colours (or ``none``) by the inks that they replace: ``#rrggbb``, names of CSS, ``currentColor``, or
    EVERY for all that are not named. Raises TemplateError with all that cannot be drawn, each with its place and what
    to do; ValueError for a colour in ``instead`` that is none.
    """
    source = Source(name, text.encode("utf-8", "surrogatepass"))
    problems = Problems(source)
    if len(source.data) > MAX_BYTES:
        raise problems.stop(
            0, "too-large", f"the file takes {len(source.data):,} bytes of at most {MAX_BYTES:,}", "simplify the art"
        )
    palette = Palette(instead or {})
    root, ids = read(problems)
    try:
        flattener = Flattener(root, ids, problems, palette)
        box, nodes = flattener.drawing()
        if blends(nodes):
            # Art mixes with itself alone, as a picture in a page does.
            nodes = (Layer(nodes, isolated=True),)
    except RecursionError:
        raise problems.stop(root.at, "too-large", "the art refers to itself too deep", "simplify the art") from None
    problems.told()
    for unused in palette.unused():
        inks = ", ".join(sorted(palette.seen)) or "none"
        problems.add(root.at, "unknown-ink", f"the art has no ink {unused}", f"its inks are: {inks}")
    if EVERY in (instead or {}) and _has_pictures(nodes):
        problems.add(
            root.at, "image", "an embedded picture cannot be recoloured", "leave color out, or name single inks"
        )
    problems.told()
    writer = Writer(4 if max(box[2:]) < 100 else 3)
    try:
        svg = writer.svg(box, nodes)
    except UnwritableError as error:
        raise problems.stop(root.at, "too-large", str(error), "simplify the art") from error
    if len(svg) > MAX_WRITTEN:
        raise problems.stop(
            root.at,
            "too-large",
            f"drawn out, the art takes {len(svg):,} bytes of at most {MAX_WRITTEN:,}",
            "simplify the art, or export it as PNG with 600 dots per inch",
        )
    return Adapted(svg, box, tuple(sorted(palette.seen)), writer.follows, writer.fixed)


def _has_pictures(nodes: tuple[Node, ...]) -> bool:
    return any(
        isinstance(node, Bitmap) or (isinstance(node, Layer | Tiles) and _has_pictures(node.children)) for node in nodes
    )
