"""Examples that an earlier run found save the search and nothing else: the same kit comes out, and what has changed
since is searched anew."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from enum import Enum
from pathlib import Path
from typing import Any

import pytest

from pnp.build.build import build_kit
from pnp.build.options import BuildOptions
from pnp.cache.disk import EXAMPLES, FOLDER, DiskCache
from pnp.examples.cached_examples import examples_to_json
from pnp.model.game import Game
from pnp.project import examples as of_pipeline
from pnp.project.examples import examples_key, search_examples
from pnp.project.project import open_project, open_shipped
from tests.conftest import ROOT

GAMES = ("red", "red7", "iroha", "collectmate", "kasane", "koka")
HARBOUR = ROOT / "tests" / "testing" / "harbour"
_SEARCHES = """
import sys
from pnp.project.examples import search_examples
from pnp.project.project import open_project
game = open_project().game(sys.argv[1])
found = search_examples(game, int(sys.argv[2]))
print("searched" if "pnp.examples.search" in sys.modules else "known", len(found.examples))
"""


def _must_not_search(*_: object) -> Any:
    raise AssertionError("this is known")


@pytest.mark.parametrize("name", [pytest.param(game, marks=() if game == "red" else pytest.mark.kit) for game in GAMES])
def test_a_kit_is_the_same_byte_for_byte_with_examples_known_before(
    name: str, kept_here: Path, printed: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = printed(game=name).pdf
    search_examples(open_shipped().game(name))
    assert DiskCache(EXAMPLES, kept_here).size().files == 1
    monkeypatch.setattr(of_pipeline, "find_examples", _must_not_search)
    project = open_shipped()
    kit = build_kit(project, project.game(name), BuildOptions(language="en"))
    assert kit.pdf == plain


@pytest.mark.parametrize("seed", [0, pytest.param(1, marks=pytest.mark.kit), pytest.param(2, marks=pytest.mark.kit)])
@pytest.mark.parametrize("name", GAMES)
def test_examples_of_every_game_are_known_as_they_were_found(
    name: str, seed: int, kept_here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    examples = search_examples(open_shipped().game(name), seed)
    monkeypatch.setattr(of_pipeline, "find_examples", _must_not_search)
    known = search_examples(open_shipped().game(name), seed)
    assert repr((known.examples, known.unkilled, known.unshown)) == repr(
        (examples.examples, examples.unkilled, examples.unshown)
    )


def test_another_seed_and_another_game_are_searched(kept_here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    search_examples(open_shipped().game("red"))
    monkeypatch.setattr(of_pipeline, "find_examples", _must_not_search)
    for name, seed in (("red", 1), ("red7", 0)):
        with pytest.raises(AssertionError, match="this is known"):
            search_examples(open_shipped().game(name), seed)


def test_another_figure_is_searched_and_another_title_is_not(
    kept_here: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def mine(*lines: str) -> Game:
        text = "\n".join(("[mine]", 'extends = "shipped:red"', *lines))
        (tmp_path / "games.toml").write_text(text, encoding="utf-8")
        return open_project(tmp_path / "games.toml").game("mine")

    search_examples(mine())
    with monkeypatch.context() as patched:
        patched.setattr(of_pipeline, "find_examples", _must_not_search)
        search_examples(mine('title = "Mine"'))
        with pytest.raises(AssertionError, match="this is known"):
            search_examples(mine("hand = 6"))
    assert search_examples(mine("hand = 6")).examples
    assert DiskCache(EXAMPLES, kept_here).size().files == 2


DAMAGE: dict[str, Callable[[bytes], bytes]] = {
    "cut": lambda data: data[:-5],
    "emptied": lambda data: b"",
    "of nothing": lambda data: b"\0" * len(data),
    "without its digest": lambda data: data[32:],
    "huge": lambda data: data + b" " * 5_000_000,
}


@pytest.mark.parametrize("damage", DAMAGE)
def test_a_damaged_file_is_searched_again_and_mended(kept_here: Path, damage: str) -> None:
    examples = search_examples(open_shipped().game("red"))
    (file,) = (kept_here / "examples").iterdir()
    whole = file.read_bytes()
    file.write_bytes(DAMAGE[damage](whole))
    again = search_examples(open_shipped().game("red"))
    assert repr(again.examples) == repr(examples.examples)
    assert file.read_bytes() == whole


def _edited(text: bytes, edit: Callable[[dict[str, Any]], object]) -> bytes:
    data = json.loads(text)
    edit(data)
    return json.dumps(data).encode()


LIES: dict[str, Callable[[bytes], bytes]] = {
    "no JSON": lambda text: b"nothing of the kind",
    "deep": lambda text: b"[" * 50_000,
    "another answer": lambda text: _edited(text, lambda data: data["examples"][0]["out"].update(winner=7)),
    "an impossible position": lambda text: _edited(text, lambda data: data["examples"][0].update({"in": {}})),
    "another game": lambda text: examples_to_json(search_examples(open_shipped().game("iroha"))) or b"",
    "markup": lambda text: _edited(text, lambda data: data["examples"][0].update(id="<svg/>")),
}


@pytest.mark.parametrize("lie", LIES)
def test_a_whole_file_that_says_what_is_not_so_is_searched_again_and_mended(kept_here: Path, lie: str) -> None:
    game = open_shipped().game("red")
    examples, key = search_examples(game), examples_key(game, 0)
    cache = DiskCache(EXAMPLES, kept_here)
    assert key is not None
    text = cache.find(key)
    assert text is not None
    cache.keep(key, LIES[lie](text))
    assert cache.find(key) != text
    assert repr(search_examples(game).examples) == repr(examples.examples)
    assert cache.find(key) == text


def test_a_folder_that_cannot_be_written_to_is_read_and_otherwise_done_without(
    kept_here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = open_shipped().game("red")
    examples = search_examples(game)

    def shut(**_: object) -> Any:
        raise PermissionError(13, "Permission denied")

    # Simulated, and not by the folder's mode: a superuser could still write to it.
    monkeypatch.setattr("pnp.cache.disk.tempfile.mkstemp", shut)
    assert search_examples(game, 1).examples
    assert DiskCache(EXAMPLES, kept_here).size().files == 1
    monkeypatch.setattr(of_pipeline, "find_examples", _must_not_search)
    assert search_examples(game).examples == examples.examples


def test_a_folder_that_cannot_be_made_is_done_without(kept_here: Path) -> None:
    kept_here.write_text("a file lies there", encoding="utf-8")
    assert search_examples(open_shipped().game("red")).examples == search_examples(open_shipped().game("red")).examples
    assert kept_here.read_text(encoding="utf-8") == "a file lies there"


def test_a_game_without_rules_keeps_nothing(kept_here: Path, tmp_path: Path) -> None:
    (tmp_path / "games.toml").write_text(
        '[mine]\nengine = "deck"\ntitle = "Mine"\ndecks = { cards = [{ number = 1 }] }\n'
        '[mine.components]\ncards = { kind = "cards", title = "cards", of = "cards", template = "card" }\n',
        encoding="utf-8",
    )
    assert search_examples(open_project(tmp_path / "games.toml").game("mine")).examples == ()
    assert not kept_here.exists()


class Suit(Enum):
    MOON = 1
    SUN = 2


@dataclass(frozen=True)
class Figures:
    one: Any
    hidden: int = 0

    def __repr__(self) -> str:
        return "alike"


VALUES: list[Any] = [
    1, 1.0, True, "1", b"1", None, [1], (1,), {"a": 1}, {"a": 1, "b": 2}, {"b": 2, "a": 1}, {1}, frozenset({1, 2}),
    Suit.MOON, Suit.SUN, Figures(1), Figures(1, 1), [[1], 2], [[1, 2]], "",
]  # fmt: skip


def test_whatever_differs_in_settings_has_another_digest() -> None:
    game = open_shipped().game("red")
    digests = [examples_key(replace(game, settings=Figures(value)), 0) for value in VALUES]
    assert None not in digests
    assert len(set(digests)) == len(VALUES)
    assert examples_key(replace(game, settings=Figures({1})), 0) == examples_key(
        replace(game, settings=Figures({1})), 0
    )


def test_settings_that_have_no_digest_are_searched_each_time() -> None:
    assert examples_key(replace(open_shipped().game("red"), settings=Figures(object())), 0) is None


@dataclass(frozen=True)
class Elsewhere:
    """A folder of packages in which things are changed, and processes that search there."""

    path: tuple[Path, ...]
    work: Path
    environment: Mapping[str, str]

    def searched(self, game: str, seed: int = 0, **more: str) -> bool:
        """Tell whether a process searches the examples of ``game`` instead of reading them from the cache."""
        ran = subprocess.run(
            [sys.executable, "-W", "error", "-c", _SEARCHES, game, str(seed)],
            cwd=self.work,
            env={**self.environment, "PYTHONPATH": os.pathsep.join(map(str, self.path)), **more},
            capture_output=True,
            text=True,
            check=False,
            timeout=120,
        )
        assert ran.returncode == 0, ran.stderr
        word, count = ran.stdout.split()
        assert int(count) > 1
        return word == "searched"


@pytest.fixture
def elsewhere(tmp_path: Path, process_environment: Callable[..., dict[str, str]]) -> Callable[..., Elsewhere]:
    def make(*path: Path) -> Elsewhere:
        work = tmp_path / "work"
        work.mkdir()
        return Elsewhere(path, work, process_environment({FOLDER: str(tmp_path / "kept")}))

    return make


def _more(file: Path) -> None:
    """A further line in a file of Python: the same program, by another text."""
    file.write_text(file.read_text(encoding="utf-8") + "\n# changed\n", encoding="utf-8")


def test_a_changed_program_searches_again(tmp_path: Path, elsewhere: Callable[..., Elsewhere]) -> None:
    there = tmp_path / "copy"
    shutil.copytree(ROOT / "pnp", there / "pnp")
    for name in ("games.toml", "templates", "fonts", "examples", "pyproject.toml"):
        (there / name).symlink_to(ROOT / name)
    copy = elsewhere(there)
    assert copy.searched("red")
    assert not copy.searched("red")
    games = there / "pnp" / "games"
    for file in (
        games / "red" / "rules" / "turn.py",
        games / "red" / "oracle" / "answer.py",
        games / "red" / "teaching" / "misreadings.py",
        games / "core" / "lesson.py",
        there / "pnp" / "examples" / "search.py",
        there / "pnp" / "units.py",
    ):
        _more(file)
        assert copy.searched("red"), file
    for file in (games / "iroha" / "rules" / "answer.py", there / "pnp" / "cli" / "work" / "build.py"):
        _more(file)
    assert not copy.searched("red")
    start = there / "pnp" / "__init__.py"
    start.write_text(start.read_text(encoding="utf-8") + '\n__version__ = "99"\n', encoding="utf-8")
    assert copy.searched("red")


def test_a_game_of_another_package_is_searched_again_where_that_or_what_it_imports_has_changed(
    tmp_path: Path, elsewhere: Callable[..., Elsewhere]
) -> None:
    site, other_site = tmp_path / "site", tmp_path / "beside"
    shutil.copytree(HARBOUR, site / "harbour", ignore=shutil.ignore_patterns("__pycache__"))
    about = site / "pnp_harbour-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: pnp-harbour\nVersion: 1.0\n", encoding="utf-8")
    (about / "entry_points.txt").write_text("[pnp.games]\nharbour = harbour\n", encoding="utf-8")
    (other_site / "tides").mkdir(parents=True)
    (other_site / "tides" / "__init__.py").write_text("from tide_tables import HIGH\n", encoding="utf-8")
    (other_site / "tide_tables.py").write_text("HIGH = 3\n", encoding="utf-8")
    rules = site / "harbour" / "rules" / "answer.py"
    text = rules.read_text(encoding="utf-8")
    place = text.index("from __future__ import annotations\n") + len("from __future__ import annotations\n")
    rules.write_text(f"{text[:place]}\nimport tides\n{text[place:]}", encoding="utf-8")
    there = elsewhere(ROOT, site, other_site)
    assert there.searched("harbour")
    assert not there.searched("harbour")
    assert there.searched("harbour", 1)
    changes = [
        site / "harbour" / "oracle" / "answer.py",
        other_site / "tides" / "__init__.py",
        other_site / "tide_tables.py",
    ]
    for file in changes:
        _more(file)
        assert there.searched("harbour"), file
    (site / "harbour" / "templates" / "harbour" / "more.svg.j2").write_text("<g/>", encoding="utf-8")
    (other_site / "unread.py").write_text("HIGH = 4\n", encoding="utf-8")
    assert not there.searched("harbour")


def test_processes_that_search_at_the_same_time_share_what_they_find(
    tmp_path: Path, process_environment: Callable[..., dict[str, str]]
) -> None:
    environment = process_environment({FOLDER: str(tmp_path / "kept")})
    command = [sys.executable, "-m", "pnp", "examples", "red", "--json"]
    begun = [subprocess.Popen(command, cwd=tmp_path, env=environment, stdout=subprocess.PIPE) for _ in range(3)]
    outputs = [process.communicate(timeout=120)[0] for process in begun]
    assert [process.returncode for process in begun] == [0, 0, 0]
    assert len(set(outputs)) == 1
    assert len([*(tmp_path / "kept" / "examples").iterdir()]) == 1
    assert (
        subprocess.run(command, cwd=tmp_path, env=environment, stdout=subprocess.PIPE, check=True).stdout == outputs[0]
    )
