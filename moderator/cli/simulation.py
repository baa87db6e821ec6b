"""``moderator simulate``: bots against bots, on every core."""

import json
import os
import signal
import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from itertools import product
from multiprocessing import get_context
from operator import attrgetter
from statistics import quantiles
from typing import Annotated, Any

import typer
from msgspec import Struct
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from moderator.app.workers import ctrl_c_blocked, end_with_parent, exit_at_once
from moderator.cli.console import console, errors, exit_wrong, out, table
from moderator.config import did_you_mean, option_troubles
from moderator.core.game import AnyGame
from moderator.core.seats import Seat
from moderator.games.registry import GAMES
from moderator.games.simulate import Lineup, Tally, interval, play
from moderator.rendering.complaints import Complaints

_CHUNK = 5
_FEW = 4
"""At most this many seats are named one by one."""


class Setting(Struct, frozen=True):
    """One setting to be played: a game, bots by seat, and options."""

    game: str
    bots: dict[Seat, str]
    options: dict[str, Any]

    @property
    def table(self) -> Lineup:
        """The table at which it is played."""
        return Lineup(game=GAMES[self.game], bots=self.bots, options=self.options)


class SettingResult(Struct):
    """The results of a setting's matches, and the computing time that they took."""

    setting: Setting
    tally: Tally
    spent: float = 0.0

    @property
    def seconds(self) -> float:
        """The mean computing time of one step in seconds, bots included."""
        return self.spent / max(1, sum(self.tally.steps))

    @property
    def quartiles(self) -> list[float]:
        """The quartiles of the number of steps in a match."""
        steps = self.tally.steps
        return quantiles(steps, n=4, method="inclusive") if len(steps) > 1 else [float(steps[0])] * 3


def simulate(
    game: Annotated[str, typer.Argument(help="The key of a game: see moderator game list.")],
    matches: Annotated[int, typer.Option("--matches", "-n", min=1, help="How many matches of each setting.")] = 100,
    seats: Annotated[
        list[str] | None,
        typer.Option(
            help='Seats that play besides the required ones: how many ("3", "1-6") or which ("Red,Blue"). '
            "By default as few as the game allows."
        ),
    ] = None,
    bots: Annotated[
        list[str] | None,
        typer.Option(
            help='The bots: "veteran" for all seats, "veteran,Empire=recruit", "Red=recruit". '
            "By default the game's first bot, which is the weakest."
        ),
    ] = None,
    options: Annotated[list[str] | None, typer.Option(help='Options of the game: "fog=true,max_turns=40".')] = None,
    seed: Annotated[str, typer.Option(help="The same seed gives the same matches.")] = "simulate",
    workers: Annotated[int, typer.Option(min=0, help="How many processes; 0: one for each core.")] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="Answer as JSON.")] = False,
) -> None:
    """Play many matches of bots on throwaway dice, and count who wins, why, and after how many steps.

    Seats, bots and options may be given more than once: every combination is a setting with figures of its own.
    """
    if game not in GAMES:
        exit_wrong(f'There is no game "{game}"; {did_you_mean(game, GAMES)}')
    settings = [
        _setting(game, number, bot, _options(option))
        for option, wanted, bot in product(options or [""], seats or [""], bots or [""])
        for number in _numbers(wanted)
    ]
    results = _play_all(settings, matches, seed, workers or os.cpu_count() or 1)
    if as_json:
        out(json.dumps([_as_data(each) for each in results], indent=2))
    else:
        _show(results)


# ---- what is to be played --------------------------------------------------------------------------------


def _numbers(wanted: str) -> Iterator[int | tuple[str, ...] | None]:
    """Read ``--seats``: numbers, ranges of numbers, or one list of names. None means as few as the game allows."""
    words = [word.strip() for word in wanted.split(",") if word.strip()]
    if not words:
        yield None
    elif all(word.isalpha() for word in words):
        yield tuple(words)
        return
    for word in words:
        first, _, last = word.partition("-")
        if not (first.isdigit() and (last or first).isdigit() and int(first) <= int(last or first)):
            exit_wrong(
                f'--seats takes a number, a range or names of seats, such as "3", "1-6" or "Red,Blue"; not "{word}"'
            )
        yield from range(int(first), int(last or first) + 1)


