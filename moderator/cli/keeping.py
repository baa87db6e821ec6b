"""``moderator backup`` and ``restore``: an instance in one file."""

from pathlib import Path
from typing import Annotated

import typer

from moderator.app import keeping
from moderator.cli.common import DEFAULT_CONFIG, ConfigOption, console, count, errors
from moderator.config import database_of

BackupFile = Annotated[Path, typer.Argument(help="The backup, such as moderator.tar.gz.", metavar="FILE")]
_POSTGRES = (
    "The database is PostgreSQL and not in this file: pg_dump --format=custom --file=moderator.dump DATABASE keeps it, "
    "pg_restore --clean --if-exists --dbname=DATABASE moderator.dump puts it back. Keep both files together."
)


def add_to(app: typer.Typer) -> None:
    """Add the commands of this module."""
    app.command("backup")(backup)
    app.command("restore")(restore)


def backup(file: BackupFile, config: ConfigOption = DEFAULT_CONFIG) -> None:
    """Keep the instance in one file: database with all letters, key, config.toml, templates, archived sheets.

    It may be running. The file holds every secret of it and is readable by you alone; passwords are not in it.
    """
    kept = keeping.backup(config, database_of(config), file)
    console.print(f"{file}: {count(len(kept.files), 'file')}, {kept.bytes:,} bytes before they were packed.")
    if kept.database != "sqlite":
        errors.print(_POSTGRES, style="yellow", markup=False)


def restore(
    file: BackupFile,
    config: ConfigOption = DEFAULT_CONFIG,
    replace: Annotated[
        bool, typer.Option("--replace", help="Set what is there aside, under names that begin with replaced-.")
    ] = False,
) -> None:
    """Put an instance back from its backup: all of it, or nothing if the file is damaged or a moderator runs here."""
    found, aside = keeping.restore(file, config, replace=replace)
    console.print(f"The instance is as it was on {found.made:%Y-%m-%d %H:%M} UTC.", markup=False)
    for path in aside:
        console.print(f"set aside: {path}", markup=False)
    if found.database != "sqlite":
        errors.print(_POSTGRES, style="yellow", markup=False)
    console.print("Before you start it: move the letters that came since from the mailbox's Processed folder back to")
    console.print("its inbox; those that the backup knows are not read twice. Then: moderator doctor")
