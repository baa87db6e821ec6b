"""``moderator serve`` and ``once``: the moderator at work."""

import asyncio
from datetime import datetime
from typing import Annotated
from zoneinfo import ZoneInfo

import typer

from moderator.app import Daemon
from moderator.cli.common import opened
from moderator.cli.console import DEFAULT_CONFIG, ConfigOption, console, count, say_wrong
from moderator.config import load
from moderator.scheduling.clock import FrozenClock


def serve(config: ConfigOption = DEFAULT_CONFIG) -> None:
    """Read letters, run turns, send reports and follow changes of the file, until stopped."""
    settings = load(config)
    with opened(settings, lock=True) as instance:

        async def run() -> None:
            daemon = Daemon(instance)
            daemon.stop_on_signals()
            await daemon.run()

        asyncio.run(run())


def once(
    config: ConfigOption = DEFAULT_CONFIG,
    now: Annotated[
        str,
        typer.Option(
            help="Work as if it were this time, such as 2026-11-26T20:00+01:00, by default in the file's zone.",
            metavar="TIME",
        ),
    ] = "",
) -> None:
    """Fetch letters, run the turns that are due, send what is due, and end."""
    settings = load(config)
    clock = FrozenClock(_time(now, settings.settings.zone)) if now else None
    with opened(settings, clock=clock, lock=True) as instance:
        instance.apply(settings)
        if clock is None:
            instance.attend()
        done = asyncio.run(instance.once())
    console.print(
        f"{count(done.kept, 'letter')} fetched, {done.letters} read, {count(done.turns, 'turn')} resolved, "
        f"{count(done.sent, 'letter')} sent."
    )


def _time(text: str, zone: str) -> datetime:
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        say_wrong(f'--now: "{text}" is not a time; write it as 2026-11-26T20:00 or 2026-11-26T20:00+01:00.')
    return moment if moment.tzinfo else moment.replace(tzinfo=ZoneInfo(zone))
