"""Session: draw the views that pages look at, again at every save, and keep their snapshots."""

from __future__ import annotations

import gc
import sys
import time
import traceback
from collections.abc import Callable, Container, Mapping, Sequence
from contextlib import suppress
from contextvars import copy_context
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Condition, Event, Thread
from typing import Any

from pnp.build.faces import Groups, chosen_components, make_renderer, render_kit
from pnp.build.ink_modes import in_ink
from pnp.build.options import KitContext
from pnp.build.selection import seats_of
from pnp.build.sheets import cached_impose, find_misfits, leave_out_large_packaging, sheet_options
from pnp.check.translations import other_languages
from pnp.diagnostics import Diagnostic, Location, PnpError, TemplateError
from pnp.examples import ExampleSet
from pnp.limits import MEMORY
from pnp.model.component import Component
from pnp.model.game import Game
from pnp.model.text import LANGUAGES
from pnp.project import watching
from pnp.project.build_cache import BuildCache
from pnp.project.examples import examples_of
from pnp.project.game_faults import game_fault
from pnp.project.project import Project, decks_of, open_project
from pnp.rendering.face import PrintedCard
from pnp.steps import begin_run, begin_step, current_step, earlier_end, too_much
from pnp.studio.file_events import SaveWatcher
from pnp.studio.processes.checking import CheckAnswer, CheckRequest, check_kit
from pnp.studio.processes.worker import Worker
from pnp.studio.snapshot import (
    DrawnKit,
    DrawnPicture,
    FontNames,
    Kit,
    ShownComponent,
    Snapshot,
    faces_by_name,
    fill_gaps,
    shown_component,
)
from pnp.studio.view import StudioRequest, View

_LONGEST_WITHOUT_PICTURE = 1.0
"""Seconds after which a build is finished even if a newer save waits."""
_QUIET_BEFORE_CHECK = 0.4
"""Seconds without a save or a wanted picture after which a kit is checked: a check would delay the next picture."""
_BETWEEN_NEWS = 0.15
"""Seconds between two snapshots of a kit that is being drawn."""
_UNTIL_NOTED = 0.2
"""Longest wait in seconds until a save that has begun is noted."""
_REST = 1.0
"""Longest wait in seconds of the drawing thread. Each wait winds the clock that limits the steps of a run."""
_MOST_AHEAD = 20
"""Most changed cards of a component that are drawn ahead of all others."""
_EXAMPLES = frozenset({"examples", "checks", "contents_of_kit"})
"""Names by which templates read the examples, or count the summaries that they fill."""
_NO_EXAMPLES = ExampleSet((), (), (), ())
_NEVER = -1
"""Number of no save."""
_MOST_VIEWS = 12
"""Views whose snapshots are kept after their pages have left."""

Listener = Callable[[View], None]


class _SupersededError(Exception):
    """A newer save waits, so that this build need not be finished."""


class _ViewState:
    """State of a view: its snapshot, its pictures, and the saves after which it was drawn and checked last."""

    def __init__(self, view: View) -> None:
        self.snapshot = Snapshot(0, view)
        self.pictures: dict[str, DrawnPicture] = {}
        self.last_drawn: DrawnKit | None = None
        self.pages = 0
        """Number of pages that show the view now."""
        self.drawn_save = self.checked_save = _NEVER
        self.used = time.monotonic()


