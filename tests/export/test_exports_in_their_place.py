"""An export replaces an earlier one as a whole, and nothing that no export left there."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from pnp.diagnostics import PnpError, WriteError
from pnp.files import replace_folder
from pnp.formats.render_workers import RenderSettings, RenderTask, RenderWorkers

Run = Callable[..., Any]
Project = Callable[..., Path]
Exported = Callable[..., Path]
ONE = 'cards = { kind = "cards", title = "cards", of = "few", template = "face" }\n'


def held(folder: Path) -> Mapping[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_what_is_no_longer_exported_goes(project: Project, exported: Exported) -> None:
    project()
    assert "cards-back-x4.png" in held(exported("--to", "png", "--dpi", "72"))
    project(ONE)
    assert set(held(exported("--to", "png", "--dpi", "72"))) == {
        *("cards-a-front-x3.png", "cards-b-front-x1.png", "files.csv")
    }


@pytest.mark.parametrize("kind", ["another file", "a changed picture", "a changed list", "a folder", "a file"])
def test_what_no_export_left_there_is_never_replaced(
    kind: str, pnp: Run, project: Project, exported: Exported, tmp_path: Path
) -> None:
    project()
    folder = exported("--to", "png", "--dpi", "72")
    if kind == "another file":
        (folder / "notes.txt").write_text("mine", encoding="utf-8")
    elif kind == "a changed picture":
        (folder / "cards-a-front-x3.png").write_bytes(b"retouched")
    elif kind == "a changed list":
        (folder / "files.csv").write_text("mine", encoding="utf-8")
    elif kind == "a folder":
        (folder / "mine").mkdir()
    else:
        for path in folder.iterdir():
            path.unlink()
        folder.rmdir()
        folder.write_text("mine", encoding="utf-8")
    before = held(tmp_path / "out")
    ran = pnp("export", "mine", "--to", "png", "--out", "out")
    assert ran.status == 2
    assert "error[exists]" in ran.err
    assert "is not as an export left it" in ran.err
    assert held(tmp_path / "out") == before


def test_a_zip_of_somebody_else_is_never_replaced(pnp: Run, project: Project, tmp_path: Path) -> None:
    project()
    path = tmp_path / "out" / "mine-en-mpc.zip"
    path.parent.mkdir()
    path.write_bytes(b"mine")
    ran = pnp("export", "mine", "--shop", "mpc", "--out", "out")
    assert ran.status == 2
    assert "something is there already that no export wrote" in ran.err
    assert path.read_bytes() == b"mine"


def test_a_failing_disk_leaves_the_earlier_export(
    pnp: Run, project: Project, exported: Exported, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    project()
    exported("--to", "png", "--dpi", "72")
    before = held(tmp_path / "out")

    def fail(*_arguments: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", fail)
    ran = pnp("export", "mine", "--to", "png", "--dpi", "90", "--out", "out")
    assert ran.status == 3
    assert "free some space" in ran.err
    assert held(tmp_path / "out") == before


def test_a_folder_that_cannot_change_places_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "there"
    replace_folder(folder, [("a", b"old")], tmp_path)
    rename, calls = Path.rename, []

    def second_fails(self: Path, target: Path) -> Path:
        calls.append(target)
        if len(calls) == 2:
            raise OSError(13, "Permission denied")
        return rename(self, target)

    monkeypatch.setattr(Path, "rename", second_fails)
    with pytest.raises(WriteError):
        replace_folder(folder, [("a", b"new")], tmp_path)
    assert held(tmp_path) == {"there/a".replace("/", os.sep): b"old"}


@pytest.mark.skipif(os.name == "nt", reason="links need a privilege there")
def test_a_link_out_of_the_project_is_not_followed(
    pnp: Run, project: Project, tmp_path: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    project()
    other = tmp_path_factory.mktemp("other")
    (tmp_path / "output").symlink_to(other)
    ran = pnp("export", "mine", "--to", "png", "--dpi", "72")
    assert ran.status == 3
    assert "error[outside-project]" in ran.err
    assert list(other.iterdir()) == []


def test_code_beside_the_definition_is_not_run_by_the_processes_that_draw(
    project: Project, pnp_process: Callable[..., subprocess.CompletedProcess[bytes]]
) -> None:
    folder = project()
    for name in ("json", "pypdfium2", "PIL", "hashlib"):
        (folder / f"{name}.py").write_text("open('ran', 'w').close()\n", encoding="utf-8")
    ran = pnp_process("export", "mine", "--to", "png", "--dpi", "72", "--out", "out")
    assert ran.returncode == 0, ran.stderr
    assert not (folder / "ran").exists()


@pytest.mark.skipif(os.name == "nt", reason="signals are others there")
def test_an_interrupted_export_leaves_nothing(
    project: Project, tmp_path: Path, process_environment: Callable[..., dict[str, str]]
) -> None:
    project()
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    (tmp_path / "k.toml").write_text('[kasane]\nextends = "shipped:kasane"\n', encoding="utf-8")
    environment = process_environment({"TMPDIR": str(scratch)})
    # Python passes over an interrupt that comes while it cleans up after an object: then the export runs to its end.
    for out in ("first", "second", "third"):
        command = [sys.executable, "-m", "pnp", "export", "kasane", "--games", "k.toml", "--to", "png", "--out", out]
        process = subprocess.Popen(command, cwd=tmp_path, env=environment, stderr=subprocess.PIPE)
        for _ in range(600):
            if any(scratch.iterdir()):
                break
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=60)
        if process.returncode:
            break
    assert process.returncode == 130
    assert not (tmp_path / out).exists()
    assert list(scratch.iterdir()) == []


def test_a_process_that_dies_is_told(tmp_path: Path) -> None:
    (tmp_path / "0.pdf").write_bytes(b"no PDF")
    with RenderWorkers(2) as workers, pytest.raises(PnpError, match="a process that draws pictures ended with status"):
        workers.start(tmp_path, [(RenderSettings("png", 72), RenderTask("0.pdf", 0, 10, 10, "a.png"))])
        workers.collect()
