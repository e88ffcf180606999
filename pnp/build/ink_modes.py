"""The faces of a kit as they are to be printed: in full, with less ink, as line drawings, in grey."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from pnp.build.alike_colours import alike_colours
from pnp.build.faces import Progress, RenderedKit
from pnp.build.options import KitContext
from pnp.build.preview import faces_pdf
from pnp.fonts import FontBook
from pnp.ink.coverage import inks_of
from pnp.ink.greys import PictureConverter, greyed
from pnp.ink.redraw import redrawn
from pnp.ink.tones import OUTLINE, READABLE_STEP, SAVER, Strength
from pnp.looks.eyes import GREY
from pnp.model.component import Component
from pnp.pdf.inventory import lettering_of
from pnp.rendering.face import Face, PrintedCard

THIRD = 0.325
"""The share of the full ink that saver aims for: a third, with a little for what is not looked at."""
_SAMPLE = 9
"""How many faces of a component are looked at, at most, spread over all of them."""

Groups = tuple[tuple[Component, tuple[PrintedCard, ...]], ...]
Redraw = Callable[[Face], Face]


def in_ink(context: KitContext, rendered: RenderedKit, progress: Progress) -> RenderedKit:
    """What was rendered, with the ink that is asked for. Words, places and sizes stay as they are; warnings say what is
    lost by it."""
    settings, groups, fonts, pictures = context.settings, rendered.groups, context.fonts, PictureConverter()
    if settings.ink != "full":
        progress("ink")
        groups = _with_less(groups, fonts, pictures, settings.ink == "outline")
    if not context.options.grey:
        return rendered if groups is rendered.groups else _again(rendered, groups)

    grey = _changed(groups, lambda face: replace(face, drawing=greyed(face.drawing, pictures)))
    lost = tuple(alike_colours(context.project, context.game, rendered.unread, (GREY,)))
    return replace(_again(rendered, grey), warnings=(*rendered.warnings, *lost))


def _again(rendered: RenderedKit, groups: Groups) -> RenderedKit:
    """What was rendered with other faces, and what these hold."""
    drawings = {face.id: face.drawing for _, leaves in groups for leaf in leaves for face in leaf.faces}
    return replace(rendered, groups=groups, lettering=lettering_of(drawings.values()))


def _changed(groups: Groups, change: Redraw) -> Groups:
    """The same cards with other faces; each face is changed once."""
    known: dict[str, Face] = {}

    def of(face: Face) -> Face:
        if face.id not in known:
            known[face.id] = change(face)
        return known[face.id]

    return tuple(
        (
            part,
            tuple(
                replace(leaf, front=of(leaf.front), back=None if leaf.back is None else of(leaf.back))
                for leaf in leaves
            ),
        )
        for part, leaves in groups
    )


def _with_less(groups: Groups, fonts: FontBook, pictures: PictureConverter, outline: bool) -> Groups:

    def drawn(face: Face, strength: Strength) -> Face:
        return replace(face, drawing=redrawn(face.drawing, fonts, strength, pictures))

    if outline:
        return _changed(groups, lambda face: drawn(face, OUTLINE))
    steps = {face.id: step for faces in _together(groups) for step in [_step(faces, fonts, drawn)] for face in faces}
    return _changed(groups, lambda face: drawn(face, steps[face.id]))


def _together(groups: Groups) -> list[list[Face]]:
    """Faces that are drawn with one strength, each face once: the fronts of a component, its backs, all sides of a
    page."""
    found: dict[tuple[str, str], dict[str, Face]] = {}
    known: set[str] = set()
    for part, leaves in groups:
        for face in (face for leaf in leaves for face in leaf.faces):
            if face.id not in known:
                known.add(face.id)
                side = "" if part.kind == "page" else face.side
                found.setdefault((part.id, side), {})[face.id] = face
    return [list(faces.values()) for faces in found.values()]


def _step(faces: Sequence[Face], fonts: FontBook, drawn: Callable[[Face, Strength], Face]) -> Strength:
    """The first step of saver with which these faces take a third of the ink. Where none does, most of what is printed
    is words: they are left readable at ease."""
    count = min(len(faces), _SAMPLE)
    sample = [faces[index * len(faces) // count] for index in range(count)]
    full = _ink(sample, fonts)
    low, high = 0, len(SAVER)
    while low < high:
        middle = (low + high) // 2
        if _ink([drawn(face, SAVER[middle]) for face in sample], fonts) <= THIRD * full:
            high = middle
        else:
            low = middle + 1
    return SAVER[low] if low < len(SAVER) else READABLE_STEP


def _ink(faces: Sequence[Face], fonts: FontBook) -> float:
    """The ink of faces, cut to their trim, on average; lines to cut along are no ink of theirs."""

    found = inks_of(faces_pdf(fonts, faces, cut_lines=False), range(1, len(faces) + 1))
    return sum(found) / len(found)
