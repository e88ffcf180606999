"""Render the faces of a kit: one template per component, once per item and language."""

from __future__ import annotations

import hashlib
import traceback
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Literal

import jinja2
from jinja2.exceptions import SecurityError

from pnp import cardsvg
from pnp.diagnostics import Diagnostic, Location, PnpError, TemplateError
from pnp.fonts import FontBook
from pnp.model.component import TOKEN_BLEED, Component, Item
from pnp.model.game import Game
from pnp.model.text import Language
from pnp.rendering.bounds import text_off_card
from pnp.rendering.context import LanguageKit, ShownExample, make_language_kit
from pnp.rendering.face import Face, Leaf, PrintedExample
from pnp.rendering.fields import CardFields
from pnp.rendering.folded import folded_net
from pnp.rendering.sandbox import render_limited
from pnp.rendering.sources import SHARED, TemplateFolders
from pnp.units import Size

Side = Literal["front", "back"]
_TIGHTEST = 4
"""Templates of pages read ``tight``, 0 to this: how much closer than liked a full page has to be set."""
_TOO_FULL = frozenset({"no-room", "text-overflow"})
_PIECE = {"cards": "card", "summary": "card", "page": "page", "tokens": "token", "folded": "net's face"}
_OF_A_CARD = frozenset({"card", "item"})
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


class KitRenderer:
    """Renders components of one game. Faces with the same content are one face."""

    def __init__(
        self,
        game: Game,
        folders: TemplateFolders,
        book: FontBook,
        options: KitOptions,
        examples: Sequence[ShownExample],
        decks: Mapping[str, tuple[Item, ...]],
        progress: Callable[[str], None] = lambda _label: None,
        images: cardsvg.ImageResolver | None = None,
    ) -> None:
        self._game = game
        self._folders = folders
        self._book = book
        self._options = options
        self._examples = tuple(examples)
        self._decks = decks
        self._progress = progress
        self._images = images
        self._languages: dict[Language, LanguageKit] = {}
        self._shared_faces: dict[Hashable, Face] = {}
        self._uses_card: dict[tuple[str, Language], bool] = {}
        self._read: dict[str, set[str]] = {}

    def leaves(self, component: Component) -> Iterator[Leaf]:
        """The physical cards of ``component``, in order. Raises TemplateError, located in the template."""
        if component.kind == "summary":
            yield from self._summaries(component)
            return
        for item in self._items(component):
            self._progress(f"{component.id}/{item.id}")
            front, _ = self._face(component, item, "front", self._examples)
            back = self._back(component, item)
            yield Leaf(component.id, item.id, front, back, component.copies * item.copies)

    @property
    def missing_words(self) -> tuple[Diagnostic, ...]:
        """What the faces made so far lack in words, every key once in each language."""
        kits = self._languages.values()
        return tuple(missing for kit in kits for missing in (kit.words.lacking or {}).values())

    def unread(self, component: Component) -> tuple[str, ...]:
        """The fields of a component's items that none of its templates has asked for, once its leaves are rendered."""
        read = self._read.get(component.id, set())
        return tuple(dict.fromkeys(name for item in self._items(component) for name in item.fields if name not in read))

    def _items(self, component: Component) -> tuple[Item, ...]:
        return (Item(component.id),) if component.of is None else self._decks[component.of]

    def _back(self, component: Component, item: Item) -> Face | None:
        if component.back is None:
            return None
        face, _ = self._face(component, item, "back", self._examples)
        return face

    def _summaries(self, component: Component) -> Iterator[Leaf]:
        """As many summary cards as the examples need; each side takes what fits at a readable size."""
        pending = self._examples
        for part in range(_MAX_PARTS):
            item = Item(component.id if part == 0 else f"{component.id}-{part + 1}", {"part": part})
            front, shown = self._face(component, item, "front", pending)
            left = tuple(example for example in pending if example.id not in shown)
            back, shown = self._face(component, item, "back", left)
            left = tuple(example for example in left if example.id not in shown)
            yield Leaf(component.id, item.id, front, back, component.copies)
            owed = [example for example in left if example.essential]
            if not owed:
                return
            if len(left) == len(pending):
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
        language = (component.front_language if side == "front" else component.back_language) or self._options.language
        kit = self._kit(language)
        size = component.size or self._options.page
        bleed = _bleed(component, self._options.bleed)
        name = component.template
        if side == "back" and component.back is not None:
            name = component.back
        if component.kind == "summary":
            name = f"{component.template}-{side}"
        shared = (name, side, language, size, bleed, component.edge, component.cut)
        if shared in self._shared_faces:
            return self._shared_faces[shared], frozenset()
        svg = self._render(kit, name, component, item, size, bleed, pending)
        drawing = cardsvg.parse(svg, f"{name}.svg.j2 as rendered for {component.id}/{item.id}", self._images)
        lost = text_off_card(drawing, size, self._book, component.cut == "circle")
        if lost is not None:
            raise TemplateError(
                Diagnostic(
                    "text-off-card",
                    f"the text {lost!r} runs over the edge of the {_PIECE[component.kind]} ({component.id}/{item.id})",
                    Location(f"{name}.svg.j2"),
                    "give it a width, so that it shrinks to fit, or move it",
                )
            )
        examples = tuple(
            PrintedExample(found.id, found.box, tuple(found.strings))
            for found in cardsvg.annotations(drawing, "example")
        )
        reusable = side == "back" and component.kind != "summary" and not self._template_uses_card(kit, name)
        # One template in two sizes makes two faces: the second is called after the component that asks for it.
        taken = any(face.id == f"{name}-{language}" for face in self._shared_faces.values())
        owner = f"{component.id}-{item.id}-{side}"
        if reusable:
            owner = f"{name}-{component.id}" if taken else name
        face = Face(
            f"{owner}-{language}",
            component.id,
            item.id,
            side,
            language,
            svg,
            drawing,
            size,
            bleed,
            component.edge,
            examples,
            component.cut,
        )
        if reusable:
            self._shared_faces[shared] = face
        return face, frozenset(example.id for example in examples)

    def _template_uses_card(self, kit: LanguageKit, name: str) -> bool:
        """Whether a template, or one that it imports or includes, reads what is on the card."""
        key = (name, kit.language)
        if key not in self._uses_card:
            self._uses_card[key] = kit.environment.reads_any(f"{name}.svg.j2", _OF_A_CARD)
        return self._uses_card[key]

    def _render(
        self,
        kit: LanguageKit,
        name: str,
        component: Component,
        item: Item,
        size: Size,
        bleed: float,
        pending: Sequence[ShownExample],
    ) -> str:
        """The face as card SVG. A page that is too full is set again, as little tighter as will do."""
        draw = partial(self._render_once, kit, name, component, item, size, bleed, pending)
        if component.kind != "page":
            return draw(0)
        loose, best = -1, ""
        tight = _TIGHTEST + 1
        while tight - loose > 1:
            # First as one likes it, then by halves between what was too full and what fits.
            asked = 0 if loose < 0 else (loose + tight) // 2
            try:
                best, tight = draw(asked), asked
            except TemplateError as error:
                if asked == _TIGHTEST or any(found.code not in _TOO_FULL for found in error.diagnostics):
                    raise
                loose = asked
        return best

    def _render_once(
        self,
        kit: LanguageKit,
        name: str,
        component: Component,
        item: Item,
        size: Size,
        bleed: float,
        pending: Sequence[ShownExample],
        tight: int,
    ) -> str:
        where = f"{component.id}/{item.id}"
        values: dict[str, Any] = {
            "card": CardFields(item.fields, kit.language, self._read.setdefault(component.id, set())),
            "item": item,
            "component": component,
            "face": {
                "width": size.width,
                "height": size.height,
                "bleed": bleed,
                "margin": self._options.margin,
            },
            "examples": [example for example in pending if example.form == "example"],
            "checks": [example for example in pending if example.form == "check"],
            "code": self._options.code,
            "tight": tight,
        }
        if component.net is not None:
            values["net"] = folded_net(component.net, size)
        try:
            kit.environment.begin_face()
            body = render_limited(kit.environment.get_template(f"{name}.svg.j2"), values)
        except PnpError as error:
            raise _located(error, where) from error
        except jinja2.TemplateNotFound as error:
            raise TemplateError(
                Diagnostic(
                    "missing-template",
                    f"there is no template {error.name!r} for {where}",
                    hint=f"add templates/{_path_of(str(error.name), self._game.engine)}",
                )
            ) from error
        except jinja2.TemplateSyntaxError as error:
            raise TemplateError(
                Diagnostic(
                    "template-syntax", f"{error.message} ({where})", Location(error.filename or name, error.lineno)
                )
            ) from error
        except SecurityError as error:
            raise self._blame(error, "template-refused", f"{error} ({where})", name) from error
        except RecursionError as error:
            endless = f"a template or macro calls itself without end ({where})"
            raise self._blame(error, "template-refused", endless, name) from error
        except (jinja2.TemplateError, TypeError, ValueError, ArithmeticError, LookupError, AttributeError) as error:
            raise self._blame(error, "template-error", f"{error} ({where})", name) from error
        return _complete(body, kit.art.definitions_for(body), size, bleed)

    def _blame(self, error: Exception, code: str, message: str, name: str) -> TemplateError:
        whole = Location(f"templates/{self._game.engine}/{name}.svg.j2")
        return TemplateError(Diagnostic(code, message, _template_frame(error) or whole))


