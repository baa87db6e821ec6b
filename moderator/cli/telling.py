"""What a dry run prints of an override: each change once, under those who would be told of it."""

from collections.abc import Iterator

from jinja2 import Environment

from moderator.rendering.rehearsals import SeenBoard, Telling, tellings
from moderator.service.letter_parts import Head
from moderator.service.overrides.apply import Applied

_FINAL = "turn-report"
_OTHER_LETTERS = {"welcome": "would be welcomed.", _FINAL: "would get the final report."}
"""What is said of letters that are not notices, by kind."""


def letters_shown(applied: Applied, text: Environment) -> Iterator[str]:
    """Give the lines that show who would be told what; what nobody would be told comes last."""
    found = tellings(applied, text)
    for telling in found:
        if telling.readers:
            yield from _group(", ".join(_reader(head, applied.match) for head in telling.readers), telling)
    for kind, head in applied.letters:
        yield f"  {head.seat} ({head.player}) {_OTHER_LETTERS[kind]}"
    for telling in found:
        if not telling.readers:
            over = any(kind == _FINAL for kind, _ in applied.letters)
            yield "  The final report would tell:" if over else "  Nobody would be told before the end of the match:"
            yield from (f"    {line}" for line in telling.events)


def _reader(head: Head, match: str) -> str:
    """Name a reader, and the match if it is another one."""
    return f"{head.seat} ({head.player})" + ("" if head.match == match else f" in {head.match}")


def _group(who: str, telling: Telling) -> Iterator[str]:
    for sentence in telling.sentences:
        yield f"  {who} would be told: {sentence.words}"
        yield from (f"    {line}" for line in sentence.lines)
    lines = [*telling.events, *(line for board in telling.boards for line in _board(board))]
    if lines and not telling.sentences:
        yield f"  {who} would be told:"
    yield from (f"    {line}" for line in lines)


def _board(board: SeenBoard) -> tuple[str, ...]:
    if board.whole:
        return board.lines
    return ("Different from the board above:", *board.lines) if board.lines else ("Their board is the one above.",)
