"""What a dry run shows of an override in words: what would change, and who would be told what, each thing once."""

from collections.abc import Iterator
from typing import Any

from jinja2 import Environment
from msgspec import Struct
from msgspec.structs import replace

from moderator.rendering.environment import ReadingSeat, Templates, Voice
from moderator.service.facts import Notice
from moderator.service.letter_parts import Head
from moderator.service.matches.records import REASON
from moderator.service.overrides import changes
from moderator.service.overrides.apply import Applied

_Readers = tuple[Head, ...]


class Sentence(Struct, frozen=True):
    """A sentence of a letter, with the lines that stand below it."""

    words: str
    lines: tuple[str, ...]


class SeenBoard(Struct, frozen=True):
    """A board as it would be seen: the whole of it, or the lines that are not as on the GM's, of as many lines."""

    lines: tuple[str, ...]
    whole: bool


class Telling(Struct, frozen=True):
    """What would be told to some readers alike; without readers nobody would be told before the end of the match."""

    readers: _Readers
    sentences: tuple[Sentence, ...] = ()
    events: tuple[str, ...] = ()
    """What was done to the position, in words."""
    boards: tuple[SeenBoard, ...] = ()


class Rehearsal(Struct, frozen=True):
    """A dry run in words."""

    changes: tuple[str, ...]
    tellings: tuple[Telling, ...]


def rehearsal(applied: Applied, text: Environment) -> Rehearsal:
    """Return a dry run in words."""
    return Rehearsal(tuple(changes_in_words(applied, text)), tellings(applied, text))


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


def tellings(applied: Applied, text: Environment) -> tuple[Telling, ...]:
    """Return who would be told what; what nobody would be told comes last."""
    found: dict[_Readers, Telling] = {}

    def add(readers: _Readers, **more: tuple[Any, ...]) -> None:
        known = found.setdefault(readers, Telling(readers))
        found[readers] = replace(known, **{name: (*getattr(known, name), *each) for name, each in more.items()})

    for sentence, readers in _sentences(applied, text).items():
        add(readers, sentences=(sentence,))
    for event, readers in _events(applied):
        add(readers, events=(_describe_event(event, readers, applied.game, text),))
    for board, readers in _boards(applied).items():
        add(readers, boards=(_seen_board(applied.after, board),))
    return tuple(sorted(found.values(), key=lambda telling: not telling.readers))


def _sentences(applied: Applied, text: Environment) -> dict[Sentence, _Readers]:
    """Return the sentences of the notices and the GM's messages, each with its readers."""
    found: dict[Sentence, _Readers] = {}
    for notice in applied.told:
        voice = Voice(text, applied.game, ReadingSeat(notice.head.seat, applied.zone))
        for each in notice.notes:
            note = replace(each, head=replace(each.head, zone=applied.zone))
            lines = () if _changes_position(note) else note.lines
            sentence = Sentence(voice.code("notices", note.code, note), lines)
            found[sentence] = (*found.get(sentence, ()), notice.head)
    common: Any = text.get_template("service/common.j2").module
    for message in applied.messages:
        said = Sentence(str(common.message_of_gm(message.public)), tuple(message.text.splitlines()))
        found[said] = (*found.get(said, ()), message.head)
    for reason, head in _reasons(applied):
        why = Sentence(str(common.reason(reason)), ())
        found[why] = tuple(dict.fromkeys((*found.get(why, ()), head)))
    return found


def _reasons(applied: Applied) -> Iterator[tuple[str, Head]]:
    """Give the GM's reason as often as it would be told."""
    told = (notice for each in applied.told for notice in each.notes)
    found = [(str(notice.facts.get(REASON, "")), notice.head) for notice in told]
    found += [(message.reason, message.head) for message in applied.messages]
    return ((reason, head) for reason, head in found if reason)


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


def _seen_board(gm: tuple[str, ...], board: tuple[str, ...]) -> SeenBoard:
    """Return a reader's board beside the GM's."""
    if len(gm) != len(board):
        return SeenBoard(board, whole=True)
    return SeenBoard(tuple(line for gms, line in zip(gm, board, strict=True) if gms != line), whole=False)


def _changes_position(note: Notice) -> bool:
    return note.code == "position-amended"


def _describe_event(event: Any, readers: _Readers, game: str, text: Environment) -> str:  # noqa: ANN401 - the game's own
    """Return what was done in the words of its one reader, else in the GM's."""
    reader = ReadingSeat(readers[0].seat, readers[0].zone) if len(readers) == 1 else ReadingSeat("", "UTC")
    return Voice(text, game, reader).say(event)
