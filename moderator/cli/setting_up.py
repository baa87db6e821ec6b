"""``moderator init``: a new instance in a folder of its own."""

from pathlib import Path
from typing import Annotated

import typer

from moderator.cli.console import console, say_no

_PLACES = ("templates", "orders/inbox", "orders/archive", "state")


def init(
    folder: Annotated[Path, typer.Argument(help="The folder of the instance.", metavar="DIR")],
) -> None:
    """Make a new instance: config.toml, templates/, orders/ and state/."""
    target = folder / "config.toml"
    if target.exists():
        say_no(f"{target} exists already; nothing was changed.")
    for place in _PLACES:
        (folder / place).mkdir(mode=0o755 if place == "templates" else 0o700, parents=True, exist_ok=True)
    target.write_text(_example().read_text(encoding="utf-8"), encoding="utf-8")
    (folder / ".gitignore").write_text("/state/\n/orders/\n.env\n", encoding="utf-8")
    console.print(f"A new instance is in [bold]{folder}[/bold]. Next:")
    console.print(f"  1. edit {target}: your address, your mailbox, your first match", highlight=False)
    console.print(f"  2. moderator doctor --config {target}", highlight=False)
    console.print(f"  3. moderator serve --config {target}", highlight=False)


def _example() -> Path:
    """Return the path of the commented example file, in the wheel or at the root of a checkout."""
    here = Path(__file__).resolve()
    inside = here.parent / "config.toml"
    return inside if inside.is_file() else here.parents[2] / "config.toml"
