"""Only what changed since a kit was printed: which pieces are others, which are wanted more often, which are gone.

A piece is known by what is to be seen on its sides, and by nothing else: a card that got another id, or moved to
another row of its table, need not be printed again. Why a piece is another is an explanation alone (``reasons``).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field, replace
from typing import Any, Literal

from pnp.build.compare.printed_kit import PrintedFace, PrintedPiece, kept_entry
from pnp.build.compare.provenance import ink_in_words
from pnp.build.compare.reasons import KitComparison, Reason
from pnp.build.compare.same_face import judged
from pnp.diagnostics import Diagnostic, Location, PnpError
from pnp.model.component import Component
from pnp.records import dataclass
from pnp.rendering.face import Face, PrintedCard

Status = Literal["changed", "new", "more", "renamed", "fewer", "gone"]
Key = tuple[str, str]
Look = tuple[str, str | None, str, str]
"""What is to be seen on a front and on a back, how the piece is cut out, and what it is printed on."""


@dataclass(frozen=True, slots=True)
class Change:
    """What became of a piece, and of how many copies of it. ``renamed`` pieces ``was`` called otherwise and are as they
    were; of ``fewer`` and ``gone`` ones so many copies are to be thrown away, as are the old ones of ``changed``."""

    status: Status
    component: str
    card: str
    copies: int
    reasons: tuple[tuple[str, Reason], ...] = ()
    """With the side that each is about."""
    was: str | None = None

    @property
    def printed(self) -> bool:
        """Whether it is on the sheets."""
        return self.status in ("changed", "new", "more")

    @property
    def name(self) -> str:
        """What ``--only`` calls it."""
        return f"{self.component}/{self.card}"


@dataclass(frozen=True, slots=True)
class Changes:
    """What changed since the file called ``since``: piece by piece, what of it is to be printed, notes about the two
    kits as wholes, and what the manifest says of the pieces that are as they were."""

    since: str
    pieces: tuple[Change, ...]
    groups: tuple[tuple[Component, tuple[PrintedCard, ...]], ...]
    notes: tuple[Diagnostic, ...]
    kept: Mapping[str, Any]


def changes_since(comparison: KitComparison) -> Changes:
    """What changed. Raises PnpError where the file says too little to be compared with."""
    then, leaves = comparison.then, comparison.rendered.groups
    if then.manifest.get("kept_of_part"):
        message = "the file holds what changed of a part of the kit alone, and does not say what else there was"
        hint = "compare with the file that it was compared with, or build the kit once without --only"
        raise PnpError(Diagnostic("part-of-a-kit", message, Location(then.label), hint))
    count = _CopyCount(comparison)
    count.same_ids()
    count.same_looks()
    changes = [*count.wanted(), *count.left()]
    printed = tuple((component, found) for component, group in leaves if (found := tuple(count.to_print(group))))
    kept: dict[str, Any] = {"kept": [kept_entry(piece) for piece in count.kept()]}
    if comparison.context.options.only:
        kept = {"kept": [], "kept_of_part": True}
    groups = tuple((_copies(component, found), found) for component, found in printed)
    return Changes(then.label, tuple(changes), groups, tuple(_notes(comparison)), kept)


def _copies(component: Component, leaves: Sequence[PrintedCard]) -> Component:
    """A page with as many copies as are printed of it now."""
    return replace(component, copies=max(leaf.copies for leaf in leaves)) if component.kind == "page" else component


@dataclass
class _CopyCount:
    """Copies that are there set against copies that are wanted."""

    comparison: KitComparison
    there: dict[Key, int] = field(init=False)
    """Of each printed piece, the copies that nothing was found for yet."""
    missing: dict[Key, int] = field(init=False)
    """Of each piece of today, the copies that are not there."""
    renamed: list[Change] = field(init=False, default_factory=list)

    def __post_init__(self) -> None:
        groups = self.comparison.rendered.groups
        self._leaves = {(leaf.component, leaf.card): (component, leaf) for component, group in groups for leaf in group}
        faces = {face.id: face for _, group in groups for leaf in group for face in leaf.faces}
        fonts = self.comparison.context.project.resources(self.comparison.context.game).fonts
        self._old = {key: piece for key, piece in self.comparison.then.pieces.items() if self._asked_for(key)}
        pages = {component.id for component, _ in groups if component.kind == "page"}
        self._verdicts = judged(
            self.comparison.then, self._old.values(), faces.values(), fonts, pages, ink_now(self.comparison)
        )
        self.there = {key: piece.copies for key, piece in self._old.items()}
        self.missing = {key: leaf.copies for key, (_, leaf) in self._leaves.items()}

    def _asked_for(self, key: Key) -> bool:
        """Whether a printed piece is among those that are looked at: ``--only`` leaves the others alone."""
        if not self.comparison.context.options.only:
            return True
        whole = {component.id for component, _ in self.comparison.rendered.groups} - self._picked
        return key in self._leaves or key[0] in whole

    @property
    def _picked(self) -> set[str]:
        """Components of which pieces are asked for by name."""
        return {
            one.partition("/")[0]
            for text in self.comparison.context.options.only
            for one in text.split(",")
            if "/" in one
        }

    def _sides(self, component: Component, leaf: PrintedCard) -> tuple[Face, Face | None]:
        """The sides that are printed now."""
        printed = self.comparison.context.settings.backs != "none" or component.kind == "page"
        return leaf.front, leaf.back if printed else None

    def _look(self, key: Key) -> Look:
        component, leaf = self._leaves[key]
        front, back = self._sides(component, leaf)
        looks = [None if face is None else self._verdicts[face.id].look for face in (front, back)]
        return str(looks[0]), looks[1], front.cut, component.stock

    def _old_look(self, key: Key, beside: Key) -> Look:
        """What is to be seen on a printed piece, of the sides that the piece ``beside`` it has."""
        piece = self._old[key]
        component, leaf = self._leaves[beside]
        bare = leaf.back is not None and self._sides(component, leaf)[1] is None
        back = None if piece.back is None or bare else piece.back.sha256
        return piece.front.sha256, back, piece.cut, piece.stock

    def same_ids(self) -> None:
        """Pieces that are as they were."""
        for key in self._leaves:
            if key in self._old and self._old_look(key, key) == self._look(key):
                self._take(key, key)

    def same_looks(self) -> None:
        """Pieces that are as they were under another name."""
        by_look: dict[str, list[Key]] = defaultdict(list)
        for key, left in self.there.items():
            if left:
                by_look[self._old[key].front.sha256].append(key)
        for key in self._leaves:
            for old in by_look.get(self._look(key)[0], ()):
                if self.missing[key] and self.there[old] and self._old_look(old, key) == self._look(key):
                    taken = self._take(key, old)
                    self.renamed.append(Change("renamed", *key, taken, was="/".join(old)))

    def _take(self, key: Key, old: Key) -> int:
        taken = min(self.missing[key], self.there[old])
        self.missing[key] -= taken
        self.there[old] -= taken
        return taken

    def wanted(self) -> Iterator[Change]:
        """What is to be printed and what has another name, in the order of the kit."""
        renamed = {(one.component, one.card): one for one in self.renamed}
        for key, (component, leaf) in self._leaves.items():
            if key in renamed:
                yield renamed[key]
            if not self.missing[key]:
                continue
            same = key in self._old and self._old_look(key, key) == self._look(key)
            if same or key in renamed:
                yield Change("more", *key, self.missing[key])
            elif self.there.get(key):
                self.there[key] = 0
                yield Change("changed", *key, self.missing[key], tuple(self._why(component, leaf, self._old[key])))
            else:
                yield Change("new", *key, self.missing[key])

    def _why(self, component: Component, leaf: PrintedCard, old: PrintedPiece) -> Iterator[tuple[str, Reason]]:
        """Why a piece is another, each with its side; what both sides have in common is said once."""
        said: set[Reason] = set()
        if old.stock != component.stock:
            yield "front", Reason("stock", "", old.stock, component.stock)
        front, back = self._sides(component, leaf)
        if back is None and old.back is not None and leaf.back is None:
            yield "back", Reason("side", "it has no back any more")
        pairs: tuple[tuple[Face | None, PrintedFace | None], ...] = ((front, old.front), (back, old.back))
        for face, drawn in pairs:
            if face is None:
                continue
            verdict = self._verdicts[face.id]
            if drawn is not None and verdict.look == drawn.sha256 and old.cut == face.cut:
                continue
            same_svg = drawn is not None and drawn.sha256 == face.digest and bool(verdict.reasons)
            reasons = verdict.reasons if same_svg else tuple(self.comparison.why(component, leaf, old, face, drawn))
            for reason in reasons:
                if reason not in said:
                    said.add(reason)
                    yield face.side, reason

    def left(self) -> Iterator[Change]:
        """What is there and not wanted any more."""
        for key, left in self.there.items():
            if left:
                fewer = key in self._leaves and self._old_look(key, key) == self._look(key)
                if fewer and key[0] in self.comparison.then.made.filled:
                    continue  # more than enough of them were printed in places that were left
                yield Change("fewer" if fewer else "gone", *key, left)

    def to_print(self, group: Sequence[PrintedCard]) -> Iterator[PrintedCard]:
        """The leaves of a component that are missing, as often as they are."""
        for leaf in group:
            if missing := self.missing[leaf.component, leaf.card]:
                yield replace(leaf, copies=missing)

    def kept(self) -> Iterator[PrintedPiece]:
        """The pieces that are there and wanted, as they are called now."""
        for key, (component, leaf) in self._leaves.items():
            if copies := leaf.copies - self.missing[key]:
                front, back = (
                    None if face is None else PrintedFace(face.id, face.digest, face.language, None)
                    for face in self._sides(component, leaf)
                )
                assert front is not None
                trim = leaf.front.trim
                size = trim.width, trim.height
                yield PrintedPiece(*key, front, back, size, leaf.front.cut, copies, component.stock)


def _notes(comparison: KitComparison) -> Iterator[Diagnostic]:
    """In what the two kits differ as wholes."""
    then, settings, options = comparison.then, comparison.context.settings, comparison.context.options

    def note(code: str, message: str, hint: str) -> Diagnostic:
        return Diagnostic(code, message, Location(then.label), hint, severity="warning")

    spoken = then.made.language
    if spoken is None and len(then.languages) == 1:
        (spoken,) = then.languages
    if spoken is not None and spoken != settings.language:
        message = f"the file is in {spoken!r}, and this kit in {settings.language!r}: whatever has words is another"
        yield note("other-language", message, f"--lang {spoken} compares with it")
    if then.paper != settings.paper.name:
        papers = f"the file is for {then.paper}, and this kit for {settings.paper.name}"
        message = f"{papers}: whatever fills the paper is another"
        yield note("other-paper", message, f"--paper {then.paper} compares with it")
    for name, was, is_ in (("bleed", then.made.bleed, settings.bleed), ("margin", then.made.margin, settings.margin)):
        if was is not None and was != is_:
            message = f"the file has a {name} of {was:g} mm, and this kit one of {is_:g} mm"
            yield note(f"other-{name}", message, f"--{name} {was:g}mm compares with it")
    if then.made.language is not None and then.made.edge != options.edge:
        message = f"the file was built {_asked(then.made.edge)}, and this kit {_asked(options.edge)}"
        hint = "leave --edge out" if then.made.edge is None else f"--edge {then.made.edge} compares with it"
        yield note("other-edge", message, hint)
    if then.ink != ink_now(comparison):
        message = f"the file is printed {then.ink}, and this kit {ink_now(comparison)}: every face is another"
        yield note("other-ink", message, "--ink and --grey say in what a kit is printed")
    if then.players != options.players:
        said = ["any number of players" if one is None else f"{one} players" for one in (then.players, options.players)]
        hint = "leave --players out" if then.players is None else f"--players {then.players} compares with it"
        yield note("other-players", f"the file is for {said[0]}, and this kit for {said[1]}", hint)
    if then.seed != options.seed:
        message = f"the examples of the file were found from the seed {then.seed}, and these from {options.seed}"
        yield note("other-seed", message, f"--seed {then.seed} compares with it")


def ink_now(comparison: KitComparison) -> str:
    """What a kit is printed with today, in words."""
    return ink_in_words(comparison.context.settings.ink, grey=comparison.context.options.grey)


def _asked(edge: str | None) -> str:
    return "without --edge" if edge is None else f"with --edge {edge}"
