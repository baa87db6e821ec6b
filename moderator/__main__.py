"""``moderator`` and ``python -m moderator``: the command line."""

import sys

from moderator.interrupts import ended_by_interrupts


def main() -> int:
    """Run the command line and return its exit code."""
    # Worker processes import this module, too, and need nothing of the command line.
    with ended_by_interrupts():
        from moderator.cli import main as run  # noqa: PLC0415 - see above

    return run()


if __name__ == "__main__":
    sys.exit(main())
