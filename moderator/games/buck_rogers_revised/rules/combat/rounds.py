"""A battle as it is fought, round by round; PEET 4."""

from collections import Counter
from collections.abc import Collection, Sequence

from moderator.core.seats import Seat
from moderator.games.buck_rogers_revised.board.aim import Aimed
from moderator.games.buck_rogers_revised.board.powers import WILMA
from moderator.games.buck_rogers_revised.board.spaces import Board, Troop
from moderator.games.buck_rogers_revised.events.battle import BoardSet
from moderator.games.buck_rogers_revised.events.movement import PassersMet
from moderator.games.buck_rogers_revised.rules import leaders, powers
from moderator.games.buck_rogers_revised.rules.combat import aftermath, falling, plans, retreating
from moderator.games.buck_rogers_revised.rules.combat.battle import Battle
from moderator.games.buck_rogers_revised.rules.combat.steps import STEPS
from moderator.games.buck_rogers_revised.rules.turn import Turn
from moderator.games.solar_system.events import battle as events
from moderator.games.solar_system.orders.phrases import Units
from moderator.games.solar_system.pieces import SHIPS, UNITS, Kind
from moderator.games.solar_system.rules.turn import Group

_MOST_ROUNDS = 50
"""A battle that is not over then is broken off; who is there stays, and fights on in the next turn."""


class Fought(Battle):
    """A battle that is fought: its throws are made, and the board changes with it."""

    def throw(self, reason: str, seat: Seat, aimed: Aimed) -> int:
        """Throw for a shot of a seat."""
        return self.turn.throw(reason, self.at, seat, aimed.theirs.seat)

    def free(self, seat: Seat) -> Collection[Kind]:
        """Return the kinds that have a zone to retreat to; a group that passes has one anyway."""
        return UNITS if self.group else retreating.free(self.turn, seat, self.at)

    def withdraw(self, board: Board, leaving: Sequence[tuple[Troop, int]], names: Collection[str]) -> None:
        """Let units and Leaders leave."""
        retreating.withdraw(self, board, leaving, names)

    def capture(self, victor: Seat, seat: Seat, number: tuple[int, int]) -> None:
        """Let somebody take Factories of a seat that nobody guards any more, and halves of them."""
        falling.capture(self, victor, seat, number)

    # ---- rounds -------------------------------------------------------------------------------------------

    def fight(self) -> None:
        """Fight it out: until one side is left, or in space nobody has fired."""
        turn, took_part = self.turn, self.fighting
        turn.fought.append(self.zone.name)
        marker = aftermath.lift_marker(turn, self.at)
        turn.say(events.BattleBegun(zone=self.zone.name, sides=tuple(self._told(seat) for seat in took_part)))
        while self.fighting and self.round < _MOST_ROUNDS:
            fired = self.one_round()
            if not fired and not self.zone.is_territory:
                break
            self.quiet = not fired
            if not self.zone.is_territory:
                plans.engage(self)
        left = tuple(self._told(seat) for seat in took_part if turn.is_there(seat, self.at) or self.fights(seat))
        turn.say(
            events.BattleEnded(zone=self.zone.name, rounds=self.round, left=left, called_off=len(self.fighting) > 1)
        )
        if marker:
            aftermath.put_marker(turn, self.at, marker, left=turn.seat_of[marker] in self.gone)
        victors = [seat for seat in took_part if self.fights(seat)]
        if len(victors) == 1:
            powers.win(self, victors[0])

    def _told(self, seat: Seat) -> events.Side:
        side = self.sides[seat]
        counts = Counter(side.units) - Counter(side.figures.values())
        listed = tuple((kind, counts[kind]) for kind in (*UNITS, Kind.KILSAT) if counts[kind])
        return events.Side(seat, Units(listed, side.leaders), counts[Kind.MARKER] > 0, side.factories)

    def one_round(self) -> bool:
        """Play steps a to g; return whether anybody fired."""
        self.round += 1
        self.boards = {seat: plans.deploy(self, seat) for seat in self.fighting}
        self.eyes = {seat: plans.eye(self, seat) for seat in self.boards}
        stood = tuple(box for board in self.boards.values() for box in board.boxes)
        passing = self.group is not None
        self.turn.say(BoardSet(zone=self.zone.name, round=self.round, stood=stood, passing=passing))
        retreating.leave(self, early=True)
        falling.capture_lone(self)
        fired = False
        for step in STEPS:
            if sum(board.fights for board in self.boards.values()) > 1:
                fired |= step(self)
        retreating.leave(self)
        self.look()
        return fired


def resolve(turn: Turn, at: int) -> None:
    """Play a zone's part of Combat: the battle if there is one, then who is left with what."""
    battle = Fought(turn, at)
    if not battle.zone.is_territory:
        plans.engage(battle)
    if battle.fighting:
        battle.fight()
    if battle.zone.is_territory:
        aftermath.settle(turn, at)  # while Leaders are there: where one is, no Marker lies
    leaders.look_around(turn, at, battle.silenced)


def passing_round(turn: Turn, group: Group, seat: Seat) -> None:
    """Let a seat fire one round at a group that leaves a zone; what dies of the group is gone from it.

    Those in COVER stay behind and fire back, once a turn; who leaves stands in the Retreating column. Wilma Deering's
    ships, and Leaders alone, are let pass. ("Pass-Through Fire")
    """
    battle = Fought(turn, group.at, group)
    battle.sides = plans.passing(battle, group, seat)
    battle.engaged = {(seat, group.seat), (group.seat, seat)}
    typos = group.pile.has(SHIPS) and any(one.name == WILMA for one in group.people)
    if battle.fights(seat) and battle.fights(group.seat) and not typos:
        turn.say(PassersMet(seat=group.seat, zone=battle.zone.name, firers=(seat,), units=group.units))
        battle.one_round()
        leaders.fall_alone(battle, seat)


def contested_zones(turn: Turn, zones: Sequence[int]) -> list[int]:
    """Return the territories among zones where somebody else is than who holds them, fewest units first."""
    some = [at for at in zones if any(turn.is_there(seat, at) and turn.holder(at) != seat for seat in turn.seats)]
    return by_size(turn, some)


def by_size(turn: Turn, zones: Sequence[int]) -> list[int]:
    """Return zones with the smaller battles first."""
    return sorted(zones, key=lambda at: (sum(turn.units_of(seat, at) for seat in turn.seats), at))
