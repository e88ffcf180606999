"""Snapshot: what a page of the studio knows about a kit after a build, complete or not."""

from __future__ import annotations

import hashlib
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from pnp.build.faces import Groups
from pnp.cardsvg import Drawing
from pnp.diagnostics import Diagnostic
from pnp.examples import ExampleSet
from pnp.fonts import FontBook
from pnp.model.component import Component
from pnp.model.game import Game
from pnp.model.text import say
from pnp.project.project import Project
from pnp.records import dataclass
from pnp.rendering.face import Face, PrintedCard
from pnp.rendering.provenance import FaceProvenance
from pnp.studio.processes.checking import PieceChange
from pnp.studio.view import View


@dataclass(frozen=True, slots=True)
class ShownFace:
    """Face on the page. Its ``name`` is the same in every language: component, card and side. Components that share a
    back show it each under a name of their own.

    ``picture`` names its drawing: equal names, equal pictures. ``copies`` is the number of prints, ``changed`` the
    number of the build that drew this picture first, ``earlier`` the picture before it, if any. It ``is_stale`` if the
    face could not be drawn after the last save: the picture is the last good one.
    """

    name: str
    face: Face
    picture: str
    copies: int
    changed: int
    earlier: str = ""
    is_stale: bool = False


@dataclass(frozen=True, slots=True)
class ShownComponent:
    """Component on the page with its faces, each once, in the order of printing. Backs that cards share come last."""

    component: Component
    faces: tuple[ShownFace, ...]


@dataclass(frozen=True, slots=True)
class Kit:
    """Kit that a snapshot shows: what its faces were drawn from."""

    project: Project
    game: Game
    fonts: FontBook
    examples: ExampleSet
    language: str
    provenance: FaceProvenance | None
    """Parts that the faces are made of; None before the kit is complete."""
    languages: tuple[str, ...]
    players: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Snapshot:
    """State of a view after build ``number``.

    ``kit`` and ``components`` are those of the last build that drew something: a face with an error has its last good
    picture, and an error of the whole kit leaves all of them, so that it ``is_frozen``. ``revision`` counts the
    snapshots of a session; since revision ``structure`` only pictures of faces have changed. ``is_complete`` tells
    whether every component is drawn, as far as it can be. ``errors`` are those of the last save that was drawn to its
    end. ``earlier_examples`` are those before the last save that changed the examples. ``warnings`` are those of the
    last check, which was of this kit if it ``is_checked``.
    """

    number: int
    view: View
    games: tuple[str, ...] = ()
    revision: int = 0
    structure: int = 0
    kit: Kit | None = None
    components: tuple[ShownComponent, ...] = ()
    earlier_examples: ExampleSet | None = None
    errors: tuple[Diagnostic, ...] = ()
    warnings: tuple[Diagnostic, ...] = ()
    seconds: float = 0.0
    changes: tuple[PieceChange, ...] = ()
    """Changes since the printed kit, if the studio compares with one: those of the last check."""
    printed: Path | None = None
    """Printed kit that the last check compared with."""
    is_complete: bool = False
    is_checked: bool = False
    is_frozen: bool = False

    def face(self, name: str) -> ShownFace | None:
        """Return the face of this name; None if there is none."""
        faces = (shown for component in self.components for shown in component.faces)
        return next((shown for shown in faces if shown.name == name), None)

    def component_of(self, face: Face) -> Component:
        """Return the component of one of its faces."""
        return next(shown.component for shown in self.components if shown.component.id == face.component)


@dataclass(frozen=True, slots=True)
class DrawnKit:
    """Kit that was drawn to its end: its cards, as they are shown, and the errors of those that could not be drawn."""

    kit: Kit
    groups: Groups
    components: tuple[ShownComponent, ...]
    errors: tuple[Diagnostic, ...]


@dataclass(frozen=True, slots=True)
class DrawnPicture:
    """Drawing with the fonts that it is painted with."""

    drawing: Drawing
    fonts: FontBook


class FontNames:
    """Names of fonts that pictures are painted with: another one after each change of their files."""

    def __init__(self) -> None:
        self._books: list[FontBook] = []

    def name(self, fonts: FontBook) -> str:
        """Return the name of fonts."""
        for number, book in enumerate(self._books):
            if book is fonts:
                return str(number)
        self._books.append(fonts)
        return str(len(self._books) - 1)


def picture_name(drawing: Drawing, fonts_name: str) -> str:
    """Return the name of a picture: a digest of the drawing and of the name of the fonts in use."""
    return hashlib.sha256(f"{drawing.key!r} {fonts_name}".encode()).hexdigest()[:32]


def fill_gaps(
    component: Component, ids: Sequence[str], drawn: Sequence[PrintedCard], before: Sequence[PrintedCard]
) -> tuple[tuple[PrintedCard, ...], frozenset[str]]:
    """Return the cards of a component, and the ids of stale faces. Its entries have these ``ids``. Those that could not
    be ``drawn``, or whose back could not, have the faces that they had ``before``."""
    fresh = {face.id: face for card in drawn for face in card.faces}
    drawn_cards, earlier_cards = _by_entry(ids, drawn), _by_entry(ids, before)
    backs = {card.card: card.back for card in before if component.back is not None}
    cards: list[PrintedCard] = []
    for entry in ids:
        for card in drawn_cards.get(entry) or earlier_cards.get(entry) or ():
            back = card.back or backs.get(card.card)
            cards.append(
                replace(
                    card,
                    front=fresh.get(card.front.id, card.front),
                    back=None if back is None else fresh.get(back.id, back),
                )
            )
    return tuple(cards), frozenset(face.id for card in cards for face in card.faces if face.id not in fresh)


