"""Disk cache: files are found whole or not at all, in a folder of the user's own, within its bounds."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from pnp.cache.disk import (
    FOLDER,
    SECTIONS,
    CacheSection,
    CacheUsage,
    DiskCache,
    cache_folder,
    disable_cache,
    exclude_project,
)
from tests.conftest import CONFIG, ROOT

ROOM = CacheSection("things", "things", 4, 10_000, 2_000)
KEYS = [f"{number:064x}" for number in range(9)]
ONE = KEYS[0]


def place(folder: Path, key: str = ONE) -> Path:
    return folder / "things" / key


def test_what_is_kept_is_found_by_its_key(tmp_path: Path) -> None:
    cache = DiskCache(ROOM, tmp_path / "new" / "folder")
    assert cache.find(ONE) is None
    cache.keep(ONE, b"content")
    again = DiskCache(ROOM, tmp_path / "new" / "folder")
    assert (again.find(ONE), again.find(KEYS[1])) == (b"content", None)
    assert again.size() == CacheUsage(1, 32 + len(b"content"))


def test_each_kind_has_a_room_of_its_own(tmp_path: Path) -> None:
    for room in SECTIONS:
        DiskCache(room, tmp_path).keep(ONE, room.name.encode())
    assert [DiskCache(room, tmp_path).find(ONE) for room in SECTIONS] == [room.name.encode() for room in SECTIONS]
    assert {entry.name for entry in tmp_path.iterdir()} == {"templates", "examples", "inks", "reports"}


DAMAGE: dict[str, Callable[[Path], object]] = {
    "cut": lambda file: file.write_bytes(file.read_bytes()[:-3]),
    "emptied": lambda file: file.write_bytes(b""),
    "another content": lambda file: file.write_bytes(file.read_bytes()[:40] + b"x" + file.read_bytes()[41:]),
    "longer": lambda file: file.write_bytes(file.read_bytes() + b"x"),
    "a text": lambda file: file.write_text('{"content": 1}', encoding="utf-8"),
    "huge": lambda file: file.write_bytes(file.read_bytes() + bytes(5_000_000)),
}


@pytest.mark.parametrize("damage", DAMAGE)
def test_a_damaged_file_is_as_good_as_none_and_is_written_anew(tmp_path: Path, damage: str) -> None:
    cache = DiskCache(ROOM, tmp_path)
    cache.keep(ONE, b"some content of a file")
    content = place(tmp_path).read_bytes()
    DAMAGE[damage](place(tmp_path))
    assert cache.find(ONE) is None
    cache.keep(ONE, b"some content of a file")
    assert place(tmp_path).read_bytes() == content


def test_a_file_by_another_name_is_passed_over(tmp_path: Path) -> None:
    cache = DiskCache(ROOM, tmp_path)
    cache.keep(ONE, b"content")
    place(tmp_path).rename(place(tmp_path, KEYS[1]))
    assert cache.find(KEYS[1]) is None


@pytest.mark.skipif(os.name != "posix", reason="there is no such file elsewhere")
@pytest.mark.parametrize("kind", ["pipe", "folder", "endless", "link to nothing"])
def test_what_is_no_file_is_passed_over(tmp_path: Path, kind: str) -> None:
    cache = DiskCache(ROOM, tmp_path)
    cache.keep(KEYS[1], b"content")
    if kind == "pipe":
        os.mkfifo(place(tmp_path))
    elif kind == "folder":
        place(tmp_path).mkdir()
    else:
        place(tmp_path).symlink_to("/dev/zero" if kind == "endless" else tmp_path / "nothing")
    assert cache.find(ONE) is None
    cache.keep(ONE, b"content")
    assert cache.find(ONE) == (None if kind == "folder" else b"content")
    assert not [entry for entry in (tmp_path / "things").iterdir() if entry.name.startswith(".")]


@pytest.mark.skipif(os.name != "posix", reason="who may write to a folder is said otherwise there")
@pytest.mark.parametrize("mode", [0o707, 0o777])
def test_nothing_is_taken_from_where_others_can_write(tmp_path: Path, mode: int) -> None:
    DiskCache(ROOM, tmp_path).keep(ONE, b"content")
    place(tmp_path).parent.chmod(mode)
    assert DiskCache(ROOM, tmp_path).find(ONE) is None
    DiskCache(ROOM, tmp_path).keep(KEYS[1], b"content")
    assert len([*place(tmp_path).parent.iterdir()]) == 1


@pytest.mark.skipif(os.name != "posix", reason="who may write to a folder is said otherwise there")
@pytest.mark.parametrize("mode", [0o707, 0o777])
def test_nothing_is_taken_from_below_where_others_can_write(tmp_path: Path, mode: int) -> None:
    folder = tmp_path / "shared" / "cache"
    cache = DiskCache(ROOM, folder)
    cache.keep(ONE, b"content")
    folder.parent.chmod(mode)
    assert (cache.find(ONE), cache.size(), cache.clear()) == (None, CacheUsage(0, 0), CacheUsage(0, 0))
    cache.keep(KEYS[1], b"content")
    assert [file.name for file in place(folder).parent.iterdir()] == [ONE]
    folder.parent.chmod(mode | 0o1000)
    assert cache.find(ONE) == b"content"


@pytest.mark.skipif(os.name != "posix", reason="who may write to a file is said otherwise there")
@pytest.mark.parametrize("mode", [0o606, 0o666])
def test_a_file_that_others_can_write_to_is_passed_over(tmp_path: Path, mode: int) -> None:
    DiskCache(ROOM, tmp_path).keep(ONE, b"content")
    place(tmp_path).chmod(mode)
    assert DiskCache(ROOM, tmp_path).find(ONE) is None


@pytest.mark.skipif(os.name != "posix", reason="links need leave there")
def test_a_link_in_the_place_of_a_room_is_neither_read_nor_filled_nor_cleared(tmp_path: Path) -> None:
    DiskCache(ROOM, tmp_path / "other").keep(ONE, b"content")
    (tmp_path / "cache").mkdir()
    (tmp_path / "cache" / "things").symlink_to(tmp_path / "other" / "things")
    cache = DiskCache(ROOM, tmp_path / "cache")
    cache.keep(KEYS[1], b"content")
    assert (cache.find(ONE), cache.size(), cache.clear()) == (None, CacheUsage(0, 0), CacheUsage(0, 0))
    assert [file.name for file in (tmp_path / "other" / "things").iterdir()] == [ONE]


def test_a_file_that_is_signed_with_another_secret_is_passed_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patched:
        patched.setattr("pnp.cache.disk.read_key", lambda _: bytes(32))
        DiskCache(ROOM, tmp_path).keep(ONE, b"forged")
        assert DiskCache(ROOM, tmp_path).find(ONE) == b"forged"
    assert DiskCache(ROOM, tmp_path).find(ONE) is None
    data = place(tmp_path).read_bytes()
    place(tmp_path).write_bytes(hashlib.sha256(ONE.encode() + b"forged").digest() + data[32:])
    assert DiskCache(ROOM, tmp_path).find(ONE) is None


def test_a_file_of_another_room_is_passed_over(tmp_path: Path) -> None:
    DiskCache(ROOM, tmp_path).keep(ONE, b"content")
    (tmp_path / "things").rename(tmp_path / "others")
    assert DiskCache(CacheSection("others", "others", 4, 10_000, 2_000), tmp_path).find(ONE) is None


@pytest.mark.skipif(sys.platform != "linux", reason="the configuration folder is named otherwise there")
def test_without_a_secret_nothing_is_kept_and_nothing_stops(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("in the way", encoding="utf-8")
    monkeypatch.setenv(CONFIG, str(tmp_path / "file"))
    cache = DiskCache(ROOM, tmp_path / "cache")
    cache.keep(ONE, b"content")
    assert cache.find(ONE) is None
    assert not (tmp_path / "cache").exists()


@pytest.mark.parametrize("how", ["in use", "here"])
def test_nothing_is_kept_in_a_project_nor_taken_from_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    folder = tmp_path / "project" / "deep" / "cache"
    cache = DiskCache(ROOM, folder)
    cache.keep(ONE, b"content")
    assert cache.find(ONE) == b"content"
    if how == "in use":
        exclude_project(tmp_path / "project")
    else:
        (tmp_path / "project" / "games.toml").write_text("", encoding="utf-8")
        monkeypatch.chdir(tmp_path / "project")
    assert (cache.find(ONE), cache.size(), cache.clear()) == (None, CacheUsage(0, 0), CacheUsage(0, 0))
    cache.keep(KEYS[1], b"content")
    assert [file.name for file in place(folder).parent.iterdir()] == [ONE]


@pytest.mark.skipif(os.name != "posix", reason="who may read a file is said otherwise there")
def test_what_is_kept_is_for_its_user_alone(tmp_path: Path) -> None:
    DiskCache(ROOM, tmp_path).keep(ONE, b"content")
    assert [place(tmp_path).parent.stat().st_mode & 0o777, place(tmp_path).stat().st_mode & 0o777] == [0o700, 0o600]


def test_a_folder_that_cannot_be_made_keeps_nothing_and_stops_nothing(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way", encoding="utf-8")
    cache = DiskCache(ROOM, tmp_path / "file" / "folder")
    cache.keep(ONE, b"content")
    assert cache.find(ONE) is None
    assert cache.size() == cache.clear() == CacheUsage(0, 0)


def test_a_file_that_cannot_be_written_keeps_nothing_and_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cache = DiskCache(ROOM, tmp_path)
    cache.keep(KEYS[1], b"content")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    cache.keep(ONE, b"content")
    assert [entry.name for entry in (tmp_path / "things").iterdir()] == [KEYS[1]]
    assert cache.find(KEYS[1]) == b"content"


def filled(folder: Path, sizes: list[int]) -> DiskCache:
    """Files of these sizes, the first the oldest."""
    cache = DiskCache(ROOM, folder)
    for number, size in enumerate(sizes):
        cache.keep(KEYS[number], bytes(size))
        os.utime(place(folder, KEYS[number]), (number, number))
    return cache


def test_the_oldest_make_room_where_there_are_too_many(tmp_path: Path) -> None:
    cache = filled(tmp_path, [10, 10, 10, 10])
    assert cache.size().files == 4
    cache.keep(KEYS[4], b"content")
    assert [cache.find(key) is not None for key in KEYS[:5]] == [False, False, True, True, True]


def test_the_oldest_make_room_where_there_is_too_much(tmp_path: Path) -> None:
    room = CacheSection("things", "things", 100, 3_000, 2_000)
    cache = filled(tmp_path, [900, 900, 900])
    DiskCache(room, tmp_path).keep(KEYS[3], bytes(900))
    assert [cache.find(key) is not None for key in KEYS[:4]] == [False, False, False, True]
    for key in KEYS:
        DiskCache(room, tmp_path).keep(key, bytes(700))
        assert DiskCache(room, tmp_path).size().bytes <= 3_000


def test_what_is_too_large_is_not_kept(tmp_path: Path) -> None:
    cache = DiskCache(ROOM, tmp_path)
    cache.keep(ONE, bytes(2_000))
    assert (cache.find(ONE), cache.size().files) == (None, 0)
    cache.keep(ONE, bytes(2_000 - 32))
    assert cache.find(ONE) == bytes(2_000 - 32)


def test_only_files_of_ours_are_counted_and_removed(tmp_path: Path) -> None:
    cache = filled(tmp_path, [10, 20])
    others = [tmp_path / "things" / name for name in ("notes.txt", ".hidden", "0" * 63, "0" * 65)]
    for other in others:
        other.write_text("somebody's", encoding="utf-8")
    (tmp_path / "things" / ("f" * 64)).mkdir()
    (tmp_path / "things" / ".begun-x1").write_bytes(b"a program that was stopped left it")
    assert cache.size().files == 3
    assert cache.clear() == CacheUsage(3, 10 + 20 + 2 * 32 + 34)
    left = {entry.name for entry in (tmp_path / "things").iterdir()}
    assert left == {"f" * 64, *(other.name for other in others)}


@pytest.mark.skipif(os.name != "posix", reason="links need leave there")
def test_a_link_is_not_followed_when_what_is_kept_is_removed(tmp_path: Path) -> None:
    cache = filled(tmp_path, [10])
    other = tmp_path / "letter.txt"
    other.write_text("somebody's", encoding="utf-8")
    place(tmp_path, KEYS[5]).symlink_to(other)
    cache.clear()
    assert other.read_text(encoding="utf-8") == "somebody's"


_WRITER = """
import sys
from pathlib import Path
from pnp.cache.disk import CacheSection, DiskCache
kept = DiskCache(CacheSection("things", "things", 4, 1_000_000, 100_000), Path(sys.argv[1]))
for turn in range(150):
    key = f"{turn % 5:064x}"
    content = sys.argv[2].encode() * 5_000
    kept.keep(key, content)
    found = kept.find(key)
    assert found is None or found == found[:1] * 5_000, found[:80]
