"""Faces of a kit in the requested ink: in full, with less ink, as line drawings, in grey."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from importlib.metadata import version

from pnp.build.alike_colours import alike_colours
from pnp.build.faces import Groups, Progress, RenderedKit
from pnp.build.options import KitContext
from pnp.build.preview import faces_pdf
from pnp.cache.disk import INKS, DiskCache, cache_folder
from pnp.cache.edition import edition
from pnp.cache.keys import NoKeyError, value_text
from pnp.fonts import FontBook
from pnp.ink.choice import FaceTones, choose_tones
from pnp.ink.coverage import ink_shares
from pnp.ink.greys import PictureConverter, to_greys
from pnp.ink.kept_tones import KeptTones, tones_from_json, tones_to_json
from pnp.ink.redraw import redraw
from pnp.ink.scene import FaceGeometry, InkOutlines
from pnp.ink.tones import OUTLINE, READABLE_STEP, SAVER, Strength
from pnp.looks.vision import GREY
from pnp.pdf.fingerprint import asset_digests, painter_digest
from pnp.pdf.inventory import joint_inventory
from pnp.rendering.face import Face
from pnp.steps import begin_step

_TARGET_SHARE = 0.322
"""Share of the full ink that saver aims for: a third, with a margin for the faces that are not sampled."""
_CLOSE = 0.87
"""Share of this aim that is close enough. Steps take about 1.16 times the ink of the next ones."""
_LOG_OF_STEP = math.log(1.16)
_SAMPLE = 9
"""Greatest number of faces of a component that are measured, spread over all of them."""

CHOOSING = ("pnp.build.ink_modes", "pnp.build.preview", "pnp.ink", "pnp.looks", "pnp.pdfium", "pnp.rendering.graphics")
"""Modules and packages that tones follow from, beside those that paint."""

Redraw = Callable[[Face], Face]


def apply_ink_mode(context: KitContext, rendered: RenderedKit, progress: Progress) -> RenderedKit:
    """Return the rendered kit with the requested ink. Words, places and sizes stay as they are; warnings tell of
    colours that look alike in grey."""
    groups = in_ink(context, rendered.groups, progress)
    changed = rendered if groups is rendered.groups else _with_groups(rendered, groups)
    if not context.options.grey:
        return changed
    warnings = tuple(alike_colours(context.project, context.game, rendered.unread, (GREY,)))
    return replace(changed, warnings=(*rendered.warnings, *warnings))


def in_ink(context: KitContext, groups: Groups, progress: Progress) -> Groups:
    """Return printed cards with the requested ink."""
    settings, pictures = context.settings, PictureConverter()
    if settings.ink != "full":
        progress("ink")
        groups = _save_ink(groups, context.fonts, pictures, settings.ink == "outline")
    if context.options.grey:
        groups = _change_faces(groups, lambda face: _in_greys(face, pictures))
    return groups


def _in_greys(face: Face, pictures: PictureConverter) -> Face:
    begin_step(f"drawing {face.id} in greys")
    return replace(face, drawing=to_greys(face.drawing, pictures))


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
    saver = _InkSaver(fonts, pictures)
    redrawn: dict[str, Face] = {}
    step = len(SAVER) // 2
    for faces in _faces_by_strength(groups):
        kept = saver.tones(faces, None if outline else step)
        step = kept.step
        strength = OUTLINE if outline else _strength(step)
        redrawn |= {face.id: saver.redraw(face, strength, kept.faces[face.id]) for face in faces}
    return _change_faces(groups, lambda face: redrawn[face.id])


def _strength(step: int) -> Strength:
    """Return a step of saver, or the step of faces that no step brings to a third."""
    return SAVER[step] if step < len(SAVER) else READABLE_STEP


class _InkSaver:
    """Choice of tones for faces of one kit. Tones of an earlier build are taken from the user's cache."""

    def __init__(self, fonts: FontBook, pictures: PictureConverter) -> None:
        self._fonts = fonts
        self._pictures = pictures
        self._outlines = InkOutlines()
        self._geometries: dict[str, FaceGeometry] = {}
        self._chosen: dict[tuple[str, Strength], FaceTones] = {}
        self._cache = DiskCache(INKS, cache_folder())

    def redraw(self, face: Face, strength: Strength, tones: FaceTones) -> Face:
        """Return a face in its tones."""
        begin_step(f"saving the ink of {face.id}")
        geometry = self._geometry(face)
        return replace(face, drawing=redraw(face.drawing, geometry, tones, strength, self._fonts, self._pictures))

    def tones(self, faces: Sequence[Face], first: int | None) -> KeptTones:
        """Return the tones of faces that are drawn with one strength: of the step of saver that saves two thirds of the
        ink, searched from the step ``first``, or of outline without one."""
        begin_step(f"saving the ink of {faces[0].component}")
        key = _tones_key(faces, first, self._fonts) if self._cache.keeps else None
        text = None if key is None else self._cache.find(key)
        if text is not None:
            return tones_from_json(text)
        step = 0 if first is None else self._find_step(faces, first)
        strength = OUTLINE if first is None else _strength(step)
        kept = KeptTones(step, {face.id: self._choose(face, strength) for face in faces})
        if key is not None:
            self._cache.keep(key, tones_to_json(kept))
        return kept

    def _geometry(self, face: Face) -> FaceGeometry:
        if face.id not in self._geometries:
            self._geometries[face.id] = FaceGeometry(face.drawing, self._outlines)
        return self._geometries[face.id]

    def _choose(self, face: Face, strength: Strength) -> FaceTones:
        if (face.id, strength) not in self._chosen:
            begin_step(f"saving the ink of {face.id}")
            chosen = choose_tones(self._geometry(face), face.drawing.bounds, self._fonts, strength)
            self._chosen[face.id, strength] = chosen
        return self._chosen[face.id, strength]

    def _find_step(self, faces: Sequence[Face], first: int) -> int:
        """Return the step of saver with which these faces take a third of the ink, or slightly less.

        If none does, most of the print is words: then return the number of steps. The search begins with ``first``, the
        step of other faces of the kit. Each measure costs a picture of every face, so the next step is estimated, and a
        step that comes close to a third is taken without trying its neighbours.
        """
        count = min(len(faces), _SAMPLE)
        sample = [faces[index * len(faces) // count] for index in range(count)]
        most = _TARGET_SHARE * _mean_ink(sample, self._fonts)
        fails, suffices, step = -1, len(SAVER), min(first, len(SAVER) - 1)
        while suffices - fails > 1:
            strength = SAVER[step]
            paler = [self.redraw(face, strength, self._choose(face, strength)) for face in sample]
            share = _mean_ink(paler, self._fonts) / most if most else 1.0
            steps = math.log(max(share, 0.01)) / _LOG_OF_STEP
            if share > 1:
                fails, step = step, step + math.ceil(steps)
            elif share >= _CLOSE:
                return step
            else:
                suffices, step = step, step + min(-1, math.ceil(steps))
            step = min(max(step, fails + 1), suffices - 1)
        return suffices


def _tones_key(faces: Sequence[Face], first: int | None, fonts: FontBook) -> str | None:
    """Return the digest, in hex, of everything that the tones of faces follow from; None if it is unknown."""
    drawings = [face.drawing for face in faces]
    try:
        text = value_text(
            (
                [(face.id, face.trim, face.bleed, face.drawing.bounds, face.drawing.key) for face in faces],
                first,
                asset_digests(joint_inventory(drawings), fonts),
                version("pypdfium2"),
            )
        )
    except NoKeyError:
        return None
    return hashlib.sha256(text.encode("utf-8", "surrogatepass") + painter_digest() + edition(*CHOOSING)).hexdigest()


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


def _mean_ink(faces: Sequence[Face], fonts: FontBook) -> float:
    """Return the mean ink of faces, cut to their trim and without cut lines."""

    inks = ink_shares(faces_pdf(fonts, faces, cut_lines=False), range(1, len(faces) + 1))
    return sum(inks) / len(inks)
