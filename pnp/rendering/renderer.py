"""Render the faces of a kit: one template per component, once per item and language."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from functools import partial
from itertools import zip_longest
from typing import Any, Literal, TypeVar

from markupsafe import Markup

from pnp import cardsvg
from pnp.cache.keys import value_key
from pnp.diagnostics import Diagnostic, Location, PnpError, TemplateError
from pnp.examples import ShownExample
from pnp.examples.tableau_json import phrases_of
from pnp.fonts import FontBook
from pnp.games.core.tableau import Tableau
from pnp.model.component import TOKEN_BLEED, Component, Item
from pnp.model.game import Game
from pnp.model.text import Language
from pnp.records import dataclass
from pnp.rendering.checked import RENDERED, CheckedSide, DrawnSide, check_side, drawn_name
from pnp.rendering.context import LanguageKit, make_language_kit
from pnp.rendering.face import Face, PrintedCard
from pnp.rendering.graphics.nets import folded_net
from pnp.rendering.provenance import FaceProvenance, FaceSource, provenance_of
from pnp.rendering.render_cache import (
    DrawingCache,
    InputDigest,
    InputKind,
    ReadSet,
    RenderCache,
    RenderedTemplate,
    RenderRequest,
)
from pnp.rendering.sheets.story import PAGE_BREAK, RuleSheet
from pnp.rendering.templates.fields import CardFields, FieldReads
from pnp.rendering.templates.line_marks import MarkingSandbox, TemplateLine, read_marks
from pnp.rendering.templates.run import TIGHTEST, draw_tightened, errors_at_lines, run_template, whole_face
from pnp.rendering.templates.sandbox import Sandbox
from pnp.rendering.templates.sources import TemplateFolders, TemplateSource
from pnp.rendering.text.look_errors import at_look
from pnp.rendering.text.ruby import keep_first_readings
from pnp.rendering.text.words import untranslated
from pnp.steps import begin_step
from pnp.textfile import excerpt
from pnp.units import Size

_KIT_NAMES = frozenset({"contents_of_kit"})
_MAX_PAGES = 24
_Shared = TypeVar("_Shared", bound=Hashable)


@dataclass(frozen=True, slots=True)
class FaceRequest:
    """Request for a face: the template ``name`` is to draw a card of a component. Sizes in mm. ``examples`` may be
    drawn on it. With ``shareable``, other cards may have the face too if its template reads nothing of this card."""

    name: str
    component: Component
    item: Item
    size: Size
    bleed: float
    examples: Sequence[ShownExample]
    shareable: bool = False

    def card_of(self, number: int) -> str:
        """Return the card that side ``number`` belongs to. A sheet of a page has two sides; the sheets after the first
        are numbered."""
        return self.item.id if number < 2 else f"{self.item.id}-{number // 2 + 1}"


class TemplateRunner:
    """Runner of the templates of one game. ``margin`` is that of the paper in mm. ``code`` is printed on summaries.
    ``contents`` lists the components of the kit."""

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
        """Digests of the pictures of the current face, by href."""
        self._interned: dict[Any, Any] = {}
        self._outside: dict[tuple[str, str], tuple[frozenset[str] | None, tuple[str, ...]]] = {}
        self._fixed: dict[tuple[str, str], Hashable] = {}
        self._reads_by_templates: dict[tuple[str, tuple[str, ...]], tuple[frozenset[str], tuple[str, ...]]] = {}
        self._marking: dict[tuple[Language, bool], MarkingSandbox] = {}
        """Environments that draw a face again, by language, with marks inside of macros or without."""
        self._cache = RenderCache(drawings, game, code, images) if drawings.keeps else None

    def render(self, kit: LanguageKit, request: FaceRequest, reads: FieldReads) -> RenderedTemplate:
        """Render a template: its sides are card SVG with all text on the piece. ``reads`` notes the fields that the
        template reads. Raises TemplateError, located in the template."""
        cache_request = RenderRequest(kit, self._fixed_inputs(request), request.item, request.examples, self._contents)
        is_printable = not kit.typesetter.shows_overflow
        cached = None if self._cache is None or not is_printable else self._cache.find(cache_request)
        if cached is not None:
            return cached
        bodies = self._draw(kit, request, reads)
        # A face is shared only if no template reads the card; imports that did not run here count too.
        names, imported = self._outside_names(kit, request) if request.shareable else (None, ())
        loaded = self._intern(tuple(sorted(kit.environment.loaded.union(imported))))
        self._pictures = {}
        begin_step(f"reading what {request.component.id}/{request.item.id} draws", f"{request.name}.svg.j2")
        sides = tuple(self._checked(kit, request, bodies, number) for number in range(len(bodies)))
        outside, attributes = self._names_read(kit, loaded)
        parts, fields = self._intern(kit.theme.access_log.parts), self._intern(frozenset(reads.names))
        noted = loaded, outside, parts, fields, tuple(reads.borrowed.items())
        if self._cache is None or kit.words.lacking or not is_printable:
            # A face with missing words is not printed.
            return RenderedTemplate(sides, names, *noted, ())
        rendered = RenderedTemplate(sides, names, *noted, self._input_digests(self._cache, kit, loaded))
        self._cache.keep(cache_request, ReadSet(attributes, tuple(sorted(reads.names))), rendered)
        return rendered

    def _intern(self, value: _Shared) -> _Shared:
        """Return the equal value of an earlier face: most faces of a deck share theirs."""
        interned: _Shared = self._interned.setdefault(value, value)
        return interned

    def _fixed_inputs(self, request: FaceRequest) -> Hashable:
        """Return all that is fixed before a template runs: the component, a page's title, and measures."""
        component = request.component
        key = component.id, request.name
        if key not in self._fixed:
            title = self._game.title if component.kind == "page" else None
            measures = request.size, request.bleed, self._margin
            self._fixed[key] = value_key((component, request.name, title, measures))
        return self._fixed[key]

    def _input_digests(self, cache: RenderCache, kit: LanguageKit, loaded: tuple[str, ...]) -> tuple[InputDigest, ...]:
        names_by_kind: Mapping[InputKind, Iterable[str]] = {
            "words": sorted(kit.theme.access_log.words), "template": loaded, "art": sorted(kit.art.requested)
        }  # fmt: skip
        files = ((kind, name, cache.digest(kind, name, kit)) for kind, names in names_by_kind.items() for name in names)
        return (*files, *(("picture", href, digest) for href, digest in self._pictures.items()))

    def _names_read(self, kit: LanguageKit, loaded: tuple[str, ...]) -> tuple[frozenset[str], tuple[str, ...]]:
        """Return the names that templates read from outside, and these names by attribute, without the card. A name is
        given by attribute if only single attributes of it are read."""
        key = kit.language, loaded
        if key not in self._reads_by_templates:
            template_reads = [kit.environment.reads[name] for name in loaded if name in kit.environment.reads]
            names = frozenset[str]().union(*(reads.names for reads in template_reads))
            attributes = frozenset[str]().union(*(reads.attributes for reads in template_reads))
            dotted = {path for path in attributes if path.partition(".")[0] in names and path not in names}
            # A name that is read by itself is read whole. So is one without a known attribute.
            whole = {name for name in names if name in attributes} | (
                names - {path.partition(".")[0] for path in dotted}
            )
            paths = whole | {path for path in dotted if path.partition(".")[0] not in whole}
            self._reads_by_templates[key] = (
                names,
                tuple(sorted(path for path in paths if path.partition(".")[0] != "card")),
            )
        return self._reads_by_templates[key]

    def _outside_names(self, kit: LanguageKit, request: FaceRequest) -> tuple[frozenset[str] | None, tuple[str, ...]]:
        """Return the names that a template and those it imports, includes or extends may read, and these templates. The
        names are None if a template is named by a value, so that its reads are unknown."""
        key = kit.language, request.name
        if key not in self._outside:
            card_label = f"{request.component.id}/{request.item.id}"
            with errors_at_lines(kit.environment, request.name, card_label, self._game.engine):
                templates = tuple(kit.environment.closure([f"{request.name}.svg.j2"]))
            template_reads = [kit.environment.reads[name] for name in templates]
            all_known = not any(None in reads.templates for reads in template_reads)
            names = frozenset[str]().union(*(reads.names for reads in template_reads)) if all_known else None
            self._outside[key] = names, templates
        return self._outside[key]

    def _draw(self, kit: LanguageKit, request: FaceRequest, reads: FieldReads) -> list[str]:
        """Draw the sides of a face as card SVG: one, or as many as a page has. A page that is too full is set again, as
        little tighter as suffices."""
        component, name = request.component, request.name
        card_label = f"{component.id}/{request.item.id}"
        measures = {
            "width": request.size.width,
            "height": request.size.height,
            "bleed": request.bleed,
            "margin": self._margin,
            "edge": component.edge,
        }
        values: dict[str, Any] = {
            "card": CardFields(request.item.fields, kit.language, reads),
            "item": request.item,
            "component": component,
            "face": measures,
            "examples": [example for example in request.examples if example.form == "example"],
            "checks": [example for example in request.examples if example.form == "check"],
            "code": self._code,
            "page_break": Markup(PAGE_BREAK),  # noqa: S704 - a constant
        }
        if component.kind == "page":
            with errors_at_lines(kit.environment, name, card_label, self._game.engine):
                counts_pieces = kit.environment.reads_any(f"{name}.svg.j2", _KIT_NAMES)
            if counts_pieces:
                # Counting draws the summaries, which must happen before this face begins.
                contents = self._contents()
                values["contents_of_kit"] = lambda packaging=False: [
                    part for part in contents if packaging or part["use"] or not part["packaging"]
                ]
        if component.net is not None:
            values["net"] = folded_net(component.net, request.size)

        def draw(tight: int) -> str:
            values["tight"] = tight
            kit.typesetter.begin_face()
            story: RuleSheet | None = None
            if component.kind == "page":
                title = kit.words.text(self._game.title)
                story = values["story"] = RuleSheet(kit.typesetter, kit.painter, kit.theme.look, measures, title)
            drawn = run_template(kit.environment, name, values, card_label, self._game.engine)
            if story is not None and story.unprinted:
                source = kit.environment.file_of(f"{name}.svg.j2")
                assert source is not None  # it was drawn
                raise TemplateError(_unprinted(story.unprinted, source))
            return keep_first_readings(drawn)

        begin_step(f"drawing {card_label}", f"{name}.svg.j2")
        kit.theme.access_log.begin_face()
        kit.art.begin_face()
        tight = TIGHTEST if kit.typesetter.shows_overflow else 0
        drawn = draw_tightened(draw) if component.kind == "page" and not tight else draw(tight)
        bodies = drawn.split(PAGE_BREAK) if component.kind == "page" else [drawn]
        if len(bodies) > _MAX_PAGES:
            message = f"{component.id} needs {len(bodies)} pages, and more than {_MAX_PAGES} are not drawn"
            raise TemplateError(Diagnostic("no-room", message, Location(f"{name}.svg.j2"), "take larger paper"))
        return [whole_face(body, request.size, request.bleed) for body in bodies]

    def _checked(self, kit: LanguageKit, request: FaceRequest, bodies: Sequence[str], number: int) -> CheckedSide:
        """Return a side, checked. Raises TemplateError at the lines of the template."""
        try:
            return self._check_side(kit, bodies[number], request, number)
        except TemplateError as error:
            raise self._at_template_lines(error, kit, request, bodies, number) from error

    def _at_template_lines(
        self, error: TemplateError, kit: LanguageKit, request: FaceRequest, bodies: Sequence[str], number: int
    ) -> TemplateError:
        """Return an error about a drawn side located at the line of the template that drew it, if that can be told."""
        places = [diagnostic.location for diagnostic in error.diagnostics]
        if not any(place is not None and RENDERED in place.file and place.line is not None for place in places):
            return error
        line_at = self._lines_behind(kit, request, number, bodies[number])
        if line_at is None:
            return error
        error = _with_size(error, request.size)
        name = drawn_name(request.name, request.component, request.card_of(number))
        return type(error)(
            [_at_line(diagnostic, name, bodies[number], line_at, kit.environment) for diagnostic in error.diagnostics]
        )

    def _lines_behind(
        self, kit: LanguageKit, request: FaceRequest, number: int, svg: str
    ) -> Callable[[int], TemplateLine | None] | None:
        """Return the line of a template by the offset of a character in the SVG of side ``number``, which is drawn once
        more. Returns None if the template draws something else this time."""
        for inside in (True, False):
            key = kit.language, inside
            if key not in self._marking:
                self._marking[key] = MarkingSandbox.of(kit.environment, inside)
            try:
                marked = self._draw(replace(kit, environment=self._marking[key]), request, FieldReads())
            except PnpError:
                continue
            text, line_at = read_marks(marked[number]) if number < len(marked) else ("", None)
            if text == svg:
                return line_at
        return None

    def place_of(self, kit: LanguageKit, request: FaceRequest, number: int, svg: str, offset: int) -> Location | None:
        """Return the line of a template that drew the character at an offset of the SVG of a side; None if it cannot be
        told."""
        line_at = self._lines_behind(kit, request, number, svg)
        return None if line_at is None else _template_place(line_at(offset), kit.environment, 1)

    def _check_side(self, kit: LanguageKit, svg: str, request: FaceRequest, number: int) -> CheckedSide:
        images, card = None if self._images is None else self._picture, request.card_of(number)
        return check_side(
            svg,
            request.component,
            card,
            request.name,
            request.size,
            self._book,
            images=images,
            art=kit.art.used_in(svg),
            resized=kit.typesetter.resized,
            shows_overflow=kit.typesetter.shows_overflow,
        )

    def _picture(self, href: str) -> cardsvg.Picture:
        assert self._images is not None
        picture = self._images(href)
        self._pictures[href] = picture.digest
        return picture


