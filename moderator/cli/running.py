"""``moderator serve``, ``work``, ``web`` and ``once``: the moderator at work."""

import asyncio
import gc
import signal
from collections.abc import Callable, Coroutine
from datetime import datetime
from functools import partial
from typing import Annotated
from zoneinfo import ZoneInfo

import typer

from moderator.app.daemon import Daemon
from moderator.cli.common import instance_of
from moderator.cli.console import DEFAULT_CONFIG, ConfigOption, console, count, exit_wrong
from moderator.config import Config, load
from moderator.scheduling.clock import FrozenClock


def serve(config: ConfigOption = DEFAULT_CONFIG) -> None:
    """Read letters, run turns, send reports and follow changes to config.toml, until stopped."""
    settings = load(config)
    with instance_of(settings, lock=True) as instance:

        async def run() -> None:
            daemon = Daemon(instance)
            _stop_on_signals(daemon.stop)
            await daemon.run()

        _run(run())


def work(config: ConfigOption = DEFAULT_CONFIG) -> None:
    """Resolve turns and send letters for a moderator that serves on another machine, until stopped."""
    settings = load(config)
    if not settings.queue:
        exit_wrong(f"{config}: add queue = true to [workers], so that machines share the work: docs/operators.md")
    _need_key(settings)
    _need_relay(settings)
    from moderator.app.jobs import work as work_on  # noqa: PLC0415 - an extra: not there in every installation

    with instance_of(settings) as instance:
        _run(_until_stopped(partial(work_on, instance)))


def web(config: ConfigOption = DEFAULT_CONFIG) -> None:
    """Open the web desk beside a moderator that serves, in a process of its own, until stopped."""
    settings = load(config)
    if settings.web is None:
        exit_wrong(f"{config}: there is no [web], so there is no desk to open: docs/web.md")
    if not settings.web.process:
        exit_wrong(
            f"{config}: the desk runs inside moderator serve. For a process of its own use PostgreSQL, "
            'and add process = "own" to [web]: docs/web.md'
        )
    _need_key(settings)
    from moderator.app.web import serve_alone  # noqa: PLC0415 - an extra: not there in every installation

    with instance_of(settings) as instance:
        _run(_until_stopped(partial(serve_alone, instance)))


def _need_relay(settings: Config) -> None:
    """End if this machine has no mail server: letters that it sends would lie in a folder where nobody looks."""
    if settings.smtp is None:
        exit_wrong(f"{settings.path}: add [smtp], as on the machine that serves: this one sends letters, too")


def _need_key(settings: Config) -> None:
    """End if this machine has no key of the moderator that serves."""
    key = settings.root / "state" / "secret.key"
    if not key.exists():
        exit_wrong(f"There is no {key}. Copy it from the machine on which moderator serve runs: docs/operators.md")


async def _until_stopped(work: Callable[[asyncio.Event], Coroutine[None, None, None]]) -> None:
    """Work until a signal sets the event that the work looks at."""
    stopping = asyncio.Event()
    _stop_on_signals(stopping.set)
    await work(stopping)


def _run(work: Coroutine[None, None, None]) -> None:
    """Run until stopped. What is loaded stays: to look through it for garbage would hold up everything for 60 ms."""
    gc.collect()
    gc.freeze()
    asyncio.run(work)


def once(
    config: ConfigOption = DEFAULT_CONFIG,
    now: Annotated[
        str,
        typer.Option(
            help="Act as if it were this time, such as 2026-11-26T20:00+01:00 (by default in the zone of config.toml).",
            metavar="TIME",
        ),
    ] = "",
) -> None:
    """Fetch letters, run the turns that are due, send what is due, and end."""
    settings = load(config)
    clock = FrozenClock(_time(now, settings.settings.zone)) if now else None
    with instance_of(settings, clock=clock, lock=True) as instance:
        instance.apply(settings)
        if clock is None:
            instance.record_pulse()
        done = asyncio.run(instance.once())
    console.print(
        f"{count(done.kept, 'letter')} fetched, {done.letters} read, {count(done.turns, 'turn')} resolved, "
        f"{count(done.sent, 'letter')} sent."
    )


def _stop_on_signals(stop: Callable[[], object]) -> None:
    """Let SIGTERM and SIGINT call a function on the running event loop."""
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stop)


def _time(text: str, zone: str) -> datetime:
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        exit_wrong(f'--now: "{text}" is not a time; write it as 2026-11-26T20:00 or 2026-11-26T20:00+01:00.')
    return moment if moment.tzinfo else moment.replace(tzinfo=ZoneInfo(zone))
