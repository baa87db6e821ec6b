"""``python -m contrib.forum_demo``: one short match in a web forum, with one seat by mail."""

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from contrib.forum_demo import members, misago
from contrib.forum_demo.misago import MisagoServer
from moderator.cli.console import NO, console, exit_wrong
from moderator.cli.demo import WHICH_GAME, perform, prepare, wait_for_end
from moderator.demo.world import GUEST, DemoWorld


def main(
    game: Annotated[str, typer.Option("--game", help=WHICH_GAME, metavar="GAME")] = "",
    out: Annotated[Path, typer.Option("--out", help="Where letters and pages go.", metavar="DIR")] = Path("demo"),
    turns: Annotated[int, typer.Option(min=0, help="End the match after this many turns; 0 is its own limit.")] = 0,
    keep: Annotated[bool, typer.Option("--keep", help="Leave the servers running, to join with a browser.")] = False,  # noqa: FBT002 - a switch
) -> None:
    """Play a short match in a web forum, a real Misago, with one seat by mail; keep every letter and thread."""
    if reason := misago.missing():
        exit_wrong(f"The demo needs a forum of its own, and {reason}")
    staged = prepare(game, out)
    with _opened() as site, DemoWorld(out / "instance", staged, guest=keep, turns=turns, forum=site) as world:
        perform(world, out, members.ForumStory, keep=keep)
        if keep:
            _invite(world, site)
            wait_for_end()


@contextmanager
def _opened() -> Iterator[MisagoServer]:
    """Start the forum, and stop it however the demo ends."""
    before = signal.signal(signal.SIGTERM, lambda *_: sys.exit(NO))
    try:
        console.print("Starting a forum on this machine: Misago, with a PostgreSQL of its own …")
        with members.site() as site:
            console.print(f"The forum is at {site.url}. The moderator looks there every two seconds.", markup=False)
            yield site
    finally:
        signal.signal(signal.SIGTERM, before)


def _invite(world: DemoWorld, site: MisagoServer) -> None:
    """Say how to join in the forum."""
    console.print("\n[bold]The forum keeps running.[/bold] To join the match “yours” there, log in:")
    console.print(f"{site.url}, user {GUEST}, password {world.password}", markup=False)
    console.print("Your welcome is among your private threads: answer it there. A turn runs a minute after your")
    console.print("orders are in, so that you can correct them. Ctrl-C ends everything.")


if __name__ == "__main__":
    typer.run(main)