_STORY = re.compile(r"\{\{-?\s*story\s*-?\}\}")


def _unprinted(count: int, template: TemplateSource) -> Diagnostic:
    """Return the error for parts of a rule sheet that its template does not print: at the line that prints the others,
    else at the last line."""
    text = template.text
    parts = "a part" if count == 1 else f"{count} parts"
    printing = next(_STORY.finditer(text), None)
    fault = "there is no {{ story }}" if printing is None else "{{ story }} stands before them"
    line = text.count("\n", 0, len(text.rstrip()) if printing is None else printing.start()) + 1
    message, hint = f"nothing prints {parts} of the rule sheet: {fault}", "write {{ story }} once, as the last line"
    return Diagnostic("unprinted", message, Location(template.name, line), hint)


_LONGEST_LINE = 240
"""Letters of a line of a template that a message shows: people break the lines that they write."""
MOST = 200
"""Failed cards of a component after which the remaining cards are skipped."""

_Drawn = TypeVar("_Drawn")


def _with_size(error: TemplateError, size: Size) -> TemplateError:
    """Return an error, with the size of the face as a hint at a negative length: it may be the wrong one."""
    hint = f"the face is {size.width:g} × {size.height:g} mm: is it as large as it should be?"
    return type(error)(
        replace(diagnostic, hint=hint)
        if diagnostic.hint is None and diagnostic.message.endswith("is negative")
        else diagnostic
        for diagnostic in error.diagnostics
    )


