"""Ctrl-C while modules are imported: the process ends at once."""

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager

INTERRUPTED = 128 + signal.SIGINT
"""The exit code that shells give for Ctrl-C."""


@contextmanager
def ended_by_interrupts() -> Iterator[None]:
    """Let Ctrl-C end this process at once within this context, which must have nothing to save.

    An exception would be lost in a module that tries whether another can be imported, and the program would go on.
    Only the main thread may call this.
    """
    before = signal.signal(signal.SIGINT, lambda *_: os._exit(INTERRUPTED))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