class _KitInProgress:
    """Kit that is being drawn for a view: its faces so far, and those of the ``snapshot`` before."""

    def __init__(self, snapshot: Snapshot, fonts_name: str, number: int) -> None:
        self._snapshot, self._fonts_name, self._number = snapshot, fonts_name, number
        self._before = faces_by_name(snapshot.components)
        self._components = frozenset(shown.component.id for shown in snapshot.components)
        self._drawn: dict[str, tuple[Component, dict[str, PrintedCard]]] = {}
        self._has_news = False
        self._published_at = 0.0

    def take(self, component: Component, card: PrintedCard) -> None:
        """Take a card that was drawn."""
        self._drawn.setdefault(component.id, (component, {}))[1][card.card] = card
        if not self._has_news:
            faces = self._shown(component, [card]).faces
            is_new = component.id not in self._components
            self._has_news = any(face.changed == self._number and (is_new or face.earlier) for face in faces)

    def is_news(self) -> bool:
        """Tell whether pages should see what has been drawn: it differs, and they were not told just before."""
        return self._has_news and time.monotonic() - self._published_at > _BETWEEN_NEWS

    def so_far(self) -> tuple[ShownComponent, ...]:
        """Return all components with the faces that are drawn. Those of a component that was shown before stay in
        their places: faces that are new among them wait until the kit is complete, so that none moves twice."""
        self._has_news, self._published_at = False, time.monotonic()
        drawn = {
            name: self._shown(component, tuple(cards.values())) for name, (component, cards) in self._drawn.items()
        }
        faces = faces_by_name(drawn.values())
        shown = (
            replace(
                drawn.pop(before.component.id, before),
                faces=tuple(
                    # Cards that share a face may not be drawn yet.
                    replace(faces[face.name], copies=face.copies) if face.name in faces else face
                    for face in before.faces
                ),
            )
            for before in self._snapshot.components
        )
        return (*shown, *drawn.values())

    def groups(self) -> Groups:
        """Return the cards that are drawn, by component."""
        return tuple((component, tuple(cards.values())) for component, cards in self._drawn.values())

    def complete(self, groups: Groups, stale: Container[str]) -> tuple[ShownComponent, ...]:
        """Return all components of the drawn kit. ``stale`` are the ids of its faces that could not be drawn."""
        return tuple(self._shown(component, cards, stale) for component, cards in groups)

    def _shown(self, component: Component, cards: Sequence[PrintedCard], stale: Container[str] = ()) -> ShownComponent:
        return shown_component(component, cards, self._fonts_name, self._number, self._before, stale)