def _at_line(
    diagnostic: Diagnostic,
    name: str,
    text: str,
    line_at: Callable[[int], TemplateLine | None],
    environment: Sandbox,
) -> Diagnostic:
    """Return a diagnostic about the SVG called ``name``, located at the line of the template."""
    place = diagnostic.location
    if place is None or place.line is None or place.file != name:
        return diagnostic
    starts = [0, *(match.end() for match in re.finditer("\n", text))]
    offset = starts[place.line - 1] + (place.column or 1) - 1
    width = max(1, (place.end_column or 0) - (place.column or 0))
    return replace(diagnostic, location=_template_place(line_at(offset), environment, width) or place)


def _template_place(found: TemplateLine | None, environment: Sandbox, width: int) -> Location | None:
    """Return the location of a line of a template, ``width`` characters wide; None if it cannot be read."""
    source = None if found is None else environment.file_of(found.template)
    if found is None or source is None:
        return None
    line = source.text.split("\n")[found.line - 1]
    end = None if found.column is None else found.column + width
    shown = excerpt(line, found.column or 1) if len(line) <= _LONGEST_LINE else None
    return Location(source.name, found.line, found.column, end, shown)


@dataclass(slots=True)
class FaceAttempts:
    """Faces of a summary or page that are drawn in turn, even if an earlier one failed."""

    diagnostics: list[Diagnostic] = field(default_factory=list)

    def draw(
        self, face: Callable[[], _Drawn], otherwise: Callable[[TemplateError], _Drawn | None] = lambda _error: None
    ) -> _Drawn | None:
        """Return what ``face`` draws, or what is drawn ``otherwise`` if it fails."""
        try:
            return face()
        except TemplateError as error:
            self.diagnostics += error.diagnostics
            return otherwise(error)

    @property
    def exhausted(self) -> bool:
        """Tell if enough attempts failed to skip the rest."""
        return len(self.diagnostics) >= MOST

    def raise_errors(self) -> None:
        """Raise TemplateError with all errors, each once, if there are any."""
        if self.diagnostics:
            raise TemplateError(dict.fromkeys(self.diagnostics))


