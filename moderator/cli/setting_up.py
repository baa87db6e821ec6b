"""``moderator init``: a new instance in a folder of its own."""

import os
import shlex
from contextlib import ExitStack
from pathlib import Path
from typing import Annotated

import typer

from moderator.cli.asking.draft import Draft
from moderator.cli.console import GOOD, console, exit_no

_PLACES = ("templates", "orders/inbox", "orders/archive", "state")


def init(
    folder: Annotated[Path, typer.Argument(help="The folder of the instance.", metavar="DIR")],
    ask: Annotated[
        bool, typer.Option("--ask", help="Ask for your address, mailbox and first match, and try them with doctor.")
    ] = False,
) -> int:
    """Make a new instance: config.toml, templates/, orders/ and state/."""
    target = folder / "config.toml"
    clone = _enclosing_clone(folder)
    if clone == folder.resolve():
        exit_no(
            f"{folder} is a clone of the moderator's sources, and its config.toml is an example; nothing was changed. "
            f"Give the instance a folder of its own: moderator init {clone.parent / 'battle'}"
        )
    for file in (target, folder / ".env") if ask else (target,):
        if file.exists():
            exit_no(f"{file} exists already; nothing was changed.")
    draft = _ask(_example().read_text(encoding="utf-8")) if ask else Draft(_example().read_text(encoding="utf-8"))
    _make(folder, draft)
    console.print(f"A new instance is in [bold]{folder}[/bold].")
    if clone is not None:
        console.print(
            f"It is inside a clone of the moderator's sources ({clone}): git clean there would delete it. Safer is a "
            f"folder beside the clone, such as {clone.parent / folder.name}; you may move {folder} there as it is.",
            markup=False,
        )
    if ask:
        return _examine(target, draft)
    _say_next(
        folder, "edit config.toml: your address, your mailbox, your first match", "moderator doctor", "moderator serve"
    )
    return GOOD


def _ask(example: str) -> Draft:
    from moderator.cli.asking.instance import ask_draft  # noqa: PLC0415 - it imports all games

    return ask_draft(example)


def _make(folder: Path, draft: Draft) -> None:
    """Write what was decided; a file that is there stays as it is, and one that cannot be written whole is not left."""
    for place in _PLACES:
        (folder / place).mkdir(mode=0o755 if place == "templates" else 0o700, parents=True, exist_ok=True)
    with ExitStack() as undone:
        if draft.passwords:
            _create(folder / ".env", draft.environment(), 0o600, undone)
        _create(folder / "config.toml", draft.text, 0o666, undone)
        if not (folder / ".gitignore").exists():
            _create(folder / ".gitignore", "/state/\n/orders/\n.env\n", 0o666, undone)
        undone.pop_all()


def _create(path: Path, text: str, mode: int, undone: ExitStack) -> None:
    """Write a new file; ``undone`` deletes it."""
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode), "w", encoding="utf-8") as file:
        undone.callback(path.unlink)
        file.write(text)


def _say_next(folder: Path, *steps: str) -> None:
    """List what to do next: first to go to the folder, where the commands find its config.toml."""
    console.print("Next:")
    there = folder.resolve() == Path.cwd()
    for number, step in enumerate(steps if there else (f"cd {shlex.quote(str(folder))}", *steps), 1):
        console.print(f"  {number}. {step}", markup=False)


def _examine(target: Path, draft: Draft) -> int:
    """Run doctor with the passwords of a new instance; its exit code tells whether all is well."""
    from moderator.cli.doctor import doctor  # noqa: PLC0415 - it imports half the program

    before = {name: os.environ.get(name) for name in draft.passwords}
    os.environ.update(draft.passwords)
    try:
        code = doctor(target)
    finally:
        for name, value in before.items():
            os.environ.pop(name, None)
            os.environ.update({name: value} if value is not None else {})
    steps = [
        *(["set -a; . ./.env; set +a       # the passwords"] if draft.passwords else []),
        *(["moderator doctor       # until nothing is bad"] if code else []),
        "moderator serve",
    ]
    _say_next(target.parent, *steps)
    return code


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
