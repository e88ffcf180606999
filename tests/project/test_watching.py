"""Watched files, and the conditions under which they count as changed."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest

from pnp.build.build import build_kit
from pnp.build.options import BuildOptions
from pnp.diagnostics import PnpError
from pnp.project import watching
from pnp.project.build_cache import BuildCache
from pnp.project.project import open_project
from pnp.project.watching import WatchedPaths, dependency_paths, program_stamps, stamps, wait_for_change, watched_paths

MINE = """\
[mine]
engine = "deck"
title = "Mine"
decks = { cards = "cards.csv" }
components = { cards = { kind = "cards", title = "cards", template = "card", of = "cards" } }
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A folder with a definition, cards and a template."""
    for name in ("games.toml", "cards.csv", "templates/deck/card.svg.j2"):
        write(tmp_path / name, name)
    return tmp_path


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def seen(folder: Path, watched: WatchedPaths | None = None) -> set[str]:
    paths = stamps(watched_paths(folder / "games.toml", None) if watched is None else watched)
    return {Path(path).relative_to(folder).as_posix() for path in paths}


def renamed_over(folder: Path) -> None:
    file = folder / "cards.csv"
    write(folder / ".cards.csv.part", "CARDS.CSV")
    was = file.stat()
    os.utime(folder / ".cards.csv.part", ns=(was.st_atime_ns, was.st_mtime_ns))
    (folder / ".cards.csv.part").replace(file)


@pytest.mark.parametrize(
    "change",
    [
        lambda folder: write(folder / "cards.csv", "other cards"),
        lambda folder: (folder / "cards.csv").unlink(),
        lambda folder: write(folder / "art/new/fox.svg", "<svg/>"),
        lambda folder: (folder / "cards.csv").rename(folder / "moths.csv"),
        renamed_over,
    ],
    ids=["written", "removed", "new", "renamed", "renamed over, of the same size and time"],
)
def test_a_change_is_seen(project: Path, change: Callable[[Path], object]) -> None:
    watched = watched_paths(project / "games.toml", None)
    before = stamps(watched)
    assert stamps(watched) == before
    change(project)
    assert stamps(watched) != before


@pytest.mark.parametrize(
    "name",
    [
        "output/red/red.pdf",
        ".git/index",
        ".cards.csv.swp",
        "cards.csv~",
        "#cards.csv#",
        "node_modules/a/b",
        "made/a.pdf",
    ],
)
def test_what_is_written_by_programs_is_not_watched(project: Path, name: str) -> None:
    watched = watched_paths(project / "games.toml", project / "made")
    before = stamps(watched)
    write(project / name, "made")
    assert stamps(watched) == before


def test_a_folder_called_output_further_down_is_watched(project: Path) -> None:
    write(project / "art/output/fox.svg", "<svg/>")
    assert "art/output/fox.svg" in seen(project)


def test_links_are_followed_to_files_and_not_to_folders(project: Path) -> None:
    (project / "again").symlink_to(project)
    (project / "nowhere.csv").symlink_to(project / "none")
    (project / "moths.csv").symlink_to(project / "cards.csv")
    everything = {"games.toml", "cards.csv", "moths.csv", "templates/deck/card.svg.j2"}
    assert seen(project) == everything
    before = stamps(WatchedPaths((), (project / "moths.csv",)))
    write(project / "cards.csv", "other cards")
    assert stamps(WatchedPaths((), (project / "moths.csv",))) != before


def test_a_folder_that_is_gone_is_empty(project: Path) -> None:
    assert stamps(WatchedPaths((project / "none",), (project / "no.csv",))) == {}


def test_a_folder_with_too_many_files_is_refused(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watching, "MOST_FILES", 3)
    assert len(seen(project)) == 3
    write(project / "more.csv", "")
    with pytest.raises(PnpError, match=r"error\[too-many-files\]: more than 3 files"):
        seen(project)


@pytest.mark.parametrize("out", ["", "templates", "fonts"])
def test_files_are_not_written_where_files_are_watched(project: Path, out: str) -> None:
    with pytest.raises(PnpError, match=r"error\[usage\]: --watch looks at every file of this folder"):
        watched_paths(project / "games.toml", project / out)


def test_without_a_definition_its_place_is_watched_and_what_is_shipped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert watched_paths(None, None) == WatchedPaths((), (tmp_path / "games.toml",))
    project = open_project()
    paths = {Path(path).name for path in stamps(dependency_paths(project, [project.game("iroha")]))}
    assert paths >= {"games.toml", "words.toml"}
    write(tmp_path / "games.toml", "")
    assert watched_paths(None, None).folders == (tmp_path,)


def test_cards_and_what_is_extended_are_followed(tmp_path: Path) -> None:
    write(tmp_path / "cards.csv", "title\nNewt\n")
    write(tmp_path / "games.toml", MINE + '[other]\nextends = "shipped:iroha"\n')
    project = open_project(tmp_path / "games.toml")
    files = dependency_paths(project, project.games.values()).files
    assert [path.name for path in files] == ["games.toml", "games.toml", "cards.csv"]


class Clock:
    """In place of waiting: what happens meanwhile, one thing at each wait, and how long each wait was."""

    def __init__(self, *happens: Callable[[], object]) -> None:
        self.happens = list(happens)
        self.waits: list[float] = []

    def __call__(self, seconds: float) -> None:
        self.waits.append(seconds)
        assert self.happens, "nothing was seen of what happened"
        self.happens.pop(0)()


def nothing() -> None:
    """Time passes."""


def test_a_burst_of_saves_is_one_change(project: Path) -> None:
    watched, cards = watched_paths(project / "games.toml", None), project / "cards.csv"
    before = stamps(watched)
    half, whole = (lambda: write(cards, "half")), (lambda: write(cards, "all of it"))
    clock = Clock(nothing, half, whole, nothing)
    assert wait_for_change(watched, before, clock) == stamps(watched) != before
    assert cards.read_text() == "all of it"
    assert clock.waits[2:] == [watching.SETTLED, watching.SETTLED]
    assert min(clock.waits[:2]) >= watching.EVERY


def test_a_file_that_comes_and_goes_is_no_change(project: Path) -> None:
    watched, scratch = watched_paths(project / "games.toml", None), project / "4913"
    before = stamps(watched)
    later = project / "later.csv"
    clock = Clock(lambda: write(scratch, ""), scratch.unlink, nothing, lambda: write(later, ""), nothing)
    assert set(wait_for_change(watched, before, clock)) == {*before, str(later)}


def test_files_that_never_settle_count_all_the_same(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watching, "_MAX_SETTLING", 0.0)
    watched = watched_paths(project / "games.toml", None)
    before = stamps(watched)
    assert wait_for_change(watched, before, Clock(lambda: write(project / "log.txt", "line"))) != before


def test_it_is_idle_once_when_nothing_changes_for_a_second(project: Path) -> None:
    watched = watched_paths(project / "games.toml", None)
    idle: list[int] = []
    clock = Clock(*[nothing] * 20, lambda: write(project / "cards.csv", "other"), nothing)
    wait_for_change(watched, stamps(watched), clock, lambda: idle.append(len(clock.waits)))
    assert len(idle) == 1 and sum(clock.waits[: idle[0]]) >= 1.0


def test_a_long_look_is_followed_by_a_longer_wait(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ticks = iter([0.0, 0.1, 1.0, 1.1, 2.0, 2.1])
    monkeypatch.setattr(watching.time, "perf_counter", lambda: next(ticks))
    watched = watched_paths(project / "games.toml", None)
    clock = Clock(nothing, lambda: write(project / "cards.csv", "other"), nothing)
    wait_for_change(watched, stamps(watched), clock)
    assert clock.waits[0] == pytest.approx(8.0)


def test_programs_are_those_of_packages(project: Path) -> None:
    for name in ("package/rules.py", "package/games.toml", "tool.py"):
        write(project / name, "")
    paths = program_stamps(stamps(watched_paths(project / "games.toml", None)), [project / "package"])
    assert [Path(path).name for path in paths] == ["rules.py"]


def test_kits_that_fail_again_and_again_leave_nothing_behind(tmp_path: Path) -> None:
    build_cache, held = BuildCache(), []
    for number in range(40):
        rows = "".join(f"card {number} {card},1\n" for card in range(2))
        write(tmp_path / "cards.csv", f"title,copies\n{rows}{'W' * 400},1\n")
        write(tmp_path / "games.toml", MINE)
        build_cache.turn()
        project = open_project(tmp_path / "games.toml", build_cache=build_cache, again=True)
        with pytest.raises(PnpError):
            build_kit(project, project.game("mine"), BuildOptions())
        held.append(len(build_cache.kit_cache(("mine", BuildOptions())).drawings.rendered))
    assert max(held) >= 2, "nothing was kept at all"
    assert max(held[20:]) <= max(held[:20])


def test_the_package_that_brings_a_game_is_followed(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(project / "games.toml", MINE)
    write(project / "cards.csv", "title\nNewt\n")
    opened = open_project(project / "games.toml")
    package = project.parent / "package"
    monkeypatch.setattr(watching, "game_package", lambda engine: SimpleNamespace(folder={"deck": package}[engine]))
    assert package in dependency_paths(opened, opened.games.values()).folders