@dataclass(frozen=True, slots=True)
class FaceFailure:
    """Failure to draw a face. ``column`` is the field of its card that was read last, in ``language``."""

    component: Component
    item: Item
    column: str | None
    language: Language
    diagnostics: tuple[Diagnostic, ...]

    @property
    def where(self) -> str:
        """Return the name of the card in messages."""
        return f"{self.component.id}/{self.item.id}"


@dataclass(frozen=True, slots=True)
class BorrowedText:
    """Text of a card that lacks the wanted language and was printed in another."""

    item: Item
    column: str
    wanted: Language
    printed: Language


Side = Literal["front", "back"]
_SIDES: tuple[Side, Side] = ("front", "back")
_OVERFLOW = frozenset({"text-overflow", "text-off-card"})
_CARD_NAMES = frozenset({"card", "item"})
_COMPONENT_NAMES = frozenset({"component"})
_MAX_PARTS = 12
"""Most cards of a summary. One that needs more cannot place its examples at all."""


@dataclass(frozen=True, slots=True)
class KitOptions:
    """Options of rendering a kit. ``bleed`` and ``margin`` in mm; ``page`` is the paper that pages fill."""

    language: Language
    page: Size
    bleed: float
    margin: float
    code: str
    """Code printed on summaries and rule sheets, also as a QR."""
    left_out: frozenset[str] = frozenset()
    """Components replaced by others; no list of contents has them."""
    shows_overflow: bool = False
    """Draw faces with texts that do not fit all the same, and mark these texts. They count as failures."""


