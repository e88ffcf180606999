"""Art library: turn files ``templates/<engine>/art/NAME.svg`` into SVG symbols.

A new suit needs a file and no Python. Art in the card SVG profile is used unchanged; any other SVG is first adapted to
the profile.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from difflib import get_close_matches
from typing import TYPE_CHECKING, TypeAlias

from pnp.cardsvg import Art, ProfileArt
from pnp.cardsvg.xml_text import quoteattr
from pnp.diagnostics import Diagnostic, TemplateError
from pnp.model.game import Icon
from pnp.model.text import Language, say
from pnp.records import dataclass
from pnp.rendering.templates.sources import TemplateFolders, TemplateSource
from pnp.steps import begin_step

if TYPE_CHECKING:
    from pnp.artsvg import AdaptedArt

_USED = re.compile(r'href="#art-([^"]+)"')
_NAME = re.compile(r"[a-z0-9][a-z0-9_-]*")
_FOLLOWS = "currentColor"
INK = "#1b1a1f"
"""Colour of ``currentColor`` if a template names no colour."""
Colours: TypeAlias = "str | Mapping[str, str] | None"
"""One colour, or colours (or ``none``) by the inks that they replace; ``*`` stands for all inks not named."""


class ArtLibrary:
    """Art of one engine; a file is read and checked when it is first requested. ``shared/art`` serves every engine."""

    spend: Callable[[int], None] = staticmethod(lambda _steps: None)
    """Takes work off what the face has left."""

    def __init__(self, folders: TemplateFolders, engine: str) -> None:
        self._folders = folders
        self._engine = engine
        self._files: dict[str, TemplateSource | None] = {}
        self._art: dict[tuple[str, tuple[tuple[str, str], ...]], ProfileArt | AdaptedArt] = {}
        self._art_by_key: dict[str, Art] = {}
        self._used: set[tuple[str, str]] = set()
        """Art that the current face has used, with its colour."""
        self._tables: dict[tuple[str, ...], Mapping[str, Art]] = {}
        self.requested: set[str] = set()
        """Names requested since the current face began, whether or not such art exists."""

    def begin_face(self) -> None:
        """Forget what the previous face requested."""
        self.requested.clear()
        self._used.clear()

    def file_of(self, name: str) -> TemplateSource | None:
        """Return the file of the art called ``name``, or None if there is none. Each file is read once."""
        if name not in self._files:
            candidates = f"{self._engine}/art/{name}.svg", f"{SHARED_ART}/{name}.svg"
            self._files[name] = self._folders.find(*candidates) if _NAME.fullmatch(name) else None
        return self._files[name]

    def has(self, name: str) -> bool:
        """Tell if there is art of this name."""
        self.requested.add(name)
        return self.file_of(name) is not None

    def art(self, name: str) -> Art:
        """Return the art of ``name``: plain art, or recoloured art under the key that ``use`` gave it. Raises
        TemplateError if there is no such art, or if it cannot be drawn."""
        self.requested.add(name.partition(".")[0])
        if name not in self._art_by_key:
            self._art_by_key[name] = self._read(name, ())
        return self._art_by_key[name]

    def used_in(self, svg: str) -> Mapping[str, Art]:
        """Return the art that ``svg`` uses, by id, sorted by name. Faces that use the same art share a table."""
        names = tuple(sorted(set(_USED.findall(svg))))
        return self._tables.setdefault(names, {f"art-{name}": self.art(name) for name in names})

    def files(self, names: Iterable[str]) -> tuple[TemplateSource, ...]:
        """Return the files of the art of these names."""
        return tuple(self._require_file(name) for name in names)

    def use(self, name: str, x: float, y: float, width: float, height: float, color: Colours = None) -> str:
        """Return a ``<use>`` that fits the art into a box, whole and centred.

        A single ``color`` replaces the ``currentColor`` of the art; art without ``currentColor`` is painted in that
        colour alone. A mapping replaces each ink that it names. Raises TemplateError for an invalid colour, and for an
        ink that the art does not have.
        """
        key, ink = self._recolour(name, color)
        if (key, ink) not in self._used:
            self._used.add((key, ink))
            self.spend(self._art_by_key[key].work // _WORK_PER_STEP)
        position = f'x="{x:.5g}" y="{y:.5g}" width="{width:.5g}" height="{height:.5g}"'
        return f'<use href="#art-{key}" {position} color={quoteattr(ink)}/>'

    def _recolour(self, name: str, color: Colours) -> tuple[str, str]:
        """Return the key of the symbol to use, and the colour that it follows."""
        self.requested.add(name)
        replacements: dict[str, str] = {}
        ink = INK
        if isinstance(color, Mapping):
            replacements = {str(name): str(new_ink) for name, new_ink in color.items()}
            ink = replacements.pop(_FOLLOWS, INK)
        elif color is not None:
            ink = str(color)
            if not self._follows(name):
                replacements = {"*": _FOLLOWS}
        if ink == "none":
            replacements[_FOLLOWS], ink = ink, INK
        art = self._read(name, replacements)
        key = name
        if replacements:
            digest = hashlib.sha256(repr(sorted(replacements.items())).encode()).hexdigest()
            key = f"{name}.{digest[:8]}"
        self._art_by_key.setdefault(key, art)
        return key, ink

    def _read(self, name: str, replacements: Mapping[str, str] | tuple[()]) -> ProfileArt | AdaptedArt:
        key = (name, tuple(sorted(dict(replacements).items())))
        if key not in self._art:
            source = self._require_file(name)
            art = None if replacements else _in_profile(source)
            self._art[key] = art or _adapt(source, dict(replacements), name)
        return self._art[key]

    def _follows(self, name: str) -> bool:
        """Tell if any of the art is painted in the colour of its use."""
        art = self._read(name, ())
        return _FOLLOWS in self._require_file(name).text if isinstance(art, ProfileArt) else art.follows

    def names(self) -> frozenset[str]:
        """Return the names of the files of art."""
        return self._folders.names(f"{self._engine}/art", ".svg") | self._folders.names(SHARED_ART, ".svg")

    def _missing_art(self, name: str) -> Diagnostic:
        if not name:
            hint = "write its name there, or ask first whether there is one: {% if … %}"
            return Diagnostic("missing-art", "there is no art '': no name is given", hint=hint)
        bare = name.removesuffix(".svg")
        names = self.names()
        astray = self._folders.astray(f"{self._engine}/art", f"{name}.svg") if _NAME.fullmatch(name) else None
        close_names = get_close_matches(name, names, 1, 0.7)
        if bare != name:
            hint = f"write {bare!r}, without .svg"
        elif _VALUE.fullmatch(name):
            hint = f"write {name} without quotes"
        elif name.lower() in names:
            hint = f"did you mean {name.lower()!r}?"
        elif not _NAME.fullmatch(name) and name.lower() != name:
            hint = f"names of art are small letters: call the file {name.lower()}.svg, and write {name.lower()!r}"
        elif astray is not None:
            hint = f"there is {astray}: call it templates/{self._engine}/art/{name}.svg"
        elif close_names:
            hint = f"did you mean {close_names[0]!r}?"
        else:
            hint = f"add templates/{self._engine}/art/{name}.svg"
        return Diagnostic("missing-art", f"there is no art {name!r}", hint=hint, subject=name)

    def _require_file(self, name: str) -> TemplateSource:
        source = self.file_of(name)
        if source is None:
            raise TemplateError(self._missing_art(name))
        return source


_WORK_PER_STEP = 8
"""Steps of drawing art that count as one step of a template."""
SHARED_ART = "shared/art"
_VALUE = re.compile(r"(?:card|item|values|look|component|game|settings)\.\w+")
"""Value that templates read by a dot."""


def _in_profile(source: TemplateSource) -> ProfileArt | None:
    """Return art that is in the card SVG profile already, or None if it is not."""
    begin_step("reading this picture", source.name)
    try:
        art = ProfileArt(source.text, source.name)
    except TemplateError:
        return None
    # Paint set on the root element would be lost with it.
    return None if art.styled else art


def _adapt(source: TemplateSource, replacements: Mapping[str, str], name: str) -> AdaptedArt:
    """Adapt art from outside the profile, or replace its inks. Raises TemplateError with everything that cannot be
    drawn."""
    from pnp.artsvg import adapted  # noqa: PLC0415 - shipped art is in the profile

    try:
        return adapted(source.text, source.name, replacements)
    except ValueError as error:
        wrong = next((ink for ink in replacements.values() if repr(ink) in str(error)), None)
        raise TemplateError(Diagnostic("bad-value", f"color of the art {name!r}: {error}", subject=wrong)) from error
    except TemplateError as error:
        # The template, and not the art, names an ink that is not there.
        raise TemplateError(
            [
                replace(diagnostic, location=None, hint=f"{diagnostic.hint} (art {name!r})")
                if diagnostic.code == "unknown-ink"
                else diagnostic
                for diagnostic in error.diagnostics
            ]
        ) from error


# Icons in texts

CHARACTER = "\ufffc"
"""Placeholder for an icon while a text is measured: Unicode's object replacement character."""
PREFIX = "icon:"
"""Prefix of an icon's name in the font role of its placeholder. No role of a theme has a colon."""
BESIDE = 0.06
"""White space at either side of an icon, in em, so that it does not touch a letter."""


