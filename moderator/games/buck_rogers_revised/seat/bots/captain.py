"""The bot that plans by rules of thumb."""

from collections.abc import Iterator, Sequence

from moderator.core.dice import Stream
from moderator.core.game import Imagine, Prompt
from moderator.games.buck_rogers_revised.board import yards
from moderator.games.buck_rogers_revised.board.cards import may_gain
from moderator.games.buck_rogers_revised.board.census import goal
from moderator.games.buck_rogers_revised.orders.types import Bid, Play, RevisedOrder, Trade, Wish
from moderator.games.buck_rogers_revised.seat.default import default
from moderator.games.buck_rogers_revised.seat.view import View
from moderator.games.solar_system.board.forces import Works
from moderator.games.solar_system.board.threat import within
from moderator.games.solar_system.board.zones import NUMBER
from moderator.games.solar_system.orders.types import Build, Carry, Move, Pass
from moderator.games.solar_system.pieces import Kind
from moderator.games.solar_system.seat.bots import captain as shared
from moderator.games.solar_system.seat.bots.captain import Temper
from moderator.games.solar_system.seat.bots.targets import targets
from moderator.games.solar_system.seat.check import HUER
from moderator.games.solar_system.seat.default import proposed

_LAST_INVESTMENT = 4
"""In later turns a new Factory does not pay before the match is over."""

_ZONES_A_FACTORY = 3
_ENDLESS = 999
_FLEET, _MARCH = 5, 16
"""So many idle Fighters set out for what lies so many zones away."""

_NEAR = 2
"""So many territories from the goal somebody is near to winning."""

_BOLD = Temper(odds=1.0, thrift=0.1, guard=0, invests=False)
"""What is lost in the last turn costs nothing any more."""


class Captain:
    """A player made of rules of thumb; ``bids``: it bids a Factory when somebody is near to winning.

    Without a temper of its own it is an even one until the last turn, and bold then.
    """

    def __init__(self, temper: Temper | None = None, *, bids: bool = True) -> None:
        """Take a temper."""
        self._temper, self._bids = temper, bids

    def order(
        self, view: View, prompt: Prompt, chance: Stream, imagine: Imagine[View, RevisedOrder]
    ) -> Sequence[RevisedOrder]:
        """Return an order set: a bid and what to build, moves, then cards."""
        del chance, imagine
        if prompt.phase == "cards":
            return default(view, prompt, ())
        if prompt.phase == "placement":
            return tuple(proposed(view, (), afresh=True))
        plan = Plan(view, self._temper or (_BOLD if _is_last(view) else Temper()))
        lines: list[RevisedOrder] = []
        if prompt.phase in ("turn", "production"):
            lines += [*(plan.bids() if self._bids else ()), *plan.builds()]
        if prompt.phase in ("turn", "moves"):
            lines += [*plan.moves(), *plan.plays()]
        if prompt.phase in ("turn", "moves", "status") and "trade" in prompt.verbs:
            lines += plan.trades()
        return lines or (Pass(),)


def _is_last(view: View) -> bool:
    """Tell whether the match ends with this turn."""
    return view.options.length == "nine" and view.turn >= view.options.end_turn > 0


class Plan(shared.Plan):
    """A turn being planned."""

    soldier = Kind.TROOPER
    view: View

    def __init__(self, view: View, temper: Temper) -> None:
        """Look which Factories work this turn."""
        super().__init__(view, temper)
        self.active = [one for one in yards.active(self.forces) if one.colour in view.own]
        self._leave_to_huer()

    def _leave_to_huer(self) -> None:
        """Keep the Trooper whom Doc Huer makes a Gennie before anything moves."""
        huer = self.forces.people.get(HUER)
        if huer is None or self.forces.seat_of[huer.colour] != self.seat:
            return
        troops = [self.free.get((huer.at, colour), {}) for colour in self.view.own]
        prey = next((units for units in troops if units.get(Kind.TROOPER)), None)
        if prey is not None and any(works.at == huer.at for works in self.active):
            prey[Kind.TROOPER] -= 1

    def may_invest(self) -> bool:
        """Tell whether a new Factory will pay before the match is over, and there are zones enough for it."""
        zones = len(self.forces.zones_of(self.seat))
        return self.view.turn <= _LAST_INVESTMENT and len(self.active) * _ZONES_A_FACTORY < zones

    def turns_left(self) -> int:
        """Return how many turns are to come after this one, as far as the options say it."""
        options = self.view.options
        last = options.end_turn if options.length == "nine" and options.end_turn else options.turn_limit or _ENDLESS
        return max(0, last - self.view.turn)

    def is_spare(self, works: Works) -> bool:
        """Tell whether a Factory rests where it is beside another, and may be carried."""
        return super().is_spare(works) and works not in self.active

    def moves(self) -> Iterator[Move | Carry]:
        """Give what can be reached this turn, then the marches of fleets that find nothing there."""
        yield from super().moves()
        goals = targets(self.forces, self.seat, self.view.rules.win_zones)
        for (at, colour), units in self.free.items():
            number = units.get(Kind.FIGHTER, 0)
            if number < _FLEET:
                continue
            far = within(self.forces.sky, at, _MARCH)
            near = [goal for goal in goals if goal.at in far and self._suffices(goal, {Kind.FIGHTER: number})]
            if near:
                goal = min(near, key=lambda goal: (far[goal.at], -goal.worth))
                yield self.march(at, colour, {Kind.FIGHTER: number}, goal.at)

    def bids(self) -> Iterator[Bid | Wish]:
        """Give a bid for the last card when somebody is near to winning or the match to its end: nobody answers it."""
        view, needed = self.view, goal(self.view.rules, self.view.chit)
        leading = max(len(self.forces.counted_zones(seat)) for seat in view.seats)
        if self.active and (_is_last(view) or leading + _NEAR >= needed.zones):
            yield Bid(bid=1)
            yield Wish(wished=tuple(range(len(view.order), 0, -1)))

    def builds(self) -> Iterator[Build]:
        """Give what each Factory is to make: what is begun beside it, else what it needs most."""
        transports = sum(pile.count(Kind.TRANSPORT) for _, _, pile in self.forces.stacks_of(self.seat))
        for works in self.active:
            sites = ((kind, at) for kind in yards.LARGE for at in yards.sites(self.forces, works, kind)[:1])
            begun = next((kind for kind, at in sites if self.forces.halves[at, works.colour, kind]), None)
            product = self._product(begun, works.at, transports)
            transports += product is Kind.TRANSPORT
            yield self.build(works, product)

    # ---- cards --------------------------------------------------------------------------------------------

    def plays(self) -> Iterator[Play]:
        """Give the cards of zones where own units are: what they bring fights this turn."""
        for card in self.view.hand:
            if may_gain(self.forces, self.seat, NUMBER[card]):
                yield Play(card=card)

    def trades(self) -> Iterator[Trade]:
        """Give pairs of cards of zones that are not own."""
        idle = [card for card in self.view.hand if self.forces.holder(NUMBER[card]) != self.seat]
        pairs = len(idle) // 2
        if pairs:
            yield Trade(cards=tuple(idle[: 2 * pairs]))
