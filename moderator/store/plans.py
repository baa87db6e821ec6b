"""What a match is made from: a ``[[match]]`` of the operator's file, kept with the match."""

from datetime import datetime, timedelta
from typing import Literal

from msgspec import Struct

from moderator.core.seats import Seat


class SeatPlan(Struct, frozen=True, kw_only=True):
    """Who is to sit in a seat: a person with addresses, or with an account in a forum, or a bot.

    ``forum`` is ``"main:ann"``, or ``"main"`` for somebody who is to join there with a code. ``place`` names file
    and line of who is to sit there.
    """

    seat: Seat
    player: str = ""
    addresses: tuple[str, ...] = ()
    forum: str = ""
    zone: str = ""
    bot: str = ""
    preferences: dict[str, str] = {}
    place: str = ""


class MatchPlan(Struct, frozen=True, kw_only=True):
    """A ``[[match]]`` of the operator's file, validated; read once, when its name is new.

    ``schedule`` is ``"every 48h"``, ``"at MON,THU 20:00"``, ``"cron …"`` or empty (the turn runs when all are in or the
    GM says so); its times are in ``zone``. ``place`` names file and line, for messages to the operator. ``absent``
    says what happens when a player has missed ``absent_after`` turns in a row, besides the default orders: nothing, a
    bot plays (``absent_bot``, or the game's best), the GM decides, or the waiting list is asked. ``begins`` are the
    options that the game gave the match when it was made, whatever it gives to later ones. A match on ``hold`` does not
    begin, and one with a ``start`` begins then; nothing is mailed before. A ``blind`` GM gets nothing that the match
    keeps secret. ``moved`` is the order request that was open when the match moved to other rules, under which bots may
    play otherwise. ``dice_name`` is what its dice are keyed with where its name was that of a match that was withdrawn.
    ``spectators`` tells what people who do not play see of the boards: ``public``, ``after 3 turns``, ``over``, or
    ``none``, or nothing where the file leaves it out. ``shown`` is what they see in fact, as was chosen when the match
    began, or since by an override: nothing of matches that began before there was a choice. ``series`` is the name of
    the series that it belongs to, if it does. ``delegates`` tells who may send orders for a player for a time: only
    people who know the match from no other seat, anybody, or nobody. With ``masks`` nobody is told who plays until the
    match is over. Where messages may be ``unsigned``, nobody is told who wrote one. ``language``
    is that of letters to who has chosen none; empty for the moderator's.
    """

    name: str
    game: str
    schedule: str
    zone: str
    options: dict[str, object] = {}
    seats: tuple[SeatPlan, ...] = ()
    open: bool = False
    least: int = 0
    most: int = 0
    short: Literal["bots", "wait", "off"] = "bots"
    asks: int = 0
    delay: timedelta | None = None
    grace: timedelta | None = None
    remind: timedelta | None = None
    confirm: bool | None = None
    poster: bool = False
    absent: Literal["default", "bot", "gm", "standby"] = "default"
    absent_after: int = 2
    absent_bot: str = ""
    gm: Literal["open", "blind"] = "open"
    masks: bool = False
    unsigned: bool = False
    hold: bool = False
    start: datetime | None = None
    place: str = ""
    begins: dict[str, object] = {}
    moved: int | None = None
    dice_name: str = ""
    spectators: str = ""
    shown: str = "none"
    series: str = ""
    delegates: Literal["others", "anybody", "off"] = "others"
    language: str = ""

    @property
    def about(self) -> str:
        """The match and its place in the file, for what is said of it to the operator."""
        return f'{self.place}: match "{self.name}"' if self.place else f'match "{self.name}"'

    @property
    def whole_options(self) -> dict[str, object]:
        """The options that the match is played with, where they are not the game's defaults."""
        return {**self.begins, **self.options}
