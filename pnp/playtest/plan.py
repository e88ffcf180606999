"""Plan of a playtest: the game and how it is played, in words that another process can read."""

from __future__ import annotations

from pathlib import Path

from pnp import __version__
from pnp.definition.source import definition_sha256
from pnp.diagnostics import Diagnostic, PnpError
from pnp.playtest.bots import BOTS, PlayedGame
from pnp.project.project import engine_of, open_project, open_shipped
from pnp.records import dataclass

SHIPPED = "shipped"


@dataclass(frozen=True, slots=True)
class GameReference:
    """Game of a definition file; None is the file in the working directory, or the shipped one."""

    name: str
    games: Path | None = None
    shipped: bool = False
    """True for a game of the shipped definition, whatever lies in the working directory."""

    @classmethod
    def of(cls, text: str, name: str) -> GameReference:
        """Return the game that ``shipped:NAME``, ``FILE:NAME`` or ``FILE`` means; ``name`` where it names none.

        >>> GameReference.of("shipped:red", "mine").name, GameReference.of("games.toml", "mine").name
        ('red', 'mine')
        """
        file, colon, game = text.rpartition(":")
        if not colon or game.endswith(".toml"):
            return cls(name, Path(text))
        return cls(game, shipped=True) if file == SHIPPED else cls(game, Path(file))

    def open(self, players: int) -> PlayedGame:
        """Return the game. Raises PnpError if it cannot be played, or not by this number of players."""
        project = open_shipped() if self.shipped else open_project(self.games, again=True)
        game = project.game(self.name)
        engine = engine_of(game)
        if engine.play is None:
            message = f"{self.name!r} is a deck without rules: no bot can play it"
            raise PnpError(Diagnostic("no-play", message, hint="docs/your-own-game.md says how a game gets rules"))
        rules = engine.rules(game.settings)
        seats = engine.play.seats(rules)
        if players not in seats:
            message = f"{self.name!r} is a game for {seats[0]} to {seats[-1]} players, not for {players}"
            raise PnpError(Diagnostic("players", message, hint="name another number with --players"))
        return PlayedGame(engine.play, rules, players)

    def seats(self) -> range:
        """Return the numbers of players that the rules allow. Raises PnpError."""
        project = open_shipped() if self.shipped else open_project(self.games, again=True)
        game = project.game(self.name)
        engine = engine_of(game)
        seats = () if engine.play is None else engine.play.seats(engine.rules(game.settings))
        return range(min(seats, default=1), max(seats, default=1) + 1)

    def digest(self) -> str:
        """Return the fingerprint of the game's definition. Raises PnpError."""
        project = open_shipped() if self.shipped else open_project(self.games, again=True)
        return definition_sha256(project.game(self.name))


@dataclass(frozen=True, slots=True)
class Plan:
    """Games to be played: by whom, from which seed on, and how many."""

    game: GameReference
    players: int
    games: int
    seed: int = 0
    bot: str = "survivor"

    def __post_init__(self) -> None:
        if self.bot not in BOTS:
            raise ValueError(f"there is no bot {self.bot!r}")

    def head(self) -> dict[str, str | int]:
        """Return what games must share so that their tallies may be added. Raises PnpError."""
        return {
            "pnp": __version__,
            "game": self.game.name,
            "definition": self.game.digest(),
            "players": self.players,
            "bot": self.bot,
            "seed": self.seed,
        }
