"""Rendering on every core: a renderer that travels to worker processes, and the pool of them."""

import multiprocessing
import os
import signal
import threading
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from functools import cache
from pathlib import Path

from msgspec import Struct

from moderator.ports import Words
from moderator.rendering.mail import MailRenderer
from moderator.scheduling.clock import SystemClock
from moderator.service.facts import LetterFacts


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
    """Prepare a worker: the parent alone answers signals, and the first letter does not wait for fonts."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    _here(templates).warm()


def _end_with_parent() -> None:
    """End this worker when its parent is gone: one that was killed could not tell it."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(0)


def pool(templates: Path | None, workers: int | None = None) -> Executor:
    """Return workers for rendering, one for each core; on a single core threads do as well and cost less."""
    count = workers or os.cpu_count() or 1
    if count == 1:
        return ThreadPoolExecutor(1, thread_name_prefix="render")
    # Not fork: this process has threads, and a copy of their locks would hang.
    context = multiprocessing.get_context("spawn")
    return ProcessPoolExecutor(count, mp_context=context, initializer=_begin, initargs=(templates,))