def _setting(game: str, seats: int | tuple[str, ...] | None, bots: str, options: dict[str, Any]) -> Setting:
    """Return a setting; if it has a mistake, say so and end the command."""
    rules: AnyGame = GAMES[game]
    offered = [spec.name for spec in rules.info.seats]
    named, others = _bots(rules, bots, offered)
    for trouble in option_troubles(rules, options):
        exit_wrong(f"--options: {trouble.key}: {trouble.what}{f'; {trouble.advice}' if trouble.advice else ''}")
    playing = _seats(rules, seats, named, options)
    if idle := [seat for seat in named if seat not in playing]:
        exit_wrong(
            f"--bots names {_join_names(idle)}, but these play: {_join_names(playing)}. Name the seats with --seats."
        )
    for problem in filter(attrgetter("falls"), rules.check_options(options, playing)):
        if problem.facts.get("key") == "seats":
            others = ", ".join(seat for seat in offered if seat not in playing)
            exit_wrong(f"--seats: {_join_names(playing)} alone cannot play; add some of {others}.")
        exit_wrong(f"--options: {Complaints()(game, problem)}")
    return Setting(game, {seat: named.get(seat, others) for seat in playing}, options)


def _bots(game: AnyGame, words_given: str, offered: Sequence[Seat]) -> tuple[dict[Seat, str], str]:
    """Read ``--bots``: the bots of named seats, and the bot of all others."""
    words = [word.strip() for word in words_given.split(",") if word.strip()]
    named = {seat.strip(): bot.strip() for seat, equals, bot in (word.partition("=") for word in words) if equals}
    alike = [word for word in words if "=" not in word]
    if len(named) + len(alike[:1]) < len(words):
        exit_wrong(
            f'--bots "{words_given}" is ambiguous: name one bot for all seats, and each exception once as SEAT=BOT.'
        )
    others = next(iter(alike), next(iter(game.bots)))
    for seat, bot in [*named.items(), ("", others)]:
        if seat and seat not in offered:
            exit_wrong(f'{game.info.title} has no seat "{seat}"; {did_you_mean(seat, offered)}')
        if bot not in game.bots:
            exit_wrong(
                f'There is no bot "{bot}"; {did_you_mean(bot, game.bots) or "there are: " + ", ".join(game.bots)}'
            )
    return named, others


def _seats(
    game: AnyGame, wanted: int | tuple[str, ...] | None, named: Mapping[Seat, str], options: Mapping[str, Any]
) -> list[Seat]:
    """Return the seats that play: the required ones, and the others that are wanted, by default as few as possible."""
    offered = [spec.name for spec in game.info.seats]
    optional = [spec.name for spec in game.info.seats if spec.optional]
    if isinstance(wanted, tuple):
        for seat in wanted:
            if seat not in offered:
                exit_wrong(f'{game.info.title} has no seat "{seat}"; {did_you_mean(seat, offered)}')
        return [seat for seat in offered if seat in wanted or seat not in optional]
    if wanted is not None:
        if wanted > len(optional):
            exit_wrong(f"{game.info.title} has {len(optional)} seats that may be left out, not {wanted}.")
        chosen = [*(seat for seat in optional if seat in named), *(seat for seat in optional if seat not in named)]
        return [seat for seat in offered if seat in chosen[:wanted] or seat not in optional]
    playing = [seat for seat in offered if seat in named or seat not in optional]
    for name in offered:
        if not any(problem.facts.get("key") == "seats" for problem in game.check_options(options, playing)):
            break
        playing = [other for other in offered if other in {*playing, name}]
    return playing


def _options(words_given: str) -> dict[str, Any]:
    """Read ``--options``."""
    words = [word for word in words_given.split(",") if word.strip()]
    for word in words:
        if "=" not in word:
            exit_wrong(f'--options takes name=value, such as "max_turns=40"; not "{word}"')
    return {key.strip(): _value(value.strip()) for key, _, value in (word.partition("=") for word in words)}


def _value(text: str) -> bool | int | float | str:
    """Return the value of a word as TOML reads it, or the word itself if it is no TOML."""
    if text in {"true", "false"}:
        return text == "true"
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return text


# ---- playing ---------------------------------------------------------------------------------------------


def _play(setting: Setting, numbers: range, seed: str) -> tuple[Tally, float]:
    """Play some matches of a setting in a worker; return their results and the computing time in seconds."""
    began, tally = time.process_time(), Tally()
    for number in numbers:
        tally.add(play(setting.table, f"{seed}/{number}"))
    return tally, time.process_time() - began


def _play_all(settings: Sequence[Setting], matches: int, seed: str, workers: int) -> list[SettingResult]:
    """Play all settings, showing a progress bar for each, and return their results."""
    results = [SettingResult(setting, Tally()) for setting in settings]
    chunks = [range(start, min(start + _CHUNK, matches)) for start in range(0, matches, _CHUNK)]
    parts: dict[tuple[int, int], tuple[Tally, float]] = {}
    bar = Progress(
        TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(), console=errors
    )
    with bar as shown:
        tasks = [shown.add_task(_title(setting), total=matches) for setting in settings]
        for at, chunk, part in _play_chunks(settings, chunks, seed, workers):
            parts[at, chunk] = part
            shown.advance(tasks[at], part[0].matches)
    # In the order of the matches, not in that of the cores: the same seed tells the same.
    for (at, _), (tally, spent) in sorted(parts.items(), key=lambda item: item[0]):
        results[at].tally.merge(tally)
        results[at].spent += spent
    return results