"""


def test_processes_at_work_at_the_same_time_find_whole_files_or_none(tmp_path: Path) -> None:
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    begun = [
        subprocess.Popen(
            [sys.executable, "-c", _WRITER, str(tmp_path), letter], env=environment, stderr=subprocess.PIPE
        )
        for letter in "abc"
    ]
    for process in begun:
        _, errors = process.communicate(timeout=60)
        assert (process.returncode, errors) == (0, b"")
    assert DiskCache(ROOM, tmp_path).size().files <= 5
    assert not [*(tmp_path / "things").glob(".begun-*")]


def test_the_environment_says_where(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv(FOLDER, str(tmp_path))
    assert cache_folder() == tmp_path
    monkeypatch.setenv(FOLDER, "")
    assert cache_folder() is None
    monkeypatch.delenv(FOLDER)
    folder = cache_folder()
    assert folder is not None
    assert folder.name == "pnp"


def test_nothing_is_kept_for_as_long_as_that_is_asked_for(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv(FOLDER, str(tmp_path))
    with disable_cache():
        assert cache_folder() is None
        with disable_cache():
            assert cache_folder() is None
        assert cache_folder() is None
    assert cache_folder() == tmp_path


def test_without_a_folder_nothing_is_kept() -> None:
    cache = DiskCache(ROOM, None)
    cache.keep(ONE, b"content")
    assert (cache.keeps, cache.find(ONE), cache.size(), cache.clear()) == (
        False,
        None,
        CacheUsage(0, 0),
        CacheUsage(0, 0),
    )
