"""Render the faces of a kit: one template per component, once per item and language."""

from __future__ import annotations

import json
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from functools import partial
from itertools import zip_longest
from typing import Any, Literal, TypeVar

from markupsafe import Markup

from pnp import cardsvg
from pnp.diagnostics import Diagnostic, Location, TemplateError
from pnp.examples.said import phrases_of
from pnp.fonts import FontBook
from pnp.games.core.tableau import Tableau
from pnp.model.component import TOKEN_BLEED, Component, Item
from pnp.model.game import Game
from pnp.model.text import Language
from pnp.records import dataclass
from pnp.rendering.art import defined_in
from pnp.rendering.checked import CheckedSide, DrawnSide, checked_side
from pnp.rendering.context import LanguageKit, ShownExample, make_language_kit
from pnp.rendering.face import Face, PrintedCard
from pnp.rendering.graphics.nets import folded_net
from pnp.rendering.provenance import FaceProvenance, FaceSource, made_of
from pnp.rendering.render_cache import DrawingCache, InputDigests, ReadSet, RenderCache, RenderedTemplate, RenderRequest
from pnp.rendering.sheets.story import PAGE_BREAK, RuleSheet
from pnp.rendering.templates.fields import CardFields, FieldReads
from pnp.rendering.templates.running import errors_at_lines, run_template, tightened, whole_face
from pnp.rendering.templates.sources import TemplateFolders
from pnp.rendering.text.ruby import first_of_each
from pnp.rendering.text.words import PluralForms, Wording, Words
from pnp.units import Size

# One template run for one card: what it is handed, what it draws, and what was noted meanwhile. What was drawn before
# from the same is not drawn again (``drawings``).

_OF_THE_KIT = frozenset({"contents_of_kit"})
_MAX_PAGES = 24
_Shared = TypeVar("_Shared", bound=Hashable)


@dataclass(frozen=True, slots=True)
class FaceRequest:
    """A face to be drawn: by the template ``name`` for a card of a component; sizes in mm. ``pending`` are the examples
    that it may take."""

    name: str
    component: Component
    item: Item
    size: Size
    bleed: float
    pending: Sequence[ShownExample]
    shared: bool = False
    """Whether other cards may have the face too, if its template reads nothing of this one."""

    def card_of(self, number: int) -> str:
        """What the side ``number`` belongs to: the card, and of a page the sheet, with two sides each."""
        return self.item.id if number < 2 else f"{self.item.id}-{number // 2 + 1}"


