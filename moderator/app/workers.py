"""What worker processes share: they do not hear the terminal, and never outlive their parent."""

import multiprocessing
import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager


def end_with_parent() -> None:
    """End this worker when its parent is gone: one that was killed could not tell it."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_wait_for, args=(parent,), daemon=True).start()


def _wait_for(parent: multiprocessing.process.BaseProcess) -> None:
    parent.join()
    os._exit(0)


@contextmanager
def undisturbed() -> Iterator[None]:
    """Let processes that are started meanwhile never hear Ctrl-C: their parent answers it, and ends them.

    A terminal sends it to all of them, and one that is still importing would print a traceback. A blocked signal is
    inherited, from any thread; to ignore it would do as well, but only the main thread can.
    """
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
