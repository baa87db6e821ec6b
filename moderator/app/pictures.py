"""Rendering on every core: a renderer that travels to worker processes, and the pool of them."""

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import CancelledError, Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
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

    What was in work then is done again, once: a letter that is itself deadly fails the second time.
    """

    def __init__(self, templates: Path | None, count: int) -> None:
        self._templates = templates
        self._count = count
        self._lock = threading.Lock()
        self._pool = self._fresh()

    def _fresh(self) -> ProcessPoolExecutor:
        # Not fork: this process has threads, and a copy of their locks would hang.
        context = multiprocessing.get_context("spawn")
        return ProcessPoolExecutor(self._count, mp_context=context, initializer=_begin, initargs=(self._templates,))

    def submit(self, fn: Callable[_P, _T], /, *args: _P.args, **kwargs: _P.kwargs) -> "Future[_T]":
        """Let a worker do something."""
        answer: Future[_T] = Future()
        answer.set_running_or_notify_cancel()  # so that nobody takes it away under our hands

        def settle(done: "Future[_T]", *, again: bool) -> None:
            if done.cancelled():
                answer.set_exception(CancelledError())
            elif (error := done.exception()) is None:
                answer.set_result(done.result())
            elif again and isinstance(error, BrokenProcessPool):
                # Not in this thread: it holds the broken pool's lock from Python 3.12 on.
                threading.Thread(target=begin, kwargs={"again": False}, daemon=True).start()
            else:
                answer.set_exception(error)

        def begin(*, again: bool) -> None:
            try:
                begun = self._submitted(fn, *args, **kwargs)
            except RuntimeError as error:  # shut down meanwhile, or broken once more
                answer.set_exception(error)
            else:
                begun.add_done_callback(lambda done: settle(done, again=again))

        begin(again=True)
        return answer

    def _submitted(self, fn: Callable[_P, _T], /, *args: _P.args, **kwargs: _P.kwargs) -> "Future[_T]":
        with self._lock, undisturbed():
            try:
                return self._pool.submit(fn, *args, **kwargs)
            except BrokenProcessPool:
                _log.warning("workers.replaced")
                self._pool.shutdown(wait=False)
                self._pool = self._fresh()
                return self._pool.submit(fn, *args, **kwargs)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:  # noqa: FBT001, FBT002 - as inherited
        """Let the workers end."""
        self._pool.shutdown(wait, cancel_futures=cancel_futures)
