"""Worker process that draws pictures.

It reads its tasks as JSON from standard input, and writes a line of JSON to standard output for each.
"""

from __future__ import annotations

import hashlib
import json
import sys
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from pnp.formats.formats import encode
from pnp.formats.pictures import find_unsafe_text, render_page, white_bleed
from pnp.pdfium import open_document, open_page
from pnp.steps import limit_process
from pnp.units import MM_PER_PT


def main() -> None:
    """Do the tasks that are sent, if any."""
    limit_process()
    line = sys.stdin.readline()
    if not line:
        return
    job = json.loads(line)
    folder = Path(job["folder"])
    open_files: dict[str, Any] = {}
    with ExitStack() as stack:
        for settings, task in job["work"]:
            if task["pdf"] not in open_files:
                open_files[task["pdf"]] = stack.enter_context(open_document(folder / task["pdf"]))
            with open_page(open_files[task["pdf"]], task["page"] + 1) as page:
                sys.stdout.write(json.dumps(_draw_and_check(page, settings, task, folder)) + "\n")


def _draw_and_check(page: Any, settings: dict[str, Any], task: dict[str, Any], folder: Path) -> dict[str, Any]:
    sha256, bare = "", False
    if settings["format"] is not None:
        image = render_page(page, task["width"], task["height"])
        encoded = encode(image, settings["format"], settings["dpi"])
        try:
            (folder / task["file"]).write_bytes(encoded)
        except OSError as error:
            return {"file": task["file"], "cannot-write": error.strerror or str(error)}
        sha256 = hashlib.sha256(encoded).hexdigest()
        if settings["bleed"]:
            share = settings["bleed"] / (page.get_width() * MM_PER_PT)
            width = max(1, int(share * image.width))
            bare = white_bleed(image, width, width)
    outside = []
    if settings["safe"] is not None:
        unsafe_texts = find_unsafe_text(page, settings["bleed"], settings["safe"], round_=settings["round_"])
        outside = [{"text": unsafe.text, "distance": unsafe.distance, "edge": unsafe.edge} for unsafe in unsafe_texts]
    return {"file": task["file"], "sha256": sha256, "bare": bare, "outside": outside}