@dataclass(frozen=True, slots=True)
class IconForm:
    """Icon as it is set: its art, size in em, colour as in ``model.icon``, and label for readers of the text."""

    art: str
    width: float
    height: float
    color: str
    label: str

    @property
    def advance(self) -> float:
        """Return how far the icon moves the pen, in em."""
        return self.width + 2 * BESIDE


_NEAR = 0.7
"""Least likeness of a misspelt icon to a file of art, from 0 to 1."""


class IconSet:
    """Icons of a game in one language: the entries of its icon table, and all art by its own name."""

    def __init__(self, table: Mapping[str, Icon], art: ArtLibrary, language: Language) -> None:
        self._table = table
        self._art = art
        self._language = language
        self._forms: dict[str, IconForm] = {}

    def __contains__(self, name: object) -> bool:
        """Tell if there is an icon of this name."""
        return isinstance(name, str) and (name in self._table or self._art.has(name))

    def __iter__(self) -> Iterator[str]:
        """Iterate over the names of all icons."""
        return iter({**self._table, **dict.fromkeys(sorted(self._art.names()))})

    def check(self, name: str, text: str) -> None:
        """Raise TemplateError if there is no icon called ``name``, which ``text`` uses."""
        if name in self:
            return
        similar = get_close_matches(name, self._table, 1) or get_close_matches(name, self, 1, _NEAR)
        raise TemplateError(
            Diagnostic(
                "unknown-icon",
                f"there is no icon {name!r}, which the text {_short(text)!r} asks for",
                hint=f"did you mean {{{similar[0]}}}?"
                if similar
                else f"add art/{name}.svg to the templates of the game, or write {{{{ for a brace",
                subject=text,
            )
        )

    def form(self, role: str) -> IconForm:
        """Return the icon named by the font role of its placeholder."""
        name = role.removeprefix(PREFIX)
        entry = self._table.get(name, Icon(name))
        self._art.requested.add(entry.art)
        if name not in self._forms:
            _, _, art_width, art_height = self._art.art(entry.art).view
            label = name if entry.name is None else say(entry.name, self._language)
            width = entry.size * art_width / art_height
            self._forms[name] = IconForm(entry.art, width, entry.size, entry.color, label)
        return self._forms[name]

    def draw(self, role: str, x: float, middle: float, size: float, fill: str) -> str:
        """Draw the icon from ``x`` on, centred on the height ``middle``. Its type is ``size`` mm high, in the colour
        ``fill``."""
        form = self.form(role)
        width, height = form.width * size, form.height * size
        if form.color == "own":
            inks = {"currentColor": fill}
        else:
            ink = fill if form.color == "text" else form.color
            inks = {"*": ink, "currentColor": ink}
        return self._art.use(form.art, x + BESIDE * size, middle - height / 2, width, height, inks)


class NoIcons(IconSet):
    """Empty icon set, for a text without a game."""

    def __init__(self) -> None:
        self._table = {}

    def __contains__(self, name: object) -> bool:
        """Return False."""
        return False

    def __iter__(self) -> Iterator[str]:
        """Iterate over nothing."""
        return iter(())


def _short(text: str) -> str:
    return text if len(text) <= 60 else text[:57] + "…"
