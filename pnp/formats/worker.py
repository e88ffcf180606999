"""A process that draws pictures: a task from standard input, a line of JSON on standard output for each."""

from __future__ import annotations

import hashlib
import json
import sys
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from pnp.formats.formats import encode
from pnp.formats.pictures import picture_of, type_outside, white_bleed
from pnp.pdfium import opened, page_of
from pnp.units import MM_PER_PT


def main() -> None:
    """Do the task that is sent, if one is."""
    line = sys.stdin.readline()
    if not line:
        return
    task = json.loads(line)
    folder = Path(task["folder"])
    open_files: dict[str, Any] = {}
    with ExitStack() as held:
        for look, shot in task["work"]:
            if shot["pdf"] not in open_files:
                open_files[shot["pdf"]] = held.enter_context(opened(folder / shot["pdf"]))
            with page_of(open_files[shot["pdf"]], shot["page"] + 1) as page:
                sys.stdout.write(json.dumps(_taken(page, look, shot, folder)) + "\n")


def _taken(page: Any, look: dict[str, Any], shot: dict[str, Any], folder: Path) -> dict[str, Any]:
    sha256, bare = "", False
    if look["format"] is not None:
        image = picture_of(page, shot["width"], shot["height"])
        data = encode(image, look["format"], look["dpi"])
        try:
            (folder / shot["file"]).write_bytes(data)
        except OSError as error:
            return {"file": shot["file"], "cannot-write": error.strerror or str(error)}
        sha256 = hashlib.sha256(data).hexdigest()
        if look["bleed"]:
            share = look["bleed"] / (page.get_width() * MM_PER_PT)
            width = max(1, int(share * image.width))
            bare = white_bleed(image, width, width)
    outside = []
    if look["safe"] is not None:
        found = type_outside(page, look["bleed"], look["safe"], round_=look["round_"])
        outside = [{"text": one.text, "distance": one.distance, "edge": one.edge} for one in found]
    return {"file": shot["file"], "sha256": sha256, "bare": bare, "outside": outside}
