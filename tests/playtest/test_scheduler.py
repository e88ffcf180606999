"""Workers of a scheduler give the same tally, though some of them die; what keeps them from it is told."""

from __future__ import annotations

import gc
import multiprocessing
import os
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from pnp.diagnostics import PnpError
from pnp.playtest import run
from pnp.playtest.plan import GameReference, Order, Plan
from pnp.playtest.run import ThisProcess, run_parts
from pnp.playtest.tally import Tally

pytest.importorskip("distributed", reason="Dask is not installed: pip install distributed")
from pnp.playtest import scheduler as of_dask

RED7 = Plan(GameReference("red7", shipped=True), 2, 400, seed=7)


@pytest.fixture(autouse=True)
def _small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "PART", 20)


def _alone(plan: Plan) -> list[tuple[int, Tally]]:
    return list(run_parts(Order.of(plan), ThisProcess(), {}))


def test_workers_that_are_killed_give_the_same_parts_and_play_one_run_after_another() -> None:
    killed: list[int] = []

    def kill() -> None:
        while len(killed) < 2 and not stop.wait(0.7):
            children = multiprocessing.active_children()
            if children:
                children[0].kill()
                killed.append(children[0].pid or 0)

    red = Plan(GameReference("red", shipped=True), 3, 50)
    stop = threading.Event()
    with of_dask.cluster(2) as place:
        assert list(run_parts(Order.of(red), place, {})) == _alone(red)
        left = run_parts(Order.of(RED7), place, {})
        next(left)
        left.close()
        thread = threading.Thread(target=kill)
        thread.start()
        try:
            assert list(run_parts(Order.of(RED7), place, {})) == _alone(RED7)
        finally:
            stop.set()
            thread.join()
    assert len(killed) == 2
    assert multiprocessing.active_children() == []


@contextmanager
def _farm(*paths: Path) -> Iterator[tuple[str, subprocess.Popen[bytes]]]:
    """A scheduler with a worker in processes of their own, and a search path for modules."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"tcp://127.0.0.1:{free.getsockname()[1]}"
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, (*paths, *sys.path)))}
    words = (
        ["scheduler", "--host", "127.0.0.1", "--port", address.rpartition(":")[2], "--no-dashboard"],
        ["worker", address, "--nworkers", "1", "--nthreads", "1", "--no-dashboard"],
    )
    begun = [
        subprocess.Popen(
            [sys.executable, "-m", "dask", *some], env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        for some in words
    ]
    try:
        yield address, begun[0]
    finally:
        for process in begun:
            process.kill()
            process.wait()


def test_a_scheduler_that_goes_away_is_told_in_a_bounded_time(monkeypatch: pytest.MonkeyPatch) -> None:
    plan = Plan(RED7.game, 2, 10_000)
    with _farm() as (address, process), of_dask.scheduler(address) as place:
        parts = run_parts(Order.of(plan), place, {})
        assert next(parts)[1].games == 20
        process.kill()
        begin = time.monotonic()
        with pytest.raises(PnpError, match=r"no-scheduler.*does not answer any more"):
            list(parts)
        assert time.monotonic() - begin < 15


def test_a_worker_with_another_version_is_refused_with_both_numbers(tmp_path: Path) -> None:
    old = tmp_path / "pnp_kit-0.0.9.dist-info"
    old.mkdir()
    (old / "METADATA").write_text("Metadata-Version: 2.1\nName: pnp-kit\nVersion: 0.0.9\n", encoding="utf-8")
    with (
        _farm(tmp_path) as (address, _),
        pytest.raises(PnpError, match=r"worker tcp://.* has pnp 0\.0\.9, not pnp 0\.1\.0"),
        of_dask.scheduler(address),
    ):
        pass


def test_a_scheduler_that_is_not_there_or_hangs_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(of_dask, "_PATIENCE", 1.0)
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        address = f"tcp://127.0.0.1:{listener.getsockname()[1]}"
        for hangs in (False, True):
            if hangs:
                listener.listen()
            begin = time.monotonic()
            with pytest.raises(PnpError, match=f"no scheduler answers at {address}"), of_dask.scheduler(address):
                pass
            assert time.monotonic() - begin < 10
    with pytest.raises(PnpError, match="TLS"), of_dask.scheduler("tls://127.0.0.1:1"):
        pass


def test_a_scheduler_without_a_worker_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(of_dask, "_NO_WORKER", 0.5)
    with pytest.raises(PnpError, match=r"no-worker.*has had no worker"), of_dask.cluster(0):
        pass


def test_no_client_is_collected_while_a_cluster_begins(monkeypatch: pytest.MonkeyPatch) -> None:
    # It would wait for the lock under which Dask begins the loop of the cluster.
    begins = False
    ended: list[bool] = []

    class Client:
        def __init__(self) -> None:
            self.itself = self

        def __del__(self) -> None:
            ended.append(begins)

    def begin(**options: object) -> str:
        nonlocal begins
        begins = True
        Client()
        lists: list[object] = [[] for _ in range(100_000)]  # enough for a collection
        begins = False
        return f"a cluster, {len(lists)}"

    monkeypatch.setattr(of_dask.distributed, "LocalCluster", begin)
    Client()
    assert of_dask._local_cluster(1)
    assert ended[:1] == [False] and True not in ended and gc.isenabled()


@pytest.mark.parametrize("failures", [1, 3])
def test_a_cluster_that_does_not_begin_is_begun_again_and_told_at_last(
    failures: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Dask tells by an assertion without words that a busy machine did not run its loop within ten seconds.
    begun: list[str] = []

    def begin(**options: object) -> str:
        begun.append("")
        if len(begun) <= failures:
            raise AssertionError
        return "a cluster"

    monkeypatch.setattr(of_dask.distributed, "LocalCluster", begin)
    if failures < 3:
        assert of_dask._local_cluster(1) == "a cluster" and len(begun) == failures + 1
    else:
        with pytest.raises(PnpError, match=r"no-scheduler.*no workers can be begun here: AssertionError"):
            of_dask._local_cluster(1)
