"""Art files become symbols: ``templates/<engine>/art/NAME.svg``, so that a new suit needs a file and no Python.

Art in the card SVG profile is taken as it is; any other SVG is brought into the profile first.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from typing import TypeAlias

from pnp import cardsvg
from pnp.diagnostics import Diagnostic, Location, TemplateError
from pnp.model.game import Icon
from pnp.model.text import Language, say
from pnp.records import dataclass
from pnp.rendering.escape import quoteattr
from pnp.rendering.templates.sources import TemplateFolders, TemplateSource

_ROOT = re.compile(r"<svg\b(?P<attributes>[^>]*)>(?P<inner>.*)</svg>\s*$", re.DOTALL)
_ON_ROOT = re.compile(r"\s(?:style|fill|stroke|color|opacity|clip|mask|font|letter|text|transform)[\w-]*\s*=")
_ID = re.compile(r"""(\bid=["']|\burl\(#|\bhref=["']#)([^"')]+)""")
_USED = re.compile(r'href="#art-([^"]+)"')
_DEFINED = re.compile(r'<symbol id="art-([^"]+)"')
_NAME = re.compile(r"[a-z0-9][a-z0-9_-]*")
_FOLLOWS = "currentColor"
INK = "#1b1a1f"
"""What ``currentColor`` is where a template names no colour."""
Colours: TypeAlias = "str | Mapping[str, str] | None"
"""One colour, or colours (or ``none``) by the inks that they replace, ``*`` for all that are not named."""


@dataclass(frozen=True, slots=True)
class ArtSymbol:
    """A piece of art: its ``<symbol>`` element, and its extent in its own units."""

    svg: str
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class _ProfileArt:
    """Art in the profile: a document, its box, whether it ``follows`` the colour of its use, and whether a gradient
    would (``fixed``), which cannot."""

    svg: str
    box: tuple[float, float, float, float]
    follows: bool
    fixed: bool = False


def defined_in(svg: str) -> tuple[str, ...]:
    """The names of the art that ``svg`` defines as symbols, in alphabetical order."""
    return tuple(sorted({key.partition(".")[0] for key in _DEFINED.findall(svg)}))


class ArtLibrary:
    """The art of one engine, read and checked once a file is asked for. ``shared/art`` serves every engine."""

    def __init__(self, folders: TemplateFolders, engine: str) -> None:
        self._folders = folders
        self._engine = engine
        self._files: dict[str, TemplateSource | None] = {}
        self._art: dict[tuple[str, tuple[tuple[str, str], ...]], _ProfileArt] = {}
        self._symbols: dict[str, ArtSymbol] = {}
        self.asked: set[str] = set()
        """The names that were asked for since the face at hand was begun, whether or not there is such art."""

    def begin_face(self) -> None:
        """Forget what the face before asked for."""
        self.asked.clear()

    def file_of(self, name: str) -> TemplateSource | None:
        """The file of the art of this name, read once; None where there is none."""
        if name not in self._files:
            places = f"{self._engine}/art/{name}.svg", f"{SHARED_ART}/{name}.svg"
            self._files[name] = self._folders.find(*places) if _NAME.fullmatch(name) else None
        return self._files[name]

    def has(self, name: str) -> bool:
        """Whether there is art of this name."""
        self.asked.add(name)
        return self.file_of(name) is not None

    def symbol(self, name: str) -> ArtSymbol:
        """The art called ``name`` as it is, or a recoloured one by the key that ``use`` gave it. Raises TemplateError
        where there is none, or where it cannot be drawn."""
        self.asked.add(name.partition(".")[0])
        if name not in self._symbols:
            self._symbols[name] = _symbol(name, self._read(name, ()))
        return self._symbols[name]

    def definitions_for(self, svg: str) -> str:
        """The symbols that ``svg`` uses, ready for its ``<defs>``, in alphabetical order."""
        return "".join(self.symbol(name).svg for name in sorted(set(_USED.findall(svg))))

    def files(self, names: Iterable[str]) -> tuple[TemplateSource, ...]:
        """The files of the art of these names."""
        return tuple(self._file(name) for name in names)

    def use(self, name: str, x: float, y: float, width: float, height: float, color: Colours = None) -> str:
        """A ``<use>`` that fits the art into a box, whole and centred.

        One ``color`` is that of the art's ``currentColor``; art without it is painted in that colour alone. Colours by
        ink replace those inks. Raises TemplateError for a colour that is none, and for an ink that the art has not.
        """
        key, ink = self._coloured(name, color)
        box = f'x="{x:.5g}" y="{y:.5g}" width="{width:.5g}" height="{height:.5g}"'
        return f'<use href="#art-{key}" {box} color={quoteattr(ink)}/>'

    def _coloured(self, name: str, color: Colours) -> tuple[str, str]:
        """The key of the symbol to use, and the colour that it follows."""
        self.asked.add(name)
        instead: dict[str, str] = {}
        ink = INK
        if isinstance(color, Mapping):
            instead = {str(name): str(value) for name, value in color.items()}
            ink = instead.pop(_FOLLOWS, INK)
        elif color is not None:
            ink = str(color)
            if not self._read(name, ()).follows:
                instead = {"*": _FOLLOWS}
        if ink == "none":
            instead[_FOLLOWS], ink = ink, INK
        art = self._read(name, instead)
        if art.fixed:
            # A gradient is the same for all uses of a symbol: the colour is written into it.
            instead = {known: ink if value == _FOLLOWS else value for known, value in instead.items()}
            instead.setdefault(_FOLLOWS, ink)
            art = self._read(name, instead)
        key = name
        if instead:
            digest = hashlib.sha256(repr(sorted(instead.items())).encode()).hexdigest()
            key = f"{name}.{digest[:8]}"
        if key not in self._symbols:
            self._symbols[key] = _symbol(key, art)
        return key, ink

    def _read(self, name: str, instead: Mapping[str, str] | tuple[()]) -> _ProfileArt:
        key = (name, tuple(sorted(dict(instead).items())))
        if key not in self._art:
            found = self._file(name)
            art = None if instead else _in_profile(found)
            self._art[key] = art or _adapted(found, dict(instead), name)
        return self._art[key]

    def _missing(self, name: str) -> Diagnostic:
        if not name:
            hint = "write its name there, or ask first whether there is one: {% if … %}"
            return Diagnostic("missing-art", "there is no art '': no name is given", hint=hint)
        bare = name.removesuffix(".svg")
        hint = f"add templates/{self._engine}/art/{name}.svg" if bare == name else f"write {bare!r}, without .svg"
        return Diagnostic("missing-art", f"there is no art {name!r}", hint=hint, subject=name)

    def _file(self, name: str) -> TemplateSource:
        found = self.file_of(name)
        if found is None:
            raise TemplateError(self._missing(name))
        return found


SHARED_ART = "shared/art"


def _in_profile(found: TemplateSource) -> _ProfileArt | None:
    """Art that is in the card SVG profile already, None where it is not."""
    try:
        drawing = cardsvg.parse(found.text, found.name)
    except TemplateError:
        return None
    body = _ROOT.search(found.text)
    if body is None or _ON_ROOT.search(body["attributes"]):
        # What is painted by the root element would be lost with it.
        return None
    return _ProfileArt(found.text, drawing.bounds, _FOLLOWS in found.text)


def _adapted(found: TemplateSource, instead: Mapping[str, str], name: str) -> _ProfileArt:
    """Art from outside the profile, or with other inks. Raises TemplateError with all that cannot be drawn."""
    from pnp.artsvg import adapted  # noqa: PLC0415 - shipped art is in the profile

    try:
        art = adapted(found.text, found.name, instead)
    except ValueError as error:
        raise TemplateError(Diagnostic("bad-value", f"color of the art {name!r}: {error}", subject=name)) from error
    try:
        cardsvg.parse(art.svg, found.name, cardsvg.project_images(()))
    except TemplateError as error:
        message = f"the art cannot be drawn: {error.diagnostics[0].message}"
        place = Location(found.name)
        raise TemplateError(
            Diagnostic("unknown-element", message, place, "simplify it, or export it as PNG")
        ) from error
    return _ProfileArt(art.svg, art.box, art.follows, art.fixed)


def _symbol(key: str, art: _ProfileArt) -> ArtSymbol:
    body = _ROOT.search(art.svg)
    assert body is not None
    inner = _ID.sub(lambda match: f"{match[1]}art-{key}-{match[2]}", body["inner"].strip())
    x, y, width, height = art.box
    svg = f'<symbol id="art-{key}" viewBox="{x:g} {y:g} {width:g} {height:g}">{inner}</symbol>'
    return ArtSymbol(svg, width, height)


# Icons among the words of a text: found by name, measured in em, drawn over the room that their line leaves.

CHARACTER = "\ufffc"
"""What stands for an icon in a text that is measured: the object replacement character of Unicode."""
PREFIX = "icon:"
"""Before the name of an icon in the font role of its character: no role of a theme has a colon."""
BESIDE = 0.06
"""White in em at either side of an icon, so that it does not touch a letter."""


@dataclass(frozen=True, slots=True)
class IconForm:
    """An icon as it is set: its art, its width and height in em, its colour as in ``model.icon``, and what it reads."""

    art: str
    width: float
    height: float
    color: str
    said: str

    @property
    def advance(self) -> float:
        """How far it moves the pen, in em."""
        return self.width + 2 * BESIDE


class IconSet:
    """The icons of a game in one language: those of its table, and every art by its own name."""

    def __init__(self, table: Mapping[str, Icon], art: ArtLibrary, language: Language) -> None:
        self._table = table
        self._art = art
        self._language = language
        self._forms: dict[str, IconForm] = {}

    def has(self, name: str) -> bool:
        """Whether there is an icon of this name."""
        return name in self._table or self._art.has(name)

    def check(self, name: str, text: str) -> None:
        """Raises TemplateError where ``text`` asks for an icon that there is not."""
        if self.has(name):
            return
        near = get_close_matches(name, self._table, 1)
        raise TemplateError(
            Diagnostic(
                "unknown-icon",
                f"there is no icon {name!r}, which the text {_short(text)!r} asks for",
                hint=f"did you mean {{{near[0]}}}?"
                if near
                else f"add art/{name}.svg to the templates of the game, or write {{{{ for a brace",
                subject=text,
            )
        )

    def form(self, role: str) -> IconForm:
        """The icon behind the font role of its character."""
        name = role.removeprefix(PREFIX)
        entry = self._table.get(name, Icon(name))
        self._art.asked.add(entry.art)
        if name not in self._forms:
            symbol = self._art.symbol(entry.art)
            said = name if entry.name is None else say(entry.name, self._language)
            width = entry.size * symbol.width / symbol.height
            self._forms[name] = IconForm(entry.art, width, entry.size, entry.color, said)
        return self._forms[name]

    def draw(self, role: str, x: float, middle: float, size: float, fill: str) -> str:
        """The icon from ``x`` on, with its middle at the height ``middle``, in type of ``size`` mm and ``fill``."""
        form = self.form(role)
        width, height = form.width * size, form.height * size
        if form.color == "own":
            inks = {"currentColor": fill}
        else:
            ink = fill if form.color == "text" else form.color
            inks = {"*": ink, "currentColor": ink}
        return self._art.use(form.art, x + BESIDE * size, middle - height / 2, width, height, inks)


class NoIcons(IconSet):
    """Where nobody said which icons there are, there are none."""

    def __init__(self) -> None:
        self._table = {}

    def has(self, name: str) -> bool:
        """No."""
        return False


def _short(text: str) -> str:
    return text if len(text) <= 60 else text[:57] + "…"
