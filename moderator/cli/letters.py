"""``moderator read``, ``shunt`` and ``memos``: letters as understood, letters set aside, and notes to the GM."""

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer
from msgspec import Struct

from moderator.app.opening import templates_of
from moderator.cli.common import (
    describe_pending,
    instance_of,
    instance_to_look_at,
    pending_matches,
    refuse_to_disclose,
)
from moderator.cli.console import (
    DEFAULT_CONFIG,
    GOOD,
    NO,
    ConfigOption,
    DiscloseOption,
    console,
    errors,
    exit_wrong,
    out,
    table,
)
from moderator.config import did_you_mean
from moderator.language.reading.line_outcomes import Became
from moderator.rendering.environment import ReadingSeat, Templates, Voice
from moderator.service import player_memos, tags
from moderator.service.inbox import desk
from moderator.service.inbox.intake import raw_of
from moderator.service.inbox.understand import CommandReading, DryReading, understand_only
from moderator.service.inbox.unplaced import Unplaced
from moderator.service.letter_parts import Fact
from moderator.service.matches import matches, secrecy
from moderator.transport.folder import is_text, letter_of_text, name_of

_MEANING = {
    "filed": "these orders would be recorded",
    "answered": "its commands would be answered",
    "changed": "its commands would change what is recorded",
    "nothing-read": "it holds no valid order; the recorded orders would stay",
    "too-late": "it comes after the deadline",
    "match-over": "the match is over",
    "asking-over": "it answers a turn that is over",
    "asking-ahead": "it answers a turn that has not begun",
    "not-asked": "the seat is not asked for orders now",
    "over-limit": "it is larger than [limits] allows",
    "unsure": "nothing proves who wrote it: it would be held until the player confirms it from their own address",
    "ambiguous": "its sender has several seats and names none",
    "seatless": "its sender is known, but has no seat that it could be for",
    "stranger": "no player has this address",
    "nobody": "nothing says which seat it is for: not its address, not its sender, not a file name <match>.<seat>.txt",
    "bounce": "a mail server wrote it, since a letter could not be delivered",
    "auto": "a program wrote it, such as an absence notice",
    "bulk": "it comes from a mailing list",
    "own": "the moderator wrote it",
}
"""The meaning of each verdict, for an operator."""
_UNPLACED = {
    "unknown-match": 'there is no match "{name}"',
    "unknown-seat": 'nobody plays a seat "{name}" in {match}',
    "bot-seat": "a bot plays {name} in {match}",
    "unknown-player": "no player has the address {name}",
    "seatless-player": "{name} is known and has no seat",
}
"""Why a file in the inbox belongs to no seat."""
_WHOSE = ("sender", "match", "seat")
_FEW = 3
"""Up to this many lines of the answer to a refused command say what to write instead; more are a list."""

shunt = typer.Typer(help="Letters that were set aside because of a bug.", no_args_is_help=True)


