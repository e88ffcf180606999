"""Print shops that can be exported for: the shipped ones, and those of the project's own ``shops.toml``."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Collection, Mapping
from dataclasses import field
from pathlib import Path
from typing import Any, Literal, TypeVar, get_args

from pnp.definition.keys.common import check_name
from pnp.diagnostics import DefinitionError, Diagnostic, Location, PnpError
from pnp.export.listing import PATTERN, check_pattern
from pnp.export.options import DPI
from pnp.formats.formats import FORMATS, Format
from pnp.inside import lies_in
from pnp.model.component import Cut
from pnp.model.print_options import MOST_BLEED
from pnp.pdf.objects.exchange import Standard
from pnp.project.project import Project
from pnp.records import dataclass
from pnp.toml.document import EntryPart, KeyPath, TomlDocument, read_document
from pnp.units import Size, parse_length, parse_size

# Print shops as data: their products, and the form of their files.

Order = Literal["front-back", "back-front"]
INK_LIMIT = 300.0
"""In percent of one ink in full: the most that coated paper takes in offset (ISO 12647-2 allows up to 350 on
sheets)."""
NEAR = 2.0
"""In mm. A card whose sides differ from a product's by no more is composed anew at the product's size. A template that
draws well at one size does so at the other, and players do not notice."""


@dataclass(frozen=True, slots=True)
class Product:
    """Product of a shop. Lengths in mm.

    ``size`` is that of the trim, ``bleed`` reaches beyond it on every side, and ``safe`` is the rim inside it that has
    to stay free of type and figures. ``sources`` has the source of each figure.
    """

    name: str
    title: str
    size: Size
    bleed: float
    safe: float
    shape: Cut = "card"
    sources: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Shop:
    """Print shop, and the form of its files.

    ``formats`` are those it takes, the first being the default. ``file`` is the pattern of file names, see
    ``pnp.export.listing``. ``order`` is that of the pages of a PDF. With ``repeat``, a card with three copies comes
    three times there. ``white_bleed`` is True if bleed may be plain paper. ``also_asks`` are wishes that the program
    does not fulfil. ``standard`` is that of files in PDF/X, ``ink_limit`` the most ink in them in percent, and
    ``outlines`` is True if type in a PDF has to be shapes.
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
    """Product for a piece. ``turned`` is True if the piece lies on its side in it."""

    product: Product
    turned: bool

    @property
    def size(self) -> Size:
        """Trim size of the product, as the piece is read."""
        return self.product.size.turned if self.turned else self.product.size


def match_product(shop: Shop, size: Size, shape: Cut) -> ProductMatch | None:
    """Return the product of ``shop`` nearest to a piece of ``size`` mm, either way up; None if none is near."""
    near: list[tuple[float, bool, int]] = []
    for index, product in enumerate(shop.products):
        for turned in (False, True):
            trim = product.size.turned if turned else product.size
            # Sizes come from inches, so they are compared without their last bits.
            difference = round(max(abs(trim.width - size.width), abs(trim.height - size.height)), 6)
            if product.shape == shape and difference <= NEAR:
                near.append((difference, turned, index))
    if not near:
        return None
    _, turned, index = min(near)
    return ProductMatch(shop.products[index], turned)


SHOPS_FILE = "shops.toml"
_SHIPPED = Path(__file__).resolve().with_name(SHOPS_FILE)
_SHOP_KEYS = (
    *("title", "formats", "dpi", "products", "file", "order", "repeat", "white-bleed", "also-asks", "sources"),
    *("standard", "ink-limit", "outlines"),
)
_PRODUCT_KEYS = ("title", "size", "bleed", "safe", "shape", "sources")
_SHAPES = ("card", "square", "circle")
LEAST_INK, MOST_INK = 200.0, 400.0
"""In percent. With less ink, dark colours cannot be told apart; the most is four inks in full."""
_LARGEST = 1000.0
"""The longest side of a product in mm."""
T = TypeVar("T")


