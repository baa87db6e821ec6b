"""Everything about one seat now, gathered once for a letter: what it sees, is asked for and has ordered."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from msgspec import Struct
from sqlmodel import Session

from moderator.core.errors import Problem
from moderator.core.game import AnyGame, Prompt
from moderator.core.orders import Order
from moderator.core.referee import lasting
from moderator.core.seats import Seat
from moderator.service import tags
from moderator.service.context import Context
from moderator.service.letter_parts import OrderLine, SeatRow
from moderator.service.letter_proofs import Receipt
from moderator.service.matches import deadlines, disclosure, letterhead, order_requests, records
from moderator.store import match_queries
from moderator.store.complaints import Complaint
from moderator.store.statuses import MatchStatus
from moderator.store.tables import Match, OrderRequest, OrderSet, Player, Record, SeatAssignment

SeatedPlayers = Sequence[tuple[SeatAssignment, Player | None]]
"""The places of a match that are held now, each with its player, or None for a bot."""


class PlayerSeat(Struct, frozen=True):
    """A seat of a match and the person in it; ``held`` is known where the match was locked before it was asked for."""

    match: Match
    assignment: SeatAssignment
    player: Player
    held: SeatedPlayers | None = None


@dataclass
class SeatContext:
    """One seat of one match, with a person in it, inside a transaction: for a letter one that holds the match's lock.

    Whatever is derived is derived when it is first asked for, mostly with one question to the database.
    """

    session: Session
    ctx: Context
    match: Match
    assignment: SeatAssignment
    back_from: str = ""
    """The bot that has played for the person in the seat until this letter came."""
    kept: bool = False
    """Whether the seat was to be had by the waiting list until this letter came."""
    _checked: tuple[tuple[Any, ...], Sequence[Problem]] | None = None

    @property
    def seat(self) -> Seat:
        """The seat that is spoken for."""
        return self.assignment.seat

    @cached_property
    def player(self) -> Player:
        """Who sits there; bots have no context."""
        return self.session.get_one(Player, self.assignment.player)

    @cached_property
    def game(self) -> AnyGame:
        """The game that is played."""
        return self.ctx.game(self.match.game)

    @cached_property
    def view(self) -> Any:  # noqa: ANN401 - the view is the game's own
        """What the seat may know now, with what its allies have told."""
        state = records.position(self.game, self.match.state)
        if self.match.status is MatchStatus.OVER:
            held = records.body(self.game, records.by_number(self.session, self.match, self.match.number))
            state = disclosure.last(self.game, self.match, self.match.state, held).state
        view = self.game.view(state, self.seat)
        return order_requests.view_with_plans(self.game, self.request, view, lambda: self.bots_order_sets)

    @property
    def request(self) -> OrderRequest | None:
        """The request that is open."""
        return self._newest_and_asked[1]

    @cached_property
    def prompts(self) -> dict[Seat, Prompt]:
        """Who is asked for what; no letter may tell more of it than is public."""
        return order_requests.prompts(self.request)

    @property
    def prompt(self) -> Prompt | None:
        """What the seat is asked for, None if nothing."""
        return self.prompts.get(self.seat)

    @cached_property
    def written(self) -> list[OrderSet]:
        """Every order set for the order request as it was filed, those that count no more among them."""
        return list(match_queries.order_sets(self.session, self.match.id, self.match.request))

    @cached_property
    def order_sets(self) -> dict[Seat, OrderSet]:
        """The recorded orders, everybody's."""
        return {order_set.seat: order_set for order_set in self.written if order_set.current}

    @cached_property
    def held(self) -> SeatedPlayers:
        """Who sits where now."""
        return match_queries.assignments_in(self.session, self.match.id)

    @property
    def bots_order_sets(self) -> list[OrderSet]:
        """The recorded orders of the seats that bots play now."""
        bots = {assignment.seat for assignment, _ in self.held if assignment.bot}
        return [order_set for seat, order_set in self.order_sets.items() if seat in bots]

    def note(self, order_set: OrderSet, orders: Sequence[Order]) -> None:
        """Know of an order set that was just written, and of its orders."""
        self.written.append(order_set)
        self.__dict__.pop("order_sets", None)
        self.know(orders=tuple(orders) if order_set.current else ())

    def know(self, **told: object) -> None:
        """Take what was derived elsewhere of this moment, by the names that it has here."""
        self.__dict__.update(told)

    def forget(self) -> None:
        """Derive everything anew: what was written since is not in the database any more."""
        for name, told in vars(SeatContext).items():
            if isinstance(told, cached_property):
                self.__dict__.pop(name, None)
        self._checked = None

    @property
    def own(self) -> list[OrderSet]:
        """The seat's own order sets, those that count no more among them."""
        return [order_set for order_set in self.written if order_set.seat == self.seat]

    @property
    def order_set(self) -> OrderSet | None:
        """The seat's own recorded orders."""
        return self.order_sets.get(self.seat)

    @cached_property
    def orders(self) -> tuple[Any, ...]:
        """The seat's recorded orders."""
        return self.orders_of(self.order_set) if self.order_set else ()

    def orders_of(self, order_set: OrderSet) -> tuple[Any, ...]:
        """Return the orders of one of the seat's order sets."""
        return order_requests.unpack_orders(self.game, order_set.orders)

    @property
    def complaints(self) -> tuple[Complaint, ...]:
        """The lines of the seat's letters that did not count and are still waited for."""
        return self.own[-1].complaints if self.own else ()

    @property
    def newest(self) -> records.NewestRecord:
        """What stands since the match's newest record."""
        return self._newest_and_asked[0]

    @cached_property
    def _newest_and_asked(self) -> tuple[records.NewestRecord, OrderRequest | None]:
        return records.newest_and_open_request(self.session, self.match)

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

        That is the seat, its player's name, and the player's first name if nobody shares it; masked players have none.
        """
        others = letterhead.seat_lines(self.match, self.held, self.seat)
        seated = [(line.seat, line.player) for line in others if line.seat != self.seat]
        named = {name: seat for seat, name in seated if name.strip()}
        first = [name.split()[0] for _, name in seated if name.strip()]
        alone = {name.split()[0]: seat for name, seat in named.items() if first.count(name.split()[0]) == 1}
        return alone | named | {seat: seat for seat, _ in seated}

    def check(self, orders: tuple[Any, ...]) -> Sequence[Problem]:
        """Judge an order set by what the seat sees; what was judged last is remembered, for it is filed and shown."""
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

    def order_lines(self) -> tuple[OrderLine, ...]:
        """Return the recorded orders as their author is shown them, with the warnings about it."""
        warnings = self.check(self.orders) if self.orders else ()
        return tuple(
            OrderLine(line, tuple(warning for warning in warnings if warning.order == index))
            for index, line in enumerate(self.lines(self.orders))
        )

    def receipt(self) -> Receipt | None:
        """Return the proof of the recorded orders."""
        if self.order_set is None:
            return None
        return Receipt(
            seat=self.seat,
            number=self.order_set.number,
            value=self.order_set.receipt,
            salt=self.order_set.salt.hex(),
            arrived=self.order_set.arrived,
        )

    def sent(self, *, all_order_sets: bool) -> tuple[str, ...]:
        """Return the lines of the last form for this request, or of all: gaps, what stood, and the orders so far."""
        if self.prompt is None:
            return ()
        forms = [self.orders or self.lasting]
        if all_order_sets:
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


def lock_seat(session: Session, ctx: Context, player_seat: PlayerSeat) -> SeatContext:
    """Lock the match of a seat and return the seat's context."""
    match = match_queries.lock_match(session, player_seat.match.id)
    seat_context = SeatContext(session, ctx, match, player_seat.assignment)
    if player_seat.held is not None:
        seat_context.held = player_seat.held
    return seat_context


