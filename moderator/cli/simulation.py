"""``moderator simulate``: bots against bots, on every core."""

import os
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from statistics import median
from typing import Annotated, Any

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from moderator.cli.common import console, errors, say_wrong, table
from moderator.config import did_you_mean
from moderator.core.game import AnyGame
from moderator.games import GAMES
from moderator.games.simulate import Table, Tally, tally
from moderator.service import gm

_CHUNK = 5


def add_to(app: typer.Typer) -> None:
    """Add the commands of this module."""
    app.command("simulate")(simulate)


def simulate(
    game: Annotated[str, typer.Argument(help="The key of a game, such as rebel-commander.")],
    matches: Annotated[int, typer.Option("--matches", "-n", min=1, help="How many matches.")] = 100,
    bot: Annotated[
        list[str] | None, typer.Option(help='A bot for a seat, "Red=recruit"; without a seat, for all others.')
    ] = None,
    option: Annotated[list[str] | None, typer.Option(help='An option of the game, "edition=skirmish".')] = None,
    name: Annotated[str, typer.Option(help="The same name gives the same matches.")] = "simulate",
    workers: Annotated[int, typer.Option(min=0, help="Processes; 0 is one for each core.")] = 0,
) -> None:
    """Play many matches of bots, on throwaway dice, and count who wins."""
    if game not in GAMES:
        say_wrong(f'There is no game "{game}"; {did_you_mean(game, GAMES)}')
    options = {key: _value(value) for key, _, value in (word.partition("=") for word in option or [])}
    seats = _seats(GAMES[game], bot or [], options)
    if problems := GAMES[game].check_options(options, tuple(seats)):
        say_wrong("; ".join(gm.told(problem) for problem in problems))
    total = Tally(wins=dict.fromkeys(seats, 0))
    bar = Progress(
        TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(), console=errors
    )
    with bar as shown:
        task = shown.add_task(f"{game}, {', '.join(f'{seat} {bot}' for seat, bot in seats.items())}", total=matches)
        for part in _parts(game, seats, options, matches, name, workers or os.cpu_count() or 1):
            _add(total, part)
            shown.advance(task, part.matches)
    _show(total)


def _seats(game: AnyGame, given: list[str], options: dict[str, Any]) -> dict[str, str]:
    """Return a bot for every seat; of those that can be left out only the named play, and as many as the game needs."""
    named = dict(word.split("=", 1) for word in given if "=" in word)
    others = next((word for word in given if "=" not in word), next(iter(game.bots)))
    offered = [spec.name for spec in game.info.seats]
    for seat, bot in [*named.items(), ("", others)]:
        if seat and seat not in offered:
            say_wrong(f'{game.info.title} has no seat "{seat}"; {did_you_mean(seat, offered)}')
        if bot not in game.bots:
            say_wrong(f'There is no bot "{bot}"; {did_you_mean(bot, game.bots)}')
    playing = [spec.name for spec in game.info.seats if spec.name in named or not spec.optional]
    for name in offered:
        if not any(problem.facts.get("key") == "seats" for problem in game.check_options(options, playing)):
            break
        playing = [other for other in offered if other in {*playing, name}]
    return {seat: named.get(seat, others) for seat in playing}


def _value(text: str) -> bool | int | float | str:
    """Read a word as TOML would, where it is no plain word."""
    if text in {"true", "false"}:
        return text == "true"
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return text


def _play(game: str, seats: dict[str, str], options: dict[str, Any], matches: int, name: str) -> Tally:
    """Play some matches in a worker."""
    return tally(Table(game=GAMES[game], bots=seats, options=options), matches, name)


def _parts(
    game: str, seats: dict[str, str], options: dict[str, Any], matches: int, name: str, workers: int
) -> Iterator[Tally]:
    sizes = [min(_CHUNK, matches - start) for start in range(0, matches, _CHUNK)]
    if workers == 1:
        for number, size in enumerate(sizes):
            yield _play(game, seats, options, size, f"{name}/{number}")
        return
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        waiting = [
            pool.submit(_play, game, seats, options, size, f"{name}/{number}") for number, size in enumerate(sizes)
        ]
        for done in as_completed(waiting):
            yield done.result()


def _add(total: Tally, part: Tally) -> None:
    total.matches += part.matches
    total.unfinished += part.unfinished
    total.rulings += part.rulings
    for seat, wins in part.wins.items():
        total.wins[seat] += wins
    for reason, count in part.reasons.items():
        total.reasons[reason] = total.reasons.get(reason, 0) + count


def _show(total: Tally) -> None:
    rows = table("seat", "won", "share")
    for seat, wins in total.wins.items():
        rows.add_row(seat, str(wins), f"{wins / total.matches:.0%}")
    console.print(rows)
    lengths = sorted(total.rulings)
    console.print(
        f"{total.matches} matches, {total.unfinished} unfinished; rulings: median {median(lengths):g}, "
        f"from {lengths[0]} to {lengths[-1]}."
    )
    for reason, count in sorted(total.reasons.items(), key=lambda pair: -pair[1]):
        console.print(f"  ended by {reason.replace('-', ' ')}: {count} ({count / total.matches:.0%})")
