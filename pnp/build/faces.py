"""The faces of a kit: every component rendered, and what is wrong or odd about them told where it is written."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from pnp import cardsvg
from pnp.build.options import BuildOptions, KitContext, PrintSettings
from pnp.build.selection import decks_in_play, in_play, known, picked, selection
from pnp.cardsvg.queries import DrawingCompressor
from pnp.diagnostics import DefinitionError, Diagnostic, PnpError, TemplateError
from pnp.examples import ExampleSet
from pnp.kit_code import code_of
from pnp.model.component import Component
from pnp.model.game import Game
from pnp.pdf.inventory import Inventories, TextInventory
from pnp.project.examples import definition_words, shown
from pnp.project.project import engine_of
from pnp.project.source_locations import bounded, card_errors, cards_of, in_definition, unread_column, untranslated
from pnp.records import dataclass
from pnp.rendering.face import CoarsePictures, Face, PrintedCard
from pnp.rendering.provenance import FaceProvenance
from pnp.rendering.renderer import KitOptions, KitRenderer

# What is gathered from faces as they are drawn, one after the other, so that nobody has to go through them again; of
# a large kit most drawings are put away small.

_AT_HAND = 1_000
"""Drawings of a kit that are held as they are. One that is put away takes a tenth of the room, and twice the time."""


class FaceCollector:
    """The faces of a kit. ``packs`` says whether drawings may be put away: not where they are drawn again, or kept for
    the next kit."""

    def __init__(self, inventories: Inventories, images: cardsvg.ImageResolver | None, packs: bool) -> None:
        self.lettering = TextInventory()
        self._inventories = inventories
        self._coarse = CoarsePictures()
        self._packer = DrawingCompressor(images) if packs else None
        self._shared: dict[str, Face] = {}
        """Faces that several cards may have."""
        self._count = 0

    def leaves(self, leaves: Iterable[PrintedCard]) -> Iterator[PrintedCard]:
        """The same physical cards, once each of their faces is gathered."""
        for leaf in leaves:
            front, back = self._face(leaf.front), None if leaf.back is None else self._face(leaf.back)
            yield leaf if front is leaf.front and back is leaf.back else replace(leaf, front=front, back=back)

    def warnings(self) -> Iterator[Diagnostic]:
        """What is odd about pictures."""
        return self._coarse.found()

    def _face(self, face: Face) -> Face:
        shared = face.side == "back"
        if shared and face.id in self._shared:
            return self._shared[face.id]
        self.lettering.take(self._inventories.of(face.drawing))
        self._coarse.take(face)
        self._count += 1
        if self._packer is not None and self._count > _AT_HAND:
            face = replace(face, drawing=self._packer.packed(face.drawing, cardsvg.strings(face.drawing)))
        if shared:
            self._shared[face.id] = face
        return face


Progress = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class RenderedKit:
    """The physical cards by component, warnings, and the columns of each deck that no template reads; what the faces
    are made of, and by component the fields of its items that were read for them."""

    groups: tuple[tuple[Component, tuple[PrintedCard, ...]], ...]
    warnings: tuple[Diagnostic, ...]
    unread: Mapping[str, frozenset[str]]
    made_of: FaceProvenance
    read: Mapping[str, frozenset[str]]
    lettering: TextInventory
    """What the faces are set in, and their pictures."""


def render_leaves(
    context: KitContext, examples: ExampleSet, progress: Progress, earlier_errors: Sequence[Diagnostic] = ()
) -> RenderedKit:
    """The physical cards of every component asked for, in the order of the definition.

    ``earlier_errors`` were found before the faces were drawn. Raises TemplateError with them and with what is wrong
    with all of the faces, or DefinitionError with them alone.
    """
    project, options, settings = context.project, context.options, context.settings
    game = in_play(project, context.game, options.players)
    drawn_with = project.resources(game)
    decks = decks_in_play(project, game, options.players)
    cache = context.cache
    images = cardsvg.project_images(drawn_with.picture_folders, project.workshop.picture)
    gathering = FaceCollector(
        cache.inventories, images, packs=not project.workshop.keeps and _is_plain(options, settings)
    )
    renderer = KitRenderer(
        game,
        drawn_with.templates,
        drawn_with.fonts,
        KitOptions(
            settings.language,
            settings.paper.size,
            settings.bleed,
            settings.margin,
            kit_code(game),
            frozenset(one.id for one in left_out(game, options)),
        ),
        shown(project, game, examples),
        decks,
        progress,
        images,
        cache.drawings,
    )
    chosen = chosen_components(game, options)
    wanted = selection(game, options.only)
    groups = tuple(
        (component, picked(component.id, leaves, wanted.get(component.id, ())))
        for component, leaves in _groups(
            replace(context, game=game), renderer, gathering, chosen, cards_of(chosen, decks), earlier_errors
        )
    )
    spelled_out = [component for component in chosen if component.of in game.decks]
    return RenderedKit(
        groups,
        (
            *untranslated(renderer.borrowed),
            *(
                unread_column(game, component, column)
                for component in spelled_out
                for column in renderer.unread(component)
                if column not in ("id", "copies")
            ),
            *bounded(gathering.warnings(), "pictures"),
        ),
        _unread(renderer, spelled_out),
        renderer.made_of(),
        {component.id: renderer.read(component) for component in chosen},
        gathering.lettering,
    )


def _is_plain(options: BuildOptions, settings: PrintSettings) -> bool:
    """Whether faces are painted as they are drawn, and nothing else is made of them."""
    return settings.ink == "full" and not (options.grey or options.svg or options.cut or options.changed_since)


def _unread(renderer: KitRenderer, components: Sequence[Component]) -> dict[str, frozenset[str]]:
    """By deck, the columns that none of the components of it reads."""
    found: dict[str, frozenset[str]] = {}
    for component in components:
        columns = frozenset(renderer.unread(component))
        found[str(component.of)] = found.get(str(component.of), columns) & columns
    return found


def _groups(
    context: KitContext,
    renderer: KitRenderer,
    gathering: FaceCollector,
    chosen: Sequence[Component],
    cards: Mapping[str, int],
    earlier_errors: Sequence[Diagnostic],
) -> tuple[tuple[Component, tuple[PrintedCard, ...]], ...]:
    """The cards of each component. Raises TemplateError: with every word that is missing, else with what is wrong with
    all cards, summaries and pages; DefinitionError where that is nothing, but the kit is refused all the same."""
    project, game = context.project, context.game
    groups: list[tuple[Component, tuple[PrintedCard, ...]]] = []
    failed: dict[Diagnostic, Component] = {}
    for component in chosen:
        before = len(renderer.failures)
        try:
            groups.append((component, tuple(gathering.leaves(renderer.leaves(component)))))
        except TemplateError as error:
            if len(renderer.failures) == before:
                failed.update((found, component) for found in error.diagnostics if found not in failed)
    if renderer.missing_words:
        raise TemplateError([*earlier_errors, *renderer.missing_words])
    told = card_errors(project, game, renderer.failures, cards)
    # A page that counts the summaries has their errors too: they are told of the summaries.
    owners = failed | {found: part for part, error in renderer.unmade for found in error.diagnostics}
    told += bounded((in_definition(project, game, found, owners[found]) for found in failed), "errors")
    if told:
        raise TemplateError(dict.fromkeys((*earlier_errors, *told)))
    if earlier_errors:
        raise DefinitionError(earlier_errors)
    return tuple(groups)


def kit_code(game: Game) -> str:
    """The code that is printed on the summaries of ``game``; empty for a game without rules."""
    engine = engine_of(game)
    if not engine.kinds:
        return ""
    return str(code_of(game.id, engine.figures(game.settings), definition_words(game)))


def chosen_components(game: Game, options: BuildOptions) -> tuple[Component, ...]:
    """The components that are asked for by name; else all of them, of those that replace each other one each.

    Raises PnpError for a name that is none.
    """
    left = left_out(game, options)
    for name in options.fill:
        known(game, name)
    if not options.only:
        return tuple(component for component in game.components if component not in left)
    wanted = selection(game, options.only)
    return tuple(component for component in game.components if component.id in wanted)


def left_out(game: Game, options: BuildOptions) -> tuple[Component, ...]:
    """The components that are not printed because another one is in their place.

    Raises PnpError for a component to print in place of another that is none, or replaces none, or not alone.
    """
    if options.choices:
        return ()
    places: dict[str, str] = {}
    for name in options.instead:
        component = known(game, name)
        if component.instead_of is None:
            message = f"{name!r} stands for no other component of {game.id}"
            can = [one.id for one in game.components if one.instead_of is not None]
            hint = f"these do: {', '.join(can)}" if can else "leave --with out: everything is printed"
            raise PnpError(Diagnostic("replaces-nothing", message, hint=hint))
        if places.setdefault(component.instead_of, name) != name:
            message = f"{places[component.instead_of]!r} and {name!r} both stand for {component.instead_of!r}"
            raise PnpError(Diagnostic("replaces-twice", message, hint="choose one of them"))
    return tuple(
        component
        for component in game.components
        if component.id in places or (component.instead_of is not None and component.id not in options.instead)
    )
