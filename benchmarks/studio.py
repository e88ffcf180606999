"""The studio in a real browser: from the write of a file to the painted picture.

Each case is a project, an edit, and the faces that must be painted. The time ends in the frame after all of their
pictures are decoded. On a machine that others use the last column is of more use than seconds: how often a fixed piece
of work, done before each edit, goes into them. Needs Playwright and Chromium, or the browser that PNP_BROWSER names.
"""

from __future__ import annotations

import itertools
import os
import shutil
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.measure import RunError

_PATIENCE = 30.0
_POLL = 0.05
"""Seconds between two looks at a page: each one is work for the page, which notes the time itself."""
_BROWSERS = ("chromium", "chromium-browser", "google-chrome")
_RED = '[red]\nextends = "shipped:red"\n'
_FRONTS = '[data-face^="cards/"][data-face$="/front"] img'
_PAINTED = """(wanted) => {
  window.painting?.disconnect();
  window.painted = null;
  const faces = [...document.querySelectorAll(wanted)].slice(0, 49);
  const waiting = new Set(faces);
  const observer = new MutationObserver((changes) => {
    for (const change of changes) {
      const image = change.target;
      image.decode().catch(() => {}).then(() => {
        waiting.delete(image);
        if (!waiting.size && window.painted === null) requestAnimationFrame(() => setTimeout(() => {
          window.painted = window.painted ?? Date.now();
        }, 0));
      });
    }
  });
  for (const image of faces) observer.observe(image, { attributes: true, attributeFilter: ["src"] });
  window.painting = observer;
  return faces.length;
}"""
"""Script that notes the time when all pictures that a selector finds have been painted anew."""


_SOURCES = "(wanted) => [...document.querySelectorAll(wanted)].map((image) => image.src).join()"
_CALM = 1.0
"""Seconds without a new picture after which a page is taken to be done with the last edit."""


_PICTURES = """(wanted) => {
  const image = document.querySelector(wanted);
  window.pictures = [];
  new MutationObserver(() => {
    image.decode().catch(() => {}).then(() => requestAnimationFrame(() => setTimeout(() => {
      window.pictures.push([Date.now(), image.src]);
    }, 0)));
  }).observe(image, { attributes: true, attributeFilter: ["src"] });
}"""
"""Script that notes every picture of one face, with the time when it was painted."""
_STEPS = 1_000_000
"""Steps of the fixed piece of work."""
_IDLE = 10.0
"""Seconds in which a studio with an open page is left alone."""
_SAVES = 100
_SAVING = 10.0
"""Number of saves in a row, and the seconds that they take."""


@dataclass(frozen=True)
class StudioCase:
    """Case of the measurement: ``write`` makes a project, ``edit`` changes a file of it for run n, ``wanted`` selects
    the pictures, at most 49, that must be painted anew."""

    name: str
    most: float
    """Seconds that are aimed at, on a machine with nothing else to do."""
    write: Callable[[Path], None]
    edit: Callable[[Path, int], None]
    wanted: str
    show: str = ""
    """Part of the address of the page."""


def _write_red(folder: Path) -> None:
    (folder / "games.toml").write_text(_RED, encoding="utf-8")
    subprocess.run([sys.executable, "-m", "pnp", "init", "--templates", "red", "cards"], cwd=folder, check=True,
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)  # fmt: skip


def _reword_red(folder: Path, run: int) -> None:
    path = folder / "templates" / "red" / "words.toml"
    path.write_text(f'[en]\nrule-highest = "Best card {run}"\n', encoding="utf-8")


def _edit_template(folder: Path, run: int) -> None:
    path = folder / "templates" / "red" / "card.svg.j2"
    text = path.read_text(encoding="utf-8").partition("<!-- run")[0]
    shade = f'<circle cx="3" cy="3" r="{0.1 + run % 7 / 100:.2f}" fill="#fff"/>'
    path.write_text(f"{text}<!-- run -->{shade}\n", encoding="utf-8")


def _change_rule(folder: Path, run: int) -> None:
    hand = 6 + run % 2
    (folder / "games.toml").write_text(f"{_RED}hand = {hand}\n", encoding="utf-8")


