"""The print shops that can be exported for: the shipped ones, and those of the project's own ``shops.toml``."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Collection, Mapping
from dataclasses import field
from pathlib import Path
from typing import Any, Literal, TypeVar, get_args

from pnp.definition.keys.common import check_name
from pnp.definition.toml.document import At, KeyPath, TomlDocument, read_document
from pnp.diagnostics import DefinitionError, Diagnostic, Location, PnpError
from pnp.export.listing import PATTERN, check_pattern
from pnp.export.options import DPI
from pnp.formats.formats import FORMATS, Format
from pnp.model.component import Cut
from pnp.pdf.objects.exchange import Standard
from pnp.project.project import Project
from pnp.records import dataclass
from pnp.units import Size, parse_length, parse_size

# Print shops as data: what each sells, and how it wants its files.

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
class ProductMatch:
    """A product for a piece, and whether the piece lies on its side in it."""

    product: Product
    turned: bool

    @property
    def size(self) -> Size:
        """The product's trim size as the piece is read."""
        return self.product.size.turned if self.turned else self.product.size


def match(shop: Shop, size: Size, shape: Cut) -> ProductMatch | None:
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
    return ProductMatch(shop.products[place], turned)


SHOPS_FILE = "shops.toml"
_SHIPPED = Path(__file__).resolve().parent.parent / "export" / SHOPS_FILE
_OF_SHOP = (
    *("title", "formats", "dpi", "products", "file", "order", "repeat", "white-bleed", "also-asks", "sources"),
    *("standard", "ink-limit", "outlines"),
)
_OF_PRODUCT = ("title", "size", "bleed", "safe", "shape", "sources")
_SHAPES = ("card", "square", "circle")
LEAST_INK, MOST_INK = 200.0, 400.0
"""Percent: with less, dark colours cannot be told apart; more than four inks in full there is not."""
_LARGEST = 1000.0
"""The longest side of a product in mm."""
T = TypeVar("T")


def shop_called(project: Project, name: str) -> Shop:
    """The shop ``name``: the project's, else the shipped one.

    Raises DefinitionError, located in the project's file, with all that is wrong there; PnpError for an unknown name.
    """
    shops = {**_read(_SHIPPED), **_own(project)}
    if name in shops:
        return shops[name]
    near = difflib.get_close_matches(name, shops, 1)
    guess = f"did you mean {near[0]!r}? " if near else ""
    hint = f"{guess}there are {', '.join(shops)}; docs/exporting.md says how to add one in {SHOPS_FILE}"
    raise PnpError(Diagnostic("unknown-shop", f"there is no shop {name!r}", hint=hint))


def shipped_shops() -> Mapping[str, Shop]:
    """The shops that travel with the program, by name."""
    return _read(_SHIPPED)


def _own(project: Project) -> Mapping[str, Shop]:
    path = project.folder / SHOPS_FILE
    if not path.exists() and not path.is_symlink():
        return {}
    if not path.resolve().is_relative_to(project.folder.resolve()):
        message = f"{SHOPS_FILE} is a link out of the project"
        hint = "put a copy of the file in its place"
        raise DefinitionError(Diagnostic("outside-project", message, Location(SHOPS_FILE), hint))
    return _read(path)


def _read(path: Path) -> Mapping[str, Shop]:
    document = read_document(path, 0)
    reader = _ShopReader(document)
    shops = {name: reader.shop(name, entry) for name, entry in document.data.items()}
    if reader.wrong:
        raise DefinitionError(reader.wrong)
    return {name: shop for name, shop in shops.items() if shop is not None}


class _ShopValueError(Exception):
    """A value was wrong and has been told."""


