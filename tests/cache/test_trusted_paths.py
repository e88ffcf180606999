"""Paths are followed to their end, and refused where another user could change the content."""

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
def base(tmp_path: Path) -> Path:
    """A folder of the user's with another in it."""
    (tmp_path / "one" / "two").mkdir(parents=True)
    return tmp_path


def test_a_path_is_followed_to_its_real_place(base: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (base / "link").symlink_to(base / "one")
    (base / "one" / "back").symlink_to("../one/two")
    real = base.resolve()
    assert trusted_path(base / "link" / "two") == real / "one" / "two"
    assert trusted_path(base / "link" / "back" / "..") == real / "one"
    assert trusted_path(base / "one" / "new" / "folder") == real / "one" / "new" / "folder"
    monkeypatch.chdir(base)
    assert trusted_path(Path("link/two")) == real / "one" / "two"


def test_a_sticky_folder_on_the_way_is_no_fault(base: Path) -> None:
    (base / "one").chmod(0o1777)
    assert trusted_path(base / "one" / "two") == base.resolve() / "one" / "two"


@pytest.mark.parametrize("mode", [0o757, 0o777])
@pytest.mark.parametrize("part", ["one", "one/two"])
def test_a_folder_that_others_can_write_to_is_refused_wherever_on_the_way(base: Path, part: str, mode: int) -> None:
    (base / part).chmod(mode)
    for path in (base / "one" / "two", base / "one" / "two" / "new"):
        with pytest.raises(UntrustedPathError, match=f"{part} can be written to by other users"):
            trusted_path(path)


@root_alone
def test_a_folder_that_a_group_of_others_can_write_to_is_refused(base: Path) -> None:
    os.chown(base / "one", -1, STRANGER)
    (base / "one").chmod(0o770)
    with pytest.raises(UntrustedPathError, match="one can be written to by other users"):
        trusted_path(base / "one" / "two")


@pytest.mark.parametrize(
    ("name", "members", "trusted"),
    [(None, [], True), (None, ["me"], True), (None, ["me", "another"], False), ("staff", [], False)],
)
def test_a_group_of_the_users_alone_is_no_fault(
    base: Path, monkeypatch: pytest.MonkeyPatch, name: str | None, members: list[str], trusted: bool
) -> None:
    user = pwd.getpwuid(os.getuid())
    named = [user.pw_name if member == "me" else member for member in members]
    group = grp.struct_group((name or user.pw_name, "x", user.pw_gid, named))
    monkeypatch.setattr(grp, "getgrgid", lambda _: group)
    os.chown(base / "one", -1, user.pw_gid)
    (base / "one").chmod(0o770)
    if trusted:
        assert trusted_path(base / "one" / "two") == base.resolve() / "one" / "two"
    else:
        with pytest.raises(UntrustedPathError, match="one can be written to by other users"):
            trusted_path(base / "one" / "two")


@root_alone
@pytest.mark.parametrize("part", ["one", "one/two"])
def test_a_folder_of_another_user_is_refused(base: Path, part: str) -> None:
    os.chown(base / part, STRANGER, -1)
    with pytest.raises(UntrustedPathError, match=f"{part} belongs to another user"):
        trusted_path(base / "one" / "two")


def test_a_folder_is_refused_to_all_but_its_owner(base: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if os.getuid() == 0:
        os.chown(base / "one", STRANGER, -1)
    else:
        monkeypatch.setattr(os, "getuid", lambda: STRANGER)
    with pytest.raises(UntrustedPathError, match="belongs to another user"):
        trusted_path(base / "one")


@root_alone
def test_a_link_of_another_user_is_refused(base: Path) -> None:
    (base / "link").symlink_to(base / "one")
    os.lchown(base / "link", STRANGER, -1)
    with pytest.raises(UntrustedPathError, match="link belongs to another user"):
        trusted_path(base / "link" / "two")


def test_links_in_a_circle_end(base: Path) -> None:
    (base / "a").symlink_to(base / "b")
    (base / "b").symlink_to(base / "a")
    with pytest.raises(OSError, match="symbolic links"):
        trusted_path(base / "a" / "two")


def test_a_file_on_the_way_is_told(base: Path) -> None:
    (base / "file").write_text("x", encoding="utf-8")
    with pytest.raises(NotADirectoryError):
        trusted_path(base / "file" / "two")


INSIDE: dict[str, Callable[[Path], Path]] = {
    "the project itself": lambda base: base / "one",
    "below": lambda base: base / "one" / "two",
    "not there yet": lambda base: base / "one" / ".cache" / "pnp",
    "through a link from outside": lambda base: base / "into",
    "through a link in it that leads out": lambda base: base / "one" / "out",
    "by a detour": lambda base: base / "other" / ".." / "one",
}


@pytest.mark.parametrize("case", INSIDE)
def test_what_leads_into_a_project_is_refused(base: Path, case: str) -> None:
    (base / "other").mkdir()
    (base / "into").symlink_to("one/two")
    (base / "one" / "out").symlink_to(base / "other")
    with pytest.raises(UntrustedPathError, match="lies inside the project"):
        trusted_path(INSIDE[case](base), [base / "one"])


def test_what_lies_beside_a_project_is_none_of_it(base: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (base / "one-more").mkdir()
    assert trusted_path(base / "one-more", [base / "one", base / "gone"]) == base.resolve() / "one-more"
    monkeypatch.chdir(base / "one")
    assert trusted_path(Path("../one-more"), [base / "one"]) == base.resolve() / "one-more"


def test_a_file_is_read_with_its_status(base: Path) -> None:
    file = base / "file"
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
def test_a_file_that_may_be_anothers_is_not_read(base: Path, fault: str) -> None:
    file = base / "file"
    file.write_bytes(b"content")
    FILES[fault](file)
    with pytest.raises(UntrustedPathError, match="file"):
        read_own_file(file, 7)


@root_alone
def test_a_file_of_another_user_is_not_read(base: Path) -> None:
    (base / "file").write_bytes(b"content")
    os.chown(base / "file", STRANGER, -1)
    with pytest.raises(UntrustedPathError, match="belongs to another user"):
        read_own_file(base / "file", 7)


def test_a_link_is_not_read(base: Path) -> None:
    (base / "file").write_bytes(b"content")
    (base / "link").symlink_to(base / "file")
    with pytest.raises(OSError, match="symbolic links"):
        read_own_file(base / "link", 7)


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o444])
def test_a_private_file_is_not_read_where_others_can_read_it(base: Path, mode: int) -> None:
    (base / "file").write_bytes(b"content")
    (base / "file").chmod(mode)
    with pytest.raises(UntrustedPathError, match="is open to other users"):
        read_own_file(base / "file", 7, private=True)
    (base / "file").chmod(0o600)
    assert read_own_file(base / "file", 7, private=True)[0] == b"content"


def test_folders_that_are_made_are_for_their_user_alone(base: Path) -> None:
    before = os.umask(0)
    try:
        make_folder(base / "one" / "a" / "b")
    finally:
        os.umask(before)
    assert [(base / "one" / part).stat().st_mode & 0o777 for part in ("a", "a/b")] == [0o700, 0o700]
    assert is_own_folder(base / "one" / "a")
    (base / "link").symlink_to(base / "one" / "a")
    assert not is_own_folder(base / "link")
    (base / "one" / "a").chmod(0o1777)
    assert not is_own_folder(base / "one" / "a")
