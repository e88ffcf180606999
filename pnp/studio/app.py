"""Routes of the studio: its page, the data and pictures of a kit, events, notes, and files to be written."""

from __future__ import annotations

import asyncio
import json
import tomllib
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from contextvars import copy_context
from dataclasses import asdict
from functools import lru_cache, partial
from pathlib import Path
from threading import Lock
from typing import Any

from anyio.to_thread import current_default_thread_limiter, run_sync
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, Response, StreamingResponse
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from pnp.diagnostics import PnpError
from pnp.formats.svg import face_svg
from pnp.model.text import LANGUAGES
from pnp.project.examples import shown_examples
from pnp.project.project import engine_of, open_project
from pnp.studio.guard import FILE_POLICY, PICTURE_POLICY
from pnp.studio.messages import messages_as_json, place_as_json
from pnp.studio.notes import PinnedNote, read_notes, write_note
from pnp.studio.origins import FaceSources, WordOrigin, field_text, texts_as_json, texts_of_faces
from pnp.studio.processes.checking import PrintedFaceRequest, printed_face
from pnp.studio.processes.referee import PositionQuestion, answer_question, cards_of, forms_of, tableau_as_json
from pnp.studio.processes.worker import Worker
from pnp.studio.session import StudioSession
from pnp.studio.sheets import DEFAULT_SHOP, SheetMaker, write
from pnp.studio.snapshot import (
    DrawnPicture,
    Kit,
    ShownFace,
    Snapshot,
    changes_since,
    news_of,
    snapshot_as_json,
)
from pnp.studio.view import View


def examples_as_json(snapshot: Snapshot) -> dict[str, Any]:
    """Return the examples of a snapshot as JSON data, best first, and the misreadings that none rules out. ``is_new``
    tells that an example was another one before the last save that changed the examples, ``is_lost`` that a misreading
    lost its last one then. ``kinds``, ``cards`` and ``forms`` are what questions to the referee are made of."""
    kit = snapshot.kit
    if kit is None:
        return {"examples": [], "unkilled": [], "kinds": [], "cards": [], "forms": {}}
    engine, earlier = engine_of(kit.game), snapshot.earlier_examples
    words = kit.project.resources(kit.game).words(kit.game.engine, kit.language)
    texts = {misreading.id: words.word(misreading.text) for misreading in engine.misreadings(kit.game.settings)}
    known = {} if earlier is None else {example.id: example for example in earlier.examples}
    new = {example.id for example in kit.examples.examples if known and known.get(example.id) != example}
    faces: dict[str, list[str]] = {}
    for face in (face for component in snapshot.components for face in component.faces):
        for printed in face.face.examples:
            faces.setdefault(printed.id, []).append(face.name)
    shown = shown_examples(kit.game, kit.examples)
    return {
        "kinds": engine.kinds,
        "cards": cards_of(engine, kit.game.settings) if engine.kinds else [],
        "forms": forms_of(engine, kit.game.settings) if engine.kinds else {},
        "examples": [
            {
                "id": example.id,
                "kind": example.kind,
                "position": example.position,
                **tableau_as_json(shown[example.id].tableau, words),
                "kills": [{"id": name, "text": texts.get(name, "")} for name in example.kills],
                "faces": faces.get(example.id, []),
                "is_new": example.id in new,
            }
            for example in kit.examples.examples
        ],
        "unkilled": [
            {
                "id": name,
                "text": texts.get(name, ""),
                "is_lost": earlier is not None and name not in earlier.unkilled,
            }
            for name in kit.examples.unkilled
        ],
    }


PAGE = Path(__file__).parent / "page"
_STILL_HERE = 15.0
"""Seconds after which a silent event stream says that it is still there."""
_MOST_POSTED = 100_000
"""Most bytes of a request that writes."""
_MOST_THREADS = 4
"""Threads that answer requests. Each reserves some 70 MB of address space, which ``limits.MEMORY`` bounds."""
_PRINTED_RESOLUTION = 12.0
"""Pixels per mm of the picture of a printed face."""
_FOR_EVER = {"cache-control": "private, max-age=31536000, immutable"}
_NOT_KEPT = {"cache-control": "no-store"}


