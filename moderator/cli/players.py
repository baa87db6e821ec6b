"""``moderator player``: the requests that people may make about their data."""

import json
from pathlib import Path
from typing import Annotated

import typer

from moderator.cli.common import DEFAULT_CONFIG, ConfigOption, console, opened, out, say_no
from moderator.service.admin import personal_data

player = typer.Typer(help="Export or erase the data about a person.", no_args_is_help=True)
Address = Annotated[str, typer.Argument(help="A mail address of the person.", metavar="ADDRESS")]


@player.command("export")
def export(address: Address, config: ConfigOption = DEFAULT_CONFIG) -> None:
    """Write everything that is stored about a person, as JSON."""
    with opened(config) as instance, instance.store.read() as session:
        out(json.dumps(personal_data.export(session, instance.ctx, address), ensure_ascii=False, indent=2))


@player.command("erase")
def erase(
    address: Address,
    config: ConfigOption = DEFAULT_CONFIG,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask again.")] = False,
) -> None:
    """Erase a person's name, addresses and letters. The records of matches keep the seat, not the person."""
    if not yes and not typer.confirm(f"Erase {address} for good?"):
        say_no("Nothing was changed.")
    with opened(config) as instance, instance.store.write() as session:
        played = personal_data.erase(session, instance.ctx, address)
    console.print(f"{address} is forgotten.", markup=False)
    for line in _lines_with(config, address):
        console.print(f"{config}:{line}: still names that address: delete it there, and in your backups.", markup=False)
    if played:
        console.print(f"Seats in {', '.join(played)} need a new player or a bot: write an override.", markup=False)


def _lines_with(config: Path, text: str) -> list[int]:
    """Return the numbers of the lines of the operator's file that hold a text, in upper or lower case."""
    lines = config.read_text(encoding="utf-8-sig").casefold().splitlines()
    return [number for number, line in enumerate(lines, 1) if text.casefold() in line]
