"""``pnp list``, ``pnp explain`` and ``pnp schema``: the contents of a definition, and its possible keys."""

from __future__ import annotations

from typing import Annotated, Literal

import typer

from pnp.cli.options import GamesOption, JsonOption, LangOption

_OtherFile = Literal["words", "theme", "fonts"]


def list_games(
    games: GamesOption = None,
    lang: LangOption = None,
    sheets: Annotated[
        bool, typer.Option("--sheets", help="List the sheets that pieces can be laid on instead.")
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """List the games of the definition and what each kit contains; or the sheets that pieces can be laid on."""
    from pnp.cli.work import definition as work  # noqa: PLC0415 - pnp --help must not load the pipeline

    if sheets:
        work.list_sheets(games, lang, as_json)
    else:
        work.list_games(games, lang, as_json)


def explain(
    names: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="KEY",
            help="A name or a path, such as edge or components.edge; words.toml, theme.toml or fonts.toml. "
            "Default: list them.",
        ),
    ] = None,
    markdown: Annotated[
        bool, typer.Option("--markdown", help="Print the page docs/keys.md, of the shipped games.")
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """Say what a key of games.toml means and what it can be. Without one, list them."""
    from pnp.cli.work import definition as work  # noqa: PLC0415 - pnp --help must not load the pipeline

    if markdown:
        work.print_reference_page()
    else:
        # The words of a line copied from the file: [GAME.components.ID] edge
        work.explain(".".join(names) if names else None, as_json)


def schema(
    file: Annotated[
        _OtherFile | None,
        typer.Option("--file", help="A file beside the definition: words.toml, theme.toml, fonts.toml."),
    ] = None,
) -> None:
    """Print a JSON Schema of the definition file, or of a file beside it, for editors."""
    from pnp.cli.work import definition as work  # noqa: PLC0415 - pnp --help must not load the pipeline

    work.print_schema(file)