class StudioApp:
    """Routes over a session. ``editor`` is the pattern of an editor's address."""

    def __init__(self, session: StudioSession, editor: str) -> None:
        self._session, self._editor = session, editor
        self._waiting: dict[View, set[asyncio.Event]] = {}
        self._loop: asyncio.AbstractEventLoop | None = None
        self._is_ending = False
        self._sources: tuple[Snapshot, FaceSources] | None = None
        self._sheet_maker = SheetMaker()
        self._referee, self._painter = Worker(), Worker()
        self._writing = Lock()
        self._written: list[Path] = []
        """Files that pages have written, in this order: their addresses have their numbers."""
        self._drawing = Lock()
        self._svg = lru_cache(maxsize=2_000)(self._draw)

    def routes(self) -> Starlette:
        """Return the application. The session runs as long as it does."""
        return Starlette(
            routes=[
                Route("/", self._page),
                Route("/words.json", self._words),
                Route("/kit.json", self._kit),
                Route("/messages.json", self._messages),
                Route("/face.json", self._face),
                Route("/origins.json", self._origins),
                Route("/drawn.json", self._drawn),
                Route("/examples.json", self._examples),
                Route("/texts.json", self._texts),
                Route("/referee", self._ask_referee, methods=["POST"]),
                Route("/sheets.json", self._sheets),
                Route("/sheet/{name}.png", self._sheet),
                Route("/events", self._events),
                Route("/picture/{name}.svg", self._picture),
                Route("/printed/{component}/{card}/{side}.png", self._printed_face),
                Route("/notes.json", self._notes, methods=["GET", "POST"]),
                Route("/write", self._write, methods=["POST"]),
                Route("/written/{name}", self._written_file),
                Mount("/static", StaticFiles(directory=PAGE / "static")),
            ],
            lifespan=self._lifespan,
            exception_handlers={PnpError: _refused},
        )

    @asynccontextmanager
    async def _lifespan(self, _app: Starlette) -> AsyncIterator[None]:
        self._loop = asyncio.get_running_loop()
        current_default_thread_limiter().total_tokens = _MOST_THREADS
        self._session.listeners.append(self._wake)
        self._session.start()
        yield
        for worker in (self._referee, self._painter):
            worker.end(for_ever=True)
        await run_sync(self._session.stop)

    def end_streams(self) -> None:
        """End the event streams of all pages. Called by a signal."""
        self._is_ending = True
        if self._loop is not None:
            self._loop.call_soon_threadsafe(self._wake_all)

    def _wake_all(self) -> None:
        for events in self._waiting.values():
            for event in events:
                event.set()

    # The page and its words

    async def _page(self, _request: Request) -> Response:
        return FileResponse(PAGE / "page.html", headers=_NOT_KEPT)

    async def _words(self, _request: Request) -> Response:
        return JSONResponse(page_words(), headers=_NOT_KEPT)

    # The kit, as data

    async def _kit(self, request: Request) -> Response:
        revision, build = (_number(request.query_params.get(name, "")) for name in ("revision", "build"))
        snapshot = self._snapshot(request)
        return JSONResponse(snapshot_as_json(snapshot, changes_since(snapshot, revision, build)), headers=_NOT_KEPT)

    async def _messages(self, request: Request) -> Response:
        snapshot = self._snapshot(request)
        messages = await run_sync(messages_as_json, snapshot, self._session.folder, self._editor)
        return JSONResponse({**messages, "against": self._session.request.compared_with}, headers=_NOT_KEPT)

    async def _face(self, request: Request) -> Response:
        snapshot, kit, shown = self._shown_face(request)
        return JSONResponse(await _in_thread(self._face_as_json, snapshot, kit, shown), headers=_NOT_KEPT)

    def _face_as_json(self, snapshot: Snapshot, kit: Kit, shown: ShownFace) -> dict[str, Any]:
        """Return the words of a face, the fields of its card, and the template."""
        sources, face = self._sources_of(snapshot), shown.face
        rows = [
            {
                "name": column,
                "text": field_text(value, face.language),
                "place": place_as_json(item.origin.place(column, face.language), self._session.folder, self._editor)
                if item.origin is not None and column in item.fields
                else None,
            }
            for item in sources.items(face)
            for column, value in item.fields.items()
        ]
        return {"texts": texts_as_json(sources.texts(face)), "fields": rows, "bleed": face.bleed, "safe": 3.0}

    async def _origins(self, request: Request) -> Response:
        snapshot, kit, shown = self._shown_face(request)
        try:
            index = int(request.query_params.get("text", ""))
        except ValueError:
            raise HTTPException(400) from None
        return JSONResponse(await _in_thread(self._origins_as_json, snapshot, kit, shown, index), headers=_NOT_KEPT)

    def _origins_as_json(self, snapshot: Snapshot, kit: Kit, shown: ShownFace, index: int) -> list[dict[str, Any]]:
        sources = self._sources_of(snapshot)
        boxes = sources.texts(shown.face)
        if not 0 <= index < len(boxes):
            raise HTTPException(404)
        line = " ".join(box.text for box in boxes if box.line == boxes[index].line)
        return list(map(self._origin_as_json, sources.origins(shown.face, boxes[index], line)))

    async def _drawn(self, request: Request) -> Response:
        """Answer with what is drawn at a point of a face, and where it comes from; null for bare paper."""
        snapshot, _, shown = self._shown_face(request)
        try:
            x, y = (float(request.query_params.get(name, "")) for name in ("x", "y"))
        except ValueError:
            raise HTTPException(400) from None
        return JSONResponse(await _in_thread(self._drawn_as_json, snapshot, shown, x, y), headers=_NOT_KEPT)

    def _drawn_as_json(self, snapshot: Snapshot, shown: ShownFace, x: float, y: float) -> dict[str, Any] | None:
        drawn = self._sources_of(snapshot).drawn_at(shown.face, x, y)
        if drawn is None:
            return None
        seen, origins = drawn
        box = [round(length, 2) for length in seen.box]
        return {"name": seen.name, "box": box, "origins": list(map(self._origin_as_json, origins))}

    def _origin_as_json(self, origin: WordOrigin) -> dict[str, Any]:
        place = place_as_json(origin.place, self._session.folder, self._editor)
        return {"kind": origin.kind, "name": origin.name, "place": place}

    async def _examples(self, request: Request) -> Response:
        return JSONResponse(await _in_thread(examples_as_json, self._snapshot(request)), headers=_NOT_KEPT)

    async def _ask_referee(self, request: Request) -> Response:
        snapshot, asked = self._snapshot(request), await _posted(request, dict)
        kit, kind, position = snapshot.kit, asked.get("kind"), asked.get("position")
        if kit is None or not isinstance(kind, str) or not isinstance(position, dict):
            raise HTTPException(400)
        source, language = self._session.request, asked.get("language")
        language = language if language in LANGUAGES else kit.language
        question = PositionQuestion(source.games, source.values, kit.game.id, language, kind, position)
        answer = await run_sync(self._referee.work, "the answer to this question", answer_question, question)
        return JSONResponse({} if answer is None else asdict(answer), headers=_NOT_KEPT)

    async def _texts(self, request: Request) -> Response:
        return JSONResponse(await _in_thread(texts_of_faces, self._snapshot(request)), headers=_NOT_KEPT)

    # Sheets

    async def _sheets(self, request: Request) -> Response:
        """Answer with the sheets of the last kit of a view that was drawn to its end; without pages before there is
        one."""
        snapshot = self._snapshot(request)
        drawn = self._session.drawn(snapshot.view)
        if drawn is None and snapshot.errors:
            raise PnpError(snapshot.errors)
        if drawn is None:
            return JSONResponse({"pages": []}, headers=_NOT_KEPT)
        laid = await _in_thread(self._sheet_maker.sheets, snapshot.view, drawn)
        return JSONResponse(await run_sync(laid.as_json, bool(snapshot.errors)), headers=_NOT_KEPT)

    async def _sheet(self, request: Request) -> Response:
        picture = await _in_thread(self._sheet_maker.picture, request.path_params["name"])
        if picture is None:
            raise HTTPException(404)
        return Response(picture, media_type="image/png", headers=_FOR_EVER)

    def _sources_of(self, snapshot: Snapshot) -> FaceSources:
        """Return the sources of the faces of a snapshot: those of the last one are kept."""
        if self._sources is None or self._sources[0] is not snapshot:
            self._sources = snapshot, FaceSources(snapshot)
        return self._sources[1]

    def _snapshot(self, request: Request) -> Snapshot:
        """Return the snapshot of the view that a request names. Raises HTTPException for one that no page shows."""
        snapshot = self._session.snapshot(View.of(request.query_params))
        if snapshot is None:
            raise HTTPException(404)
        return snapshot

    def _shown_face(self, request: Request) -> tuple[Snapshot, Kit, ShownFace]:
        snapshot = self._snapshot(request)
        shown = snapshot.face(request.query_params.get("face", ""))
        if shown is None or snapshot.kit is None:
            raise HTTPException(404)
        return snapshot, snapshot.kit, shown

    # Pictures

    async def _picture(self, request: Request) -> Response:
        picture = self._session.picture(request.path_params["name"])
        if picture is None:
            raise HTTPException(404)
        svg = await run_sync(self._svg, request.path_params["name"], picture)
        headers = {**_FOR_EVER, "content-security-policy": PICTURE_POLICY}
        return Response(svg, media_type="image/svg+xml", headers=headers)

    async def _printed_face(self, request: Request) -> Response:
        """Answer with a face of the printed kit that a view is compared with."""
        snapshot, part = self._snapshot(request), request.path_params
        if snapshot.printed is None or snapshot.kit is None:
            raise HTTPException(404)
        wanted = PrintedFaceRequest(
            snapshot.printed, snapshot.kit.game.id, part["component"], part["card"], part["side"], _PRINTED_RESOLUTION
        )
        picture = await run_sync(self._painter.work, "the picture of the printed face", printed_face, wanted)
        if picture is None:
            raise HTTPException(404)
        return Response(picture, media_type="image/png", headers=_NOT_KEPT)

    def _draw(self, _name: str, picture: DrawnPicture) -> bytes:
        with self._drawing:
            return face_svg(picture.drawing, picture.fonts, outlined=True).encode()

    # Events

    def _wake(self, view: View) -> None:
        """Tell the pages that show a view that it has changed. Called by the drawing thread."""
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._wake_pages, view)

    def _wake_pages(self, view: View) -> None:
        for event in self._waiting.get(view, ()):
            event.set()

    async def _events(self, request: Request) -> Response:
        view = View.of(request.query_params)
        headers = {"cache-control": "no-store", "x-accel-buffering": "no"}
        return StreamingResponse(self._stream(view), media_type="text/event-stream", headers=headers)

    async def _stream(self, view: View) -> AsyncIterator[str]:
        """Yield an event now, and one for each change of a view, until the page leaves."""
        event = asyncio.Event()
        self._waiting.setdefault(view, set()).add(event)
        self._session.open_view(view)
        sent: Snapshot | None = None
        try:
            event.set()
            while not self._is_ending:
                try:
                    await asyncio.wait_for(event.wait(), _STILL_HERE)
                except TimeoutError:
                    yield ": still here\n\n"
                    continue
                event.clear()
                if self._is_ending:
                    return
                snapshot = self._session.snapshot(view)
                yield f"data: {json.dumps(news_of(snapshot, sent))}\n\n"
                sent = snapshot
        finally:
            self._session.close_view(view)
            self._waiting[view].discard(event)
            if not self._waiting[view]:
                del self._waiting[view]

    # Notes, and files to be written

    async def _notes(self, request: Request) -> Response:
        folder = self._session.folder
        if request.method == "POST":
            note = _note(await _posted(request, dict))
            await run_sync(self._write_note, folder, note)
        notes = list(await run_sync(read_notes, folder))
        return JSONResponse([{"face": note.face, "text": note.text} for note in notes], headers=_NOT_KEPT)

    async def _write(self, request: Request) -> Response:
        view = View.of(request.query_params)
        wanted = await _posted(request, dict)
        what, shop = str(wanted.get("what", "")), str(wanted.get("shop") or DEFAULT_SHOP)
        paths = [path.resolve() for path in await _in_thread(self._write_files, what, view, shop)]
        self._written.extend(path for path in paths if path not in self._written)
        files = [
            {"path": str(path), "name": path.name, "address": f"written/{self._written.index(path)}{path.suffix}"}
            for path in paths
        ]
        return JSONResponse({"folder": str(paths[0].parent), "files": files}, headers=_NOT_KEPT)

    async def _written_file(self, request: Request) -> Response:
        """Answer with a file that a page has written."""
        name = request.path_params["name"]
        number = _number(name.partition(".")[0])
        if not 0 <= number < len(self._written) or not self._written[number].is_file():
            raise HTTPException(404)
        path = self._written[number]
        headers = {**_NOT_KEPT, "content-security-policy": FILE_POLICY}
        kind = "attachment" if path.suffix == ".zip" else "inline"
        return FileResponse(path, headers=headers, filename=path.name, content_disposition_type=kind)

    def _write_files(self, what: str, view: View, shop: str) -> list[Path]:
        """Write files of the kit as it is saved now. One page at a time does so."""
        request = self._session.request
        with self._writing:
            project = open_project(request.games, values=request.values, again=True)
            game = request.game_of(project, view)
            return write(what, project, game, view, request.out, shop)

    def _write_note(self, folder: Path, note: PinnedNote) -> None:
        with self._writing:
            write_note(folder, note)


