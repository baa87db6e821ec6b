"""``moderator backup`` and ``restore``: an instance in one file; ``export`` and ``import``: a match in a folder."""

from pathlib import Path
from typing import Annotated

import typer
from sqlalchemy.engine import make_url

from moderator.app import backups, transfer
from moderator.app.opening import templates_of
from moderator.cli.common import find_match, instance_of, refuse_to_disclose
from moderator.cli.console import DEFAULT_CONFIG, ConfigOption, DiscloseOption, console, count, errors
from moderator.config import ConfigError, database_of
from moderator.service import tags
from moderator.service.admin.export_forums import local_forum_names
from moderator.service.admin.export_layout import Carried
from moderator.service.admin.export_players import UnjoinedPerson, find_unjoined_people
from moderator.service.admin.transfer import bring_in

BackupFile = Annotated[Path, typer.Argument(help="The backup, such as moderator.tar.gz.", metavar="FILE")]
_POSTGRES = (
    "The database is PostgreSQL and not in this file. Save it with pg_dump --format=custom --file=moderator.dump "
    "DATABASE, restore it with pg_restore --clean --if-exists --dbname=DATABASE moderator.dump, and keep both files "
    "together."
)


def backup(file: BackupFile, config: ConfigOption = DEFAULT_CONFIG) -> None:
    """Save the instance in one file: database with all letters, key, config.toml, templates, archived orders.

    The moderator may be running. The file holds all secrets but passwords, and only you can read it.
    """
    kept = backups.backup(config, database_of(config), file)
    console.print(f"{file}: {count(len(kept.files), 'file')}, {kept.bytes:,} bytes uncompressed.")
    if kept.database != "sqlite":
        errors.print(_POSTGRES, style="yellow", markup=False)


def restore(
    file: BackupFile,
    config: ConfigOption = DEFAULT_CONFIG,
    replace: Annotated[
        bool, typer.Option("--replace", help="Rename the present files, to names that begin with replaced-.")
    ] = False,
    database: Annotated[
        Path | None,
        typer.Option("--database", help="Where to put the database, if not where it was.", metavar="PATH"),
    ] = None,
) -> None:
    """Restore an instance from its backup. Nothing changes if the file is damaged or a moderator is running here."""
    found, aside, place = backups.restore(file, config, replace=replace, database=database)
    console.print(f"The instance is as it was on {found.made:%Y-%m-%d %H:%M} UTC.", markup=False)
    for path in aside:
        console.print(f"set aside: {path}", markup=False)
    if found.database != "sqlite":
        errors.print(_POSTGRES, style="yellow", markup=False)
    if place is not None and place != (named := _database_file(config)):
        errors.print(
            f"The database is {place}, and config.toml names {named}: correct [database] url before you start it.",
            style="yellow",
            markup=False,
        )
    console.print("Before you start it, move the letters that came since then from the mailbox's Processed folder back")
    console.print("to its inbox; letters that the backup has are not read twice. Then run moderator doctor.")


def _database_file(config: Path) -> Path | None:
    """Return the file that the operator's file names as its database, None if it names no file or cannot be read."""
    try:
        return Path(make_url(database_of(config)).database or "").resolve()
    except ConfigError:
        return None


def export(
    match: Annotated[str, typer.Argument(help="The name of a match.", metavar="MATCH")],
    folder: Annotated[
        Path | None, typer.Argument(help="A new folder; by default named after the match, here.", metavar="FOLDER")
    ] = None,
    config: ConfigOption = DEFAULT_CONFIG,
    disclose: DiscloseOption = False,
) -> None:
    """Write a match into a folder: settings, seats, orders, seeds and records as JSON, and its story as text.

    While the match is running, the folder holds what is sealed and hidden. Only you can read it.
    """
    with instance_of(config) as instance, instance.store.read() as session:
        row = find_match(instance, session, match)
        refuse_to_disclose(instance, session, row, "its seeds, positions and orders", disclose=disclose)
        target = folder or Path(tags.slug(row.name))
        carried = transfer.write(session, instance.ctx, row, target, templates_of(instance.config))
    console.print(f"{target}: {carried.name} with {count(carried.number + 1, 'record')}.", markup=False)
    if not carried.over:
        errors.print(
            f"{carried.name} is still running: {target} holds its sealed seeds, hidden positions and everybody's "
            "orders. Whoever reads it can predict the match: protect it as you protect state/.",
            style="yellow",
            markup=False,
        )


def import_match(
    folder: Annotated[Path, typer.Argument(help="A folder that export wrote.", metavar="FOLDER")],
    config: ConfigOption = DEFAULT_CONFIG,
) -> None:
    """Import a match from a folder into this instance. It is replayed first, and must come out the same.

    No letters are sent. A match that is still running is imported paused, with the time that was left.
    """
    carried, rows = transfer.read(folder)
    with instance_of(config) as instance, instance.store.write() as session:
        known_forums = local_forum_names(instance.ctx, carried.forums)
        kept_apart = find_unjoined_people(session, known_forums, carried.players)
        row = bring_in(session, instance.ctx, carried, rows)
    console.print(
        f"{row.name} is imported: replayed, nothing differs in {count(len(rows), 'record')}; it is {row.status.value}.",
        markup=False,
    )
    for forum in carried.forums:
        if forum.name not in known_forums and not carried.over:
            warning = f"No [[forum]] of {config} is the forum {forum}: what was to be posted there goes by mail."
            errors.print(warning, style="yellow", markup=False)
    for each in kept_apart:
        errors.print(_describe_apart(each), style="yellow", markup=False)
    if not carried.over:
        _print_next_steps(carried)


def _describe_apart(each: UnjoinedPerson) -> str:
    """Return what an import says of a person and did not join."""
    listed = ", ".join((*each.addresses, *each.accounts))
    if each.known:
        return (
            f"{each.name} is {each.known} here. The export says that these are theirs, too, and they were not joined: "
            f"{listed}. Who asks for one of them writes SET ADDRESS from the address that is known here."
        )
    return (
        f"{each.name} is new here. The export says that these are theirs: {listed}. They serve this match alone, "
        "until somebody has written from there."
    )


def _print_next_steps(carried: Carried) -> None:
    first_step = "Pause it in the instance that it came from"
    if carried.threads:
        first_step = (
            "Stop the instance that it came from, or take the [[forum]] out of its file: both would answer there"
        )
    console.print(f"{first_step}. Do not end it there: that would open the seeds of turns to come.", markup=False)
    console.print(f"To resume it here, add an override, match = {carried.name!r}:", markup=False)
    console.print('  do = "RESUME"', markup=False)
    console.print("Every player then gets a letter, and replies come to this moderator's own addresses.")
