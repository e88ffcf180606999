"""What is used again and again: the content of a symbol is resolved once for all faces of a run."""

from __future__ import annotations

import hashlib
import re
from collections import OrderedDict
from collections.abc import Callable

from pnp.cardsvg.frames import Frames
from pnp.cardsvg.nodes import Group, Image, Node, Symbol, SymbolUse, weight
from pnp.cardsvg.outlines import SHAPES
from pnp.cardsvg.paths import Box
from pnp.cardsvg.reader import MAX_DEPTH, MAX_ELEMENTS, Element
from pnp.cardsvg.style import Style
from pnp.cardsvg.values import Matrix

_REFERENCE = re.compile(rb"""url\(\s*['"]?#([^'")\s]+)|href\s*=\s*["']#([^"']+)["']""")
_SYMBOLS: OrderedDict[str, Symbol] = OrderedDict()
_SYMBOLS_KEPT = 512


class Symbols:
    """The uses of symbols in one SVG text. ``content`` gives what an element draws where it is used, in a style."""

    def __init__(self, frames: Frames, content: Callable[[Element, Style], tuple[Node, ...]]) -> None:
        self._frames = frames
        self._content = content
        self._found: dict[tuple[int, str], Symbol] = {}
        self._using: list[str] = []

    def use(self, element: Element, style: Style) -> SymbolUse | None:
        """The node of a use element, None where it has no size."""
        href = self._frames.href(element)
        if not href.startswith("#"):
            raise self._frames.source.error(
                element.at,
                "outside",
                f"{href!r} is not inside this SVG",
                'write href="#id"; files are not read from within a face',
            )
        name = href[1:]
        target = self._frames.target(element, name, ("symbol", "g", "svg", "text", "image", "use", *sorted(SHAPES)))
        if name in self._using or target.at <= element.at < target.end:
            raise self._frames.source.error(element.at, "loop", f"#{name} uses itself", "take one of the uses out")
        if len(self._using) >= MAX_DEPTH:
            raise self._frames.source.error(
                element.at, "too-large", f"uses nest at most {MAX_DEPTH} deep", "simplify the art"
            )
        self._using.append(name)
        symbol = self._symbol(element, target, style)
        self._using.pop()
        x, y = self._frames.number(element, "x"), self._frames.number(element, "y")
        inner: Matrix = (1.0, 0.0, 0.0, 1.0, x, y)
        window: Box | None = None
        if target.name == "symbol":
            if "viewBox" not in target.attributes:
                raise self._frames.source.error(
                    target.at,
                    "missing-attribute",
                    "<symbol> has no viewBox",
                    'write viewBox="x y width height", or use a <g> inside <defs>, which is not clipped',
                )
            window = (x, y, self._frames.size(element, "width"), self._frames.size(element, "height"))
            if not window[2] or not window[3]:
                return None
            inner = self._frames.fitted(target, window)
        elif "width" in element.attributes or "height" in element.attributes:
            raise self._frames.source.error(
                element.at,
                "size",
                f"width and height are for a <symbol>, and #{name} is a <{target.name}>",
                "make it a symbol with a viewBox, or scale with transform",
                "width" if "width" in element.attributes else "height",
            )
        return SymbolUse(element.at, self._frames.frame(element), symbol, target.at, inner, window)

    def _symbol(self, use: Element, target: Element, style: Style) -> Symbol:
        own = (target.at, style.key)
        found = self._found.get(own)
        if found is None:
            content = _text_of(self._frames, target)
            pictures = b"<image" in content
            # A character reference may hide what is referred to: such content is shared within its own face only.
            salt = self._frames.source.data if b"&" in content else b""
            key = hashlib.sha256(b"\0".join((content, style.key.encode(), salt))).hexdigest()
            if key in _SYMBOLS and not pictures:
                _SYMBOLS.move_to_end(key)
                found = _SYMBOLS[key]
            else:
                found = self._new(target, style, key)
                if not pictures:
                    _SYMBOLS[key] = found
                    if len(_SYMBOLS) > _SYMBOLS_KEPT:
                        _SYMBOLS.popitem(last=False)
            self._found[own] = found
        if found.weight > MAX_ELEMENTS:
            raise self._frames.source.error(
                use.at,
                "too-large",
                f"#{use.attributes.get('href', '')[1:]} draws more than {MAX_ELEMENTS} elements",
                "simplify the art, or put it in as an image",
            )
        return found

    def _new(self, target: Element, style: Style, key: str) -> Symbol:
        nodes = self._content(target, style)
        pictures = "".join(_digests(nodes))
        if pictures:
            key = hashlib.sha256((key + pictures).encode()).hexdigest()
        return Symbol(key, target.at, nodes, weight(nodes))


def _text_of(frames: Frames, element: Element) -> bytes:
    """The text of an element, followed by that of everything it refers to."""
    seen = {element.at}
    parts: list[bytes] = []
    pending = [element]
    while pending:
        following = pending.pop()
        own = frames.source.data[following.at : following.end]
        parts.append(own)
        for match in _REFERENCE.finditer(own):
            other = frames.ids.get((match[1] or match[2]).decode("utf-8", "replace"))
            if other is not None and other.at not in seen:
                seen.add(other.at)
                pending.append(other)
    return b"\0".join(parts)


def _digests(nodes: tuple[Node, ...]) -> list[str]:
    found: list[str] = []
    for node in nodes:
        if node.frame is not None and node.frame.mask is not None:
            found += _digests(node.frame.mask.nodes)
        if isinstance(node, Image):
            found.append(node.picture.digest)
        elif isinstance(node, Group):
            found += _digests(node.children)
        elif isinstance(node, SymbolUse):
            found.append(node.symbol.key)
    return found
