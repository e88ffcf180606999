"""What tests of several packages share: kits built once, PDFs read back, the program run as users run it."""

from __future__ import annotations

import atexit
import hashlib
import json
import os
import pickle
import shutil
import signal
import subprocess
import sys
import tempfile
import zlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

import pypdfium2 as pdfium
import pytest
from hypothesis import settings as hypothesis_settings

from pnp.build.build import build_kit
from pnp.build.options import BuildOptions
from pnp.cache.disk import EXAMPLES, FOLDER, DiskCache, cache_folder
from pnp.calibration.printers_file import FOLDER as PRINTERS
from pnp.canonical import canonical
from pnp.cardsvg import annotations
from pnp.cli.app import run
from pnp.examples import ExampleSet
from pnp.games.core.engine import AnyEngine
from pnp.model.sizes import paper
from pnp.project import examples as of_pipeline
from pnp.project.project import open_project, open_shipped
from pnp.registry import engine as engine_called
from pnp.testing import subject as of_proofs
from pnp.testing.prove import proof_of
from pnp.units import MM_PER_PT, PT_PER_MM

ROOT = Path(__file__).resolve().parent.parent
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # A shell that runs the tests in the background has them pass over interrupts, and so every process that they start.
    signal.signal(signal.SIGINT, signal.default_int_handler)

CONFIG = "XDG_CONFIG_HOME"

# What is kept, is kept for all processes of a run, and for no other run.
if FOLDER not in os.environ:
    os.environ[FOLDER] = tempfile.mkdtemp(prefix="pnp-tests-")
    atexit.register(shutil.rmtree, os.environ[FOLDER], ignore_errors=True)

# The secret of whoever runs the tests stays out of them, and so do the printers.
if CONFIG not in os.environ or "PYTEST_XDIST_WORKER" not in os.environ:
    os.environ[CONFIG] = tempfile.mkdtemp(prefix="pnp-tests-")
    atexit.register(shutil.rmtree, os.environ[CONFIG], ignore_errors=True)
os.environ[PRINTERS] = ""

# A machine under load is no fault, so no example has a deadline. The quick profile tries the same examples in every
# run; those of the full one (--hypothesis-profile full) are new each time, and many.
hypothesis_settings.register_profile("quick", max_examples=25, deadline=None, derandomize=True)
hypothesis_settings.register_profile("full", max_examples=120, deadline=None, print_blob=True)
hypothesis_settings.load_profile("quick")

Slot = Mapping[str, Any]


def pytest_configure(config: pytest.Config) -> None:
    """Keep the tiers apart: ``-m kit`` leaves out what is marked full as well."""
    if config.option.markexpr == "kit":
        config.option.markexpr = "kit and not full"


PART = os.environ.get("PNP_PART", "1/1")
"""Part of the tests that a run takes, as ``2/6``: the parts are about equal, and together they are all tests."""


