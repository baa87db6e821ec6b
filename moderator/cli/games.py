"""``moderator game``: which games there are, and whether they obey the laws."""

from typing import Annotated

import typer

from moderator.cli.console import console, count, errors, exit_no, exit_wrong
from moderator.config import did_you_mean
from moderator.core.game import AnyGame
from moderator.games.registry import GAMES
from moderator.kit.testing import Testing
from moderator.testing.checking import picked, subjects, try_law
from moderator.testing.laws import LAWS, Law
from moderator.testing.subjects import GameSubject

_IF_LEFT_OUT = {
    "tables": "without tables, one of all seats is tried",
    "hidden": "without hidden, nothing is tried that the game hides",
    "scenes": "without scenes, no letters are compared",
}
"""What a game should tell the laws, and what comes of it if it does not."""

game = typer.Typer(help="The installed games, and the laws that every game must obey.", no_args_is_help=True)


@game.command("list")
def list_games() -> None:
    """Show the installed games: their seats, the version of their rules, and the package that they come from."""
    for key, each in GAMES.items():
        head = f"{key}: {each.info.title}, rules {each.info.rules}, from {GAMES.package(key)}"
        console.print(head, f"    seats: {_seats(each)}", sep="\n", markup=False)


@game.command("check")
def check(
    key: Annotated[str, typer.Argument(help="The key of a game: see moderator game list.", metavar="KEY")],
    law: Annotated[
        list[str] | None, typer.Option(help="A law by its name; may be given more than once.", metavar="NAME")
    ] = None,
    slow: Annotated[
        bool, typer.Option("--slow", help="Also try slow laws and slow tables. This takes minutes.")
    ] = False,
) -> None:
    """Try the laws on a game: matches of random bots at the tables that its module testing names.

    Each law is printed with ok or failed, and a failure with the table, the turn, the seat and what differed. Exit code
    1: some law does not hold.
    """
    if key not in GAMES:
        exit_wrong(f'There is no game "{key}"; {did_you_mean(key, GAMES)}')
    names = [each.name for each in LAWS]
    for name in law or ():
        if name not in names:
            advice = did_you_mean(name, names) or f"the laws are: {', '.join(names)}"
            exit_wrong(f'There is no law "{name}"; {advice}')
    laws, subject = picked(law or (), slow=slow), GameSubject(GAMES[key])
    tables = [each for each in subject.tables if slow or not each.slow]
    head = f"{subject.game.info.title}, rules {subject.game.info.rules}"
    console.print(f"{head}: {count(len(laws), 'law')} at {count(len(tables), 'table')}.", markup=False)
    if left_out := [effect for name, effect in _IF_LEFT_OUT.items() if _is_left_out(subject.testing, name)]:
        warning = f"The module testing of {key} leaves something out: {'; '.join(left_out)}."
        errors.print(f"{warning} docs/authors.md says what to write.", style="yellow", markup=False)
    failed = sum([_law_fails(subject, each, slow=slow) for each in laws])
    if failed:
        exit_no(f"{count(failed, 'law fails', 'laws fail')}. To try one again, add --law and its name.")
    console.print("It holds." if len(laws) == 1 else f"All {len(laws)} laws hold.", markup=False)
    if not slow and not law:
        console.print("Slow laws and slow tables were left out; --slow tries them, too.", markup=False)


def _is_left_out(testing: Testing[object, object], name: str) -> bool:
    return bool(getattr(testing, name) == getattr(Testing(), name))


def _law_fails(subject: GameSubject, law: Law, *, slow: bool) -> bool:
    """Try a law and print how it went; tell whether it fails."""
    broken = [told for each in subjects(subject, law, slow=slow) if (told := try_law(law, each))]
    mark, style = ("failed", "red") if broken else ("ok    ", "green")
    console.print(mark, style=style, end=" ")
    console.print(f"{law.name}: {law.sentence}", markup=False)
    for each in broken:
        console.print(f"       {each}", style="red", markup=False)
    return bool(broken)


def _seats(game: AnyGame) -> str:
    """Return the seats of a game in words: first those that a match needs."""
    needed = [spec.name for spec in game.info.seats if not spec.optional]
    optional = ", ".join(spec.name for spec in game.info.seats if spec.optional)
    return ", ".join([*needed, *([f"some of {optional}"] if optional else [])])
