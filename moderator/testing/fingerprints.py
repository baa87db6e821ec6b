"""Print what the match of each table of a game comes to, to be compared between processes.

``python -m moderator.testing.fingerprints PACKAGE`` takes the name of the game's package.
"""

import sys
from importlib import import_module

from moderator.testing.subjects import GameSubject, fingerprint


def main(package: str) -> None:
    """Play all tables of a game."""
    for table in GameSubject(import_module(package).GAME).tables:
        sys.stdout.write(f"{table.name} {fingerprint(table.played)}\n")


if __name__ == "__main__":
    main(sys.argv[1])
