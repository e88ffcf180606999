"""Faces of a kit in the requested ink: in full, with less ink, as line drawings, in grey."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from pnp.build.alike_colours import alike_colours
from pnp.build.faces import Progress, RenderedKit
from pnp.build.options import KitContext
from pnp.build.preview import faces_pdf
from pnp.fonts import FontBook
from pnp.ink.coverage import ink_shares
from pnp.ink.greys import PictureConverter, to_greys
from pnp.ink.redraw import reduce_ink
from pnp.ink.tones import OUTLINE, READABLE_STEP, SAVER, Strength
from pnp.looks.vision import GREY
from pnp.model.component import Component
from pnp.pdf.inventory import joint_inventory
from pnp.rendering.face import Face, PrintedCard

_TARGET_SHARE = 0.325
"""Share of the full ink that saver aims for: a third, with a margin for the faces that are not sampled."""
_SAMPLE = 9
"""Greatest number of faces of a component that are measured, spread over all of them."""

Groups = tuple[tuple[Component, tuple[PrintedCard, ...]], ...]
Redraw = Callable[[Face], Face]


def apply_ink_mode(context: KitContext, rendered: RenderedKit, progress: Progress) -> RenderedKit:
    """Return the rendered kit with the requested ink. Words, places and sizes stay as they are; warnings tell of
    colours that look alike in grey."""
    settings, groups, fonts, pictures = context.settings, rendered.groups, context.fonts, PictureConverter()
    if settings.ink != "full":
        progress("ink")
        groups = _save_ink(groups, fonts, pictures, settings.ink == "outline")
    if not context.options.grey:
        return rendered if groups is rendered.groups else _with_groups(rendered, groups)

    grey_groups = _change_faces(groups, lambda face: replace(face, drawing=to_greys(face.drawing, pictures)))
    warnings = tuple(alike_colours(context.project, context.game, rendered.unread, (GREY,)))
    return replace(_with_groups(rendered, grey_groups), warnings=(*rendered.warnings, *warnings))


def _with_groups(rendered: RenderedKit, groups: Groups) -> RenderedKit:
    """Return the rendered kit with other faces, and with their lettering."""
    drawings = {face.id: face.drawing for _, cards in groups for card in cards for face in card.faces}
    return replace(rendered, groups=groups, lettering=joint_inventory(drawings.values()))


def _change_faces(groups: Groups, change: Redraw) -> Groups:
    """Return the same cards with changed faces. Each face is changed once."""
    changed: dict[str, Face] = {}

    def changed_face(face: Face) -> Face:
        if face.id not in changed:
            changed[face.id] = change(face)
        return changed[face.id]

    return tuple(
        (
            component,
            tuple(
                replace(
                    card, front=changed_face(card.front), back=None if card.back is None else changed_face(card.back)
                )
                for card in cards
            ),
        )
        for component, cards in groups
    )


def _save_ink(groups: Groups, fonts: FontBook, pictures: PictureConverter, outline: bool) -> Groups:

    def redraw(face: Face, strength: Strength) -> Face:
        return replace(face, drawing=reduce_ink(face.drawing, fonts, strength, pictures))

    if outline:
        return _change_faces(groups, lambda face: redraw(face, OUTLINE))
    strengths = {
        face.id: strength
        for faces in _faces_by_strength(groups)
        for strength in [_find_strength(faces, fonts, redraw)]
        for face in faces
    }
    return _change_faces(groups, lambda face: redraw(face, strengths[face.id]))


def _faces_by_strength(groups: Groups) -> list[list[Face]]:
    """Return lists of the faces that are drawn with one strength, each face once. They are the fronts of a component,
    its backs, and all sides of a page."""
    faces_by_side: dict[tuple[str, str], dict[str, Face]] = {}
    seen: set[str] = set()
    for component, cards in groups:
        for face in (face for card in cards for face in card.faces):
            if face.id not in seen:
                seen.add(face.id)
                side = "" if component.kind == "page" else face.side
                faces_by_side.setdefault((component.id, side), {})[face.id] = face
    return [list(faces.values()) for faces in faces_by_side.values()]


def _find_strength(faces: Sequence[Face], fonts: FontBook, redraw: Callable[[Face, Strength], Face]) -> Strength:
    """Return the first step of saver with which these faces take a third of the ink. If none does, most of the print is
    words: then return the step that keeps them readable."""
    count = min(len(faces), _SAMPLE)
    sample = [faces[index * len(faces) // count] for index in range(count)]
    full = _mean_ink(sample, fonts)
    low, high = 0, len(SAVER)
    while low < high:
        middle = (low + high) // 2
        if _mean_ink([redraw(face, SAVER[middle]) for face in sample], fonts) <= _TARGET_SHARE * full:
            high = middle
        else:
            low = middle + 1
    return SAVER[low] if low < len(SAVER) else READABLE_STEP


def _mean_ink(faces: Sequence[Face], fonts: FontBook) -> float:
    """Return the mean ink of faces, cut to their trim and without cut lines."""

    inks = ink_shares(faces_pdf(fonts, faces, cut_lines=False), range(1, len(faces) + 1))
    return sum(inks) / len(inks)
