"""What worker processes share: they do not hear the terminal, and never outlive their parent."""

import multiprocessing
import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import SimpleNamespace

_STARTING = SimpleNamespace(busy=False, asked=False)
"""Whether workers are being started, and whether Ctrl-C came meanwhile."""


def end_with_parent() -> None:
    """End this worker when its parent is gone: one that was killed could not tell it."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_wait_for, args=(parent,), daemon=True).start()


def _wait_for(parent: multiprocessing.process.BaseProcess) -> None:
    parent.join()
    os._exit(0)


def leave_at_once(*_: object) -> None:
    """End this process and its workers, as a handler of Ctrl-C where nothing is to be kept.

    An exception instead may be lost in a callback, or wait for workers that have hours to go. While one is being
    started it waits for that: a worker whose parent ends while it reads from it prints a traceback.
    """
    if _STARTING.busy:
        _STARTING.asked = True
        return
    for worker in multiprocessing.active_children():
        worker.kill()
    os._exit(128 + signal.SIGINT)


@contextmanager
def undisturbed() -> Iterator[None]:
    """Let processes that are started meanwhile never hear Ctrl-C: their parent answers it, and ends them.

    A terminal sends it to all of them, and one that is still importing would print a traceback. A blocked signal is
    inherited, from any thread; to ignore it would do as well, but only the main thread can.
    """
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    _STARTING.busy = True
    try:
        yield
    finally:
        _STARTING.busy = False
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
        if _STARTING.asked:
            leave_at_once()
