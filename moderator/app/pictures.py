"""Rendering on every core: a renderer that travels to worker processes, and the pool of them."""

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import CancelledError, Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from functools import cache
from pathlib import Path
from typing import ParamSpec, TypeVar

import structlog
from msgspec import Struct

from moderator.app.workers import end_with_parent, undisturbed
from moderator.ports import Words
from moderator.rendering.mail import MailRenderer
from moderator.scheduling.clock import SystemClock
from moderator.service.facts import LetterFacts

_log = structlog.get_logger()
_P = ParamSpec("_P")
_T = TypeVar("_T")


class TravellingRenderer(Struct, frozen=True):
    """A renderer that is only a path: where it arrives, the real one is built once and stays."""

    templates: Path | None = None

    def render(self, letter: LetterFacts) -> Words:
        """Render one letter; raises TemplateFault if a template of the operator's is to blame."""
        return _here(self.templates).render(letter)


@cache
def _here(templates: Path | None) -> MailRenderer:
    return MailRenderer(SystemClock(), templates)


def _begin(templates: Path | None) -> None:
    """Prepare a worker: the parent alone answers Ctrl-C, and the first letter does not wait for fonts.

    SIGTERM ends it: by that the pool rids itself of its workers when one of them has died, and waits for their end.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    end_with_parent()
    _here(templates).warm()


def pool(templates: Path | None, workers: int | None = None) -> Executor:
    """Return workers for rendering, one for each core; on a single core threads do as well and cost less."""
    count = workers or os.cpu_count() or 1
    if count == 1:
        return ThreadPoolExecutor(1, thread_name_prefix="render")
    return LastingPool(templates, count)


class LastingPool(Executor):
    """Worker processes that are replaced when one of them dies: the machine may kill one for want of memory.

    With it fails all that was handed over and not done; it is done again in a worker apart, one thing after the other:
    only a letter that is itself deadly fails the second time.
    """

    def __init__(self, templates: Path | None, count: int) -> None:
        self._many = _Renewed(templates, count)
        self._single = _Renewed(templates, 1)
        self._alone = threading.Lock()

    def submit(self, fn: Callable[_P, _T], /, *args: _P.args, **kwargs: _P.kwargs) -> "Future[_T]":
        """Let a worker do something."""
        answer: Future[_T] = Future()
        answer.set_running_or_notify_cancel()  # so that nobody takes it away under our hands

        def settle(done: "Future[_T]") -> None:
            if not done.cancelled() and isinstance(done.exception(), BrokenProcessPool):
                # Not in this thread: it holds the broken pool's lock from Python 3.12 on.
                threading.Thread(target=again, daemon=True).start()
            else:
                _pass_on(done, answer)

        def again() -> None:
            try:
                with self._alone:
                    done = self._single.submit(fn, *args, **kwargs)
                    wait([done])
            except RuntimeError as error:  # shut down meanwhile
                answer.set_exception(error)
            else:
                _pass_on(done, answer)

        try:
            self._many.submit(fn, *args, **kwargs).add_done_callback(settle)
        except RuntimeError as error:  # shut down, or broken once more
            answer.set_exception(error)
        return answer

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:  # noqa: FBT001, FBT002 - as inherited
        """Let the workers end."""
        for workers in (self._many, self._single):
            workers.shutdown(wait=wait, cancel_futures=cancel_futures)


def _pass_on(done: "Future[_T]", answer: "Future[_T]") -> None:
    """Let one future answer as another did."""
    if done.cancelled():
        answer.set_exception(CancelledError())
    elif (error := done.exception()) is not None:
        answer.set_exception(error)
    else:
        answer.set_result(done.result())


class _Renewed:
    """A pool that is made anew when it is found broken."""

    def __init__(self, templates: Path | None, count: int) -> None:
        self._templates = templates
        self._count = count
        self._lock = threading.Lock()
        self._pool = self._fresh()

    def _fresh(self) -> ProcessPoolExecutor:
        # Not fork: this process has threads, and a copy of their locks would hang. Workers start with the first task.
        context = multiprocessing.get_context("spawn")
        return ProcessPoolExecutor(self._count, mp_context=context, initializer=_begin, initargs=(self._templates,))

    def submit(self, fn: Callable[_P, _T], /, *args: _P.args, **kwargs: _P.kwargs) -> "Future[_T]":
        with self._lock, undisturbed():
            try:
                return self._pool.submit(fn, *args, **kwargs)
            except BrokenProcessPool:
                _log.warning("workers.replaced")
                self._pool.shutdown(wait=False)
                self._pool = self._fresh()
                return self._pool.submit(fn, *args, **kwargs)

    def shutdown(self, *, wait: bool, cancel_futures: bool) -> None:
        self._pool.shutdown(wait, cancel_futures=cancel_futures)