def find_shop(project: Project, name: str) -> Shop:
    """Return the shop ``name``: the project's, else the shipped one.

    Raises DefinitionError with every error of the project's file, located in it, and PnpError for an unknown name.
    """
    shops = {**_read_shops(_SHIPPED), **_project_shops(project)}
    if name in shops:
        return shops[name]
    matches = difflib.get_close_matches(name, shops, 1)
    guess = f"did you mean {matches[0]!r}? " if matches else ""
    hint = f"{guess}there are {', '.join(shops)}; docs/exporting.md says how to add one in {SHOPS_FILE}"
    raise PnpError(Diagnostic("unknown-shop", f"there is no shop {name!r}", hint=hint))


def shipped_shops() -> Mapping[str, Shop]:
    """Return the shops that come with the program, by name."""
    return _read_shops(_SHIPPED)


def _project_shops(project: Project) -> Mapping[str, Shop]:
    path = project.folder / SHOPS_FILE
    if not path.exists() and not path.is_symlink():
        return {}
    if not lies_in(path, project.folder):
        message = f"{SHOPS_FILE} is a link out of the project"
        hint = "put a copy of the file in its place"
        raise DefinitionError(Diagnostic("outside-project", message, Location(SHOPS_FILE), hint))
    return _read_shops(path)


def _read_shops(path: Path) -> Mapping[str, Shop]:
    document = read_document(path, 0)
    reader = _ShopReader(document)
    shops = {name: reader.shop(name, entry) for name, entry in document.data.items()}
    if reader.errors:
        raise DefinitionError(reader.errors)
    return {name: shop for name, shop in shops.items() if shop is not None}


class _ShopValueError(Exception):
    """A value is wrong, and its error was reported."""


