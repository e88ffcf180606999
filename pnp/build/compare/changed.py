"""Find what changed since a kit was printed: changed pieces, missing copies, and pieces that are gone.

A piece is known by the look of its sides, and by nothing else. A card with another id, or in another row of its table,
need not be printed again. The reasons of a change (``reasons``) only explain it.

Equal SVG, fonts and pictures, painted by the same program, make equal faces. If the manifest does not record them, both
faces are compared as images.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from typing import Any, Literal

from pnp.build.compare.face_images import PAGE_RIM, RIM, FacePair, FacePlace, faces_match
from pnp.build.compare.printed_kit import PrintedFace, PrintedKit, PrintedPiece, PrintedPlace, kept_entry
from pnp.build.compare.provenance import drawing_edition, file_digests, ink_in_words
from pnp.build.compare.reasons import KitComparison, Reason
from pnp.build.faces import RenderedKit
from pnp.build.options import KitContext
from pnp.build.preview import faces_pdf
from pnp.diagnostics import Diagnostic, Location, PnpError
from pnp.fonts import FontBook
from pnp.model.component import Component
from pnp.pdf.inventory import joint_inventory
from pnp.records import dataclass
from pnp.rendering.face import Face, PrintedCard

Status = Literal["changed", "new", "more", "renamed", "fewer", "gone"]
Key = tuple[str, str]
Look = tuple[str, str | None, str, str]
"""Look of the front and of the back, cut, and stock of a piece."""


@dataclass(frozen=True, slots=True)
class Change:
    """Change of a piece, and the number of copies concerned. ``renamed`` pieces were called ``was`` and look as before.
    Copies of ``fewer`` and ``gone`` pieces are to be thrown away, as are the old copies of ``changed`` ones."""

    status: Status
    component: str
    card: str
    copies: int
    reasons: tuple[tuple[str, Reason], ...] = ()
    """Reasons, each with the side that it concerns."""
    was: str | None = None
    faces: tuple[str, ...] = ()
    """Ids of the faces of a new or changed piece that look otherwise than printed."""

    @property
    def printed(self) -> bool:
        """True if the piece is on the sheets."""
        return self.status in ("changed", "new", "more")

    @property
    def name(self) -> str:
        """Name of the piece, as ``--only`` takes it."""
        return f"{self.component}/{self.card}"


@dataclass(frozen=True, slots=True)
class Changes:
    """Changes since the file called ``since``. ``groups`` holds the cards to be printed, ``notes`` the differences
    between the two kits as wholes, and ``kept`` the manifest entries of unchanged pieces."""

    since: str
    pieces: tuple[Change, ...]
    groups: tuple[tuple[Component, tuple[PrintedCard, ...]], ...]
    notes: tuple[Diagnostic, ...]
    kept: Mapping[str, Any]


def changes_since(context: KitContext, rendered: RenderedKit, printed: PrintedKit) -> Changes:
    """Find the changes. Raises PnpError if the file does not record enough to be compared with."""
    if printed.manifest.get("kept_of_part"):
        message = "the file holds what changed of a part of the kit alone, and does not say what else there was"
        hint = "compare with the file that it was compared with, or build the kit once without --only"
        raise PnpError(Diagnostic("part-of-a-kit", message, Location(printed.label), hint))
    comparison = KitComparison(context, rendered, printed)
    count = _CopyCount(comparison)
    count.match_ids()
    count.match_looks()
    changes = [*count.wanted(), *count.surplus()]
    missing = [(component, tuple(count.to_print(group))) for component, group in rendered.groups]
    groups = tuple((_with_copies(component, cards), cards) for component, cards in missing if cards)
    kept: dict[str, Any] = {"kept": [kept_entry(piece) for piece in count.kept()]}
    if context.options.selects:
        kept = {"kept": [], "kept_of_part": True}
    return Changes(printed.label, tuple(changes), groups, tuple(_notes(comparison)), kept)


def _with_copies(component: Component, cards: Sequence[PrintedCard]) -> Component:
    """Return a page with the number of copies to print; another component as it is."""
    return replace(component, copies=max(card.copies for card in cards)) if component.kind == "page" else component


@dataclass
class _CopyCount:
    """Count of printed copies against wanted copies."""

    comparison: KitComparison
    unmatched: dict[Key, int] = field(init=False)
    """Copies of each printed piece that are not matched yet."""
    missing: dict[Key, int] = field(init=False)
    """Copies of each current piece that are not matched yet."""
    renamed: list[Change] = field(init=False, default_factory=list)

    def __post_init__(self) -> None:
        groups = self.comparison.rendered.groups
        self._cards = {(card.component, card.card): (component, card) for component, cards in groups for card in cards}
        faces = {face.id: face for _, cards in groups for card in cards for face in card.faces}
        fonts = self.comparison.context.project.resources(self.comparison.context.game).fonts
        self._old = {key: piece for key, piece in self.comparison.printed.pieces.items() if self._is_selected(key)}
        pages = {component.id for component, _ in groups if component.kind == "page"}
        self._verdicts = _compare_faces(
            self.comparison.printed, self._old.values(), faces.values(), fonts, pages, current_ink(self.comparison)
        )
        self.unmatched = {key: piece.copies for key, piece in self._old.items()}
        self.missing = {key: card.copies for key, (_, card) in self._cards.items()}

    def _is_selected(self, key: Key) -> bool:
        """Tell whether a printed piece is compared: ``--only`` and ``--without`` leave other pieces alone."""
        if key[0] in self.comparison.context.options.without:
            return False
        if not self.comparison.context.options.only:
            return True
        whole_components = {component.id for component, _ in self.comparison.rendered.groups} - self._partly_selected
        return key in self._cards or key[0] in whole_components

    @property
    def _partly_selected(self) -> set[str]:
        """Components with single pieces selected by ``--only``."""
        return {
            selector.partition("/")[0]
            for text in self.comparison.context.options.only
            for selector in text.split(",")
            if "/" in selector
        }

    def _sides(self, component: Component, card: PrintedCard) -> tuple[Face, Face | None]:
        """Return the sides that are printed now."""
        prints_back = self.comparison.context.settings.backs != "none" or component.kind == "page"
        return card.front, card.back if prints_back else None

    def _look(self, key: Key) -> Look:
        component, card = self._cards[key]
        front, back = self._sides(component, card)
        looks = [None if face is None else self._verdicts[face.id].look for face in (front, back)]
        return str(looks[0]), looks[1], front.cut, component.stock

    def _old_look(self, key: Key, current: Key) -> Look:
        """Return the look of a printed piece, reduced to the sides that the current piece ``current`` has."""
        piece = self._old[key]
        component, card = self._cards[current]
        without_back = card.back is not None and self._sides(component, card)[1] is None
        back = None if piece.back is None or without_back else piece.back.sha256
        return piece.front.sha256, back, piece.cut, piece.stock

    def match_ids(self) -> None:
        """Match pieces that look as before under the same id."""
        for key in self._cards:
            if key in self._old and self._old_look(key, key) == self._look(key):
                self._take(key, key)

    def match_looks(self) -> None:
        """Match pieces that look as before under another id."""
        by_look: dict[str, list[Key]] = defaultdict(list)
        for key, copies in self.unmatched.items():
            if copies:
                by_look[self._old[key].front.sha256].append(key)
        for key in self._cards:
            for old in by_look.get(self._look(key)[0], ()):
                if self.missing[key] and self.unmatched[old] and self._old_look(old, key) == self._look(key):
                    count = self._take(key, old)
                    self.renamed.append(Change("renamed", *key, count, was="/".join(old)))

    def _take(self, key: Key, old: Key) -> int:
        taken = min(self.missing[key], self.unmatched[old])
        self.missing[key] -= taken
        self.unmatched[old] -= taken
        return taken

    def wanted(self) -> Iterator[Change]:
        """Yield the pieces to be printed and the renamed ones, in the order of the kit."""
        renamed = {(change.component, change.card): change for change in self.renamed}
        for key, (component, card) in self._cards.items():
            if key in renamed:
                yield renamed[key]
            if not self.missing[key]:
                continue
            looks_same = key in self._old and self._old_look(key, key) == self._look(key)
            if looks_same or key in renamed:
                yield Change("more", *key, self.missing[key])
            elif self.unmatched.get(key):
                self.unmatched[key] = 0
                old = self._old[key]
                reasons = tuple(self._explain(component, card, old))
                faces = tuple(face.id for face, _ in self._differing(component, card, old))
                yield Change("changed", *key, self.missing[key], reasons, faces=faces)
            else:
                faces = tuple(face.id for face in self._sides(component, card) if face is not None)
                yield Change("new", *key, self.missing[key], faces=faces)

    def _differing(
        self, component: Component, card: PrintedCard, old: PrintedPiece
    ) -> Iterator[tuple[Face, PrintedFace | None]]:
        """Yield the faces of a card that look otherwise than on the printed piece, each with the printed one."""
        for face, old_face in zip(self._sides(component, card), (old.front, old.back), strict=True):
            if face is None:
                continue
            if old_face is None or self._verdicts[face.id].look != old_face.sha256 or old.cut != face.cut:
                yield face, old_face

    def _explain(self, component: Component, card: PrintedCard, old: PrintedPiece) -> Iterator[tuple[str, Reason]]:
        """Yield the reasons why a piece changed, each with its side. A reason of both sides is given once."""
        given: set[Reason] = set()
        if old.stock != component.stock:
            yield "front", Reason("stock", "", old.stock, component.stock)
        if old.back is not None and card.back is None:
            yield "back", Reason("side", "it has no back any more")
        for face, old_face in self._differing(component, card, old):
            verdict = self._verdicts[face.id]
            same_svg = old_face is not None and old_face.sha256 == face.digest and bool(verdict.reasons)
            reasons = (
                verdict.reasons if same_svg else tuple(self.comparison.explain(component, card, old, face, old_face))
            )
            for reason in reasons:
                if reason not in given:
                    given.add(reason)
                    yield face.side, reason

    def surplus(self) -> Iterator[Change]:
        """Yield the printed copies that are not wanted any more."""
        for key, copies in self.unmatched.items():
            if copies:
                looks_same = key in self._cards and self._old_look(key, key) == self._look(key)
                if looks_same and key[0] in self.comparison.printed.inputs.filled:
                    continue  # spare copies that filled empty places of a sheet
                yield Change("fewer" if looks_same else "gone", *key, copies)

    def to_print(self, cards: Sequence[PrintedCard]) -> Iterator[PrintedCard]:
        """Yield the cards of a component with their missing copies."""
        for card in cards:
            if copies := self.missing[card.component, card.card]:
                yield replace(card, copies=copies)

    def kept(self) -> Iterator[PrintedPiece]:
        """Yield the unchanged pieces under their current names."""
        for key, (component, card) in self._cards.items():
            if copies := card.copies - self.missing[key]:
                front, back = (
                    None if face is None else PrintedFace(face.id, face.digest, face.language, None)
                    for face in self._sides(component, card)
                )
                assert front is not None
                trim = card.front.trim
                size = trim.width, trim.height
                yield PrintedPiece(*key, front, back, size, card.front.cut, copies, component.stock)


def _notes(comparison: KitComparison) -> Iterator[Diagnostic]:
    """Yield notes about differences between the two kits as wholes."""
    printed, settings, options = comparison.printed, comparison.context.settings, comparison.context.options

    def note(code: str, message: str, hint: str) -> Diagnostic:
        return Diagnostic(code, message, Location(printed.label), hint, severity="warning")

    language = printed.inputs.language
    if language is None and len(printed.languages) == 1:
        (language,) = printed.languages
    if language is not None and language != settings.language:
        message = f"the file is in {language!r}, and this kit in {settings.language!r}: every face with words differs"
        yield note("other-language", message, f"--lang {language} compares with it")
    if printed.paper != settings.paper.name:
        papers = f"the file is for {printed.paper}, and this kit for {settings.paper.name}"
        message = f"{papers}: every face that fills the paper differs"
        yield note("other-paper", message, f"--paper {printed.paper} compares with it")
    for name, earlier, current in (
        ("bleed", printed.inputs.bleed, settings.bleed),
        ("margin", printed.inputs.margin, settings.margin),
    ):
        if earlier is not None and earlier != current:
            message = f"the file has a {name} of {earlier:g} mm, and this kit one of {current:g} mm"
            yield note(f"other-{name}", message, f"--{name} {earlier:g}mm compares with it")
    if printed.inputs.language is not None and printed.inputs.edge != options.edge:
        message = f"the file was built {_edge_words(printed.inputs.edge)}, and this kit {_edge_words(options.edge)}"
        hint = "leave --edge out" if printed.inputs.edge is None else f"--edge {printed.inputs.edge} compares with it"
        yield note("other-edge", message, hint)
    if printed.ink != current_ink(comparison):
        message = f"the file is printed {printed.ink}, and this kit {current_ink(comparison)}: every face differs"
        yield note("other-ink", message, "--ink and --grey say in what a kit is printed")
    if printed.players != options.players:
        player_counts = [
            "any number of players" if players is None else f"{players} players"
            for players in (printed.players, options.players)
        ]
        hint = "leave --players out" if printed.players is None else f"--players {printed.players} compares with it"
        yield note("other-players", f"the file is for {player_counts[0]}, and this kit for {player_counts[1]}", hint)
    if printed.seed != options.seed:
        message = f"the examples of the file were found from the seed {printed.seed}, and these from {options.seed}"
        yield note("other-seed", message, f"--seed {printed.seed} compares with it")


def current_ink(comparison: KitComparison) -> str:
    """Return the ink of the current kit, in words."""
    return ink_in_words(comparison.context.settings.ink, grey=comparison.context.options.grey)


def _edge_words(edge: str | None) -> str:
    return "without --edge" if edge is None else f"with --edge {edge}"


_NO_IMAGE = "another version of the program drew it, and no page of the file has it whole to look at"
_LOOKS_DIFFERENT = "it looks otherwise than in the file, which another version of the program has drawn"


@dataclass(frozen=True, slots=True)
class _FaceVerdict:
    """Verdict on a current face. ``look`` equals the digest of a printed face exactly if both look the same.
    ``reasons`` explain a difference in spite of equal SVG."""

    look: str
    reasons: tuple[Reason, ...] = ()


def _compare_faces(
    printed: PrintedKit,
    pieces: Iterable[PrintedPiece],
    faces: Iterable[Face],
    fonts: FontBook,
    pages: Collection[str],
    ink: str,
) -> dict[str, _FaceVerdict]:
    """Compare each of ``faces`` with the printed kit, and return verdicts by its id. ``pages`` are the components that
    fill the paper; ``ink`` is the current ink, in words."""
    if printed.ink != ink:
        return {face.id: _changed_face(face, Reason("ink", "", printed.ink, ink)) for face in faces}
    faces_by_digest: dict[str, PrintedFace] = {}
    for piece in pieces:
        for side in (piece.front, piece.back):
            if side is not None and (side.sha256 not in faces_by_digest or faces_by_digest[side.sha256].place is None):
                faces_by_digest[side.sha256] = side
    verdicts: dict[str, _FaceVerdict] = {}
    undecided: list[tuple[Face, PrintedPlace]] = []
    for face in faces:
        verdicts[face.id] = _FaceVerdict(face.digest)
        if face.digest not in faces_by_digest:
            continue
        changed_files = _changed_files(printed, face, fonts)
        recorded = printed.inputs.files is not None and printed.inputs.drawing == drawing_edition()
        place = faces_by_digest[face.digest].place
        if changed_files:
            verdicts[face.id] = _changed_face(face, *changed_files)
        elif not recorded and place is None:
            verdicts[face.id] = _changed_face(face, Reason("program", _NO_IMAGE))
        elif not recorded and place is not None:
            undecided.append((face, place))
    for face, unchanged in zip(
        (face for face, _ in undecided), _compare_images(printed, undecided, fonts, pages), strict=True
    ):
        if not unchanged:
            verdicts[face.id] = _changed_face(face, Reason("program", _LOOKS_DIFFERENT))
    return verdicts


def _changed_face(face: Face, *reasons: Reason) -> _FaceVerdict:
    return _FaceVerdict(f"another {face.id}", reasons)


def _changed_files(printed: PrintedKit, face: Face, fonts: FontBook) -> list[Reason]:
    """Return the recorded fonts and pictures of a face that changed since."""
    recorded = printed.inputs.files
    if recorded is None:
        return []
    return [
        Reason(*name.split(" ", 1))
        for name, digest in file_digests(joint_inventory([face.drawing]), fonts).items()
        if recorded.get(name) != digest
    ]


def _compare_images(
    printed: PrintedKit, undecided: Sequence[tuple[Face, PrintedPlace]], fonts: FontBook, pages: Collection[str]
) -> list[bool]:
    """Tell of each face whether it looks as it does on its printed page."""
    if not undecided:
        return []

    pdf = faces_pdf(fonts, [face for face, _ in undecided])
    pairs = [
        FacePair(
            FacePlace(place.page, place.box, place.rotation),
            FacePlace(number, (0.0, 0.0, face.trim.width, face.trim.height)),
            PAGE_RIM if face.component in pages else RIM,
            face.cut in ("circle", "hex"),
        )
        for number, (face, place) in enumerate(undecided, 1)
    ]
    try:
        return faces_match(printed.data, pdf, pairs)
    except IndexError as error:
        hint = "the file is damaged: name a file that was not changed since it was built"
        raise PnpError(Diagnostic("damaged-page", str(error), Location(printed.label), hint)) from error
