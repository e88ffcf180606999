"""Pieces of several kinds on sheets that they share, where that takes fewer of them. All lengths in mm."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from pnp.imposition.grid import APART, Grid, Kind
from pnp.imposition.laying import Group, block_of, note_rooms, room_within, strips_around
from pnp.imposition.options import SheetOptions
from pnp.imposition.page import Piece, Segment
from pnp.imposition.rim import MARK_MIN, Rim, share_out
from pnp.imposition.sheet import Sheet

if TYPE_CHECKING:
    from pnp.imposition.packing import PackedSheet

_CLEAR = 0.3
"""Between the marks of a block and the cut that parts it from the next one."""
_MARKS = 3.0
"""Room for the marks of plain borders."""
_AFTER_BLEED = 0.5 + MARK_MIN
"""Room for marks beyond art that runs over the edge."""
_PARTING = 0.1


class _Plan(NamedTuple):
    """The groups whose pieces share sheets, their sheets, and what notes take of these."""

    groups: Sequence[Group]
    sheets: tuple[PackedSheet, ...]
    notes: tuple[float, float]


def mixed(groups: Sequence[Group]) -> list[Sheet]:
    """The sheets of ``groups``, which are laid alike: kinds keep to themselves, but what is left of several kinds
    shares sheets where that saves some; and all of their pieces do, where that saves more.

    Raises DefinitionError where a piece does not fit on the paper.
    """
    able = [group for group in groups if group.mixes]
    fewest, best, keeps = sum(group.count for group in able), None, True
    if len(able) > 1 and fewest > _fewest(able):
        rests = [rest for group in able if (rest := group.rest) is not None]
        kept = sum(full.count for group in able if (full := group.full) is not None)
        for parted, number in ((rests, kept), (able, 0)):
            plan = _shared(parted) if len(parted) > 1 and (number or parted is able) else None
            if plan is not None and number + len(plan.sheets) < fewest:
                fewest, best, keeps = number + len(plan.sheets), plan, number > 0
    alone = [group if best is None or not group.mixes else group.full if keeps else None for group in groups]
    sheets = [sheet for group in alone if group is not None for sheet in group.sheets()]
    return [*sheets, *(_laid(best) if best else ())]


def _fewest(groups: Sequence[Group]) -> int:
    """No fewer sheets than this hold the pieces, however they lie."""
    room = max((room_within(groups[0], strip) for strip in note_rooms(groups[0].options)), key=lambda size: size.area)
    return math.ceil(sum(len(group.pieces) * group.kind.trim.area for group in groups) / max(room.area, 1.0))


def _shared(groups: Sequence[Group]) -> _Plan | None:
    """The sheets that pieces of all kinds share; None where one has no room among others."""
    from pnp.imposition.packing import CLOSELY, Batch, pack  # noqa: PLC0415 - where one kind is left, nothing is packed

    batches = [
        Batch(group.kind.trim, group.kind.gutter(group.options), _rim(group), len(group.pieces)) for group in groups
    ]
    plans = []
    rooms = note_rooms(groups[0].options)
    for notes in rooms if len(groups) <= CLOSELY else rooms[:1]:
        packed = pack(batches, room_within(groups[0], notes))
        if packed is not None:
            plans.append(_Plan(groups, packed, notes))
    return min(plans, key=lambda plan: len(plan.sheets), default=None)


def _laid(plan: _Plan) -> Iterator[Sheet]:
    waiting = [iter(group.pieces) for group in plan.groups]
    for sheet in plan.sheets:
        yield _sheet(plan.groups, sheet, plan.notes, waiting)


def _rim(group: Group) -> float:
    """The room round a block for its bleed and marks: half of what its pieces keep between them, at least."""
    kind, half = group.kind, group.kind.gutter(group.options) / 2
    bleed = kind.bleed if kind.edge == "bleed" else 0.0
    if kind.marks(group.options):
        return max(half, (bleed + _AFTER_BLEED if bleed else _MARKS) + _CLEAR)
    return max(half, bleed, APART["net"] / 2)


def _sheet(
    groups: Sequence[Group], packed: PackedSheet, notes: tuple[float, float], waiting: list[Iterator[Piece]]
) -> Sheet:
    """A packed sheet in the middle of its page. What one kind has alone lies as it always does."""
    taken = [[next(waiting[laid.batch]) for _ in range(laid.pieces)] for laid in packed.blocks]
    first = groups[packed.blocks[0].batch]
    if len(packed.blocks) == 1:
        alone = replace(first, pieces=tuple(taken[0])).sheets()
        if len(alone) == 1:
            return alone[0]
    options, page, size = first.options, first.options.page, packed.size
    left, top = (page.width - size.width) / 2, (page.height + size.height) / 2
    blocks = []
    for laid, pieces in zip(packed.blocks, taken, strict=True):
        group, rim = groups[laid.batch], _rim(groups[laid.batch])
        kind = group.kind
        corner = left + laid.x + rim, top - laid.y - rim
        cell = kind.trim.turned if laid.turned else kind.trim
        gutter = kind.gutter(options)
        grid = Grid(laid.columns, laid.rows, cell, laid.turned, gutter, page, groups[0].margins, corner=corner)
        blocks.append(block_of(pieces, grid, _rims(kind, rim, options), options))
    cuts = tuple(Segment(left + cut.x1, top - cut.y1, left + cut.x2, top - cut.y2, _PARTING) for cut in packed.cuts)
    return Sheet(
        tuple(place for block in blocks for place in block.fronts),
        strips_around(groups[0], size, notes),
        options,
        tuple(blocks),
        margins=groups[0].margins,
        cuts=cuts if options.marked else (),
    )


def _rims(kind: Kind, rim: float, options: SheetOptions) -> tuple[Rim, Rim]:
    marks = kind.marks(options)
    found = share_out(rim - (_CLEAR if marks else 0.0), kind.bleed, kind.edge, marks, 0.0)
    return found, found
