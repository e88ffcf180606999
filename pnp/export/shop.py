"""Print shops as data: what each sells, and how it wants its files."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Literal

from pnp.formats.formats import Format
from pnp.model.component import Cut
from pnp.pdf.objects.exchange import Standard
from pnp.records import dataclass
from pnp.units import Size

Order = Literal["front-back", "back-front"]
INK_LIMIT = 300.0
"""In percent of one ink in full: what coated paper takes in offset (ISO 12647-2 allows up to 350 on sheets)."""
NEAR = 2.0
"""In mm: a card whose sides differ from a product's by no more is composed anew at the product's size. A template that
draws well at one size does so at the other, and players do not notice."""


@dataclass(frozen=True, slots=True)
class Product:
    """Something a shop prints. Lengths in mm: ``size`` of the trim, ``bleed`` beyond it on every side, ``safe`` the rim
    inside it in which nothing may stand that matters. ``sources`` says of each figure where it is from."""

    name: str
    title: str
    size: Size
    bleed: float
    safe: float
    shape: Cut = "card"
    sources: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Shop:
    """How a shop wants its files.

    ``formats`` are those it takes, the first where nobody asks for another. ``file`` is the pattern of file names, see
    ``pnp.export.listing``. ``order`` is that of the pages of a PDF, in which with ``repeat`` a card of which there are
    three comes three times.
    ``white_bleed`` is whether bleed may be plain paper. ``also_asks`` are wishes that the program does not fulfil.
    ``standard`` is that of files in PDF/X, ``ink_limit`` the most ink in them in percent, ``outlines`` whether type in
    a PDF has to be shapes.
    """

    name: str
    title: str
    formats: tuple[Format, ...]
    dpi: int
    products: tuple[Product, ...]
    file: str
    order: Order = "front-back"
    repeat: bool = False
    white_bleed: bool = True
    also_asks: tuple[str, ...] = ()
    standard: Standard = "x4"
    ink_limit: float = INK_LIMIT
    outlines: bool = False
    sources: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Match:
    """A product for a piece, and whether the piece lies on its side in it."""

    product: Product
    turned: bool

    @property
    def size(self) -> Size:
        """The product's trim size as the piece is read."""
        return self.product.size.turned if self.turned else self.product.size


def match(shop: Shop, size: Size, shape: Cut) -> Match | None:
    """The product of ``shop`` that is nearest to a piece of ``size`` mm, either way up; None where none is near."""
    near: list[tuple[float, bool, int]] = []
    for place, product in enumerate(shop.products):
        for turned in (False, True):
            found = product.size.turned if turned else product.size
            # Sizes come from inches: without their last bits.
            off = round(max(abs(found.width - size.width), abs(found.height - size.height)), 6)
            if product.shape == shape and off <= NEAR:
                near.append((off, turned, place))
    if not near:
        return None
    _, turned, place = min(near)
    return Match(shop.products[place], turned)