def _write_thousand(folder: Path) -> None:
    subprocess.run([sys.executable, "-m", "pnp", "init", "--deck", "mine"], cwd=folder, check=True,
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)  # fmt: skip
    path = folder / "moths.csv"
    head, *rows = path.read_text(encoding="utf-8").splitlines()
    cards = (rows[number % len(rows)].replace(",", f"-{number},", 1) for number in range(1_000))
    path.write_text("\n".join([head, *cards]) + "\n", encoding="utf-8")


def _rename_moth(folder: Path, run: int) -> None:
    path = folder / "moths.csv"
    head, first, *rows = path.read_text(encoding="utf-8").splitlines()
    cells = first.split(",")
    cells[1] = f"Dusk {run}"
    path.write_text("\n".join([head, ",".join(cells), *rows]) + "\n", encoding="utf-8")


CASES = (
    StudioCase("a card of 1,000", 0.15, _write_thousand, _rename_moth, '[data-face="moths/emperor-dusk-0/front"] img'),
    StudioCase("a word on a card of red", 0.15, _write_red, _reword_red, '[data-face="cards/red-1/front"] img'),
    StudioCase("a template of 49 faces", 0.3, _write_red, _edit_template, _FRONTS, "zoom=0.5"),
    StudioCase("a rule of red", 0.5, _write_red, _change_rule, '[data-face="rules/rules/front"] img'),
)  # fmt: skip


def measure_studio(folder: Path, runs: int) -> Iterator[str]:
    """Yield the lines of a table: each case with the least, the median and the greatest of its seconds. Raises
    RunError if the browser or the studio cannot be used."""
    yield f"{'from the write to the picture':32}  least  median  most  (aim)  in fixed work"
    with _browser() as browser:
        for number, case in enumerate(CASES):
            project = folder / str(number)
            project.mkdir()
            case.write(project)
            work, seconds = zip(*_seconds(browser, project, case, runs), strict=True)
            median = statistics.median(seconds)
            figures = f"{min(seconds):.3f}   {median:.3f} {max(seconds):.3f}"
            yield f"{case.name:32}  {figures}  ({case.most})  {median / statistics.median(work):.1f}"
        yield _many_saves(browser, folder / "0", CASES[0])
        work_before = _fixed_work()
        first = _first_faces(browser, folder / "1")
        yield f"{'20 first faces of a cold start':32}  {first:.3f}  (1.5)  {first / work_before:.1f}"
        yield f"{'processor time when idle':32}  {_idle_share(browser, folder / '1'):.1%} of a core  (2%)"


@contextmanager
def _browser() -> Iterator[Any]:
    from playwright.sync_api import sync_playwright  # noqa: PLC0415 - only this measurement needs it

    found = os.environ.get("PNP_BROWSER") or next(filter(None, map(shutil.which, _BROWSERS)), None)
    if found is None:
        raise RunError("install chromium, or name a browser in PNP_BROWSER")
    arguments = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=arguments)
        yield browser
        browser.close()


def _idle_share(browser: Any, project: Path) -> float:
    """Return the share of a core that a studio with an open page takes while nothing is saved. Linux alone tells it."""
    with _studio_process(project) as (process, url):
        page = _open_page(browser, url, CASES[1])
        _wait(page, "!document.querySelector('#status').textContent.includes('checking')")
        before = _ticks(process.pid)
        time.sleep(_IDLE)
        ticks = _ticks(process.pid) - before
        page.close()
    return ticks / os.sysconf("SC_CLK_TCK") / _IDLE