class _ShopReader:
    """Reads the shops of one file, and gathers everything that is wrong with them."""

    def __init__(self, document: TomlDocument) -> None:
        self._document = document
        self.wrong: list[Diagnostic] = []

    def shop(self, name: str, entry: object) -> Shop | None:
        """A shop, or None where something in it is wrong, which has been told."""
        told = len(self.wrong)
        self._check_name((name,), name)
        table = self._table((name,), entry, _OF_SHOP, ("title", "formats", "dpi", "products"))
        if table is None:
            return None
        at = (name,)
        products = self._products(at, table.get("products"))
        shop = self._tried(
            lambda: Shop(
                name=name,
                title=self._value(at, table, "title", _text),
                formats=self._value(at, table, "formats", _formats),
                dpi=self._value(at, table, "dpi", _dpi),
                products=products,
                file=self._value(at, table, "file", _pattern, PATTERN),
                order=self._value(at, table, "order", _one_of(get_args(Order)), "front-back"),
                repeat=self._value(at, table, "repeat", _switch, False),
                white_bleed=self._value(at, table, "white-bleed", _switch, True),
                also_asks=self._value(at, table, "also-asks", _texts, ()),
                standard=self._value(at, table, "standard", _one_of(get_args(Standard)), "x4"),
                ink_limit=self._value(at, table, "ink-limit", _ink_limit, INK_LIMIT),
                outlines=self._value(at, table, "outlines", _switch, False),
                sources=self._sources(at, table, _OF_SHOP),
            )
        )
        return shop if len(self.wrong) == told else None

    def _products(self, at: KeyPath, entry: object) -> tuple[Product, ...]:
        here = (*at, "products")
        if entry is None:
            return ()
        if not isinstance(entry, dict) or not entry:
            self._tell(here, "value", "wrong-type", "products are tables", f"write [{'.'.join(map(str, here))}.NAME]")
            return ()
        found = [self._product((*here, name), name, one) for name, one in entry.items()]
        return tuple(one for one in found if one is not None)

    def _product(self, at: KeyPath, name: str, entry: object) -> Product | None:
        self._check_name(at, name)
        table = self._table(at, entry, _OF_PRODUCT, ("title", "size", "bleed", "safe"))
        if table is None:
            return None
        product = self._tried(
            lambda: Product(
                name=name,
                title=self._value(at, table, "title", _text),
                size=self._value(at, table, "size", _size),
                bleed=self._value(at, table, "bleed", _length),
                safe=self._value(at, table, "safe", _length),
                shape=self._value(at, table, "shape", _one_of(_SHAPES), "card"),
                sources=self._sources(at, table, _OF_PRODUCT),
            )
        )
        if product is not None and 2 * product.safe >= min(product.size.width, product.size.height):
            message = f"a safe rim of {product.safe:g} mm leaves nothing of {product.title}"
            self._tell((*at, "safe"), "value", "bad-length", message, "it is measured inwards from the trim")
        return product

    def _check_name(self, at: KeyPath, name: str) -> None:
        """Tell of a name that cannot be that of a file: an export is called as its shop, a PDF in it as its product."""
        try:
            check_name(name)
        except ValueError as error:
            message, _, hint = str(error).rpartition(": ")
            self._tell(at, "key", "bad-name", message, hint)

    def _table(
        self, at: KeyPath, entry: object, known: Collection[str], required: Collection[str]
    ) -> Mapping[str, Any] | None:
        if not isinstance(entry, dict):
            self._tell(at, "key", "wrong-type", f"{at[-1]!r} is not a table", f"write [{'.'.join(map(str, at))}]")
            return None
        for key in entry:
            if key not in known:
                near = difflib.get_close_matches(key, known, 1)
                hint = f"did you mean {near[0]!r}?" if near else f"there is {', '.join(known)}"
                self._tell((*at, key), "key", "unknown-key", f"there is no key {key!r} here", hint)
        missing = [key for key in required if key not in entry]
        if missing:
            message = f"{'.'.join(map(str, at))} lacks {', '.join(missing)}"
            self._tell(at, "table", "missing-key", message, "docs/exporting.md says what each key means")
            return None
        return entry

    def _value(
        self, at: KeyPath, table: Mapping[str, Any], key: str, read: Callable[[Any], T], default: T | None = None
    ) -> T:
        if key not in table and default is not None:
            return default
        try:
            return read(table[key])
        except ValueError as error:
            self._tell((*at, key), "value", "bad-value", str(error), None)
            raise _ShopValueError from error

    def _sources(self, at: KeyPath, table: Mapping[str, Any], known: Collection[str]) -> Mapping[str, str]:
        found: Mapping[str, str] = self._value(at, table, "sources", _sources, {})
        for key in found:
            if key not in known:
                message = f"there is no key {key!r} that this could be the source of"
                self._tell((*at, "sources", key), "key", "unknown-key", message, None)
        return found

    def _tried(self, make: Callable[[], T]) -> T | None:
        try:
            return make()
        except _ShopValueError:
            return None

    def _tell(self, at: KeyPath, part: At, code: str, message: str, hint: str | None) -> None:
        self.wrong.append(Diagnostic(code, message, self._document.locate(at, part), hint))


def _text(value: object) -> str:
    if not isinstance(value, str) or not value.strip():
        raise ValueError("this has to be a text")
    return value


def _texts(value: object) -> tuple[str, ...]:
    if not isinstance(value, list):
        raise ValueError('this has to be a list of texts: ["…"]')
    return tuple(map(_text, value))


def _switch(value: object) -> bool:
    if not isinstance(value, bool):
        raise ValueError("this is true or false")
    return value


def _dpi(value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not DPI[0] <= value <= DPI[1]:
        raise ValueError(f"{value!r} is no number of dots per inch from {DPI[0]} to {DPI[1]}")
    return value


def _ink_limit(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not LEAST_INK <= value <= MOST_INK:
        raise ValueError(f"{value!r} is no amount of ink in percent from {LEAST_INK:g} to {MOST_INK:g}")
    return float(value)


def _formats(value: object) -> tuple[Format, ...]:
    found = tuple(one for text in _texts(value) for one in FORMATS if one == text)
    if not found or len(found) != len(_texts(value)):
        raise ValueError(f"formats are a list of some of {', '.join(FORMATS)}")
    return found


def _pattern(value: object) -> str:
    check_pattern(_text(value))
    return _text(value)


def _one_of(words: Collection[str]) -> Callable[[object], Any]:
    def read(value: object) -> str:
        if value not in words:
            raise ValueError(f"{value!r} is none of {', '.join(words)}")
        return str(value)

    return read


def _size(value: object) -> Size:
    size = parse_size(_text(value))
    if max(size.width, size.height) > _LARGEST:
        raise ValueError(f"{value!r} is larger than {_LARGEST:g} mm")
    return size


def _length(value: object) -> float:
    length = parse_length(_text(value))
    if length > 20:
        raise ValueError(f"{value!r} is more than 20 mm")
    return length


def _sources(value: object) -> Mapping[str, str]:
    if not isinstance(value, dict):
        raise ValueError("sources are a table: a text for each key")
    return {key: _text(text) for key, text in value.items()}
