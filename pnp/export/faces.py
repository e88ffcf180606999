"""The faces of an export: which components go, at which size, drawn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from pnp import cardsvg
from pnp.build.faces import Progress, chosen_components, render_leaves
from pnp.build.options import BuildOptions, KitContext, resolve, with_edge
from pnp.build.selection import selection, within
from pnp.diagnostics import DefinitionError, Diagnostic, Location, PnpError
from pnp.examples import ExampleSet
from pnp.export.options import ExportOptions
from pnp.export.shops import NEAR, ProductMatch, Shop, match
from pnp.formats.pictures import UnsafeText
from pnp.formats.work import RenderOutcome
from pnp.model.component import Component
from pnp.model.game import Game
from pnp.project.project import Project
from pnp.records import dataclass
from pnp.rendering.face import Face, PrintedCard
from pnp.rendering.renderer import bleed_of
from pnp.units import Size

_ON_CARDS = ("cards", "summary")
"""Kinds of which every one has to go to the shop that is asked for cards; others are left out unless they are named."""
"""Kinds whose art may run over the trim."""


@dataclass(frozen=True, slots=True)
class ProductGroup:
    """Components that are drawn in one go, with the same bleed in mm."""

    components: tuple[Component, ...]
    matches: tuple[ProductMatch | None, ...]
    bleed: float


@dataclass(frozen=True, slots=True)
class DrawingPlan:
    """What is drawn, and what people should know of it."""

    groups: tuple[ProductGroup, ...]
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class DrawnComponent:
    """A component with its pieces, and the product that it becomes."""

    component: Component
    leaves: tuple[PrintedCard, ...]
    match: ProductMatch | None

    @property
    def turned(self) -> bool:
        """Whether its pieces lie on their sides."""
        return self.match is not None and self.match.turned


@dataclass(frozen=True, slots=True)
class FaceUse:
    """A face of a component, and the card that it is of; that is empty where cards share the face. ``copies`` is how
    many of it are to be printed."""

    face: Face
    card: str
    copies: int


def uses_of(drawn: DrawnComponent) -> list[FaceUse]:
    """Every face of a component once, in the order of its cards: front, back, front, back …"""
    faces: dict[str, Face] = {}
    leaves: dict[str, list[PrintedCard]] = {}
    for leaf in drawn.leaves:
        for face in leaf.faces:
            faces[face.id] = face
            leaves.setdefault(face.id, []).append(leaf)
    return [
        FaceUse(faces[id_], found[0].card if len(found) == 1 else "", sum(leaf.copies for leaf in found))
        for id_, found in leaves.items()
    ]


def as_build(options: ExportOptions, only: Sequence[str], bleed: float | None) -> BuildOptions:
    """The same wishes as a build has them."""
    return BuildOptions(
        language=options.language,
        only=tuple(only),
        instead=options.instead,
        seed=options.seed,
        players=options.players,
        bleed=bleed,
    )


def plan(project: Project, game: Game, options: ExportOptions, shop: Shop | None) -> DrawingPlan:
    """What is to be drawn. Raises PnpError for components that are none, or, located in the definition, for those that
    the shop has no product for."""
    chosen = chosen_components(with_edge(game, options.edge), as_build(options, options.only, None))
    if shop is None:
        wanted = options.bleed if options.bleed is not None else (None if options.edge == "bleed" else 0.0)
        bleed = resolve(as_build(options, options.only, wanted), game).bleed
        return DrawingPlan((ProductGroup(tuple(chosen), (None,) * len(chosen), bleed),))
    taken: dict[float, list[tuple[Component, ProductMatch]]] = {}
    left: list[Component] = []
    wrong: list[Diagnostic] = []
    for component in chosen:
        found = None if component.size is None else match(shop, component.size, component.cut)
        if found is not None:
            wrong += _too_little_bleed(project, game, component, found, shop)
            taken.setdefault(found.product.bleed, []).append((component, found))
        elif component.kind in _ON_CARDS or component.id in selection(game, options.only):
            wrong.append(_no_product(project, game, component, shop))
        else:
            left.append(component)
    if wrong:
        raise DefinitionError(wrong)
    if not taken:
        message = f"nothing of {game.id} is a product of {shop.title}, which prints {_products(shop)}"
        raise PnpError(Diagnostic("no-product", message, hint="choose another shop, or --to png for plain pictures"))
    groups = tuple(
        ProductGroup(
            tuple(replace(component, size=found.size) for component, found in pairs),
            tuple(found for _, found in pairs),
            bleed,
        )
        for bleed, pairs in taken.items()
    )
    return DrawingPlan(groups, tuple(_notes([pair for pairs in taken.values() for pair in pairs], left, shop)))


def draw(
    project: Project,
    game: Game,
    options: ExportOptions,
    group: ProductGroup,
    examples: ExampleSet,
    progress: Progress,
) -> tuple[tuple[DrawnComponent, ...], tuple[Diagnostic, ...]]:
    """The pieces of a group, and warnings. Raises PnpError for what cannot be drawn."""
    other = {component.id: component for component in group.components}
    game = replace(game, components=tuple(other.get(one.id, one) for one in game.components))
    only = within(game, options.only, other)
    rendered = render_leaves(KitContext.of(project, game, as_build(options, only, group.bleed)), examples, progress)
    matches = dict(zip(other, group.matches, strict=True))
    drawn = tuple(DrawnComponent(component, leaves, matches[component.id]) for component, leaves in rendered.groups)
    return drawn, rendered.warnings


def _too_little_bleed(
    project: Project, game: Game, component: Component, found: ProductMatch, shop: Shop
) -> Iterator[Diagnostic]:
    most = bleed_of(component, found.product.bleed)
    if most < found.product.bleed:
        message = (
            f"{component.id} can have {most:g} mm of bleed, "
            f"and {shop.title} wants {found.product.bleed:g} mm for its {found.product.title}"
        )
        yield Diagnostic("no-product", message, _place(project, game, component))


def _no_product(project: Project, game: Game, component: Component, shop: Shop) -> Diagnostic:
    kind = {"card": "", "square": "square ", "circle": "round ", "hex": "six-sided ", "net": "folded "}[component.cut]
    size = "as large as the paper" if component.size is None else f"{kind}{_mm(component.size)}"
    message = f"{component.id} is {size}; {shop.title} prints {_products(shop)}, and {NEAR:g} mm more or less"
    others = [
        one.id
        for one in game.components
        if one.size is not None and match(shop, one.size, one.cut) is not None and one.id != component.id
    ]
    hint = f"export the others: --only {' --only '.join(others)}" if others else "choose another shop"
    return Diagnostic("no-product", message, _place(project, game, component), hint)


def _place(project: Project, game: Game, component: Component) -> Location:
    return project.locate(game.id, ("components", component.id, "size"))


def _products(shop: Shop) -> str:
    shapes = {"card": "", "square": "square ", "circle": "round ", "hex": "six-sided ", "net": "folded "}
    return ", ".join(f"{one.title} ({shapes[one.shape]}{_mm(one.size)})" for one in shop.products)


def _notes(taken: Sequence[tuple[Component, ProductMatch]], left: Sequence[Component], shop: Shop) -> Iterator[str]:
    composed: dict[tuple[str, str, str], list[str]] = {}
    for component, found in taken:
        assert component.size is not None
        composed.setdefault((_mm(component.size), _mm(found.size), found.product.title), []).append(component.id)
    for (was, is_, title), names in composed.items():
        if was == is_:
            yield f"{', '.join(names)}: {is_}, {title} of {shop.title}"
        else:
            yield f"{', '.join(names)}: composed anew at {is_}, {title} of {shop.title}, instead of {was}"
    if left:
        yield f"left out, since {shop.title} has no product for them: {', '.join(one.id for one in left)}"
    sources = [shop.sources, *(product.sources for product in shop.products)]
    unsure = [key for found in sources for key, said in found.items() if "unchecked" in said]
    if unsure:
        figures = ", ".join(dict.fromkeys(unsure))
        yield f"figures for {shop.title} that are from memory: {figures}. Look at its page before you order"


def _mm(size: Size) -> str:
    return f"{size.width:g} × {size.height:g} mm"


# What a shop would find odd about an export: type and marked boxes outside the safe area, white bleed, and wishes of
# the shop that nobody fulfils.

_TOLERANCE = 0.02
"""In mm, as of type."""
_SHOWN = 30
"""Characters of a text in a message."""


@dataclass(frozen=True, slots=True)
class _OutsideSafeArea:
    """Something on a face that lies outside the safe area."""

    face: Face
    what: str
    outside: UnsafeText


def doubts_of(
    shop: Shop, game: Game, batches: Sequence[Sequence[DrawnComponent]], taken: Sequence[Mapping[str, RenderOutcome]]
) -> list[Diagnostic]:
    """Warnings for whoever is about to order from ``shop``. ``taken`` says by batch and face what was seen of it."""
    found: list[Diagnostic] = []
    for drawn, seen in zip(batches, taken, strict=True):
        by_face = dict(seen)
        for one in drawn:
            found += _of_component(shop, game, one, by_face)
            # A back that components share is told once, with the first.
            by_face |= dict.fromkeys((use.face.id for use in uses_of(one)), _FINE)
    if shop.also_asks:
        message = f"{shop.title} also asks for {', '.join(shop.also_asks)}: this export does not see to it"
        found.append(
            Diagnostic("shop-asks", message, hint="ask the shop whether it takes the files", severity="warning")
        )
    return found


_FINE = RenderOutcome("", "", False, ())


def _of_component(
    shop: Shop, game: Game, drawn: DrawnComponent, by_face: Mapping[str, RenderOutcome]
) -> Iterator[Diagnostic]:
    assert drawn.match is not None
    product = drawn.match.product
    sides: dict[str, list[Face]] = {}
    for use in uses_of(drawn):
        sides.setdefault(use.face.side, []).append(use.face)
    for side, faces in sides.items():
        place = Location(f"templates/{game.engine}/{_template(drawn.component, side)}.svg.j2")
        outside = [one for face in faces for one in _outside(face, by_face[face.id], product.safe, product.shape)]
        if outside:
            yield _told(shop, drawn.component, product.safe, outside, place)
        bare = [face for face in faces if by_face[face.id].bare]
        if bare and not shop.white_bleed:
            message = (
                f"the bleed of {_count(len(bare), 'face')} of {drawn.component.id} is white, as on {_name(bare[0])}"
            )
            hint = f"{shop.title} takes no white border for bleed: --edge bleed runs the art over the edge"
            yield Diagnostic("white-bleed", message, place, hint, severity="warning")


def _outside(face: Face, taken: RenderOutcome, safe: float, shape: str) -> Iterator[_OutsideSafeArea]:
    for line in taken.outside:
        if line.distance < safe - _TOLERANCE:
            yield _OutsideSafeArea(face, f"the type {_shortened(line.text)!r}", line)
    for key in ("example", "part"):
        for box in cardsvg.annotations(face.drawing, key):
            distance, edge = _nearest(face, box.box, shape)
            if distance < safe - _TOLERANCE:
                yield _OutsideSafeArea(face, f"the {key} {box.id!r}", UnsafeText(box.id, round(distance, 2), edge))


def _nearest(face: Face, box: tuple[float, float, float, float], shape: str) -> tuple[float, str]:
    """How far inside the trim a box of a face lies (mm, y downwards), and at which edge it comes nearest."""
    x, y, width, height = box
    if shape == "circle":
        radius = face.trim.width / 2
        corners = [(a - radius, b - radius) for a in (x, x + width) for b in (y, y + height)]
        return radius - max((a * a + b * b) ** 0.5 for a, b in corners), "edge"
    right, bottom = face.trim.width - x - width, face.trim.height - y - height
    return min((x, "left"), (right, "right"), (y, "top"), (bottom, "bottom"))


def _told(
    shop: Shop, component: Component, safe: float, outside: Sequence[_OutsideSafeArea], place: Location
) -> Diagnostic:
    nearest = min(outside, key=lambda one: one.outside.distance)
    faces = len({one.face.id for one in outside})
    distance = nearest.outside.distance
    where = f"{distance:g} mm from the {nearest.outside.edge}" if distance >= 0 else f"over the {nearest.outside.edge}"
    message = (
        f"on {_count(faces, 'face')} of {component.id} something stands outside the safe area of {shop.title}, "
        f"{safe:g} mm: nearest {nearest.what} of {_name(nearest.face)}, {where}"
    )
    hint = "move it inwards; a cut that is off by as much takes it away"
    return Diagnostic("outside-safe-area", message, place, hint, severity="warning")


def _template(component: Component, side: str) -> str:
    if component.kind == "summary":
        return f"{component.template}-{side}"
    return component.back if side == "back" and component.back is not None else component.template


def _name(face: Face) -> str:
    return f"{face.component}/{face.card}"


def _count(number: int, what: str) -> str:
    return f"1 {what}" if number == 1 else f"{number} {what}s"


def _shortened(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"
