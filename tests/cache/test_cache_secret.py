"""Secret of a user: made once, whole, for no other user, and valid for that one file alone."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from pnp.cache.trust import UntrustedPathError, can_make_secret, make_secret, read_key, secret_file
from tests.conftest import CONFIG, ROOT

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the configuration folder is named otherwise there")


@pytest.fixture
def config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A configuration folder, not there yet."""
    monkeypatch.setenv(CONFIG, str(tmp_path / "config"))
    return tmp_path / "config"


def test_a_secret_is_made_once_for_its_user_alone(config: Path) -> None:
    with pytest.raises(FileNotFoundError):
        read_key(())
    assert can_make_secret(())
    assert not config.exists()
    make_secret(())
    key, secret = read_key(()), secret_file().read_bytes()
    make_secret(())
    assert (read_key(()), secret_file().read_bytes()) == (key, secret)
    assert (len(key), len(secret), secret_file().stat().st_mode & 0o777) == (32, 32, 0o600)
    assert [entry.name for entry in (config / "pnp").iterdir()] == ["cache-secret"]


def test_two_users_have_two_secrets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    keys = set()
    for name in ("one", "two"):
        monkeypatch.setenv(CONFIG, str(tmp_path / name))
        make_secret(())
        keys.add(read_key(()))
    assert len(keys) == 2


def test_a_copy_of_a_secret_gives_another_key(config: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    make_secret(())
    key = read_key(())
    shutil.copytree(config, tmp_path / "copy")
    monkeypatch.setenv(CONFIG, str(tmp_path / "copy"))
    assert secret_file().read_bytes() == (config / "pnp" / "cache-secret" / "secret").read_bytes()
    assert read_key(()) != key


FAULTS: dict[str, Callable[[Path], object]] = {
    "cut": lambda file: file.write_bytes(file.read_bytes()[:31]),
    "emptied": lambda file: file.write_bytes(b""),
    "longer": lambda file: file.write_bytes(bytes(33)),
    "others can read it": lambda file: file.chmod(0o644),
    "a pipe": lambda file: (file.unlink(), os.mkfifo(file, 0o600)),
    "others can write to its folder": lambda file: file.parent.chmod(0o777),
    "others can write above": lambda file: file.parent.parent.chmod(0o777),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_secret_that_may_be_known_or_damaged_gives_no_key_and_stays(config: Path, fault: str) -> None:
    make_secret(())
    FAULTS[fault](secret_file())
    for _ in range(2):
        with pytest.raises(UntrustedPathError):
            read_key(())
        if "write" not in fault:
            make_secret(())
    assert [entry.name for entry in (config / "pnp").iterdir()] == ["cache-secret"]


def test_a_link_is_no_secret(config: Path, tmp_path: Path) -> None:
    make_secret(())
    secret_file().rename(tmp_path / "elsewhere")
    secret_file().symlink_to(tmp_path / "elsewhere")
    with pytest.raises(OSError, match="symbolic links"):
        read_key(())


def test_a_secret_inside_a_project_is_neither_made_nor_read(config: Path, tmp_path: Path) -> None:
    assert not can_make_secret([tmp_path])
    with pytest.raises(UntrustedPathError, match="lies inside the project"):
        make_secret([tmp_path])
    assert not config.exists()
    make_secret(())
    with pytest.raises(UntrustedPathError, match="lies inside the project"):
        read_key([tmp_path])


def test_a_secret_that_cannot_be_made_leaves_nothing(config: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space"):
        make_secret(())
    assert [*(config / "pnp").iterdir()] == []


_MAKER = """
import sys, time
from pnp.cache.trust import make_secret, read_key
time.sleep(max(0, float(sys.argv[1]) - time.time()))
make_secret(())
print(read_key(()).hex())
"""


def test_processes_that_make_it_at_the_same_time_agree(config: Path) -> None:
    environment = {**os.environ, "PYTHONPATH": str(ROOT), CONFIG: str(config)}
    command = [sys.executable, "-c", _MAKER, str(time.time() + 0.7)]
    begun = [subprocess.Popen(command, env=environment, stdout=subprocess.PIPE) for _ in range(6)]
    outputs = [process.communicate(timeout=60)[0] for process in begun]
    assert [process.returncode for process in begun] == [0] * 6
    assert outputs == [f"{read_key(()).hex()}\n".encode()] * 6
    assert [entry.name for entry in (config / "pnp").iterdir()] == ["cache-secret"]
