"""Chat notices in the operator's file: the checks beyond those of their shape."""

from collections.abc import Iterator

from moderator.config.faults import Fault, did_you_mean
from moderator.config.lines import Path
from moderator.config.reading import Source
from moderator.config.shape import File
from moderator.service.context import ALL_MATCHES


def faults(source: Source, file: File) -> Iterator[Fault]:
    """Yield a fault for each match that a notice names and that is probably another one of the file.

    One that the file does not hold may still be played, so a name that is like no other is no fault.
    """
    known = [match.name for match in file.match]
    for number, table in enumerate(file.notice):
        at: Path = ("notice", number, "match")
        for place, name in enumerate(table.match):
            advice = did_you_mean(name, known)
            if name not in (*known, ALL_MATCHES) and advice.startswith("did"):
                yield source.fault(source.element(at, place), f'there is no match "{name}"', advice)
