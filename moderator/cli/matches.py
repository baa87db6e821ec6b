"""``moderator match``, ``report``, ``thread``, ``recap``, ``verify``: a GM's commands for matches."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import msgspec
import typer
from sqlmodel import Session

from moderator.app import threads
from moderator.app.instance import Instance
from moderator.cli.common import (
    MatchName,
    find_match,
    find_seat,
    instance_of,
    instance_to_look_at,
    local_time,
    refuse_to_disclose,
    write_letter,
)
from moderator.cli.console import (
    DEFAULT_CONFIG,
    GOOD,
    IN_PART,
    NO,
    ConfigOption,
    DiscloseOption,
    console,
    count,
    errors,
    exit_no,
    exit_wrong,
    table,
)
from moderator.cli.match_list import match_list
from moderator.cli.recruiting import match_begin, match_close, match_invite, match_open
from moderator.cli.trying import match_try
from moderator.config import did_you_mean, load
from moderator.core.seats import Observer
from moderator.games.registry import GAMES
from moderator.rendering.recap import file_name
from moderator.rendering.rehearsals import schedule
from moderator.service import bounces
from moderator.service.audit import verify as verifying
from moderator.service.audit.finding import Finding
from moderator.service.matches import order_requests, records, reports, secrecy
from moderator.service.matches.records import AnyBody
from moderator.service.people import delegates
from moderator.service.recruiting import waiting_list
from moderator.store import match_queries, people_queries
from moderator.store.statuses import MatchStatus
from moderator.store.tables import Match, OrderSet

match_app = typer.Typer(help="The matches of this instance.", no_args_is_help=True)
match_app.command("list")(match_list)
match_app.command("try")(match_try)
match_app.command("open")(match_open)
match_app.command("begin")(match_begin)
match_app.command("close")(match_close)
match_app.command("invite")(match_invite)
_MEANING = {
    "letter-doubted": "another proof contradicts it, and its file holds several: nothing shows which one is genuine",
    "letter-missing": "it is not among these letters",
    "lines-missing": "as many as it was sent with",
    "counts-missing": "it does not say how many lines it holds, so nothing shows whether any is missing",
    "letter-unnamed": "it does not say which letter it belongs to",
    "lines-damaged": "some of its lines cannot be read",
    "counts-twice": "it says twice how many lines it holds",
    "letter-unlinked": "it does not say which report came before it",
    "item-twice": "it holds one line twice",
    "letters-contradict": "letters contradict each other",
    "seat-unknown": "the match has no such seat",
    "receipt-unknown": "it lists a receipt of a seat that the match does not have",
    "salt-misplaced": "it shows a salt that only another seat may see",
    "seal-unprinted": "the letter that asks for these orders does not print their seal",
    "seal-misplaced": "it prints a seal of orders that it does not ask for",
    "record-moved": "the number of the record is not the one announced, with the corrections that are counted",
    "seed-differs": "a seed does not follow from the secret of the match, so it was chosen later",
    "formula-differs": "the dice follow another formula than the seal announced",
    "seed-short": "it does not have 32 bytes",
    "seed-shared": "one seed serves twice",
    "request-unopened": "it was sealed or answered, and no letter opens it or takes it back",
    "end-unopened": "it does not open all that other letters open, and the set-up",
    "amendments-differ": "the corrections that threw dice are not counted one after the other",
    "amendment-unopened": "it does not open all corrections that threw dice",
    "roll-misplaced": "a roll is in a letter that does not open its seed",
    "draw-misplaced": "a drawn order is in a letter that does not open its seed",
    "ending-misplaced": "it tells how the match ended, and it is not the last letter of it",
    "ending-differs": "what it tells of how the match ended does not fit together",
    "rollback-untold": "it does not mention a rollback",
    "orders-entered": "the GM entered orders for a bot",
    "seal-changed": "the seed is not the one that was sealed",
    "player-differs": "the player of the seat was changed",
    "acknowledgement-lost": "the acknowledgement of its letter is gone",
    "letter-changed": "the letter is not the one that came",
    "seed-twice": "its seed serves more than one turn",
    "seed-unopened": "the report does not open its seed",
    "receipt-alone": "it lists receipts, but opens no seed that they belong to",
    "seal-missing": "its seal is in none of these letters",
    "seal-differs": "the opened seed differs from the sealed one",
    "seed-missing": "none of these letters opens its seed",
    "opened-differs": "two letters open it differently",
    "roll-differs": "the seed gives a different roll",
    "order-unopened": "none of these letters opens the seed that it was drawn from",
    "order-differs": "the seed and the weights give a different order",
    "weights-missing": "the match is over, and none of these letters shows its weights",
    "report-missing": "none of these letters shows the order that was drawn",
    "receipt-unlisted": "the key of the dice holds a receipt that the report does not list",
    "receipt-missing": "no receipt of it is listed",
    "receipt-differs": "the receipt does not belong to these orders",
    "receipt-unused": "its receipt is listed, but is not in the key of the dice",
    "acknowledgement-missing": "its acknowledgement is not among these letters",
    "sheet-differs": "the orders that were resolved differ from those acknowledged under their number",
    "sheet-outdated": "the orders that were resolved are not the last ones acknowledged",
    "arrived-differs": "the time when the orders arrived was changed",
    "letter-differs": "the letter that brought the orders was changed",
    "turn-differs": "the turn of the record was changed",
    "made-differs": "the time of the record was changed",
    "rollback-differs": "the rollback was changed",
    "rollbacks-differ": "two rollbacks have the same number, or they are out of order",
    "rollback-missing": "none of these letters mentions it",
    "numbers-return": "after it a number was used a second time",
    "salt-differs": "the salt of the receipt does not come from the secret of the match",
}
"""The words for what is found in letters and rows, by code."""


@match_app.command("show")
def match_show(match: MatchName, config: ConfigOption = DEFAULT_CONFIG, disclose: DiscloseOption = False) -> None:
    """Show the seats of a match, their recorded orders, and when it runs. For the GM's eyes."""
    with instance_to_look_at(config) as instance, instance.store.read() as session:
        row = find_match(instance, session, match)
        console.print(f"[bold]{row.name}[/bold]: {GAMES[row.game].info.title}, turn {row.turn}, {row.status.value}")
        times = schedule(row.schedule, row.settings.zone)
        console.print(f"orders due: {local_time(row.deadline, instance)}; schedule: {times}", markup=False)
        console.print(f"shown to spectators: {row.settings.shown}", markup=False)
        if row.ready_at:
            console.print(f"everybody is ready; runs {local_time(row.ready_at, instance)}")
        hides = not disclose and secrecy.is_blind(session, instance.ctx, row)
        masked = not disclose and secrecy.hides_players(session, instance.ctx, row)
        if hides:
            console.print("the match keeps its secrets from its GM; --disclose shows them", markup=False)
        prompts, filed = (
            order_requests.prompts(order_requests.current(session, row)),
            order_requests.order_sets(session, row),
        )
        asked = [seat for seat, prompt in prompts.items() if not (hides and prompt.secret)]
        rows = table("seat", "player", "asked", "recorded orders")
        for place, player in match_queries.assignments_in(session, row.id):
            order_set = filed.get(place.seat)
            if masked:
                state = "masked"
            elif order_set is None or (hides and place.seat not in asked):
                state = "-"
            else:
                state = "yes" if hides else f"number {order_set.number}" + _describe_hold(order_set)
            name = "" if player is None else "masked" if masked else player.name
            sitting = ", ".join(filter(None, (name, f"bot {place.bot}" if place.bot else "")))
            if player and not masked and bounces.unreachable(people_queries.addresses(session, player.id)):
                sitting += " (unreachable: letters bounce)"
            rows.add_row(place.seat, sitting, "yes" if place.seat in asked else "no", state)
        console.print(rows)
        _show_delegates(instance, session, row)
        if not masked:
            _print_waiting_list(session, instance, row)
        if row.status is MatchStatus.FAULTED and not hides:
            console.print(row.fault.strip(), style="red", markup=False)