class TemplateRunner:
    """Runs the templates of one game. ``margin`` is that of the paper in mm, ``code`` what is printed on summaries;
    ``contents`` says what the kit consists of."""

    def __init__(
        self,
        game: Game,
        book: FontBook,
        margin: float,
        code: str,
        images: cardsvg.ImageResolver | None,
        contents: Callable[[], list[Mapping[str, Any]]],
        drawings: DrawingCache,
    ) -> None:
        self._game = game
        self._book = book
        self._margin = margin
        self._code = code
        self._images = images
        self._contents = contents
        self._pictures: dict[str, str] = {}
        """Digests of the pictures of the face at hand."""
        self._known: dict[Any, Any] = {}
        self._outside: dict[tuple[str, str], tuple[frozenset[str] | None, tuple[str, ...]]] = {}
        self._fixed: dict[tuple[str, str], str] = {}
        self._read: dict[tuple[str, tuple[str, ...]], tuple[frozenset[str], tuple[str, ...]]] = {}
        self._recall = RenderCache(drawings, game, code, images) if drawings.keeps else None

    def sketch(self, kit: LanguageKit, wanted: FaceRequest, reading: FieldReads) -> RenderedTemplate:
        """What a template draws, its sides in the card SVG profile with their text on the piece; ``reading`` is told
        which field it reads. Raises TemplateError, located in the template."""
        asking = RenderRequest(kit, self._fixed_for(wanted), wanted.item, wanted.pending, self._contents)
        known = None if self._recall is None else self._recall.find(asking)
        if known is not None:
            return known
        bodies = self._drawn(kit, wanted, reading)
        # A face that others may share is theirs if no template reads a card that might: those have a say too.
        names, further = self._from_outside(kit, wanted) if wanted.shared else (None, ())
        loaded = self._once(tuple(sorted(kit.environment.loaded.union(further))))
        self._pictures = {}
        sides = tuple(self._side(body, wanted, number) for number, body in enumerate(bodies))
        outside, ways = self._names_read(kit, loaded)
        asked, read = self._once(kit.theme.asked.parts), self._once(frozenset(reading.names))
        noted = loaded, outside, asked, read, tuple(reading.elsewhere.items())
        if self._recall is None or kit.words.lacking:
            # What is drawn without its words is not printed.
            return RenderedTemplate(sides, names, *noted, InputDigests((), (), (), ()))
        sketch = RenderedTemplate(sides, names, *noted, self._basis(self._recall, kit, loaded))
        self._recall.keep(asking, ReadSet(ways, tuple(sorted(reading.names))), sketch)
        return sketch

    def _once(self, value: _Shared) -> _Shared:
        """The same value, as it was made for a face before: most faces of a deck share it."""
        found: _Shared = self._known.setdefault(value, value)
        return found

    def _fixed_for(self, wanted: FaceRequest) -> str:
        """All that is fixed before a template is run: what the component says, its title over pages, and measures."""
        component = wanted.component
        key = component.id, wanted.name
        if key not in self._fixed:
            title = self._game.title if component.kind == "page" else None
            measures = wanted.size, wanted.bleed, self._margin
            self._fixed[key] = repr((component, wanted.name, title, measures))
        return self._fixed[key]

    def _basis(self, recall: RenderCache, kit: LanguageKit, loaded: tuple[str, ...]) -> InputDigests:
        """What the face at hand was made of."""
        return InputDigests(
            tuple((name, recall.digest("words", name, kit)) for name in sorted(kit.theme.asked.words)),
            tuple((name, recall.digest("template", name, kit)) for name in loaded),
            tuple((name, recall.digest("art", name, kit)) for name in sorted(kit.art.asked)),
            tuple(self._pictures.items()),
        )

    def _names_read(self, kit: LanguageKit, loaded: tuple[str, ...]) -> tuple[frozenset[str], tuple[str, ...]]:
        """The names from outside that templates read, and the same without the card, by attribute where they read
        single ones."""
        key = kit.language, loaded
        if key not in self._read:
            reads = [kit.environment.reads[name] for name in loaded if name in kit.environment.reads]
            names = frozenset[str]().union(*(one.names for one in reads))
            attributes = frozenset[str]().union(*(one.attributes for one in reads))
            dotted = {one for one in attributes if one.partition(".")[0] in names and one not in names}
            # One that is read by itself is read whole; so is one of which nothing else is known.
            alone = {name for name in names if name in attributes} | (names - {one.partition(".")[0] for one in dotted})
            found = alone | {one for one in dotted if one.partition(".")[0] not in alone}
            self._read[key] = names, tuple(sorted(one for one in found if one.partition(".")[0] != "card"))
        return self._read[key]

    def _from_outside(self, kit: LanguageKit, wanted: FaceRequest) -> tuple[frozenset[str] | None, tuple[str, ...]]:
        """The names from outside that a template and those that it imports, includes or extends may read, None where
        one of them is named by a value, and nobody knows what that one reads; and these templates."""
        key = kit.language, wanted.name
        if key not in self._outside:
            where = f"{wanted.component.id}/{wanted.item.id}"
            with errors_at_lines(kit.environment, wanted.name, where, self._game.engine):
                templates = tuple(kit.environment.closure([f"{wanted.name}.svg.j2"]))
            reads = [kit.environment.reads[one] for one in templates]
            known = not any(None in one.others for one in reads)
            names = frozenset[str]().union(*(one.names for one in reads)) if known else None
            self._outside[key] = names, templates
        return self._outside[key]

    def _drawn(self, kit: LanguageKit, wanted: FaceRequest, reading: FieldReads) -> list[str]:
        """The sides that a template draws, as card SVG: one, or of a page as many as it has. A page that is too full is
        set again, as little tighter as will do."""
        component, name = wanted.component, wanted.name
        where = f"{component.id}/{wanted.item.id}"
        measures = {
            "width": wanted.size.width,
            "height": wanted.size.height,
            "bleed": wanted.bleed,
            "margin": self._margin,
            "edge": component.edge,
        }
        values: dict[str, Any] = {
            "card": CardFields(wanted.item.fields, kit.language, reading),
            "item": wanted.item,
            "component": component,
            "face": measures,
            "examples": [example for example in wanted.pending if example.form == "example"],
            "checks": [example for example in wanted.pending if example.form == "check"],
            "code": self._code,
            "page_break": Markup(PAGE_BREAK),  # noqa: S704 - a constant
        }
        if component.kind == "page":
            with errors_at_lines(kit.environment, name, where, self._game.engine):
                counts = kit.environment.reads_any(f"{name}.svg.j2", _OF_THE_KIT)
            if counts:
                # Summaries are drawn to be counted: before this face begins, not within it.
                counted = self._contents()
                values["contents_of_kit"] = lambda: counted
        if component.net is not None:
            values["net"] = folded_net(component.net, wanted.size)

        def draw(tight: int) -> str:
            values["tight"] = tight
            kit.typesetter.begin_face()
            if component.kind == "page":
                title = kit.words.text(self._game.title)
                values["story"] = RuleSheet(kit.typesetter, kit.painter, kit.theme.look, measures, title)
            return first_of_each(run_template(kit.environment, name, values, where, self._game.engine))

        kit.theme.asked.begin_face()
        kit.art.begin_face()
        drawn = tightened(draw) if component.kind == "page" else draw(0)
        bodies = drawn.split(PAGE_BREAK) if component.kind == "page" else [drawn]
        if len(bodies) > _MAX_PAGES:
            why = f"{component.id} needs {len(bodies)} pages, and more than {_MAX_PAGES} are not drawn"
            raise TemplateError(Diagnostic("no-room", why, Location(f"{name}.svg.j2"), "take larger paper"))
        return [whole_face(body, kit.art.definitions_for(body), wanted.size, wanted.bleed) for body in bodies]

    def _side(self, svg: str, wanted: FaceRequest, number: int) -> CheckedSide:
        images = None if self._images is None else self._picture
        return checked_side(svg, wanted.component, wanted.card_of(number), wanted.name, wanted.size, self._book, images)

    def _picture(self, href: str) -> cardsvg.Picture:
        assert self._images is not None
        found = self._images(href)
        self._pictures[href] = found.digest
        return found