class KitRenderer:
    """Renderer of the components of one game. Faces with the same content are one face."""

    def __init__(
        self,
        game: Game,
        folders: TemplateFolders,
        book: FontBook,
        options: KitOptions,
        *,
        examples: Sequence[ShownExample],
        decks: Mapping[str, Sequence[Item]],
        progress: Callable[[str], None] = lambda _label: None,
        images: cardsvg.ImageResolver | None = None,
        drawings: DrawingCache | None = None,
    ) -> None:
        """Store the inputs. Earlier ``drawings`` are reused while they are valid."""
        self.game = game
        self._folders = folders
        self._book = book
        self._options = options
        self._examples = tuple(examples)
        self.decks = decks
        self.images = images
        self._progress = progress
        self._languages: dict[Language, LanguageKit] = {}
        self._language_keys: dict[Language, str] = {}
        """Key that asks for a language, for each that is not the language of the kit."""
        self._shared_faces: dict[tuple[Hashable, ...], Face] = {}
        self._overflowing_faces: dict[tuple[Hashable, ...], Face] = {}
        """Shared faces with texts that do not fit."""
        self._field_reads: dict[str, FieldReads] = {}
        self.failures: list[FaceFailure] = []
        """Faces that could not be drawn so far."""
        self.borrowed: list[BorrowedText] = []
        """Texts of cards that were printed in another language than the wanted one so far."""
        self.failed_summaries: list[tuple[Component, TemplateError]] = []
        """Summaries that could not be drawn so far, and why."""
        self._rendered_summaries: dict[str, tuple[PrintedCard, ...]] = {}
        self._sources: list[FaceSource] = []
        cache = DrawingCache(keeps=False) if drawings is None else drawings
        self._runner = TemplateRunner(game, book, options.margin, options.code, images, self.contents, cache)

    def printed_cards(self, component: Component, ids: Collection[str] | None = None) -> Iterator[PrintedCard]:
        """Yield the printed cards of ``component``, in order; of a deck, those with one of these ids, None for all.
        Raises TemplateError, located in the template, after the last card that can be drawn. A card has no back if it
        failed."""
        if component.kind == "summary":
            yield from self._summary_cards(component)
            return
        if component.kind == "page":
            yield from self._pages(component)
            return
        earlier_failures = len(self.failures)
        for item in self._items(component):
            if ids is not None and item.id not in ids:
                continue
            self._progress(f"{component.id}/{item.id}")
            front = self._try_face(component, item, "front")
            back = None if component.back is None else self._try_face(component, item, "back")
            if front is not None:  # without a back that failed: an error follows
                yield PrintedCard(
                    component.id, item.id, front, back, component.copies * item.copies, _row(component, item)
                )
            if len(self.failures) >= earlier_failures + MOST:
                break
        if len(self.failures) > earlier_failures:
            raise TemplateError(
                [diagnostic for failure in self.failures[earlier_failures:] for diagnostic in failure.diagnostics]
            )

    def _try_face(self, component: Component, item: Item, side: Side) -> Face | None:
        """Return a face of a card, or None if it cannot be drawn. The other cards are drawn all the same, so that one
        run reports all errors."""
        reads = self._reads_of(component)
        reads.last = None
        try:
            return self._render_face(component, item, side, self._examples)[0]
        except TemplateError as error:
            language = self._language_of(component, side)
            self.failures.append(FaceFailure(component, item, reads.last, language, error.diagnostics))
            face = self._overflowing(partial(self._render_face, component, item, side, self._examples), language, error)
            return None if face is None else face[0]

    def _overflowing(self, draw: Callable[[], _Drawn], language: Language, error: TemplateError) -> _Drawn | None:
        """Draw again what failed, with the texts that do not fit marked. Return None if this is not wanted, or after
        another error."""
        if not self._options.shows_overflow or any(
            diagnostic.code not in _OVERFLOW for diagnostic in error.diagnostics
        ):
            return None
        typesetter, shared = self._language_kit(language).typesetter, self._shared_faces
        typesetter.shows_overflow, self._shared_faces = True, self._overflowing_faces
        try:
            return draw()
        except TemplateError:
            return None
        finally:
            typesetter.shows_overflow, self._shared_faces = False, shared

    def _language_of(self, component: Component, side: Side) -> Language:
        own = component.front_language if side == "front" else component.back_language
        if own is not None:
            self._language_keys.setdefault(own, f"{side}-language of {component.id!r}")
        return own or self._options.language

    @property
    def missing_words(self) -> tuple[Diagnostic, ...]:
        """Return a diagnostic for each word missing on the faces so far, once per language."""
        lacking = [kit for kit in self._languages.values() if kit.words.lacking]
        if not lacking:
            return ()
        tableaux = [shown.tableau for shown in self._examples]
        asked = {**self._language_keys, self._options.language: ""}
        return tuple(missing for kit in lacking for missing in lacking_words(kit, tableaux, asked[kit.language]))

    def provenance(self) -> FaceProvenance:
        """Return the provenance of the faces made so far."""
        return provenance_of(self._sources)

    def read(self, component: Component) -> frozenset[str]:
        """Return the item fields that the templates of a component have read. Its printed cards must be rendered
        first."""
        return frozenset(self._reads_of(component).names)

    def unread_columns(self, component: Component) -> tuple[str, ...]:
        """Return the item fields that no template of a component has read. Its printed cards must be rendered first."""
        names_read = self._reads_of(component).names
        return tuple(
            dict.fromkeys(name for item in self._items(component) for name in item.fields if name not in names_read)
        )

    def _reads_of(self, component: Component) -> FieldReads:
        return self._field_reads.setdefault(component.id, FieldReads())

    def _items(self, component: Component) -> Sequence[Item]:
        return (Item(component.id),) if component.of is None else self.decks[component.of]

    def _back_face(self, component: Component, item: Item) -> Face | None:
        return None if component.back is None else self._render_face(component, item, "back", self._examples)[0]

    def _pages(self, component: Component) -> Iterator[PrintedCard]:
        """Yield the sheets of a page: as many as its template draws, printed on both sides."""
        attempts, language = FaceAttempts(), self._language_of(component, "front")
        for item in self._items(component):
            if attempts.exhausted:
                break
            self._progress(f"{component.id}/{item.id}")
            draw = partial(self._page_faces, component, item)
            faces = attempts.draw(draw, partial(self._overflowing, draw, language)) or []
            if component.back is not None and len(faces) <= 1:
                back = attempts.draw(partial(self._back_face, component, item))
                if faces:
                    yield PrintedCard(component.id, item.id, faces[0], back, component.copies)
                continue
            for front, back in zip_longest(faces[::2], faces[1::2]):
                yield PrintedCard(component.id, front.card, front, back, component.copies * item.copies)
        # A page would describe summaries that do not exist, so their errors fail it too.
        attempts.diagnostics += [diagnostic for _, error in self.failed_summaries for diagnostic in error.diagnostics]
        attempts.raise_errors()

    def contents(self) -> list[Mapping[str, Any]]:
        """Return the components of the kit for a list of contents. Each has its id, kind, title, purpose (``use``),
        number of pieces (``count``), and whether it is ``packaging``. A template has packaging that does not state its
        purpose only if it asks for it."""
        return [
            {
                "id": component.id,
                "kind": component.kind,
                "title": component.title,
                "use": component.use,
                "count": self._piece_count(component),
                "packaging": component.is_packaging,
            }
            for component in self.game.components
            if component.id not in self._options.left_out
        ]

    def _piece_count(self, component: Component) -> int:
        if component.kind == "summary":
            try:
                return sum(card.copies for card in self._summary_cards(component))
            except TemplateError:
                return component.copies  # the error is reported; the page is tried all the same
        return component.copies * sum(item.copies for item in self._items(component))

    def _summary_cards(self, component: Component) -> tuple[PrintedCard, ...]:
        for error in (error for failed_component, error in self.failed_summaries if failed_component is component):
            raise error
        if component.id not in self._rendered_summaries:
            try:
                self._rendered_summaries[component.id] = tuple(self._render_summaries(component))
            except TemplateError as error:
                self.failed_summaries.append((component, error))
                raise
        return self._rendered_summaries[component.id]

    def _render_summaries(self, component: Component) -> Iterator[PrintedCard]:
        """Yield as many summary cards as the examples need. Each side takes the examples that fit at a readable size.
        The text before them may fill the first cards."""
        remaining, before = self._examples, ["", ""]
        for number in range(_MAX_PARTS):
            item = Item(component.id if number == 0 else f"{component.id}-{number + 1}", {"part": number})
            attempts, left, faces = FaceAttempts(), remaining, []
            for side in _SIDES:
                drawn = attempts.draw(partial(self._render_face, component, item, side, left))
                if drawn is not None:
                    faces.append(drawn[0])
                    left = tuple(example for example in left if example.id not in drawn[1])
            attempts.raise_errors()
            front, back = faces
            yield PrintedCard(component.id, item.id, front, back, component.copies)
            essential = [example for example in left if example.essential]
            if not essential:
                return
            drawn_sides = [front.svg, back.svg]
            if number and len(left) == len(remaining) and drawn_sides == before:
                raise TemplateError(
                    Diagnostic(
                        "no-room",
                        f"not one example fits on the summary card ({essential[0].id} is next)",
                        Location(f"templates/{self.game.engine}/{component.template}.svg.j2"),
                        "give the component a larger size",
                    )
                )
            remaining, before = left, drawn_sides
        raise TemplateError(
            Diagnostic(
                "no-room",
                f"the examples need more than {_MAX_PARTS} summary cards",
                hint="give the component a larger size",
            )
        )

    def _language_kit(self, language: Language) -> LanguageKit:
        if language not in self._languages:
            self._languages[language] = make_language_kit(self._folders, self.game, self._book, language)
        return self._languages[language]

    def _render_face(
        self, component: Component, item: Item, side: Side, examples: Sequence[ShownExample]
    ) -> tuple[Face, frozenset[str]]:
        request = self._request(component, item, side, examples)
        language = self._language_of(component, side)
        kit, name, size, bleed = self._language_kit(language), request.name, request.size, request.bleed
        shared_key = (name, side, language, size, bleed, component.edge, component.cut)
        for key in ((*shared_key, None), (*shared_key, component.id)):
            if key in self._shared_faces:
                return self._shared_faces[key], frozenset()
        rendered = self._render(kit, request)
        reusable = request.shareable and not rendered.reads_any(_CARD_NAMES)
        # Two components may have equal values for what the template reads of them.
        drawn = rendered.sides[0]
        equal_faces = (
            face for key, face in self._shared_faces.items() if key[:-1] == shared_key and face.svg == drawn.svg
        )
        if reusable and (equal_face := next(equal_faces, None)):
            self._shared_faces[*shared_key, component.id] = equal_face
            return equal_face, frozenset(example.id for example in equal_face.examples)
        # One template in two sizes makes two faces: the second is named after its component.
        owner = f"{component.id}-{item.id}-{side}"
        if reusable:
            name_taken = any(face.id == f"{name}-{language}" for face in self._shared_faces.values())
            owner = f"{name}-{component.id}" if name_taken else name
        face = drawn.as_face(DrawnSide(owner, name, component, item.id, side, language, size, bleed))
        self._sources.append(_face_source(face, name, kit, rendered))
        if reusable:
            self._shared_faces[*shared_key, component.id if rendered.reads_any(_COMPONENT_NAMES) else None] = face
        return face, frozenset(example.id for example in face.examples)

    def _request(self, component: Component, item: Item, side: Side, examples: Sequence[ShownExample]) -> FaceRequest:
        name = component.template
        if side == "back" and component.back is not None:
            name = component.back
        if component.kind == "summary":
            name = f"{component.template}-{side}"
        shareable = side == "back" and component.kind != "summary"
        bleed = bleed_of(component, self._options.bleed)
        return FaceRequest(name, component, item, self._size(component), bleed, examples, shareable)

    def template_line(self, face: Face, at: int) -> Location | None:
        """Return the line of a template that drew what begins at byte ``at`` of the SVG of a face; None if it cannot be
        told. The face is drawn once more. A summary is not: its examples depend on those of earlier sides."""
        component = next(component for component in self.game.components if component.id == face.component)
        kit = self._language_kit(face.language)
        for item in self._items(component) if component.kind != "summary" else ():
            request = self._request(component, item, face.side, self._examples)
            has_sheets = component.kind == "page" and request.name == component.template
            numbers = range(face.side == "back", _MAX_PAGES, 2) if has_sheets else (0,)
            number = next((number for number in numbers if request.card_of(number) == face.card), None)
            if number is not None:
                offset = len(face.drawing.source.data[:at].decode("utf-8"))
                return self._runner.place_of(kit, request, number, face.svg, offset)
        return None

    def _page_faces(self, component: Component, item: Item) -> list[Face]:
        """Return the sides of a page, as many as its template draws: front, back, and so on over further sheets."""
        language = component.front_language or self._options.language
        kit, size, name = self._language_kit(language), self._size(component), component.template
        request = FaceRequest(name, component, item, size, 0.0, self._examples)
        rendered = self._render(kit, request)
        faces = []
        for number, drawn in enumerate(rendered.sides):
            side: Side = "back" if number % 2 else "front"
            sheet = request.card_of(number)
            owner = f"{component.id}-{sheet}-{side}"
            faces.append(drawn.as_face(DrawnSide(owner, name, component, sheet, side, language, size, 0.0)))
        self._sources += [_face_source(face, name, kit, rendered) for face in faces]
        return faces

    def _render(self, kit: LanguageKit, request: FaceRequest) -> RenderedTemplate:
        """Render a template, and note the fields it read for the whole component."""
        reads, face_reads = self._reads_of(request.component), FieldReads()
        try:
            rendered = self._runner.render(kit, request, face_reads)
        except TemplateError as error:
            reads.names |= face_reads.names
            reads.last = face_reads.last
            raise at_look(error, kit.theme, kit.environment) from error
        reads.names |= rendered.fields
        self.borrowed += [
            BorrowedText(request.item, column, kit.language, printed) for column, printed in rendered.borrowed
        ]
        return rendered

    def _size(self, component: Component) -> Size:
        page = self._options.page
        return component.size or (page.turned if component.orientation == "landscape" else page)


