"""Re-check the examples of a printed PDF: computed again, read by the oracle, and read back off the page."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from pnp.diagnostics import Diagnostic, Location, VerificationError
from pnp.printing.manifest import FORMAT, NAME, SEAL_KEY, seal
from pnp.verification.readback import PrintedPdf, plain, read_json

Recheck = Callable[[Mapping[str, Any]], Sequence[str]]
"""Given an example's manifest entry: what is wrong with its answer today, in sentences; nothing when it holds."""

Printed = Callable[[Mapping[str, Any], str], Sequence[Sequence[str]]]
"""Given an example's manifest entry and a language: the ways in which it may be printed, each as its strings."""


@dataclass(frozen=True, slots=True)
class Report:
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
    if manifest.get("format") != FORMAT:
        return Diagnostic(
            "bad-manifest",
            f"the manifest has format {manifest.get('format')!r}, not {FORMAT}",
            Location(pdf.label),
            "verify the file with the version of pnp that built it",
        )
    return manifest


def check_pdf(pdf: PrintedPdf, manifest: Mapping[str, Any], recheck: Recheck, printed: Printed) -> Report:
    """Every example of ``manifest`` re-checked, in every place it is printed. A shape that is not a manifest's is a
    problem of the report, never an exception."""
    try:
        return _check(pdf, manifest, recheck, printed)
    except (KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
        problem = Diagnostic(
            "bad-manifest", f"the manifest is damaged ({type(error).__name__}: {error})", Location(pdf.label)
        )
        return Report(0, 0, (problem, *_seal_problems(pdf, manifest)))


def _check(pdf: PrintedPdf, manifest: Mapping[str, Any], recheck: Recheck, printed: Printed) -> Report:
    problems: list[Diagnostic] = list(_seal_problems(pdf, manifest))
    places = 0
    if len(manifest["pages"]) != pdf.page_count:
        problems.append(
            Diagnostic(
                "pages",
                f"the manifest lists {len(manifest['pages'])} pages, the file has {pdf.page_count}",
                Location(pdf.label),
            )
        )
    for entry in manifest["examples"]:
        name = str(entry["id"])
        try:
            problems += [_problem(pdf, name, "wrong-example", text) for text in recheck(entry)]
        except VerificationError as error:
            problems += [replace(item, location=Location(pdf.label)) for item in error.diagnostics]
            continue
        if not entry["places"]:
            problems.append(_problem(pdf, name, "not-printed", "it is printed nowhere"))
        for place in entry["places"]:
            places += 1
            problems += [_problem(pdf, name, "misprint", text) for text in _place(pdf, manifest, entry, place, printed)]
    return Report(len(manifest["examples"]), places, tuple(problems))


def _problem(pdf: PrintedPdf, example: str, code: str, text: str) -> Diagnostic:
    return Diagnostic(code, f"example {example}: {text}", Location(pdf.label))


def _place(
    pdf: PrintedPdf, manifest: Mapping[str, Any], entry: Mapping[str, Any], place: Mapping[str, Any], printed: Printed
) -> list[str]:
    """What is wrong with one printed copy of an example."""
    number = int(place["page"])
    if not 1 <= number <= pdf.page_count:
        return [f"it should be on page {number}, which the file does not have"]
    x, y, width, height = (float(value) for value in place["box_mm"])
    tokens = [str(token) for token in place["tokens"]]
    wrong = []
    slot = _slot_at(manifest, number, x + width / 2, y + height / 2)
    found = plain(pdf.text_in(number, (x, y, width, height), int(slot["rotation"])))
    expected = plain("".join(tokens))
    if found != expected:
        wrong.append(f"page {number} shows {_difference(expected, found)}")
    ways = [plain("".join(way)) for way in printed(entry, str(slot["language"]))]
    if expected not in ways:
        near = max(ways, key=lambda way: _differ_at(way, expected), default=None)
        meant = "no words can be found for it" if near is None else _difference(near, expected, "belongs")
        wrong.append(f"the strings on page {number} are not those of this position and answer: {meant}")
    return wrong


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


def _slot_at(manifest: Mapping[str, Any], page: int, x: float, y: float) -> Mapping[str, Any]:
    """The card that lies at a point of a page."""
    listed = next((item for item in manifest["pages"] if item["number"] == page), None)
    if listed is None:
        raise ValueError(f"page {page} is not listed")
    for slot in listed["slots"]:
        inside_x = slot["x_mm"] <= x <= slot["x_mm"] + slot["width_mm"]
        if inside_x and slot["y_mm"] <= y <= slot["y_mm"] + slot["height_mm"]:
            return dict(slot)
    raise ValueError(f"no card lies at {x:.1f}, {y:.1f} on page {page}")


def _seal_problems(pdf: PrintedPdf, manifest: Mapping[str, Any]) -> list[Diagnostic]:
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