def _show_delegates(instance: Instance, session: Session, row: Match) -> None:
    """Say for which seats somebody else may send orders, and until when."""
    for place, delegate in delegates.active_in(session, instance.ctx, row):
        until = local_time(delegate.until, instance)
        console.print(f"somebody else may send orders for {place.seat} until {until}", markup=False)


def _print_waiting_list(session: Session, instance: Instance, match: Match) -> None:
    listed = waiting_list.list_waiting(session, match)
    seats = {place.id: place.seat for place, _ in match_queries.assignments_in(session, match.id)}
    for each in listed:
        if each.asked is not None and each.assignment in seats:
            until = local_time(each.asked + waiting_list.PATIENCE, instance)
            offer = f"{each.name} <{each.address}> was asked to take {seats[each.assignment]}"
            console.print(f"{offer}; the next is asked {until}", markup=False)
    if listed:
        console.print(f"would step in: {', '.join(f'{each.name} <{each.address}>' for each in listed)}", markup=False)


@match_app.command("history")
def match_history(match: MatchName, config: ConfigOption = DEFAULT_CONFIG, disclose: DiscloseOption = False) -> None:
    """List all steps and changes of a match."""
    with instance_to_look_at(config) as instance, instance.store.read() as session:
        row = find_match(instance, session, match)
        game = instance.ctx.game(row.game)
        # the digest would confirm a position that was guessed
        hides = not disclose and secrecy.is_blind(session, instance.ctx, row)
        masked = not disclose and secrecy.hides_players(session, instance.ctx, row)
        rows = table("record", "turn", "made", "what", "details", *([] if hides else ["digest"]))
        for record in match_queries.records(session, row.id):
            body = records.body(game, record)
            why = (f"why: {body.reason}",) if body.reason else ()
            details = "; ".join((*body.lines, *why)) if body.lines else _list_facts(body, masked=masked)
            description = record.kind.value if record.kind.value == body.code else f"{record.kind.value}: {body.code}"
            digest = [] if hides else [record.digest[:12]]
            rows.add_row(
                str(record.number), str(record.turn), local_time(record.made, instance), description, details, *digest
            )
    console.print(rows)


