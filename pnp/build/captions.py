"""What a file says of its faces to whom cannot see them, and its bookmarks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pnp.build.sheets import in_one_line
from pnp.cardsvg import strings
from pnp.imposition import Page
from pnp.model.game import Game
from pnp.model.text import Language, say
from pnp.pdf import Bookmark, Caption
from pnp.project.build_cache import Room
from pnp.project.project import Project
from pnp.rendering.face import Face

_LONGEST = 160
"""Of what stands on a face so many characters are said, which tell one card from another."""


def captions(
    project: Project, game: Game, language: Language, faces: Mapping[str, Face], room: Room
) -> dict[str, Caption]:
    """Of each face its component and what it says, or which card it is; of a back, that it is one. ``room`` remembers
    what was said of a kit before."""
    words = project.resources(game).words(None, language)
    titles = {one.id: in_one_line(say(one.title, language)) for one in game.components}

    def caption(face: Face) -> Caption:
        said = _said(face)
        key = f"{face.side}-caption" if said or face.side == "front" else "back-caption-plain"
        # As a plain text: words remember what they were put together of.
        return Caption(str(words(key, component=titles[face.component], said=said or face.card)), face.language)

    def known(face: Face) -> Caption:
        if not project.workshop.keeps:
            return caption(face)
        key = edition, titles[face.component], face.side, face.card, face.language, id(face.drawing.nodes)
        return room.captions.made(key, lambda: (face.drawing, caption(face)))[1]

    edition = frozenset(words.wording.items())
    return {key: known(face) for key, face in faces.items()}


def _said(face: Face) -> str:
    """What stands on a face, once each."""
    whole = " · ".join(dict.fromkeys(in_one_line(text) for text in strings(face.drawing)))
    return whole if len(whole) <= _LONGEST else f"{whole[: _LONGEST - 1].rstrip(' ·')}…"


def bookmarks(game: Game, language: Language, pages: Sequence[Page]) -> tuple[Bookmark, ...]:
    """One for each component, where it begins, in the order of the pages."""
    first: dict[str, int] = {}
    for page in pages:
        for placement in page.placements:
            first.setdefault(placement.piece.component, page.number)
    titles = {one.id: in_one_line(say(one.title, language)) for one in game.components}
    return tuple(Bookmark(titles[name][:1].upper() + titles[name][1:], page) for name, page in first.items())
