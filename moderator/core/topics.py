"""The words by which HELP asks about things of a game: read calmly, whatever their case, dots and plural."""

from collections.abc import Iterable, Mapping, Sequence

_SHORTEST = 3
"""Letters of a beginning that may stand for a whole name."""


def find(topic: str, names: Mapping[str, Sequence[str]]) -> str:
    """Return the key that a topic is one of the names of, empty for none."""
    wanted = _plain(topic)
    return next((key for key, known in names.items() if wanted in map(_plain, known)), "") if wanted else ""


def complete(topic: str, names: Iterable[str]) -> str:
    """Complete a topic that is the beginning of one name only; return any other as it is.

    ``Jam`` is Jam Communications; ``Def`` may be one of three, so it stays what it is. All names that HELP knows of a
    game belong in ``names``: what is one of a sort may be the beginning of one of another.
    """
    wanted = _plain(topic)
    plain = {_plain(name): name for name in names}
    begun = [name for letters, name in plain.items() if letters.startswith(wanted)]
    return begun[0] if len(wanted) >= _SHORTEST and len(begun) == 1 and wanted not in plain else topic


def _plain(words: str) -> str:
    """Return the letters and digits of a name in capitals, without the "s" of a plural."""
    letters = "".join(letter for letter in words.upper() if letter.isalnum())
    return letters.removesuffix("S") or letters