# What faces could not be drawn for: all of it is told in one run.

MOST = 200
"""Cards of a component that are tried in vain before the others are left."""

_Drawn = TypeVar("_Drawn")


@dataclass(slots=True)
class FaceAttempts:
    """Faces of a summary or a page that are drawn one after the other, whatever becomes of those before."""

    found: list[Diagnostic] = field(default_factory=list)

    def draw(self, face: Callable[[], _Drawn]) -> _Drawn | None:
        """What ``face`` draws; None where it cannot."""
        try:
            return face()
        except TemplateError as error:
            self.found += error.diagnostics
            return None

    @property
    def enough(self) -> bool:
        """Whether so much failed that the rest is left."""
        return len(self.found) >= MOST

    def require(self) -> None:
        """Raises TemplateError with all that was wrong, each once."""
        if self.found:
            raise TemplateError(dict.fromkeys(self.found))


@dataclass(frozen=True, slots=True)
class FaceFailure:
    """A face that could not be drawn. ``column`` is the field of its card that was read last, in ``language``."""

    component: Component
    item: Item
    column: str | None
    language: Language
    diagnostics: tuple[Diagnostic, ...]

    @property
    def where(self) -> str:
        """What messages call the card."""
        return f"{self.component.id}/{self.item.id}"


@dataclass(frozen=True, slots=True)
class BorrowedText:
    """A text of a card that was not there in a language, and was printed in another one."""

    item: Item
    column: str
    wanted: Language
    printed: Language


Side = Literal["front", "back"]
_SIDES: tuple[Side, Side] = ("front", "back")
_OF_A_CARD = frozenset({"card", "item"})
_OF_A_COMPONENT = frozenset({"component"})
_MAX_PARTS = 12
"""A summary that needs more cards than this does not place its examples at all."""


@dataclass(frozen=True, slots=True)
class KitOptions:
    """What a kit is rendered for. ``bleed`` and ``margin`` in mm; ``page`` is the paper that pages fill."""

    language: Language
    page: Size
    bleed: float
    margin: float
    code: str
    """Printed on summaries and rule sheets, also as a QR."""
    left_out: frozenset[str] = frozenset()
    """Components that others stand for: no list of contents has them."""


