"""Faces of an export: its components, their size, and their drawings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from pnp import cardsvg
from pnp.build.faces import Progress, chosen_components, render_kit
from pnp.build.options import BuildOptions, KitContext, resolve, with_edge
from pnp.build.selection import parse_selection, restrict_selection
from pnp.diagnostics import DefinitionError, Diagnostic, Location, PnpError
from pnp.examples import ExampleSet
from pnp.export.options import ExportOptions
from pnp.export.shops import NEAR, ProductMatch, Shop, match_product
from pnp.formats.pictures import UnsafeText
from pnp.formats.render_workers import RenderOutcome
from pnp.model.component import Component
from pnp.model.game import Game
from pnp.project.project import Project
from pnp.records import dataclass
from pnp.rendering.face import Face, PrintedCard
from pnp.rendering.renderer import bleed_of
from pnp.units import Size

_SHAPE_WORDS = {"card": "", "square": "square ", "circle": "round ", "hex": "six-sided ", "net": "folded "}
_REQUIRED_KINDS = ("cards", "summary")
"""Kinds that a shop must have a product for. Components of other kinds are left out unless they are named."""


@dataclass(frozen=True, slots=True)
class ProductGroup:
    """Components that are drawn in one go, with the same bleed in mm."""

    components: tuple[Component, ...]
    matches: tuple[ProductMatch | None, ...]
    bleed: float


@dataclass(frozen=True, slots=True)
class DrawingPlan:
    """Components to draw, and notes on them for people."""

    groups: tuple[ProductGroup, ...]
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class DrawnComponent:
    """Component with its printed cards, and the product that it becomes."""

    component: Component
    cards: tuple[PrintedCard, ...]
    match: ProductMatch | None

    @property
    def turned(self) -> bool:
        """True if its pieces lie on their sides."""
        return self.match is not None and self.match.turned


@dataclass(frozen=True, slots=True)
class FaceUse:
    """Face of a component, with its card and the number of ``copies`` to print.

    ``card`` is empty if cards share the face.
    """

    face: Face
    card: str
    copies: int


def face_uses(drawn: DrawnComponent) -> list[FaceUse]:
    """Return every face of a component once, in the order of its cards: front, back, front, back …"""
    faces: dict[str, Face] = {}
    cards_by_face: dict[str, list[PrintedCard]] = {}
    for card in drawn.cards:
        for face in card.faces:
            faces[face.id] = face
            cards_by_face.setdefault(face.id, []).append(card)
    return [
        FaceUse(faces[id_], cards[0].card if len(cards) == 1 else "", sum(card.copies for card in cards))
        for id_, cards in cards_by_face.items()
    ]


def build_options(options: ExportOptions, only: Sequence[str], bleed: float | None) -> BuildOptions:
    """Return the options of a build that correspond to those of the export."""
    return BuildOptions(
        language=options.language,
        only=tuple(only),
        instead=options.instead,
        without=options.without,
        seed=options.seed,
        players=options.players,
        bleed=bleed,
    )


def plan_drawing(project: Project, game: Game, options: ExportOptions, shop: Shop | None) -> DrawingPlan:
    """Return the components to draw.

    Raises PnpError for unknown components, and DefinitionError, located in the definition, for those that the shop has
    no product for.
    """
    components = chosen_components(with_edge(game, options.edge), build_options(options, options.only, None))
    if shop is None:
        own_bleed = options.bleed if options.bleed is not None else (None if options.edge == "bleed" else 0.0)
        bleed = resolve(build_options(options, options.only, own_bleed), game).bleed
        return DrawingPlan((ProductGroup(tuple(components), (None,) * len(components), bleed),))
    by_bleed: dict[float, list[tuple[Component, ProductMatch]]] = {}
    left_out: list[Component] = []
    errors: list[Diagnostic] = []
    for component in components:
        product_match = None if component.size is None else match_product(shop, component.size, component.cut)
        if product_match is not None:
            errors += _bleed_errors(project, game, component, product_match, shop)
            by_bleed.setdefault(product_match.product.bleed, []).append((component, product_match))
        elif component.kind in _REQUIRED_KINDS or component.id in parse_selection(game, options.only):
            errors.append(_no_product(project, game, component, shop))
        else:
            left_out.append(component)
    if errors:
        raise DefinitionError(errors)
    if not by_bleed:
        message = f"nothing of {game.id} is a product of {shop.title}, which prints {_list_products(shop)}"
        raise PnpError(Diagnostic("no-product", message, hint="choose another shop, or --to png for plain pictures"))
    groups = tuple(
        ProductGroup(
            tuple(replace(component, size=product_match.size) for component, product_match in pairs),
            tuple(product_match for _, product_match in pairs),
            bleed,
        )
        for bleed, pairs in by_bleed.items()
    )
    return DrawingPlan(groups, tuple(_notes([pair for pairs in by_bleed.values() for pair in pairs], left_out, shop)))


def draw(
    project: Project,
    game: Game,
    options: ExportOptions,
    group: ProductGroup,
    examples: ExampleSet,
    progress: Progress,
) -> tuple[tuple[DrawnComponent, ...], tuple[Diagnostic, ...]]:
    """Draw the pieces of a group, and return them with warnings. Raises PnpError for what cannot be drawn."""
    resized = {component.id: component for component in group.components}
    game = replace(game, components=tuple(resized.get(component.id, component) for component in game.components))
    only = restrict_selection(game, options.only, resized)
    rendered = render_kit(KitContext.of(project, game, build_options(options, only, group.bleed)), examples, progress)
    matches = dict(zip(resized, group.matches, strict=True))
    drawn = tuple(DrawnComponent(component, cards, matches[component.id]) for component, cards in rendered.groups)
    return drawn, rendered.warnings


def _bleed_errors(
    project: Project, game: Game, component: Component, product_match: ProductMatch, shop: Shop
) -> Iterator[Diagnostic]:
    most = bleed_of(component, product_match.product.bleed)
    if most < product_match.product.bleed:
        message = (
            f"{component.id} can have {most:g} mm of bleed, "
            f"and {shop.title} wants {product_match.product.bleed:g} mm for its {product_match.product.title}"
        )
        yield Diagnostic("no-product", message, _locate_size(project, game, component))


def _no_product(project: Project, game: Game, component: Component, shop: Shop) -> Diagnostic:
    size = (
        "as large as the paper" if component.size is None else _SHAPE_WORDS[component.cut] + _size_in_mm(component.size)
    )
    message = f"{component.id} is {size}; {shop.title} prints {_list_products(shop)}, and {NEAR:g} mm more or less"
    others = [
        other.id
        for other in game.components
        if other.size is not None
        and match_product(shop, other.size, other.cut) is not None
        and other.id != component.id
    ]
    hint = f"export the others: --only {' --only '.join(others)}" if others else "choose another shop"
    return Diagnostic("no-product", message, _locate_size(project, game, component), hint)


def _locate_size(project: Project, game: Game, component: Component) -> Location:
    return project.locate(game.id, ("components", component.id, "size"))


def _list_products(shop: Shop) -> str:
    return ", ".join(
        f"{product.title} ({_SHAPE_WORDS[product.shape]}{_size_in_mm(product.size)})" for product in shop.products
    )


def _notes(
    matched: Sequence[tuple[Component, ProductMatch]], left_out: Sequence[Component], shop: Shop
) -> Iterator[str]:
    components_by_size: dict[tuple[str, str, str], list[str]] = {}
    for component, product_match in matched:
        assert component.size is not None
        components_by_size.setdefault(
            (_size_in_mm(component.size), _size_in_mm(product_match.size), product_match.product.title), []
        ).append(component.id)
    for (own_size, new_size, title), ids in components_by_size.items():
        if own_size == new_size:
            yield f"{', '.join(ids)}: {new_size}, {title} of {shop.title}"
        else:
            yield f"{', '.join(ids)}: composed anew at {new_size}, {title} of {shop.title}, instead of {own_size}"
    if left_out:
        yield f"left out, since {shop.title} has no product for them: {', '.join(left.id for left in left_out)}"
    sources = [shop.sources, *(product.sources for product in shop.products)]
    unsure = [key for by_key in sources for key, source in by_key.items() if "unchecked" in source]
    if unsure:
        figures = ", ".join(dict.fromkeys(unsure))
        yield f"figures for {shop.title} that are from memory: {figures}. Look at its page before you order"


def _size_in_mm(size: Size) -> str:
    return f"{size.width:g} × {size.height:g} mm"


# Lint for a shop: type and marked boxes outside the safe area, white bleed, and wishes of the shop that the export does
# not fulfil.

_TOLERANCE = 0.02
"""In mm, for the position of type."""
_SHOWN = 30
"""Characters of a text in a message."""


@dataclass(frozen=True, slots=True)
class _OutsideSafeArea:
    """Type or a marked box of a face that lies outside the safe area."""

    face: Face
    label: str
    outside: UnsafeText


def lint_faces(
    shop: Shop,
    game: Game,
    batches: Sequence[Sequence[DrawnComponent]],
    batch_outcomes: Sequence[Mapping[str, RenderOutcome]],
) -> list[Diagnostic]:
    """Return warnings for a customer of ``shop``. ``batch_outcomes`` has the rendering outcomes by batch and face."""
    warnings: list[Diagnostic] = []
    for components, outcomes in zip(batches, batch_outcomes, strict=True):
        by_face = dict(outcomes)
        for drawn in components:
            warnings += _lint_component(shop, game, drawn, by_face)
            # A back that components share is reported once, with the first.
            by_face |= dict.fromkeys((use.face.id for use in face_uses(drawn)), _PASSED)
    if shop.also_asks:
        message = f"{shop.title} also asks for {', '.join(shop.also_asks)}: this export does not see to it"
        warnings.append(
            Diagnostic("shop-asks", message, hint="ask the shop whether it takes the files", severity="warning")
        )
    return warnings


_PASSED = RenderOutcome("", "", False, ())


def _lint_component(
    shop: Shop, game: Game, drawn: DrawnComponent, by_face: Mapping[str, RenderOutcome]
) -> Iterator[Diagnostic]:
    assert drawn.match is not None
    product = drawn.match.product
    sides: dict[str, list[Face]] = {}
    for use in face_uses(drawn):
        sides.setdefault(use.face.side, []).append(use.face)
    for side, faces in sides.items():
        place = Location(f"templates/{game.engine}/{_template_name(drawn.component, side)}.svg.j2")
        outside = [
            finding for face in faces for finding in _find_outside(face, by_face[face.id], product.safe, product.shape)
        ]
        if outside:
            yield _report_outside(shop, drawn.component, product.safe, outside, place)
        white = [face for face in faces if by_face[face.id].bare]
        if white and not shop.white_bleed:
            white_faces = f"{_counted(len(white), 'face')} of {drawn.component.id}"
            message = f"the bleed of {white_faces} is white, as on {_face_name(white[0])}"
            hint = f"{shop.title} takes no white border for bleed: --edge bleed runs the art over the edge"
            yield Diagnostic("white-bleed", message, place, hint, severity="warning")


def _find_outside(face: Face, outcome: RenderOutcome, safe: float, shape: str) -> Iterator[_OutsideSafeArea]:
    for line in outcome.outside:
        if line.distance < safe - _TOLERANCE:
            yield _OutsideSafeArea(face, f"the type {_shorten(line.text)!r}", line)
    for key in ("example", "part"):
        for box in cardsvg.annotations(face.drawing, key):
            distance, edge = _distance_inside(face, box.box, shape)
            if distance < safe - _TOLERANCE:
                yield _OutsideSafeArea(face, f"the {key} {box.id!r}", UnsafeText(box.id, round(distance, 2), edge))


def _distance_inside(face: Face, box: tuple[float, float, float, float], shape: str) -> tuple[float, str]:
    """Return how far inside the trim a box of a face lies (mm, y downwards), and at which edge it comes nearest."""
    x, y, width, height = box
    if shape == "circle":
        radius = face.trim.width / 2
        corners = [(a - radius, b - radius) for a in (x, x + width) for b in (y, y + height)]
        return radius - max((a * a + b * b) ** 0.5 for a, b in corners), "edge"
    right, bottom = face.trim.width - x - width, face.trim.height - y - height
    return min((x, "left"), (right, "right"), (y, "top"), (bottom, "bottom"))


def _report_outside(
    shop: Shop, component: Component, safe: float, outside: Sequence[_OutsideSafeArea], place: Location
) -> Diagnostic:
    nearest = min(outside, key=lambda finding: finding.outside.distance)
    face_count = len({finding.face.id for finding in outside})
    distance = nearest.outside.distance
    position = (
        f"{distance:g} mm from the {nearest.outside.edge}" if distance >= 0 else f"over the {nearest.outside.edge}"
    )
    message = (
        f"on {_counted(face_count, 'face')} of {component.id} something stands outside the safe area of {shop.title}, "
        f"{safe:g} mm: nearest {nearest.label} of {_face_name(nearest.face)}, {position}"
    )
    hint = "move it inwards; a cut that is off by as much takes it away"
    return Diagnostic("outside-safe-area", message, place, hint, severity="warning")


def _template_name(component: Component, side: str) -> str:
    if component.kind == "summary":
        return f"{component.template}-{side}"
    return component.back if side == "back" and component.back is not None else component.template


def _face_name(face: Face) -> str:
    return f"{face.component}/{face.card}"


def _counted(count: int, noun: str) -> str:
    return f"1 {noun}" if count == 1 else f"{count} {noun}s"


def _shorten(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"
