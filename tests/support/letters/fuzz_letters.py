"""Any bytes as a letter: read, understood, never raising.

``python -m tests.support.letters.fuzz_letters`` tries them for long. That needs ``atheris``, which is no dependency
of ours; arguments go to libFuzzer (``-max_total_time=600``).
"""

import sys
import tempfile
from pathlib import Path

from moderator.games.registry import GAMES
from moderator.language.reading.blocks import understand
from moderator.language.reading.text_lines import TextLine
from moderator.mail.letter import Bounds, Kind, ReadLetter, read_letter

CORPUS = Path(__file__).parents[2] / "letters"
OWN = frozenset({"moderator@pbem.test"})
LIMITS = Bounds(size=200_000)


def read_anything(raw: bytes) -> ReadLetter:
    """Read a letter as the service would, and check what holds for every one."""
    letter = read_letter(raw, LIMITS, own=OWN, authserv_id="mx.pbem.test")
    assert "unreadable" not in letter.faults, "the reader raised"
    assert letter.kind in Kind
    assert len(letter.lines) <= LIMITS.lines
    assert not any(character in letter.subject for character in "\r\n\x00")
    told = [letter.message_id or "", *(box.address for box in (letter.sender, letter.reply_to) if box)]
    assert not any(character in text for text in told for character in "\r\n\x00 ")
    understood = understand(letter.lines, GAMES["rebel-commander"].language, sent=("1. ", "2. "), mark="[hoth Red #6]")
    numbers = {line.number for line in letter.lines}
    assert all(entry.line in numbers for entry in understood.entries)
    assert all(isinstance(line, TextLine) for line in understood.set_aside)
    return letter


def main() -> None:
    """Fuzz, guided by what code is reached, beginning with the corpus."""
    import atheris  # type: ignore[import-not-found,import-untyped,unused-ignore] # noqa: PLC0415 - for whoever has it

    with tempfile.TemporaryDirectory() as found:  # libFuzzer keeps what it finds in the first folder
        atheris.instrument_all()
        atheris.Setup([*sys.argv, found, str(CORPUS)], lambda raw: read_anything(raw) and None)
        atheris.Fuzz()


if __name__ == "__main__":
    main()
