"""``moderator init``: a new instance in a folder of its own."""

from pathlib import Path
from typing import Annotated

import typer

from moderator.cli.console import console, exit_no

_PLACES = ("templates", "orders/inbox", "orders/archive", "state")


def init(
    folder: Annotated[Path, typer.Argument(help="The folder of the instance.", metavar="DIR")],
) -> None:
    """Make a new instance: config.toml, templates/, orders/ and state/."""
    target = folder / "config.toml"
    clone = _enclosing_clone(folder)
    if clone == folder.resolve():
        exit_no(
            f"{folder} is a clone of the moderator's sources, and its config.toml is an example; nothing was changed. "
            f"Give the instance a folder of its own: moderator init {clone.parent / 'battle'}"
        )
    if target.exists():
        exit_no(f"{target} exists already; nothing was changed.")
    for place in _PLACES:
        (folder / place).mkdir(mode=0o755 if place == "templates" else 0o700, parents=True, exist_ok=True)
    target.write_text(_example().read_text(encoding="utf-8"), encoding="utf-8")
    (folder / ".gitignore").write_text("/state/\n/orders/\n.env\n", encoding="utf-8")
    console.print(f"A new instance is in [bold]{folder}[/bold].")
    if clone is not None:
        console.print(
            f"It is inside a clone of the moderator's sources ({clone}): git clean there would delete it. Safer is a "
            f"folder beside the clone, such as {clone.parent / folder.name}; you may move {folder} there as it is.",
            markup=False,
        )
    console.print("Next:")
    console.print(f"  1. edit {target}: your address, your mailbox, your first match", highlight=False)
    console.print(f"  2. moderator doctor --config {target}", highlight=False)
    console.print(f"  3. moderator serve --config {target}", highlight=False)


def _enclosing_clone(folder: Path) -> Path | None:
    """Return the root of a clone of our sources that a folder is or lies in."""
    whole = folder.resolve()
    parts = ("moderator/service", "templates/service", "pyproject.toml")
    return next((each for each in (whole, *whole.parents) if all((each / part).exists() for part in parts)), None)


def _example() -> Path:
    """Return the path of the commented example file, in the wheel or at the root of a checkout."""
    module = Path(__file__).resolve()
    inside = module.parent / "config.toml"
    return inside if inside.is_file() else module.parents[2] / "config.toml"