class KitRenderer:
    """Renders components of one game. Faces with the same content are one face."""

    def __init__(
        self,
        game: Game,
        folders: TemplateFolders,
        book: FontBook,
        options: KitOptions,
        examples: Sequence[ShownExample],
        decks: Mapping[str, Sequence[Item]],
        progress: Callable[[str], None] = lambda _label: None,
        images: cardsvg.ImageResolver | None = None,
        drawings: DrawingCache | None = None,
    ) -> None:
        """``drawings`` are those of earlier kits, which are not drawn again."""
        self._game = game
        self._folders = folders
        self._book = book
        self._options = options
        self._examples = tuple(examples)
        self._decks = decks
        self._progress = progress
        self._languages: dict[Language, LanguageKit] = {}
        self._shared_faces: dict[tuple[Hashable, ...], Face] = {}
        self._read: dict[str, FieldReads] = {}
        self.failures: list[FaceFailure] = []
        """What cards could not be drawn for, so far."""
        self.borrowed: list[BorrowedText] = []
        """Texts of cards that were printed in another language than asked for, so far."""
        self.unmade: list[tuple[Component, TemplateError]] = []
        """Summaries that could not be drawn, so far, and why."""
        self._summaries_made: dict[str, tuple[PrintedCard, ...]] = {}
        self._drawn: list[FaceSource] = []
        drawn_before = DrawingCache(keeps=False) if drawings is None else drawings
        self._sketcher = TemplateRunner(game, book, options.margin, options.code, images, self.contents, drawn_before)

    def leaves(self, component: Component) -> Iterator[PrintedCard]:
        """The physical cards of ``component``, in order. Raises TemplateError, located in the template."""
        if component.kind == "summary":
            yield from self._summary_leaves(component)
            return
        if component.kind == "page":
            yield from self._pages(component)
            return
        failed = len(self.failures)
        for item in self._items(component):
            self._progress(f"{component.id}/{item.id}")
            front = self._tried(component, item, "front")
            back = None if component.back is None else self._tried(component, item, "back")
            if front is not None and (back is not None or component.back is None):
                yield PrintedCard(
                    component.id, item.id, front, back, component.copies * item.copies, _row(component, item)
                )
            elif len(self.failures) >= failed + MOST:
                break
        if len(self.failures) > failed:
            raise TemplateError([found for one in self.failures[failed:] for found in one.diagnostics])

    def _tried(self, component: Component, item: Item, side: Side) -> Face | None:
        """A face of a card, or None when it cannot be drawn: then the others are tried all the same."""
        reading = self._reading(component)
        reading.last = None
        try:
            return self._face(component, item, side, self._examples)[0]
        except TemplateError as error:
            language = self._language_of(component, side)
            self.failures.append(FaceFailure(component, item, reading.last, language, error.diagnostics))
            return None

    def _language_of(self, component: Component, side: Side) -> Language:
        return (component.front_language if side == "front" else component.back_language) or self._options.language

    @property
    def missing_words(self) -> tuple[Diagnostic, ...]:
        """What the faces made so far lack in words, every key once in each language."""
        lacking = [kit.words for kit in self._languages.values() if kit.words.lacking]
        if not lacking:
            return ()

        told = [shown.tableau for shown in self._examples]
        return tuple(missing for words in lacking for missing in lacking_words(words, told))

    def made_of(self) -> FaceProvenance:
        """What the faces made so far are made of."""
        return made_of(self._drawn)

    def read(self, component: Component) -> frozenset[str]:
        """The fields of items that templates of a component have asked for, once its leaves are rendered."""
        return frozenset(self._reading(component).names)

    def unread(self, component: Component) -> tuple[str, ...]:
        """The fields of a component's items that none of its templates has asked for, once its leaves are rendered."""
        read = self._reading(component).names
        return tuple(dict.fromkeys(name for item in self._items(component) for name in item.fields if name not in read))

    def _reading(self, component: Component) -> FieldReads:
        return self._read.setdefault(component.id, FieldReads())

    def _items(self, component: Component) -> Sequence[Item]:
        return (Item(component.id),) if component.of is None else self._decks[component.of]

    def _back(self, component: Component, item: Item) -> Face | None:
        return None if component.back is None else self._face(component, item, "back", self._examples)[0]

    def _pages(self, component: Component) -> Iterator[PrintedCard]:
        """The sheets of a page: as many as its template draws, printed on both sides."""
        tries = FaceAttempts()
        for item in self._items(component):
            if tries.enough:
                break
            self._progress(f"{component.id}/{item.id}")
            drawn = tries.draw(partial(self._sides, component, item)) or []
            if component.back is not None and len(drawn) <= 1:
                back = tries.draw(partial(self._back, component, item))
                if drawn:
                    yield PrintedCard(component.id, item.id, drawn[0], back, component.copies)
                continue
            for front, back in zip_longest(drawn[::2], drawn[1::2]):
                yield PrintedCard(component.id, front.card, front, back, component.copies * item.copies)
        # What the page says of summaries that are not there would be wrong.
        tries.found += [found for _, error in self.unmade for found in error.diagnostics]
        tries.require()

    def contents(self) -> list[Mapping[str, Any]]:
        """What the kit consists of, for a list of contents: of each component its id, kind and title, what it is for
        (``use``) and how many pieces of it there are (``count``)."""
        return [
            {
                "id": component.id,
                "kind": component.kind,
                "title": component.title,
                "use": component.use,
                "count": self._pieces_of(component),
            }
            for component in self._game.components
            if component.id not in self._options.left_out
        ]

    def _pieces_of(self, component: Component) -> int:
        if component.kind == "summary":
            try:
                return sum(leaf.copies for leaf in self._summary_leaves(component))
            except TemplateError:
                return component.copies  # it is told, and the page tried all the same
        return component.copies * sum(item.copies for item in self._items(component))

    def _summary_leaves(self, component: Component) -> tuple[PrintedCard, ...]:
        for error in (error for part, error in self.unmade if part is component):
            raise error
        if component.id not in self._summaries_made:
            try:
                self._summaries_made[component.id] = tuple(self._summaries(component))
            except TemplateError as error:
                self.unmade.append((component, error))
                raise
        return self._summaries_made[component.id]

    def _summaries(self, component: Component) -> Iterator[PrintedCard]:
        """As many summary cards as the examples need; each side takes what fits at a readable size.

        The first may be full of what is said before them."""
        pending = self._examples
        for part in range(_MAX_PARTS):
            item = Item(component.id if part == 0 else f"{component.id}-{part + 1}", {"part": part})
            tries, left, faces = FaceAttempts(), pending, []
            for side in _SIDES:
                found = tries.draw(partial(self._face, component, item, side, left))
                if found is not None:
                    faces.append(found[0])
                    left = tuple(example for example in left if example.id not in found[1])
            tries.require()
            front, back = faces
            yield PrintedCard(component.id, item.id, front, back, component.copies)
            owed = [example for example in left if example.essential]
            if not owed:
                return
            if part and len(left) == len(pending):
                raise TemplateError(
                    Diagnostic(
                        "no-room",
                        f"not one example fits on the summary card ({owed[0].id} is next)",
                        Location(f"templates/{self._game.engine}/{component.template}.svg.j2"),
                        "give the component a larger size",
                    )
                )
            pending = left
        raise TemplateError(
            Diagnostic(
                "no-room",
                f"the examples need more than {_MAX_PARTS} summary cards",
                hint="give the component a larger size",
            )
        )

    def _kit(self, language: Language) -> LanguageKit:
        if language not in self._languages:
            self._languages[language] = make_language_kit(self._folders, self._game, self._book, language)
        return self._languages[language]

    def _face(
        self, component: Component, item: Item, side: Side, pending: Sequence[ShownExample]
    ) -> tuple[Face, frozenset[str]]:
        language = self._language_of(component, side)
        kit = self._kit(language)
        size = self._size(component)
        bleed = bleed_of(component, self._options.bleed)
        name = component.template
        if side == "back" and component.back is not None:
            name = component.back
        if component.kind == "summary":
            name = f"{component.template}-{side}"
        shared = (name, side, language, size, bleed, component.edge, component.cut)
        for known in ((*shared, None), (*shared, component.id)):
            if known in self._shared_faces:
                return self._shared_faces[known], frozenset()
        shareable = side == "back" and component.kind != "summary"
        sketch = self._sketch(kit, FaceRequest(name, component, item, size, bleed, pending, shareable))
        reusable = shareable and not sketch.reads_any(_OF_A_CARD)
        # What a template reads of its component may come to the same for another.
        drawn = sketch.sides[0]
        alike = (face for known, face in self._shared_faces.items() if known[:-1] == shared and face.svg == drawn.svg)
        if reusable and (twin := next(alike, None)):
            self._shared_faces[*shared, component.id] = twin
            return twin, frozenset(example.id for example in twin.examples)
        # One template in two sizes makes two faces: the second is called after the component that asks for it.
        owner = f"{component.id}-{item.id}-{side}"
        if reusable:
            taken = any(face.id == f"{name}-{language}" for face in self._shared_faces.values())
            owner = f"{name}-{component.id}" if taken else name
        face = drawn.as_face(DrawnSide(owner, name, component, item.id, side, language, size, bleed))
        self._drawn.append(_drawn_by(face, name, kit, sketch))
        if reusable:
            self._shared_faces[*shared, component.id if sketch.reads_any(_OF_A_COMPONENT) else None] = face
        return face, frozenset(example.id for example in face.examples)

    def _sides(self, component: Component, item: Item) -> list[Face]:
        """The sides of a page, as many as its template draws: front, back, and so on over further sheets."""
        language = component.front_language or self._options.language
        kit, size, name = self._kit(language), self._size(component), component.template
        wanted = FaceRequest(name, component, item, size, 0.0, self._examples)
        sketch = self._sketch(kit, wanted)
        faces = []
        for number, drawn in enumerate(sketch.sides):
            side: Side = "back" if number % 2 else "front"
            sheet = wanted.card_of(number)
            owner = f"{component.id}-{sheet}-{side}"
            faces.append(drawn.as_face(DrawnSide(owner, name, component, sheet, side, language, size, 0.0)))
        self._drawn += [_drawn_by(face, name, kit, sketch) for face in faces]
        return faces

    def _sketch(self, kit: LanguageKit, wanted: FaceRequest) -> RenderedTemplate:
        """What a template draws, and what it read of the card, noted for all of the component."""
        reading, own = self._reading(wanted.component), FieldReads()
        try:
            sketch = self._sketcher.sketch(kit, wanted, own)
        except TemplateError:
            reading.names |= own.names
            reading.last = own.last
            raise
        reading.names |= sketch.read
        self.borrowed += [
            BorrowedText(wanted.item, column, kit.language, printed) for column, printed in sketch.elsewhere
        ]
        return sketch

    def _size(self, component: Component) -> Size:
        page = self._options.page
        return component.size or (page.turned if component.orientation == "landscape" else page)


