"""Printing only what is used with a number of players."""

from __future__ import annotations

from collections.abc import Mapping

from pnp.diagnostics import Diagnostic, PnpError
from pnp.model.component import Item
from pnp.model.game import Game
from pnp.pipeline.project import Project, decks_of, engine_of


def decks_in_play(project: Project, game: Game, players: int | None) -> Mapping[str, tuple[Item, ...]]:
    """Every deck of ``game``, without the items that so many players do not use; None leaves them whole.

    Raises PnpError, located in the definition, for a number of players that the game is not for.
    """
    decks = decks_of(game)
    if players is None:
        return decks
    _check(project, game, players)
    return {name: tuple(item for item in items if item.used_with(players)) for name, items in decks.items()}


def _check(project: Project, game: Game, players: int) -> None:
    engine = engine_of(game)
    if engine.play is None:
        raise PnpError(
            Diagnostic(
                "players",
                f"{game.id} is a deck for any number of players",
                project.locate(game.id, ("engine",)),
                "leave --players out",
            )
        )
    seats = engine.play.seats(engine.rules(game.settings))
    if players not in seats:
        raise PnpError(
            Diagnostic(
                "players",
                f"{game.id} is not for {players} players",
                project.locate(game.id, ("players",)),
                f"it is for {seats[0]} to {seats[-1]}: give one of these numbers with --players",
            )
        )
