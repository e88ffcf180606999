"""A pack of data files runs no code, even if the cache and the configuration lie in it."""

from __future__ import annotations

import marshal
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from pnp.cache.disk import FOLDER
from tests.conftest import CONFIG

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the folders are named otherwise there")
GAMES = """
[mine]
engine = "deck"
title = "Mine"
decks = { cards = [{ number = 1 }] }
[mine.components]
cards = { kind = "cards", title = "cards", of = "cards", template = "card" }
"""
FACE = '<rect width="{{ face.width }}" height="{{ face.height }}" fill="#ffffff"/>{{ line(card.number, 5, 20, 5) }}'
CACHE = "XDG_CACHE_HOME"
_FORGE = """
import sys
from pathlib import Path
from pnp.cache.disk import TEMPLATES, DiskCache
room, payload = Path(sys.argv[1]), sys.stdin.buffer.read()
for file in (room / "templates").iterdir():
    DiskCache(TEMPLATES, room).keep(file.name, payload)
"""


@pytest.fixture(scope="module")
def pack(tmp_path_factory: pytest.TempPathFactory, process_environment: Callable[..., dict[str, str]]) -> Path:
    """A pack at work on a machine of its author, with a cache of code for its template and the secret that it is
    signed with, as the program made them, put into the pack."""
    tmp_path = tmp_path_factory.mktemp("machine")
    author, pack = tmp_path / "author", tmp_path / "pack"
    (pack / "templates" / "deck").mkdir(parents=True)
    (pack / "games.toml").write_text(GAMES, encoding="utf-8")
    (pack / "templates" / "deck" / "card.svg.j2").write_text(FACE, encoding="utf-8")
    environment = process_environment({CONFIG: str(author / ".config"), FOLDER: str(author / ".cache" / "pnp")})

    def run(*command: object, stdin: bytes = b"") -> None:
        command = (sys.executable, *map(str, command))
        subprocess.run(command, cwd=pack, env=environment, input=stdin, stderr=subprocess.DEVNULL, check=False)

    run("-m", "pnp", "build", "mine", "--quiet")
    shutil.rmtree(pack / "output")
    forged = compile(f"open({str(tmp_path / 'ran')!r}, 'w').close()", "card.svg.j2", "exec")
    run("-c", _FORGE, author / ".cache" / "pnp", stdin=marshal.dumps((forged, [], [], [])))
    # A trusted cache runs the code.
    run("-m", "pnp", "build", "mine", "--quiet")
    (tmp_path / "ran").unlink()
    for name in (".cache", ".config"):
        shutil.copytree(author / name, pack / name)
    return pack


def built(pack: Path, environment: Mapping[str, str], *more: str, cwd: Path | None = None) -> None:
    command = [sys.executable, "-m", "pnp", "build", "mine", "--quiet", "--out", str(pack.parent / "output"), *more]
    ran = subprocess.run(command, cwd=cwd or pack, env=environment, capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert not (pack.parent / "ran").exists(), "the code of the pack has run"


WHERE: dict[str, Callable[[Path], dict[str, str]]] = {
    "the cache in the pack": lambda pack: {CACHE: str(pack / ".cache")},
    "both in the pack": lambda pack: {CACHE: str(pack / ".cache"), CONFIG: str(pack / ".config")},
    "the home in the pack": lambda pack: {"HOME": str(pack)},
    "the cache in the pack, by its own variable": lambda pack: {FOLDER: str(pack / ".cache" / "pnp")},
}


@pytest.mark.parametrize("where", WHERE)
def test_a_pack_with_a_cache_runs_no_code(
    pack: Path, process_environment: Callable[..., dict[str, str]], where: str, tmp_path: Path
) -> None:
    arguments = WHERE[where](pack)
    environment = {**process_environment({CONFIG: str(tmp_path / "own"), **arguments})}
    if FOLDER not in arguments:
        del environment[FOLDER]
    if "HOME" in arguments:
        del environment[CONFIG]
    before = {file: file.read_bytes() for file in pack.rglob("*") if file.is_file()}
    built(pack, environment)
    built(pack, environment, "--games", "pack/games.toml", cwd=pack.parent)
    assert {file: file.read_bytes() for file in pack.rglob("*") if file.is_file()} == before


def test_a_pack_whose_cache_was_copied_to_the_users_runs_no_code(
    pack: Path, process_environment: Callable[..., dict[str, str]]
) -> None:
    """Without the secret, and with it in the place of his."""
    home = pack.parent / "home"
    environment = process_environment({"HOME": str(home), FOLDER: str(home / ".cache" / "pnp")})
    del environment[CONFIG]
    for names in ((".cache",), (".cache", ".config")):
        shutil.rmtree(home, ignore_errors=True)
        for name in names:
            shutil.copytree(pack / name, home / name)
        built(pack, environment)