def _list_facts(body: AnyBody, *, masked: bool) -> str:
    facts = {key: value for key, value in body.facts.items() if not (masked and key == "by")}
    return ", ".join(f"{key} {value}" for key, value in facts.items())


@match_app.command("options")
def match_options(game: Annotated[str, typer.Argument(help="The key of a game: see moderator game list.")]) -> None:
    """List the seats, bots and options of a game, as you write them in a [[match]]."""
    if game not in GAMES:
        exit_wrong(f'There is no game "{game}"; {did_you_mean(game, GAMES)}')
    info = GAMES[game].info
    console.print(
        f"seats: {', '.join(seat.name + (' (may be left out)' if seat.optional else '') for seat in info.seats)}"
    )
    console.print(f"bots: {', '.join(GAMES[game].bots)}")
    defaults = msgspec.to_builtins(info.new_options)
    rows = table("option", "if left out", "meaning")
    for key, text in info.option_help.items():
        rows.add_row(key, _as_written(defaults.get(key)), text)
    console.print(rows, markup=False)


def _as_written(value: object) -> str:
    """Return the default of an option as it is written in the file, or where else to find it."""
    return "see meaning" if value is None else json.dumps(value, ensure_ascii=False)


def report(
    match: MatchName,
    turn: Annotated[int, typer.Option("--turn", help="The turn that the report is about; 0: the beginning.")],
    seat: Annotated[str, typer.Option("--seat", help="The seat whose report it is, or GM, or PUBLIC.")],
    out: Annotated[Path, typer.Option("--out", help="The folder to write it to.", metavar="DIR")],
    config: ConfigOption = DEFAULT_CONFIG,
    disclose: DiscloseOption = False,
) -> None:
    """Write a report again, as files: text, HTML, pictures and PDF."""
    with instance_of(config) as instance:
        with instance.store.read() as session:
            row = find_match(instance, session, match)
            number, to = (
                _find_record(session, row, turn),
                _find_recipient(session, instance, row, seat, disclose=disclose),
            )
            if to.who is not Observer.PUBLIC:
                refuse_to_disclose(instance, session, row, f"what {to.head.seat} sees", disclose=disclose)
            facts = reports.turn(session, instance.ctx, row, number, to)
        words = instance.renderer.render(facts)
    for path in write_letter(words, out):
        console.print(str(path), markup=False)


