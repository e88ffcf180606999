"""Whether a manifest lists every example that stands on the pages: one left out of it would be looked at by nobody."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from typing import Any

from pnp.diagnostics import Diagnostic, Location
from pnp.verification.readback import PrintedPdf

_REBUILD = "the manifest is not the one the file was built with; build the kit again"
_NAMED = 6


def slot_at(manifest: Mapping[str, Any], page: int, x: float, y: float) -> Mapping[str, Any]:
    """The card that lies at a point of a page. Raises ValueError where none does."""
    listed = next((item for item in manifest["pages"] if item["number"] == page), None)
    if listed is None:
        raise ValueError(f"page {page} is not listed")
    for slot in listed["slots"]:
        inside_x = slot["x_mm"] <= x <= slot["x_mm"] + slot["width_mm"]
        if inside_x and slot["y_mm"] <= y <= slot["y_mm"] + slot["height_mm"]:
            return dict(slot)
    raise ValueError(f"no card lies at {x:.1f}, {y:.1f} on page {page}")


def unlisted(pdf: PrintedPdf, manifest: Mapping[str, Any], filled: Collection[str]) -> Iterator[Diagnostic]:
    """What the pages show and the manifest does not list.

    Every page says itself which examples are printed on it; the manifest has to list just these, copy by copy. Pages
    that were printed before they said so are held to one thing alone: where there is a component of ``filled``, which
    are filled with examples, there have to be some, unless its backs were left out.
    """
    listed = _listed(manifest)
    marked = False
    for number in range(1, pdf.page_count + 1):
        found = pdf.examples_on(number)
        marked = marked or bool(found)
        differing = _differing(manifest, number, found, listed) if found else []
        if differing:
            more = f" and {len(differing) - _NAMED} more" if len(differing) > _NAMED else ""
            message = f"page {number} shows {', '.join(differing[:_NAMED])}{more}"
            yield Diagnostic("unlisted-example", message, Location(pdf.label), _REBUILD)
    slots = [slot for page in manifest["pages"] for slot in page["slots"]]
    backed = any(slot["face"] == "back" for slot in slots)
    empty = sorted({slot["component"] for slot in slots} & set(filled)) if backed else []
    if empty and not manifest["examples"] and not marked:
        message = f"the manifest lists no example, and the file has a component that is filled with them: {empty[0]}"
        yield Diagnostic("unlisted-example", message, Location(pdf.label), _REBUILD)


def _listed(manifest: Mapping[str, Any]) -> Mapping[int, Counter[str]]:
    """By page, on how many of its cards each example is listed."""
    places = {
        (int(place["page"]), str(entry["id"]), _card(manifest, place))
        for entry in manifest["examples"]
        for place in entry["places"]
    }
    found: dict[int, Counter[str]] = {}
    for page, name, _ in places:
        found.setdefault(page, Counter())[name] += 1
    return found


def _card(manifest: Mapping[str, Any], place: Mapping[str, Any]) -> tuple[float, float] | None:
    """Where the card lies on which an example is listed; None where none lies, which is told of the example itself."""
    x, y, width, height = (float(value) for value in place["box_mm"])
    try:
        slot = slot_at(manifest, int(place["page"]), x + width / 2, y + height / 2)
    except ValueError:
        return None
    return float(slot["x_mm"]), float(slot["y_mm"])


def _differing(
    manifest: Mapping[str, Any], number: int, found: Counter[str], listed: Mapping[int, Counter[str]]
) -> list[str]:
    """The examples of a page that are listed otherwise, in words."""
    here = listed.get(number, Counter())
    slots = next((page["slots"] for page in manifest["pages"] if page["number"] == number), ())
    if any("tile" in slot for slot in slots):
        # A tile may show a part of an example, which is listed where it stands whole.
        anywhere = {name for page in listed.values() for name in page}
        return [f"example {name}, which the manifest does not list" for name in found if name not in anywhere]
    return [
        f"example {name} {_times(found[name])}, and the manifest lists it there {_times(here[name])}"
        for name in sorted({*found, *here})
        if found[name] != here[name]
    ]


def _times(count: int) -> str:
    return {0: "not at all", 1: "once"}.get(count, f"{count} times")
