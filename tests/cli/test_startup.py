"""Modules that `pnp` loads before it knows its command."""

from __future__ import annotations

import subprocess
import sys
from importlib.util import find_spec

import pytest

from pnp.cli import with_room_for_frames
from pnp.cli.app import run

HEAVY = (
    *("reportlab", "pydantic", "jinja2", "fontTools", "pypdfium2", "pikepdf"),
    *("PIL", "svgwrite", "qrcodegen", "budoux", "coloraide"),
)
_REPORT = "import sys; print(*sorted(name for name in {heavy!r} if name in sys.modules))"


def _loaded(code: str) -> list[str]:
    script = f"{code}\n{_REPORT.format(heavy=HEAVY)}"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    return done.stdout.splitlines()[-1].split()


def test_help_loads_no_heavy_library():
    assert _loaded("from pnp.cli.app import run\nassert run(['--help']) == 0") == []


def test_help_of_a_command_loads_no_work():
    script = (
        "import sys\nfrom pnp.cli.app import run\nfrom pnp.cli.app import _COMMANDS\n"
        "assert all(run([name, '--help']) == 0 for name in _COMMANDS)\n"
        "assert 'pnp.cli.commands.kits' in sys.modules\n"
        "assert not [name for name in sys.modules if name.startswith('pnp.cli.work')]"
    )
    assert set(_loaded(script)) <= {"pydantic"}  # which typer itself may use


def test_a_command_brings_no_other_along():
    report = "import sys; print(*(name for name in sys.modules if name.startswith('pnp.cli.commands.')))"
    script = f"from pnp.cli.app import run\nassert run(['verify', '--help']) == 0\n{report}"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "pnp.cli.commands.pdfs"


def test_a_command_that_is_none_is_told_beside_those_that_are(capfd):
    assert run(["biuld", "red"]) == 2
    assert "'build'" in capfd.readouterr().err


def test_a_deck_without_examples_needs_no_pdf_reader_and_no_font_tools(tmp_path):
    (tmp_path / "games.toml").write_text(
        '[mine]\nengine = "deck"\ntitle = "Mine"\ndecks = { cards = [{ number = 1 }] }\n'
        '[mine.components]\ncards = { kind = "cards", title = "cards", of = "cards", template = "card" }\n',
        encoding="utf-8",
    )
    arguments = ["build", "mine", "--games", str(tmp_path / "games.toml"), "--out", str(tmp_path / "out")]
    loaded = _loaded(f"from pnp.cli.app import run\nassert run({arguments!r}) == 0")
    assert "reportlab" in loaded
    assert not {"pypdfium2", "pikepdf", "fontTools", "svgwrite", "qrcodegen", "budoux", "coloraide"} & set(loaded)
    assert (tmp_path / "out" / "mine-en-a4.pdf").is_file()


def _told_last(tmp_path, report: str = "print(*sys.modules)") -> str:
    """Return the last ``report`` after building a part of red."""
    arguments = ["build", "red", "--only", "playing", "--out", str(tmp_path)]
    script = (
        f"import os, sys\nos.chdir({str(tmp_path)!r})\n"
        f"from pnp.cli.app import run\nassert run({arguments!r}) == 0\n{report}"
    )
    return subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    ).stdout.splitlines()[-1]


@pytest.fixture(scope="module")
def of_a_build(tmp_path_factory):
    """Modules that are loaded after building a part of red."""
    return _told_last(tmp_path_factory.mktemp("built")).split()


def test_a_shipped_game_brings_no_other_along(of_a_build):
    games = {name for name in of_a_build if name.startswith("pnp.games.") and name.count(".") == 2}
    assert games == {"pnp.games.core", "pnp.games.red"}


def test_fonts_are_read_by_one_library(of_a_build):
    assert "uharfbuzz" in of_a_build
    assert not {"fontTools", "reportlab.pdfbase.ttfonts", "reportlab.pdfgen"} & set(of_a_build)


def test_a_build_does_without_what_a_check_looks_at(of_a_build):
    names = ("pnp.looks", "pnp.check.check", "pnp.build.alike_colours", "coloraide")
    assert [name for name in of_a_build if name.startswith(names)] == []


def test_a_build_whose_examples_are_known_does_without_the_search(tmp_path, monkeypatch):
    monkeypatch.setenv("PNP_CACHE", str(tmp_path / "kept"))
    report = "print('loaded', *(name for name in sys.modules if name == 'pnp.examples.search'))"
    assert _told_last(tmp_path, report) == "loaded pnp.examples.search"
    assert _told_last(tmp_path, report) == "loaded"


def test_a_build_does_without_what_its_game_has_not(of_a_build):
    # Boards of several sheets, workbooks, marked-up texts.
    names = ("pnp.imposition.tiles", "pnp.data.workbook", "markdown_it")
    assert all(find_spec(name) for name in names)
    assert [name for name in of_a_build if name.startswith(names)] == []


def test_a_command_runs_in_a_frame_with_room_for_those_of_its_calls():
    call = with_room_for_frames(len)
    assert call(["build", "red"]) == 2
    with pytest.raises(TypeError):
        with_room_for_frames(lambda arguments: arguments + 1)(["build"])
    # A frame of a chunk of 256 kB leaves room for less than half of it, and takes no larger chunk.
    assert 128 * 1024 < call.__code__.co_stacksize * 8 < 150 * 1024
