"""``moderator memos``: every memo to the GM, sent or not."""

from typing import Annotated

import typer

from moderator.cli.common import opened
from moderator.cli.console import DEFAULT_CONFIG, ConfigOption, DiscloseOption, console
from moderator.rendering.environment import ReadingSeat, Templates, Voice
from moderator.service import notes
from moderator.service.matches import secrecy


def memos(
    config: ConfigOption = DEFAULT_CONFIG,
    last: Annotated[int, typer.Option("--last", help="How many at most, the newest; 0 is all.", min=0)] = 20,
    disclose: DiscloseOption = False,
) -> None:
    """Show every note to the GM in full, also those that were gathered in one memo."""
    voice = Voice(Templates().text, "", ReadingSeat("", "UTC"))
    with opened(config) as instance, instance.store.read() as session:
        found = [
            (made, status, memo if disclose else secrecy.redact(session, instance.ctx, memo))
            for made, status, memo in list(notes.every(session))[-last:]
        ]
    for made, status, memo in found:
        for note in notes.notes_of(memo):
            about = f"[{memo.match}] " if memo.match else ""
            console.print(f"{made:%Y-%m-%d %H:%M} UTC  {status.value}  {about}", end="", markup=False)
            console.print(voice.code("memo-titles", note.code, note), markup=False)
            for line in note.lines:
                console.print(f"    {line}", markup=False)
    if not found:
        console.print("There are no memos yet.")