def thread(
    match: MatchName,
    seat: Annotated[str, typer.Option("--seat", help="The seat whose thread it is, or PUBLIC for the chronicle.")],
    out: Annotated[Path, typer.Option("--out", help="A new folder to save it in.", metavar="DIR")],
    config: ConfigOption = DEFAULT_CONFIG,
    disclose: DiscloseOption = False,
) -> None:
    """Save a thread as it stands in the forum, as files in which seals, receipts and dice can be checked."""
    with instance_of(load(config)) as instance:
        with instance.store.read() as session:
            row = find_match(instance, session, match)
            name = "" if seat.upper() == Observer.PUBLIC.name else find_seat(session, row, seat).seat
            if name:
                refuse_to_disclose(instance, session, row, f"what {name} sees and orders", disclose=disclose)
            found = [each for each in people_queries.threads_of(session, [row.id]) if each.seat == name]
        if not found:
            whose = f"thread of {name}" if name else "chronicle"
            exit_no(f"{row.name} has no {whose} in a forum: nothing was posted there yet.")
        for each in found:
            if each.forum not in instance.forums:
                exit_no(f'The thread is in the forum "{each.forum}": write its [[forum]] into {config}.')
        files = threads.save([(instance.forums[each.forum], each.thread) for each in found], out)
    console.print(f"{out}: {count(len(files), 'letter')}. To check: moderator verify --letter {out}/*.md", markup=False)


def recap(
    match: MatchName,
    out: Annotated[
        Path | None,
        typer.Option("--out", help="The file to write; by default MATCH-recap.pdf here.", metavar="FILE"),
    ] = None,
    config: ConfigOption = DEFAULT_CONFIG,
) -> None:
    """Write the recap of a finished match as PDF: its course, battles, honours and every board."""
    with instance_of(config) as instance:
        with instance.store.read() as session:
            row = find_match(instance, session, match)
            if row.status is not MatchStatus.OVER:
                exit_no(f"{row.name} is {row.status.value}; its recap can be written when it is over.")
            gm = reports.observer(instance.ctx, row, Observer.GM)
            facts = reports.turn(session, instance.ctx, row, row.number, gm)
        words = instance.renderer.render(facts)
    name = file_name(row.name)
    made = next((file for file in words.attachments if file.name == name), None)
    if made is None:
        exit_no(f"{row.name} has no recap: no turn was played, or this release does not know its rules.")
    path = out or Path(name)
    path.write_bytes(made.data)
    console.print(str(path), markup=False)


def verify(
    names: Annotated[
        list[str] | None, typer.Argument(help="Matches; after --letter, more letters.", metavar="[MATCH|FILE]...")
    ] = None,
    letter: Annotated[
        list[Path] | None, typer.Option("--letter", help="A letter that a player received, to be checked offline.")
    ] = None,
    config: ConfigOption = DEFAULT_CONFIG,
) -> int:
    """Replay a match and compare every digest, or check seals, receipts and dice from letters alone, offline.

    Exit code 0: all is right. 1: something differs. For letters also 2: nothing could be checked. 3: nothing differs,
    but letters or lines are missing, or the match's final letter is not there yet.
    """
    if letter:
        return _verify_letters([*letter, *(Path(name) for name in names or [])])
    if not names:
        exit_wrong("Name a match, or letters after --letter.")
    good = True
    with instance_of(config) as instance:
        for name in names:
            with instance.store.read() as session:
                row = find_match(instance, session, name)
            findings = verifying.verify_match(instance.store, instance.ctx, row.name)
            good = _print_findings(findings) and good
            if not findings:
                console.print(f"{row.name}: replayed, nothing differs in {count(row.number + 1, 'record')}.")
    return GOOD if good else NO


