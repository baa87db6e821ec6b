"""``moderator`` and ``python -m moderator``: the command line."""

import sys

_INTERRUPTED = 130
"""What shells give for Ctrl-C."""


def main() -> int:
    """Run the command line and return its exit code."""
    try:
        # Worker processes import this module, too, and need nothing of the command line.
        from moderator.cli import main as run  # noqa: PLC0415 - see above

        return run()
    except KeyboardInterrupt:  # while all that is still being loaded
        return _INTERRUPTED


if __name__ == "__main__":
    sys.exit(main())
