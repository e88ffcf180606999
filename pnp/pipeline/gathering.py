"""What is gathered from faces as they are drawn, one after the other, so that nobody has to go through them again; of a
large kit most drawings are put away small."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from pnp import cardsvg
from pnp.cardsvg.queries import DrawingPacker
from pnp.diagnostics import Diagnostic
from pnp.pdf.inventory import Inventories, Lettering
from pnp.rendering.face import CoarsePictures, Face, Leaf

_AT_HAND = 1_000
"""Drawings of a kit that are held as they are. One that is put away takes a tenth of the room, and twice the time."""


class Gathering:
    """The faces of a kit. ``packs`` says whether drawings may be put away: not where they are drawn again, or kept for
    the next kit."""

    def __init__(self, inventories: Inventories, images: cardsvg.ImageResolver | None, packs: bool) -> None:
        self.lettering = Lettering()
        self._inventories = inventories
        self._coarse = CoarsePictures()
        self._packer = DrawingPacker(images) if packs else None
        self._shared: dict[str, Face] = {}
        """Faces that several cards may have."""
        self._count = 0

    def leaves(self, leaves: Iterable[Leaf]) -> Iterator[Leaf]:
        """The same physical cards, once each of their faces is gathered."""
        for leaf in leaves:
            front, back = self._face(leaf.front), None if leaf.back is None else self._face(leaf.back)
            yield leaf if front is leaf.front and back is leaf.back else replace(leaf, front=front, back=back)

    def warnings(self) -> Iterator[Diagnostic]:
        """What is odd about pictures."""
        return self._coarse.found()

    def _face(self, face: Face) -> Face:
        shared = face.side == "back"
        if shared and face.id in self._shared:
            return self._shared[face.id]
        self.lettering.take(self._inventories.of(face.drawing))
        self._coarse.take(face)
        self._count += 1
        if self._packer is not None and self._count > _AT_HAND:
            face = replace(face, drawing=self._packer.packed(face.drawing, cardsvg.strings(face.drawing)))
        if shared:
            self._shared[face.id] = face
        return face
