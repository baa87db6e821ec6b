"""The questions about the first match: which game, when turns are due, and who plays."""

from msgspec import Struct

from moderator.cli.asking.prompts import ask, ask_until, choose
from moderator.cli.console import console
from moderator.config.answers import AnswerError, check_answer
from moderator.config.filling import Table
from moderator.config.shape import SCHEDULES, Name
from moderator.config.values import MailAddress, Slug
from moderator.core.game import AnyGame, SeatSpec
from moderator.games.registry import GAMES
from moderator.service import schedule

_NONE = "none"
_NOBODY = "-"


class FirstMatch(Struct, frozen=True):
    """A ``[[match]]`` and its seats; both empty if there is none yet."""

    keys: Table = {}
    seats: tuple[Table, ...] = ()


def ask_match(zone: str) -> FirstMatch:
    """Ask for the first match, whose schedule is in a zone."""
    lightest = min(GAMES.values(), key=lambda game: game.info.weight).info.key
    key = choose("Game of the first match", [*GAMES, _NONE], lightest)
    if key == _NONE:
        return FirstMatch()
    keys = {"name": ask("Short name of the match", Slug, "first"), "game": key}
    keys |= ask_until(
        "When turns are due: every 48h, or at MON,THU 20:00, or - for when all are ready",
        lambda text: _schedule(text, zone),
        "every 48h",
    )
    return FirstMatch(keys, ask_seats(key))


def ask_seats(key: str) -> tuple[Table, ...]:
    """Ask who plays each seat of a game."""
    game = GAMES[key]
    console.print(f"Seats: a player's name, a bot ({', '.join(game.bots)}), or {_NOBODY} for nobody.", markup=False)
    return tuple(seat for spec in game.info.seats if (seat := _ask_seat(game, spec)))


def _ask_seat(game: AnyGame, spec: SeatSpec) -> Table:
    default = _NOBODY if spec.optional else [*game.bots][-1]
    sitting = ask_until(spec.name, lambda text: _sitting(spec, text), default)
    if sitting == _NOBODY:
        return {}
    bot = next((each for each in game.bots if each.casefold() == sitting.casefold()), None)
    if bot is not None:
        return {"seat": spec.name, "bot": bot}
    return {"seat": spec.name, "player": sitting, "address": ask(f"Address of {sitting}", MailAddress)}


def _sitting(spec: SeatSpec, text: str) -> str:
    name: str = check_answer(Name, text)
    if name == _NOBODY and not spec.optional:
        raise AnswerError(f"{spec.name} must be played: write a name or a bot")
    return name


def _schedule(text: str, zone: str) -> Table:
    text = check_answer(Name, text)
    if text == _NOBODY:
        return {}
    kind, _, rest = text.partition(" ")
    if kind not in SCHEDULES:
        raise AnswerError(f'"{text}" is not a schedule: write every 48h, or at MON,THU 20:00, or -')
    try:
        schedule.parse(text, zone)
    except schedule.ScheduleError as error:
        raise AnswerError(str(error)) from None
    return {kind: rest.strip()}