def _ticks(process: int) -> int:
    """Return the processor time of a process and of its children, in ticks of the system."""
    own = Path(f"/proc/{process}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    children = Path(f"/proc/{process}/task/{process}/children").read_text(encoding="ascii").split()
    return int(own[11]) + int(own[12]) + sum(_ticks(int(child)) for child in children)


@contextmanager
def _studio(project: Path, *arguments: str) -> Iterator[str]:
    """Run a studio over a project, and give its address."""
    with _studio_process(project, *arguments) as (_, url):
        yield url


@contextmanager
def _studio_process(project: Path, *arguments: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Run a studio over a project, and give its process and its address."""
    command = [sys.executable, "-m", "pnp", "studio", "--no-open", *arguments]
    with subprocess.Popen(
        command, cwd=project, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as process:
        assert process.stdout is not None
        url = process.stdout.readline().strip()
        if not url:
            raise RunError(f"pnp studio did not start in {project}")
        try:
            yield process, url
        finally:
            process.terminate()


def _fixed_work() -> float:
    """Return the seconds that a fixed piece of work takes now."""
    begin, state = time.perf_counter(), 1
    for _ in range(_STEPS):
        state = state * 69069 + 1 & 0xFFFFFFFF
    return time.perf_counter() - begin


def _seconds(browser: Any, project: Path, case: StudioCase, runs: int) -> Iterator[tuple[float, float]]:
    """Yield for each edit the seconds of the fixed work before it, and those until its picture."""
    with _studio(project) as url:
        page = _open_page(browser, url, case)
        for run in range(runs + 1):
            page.locator(case.wanted).first.scroll_into_view_if_needed()
            _wait_for_calm(page, case.wanted)
            count = page.evaluate(_PAINTED, case.wanted)
            assert count, case.wanted
            work = _fixed_work()
            begin = time.time()
            case.edit(project, run)
            _wait(page, "window.painted !== null")
            if run:  # the first edit fills caches
                yield work, float(page.evaluate("window.painted")) / 1000 - begin
        page.close()


def _wait_for_calm(page: Any, wanted: str) -> None:
    """Wait until no picture changes any more. A late one would count for the next edit."""
    sources, calm_since, end = "", time.monotonic(), time.monotonic() + _PATIENCE
    while time.monotonic() - calm_since < _CALM:
        now = page.evaluate(_SOURCES, wanted)
        if now != sources:
            sources, calm_since = now, time.monotonic()
        if time.monotonic() > end:
            raise RunError(f"the pictures of {wanted} never stop changing")
        time.sleep(0.05)


def _many_saves(browser: Any, project: Path, case: StudioCase) -> str:
    """Return a line with the seconds from the last of many saves to its picture, and the longest wait for any."""
    with _studio(project) as url:
        page = _open_page(browser, url, case)
        page.evaluate(_PICTURES, case.wanted)
        for run in range(_SAVES):
            begin = time.time()
            case.edit(project, 1_000 + run)
            time.sleep(max(0.0, _SAVING / _SAVES - (time.time() - begin)))
        time.sleep(3.0)
        painted = [at / 1_000 for at, _ in page.evaluate("window.pictures")]
        page.close()
    if not painted:
        raise RunError("no picture came during the saves")
    longest = max(later - earlier for earlier, later in itertools.pairwise(painted))
    title = f"the last of {_SAVES} saves in {_SAVING:.0f} s"
    return f"{title:32}  {painted[-1] - begin:.3f}  ({case.most}); {len(painted)} pictures, {longest:.3f} apart at most"


def _open_page(browser: Any, url: str, case: StudioCase) -> Any:
    """Open a page, and wait until it shows what a case waits for."""
    page = browser.new_page(viewport={"width": 1440, "height": 900})
    page.goto(f"{url}?{case.show}")
    _wait(page, f"document.querySelectorAll('{case.wanted}').length > 0 && document.body.dataset.build > 0")
    _wait(page, "document.querySelector('#status').textContent.includes('Drawn')")
    return page


def _first_faces(browser: Any, project: Path) -> float:
    """Return the seconds from the start of the command to the first 20 painted faces, without any cache."""
    begin = time.time()
    with _studio(project, "--no-cache") as url:
        page = browser.new_page(viewport={"width": 1440, "height": 900})
        page.goto(url)
        _wait(
            page, "[...document.querySelectorAll('.face img')].filter((i) => i.complete && i.naturalWidth).length >= 20"
        )
        seconds = time.time() - begin
        page.close()
    return seconds


def _wait(page: Any, script: str) -> None:
    """Wait until a script gives true. The policy of the page forbids to wait inside of it."""
    end = time.monotonic() + _PATIENCE
    while not page.evaluate(script):
        if time.monotonic() > end:
            raise RunError(f"the page did not come to: {script}")
        time.sleep(_POLL)


def print_studio(folder: Path, runs: int) -> int:
    """Print the table. Returns the exit status: 1 if the measurement could not be made."""
    try:
        for line in measure_studio(folder, runs):
            print(line, flush=True)
    except RunError as error:
        print(error, file=sys.stderr)
        return 1
    return 0