def _bleed(component: Component, bleed: float) -> float:
    """How far the art of a component runs over its trim, in mm. What is folded holds its own room."""
    if component.kind in ("page", "folded"):
        return 0.0
    return min(bleed, TOKEN_BLEED) if component.kind == "tokens" else bleed


def _path_of(template: str, engine: str) -> str:
    return template if template.startswith(f"{SHARED}/") else f"{engine}/{template}"


def _complete(body: str, definitions: str, size: Size, bleed: float) -> str:
    """The face as a whole document. Symbols may use symbols only of their own file, so one pass finds them all."""
    wide, tall = size.width + 2 * bleed, size.height + 2 * bleed
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide:g}mm" height="{tall:g}mm" '
        f'viewBox="{-bleed:g} {-bleed:g} {wide:g} {tall:g}">'
    )
    defs = f"<defs>{definitions}</defs>" if definitions else ""
    return f"{head}{defs}{body}</svg>\n"


def _template_frame(error: BaseException) -> Location | None:
    """The innermost line of a template in the error's traceback; Jinja puts template lines there."""
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        if frame.filename.endswith((".svg.j2", ".j2")):
            return Location(frame.filename, frame.lineno)
    return None


def _located(error: PnpError, where: str) -> PnpError:
    place = _template_frame(error)
    diagnostics = [
        replace(item, location=item.location or place, message=f"{item.message} ({where})")
        for item in error.diagnostics
    ]
    return type(error)(diagnostics)


def face_digest(face: Face) -> str:
    """SHA-256 of a face's SVG, in hex."""
    return hashlib.sha256(face.svg.encode("utf-8")).hexdigest()