def _play_chunks(
    settings: Sequence[Setting], chunks: Sequence[range], seed: str, workers: int
) -> Iterator[tuple[int, int, tuple[Tally, float]]]:
    """Play the chunks of all settings; give each result when it is done, with its setting's and its chunk's index."""
    work = [(at, chunk) for at in range(len(settings)) for chunk in range(len(chunks))]
    if workers == 1:
        for at, chunk in work:
            yield at, chunk, _play(settings[at], chunks[chunk], seed)
        return
    pool = ProcessPoolExecutor(min(workers, len(work)), mp_context=get_context("spawn"), initializer=end_with_parent)
    before = signal.signal(signal.SIGINT, exit_at_once)
    try:
        with ctrl_c_blocked():
            waiting = {pool.submit(_play, settings[at], chunks[chunk], seed): (at, chunk) for at, chunk in work}
        for done in as_completed(waiting):
            yield *waiting[done], done.result()
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
        signal.signal(signal.SIGINT, before)


# ---- telling ---------------------------------------------------------------------------------------------


def _title(setting: Setting) -> str:
    """Return the title of a setting: its bots by seat, and its options."""
    seats: dict[str, list[Seat]] = {}
    for seat, bot in setting.bots.items():
        seats.setdefault(bot, []).append(seat)
    parts = [f"{_join_names(those)} {bot}" for bot, those in seats.items()]
    parts += [f"{key}={value}" for key, value in setting.options.items()]
    return ", ".join(parts)


def _join_names(seats: Sequence[Seat]) -> str:
    """Return the names of seats; of many only the first, the last and the number."""
    if not seats:
        return "nobody"
    return "+".join(seats) if len(seats) <= _FEW else f"{seats[0]}+…+{seats[-1]} ({len(seats)} seats)"


def _show(results: Sequence[SettingResult]) -> None:
    """Print the results of each setting."""
    for figures in results:
        tally = figures.tally
        console.print(f"[bold]{_title(figures.setting)}[/bold]")
        rows = table("won by", "matches", "share", "95 %", "how")
        for winners, reasons in tally.wins().items():
            count = sum(reasons.values())
            low, high = interval(count, tally.matches)
            how = ", ".join(f"{reason.replace('-', ' ')} {times}" for reason, times in reasons.items())
            share = f"{count / tally.matches:.0%}"
            rows.add_row(_join_names(winners), str(count), share, f"{low:.0%} - {high:.0%}", how)
        console.print(rows)
        _show_roles(tally)
        low, median, high = figures.quartiles
        console.print(
            f"{tally.matches} matches, {tally.unfinished} unfinished; steps: median {median:g}, "
            f"quartiles {low:g} and {high:g}; {tally.failed} of {tally.orders} orders failed "
            f"({tally.failed / max(1, tally.orders):.1%}); {figures.seconds:.4f} s per step.\n"
        )


def _show_roles(tally: Tally) -> None:
    """Print the results of each role, the best first, if the game has roles."""
    if not tally.roles:
        return
    console.print()
    rows = table("playing", "seats", "won alone", "95 %")
    for role, (seats, won) in _best_first(tally):
        low, high = interval(won, seats)
        rows.add_row(role, str(seats), f"{won / seats:.0%}", f"{low:.0%} - {high:.0%}")
    console.print(rows)


def _best_first(tally: Tally) -> list[tuple[str, tuple[int, int]]]:
    return sorted(tally.roles.items(), key=lambda item: (-item[1][1] / item[1][0], item[0]))


def _as_data(figures: SettingResult) -> dict[str, Any]:
    """Return the results of a setting as plain data."""
    tally, setting = figures.tally, figures.setting
    low, median, high = figures.quartiles
    return {
        "game": setting.game,
        "bots": setting.bots,
        "options": setting.options,
        "matches": tally.matches,
        "unfinished": tally.unfinished,
        "wins": [
            {
                "seats": list(winners),
                "matches": (count := sum(reasons.values())),
                "share": count / tally.matches,
                "interval": list(interval(count, tally.matches)),
                "reasons": reasons,
            }
            for winners, reasons in tally.wins().items()
        ],
        "roles": [
            {"role": role, "seats": seats, "won": won, "share": won / seats, "interval": list(interval(won, seats))}
            for role, (seats, won) in _best_first(tally)
        ],
        "rulings": {"quartiles": [low, median, high], "least": min(tally.steps), "most": max(tally.steps)},
        "orders": tally.orders,
        "failed": tally.failed,
        "seconds_per_ruling": figures.seconds,
    }
