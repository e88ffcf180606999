"""Which pieces of a kit go into which file, where it is wanted as several."""

from __future__ import annotations

from collections.abc import Sequence

from pnp.imposition import Piece
from pnp.model.component import Component
from pnp.pipeline.options import PrintSettings, Split
from pnp.pipeline.sheets import pieces_of
from pnp.records import dataclass
from pnp.rendering.face import Leaf

SINGLE = "single"
"""What is added to the name of the file that is printed on one side."""


@dataclass(frozen=True, slots=True)
class Share:
    """What goes into one file, and what is added to the file's name for it; nothing for the first."""

    suffix: str
    pieces: tuple[Piece, ...]

    @property
    def faces(self) -> frozenset[str]:
        """The ids of the faces that are printed in it."""
        return frozenset(face for piece in self.pieces for face in (piece.front, piece.back) if face)


def shares(
    groups: Sequence[tuple[Component, Sequence[Leaf]]], split: Split | None, settings: PrintSettings
) -> tuple[Share, ...]:
    """The files of a kit, in order, none of them empty: one; or what is printed on both sides of the paper and what is
    printed on one; or each component by itself."""
    pieces = pieces_of(groups, settings.backs, settings.language)
    found: dict[str, list[Piece]] = {"": []}
    for piece in pieces:
        found.setdefault(_suffix(piece, split, settings), []).append(piece)
    return tuple(Share(suffix, tuple(held)) for suffix, held in found.items() if held or not pieces)


def _suffix(piece: Piece, split: Split | None, settings: PrintSettings) -> str:
    if split == "components":
        return piece.component
    turned = piece.back is not None and settings.backs in ("duplex", "separate")
    return SINGLE if split == "sides" and not turned else ""