def read(
    file: Annotated[
        Path, typer.Argument(help="A letter: an .eml file as saved by a mail program, a .txt or a .md.", metavar="FILE")
    ],
    config: ConfigOption = DEFAULT_CONFIG,
    dropped: Annotated[
        bool,
        typer.Option(
            "--dropped",
            help="Read an .eml as a file in orders/inbox/, where its sender is trusted, instead of as mail. A .txt is "
            "always read so.",
        ),
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Answer as JSON.")] = False,
    disclose: DiscloseOption = False,
) -> int:
    """Show how a letter would be understood, and change nothing. Exit code 0: its orders or commands would count."""
    if not file.is_file():
        exit_wrong(f"{file} is a folder, not a letter." if file.is_dir() else f"There is no file {file}.")
    raw = file.read_bytes()
    text = is_text(file)
    with instance_of(config) as instance:
        reading = understand_only(
            instance.store,
            instance.ctx,
            letter_of_text(raw, name_of(file.with_suffix(""))) if text else raw,
            trusted=text or dropped,
        )
        with instance.store.read() as session:
            if reading.seat and (match := matches.find(session, reading.match)) is not None:
                shows = f"whether orders hold where {reading.seat} stands"
                refuse_to_disclose(instance, session, match, shows, disclose=disclose)
            pending = {tags.slug(plan.name): plan for plan in pending_matches(instance, session)}
        templates = templates_of(instance.config)
    voice = Voice(Templates(templates).text, reading.game, ReadingSeat(reading.seat, "UTC"))
    facts = as_data(reading, voice)
    if reading.unplaced and (plan := pending.get(tags.slug(reading.unplaced.name))):
        facts["unplaced"] = describe_pending(plan)
    if as_json:
        out(json.dumps(facts, ensure_ascii=False, indent=2))
    else:
        _show(facts)
    return GOOD if reading.counts else NO


def as_data(reading: DryReading, voice: Voice) -> dict[str, object]:
    """Return a reading as plain data, with its problems and refused commands in words."""
    return {
        "verdict": reading.verdict,
        "sender": reading.sender,
        "match": reading.match,
        "seat": reading.seat,
        "commands": [_command(command, voice) for command in reading.commands],
        "orders": list(reading.orders),
        "problems": [
            {
                "line": line.number,
                "said": line.text.strip(),
                "code": problem.code,
                "stage": problem.stage.value,
                "text": str(voice.problem(problem)),
                "hints": list(problem.hints),
            }
            for line in reading.said
            for problem in line.problems
        ],
        "lines": [
            {"line": line.number, "said": line.text.strip(), "became": became.value} for line, became in reading.lines
        ],
        "unplaced": _describe_unplaced(reading.unplaced) if reading.unplaced else "",
        "faults": _faults(reading, voice),
    }


def _command(command: CommandReading, voice: Voice) -> dict[str, object]:
    """Return a command as plain data; ``refused`` says why it would not be carried out, and is empty if it would."""
    data: dict[str, object] = {"line": command.line, "command": command.label, "refused": "", "hints": []}
    if command.message:
        data["message"] = command.message.splitlines()
    if command.answer is not None and command.answer.refused:
        data["refused"] = str(voice.code("answers", command.answer.code, command.answer))
        data["hints"] = list(command.answer.lines) if len(command.answer.lines) <= _FEW else []
    return data


def _describe_unplaced(why: Unplaced) -> str:
    """Return in words why a file belongs to no seat."""
    sentence = _UNPLACED.get(why.code, _MEANING["nobody"]).format(name=why.name, match=why.match)
    return "; ".join(filter(None, (sentence, did_you_mean(why.name, why.known) if why.known else "")))


class _Facts(Struct, frozen=True):
    """What is known of a letter, as templates take it."""

    facts: dict[str, Fact]


def _faults(reading: DryReading, voice: Voice) -> list[str]:
    """Return in words what could not be read; limits are worded as in an acknowledgement."""
    letter = _Facts(reading.facts)
    if reading.verdict == "over-limit":
        return [voice.code("verdicts", "over-limit", letter)]
    codes = str(reading.facts.get("faults", "")).split(", ")
    return [voice.code("letter-faults", code, letter) for code in codes if code]


def _show(facts: dict[str, object]) -> None:
    """Print a reading for people."""
    verdict = str(facts["verdict"])
    meaning = facts["unplaced"] or _MEANING.get(verdict, "")
    rows = (("verdict", f"{verdict}: {meaning}" if meaning else verdict), *((key, facts[key] or "-") for key in _WHOSE))
    for key, value in rows:
        console.print(f"{key:<8} {value}", markup=False)
    _show_list("commands", facts["commands"], _command_lines)
    _show_list("orders", facts["orders"], lambda order: [str(order)])
    faults = facts["faults"]
    if isinstance(faults, list):
        console.print(*faults, sep="\n", markup=False, end="\n" if faults else "")
    _show_list("problems", facts["problems"], _problem_lines)
    _show_list("not read as orders", _unread(facts["lines"]), _unread_line)


def _unread(lines: object) -> list[Mapping[str, Any]]:
    """Return the lines of a reading that were not read, and no courtesy."""
    return [line for line in lines if line["became"] == Became.NOT_READ] if isinstance(lines, list) else []


def _unread_line(line: Mapping[str, Any]) -> Sequence[str]:
    return [f"line {line['line']}: {line['said']}"]


def _show_list(name: str, items: object, lines: Callable[[Any], Sequence[str]]) -> None:
    """Print a heading with the lines of each item below it; without items print nothing."""
    if isinstance(items, list) and items:
        shown = [f"  {line}" for item in items for line in lines(item)]
        console.print(f"{name}:", *shown, sep="\n", markup=False)


def _command_lines(command: Mapping[str, Any]) -> Sequence[str]:
    refused = [f"  would be refused: {command['refused']}"] if command["refused"] else []
    said = [f"  | {line}" for line in command.get("message", ())]
    return [command["command"], *said, *refused, *(f"  try: {hint}" for hint in command["hints"])]


def _problem_lines(problem: Mapping[str, Any]) -> Sequence[str]:
    said = f"line {problem['line'] or '-'}: {problem['said']}"
    return [said, f"  {problem['text']}", *(f"  try: {hint}" for hint in problem["hints"])]


@shunt.command("list")
def shunt_list(config: ConfigOption = DEFAULT_CONFIG) -> None:
    """List the letters that were set aside."""
    with instance_to_look_at(config) as instance:
        waiting = desk.shunted_letters(instance.store)
        with instance.store.read() as session:
            hides = secrecy.any_blind(session, instance.ctx)
    if not waiting:
        console.print("No letter is set aside.")
        return
    rows = table("letter", "arrived", "from", "fault")
    for letter in waiting:
        fault = [line.partition(":")[0] if hides else line for line in letter.traceback.strip().splitlines()[-1:]]
        rows.add_row(str(letter.id), f"{letter.arrived:%Y-%m-%d %H:%M} UTC", letter.sender, *fault)
    console.print(rows)


@shunt.command("show")
def shunt_show(
    letter: Annotated[int, typer.Argument(help="The number of a letter.")],
    config: ConfigOption = DEFAULT_CONFIG,
    disclose: DiscloseOption = False,
) -> None:
    """Show a letter that was set aside as it came, below its error. For the operator's eyes alone."""
    with instance_to_look_at(config) as instance, instance.store.read() as session:
        refuse_to_disclose(instance, session, None, "a player's whole letter", disclose=disclose)
        row = desk.shunted_letter(session, letter)
    out(row.traceback)
    out(raw_of(row).decode("utf-8", "backslashreplace"))


@shunt.command("drop")
def shunt_drop(
    letter: Annotated[int, typer.Argument(help="The number of a letter.")],
    config: ConfigOption = DEFAULT_CONFIG,
) -> None:
    """Give up a letter that was set aside. It is kept and never acted on."""
    with instance_of(config) as instance:
        desk.drop(instance.store, letter)
    console.print(f"Letter {letter} is given up; nobody is told.")


@shunt.command("retry")
def shunt_retry(
    letter: Annotated[int | None, typer.Argument(help="The number of a letter; without it, all.")] = None,
    config: ConfigOption = DEFAULT_CONFIG,
) -> int:
    """Act again on letters that were set aside, once the bug is fixed."""
    with instance_of(config) as instance:
        numbers = [row.id for row in desk.shunted_letters(instance.store)] if letter is None else [letter]
        verdicts = {
            number: desk.retry(instance.store, instance.ctx, number).verdict for number in numbers if number is not None
        }
    for number, verdict in verdicts.items():
        console.print(f"letter {number}: {verdict}")
    if not verdicts:
        console.print("No letter is set aside.")
    failed = [number for number, verdict in verdicts.items() if verdict == "faulted"]
    if failed:
        errors.print("The error remains; `moderator shunt list` shows it.")
    return NO if failed else GOOD


def memos(
    config: ConfigOption = DEFAULT_CONFIG,
    last: Annotated[int, typer.Option("--last", help="Show at most this many, the newest; 0: all.", min=0)] = 20,
    disclose: DiscloseOption = False,
) -> None:
    """Show every note to the GM in full, also those that came together in one memo."""
    voice = Voice(Templates().text, "", ReadingSeat("", "UTC"))
    with instance_to_look_at(config) as instance, instance.store.read() as session:
        found = [
            (made, status, memo if disclose else secrecy.redact(session, instance.ctx, memo))
            for made, status, memo in list(player_memos.all_memos(session))[-last:]
        ]
    for made, status, memo in found:
        for note in player_memos.notes_of(memo):
            about = f"[{memo.match}] " if memo.match else ""
            console.print(f"{made:%Y-%m-%d %H:%M} UTC  {status.value}  {about}", end="", markup=False)
            console.print(voice.code("memo-titles", note.code, note), markup=False)
            for line in note.lines:
                console.print(f"    {line}", markup=False)
    if not found:
        console.print("There are no memos yet.")
