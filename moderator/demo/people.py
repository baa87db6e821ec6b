"""The people of the demo, each with a mail program and a manner of writing; one of them makes mistakes."""

import re
from collections.abc import Callable, Sequence

from msgspec import Struct

from moderator.core.seats import Seat
from moderator.demo.clients import PROGRAMS

Manner = Callable[[Sequence[str]], tuple[str, ...]]
"""How somebody writes orders: a function from canonical lines to the lines of the letter."""

Typos = Callable[[Sequence[str], str], tuple[str, ...]]
"""How somebody makes mistakes; the second argument is a place that does not exist."""

_PLACE = r"[A-Z]{1,2}\d{1,2}"


class Person(Struct, frozen=True, kw_only=True):
    """Somebody who plays. ``user`` is the mailbox, and ``program`` the mail program.

    ``typos`` makes mistakes in orders. The script of a game sets ``seat``.
    """

    user: str
    name: str
    seat: Seat = ""
    zone: str
    program: str
    greeting: str
    manner: Manner
    typos: Typos | None = None

    def __post_init__(self) -> None:
        if self.program not in PROGRAMS:
            raise ValueError(f"there is no mail program {self.program}")


def small(lines: Sequence[str]) -> tuple[str, ...]:
    """Write in small letters: ``1) move troops c3 c4``."""
    return tuple(f"{number}) {line.lower()}" for number, line in enumerate(map(bare, lines), 1))


def wordy(lines: Sequence[str]) -> tuple[str, ...]:
    """Write in sentences: ``1. Move troops from C3 to C4``."""
    said = [re.sub(r"^MOVE (\w+) (\w\d) (\w\d)", r"MOVE \1 from \2 to \3", bare(line)) for line in lines]
    return tuple(f"{number}. {_sentence(line)}" for number, line in enumerate(said, 1))


def formal(lines: Sequence[str]) -> tuple[str, ...]:
    """Write with labels: ``Order 1: MOVE TROOPS C3 C4``."""
    return tuple(f"Order {number}: {bare(line)}" for number, line in enumerate(lines, 1))


def hasty(lines: Sequence[str], nowhere: str) -> tuple[str, ...]:
    """Write in haste: one order right, one with swapped letters, one for a place that does not exist, and WAIT."""
    said = list(wordy(lines))
    for number, line in enumerate(said[1:2], 1):
        said[number] = re.sub(r"(?<=\. \w)(\w)(\w)", r"\2\1", line)
    for number, line in enumerate(said[2:3], 2):
        said[number] = re.sub(rf"\b{_PLACE}\b|\w+$", nowhere, line, count=1)
    return (*said, "Wait")


def bare(line: str) -> str:
    """Return an order without its number."""
    return re.sub(r"^\s*\w{1,2}[.)]\s*", "", line)


def _sentence(line: str) -> str:
    """Return an order with a capital first letter and its places in capitals."""
    text = " ".join(word if re.fullmatch(_PLACE, word) else word.lower() for word in line.split())
    return text[:1].upper() + text[1:]


PEOPLE = (
    Person(
        user="ann",
        name="Ann Archer",
        zone="America/New_York",
        program="web mail",
        greeting="Hi all, here are my orders for this turn.",
        manner=small,
    ),
    Person(
        user="ben",
        name="Ben Okafor",
        zone="Europe/London",
        program="phone",
        greeting="On the train, so in a hurry - can't check the map. That's what I'd like to do:",
        manner=wordy,
        typos=hasty,
    ),
    Person(
        user="cleo",
        name="Cleo Martin",
        zone="Europe/Paris",
        program="office",
        greeting="Dear moderator,",
        manner=formal,
    ),
)
"""Everybody who plays."""
