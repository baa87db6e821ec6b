"""The words by which HELP asks about things of a game: read calmly, whatever their case, dots and plural."""

from collections.abc import Mapping, Sequence


def plain(words: str) -> str:
    """Return the letters and digits of a name in capitals, without the "s" of a plural."""
    letters = "".join(letter for letter in words.upper() if letter.isalnum())
    return letters.removesuffix("S") or letters


def find(topic: str, names: Mapping[str, Sequence[str]]) -> str:
    """Return the key that a topic is one of the names of, empty for none."""
    wanted = plain(topic)
    return next((key for key, known in names.items() if wanted in map(plain, known)), "") if wanted else ""
