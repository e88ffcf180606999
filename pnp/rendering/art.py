"""Art files become symbols: ``templates/<engine>/art/NAME.svg``, so that a new suit needs a file and no Python."""

from __future__ import annotations

import re
from dataclasses import dataclass

from pnp import cardsvg
from pnp.diagnostics import Diagnostic, Location, TemplateError
from pnp.rendering.markup import quoteattr
from pnp.rendering.sources import SourceFile, TemplateFolders

_ROOT = re.compile(r"<svg\b[^>]*>(?P<inner>.*)</svg>\s*$", re.DOTALL)
_ID = re.compile(r"""(\bid=["']|\burl\(#|\bhref=["']#)([^"')]+)""")
_USED = re.compile(r'href="#art-([^"]+)"')
_NAME = re.compile(r"[a-z0-9][a-z0-9_-]*")


@dataclass(frozen=True, slots=True)
class Symbol:
    """A piece of art: its ``<symbol>`` element, and its extent in its own units."""

    svg: str
    width: float
    height: float


class ArtLibrary:
    """The art of one engine, read and checked once a file is asked for. ``shared/art`` serves every engine."""

    def __init__(self, folders: TemplateFolders, engine: str) -> None:
        self._folders = folders
        self._engine = engine
        self._symbols: dict[str, Symbol] = {}

    def has(self, name: str) -> bool:
        """Whether there is art of this name."""
        return bool(_NAME.fullmatch(name)) and self._find(name) is not None

    def symbol(self, name: str) -> Symbol:
        """The art called ``name``. Raises TemplateError where there is none, or where it breaks the profile."""
        if name not in self._symbols:
            found = self._find(name) if _NAME.fullmatch(name) else None
            if found is None:
                raise TemplateError(
                    Diagnostic(
                        "missing-art",
                        f"there is no art {name!r}",
                        hint=f"add templates/{self._engine}/art/{name}.svg",
                        subject=name,
                    )
                )
            drawing = cardsvg.parse(found.text, found.name)
            body = _ROOT.search(found.text)
            if body is None:
                raise TemplateError(Diagnostic("not-svg", "this is not an SVG document", Location(found.name)))
            inner = _ID.sub(lambda match: f"{match[1]}art-{name}-{match[2]}", body["inner"].strip())
            x, y, width, height = drawing.bounds
            svg = f'<symbol id="art-{name}" viewBox="{x:g} {y:g} {width:g} {height:g}">{inner}</symbol>'
            self._symbols[name] = Symbol(svg, width, height)
        return self._symbols[name]

    def definitions_for(self, svg: str) -> str:
        """The symbols that ``svg`` uses, ready for its ``<defs>``, in alphabetical order."""
        return "".join(self.symbol(name).svg for name in sorted(set(_USED.findall(svg))))

    def use(self, name: str, x: float, y: float, width: float, height: float, color: str) -> str:
        """A ``<use>`` that fits the art into a box, whole and centred."""
        self.symbol(name)
        box = f'x="{x:.5g}" y="{y:.5g}" width="{width:.5g}" height="{height:.5g}"'
        return f'<use href="#art-{name}" {box} color={quoteattr(str(color))}/>'

    def _find(self, name: str) -> SourceFile | None:
        return self._folders.find(f"{self._engine}/art/{name}.svg", f"{SHARED_ART}/{name}.svg")


SHARED_ART = "shared/art"