def _face_source(face: Face, template: str, kit: LanguageKit, rendered: RenderedTemplate) -> FaceSource:
    art = tuple(sorted({name.removeprefix("art-").partition(".")[0] for name in face.drawing.art}))
    return FaceSource(face.id, face.language, template, kit, rendered.parts, rendered.templates, rendered.outside, art)


def _row(component: Component, item: Item) -> str:
    """Return the card's value in the field that separates the rows of a sheet. Raises TemplateError if the card has no
    such field."""
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
    """Return the bleed of a component's art, in mm. Pages have none. A folded component keeps its own room around the
    net."""
    if component.kind in ("page", "folded"):
        return 0.0
    return min(bleed, TOKEN_BLEED) if component.kind == "tokens" else bleed


def _at_its_template(key: str, missing: Diagnostic, kit: LanguageKit) -> Diagnostic:
    """Return the diagnostic of a missing word, at the line of a template if its key may be misspelt there: it is near
    another one, or no language has it."""
    whole = [f'"{key}"', f"'{key}'"]
    if kit.words.near(key) is None:
        place = None if kit.words.has_anywhere(key) else next(filter(None, map(kit.environment.place_of, whole)), None)
        return missing if place is None else replace(missing, location=place)
    composed = [f"w({quote}{key[:length]}{quote} ~" for length in range(len(key) - 1, 0, -1) for quote in "\"'"]
    place = next(filter(None, map(kit.environment.place_of, (*whole, *composed))), None)
    return missing if place is None else replace(missing, location=place)


def lacking_words(kit: LanguageKit, tableaux: Iterable[Tableau], asked: str) -> tuple[Diagnostic, ...]:
    """Return diagnostics for the words that were requested and are missing. ``asked`` names the key that asks for the
    language, if it is not that of the whole kit.

    A key that is nearly the same as another one stands at the line of the template that names it. In a language whose
    words exist in English, one diagnostic lists the lines of a words file to translate. A face may print a part of an
    example only, but the record of a kit contains all of ``tableaux``.
    """
    words = kit.words
    if words.lacking and words.english:
        for phrase in (phrase for tableau in tableaux for phrase in phrases_of(tableau)):
            words.word(phrase)
    lacking = {key: _at_its_template(key, one, kit) for key, one in (words.lacking or {}).items()}
    translatable = [key for key in lacking if key in words.english]
    if not translatable:
        return tuple(lacking.values())
    count = f"{len(translatable)} words or sentences" if len(translatable) > 1 else "a word or a sentence"
    message = f"this kit lacks {count} in {words.language!r}{', the ' if asked else ''}{asked}"
    rest = tuple(diagnostic for key, diagnostic in lacking.items() if key not in words.english)
    return (untranslated("missing-words", message, words, translatable), *rest)
