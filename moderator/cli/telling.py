"""What a dry run shows of an override: each change once, under those who would be told of it."""

from collections.abc import Iterator
from typing import Any

from jinja2 import Environment
from msgspec.structs import replace

from moderator.rendering.environment import ReadingSeat, Templates, Voice
from moderator.service.facts import Notice
from moderator.service.letter_parts import Head
from moderator.service.overrides import changes
from moderator.service.overrides.apply import Applied

_FINAL = "turn-report"
_OTHER_LETTERS = {"welcome": "would be welcomed.", _FINAL: "would get the final report."}
"""What is said of letters that are not notices, by kind."""

_Readers = tuple[Head, ...]


class _Group:
    """What would be said to some readers alike: the sentences, each with its lines, then what was done in words."""

    def __init__(self) -> None:
        self.sentences: list[tuple[str, tuple[str, ...]]] = []
        self.lines: list[str] = []


def changes_in_words(applied: Applied, text: Environment) -> Iterator[str]:
    """Give the lines that say what changes, schedules in words."""
    about = f"{changes.SCHEDULE}: "
    for line in applied.changes:
        if line.startswith(about):
            both = line.removeprefix(about).split(changes.BECOMES)
            line = about + changes.BECOMES.join(schedule(each, applied.zone, text) for each in both)  # noqa: PLW2901
        yield line


def schedule(written: str, zone: str, text: Environment | None = None) -> str:
    """Return a schedule in words, as letters tell it: "every Monday at 20:00 (Europe/Berlin)"."""
    if written in ("", "none"):
        return "none"
    common: Any = (text or Templates().text).get_template("service/common.j2").module
    return str(common.schedule(written, zone)).strip()


def letters_shown(applied: Applied, text: Environment) -> Iterator[str]:
    """Give the lines that show who would be told what; what nobody would be told comes last."""
    groups: dict[_Readers, _Group] = {}
    for (words, lines), readers in _sentences(applied, text).items():
        groups.setdefault(readers, _Group()).sentences.append((words, lines))
    for event, readers in _events(applied):
        groups.setdefault(readers, _Group()).lines.append(_describe_event(event, readers, applied.game, text))
    for board, readers in _boards(applied).items():
        groups.setdefault(readers, _Group()).lines += _lines_that_differ(applied.after, board)
    untold = groups.pop((), None)
    for readers, group in groups.items():
        yield from _group(", ".join(_reader(head, applied.match) for head in readers), group)
    for kind, head in applied.letters:
        yield f"  {head.seat} ({head.player}) {_OTHER_LETTERS[kind]}"
    if untold is not None:
        over = any(kind == _FINAL for kind, _ in applied.letters)
        yield "  The final report would tell:" if over else "  Nobody would be told before the end of the match:"
        yield from (f"    {line}" for line in untold.lines)


def _reader(head: Head, match: str) -> str:
    """Name a reader, and the match if it is another one."""
    return f"{head.seat} ({head.player})" + ("" if head.match == match else f" in {head.match}")


def _group(who: str, group: _Group) -> Iterator[str]:
    for words, lines in group.sentences:
        yield f"  {who} would be told: {words}"
        yield from (f"    {line}" for line in lines)
    if group.lines and not group.sentences:
        yield f"  {who} would be told:"
    yield from (f"    {line}" for line in group.lines)


def _sentences(applied: Applied, text: Environment) -> dict[tuple[str, tuple[str, ...]], _Readers]:
    """Return the sentences of the notices with their lines, each with its readers."""
    found: dict[tuple[str, tuple[str, ...]], _Readers] = {}
    for notice in applied.told:
        voice = Voice(text, applied.game, ReadingSeat(notice.head.seat, applied.zone))
        for each in notice.notes:
            note = replace(each, head=replace(each.head, zone=applied.zone))
            sentence = voice.code("notices", note.code, note), () if _changes_position(note) else note.lines
            found[sentence] = (*found.get(sentence, ()), notice.head)
    return found


def _events(applied: Applied) -> Iterator[tuple[Any, _Readers]]:
    """Give what would be done to the position, each with those who would be told."""
    for event in applied.events:
        yield event, tuple(notice.head for notice in applied.told if event in notice.events)


def _boards(applied: Applied) -> dict[tuple[str, ...], _Readers]:
    """Return the boards as readers would see them, each with its readers."""
    found: dict[tuple[str, ...], _Readers] = {}
    for notice in applied.told:
        for note in notice.notes:
            if _changes_position(note) and note.lines:
                found[note.lines] = (*found.get(note.lines, ()), notice.head)
    return found


def _lines_that_differ(gm: tuple[str, ...], board: tuple[str, ...]) -> list[str]:
    """Return the lines of a reader's board that are not as on the GM's, which stands above."""
    if len(gm) != len(board):
        return [*board]
    different = [line for theirs, line in zip(gm, board, strict=True) if theirs != line]
    return ["Different from the board above:", *different] if different else ["Their board is the one above."]


def _changes_position(note: Notice) -> bool:
    return note.code == "position-amended"


def _describe_event(event: Any, readers: _Readers, game: str, text: Environment) -> str:  # noqa: ANN401 - the game's own
    """Return what was done in the words of its one reader, else in the GM's."""
    reader = ReadingSeat(readers[0].seat, readers[0].zone) if len(readers) == 1 else ReadingSeat("", "UTC")
    return Voice(text, game, reader).say(event)