@lru_cache(maxsize=1)
def page_words() -> Mapping[str, Any]:
    """Return the words of the page by language."""
    return tomllib.loads((PAGE / "words.toml").read_text(encoding="utf-8"))


async def _in_thread(work: Callable[..., Any], *args: Any) -> Any:
    """Run work in a thread of the pool, in a context of its own: projects that are opened there are noted in it."""
    return await run_sync(partial(copy_context().run, work, *args))


async def _posted(request: Request, kind: type) -> Any:
    """Return the JSON that a request posts. Raises HTTPException for anything else than a value of this kind."""
    body = b""
    async for chunk in request.stream():
        body += chunk
        if len(body) > _MOST_POSTED:
            raise HTTPException(413)
    try:
        data = json.loads(body)
    except (ValueError, RecursionError):
        raise HTTPException(400) from None
    if not isinstance(data, kind):
        raise HTTPException(400)
    return data


def _number(text: str) -> int:
    """Return a number that a page knows; -1 for none."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 16 else -1


def _note(entry: Any) -> PinnedNote:
    match entry:
        case {"face": str(face), "text": str(text)} if (face + text).isascii() or _is_text(face + text):
            return PinnedNote(face, text)
    raise HTTPException(400)


def _is_text(text: str) -> bool:
    """Tell whether a text can be written: halves of a character cannot."""
    return not any("\ud800" <= char <= "\udfff" for char in text)


async def _refused(_request: Request, error: Exception) -> Response:
    assert isinstance(error, PnpError)
    messages = [
        {"message": diagnostic.message, "hint": diagnostic.hint, "place": str(diagnostic.location or "")}
        for diagnostic in error.diagnostics
    ]
    return JSONResponse({"errors": messages}, status_code=422, headers=_NOT_KEPT)
