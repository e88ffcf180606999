"""Find where the words of a face come from: a cell, a text of the definition, a words file, a line of a template."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from threading import Lock
from typing import Any, Literal

from pnp.build.faces import make_renderer
from pnp.build.options import KitContext
from pnp.cardsvg import strings
from pnp.diagnostics import Location, PnpError
from pnp.looks.art import SeenArt, seen_at
from pnp.looks.painted import OutlineCache, PaintedFace
from pnp.looks.placing import TextBox, text_boxes
from pnp.model.component import Component, Item
from pnp.model.text import Language, Translated
from pnp.project.build_cache import BuildCache
from pnp.project.project import decks_of
from pnp.project.source_locations import texts_of_definition, wording_of
from pnp.records import dataclass
from pnp.rendering.face import Face
from pnp.rendering.renderer import KitRenderer
from pnp.shipped import shipped
from pnp.studio.snapshot import Snapshot
from pnp.textfile import read_text
from pnp.units import PT_PER_MM

OriginKind = Literal["cell", "definition", "words", "template"]
_MARKUP = re.compile(r"\*+|_{2}|~{2}|\{[^{}]*\}")
"""Marks of a text that are not printed as letters."""
_NAME = re.compile(r"[\w-]+")
_LEAST = 3
"""Fewest letters of a part of a text that is not there by chance."""


@dataclass(frozen=True, slots=True)
class WordOrigin:
    """Place that words come from. ``name`` is the column, the key of the words, or the key of the definition; nothing
    for a line of a template."""

    kind: OriginKind
    name: str
    place: Location


class FaceSources:
    """Sources of the faces of one snapshot. Used by one thread at a time."""

    def __init__(self, snapshot: Snapshot) -> None:
        assert snapshot.kit is not None
        self._snapshot = snapshot
        self._kit = snapshot.kit
        self._outlines = OutlineCache()
        self._lock = Lock()

    def texts(self, face: Face) -> list[TextBox]:
        """Return the boxes of all level words of a face, in the order in which they are painted."""
        with self._lock:
            return text_boxes(PaintedFace(face.drawing, self._outlines), self._kit.fonts)

    def items(self, face: Face) -> tuple[Item, ...]:
        """Return the entry of a deck that a face shows: none for faces that belong to no entry."""
        component = self._snapshot.component_of(face)
        if component.of is None:
            return ()
        return tuple(item for item in decks_of(self._kit.game)[component.of] if item.id == face.card)

    def origins(self, face: Face, text: TextBox, line: str) -> list[WordOrigin]:
        """Return the places that words of a face come from, the likeliest first, and the line of the template that
        draws them. ``line`` is all of their printed line."""
        component = self._snapshot.component_of(face)
        data = [*self._cells(face, text.text), *self._definition(component, text.text, equal=True)]
        # A wording and a part of a text are found by the letters that they share with a line: a guess.
        guesses = [] if data else [*self._words(face, line)] or [*self._definition(component, text.text, equal=False)]
        return list(dict.fromkeys((*data, *guesses, *self._template(face, text.at))))

    def drawn_at(self, face: Face, x: float, y: float) -> tuple[SeenArt, list[WordOrigin]] | None:
        """Return what is seen at a point of a face, in mm, with the cells that name its art, those first that its line
        of the template reads, and this line. None for bare paper."""
        with self._lock:
            drawing = face.drawing.opened()
            seen = seen_at(PaintedFace(drawing, self._outlines), drawing, x, y)
        if seen is None:
            return None
        lines = list(self._template(face, seen.at))
        cells = list(self._naming_cells(face, seen.name)) if seen.name else []
        read = {column for line in lines for column in re.findall(r"\.(\w+)", self._line_of(line.place))}
        return seen, [*([cell for cell in cells if cell.name in read] or cells), *lines]

    def _naming_cells(self, face: Face, art: str) -> Iterator[WordOrigin]:
        """Yield the cells of the face's entry that name art, by itself or as an icon among words."""
        for item in self.items(face):
            for column, value in item.fields.items():
                wording = value.wordings.get(face.language) if isinstance(value, Translated) else value
                if item.origin is not None and isinstance(wording, str) and art in _NAME.findall(wording):
                    language = face.language if isinstance(value, Translated) else None
                    yield WordOrigin("cell", column, item.origin.place(column, language))

    def _line_of(self, place: Location) -> str:
        """Return the text of a line of a template; nothing if its file has gone or was replaced."""
        path = path_of(self._kit.project.folder, place)
        try:
            lines = [] if path is None else read_text(path, place.file, bom=True).split("\n")
        except PnpError:
            return ""
        return lines[place.line - 1] if place.line is not None and place.line <= len(lines) else ""

    def _cells(self, face: Face, text: str) -> Iterator[WordOrigin]:
        """Yield the cells of the face's entry that have a text: those equal to it first."""
        equal, parts = [], []
        for item in self.items(face):
            for column, value in item.fields.items():
                wording = value.wordings.get(face.language) if isinstance(value, Translated) else value
                if item.origin is None or wording is None or isinstance(wording, bool):
                    continue
                printed = _MARKUP.sub("", str(wording))
                language = face.language if isinstance(value, Translated) else None
                if text == printed.strip():
                    equal.append(WordOrigin("cell", column, item.origin.place(column, language)))
                elif len(text) >= _LEAST and text in " ".join(printed.split()):
                    parts.append(WordOrigin("cell", column, item.origin.place(column, language)))
        yield from (*equal, *parts)

    def _definition(self, component: Component, text: str, equal: bool) -> Iterator[WordOrigin]:
        """Yield the texts of the definition that are ``equal`` to a text, or have it as a part, those of the component
        first. Cards have their cells."""
        project, game, wanted = self._kit.project, self._kit.game, text.casefold()
        places = [
            entry.path
            for entry in texts_of_definition(game)
            if entry.path[0] != "decks"
            and (
                entry.value.casefold() == wanted if equal else len(text) >= _LEAST and wanted in entry.value.casefold()
            )
        ]
        own = ("components", component.id)
        for path in sorted(places, key=lambda path: path[:2] != own)[:3]:
            place = project.locate_own(game.id, path) or project.locate(game.id, path)
            yield WordOrigin("definition", ".".join(map(str, path)), place)

    def _words(self, face: Face, line: str) -> Iterator[WordOrigin]:
        """Yield the wording of a line, among those that the face has read."""
        provenance = self._kit.provenance
        parts = () if provenance is None else provenance.parts.get(face.id, ())
        ending = f" ({face.language})"
        keys = {(face.language, name.removesuffix(ending)) for kind, name in parts if kind == "words"}
        wording = wording_of(self._kit.project, self._kit.game, line, keys or None)
        if wording is not None:
            yield WordOrigin("words", wording.key, wording.place)

    def _template(self, face: Face, at: int) -> Iterator[WordOrigin]:
        with self._lock:
            place = self._renderer.template_line(face, at)
        if place is not None:
            yield WordOrigin("template", "", place)

    @cached_property
    def _renderer(self) -> KitRenderer:
        """Renderer that draws faces again. It has a cache of its own, since the session draws in another thread."""
        project = replace(self._kit.project, build_cache=BuildCache(keeps=False))
        context = KitContext.of(project, self._kit.game, self._snapshot.view.options())
        return make_renderer(context, self._kit.examples)