def in_part(item: pytest.Item, part: str) -> bool:
    """Return True if a test belongs to a part. Tests of a group, which share what is slow to draw, stay together."""
    number, parts = map(int, part.split("/"))
    group = item.get_closest_marker("xdist_group")
    return zlib.crc32(str(group.args if group else item.nodeid).encode()) % parts == number - 1


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Of what ``prove`` makes, leave plain games in the quick tier, and of whole kits those of one game.

    Leave out what is not in the part of the tests that is run.
    """
    for item in items:
        case = getattr(getattr(item, "callspec", None), "params", {}).get("case")
        if getattr(case, "check", "").startswith(("kit", "terms")) and case.name != "red":
            item.add_marker(pytest.mark.kit)
        proof = proof_of(getattr(item, "obj", None))
        if proof is not None and case is not None and case.name != proof.game:
            item.add_marker(pytest.mark.tweak)
    others = [item for item in items if not in_part(item, PART)]
    if others:
        config.hook.pytest_deselected(items=others)
        items[:] = [item for item in items if in_part(item, PART)]


class PdfReader:
    """The text of a PDF as a reader program finds it. Boxes in mm from the lower-left corner of the page."""

    def __init__(self, data: bytes) -> None:
        self.document = pdfium.PdfDocument(data)
        self._pages: dict[int, tuple[Any, Any]] = {}

    def close(self) -> None:
        for page, text in self._pages.values():
            text.close()
            page.close()
        self.document.close()

    def page(self, number: int) -> tuple[Any, Any]:
        if number not in self._pages:
            page = self.document[number - 1]
            self._pages[number] = page, page.get_textpage()
        return self._pages[number]

    def size(self, number: int) -> tuple[float, float]:
        width, height = self.page(number)[0].get_size()
        return width * MM_PER_PT, height * MM_PER_PT

    def text(self, number: int) -> str:
        return str(self.page(number)[1].get_text_range())

    def text_in(self, number: int, x: float, y: float, width: float, height: float) -> str:
        left, bottom, right, top = (value * PT_PER_MM for value in (x, y, x + width, y + height))
        return str(self.page(number)[1].get_text_bounded(left=left, bottom=bottom, right=right, top=top))

    @property
    def whole(self) -> str:
        return "\n".join(self.text(number) for number in range(1, len(self.document) + 1))


@dataclass(frozen=True)
class Printed:
    """A kit as it was printed."""

    pdf: bytes
    manifest: Mapping[str, Any]
    parts: Mapping[str, Any] = field(default_factory=dict)
    """By face, what ``data-part`` calls parts of it, and their boxes: x, y downwards, width and height in mm."""

    @cached_property
    def reader(self) -> PdfReader:
        return PdfReader(self.pdf)

    def slots(
        self, component: str | None = None, card: str | None = None, face: str = "front"
    ) -> list[tuple[int, Slot]]:
        """Page numbers and slots, in order."""
        return [
            (page["number"], slot)
            for page in self.manifest["pages"]
            for slot in page["slots"]
            if component in (None, slot["component"]) and card in (None, slot["card"]) and slot["face"] == face
        ]

    def slot_text(self, number: int, slot: Slot) -> str:
        return self.reader.text_in(number, slot["x_mm"], slot["y_mm"], slot["width_mm"], slot["height_mm"])

    def text_of(self, component: str, card: str | None = None) -> str:
        """The text of the first copy of every front of a component, one line after the other as spaces."""
        found: dict[str, str] = {}
        for number, slot in self.slots(component, card):
            if slot["card"] not in found:
                found[slot["card"]] = self.slot_text(number, slot)
        return " ".join(" ".join(found.values()).split())

    def pages_of(self, component: str) -> str:
        """The text of every side of the pages of a component, in order, one line after the other as spaces."""
        sides = [*self.slots(component), *self.slots(component, face="back")]
        found = [self.slot_text(number, slot) for number, slot in sorted(sides, key=lambda side: side[0])]
        return " ".join(" ".join(found).split())


class MadeOnce:
    """What was made once in a run of the tests, by key: in a folder that all processes of the run share."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._known: dict[str, Any] = {}

    def get(self, key: tuple[Any, ...], make: Callable[[], Any]) -> Any:
        """What ``make`` gives, or gave before for the same key. What is kept is plain data, and not to be changed."""
        name = hashlib.sha256(repr(key).encode()).hexdigest()
        if name not in self._known:
            file = self._folder / name
            if file.exists():
                self._known[name] = pickle.loads(file.read_bytes())
            else:
                self._known[name] = make()
                part = file.with_suffix(f".{os.getpid()}")
                part.write_bytes(pickle.dumps(self._known[name]))
                part.replace(file)
        return self._known[name]


@pytest.fixture(scope="session")
def made_once(tmp_path_factory: pytest.TempPathFactory) -> MadeOnce:
    """What this run has made; nothing is kept from one run to the next."""
    base = tmp_path_factory.getbasetemp()
    folder = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "kept"
    folder.mkdir(exist_ok=True)
    return MadeOnce(folder)


@pytest.fixture(scope="session", autouse=True)
def searched_once(made_once: MadeOnce) -> Iterator[None]:
    """Examples of one game, settings and seed are searched once in a run, and then come from what is kept.

    Only for games of this package: an engine that a test makes is searched each time. And what a test has patched is
    not kept for others: examples are known from one run of the program to the next only where a test asks for that.
    """
    find = of_pipeline.find_examples

    def find_once(engine: AnyEngine, settings: Any, seed: int = 0) -> ExampleSet:
        package = type(settings).__module__.split(".")
        if package[:2] != ["pnp", "games"] or engine is not engine_called(package[2]):
            return find(engine, settings, seed)

        def search() -> tuple[Any, ...]:
            found = find(engine, settings, seed)
            return found.examples, found.unkilled, found.unshown, found.tried

        *chosen, tried = made_once.get(("examples", package[2], settings, seed), search)
        return ExampleSet(*chosen, engine.lessons(settings), tried)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(of_pipeline, "find_examples", find_once)
        patched.setattr(of_proofs, "find_examples", find_once)
        patched.setattr(of_pipeline, "examples_cache", lambda: DiskCache(EXAMPLES, None))
        yield