def _drawn_by(face: Face, template: str, kit: LanguageKit, sketch: RenderedTemplate) -> FaceSource:
    art = defined_in(face.svg)
    return FaceSource(face.id, face.language, template, kit, sketch.asked, sketch.templates, sketch.outside, art)


def _row(component: Component, item: Item) -> str:
    """What a card has in the field by which rows are parted. Raises TemplateError where it has no such field."""
    if component.rows_by is None:
        return ""
    if component.rows_by not in item.fields:
        raise TemplateError(
            Diagnostic(
                "unknown-field",
                f"the card {item.id!r} of {component.id!r} has no field {component.rows_by!r} to part rows by",
                hint=f"there is {', '.join(sorted(item.fields))}",
                subject=component.id,
                key=f"components.{component.id}.rows-by",
            )
        )
    return str(item.fields[component.rows_by])


def bleed_of(component: Component, bleed: float) -> float:
    """How far the art of a component runs over its trim, in mm. What is folded holds its own room."""
    if component.kind in ("page", "folded"):
        return 0.0
    return min(bleed, TOKEN_BLEED) if component.kind == "tokens" else bleed


# What a kit lacks in words, told so that somebody can write it.


def lacking_words(words: Words, told: Iterable[Tableau]) -> tuple[Diagnostic, ...]:
    """The words that were asked for and are not there: one by one, or, of a language for which they are in English,
    as the lines of a words file to translate. ``told`` are examples of which a face may print a part, but the record of
    a kit has all."""
    lacking = words.lacking or {}
    if lacking and words.english:
        for phrase in (phrase for tableau in told for phrase in phrases_of(tableau)):
            words.word(phrase)
    known = [key for key in lacking if key in words.english]
    if not known:
        return tuple(lacking.values())
    count = f"{len(known)} words or sentences" if len(known) > 1 else "a word or a sentence"
    lines = ("", f"[{words.language}]", *(f"{key} = {_spelled(words.english[key])}" for key in known), "")
    message = f"this kit lacks {count} in {words.language!r}"
    hint = (
        f"write these lines in that language into {words.own}, in the folder of your games.toml, below one line "
        f"[{words.language}]; what stands in braces stays"
    )
    others = tuple(one for key, one in lacking.items() if key not in words.english)
    return (Diagnostic("missing-words", message, Location(words.own), hint, lines=lines), *others)


def _spelled(wording: Wording) -> str:
    if isinstance(wording, PluralForms):
        forms = {"by": wording.by, "none": wording.none, "one": wording.one, "other": wording.other}
        return f"{{ {', '.join(f'{key} = {_quoted(text)}' for key, text in forms.items() if text is not None)} }}"
    return _quoted(wording)


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)
