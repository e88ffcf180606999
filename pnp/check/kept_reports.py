"""Reports on faces in the user's cache: a face that was looked at before is not looked at again."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import astuple, replace
from typing import Any

from pnp.cache.disk import REPORTS, DiskCache, cache_folder
from pnp.cache.edition import edition
from pnp.cache.keys import NoKeyError, value_text
from pnp.check.findings import FaceFinding, FaceInspector, FaceReport
from pnp.looks.edges import RimColours
from pnp.model.component import Component
from pnp.rendering.face import Face

INSPECTING = (
    "pnp.artsvg", "pnp.cardsvg", "pnp.check", "pnp.folding", "pnp.fonts", "pnp.looks", "pnp.model", "pnp.records",
    "pnp.rendering", "pnp.units",
)  # fmt: skip
"""Modules and packages that a report follows from."""


def inspect_faces(
    inspector: FaceInspector, component: Component, faces: Sequence[Face], fonts: object
) -> list[tuple[Face, FaceReport]]:
    """Return the faces of a component with the reports on them. ``fonts`` tells the font files in use.

    Faces are kept in sixteen groups, by digest: after a change of one card, only its group is looked at again.
    """
    cache = DiskCache(REPORTS, cache_folder())
    if not cache.keeps:
        return [(face, inspector.inspect(component, face)) for face in faces]
    groups: dict[str, list[Face]] = {}
    for face in faces:
        groups.setdefault(face.digest[0], []).append(face)
    reports: dict[str, FaceReport] = {}
    for members in groups.values():
        key = _key(inspector, component, members, fonts)
        text = None if key is None else cache.find(key)
        found = [inspector.inspect(component, face) for face in members] if text is None else _from_json(text)
        if key is not None and text is None:
            cache.keep(key, _to_json(found))
        reports.update((face.id, report) for face, report in zip(members, found, strict=True))
    return [(face, reports[face.id]) for face in faces]


def _key(inspector: FaceInspector, component: Component, faces: Sequence[Face], fonts: object) -> str | None:
    """Return the digest, in hex, of everything that the reports on faces follow from; None if it is unknown."""
    looks = [
        (face.trim, face.bleed, face.edge, face.cut, face.resized, face.drawing.bounds, face.drawing.key)
        for face in faces
    ]
    anonymous = replace(component, id="", title="", use=None, steps=None)
    try:
        text = value_text((looks, anonymous, inspector.measures, inspector.word_keys, fonts))
    except NoKeyError:
        return None
    return hashlib.sha256(text.encode("utf-8", "surrogatepass") + edition(*INSPECTING)).hexdigest()


def _to_json(reports: Sequence[FaceReport]) -> bytes:
    return json.dumps([_as_data(report) for report in reports], separators=(",", ":")).encode()


def _as_data(report: FaceReport) -> list[Any]:
    rim = None if report.rim is None else [sorted(report.rim.inside), sorted(report.rim.outside)]
    findings = [astuple(finding) for finding in report.findings]
    return [
        findings,
        rim,
        report.bare,
        report.bleeds,
        report.blank,
        report.hides_folds,
        report.hides_tabs,
        report.hides_cuts,
        report.is_empty,
    ]


def _from_json(text: bytes) -> list[FaceReport]:
    """Read what ``_to_json`` wrote."""
    return [
        FaceReport(
            tuple(FaceFinding(*finding) for finding in findings),
            None if rim is None else RimColours(*(frozenset(map(tuple, colours)) for colours in rim)),
            tuple(bare),
            bleeds,
            tuple(blank),
            hides_folds,
            hides_tabs,
            hides_cuts,
            is_empty,
        )
        for findings, rim, bare, bleeds, blank, hides_folds, hides_tabs, hides_cuts, is_empty in json.loads(text)
    ]
