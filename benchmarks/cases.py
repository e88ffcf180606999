"""What is measured: the cases, and how each contender is told to do them."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from benchmarks.edits import EDITS, OUT, Edits
from benchmarks.job import JobCard, numbered_cards, one_changed, small_deck, write_csv
from benchmarks.measure import user_cache
from benchmarks.project import GAME, make_project
from benchmarks.typeface import Typeface

ROOT = Path(__file__).resolve().parent.parent
_PEERS = Path(__file__).resolve().parent / "peers"
PEERS = ("reportlab", "protograf", "typst")
_COLD = ("red", "red-known", "kits", "49", "49x4", "1000", "10000", "100000", "changed")
CASES = (*_COLD, *EDITS)


@dataclass(frozen=True, slots=True)
class Rebuilding:
    """What a process does that builds again after edits: it leaves its times in ``report``. ``command`` builds what
    lies in ``folder`` in a process that has just begun, ``pdf`` is what that writes."""

    edits: Edits
    folder: Path
    report: Path
    command: tuple[str, ...]
    pdf: Path


@dataclass(frozen=True, slots=True)
class Contender:
    """A program on one case: its command, the PDF file it writes, and what must be done before each run, given the
    number of the run. ``warm`` where it is the rebuilds in the process that are measured."""

    name: str
    command: tuple[str, ...]
    pdf: Path
    before: Callable[[int], None] = field(default=lambda _run: None)
    warm: Rebuilding | None = None


@dataclass(frozen=True, slots=True)
class Case:
    """A job and all who do it. ``source`` is the CSV file with a row for every card on the sheets; ``kit`` says that
    pnp builds something else."""

    id: str
    title: str
    contenders: tuple[Contender, ...]
    source: Path
    kit: bool = False


@dataclass(frozen=True, slots=True)
class Setting:
    """Where the cases are laid out and with what: a scratch folder, the font, the interpreter that has the peers, and
    how many edits a process makes that builds again and again."""

    folder: Path
    typeface: Typeface
    peers: Path | None
    edits: int = 10

    @property
    def examples(self) -> Path:
        """Where pnp keeps the examples that it found."""
        return user_cache(self.folder) / "pnp" / "examples"

    @property
    def present(self) -> tuple[str, ...]:
        """The contenders beside pnp that can be run."""
        if self.peers is None or not self.typeface.on_system:
            return PEERS[:1]
        return PEERS


def make_cases(setting: Setting, wanted: Sequence[str] = ()) -> list[Case]:
    """Lay out the cases called ``wanted`` (all of them, if none is named). Raises ValueError for an unknown name."""
    makers: dict[str, Callable[[], Case]] = {
        "red": lambda: _red(setting, known=False),
        "red-known": lambda: _red(setting, known=True),
        "kits": lambda: _kits(setting),
        "49": lambda: _deck(setting, "49", "49 unique cards", small_deck),
        "49x4": lambda: _deck(setting, "49x4", "49 unique cards, 4 copies of each", small_deck, copies=4),
        "1000": lambda: _deck(setting, "1000", "1,000 unique cards from a CSV file", _numbered(1000)),
        "10000": lambda: _deck(setting, "10000", "10,000 unique cards from a CSV file", _numbered(10_000)),
        "100000": lambda: _deck(
            setting, "100000", "100,000 unique cards from a CSV file", _numbered(100_000), peers=PEERS[:1]
        ),
        "changed": lambda: _deck(
            setting, "changed", "1,000 cards again, one card changed", _numbered(1000), changing=True
        ),
        **{name: partial(_warm, setting, name) for name in EDITS},
    }
    for name in wanted:
        if name not in makers:
            raise ValueError(f"there is no case {name!r}; there are {', '.join(CASES)}")
    return [make() for name, make in makers.items() if not wanted or name in wanted]


def _red(setting: Setting, *, known: bool) -> Case:
    name = "red-known" if known else "red"
    folder = setting.folder / name
    folder.mkdir()
    write_csv(folder / "cards.csv", small_deck(), spell_out=True)
    out = folder / "out"

    def before(_run: int) -> None:
        _remove(out)
        if not known:
            _remove(setting.examples)

    built = Contender("pnp", _pnp("red", None, out), out / "red-en-a4.pdf", before)
    peers = tuple(_peer(setting, peer, folder) for peer in setting.present)
    examples = "examples known from an earlier build" if known else "search included"
    title = f"`pnp build red`, {examples}, verification included; the others draw 49 cards"
    return Case(name, title, (built, *peers), folder / "cards.csv", kit=True)


def _kits(setting: Setting) -> Case:
    folder = setting.folder / "kits"
    folder.mkdir()
    write_csv(folder / "cards.csv", small_deck(), spell_out=True)
    out = folder / "out"
    built = Contender("pnp", _pnp("--all", None, out), out / "red-en-a4.pdf", lambda _run: _remove(out))
    title = "`pnp build --all`, all kits that are shipped, examples known; bare ReportLab draws 49 cards"
    return Case("kits", title, (built, _peer(setting, PEERS[0], folder)), folder / "cards.csv", kit=True)


def _numbered(count: int) -> Callable[[], Iterable[JobCard]]:
    return partial(numbered_cards, count)


def _deck(
    setting: Setting,
    name: str,
    title: str,
    cards: Callable[[], Iterable[JobCard]],
    copies: int = 1,
    changing: bool = False,
    peers: Sequence[str] = PEERS,
) -> Case:
    folder = setting.folder / name
    definition = make_project(folder, cards(), copies, setting.typeface)
    plain = folder / "plain.csv"
    write_csv(plain, cards(), copies, spell_out=True)
    out = folder / "out"

    def change(run: int) -> None:
        deck = list(cards())
        changed = one_changed(deck, len(deck) // 2, 2000 + run)
        write_csv(folder / "cards.csv", changed, copies)
        write_csv(plain, changed, copies, spell_out=True)

    def before(run: int) -> None:
        if changing:
            change(run)
        else:
            _remove(out)

    own = Contender("pnp", _pnp(GAME, definition, out), out / f"{GAME}-en-a4.pdf", before)
    others = tuple(_peer(setting, peer, folder, plain) for peer in setting.present if peer in peers)
    return Case(name, title, (own, *others), plain)


def _warm(setting: Setting, name: str) -> Case:
    edits, folder = EDITS[name], setting.folder / name
    if setting.edits > edits.most:
        raise ValueError(f"{name} has only {edits.most} edits")
    project, report, plain = folder / "project", folder / "report.json", folder / "plain.csv"
    edits.make(project, setting.typeface)
    if edits.cards is not None:
        write_csv(plain, edits.cards(setting.edits), spell_out=True)

    def before(_run: int) -> None:
        _remove(project / OUT)
        edits.change(project, 0)

    asked = (name, str(project), str(setting.edits), str(report))
    pdf = f"{edits.game}-en-a4.pdf"
    cold = folder / "cold"
    rebuilding = Rebuilding(
        edits, project, report, (*_pnp(edits.game, project / "games.toml", cold), "--no-cache"), cold / pdf
    )
    command = (sys.executable, "-m", "benchmarks.warm", *asked)
    own = Contender("pnp", command, project / OUT / pdf, before, rebuilding)
    return Case(name, edits.title, (own,), plain, kit=edits.cards is None)


def _pnp(game: str, definition: Path | None, out: Path) -> tuple[str, ...]:
    asked = () if definition is None else ("--games", str(definition))
    return (sys.executable, "-m", "pnp", "build", game, *asked, "--out", str(out))


def _peer(setting: Setting, name: str, folder: Path, cards: Path | None = None) -> Contender:
    script = str(_PEERS / f"{name}_deck.py")
    pdf = folder / f"{name}.pdf"
    source = str(cards or folder / "cards.csv")
    if name == "reportlab":
        return Contender(name, (sys.executable, script, source, str(pdf), str(setting.typeface.file)), pdf)
    if setting.peers is None:
        raise ValueError(f"{name} needs an interpreter of its own")
    return Contender(name, (str(setting.peers), script, source, str(pdf), setting.typeface.family), pdf)


def _remove(folder: Path) -> None:
    if folder.exists():
        shutil.rmtree(folder)
