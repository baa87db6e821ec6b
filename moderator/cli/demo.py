"""``moderator demo``: a match by mail on this machine alone."""

import logging
import signal
import socket
import sys
import threading
import time
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from moderator.app import logs
from moderator.cli.console import console, exit_no, exit_wrong, table
from moderator.config import did_you_mean
from moderator.games.registry import GAMES

if TYPE_CHECKING:
    from moderator.demo.staged import Staged
    from moderator.demo.story import Story
    from moderator.demo.world import DemoWorld

_DESK = 8080
"""The port of the web desk, if it is free."""

WHICH_GAME = "The game to play: see moderator game list. By default the lightest."
"""The help of the option that chooses a game."""


def demo(
    game: Annotated[str, typer.Option("--game", help=WHICH_GAME, metavar="GAME")] = "",
    out: Annotated[Path, typer.Option("--out", help="The folder for the letters.", metavar="DIR")] = Path("demo"),
    long: Annotated[
        bool, typer.Option("--long", help="Play one match to its end, with people who write like people.")
    ] = False,
    turns: Annotated[
        int, typer.Option(min=0, help="With --long: end the match after this many turns; 0: its own limit.")
    ] = 0,
    keep: Annotated[
        bool, typer.Option("--keep", help="Leave the mail servers running, to join with a mail program.")
    ] = False,
    web: Annotated[
        bool, typer.Option("--web", help="Open the web desk, and leave it open to look at in a browser.")
    ] = False,
) -> None:
    """Play by mail on this machine, with real mail servers, people and bots; keep every letter."""
    if turns and not long:
        exit_wrong("--turns needs --long: the short demo always plays the same turns.")
    staged = prepare(game, out)
    from moderator.demo import campaign, story, world  # noqa: PLC0415 - an extra: not there in every installation

    port = free_port(_DESK) if web else None
    stays = keep or web
    with world.DemoWorld(out / "instance", staged, guest=keep, long=long, turns=turns, web=port) as stage:
        perform(stage, out, campaign.LongStory if long else story.Story, keep=stays)
        if keep:
            _invite(stage)
        if web:
            _show_desk(stage)
        if stays:
            wait_for_end()
    if stays:
        console.print(f"Everything has stopped; the letters are in [bold]{out}/[/bold].")


def free_port(wanted: int) -> int:
    """Return a port of this machine that nobody listens at: the one that is wanted, or any."""
    for port in (wanted, 0):
        with socket.socket() as tried:
            tried.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            with suppress(OSError):
                tried.bind(("127.0.0.1", port))
                return int(tried.getsockname()[1])
    raise OSError("no port of this machine is free")


def prepare(key: str, out: Path) -> "Staged":
    """Make room for a demo and return it: that of a game, or of the lightest for an empty key.

    Ends the program if there is no such game or demo, if the libraries are missing, or if the folder is not a demo's.
    """
    missing = [name for name in ("pymap", "aiosmtpd", "starlette", "uvicorn") if find_spec(name) is None]
    if missing:
        exit_no(f"The demo needs more packages: pip install {' '.join(missing)}")
    from moderator.demo.staged import Staged  # noqa: PLC0415 - an extra, as above
    from moderator.demo.story import make_room  # noqa: PLC0415 - as above

    key = key or min((game for game in GAMES.values() if game.demo), key=lambda game: game.info.weight).info.key
    if key not in GAMES:
        exit_wrong(f'There is no game "{key}"; {did_you_mean(key, GAMES)}')
    script = GAMES[key].demo
    if script is None:
        exit_wrong(f"{GAMES[key].info.title} has no demo.")
    logs.set_up(level=logging.WARNING)
    make_room(out)
    return Staged(GAMES[key], script)


def perform(stage: "DemoWorld", out: Path, kind: "type[Story]", *, keep: bool) -> None:
    """Play a story in a world that runs, and print what to open first; with ``keep`` the servers run on."""
    began = time.monotonic()
    console.print(
        f"Mail servers run on this machine: IMAP on port {stage.mail.imap_port}, SMTP on {stage.mail.smtp_port}. "
        "The moderator watches its mailbox."
    )
    story = kind(stage, out, lambda who, event: _print_event(began, who, event))
    story.play()
    _write_index(out, story, time.monotonic() - began, keep=keep)


def _print_event(began: float, who: str, event: str) -> None:
    colour = "cyan" if who == "Moderator" else "green"
    console.print(f"[dim]{time.monotonic() - began:5.1f} s[/dim]  [{colour}]{who:<11}[/{colour}] ", end="")
    console.print(event, markup=False)


def _write_index(out: Path, story: "Story", seconds: float, *, keep: bool) -> None:
    """Write the index, and print what to open first."""
    from moderator.demo import index  # noqa: PLC0415 - an extra, as above

    shown = [f"  {path}\n      {reason}" for reason, path in story.highlights()]
    (out / "INDEX.md").write_text(index.text(story, out, _program(), keep=keep), encoding="utf-8")
    console.print(f"\n{len(story.kept)} letters in {seconds:.0f} s. They are in [bold]{out}/[/bold], unpacked.")
    console.print("Open first:", *shown, sep="\n", markup=False)
    console.print(f"How to check every die, and what else is there: {out}/INDEX.md", markup=False)


def _program() -> str:
    """Return the name by which this program was called, for commands to copy."""
    called = Path(sys.argv[0])
    if called.name != "moderator":
        return "python -m moderator"
    return str(called.relative_to(Path.cwd())) if called.is_relative_to(Path.cwd()) else str(called)


def _invite(stage: "DemoWorld") -> None:
    """Say how to join by mail."""
    from moderator.demo.world import DOMAIN, GUEST  # noqa: PLC0415 - an extra, as above

    console.print("\n[bold]The mail servers keep running.[/bold] To join the match “yours” with a mail program, use:")
    rows = table("", "")
    rows.add_row("address and user name", f"{GUEST}@{DOMAIN}")
    rows.add_row("password", stage.password)
    rows.add_row("IMAP", f"127.0.0.1, port {stage.mail.imap_port}, no encryption, password as plain text")
    rows.add_row("SMTP", f"127.0.0.1, port {stage.mail.smtp_port}, no encryption, no login")
    console.print(rows)
    console.print("Your welcome is in the inbox: reply to it with orders. A turn runs a minute after they are in,")
    console.print("so that you can correct them. Ctrl-C ends everything.")


def _show_desk(stage: "DemoWorld") -> None:
    """Say what to look at in a browser; links to desks, which go by letter, are read out as they come."""
    from moderator.demo import visitors  # noqa: PLC0415 - an extra, as above

    console.print("\n[bold]The web desk is open.[/bold] Look at it in a browser:")
    rows = table("", "")
    for words, url in visitors.links(stage):
        rows.add_row(words, url)
    console.print(rows)
    console.print("A button on the page of a letter sends a link to the player. Nobody here reads that mail but us:")
    console.print("we print each such link when it comes. Ctrl-C ends everything.")
    visitors.read_out(stage, lambda user, url: console.print(f"A link came for {user}: {url}", markup=False))


def wait_for_end() -> None:
    """Wait for Ctrl-C."""
    ended = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: ended.set())
    ended.wait()
