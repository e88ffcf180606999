"""One template run for one card: what it is handed, what it draws, and what was noted meanwhile. What was drawn before
from the same is not drawn again (``drawings``)."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any, TypeVar

from markupsafe import Markup

from pnp import cardsvg
from pnp.diagnostics import Diagnostic, Location, TemplateError
from pnp.fonts import FontBook
from pnp.model.component import Component, Item
from pnp.model.game import Game
from pnp.records import dataclass
from pnp.rendering.checked import CheckedSide, checked_side
from pnp.rendering.context import LanguageKit, ShownExample
from pnp.rendering.graphics.net_panels import folded_net
from pnp.rendering.render_cache import Asking, Basis, Drawings, Recall, Sketch, Way
from pnp.rendering.sheets.story import PAGE_BREAK, Story
from pnp.rendering.templates.fields import CardFields, Reading
from pnp.rendering.templates.running import errors_at_lines, run_template, tightened, whole_face
from pnp.rendering.text.ruby import first_of_each
from pnp.units import Size

_OF_THE_KIT = frozenset({"contents_of_kit"})
_MAX_PAGES = 24
_Shared = TypeVar("_Shared", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Wanted:
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


class Sketcher:
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
        drawings: Drawings,
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
        self._recall = Recall(drawings, game, code, images) if drawings.keeps else None

    def sketch(self, kit: LanguageKit, wanted: Wanted, reading: Reading) -> Sketch:
        """What a template draws, its sides in the card SVG profile with their text on the piece; ``reading`` is told
        which field it reads. Raises TemplateError, located in the template."""
        asking = Asking(kit, self._fixed_for(wanted), wanted.item, wanted.pending, self._contents)
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
            return Sketch(sides, names, *noted, Basis((), (), (), ()))
        sketch = Sketch(sides, names, *noted, self._basis(self._recall, kit, loaded))
        self._recall.keep(asking, Way(ways, tuple(sorted(reading.names))), sketch)
        return sketch

    def _once(self, value: _Shared) -> _Shared:
        """The same value, as it was made for a face before: most faces of a deck share it."""
        found: _Shared = self._known.setdefault(value, value)
        return found

    def _fixed_for(self, wanted: Wanted) -> str:
        """All that is fixed before a template is run: what the component says, its title over pages, and measures."""
        component = wanted.component
        key = component.id, wanted.name
        if key not in self._fixed:
            title = self._game.title if component.kind == "page" else None
            measures = wanted.size, wanted.bleed, self._margin
            self._fixed[key] = repr((component, wanted.name, title, measures))
        return self._fixed[key]

    def _basis(self, recall: Recall, kit: LanguageKit, loaded: tuple[str, ...]) -> Basis:
        """What the face at hand was made of."""
        return Basis(
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

    def _from_outside(self, kit: LanguageKit, wanted: Wanted) -> tuple[frozenset[str] | None, tuple[str, ...]]:
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

    def _drawn(self, kit: LanguageKit, wanted: Wanted, reading: Reading) -> list[str]:
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
                values["story"] = Story(kit.typesetter, kit.painter, kit.theme.look, measures, title)
            return first_of_each(run_template(kit.environment, name, values, where, self._game.engine))

        kit.theme.asked.begin_face()
        kit.art.begin_face()
        drawn = tightened(draw) if component.kind == "page" else draw(0)
        bodies = drawn.split(PAGE_BREAK) if component.kind == "page" else [drawn]
        if len(bodies) > _MAX_PAGES:
            why = f"{component.id} needs {len(bodies)} pages, and more than {_MAX_PAGES} are not drawn"
            raise TemplateError(Diagnostic("no-room", why, Location(f"{name}.svg.j2"), "take larger paper"))
        return [whole_face(body, kit.art.definitions_for(body), wanted.size, wanted.bleed) for body in bodies]

    def _side(self, svg: str, wanted: Wanted, number: int) -> CheckedSide:
        images = None if self._images is None else self._picture
        return checked_side(svg, wanted.component, wanted.card_of(number), wanted.name, wanted.size, self._book, images)

    def _picture(self, href: str) -> cardsvg.Picture:
        assert self._images is not None
        found = self._images(href)
        self._pictures[href] = found.digest
        return found
