"""Findings about the faces of a component, and their places: a cell, a line of a template, or a key."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence

from pnp.check.findings import FaceFinding, FaceReport, Kind
from pnp.diagnostics import Diagnostic, Location
from pnp.looks.inks import ONE_COLOUR
from pnp.model.component import Component, Item
from pnp.model.game import Game
from pnp.model.kinds_of_text import locate_inks
from pnp.model.text import Translated
from pnp.project.project import Project, decks_of, engine_of
from pnp.records import dataclass
from pnp.rendering.face import Face
from pnp.rendering.graphics.colour import channels, is_colour
from pnp.rendering.templates.sources import places_of
from pnp.toml.document import locate_key, parse_toml

_OF_FILE = re.compile(r"^the art '([\w-]+)' .*\b(?:viewBox|has nothing that is seen)\b")
"""Fault of the file of art."""
_PICTURE_FILE = re.compile(r"(?i)\.(?:png|jpe?g)$")
_PICTURE = re.compile(r"^the picture (.+?\.\w+) ")
_CLEAR = re.compile(r"#[0-9A-Fa-f]{6}00")
"""Colour that cannot be seen."""


@dataclass(frozen=True, slots=True)
class ShownFinding:
    """Finding, and the face that shows it."""

    face: Face
    finding: FaceFinding

    @property
    def name(self) -> str:
        """Return the name of the face in messages."""
        return face_name(self.face)

    @property
    def text(self) -> str:
        """Return the words that it is about."""
        return self.finding.text

    @property
    def detail(self) -> str:
        """Return what is the matter."""
        return self.finding.detail

    @property
    def amount(self) -> float:
        """Return a size, a distance or a contrast."""
        return self.finding.amount


def face_warning(
    code: str, message: str, place: Location | None, hint: str, faces: Iterable[ShownFinding | str]
) -> Diagnostic:
    """Return a warning that lists ``faces``, each by its name or as a finding."""
    names = (face if isinstance(face, str) else face.name for face in faces)
    return Diagnostic(code, message, place, hint, severity="warning", faces=tuple(dict.fromkeys(names)))


def face_name(face: Face) -> str:
    """Return the name of a face in messages."""
    return f"{face.component}/{face.card}" + (" (back)" if face.side == "back" else "")


@dataclass(frozen=True, slots=True)
class ComponentFindings:
    """Reports on the faces of a component, each once, and the finder of the places of their findings.
    ``template_line`` tells which line of a template drew a byte of the SVG of a face."""

    project: Project
    game: Game
    component: Component
    reports: Sequence[tuple[Face, FaceReport]]
    template_line: Callable[[Face, int], Location | None]

    def found(self, kind: Kind) -> list[ShownFinding]:
        """Return the findings of a kind, in the order of the faces."""
        return [
            ShownFinding(face, finding)
            for face, report in self.reports
            for finding in report.findings
            if finding.kind == kind
        ]

    def key(self, key: str) -> Location:
        """Return the location of a key of the component, else of the component; in the file in use if it has one."""
        entry = self.game.resolved["components"][self.component.id]
        path = ("components", self.component.id)
        paths = [(*path, key), path] if key in entry else [path]
        own_places = (self.project.locate_own(self.game.id, candidate) for candidate in paths)
        own_place = next((place for place in own_places if place is not None), None)
        return own_place or self.project.locate(self.game.id, paths[0])

    def drawn(self, shown: ShownFinding) -> Location:
        """Return the line of the template that draws a finding, else the location of the key of the template."""
        key = "back" if shown.face.side == "back" and self.component.back is not None else "template"
        return self.template_line(shown.face, shown.finding.at) or self.key(key)

    def cell(self, shown: ShownFinding) -> Location | None:
        """Return the location of the cell that has the words of a finding."""
        return next((place for place, _ in self.cells(shown)), None)

    def cells(self, shown: ShownFinding) -> Iterator[tuple[Location, str]]:
        """Yield the locations of the cells that have the words of a finding, and their texts."""
        for card in self.items(shown.face):
            for column, value in card.fields.items():
                wordings = value.wordings if isinstance(value, Translated) else {None: value}
                for language, wording in wordings.items():
                    if isinstance(wording, str) and _is_part(shown.text, wording) and card.origin is not None:
                        yield card.origin.place(column, language), wording

    def words(self, shown: ShownFinding) -> Location:
        """Return the location of the cell that has the words of a finding, else of the line that draws them. What is
        wrong on several faces, and on most, is not the fault of a cell."""
        alike = {other.face.id for other in self.found(shown.finding.kind)}
        faces = sum(face.side == shown.face.side for face, _ in self.reports)
        is_of_template = len(alike) > max(1, faces / 2)
        return (None if is_of_template else self.cell(shown)) or self.drawn(shown)

    def items(self, face: Face) -> Iterator[Item]:
        """Yield the entries of the component's deck that have a face."""
        if self.component.of is not None:
            deck = decks_of(self.game)[self.component.of]
            yield from (card for card in deck if card.id == face.card and card.origin is not None)

    def plain_pictures(self) -> frozenset[str]:
        """Return the faults of the one picture of one colour that a cell names, where other cells of its column name
        other pictures: its export failed. A template may colour a ground with such, and a deck show colours."""
        faults = {fault.detail: fault for fault in self.found("art") if fault.detail.endswith(ONE_COLOUR)}
        names = {detail: _PICTURE.search(detail) for detail in faults}
        columns: dict[str, set[str]] = {}
        for card in self.game.decks.get(self.component.of or "", ()):
            for column, value in card.fields.items():
                if isinstance(value, str) and _PICTURE_FILE.search(value):
                    columns.setdefault(column, set()).add(f"/{value}")
        named = [
            detail
            for detail, name in names.items()
            for pictures in columns.values()
            if name is not None and len(pictures) > 1 and any(path.endswith(f"/{name[1]}") for path in pictures)
        ]
        return frozenset(named if len(named) == len(faults) == 1 else ())

    def art(self, shown: ShownFinding) -> Location:
        """Return the file of art whose viewBox is wrong or that is blank; else the cell of the card that names the
        picture, or that gives the art the colour of its ground, or no colour; else the line that draws it."""
        picture, of_file = _PICTURE.search(shown.detail), _OF_FILE.search(shown.detail)
        cells = [
            (card.origin, column, value)
            for card in self.items(shown.face)
            for column, value in card.fields.items()
            if isinstance(value, str)
        ]
        named = [cell for cell in cells if picture is not None and f"/{cell[2]}".endswith(f"/{picture[1]}")]
        clear = [cell for cell in cells if (shown.text or of_file) and _CLEAR.fullmatch(cell[2])]
        same = [cell for cell in cells if shown.text and _is_colour_of(cell[2], shown.text)]
        for origin, column, _ in [*named, *clear, *(same if len(same) > 1 else [])][:1]:
            if origin is not None:
                return origin.place(column)
        names = () if of_file is None else places_of(f"art/{of_file[1]}.svg", self.game.engine)
        source = self.project.resources(self.game).templates.find(*names)
        return self.drawn(shown) if source is None else Location(source.name)

    def ink(self, shown: ShownFinding, inks: Sequence[str]) -> Location:
        """Return the location of the cell or key of the settings with the first of these inks that occurs, else of the
        line that draws the words in it.

        Words in the ink of a theme that are unseen on most faces, on several grounds, are the fault of that ink.
        """
        alike = [other for other in self.found("contrast") if other.detail.startswith(f"{inks[0]} on ")]
        is_of_ink = len({other.detail for other in alike}) > 1
        is_of_ink = is_of_ink and 2 * len({other.face.id for other in alike}) > len(self.reports) / len(self._sides)
        own = next(self._inks(shown.face, inks[:1]), None)
        theme = self._look(inks[0]) if own is None and is_of_ink else None
        return theme or own or next(self._inks(shown.face, inks), None) or self.drawn(shown)

    @property
    def _sides(self) -> frozenset[str]:
        return frozenset(face.side for face, _ in self.reports)

    def _look(self, ink: str) -> Location | None:
        """Return the location of the one name of the project's own theme that has this ink."""
        name = f"templates/{self.game.engine}/theme.toml"
        path = self.project.folder / name
        text = path.read_text("utf-8") if path.is_file() else ""
        look = parse_toml(text, name).get("look", {})
        names = [key for key, value in look.items() if isinstance(value, str) and _is_colour_of(value, ink)]
        return locate_key(text, name, ("look", names[0])) if len(names) == 1 else None

    def _inks(self, face: Face, inks: Sequence[str]) -> Iterator[Location]:
        for ink in inks:
            for card in self.items(face):
                for column, value in card.fields.items():
                    if isinstance(value, str) and _is_colour_of(value, ink) and card.origin is not None:
                        yield card.origin.place(column)
            for entry in locate_inks(engine_of(self.game).settings, self.game.resolved):
                if _is_colour_of(entry.value, ink):
                    own_place = self.project.locate_own(self.game.id, entry.path)
                    yield own_place or self.project.locate(self.game.id, entry.path)


def _is_part(text: str, wording: str) -> bool:
    """Tell whether printed words are a wording, or a part of it that is longer than two letters."""
    return text == wording or (len(text) > 2 and text in wording)


def _is_colour_of(value: str, ink: str) -> bool:
    return is_colour(value) and channels(value) == channels(ink)


def and_more(
    found: Sequence[ShownFinding],
    many: str = ", and {} more face{s} are alike",
    one: str = ", and 1 more face is alike",
) -> str:
    """Return how many faces the findings after the first concern, in words; nothing if there are none."""
    others = len({finding.name for finding in found}) - 1
    if others == 1:
        return one
    return many.format(others, s="s") if others else ""


def first_and_count(names: Sequence[str]) -> str:
    """Return the first of some names, and the number of the others, in words."""
    return names[0] if len(names) == 1 else f"{names[0]} and {len(names) - 1} more"


def shorten(text: str) -> str:
    """Return the beginning of a text in quotes, as long as a message has room for it."""
    return repr(text if len(text) <= 30 else f"{text[:29]}…")
