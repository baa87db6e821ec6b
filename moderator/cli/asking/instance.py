"""All questions about a new instance, until what was answered makes a ``config.toml`` without mistakes."""

import os
import tempfile
from pathlib import Path

from moderator.cli.asking.draft import Draft
from moderator.cli.asking.mailbox import Mailbox, ask_mailbox
from moderator.cli.asking.match import FirstMatch, ask_match, ask_seats
from moderator.cli.asking.prompts import ask, ask_until, choose
from moderator.cli.console import console, errors
from moderator.config import ConfigError, Fault, load
from moderator.config.answers import AnswerError, check_answer
from moderator.config.filling import Table, add_match, fill_in
from moderator.config.shape import Name
from moderator.config.values import MailAddress, Zone, zone_named
from moderator.core.template_folders import ENGLISH, LANGUAGES
from moderator.service.matches.matches import wrong_addresses
from moderator.service.preferences import language_code

_SEATS = "seats"


def ask_draft(example: str) -> Draft:
    """Ask everything, and again what turns out to be wrong once all is known."""
    console.print(
        "Enter takes what is in [brackets]. Ctrl-C stops; nothing is written before the last answer.", markup=False
    )
    ours = _ask_moderator()
    mailbox = ask_mailbox(str(ours["address"]))
    match = ask_match(str(ours["zone"]))
    while True:
        draft = Draft(_text(example, ours, mailbox, match), mailbox.passwords)
        faults = _faults(draft)
        if not faults:
            return draft
        for _, words in faults:
            errors.print(f"Error: {words}", markup=False)
        wrong = {part for part, _ in faults}
        if not wrong <= {"imap", "smtp", "match", _SEATS}:
            ours = _ask_moderator()
        if not wrong <= {"match", _SEATS}:
            mailbox = ask_mailbox(str(ours["address"]))
        if "match" in wrong:
            match = ask_match(str(ours["zone"]))
        elif _SEATS in wrong:
            match = FirstMatch(match.keys, ask_seats(str(match.keys["game"])))


def _ask_moderator() -> Table:
    return {
        "address": ask("Address that players write to", MailAddress),
        "name": ask("Name of the moderator", Name, "Battle Moderator"),
        "gm": ask("Address of the GM, who gets memos", MailAddress),
        "zone": ask_until("Time zone", _zone, _zone_of_this_machine()),
        "language": choose("Language of letters", LANGUAGES, _language_of_this_machine()),
    }


def _zone(text: str) -> str:
    """Read a time zone, also in small letters or by its city, and say which one is taken then."""
    zone = str(check_answer(Zone, zone_named(text) or text))
    if zone != text.strip():
        console.print(f"Time zone: {zone}.", markup=False)
    return zone


def _zone_of_this_machine() -> str:
    told = os.environ.get("TZ") or str(Path("/etc/localtime").resolve()).rpartition("zoneinfo/")[2]
    try:
        return str(check_answer(Zone, told))
    except AnswerError:
        return "UTC"


def _language_of_this_machine() -> str:
    """Return the language of this machine if letters can be in it; as in POSIX the first variable counts."""
    locale = next(filter(None, map(os.environ.get, ("LC_ALL", "LC_MESSAGES", "LANG"))), "")
    return language_code(locale) or ENGLISH


def _text(example: str, ours: Table, mailbox: Mailbox, match: FirstMatch) -> str:
    moderator = ours if mailbox.plus_addresses else {**ours, "plus_addresses": False}
    text = fill_in(example, {"moderator": moderator, "imap": mailbox.imap, "smtp": mailbox.smtp})
    return add_match(text, match.keys, match.seats) if match.keys else text


def _faults(draft: Draft) -> list[tuple[str, str]]:
    """Return what is wrong with a draft as a whole, each with its part of the file: a table, or a match's seats."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "config.toml"
        path.write_text(draft.text, encoding="utf-8")
        try:
            config = load(path, draft.passwords)
        except ConfigError as error:
            return [(_part(fault), _words(fault)) for fault in error.faults]
    plans = config.matches
    return [(_SEATS, what) for plan in plans for _, what in wrong_addresses(config.settings, plan.seats)]


def _part(fault: Fault) -> str:
    return _SEATS if _SEATS in fault.path else str(fault.path[0]) if fault.path else ""


def _words(fault: Fault) -> str:
    """Return what is wrong in a file that nobody sees: its lines would tell nothing."""
    return f"{fault.key.rpartition('.')[2]}: {fault.message}" + (f" ({fault.suggestion})" if fault.suggestion else "")
