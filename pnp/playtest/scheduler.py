"""Workers of a Dask scheduler that play parts of a playtest: on other machines, or of a cluster on this one.

A scheduler is trusted: a program that reaches it runs code on its workers. Only this module knows Dask.
"""

from __future__ import annotations

import gc
import logging
import signal
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from importlib import metadata
from multiprocessing import resource_tracker
from queue import Empty, Queue
from threading import Thread

import dask
import distributed

from pnp import __version__, limits
from pnp.diagnostics import Diagnostic, PnpError
from pnp.playtest.part import other_version, play_part
from pnp.playtest.processes import ended_processes
from pnp.playtest.run import Part, Place
from pnp.registry import OWN
from pnp.steps import without_limits

_AHEAD = 3
"""Parts a worker that are given out before the first of them is needed."""
_PATIENCE = 15.0
"""Seconds that a scheduler may take to answer."""
_NO_WORKER = 60.0
"""Seconds without any worker after which the run gives up. One that died may come back."""
_TRIES = 3
"""How often a cluster on this machine is begun: workers may die, and a busy machine be too slow, while it begins."""
_LOOK = 2.0
"""Seconds after which the workers are counted again."""


@contextmanager
def scheduler(address: str) -> Iterator[Place]:
    """Open the place of a scheduler by its address, such as ``tcp://host:8786``. Raises PnpError if it does not answer,
    if it has no worker, or if one has another version of the program."""
    with _settings(), without_limits(), _connected(address) as client:
        yield _opened(_Workers(client, address))


@contextmanager
def cluster(workers: int) -> Iterator[Place]:
    """Begin a scheduler and workers on this machine, which end with the block, and open their place. Raises
    PnpError."""
    with _settings(), without_limits():
        local = _local_cluster(workers)
        try:
            with _connected(local.scheduler_address) as client:
                yield _opened(_Workers(client, local.scheduler_address))
        finally:
            with _at_the_end():
                local.close(timeout=_PATIENCE)


def _local_cluster(workers: int) -> distributed.LocalCluster:
    """Begin a cluster, again if it does not begin. Raises PnpError."""
    for left in reversed(range(_TRIES)):
        try:
            with _deaf_children(), _no_garbage_collection():
                return distributed.LocalCluster(
                    n_workers=workers,
                    threads_per_worker=1,
                    memory_limit=limits.MEMORY.most * 1_000_000,
                    dashboard_address="127.0.0.1:0",
                    silence_logs=logging.CRITICAL,
                )
        except (OSError, RuntimeError, AssertionError) as error:  # by an assertion: its loop does not run after 10 s
            if not left:
                reason = str(error) or type(error).__name__
                raise PnpError(Diagnostic("no-scheduler", f"no workers can be begun here: {reason}")) from error
    raise AssertionError("it returns or raises before")


@contextmanager
def _deaf_children() -> Iterator[None]:
    """Let processes that threads of the block begin, then or later, not hear Ctrl-C, which a terminal sends to them as
    well. They inherit what the thread blocks."""
    if sys.platform == "win32":
        yield
        return
    resource_tracker.ensure_running()  # it would unblock the signal again
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})


@contextmanager
def _no_garbage_collection() -> Iterator[None]:
    """Collect garbage before the block, and none in it. Dask begins a loop under a lock, and a client that is collected
    there would wait for this lock for ever."""
    gc.collect()
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


@contextmanager
def _settings() -> Iterator[None]:
    """Bound the time that Dask waits, and keep its log away from the terminal: what matters is told by errors."""
    levels = {logger: logger.level for logger in map(logging.getLogger, ("distributed", "distributed.client"))}
    with dask.config.set({"distributed.comm.timeouts.connect": _PATIENCE, "logging.distributed": "critical"}):
        for logger in levels:
            logger.setLevel(logging.CRITICAL)
        try:
            yield
        finally:
            for logger, level in levels.items():
                logger.setLevel(level)


@contextmanager
def _connected(address: str) -> Iterator[distributed.Client]:
    try:
        client = _client(address)
    except (OSError, ValueError, TypeError) as error:
        message = f"no scheduler answers at {address}: {error}"
        hint = "begin it with `dask scheduler`, and workers with `dask worker`; docs/playtest.md says how"
        raise PnpError(Diagnostic("no-scheduler", message, hint=hint)) from error
    try:
        yield client
    finally:
        with _at_the_end():
            client.close(timeout=_PATIENCE)


