"""``moderator demo``: a match by mail on this machine alone."""

import logging
import signal
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from moderator.app import logs
from moderator.cli.console import NO, console, say_no, say_wrong, table
from moderator.config import did_you_mean
from moderator.games.registry import GAMES

if TYPE_CHECKING:
    from moderator.demo.misago import MisagoServer
    from moderator.demo.staged import Staged
    from moderator.demo.story import Story
    from moderator.demo.world import DemoWorld


def demo(
    game: Annotated[
        str, typer.Option("--game", help="Which game is played; by default the lightest.", metavar="GAME")
    ] = "",
    out: Annotated[Path, typer.Option("--out", help="Where the letters go.", metavar="DIR")] = Path("demo"),
    long: Annotated[
        bool, typer.Option("--long", help="One match to its end, by people who write like people.")
    ] = False,
    turns: Annotated[
        int,
        typer.Option(min=0, help="With --long or --forum: end the match after this many turns; 0 is its own limit."),
    ] = 0,
    forum: Annotated[
        bool, typer.Option("--forum", help="One short match in a web forum, a real Misago, with one seat by mail.")
    ] = False,
    keep: Annotated[
        bool, typer.Option("--keep", help="Leave the servers running, to join with a mail program or a browser.")
    ] = False,
) -> None:
    """Play by mail on this machine, with real mail servers, people and bots; keep every letter."""
    missing = [name for name in ("pymap", "aiosmtpd") if find_spec(name) is None]
    if missing:
        say_no('The demo needs its extra: pip install "moderator[demo]"')
    from moderator.demo import campaign, members, misago, story, world  # noqa: PLC0415 - an extra: not there in every installation

    if turns and not (long or forum):
        say_wrong("--turns needs --long or --forum: the short demo always plays the same turns.")
    if long and forum:
        say_wrong("--long and --forum do not go together: in the forum one short match is shown.")
    if forum and (reason := misago.missing()):
        say_wrong(f"The demo needs a forum of its own, and {reason}")
    staged = _staged(game)
    logs.set_up(level=logging.WARNING)
    story.make_room(out)
    began = time.monotonic()
    with ExitStack() as held:
        site = held.enter_context(_opened()) if forum else None
        stage = held.enter_context(
            world.DemoWorld(out / "instance", staged, guest=keep, long=long, turns=turns, forum=site)
        )
        console.print(
            f"Mail servers run on this machine: IMAP on port {stage.mail.imap_port}, SMTP on {stage.mail.smtp_port}. "
            "The moderator watches its mailbox."
        )
        kind = members.ForumStory if forum else campaign.LongStory if long else story.Story
        told = kind(stage, out, lambda who, what: _tell(began, who, what))
        told.play()
        _finish(out, told, time.monotonic() - began, keep=keep)
        if keep:
            _stay(stage)
    if keep:
        console.print(f"Everything has stopped; the letters are in [bold]{out}/[/bold].")


def _staged(key: str) -> "Staged":
    """Return the demo of a game, of the lightest one for an empty key; ends the program if there is none."""
    from moderator.demo.staged import Staged  # noqa: PLC0415 - an extra, as above

    key = key or min((game for game in GAMES.values() if game.demo), key=lambda game: game.info.weight).info.key
    if key not in GAMES:
        say_wrong(f'There is no game "{key}"; {did_you_mean(key, GAMES)}')
    script = GAMES[key].demo
    if script is None:
        say_wrong(f"{GAMES[key].info.title} has no demo.")
    return Staged(GAMES[key], script)


@contextmanager
def _opened() -> "Iterator[MisagoServer]":
    """Start the forum, and stop it however the demo ends."""
    from moderator.demo import members  # noqa: PLC0415 - an extra, as above

    before = signal.signal(signal.SIGTERM, lambda *_: sys.exit(NO))
    try:
        console.print("Starting a forum on this machine: Misago, with a PostgreSQL of its own …")
        with members.site() as site:
            console.print(f"The forum is at {site.url}. The moderator looks there every two seconds.", markup=False)
            yield site
    finally:
        signal.signal(signal.SIGTERM, before)


def _tell(began: float, who: str, what: str) -> None:
    colour = "cyan" if who == "Moderator" else "green"
    console.print(f"[dim]{time.monotonic() - began:5.1f} s[/dim]  [{colour}]{who:<11}[/{colour}] ", end="")
    console.print(what, markup=False)


def _finish(out: Path, told: "Story", seconds: float, *, keep: bool) -> None:
    """Write the index, and print what to open first."""
    from moderator.demo import index  # noqa: PLC0415 - an extra, as above

    shown = [f"  {path}\n      {reason}" for reason, path in told.highlights()]
    (out / "INDEX.md").write_text(index.text(told, out, _program(), keep=keep), encoding="utf-8")
    console.print(f"\n{len(told.kept)} letters in {seconds:.0f} s. They are in [bold]{out}/[/bold], unpacked.")
    console.print("Open first:", *shown, sep="\n", markup=False)
    console.print(f"How to check every die, and what else is there: {out}/INDEX.md", markup=False)


def _program() -> str:
    """Return the name by which this program was called, for commands to copy."""
    called = Path(sys.argv[0])
    if called.name != "moderator":
        return "python -m moderator"
    return str(called.relative_to(Path.cwd())) if called.is_relative_to(Path.cwd()) else str(called)


def _stay(stage: "DemoWorld") -> None:
    """Keep everything running until Ctrl-C."""
    from moderator.demo.world import DOMAIN, GUEST  # noqa: PLC0415 - an extra, as above

    if stage.forum is not None:
        console.print("\n[bold]The forum keeps running.[/bold] To join the match “yours” there, log in:")
        console.print(f"{stage.forum.url}, user {GUEST}, password {stage.password}", markup=False)
        console.print("Your welcome is among your private threads: answer it there. A turn runs a minute after your")
        console.print("orders are in, so that you can correct them. Ctrl-C ends everything.")
        _wait()
        return
    console.print("\n[bold]The mail servers keep running.[/bold] To join the match “yours” with a mail program, use:")
    rows = table("", "")
    rows.add_row("address and user name", f"{GUEST}@{DOMAIN}")
    rows.add_row("password", stage.password)
    rows.add_row("IMAP", f"127.0.0.1, port {stage.mail.imap_port}, no encryption, password as plain text")
    rows.add_row("SMTP", f"127.0.0.1, port {stage.mail.smtp_port}, no encryption, no login")
    console.print(rows)
    console.print("Your welcome is in the inbox: reply to it with orders. A turn runs a minute after they are in,")
    console.print("so that you can correct them. Ctrl-C ends everything.")
    _wait()


def _wait() -> None:
    """Wait for Ctrl-C."""
    ended = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: ended.set())
    ended.wait()