class _ShopReader:
    """Reader of the shops of one file, which collects every error."""

    def __init__(self, document: TomlDocument) -> None:
        self._document = document
        self.errors: list[Diagnostic] = []

    def shop(self, name: str, entry: object) -> Shop | None:
        """Read a shop; None if it has an error, which is then reported."""
        errors_before, path = len(self.errors), (name,)
        self._check_name(path, name)
        table = self._read_table(path, entry, _SHOP_KEYS, ("title", "formats", "dpi", "products"))
        if table is None:
            return None
        products = self._read_products(path, table.get("products"))
        shop = self._try_to_make(
            lambda: Shop(
                name=name,
                title=self._read_value(path, table, "title", _text),
                formats=self._read_value(path, table, "formats", _formats),
                dpi=self._read_value(path, table, "dpi", _dpi),
                products=products,
                file=self._read_value(path, table, "file", _pattern, PATTERN),
                order=self._read_value(path, table, "order", _one_of(get_args(Order)), "front-back"),
                repeat=self._read_value(path, table, "repeat", _switch, False),
                white_bleed=self._read_value(path, table, "white-bleed", _switch, True),
                also_asks=self._read_value(path, table, "also-asks", _texts, ()),
                standard=self._read_value(path, table, "standard", _one_of(get_args(Standard)), "x4"),
                ink_limit=self._read_value(path, table, "ink-limit", _ink_limit, INK_LIMIT),
                outlines=self._read_value(path, table, "outlines", _switch, False),
                sources=self._read_sources(path, table, _SHOP_KEYS),
            )
        )
        return shop if len(self.errors) == errors_before else None

    def _read_products(self, path: KeyPath, entry: object) -> tuple[Product, ...]:
        products_path = (*path, "products")
        if entry is None:
            return ()
        if not isinstance(entry, dict) or not entry:
            self._add_error(
                products_path,
                "value",
                "wrong-type",
                "products are tables",
                f"write [{'.'.join(map(str, products_path))}.NAME]",
            )
            return ()
        products = [self._read_product((*products_path, name), name, table) for name, table in entry.items()]
        return tuple(product for product in products if product is not None)

    def _read_product(self, path: KeyPath, name: str, entry: object) -> Product | None:
        self._check_name(path, name)
        table = self._read_table(path, entry, _PRODUCT_KEYS, ("title", "size", "bleed", "safe"))
        if table is None:
            return None
        product = self._try_to_make(
            lambda: Product(
                name=name,
                title=self._read_value(path, table, "title", _text),
                size=self._read_value(path, table, "size", _size),
                bleed=self._read_value(path, table, "bleed", _length),
                safe=self._read_value(path, table, "safe", _length),
                shape=self._read_value(path, table, "shape", _one_of(_SHAPES), "card"),
                sources=self._read_sources(path, table, _PRODUCT_KEYS),
            )
        )
        if product is not None and 2 * product.safe >= min(product.size.width, product.size.height):
            message = f"a safe rim of {product.safe:g} mm leaves nothing of {product.title}"
            self._add_error((*path, "safe"), "value", "bad-length", message, "it is measured inwards from the trim")
        return product

    def _check_name(self, path: KeyPath, name: str) -> None:
        """Check that a name can be that of a file: an export is named after its shop, a PDF in it after its product."""
        try:
            check_name(name)
        except ValueError as error:
            message, _, hint = str(error).rpartition(": ")
            self._add_error(path, "key", "bad-name", message, hint)

    def _read_table(
        self, path: KeyPath, entry: object, known: Collection[str], required: Collection[str]
    ) -> Mapping[str, Any] | None:
        if not isinstance(entry, dict):
            self._add_error(
                path, "key", "wrong-type", f"{path[-1]!r} is not a table", f"write [{'.'.join(map(str, path))}]"
            )
            return None
        for key in entry:
            if key not in known:
                matches = difflib.get_close_matches(key, known, 1)
                hint = f"did you mean {matches[0]!r}?" if matches else f"there is {', '.join(known)}"
                self._add_error((*path, key), "key", "unknown-key", f"there is no key {key!r} here", hint)
        missing = [key for key in required if key not in entry]
        if missing:
            message = f"{'.'.join(map(str, path))} lacks {', '.join(missing)}"
            self._add_error(path, "table", "missing-key", message, "docs/exporting.md says what each key means")
            return None
        return entry

    def _read_value(
        self, path: KeyPath, table: Mapping[str, Any], key: str, read: Callable[[Any], T], default: T | None = None
    ) -> T:
        if key not in table and default is not None:
            return default
        try:
            return read(table[key])
        except ValueError as error:
            self._add_error((*path, key), "value", "bad-value", str(error), None)
            raise _ShopValueError from error

    def _read_sources(self, path: KeyPath, table: Mapping[str, Any], known: Collection[str]) -> Mapping[str, str]:
        sources: Mapping[str, str] = self._read_value(path, table, "sources", _sources, {})
        for key in sources:
            if key not in known:
                message = f"there is no key {key!r} that this could be the source of"
                self._add_error((*path, "sources", key), "key", "unknown-key", message, None)
        return sources

    def _try_to_make(self, make: Callable[[], T]) -> T | None:
        try:
            return make()
        except _ShopValueError:
            return None

    def _add_error(self, path: KeyPath, part: EntryPart, code: str, message: str, hint: str | None) -> None:
        self.errors.append(Diagnostic(code, message, self._document.locate(path, part), hint))


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
    formats = tuple(format_ for text in _texts(value) for format_ in FORMATS if format_ == text)
    if not formats or len(formats) != len(_texts(value)):
        raise ValueError(f"formats are a list of some of {', '.join(FORMATS)}")
    return formats


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
    if length > MOST_BLEED:
        raise ValueError(f"{value!r} is more than {MOST_BLEED} mm")
    return length


def _sources(value: object) -> Mapping[str, str]:
    if not isinstance(value, dict):
        raise ValueError("sources are a table: a text for each key")
    return {key: _text(text) for key, text in value.items()}
