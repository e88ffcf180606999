"""Plan of a playtest: the game and how it is played; and the order for processes that play it, here or elsewhere."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from pnp import __version__
from pnp.canonical import to_plain
from pnp.definition.source import definition_sha256
from pnp.diagnostics import DefinitionError, Diagnostic, PnpError
from pnp.model.game import Game
from pnp.playtest.bots import PlayedGame
from pnp.playtest.counting.choices import count_choices
from pnp.playtest.counting.details import count_details, misreading_counts
from pnp.playtest.counting.points import count_points
from pnp.playtest.counting.restricted import restricted_counts
from pnp.playtest.counting.rounds import count_rounds
from pnp.playtest.counting.turns import count_turns
from pnp.playtest.tally import Bots, Count
from pnp.playtest.thinking import BOTS
from pnp.project.definitions import GAMES_FILE, SHIPPED, load
from pnp.project.project import engine_of, open_project, open_shipped, own_definition
from pnp.records import dataclass
from pnp.registry import game_package
from pnp.textfile import label_of

_BASE = "the-definition"
"""Name by which a changed table extends the game of the user's file."""
_FIRST_CHANGE = 3
"""Line of the first change below a changed table: its header and what it extends stand above."""
COUNTS = 2
"""Version of what is counted of a game. It rises when a tally holds other counts than before, so that games saved by
then are not added to others."""
HOW = ("players", "bot", "rival", "details", "restricted", "choices", "misreadings")
"""Fields of a plan that say how each of its games is played."""


@dataclass(frozen=True, slots=True)
class GameReference:
    """Game of a definition file; None is the file in the working directory, or the shipped one."""

    name: str
    games: Path | None = None
    shipped: bool = False
    """True for a game of the shipped definition, also where the working directory has one of its own."""
    changes: tuple[tuple[str, str], ...] = ()
    """Keys of the game's table that have another value, and that value as TOML spells it."""

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
        return self._opened(self._game(), players)

    def read(self, players: int) -> Game:
        """Return the game of the definition. Raises as ``open`` does."""
        game = self._game()
        self._opened(game, players)
        return game

    def _opened(self, game: Game, players: int) -> PlayedGame:
        engine = engine_of(game)
        if engine.play is None:
            message = f"{self.name!r} is a deck without rules: no bot can play it"
            raise PnpError(Diagnostic("no-play", message, hint="docs/your-own-game.md says how a game gets rules"))
        rules = engine.rules(game.settings)
        seats = engine.play.seats(rules)
        if players not in seats:
            message = f"{self.name!r} is a game for {seats[0]} to {seats[-1]} players, not for {players}"
            raise PnpError(Diagnostic("players", message, hint="name another number with --players"))
        return PlayedGame.of(engine.play, rules, players, engine.misreadings(game.settings))

    def seats(self) -> range:
        """Return the numbers of players that the rules allow. Raises PnpError."""
        game = self._game()
        engine = engine_of(game)
        seats = () if engine.play is None else engine.play.seats(engine.rules(game.settings))
        return range(min(seats, default=1), max(seats, default=1) + 1)

    def digest(self) -> str:
        """Return the fingerprint of the game's definition. Raises PnpError."""
        return definition_sha256(self._game())

    def changed(self, key: str, value: str) -> GameReference:
        """Return the game with another value of a key, such as ``hand``, or ``colours.red.letter``."""
        return replace(self, changes=(*self.changes, (key, value)))

    def _game(self) -> Game:
        if self.changes:
            return self._changed_game()
        project = open_shipped() if self.shipped else open_project(self.games, again=True)
        return project.game(self.name)

    def _changed_game(self) -> Game:
        """Return the game of a table that extends the one meant, with the changes below it."""
        file = None if self.shipped else self.games or own_definition(Path.cwd())
        base = SHIPPED if file is None else _BASE
        lines = [f"[{json.dumps(self.name)}]", f'extends = "{base}:{self.name}"']
        lines += [f"{key} = {value}" for key, value in self.changes]
        with TemporaryDirectory(prefix="pnp-playtest-") as folder:
            changed = Path(folder) / GAMES_FILE
            changed.write_text("\n".join(lines) + "\n", encoding="utf-8")
            try:
                definition = load(changed, {} if file is None else {_BASE: file}, again=True)
            except DefinitionError as error:
                raise PnpError(self._of_change(changed, one) for one in error.diagnostics) from error
        if self.name not in definition.games:
            raise PnpError(definition.set_aside[self.name])
        return definition.games[self.name]

    def _of_change(self, file: Path, error: Diagnostic) -> Diagnostic:
        """Return an error in the file of the changes as one of the change that its line makes."""
        place = error.location
        if place is None or place.file != label_of(file) or place.line is None or place.line < _FIRST_CHANGE:
            return error
        key, value = self.changes[min(place.line - _FIRST_CHANGE, len(self.changes) - 1)]
        return replace(error, message=f"{key} = {value}: {error.message}", location=None)


