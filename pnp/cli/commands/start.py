"""``pnp init``, ``pnp new`` and ``pnp cache``: the files of a new project or game, and what is kept between runs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from pnp.cli.options import unique

new = typer.Typer(help="Start a game of your own, with rules.", no_args_is_help=True)


def init(
    names: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="GAME", help="Which games. Default: red. With --deck a name for it; with --templates a component."
        ),
    ] = None,
    deck: Annotated[
        bool, typer.Option("--deck", help="A deck of your own instead: a small game of cards, complete, to change.")
    ] = False,
    every: Annotated[bool, typer.Option("--all", help="All shipped games.")] = False,
    templates: Annotated[
        bool,
        typer.Option("--templates", help="Copy the templates of a game, or of some COMPONENT of it, to change faces."),
    ] = False,
    full: Annotated[
        bool, typer.Option("--full", help="Write out all figures: of all games, or of those named.")
    ] = False,
    folder: Annotated[
        Path, typer.Option("--out", metavar="DIR", help="The folder to write into. Default: the working directory.")
    ] = Path(),
    force: Annotated[bool, typer.Option("--force", help="Replace files that are there already.")] = False,
) -> None:
    """Write a games.toml with the game you name, or with a deck of your own, to change line by line.

    init red · init --deck · init --deck creatures · init --all · init --templates red cards

    Nothing that is there already is written over without --force, and all files are written or none.
    """
    from pnp.cli.work import start as work  # noqa: PLC0415 - pnp --help must not load it

    work.init(work.InitOptions(unique(names), deck, every, templates, full, folder, force))


@new.callback()
def _new() -> None:
    """Start a game of your own, with rules."""


@new.command("game")
def game(
    name: Annotated[str, typer.Argument(metavar="NAME", help="What its table is called, such as high-tide.")],
    folder: Annotated[
        Path | None, typer.Option("--out", metavar="DIR", help="The folder of the package. Default: NAME, here.")
    ] = None,
    like: Annotated[
        Literal["tricks", "melds", "subset"] | None,
        typer.Option(
            help="The sort of game: of tricks, of groups of cards in a hand, or of the best subset of a row. Without "
            "it: cards laid as stairs, which stands on nothing but its own rules."
        ),
    ] = None,
    title: Annotated[str | None, typer.Option(help="What it is called on paper. Default: from its name.")] = None,
    inside: Annotated[
        bool,
        typer.Option("--shipped", help="Into the checkout of this program in which you stand, as one of its games."),
    ] = False,
) -> None:
    """Write a small complete game as a package of its own: engine, oracle, lessons, faces, words and tests.

    new game high-tide · new game high-tide --like tricks

    It builds, verifies and passes its tests at once; docs/your-own-game.md walks from there to another game.
    """
    from pnp.cli.work import start as work  # noqa: PLC0415 - pnp --help must not load it

    if inside:
        work.new_shipped_game(name, title, folder, like)
    else:
        work.new_package(name, title, folder, like)


cache = typer.Typer(
    help="What is kept from one run to the next, examples and compiled templates: where it is, and how much.",
    invoke_without_command=True,
)


@cache.callback()
def _cache(context: typer.Context) -> None:
    if context.invoked_subcommand is None:
        show()


@cache.command("show")
def show() -> None:
    """Say where it is kept, and how much."""
    from pnp.cli.work import cache as work  # noqa: PLC0415 - pnp --help must not load it

    work.show()


@cache.command("clear")
def clear() -> None:
    """Forget it. The next build takes a little longer, and comes out the same."""
    from pnp.cli.work import cache as work  # noqa: PLC0415 - pnp --help must not load it

    work.clear()