class StudioSession:
    """Session of a studio: one thread waits for saves, one draws, one checks what is drawn.

    ``listeners`` are called by the drawing thread when the snapshot of a view has changed.
    """

    def __init__(self, request: StudioRequest) -> None:
        """Look at the files to be watched. Raises PnpError if they cannot be watched."""
        self.request = request
        self.listeners: list[Listener] = []
        self._cache = BuildCache()
        self._states: dict[View, _ViewState] = {}
        self._changed = Condition()
        self._stop = Event()
        self._save = 0
        """Number of the last save."""
        self._wanted_at = 0.0
        """Time of the last save, or of the last picture that a page asked for."""
        self._opened: tuple[int, Project | PnpError] | None = None
        self._last_games: Mapping[str, Game] = {}
        """Games of the last project without errors of the whole definition."""
        self._watch_errors: tuple[Diagnostic, ...] = ()
        self._checker = Worker()
        self._store = TemporaryDirectory(prefix="pnp-studio-", ignore_cleanup_errors=True)
        """Folder for kits of commits."""
        self._fonts = FontNames()
        self._builds = self._revision = time.time_ns() // 1_000_000
        """Numbers of the last build and snapshot. Those that a page knows of an earlier session are smaller."""
        self._has_frozen = False
        self._last_picture = time.monotonic()
        self._watcher = SaveWatcher(request.games, request.out, self._stop, self._note_save, self._note_watch_error)
        earlier = earlier_end()
        is_mended = earlier is not None and self._watcher.is_newer(earlier.began)
        self._fatal = None if earlier is None or is_mended else earlier.error
        self._threads = (
            Thread(target=copy_context().run, args=(self._watcher.run,), name="watch", daemon=True),
            Thread(target=copy_context().run, args=(self._draw_views,), name="draw", daemon=True),
            Thread(target=copy_context().run, args=(self._check_views,), name="check", daemon=True),
        )

    @property
    def folder(self) -> Path:
        """Return the folder of the project."""
        return self.request.folder

    def start(self) -> None:
        """Start watching and drawing: first the view that a page without a query shows."""
        self._states.setdefault(View(), _ViewState(View()))
        for thread in self._threads:
            thread.start()

    def stop(self) -> None:
        """Stop the threads at the next stage of their work, and wait for them."""
        self._stop.set()
        self._checker.end(for_ever=True)
        with self._changed:
            self._changed.notify_all()
        for thread in self._threads:
            thread.join()
        self._store.cleanup()

    # Views and pictures, asked for by pages

    def open_view(self, view: View) -> None:
        """Note that another page shows a view, so that it is drawn at every save."""
        with self._changed:
            state = self._states.setdefault(view, _ViewState(view))
            state.pages += 1
            state.used = time.monotonic()
            self._changed.notify_all()

    def close_view(self, view: View) -> None:
        """Note that a page has left a view."""
        with self._changed:
            if view in self._states:
                self._states[view].pages -= 1
            idle = [(state.used, view) for view, state in self._states.items() if not state.pages]
            idle.sort(key=lambda entry: entry[0])
            for _, view_left in idle[: max(0, len(self._states) - _MOST_VIEWS)]:
                del self._states[view_left]

    def snapshot(self, view: View) -> Snapshot | None:
        """Return the snapshot of a view as it is now; None for one that no page has opened."""
        state = self._states.get(view)
        return None if state is None else state.snapshot

    def drawn(self, view: View) -> DrawnKit | None:
        """Return the last kit of a view that was drawn to its end; None if there is none."""
        state = self._states.get(view)
        return None if state is None else state.last_drawn

    def picture(self, name: str) -> DrawnPicture | None:
        """Return a picture of any view by its name; None if there is none, or no more."""
        self._wanted_at = time.monotonic()
        pictures = (state.pictures.get(name) for state in tuple(self._states.values()))
        return next((picture for picture in pictures if picture is not None), None)

    def _refuse_fatal_state(self) -> None:
        """Raise PnpError if a limit or a crash ended the process before and no file has changed since: reading the
        project again would end this one, too."""
        if self._fatal is not None and self._save == 0:
            raise PnpError(self._fatal)

    # Saves, noted by the watching thread

    def _note_save(self) -> None:
        with self._changed:
            self._save += 1
            self._wanted_at = time.monotonic()
            self._watch_errors = ()
            self._changed.notify_all()
        self._checker.end()

    def _note_watch_error(self, error: PnpError) -> None:
        with self._changed:
            if self._watch_errors != error.diagnostics:
                self._save += 1
                self._watch_errors = error.diagnostics
                self._changed.notify_all()

    # Drawing, in a thread of its own

    def _draw_views(self) -> None:
        while not self._stop.is_set():
            begin_run()
            begin_step("waiting for a save")
            view = self._next_view()
            if view is not None:
                with suppress(_SupersededError):
                    self._draw(view)

    def _next_view(self) -> View | None:
        """Return the next view to draw, the one that was opened last before others; None if there is none yet."""
        with self._changed:
            wanted = [state for state in self._states.values() if state.pages or state.drawn_save == _NEVER]
            undrawn = [state for state in wanted if state.drawn_save != self._save]
            if not undrawn:
                self._changed.wait(_REST)
                return None
            return max(undrawn, key=lambda state: state.used).snapshot.view

    def _draw(self, view: View) -> None:
        """Draw a view after the last save, and publish each component as it is drawn. Errors are published, too."""
        save, start = self._save, time.perf_counter()
        state = self._states.get(view)
        if state is None:
            return
        self._builds += 1
        try:
            self._refuse_fatal_state()
            project = self._project(save)
            kit, context = self._kit(project, view)
            drawn = self._drawn_kit(state, kit, context, save, start)
            if drawn.errors:
                self._stop_if_outdated(save)
        except PnpError as error:
            self._stop_if_outdated(save)
            self._publish_errors(state, error.diagnostics, save, start)
        except OSError as error:
            self._publish_errors(state, (_unreadable(error),), save, start)
        except _SupersededError:
            raise
        except MemoryError:
            self._publish_errors(state, (too_much(current_step(), MEMORY),), save, start)
        except Exception as error:  # the studio lives on: the next save may mend what the program cannot bear
            traceback.print_exc(file=sys.stderr)
            self._publish_errors(state, (_fault(error),), save, start)
        else:
            seconds = time.perf_counter() - start
            self._publish_kit(state, drawn.kit, drawn.components, seconds, drawn)
            self._collect_garbage_once()
            self._note_drawn(state, save)

    def _project(self, save: int) -> Project:
        """Return the project as it is after a save; read once for all views. Raises PnpError."""
        if self._watch_errors:
            raise PnpError(self._watch_errors)
        if self._opened is None or self._opened[0] != save:
            self._cache.turn()
            request = self.request
            try:
                project: Project | PnpError = open_project(
                    request.games,
                    values=request.values,
                    build_cache=self._cache,
                    again=True,
                    earlier=self._last_games,
                )
            except PnpError as error:
                project = error
            self._stop_if_outdated(save)
            self._opened = save, project
        opened = self._opened[1]
        if isinstance(opened, PnpError):
            raise opened
        self._last_games = opened.games
        return opened

    def _kit(self, project: Project, view: View) -> tuple[Kit, KitContext]:
        """Return the kit of a view without its examples, and its context. Raises PnpError."""
        game = self.request.game_of(project, view)
        self._watcher.watch_too(watching.dependency_paths(project, [game]))
        context = KitContext.of(project, game, replace(view.options(), shows_overflow=True))
        self._cache.max_kits = max(self._cache.max_kits, 2 * len(self._states))
        settings = context.settings
        return (
            Kit(
                project,
                game,
                context.fonts,
                _NO_EXAMPLES,
                settings.language,
                None,
                _languages(project, game, settings.language),
                tuple(seats_of(game)),
            ),
            context,
        )

    def _drawn_kit(self, state: _ViewState, kit: Kit, context: KitContext, save: int, start: float) -> DrawnKit:
        """Return a kit with all faces that can be drawn. Faces that differ from the snapshot are published at once.

        Raises PnpError if there is none, or ``_SupersededError`` for a newer save.
        """
        is_final = state.snapshot.view.ink == "full" and not state.snapshot.view.grey
        in_progress = _KitInProgress(state.snapshot, self._fonts.name(kit.fonts), self._builds)

        def take(component: Component, card: PrintedCard) -> None:
            in_progress.take(component, card)
            if is_final and in_progress.is_news():
                self._publish_kit(state, kit, in_progress.so_far(), time.perf_counter() - start)

        def progress(_label: str) -> None:
            self._stop_if_superseded(save)

        if state.last_drawn is None:
            _draw_first_cards(context, take)
            if is_final:
                self._publish_kit(state, kit, in_progress.so_far(), time.perf_counter() - start)
        kit = replace(kit, examples=examples_of(kit.project, kit.game, 0))
        if state.last_drawn is not None:
            _draw_changed_cards(context, state.last_drawn.kit.game, kit.examples, take)
        sheets, lay = sheet_options(context), cached_impose(context)
        fitting, _ = leave_out_large_packaging(context, sheets, lay)
        misfits = find_misfits(fitting, chosen_components(fitting.game, context.options), sheets, lay)
        errors, stale = tuple[Diagnostic, ...](), frozenset[str]()
        try:
            rendered = render_kit(context, kit.examples, progress, misfits, take)
            groups, kit = rendered.groups, replace(kit, provenance=rendered.provenance)
        except PnpError as error:
            groups, errors = in_progress.groups(), error.diagnostics
            if not groups:
                raise
        if not is_final:
            groups = in_ink(context, groups, progress)
        if errors:
            groups, stale = _filled(context, kit, groups, () if state.last_drawn is None else state.last_drawn.groups)
        else:
            context.cache.turn()
        broken = kit.project.broken.get(kit.game.id)
        if broken is not None:
            errors, stale = (*broken.errors, *errors), stale | _fronts_of(groups, broken.stand_ins)
        return DrawnKit(kit, groups, in_progress.complete(groups, stale), errors)

    def _stop_if_superseded(self, save: int) -> None:
        """Raise ``_SupersededError`` if a newer save waits, or the session stops, unless pages wait too long for a
        picture already."""
        is_late = time.monotonic() - self._last_picture > _LONGEST_WITHOUT_PICTURE
        if self._stop.is_set() or (self._save != save and not is_late):
            raise _SupersededError

    def _stop_if_outdated(self, save: int) -> None:
        """Raise ``_SupersededError`` if the next save has begun, unless pages wait too long for a picture already: what
        was read may be half a file."""
        if self._watcher.is_outdated():
            with self._changed:
                self._changed.wait_for(lambda: self._save != save or self._stop.is_set(), _UNTIL_NOTED)
        self._stop_if_superseded(save)

    # Checking, after the last picture, in another thread

    def _check_views(self) -> None:
        while not self._stop.is_set():
            state = self._next_unchecked()
            if state is None or state.snapshot.kit is None:
                continue
            save, request, snapshot = state.drawn_save, self.request, state.snapshot
            kit = state.snapshot.kit
            question = CheckRequest(
                request.games,
                request.values,
                kit.game.id,
                snapshot.view,
                request.against,
                request.since,
                Path(self._store.name),
            )
            try:
                checked = self._checker.work("checking this kit", check_kit, question)
            except PnpError as error:
                checked = CheckAnswer(error.diagnostics)
            if checked is None or save != self._save or self._stop.is_set():
                continue
            state.checked_save = save
            warnings = dict.fromkeys((*kit.project.notes.get(kit.game.id, ()), *checked.messages))
            self._publish(
                state, warnings=tuple(warnings), changes=checked.changes, printed=checked.printed, is_checked=True
            )

    def _next_unchecked(self) -> _ViewState | None:
        """Return a view that is drawn and not checked; None as long as pages ask for pictures, or all are checked."""
        with self._changed:
            drawn = [state for state in self._states.values() if state.pages and state.drawn_save == self._save]
            unchecked = [state for state in drawn if state.checked_save != self._save and not state.snapshot.errors]
            rest = self._wanted_at + _QUIET_BEFORE_CHECK - time.monotonic()
            if not unchecked or rest > 0:
                self._changed.wait(max(rest, 0.01) if unchecked else _REST)
                return None
            return max(unchecked, key=lambda state: state.used)

    # Publishing

    def _publish_kit(
        self,
        state: _ViewState,
        kit: Kit,
        components: tuple[ShownComponent, ...],
        seconds: float,
        complete: DrawnKit | None = None,
    ) -> None:
        """Publish a drawn kit. Its pictures are kept, and those that they take the place of. Until it is ``complete``,
        the errors of the save before stay: most are not mended yet."""
        shown = [face for component in components for face in component.faces]
        earlier = {name: state.pictures[name] for face in shown if (name := face.earlier) in state.pictures}
        drawn = {face.picture: DrawnPicture(face.face.drawing, kit.fonts) for face in shown}
        before = () if state.last_drawn is None else state.last_drawn.components
        good = [face.picture for component in before for face in component.faces]
        kept = {name: state.pictures[name] for name in good if name in state.pictures}
        new = {name: state.pictures.get(name, picture) for name, picture in drawn.items()}
        state.pictures = {**earlier, **kept, **new}
        self._last_picture = time.monotonic()
        last = state.snapshot.kit
        is_alike = _structure(state.snapshot.components) == _structure(components)
        has_other_examples = last is not None and last.examples != kit.examples
        state.last_drawn = complete or state.last_drawn
        self._publish(
            state,
            reshapes=not is_alike,
            earlier_examples=last.examples if last and has_other_examples else state.snapshot.earlier_examples,
            number=self._builds,
            games=tuple(kit.project.games),
            kit=kit,
            components=components,
            errors=state.snapshot.errors if complete is None else complete.errors,
            seconds=seconds,
            is_complete=complete is not None,
            is_checked=False,
            is_frozen=False,
        )

    def _publish_errors(self, state: _ViewState, errors: tuple[Diagnostic, ...], save: int, start: float) -> None:
        """Publish errors of the whole kit over the last good pictures."""
        seconds = time.perf_counter() - start
        project = self._opened[1] if self._opened is not None else None
        games = tuple(project.games) if isinstance(project, Project) else state.snapshot.games
        # Faces of a kit that failed may have been published already: the last one takes their place.
        last = state.last_drawn
        self._publish(
            state,
            number=self._builds,
            reshapes=True,
            games=games,
            kit=None if last is None else last.kit,
            components=() if last is None else last.components,
            errors=errors,
            seconds=seconds,
            is_checked=False,
            is_frozen=True,
        )
        self._note_drawn(state, save)

    def _note_drawn(self, state: _ViewState, save: int) -> None:
        with self._changed:
            state.drawn_save = save
            self._changed.notify_all()

    def _publish(self, state: _ViewState, reshapes: bool = False, **changes: Any) -> None:
        """Change the snapshot of a view, and tell the listeners. Called by two threads. ``reshapes`` says that more has
        changed than pictures of faces."""
        with self._changed:
            self._revision += 1
            structure = self._revision if reshapes else state.snapshot.structure
            state.snapshot = replace(state.snapshot, revision=self._revision, structure=structure, **changes)
        for listener in tuple(self.listeners):
            listener(state.snapshot.view)

    def _collect_garbage_once(self) -> None:
        """Collect garbage after the first picture: nearly all that is left is kept for the next ones."""
        if not self._has_frozen:
            self._has_frozen = True
            gc.collect()
            gc.freeze()


