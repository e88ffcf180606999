"""Chosen tones as JSON, for the cache of the user."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from pnp.cardsvg.colours import Rgb
from pnp.ink.choice import FaceTones, RunTones, ShapeTones
from pnp.ink.scene import OutlineStroke
from pnp.ink.tones import Grey, Solid, Tone, Wash
from pnp.records import dataclass


@dataclass(frozen=True, slots=True)
class KeptTones:
    """Step of saver that a group of faces takes, and the tones of each face by its id."""

    step: int
    faces: Mapping[str, FaceTones]


def tones_to_json(kept: KeptTones) -> bytes:
    """Return tones as JSON."""
    faces = {name: [list(map(_shape, tones.shapes)), list(map(_run, tones.runs))] for name, tones in kept.faces.items()}
    return json.dumps([kept.step, faces], separators=(",", ":")).encode()


def tones_from_json(text: bytes) -> KeptTones:
    """Read what ``tones_to_json`` wrote."""
    step, faces = json.loads(text)
    return KeptTones(
        step,
        {
            name: FaceTones(tuple(map(_read_shape, shapes)), tuple(map(_read_run, runs)))
            for name, (shapes, runs) in faces.items()
        },
    )


def _shape(tones: ShapeTones | None) -> list[Any] | None:
    if tones is None:
        return None
    return [_tone(tones.fill), _tone(tones.stroke), _line(tones.edge), _line(tones.casing)]


def _read_shape(entry: Sequence[Any] | None) -> ShapeTones | None:
    if entry is None:
        return None
    fill, stroke, edge, casing = entry
    return ShapeTones(_read_tone(fill), _read_tone(stroke), _read_line(edge), _read_line(casing))


def _tone(tone: Tone) -> float | Rgb | None:
    """Return the share of a wash, the colour of a solid tone, or None for greys."""
    if isinstance(tone, Wash):
        return tone.share
    return tone.colour if isinstance(tone, Solid) else None


def _read_tone(entry: Any) -> Tone:
    if entry is None:
        return Grey()
    return Solid(_colour(entry)) if isinstance(entry, list) else Wash(entry)


def _line(line: OutlineStroke | None) -> list[Any] | None:
    return None if line is None else [line.colour, line.width, line.around_face]


def _read_line(entry: Sequence[Any] | None) -> OutlineStroke | None:
    return None if entry is None else OutlineStroke(_colour(entry[0]), entry[1], entry[2])


def _run(tones: RunTones) -> list[Any]:
    return [tones.fill, tones.stroke, tones.opened]


def _read_run(entry: Sequence[Any]) -> RunTones:
    fill, stroke, opened = entry
    return RunTones(None if fill is None else _colour(fill), None if stroke is None else _colour(stroke), bool(opened))


def _colour(entry: Sequence[float]) -> Rgb:
    red, green, blue = entry
    return red, green, blue