@dataclass(frozen=True, slots=True)
class Plan:
    """Games to be played: by whom, from which seed on, and how many."""

    game: GameReference
    players: int
    games: int
    seed: int = 0
    bot: str = "survivor"
    rival: str | None = None
    """Bot of one seat, each in turn; None if all seats have the same."""
    details: bool = False
    """Whether cards, kinds of actions and the course of the games are counted."""
    restricted: bool = False
    """Whether games are played again without a card, or a kind of action, of one seat."""
    choices: bool = False
    """Whether decisions are looked at: how much the choice matters."""
    misreadings: bool = False
    """Whether each game is played by each misreading of the rules as well."""

    def __post_init__(self) -> None:
        if not {self.bot, self.rival} <= {*BOTS, None}:
            raise ValueError(f"there is no bot {self.bot!r}, or no bot {self.rival!r}")

    def bots(self) -> Bots:
        """Return the bots of the seats."""
        return Bots(BOTS[self.bot], None if self.rival is None else BOTS[self.rival])

    def details_to_count(self) -> tuple[Count, ...]:
        """Return what is counted beside the results."""
        counts: list[Count] = [count_turns, count_rounds]
        counts += [count_details, count_points] * self.details
        counts += [restricted_counts(self.bots())] * self.restricted
        counts += [count_choices] * self.choices
        counts += [misreading_counts(self.bots())] * self.misreadings
        return tuple(counts)

    def head(self, definition: str) -> dict[str, str | int]:
        """Return what games must share so that their tallies may be added. ``definition`` is the fingerprint of the
        game's definition."""
        return {
            "pnp": __version__,
            "counts": COUNTS,
            "game": self.game.name,
            "definition": definition,
            "players": self.players,
            "bot": self.bot,
            **({} if self.rival is None else {"rival": self.rival}),
            **{key: True for key in HOW if getattr(self, key) is True},
            "seed": self.seed,
        }


@dataclass(frozen=True, slots=True)
class Order:
    """Plan with its game as read. Later changes of the files change nothing."""

    plan: Plan
    definition: str
    """Fingerprint of the game's definition."""
    text: str
    """How a part is played, as JSON: a process on another machine, without these files, plays by it (``part.py``)."""

    @classmethod
    def of(cls, plan: Plan) -> Order:
        """Read the game of a plan. Raises PnpError as ``GameReference.open`` does."""
        game = plan.game.read(plan.players)
        definition = definition_sha256(game)
        order = {
            "pnp": __version__,
            "package": str(game_package(game.engine)),
            "engine": game.engine,
            "definition": definition,
            "table": game.resolved,
            **_how(plan),
        }
        return cls(plan, definition, json.dumps(order, ensure_ascii=False, default=to_plain))

    def played_by(self, bot: str, rival: str) -> Order:
        """Return the same with other bots."""
        plan = replace(self.plan, bot=bot, rival=rival)
        return replace(self, plan=plan, text=json.dumps({**json.loads(self.text), **_how(plan)}, ensure_ascii=False))

    def head(self) -> dict[str, str | int]:
        """Return what games must share so that their tallies may be added."""
        return self.plan.head(self.definition)


def _how(plan: Plan) -> dict[str, object]:
    return {key: getattr(plan, key) for key in HOW}
