"""Re-check the examples of a printed PDF: computed again, read by the oracle, and read back off the page."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Protocol

from pnp.diagnostics import Diagnostic, Location, VerificationError
from pnp.pdf.objects.manifest import FORMATS, NAME, SEAL_KEY, seal
from pnp.records import dataclass
from pnp.verify.readback import PrintedPdf, plain, read_json, slot_at, unlisted


class AnswerCheck(Protocol):
    """What is to be said of an example's answer today, in sentences."""

    @property
    def problems(self) -> Sequence[str]:
        """What is wrong; nothing when it holds."""

    @property
    def notes(self) -> Sequence[str]:
        """What has another name or place by now."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """What is to be said of the strings of a printed example: a ``problem``, or else a ``note`` where they are right
    and would read otherwise today."""

    problem: str | None = None
    note: str | None = None


Recheck = Callable[[Mapping[str, Any]], AnswerCheck]
"""Given an example's manifest entry: whether it holds today."""

Judge = Callable[[Mapping[str, Any], str, Sequence[str]], Judgement]
"""Given an example's manifest entry, a language, and the strings that are printed in it: whether they are right."""


@dataclass(frozen=True, slots=True)
class VerifyReport:
    """What a verification found. It passed when there are no problems."""

    examples: int
    places: int
    problems: tuple[Diagnostic, ...]
    notes: tuple[Diagnostic, ...] = ()

    @property
    def passed(self) -> bool:
        """Whether every example holds and is printed as it should be."""
        return not self.problems


def read_manifest(pdf: PrintedPdf) -> Mapping[str, Any] | Diagnostic:
    """The manifest of a PDF, or why there is none that can be read."""
    data = pdf.attachment(NAME)
    if data is None:
        return Diagnostic(
            "no-manifest",
            f"the PDF carries no {NAME}",
            Location(pdf.label),
            "only PDFs that pnp has built can be verified, in the file as it was built",
        )
    manifest = read_json(data, pdf.label)
    if manifest.get("format") not in FORMATS:
        return Diagnostic(
            "bad-manifest",
            f"the manifest has format {manifest.get('format')!r}, not {' or '.join(map(str, FORMATS))}",
            Location(pdf.label),
            "verify the file with the version of pnp that built it",
        )
    return manifest


