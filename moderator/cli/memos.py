"""``moderator memos``: everything that the GM was told, or would have been."""

from typing import Annotated

import typer

from moderator.cli.common import DEFAULT_CONFIG, ConfigOption, console, opened
from moderator.rendering.environment import Reader, Templates, Voice
from moderator.service import notes


def add_to(app: typer.Typer) -> None:
    """Add the command of this module."""
    app.command("memos")(memos)


def memos(
    config: ConfigOption = DEFAULT_CONFIG,
    last: Annotated[int, typer.Option("--last", help="Only so many, the newest; 0 for all.", min=0)] = 20,
) -> None:
    """Show what the GM was told, note by note and whole; also what was gathered in one memo since it was too much."""
    voice = Voice(Templates().text, "", Reader("", "UTC"))
    with opened(config) as instance, instance.store.read() as session:
        found = list(notes.every(session))
    for made, status, memo in found[-last:]:
        for note in notes.notes_of(memo):
            about = f"[{memo.match}] " if memo.match else ""
            console.print(f"{made:%Y-%m-%d %H:%M} UTC  {status.value}  {about}", end="", markup=False)
            console.print(voice.code("memo-titles", note.code, note), markup=False)
            for line in note.lines:
                console.print(f"    {line}", markup=False)
    if not found:
        console.print("The GM was told nothing so far.")