def _draw_first_cards(context: KitContext, on_card: Callable[[Component, PrintedCard], None]) -> None:
    """Draw the cards that a page shows first, before the examples are searched. Cards that print examples are left out,
    and errors are told when the kit is drawn."""
    renderer, left = make_renderer(context, _NO_EXAMPLES), _MOST_AHEAD
    for component in chosen_components(renderer.game, context.options):
        if component.of is None or component.kind in ("page", "summary"):
            continue
        ids = {item.id for item in renderer.decks.get(component.of, ())[:left]}
        with suppress(TemplateError):
            cards = list(renderer.printed_cards(component, ids))
            read = renderer.provenance().names
            for card in cards:
                if all(read.get(face.id, _EXAMPLES).isdisjoint(_EXAMPLES) for face in card.faces):
                    on_card(component, card)
        left -= len(ids)


def _draw_changed_cards(
    context: KitContext, before: Game, examples: ExampleSet, on_card: Callable[[Component, PrintedCard], None]
) -> None:
    """Draw the few cards whose data changed ahead of all others, which are found in the cache. Errors are told when the
    kit is drawn."""
    renderer = make_renderer(context, examples)
    for component in chosen_components(renderer.game, context.options):
        if component.of is None or component.of not in renderer.decks:
            continue
        known = {item.id: item for item in decks_of(before).get(component.of, ())}
        changed = {item.id for item in renderer.decks[component.of] if known.get(item.id) != item}
        with suppress(TemplateError):
            for card in renderer.printed_cards(component, changed if len(changed) <= _MOST_AHEAD else ()):
                on_card(component, card)


