"""Faces of a kit: every component rendered, and its errors and warnings located in the definition."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from pnp import cardsvg
from pnp.build.options import BuildOptions, KitContext, PrintSettings
from pnp.build.selection import decks_in_play, game_in_play, parse_selection, require_component, select_cards
from pnp.build.warnings import read_by_others
from pnp.cache.memory import MemoryCache
from pnp.cardsvg.queries import DrawingCompressor
from pnp.diagnostics import DefinitionError, Diagnostic, PnpError, TemplateError
from pnp.examples import ExampleSet
from pnp.kit_code import make_code
from pnp.model.component import Component
from pnp.model.game import Game
from pnp.pdf.inventory import Inventory, TextInventory, inventory
from pnp.project.examples import definition_words, shown_examples, unprinted_warnings
from pnp.project.project import Project, engine_of
from pnp.project.shared_errors import told_once
from pnp.project.source_locations import (
    card_counts,
    card_errors,
    is_note,
    limit_messages,
    locate_message,
    locate_picture,
    unmarked_icon_warning,
    unread_column_warning,
    untranslated_warnings,
)
from pnp.records import dataclass
from pnp.rendering.art import ArtLibrary
from pnp.rendering.face import CoarsePictures, Face, PrintedCard
from pnp.rendering.provenance import FaceProvenance
from pnp.rendering.renderer import KitOptions, KitRenderer

# Collecting lettering and pictures of faces while they are drawn, so that nothing has to go through them again. Most
# drawings of a large kit are then compressed.

_BRACED = re.compile(r"\{([A-Za-z][\w-]*)\}")
"""Name of an icon in a text, as markup has it."""
_UNCOMPRESSED = 1_000
"""Number of drawings of a kit that stay as they are. A compressed one takes a tenth of the room, and twice the time."""


class FaceCollector:
    """Collector of the faces of a kit. ``packs`` says that drawings may be compressed: not if they are drawn again, or
    kept for the next kit."""

    def __init__(
        self, inventories: MemoryCache[Hashable, Inventory], images: cardsvg.ImageResolver | None, packs: bool
    ) -> None:
        self.lettering = TextInventory()
        self._inventories = inventories
        self._coarse = CoarsePictures()
        self._packer = DrawingCompressor(images) if packs else None
        self._backs: dict[str, Face] = {}
        """Backs, which several cards may share."""
        self.braced: dict[tuple[str, str], dict[str, str]] = {}
        """Texts that print a name in braces, by face, for each component and name."""
        self._count = 0

    def collect(self, cards: Iterable[PrintedCard]) -> Iterator[PrintedCard]:
        """Yield the same printed cards, once each of their faces is collected."""
        for card in cards:
            front, back = self._face(card.front), None if card.back is None else self._face(card.back)
            yield card if front is card.front and back is card.back else replace(card, front=front, back=back)

    def warnings(self) -> Iterator[Diagnostic]:
        """Return the warnings about pictures."""
        return self._coarse.diagnostics()

    def _face(self, face: Face) -> Face:
        is_back = face.side == "back"
        if is_back and face.id in self._backs:
            return self._backs[face.id]
        drawing = face.drawing
        self.lettering.take(self._inventories.get_or_create(drawing.key, lambda: inventory(drawing)))
        if drawing.pictures:
            self._coarse.take(face)
        if b"{" in drawing.source.data:
            for text in cardsvg.strings(drawing):
                for name in _BRACED.findall(text):
                    texts = self.braced.setdefault((face.component, name), {})
                    texts.setdefault(f"{face.component}/{face.card}", text)
        self._count += 1
        if self._packer is not None and self._count > _UNCOMPRESSED:
            face = replace(face, drawing=self._packer.packed(drawing, cardsvg.strings(drawing)))
        if is_back:
            self._backs[face.id] = face
        return face


Progress = Callable[[str], None]
OnCard = Callable[[Component, PrintedCard], None]
Groups = tuple[tuple[Component, tuple[PrintedCard, ...]], ...]
"""Printed cards by component."""


@dataclass(frozen=True, slots=True)
class RenderedKit:
    """Printed cards by component, warnings, and facts about the faces.

    ``unread`` holds the columns of each deck that no template reads, ``provenance`` what the faces are made of, and
    ``read``, by component, the fields of its items that were read.
    """

    groups: Groups
    warnings: tuple[Diagnostic, ...]
    unread: Mapping[str, frozenset[str]]
    provenance: FaceProvenance
    read: Mapping[str, frozenset[str]]
    lettering: TextInventory
    """Fonts and characters of the faces, and their pictures."""


def render_kit(
    context: KitContext,
    examples: ExampleSet,
    progress: Progress,
    earlier_errors: Sequence[Diagnostic] = (),
    on_card: OnCard = lambda _component, _card: None,
) -> RenderedKit:
    """Render the printed cards of every requested component, in the order of the definition.

    ``earlier_errors`` were found before the faces were drawn. ``on_card`` gets each card as soon as it is drawn, even
    if others fail. Raises TemplateError with them and with the errors of all faces, or DefinitionError with them alone.
    """
    project, options, settings = context.project, context.options, context.settings
    renderer = make_renderer(context, examples, progress)
    game, decks, cache = renderer.game, renderer.decks, context.cache
    collector = FaceCollector(
        cache.inventories, renderer.images, packs=not project.build_cache.keeps and _is_plain(options, settings)
    )
    chosen = chosen_components(game, options)
    wanted_pieces = parse_selection(game, options.only)
    groups = tuple(
        (component, select_cards(component.id, cards, wanted_pieces.get(component.id, ())))
        for component, cards in _render_groups(
            replace(context, game=game),
            renderer,
            collector,
            chosen,
            card_counts(chosen, decks),
            earlier_errors,
            on_card,
        )
    )
    components_of_decks = [component for component in chosen if component.of in game.decks]
    unread = _unread_columns(renderer, components_of_decks)
    elsewhere = {deck: read_by_others(project, game, deck, columns) for deck, columns in unread.items() if columns}
    alike = [component for component, cards in groups if component in components_of_decks and _are_alike(cards)]
    alike = [
        component for component in alike if renderer.read(component).isdisjoint(game.decks[str(component.of)][0].fields)
    ]
    return RenderedKit(
        groups,
        (
            *untranslated_warnings(renderer.borrowed),
            *(_alike_warning(project, game, component) for component in alike),
            *(
                unread_column_warning(project, game, component, column, renderer.read(component))
                for component in components_of_decks
                for column in renderer.unread_columns(component)
                if column in unread[str(component.of)].difference(elsewhere.get(str(component.of), ()))
                if component not in alike
                if column not in ("id", "copies") and not is_note(column)
            ),
            *_unmarked_icons(project, game, chosen, collector.braced),
            *limit_messages((locate_picture(project, game, warning) for warning in collector.warnings()), "pictures"),
            *(() if options.selects else unprinted_warnings(project, game, examples, _printed(groups))),
        ),
        unread,
        renderer.provenance(),
        {component.id: renderer.read(component) for component in chosen},
        collector.lettering,
    )


def _are_alike(cards: Sequence[PrintedCard]) -> bool:
    """Tell whether the cards of a component are more than one, and all look alike."""
    looks = {tuple(face.digest for face in (card.front, card.back) if face is not None) for card in cards}
    return len(cards) > 1 and len(looks) == 1


def _alike_warning(project: Project, game: Game, component: Component) -> Diagnostic:
    """Return a warning about a component whose templates read nothing of the cards of its deck."""
    cards = (
        f"{component.id!r} reads no column of the deck {component.of!r}: its {len(game.decks[str(component.of)])} cards"
    )
    place = project.locate(game.id, ("components", component.id, "of"))
    hint = "leave of out for a single card, or read card.name and the like in its template"
    return Diagnostic("unread-deck", f"{cards} look alike", place, hint, severity="warning")


def make_renderer(context: KitContext, examples: ExampleSet, progress: Progress = lambda _label: None) -> KitRenderer:
    """Return the renderer of the faces of a kit."""
    project, options, settings = context.project, context.options, context.settings
    game = game_in_play(project, context.game, options.players)
    resources = project.resources(game)
    return KitRenderer(
        game,
        resources.templates,
        resources.fonts,
        KitOptions(
            settings.language,
            settings.paper.size,
            settings.bleed,
            settings.margin,
            kit_code(game),
            frozenset((*(component.id for component in replaced_components(game, options)), *options.without)),
            options.shows_overflow,
        ),
        examples=tuple(shown_examples(game, examples).values()),
        decks=decks_in_play(project, game, options.players),
        progress=progress,
        images=cardsvg.project_images(resources.picture_folders, project.build_cache.picture),
        drawings=context.cache.drawings,
    )


def _printed(groups: Iterable[tuple[Component, Sequence[PrintedCard]]]) -> frozenset[str]:
    """Return the ids of the examples on the faces of a kit."""
    faces = (face for _, cards in groups for card in cards for face in (card.front, card.back) if face is not None)
    return frozenset(example.id for face in faces for example in face.examples)


def _unmarked_icons(
    project: Project,
    game: Game,
    chosen: Iterable[Component],
    braced: Mapping[tuple[str, str], Mapping[str, str]],
) -> Iterator[Diagnostic]:
    """Yield a warning for each name in braces that a component prints in letters, if there is an icon of this name."""
    art = ArtLibrary(project.resources(game).templates, game.engine)
    components = {component.id: component for component in chosen}
    for (component, name), texts in braced.items():
        if name in game.icons or art.has(name):
            yield unmarked_icon_warning(project, game, components[component], name, texts)


def _is_plain(options: BuildOptions, settings: PrintSettings) -> bool:
    """Tell whether faces are painted as they are drawn, and serve no other purpose."""
    return settings.ink == "full" and not (options.grey or options.svg or options.cut or options.changed_since)


def _unread_columns(renderer: KitRenderer, components: Sequence[Component]) -> dict[str, frozenset[str]]:
    """Return, by deck, the columns that none of its components reads."""
    unread: dict[str, frozenset[str]] = {}
    for component in components:
        columns = frozenset(renderer.unread_columns(component))
        unread[str(component.of)] = unread.get(str(component.of), columns) & columns
    return unread


def _render_groups(
    context: KitContext,
    renderer: KitRenderer,
    collector: FaceCollector,
    chosen: Sequence[Component],
    cards: Mapping[str, int],
    earlier_errors: Sequence[Diagnostic],
    on_card: OnCard,
) -> Groups:
    """Return the cards of each component. Raises TemplateError with every missing word; if none is missing, with the
    errors of all cards, summaries and pages. Raises DefinitionError if there are ``earlier_errors`` alone."""
    project, game = context.project, context.game
    groups: list[tuple[Component, tuple[PrintedCard, ...]]] = []
    failed: dict[Diagnostic, Component] = {}
    for component in chosen:
        before = len(renderer.failures)
        try:
            drawn: list[PrintedCard] = []
            for card in collector.collect(renderer.printed_cards(component)):
                drawn.append(card)
                on_card(component, card)
            groups.append((component, tuple(drawn)))
        except TemplateError as error:
            if len(renderer.failures) == before:
                failed.update((diagnostic, component) for diagnostic in error.diagnostics if diagnostic not in failed)
    if renderer.missing_words:
        raise TemplateError([*earlier_errors, *told_once(project, game, renderer.missing_words)])
    errors = card_errors(project, game, renderer.failures, cards)
    # A page that counts the summaries has their errors too: they are reported for the summaries.
    owners = failed | {
        diagnostic: component for component, error in renderer.failed_summaries for diagnostic in error.diagnostics
    }
    errors += limit_messages(
        (locate_message(project, game, diagnostic, owners[diagnostic]) for diagnostic in failed), "errors"
    )
    if errors:
        raise TemplateError(dict.fromkeys((*earlier_errors, *told_once(project, game, errors))))
    if earlier_errors:
        raise DefinitionError(earlier_errors)
    return tuple(groups)


def kit_code(game: Game) -> str:
    """Return the code that is printed on the summaries of ``game``; empty for a game without rules."""
    engine = engine_of(game)
    if not engine.kinds:
        return ""
    return str(make_code(game.id, engine.figures(game.settings), definition_words(game)))


def chosen_components(game: Game, options: BuildOptions) -> tuple[Component, ...]:
    """Return the components to print: those asked for by name, or else all; without those that are left out. Of
    components that replace each other, one each is returned. Raises PnpError for an unknown name."""
    replaced = replaced_components(game, options)
    for name in (*options.fill, *options.without):
        require_component(game, name)
    wanted = parse_selection(game, options.only) if options.only else None
    return tuple(
        component
        for component in game.components
        if component.id not in options.without
        if (component not in replaced if wanted is None else component.id in wanted)
    )


def replaced_components(game: Game, options: BuildOptions) -> tuple[Component, ...]:
    """Return the components that are not printed because another one replaces them. Raises PnpError for a replacement
    that is unknown, replaces nothing, or replaces the same as another."""
    if options.choices:
        return ()
    replacements: dict[str, str] = {}
    for name in options.instead:
        component = require_component(game, name)
        if component.instead_of is None:
            message = f"{name!r} stands for no other component of {game.id}"
            candidates = [candidate.id for candidate in game.components if candidate.instead_of is not None]
            hint = f"these do: {', '.join(candidates)}" if candidates else "leave --with out: everything is printed"
            raise PnpError(Diagnostic("replaces-nothing", message, hint=hint))
        if replacements.setdefault(component.instead_of, name) != name:
            message = f"{replacements[component.instead_of]!r} and {name!r} both stand for {component.instead_of!r}"
            raise PnpError(Diagnostic("replaces-twice", message, hint="choose one of them"))
    return tuple(
        component
        for component in game.components
        if component.id in replacements or (component.instead_of is not None and component.id not in options.instead)
    )