def turns_since_orders(found: SeatContext) -> list[Record]:
    """Return the turns that have run since the player in a seat last sent orders, the oldest first.

    The first is the one that those orders were for; if there were none, it is the first since the player took the seat.
    """
    return _turns_from(found, match_queries.last_request_answered(found.session, found.assignment, found.match.request))


def turns_missed_before(found: SeatContext, record: Record) -> list[Record]:
    """Return the turns before a record's for which nothing came from the player in a seat, as nothing came for it."""
    last = match_queries.last_request_answered(found.session, found.assignment, record.request)
    return [turn for turn in _turns_from(found, last + 1) if turn.number < record.number]


def _turns_from(found: SeatContext, request: int) -> list[Record]:
    """Return the turns from an order request on that have run since the player took the seat."""
    turns = records.turns_in_force(found.session, found.game, found.match)
    return [turn for turn in turns if turn.request >= request and turn.made > found.assignment.joined]


def seat_row(found: SeatContext) -> SeatRow:
    """Return a seat as the list of its player's seats tells it."""
    match, order_set = found.match, found.order_set
    return SeatRow(
        name=match.name,
        slug=match.slug,
        seat=found.seat,
        seat_slug=tags.slug(found.seat),
        title=found.game.info.title,
        game=match.game,
        turn=match.turn,
        due=letterhead.due(match),
        over=match.status is MatchStatus.OVER,
        asked=found.prompt is not None,
        recorded=order_set is not None,
        all_in=deadlines.all_in_at(found.ctx, match),
        ready=order_set is not None and not order_set.holds,
        ended=letterhead.ended_by_gm(found.session, found.ctx, match),
    )
