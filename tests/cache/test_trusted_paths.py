"""Paths are followed to where they lead, and refused where another user could change what lies there."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from pnp.cache.trust import UntrustedPathError, is_own_folder, make_folder, read_own_file, trusted_path

pytestmark = pytest.mark.skipif(os.name != "posix", reason="who may write to a folder is said otherwise there")
if sys.platform != "win32":
    import grp
    import pwd
STRANGER = 12_345
root_alone = pytest.mark.skipif(os.name != "posix" or os.getuid() != 0, reason="only root gives files away")


@pytest.fixture
def here(tmp_path: Path) -> Path:
    """A folder of the user's with another in it."""
    (tmp_path / "one" / "two").mkdir(parents=True)
    return tmp_path


def test_a_path_is_followed_to_its_real_place(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (here / "link").symlink_to(here / "one")
    (here / "one" / "back").symlink_to("../one/two")
    real = here.resolve()
    assert trusted_path(here / "link" / "two") == real / "one" / "two"
    assert trusted_path(here / "link" / "back" / "..") == real / "one"
    assert trusted_path(here / "one" / "new" / "folder") == real / "one" / "new" / "folder"
    monkeypatch.chdir(here)
    assert trusted_path(Path("link/two")) == real / "one" / "two"


def test_a_sticky_folder_on_the_way_is_no_fault(here: Path) -> None:
    (here / "one").chmod(0o1777)
    assert trusted_path(here / "one" / "two") == here.resolve() / "one" / "two"


@pytest.mark.parametrize("mode", [0o757, 0o777])
@pytest.mark.parametrize("part", ["one", "one/two"])
def test_a_folder_that_others_can_write_to_is_refused_wherever_on_the_way(here: Path, part: str, mode: int) -> None:
    (here / part).chmod(mode)
    for path in (here / "one" / "two", here / "one" / "two" / "new"):
        with pytest.raises(UntrustedPathError, match=f"{part} can be written to by other users"):
            trusted_path(path)


@root_alone
def test_a_folder_that_a_group_of_others_can_write_to_is_refused(here: Path) -> None:
    os.chown(here / "one", -1, STRANGER)
    (here / "one").chmod(0o770)
    with pytest.raises(UntrustedPathError, match="one can be written to by other users"):
        trusted_path(here / "one" / "two")


@pytest.mark.parametrize(
    ("name", "members", "trusted"),
    [(None, [], True), (None, ["me"], True), (None, ["me", "another"], False), ("staff", [], False)],
)
def test_a_group_of_the_users_alone_is_no_fault(
    here: Path, monkeypatch: pytest.MonkeyPatch, name: str | None, members: list[str], trusted: bool
) -> None:
    user = pwd.getpwuid(os.getuid())
    named = [user.pw_name if member == "me" else member for member in members]
    group = grp.struct_group((name or user.pw_name, "x", user.pw_gid, named))
    monkeypatch.setattr(grp, "getgrgid", lambda _: group)
    os.chown(here / "one", -1, user.pw_gid)
    (here / "one").chmod(0o770)
    if trusted:
        assert trusted_path(here / "one" / "two") == here.resolve() / "one" / "two"
    else:
        with pytest.raises(UntrustedPathError, match="one can be written to by other users"):
            trusted_path(here / "one" / "two")


@root_alone
@pytest.mark.parametrize("part", ["one", "one/two"])
def test_a_folder_of_another_user_is_refused(here: Path, part: str) -> None:
    os.chown(here / part, STRANGER, -1)
    with pytest.raises(UntrustedPathError, match=f"{part} belongs to another user"):
        trusted_path(here / "one" / "two")


def test_a_folder_is_refused_to_all_but_its_owner(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if os.getuid() == 0:
        os.chown(here / "one", STRANGER, -1)
    else:
        monkeypatch.setattr(os, "getuid", lambda: STRANGER)
    with pytest.raises(UntrustedPathError, match="belongs to another user"):
        trusted_path(here / "one")


@root_alone
def test_a_link_of_another_user_is_refused(here: Path) -> None:
    (here / "link").symlink_to(here / "one")
    os.lchown(here / "link", STRANGER, -1)
    with pytest.raises(UntrustedPathError, match="link belongs to another user"):
        trusted_path(here / "link" / "two")


def test_links_in_a_circle_end(here: Path) -> None:
    (here / "a").symlink_to(here / "b")
    (here / "b").symlink_to(here / "a")
    with pytest.raises(OSError, match="symbolic links"):
        trusted_path(here / "a" / "two")


def test_a_file_on_the_way_is_told(here: Path) -> None:
    (here / "file").write_text("x", encoding="utf-8")
    with pytest.raises(NotADirectoryError):
        trusted_path(here / "file" / "two")


INSIDE: dict[str, Callable[[Path], Path]] = {
    "the project itself": lambda here: here / "one",
    "below": lambda here: here / "one" / "two",
    "not there yet": lambda here: here / "one" / ".cache" / "pnp",
    "through a link from outside": lambda here: here / "into",
    "through a link in it that leads out": lambda here: here / "one" / "out",
    "by a detour": lambda here: here / "other" / ".." / "one",
}


@pytest.mark.parametrize("way", INSIDE)
def test_what_leads_into_a_project_is_refused(here: Path, way: str) -> None:
    (here / "other").mkdir()
    (here / "into").symlink_to("one/two")
    (here / "one" / "out").symlink_to(here / "other")
    with pytest.raises(UntrustedPathError, match="lies inside the project"):
        trusted_path(INSIDE[way](here), [here / "one"])


def test_what_lies_beside_a_project_is_none_of_it(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (here / "one-more").mkdir()
    assert trusted_path(here / "one-more", [here / "one", here / "gone"]) == here.resolve() / "one-more"
    monkeypatch.chdir(here / "one")
    assert trusted_path(Path("../one-more"), [here / "one"]) == here.resolve() / "one-more"


def test_a_file_is_read_with_its_status(here: Path) -> None:
    file = here / "file"
    file.write_bytes(b"content")
    file.chmod(0o644)
    data, status = read_own_file(file, 7)
    assert (data, status.st_ino) == (b"content", file.stat().st_ino)


FILES: dict[str, Callable[[Path], object]] = {
    "others can write": lambda file: file.chmod(0o666),
    "longer": lambda file: file.write_bytes(bytes(8)),
    "a pipe": lambda file: (file.unlink(), os.mkfifo(file)),
}


@pytest.mark.parametrize("fault", FILES)
def test_a_file_that_may_be_anothers_is_not_read(here: Path, fault: str) -> None:
    file = here / "file"
    file.write_bytes(b"content")
    FILES[fault](file)
    with pytest.raises(UntrustedPathError, match="file"):
        read_own_file(file, 7)


@root_alone
def test_a_file_of_another_user_is_not_read(here: Path) -> None:
    (here / "file").write_bytes(b"content")
    os.chown(here / "file", STRANGER, -1)
    with pytest.raises(UntrustedPathError, match="belongs to another user"):
        read_own_file(here / "file", 7)


def test_a_link_is_not_read(here: Path) -> None:
    (here / "file").write_bytes(b"content")
    (here / "link").symlink_to(here / "file")
    with pytest.raises(OSError, match="symbolic links"):
        read_own_file(here / "link", 7)


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o444])
def test_a_private_file_is_not_read_where_others_can_read_it(here: Path, mode: int) -> None:
    (here / "file").write_bytes(b"content")
    (here / "file").chmod(mode)
    with pytest.raises(UntrustedPathError, match="is open to other users"):
        read_own_file(here / "file", 7, private=True)
    (here / "file").chmod(0o600)
    assert read_own_file(here / "file", 7, private=True)[0] == b"content"


def test_folders_that_are_made_are_for_their_user_alone(here: Path) -> None:
    before = os.umask(0)
    try:
        make_folder(here / "one" / "a" / "b")
    finally:
        os.umask(before)
    assert [(here / "one" / part).stat().st_mode & 0o777 for part in ("a", "a/b")] == [0o700, 0o700]
    assert is_own_folder(here / "one" / "a")
    (here / "link").symlink_to(here / "one" / "a")
    assert not is_own_folder(here / "link")
    (here / "one" / "a").chmod(0o1777)
    assert not is_own_folder(here / "one" / "a")
