"""A turn on the table by the revised rules: everything that the steps of the sequence of play work on."""

from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

from moderator.core.dice import Dice
from moderator.core.seats import Seat
from moderator.games.buck_rogers_revised.board.forces import Forces
from moderator.games.buck_rogers_revised.events.movement import FewerWent, GenniesLanded, HuerThrew, LineFailed
from moderator.games.buck_rogers_revised.orders.doctrine import Standing
from moderator.games.buck_rogers_revised.orders.types import RevisedOrder, standing
from moderator.games.buck_rogers_revised.pieces import HUER
from moderator.games.buck_rogers_revised.rules.state import State
from moderator.games.solar_system.board.piles import Pile
from moderator.games.solar_system.board.zones import NUMBER, PLACES
from moderator.games.solar_system.events.movement import Cause
from moderator.games.solar_system.orders.phrases import ALL, Leg
from moderator.games.solar_system.orders.types import HuerRolls
from moderator.games.solar_system.pieces import GROUND, PAINTS, SHIPS, Colour, Kind, Stack
from moderator.games.solar_system.rules import turn as shared
from moderator.games.solar_system.rules.movement.lifting import unload
from moderator.games.solar_system.rules.turn import Group
from moderator.kit.cards import Cards

_HURRIED = 2

Fire: TypeAlias = Callable[["Turn", Group, Seat], None]
"""Let a seat fire one round at a group that leaves a zone."""


def nobody_fires(turn: "Turn", group: Group, seat: Seat) -> None:
    """Let a group pass."""
    del turn, group, seat


class Turn(shared.Turn, Forces):
    """A turn in work, or the part of it that a step plays.

    ``kept`` is the doctrine that stands, ``mover`` the colour that moves. ``conquered`` are colours by their seat that
    took an enemy's territory in this step, ``battles_won`` zones with who won there, ``destructed`` whose Troopers
    blew themselves up where, ``system`` the one in which is
    fought. The neutral colour has a seat of its name that is out: it gives no orders and wins nothing. All else has its
    name of the position.
    """

    failure, shortfall = LineFailed, FewerWent
    doctrine: Mapping[Seat, Standing]

    def __init__(
        self,
        state: State,
        orders: Mapping[Seat, Sequence[RevisedOrder]],
        dice: Dice,
        fire: Fire = nobody_fires,
    ) -> None:
        """Lay out a position with everybody's orders, and how a seat fires at who leaves a zone."""
        seats = state.seen.seats
        self.kept = {seat: standing(state.side(seat).doctrine, orders.get(seat, ())) for seat in seats}
        super().__init__(state, orders, {seat: Standing(kept) for seat, kept in self.kept.items()}, dice)
        self.state, self.options, self._fire = state, state.options, fire
        for stack in state.dropped:
            self.dropped[NUMBER[stack.zone], stack.colour].update({kind: stack.count(kind) for kind in GROUND})
        self.phase, self.passed = state.phase, state.passed
        self.cards = Cards(
            list(state.deck), list(state.discards), {seat: list(state.side(seat).hand) for seat in state.seats}
        )
        self.tokens = {seat for seat in state.seats if state.side(seat).token}
        self.robbed, self.barred = list(state.robbed), list(state.barred)
        self.model, self.chit = state.model, state.chit
        self.mover: Colour = ""
        self.conquered: dict[Seat, set[Colour]] = {}
        self.battles_won: list[tuple[str, Seat]] = []
        self.destructed: set[tuple[Seat, str]] = set()
        self.system = ""

    @property
    def acting_colours(self) -> list[Colour]:
        """The colours that are still played, in turn order."""
        return [colour for colour in self.order if self.seat_of[colour] in self.in_play]

    # ---- on the way ---------------------------------------------------------------------------------------

    def leaving(self, group: Group) -> None:
        """Let each enemy fire at a group that is about to leave a zone, if it wants to; a Marker alone does so, too.

        Rules: Pass-Through Fire, Control Markers.
        """
        if not self.rules.pass_through:
            return
        enemies = {*self.others(group.seat, group.at), self.holder(group.at)} - {"", group.seat}
        for seat in self.in_turn_order(enemies):
            if group.alive and self.doctrine[seat].fires_at_passers(PLACES[group.at].name, group.seat):
                self._fire(self, group, seat)

    def speed_up(self, group: Group) -> None:
        """Let Doc Huer's ships go two zones farther, or as far as the higher of two throws; nobody walks with them."""
        if not _has_huer(group) or not group.pile.has(SHIPS) or group.pile.has(GROUND):
            return
        if not self.order_set(group.seat, HuerRolls):
            group.left += _HURRIED
            return
        throws = tuple(self.throw("huer", group.at, group.seat) for _ in range(2))
        self.say(HuerThrew(seat=group.seat, throws=throws))
        self.hurried.add(group.seat)
        group.left = max(throws)

    def sling_modifier(self, group: Group, around: str) -> int:
        """Return what is added to a throw at a slingshot: one for each earlier use, one less with Doc Huer."""
        return group.slung[around] - _has_huer(group)

    def land(self, group: Group, leg: Leg) -> Cause | None:
        """Let Gennies drop from an orbit to a territory beside it ("Spaceborne Landing"); return why none did."""
        goal = self.place(leg.zone)
        if PLACES[group.at].kind != "orbit" or goal not in self.sky.near[group.at] or not PLACES[goal].is_territory:
            return "no-way"
        count = unload(group, Kind.GENNIE, ALL if leg.units.every else leg.units.wanted(Kind.GENNIE))
        if not count:
            return "gone"
        landers = Group(self, group.colour, group.at, Pile({Kind.GENNIE: count}))
        self.leaving(landers)
        landers.at, landed = goal, landers.pile.counts[Kind.GENNIE]
        landers.put(moved=True)
        names = PLACES[group.at].name, PLACES[goal].name
        self.say(GenniesLanded(seat=group.seat, colour=group.colour, origin=names[0], zone=names[1], count=landed))
        return None

    @property
    def put_down(self) -> tuple[Stack, ...]:
        """All that Transports put down this turn."""
        some = sorted(self.dropped.items(), key=lambda pair: (pair[0][0], PAINTS.index(pair[0][1])))
        return tuple(Pile(counts).stack(at, colour) for (at, colour), counts in some if counts.total())

    def dropped_by(self, seat: Seat, at: int) -> dict[Kind, int]:
        """Return the ground units of a seat that Transports put down in a zone this turn ("Unloading Penalty")."""
        return {kind: sum(self.dropped[at, colour][kind] for colour in self.played[seat]) for kind in GROUND}


def _has_huer(group: Group) -> bool:
    return any(one.name == HUER for one in group.people)
