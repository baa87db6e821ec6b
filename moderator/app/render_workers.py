"""Rendering on every core: a renderer that can be sent to worker processes, and the pool of these."""

import multiprocessing
import os
import signal
import tempfile
import threading
from collections.abc import Callable
from concurrent.futures import CancelledError, Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import ParamSpec, TypeVar
from zlib import crc32

import structlog
from msgspec import Struct

from moderator.app.workers import ctrl_c_blocked, end_with_parent
from moderator.ports import Words
from moderator.rendering.mail import MailRenderer
from moderator.scheduling.clock import SystemClock
from moderator.service.facts import LetterFacts

_log = structlog.get_logger()
_P = ParamSpec("_P")
_T = TypeVar("_T")


_QUEUE = 2
"""Tasks of a worker from which on an idle one takes more of its letters."""


class PicklableRenderer(Struct, frozen=True):
    """A renderer that is pickled as a path; each process builds the real one once and keeps it."""

    templates: Path | None = None

    def render(self, letter: LetterFacts) -> Words:
        """Render one letter; raises TemplateFault if one of the operator's templates fails."""
        return _renderer_of_process(self.templates).render(letter)


@cache
def _renderer_of_process(templates: Path | None) -> MailRenderer:
    return MailRenderer(SystemClock(), templates)


def _begin(templates: Path | None, folder: str) -> None:
    """Prepare a worker: only the parent answers Ctrl-C, and the first letter does not wait for fonts.

    Its temporary files are in ``folder``, which the parent removes even if the worker is killed.

    SIGTERM ends the worker: when one worker has died, the pool sends it to the others and waits until they end.

    There is a worker for each core, so typst has one thread in each: more would wait for each other, and awake.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    end_with_parent()
    tempfile.tempdir = folder
    os.environ["RAYON_NUM_THREADS"] = "1"  # typst's threads are those of Rust's library rayon
    _renderer_of_process(templates).warm()


def pool(templates: Path | None, workers: int | None = None) -> Executor:
    """Return workers for rendering, by default one for each core. A single worker is a thread, which costs less."""
    count = workers or os.cpu_count() or 1
    if count == 1:
        return ThreadPoolExecutor(1, thread_name_prefix="render")
    return RestartingPool(templates, count)


class RestartingPool(Executor):
    """Worker processes that are replaced when one of them dies, as when the machine runs out of memory.

    The letters of a match go to one worker, which has kept what its boards are made of, unless that one has a queue and
    another has nothing to do. All tasks of a worker that dies fail with it. Each is tried again alone, in a separate
    worker, so that only the task that kills its worker fails a second time.

    Whoever ends the pool and cancels what is left does not wait for letters that the workers have begun.
    """

    def __init__(self, templates: Path | None, count: int) -> None:
        self._folder = TemporaryDirectory(prefix="moderator-", ignore_cleanup_errors=True)
        self._many = [_RestartingWorker(templates, self._folder.name) for _ in range(count)]
        self._single = _RestartingWorker(templates, self._folder.name)
        self._alone = threading.Lock()
        self._ended = False

    def submit(self, fn: Callable[_P, _T], /, *args: _P.args, **kwargs: _P.kwargs) -> "Future[_T]":
        """Run a function in the worker of its letter's match, as ``Executor.submit`` does."""
        answer: Future[_T] = Future()
        answer.set_running_or_notify_cancel()  # so that nobody can cancel it while it is passed on

        def settle(done: "Future[_T]") -> None:
            if not self._ended and not done.cancelled() and isinstance(done.exception(), BrokenProcessPool):
                # Not in this thread: it holds the broken pool's lock from Python 3.12 on.
                threading.Thread(target=again, daemon=True).start()
            else:
                _copy_outcome(done, answer)

        def again() -> None:
            try:
                with self._alone:
                    done = self._single.submit(fn, *args, **kwargs)
                    wait([done])
            except RuntimeError as error:  # shut down meanwhile
                answer.set_exception(error)
            else:
                _copy_outcome(done, answer)

        try:
            self._many[self.worker(*args)].submit(fn, *args, **kwargs).add_done_callback(settle)
        except RuntimeError as error:  # shut down, or broken once more
            answer.set_exception(error)
        return answer

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:  # noqa: FBT001, FBT002 - as inherited
        """End the workers, as ``Executor.shutdown`` does; with ``cancel_futures`` whatever they are at."""
        self._ended = True
        for workers in (*self._many, self._single):
            workers.shutdown(wait=wait, cancel_futures=cancel_futures)
        if wait or cancel_futures:
            self._folder.cleanup()

    def worker(self, *args: object) -> int:
        """Return the number of the worker for a letter: its match's, or an idle one if that has a queue."""
        head = next((letter.head for letter in args if hasattr(letter, "head")), None)
        own = crc32(head.match.encode()) % len(self._many) if head else 0
        if self._many[own].tasks <= _QUEUE:
            return own
        return next((number for number, each in enumerate(self._many) if not each.tasks), own)


def _copy_outcome(done: "Future[_T]", answer: "Future[_T]") -> None:
    """Give a future the result or the exception of another."""
    if done.cancelled():
        answer.set_exception(CancelledError())
    elif (error := done.exception()) is not None:
        answer.set_exception(error)
    else:
        answer.set_result(done.result())


class _RestartingWorker:
    """A worker that is made anew when it is found broken."""

    def __init__(self, templates: Path | None, folder: str) -> None:
        self.tasks = 0
        """How many are not finished."""
        self._begin_with = templates, folder
        self._lock = threading.Lock()
        self._counting = threading.Lock()
        self._pool = self._fresh()

    def _fresh(self) -> "_Workers":
        # Not fork: this process has threads, and a copy of their locks would hang. Workers start with the first task.
        context = multiprocessing.get_context("spawn")
        return _Workers(1, mp_context=context, initializer=_begin, initargs=self._begin_with)

    def submit(self, fn: Callable[_P, _T], /, *args: _P.args, **kwargs: _P.kwargs) -> "Future[_T]":
        with self._lock, ctrl_c_blocked():
            try:
                task = self._pool.submit(fn, *args, **kwargs)
            except BrokenProcessPool:
                _log.warning("workers.replaced")
                self._pool.kill()
                self._pool.shutdown(wait=False)
                self._pool = self._fresh()
                task = self._pool.submit(fn, *args, **kwargs)
        self._count(1)
        task.add_done_callback(lambda _: self._count(-1))
        return task

    def _count(self, more: int) -> None:
        with self._counting:
            self.tasks += more

    def shutdown(self, *, wait: bool, cancel_futures: bool) -> None:
        if cancel_futures:
            self._pool.kill()
        self._pool.shutdown(wait, cancel_futures=cancel_futures)


class _Workers(ProcessPoolExecutor):
    """A pool whose workers can be killed; from Python 3.14 on there is ``kill_workers`` for that."""

    def kill(self) -> None:
        """End the workers, even one that has just begun and imports our modules."""
        for worker in list((self._processes or {}).values()):
            worker.kill()
        # Before Python 3.11.5 the thread that hands over more than a pipe holds waits for a dead reader (gh-94777).
        if (queue := self._call_queue) is not None:  # type: ignore[attr-defined] # not in its stub
            queue._reader.close()  # noqa: SLF001
