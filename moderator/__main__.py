"""``moderator`` and ``python -m moderator``: the command line."""

import sys

from moderator.cli import main

if __name__ == "__main__":
    sys.exit(main())
