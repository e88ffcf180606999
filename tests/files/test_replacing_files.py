"""A file is replaced whole or not at all."""

from __future__ import annotations

import errno
import os
import socket
import stat
import threading
import time

import pytest

from pnp.diagnostics import WriteError
from pnp.files import new_mode, replace_folder, write_all
from pnp.pdf import replace_file


def test_a_file_is_written_and_its_folder_made(tmp_path):
    path = tmp_path / "output" / "red" / "red.pdf"
    replace_file(path, b"one")
    replace_file(path, b"two")
    assert path.read_bytes() == b"two"
    assert [item.name for item in path.parent.iterdir()] == ["red.pdf"]


def test_a_new_file_has_the_permissions_of_any_new_file(tmp_path):
    plain = tmp_path / "plain"
    plain.write_bytes(b"")
    replace_file(tmp_path / "new", b"")
    assert (tmp_path / "new").stat().st_mode == plain.stat().st_mode


def test_a_replaced_file_keeps_its_permissions(tmp_path):
    path = tmp_path / "a.pdf"
    path.write_bytes(b"old")
    path.chmod(0o640)
    replace_file(path, b"new")
    assert stat.S_IMODE(path.stat().st_mode) == 0o640


def test_a_link_is_followed(tmp_path):
    (tmp_path / "real.pdf").write_bytes(b"old")
    (tmp_path / "link.pdf").symlink_to(tmp_path / "real.pdf")
    replace_file(tmp_path / "link.pdf", b"new")
    assert (tmp_path / "link.pdf").is_symlink()
    assert (tmp_path / "real.pdf").read_bytes() == b"new"


@pytest.mark.parametrize("call", ["fsync", "replace", "fdopen"])
@pytest.mark.parametrize(("code", "hint"), [(errno.ENOSPC, "free some space"), (errno.EACCES, "open in a viewer")])
def test_a_failure_leaves_the_old_file_and_nothing_else(tmp_path, monkeypatch, call, code, hint):
    path = tmp_path / "a.pdf"
    path.write_bytes(b"old")

    def fail(*_: object, **__: object) -> None:
        raise OSError(code, os.strerror(code))

    monkeypatch.setattr(os, call, fail)
    with pytest.raises(WriteError) as caught:
        replace_file(path, b"new")
    monkeypatch.undo()
    (diagnostic,) = caught.value.diagnostics
    assert diagnostic.code == "cannot-write"
    assert hint in diagnostic.hint
    assert caught.value.exit_status == 3
    assert path.read_bytes() == b"old"
    assert [item.name for item in tmp_path.iterdir()] == ["a.pdf"]


def test_a_folder_in_the_way_is_an_error(tmp_path):
    (tmp_path / "a.pdf").mkdir()
    with pytest.raises(WriteError, match="folder of this name"):
        replace_file(tmp_path / "a.pdf", b"")


def test_a_file_where_the_folder_must_be_is_an_error(tmp_path):
    (tmp_path / "output").write_bytes(b"")
    with pytest.raises(WriteError, match="a file is in the way"):
        replace_file(tmp_path / "output" / "a.pdf", b"")


def test_a_name_that_is_too_long_is_an_error(tmp_path):
    with pytest.raises(WriteError, match="shorter name"):
        replace_file(tmp_path / ("a" * 300), b"")


def test_two_threads_that_ask_for_permissions_at_once_leave_them_as_they_are(monkeypatch):
    set_mask, began, modes = os.umask, [], []
    other = threading.Thread(target=lambda: modes.append(new_mode(0o666)))

    def set_and_meet(mask):
        before = set_mask(mask)
        if not began:
            began.append(other.start())
            other.join(0.1)  # whoever does not wait is through by then
        return before

    monkeypatch.setattr(os, "umask", set_and_meet)
    before = set_mask(0o027)
    try:
        modes.append(new_mode(0o666))
        other.join(10)
        assert modes == [0o640, 0o640]
        assert set_mask(0o027) == 0o027
    finally:
        set_mask(before)


@pytest.mark.skipif(os.name != "posix", reason="there are none elsewhere")
@pytest.mark.parametrize("linked", [False, True])
@pytest.mark.parametrize("kind", ["a named pipe", "a socket", "a device"])
def test_what_is_no_file_is_refused_and_stays(tmp_path, kind, linked):
    path = tmp_path / "a.pdf"
    if kind == "a named pipe":
        os.mkfifo(path)
    elif kind == "a socket":
        with socket.socket(socket.AF_UNIX) as unix_socket:
            unix_socket.bind(os.path.relpath(path))
    else:
        make_device(path)
    target = tmp_path / "link.pdf" if linked else path
    if linked:
        target.symlink_to(path)
    before = path.lstat()
    for write in (
        lambda: replace_file(target, b"new"),
        lambda: write_all({tmp_path / "b.pdf": b"one", target: b"two", tmp_path / "c.pdf": b"three"}),
    ):
        with pytest.raises(WriteError, match=f"it is {kind}, no file") as caught:
            write()
        assert caught.value.diagnostics[0].location.file == str(target)
    after = path.lstat()
    assert (after.st_mode, after.st_ino, after.st_rdev) == (before.st_mode, before.st_ino, before.st_rdev)
    assert {item.name for item in tmp_path.iterdir()} == {"a.pdf", *(["link.pdf"] if linked else [])}


def make_device(path):
    """A node of this very folder that is what /dev/null is."""
    try:
        os.mknod(path, stat.S_IFCHR | 0o666, os.makedev(1, 3))
    except PermissionError:
        pytest.skip("only root makes devices")


@pytest.mark.skipif(os.name != "posix", reason="there are none elsewhere")
def test_a_pipe_in_the_place_of_a_folder_stays(tmp_path):
    os.mkfifo(tmp_path / "out")
    with pytest.raises(WriteError, match="a file is in the way"):
        replace_folder(tmp_path / "out", [("a.pdf", b"one")], tmp_path)
    assert [(item.name, stat.S_ISFIFO(item.lstat().st_mode)) for item in tmp_path.iterdir()] == [("out", True)]


@pytest.mark.parametrize("ending", ["tmp", "old"])
@pytest.mark.parametrize("age", [30, 3600])
def test_what_a_killed_program_has_left_is_removed_by_the_next(tmp_path, ending, age):
    names = (f".kit.pdf.abc.{ending}", f".kit.pdf.def.{ending}", f".kit2.pdf.abc.{ending}", f"kit.pdf.abc.{ending}")
    for name in names:
        (tmp_path / name).write_bytes(b"half")
    (tmp_path / names[1]).unlink()
    (tmp_path / names[1]).mkdir()
    (tmp_path / names[1] / "card.png").write_bytes(b"half")
    for name in names:
        os.utime(tmp_path / name, (time.time() - age,) * 2)
    replace_file(tmp_path / "kit.pdf", b"whole")
    left = {path.name for path in tmp_path.iterdir()} - {"kit.pdf"}
    assert left == set(names[2:] if age == 3600 else names)