def _client(address: str) -> distributed.Client:
    """Return a client of a scheduler. Raises TimeoutError, or another error, if it does not answer."""
    done: Queue[distributed.Client | Exception] = Queue()

    def connect() -> None:
        try:
            done.put(distributed.Client(address, timeout=_PATIENCE, set_as_default=False))
        except Exception as error:  # told by the thread that waits
            done.put(error)

    # A scheduler that hangs takes the connection and never answers: the client would wait for ever.
    with _no_garbage_collection():
        Thread(target=connect, daemon=True).start()
        try:
            client = done.get(timeout=2 * _PATIENCE)
        except Empty:
            raise TimeoutError("it takes the connection, and does not answer") from None
    if isinstance(client, Exception):
        raise client
    return client


@contextmanager
def _at_the_end() -> Iterator[None]:
    """Do not hear Ctrl-C, which is sent again where an end takes some time, and wait no longer than the block does:
    what does not end by then ends with this process."""
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        with suppress(TimeoutError):
            yield
    finally:
        signal.signal(signal.SIGINT, before)


def _opened(workers: _Workers) -> Place:
    workers.refuse_other_versions()
    return workers


class _Workers:
    """Workers of a scheduler. It gives a part whose worker dies to another one."""

    def __init__(self, client: distributed.Client, address: str) -> None:
        self._client, self._address = client, address
        self._begun: dict[Part, distributed.Future[dict[str, int]]] = {}
        self._count, self._looked, self._seen = 0, 0.0, time.monotonic()

    def most(self) -> int:
        """Return how many parts the workers should have at a time. Raises PnpError."""
        self._look()
        return max(1, self._count) * _AHEAD

    def begin(self, part: Part) -> None:
        """Let a worker play a part."""
        self._begun[part] = self._client.submit(play_part, *part, pure=False)

    def result(self, part: Part) -> Mapping[str, int]:
        """Wait for the counts of a part that was begun. Raises PnpError."""
        future = self._begun[part]
        while True:
            try:
                counts: dict[str, int] = future.result(timeout=_LOOK)
            except PnpError:
                raise
            except distributed.KilledWorker as error:
                raise PnpError(ended_processes(part, error.allowed_failures + 1)) from error
            except Exception as error:
                if future.status == "error":
                    raise self._failed(part, error) from error
                if not isinstance(error, TimeoutError):
                    raise self._lost(error) from error
                self._look()
            else:
                del self._begun[part]
                return counts

    def drop(self) -> None:
        """Forget the parts that were begun. A worker plays the one that it has to its end."""
        self._begun.clear()

    def refuse_other_versions(self) -> None:
        """Raise PnpError if there is no worker, or if one has another version of the program than this process."""
        while not self._count:
            self._look()
            time.sleep(0.1)
        try:
            found = self._client.run(metadata.version, OWN, on_error="return")
        except OSError as error:
            raise self._lost(error) from error
        for worker, version in sorted(found.items()):
            # One that dies meanwhile is passed over: each part looks at the version again.
            if version != __version__ and not isinstance(version, OSError):
                words = f"pnp {version}" if isinstance(version, str) else "no pnp"
                raise PnpError(other_version(f"the worker {worker}", words, f"pnp {__version__}"))

    def _look(self) -> None:
        """Count the workers, unless it was done just now. Raises PnpError if none has been there for some time."""
        now = time.monotonic()
        if now - self._looked < _LOOK and self._count:
            return
        try:
            self._count = len(self._client.sync(self._client.scheduler.ncores, callback_timeout=_PATIENCE))
        except (OSError, distributed.CancelledError, AttributeError) as error:
            raise self._lost(error) from error
        self._looked = now
        if self._count:
            self._seen = now
        elif now - self._seen > _NO_WORKER:
            message = f"the scheduler {self._address} has had no worker for {_NO_WORKER:.0f} seconds"
            hint = f"begin some with `dask worker {self._address}`"
            raise PnpError(Diagnostic("no-worker", message, hint=hint))

    def _failed(self, part: Part, error: Exception) -> PnpError:
        """Return the error that a worker cannot play a part: most often it has another version of the program."""
        try:
            self.refuse_other_versions()
        except PnpError as reason:
            return reason
        message = f"a worker of {self._address} cannot play {part.name}: {type(error).__name__}: {error}"
        return PnpError(Diagnostic("worker", message, hint="its log says more"))

    def _lost(self, error: BaseException) -> PnpError:
        message = f"the scheduler {self._address} does not answer any more ({type(error).__name__})"
        return PnpError(Diagnostic("no-scheduler", message, hint="go on by --save and --resume when it is there again"))
