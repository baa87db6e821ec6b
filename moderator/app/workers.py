"""What all worker processes share: they ignore the terminal's Ctrl-C and never outlive their parent."""

import multiprocessing
import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import SimpleNamespace

from moderator.interrupts import INTERRUPTED

_STARTUP = SimpleNamespace(busy=False, asked=False)
"""Whether a worker is being started, and whether Ctrl-C came meanwhile."""


def end_with_parent() -> None:
    """End this worker when its parent is gone; a parent that was killed cannot end it."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_wait_for, args=(parent,), daemon=True).start()


def _wait_for(parent: multiprocessing.process.BaseProcess) -> None:
    parent.join()
    os._exit(0)


def exit_at_once(*_: object) -> None:
    """End this process and its workers: a handler of Ctrl-C for commands that have nothing to save.

    An exception might be lost in a callback, or wait for workers that have hours to go. While a worker is being started
    this waits, since a worker prints a traceback if its parent ends while it reads from it.
    """
    if _STARTUP.busy:
        _STARTUP.asked = True
        return
    for worker in multiprocessing.active_children():
        worker.kill()
    os._exit(INTERRUPTED)


@contextmanager
def ctrl_c_blocked() -> Iterator[None]:
    """Keep Ctrl-C from processes that are started within this context; their parent answers it and ends them.

    A terminal sends Ctrl-C to all of them, and one that is still importing would print a traceback. The signal is
    blocked, which children inherit and any thread may do; only the main thread could ignore it.
    """
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    _STARTUP.busy = True
    try:
        yield
    finally:
        _STARTUP.busy = False
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
        if _STARTUP.asked:
            exit_at_once()