def check_pdf(
    pdf: PrintedPdf, manifest: Mapping[str, Any], recheck: Recheck, judge: Judge, filled: Collection[str] | None
) -> VerifyReport:
    """Every example of ``manifest`` re-checked, in every place it is printed, and the pages looked through for others.
    A shape that is not a manifest's is a problem of the report, never an exception.

    ``filled`` are the components that are filled with examples; None for a file that has just been made, with its
    manifest.
    """
    try:
        return _FileCheck(pdf, manifest, recheck, judge).report(filled)
    except (KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
        problem = Diagnostic(
            "bad-manifest", f"the manifest is damaged ({type(error).__name__}: {error})", Location(pdf.label)
        )
        return VerifyReport(0, 0, (problem, *seal_problems(pdf, manifest)))


class _FileCheck:
    """One look through a file."""

    def __init__(self, pdf: PrintedPdf, manifest: Mapping[str, Any], recheck: Recheck, judge: Judge) -> None:
        self._pdf = pdf
        self._manifest = manifest
        self._recheck = recheck
        self._judge = judge
        self._problems: list[Diagnostic] = []
        self._otherwise: dict[str, str] = {}
        self._renamed: dict[str, None] = {}

    def report(self, filled: Collection[str] | None) -> VerifyReport:
        """What was found."""
        pdf, manifest = self._pdf, self._manifest
        for page in manifest["pages"]:
            if "matrix" in page:
                pdf.straighten(int(page["number"]), tuple(float(value) for value in page["matrix"]))
        self._problems += seal_problems(pdf, manifest)
        if len(manifest["pages"]) != pdf.page_count:
            listed = f"the manifest lists {len(manifest['pages'])} pages, the file has {pdf.page_count}"
            self._problems.append(Diagnostic("pages", listed, Location(pdf.label)))
        if filled is not None:
            self._problems += unlisted(pdf, manifest, filled)
        places = sum(self._example(entry) for entry in manifest["examples"])
        return VerifyReport(len(manifest["examples"]), places, tuple(self._problems), tuple(self._notes()))

    def _example(self, entry: Mapping[str, Any]) -> int:
        """Look at an example; in how many places it is printed."""
        name = str(entry["id"])
        try:
            looked = self._recheck(entry)
        except VerificationError as error:
            self._problems += [replace(item, location=Location(self._pdf.label)) for item in error.diagnostics]
            return 0
        self._tell(name, "wrong-example", looked.problems)
        self._renamed |= dict.fromkeys(looked.notes)
        if not entry["places"]:
            self._tell(name, "not-printed", ["it is printed nowhere"])
        for place in entry["places"]:
            self._tell(name, "misprint", self._place(name, entry, place))
        return len(entry["places"])

    def _place(self, name: str, entry: Mapping[str, Any], place: Mapping[str, Any]) -> list[str]:
        """What is wrong with one printed copy of an example."""
        pdf, number = self._pdf, int(place["page"])
        if not 1 <= number <= pdf.page_count:
            return [f"it should be on page {number}, which the file does not have"]
        x, y, width, height = (float(value) for value in place["box_mm"])
        tokens = [str(token) for token in place["tokens"]]
        wrong = []
        slot = slot_at(self._manifest, number, x + width / 2, y + height / 2)
        box, rotation = (x, y, width, height), int(slot["rotation"])
        if "ruby" in place:
            found, over = pdf.words_and_readings_in(number, box, rotation)
        else:
            found, over = pdf.text_in(number, box, rotation), ""
        for printed, meant in ((found, tokens), (over, [str(kana) for kana in place.get("ruby", ())])):
            expected = plain("".join(meant))
            if plain(printed) != expected:
                wrong.append(f"page {number} shows {_difference(expected, plain(printed))}")
        judged = self._judge(entry, str(slot["language"]), tokens)
        if judged.problem is not None:
            wrong.append(f"the strings on page {number} are not those of this position and answer: {judged.problem}")
        if judged.note is not None:
            self._otherwise.setdefault(name, f"on page {number} {judged.note}")
        return wrong

    def _tell(self, example: str, code: str, sentences: Iterable[str]) -> None:
        place = Location(self._pdf.label)
        self._problems += [Diagnostic(code, f"example {example}: {sentence}", place) for sentence in sentences]

    def _notes(self) -> Iterator[Diagnostic]:
        place = Location(self._pdf.label)
        if self._otherwise:
            count, (name, first) = len(self._otherwise), next(iter(self._otherwise.items()))
            told = f"{count} examples are" if count > 1 else "an example is"
            message = f"{told} printed in other words than today's, such as {name}: {first}"
            yield Diagnostic("other-words", message, place, severity="note")
        for sentence in self._renamed:
            yield Diagnostic("earlier-name", sentence, place, severity="note")


def differing(ways: Sequence[str], found: str, verb: str) -> str:
    """Where ``found`` differs from the nearest of the ``ways`` it could be, in words: what is there, and what ``verb``
    in its place."""
    near = max(ways, key=lambda way: _differ_at(way, found))
    return _difference(near, found, verb)


def _difference(expected: str, found: str, verb: str = "was printed") -> str:
    at = _differ_at(expected, found)
    return (
        f"{found[max(0, at - 6) : at + 12]!r} where {expected[max(0, at - 6) : at + 12]!r} {verb} "
        f"(character {at + 1} of {len(expected)})"
    )


def _differ_at(one: str, other: str) -> int:
    """The place from which on two texts differ."""
    shorter = min(len(one), len(other))
    return next((at for at in range(shorter) if one[at] != other[at]), shorter)


def seal_problems(pdf: PrintedPdf, manifest: Mapping[str, Any]) -> list[Diagnostic]:
    """Entries that are not as they were when the file was built."""
    raw = pdf.info(SEAL_KEY)
    if not raw:
        return [
            Diagnostic("no-seal", "the file does not say what its manifest was when it was built", Location(pdf.label))
        ]
    was = read_json(raw.encode("utf-8"), pdf.label)
    try:
        now = seal(manifest)
    except (KeyError, TypeError, AttributeError):
        now = {}
    wrong = []
    for name in [*was, *(key for key in now if key not in was)]:
        if was.get(name) != now.get(name):
            what = "was altered" if name in was and name in now else "is gone" if name in was else "was added"
            whose = f"example {name}: its entry in the manifest" if name else "the manifest"
            wrong.append(Diagnostic("altered-manifest", f"{whose} {what}", Location(pdf.label)))
    return wrong
