"""``moderator player``: the requests that people may make about their data."""

import json
import re
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Annotated

import typer

from moderator.cli.common import instance_of
from moderator.cli.console import DEFAULT_CONFIG, ConfigOption, console, exit_no, out
from moderator.config import ConfigError, load
from moderator.service.admin import personal_data
from moderator.transport import imap_forgetting
from moderator.transport.connections import TransportError
from moderator.transport.imap import ImapMailbox

player = typer.Typer(help="Export or erase the data about a person.", no_args_is_help=True)

_TABLE = re.compile(r"\s*\[\[?\s*([a-z]+)")
_INSTEAD = {
    "match": "instead of player and address write who plays the seat now, or a bot; it cannot be empty",
    "override": "if it was applied, delete the whole [[override]]; if not, write another",
}
"""What to do about a line that names somebody who was erased, by the table it stands in."""

Address = Annotated[
    str, typer.Argument(help="A mail address of the person, or an account in a forum (main:ann).", metavar="ADDRESS")
]


@player.command("export")
def export(address: Address, config: ConfigOption = DEFAULT_CONFIG) -> None:
    """Write everything that is stored about a person, as JSON."""
    with instance_of(config) as instance, instance.store.read() as session:
        out(json.dumps(personal_data.export(session, instance.ctx, address), ensure_ascii=False, indent=2))


@player.command("erase")
def erase(
    address: Address,
    config: ConfigOption = DEFAULT_CONFIG,
    yes: Annotated[bool, typer.Option("--yes", help="Erase without asking for confirmation.")] = False,
) -> None:
    """Erase a person's name, addresses and letters. The records of matches keep the seat, not the person."""
    if not yes and not typer.confirm(f"Erase {address} for good?"):
        exit_no("Nothing was changed.")
    with instance_of(config) as instance, instance.store.write() as session:
        known = personal_data.addresses(session, instance.ctx, address)
        senders, ids = personal_data.letters_of(session, instance.ctx, address)
        played = personal_data.erase(session, instance.ctx, address)
        root = instance.config.root
    console.print(f"{address} is erased.", markup=False)
    for advice in (*_in_mailbox(config, senders, ids), *_in_files(root, senders)):
        console.print(advice, markup=False, soft_wrap=True)
    for number, table in _lines_with(config, known):
        advice = _INSTEAD.get(table, "delete it")
        console.print(f"{config}:{number}: still names that address: {advice}.", markup=False)
    console.print("Old backups hold it, too: delete them.")
    if played:
        console.print(f"Seats in {', '.join(played)} need a new player or a bot: write an override.", markup=False)


def _in_mailbox(config: Path, senders: Collection[str], ids: Collection[str]) -> Iterator[str]:
    """Delete a person's letters in the folders of the mailbox, and give what is to be said about that."""
    headers = map(_TABLE.match, config.read_text(encoding="utf-8-sig").splitlines())
    if not any(header and header[1] == "imap" for header in headers):
        return
    try:
        settings = load(config).imap
        count = imap_forgetting.erase(ImapMailbox(settings), senders, ids) if settings else 0
    except (ConfigError, TransportError) as error:
        whose = f"those from {' and '.join(senders)}" if senders else "theirs"
        yield f"The letters in the mailbox could not be deleted: {error}"
        yield f"Delete {whose} by hand, in its Processed and Failed folders ({len(ids)} are known)."
    else:
        yield f"{count} of their letters were deleted in the mailbox."


def _in_files(root: Path, texts: Collection[str]) -> Iterator[str]:
    """Give what is to be done about the files of letters that hold one of the texts."""
    for folder in ("orders/processed", "orders/failed", "state/outbox"):
        for path in sorted((root / folder).glob("*")):
            if path.is_file() and any(text.encode() in path.read_bytes().lower() for text in texts):
                yield f"{path}: holds that address: delete it."


def _lines_with(config: Path, texts: Collection[str]) -> Iterator[tuple[int, str]]:
    """Give the lines of the operator's file that hold one of the texts, in any case: number, and table it stands in."""
    table = ""
    for number, line in enumerate(config.read_text(encoding="utf-8-sig").casefold().splitlines(), 1):
        if header := _TABLE.match(line):
            table = header[1]
        if any(text.casefold() in line for text in texts):
            yield number, table
