"""Printing only what is used with a number of players, and as much of it as they take."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from pnp.diagnostics import Diagnostic, Location, PnpError
from pnp.model.component import Component, Item
from pnp.model.game import Game
from pnp.model.text import say
from pnp.pipeline.project import Project, decks_of, engine_of


def decks_in_play(project: Project, game: Game, players: int | None) -> Mapping[str, Sequence[Item]]:
    """Every deck of ``game``, without the items that so many players do not use; None leaves them whole.

    Raises PnpError, located in the definition, for a number of players that the game is not for.
    """
    decks = decks_of(game)
    if players is None:
        return decks
    _check(project, game, players)
    return {name: tuple(item for item in items if item.used_with(players)) for name, items in decks.items()}


def in_play(project: Project, game: Game, players: int | None) -> Game:
    """``game`` with as many copies of what everyone takes as so many players need; None counts the most there can be.

    Raises PnpError, located in the definition, for a number of players that the game is not for.
    """
    if players is None:
        return game
    _check(project, game, players)
    return replace(game, components=tuple(component.for_players(players) for component in game.components))


def too_few(project: Project, game: Game, players: int | None) -> Iterator[Diagnostic]:
    """A warning, located in the definition, for every deck that has fewer cards than the players take of it."""
    for component in game.components:
        if component.cards_each is None or component.of is None:
            continue
        items = decks_of(game)[component.of]
        there = component.copies * sum(item.copies for item in items)
        seats = players if players is not None else max(_seats(game), default=0)
        if there >= component.cards_each * seats:
            continue
        title = say(component.title, "en")
        each = "one each" if component.cards_each == 1 else f"{component.cards_each} each"
        yield Diagnostic(
            "too-few-for-players",
            f"there are {there} of {title!r} for {seats} players, who take {each}",
            _where_too_few(project, game, component),
            f"add {component.cards_each * seats - there}, or let fewer play",
            severity="warning",
        )


def _where_too_few(project: Project, game: Game, component: Component) -> Location:
    """The deck, where the file in use spells it out; else the number of players."""
    found = project.locate_own(game.id, ("decks", str(component.of)))
    return found or project.locate(game.id, ("players",))


def _seats(game: Game) -> Sequence[int]:
    """For how many players the game is; empty for a deck."""
    engine = engine_of(game)
    return () if engine.play is None else engine.play.seats(engine.rules(game.settings))


def _check(project: Project, game: Game, players: int) -> None:
    seats = _seats(game)
    if not seats:
        raise PnpError(
            Diagnostic(
                "players",
                f"{game.id} is a deck for any number of players",
                project.locate(game.id, ("engine",)),
                "leave --players out",
            )
        )
    if players not in seats:
        raise PnpError(
            Diagnostic(
                "players",
                f"{game.id} is not for {players} players",
                project.locate(game.id, ("players",)),
                f"it is for {seats[0]} to {seats[-1]}: give one of these numbers with --players",
            )
        )
