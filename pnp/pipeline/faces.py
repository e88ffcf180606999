"""The faces of a kit: every component rendered, and what is wrong or odd about them told where it is written."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from pnp import cardsvg
from pnp.diagnostics import Diagnostic, PnpError, TemplateError
from pnp.examples import ExampleSet
from pnp.kit_code import code_of
from pnp.model.component import Component
from pnp.model.game import Game
from pnp.pipeline.blame import in_definition, unread_column
from pnp.pipeline.card_errors import bounded, card_errors, cards_of, untranslated
from pnp.pipeline.examples import definition_words, shown
from pnp.pipeline.options import BuildOptions, resolve
from pnp.pipeline.players import decks_in_play, in_play
from pnp.pipeline.project import Project, engine_of
from pnp.rendering.face import Leaf
from pnp.rendering.pictures import coarse_pictures
from pnp.rendering.renderer import KitOptions, KitRenderer

Progress = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class RenderedKit:
    """The physical cards by component, and warnings."""

    groups: tuple[tuple[Component, tuple[Leaf, ...]], ...]
    warnings: tuple[Diagnostic, ...]


def render_leaves(
    project: Project, game: Game, options: BuildOptions, examples: ExampleSet, progress: Progress
) -> RenderedKit:
    """The physical cards of every component asked for, in the order of the definition."""
    settings = resolve(options, game)
    game = in_play(project, game, options.players)
    engine, drawn_with = engine_of(game), project.resources(game)
    decks = decks_in_play(project, game, options.players)
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
        shown(engine, game, examples),
        decks,
        progress,
        cardsvg.project_images(drawn_with.picture_folders),
    )
    chosen = chosen_components(game, options)
    groups = _groups(project, game, renderer, chosen, cards_of(chosen, decks))
    # A back that many cards share is looked at once.
    faces = {face.id: face for _, leaves in groups for leaf in leaves for face in leaf.faces}
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
            *bounded(coarse_pictures(faces.values()), "pictures"),
        ),
    )


def _groups(
    project: Project, game: Game, renderer: KitRenderer, chosen: Sequence[Component], cards: Mapping[str, int]
) -> tuple[tuple[Component, tuple[Leaf, ...]], ...]:
    """The cards of each component. Raises TemplateError: every word that is missing, else what is wrong with all cards,
    else the first error of a page or a summary."""
    groups: list[tuple[Component, tuple[Leaf, ...]]] = []
    wrong: tuple[TemplateError, Component] | None = None
    for component in chosen:
        failed = len(renderer.failures)
        try:
            groups.append((component, tuple(renderer.leaves(component))))
        except TemplateError as error:
            if len(renderer.failures) == failed:
                wrong = wrong or (error, component)
    if renderer.missing_words:
        raise TemplateError(renderer.missing_words)
    told = card_errors(project, game, renderer.failures, cards)
    if wrong is not None:
        first, at = wrong
        told += [in_definition(project, game, found, at) for found in first.diagnostics]
    if told:
        raise TemplateError(told)
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
    if not options.only:
        return tuple(component for component in game.components if component not in left)
    for name in options.only:
        _known(game, name)
    return tuple(component for component in game.components if component.id in options.only)


def left_out(game: Game, options: BuildOptions) -> tuple[Component, ...]:
    """The components that are not printed because another one is in their place.

    Raises PnpError for a component to print in place of another that is none, or replaces none, or not alone.
    """
    if options.choices:
        return ()
    places: dict[str, str] = {}
    for name in options.instead:
        component = _known(game, name)
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


def _known(game: Game, name: str) -> Component:
    for component in game.components:
        if component.id == name:
            return component
    known = ", ".join(component.id for component in game.components)
    raise PnpError(Diagnostic("unknown-component", f"{game.id} has no component {name!r}", hint=f"it has: {known}"))