def _verify_letters(files: list[Path]) -> int:
    missing = [str(path) for path in files if not path.is_file()]
    if missing:
        exit_wrong(f"There is no file {', '.join(missing)}.")
    read = {str(path): path.read_bytes() for path in files}
    verified = verifying.verify_letters(read.values())
    for kind, number in verified.checked.items():
        console.print(f"{kind.replace('-', ' ')}: {number} checked")
    good = _print_findings(verified.findings)
    if good and not verified.checked:
        exit_wrong("These letters hold nothing that can be checked.")
    wrong = dict.fromkeys(finding.record for finding in verified.findings if finding.grave and finding.record)
    tellers = verifying.telling(read) if wrong else {}
    for record in wrong:
        console.print(
            _printable(f"record {record} is mentioned in {', '.join(tellers.get(record or 0, ()))}"), markup=False
        )
    for name, ending in verified.endings.items():
        if ending.by == "gm":
            who = f" ({', '.join(ending.seats)})" if ending.seats else ""
            console.print(_printable(f"{name}: the GM ended it, not its rules: {ending.how}{who}"), markup=False)
    for name in verified.unended:
        console.print(
            _printable(
                f"{name}: the report that ends the match is not here. Secret throws, weights and salts can only be "
                "checked with it. If the match is over, ask for it with RESEND."
            ),
            markup=False,
        )
    if not good:
        console.print("Something differs: keep these letters as they are, and ask the GM.")
    elif verified.findings:
        console.print("Everything that could be checked is right; for the rest a letter is missing.")
    else:
        console.print("More cannot be checked today. All of it holds." if verified.unended else "All of it holds.")
    return NO if not good else IN_PART if verified.findings or verified.unended else GOOD


def _printable(text: str) -> str:
    """Return what letters say without characters that could control a terminal."""
    return "".join(each if each.isprintable() else "?" for each in text)


def _print_findings(findings: Sequence[Finding]) -> bool:
    """Print the findings, and return whether none of them is grave."""
    for finding in findings:
        where = f"record {finding.record}: " if finding.record else ""
        mark, style = ("wrong", "red") if finding.grave else ("not checked", "yellow")
        description = _MEANING.get(finding.code, finding.code.replace("-", " "))
        errors.print(_printable(f"{mark}: {where}{finding.about}: {description}"), style=style, markup=False)
    return not any(finding.grave for finding in findings)


def _find_record(session: Session, match: Match, turn: int) -> int:
    if turn == 0:
        return 0
    found = [record.number for record in records.of_turn(session, match, turn)]
    if not found:
        last = max((row.turn for row in match_queries.records(session, match.id) if row.turn), default=0)
        exit_no(f"{match.name} has no report of turn {turn}; its last turn is {last}, and turn 0 is the welcome.")
    return found[-1]


def _find_recipient(
    session: Session, instance: Instance, match: Match, seat: str, *, disclose: bool
) -> reports.Recipient:
    if seat.upper() == Observer.GM.name and not disclose:
        return reports.gm(session, instance.ctx, match)
    for observer in Observer:
        if seat.upper() == observer.name:
            return reports.observer(instance.ctx, match, observer)
    return reports.reader(session, instance.ctx, match, find_seat(session, match, seat))


def _describe_hold(order_set: OrderSet) -> str:
    """Return why the turn waits for its deadline although an order set is on file."""
    why = "came back by a rollback" if order_set.came_back else "has lines that need a fix"
    return (", says WAIT" if order_set.wait else "") + (f", {why}" if order_set.faulty else "")