def _fronts_of(groups: Groups, cards: Container[tuple[str, str]]) -> frozenset[str]:
    """Return the ids of the fronts of some cards, each named by its deck and its id."""
    return frozenset(
        card.front.id
        for component, printed in groups
        for card in printed
        if component.of is not None and (component.of, card.card) in cards
    )


def _filled(context: KitContext, kit: Kit, drawn: Groups, before: Groups) -> tuple[Groups, frozenset[str]]:
    """Return the cards of a kit, which are ``drawn`` or else as they were ``before``, and the ids of stale faces."""
    renderer = make_renderer(context, kit.examples)
    groups: list[tuple[Component, tuple[PrintedCard, ...]]] = []
    stale: set[str] = set()
    drawn_cards, earlier_cards = ({component.id: cards for component, cards in some} for some in (drawn, before))
    for component in chosen_components(renderer.game, context.options):
        ids = [item.id for item in renderer.decks.get(component.of, ())] if component.of is not None else [component.id]
        cards, stale_here = fill_gaps(
            component, ids, drawn_cards.get(component.id, ()), earlier_cards.get(component.id, ())
        )
        groups.append((component, cards))
        stale |= stale_here
    return tuple(groups), frozenset(stale)


def _structure(components: Sequence[ShownComponent]) -> list[tuple[object, ...]]:
    """Return what a page shows of faces beside their pictures."""
    return [
        (
            shown.component.title,
            *(
                (face.name, face.copies, face.face.trim, face.face.drawing.bounds, face.face.cut)
                for face in shown.faces
            ),
        )
        for shown in components
    ]


def _languages(project: Project, game: Game, language: str) -> tuple[str, ...]:
    """Return the languages that a kit can be printed in: those of its own words or cells, or those of shipped games."""
    if game.engine != "deck":
        return LANGUAGES
    return tuple(sorted({language, *other_languages(project, game, (language,))}))


def _unreadable(error: OSError) -> Diagnostic:
    """Return the error of a file that vanished while it was read, mostly because it is being saved at that moment."""
    place = Location(str(error.filename)) if error.filename else None
    return Diagnostic("unreadable", f"the file cannot be read: {(error.strerror or str(error)).lower()}", place)


def _fault(error: Exception) -> Diagnostic:
    """Return the message for an error that no code expects: of a game, or of the program."""
    message = f"this is a fault of pnp: {type(error).__name__}: {str(error)[:200]}"
    return game_fault(error) or Diagnostic("fault", message, hint="please report it with the lines in the terminal")
