"""``moderator`` and ``python -m moderator``: the command line."""

import sys


def main() -> int:
    """Run the command line and return its exit code."""
    # Worker processes import this module, too, and need nothing of the command line.
    from moderator.cli import main as run  # noqa: PLC0415 - see above

    return run()


if __name__ == "__main__":
    sys.exit(main())
