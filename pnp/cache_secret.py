"""The secret by which files of the cache are known to be this user's.

It lies in the user's configuration folder, is made when something is first kept, and never leaves this machine. The key
depends on the inode of the file and on the time when it last changed. A copy has others. So a project that comes with a
secret and a cache signed by it is not believed.
"""

from __future__ import annotations

import hmac
import os
import secrets
import shutil
import tempfile
from collections.abc import Collection
from pathlib import Path

from pnp.trusted_paths import UntrustedPathError, is_own_folder, make_folder, read_own_file, trusted_path

_LENGTH = 32
_FOLDER = "cache-secret"
"""A folder with one file. No folder replaces one that holds a file: of two secrets made at once the first stays."""


def secret_file() -> Path:
    """Where the secret of this user lies."""
    # Imported here: a command that keeps nothing does without.
    from platformdirs import user_config_path  # noqa: PLC0415 - as said above

    return user_config_path("pnp", appauthor=False) / _FOLDER / "secret"


def read_key(projects: Collection[Path]) -> bytes:
    """The key by which this user signs. Raises FileNotFoundError where no secret was made yet, UntrustedPathError where
    it may be another person's or lies inside one of ``projects``, and OSError where it cannot be read."""
    file = secret_file()
    folder = trusted_path(file.parent, projects)
    if not is_own_folder(folder):
        raise UntrustedPathError(f"{folder} can be written to by other users")
    secret, status = read_own_file(folder / file.name, _LENGTH, private=True)
    if len(secret) != _LENGTH:
        raise UntrustedPathError(f"{file} is damaged")
    return hmac.digest(secret, f"{status.st_ino} {status.st_ctime_ns}".encode(), "sha256")


def can_make_secret(projects: Collection[Path]) -> bool:
    """Decide whether a secret can be made, without making one."""
    try:
        folder = trusted_path(secret_file().parent, projects)
    except (UntrustedPathError, OSError):
        return False
    nearest = next(place for place in folder.parents if place.exists())
    return os.access(nearest, os.W_OK | os.X_OK)


def make_secret(projects: Collection[Path]) -> None:
    """Make the secret, whole or not at all; one that is there stays, also if another process made it just now.

    Raises UntrustedPathError and OSError as ``read_key`` does.
    """
    folder = trusted_path(secret_file().parent, projects)
    make_folder(folder.parent)
    made = tempfile.mkdtemp(prefix=f".{_FOLDER}-", dir=folder.parent)
    try:
        with os.fdopen(
            os.open(Path(made) / secret_file().name, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb"
        ) as file:
            file.write(secrets.token_bytes(_LENGTH))
            file.flush()
            os.fsync(file.fileno())
        Path(made).rename(folder)
    except OSError:
        shutil.rmtree(made, ignore_errors=True)
        if not folder.is_dir():
            raise
