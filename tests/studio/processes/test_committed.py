"""The kit of a commit is built from the files that git keeps; nothing that settings of the repository name is run."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from pnp.diagnostics import PnpError
from pnp.studio.processes.checking import (
    CheckRequest,
    CommittedKit,
    PrintedFaceRequest,
    check_kit,
    committed_pdf,
    printed_face,
)
from pnp.studio.view import View
from tests.studio.conftest import Leaves

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")


def git(folder: Path, *arguments: str) -> None:
    own = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull}
    names = ("-c", "user.name=Ada", "-c", "user.email=ada@example.org")
    subprocess.run(["git", *names, *arguments], cwd=folder, check=True, capture_output=True, env={**os.environ, **own})


@pytest.fixture
def repository(leaves: Leaves) -> Leaves:
    """The project in a folder of a repository, with a commit; then a card is changed."""
    git(leaves.folder.parent, "init", "--quiet")
    git(leaves.folder.parent, "add", ".")
    git(leaves.folder.parent, "commit", "--quiet", "--message", "Begin")
    leaves.edit("leaves.csv", "Elm leaf", "Elm twig")
    return leaves


def request_of(leaves: Leaves, store: Path, since: str = "HEAD") -> CheckRequest:
    return CheckRequest(leaves.definition, {}, "leaves", View(), since=since, store=store)


def test_the_changes_since_a_commit_are_told_with_their_reasons(repository: Leaves, tmp_path: Path) -> None:
    checked = check_kit(request_of(repository, tmp_path / "store"))
    assert checked.messages == ()
    assert [(change.card, change.status) for change in checked.changes] == [("elm", "changed")]
    assert "Elm leaf" in checked.changes[0].reasons[0]
    assert checked.changes[0].faces == ("leaves-elm-front-en",)
    assert checked.printed is not None
    picture = printed_face(PrintedFaceRequest(checked.printed, "leaves", "leaves", "elm", "front", 4.0))
    assert picture is not None
    assert picture.startswith(b"\x89PNG")
    assert printed_face(PrintedFaceRequest(checked.printed, "leaves", "leaves", "elm", "back", 4.0)) is None
    assert printed_face(PrintedFaceRequest(checked.printed, "leaves", "leaves", "fir", "front", 4.0)) is None


def test_the_kit_of_a_commit_is_built_once(repository: Leaves, tmp_path: Path) -> None:
    kit = CommittedKit(repository.definition, {}, "leaves", View(), "HEAD", tmp_path / "store")
    path = committed_pdf(kit)
    stamp = path.stat().st_mtime_ns
    assert committed_pdf(kit) == path
    assert path.stat().st_mtime_ns == stamp
    assert sorted(tmp_path.joinpath("store").iterdir()) == [path]  # the files of the commit are gone


def test_what_is_no_commit_is_told_with_a_hint(repository: Leaves, tmp_path: Path) -> None:
    for name in ("nothing", "--help", "HEAD:leaves.csv"):
        (message,) = check_kit(request_of(repository, tmp_path / "store", name)).messages
        assert message.code == "no-commit"
        assert "HEAD~1" in str(message.hint)
    shutil.rmtree(repository.folder.parent / ".git")
    (message,) = check_kit(request_of(repository, tmp_path / "store")).messages
    assert "not a git repository" in message.message


def test_errors_of_the_commit_are_told(repository: Leaves, tmp_path: Path) -> None:
    repository.edit("games.toml", 'template = "leaf"', 'template = "leef"')
    git(repository.folder.parent, "commit", "--quiet", "--all", "--message", "Break")
    repository.edit("games.toml", 'template = "leef"', 'template = "leaf"')
    with pytest.raises(PnpError, match=r"the kit of HEAD cannot be built: .*leef") as refused:
        committed_pdf(CommittedKit(repository.definition, {}, "leaves", View(), "HEAD", tmp_path / "store"))
    assert str(tmp_path / "store") not in str(refused.value)  # a folder that is gone


def test_links_are_left_out_and_no_filter_is_run(repository: Leaves, tmp_path: Path) -> None:
    top, mark = repository.folder.parent, tmp_path / "run"
    (repository.folder / "secret").symlink_to("/etc/hostname")
    (top / ".gitattributes").write_text("*.csv filter=evil export-subst\n", encoding="utf-8")
    git(top, "add", ".")
    git(top, "commit", "--quiet", "--message", "Link")
    for key in ("filter.evil.smudge", "filter.evil.process", "core.fsmonitor", "core.pager", "core.sshCommand"):
        git(top, "config", key, f"touch {mark}")
    git(top, "config", "filter.evil.required", "true")
    committed_pdf(CommittedKit(repository.definition, {}, "leaves", View(), "HEAD", tmp_path / "store"))
    assert not mark.exists()
