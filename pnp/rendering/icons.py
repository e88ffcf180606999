"""Icons among the words of a text: found by name, measured in em, drawn over the room that their line leaves."""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches

from pnp.diagnostics import Diagnostic, TemplateError
from pnp.model.icon import Icon
from pnp.model.text import Language, say
from pnp.records import dataclass
from pnp.rendering.art import ArtLibrary

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


class Icons:
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


class NoIcons(Icons):
    """Where nobody said which icons there are, there are none."""

    def __init__(self) -> None:
        self._table = {}

    def has(self, name: str) -> bool:
        """No."""
        return False


def _short(text: str) -> str:
    return text if len(text) <= 60 else text[:57] + "…"
