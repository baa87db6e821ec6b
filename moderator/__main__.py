"""``moderator`` and ``python -m moderator``: the command line."""

import os
import signal
import sys

_INTERRUPTED = 130
"""What shells give for Ctrl-C."""


def main() -> int:
    """Run the command line and return its exit code."""
    # While modules are loaded an exception may be lost in one that tries whether another is there.
    signal.signal(signal.SIGINT, lambda *_: os._exit(_INTERRUPTED))
    # Worker processes import this module, too, and need nothing of the command line.
    from moderator.cli import main as run  # noqa: PLC0415 - see above

    signal.signal(signal.SIGINT, signal.default_int_handler)
    return run()


if __name__ == "__main__":
    sys.exit(main())