def _by_entry(ids: Sequence[str], cards: Sequence[PrintedCard]) -> dict[str, list[PrintedCard]]:
    """Return cards by the entry that they belong to. Further cards of a page or summary have numbers: ``rules-2``."""
    known, by_entry = frozenset(ids), dict[str, list[PrintedCard]]()
    for card in cards:
        entry = card.card if card.card in known else card.card.rpartition("-")[0]
        by_entry.setdefault(entry, []).append(card)
    return by_entry


def shown_component(
    component: Component,
    cards: Sequence[PrintedCard],
    fonts_name: str,
    number: int,
    before: Mapping[str, ShownFace],
    stale: Container[str] = (),
) -> ShownComponent:
    """Return a drawn component for build ``number``. ``before`` holds the faces of the build before, by name; ``stale``
    are the ids of faces that are still those of an earlier build."""
    copies: dict[str, int] = {}
    faces: dict[str, tuple[str, Face]] = {}
    for card in cards:
        for face in card.faces:
            faces.setdefault(face.id, (f"{component.id}/{card.card}/{face.side}", face))
            copies[face.id] = copies.get(face.id, 0) + card.copies
    shown = (
        ShownFace(
            name, face, picture_name(face.drawing, fonts_name), copies[face.id], number, is_stale=face.id in stale
        )
        for name, face in faces.values()
    )
    in_order = sorted(shown, key=lambda shown: _is_shared_back(component, shown.face))
    return ShownComponent(component, tuple(_since(before.get(face.name), face) for face in in_order))


def _is_shared_back(component: Component, face: Face) -> bool:
    """Tell whether a face is the back of any card: it is named after its template, and others after their card."""
    return face.side == "back" and not face.id.startswith(f"{component.id}-{face.card}-")


def _since(before: ShownFace | None, face: ShownFace) -> ShownFace:
    """Return a face with what is known of it from the build ``before``."""
    if before is None:
        return face
    if before.picture == face.picture:
        return replace(face, changed=before.changed, earlier=before.earlier)
    return replace(face, earlier=before.picture)


def faces_by_name(components: Iterable[ShownComponent]) -> dict[str, ShownFace]:
    """Return the faces of components by name."""
    return {shown.name: shown for component in components for shown in component.faces}


def snapshot_as_json(snapshot: Snapshot, changes: Sequence[ShownFace] | None = None) -> dict[str, Any]:
    """Return what the page shows of a snapshot, without its messages. Lengths in mm. ``changes`` are the faces that a
    page does not know yet; None if it knows none."""
    kit = snapshot.kit
    data: dict[str, Any] = {
        "build": snapshot.number,
        "revision": snapshot.revision,
        "games": snapshot.games,
        "seconds": round(snapshot.seconds, 3),
        "complete": snapshot.is_complete,
        "checked": snapshot.is_checked,
    }
    if kit is None:
        return {**data, "game": snapshot.view.game, "components": []}
    return {
        **data,
        "game": kit.game.id,
        "title": say(kit.game.title, kit.language),
        "language": kit.language,
        "languages": kit.languages,
        "players": kit.players,
        **(
            {"components": [_component_as_json(shown, kit.language) for shown in snapshot.components]}
            if changes is None
            else {"changes": [_face_as_json(face) for face in changes]}
        ),
    }


def changes_since(snapshot: Snapshot, revision: int, build: int) -> list[ShownFace] | None:
    """Return the faces whose pictures have changed since a page got a ``revision``, in its ``build`` or after it; None
    if more has changed than pictures."""
    if snapshot.structure > revision:
        return None
    return [face for component in snapshot.components for face in component.faces if face.changed >= build]


def news_of(snapshot: Snapshot | None, sent: Snapshot | None) -> dict[str, Any]:
    """Return the event of a snapshot. If only pictures have changed ``since`` the one that was ``sent`` last, the event
    brings the faces that differ, and all that this build has changed: a page marks them."""
    if snapshot is None:
        return {"build": 0, "revision": 0}
    news: dict[str, Any] = {
        "build": snapshot.number,
        "revision": snapshot.revision,
        "complete": snapshot.is_complete,
        "checked": snapshot.is_checked,
        "failed": snapshot.is_frozen,
    }
    if sent is None or sent.kit is None or snapshot.structure > sent.revision:
        return news
    known, faces = faces_by_name(sent.components), faces_by_name(snapshot.components)
    changes = [
        face for name, face in faces.items() if face.changed == snapshot.number or known[name].picture != face.picture
    ]
    return {**news, "since": sent.revision, "kit": snapshot_as_json(snapshot, changes)}


def _component_as_json(shown: ShownComponent, language: str) -> dict[str, Any]:
    component = shown.component
    return {
        "id": component.id,
        "title": say(component.title, language),
        "kind": component.kind,
        "faces": [_face_as_json(face) for face in shown.faces],
    }


def _face_as_json(shown: ShownFace) -> dict[str, Any]:
    face = shown.face
    return {
        "id": shown.name,
        "card": face.card,
        "side": face.side,
        "picture": shown.picture,
        "earlier": shown.earlier,
        "trim": [face.trim.width, face.trim.height],
        "bounds": [round(length, 3) for length in face.drawing.bounds],
        "cut": face.cut,
        "copies": shown.copies,
        "changed": shown.changed,
    }