def field_text(value: object, language: Language) -> str:
    """Return a field of a card as the page shows it in a language."""
    return value.wordings.get(language, "") if isinstance(value, Translated) else str(value)


def texts_of_faces(snapshot: Snapshot) -> dict[str, dict[str, Any]]:
    """Return the printed lines of each face and the texts of its row of data, by the name of the face. A back that
    several cards share has no row."""
    decks = {} if snapshot.kit is None else decks_of(snapshot.kit.game)
    texts: dict[str, dict[str, Any]] = {}
    for component in snapshot.components:
        items = {item.id: item for item in decks.get(component.component.of or "", ())}
        fronts = {shown.face.card: shown.copies for shown in component.faces if shown.face.side == "front"}
        for shown in component.faces:
            face = shown.face
            item = items.get(face.card) if shown.copies == fronts.get(face.card) else None
            row = [] if item is None else [field_text(value, face.language) for value in item.fields.values()]
            texts[shown.name] = {"printed": strings(face.drawing), "row": row}
    return texts


def path_of(folder: Path, place: Location) -> Path | None:
    """Return the path of the file of a place in a project, or of a shipped one; None if there is no such file."""
    file = Path(place.file)
    candidates = [file] if file.is_absolute() else [Path.cwd() / file, folder / file, shipped(place.file)]
    return next((path for path in candidates if path.is_file()), None)


def texts_as_json(boxes: Sequence[TextBox]) -> list[dict[str, Any]]:
    """Return boxes of words as JSON data: lengths in mm from the trim's upper left corner, the size of the type in
    points."""
    return [
        {
            "text": box.text,
            "box": [round(edge, 2) for edge in box.ink],
            "points": round(box.size * PT_PER_MM, 2),
            "line": box.line,
        }
        for box in boxes
    ]