@pytest.fixture
def kept_here(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder, not there yet, in which one test keeps what the program keeps between its runs, examples too. It lies
    outside the folder of the test, which is that of its project."""
    folder = tmp_path_factory.mktemp("cache") / "kept"
    monkeypatch.setenv(FOLDER, str(folder))
    monkeypatch.setattr(of_pipeline, "examples_cache", lambda: DiskCache(EXAMPLES, cache_folder()))
    return folder


@pytest.fixture(scope="session")
def printed(tmp_path_factory: pytest.TempPathFactory, made_once: MadeOnce) -> Iterator[Callable[..., Printed]]:
    """Build a kit in memory, verified, once per definition and options: ``printed(toml=None, game="red", **options)``.

    Without ``toml`` it is the shipped definition, whose games are printed in English on A4 unless ``language`` and
    ``paper``, which is a name, say otherwise.
    """
    known: dict[tuple[Any, ...], Printed] = {}

    def build(toml: str | None, game: str, options: dict[str, Any]) -> tuple[bytes, Any, Any]:
        if "paper" in options:
            options = {**options, "paper": paper(options["paper"])}
        if toml is None:
            project = open_shipped()
        else:
            folder = tmp_path_factory.mktemp("project")
            (folder / "games.toml").write_text(toml, encoding="utf-8")
            project = open_project(folder / "games.toml")
        kit = build_kit(project, project.game(game), BuildOptions(**options))
        parts = {face.id: [(one.id, one.box) for one in annotations(face.drawing, "part")] for face in kit.faces}
        return kit.pdf, json.loads(canonical(kit.manifest)), parts

    def make(toml: str | None = None, game: str = "red", **options: Any) -> Printed:
        if toml is None:
            options = {"language": "en", "paper": "a4", **options}
        key = (toml, game, *sorted(options.items()))
        if key not in known:
            known[key] = Printed(*made_once.get(("kit", *key), lambda: build(toml, game, options)))
        return known[key]

    yield make
    for one in known.values():
        if "reader" in vars(one):
            one.reader.close()


@dataclass(frozen=True)
class Ran:
    """What a command said, and its exit status."""

    status: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


@pytest.fixture
def pnp(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[..., Ran]:
    """Run a command line in this process, in an empty folder: ``pnp("build", "red")``."""
    monkeypatch.chdir(tmp_path)
    # This process has threads, with which it must not be forked.
    monkeypatch.setattr("pnp.cli.processes.process_count", lambda: 1)

    def call(*arguments: object) -> Ran:
        capsys.readouterr()
        status = run([str(argument) for argument in arguments])
        said = capsys.readouterr()
        return Ran(status, said.out, said.err)

    return call


@pytest.fixture
def pnp_process(tmp_path: Path) -> Callable[..., subprocess.CompletedProcess[bytes]]:
    """Run a command line in a process of its own, in an empty folder; keyword ``env`` adds to the environment."""

    def call(
        *arguments: object, env: Mapping[str, str] | None = None, cwd: Path = tmp_path, stdin: bytes = b""
    ) -> subprocess.CompletedProcess[bytes]:
        command = [sys.executable, "-W", "error", "-m", "pnp", *map(str, arguments)]
        return subprocess.run(
            command, cwd=cwd, env=environment(env), input=stdin, capture_output=True, check=False, timeout=120
        )

    return call


def environment(more: Mapping[str, str] | None = None) -> dict[str, str]:
    """An environment in which the package of this checkout is found, and little else."""
    names = ("PATH", "HOME", "SYSTEMROOT", "TMPDIR", FOLDER, CONFIG)
    kept = {key: value for key, value in os.environ.items() if key in names}
    return {**kept, "PYTHONPATH": str(ROOT), PRINTERS: "", **(more or {})}


@pytest.fixture(scope="session")
def process_environment() -> Callable[..., dict[str, str]]:
    """The environment of ``pnp_process``, for tests that start processes themselves."""
    return environment


@pytest.fixture(scope="session")
def root() -> Path:
    """The folder of the checkout."""
    return ROOT
