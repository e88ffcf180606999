"""``pnp preview`` and ``pnp calibrate``: look before printing."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Optional

import typer

from pnp.cli.arguments import GamesOption, Lang, SeedOption
from pnp.cli.output import note, progress, say
from pnp.diagnostics import Diagnostic, Location, PnpError


def preview(
    game: Annotated[str, typer.Argument(metavar="GAME", help="A table of the definition file.")],
    games: GamesOption = None,
    lang: Annotated[Optional[Lang], typer.Option(help="en or ja.")] = None,  # noqa: UP045
    only: Annotated[
        list[str] | None, typer.Option(metavar="COMPONENT", help="Only this component; may be given more than once.")
    ] = None,
    out: Annotated[Path | None, typer.Option(metavar="DIR", help="Default: output/GAME beside the definition.")] = None,
    dpi: Annotated[int, typer.Option(min=36, max=600, help="Dots per inch of the picture.")] = 120,
    seed: SeedOption = 0,
) -> None:
    """Write PNG contact sheets of every face: fronts, backs, summaries, rule sheet."""
    from pnp.pipeline.options import BuildOptions  # noqa: PLC0415
    from pnp.pipeline.preview import contact_sheets  # noqa: PLC0415
    from pnp.pipeline.project import open_project  # noqa: PLC0415
    from pnp.printing.files import replace_file  # noqa: PLC0415

    project = open_project(games)
    found = project.game(game)
    options = BuildOptions(language=lang.value if lang else None, only=tuple(only or ()), seed=seed)
    folder = out if out is not None else project.folder / "output" / found.id
    with progress(f"drawing {found.id}") as step:
        for name, picture in contact_sheets(project, found, options, dpi, step):
            replace_file(folder / name, picture)
            say(str(folder / name))


def calibrate(
    paper: Annotated[str, typer.Option(help="a4, letter … or a size such as '210mm x 297mm'.")] = "a4",
    out: Annotated[Path, typer.Option(metavar="FILE", help="Where to write.")] = Path("calibration.pdf"),
) -> None:
    """Write a calibration sheet, front and back, that shows how far a printer's back is off."""
    from pnp.model.sizes import paper as paper_named  # noqa: PLC0415
    from pnp.pipeline.calibration import calibration_pdf  # noqa: PLC0415
    from pnp.printing.files import replace_file  # noqa: PLC0415

    try:
        sheet = paper_named(paper)
    except ValueError as error:
        raise PnpError(Diagnostic("bad-paper", str(error))) from error
    if out.is_file() and not out.read_bytes()[:5].startswith(b"%PDF"):
        message = "the file is there already and is no PDF"
        raise PnpError(Diagnostic("exists", message, Location(str(out)), "name another file with --out"))
    replace_file(out, calibration_pdf(sheet))
    say(str(out))
    note(
        "  print it on both sides at 100 % and hold it against the light, its back towards you: where the front's "
        "crosses stand on the scales is the offset to give to --back-offset"
    )
