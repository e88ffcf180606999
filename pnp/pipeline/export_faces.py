"""The faces of an export: which components go, at which size, drawn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from pnp.diagnostics import DefinitionError, Diagnostic, PnpError
from pnp.examples import ExampleSet
from pnp.export.shop import Match, Shop, match
from pnp.model.component import Component
from pnp.model.game import Game
from pnp.pipeline.exports import ExportOptions
from pnp.pipeline.faces import Progress, chosen_components, render_leaves
from pnp.pipeline.options import BuildOptions, resolve, with_edge
from pnp.pipeline.project import Project
from pnp.rendering.face import Face, Leaf

_ON_CARDS = ("cards", "summary")
"""Kinds of which every one has to go to the shop that is asked for cards; others are left out unless they are named."""
"""Kinds whose art may run over the trim."""


@dataclass(frozen=True, slots=True)
class Group:
    """Components that are drawn in one go, with the same bleed in mm."""

    components: tuple[Component, ...]
    matches: tuple[Match | None, ...]
    bleed: float


@dataclass(frozen=True, slots=True)
class Plan:
    """What is drawn, and what people should know of it."""

    groups: tuple[Group, ...]
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Drawn:
    """A component with its pieces, and the product that it becomes."""

    component: Component
    leaves: tuple[Leaf, ...]
    match: Match | None

    @property
    def turned(self) -> bool:
        """Whether its pieces lie on their sides."""
        return self.match is not None and self.match.turned


@dataclass(frozen=True, slots=True)
class Use:
    """A face of a component, and the card that it is of; that is empty where cards share the face. ``copies`` is how
    many of it are to be printed."""

    face: Face
    card: str
    copies: int


def uses_of(drawn: Drawn) -> list[Use]:
    """Every face of a component once, in the order of its cards: front, back, front, back …"""
    faces: dict[str, Face] = {}
    leaves: dict[str, list[Leaf]] = {}
    for leaf in drawn.leaves:
        for face in leaf.faces:
            faces[face.id] = face
            leaves.setdefault(face.id, []).append(leaf)
    return [
        Use(faces[id_], found[0].card if len(found) == 1 else "", sum(leaf.copies for leaf in found))
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


def plan(project: Project, game: Game, options: ExportOptions, shop: Shop | None) -> Plan:
    """What is to be drawn. Raises PnpError for components that are none, or, located in the definition, for those that
    the shop has no product for."""
    chosen = chosen_components(with_edge(game, options.edge), as_build(options, options.only, None))
    if shop is None:
        wanted = options.bleed if options.bleed is not None else (None if options.edge == "bleed" else 0.0)
        bleed = resolve(as_build(options, options.only, wanted), game).bleed
        return Plan((Group(tuple(chosen), (None,) * len(chosen), bleed),))
    taken: dict[float, list[tuple[Component, Match]]] = {}
    left: list[Component] = []
    wrong: list[Diagnostic] = []
    for component in chosen:
        found = None if component.size is None else match(shop, component.size, component.cut)
        if found is not None:
            wrong += _too_little_bleed(project, game, component, found, shop)
            taken.setdefault(found.product.bleed, []).append((component, found))
        elif component.kind in _ON_CARDS or component.id in options.only:
            wrong.append(_no_product(project, game, component, shop))
        else:
            left.append(component)
    if wrong:
        raise DefinitionError(wrong)
    if not taken:
        message = f"nothing of {game.id} is a product of {shop.title}, which prints {_products(shop)}"
        raise PnpError(Diagnostic("no-product", message, hint="choose another shop, or --to png for plain pictures"))
    groups = tuple(
        Group(
            tuple(replace(component, size=found.size) for component, found in pairs),
            tuple(found for _, found in pairs),
            bleed,
        )
        for bleed, pairs in taken.items()
    )
    return Plan(groups, tuple(_notes([pair for pairs in taken.values() for pair in pairs], left, shop)))


def draw(
    project: Project,
    game: Game,
    options: ExportOptions,
    group: Group,
    examples: ExampleSet,
    progress: Progress,
) -> tuple[tuple[Drawn, ...], tuple[Diagnostic, ...]]:
    """The pieces of a group, and warnings. Raises PnpError for what cannot be drawn."""
    other = {component.id: component for component in group.components}
    game = replace(game, components=tuple(other.get(one.id, one) for one in game.components))
    rendered = render_leaves(project, game, as_build(options, tuple(other), group.bleed), examples, progress)
    matches = dict(zip(other, group.matches, strict=True))
    drawn = tuple(Drawn(component, leaves, matches[component.id]) for component, leaves in rendered.groups)
    return drawn, rendered.warnings
