"""A seat's situation at this moment, gathered once for a letter: what it sees, is asked for, and has on file."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from msgspec import Struct
from sqlmodel import Session

from moderator.core.errors import Problem
from moderator.core.game import AnyGame, Prompt
from moderator.core.orders import Order
from moderator.core.referee import lasting
from moderator.core.seats import Seat
from moderator.service.context import Context
from moderator.service.letter_parts import SheetLine
from moderator.service.letter_proofs import Receipt
from moderator.service.matches import asking, disclosure, letterhead, records
from moderator.store import match_queries
from moderator.store.complaints import Complaint
from moderator.store.statuses import MatchStatus
from moderator.store.tables import Asking, Match, Place, Player, Sheet

Held = Sequence[tuple[Place, Player | None]]
"""The places of a match that are held now, each with its player, or None for a bot."""


class Chair(Struct, frozen=True):
    """A seat of a match and the person in it; ``held`` is known where the match was locked before it was asked for."""

    match: Match
    place: Place
    player: Player
    held: Held | None = None


@dataclass
class Situation:
    """One seat of one match, with a person in it, inside a transaction: for a letter one that holds the match's lock.

    Whatever is derived is derived when it is first asked for, mostly with one question to the database.
    """

    session: Session
    ctx: Context
    match: Match
    place: Place
    back_from: str = ""
    """The bot that has played for the person in the seat until this letter came."""
    kept: bool = False
    """Whether the seat was to be had by the waiting list until this letter came."""
    _checked: tuple[tuple[Any, ...], Sequence[Problem]] | None = None
    _unpacked: dict[bytes, tuple[Any, ...]] = field(default_factory=dict)
    """The orders of sheets, by how these keep them."""

    @property
    def seat(self) -> Seat:
        """The seat that is spoken for."""
        return self.place.seat

    @cached_property
    def player(self) -> Player:
        """Who sits there; bots have no situation."""
        return self.session.get_one(Player, self.place.player)

    @cached_property
    def game(self) -> AnyGame:
        """The game that is played."""
        return self.ctx.game(self.match.game)

    @cached_property
    def view(self) -> Any:  # noqa: ANN401 - the view is the game's own
        """What the seat may know now, with what its allies have told."""
        state = records.position(self.game, self.match.state)
        if self.match.status is MatchStatus.OVER:
            state = disclosure.last(self.game, self.match, self.match.state).state
        view = self.game.view(state, self.seat)
        return asking.heard(self.game, self.asking, view, lambda: self.bots_sheets)

    @property
    def asking(self) -> Asking | None:
        """The asking that is open."""
        return self._newest_and_asked[1]

    @cached_property
    def prompts(self) -> dict[Seat, Prompt]:
        """Who is asked for what; no letter may tell more of it than is public."""
        return asking.prompts(self.asking)

    @property
    def prompt(self) -> Prompt | None:
        """What the seat is asked for, None if nothing."""
        return self.prompts.get(self.seat)

    @cached_property
    def written(self) -> list[Sheet]:
        """Every sheet for the asking as it was filed, those that count no more among them."""
        return list(match_queries.sheets(self.session, self.match.id or 0, self.match.asking))

    @cached_property
    def sheets(self) -> dict[Seat, Sheet]:
        """The sheets on file, everybody's."""
        return {sheet.seat: sheet for sheet in self.written if sheet.current}

    @cached_property
    def held(self) -> Held:
        """Who sits where now."""
        return match_queries.places_in(self.session, self.match.id or 0)

    @property
    def bots_sheets(self) -> list[Sheet]:
        """The sheets on file of the seats that bots play now."""
        bots = {place.seat for place, _ in self.held if place.bot}
        return [sheet for seat, sheet in self.sheets.items() if seat in bots]

    def note(self, sheet: Sheet) -> None:
        """Know of a sheet that was just written."""
        self.written.append(sheet)
        for told in ("sheets", "orders"):
            self.__dict__.pop(told, None)

    def know(self, **told: object) -> None:
        """Take what was derived elsewhere of this moment, by the names that it has here."""
        self.__dict__.update(told)

    def forget(self) -> None:
        """Derive everything anew: what was written since is not in the database any more."""
        for name, told in vars(Situation).items():
            if isinstance(told, cached_property):
                self.__dict__.pop(name, None)
        self._checked = None

    @property
    def own(self) -> list[Sheet]:
        """The seat's own sheets, those that count no more among them."""
        return [sheet for sheet in self.written if sheet.seat == self.seat]

    @property
    def sheet(self) -> Sheet | None:
        """The seat's own sheet on file."""
        return self.sheets.get(self.seat)

    @cached_property
    def orders(self) -> tuple[Any, ...]:
        """The seat's orders on file."""
        return self.orders_of(self.sheet) if self.sheet else ()

    def orders_of(self, sheet: Sheet) -> tuple[Any, ...]:
        """Return the orders of one of the seat's sheets."""
        if sheet.orders not in self._unpacked:
            self._unpacked[sheet.orders] = asking.unpack_orders(self.game, sheet.orders)
        return self._unpacked[sheet.orders]

    @property
    def complaints(self) -> tuple[Complaint, ...]:
        """The lines of the seat's letters that did not count and are still waited for."""
        return self.own[-1].waited_for if self.own else ()

    @property
    def newest(self) -> records.Newest:
        """What stands since the match's newest record."""
        return self._newest_and_asked[0]

    @cached_property
    def _newest_and_asked(self) -> tuple[records.Newest, Asking | None]:
        return records.newest_and_asked(self.session, self.match)

    @cached_property
    def standing(self) -> tuple[Any, ...]:
        """The seat's orders that stand until they are changed."""
        return self.newest.standing(self.game).get(self.seat, ())

    @cached_property
    def silence(self) -> tuple[Any, ...]:
        """What the default would order."""
        if self.prompt is None:
            return ()
        return tuple(self.game.default(self.view, self.prompt, self.standing))

    def addressees(self) -> dict[str, str]:
        """Return what everybody may be called whom the seat can write to, each with the name to write to.

        That is the seat, its player's name, and the player's first name if nobody shares it.
        """
        seated = [(place.seat, player.name if player else "") for place, player in self.held if place.seat != self.seat]
        named = {name: seat for seat, name in seated if name.strip()}
        first = [name.split()[0] for _, name in seated if name.strip()]
        alone = {name.split()[0]: seat for name, seat in named.items() if first.count(name.split()[0]) == 1}
        return alone | named | {seat: seat for seat, _ in seated}

    def check(self, orders: tuple[Any, ...]) -> Sequence[Problem]:
        """Judge a sheet by what the seat sees; what was judged last is remembered, for it is filed and shown."""
        if self._checked is None or self._checked[0] != orders:
            found = self.game.check(self.view, self.prompt, orders) if self.prompt else ()
            self._checked = orders, found
        return self._checked[1]

    @property
    def lasting(self) -> tuple[Any, ...]:
        """What stands and can still be followed: the part of the default that lasts, for the form."""
        return lasting(self.silence)

    def lines(self, orders: tuple[Order, ...]) -> tuple[str, ...]:
        """Return orders as canonical lines."""
        return tuple(self.game.language.line(order) for order in orders)

    def sheet_lines(self) -> tuple[SheetLine, ...]:
        """Return the sheet on file as its author is shown it, with the doubts about it."""
        doubts = self.check(self.orders) if self.orders else ()
        return tuple(
            SheetLine(line, tuple(doubt for doubt in doubts if doubt.order == index))
            for index, line in enumerate(self.lines(self.orders))
        )

    def receipt(self) -> Receipt | None:
        """Return the proof of the sheet on file."""
        if self.sheet is None:
            return None
        return Receipt(
            seat=self.seat,
            number=self.sheet.number,
            value=self.sheet.receipt,
            salt=self.sheet.salt.hex(),
            arrived=self.sheet.arrived,
        )

    def sent(self, *, all_sheets: bool) -> tuple[str, ...]:
        """Return the lines of the last form for this asking, or of all: gaps, what stood, and the sheets so far."""
        if self.prompt is None:
            return ()
        forms = [self.orders or self.lasting]
        if all_sheets:
            forms = [(), self.lasting, *map(self.orders_of, self.own)]
        return tuple(line for orders in forms for line in letterhead.form_lines(self.game, self.prompt, orders))

    def examples(self) -> tuple[str, ...]:
        """Return a few lines that would be legal now, as the seat's letters show them."""
        if self.prompt is None:
            return ()
        return letterhead.examples(self.game, self.view, self.seat, self.prompt)

    @cached_property
    def legal_kinds(self) -> dict[type[Order], str]:
        """For each kind of order a line that could be sent now, as far as one is found; nothing if not asked."""
        if self.prompt is None:
            return {}
        return letterhead.legal_kinds(self.game, self.view, self.seat, self.prompt, f"help/{self.match.name}")


def lock_seat(session: Session, ctx: Context, chair: Chair) -> Situation:
    """Lock the match of a seat and return the seat's situation."""
    match = match_queries.lock_match(session, chair.match.id or 0)
    here = Situation(session, ctx, match, chair.place)
    if chair.held is not None:
        here.held = chair.held
    return here
